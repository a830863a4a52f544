//! The thread of a room.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use boardloom_computer::{Computer, Level, SearchGoal, SearchSeed};
use boardloom_match::{GameSource, MovePath, write_privately};
use boardloom_room::{
    BoardRequest, ConnectionId, Error, ErrorCode, Room, RoomEffect, RoomInput, RoomState,
    ServerMessage,
};

use crate::board_painter::{BoardTask, PainterMaker, start_painter};
use crate::plugin_parts::{PluginReader, hash_of, part_of};
use crate::room_events::{ClientOrigin, LineSink, RoomHandle, RoomReport, ServerEvent};
use crate::secret::secret;

/// The longest sleep of the thread.
const LONG: Duration = Duration::from_secs(3600);
/// How long a record that cannot be written is tried again before the room ends.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);
/// The pause between these attempts.
const WRITE_RETRY: Duration = Duration::from_millis(100);

/// A position for the computer to move in, with the seat from 0.
struct SearchTask {
    search: u64,
    seat: u8,
    level: Level,
    path: MovePath,
    seed: SearchSeed,
}

/// Starts the computer's thread, which ends with the sender of its tasks.
fn start_computer(source: GameSource, events: Sender<ServerEvent>) -> Sender<SearchTask> {
    let (tasks, queue) = channel();
    std::thread::spawn(move || {
        let mut computer = Computer::new(source, Arc::new(|| ()));
        while let Ok(task) = queue.recv() {
            // Of several positions, the last is the one on the board.
            let SearchTask { search, seat, level, path, seed } =
                queue.try_iter().last().unwrap_or(task);
            computer.begin(path, seat, SearchGoal::Move(level), seed, 1);
            let Some(result) = computer.wait_for_move(|| true) else { return };
            let _ = events.send(match result {
                Ok(found) => ServerEvent::Input(RoomInput::Computer { search, mv: found.mv }),
                Err(why) => ServerEvent::NoMove { search, why },
            });
        }
    });
    tasks
}

