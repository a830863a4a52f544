//! A client of a room that connects again by itself.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use boardloom_match::write_privately;
use boardloom_room::{
    ChatTo, ClientMessage, Error, ErrorCode, PlayerNote, Replica, RoomEvent, RoomState,
    ServerMessage,
};

use crate::invitation::Invitation;
use crate::line_connection::LineConnection;
use crate::plugin_parts::{DownloadStep, PluginDownload};
use crate::room_address::RoomAddress;
use crate::room_stream::StreamError;
use crate::secret::random;

/// The pause between attempts to connect.
const RETRY: Duration = Duration::from_millis(500);
/// A connection that lasted less than this counts as another failed attempt.
const SHORT: Duration = Duration::from_secs(2);
/// The longest pause, after several such connections in a row.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// How a client joins.
#[derive(Clone)]
pub struct ClientSettings {
    pub invitation: Invitation,
    pub name: String,
    /// Keeps the secret that brings the seat back after the program was closed.
    pub token_file: Option<PathBuf>,
    /// After this time without the server, the client gives up; `None` never does.
    pub give_up_after: Option<Duration>,
    /// Called on another thread when [`RoomClient::next_event`] has something to return.
    pub wake: Arc<dyn Fn() + Send + Sync>,
}

impl std::fmt::Debug for ClientSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ClientSettings { invitation, name, token_file, give_up_after, .. } = self;
        f.debug_struct("ClientSettings")
            .field("invitation", invitation)
            .field("name", name)
            .field("token_file", token_file)
            .field("give_up_after", give_up_after)
            .finish_non_exhaustive()
    }
}

/// What a client learned. The replica has it already.
#[derive(Debug, Clone, PartialEq)]
pub enum ClientEvent {
    /// The whole state, with what the running clock took since its last event.
    State {
        before: Option<Box<RoomState>>,
        elapsed: Duration,
    },
    /// A change of the state.
    Event {
        event: Box<RoomEvent>,
        before: Box<RoomState>,
    },
    /// The client has all events; the running clock took this long since the last.
    Current {
        elapsed: Duration,
    },
    Chat {
        from: u32,
        name: String,
        to: ChatTo,
        text: String,
    },
    /// The player's conditional moves have changed.
    Conditional,
    /// Notes that the client did not have: its own, and after the game those of all players.
    Notes(Vec<PlayerNote>),
    /// The plugin's file, which the client asked for: see [`RoomClient::take_plugin`].
    Plugin(Vec<u8>),
    /// It cannot be taken. The text is for players.
    NoPlugin(String),
    /// The server refused something.
    Refused(Error),
    /// The server sent a line that is no message.
    Unreadable,
    /// The connection broke off; the client tries to connect again.
    Lost,
    /// It is connected again.
    Back,
    /// The client has ended: nothing answers, or the server refuses this
    /// invitation. The text is for players.
    Ended(String),
}

enum LinkEvent {
    Connected(LineConnection),
    Line(String),
    Lost,
    Failed(String),
}

/// A client of a room. All its functions return at once.
pub struct RoomClient {
    replica: Replica,
    plugin: Option<PluginDownload>,
    connection: Option<LineConnection>,
    links: Receiver<LinkEvent>,
    settings: ClientSettings,
    /// Whether it was connected before.
    was_connected: bool,
    /// Whether a room has answered, ever and on this connection.
    was_welcome: bool,
    is_welcome: bool,
    ended: bool,
    stopped: Arc<AtomicBool>,
}

