//! Messages of the program to the player.

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

    pub fn brief(text: impl Into<String>) -> Self {
        Notice { text: text.into(), bad: false, brief: true }
    }
}
