//! Messages of the program to the player.

use std::fmt::Display;

use crate::texts::errors::translated;

/// What a message is about, where it is shown in another way for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NoticeKind {
    #[default]
    Message,
    /// A turn that passed by itself: shown in the middle of the board, and soon gone.
    Pass,
    /// The reason why a move is not possible: it replaces the one before.
    Refusal,
    /// Games were deleted: it offers to restore them.
    Deleted,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub bad: bool,
    pub kind: NoticeKind,
}

impl Notice {
    pub fn plain(text: impl Into<String>) -> Self {
        Notice { text: text.into(), bad: false, kind: NoticeKind::Message }
    }

    pub fn bad(text: impl Into<String>) -> Self {
        Notice { bad: true, ..Notice::plain(text) }
    }

    /// An error, in the current language.
    pub fn error(error: impl Display) -> Self {
        Notice::bad(translated(&error.to_string()))
    }

    pub fn refusal(text: impl Into<String>) -> Self {
        Notice { kind: NoticeKind::Refusal, ..Notice::bad(text) }
    }

    pub fn deleted(text: impl Into<String>) -> Self {
        Notice { kind: NoticeKind::Deleted, ..Notice::plain(text) }
    }

    pub fn pass(text: impl Into<String>) -> Self {
        Notice { kind: NoticeKind::Pass, ..Notice::plain(text) }
    }
}
