//! Connections that lose, delay, double and cut what they carry, and clients that do not read.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use boardloom_match::{GameSource, PluginBuild};
use boardloom_online::{
    ClientEvent, ClientSettings, Invitation, RoomClient, RoomReport, RoomServer, RoomSupport,
};
use boardloom_room::{ClientMessage, Room, RoomSettings, RoomState};
use sha2::{Digest, Sha256};

const PATIENCE: Duration = Duration::from_secs(120);

/// The faults of a proxy so far.
#[derive(Debug, Default)]
struct Faults {
    random: AtomicU64,
    dropped: AtomicUsize,
    doubled: AtomicUsize,
    delayed: AtomicUsize,
    cut: AtomicUsize,
}

impl Faults {
    /// Returns a number below 100 (Knuth's linear congruential generator, MMIX).
    fn draw(&self) -> u64 {
        let next = |seed: u64| {
            Some(
                seed.wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407),
            )
        };
        let drawn = self.random.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        (drawn.unwrap_or_default() >> 33) % 100
    }
}

/// Carries lines from one socket to another, badly.
fn carry(from: TcpStream, mut to: TcpStream, faults: &Faults) {
    let mut held: Option<String> = None;
    let mut input = BufReader::new(from.try_clone().expect("a socket"));
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).map_or(true, |count| count == 0) {
            break;
        }
        // A client that loses its first line waits ten seconds for the room to close the connection.
        let is_first = line.contains(r#""type":"hello""#);
        let mut lines = vec![line];
        match faults.draw() {
            _ if is_first => {}
            0..8 => {
                faults.dropped.fetch_add(1, Ordering::Relaxed);
                lines.clear();
            }
            8..14 => {
                faults.doubled.fetch_add(1, Ordering::Relaxed);
                lines.push(lines[0].clone());
            }
            14..20 => {
                faults.delayed.fetch_add(1, Ordering::Relaxed);
                // The next line overtakes it.
                held =
                    held.take().into_iter().chain(lines.drain(..)).reduce(|all, line| all + &line);
            }
            20..22 => {
                faults.cut.fetch_add(1, Ordering::Relaxed);
                break;
            }
            _ => {}
        }
        if !lines.is_empty() {
            lines.extend(held.take());
        }
        if to.write_all(lines.concat().as_bytes()).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

/// Returns the address of a bad way to another one.
fn proxy(room: SocketAddr, faults: &Arc<Faults>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let faults = Arc::clone(faults);
    std::thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let Ok(server) = TcpStream::connect(room) else { return };
            let copy = |socket: &TcpStream| socket.try_clone().expect("a socket");
            for (from, to) in [(copy(&client), copy(&server)), (server, client)] {
                let faults = Arc::clone(&faults);
                std::thread::spawn(move || carry(from, to, &faults));
            }
        }
    });
    address
}

struct Hosted {
    _server: RoomServer,
    address: SocketAddr,
    state: Arc<Mutex<Option<RoomState>>>,
}

fn host(length: usize) -> Hosted {
    host_with(length, Vec::new())
}

/// Opens a room that gives a file as its plugin's.
fn host_with(length: usize, plugin: Vec<u8>) -> Hosted {
    let (rules, ruleset) = boardloom_testing::row(&format!("length = {length}"));
    let hash = format!("{:x}", Sha256::digest(&plugin));
    let build = PluginBuild { hash, ..PluginBuild::default() };
    let source = GameSource { build, ..GameSource::new(rules, ruleset) };
    let ping_every = Duration::from_millis(50);
    let settings = RoomSettings { ping_every, ..RoomServer::settings() };
    let room = Room::new(source, settings).expect("a room");
    let state = Arc::<Mutex<Option<RoomState>>>::default();
    let kept = Arc::clone(&state);
    let support = RoomSupport {
        plugin: Some(Box::new(move || Some(plugin.clone()))),
        ..RoomSupport::default()
    };
    let server = RoomServer::start(room, support, move |report, state| {
        if let RoomReport::Changed { .. } = report {
            *kept.lock().expect("no panic") = Some(state.clone());
        }
    });
    let address = server.listen(SocketAddr::from(([127, 0, 0, 1], 0)), None).expect("a port");
    Hosted { _server: server, address, state }
}

impl Hosted {
    fn state(&self) -> Option<RoomState> {
        self.state.lock().expect("no panic").clone()
    }
}

fn join(address: SocketAddr, name: &str) -> RoomClient {
    RoomClient::start(ClientSettings {
        invitation: Invitation { address: address.into(), code: None, fingerprint: None },
        name: name.to_owned(),
        token_file: None,
        give_up_after: Some(PATIENCE),
        wake: Arc::new(|| ()),
    })
}

/// The moves of a row in their order: each site once.
fn letters(length: usize) -> Vec<String> {
    ('a'..='z').take(length).map(String::from).collect()
}

