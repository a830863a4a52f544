//! All rooms of a server.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use boardloom_base::Catalog;
use boardloom_match::record::Record;
use boardloom_match::{GameSource, MatchError};
use boardloom_online::{LineSink, RoomConnection, RoomReport, RoomServer};
use boardloom_room::{RestoreError, Room, RoomSettings};
use boardloom_ruleset::Overrides;
use serde_json::{Map, Value, json};
use thiserror::Error;
use tokio::sync::{Notify, Semaphore, watch};

use crate::data_folder::{DataFolder, RoomNote, RoomStatus, RoomSummary, is_room_id, new_room_id};
use crate::limits::{Counter, ServerLimits, TooMany};
use crate::painter::RoomPainter;
use crate::room_entry::{Idle, Presence, RoomEntry};
use crate::rulesets::{self, Offer};

/// The time for a new room to write its record.
const PATIENCE: Duration = Duration::from_secs(30);
/// Rooms and rulesets that are opened at the same time.
const WORKERS: usize = 4;
/// The most games that the lobby lists.
const LISTED: usize = 200;
/// The least time between two lists of the lobby.
const LOBBY_EVERY: Duration = Duration::from_millis(500);
/// The most descriptions of rulesets that are remembered.
const DESCRIBED: usize = 500;

#[derive(Debug, Error)]
pub(crate) enum RoomError {
    #[error("there is no such game; it may have ended")]
    Unknown,
    #[error("{0}")]
    Offer(String),
    #[error("too many games are open on this server; try again later")]
    Full,
    #[error("you have opened too many games; finish some first")]
    TooMany,
    #[error("too many players and watchers are in this game; try again later")]
    Crowded,
    #[error("the game cannot be kept on the server's disk")]
    Disk,
    #[error("the game cannot be opened: {0}")]
    Match(#[from] MatchError),
    #[error("the game cannot be restored: {0}")]
    Restore(#[from] RestoreError),
    #[error("the game cannot be restored: {0}")]
    Unreadable(String),
}

impl RoomError {
    pub fn code(&self) -> &'static str {
        match self {
            RoomError::Unknown => "no-room",
            RoomError::Offer(_) => "offer",
            RoomError::Full | RoomError::TooMany | RoomError::Crowded => "too-many",
            RoomError::Disk => "disk",
            RoomError::Match(_) => "plugin",
            RoomError::Restore(_) | RoomError::Unreadable(_) => "damaged",
        }
    }
}

pub(crate) struct GameServer {
    pub catalog: Catalog,
    data: DataFolder,
    rooms: Mutex<BTreeMap<String, Arc<RoomEntry>>>,
    open_rooms: Arc<Counter>,
    /// Told when the list of the lobby changes.
    changes: Notify,
    /// The list, as one line.
    lobby: watch::Sender<Arc<str>>,
    described: Mutex<BTreeMap<String, Value>>,
    work: Semaphore,
}

impl GameServer {
    /// Reads the rooms of the data folder; each wakes with its first client.
    pub fn new(catalog: Catalog, data: DataFolder, limits: ServerLimits) -> Arc<Self> {
        let open_rooms = Counter::new(limits.rooms, limits.rooms_by_address);
        let mut rooms = BTreeMap::new();
        for (id, note) in data.rooms() {
            let open = note.summary.status != RoomStatus::Over;
            let counted = open.then(|| open_rooms.count(None).ok()).flatten();
            rooms.insert(id.clone(), RoomEntry::new(id, note, counted));
        }
        let server = GameServer {
            catalog,
            data,
            rooms: Mutex::new(rooms),
            open_rooms,
            changes: Notify::new(),
            lobby: watch::Sender::new(Arc::from("")),
            described: Mutex::default(),
            work: Semaphore::new(WORKERS),
        };
        server.publish();
        Arc::new(server)
    }

    pub fn lobby(&self) -> watch::Receiver<Arc<str>> {
        self.lobby.subscribe()
    }

    /// Publishes the list of the lobby whenever it changes, for ever.
    pub async fn publish_changes(&self) {
        loop {
            self.changes.notified().await;
            self.publish();
            tokio::time::sleep(LOBBY_EVERY).await;
        }
    }

    fn publish(&self) {
        self.lobby.send_replace(self.list().to_string().into());
    }

