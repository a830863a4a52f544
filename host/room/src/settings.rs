//! What a room is opened with.

use std::time::Duration;

use boardloom_match::TimeControl;
use serde::{Deserialize, Serialize};

use crate::state::WatchDelay;
use crate::turn_clock::millis;

#[derive(Debug, Clone)]
pub struct RoomSettings {
    /// By seat: the computer's level, or `None` for a human. Missing seats are humans.
    pub computers: Vec<Option<u8>>,
    pub control: TimeControl,
    pub seed: u64,
    /// The code of the invitation; `None` lets everyone in.
    pub code: Option<String>,
    /// After this absence of a player, the others can claim a win.
    pub claim_after: Duration,
    /// Clients that the room remembers.
    pub max_clients: usize,
    /// Connections of clients without a seat, beyond the seats that are open. Fewer than those of
    /// the room leave places for players, of whom each may have lost a connection that has not
    /// ended yet.
    pub max_watchers: usize,
    /// Time between two pings of a connection.
    pub ping_every: Duration,
    /// Whether the caller carries out [`RoomEffect::Draw`](crate::RoomEffect::Draw).
    pub draws_boards: bool,
    /// Whether the caller carries out [`RoomEffect::SendPlugin`](crate::RoomEffect::SendPlugin).
    pub gives_plugin: bool,
    /// Whether only clients with accounts can play and chat.
    pub accounts_only: bool,
    /// Whether games between accounts count for their ratings.
    pub rated: bool,
    /// When the room is opened or restored, by its server's clock. With days a move, the running
    /// clock goes on from the room's last record by the same clock.
    pub opened_at: Option<ServerTime>,
    /// How late watchers see the game.
    pub delay: Option<WatchDelay>,
    /// Whether players may ask the computer during the game.
    pub analysis: bool,
}

impl Default for RoomSettings {
    fn default() -> Self {
        RoomSettings {
            computers: Vec::new(),
            control: TimeControl::default(),
            seed: 0,
            code: None,
            claim_after: Duration::from_secs(60),
            max_clients: 256,
            max_watchers: 32,
            ping_every: Duration::from_secs(5),
            draws_boards: false,
            gives_plugin: false,
            accounts_only: false,
            rated: false,
            opened_at: None,
            delay: None,
            analysis: false,
        }
    }
}

/// A time by a clock that stands still while its server is down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerTime {
    /// The clock's name; times of different clocks are not compared.
    pub clock: String,
    pub time_ms: u64,
}

impl ServerTime {
    /// Returns the time since an earlier one; none if the clocks differ.
    pub fn since(&self, earlier: &ServerTime) -> Duration {
        let same = self.clock == earlier.clock;
        let ms = if same { self.time_ms.saturating_sub(earlier.time_ms) } else { 0 };
        Duration::from_millis(ms)
    }

    /// Returns the time after a while.
    #[must_use]
    pub fn after(&self, time: Duration) -> ServerTime {
        ServerTime { clock: self.clock.clone(), time_ms: self.time_ms.saturating_add(millis(time)) }
    }
}
