//! `host` and `join`: games between processes on the loopback interface.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{PipedProgram, TestDir, only_file};
use crate::served::Served;
use crate::third_party::build_component;

const PATIENCE: Duration = Duration::from_secs(60);

/// A room, served by a process.
pub struct Host {
    child: Child,
    lines: Receiver<String>,
    address: String,
    code: String,
    /// The fingerprint of the room's key, if connections are encrypted.
    fingerprint: Option<String>,
}

impl Host {
    /// Opens a room for programs that speak the protocol themselves.
    pub fn start_plain(dir: &TestDir, args: &[&str]) -> Self {
        Self::start(dir, &[args, &["--plain"]].concat())
    }

    fn start(dir: &TestDir, args: &[&str]) -> Self {
        let mut command = dir.command(&[&["host"], args].concat());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the program starts");
        let (sender, lines) = channel();
        let out = BufReader::new(child.stdout.take().expect("its output"));
        std::thread::spawn(move || {
            out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let (address, code) = (String::new(), String::new());
        let mut host = Host { child, lines, address, code, fingerprint: None };
        let joining = host.until("to join: boardloom join ");
        let words: Vec<&str> = joining.split(' ').skip(4).collect();
        let (address, code) = (words[0].to_owned(), words[1].to_owned());
        (host.address, host.code) = (address, code);
        host.fingerprint = words.get(2).map(|word| (*word).to_owned());
        host
    }

    fn until(&self, beginning: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no `{beginning}`"));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    fn join(&self, name: &str, more: &[&str]) -> PipedProgram {
        let last = self.fingerprint.as_deref().unwrap_or("--plain");
        let args = ["join", &self.address, &self.code, last, "--name", name];
        PipedProgram::start(&[&args[..], more].concat())
    }

    /// Connects as a program that speaks the protocol itself.
    fn connect(&self) -> Wire {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        Wire { input: BufReader::new(stream.try_clone().expect("the same")), output: stream }
    }

    pub fn greet(&self, name: &str, token: Option<&str>) -> (Wire, String) {
        let mut wire = self.connect();
        let hello = json!({
            "type": "hello", "versions": [1], "name": name, "code": self.code, "token": token,
        });
        wire.send(&hello);
        let welcome = wire.until("welcome");
        wire.send(&json!({ "type": "join" }));
        (wire, welcome["token"].as_str().expect("a token").to_owned())
    }

    fn end(mut self) {
        let began = Instant::now();
        while self.child.try_wait().expect("it is ours").is_none() {
            assert!(began.elapsed() < PATIENCE, "the room stays open");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(self.child.wait().expect("it ended").success());
    }

    /// Ends the process as a crash does.
    fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection to a room.
pub struct Wire {
    input: BufReader<TcpStream>,
    output: TcpStream,
}

impl Wire {
    pub fn send(&mut self, message: &Value) {
        self.output.write_all(format!("{message}\n").as_bytes()).expect("it is connected");
    }

    /// Returns the next message of a type. Pings are answered.
    #[track_caller]
    pub fn until(&mut self, kind: &str) -> Value {
        let (mut others, began) = (Vec::new(), Instant::now());
        loop {
            // The pings of the room would keep the connection alive for ever.
            assert!(began.elapsed() < PATIENCE, "no `{kind}` after {others:?}");
            let mut line = String::new();
            let count = self.input.read_line(&mut line);
            assert!(count.is_ok_and(|count| count > 0), "no `{kind}` after {others:?}");
            let message: Value = serde_json::from_str(&line).expect("JSON");
            if message["type"] == kind {
                return message;
            }
            if message["type"] == "ping" {
                self.send(&json!({ "type": "pong", "ping": message["ping"] }));
            }
            others.push(line);
        }
    }

    /// Returns the next event of a kind.
    #[track_caller]
    pub fn until_event(&mut self, kind: &str) -> Value {
        loop {
            let event = self.until("event");
            if event["event"] == kind {
                return event;
            }
        }
    }

    /// Returns the next message as it came.
    pub fn next_line(&mut self) -> String {
        let mut line = String::new();
        let count = self.input.read_line(&mut line);
        assert!(count.is_ok_and(|count| count > 0), "the connection ended");
        line
    }

    /// Takes a seat and waits until the room has given it.
    #[track_caller]
    fn sit(&mut self, seat: u8) {
        self.send(&json!({ "type": "sit", "seat": seat }));
        while self.until_event("seat")["seat"] != seat {}
    }

    pub fn play(&mut self, id: &str, ply: u32, mv: &str) {
        self.send(&json!({ "type": "move", "id": id, "game": 1, "ply": ply, "move": mv }));
    }

    /// Tells whether the server has closed the connection.
    fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        self.input.read_to_end(&mut rest).is_ok()
    }
}

#[test]
fn two_programs_play_chat_and_agree_on_a_draw() {
    let dir = TestDir::new();
    let host = Host::start(&dir, &["ataxx/classic", "--clock", "600+5", "--seed", "1"]);
    let mut ann = host.join("Ann", &[]);
    ann.until("Waiting for players");
    let mut bob = host.join("Bob", &[]);
    ann.until("Your turn");
    ann.send("g2");
    ann.until("1. Ann: g2");
    bob.until("Your turn");
    bob.send("say hello");
    ann.until("Bob: hello");
    bob.send("zz");
    bob.send("say oh");
    bob.until("Bob: oh");
    bob.send("a2");
    ann.until("2. Bob: a2");
    // A watcher sees the game, and a program speaks lines.
    let mut watcher = host.join("Eve", &["--watch"]);
    watcher.until("Ann to move (");
    ann.send("undo");
    bob.until("Ann offers to take back a move");
    bob.send("accept");
    bob.until("Taken back to ply 0");
    // Otherwise her offer is for a ply that is gone.
    ann.until("Taken back to ply 0");
    ann.until("Your turn");
    ann.send("draw");
    bob.until("Ann offers a draw");
    bob.send("accept");
    for player in [&mut ann, &mut bob, &mut watcher] {
        player.until("Draw by agreement");
        player.send("quit");
    }
    for player in [ann, bob, watcher] {
        player.end();
    }
    assert_eq!(host.until("the game is over"), "the game is over: by agreement");
    host.end();
}

/// Answers that the room plays by itself, and notes that are read after the game.
#[test]
fn answers_and_notes_are_kept_in_the_room() {
    let dir = TestDir::new();
    let host = Host::start(&dir, &["ataxx/classic", "--seed", "1"]);
    let mut ann = host.join("Ann", &[]);
    ann.until("Waiting for players");
    let mut bob = host.join("Bob", &[]);
    ann.until("Your turn");
    bob.until("Ann to move");
    bob.send("note I am ready");
    bob.until("Bob (note after move 0): I am ready");
    bob.send("if g2 a2");
    bob.send("if g2 a2");
    bob.send("if f1 b1");
    // The room has both, and says so.
    bob.until("if f1 b1");
    bob.send("if");
    for line in ["if g2 a2", "if f1 b1"] {
        bob.until(line);
    }
    ann.send("g2");
    ann.until("2. Bob: a2");
    ann.until("Your turn");
    ann.send("resign");
    ann.until("Bob (note after move 0): I am ready");
    for mut player in [ann, bob] {
        player.send("quit");
        player.end();
    }
    host.end();
}

#[test]
fn a_lost_player_returns_to_its_seat_and_a_killed_room_to_its_game() {
    let dir = TestDir::new();
    let host = Host::start_plain(&dir, &["ataxx/small", "--code", "ABC", "--seed", "1"]);
    let (mut ann, secret) = host.greet("Ann", None);
    let (mut bob, _) = host.greet("Bob", None);
    for (seat, wire) in [(1, &mut ann), (2, &mut bob)] {
        wire.until("state");
        wire.sit(seat);
    }
    ann.play("a1", 0, "d1");
    let played = bob.until_event("played");
    assert_eq!((&played["ply"], &played["acting"]), (&json!(1), &json!([2])));
    // The connection is lost, and the move is sent once more.
    drop(ann);
    let (mut ann, again) = host.greet("Ann", Some(&secret));
    assert_eq!(again, secret);
    let state = ann.until("state");
    assert_eq!(state["state"]["seats"][0]["client"], 1);
    ann.play("a1", 0, "d1");
    assert_eq!(ann.until("accepted")["id"], "a1");
    // The server is killed: what it told is on its disk.
    host.kill();
    let record = only_file(&dir.data().join("rooms"), "loom");
    let record = record.to_string_lossy().into_owned();
    let host = Host::start_plain(&dir, &[&record, "--code", "ABC"]);
    let (mut ann, _) = host.greet("Ann", Some(&secret));
    let state = ann.until("state")["state"].clone();
    assert_eq!((&state["played"][0]["move"], &state["epoch"]), (&json!("d1"), &json!(2)));
    ann.play("a1", 0, "d1");
    assert_eq!(ann.until("accepted")["id"], "a1");
    ann.play("a2", 1, "d2");
    assert_eq!(ann.until("error")["code"], "not-your-turn");
}

#[test]
fn the_computer_plays_in_a_room() {
    let dir = TestDir::new();
    let host = Host::start(&dir, &["ataxx/small", "--seat2", "computer:1", "--seed", "1"]);
    let mut ann = host.join("Ann", &[]);
    ann.until("Your turn");
    ann.send("d1");
    ann.until("1. Ann: d1");
    ann.until("2. ");
    ann.until("Your turn");
    ann.send("resign");
    ann.until("Ann resigned");
    ann.send("quit");
    ann.end();
    host.end();
}

#[test]
fn bad_connections_disturb_no_other_player() {
    let dir = TestDir::new();
    let host = Host::start_plain(&dir, &["ataxx/small", "--seed", "1"]);
    let (mut ann, _) = host.greet("Ann", None);
    ann.until("state");
    let silent: Vec<Wire> = (0..50).map(|_| host.connect()).collect();
    let mut noisy = host.connect();
    drop(silent);
    // Not JSON, not text, too long, the wrong code.
    noisy.output.write_all(b"GET / HTTP/1.1\r\n\r\n").ok();
    let mut bytes = host.connect();
    bytes.output.write_all(b"\xff\xfe\x00\n").ok();
    assert_eq!(bytes.until("error")["code"], "bad-message");
    let mut long = host.connect();
    long.output.write_all(&[b'x'; 40_000]).ok();
    assert_eq!(long.until("error")["code"], "bad-message");
    let mut guess = host.connect();
    guess.send(&json!({ "type": "hello", "versions": [1], "name": "Eve", "code": "?" }));
    assert_eq!(guess.until("error")["code"], "code");
    assert!(guess.is_closed());
    ann.sit(1);
}

/// Others would wait for moves that the guest cannot see.
#[test]
fn a_guest_without_the_plugin_takes_a_seat_only_when_told_to() {
    let dir = TestDir::new();
    std::fs::write(dir.write("bare.wasm", ""), &**build_component("tests/zoo/bare")).unwrap();
    dir.write("bare.toml", "format = 1\nplugin = \"bare\"\nname = \"Row\"\n");
    let host = Host::start(&dir, &["bare.toml"]);
    let mut guest = host.join("Bob", &[]);
    guest.until("Game 1: ");
    guest.send("seats");
    // The first line came with the state, the second one is the answer.
    guest.until("seat 1: ");
    let seats = guest.until("seat 1: ").pop().unwrap();
    assert!(!seats.contains("Bob"), "{seats}");
    guest.send("sit 1");
    guest.until("seat 1: Bob");
    host.kill();
}

/// Would break if a plugin were taken without a word, or were another one than the room's.
#[test]
fn a_guest_takes_a_missing_plugin_from_the_room() {
    let dir = TestDir::new();
    let component = build_component("tests/zoo/bare");
    std::fs::write(dir.write("bare.wasm", ""), &**component).unwrap();
    dir.write("bare.toml", "format = 1\nplugin = \"bare\"\nname = \"Row\"\n");
    let host = Host::start_plain(&dir, &["bare.toml"]);
    let desk = TestDir::new();
    let join = ["join", &host.address, &host.code, "--plain", "--name", "Bob"];
    let mut guest = PipedProgram::start_in(&desk, &join);
    guest.until("Game 1: ");
    let kept = desk.path().join("data/boardloom/plugins/bare.wasm");
    assert!(!kept.exists());
    guest.send("take plugin");
    // It draws the board, and takes a seat by itself.
    guest.until("seat 1: Bob");
    assert!(std::fs::read(&kept).unwrap() == **component);
    guest.send("quit");
    guest.end();
    // The next time it is here.
    let mut again = PipedProgram::start_in(&desk, &join);
    again.until("seat 1: Bob");
    again.send("take plugin");
    again.send("quit");
    again.end();
    // A program cannot get any other file.
    let (mut wire, _) = host.greet("Eve", None);
    let hash = wire.until("state")["state"]["plugin_hash"].as_str().expect("a hash").to_owned();
    wire.send(&json!({ "type": "plugin", "hash": "../../etc/passwd", "from": 0 }));
    assert_eq!(wire.until("error")["code"], "refused");
    wire.send(&json!({ "type": "plugin", "hash": hash, "from": u64::MAX }));
    let part = wire.until("plugin");
    assert_eq!((&part["data"], part["size"].as_u64()), (&json!(""), Some(component.len() as u64)));
    host.kill();
}

/// Two engines play a whole game, each by a protocol of its own.
#[test]
fn engines_play_in_a_room() {
    let dir = TestDir::new();
    let host = Host::start(&dir, &["ataxx/small"]);
    let program = env!("CARGO_BIN_EXE_boardloom-under-test");
    let engine = |name: &str, protocol: &str| {
        let last = host.fingerprint.as_deref().unwrap();
        PipedProgram::start(&[
            "bot",
            &host.address,
            &host.code,
            last,
            "--name",
            name,
            "--protocol",
            protocol,
            "--movetime",
            "20",
            "--engine",
            program,
            "engine",
            protocol,
            "ataxx/small",
        ])
    };
    let mut ann = engine("Ann", "uai");
    let mut bob = engine("Bob", "ugi");
    let is_end = |line: &String| line.contains(" won: ") || line.starts_with("Draw: ");
    let end = ann.until_line("end", is_end);
    assert!(end.len() > 4 && end.iter().any(|line| line.starts_with("1. ")), "{end:?}");
    assert_eq!(bob.until_line("end", is_end).last(), end.last());
    host.kill();
}

#[test]
fn engines_that_fail_are_named() {
    let dir = TestDir::new();
    let told = |engine: &[&str]| {
        let room = ["bot", "127.0.0.1:1", "ABC", "--plain", "--engine"];
        dir.run(&[&room[..], engine].concat())
    };
    told(&["./no-engine"]).fails(2, "the engine `./no-engine`: ");
    told(&["true"]).fails(2, "the engine `true`: ");
    dir.run(&["bot", "127.0.0.1:1", "ABC", "--engine", "true"]).fails(2, "fingerprint");
}

#[test]
fn failures_to_host_or_join_are_reported() {
    let dir = TestDir::new();
    dir.run(&["host", "ataxx/clasic"]).fails(2, "ataxx/classic");
    dir.run(&["host", "ataxx/small", "--seat7", "computer:1", "--listen", "nowhere"])
        .fails(2, "nowhere");
    dir.write("x.loom", "[Boardloom \"1\"]\n");
    let output = dir.run(&["host", "x.loom"]);
    assert_ne!(output.code, 0, "{}", output.err);
    dir.run(&["join", "127.0.0.1:1", "--plain"]).fails(2, "no room answers at 127.0.0.1:1");
    let print = "ABCDEFGHJKLMNPQRSTUV";
    dir.run(&["join", "127.0.0.1:1", "ABC", print]).fails(2, "no room answers at 127.0.0.1:1");
    dir.run(&["join", "127.0.0.1:1", "ABC"])
        .fails(2, "the fingerprint of the room's key is missing");
    dir.run(&["join", "127.0.0.1:1", "ABC", "XYZ"]).fails(2, "`XYZ` is no fingerprint of a key");
    dir.run(&["join", "127.0.0.1:1", "ABC", print, "--plain"]).fails(2, "so the room is encrypted");
    dir.run(&["join", "127.0.0.1", "ABC", print]).fails(2, "is no address with a port");
    dir.run(&["host", "ataxx/small", "--plain", "--listen", "0.0.0.0:0"])
        .fails(2, "--plain: connections without encryption are for programs on this machine");
}

/// A program that answers requests as a web server does.
fn web_server(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("the same")).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}

#[test]
fn links_that_are_no_game_are_told() {
    let dir = TestDir::new();
    dir.run(&["join", "http://127.0.0.1:1/rooms/a1"])
        .fails(2, "no room answers at http://127.0.0.1:1/rooms/a1");
    dir.run(&["join", "http://127.0.0.1:1/"]).fails(2, "is the link of a server");
    dir.run(&["join", "ftp://127.0.0.1/rooms/a1"]).fails(2, "is no link of a game");
    let page = web_server("HTTP/1.1 404 Not Found\r\nContent-Length: 6\r\n\r\n<html>");
    dir.run(&["join", &format!("http://{page}/rooms/a1")])
        .fails(2, "it answers \"404 Not Found\", so it is no server of games");
    let full = web_server("HTTP/1.1 503 Busy\r\nContent-Length: 8\r\n\r\ntoo many");
    dir.run(&["join", &format!("http://{full}/rooms/a1")]).fails(2, ": too many");
    let noise = web_server("SSH-2.0-Server\r\n");
    dir.run(&["join", &format!("http://{noise}/rooms/a1")]).fails(2, "no room answers at");
    // A certificate that no authority has signed.
    let host = Host::start(&dir, &["ataxx/small", "--seed", "1"]);
    dir.run(&["join", &format!("https://{}/rooms/a1", host.address)])
        .fails(2, "the certificate of 127.0.0.1 is not valid");
}

#[test]
fn rooms_are_encrypted_and_another_program_is_told() {
    let dir = TestDir::new();
    let host = Host::start(&dir, &["ataxx/small", "--seed", "1"]);
    let fingerprint = host.fingerprint.clone().expect("an encrypted room");
    let other: String = fingerprint.chars().rev().collect();
    let told = dir.run(&["join", &host.address, &host.code, &other, "--name", "Ann"]);
    told.fails(2, "another program answers there");
    told.fails(2, &fingerprint);
    // Without encryption, nothing is to be learnt there.
    let mut wire = host.connect();
    wire.send(&json!({ "type": "hello", "versions": [1], "name": "Eve", "code": host.code }));
    assert!(wire.is_closed());
    // Programs get their lines decrypted.
    let mut program = host.join("Bob", &["--json"]);
    program
        .send(&format!(r#"{{"type":"hello","versions":[1],"name":"Bob","code":"{}"}}"#, host.code));
    program.until("{\"type\":\"welcome\"");
    // The key is kept: the invitation stays good.
    let key = only_file(&dir.data().join("rooms"), "key");
    assert_eq!(std::fs::read(&key).expect("a key").len(), 32);
    let record = key.with_extension("loom").to_string_lossy().into_owned();
    let (code, address) = (host.code.clone(), host.address.clone());
    host.kill();
    let host = Host::start(&dir, &[&record, "--code", &code]);
    assert_eq!((host.fingerprint.clone(), &host.address), (Some(fingerprint), &address));
}

/// Two programs of the command line, one of which is killed, play in a private game by its link.
#[test]
fn programs_play_by_the_link_of_a_game() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let offer = json!({ "ruleset": "ataxx/small", "clock": "600+5", "private": true });
    let answer = served.create(&offer);
    let text = |key: &str| answer[key].as_str().expect("a text").to_owned();
    let (room, code) = (text("room"), text("code"));
    let link = format!("http://{}/rooms/{room}", served.address);
    let join = |name: &str, code: &str| {
        let link = format!("{link}#{code}");
        PipedProgram::start_in(&dir, &["join", &link, "--name", name])
    };
    dir.run(&["join", &link]).fails(2, "code");
    dir.run(&["join", &link.replace(&room, "nowhere")]).fails(2, "there is no such game");
    let mut ann = join("Ann", &code);
    ann.until("Waiting for players");
    let mut bob = join("Bob", &code);
    ann.until("Your turn");
    ann.send("d1");
    bob.until("1. Ann: d1");
    bob.until("Your turn");
    drop(bob);
    let mut bob = join("Bob", &code);
    bob.until("Your turn");
    bob.send("say back again");
    ann.until("Bob: back again");
    bob.send("a2");
    ann.until("2. Bob: a2");
    ann.send("resign");
    for player in [&mut ann, &mut bob] {
        player.until("Bob won: Ann resigned");
        player.send("quit");
    }
    for player in [ann, bob] {
        player.end();
    }
}
