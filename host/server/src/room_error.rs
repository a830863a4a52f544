//! Why a room cannot be opened or entered.

use boardloom_match::MatchError;
use boardloom_room::RestoreError;
use thiserror::Error;

#[derive(Debug, Error)]
pub(crate) enum RoomError {
    #[error("there is no such game; it may have ended")]
    Unknown,
    #[error("a moderator has closed this game{}", reason_words(.0))]
    Closed(String),
    #[error("{0}")]
    Offer(String),
    #[error("too many games are open on this server; try again later")]
    Full,
    #[error("you have opened too many games; finish some first")]
    TooMany,
    #[error("sign in to open a game on this server")]
    SignIn,
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
            RoomError::Closed(_) => "closed",
            RoomError::Offer(_) => "offer",
            RoomError::Full | RoomError::TooMany | RoomError::Crowded => "too-many",
            RoomError::SignIn => "sign-in",
            RoomError::Disk => "disk",
            RoomError::Match(_) => "plugin",
            RoomError::Restore(_) | RoomError::Unreadable(_) => "damaged",
        }
    }
}

fn reason_words(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(": {reason}") }
}
