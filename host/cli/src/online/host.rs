//! `host`: a room behind a TCP port.

use std::collections::BTreeMap;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use boardloom_computer::{Computer, Level, SearchGoal, SearchSeed};
use boardloom_match::journal::is_journal;
use boardloom_match::{GameSource, MovePath, Player, fresh_seed, write_atomically};
use boardloom_room::{ConnectionId, Room, RoomEffect, RoomInput, RoomSettings};

use super::connection::Connection;
use crate::cli::Host;
use crate::interrupt::Interrupt;
use crate::{Catalog, Console, Failure, Result, player, services};

/// Connections at a time; more are closed at once.
const MAX_CONNECTIONS: usize = 64;
/// The interval at which Ctrl-C is polled.
const PATIENCE: Duration = Duration::from_millis(200);
/// After this absence of a player, the others can claim a win.
const CLAIM_AFTER: Duration = Duration::from_secs(60);

enum Event {
    Accepted(TcpStream),
    Input(RoomInput),
    NoMove { ply: u32, why: String },
}

/// Opens a room and serves it until Ctrl-C, or until the game is over and all have left.
pub fn host(catalog: &Catalog, args: &Host, console: &mut Console<'_>) -> Result<()> {
    if args.code.as_ref().is_some_and(|code| code.trim().is_empty()) {
        let what = "--code: expected a code that others type to join, found an empty one; leave it \
                    out for a random one";
        return Err(Failure::Usage(what.to_owned()));
    }
    let code = args.code.clone().unwrap_or_else(super::invitation_code);
    let (room, source, record) = open(catalog, args, &code)?;
    let listener = TcpListener::bind(args.listen)
        .map_err(|error| Failure::Usage(format!("cannot listen on {}: {error}", args.listen)))?;
    let address = listener.local_addr()?;
    let reach = if address.ip().is_loopback() { " (this machine only)" } else { "" };
    writeln!(console.out, "{} on {address}{reach}", room.state().ruleset)?;
    writeln!(console.out, "to join: boardloom join {address} {code}")?;
    if let Some(record) = &record {
        writeln!(console.out, "to continue later: boardloom host {}", record.display())?;
    }
    console.flush()?;
    let (sender, events) = channel();
    accept(listener, sender.clone());
    let computer = start_computer(source, sender.clone());
    let server = Server {
        room,
        started: Instant::now(),
        connections: BTreeMap::new(),
        count: 0,
        sender,
        computer,
        record,
        wake: None,
    };
    server.run(&events, console)
}

fn open(catalog: &Catalog, args: &Host, code: &str) -> Result<(Room, GameSource, Option<PathBuf>)> {
    let settings = RoomSettings {
        code: Some(code.to_owned()),
        claim_after: CLAIM_AFTER,
        max_clients: 4 * MAX_CONNECTIONS,
        ..RoomSettings::default()
    };
    if services::is_record(&args.what) {
        let path = Path::new(&args.what);
        let record = services::record_at(path)?;
        let source = services::game_source(catalog, &record)?;
        let room = Room::restore(source.clone(), settings, &record.to_text());
        let room = room.map_err(|error| Failure::Usage(format!("{}: {error}", args.what)))?;
        let file = match is_journal(path) {
            // A room writes records.
            true => new_file(catalog, &source.ruleset.id),
            false => Some(path.to_owned()),
        };
        return Ok((room, source, file));
    }
    let source = catalog.source(&args.what, &args.overrides.parse()?)?;
    let seats = usize::from(source.open()?.about()?.seats);
    let players =
        player::players(&args.seats.players(&source.ruleset, seats)?, &source.ruleset, seats)?;
    let settings = RoomSettings {
        computers: players.iter().map(Player::level).collect(),
        control: args.clock.unwrap_or(source.ruleset.clock),
        seed: args.seed.unwrap_or_else(fresh_seed),
        ..settings
    };
    let record = args.record.clone().or_else(|| new_file(catalog, &source.ruleset.id));
    if let Some(path) = record.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Usage(format!(
            "{} already exists; name another file, or continue it: `boardloom host {0}`",
            path.display()
        )));
    }
    Ok((Room::new(source.clone(), settings)?, source, record))
}

fn new_file(catalog: &Catalog, ruleset: &str) -> Option<PathBuf> {
    let folder = super::folder(catalog)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let name = ruleset.replace(['/', '\\', '.'], "-");
    Some(folder.join(format!("{name}-{}.loom", now.as_millis())))
}

fn accept(listener: TcpListener, events: Sender<Event>) {
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            match stream {
                Ok(stream) => {
                    if events.send(Event::Accepted(stream)).is_err() {
                        return;
                    }
                }
                // Out of file handles, for example: they may come back.
                Err(_) => std::thread::sleep(PATIENCE),
            }
        }
    });
}

/// A position for the computer to move in, with the seat from 0.
struct Task {
    game: u32,
    ply: u32,
    seat: u8,
    level: Level,
    path: MovePath,
    seed: SearchSeed,
}

