//! A room in its own thread.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use boardloom_computer::{Computer, Level, SearchGoal, SearchSeed};
use boardloom_match::{GameSource, MovePath, write_atomically, write_privately};
use boardloom_room::{
    BoardRequest, ConnectionId, Room, RoomAccount, RoomEffect, RoomInput, RoomSettings, RoomState,
};

use crate::board_painter::{BoardTask, PainterMaker, start_painter};
use crate::line_connection::LineConnection;
use crate::room_key::RoomKey;
use crate::room_stream::RoomStream;
use crate::secret::secret;

/// Connections at a time; more are closed at once.
const MAX_CONNECTIONS: usize = 64;
/// After this absence of a player, the others can claim a win.
const CLAIM_AFTER: Duration = Duration::from_secs(60);
/// The longest sleep of the thread.
const LONG: Duration = Duration::from_secs(3600);
/// Lines of a connection that wait for the room; beyond, no more are read.
const MAX_WAITING: usize = 64;
/// The pause before it is asked again whether the room has taken some.
const FULL_PAUSE: Duration = Duration::from_millis(5);
/// The pause after a connection could not be accepted: out of file handles, for example.
const RETRY: Duration = Duration::from_millis(200);

/// Sends a line without its end to a client, without waiting. Dropping it closes the connection
/// once everything is sent.
pub type LineSink = Box<dyn Fn(String) + Send>;

/// What happens in a room, with its state, for the one who runs it.
#[derive(Debug, Clone, Copy)]
pub enum RoomReport<'a> {
    /// Entries of [`RoomState::played`] from this index on are new.
    Played {
        from: usize,
    },
    /// The state has changed; its record is written, and no client knows yet.
    Changed {
        /// The time until the running clock is out, if one runs.
        clock_ends: Option<Duration>,
    },
    /// A game of the room is over, before [`RoomReport::Changed`] tells so; also after the room
    /// was restored. The record holds no secrets.
    GameOver {
        record: &'a str,
        room: &'a RoomHandle,
    },
    /// A connection was refused: there are too many.
    Refused,
    NoComputerMove {
        ply: u32,
        why: &'a str,
    },
    /// The record cannot be written. The room has ended.
    NotSaved {
        file: &'a Path,
        why: &'a str,
    },
    /// The game is over, and the last client has left.
    Deserted,
}

/// Tells a running room, from wherever; a room that has ended hears nothing.
#[derive(Clone)]
pub struct RoomHandle(Sender<ServerEvent>);

impl fmt::Debug for RoomHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoomHandle").finish_non_exhaustive()
    }
}

impl RoomHandle {
    /// Shows new ratings of accounts at their seats.
    pub fn set_ratings(&self, ratings: Vec<(i64, i32)>) {
        let _ = self.0.send(ServerEvent::Input(RoomInput::Ratings { ratings }));
    }
}

enum ServerEvent {
    Opened { connection: ConnectionId, sink: LineSink, account: Option<RoomAccount> },
    Input(RoomInput),
    Line { connection: ConnectionId, line: WaitingLine },
    NoMove { search: u64, why: String },
    Drawn { connection: ConnectionId, line: String },
    Refused,
    Stop,
}

/// A line that the room has not taken yet, counted among those of its connection.
struct WaitingLine {
    line: String,
    waiting: Arc<AtomicUsize>,
}

impl WaitingLine {
    fn take(mut self) -> String {
        std::mem::take(&mut self.line)
    }
}

impl Drop for WaitingLine {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A running room. Dropping it ends the room, which can be continued from its record.
pub struct RoomServer {
    events: Sender<ServerEvent>,
    numbers: Arc<AtomicU64>,
    connected: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
    /// The addresses that are listened on.
    listening: Mutex<Vec<SocketAddr>>,
}

impl fmt::Debug for RoomServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoomServer").field("listening", &self.listening).finish_non_exhaustive()
    }
}

/// The receiving side of a client's connection. Dropping it tells the room that the client is gone.
pub struct RoomConnection {
    events: Sender<ServerEvent>,
    connection: ConnectionId,
    connected: Arc<AtomicUsize>,
    waiting: Arc<AtomicUsize>,
}

impl RoomConnection {
    /// Hands on a line of the client. False once the room has ended.
    pub fn receive(&self, line: String) -> bool {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        let line = WaitingLine { line, waiting: Arc::clone(&self.waiting) };
        self.events.send(ServerEvent::Line { connection: self.connection, line }).is_ok()
    }

    /// The same, once the room has taken most of the lines before.
    fn receive_in_time(&self, line: String) -> bool {
        // A room that has ended drops what waits.
        while self.waiting.load(Ordering::Acquire) >= MAX_WAITING {
            std::thread::sleep(FULL_PAUSE);
        }
        self.receive(line)
    }
}

impl Drop for RoomConnection {
    fn drop(&mut self) {
        let input = RoomInput::Closed { connection: self.connection };
        let _ = self.events.send(ServerEvent::Input(input));
        self.connected.fetch_sub(1, Ordering::Relaxed);
    }
}

