//! The messages of clients and server.

use serde::{Deserialize, Serialize};

use crate::state::{Offer, PlayedEntry, RoomSeat, RoomState, TurnState};
use crate::text::{MAX_CHAT, MAX_ID, MAX_LINE, MAX_MOVE, MAX_NAME};

/// The version of the protocol.
pub const VERSION: u32 = 1;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// The first message.
    Hello(Hello),
    /// Asks for the events since a version, or for the state.
    Join {
        #[serde(default)]
        game: u32,
        #[serde(default)]
        epoch: u32,
        #[serde(default)]
        from: u64,
        /// The last chat message that the client has.
        #[serde(default)]
        chat_from: u64,
    },
    Sit {
        seat: u8,
    },
    Stand {},
    Move(MoveCommand),
    /// Buys time with a coin (arcade clock).
    Buy {
        game: u32,
        ply: u32,
    },
    Resign {
        game: u32,
    },
    Offer {
        game: u32,
        ply: u32,
        proposal: Proposal,
    },
    Accept {
        game: u32,
        ply: u32,
        proposal: Proposal,
    },
    Decline {
        game: u32,
        ply: u32,
        proposal: Proposal,
    },
    Resume {
        game: u32,
    },
    Abort {
        game: u32,
    },
    /// Claims that the player on a seat is gone: removes the player, or pauses the game.
    Claim {
        game: u32,
        seat: u8,
        #[serde(default)]
        adjourn: bool,
    },
    Chat {
        id: String,
        to: ChatTo,
        text: String,
    },
    /// Answers the server's `ping`.
    Pong {
        ping: u64,
    },
    #[serde(other)]
    Unknown,
}

/// Who wants to come in. A token from an earlier `welcome` brings seat and name back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub versions: Vec<u32>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The code of the invitation, where the room has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveCommand {
    pub id: String,
    pub game: u32,
    pub ply: u32,
    #[serde(rename = "move")]
    pub mv: String,
}

/// What needs the consent of the other players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    Draw,
    TakeBack,
    Pause,
    Rematch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatTo {
    /// Players and watchers.
    All,
    /// One player, in private.
    Seat(u8),
    /// Watchers; players read it once the game is over.
    Watchers,
}

/// A change of the room's state that everyone may see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum RoomEvent {
    /// Moves, chance moves and players that left, in order.
    Played {
        /// Of the client's move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        played: Vec<PlayedEntry>,
        #[serde(flatten)]
        turn: TurnState,
    },
    TakenBack {
        #[serde(flatten)]
        turn: TurnState,
    },
    /// A pause, its end, time that was bought, an agreed draw, an abort.
    Turn {
        #[serde(flatten)]
        turn: TurnState,
    },
    /// Someone sat down, stood up, came or went.
    Seat {
        seat: u8,
        #[serde(flatten)]
        state: RoomSeat,
    },
    Offered {
        #[serde(flatten)]
        offer: Offer,
    },
    Declined {
        proposal: Proposal,
        seat: u8,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    Welcome {
        version: u32,
        limits: MessageLimits,
        /// The client's public number.
        client: u32,
        /// The client's secret: it proves who the client is.
        token: String,
        name: String,
    },
    State {
        state: Box<RoomState>,
        /// What the running clock took since the state's last event.
        elapsed_ms: u64,
    },
    Event {
        game: u32,
        epoch: u32,
        /// The state's version after the event.
        version: u64,
        #[serde(flatten)]
        event: Box<RoomEvent>,
    },
    /// The client has all events.
    Current {
        game: u32,
        epoch: u32,
        version: u64,
        /// What the running clock took since the last event.
        elapsed_ms: u64,
    },
    /// A move that was sent twice was accepted before.
    Accepted {
        id: String,
    },
    Chat {
        /// Counts all messages of the room; a client does not see all of them.
        number: u64,
        from: u32,
        name: String,
        to: ChatTo,
        text: String,
    },
    Ping {
        ping: u64,
    },
    Error(Error),
    #[serde(other)]
    Unknown,
}

/// Limits of what clients may send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageLimits {
    pub line_bytes: usize,
    pub name_chars: usize,
    pub chat_chars: usize,
    pub id_bytes: usize,
    pub move_bytes: usize,
}

impl Default for MessageLimits {
    fn default() -> Self {
        MessageLimits {
            line_bytes: MAX_LINE,
            name_chars: MAX_NAME,
            chat_chars: MAX_CHAT,
            id_bytes: MAX_ID,
            move_bytes: MAX_MOVE,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Error {
    pub code: ErrorCode,
    /// For humans; may change.
    pub message: String,
    /// Of the command that failed, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// Not JSON, too long, or a key with a wrong value.
    BadMessage,
    UnknownType,
    /// No common version of the protocol.
    Version,
    HelloFirst,
    Name,
    /// The invitation's code is missing or wrong.
    Code,
    /// The room is full.
    Full,
    NotSeated,
    SeatTaken,
    /// Not all seats are taken yet.
    NotStarted,
    /// The command is for another ply or game; the state follows.
    Stale,
    NotYourTurn,
    Illegal,
    Paused,
    Over,
    /// The command cannot be done now.
    Refused,
    Chat,
    TooFast,
    /// The plugin failed.
    Plugin,
    #[serde(other)]
    Other,
}

impl Error {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Error { code, message: message.into(), id: None }
    }
}

pub(crate) fn fail<T>(code: ErrorCode, why: impl Into<String>) -> Result<T, Error> {
    Err(Error::new(code, why))
}

pub(crate) fn check(holds: bool, code: ErrorCode, why: &str) -> Result<(), Error> {
    if holds { Ok(()) } else { fail(code, why) }
}

impl ClientMessage {
    pub(crate) fn read(line: &str) -> Result<Self, Error> {
        if line.len() > MAX_LINE {
            let why = format!("expected at most {MAX_LINE} bytes, found {}", line.len());
            return fail(ErrorCode::BadMessage, why);
        }
        match serde_json::from_str(line) {
            Ok(ClientMessage::Unknown) => {
                fail(ErrorCode::UnknownType, "this type of message is unknown")
            }
            Ok(message) => Ok(message),
            Err(error) => fail(ErrorCode::BadMessage, error.to_string()),
        }
    }
}

impl ServerMessage {
    /// Returns the message as one line without its end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("messages have only text keys")
    }
}