pub(crate) type Reporter = Box<dyn FnMut(RoomReport<'_>, &RoomState) + Send>;

pub(crate) struct RunningRoom {
    room: Room,
    started: Instant,
    sinks: BTreeMap<ConnectionId, LineSink>,
    networks: BTreeMap<ConnectionId, IpAddr>,
    events: Sender<ServerEvent>,
    /// Started with the first task, as the painter's thread.
    computer: Option<Sender<SearchTask>>,
    pub painter: Option<PainterMaker>,
    painting: Option<Sender<(ConnectionId, BoardTask)>>,
    pub plugin: Option<PluginReader>,
    /// The plugin's file, while there are clients.
    plugin_file: Option<Vec<u8>>,
    /// The game whose end was reported.
    over: Option<u32>,
    /// Set where the room is told to end, also while it waits for the disk.
    pub stopping: Arc<AtomicBool>,
    pub record: Option<PathBuf>,
    wake: Option<Duration>,
    report: Reporter,
}

impl RunningRoom {
    pub fn new(room: Room, events: Sender<ServerEvent>, report: Reporter) -> Self {
        RunningRoom {
            room,
            started: Instant::now(),
            sinks: BTreeMap::new(),
            networks: BTreeMap::new(),
            events,
            computer: None,
            painter: None,
            painting: None,
            plugin: None,
            plugin_file: None,
            over: None,
            stopping: Arc::default(),
            record: None,
            wake: None,
            report,
        }
    }

    pub fn run(mut self, events: &Receiver<ServerEvent>) {
        let mut goes_on = self.input(RoomInput::Tick);
        while goes_on {
            let now = self.started.elapsed();
            let left = self.wake.map_or(LONG, |wake| wake.saturating_sub(now));
            goes_on = match events.recv_timeout(left) {
                Ok(ServerEvent::Opened { connection, sink, origin }) => {
                    let ClientOrigin { account, network } = origin;
                    self.sinks.insert(connection, sink);
                    self.networks.extend(network.map(|network| (connection, network)));
                    let token = secret();
                    self.input(RoomInput::Opened { connection, token, account, network })
                }
                Ok(ServerEvent::Input(input)) => self.input(input),
                Ok(ServerEvent::Line { connection, line }) => {
                    self.input(RoomInput::Line { connection, line: line.take() })
                }
                Ok(ServerEvent::NoMove { search, why }) => {
                    let ply = self.room.state().turn.ply;
                    self.report(RoomReport::NoComputerMove { ply, why: &why });
                    self.input(RoomInput::NoMove { search })
                }
                Ok(ServerEvent::Drawn { connection, line }) => {
                    if let Some(sink) = self.sinks.get(&connection) {
                        sink(line);
                    }
                    true
                }
                Ok(ServerEvent::Refused) => {
                    self.report(RoomReport::Refused);
                    true
                }
                Err(RecvTimeoutError::Timeout) => self.input(RoomInput::Tick),
                Ok(ServerEvent::Stop) | Err(RecvTimeoutError::Disconnected) => false,
            };
        }
    }

    fn report(&mut self, report: RoomReport<'_>) {
        (self.report)(report, self.room.state());
    }

    /// Carries out the effects of an input. False if the room must end.
    fn input(&mut self, input: RoomInput) -> bool {
        let mut left = false;
        if let RoomInput::Closed { connection } = &input {
            left = self.sinks.remove(connection).is_some();
            self.networks.remove(connection);
        }
        let before = self.room.state().played.len();
        self.wake = None;
        for effect in self.room.handle(input, self.started.elapsed()) {
            match effect {
                RoomEffect::Persist { record } => {
                    if !self.save(&record) {
                        return false;
                    }
                    self.report_change();
                }
                RoomEffect::Send { connection, message } => {
                    if let ServerMessage::Error(error) = &message {
                        self.report_bad_input(connection, error);
                    }
                    if let Some(sink) = self.sinks.get(&connection) {
                        sink(message.to_line());
                    }
                }
                RoomEffect::Close { connection } => drop(self.sinks.remove(&connection)),
                RoomEffect::Think { search, seat, level } => self.think(search, seat, level),
                RoomEffect::Draw { connection, seat, ply, request } => {
                    self.paint(connection, seat, ply, request);
                }
                RoomEffect::SendPlugin { connection, from } => self.send_plugin(connection, from),
                RoomEffect::WakeAt { time } => self.wake = Some(time),
            }
        }
        if self.room.state().played.len() > before {
            self.report(RoomReport::Played { from: before });
        }
        if left && self.sinks.is_empty() {
            // No client looks at the board.
            self.painting = None;
            self.plugin_file = None;
        }
        if left && self.sinks.is_empty() && self.room.state().is_over() {
            self.report(RoomReport::Deserted);
        }
        true
    }

    fn report_bad_input(&mut self, connection: ConnectionId, error: &Error) {
        use ErrorCode::{BadMessage, Code, HelloFirst, Token, TooFast, UnknownType, Version};
        let codes = [BadMessage, Code, HelloFirst, Token, TooFast, UnknownType, Version];
        if codes.contains(&error.code) {
            let network = self.networks.get(&connection).copied();
            self.report(RoomReport::BadInput { network, error });
        }
    }

    /// Writes the room's record; tries again for a while where that fails, without counting the
    /// time. False if the room must end.
    fn save(&mut self, record: &str) -> bool {
        let Some(file) = self.record.clone() else { return true };
        let began = Instant::now();
        let mut told = false;
        while let Err(why) = persist(&file, record) {
            let why = why.to_string();
            if began.elapsed() >= WRITE_PATIENCE || self.stopping.load(Ordering::Relaxed) {
                self.report(RoomReport::NotSaved { file: &file, why: &why });
                self.say_goodbye("the game cannot be saved now: connect again later");
                return false;
            }
            if !std::mem::replace(&mut told, true) {
                self.report(RoomReport::SaveDelayed { file: &file, why: &why });
            }
            std::thread::sleep(WRITE_RETRY);
        }
        if told {
            self.started += began.elapsed();
        }
        true
    }

    /// Tells all clients why their connections end.
    fn say_goodbye(&self, why: &str) {
        let line = ServerMessage::closing(why).to_line();
        self.sinks.values().for_each(|sink| sink(line.clone()));
    }

    fn report_change(&mut self) {
        let state = self.room.state();
        let over = state.is_over().then_some(state.game);
        if over.is_some() && self.over != over {
            self.over = over;
            let record = self.room.public_record().to_text();
            let room = RoomHandle(self.events.clone());
            self.report(RoomReport::GameOver { record: &record, room: &room });
        }
        let now = self.started.elapsed();
        let clock_ends = self.room.clock_ends().map(|ends| ends.saturating_sub(now));
        self.report(RoomReport::Changed { clock_ends });
    }

    fn paint(
        &mut self,
        connection: ConnectionId,
        seat: Option<u8>,
        ply: u32,
        request: BoardRequest,
    ) {
        let Some(painter) = &self.painter else { return };
        let (observer, path) = self.room.drawing_path(connection, request.at.unwrap_or(ply));
        let events = &self.events;
        let tasks = self.painting.get_or_insert_with(|| {
            let events = events.clone();
            start_painter(painter(), move |connection, line| {
                let _ = events.send(ServerEvent::Drawn { connection, line });
            })
        });
        if let Err(unsent) = tasks.send((connection, BoardTask { request, seat, path, observer })) {
            // The thread panicked: the next request starts another one.
            drop(unsent);
            self.painting = None;
        }
    }

    fn send_plugin(&mut self, connection: ConnectionId, from: u64) {
        let Some(sink) = self.sinks.get(&connection) else { return };
        let hash = &self.room.state().plugin_hash;
        if self.plugin_file.is_none() {
            // A file that has changed since the game began is another plugin.
            let file = self.plugin.as_ref().and_then(|read| read());
            self.plugin_file = file.filter(|file| hash_of(file) == *hash);
        }
        let answer = match &self.plugin_file {
            Some(file) => part_of(hash, file, from),
            None => ServerMessage::refused("the room does not have its plugin's file any more"),
        };
        sink(answer.to_line());
    }

    fn think(&mut self, search: u64, seat: u8, level: u8) {
        let on_board = self.room.game();
        let source = on_board.source();
        let level = boardloom_computer::level(&on_board.source().ruleset, level);
        let task = SearchTask {
            search,
            seat: seat - 1,
            level: level.for_turn(on_board, Duration::ZERO),
            path: on_board.move_path(),
            seed: boardloom_computer::search_seed(on_board.seed(), on_board.status().ply),
        };
        let events = &self.events;
        let start = || start_computer(source.clone(), events.clone());
        if let Err(unsent) = self.computer.get_or_insert_with(start).send(task) {
            // Its thread has ended: another one is started.
            let _ = self.computer.insert(start()).send(unsent.0);
        }
    }
}

fn persist(file: &Path, record: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // It holds the secrets of the clients.
    write_privately(file, record.as_bytes())
}