impl RoomServer {
    /// Returns settings with the server's limits.
    pub fn settings() -> RoomSettings {
        RoomSettings {
            claim_after: CLAIM_AFTER,
            max_clients: 4 * MAX_CONNECTIONS,
            ..RoomSettings::default()
        }
    }

    /// Runs a room, which writes its record to a file before it tells of anything. `report` is
    /// called on the room's thread.
    pub fn start(
        room: Room,
        record: Option<PathBuf>,
        report: impl FnMut(RoomReport<'_>, &RoomState) + Send + 'static,
    ) -> Self {
        RoomServer::start_with_painter(room, record, None, report)
    }

    /// As [`RoomServer::start`], for a room whose settings say that it draws boards.
    pub fn start_with_painter(
        room: Room,
        record: Option<PathBuf>,
        painter: Option<PainterMaker>,
        report: impl FnMut(RoomReport<'_>, &RoomState) + Send + 'static,
    ) -> Self {
        let (events, inputs) = channel();
        let running = RunningRoom {
            over: None,
            room,
            started: Instant::now(),
            sinks: BTreeMap::new(),
            events: events.clone(),
            computer: None,
            painter,
            painting: None,
            record,
            wake: None,
            report: Box::new(report),
        };
        let thread = std::thread::spawn(move || running.run(&inputs));
        RoomServer {
            events,
            numbers: Arc::default(),
            connected: Arc::default(),
            thread: Some(thread),
            listening: Mutex::default(),
        }
    }

    /// Opens a connection of a client; `None` if there are too many.
    pub fn connect(&self, sink: LineSink) -> Option<RoomConnection> {
        self.connect_as(sink, None)
    }

    /// As [`RoomServer::connect`], for a client whose account is known.
    pub fn connect_as(
        &self,
        sink: LineSink,
        account: Option<RoomAccount>,
    ) -> Option<RoomConnection> {
        self.opener().connect(sink, account)
    }

    /// Takes connections of a TCP port from now on. Returns the address. Connections are encrypted
    /// with the key; without one, they are not.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub fn listen(&self, address: SocketAddr, key: Option<RoomKey>) -> std::io::Result<SocketAddr> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let opener = self.opener();
        std::thread::spawn(move || accept(&listener, key.as_ref(), &opener));
        self.listening.lock().unwrap_or_else(PoisonError::into_inner).push(address);
        Ok(address)
    }

    /// As [`RoomServer::listen`]. With port 0, takes the port that the file keeps if it is free, so
    /// that invitations stay valid; keeps the address.
    ///
    /// # Errors
    /// As [`RoomServer::listen`].
    pub fn listen_again(
        &self,
        address: SocketAddr,
        key: Option<RoomKey>,
        file: &Path,
    ) -> std::io::Result<SocketAddr> {
        let kept = kept_address(file).filter(|_| address.port() == 0);
        let before = kept.map(|kept| SocketAddr::new(address.ip(), kept.port()));
        let is_free = |address: &SocketAddr| TcpListener::bind(address).is_ok();
        let listening = self.listen(before.filter(is_free).unwrap_or(address), key)?;
        // Without it, the next invitation is another one.
        let _ = write_atomically(file, listening.to_string().as_bytes());
        Ok(listening)
    }

    /// Tells which accounts have begun or ended a vacation.
    pub fn set_vacations(&self, accounts: Vec<(i64, bool)>) {
        let _ = self.events.send(ServerEvent::Input(RoomInput::Vacations { accounts }));
    }

    /// Tells whether the room's thread has ended.
    pub fn has_ended(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    fn opener(&self) -> ConnectionOpener {
        let RoomServer { events, numbers, connected, .. } = self;
        ConnectionOpener {
            events: events.clone(),
            numbers: Arc::clone(numbers),
            connected: Arc::clone(connected),
        }
    }
}

/// Returns the file beside a room's record that keeps where the room listened.
pub fn address_file(record: &Path) -> PathBuf {
    record.with_extension("address")
}

/// Returns the address at which a room listened the last time.
pub fn kept_address(file: &Path) -> Option<SocketAddr> {
    std::fs::read_to_string(file).ok()?.trim().parse().ok()
}

impl Drop for RoomServer {
    fn drop(&mut self) {
        let _ = self.events.send(ServerEvent::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // Wakes the threads that accept connections, which then see that the room has ended.
        for address in self.listening.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let mut own = *address;
            if own.ip().is_unspecified() {
                own.set_ip(match own.is_ipv4() {
                    true => std::net::Ipv4Addr::LOCALHOST.into(),
                    false => std::net::Ipv6Addr::LOCALHOST.into(),
                });
            }
            let _ = TcpStream::connect_timeout(&own, RETRY);
        }
    }
}

/// Where connections come in.
struct ConnectionOpener {
    events: Sender<ServerEvent>,
    numbers: Arc<AtomicU64>,
    connected: Arc<AtomicUsize>,
}

impl ConnectionOpener {
    fn connect(&self, sink: LineSink, account: Option<RoomAccount>) -> Option<RoomConnection> {
        if self.connected.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
            self.connected.fetch_sub(1, Ordering::Relaxed);
            let _ = self.events.send(ServerEvent::Refused);
            return None;
        }
        let connection = ConnectionId(self.numbers.fetch_add(1, Ordering::Relaxed) + 1);
        let opened = RoomConnection {
            events: self.events.clone(),
            connection,
            connected: Arc::clone(&self.connected),
            waiting: Arc::default(),
        };
        // Before any line: inputs are taken one after the other.
        self.events.send(ServerEvent::Opened { connection, sink, account }).ok()?;
        Some(opened)
    }
}

fn accept(listener: &TcpListener, key: Option<&RoomKey>, opener: &ConnectionOpener) {
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            std::thread::sleep(RETRY);
            continue;
        };
        let stream = match key {
            None => Ok(RoomStream::plain(stream)),
            Some(key) => RoomStream::server(stream, key),
        };
        let Ok(stream) = stream else { continue };
        // The connection's reader waits for the room to know the connection.
        let (opened, room) = channel::<RoomConnection>();
        let mut known = None;
        let receive = move |line: Option<String>| {
            if known.is_none() {
                known = room.recv().ok();
            }
            match line {
                Some(line) => drop(known.as_ref().map(|known| known.receive_in_time(line))),
                None => known = None,
            }
        };
        let Ok(connection) = LineConnection::start(stream, false, receive) else { continue };
        match opener.connect(Box::new(move |line| connection.send(line)), None) {
            Some(connection) => drop(opened.send(connection)),
            None if opener.events.send(ServerEvent::Refused).is_err() => return,
            None => {}
        }
    }
}

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

