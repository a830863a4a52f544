//! Who sits at the table.

/// Who moves for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlayerKind {
    /// A person at this machine.
    #[default]
    Human,
    /// The computer.
    Computer {
        /// From 1.
        level: u8,
    },
}

/// A seat's player.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Player {
    /// What it is called.
    pub name: String,
    /// Who moves.
    pub kind: PlayerKind,
}

impl Player {
    /// Returns a person.
    pub fn human(name: impl Into<String>) -> Self {
        Player { name: name.into(), kind: PlayerKind::Human }
    }

    /// Returns the computer at a level.
    pub fn computer(name: impl Into<String>, level: u8) -> Self {
        Player { name: name.into(), kind: PlayerKind::Computer { level } }
    }

    /// Returns the computer's level, or none for a person.
    pub fn level(&self) -> Option<u8> {
        match self.kind {
            PlayerKind::Human => None,
            PlayerKind::Computer { level } => Some(level),
        }
    }
}
