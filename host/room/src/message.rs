//! The messages of clients and server.

use serde::{Deserialize, Serialize};

use crate::player_note::PlayerNote;
use crate::state::{Proposal, RoomEvent, RoomState};

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
    /// Takes an open seat.
    Sit { seat: u8 },
    /// Leaves the seat before the first move, or after the game.
    Stand {},
    /// Plays a move; sent again until it is answered.
    Move(MoveCommand),
    /// Buys time with a coin (arcade clock).
    Buy { game: u32, ply: u32 },
    /// Leaves the game, which may go on without the player.
    Resign { game: u32 },
    /// Asks the other players for their consent.
    Offer { game: u32, ply: u32, proposal: Proposal },
    /// Agrees to another player's offer.
    Accept { game: u32, ply: u32, proposal: Proposal },
    /// Declines an offer, or withdraws the client's.
    Decline { game: u32, ply: u32, proposal: Proposal },
    /// Ends a pause.
    Resume { game: u32 },
    /// Ends the game without a result, before all players have moved.
    Abort { game: u32 },
    /// Claims that the player on a seat is gone: removes the player, or pauses the game.
    Claim {
        game: u32,
        seat: u8,
        #[serde(default)]
        adjourn: bool,
    },
    /// Replaces the player's answers to moves that others may play now. A line is a sequence of
    /// moves from the current position, the last one the player's.
    Conditional { game: u32, ply: u32, lines: Vec<Vec<String>> },
    /// Writes to all, to one player, or to the watchers.
    Chat { id: String, to: ChatTo, text: String },
    /// Asks for the drawing of the board, and for the choices after a path.
    Board(BoardRequest),
    /// Asks for a part of the plugin's file, from a byte on.
    Plugin { hash: String, from: u64 },
    /// Answers the server's `ping`.
    Pong { ping: u64 },
    #[serde(other)]
    Unknown,
}

/// A client without rules shows the board with this: the answer has the drawing, the sites at
/// which a player can point, and the moves that the path completes. It shows what all may see; a
/// path counts only for the player to move, at the current ply.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardRequest {
    /// The answer has it. Of several requests, the last one of a connection is answered.
    pub id: u64,
    pub game: u32,
    pub ply: u32,
    /// Shows the position before the move of this ply; absent is the current one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
    /// The sites pointed at so far.
    pub path: Vec<u32>,
    /// Whether the piece on the path's last site is drawn apart, so that it can be dragged.
    pub drag: bool,
    /// A number of the game's views, from 0.
    pub view: u16,
    /// The room for the board, in pixels.
    pub width: u16,
    pub height: u16,
    /// Clockwise quarter turns.
    pub turn: u8,
    /// `light`, `dark` or `high-contrast`.
    pub theme: String,
    /// The revision of the board surface that the client has.
    pub surface: String,
}

/// A request to enter. A token from an earlier `welcome` brings seat and name back.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatTo {
    /// Players and watchers.
    All,
    /// One player, in private.
    Seat(u8),
    /// Watchers; players read it once the game is over.
    Watchers,
    /// The player's own notes; all read them once the game is over.
    Notes,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// `client` is the client's public number, `token` the secret that proves who it is.
    Welcome { version: u32, limits: MessageLimits, client: u32, token: String, name: String },
    /// `elapsed_ms` is what the running clock took since the state's last event.
    State { state: Box<RoomState>, elapsed_ms: u64 },
    /// A change of the state, whose version after it is `version`.
    Event {
        game: u32,
        epoch: u32,
        version: u64,
        #[serde(flatten)]
        event: Box<RoomEvent>,
    },
    /// The client has all events. `elapsed_ms` is what the running clock took since the last.
    Current { game: u32, epoch: u32, version: u64, elapsed_ms: u64 },
    /// A move that was sent twice was accepted before.
    Accepted { id: String },
    /// `number` counts all messages of the room; a client does not see all of them.
    Chat { number: u64, from: u32, name: String, to: ChatTo, text: String },
    /// The player's conditional moves, as the room has them now; no other client gets it.
    Conditional { game: u32, ply: u32, lines: Vec<Vec<String>> },
    /// The notes that the client may read: its own, and after the game those of all players.
    Notes { game: u32, notes: Vec<PlayerNote> },
    /// A part of the plugin's file, in base64. `size` is that of the whole, in bytes.
    Plugin { hash: String, size: u64, from: u64, data: String },
    /// Asks for a `pong`, and tells the version of the state that the connection has by now, so
    /// that the client notices a loss. Game 0 says that it follows no game.
    Ping {
        ping: u64,
        #[serde(default)]
        game: u32,
        #[serde(default)]
        epoch: u32,
        #[serde(default)]
        version: u64,
    },
    /// A message was refused.
    Error(Error),
    #[serde(other)]
    Unknown,
}

/// Limits of the clients' messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageLimits {
    pub line_bytes: usize,
    pub name_chars: usize,
    pub chat_chars: usize,
    pub id_bytes: usize,
    pub move_bytes: usize,
    pub path_sites: usize,
}

pub const LIMITS: MessageLimits = MessageLimits {
    line_bytes: 16 * 1024,
    name_chars: 40,
    chat_chars: 500,
    id_bytes: 64,
    move_bytes: 1024,
    path_sites: 256,
};

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

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
    /// The secret is not known here; the client is a new one.
    Token,
    /// The room is full.
    Full,
    /// The server has too many connections or rooms; a later try may succeed.
    TooMany,
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
    /// Only accounts may do this here.
    SignIn,
    Chat,
    TooFast,
    /// The plugin failed.
    Plugin,
    /// The room ends, and with it the connection; a later try may succeed.
    Closing,
    #[serde(other)]
    Other,
}

impl Error {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Error { code, message: message.into(), id: None }
    }
}

pub(crate) fn fail<T>(code: ErrorCode, why: impl Into<String>) -> Result<T> {
    Err(Error::new(code, why))
}

pub(crate) fn check(holds: bool, code: ErrorCode, why: &str) -> Result<()> {
    if holds { Ok(()) } else { fail(code, why) }
}

impl ClientMessage {
    pub(crate) fn read(line: &str) -> Result<Self> {
        let most = LIMITS.line_bytes;
        if line.len() > most {
            let why = format!("expected at most {most} bytes, found {}", line.len());
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
    /// Returns the last message of a room that ends.
    pub fn closing(why: &str) -> Self {
        ServerMessage::Error(Error::new(ErrorCode::Closing, why))
    }

    /// Returns the answer to a request that cannot be met.
    pub fn refused(why: &str) -> Self {
        ServerMessage::Error(Error::new(ErrorCode::Refused, why))
    }

    /// Returns the refusal of a connection.
    pub fn too_many(why: &str) -> Self {
        ServerMessage::Error(Error::new(ErrorCode::TooMany, why))
    }

    /// Returns the message as one line without its end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("messages have only text keys")
    }
}
