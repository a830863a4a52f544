//! All rooms of a server.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use boardloom_base::{Catalog, LogLimit};
use boardloom_match::GameSource;
use boardloom_match::record::Record;
use boardloom_online::{
    ClientOrigin, Counter, LineSink, RoomConnection, RoomHandle, RoomReport, RoomServer,
    RoomSupport, TooMany, network_of,
};
use boardloom_room::{Room, RoomAccount, RoomSettings, RoomState};
use boardloom_ruleset::Overrides;
use serde_json::{Map, Value, json};
use tokio::sync::{Notify, Semaphore, watch};

use crate::accounts::{Accounts, Visitor};
use crate::attempts::Attempts;
use crate::data_folder::{DataFolder, RoomNote, RoomStatus, RoomSummary, new_room_id};
use crate::database::{DatabaseError, now};
use crate::limits::ServerLimits;
use crate::moderation::{ModerationError, ModerationOrder};
use crate::over_game::OverGame;
use crate::painter::RoomPainter;
use crate::room_entry::{Idle, Presence, RoomEntry};
use crate::room_error::RoomError;
use crate::rulesets::{self, Offer};
use crate::server_clock::ServerClock;

/// The time for a new room to write its record.
const PATIENCE: Duration = Duration::from_secs(30);
/// Rooms and rulesets that are opened at the same time.
const WORKERS: usize = 4;
/// The most games that the lobby lists.
pub(crate) const LISTED: usize = 200;
/// The least time between two lists of the lobby.
const LOBBY_EVERY: Duration = Duration::from_millis(500);
/// Files of records a second, and at once, for an address.
const DOWNLOADS: (f64, f64) = (0.1, 10.0);
/// The most descriptions of rulesets that are remembered.
const DESCRIBED: usize = 500;

pub(crate) struct GameServer {
    pub catalog: Catalog,
    pub accounts: Arc<Accounts>,
    pub clock: ServerClock,
    /// The accounts that rooms know to be on vacation.
    pub on_vacation: Mutex<BTreeSet<i64>>,
    pub data: DataFolder,
    pub rooms: Mutex<BTreeMap<String, Arc<RoomEntry>>>,
    open_rooms: Arc<Counter>,
    /// Told when the list of the lobby changes.
    changes: Notify,
    /// The list, as one line.
    lobby: watch::Sender<Arc<str>>,
    described: Mutex<BTreeMap<String, Value>>,
    work: Arc<Semaphore>,
    pub downloads: Attempts<IpAddr>,
    /// Games whose results could not be written yet.
    unkept: Mutex<Vec<OverGame>>,
}

impl GameServer {
    /// Reads the rooms of the data folder; each wakes with its first client.
    pub fn new(
        catalog: Catalog,
        accounts: Accounts,
        data: DataFolder,
        limits: ServerLimits,
    ) -> Result<Arc<Self>, DatabaseError> {
        let open_rooms = Counter::new(limits.rooms, limits.rooms_by_address);
        let (mut rooms, mut on_vacation) = (BTreeMap::new(), BTreeSet::new());
        for (id, note) in data.rooms() {
            let away = note.summary.seats.iter().filter(|seat| seat.on_vacation);
            on_vacation.extend(away.filter_map(|seat| seat.account));
            let counted = open_rooms.count(None).ok();
            rooms.insert(id.clone(), RoomEntry::new(id, note, counted));
        }
        let server = GameServer {
            clock: ServerClock::open(&accounts.database)?,
            on_vacation: Mutex::new(on_vacation),
            catalog,
            accounts: Arc::new(accounts),
            data,
            rooms: Mutex::new(rooms),
            open_rooms,
            changes: Notify::new(),
            lobby: watch::Sender::new(Arc::from("")),
            described: Mutex::default(),
            work: Arc::new(Semaphore::new(WORKERS)),
            downloads: Attempts::new(DOWNLOADS.0, DOWNLOADS.1),
            unkept: Mutex::default(),
        };
        server.publish();
        Ok(Arc::new(server))
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
        let place = Arc::clone(&self.work).acquire_owned().await.ok()?;
        let server = Arc::clone(self);
        // A client that leaves does not end the work: its place is kept until it is done.
        let work = move || {
            let _place = place;
            work(&server)
        };
        tokio::task::spawn_blocking(work).await.ok()
    }

