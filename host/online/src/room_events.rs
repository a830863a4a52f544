//! What reaches a room's thread, and what it reports.

use std::fmt;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use boardloom_room::{ConnectionId, Error, RoomAccount, RoomInput};

/// Sends a line without its end to a client, without waiting. Dropping it closes the connection
/// once everything is sent.
pub type LineSink = Box<dyn Fn(String) + Send>;

/// Who opens a connection.
#[derive(Debug, Clone, Default)]
pub struct ClientOrigin {
    /// Where the server knows accounts.
    pub account: Option<RoomAccount>,
    /// As [`network_of`](crate::network_of) tells it; limits count by it.
    pub network: Option<IpAddr>,
}

/// What happens in a room, with its state, for the one who runs it.
#[derive(Debug, Clone, Copy)]
pub enum RoomReport<'a> {
    /// Entries of [`RoomState::played`](boardloom_room::RoomState::played) from this index on are new.
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
    /// A client sent something that no program of good will sends, or a wrong code.
    BadInput {
        network: Option<IpAddr>,
        error: &'a Error,
    },
    NoComputerMove {
        ply: u32,
        why: &'a str,
    },
    /// The record cannot be written now. Clients wait: it is tried again for some seconds.
    SaveDelayed {
        file: &'a Path,
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
pub struct RoomHandle(pub(crate) Sender<ServerEvent>);

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

pub(crate) enum ServerEvent {
    Opened { connection: ConnectionId, sink: LineSink, origin: ClientOrigin },
    Input(RoomInput),
    Line { connection: ConnectionId, line: WaitingLine },
    NoMove { search: u64, why: String },
    Drawn { connection: ConnectionId, line: String },
    Refused,
    Stop,
}

/// A line that the room has not taken yet, counted among those of its connection.
pub(crate) struct WaitingLine {
    pub line: String,
    pub waiting: Arc<AtomicUsize>,
}

impl WaitingLine {
    pub fn take(mut self) -> String {
        std::mem::take(&mut self.line)
    }
}

impl Drop for WaitingLine {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::AcqRel);
    }
}
