//! Messages of the program to the player.

use std::fmt::Display;

use crate::texts::errors::translated;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub bad: bool,
    /// A turn that passed by itself: shown in the middle of the board, and soon gone.
    pub brief: bool,
}

impl Notice {
    pub fn plain(text: impl Into<String>) -> Self {
        Notice { text: text.into(), bad: false, brief: false }
    }

    pub fn bad(text: impl Into<String>) -> Self {
        Notice { text: text.into(), bad: true, brief: false }
    }

    /// An error, in the current language.
    pub fn error(error: impl Display) -> Self {
        Notice::bad(translated(&error.to_string()))
    }

    pub fn brief(text: impl Into<String>) -> Self {
        Notice { text: text.into(), bad: false, brief: true }
    }
}