type Reporter = Box<dyn FnMut(RoomReport<'_>, &RoomState) + Send>;

struct RunningRoom {
    room: Room,
    started: Instant,
    sinks: BTreeMap<ConnectionId, LineSink>,
    events: Sender<ServerEvent>,
    /// Started with the first task, as the painter's thread.
    computer: Option<Sender<SearchTask>>,
    painter: Option<PainterMaker>,
    painting: Option<Sender<(ConnectionId, BoardTask)>>,
    /// The game whose end was reported.
    over: Option<u32>,
    record: Option<PathBuf>,
    wake: Option<Duration>,
    report: Reporter,
}

impl RunningRoom {
    fn run(mut self, events: &Receiver<ServerEvent>) {
        let mut goes_on = self.input(RoomInput::Tick);
        while goes_on {
            let now = self.started.elapsed();
            let left = self.wake.map_or(LONG, |wake| wake.saturating_sub(now));
            goes_on = match events.recv_timeout(left) {
                Ok(ServerEvent::Opened { connection, sink, account }) => {
                    self.sinks.insert(connection, sink);
                    self.input(RoomInput::Opened { connection, token: secret(), account })
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
        }
        let before = self.room.state().played.len();
        self.wake = None;
        for effect in self.room.handle(input, self.started.elapsed()) {
            match effect {
                RoomEffect::Persist { record } => {
                    if let Some(file) = self.record.clone()
                        && let Err(why) = persist(&file, &record)
                    {
                        let why = why.to_string();
                        self.report(RoomReport::NotSaved { file: &file, why: &why });
                        return false;
                    }
                    self.report_change();
                }
                RoomEffect::Send { connection, message } => {
                    if let Some(sink) = self.sinks.get(&connection) {
                        sink(message.to_line());
                    }
                }
                RoomEffect::Close { connection } => drop(self.sinks.remove(&connection)),
                RoomEffect::Think { search, seat, level } => self.think(search, seat, level),
                RoomEffect::Draw { connection, seat, ply, request } => {
                    self.paint(connection, seat, ply, request);
                }
                RoomEffect::WakeAt { time } => self.wake = Some(time),
            }
        }
        if self.room.state().played.len() > before {
            self.report(RoomReport::Played { from: before });
        }
        if left && self.sinks.is_empty() {
            // No client looks at the board.
            self.painting = None;
        }
        if left && self.sinks.is_empty() && self.room.state().is_over() {
            self.report(RoomReport::Deserted);
        }
        true
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
        let mut path = self.room.game().move_path();
        path.events.truncate(request.at.unwrap_or(ply) as usize);
        let events = &self.events;
        let tasks = self.painting.get_or_insert_with(|| {
            let events = events.clone();
            start_painter(painter(), move |connection, line| {
                let _ = events.send(ServerEvent::Drawn { connection, line });
            })
        });
        if let Err(unsent) = tasks.send((connection, BoardTask { request, seat, path })) {
            // The thread panicked: the next request starts another one.
            drop(unsent);
            self.painting = None;
        }
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

/// Returns a file for the record of a new room, named after its ruleset and the time.
pub fn new_record_file(folder: &Path, ruleset: &str) -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let name = ruleset.replace(['/', '\\', '.'], "-");
    folder.join(format!("{name}-{}.loom", now.as_millis()))
}

fn persist(file: &Path, record: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // It holds the secrets of the clients.
    write_privately(file, record.as_bytes())
}