impl std::fmt::Debug for RoomClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RoomClient").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Drop for RoomClient {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl RoomClient {
    /// Begins to connect.
    pub fn start(settings: ClientSettings) -> Self {
        let token = settings.token_file.as_ref();
        let token = token.and_then(|path| std::fs::read_to_string(path).ok());
        let session = format!("{:x}", random());
        let code = settings.invitation.code.clone();
        let replica = Replica::new(settings.name.clone(), session, code, token);
        let (sender, links) = channel();
        let stopped = Arc::new(AtomicBool::new(false));
        let link = Link {
            invitation: settings.invitation.clone(),
            give_up_after: settings.give_up_after,
            events: sender,
            wake: Arc::clone(&settings.wake),
            stopped: Arc::clone(&stopped),
        };
        std::thread::spawn(move || link.run());
        RoomClient {
            replica,
            plugin: None,
            connection: None,
            links,
            settings,
            was_connected: false,
            was_welcome: false,
            is_welcome: false,
            ended: false,
            stopped,
        }
    }

    pub fn replica(&self) -> &Replica {
        &self.replica
    }

    pub fn invitation(&self) -> &Invitation {
        &self.settings.invitation
    }

    /// Returns the player's name.
    pub fn name(&self) -> &str {
        &self.settings.name
    }

    pub fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Sends a message. While the connection is broken, all but moves are lost.
    pub fn send(&self, message: &ClientMessage) {
        if let Some(connection) = &self.connection {
            let line = serde_json::to_string(message).expect("messages have only text keys");
            connection.send(line);
        }
    }

    /// Sends a move, again after each new connection until it is answered. False before the
    /// first state, and while another move is not answered.
    pub fn play(&mut self, mv: &str) -> bool {
        let command = self.replica.play(mv);
        command.iter().for_each(|command| self.send(command));
        command.is_some()
    }

    /// Replaces the player's conditional moves.
    pub fn set_conditional(&mut self, lines: Vec<Vec<String>>) {
        let message = self.replica.set_conditional(lines);
        message.iter().for_each(|message| self.send(message));
    }

    /// Asks for the file of the game's plugin, once the player has consented. False before the
    /// first state.
    pub fn take_plugin(&mut self) -> bool {
        let Some(state) = self.replica.state() else { return false };
        let download = PluginDownload::new(state.plugin_hash.clone());
        let request = download.request();
        self.plugin = Some(download);
        self.send(&request);
        true
    }

    /// Asks once more for what lacks of the plugin's file: a part that comes twice does no harm.
    fn ask_part_again(&self) {
        self.plugin.iter().for_each(|plugin| self.send(&plugin.request()));
    }

    /// Takes a part of the plugin's file.
    fn take_part(&mut self, part: &ServerMessage) -> Option<ClientEvent> {
        let step = self.plugin.as_mut()?.take(part);
        let event = match step {
            Ok(DownloadStep::Ignored) => return None,
            Ok(DownloadStep::Ask(next)) => {
                self.send(&next);
                return None;
            }
            Ok(DownloadStep::Whole(file)) => ClientEvent::Plugin(file),
            Err(why) => ClientEvent::NoPlugin(why),
        };
        self.plugin = None;
        Some(event)
    }

    pub fn chat(&mut self, to: ChatTo, text: &str) {
        let message = ClientMessage::Chat { id: self.replica.next_id(), to, text: text.to_owned() };
        self.send(&message);
    }

    /// Returns a replica to make commands with: see [`Replica::play`].
    pub fn replica_mut(&mut self) -> &mut Replica {
        &mut self.replica
    }

    /// Returns the next event; `None` until another one comes. The replica is as it was just after
    /// the event.
    pub fn next_event(&mut self) -> Option<ClientEvent> {
        while !self.ended {
            let event = match self.links.try_recv().ok()? {
                LinkEvent::Connected(connection) => {
                    self.connection = Some(connection);
                    self.is_welcome = false;
                    self.send(&self.replica.hello());
                    let again = std::mem::replace(&mut self.was_connected, true);
                    again.then_some(ClientEvent::Back)
                }
                LinkEvent::Line(line) => self.receive(&line),
                LinkEvent::Lost if !self.was_welcome => Some(self.end_unwelcome()),
                LinkEvent::Lost => self.connection.take().map(|_| ClientEvent::Lost),
                LinkEvent::Failed(why) => Some(self.end(why)),
            };
            if event.is_some() {
                return event;
            }
        }
        None
    }

    /// Ends after something took the connection and closed it without an answer.
    fn end_unwelcome(&mut self) -> ClientEvent {
        let Invitation { address, fingerprint, .. } = &self.settings.invitation;
        let why = match (address, fingerprint) {
            (RoomAddress::Server(_), _) | (_, Some(_)) => "it closed the connection",
            (RoomAddress::Program(_), None) => {
                "it closed the connection. If the room is encrypted, its invitation has a \
                 fingerprint, behind the code: copy all of it"
            }
        };
        let why = format!("no room answers at {address}: {why}");
        self.end(why)
    }

    fn end(&mut self, why: String) -> ClientEvent {
        self.ended = true;
        self.connection = None;
        self.stopped.store(true, Ordering::Relaxed);
        ClientEvent::Ended(why)
    }

    fn receive(&mut self, line: &str) -> Option<ClientEvent> {
        let Ok(message) = serde_json::from_str::<ServerMessage>(line) else {
            return Some(ClientEvent::Unreadable);
        };
        let new_notes = match &message {
            ServerMessage::Notes { notes, .. } => self.new_notes(notes),
            _ => Vec::new(),
        };
        let before = self.replica.state().cloned().map(Box::new);
        for answer in self.replica.take(&message) {
            self.send(&answer);
        }
        match message {
            ServerMessage::Welcome { token, .. } => {
                (self.was_welcome, self.is_welcome) = (true, true);
                self.keep(&token);
                self.ask_part_again();
                None
            }
            ServerMessage::State { state, elapsed_ms } if self.replica.state() == Some(&state) => {
                let elapsed = Duration::from_millis(elapsed_ms);
                Some(ClientEvent::State { before, elapsed })
            }
            ServerMessage::Event { event, .. } => {
                let before = before.filter(|before| self.replica.state() != Some(&**before))?;
                Some(ClientEvent::Event { event, before })
            }
            ServerMessage::Current { elapsed_ms, .. } => {
                Some(ClientEvent::Current { elapsed: Duration::from_millis(elapsed_ms) })
            }
            ServerMessage::Chat { from, name, to, text, .. } => {
                Some(ClientEvent::Chat { from, name, to, text })
            }
            ServerMessage::Conditional { .. } => Some(ClientEvent::Conditional),
            ServerMessage::Notes { .. } => {
                (!new_notes.is_empty()).then_some(ClientEvent::Notes(new_notes))
            }
            ServerMessage::Error(error) => {
                use ErrorCode::{
                    Closing, Code, Full, Name, Other, Refused, TooFast, TooMany, Version,
                };
                match error.code {
                    Code | Version | Name => Some(self.end(error.message)),
                    // There may be room again by the next try.
                    Closing | Full | TooFast | TooMany if !self.was_welcome => {
                        Some(self.end(error.message))
                    }
                    // A server that has no such room answers so.
                    Other if !self.is_welcome => Some(self.end(error.message)),
                    // The next ping asks again.
                    TooFast if self.plugin.is_some() => None,
                    Refused if self.plugin.take().is_some() => {
                        Some(ClientEvent::NoPlugin(error.message))
                    }
                    _ => Some(ClientEvent::Refused(error)),
                }
            }
            ServerMessage::Ping { .. } => {
                self.ask_part_again();
                None
            }
            part @ ServerMessage::Plugin { .. } => self.take_part(&part),
            // A state that is older than the client's is not taken over.
            ServerMessage::State { .. }
            | ServerMessage::Accepted { .. }
            | ServerMessage::Unknown => None,
        }
    }

    fn new_notes(&self, notes: &[PlayerNote]) -> Vec<PlayerNote> {
        let known = self.replica.notes();
        notes.iter().filter(|note| !known.contains(note)).cloned().collect()
    }

    /// Keeps the secret for the next start. Without the file, only the seat is lost then.
    fn keep(&self, token: &str) {
        let Some(path) = &self.settings.token_file else { return };
        if let Some(folder) = path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let _ = write_privately(path, token.as_bytes());
    }
}

