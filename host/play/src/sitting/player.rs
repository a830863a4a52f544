//! Who sits at the table.

/// Who moves for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Who {
    /// A person at this machine.
    #[default]
    Person,
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
    pub who: Who,
}

impl Player {
    /// Returns a person.
    pub fn person(name: impl Into<String>) -> Self {
        Player { name: name.into(), who: Who::Person }
    }

    /// Returns the computer at a level.
    pub fn computer(name: impl Into<String>, level: u8) -> Self {
        Player { name: name.into(), who: Who::Computer { level } }
    }

    /// Returns the computer's level, or none for a person.
    pub fn level(&self) -> Option<u8> {
        match self.who {
            Who::Person => None,
            Who::Computer { level } => Some(level),
        }
    }
}