    /// Does something that reads files and opens plugins, on a thread for such work.
    pub async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Arc<Self>) -> T + Send + 'static,
    ) -> Option<T> {
        let _place = self.work.acquire().await.ok()?;
        let server = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&server)).await.ok()
    }

    pub fn count(&self) -> usize {
        lock(&self.rooms).len()
    }

    /// Returns the public games: open ones first, then the newest.
    fn list(&self) -> Value {
        let rooms = lock(&self.rooms);
        let mut listed: Vec<(RoomNote, &Arc<RoomEntry>)> =
            rooms.values().map(|entry| (entry.note(), entry)).collect();
        listed.retain(|(note, _)| note.code.is_none());
        listed.sort_by_key(|(note, _)| (note.summary.status, std::cmp::Reverse(note.created)));
        let more = listed.len().saturating_sub(LISTED);
        listed.truncate(LISTED);
        let room = |(note, entry): &(RoomNote, &Arc<RoomEntry>)| {
            let mut json = serde_json::to_value(&note.summary).expect("a summary is JSON");
            json["room"] = Value::from(entry.id.as_str());
            json["created"] = Value::from(note.created);
            json["clients"] = Value::from(entry.clients());
            json
        };
        let games = listed.iter().map(room).collect::<Vec<_>>();
        json!({ "type": "games", "games": games, "more": more })
    }

    pub fn describe(
        &self,
        ruleset: &str,
        options: &Map<String, Value>,
    ) -> Result<Value, RoomError> {
        let key = format!("{ruleset} {}", Value::Object(options.clone()));
        if let Some(known) = lock(&self.described).get(&key) {
            return Ok(known.clone());
        }
        let described = rulesets::describe(&self.catalog, ruleset, options);
        let described = described.map_err(RoomError::Offer)?;
        let mut known = lock(&self.described);
        if known.len() >= DESCRIBED {
            known.clear();
        }
        known.insert(key, described.clone());
        Ok(described)
    }

    /// Opens a room, which is on the disk when this returns. Returns its name and its code.
    pub fn create(
        self: &Arc<Self>,
        offer: &Offer,
        address: IpAddr,
    ) -> Result<(String, Option<String>), RoomError> {
        let counted = self.open_rooms.count(Some(address)).map_err(|why| match why {
            TooMany::InAll => RoomError::Full,
            TooMany::OfAddress => RoomError::TooMany,
        })?;
        let (source, settings) =
            rulesets::accept(&self.catalog, offer).map_err(RoomError::Offer)?;
        let id = new_room_id();
        let summary = RoomSummary {
            ruleset: source.ruleset.id.clone(),
            name: source.ruleset.name.clone(),
            clock: settings.control.to_string(),
            options: rulesets::changed_options(&source),
            ..RoomSummary::default()
        };
        let created = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let code = settings.code.clone();
        let note = RoomNote { created, code: code.clone(), summary };
        self.data.write_note(&id, &note).map_err(|error| {
            tracing::error!(room = id, %error, "a room cannot be kept");
            RoomError::Disk
        })?;
        let entry = RoomEntry::new(id.clone(), note, Some(counted));
        let room = Room::new(source.clone(), settings)?;
        let (written, waiting) = channel();
        entry.start(self.start(&entry, source, room, Some(written)));
        if waiting.recv_timeout(PATIENCE).is_err() {
            entry.stop();
            self.data.remove(&id);
            return Err(RoomError::Disk);
        }
        lock(&self.rooms).insert(id.clone(), entry);
        self.changed();
        Ok((id, code))
    }

    /// Connects a client to a room, which wakes if it sleeps.
    pub async fn connect(
        self: &Arc<Self>,
        id: &str,
        sink: LineSink,
    ) -> Result<(RoomConnection, Presence), RoomError> {
        let entry = lock(&self.rooms).get(id).cloned().ok_or(RoomError::Unknown)?;
        let presence = entry.enter();
        // Clients of one room wait here, and take up no worker.
        let _turn = entry.turn.lock().await;
        let woken = Arc::clone(&entry);
        let connected = self.work(move |server| server.wake(&woken, sink)).await;
        let failed = || RoomError::Unreadable("the server failed".to_owned());
        Ok((connected.ok_or_else(failed)??, presence))
    }

    fn wake(
        self: &Arc<Self>,
        entry: &Arc<RoomEntry>,
        sink: LineSink,
    ) -> Result<RoomConnection, RoomError> {
        let connected = entry.connect(sink, || {
            let (source, room) = self.restore(entry).inspect_err(|error| {
                tracing::error!(room = entry.id, %error, "a room cannot be restored");
            })?;
            Ok::<_, RoomError>(self.start(entry, source, room, None))
        });
        connected?.ok_or(RoomError::Crowded)
    }

    fn restore(&self, entry: &RoomEntry) -> Result<(GameSource, Room), RoomError> {
        let unreadable = |why: &dyn std::fmt::Display| RoomError::Unreadable(why.to_string());
        let file = self.data.record(&entry.id);
        let text = std::fs::read_to_string(&file).map_err(|error| unreadable(&error))?;
        let record = Record::parse(&text).map_err(|error| unreadable(&error))?;
        let none = Overrides::new();
        let source = match record.ruleset_toml.is_empty() {
            true => self.catalog.source(&record.ruleset, &none),
            false => self.catalog.source_of_text(&record.ruleset, &record.ruleset_toml, &none),
        };
        let source = source.map_err(|error| unreadable(&error))?;
        let code = entry.note().code;
        let settings = RoomSettings { code, draws_boards: true, ..RoomServer::settings() };
        let room = Room::restore(source.clone(), settings, &text)?;
        Ok((source, room))
    }

    /// Starts a room's thread. `written` is told once the room's record is on the disk.
    fn start(
        self: &Arc<Self>,
        entry: &Arc<RoomEntry>,
        source: GameSource,
        room: Room,
        written: Option<Sender<()>>,
    ) -> RoomServer {
        let (server, entry) = (Arc::downgrade(self), Arc::downgrade(entry));
        let file = Upgraded::upgrade(&server, &entry).map(|it| it.server.data.record(&it.entry.id));
        let mut written = written;
        let report = move |report: RoomReport<'_>, state: &boardloom_room::RoomState| {
            let Some(known) = Upgraded::upgrade(&server, &entry) else { return };
            known.report(report, state);
            if let RoomReport::Changed = report
                && let Some(written) = written.take()
            {
                let _ = written.send(());
            }
        };
        let painter = move || -> Box<dyn boardloom_online::BoardPainter> {
            Box::new(RoomPainter::new(source.clone()))
        };
        RoomServer::start_with_painter(room, file, Some(Box::new(painter)), report)
    }

    pub fn finished(&self, name: &str) -> Option<String> {
        let (room, game) = name.strip_suffix(".loom")?.rsplit_once('-')?;
        let game = game.parse().ok().filter(|_| is_room_id(room))?;
        std::fs::read_to_string(self.data.finished(room, game)).ok()
    }

    /// Puts rooms to sleep without clients, and removes those that are not needed.
    pub fn tidy(&self) {
        let entries: Vec<Arc<RoomEntry>> = lock(&self.rooms).values().cloned().collect();
        let now = Instant::now();
        for entry in entries {
            let idle = entry.idle(now);
            if idle == Idle::Keep || !entry.sleep_if_empty() || idle == Idle::Sleep {
                continue;
            }
            lock(&self.rooms).remove(&entry.id);
            self.data.remove(&entry.id);
            self.changed();
        }
    }

    /// Ends all rooms; each can be continued from its file.
    pub fn stop(&self) {
        let entries: Vec<Arc<RoomEntry>> = lock(&self.rooms).values().cloned().collect();
        entries.iter().for_each(|entry| entry.stop());
    }

    fn changed(&self) {
        self.changes.notify_one();
    }
}

