//! Who sits at the table.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlayerKind {
    #[default]
    Human,
    Computer {
        /// From 1.
        level: u8,
    },
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
            PlayerKind::Human => None,
            PlayerKind::Computer { level } => Some(level),
        }
    }
}