/// The thread that connects.
struct Link {
    invitation: Invitation,
    give_up_after: Option<Duration>,
    events: Sender<LinkEvent>,
    wake: Arc<dyn Fn() + Send + Sync>,
    stopped: Arc<AtomicBool>,
}

impl Link {
    fn run(self) {
        let mut was_connected = false;
        let mut pause = Duration::ZERO;
        loop {
            std::thread::sleep(pause);
            if self.stopped.load(Ordering::Relaxed) {
                return;
            }
            let Some((connection, ended)) = self.connect(was_connected) else { return };
            was_connected = true;
            let began = Instant::now();
            if !self.tell(LinkEvent::Connected(connection)) {
                return;
            }
            // Ends with the connection's reader.
            while ended.recv().is_ok() {}
            pause = match began.elapsed() < SHORT {
                true => (pause * 2).clamp(RETRY, LONGEST_PAUSE),
                false => Duration::ZERO,
            };
            if !self.tell(LinkEvent::Lost) {
                return;
            }
        }
    }

    /// False once the client is gone.
    fn tell(&self, event: LinkEvent) -> bool {
        let told = self.events.send(event).is_ok() && !self.stopped.load(Ordering::Relaxed);
        (self.wake)();
        told
    }

    /// Connects, the first time at once or not at all. `None` when it gave up.
    fn connect(&self, again: bool) -> Option<(LineConnection, Receiver<()>)> {
        let began = Instant::now();
        loop {
            let failed = match self.try_connect() {
                Ok(connected) => return Some(connected),
                Err(error) => error,
            };
            let late = self.give_up_after.is_some_and(|limit| began.elapsed() > limit);
            let told = failed.get_ref().and_then(|inner| inner.downcast_ref::<StreamError>());
            // A room never changes its key while it runs.
            let is_other = matches!(
                told,
                Some(StreamError::OtherKey { .. } | StreamError::Certificate { .. })
            );
            if !again || late || is_other {
                let why = match told {
                    Some(told) => told.to_string(),
                    None => format!("no room answers at {}: {failed}", self.invitation.address),
                };
                self.tell(LinkEvent::Failed(why));
                return None;
            }
            std::thread::sleep(RETRY);
            if self.stopped.load(Ordering::Relaxed) {
                return None;
            }
        }
    }

    fn try_connect(&self) -> std::io::Result<(LineConnection, Receiver<()>)> {
        let (alive, ended) = channel::<()>();
        let (events, wake) = (self.events.clone(), Arc::clone(&self.wake));
        let receive = move |line: Option<String>| {
            let _held = &alive;
            if let Some(line) = line {
                let _ = events.send(LinkEvent::Line(line));
                wake();
            }
        };
        Ok((self.invitation.connect(receive)?, ended))
    }
}