/// Would break if a move were lost, played twice or out of order, or if a client waited for ever
/// for what was lost.
#[test]
fn a_game_is_played_to_its_end_over_bad_connections() {
    const LENGTH: usize = 26;
    let hosted = host(LENGTH);
    let faults = Arc::new(Faults { random: AtomicU64::new(1), ..Faults::default() });
    let address = proxy(hosted.address, &faults);
    let mut clients = ["Ann", "Bob"].map(|name| join(address, name));
    let moves = letters(LENGTH);
    let (began, mut asked) = (Instant::now(), [Instant::now(); 2]);
    loop {
        assert!(began.elapsed() < PATIENCE, "{faults:?}: {:?}", hosted.state());
        for (seat, client) in (1_u8..).zip(&mut clients) {
            while client.next_event().is_some() {}
            let replica = client.replica();
            let Some(state) = replica.state() else { continue };
            let at = &mut asked[usize::from(seat) - 1];
            if replica.seat().is_none() && at.elapsed() > Duration::from_millis(100) {
                *at = Instant::now();
                client.send(&ClientMessage::Sit { seat });
            } else if state.turn.acting.contains(&seat) && replica.seat() == Some(seat) {
                let mv = moves[state.turn.ply as usize].clone();
                client.play(&mv);
            }
        }
        let state = hosted.state();
        let is_over = state.as_ref().is_some_and(RoomState::is_over);
        let agree = clients.iter().all(|client| client.replica().state() == state.as_ref());
        if is_over && agree {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let state = hosted.state().expect("a state");
    let played: Vec<String> = state.played.iter().map(|played| played.mv.clone()).collect();
    assert_eq!(played, moves);
    let counts = [&faults.dropped, &faults.doubled, &faults.delayed, &faults.cut];
    let counts = counts.map(|count| count.load(Ordering::Relaxed));
    assert!(counts.iter().all(|count| *count > 0), "{faults:?}");
}

/// Would break if a part that was lost, or refused for its haste, were never asked for again.
#[test]
fn a_plugin_comes_whole_over_bad_connections() {
    let file: Vec<u8> = (0..1_000_000_u32).map(|at| (at / 7) as u8).collect();
    let hosted = host_with(5, file.clone());
    let faults = Arc::new(Faults { random: AtomicU64::new(2), ..Faults::default() });
    let mut client = join(proxy(hosted.address, &faults), "Ann");
    let (began, mut asked) = (Instant::now(), false);
    let found = loop {
        assert!(began.elapsed() < PATIENCE, "{faults:?}");
        match client.next_event() {
            Some(ClientEvent::Plugin(found)) => break found,
            Some(ClientEvent::NoPlugin(why)) => panic!("{why}"),
            _ => {}
        }
        asked = asked || client.take_plugin();
        std::thread::sleep(Duration::from_millis(1));
    };
    assert!(found == file);
    assert!(faults.dropped.load(Ordering::Relaxed) > 0, "{faults:?}");
}

/// A client that speaks lines itself.
struct Wire {
    output: TcpStream,
    lines: Receiver<String>,
}

impl Wire {
    fn open(address: SocketAddr) -> Self {
        let output = TcpStream::connect(address).expect("it listens");
        let input = BufReader::new(output.try_clone().expect("a socket"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            input.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Wire { output, lines }
    }

    fn say(&mut self, line: &str) {
        self.output.write_all(format!("{line}\n").as_bytes()).expect("it is connected");
    }

    #[track_caller]
    fn until(&self, part: &str) {
        while !self.lines.recv_timeout(PATIENCE).expect("a line").contains(part) {}
    }
}

const HELLO: &str = r#"{"type":"hello","versions":[1],"name":"Ann"}"#;

/// Would break if the room waited for a client, or kept all that one does not read.
#[test]
fn a_client_that_never_reads_is_cut_off_and_slows_no_other() {
    let hosted = host(26);
    let mut players = [1, 2].map(|seat| {
        let mut wire = Wire::open(hosted.address);
        wire.say(HELLO);
        wire.say(r#"{"type":"join"}"#);
        wire.say(&format!(r#"{{"type":"sit","seat":{seat}}}"#));
        wire.until(r#""type":"state""#);
        wire
    });
    players[0].until(r#""seat":2"#);
    let mut deaf = TcpStream::connect(hosted.address).expect("it listens");
    deaf.set_write_timeout(Some(Duration::from_millis(100))).expect("a limit");
    deaf.write_all(format!("{HELLO}\n").as_bytes()).expect("it is connected");
    // Each asks for the whole state.
    let asking = r#"{"type":"join"}"#.to_owned() + "\n";
    let asking = asking.repeat(100);
    let (began, mut ply, moves) = (Instant::now(), 0, letters(26));
    let mut is_cut = false;
    while !is_cut || ply < moves.len() {
        assert!(began.elapsed() < PATIENCE, "cut off: {is_cut}, ply {ply}");
        is_cut = is_cut
            || match deaf.write_all(asking.as_bytes()) {
                Ok(()) => false,
                Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            };
        if let Some(mv) = moves.get(ply) {
            let line =
                format!(r#"{{"type":"move","id":"{mv}","game":1,"ply":{ply},"move":"{mv}"}}"#);
            players[ply % 2].say(&line);
            players[(ply + 1) % 2].until(&format!(r#""id":"{mv}""#));
            ply += 1;
        }
    }
    assert!(hosted.state().is_some_and(|state| state.is_over()));
}

/// Would break if one network could take all places, or were refused without a word.
#[test]
fn one_network_does_not_take_all_places() {
    let hosted = host(5);
    let mut silent = Vec::new();
    let refused = loop {
        assert!(silent.len() < 100, "there is no limit");
        let mut wire = Wire::open(hosted.address);
        wire.say(HELLO);
        let answer = wire.lines.recv_timeout(PATIENCE).expect("an answer");
        silent.push(wire);
        if !answer.contains("welcome") {
            break answer;
        }
    };
    assert!(refused.contains("too-many") || refused.contains("full"), "{refused}");
    assert!(silent.len() > 30, "{}", silent.len());
    silent.clear();
    // Once some have left, there is room again.
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < PATIENCE);
        let mut wire = Wire::open(hosted.address);
        wire.say(HELLO);
        if wire.lines.recv_timeout(PATIENCE).is_ok_and(|line| line.contains("welcome")) {
            break;
        }
    }
}
