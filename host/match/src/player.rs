//! Players of a match.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlayerKind {
    #[default]
    Human,
    /// A human at another program, whose moves come from a room.
    Remote,
    Computer {
        /// From 1.
        level: u8,
    },
}

impl PlayerKind {
    /// The kind that a record keeps: who opens it elsewhere plays all humans.
    pub(crate) fn recorded(self) -> Self {
        if self == PlayerKind::Remote { PlayerKind::Human } else { self }
    }
}

/// As records and settings store it; records keep no [`PlayerKind::Remote`].
impl Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Human => f.write_str("person"),
            PlayerKind::Remote => f.write_str("online"),
            PlayerKind::Computer { level } => write!(f, "computer {level}"),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(' ') {
            None if text == "person" => Ok(PlayerKind::Human),
            None if text == "online" => Ok(PlayerKind::Remote),
            Some(("computer", level)) => match level.parse() {
                Ok(level) => Ok(PlayerKind::Computer { level }),
                Err(_) => Err(format!("expected a level, found `{level}`")),
            },
            _ => Err(format!("expected `person`, `online` or `computer LEVEL`, found `{text}`")),
        }
    }
}

impl Serialize for PlayerKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'a> Deserialize<'a> for PlayerKind {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Player {
    pub name: String,
    pub kind: PlayerKind,
}

impl Player {
    pub fn human(name: impl Into<String>) -> Self {
        Player { name: name.into(), kind: PlayerKind::Human }
    }

    pub fn computer(name: impl Into<String>, level: u8) -> Self {
        Player { name: name.into(), kind: PlayerKind::Computer { level } }
    }

    pub fn level(&self) -> Option<u8> {
        match self.kind {
            PlayerKind::Human | PlayerKind::Remote => None,
            PlayerKind::Computer { level } => Some(level),
        }
    }
}