/// The server and a room, from the room's thread.
struct Upgraded {
    server: Arc<GameServer>,
    entry: Arc<RoomEntry>,
}

impl Upgraded {
    fn upgrade(server: &Weak<GameServer>, entry: &Weak<RoomEntry>) -> Option<Self> {
        Some(Upgraded { server: server.upgrade()?, entry: entry.upgrade()? })
    }

    fn report(&self, report: RoomReport<'_>, state: &boardloom_room::RoomState) {
        let (data, room) = (&self.server.data, &*self.entry.id);
        match report {
            RoomReport::Changed => {
                let Some(note) = self.entry.follow(state) else { return };
                if let Err(error) = data.write_note(room, &note) {
                    // The list is out of date after a restart, until the room wakes.
                    tracing::error!(room, %error, "a room's note cannot be written");
                }
                self.server.changed();
            }
            RoomReport::GameOver { record } => {
                if let Err(error) = data.keep_finished(room, state.game, record) {
                    tracing::error!(room, %error, "a finished game cannot be kept");
                }
            }
            RoomReport::NotSaved { file, why } => {
                tracing::error!(room, file = %file.display(), why, "a room ends: it cannot be saved");
            }
            RoomReport::NoComputerMove { ply, why } => {
                tracing::error!(room, ply, why, "the computer found no move");
            }
            RoomReport::Refused => tracing::warn!(room, "a room is full"),
            RoomReport::Played { .. } | RoomReport::Deserted => {}
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
