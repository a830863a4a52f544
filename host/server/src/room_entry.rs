//! A room that the server knows, whether it runs or sleeps in its file.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use boardloom_online::{ClientOrigin, Counted, LineSink, RoomConnection, RoomServer};
use boardloom_room::{RoomState, ServerTime};

use crate::accounts::Visitor;
use crate::data_folder::{RoomNote, RoomStatus, SeatSummary, SlowTurn};
use crate::room_error::RoomError;

/// A room without clients stays awake for so long.
const AWAKE: Duration = Duration::from_secs(120);
/// An offer without clients stays open for so long.
const OPEN: Duration = Duration::from_secs(3600);
/// One with days a move stays for so long, and so does its game after the end, so that its players
/// find it.
const SLOW: Duration = Duration::from_secs(7 * 86_400);
/// A game whose clock does not run stays for so long without clients.
const ABANDONED: Duration = Duration::from_secs(90 * 86_400);

#[derive(Debug)]
pub(crate) struct RoomEntry {
    pub id: String,
    /// Clients enter one after the other.
    pub turn: tokio::sync::Mutex<()>,
    note: Mutex<RoomNote>,
    /// `None` while the room sleeps in its file.
    server: Mutex<Option<RoomServer>>,
    clients: AtomicUsize,
    visitors: Mutex<BTreeMap<u64, Visitor>>,
    left: Mutex<Instant>,
    /// Whether a clock runs that is not of days, so that the room must stay awake.
    clock_runs: Mutex<bool>,
    /// Whether the room was removed; read and set by those who lock `server`.
    is_gone: AtomicBool,
    /// Of the address that opened the room. A rematch may follow each game.
    _counted: Option<Counted>,
}

/// A client in the room, until it is dropped.
#[derive(Debug)]
pub(crate) struct Presence {
    entry: Arc<RoomEntry>,
    number: u64,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let Presence { entry, number } = self;
        *lock(&entry.left) = Instant::now();
        lock(&entry.visitors).remove(number);
        entry.clients.fetch_sub(1, Ordering::SeqCst);
    }
}

/// What the server does with a room without clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Idle {
    Keep,
    /// Its thread ends; the next client wakes it.
    Sleep,
    /// No client came for long, or the game is over and kept elsewhere.
    Remove,
}

impl RoomEntry {
    pub fn new(id: String, note: RoomNote, counted: Option<Counted>) -> Arc<Self> {
        Arc::new(RoomEntry {
            id,
            turn: tokio::sync::Mutex::default(),
            note: Mutex::new(note),
            server: Mutex::new(None),
            clients: AtomicUsize::new(0),
            visitors: Mutex::default(),
            left: Mutex::new(Instant::now()),
            clock_runs: Mutex::new(false),
            is_gone: AtomicBool::new(false),
            _counted: counted,
        })
    }

    pub fn note(&self) -> RoomNote {
        lock(&self.note).clone()
    }

    pub fn clients(&self) -> usize {
        self.clients.load(Ordering::SeqCst)
    }

    pub fn enter(self: &Arc<Self>, visitor: &Visitor) -> Presence {
        self.clients.fetch_add(1, Ordering::SeqCst);
        let mut visitors = lock(&self.visitors);
        let number = visitors.last_key_value().map_or(0, |(last, _)| last + 1);
        visitors.insert(number, visitor.clone());
        Presence { entry: Arc::clone(self), number }
    }

    /// Returns the clients in the order in which they came.
    pub fn visitors(&self) -> Vec<Visitor> {
        lock(&self.visitors).values().cloned().collect()
    }

    /// Connects a client; `start` starts the room if it sleeps or has failed.
    pub fn connect(
        &self,
        sink: LineSink,
        origin: ClientOrigin,
        start: impl FnOnce() -> Result<RoomServer, RoomError>,
    ) -> Result<RoomConnection, RoomError> {
        let mut server = lock(&self.server);
        let connected = self.running(&mut server, start)?.connect_as(sink, origin);
        connected.ok_or(RoomError::Crowded)
    }