    pub fn count(&self) -> usize {
        lock(&self.rooms).len()
    }

    /// Returns the public games: open ones first, then the newest.
    fn list(&self) -> Value {
        let rooms = lock(&self.rooms);
        let mut listed: Vec<(RoomNote, &Arc<RoomEntry>)> =
            rooms.values().map(|entry| (entry.note(), entry)).collect();
        // A game with days a move stays for its players when it is over.
        let is_listed = |note: &RoomNote, entry: &RoomEntry| {
            let left = note.summary.status == RoomStatus::Over && entry.clients() == 0;
            note.code.is_none() && !(left && note.summary.has_days())
        };
        listed.retain(|(note, entry)| is_listed(note, entry));
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

    /// Returns the leaderboard of a family, and the families that have one.
    pub fn ratings(&self, family: Option<String>) -> Result<Value, DatabaseError> {
        let database = &self.accounts.database;
        let (rated, names) = (database.rated_families()?, rulesets::families(&self.catalog));
        let family = family.or_else(|| rated.first().cloned()).unwrap_or_default();
        let players = database.leaderboard(&family, now())?;
        let families = rated.into_iter().map(
            |family| json!({ "name": names.get(&family).unwrap_or(&family), "family": family }),
        );
        Ok(json!({
            "type": "ratings",
            "family": family,
            "families": families.collect::<Vec<_>>(),
            "players": rulesets::with_family_names(&players, &names),
        }))
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
        creator: &Visitor,
    ) -> Result<(String, Option<String>), RoomError> {
        if self.accounts.required && creator.signed_in.is_none() {
            return Err(RoomError::SignIn);
        }
        let counted = self.open_rooms.count(Some(creator.address)).map_err(|why| match why {
            TooMany::InAll => RoomError::Full,
            TooMany::OfAddress => RoomError::TooMany,
        })?;
        let (source, settings) =
            rulesets::accept(&self.catalog, offer).map_err(RoomError::Offer)?;
        let settings = RoomSettings {
            accounts_only: self.accounts.required,
            opened_at: Some(self.clock.time()),
            ..settings
        };
        let id = new_room_id();
        let summary = RoomSummary {
            ruleset: source.ruleset.id.clone(),
            name: source.ruleset.name.clone(),
            family: source.ruleset.plugin.clone(),
            rated: settings.rated,
            clock: settings.control.to_string(),
            delay: settings.delay,
            analysis: settings.analysis,
            options: rulesets::changed_options(&source),
            ..RoomSummary::default()
        };
        let created = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let code = settings.code.clone();
        let note = RoomNote { created, code: code.clone(), summary, turn: None };
        self.data.write_note(&id, &note).map_err(|error| {
            tracing::error!(room = id, %error, "a room cannot be kept");
            RoomError::Disk
        })?;
        let entry = RoomEntry::new(id.clone(), note, Some(counted));
        let room = Room::new(source.clone(), settings)?;
        let (written, waiting) = channel();
        entry.start(self.start(&entry, source, room, Some(written)));
        if waiting.recv_timeout(PATIENCE).is_err() {
            entry.end();
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
        visitor: &Visitor,
        sink: LineSink,
    ) -> Result<(RoomConnection, Presence), RoomError> {
        let entry = lock(&self.rooms).get(id).cloned();
        let Some(entry) = entry else { return Err(self.missing(id).await) };
        let presence = entry.enter(visitor);
        // Clients of one room wait here, and take up no worker.
        let _turn = entry.turn.lock().await;
        let woken = Arc::clone(&entry);
        let visitor = visitor.clone();
        let connected = self.work(move |server| server.wake(&woken, sink, &visitor)).await;
        let failed = || RoomError::Unreadable("the server failed".to_owned());
        match connected.ok_or_else(failed)? {
            Ok(connection) => Ok((connection, presence)),
            // It was removed meanwhile.
            Err(RoomError::Unknown) => Err(self.missing(id).await),
            Err(error) => Err(error),
        }
    }

    /// Says why there is no such room.
    async fn missing(&self, id: &str) -> RoomError {
        let room = id.to_owned();
        let closed = self.accounts.ask(move |it| it.closed_room(&room)).await;
        closed.ok().flatten().map_or(RoomError::Unknown, RoomError::Closed)
    }

    /// Follows what `serve admin` has written meanwhile.
    pub fn follow_admin(&self) {
        if self.accounts.has_foreign_changes() {
            self.follow_moderation();
        }
    }

    /// Applies mutes and bans, and removes the rooms that are closed.
    pub fn follow_moderation(&self) {
        self.accounts.follow_moderation();
        let closed = match self.accounts.database.closed_rooms() {
            Ok(closed) => closed,
            Err(error) => return tracing::error!(%error, "closed rooms cannot be read"),
        };
        for room in closed {
            let Some(entry) = lock(&self.rooms).get(&room).cloned() else { continue };
            entry.end();
            self.data.remove(&room);
            lock(&self.rooms).remove(&room);
            tracing::info!(room, "a moderator has closed it");
            self.changed();
        }
    }

    /// Carries out a moderator's order.
    pub fn moderate(
        &self,
        order: &ModerationOrder,
        moderator: &Visitor,
    ) -> Result<(), ModerationError> {
        let name = moderator.account().map(|it| &*it.name);
        self.accounts.database.moderate(order, name, now())?;
        self.follow_moderation();
        Ok(())
    }

    /// Returns who is in a room, with their addresses; `None` if there is no such room.
    pub fn visitors(&self, room: &str) -> Option<Value> {
        let entry = lock(&self.rooms).get(room).cloned()?;
        let visitor = |it: Visitor| {
            let account = it.account().map(|it| it.name.clone());
            json!({ "account": account, "address": it.address.to_string() })
        };
        Some(entry.visitors().into_iter().map(visitor).collect())
    }

    fn wake(
        self: &Arc<Self>,
        entry: &Arc<RoomEntry>,
        sink: LineSink,
        visitor: &Visitor,
    ) -> Result<RoomConnection, RoomError> {
        let family = entry.note().summary.family;
        let account = visitor.account().map(|account| RoomAccount {
            on_vacation: lock(&self.on_vacation).contains(&account.id),
            rating: self.accounts.database.rating_of(account.id, &family).unwrap_or_default(),
            id: account.id,
            name: account.name.clone(),
        });
        let network = Some(network_of(visitor.address));
        let origin = ClientOrigin { account, network };
        entry.connect(sink, origin, || self.reopen(entry))
    }

    /// Starts a room from its file.
    pub fn reopen(self: &Arc<Self>, entry: &Arc<RoomEntry>) -> Result<RoomServer, RoomError> {
        let (source, room) = self.restore(entry).inspect_err(|error| {
            tracing::error!(room = entry.id, %error, "a room cannot be restored");
        })?;
        Ok(self.start(entry, source, room, None))
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
        let RoomNote { code, summary, .. } = entry.note();
        let settings = RoomSettings {
            code,
            rated: summary.rated,
            draws_boards: true,
            accounts_only: self.accounts.required,
            opened_at: Some(self.clock.time()),
            ..RoomServer::settings()
        };
        let room = Room::restore(source.clone(), settings, &text)?;
        Ok((source, room))
    }

    pub fn entries(&self) -> Vec<Arc<RoomEntry>> {
        lock(&self.rooms).values().cloned().collect()
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
        let file =
            RoomContext::upgrade(&server, &entry).map(|it| it.server.data.record(&it.entry.id));
        let mut written = written;
        let report = move |report: RoomReport<'_>, state: &RoomState| {
            let Some(known) = RoomContext::upgrade(&server, &entry) else { return };
            known.report(report, state);
            if let RoomReport::Changed { .. } = report
                && let Some(written) = written.take()
            {
                let _ = written.send(());
            }
        };
        let painter = move || -> Box<dyn boardloom_online::BoardPainter> {
            Box::new(RoomPainter::new(source.clone()))
        };
        let (known, name) = (Arc::downgrade(self), room.state().plugin.clone());
        let plugin = move || {
            let bytes = known.upgrade()?.catalog.plugins().bytes(&name).map(Cow::into_owned);
            bytes.ok()
        };
        let support = RoomSupport {
            record: file,
            painter: Some(Box::new(painter)),
            plugin: Some(Box::new(plugin)),
        };
        RoomServer::start(room, support, report)
    }

    /// Keeps a game that is over; what cannot be written is tried again.
    pub fn keep_game(&self, game: OverGame) {
        if !game.keep(&self.data, &self.accounts.database) {
            lock(&self.unkept).push(game);
        }
    }

    /// Tries again to keep the results that could not be written.
    pub fn keep_results(&self) {
        let mut games = std::mem::take(&mut *lock(&self.unkept));
        games.retain(|game| !game.keep(&self.data, &self.accounts.database));
        lock(&self.unkept).append(&mut games);
    }

    /// Puts rooms to sleep without clients, and removes those that are not needed.
    pub fn tidy(&self) {
        let database = &self.accounts.database;
        if let Err(error) = database.tidy_sessions(now()).and(database.tidy_moderation(now())) {
            tracing::error!(%error, "old sessions and sanctions cannot be removed");
        }
        if let Err(error) = self.clock.keep(database) {
            tracing::error!(%error, "the time cannot be kept");
        }
        let time = Instant::now();
        for entry in self.entries() {
            let idle = entry.idle(time);
            // Until its result is kept, the room's file is all that there is of it.
            if idle == Idle::Remove && lock(&self.unkept).iter().any(|it| it.room == entry.id) {
                continue;
            }
            let is_removed = idle == Idle::Remove;
            if idle == Idle::Keep || !entry.end_if_empty(is_removed) || !is_removed {
                continue;
            }
            lock(&self.rooms).remove(&entry.id);
            self.data.remove(&entry.id);
            self.changed();
        }
    }

    /// Ends all rooms; each can be continued from its file.
    pub fn stop(&self) {
        self.entries().iter().for_each(|entry| entry.stop());
        if let Err(error) = self.clock.keep(&self.accounts.database) {
            tracing::error!(%error, "the time cannot be kept");
        }
    }

    fn changed(&self) {
        self.changes.notify_one();
    }
}

/// The server and a room, from the room's thread.
struct RoomContext {
    server: Arc<GameServer>,
    entry: Arc<RoomEntry>,
}

impl RoomContext {
    fn upgrade(server: &Weak<GameServer>, entry: &Weak<RoomEntry>) -> Option<Self> {
        Some(RoomContext { server: server.upgrade()?, entry: entry.upgrade()? })
    }

