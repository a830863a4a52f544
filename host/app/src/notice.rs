//! Messages of the program to the player.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub bad: bool,
}

impl Notice {
    pub fn plain(text: impl Into<String>) -> Self {
        Notice { text: text.into(), bad: false }
    }

    pub fn bad(text: impl Into<String>) -> Self {
        Notice { text: text.into(), bad: true }
    }
}
