//! What watchers see of a game that they see late.

use std::collections::VecDeque;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::chat_log::ChatEntry;
use crate::state::{Offer, RoomEvent, RoomSeat, RoomState, SeatKind, TurnState, WatchDelay};
use crate::turn_clock::millis;

/// The state that watchers have, and what they do not know yet.
#[derive(Debug, Clone)]
pub(crate) struct LateView {
    pub delay: WatchDelay,
    pub shown: RoomState,
    queue: VecDeque<LateEntry>,
}

#[derive(Debug, Clone)]
struct LateEntry {
    /// The moves played then; 0 before a player has moved.
    ply: u32,
    /// When watchers may know, if time decides.
    due: Duration,
    news: News,
}

/// What watchers do not know yet.
#[derive(Debug, Clone)]
pub(crate) enum News {
    Event(Box<RoomEvent>),
    Chat(ChatEntry),
}

/// A view in the room's record. Chat is not kept.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedView {
    delay: WatchDelay,
    /// Of the moves, how many watchers know.
    played: usize,
    turn: TurnState,
    seats: Vec<RoomSeat>,
    offers: Vec<Offer>,
    queue: Vec<SavedEvent>,
}

#[derive(Serialize, Deserialize)]
struct SavedEvent {
    ply: u32,
    left_ms: u64,
    event: RoomEvent,
}

impl LateView {
    pub fn new(delay: WatchDelay, state: &RoomState) -> Self {
        LateView { delay, shown: state.clone(), queue: VecDeque::new() }
    }

    /// Returns the view of a restored room, which was saved a while ago. The room's state gets the
    /// versions after the view's.
    pub fn restore(saved: SavedView, ago: Duration, state: &mut RoomState) -> Self {
        // All have gone meanwhile, as in the room's state.
        let gone = |seat: &mut RoomSeat| seat.present = seat.kind == SeatKind::Computer;
        let SavedView { delay, played, turn, mut seats, offers, queue } = saved;
        seats.iter_mut().for_each(gone);
        let entry = |SavedEvent { ply, left_ms, mut event }| {
            if let RoomEvent::Seat { state, .. } = &mut event {
                gone(state);
            }
            let due = Duration::from_millis(left_ms).saturating_sub(ago);
            LateEntry { ply, due, news: News::Event(event.into()) }
        };
        let queue: VecDeque<LateEntry> = queue.into_iter().map(entry).collect();
        let moves = state.played.iter().take(played).cloned().collect();
        let late = RoomState { played: moves, turn, seats, offers, version: 0, ..state.clone() };
        let shown = if queue.is_empty() { state.clone() } else { late };
        state.version = queue.len() as u64;
        LateView { delay, shown, queue }
    }

    pub fn save(&self, now: Duration) -> SavedView {
        let RoomState { played, turn, seats, offers, .. } = self.shown.clone();
        let event = |LateEntry { ply, due, news }: &LateEntry| match news {
            News::Event(event) => {
                let left_ms = millis(due.saturating_sub(now));
                Some(SavedEvent { ply: *ply, left_ms, event: (**event).clone() })
            }
            News::Chat(_) => None,
        };
        let queue = self.queue.iter().filter_map(event).collect();
        SavedView { delay: self.delay, played: played.len(), turn, seats, offers, queue }
    }

    fn is_due(&self, entry: &LateEntry, state: &RoomState, now: Duration) -> bool {
        let known = match self.delay {
            WatchDelay::Moves(moves) => entry.ply.saturating_add(moves) <= state.turn.ply,
            WatchDelay::Minutes(_) => entry.due <= now,
        };
        known || entry.ply == 0 || state.is_over()
    }

    /// Returns when watchers know more, if time decides.
    pub fn next_due(&self) -> Option<Duration> {
        let by_time = matches!(self.delay, WatchDelay::Minutes(_));
        self.queue.front().filter(|_| by_time).map(|entry| entry.due)
    }

    /// Keeps news that come after a number of moves.
    pub fn push(&mut self, news: News, ply: u32, now: Duration) {
        let wait = match self.delay {
            WatchDelay::Moves(_) => Duration::ZERO,
            WatchDelay::Minutes(minutes) => Duration::from_secs(60 * u64::from(minutes)),
        };
        self.queue.push_back(LateEntry { ply, due: now + wait, news });
    }

    /// Returns the next news that watchers may know by now.
    pub fn pop(&mut self, state: &RoomState, now: Duration) -> Option<News> {
        self.queue.front().filter(|entry| self.is_due(entry, state, now))?;
        self.queue.pop_front().map(|entry| entry.news)
    }
}