    fn keep_result(&self, state: &RoomState, record: &str, running: &RoomHandle) {
        let game = OverGame {
            room: self.entry.id.clone(),
            note: self.entry.note(),
            state: state.clone(),
            record: record.to_owned(),
            running: running.clone(),
        };
        self.server.keep_game(game);
    }

    /// Follows what happens in the room.
    fn report(&self, report: RoomReport<'_>, state: &RoomState) {
        let (data, room) = (&self.server.data, &*self.entry.id);
        match report {
            RoomReport::Changed { clock_ends } => {
                let deadline = clock_ends.map(|left| self.server.clock.time().after(left));
                let Some(note) = self.entry.follow(state, deadline) else { return };
                if let Err(error) = data.write_note(room, &note) {
                    // The list is out of date after a restart, until the room wakes.
                    tracing::error!(room, %error, "a room's note cannot be written");
                }
                self.server.changed();
            }
            RoomReport::GameOver { record, room: running } => {
                self.keep_result(state, record, running);
            }
            RoomReport::SaveDelayed { file, why } => {
                let file = file.display();
                tracing::error!(room, %file, why, "a room waits: it cannot be saved now");
            }
            RoomReport::NotSaved { file, why } => {
                tracing::error!(room, file = %file.display(), why, "a room ends: it cannot be saved");
            }
            RoomReport::NoComputerMove { ply, why } => {
                tracing::error!(room, ply, why, "the computer found no move");
            }
            RoomReport::Refused => {
                static FULL: LogLimit = LogLimit::new();
                if let Some(left_out) = FULL.passes() {
                    tracing::warn!(room, left_out, "a room is full");
                }
            }
            RoomReport::BadInput { network, error } => {
                static BAD: LogLimit = LogLimit::new();
                if let Some(left_out) = BAD.passes() {
                    let (network, why) = (network.map(tracing::field::display), &error.message);
                    tracing::warn!(room, network, code = ?error.code, why, left_out, "bad input");
                }
            }
            RoomReport::Played { .. } | RoomReport::Deserted => {}
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
