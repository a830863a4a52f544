//! A game that a record was played with and that is not installed, and where its file is.

use std::path::PathBuf;

use boardloom_match::Record;

use crate::texts::safe;

/// The plugin that a record lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingPlugin {
    pub name: String,
    /// What the record was played with; either can be empty.
    pub version: String,
    /// The SHA-256 of the plugin's file.
    pub hash: String,
}

impl MissingPlugin {
    pub fn of(record: &Record) -> MissingPlugin {
        MissingPlugin {
            name: record.plugin.clone(),
            version: record.plugin_version.clone(),
            hash: record.plugin_hash.clone(),
        }
    }
}

/// Where a game's file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GamePlace {
    /// Beside the record.
    File(PathBuf),
    /// The address of an index.
    Index(String),
}

impl std::fmt::Display for GamePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GamePlace::File(path) => path.display().fmt(f),
            GamePlace::Index(address) => f.write_str(address),
        }
    }
}

/// A game that can be installed for a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOffer {
    pub missing: MissingPlugin,
    /// `owner/name`.
    pub id: String,
    pub version: String,
    /// The SHA-256 of its file: no other file is installed.
    pub hash: String,
    pub place: GamePlace,
}

impl GameOffer {
    /// Whether it is the very file that the record was played with.
    pub fn is_exact(&self) -> bool {
        self.hash == self.missing.hash
    }

    /// Tells what would be installed and from where.
    pub fn describe(&self) -> String {
        let GameOffer { id, version, hash, place, missing } = self;
        let place = place.to_string();
        match self.is_exact() {
            true => safe::game_found(id, version, &place, hash),
            false => safe::other_game_found(&missing.version, id, version, &place, hash),
        }
    }
}