/// Starts the computer's thread, which ends with the sender of its tasks.
fn start_computer(source: GameSource, events: Sender<Event>) -> Sender<Task> {
    let (tasks, queue) = channel();
    std::thread::spawn(move || {
        let mut computer = Computer::new(source, Arc::new(|| ()));
        while let Ok(task) = queue.recv() {
            // Of several positions, the last is the one on the board.
            let Task { game, ply, seat, level, path, seed } =
                queue.try_iter().last().unwrap_or(task);
            computer.begin(path, seat, SearchGoal::Move(level), seed, 1);
            let Some(result) = computer.wait_for_move(|| true) else { return };
            let _ = events.send(match result {
                Ok(found) => Event::Input(RoomInput::Computer { game, ply, mv: found.mv }),
                Err(why) => Event::NoMove { ply, why },
            });
        }
    });
    tasks
}

struct Server {
    room: Room,
    started: Instant,
    connections: BTreeMap<ConnectionId, Connection>,
    count: u64,
    sender: Sender<Event>,
    computer: Sender<Task>,
    record: Option<PathBuf>,
    wake: Option<Duration>,
}

impl Server {
    fn run(mut self, events: &Receiver<Event>, console: &mut Console<'_>) -> Result<()> {
        let interrupt = Interrupt::listen();
        self.input(RoomInput::Tick, console)?;
        while !interrupt.came() {
            let is_deserted = self.count > 0 && self.connections.is_empty();
            if is_deserted && self.room.state().is_over() {
                break;
            }
            let now = self.started.elapsed();
            let left = self.wake.map_or(PATIENCE, |wake| wake.saturating_sub(now));
            match events.recv_timeout(left.min(PATIENCE)) {
                Ok(Event::Accepted(stream)) => self.open_connection(stream, console)?,
                Ok(Event::Input(input)) => self.input(input, console)?,
                Ok(Event::NoMove { ply, why }) => {
                    console.say(format!("the computer found no move at ply {ply}: {why}"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if self.wake.is_some_and(|wake| self.started.elapsed() >= wake) {
                        self.input(RoomInput::Tick, console)?;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if let Some(end) = &self.room.state().turn.end {
            writeln!(console.out, "the game is over: {}", end.reason)?;
        }
        Ok(())
    }

    fn open_connection(&mut self, stream: TcpStream, console: &mut Console<'_>) -> Result<()> {
        if self.connections.len() >= MAX_CONNECTIONS {
            console.say("a connection was refused: there are too many");
            return Ok(());
        }
        self.count += 1;
        let connection = ConnectionId(self.count);
        let events = self.sender.clone();
        let receive = move |line: Option<String>| {
            let input = match line {
                Some(line) => RoomInput::Line { connection, line },
                None => RoomInput::Closed { connection },
            };
            let _ = events.send(Event::Input(input));
        };
        // The first line must not come before the room knows the connection: inputs are
        // taken one after the other, and this one is taken now.
        match Connection::start(stream, false, receive) {
            Ok(open) => {
                self.connections.insert(connection, open);
                let token = super::secret();
                self.input(RoomInput::Opened { connection, token }, console)
            }
            Err(_) => Ok(()),
        }
    }

    fn input(&mut self, input: RoomInput, console: &mut Console<'_>) -> Result<()> {
        if let RoomInput::Closed { connection } = &input {
            self.connections.remove(connection);
        }
        let before = self.room.state().played.len();
        self.wake = None;
        for effect in self.room.handle(input, self.started.elapsed()) {
            match effect {
                RoomEffect::Persist { record } => self.persist(&record)?,
                RoomEffect::Send { connection, message } => {
                    if let Some(known) = self.connections.get(&connection) {
                        known.send(message.to_line());
                    }
                }
                // The connection still writes the lines that wait.
                RoomEffect::Close { connection } => drop(self.connections.remove(&connection)),
                RoomEffect::Think { game, ply, seat, level } => self.think(game, ply, seat, level),
                RoomEffect::WakeAt { time } => self.wake = Some(time),
            }
        }
        for (number, played) in self.room.state().played.iter().enumerate().skip(before) {
            let line = super::show::played(self.room.state(), number + 1, played);
            writeln!(console.out, "{line}")?;
        }
        console.flush()?;
        Ok(())
    }

    fn persist(&self, record: &str) -> Result<()> {
        let Some(path) = &self.record else { return Ok(()) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(Failure::write(folder))?;
        }
        write_atomically(path, record.as_bytes()).map_err(Failure::write(path))
    }

    fn think(&self, game: u32, ply: u32, seat: u8, level: u8) {
        let on_board = self.room.game();
        let level = boardloom_computer::level(&on_board.source().ruleset, level);
        let task = Task {
            game,
            ply,
            seat: seat - 1,
            level: level.for_turn(on_board, Duration::ZERO),
            path: on_board.move_path(),
            seed: boardloom_computer::search_seed(on_board.seed(), on_board.status().ply),
        };
        let _ = self.computer.send(task);
    }
}