    /// Starts the room if it sleeps or has failed.
    pub fn wake(
        &self,
        start: impl FnOnce() -> Result<RoomServer, RoomError>,
    ) -> Result<(), RoomError> {
        self.running(&mut lock(&self.server), start).map(drop)
    }

    /// Returns the running room. Only its entry keeps it: two threads would write one file.
    fn running<'a>(
        &self,
        server: &'a mut Option<RoomServer>,
        start: impl FnOnce() -> Result<RoomServer, RoomError>,
    ) -> Result<&'a RoomServer, RoomError> {
        if self.is_gone.load(Ordering::SeqCst) {
            return Err(RoomError::Unknown);
        }
        let running = match server.take().filter(|running| !running.has_ended()) {
            Some(running) => running,
            None => start()?,
        };
        Ok(&*server.insert(running))
    }

    pub fn is_asleep(&self) -> bool {
        lock(&self.server).as_ref().is_none_or(RoomServer::has_ended)
    }

    /// Tells whether the clock of days is out at a time; always that of another server.
    pub fn is_due(&self, now: &ServerTime) -> bool {
        let note = lock(&self.note);
        let deadline = note.turn.as_ref().and_then(|turn| turn.deadline.as_ref());
        deadline.is_some_and(|it| it.clock != now.clock || it.time_ms <= now.time_ms)
    }

    /// Forgets the deadline of a room that cannot be woken.
    pub fn forget_deadline(&self) {
        lock(&self.note).turn = None;
    }

    pub fn start(&self, room: RoomServer) {
        *lock(&self.server) = Some(room);
    }

    /// Ends the room's thread, unless a client has come meanwhile; for good if it is removed.
    pub fn end_if_empty(&self, for_good: bool) -> bool {
        let mut server = lock(&self.server);
        let is_empty = self.clients() == 0;
        if is_empty {
            if for_good {
                self.is_gone.store(true, Ordering::SeqCst);
            }
            // It waits for the thread, and clients wait for the lock.
            server.take();
        }
        is_empty
    }

    /// Ends the room's thread for good.
    pub fn end(&self) {
        let mut server = lock(&self.server);
        self.is_gone.store(true, Ordering::SeqCst);
        server.take();
    }

    /// Tells a running room which accounts have begun or ended a vacation.
    pub fn set_vacations(&self, accounts: Vec<(i64, bool)>) {
        if let Some(server) = &*lock(&self.server) {
            server.set_vacations(accounts);
        }
    }

    pub fn stop(&self) {
        lock(&self.server).take();
    }

    /// Follows the state, whose running clock is out at a time. Returns the new note if it is
    /// another one.
    pub fn follow(&self, state: &RoomState, deadline: Option<ServerTime>) -> Option<RoomNote> {
        let clock = state.turn.clock.as_ref();
        let mut note = lock(&self.note);
        let has_days = note.summary.has_days();
        *lock(&self.clock_runs) = !has_days && clock.is_some_and(|clock| clock.running.is_some());
        let acting = state.turn.acting.clone();
        let turn = SlowTurn { acting, deadline };
        // Who comes and goes changes nothing.
        let known = note.turn.clone().filter(|known| known.is_same(&turn));
        let turn = has_days.then(|| known.unwrap_or(turn));
        let seats = state.seats.iter().map(|seat| {
            let name = seat.name.clone();
            let (kind, account, rating) = (seat.kind, seat.account, seat.rating);
            SeatSummary { kind, name, account, rating, on_vacation: seat.on_vacation }
        });
        let mut summary = note.summary.clone();
        summary.seats = seats.collect();
        summary.status = match (state.is_over(), state.has_open_seat()) {
            (true, _) => RoomStatus::Over,
            (false, true) => RoomStatus::Open,
            (false, false) => RoomStatus::Running,
        };
        if summary == note.summary && turn == note.turn {
            return None;
        }
        (note.summary, note.turn) = (summary, turn);
        Some(note.clone())
    }

    /// Tells what to do with a room that has had no clients for a while.
    pub fn idle(&self, now: Instant) -> Idle {
        if self.clients() > 0 {
            return Idle::Keep;
        }
        let gone = now.saturating_duration_since(*lock(&self.left));
        let RoomNote { summary, turn, .. } = self.note();
        let has_deadline = turn.is_some_and(|turn| turn.deadline.is_some());
        match summary.status {
            _ if gone < AWAKE => Idle::Keep,
            RoomStatus::Over | RoomStatus::Open if summary.has_days() && gone < SLOW => Idle::Sleep,
            RoomStatus::Over => Idle::Remove,
            RoomStatus::Open if gone >= OPEN => Idle::Remove,
            _ if *lock(&self.clock_runs) => Idle::Keep,
            RoomStatus::Running if gone >= ABANDONED && !has_deadline => Idle::Remove,
            _ => Idle::Sleep,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use boardloom_room::SeatKind;

    use crate::data_folder::RoomSummary;

    use super::*;

    #[test]
    fn idle_rooms_sleep_and_offers_without_players_end() {
        let summary = |status, kind| {
            let seats = vec![SeatSummary {
                kind,
                name: String::new(),
                account: None,
                rating: None,
                on_vacation: false,
            }];
            RoomSummary { status, seats, ..RoomSummary::default() }
        };
        let (open, human) = (SeatKind::Open, SeatKind::Human);
        let (none, days) = ("none", "3 days");
        for (status, kind, clock, minutes, idle) in [
            (RoomStatus::Open, open, none, 1, Idle::Keep),
            (RoomStatus::Open, open, none, 5, Idle::Sleep),
            (RoomStatus::Open, open, none, 61, Idle::Remove),
            (RoomStatus::Open, human, none, 5, Idle::Sleep),
            (RoomStatus::Open, human, none, 61, Idle::Remove),
            (RoomStatus::Open, human, days, 6 * 1440, Idle::Sleep),
            (RoomStatus::Open, human, days, 8 * 1440, Idle::Remove),
            (RoomStatus::Running, human, none, 600, Idle::Sleep),
            (RoomStatus::Running, human, none, 89 * 1440, Idle::Sleep),
            (RoomStatus::Running, human, none, 91 * 1440, Idle::Remove),
            (RoomStatus::Over, human, none, 5, Idle::Remove),
            (RoomStatus::Over, human, days, 6 * 1440, Idle::Sleep),
            (RoomStatus::Over, human, days, 8 * 1440, Idle::Remove),
        ] {
            let summary = RoomSummary { clock: clock.to_owned(), ..summary(status, kind) };
            let note = RoomNote { created: 0, code: None, summary, turn: None };
            let entry = RoomEntry::new("aaaaaaaaaa".to_owned(), note, None);
            let later = Instant::now() + Duration::from_secs(60 * minutes);
            assert_eq!(entry.idle(later), idle, "{status:?}, {kind:?}, {minutes} minutes");
            let address = std::net::IpAddr::from([127, 0, 0, 1]);
            let presence = entry.enter(&Visitor { address, signed_in: None });
            assert_eq!(entry.visitors().len(), 1);
            assert_eq!(entry.idle(later), Idle::Keep);
            drop(presence);
            assert_eq!(entry.visitors().len(), 0);
            *lock(&entry.clock_runs) = true;
            if status == RoomStatus::Running && idle == Idle::Sleep {
                assert_eq!(entry.idle(later), Idle::Keep, "clocks run while a server is up");
            }
        }
    }

    #[test]
    fn a_room_that_was_removed_does_not_wake() {
        let note = RoomNote { created: 0, code: None, summary: RoomSummary::default(), turn: None };
        let entry = RoomEntry::new("aaaaaaaaaa".to_owned(), note, None);
        let start = || Err(RoomError::Disk);
        assert!(matches!(entry.wake(start), Err(RoomError::Disk)), "it would start");
        entry.end();
        assert!(entry.end_if_empty(false), "as the server finds it in an earlier list");
        assert!(matches!(entry.wake(start), Err(RoomError::Unknown)));
    }
}
