//! A room in its own thread.

use std::fmt;
use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use boardloom_match::write_atomically;
use boardloom_room::{ConnectionId, Room, RoomInput, RoomSettings, RoomState, ServerMessage};

use crate::board_painter::PainterMaker;
use crate::counter::{Counted, Counter, network_of};
use crate::line_connection::LineConnection;
use crate::plugin_parts::PluginReader;
use crate::room_events::{ClientOrigin, LineSink, RoomReport, ServerEvent, WaitingLine};
use crate::room_key::RoomKey;
use crate::room_stream::RoomStream;
use crate::running_room::RunningRoom;

/// Connections at a time, in all and from a network; more are refused.
const MAX_CONNECTIONS: usize = 64;
const MAX_BY_NETWORK: usize = 40;
/// Connections at a time that are told that they are refused; more are closed at once.
const MAX_TOLD: usize = 16;
/// Lines of a connection that wait for the room; beyond, no more are read.
const MAX_WAITING: usize = 64;
/// The pause before it is asked again whether the room has taken some.
const FULL_PAUSE: Duration = Duration::from_millis(5);
/// A refused connection says hello within this time.
const TOLD_WITHIN: Duration = Duration::from_secs(5);
/// The pause after a connection could not be accepted: out of file handles, for example.
const RETRY: Duration = Duration::from_millis(200);

/// A running room. Dropping it ends the room, which can be continued from its record.
pub struct RoomServer {
    events: Sender<ServerEvent>,
    numbers: Arc<AtomicU64>,
    places: Arc<Counter>,
    /// Whether the room is told to end, for a thread that waits for the disk.
    stopping: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// The addresses that are listened on.
    listening: Mutex<Vec<SocketAddr>>,
}

impl fmt::Debug for RoomServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoomServer").field("listening", &self.listening).finish_non_exhaustive()
    }
}

/// What a room has beside its rules.
#[derive(Default)]
pub struct RoomSupport {
    /// The file of its record, which it writes before it tells of anything.
    pub record: Option<PathBuf>,
    /// For a room whose settings say that it draws boards.
    pub painter: Option<PainterMaker>,
    /// For a room whose settings say that it gives its plugin.
    pub plugin: Option<PluginReader>,
}

impl RoomSupport {
    /// Returns the support of a room that writes its record to a file.
    pub fn with_record(record: Option<PathBuf>) -> Self {
        RoomSupport { record, ..RoomSupport::default() }
    }
}

impl fmt::Debug for RoomSupport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoomSupport").field("record", &self.record).finish_non_exhaustive()
    }
}

/// The receiving side of a client's connection. Dropping it tells the room that the client is gone.
pub struct RoomConnection {
    events: Sender<ServerEvent>,
    connection: ConnectionId,
    /// Counts until it is dropped.
    _place: Counted,
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
    }
}

impl RoomServer {
    /// Returns settings with the server's limits.
    pub fn settings() -> RoomSettings {
        RoomSettings { gives_plugin: true, ..RoomSettings::default() }
    }

    /// Runs a room. `report` is called on the room's thread.
    pub fn start(
        room: Room,
        support: RoomSupport,
        report: impl FnMut(RoomReport<'_>, &RoomState) + Send + 'static,
    ) -> Self {
        let (events, inputs) = channel();
        let stopping = Arc::<AtomicBool>::default();
        let mut running = RunningRoom::new(room, events.clone(), Box::new(report));
        running.stopping = Arc::clone(&stopping);
        let RoomSupport { record, painter, plugin } = support;
        (running.painter, running.record, running.plugin) = (painter, record, plugin);
        let thread = std::thread::spawn(move || running.run(&inputs));
        RoomServer {
            events,
            numbers: Arc::default(),
            places: Counter::new(MAX_CONNECTIONS, MAX_BY_NETWORK),
            stopping,
            thread: Some(thread),
            listening: Mutex::default(),
        }
    }

    /// Opens a connection of a client; `None` if there are too many.
    pub fn connect(&self, sink: LineSink) -> Option<RoomConnection> {
        self.connect_as(sink, ClientOrigin::default())
    }

    /// As [`RoomServer::connect`], for a client of whom something is known.
    pub fn connect_as(&self, sink: LineSink, origin: ClientOrigin) -> Option<RoomConnection> {
        let opener = self.opener();
        let refused = |_| drop(opener.events.send(ServerEvent::Refused));
        let place = opener.places.count(None).map_err(refused).ok()?;
        opener.connect(place, sink, origin)
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
        let RoomServer { events, numbers, places, .. } = self;
        ConnectionOpener {
            events: events.clone(),
            numbers: Arc::clone(numbers),
            places: Arc::clone(places),
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
        self.stopping.store(true, Ordering::Relaxed);
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
    places: Arc<Counter>,
}

impl ConnectionOpener {
    fn connect(
        &self,
        place: Counted,
        sink: LineSink,
        origin: ClientOrigin,
    ) -> Option<RoomConnection> {
        let connection = ConnectionId(self.numbers.fetch_add(1, Ordering::Relaxed) + 1);
        let opened = RoomConnection {
            events: self.events.clone(),
            connection,
            _place: place,
            waiting: Arc::default(),
        };
        // Before any line: inputs are taken one after the other.
        self.events.send(ServerEvent::Opened { connection, sink, origin }).ok()?;
        Some(opened)
    }
}

fn accept(listener: &TcpListener, key: Option<&RoomKey>, opener: &ConnectionOpener) {
    let told = Arc::<AtomicUsize>::default();
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            std::thread::sleep(RETRY);
            continue;
        };
        let network = stream.peer_addr().ok().map(|address| network_of(address.ip()));
        let stream = match key {
            None => Ok(RoomStream::plain(stream)),
            Some(key) => RoomStream::server(stream, key),
        };
        let Ok(stream) = stream else { continue };
        let Ok(place) = opener.places.count(network) else {
            if opener.events.send(ServerEvent::Refused).is_err() {
                return;
            }
            refuse(stream, &told);
            continue;
        };
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
        let origin = ClientOrigin { account: None, network };
        match opener.connect(place, Box::new(move |line| connection.send(line)), origin) {
            Some(connection) => drop(opened.send(connection)),
            // The room has ended.
            None => return,
        }
    }
}

/// Says on a connection that there are too many, and closes it.
fn refuse(mut stream: RoomStream, told: &Arc<AtomicUsize>) {
    if told.fetch_add(1, Ordering::Relaxed) >= MAX_TOLD {
        told.fetch_sub(1, Ordering::Relaxed);
        return stream.cut();
    }
    let told = Arc::clone(told);
    std::thread::spawn(move || {
        let socket = stream.socket();
        let limited = socket.set_read_timeout(Some(TOLD_WITHIN)).is_ok()
            && socket.set_write_timeout(Some(TOLD_WITHIN)).is_ok();
        // Reading makes the handshake of TLS; the client says hello first.
        if limited && stream.read(&mut [0; 1024]).is_ok_and(|count| count > 0) {
            let line = ServerMessage::too_many("too many connections: try again later").to_line();
            let _ = stream.send(format!("{line}\n").as_bytes());
        }
        stream.close();
        told.fetch_sub(1, Ordering::Relaxed);
    });
}

/// Returns a file for the record of a new room, named after its ruleset and the time.
pub fn new_record_file(folder: &Path, ruleset: &str) -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let name = ruleset.replace(['/', '\\', '.'], "-");
    folder.join(format!("{name}-{}.loom", now.as_millis()))
}
