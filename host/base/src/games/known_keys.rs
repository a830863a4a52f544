//! The keys that signed the games that were installed: each is remembered from the first time on.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use boardloom_match::write_atomically;
use boardloom_ruleset::file::read_text;

/// The file within the folder of games.
const FILE: &str = "known_keys.toml";
/// The file is no larger, in bytes.
const LARGEST: usize = 4 << 20;

/// What a key says about a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignerChange {
    Unsigned,
    /// It is remembered from now on. Another key signed other games of this owner, if one did.
    First {
        other: Option<String>,
    },
    Same,
    /// The game had this key until now.
    Replaced(String),
    /// The game is signed no longer; it had this key.
    Lost(String),
}

impl SignerChange {
    /// Whether the player has to agree to it.
    pub fn needs_consent(&self) -> bool {
        matches!(self, SignerChange::Replaced(_) | SignerChange::Lost(_))
    }
}

pub(super) struct KnownKeys {
    file: PathBuf,
    /// By the game's id.
    keys: BTreeMap<String, String>,
}

impl KnownKeys {
    /// Reads the keys of a folder of games.
    ///
    /// # Errors
    /// If the file is there and cannot be read: a key would count as the first one.
    pub fn read(folder: &Path) -> io::Result<KnownKeys> {
        let file = folder.join(FILE);
        let keys = match read_text(&file, LARGEST) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(error),
            Ok(text) => toml::from_str(&text).map_err(|error| {
                io::Error::new(io::ErrorKind::InvalidData, error.message().to_owned())
            })?,
        };
        Ok(KnownKeys { file, keys })
    }

    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Compares a game's key with the one that is known.
    pub fn compare(&self, id: &str, key: Option<&str>) -> SignerChange {
        let known = self.keys.get(id).map(String::as_str);
        match (known, key) {
            (None, None) => SignerChange::Unsigned,
            (None, Some(key)) => {
                let owner = id.split('/').next().unwrap_or_default();
                let is_theirs =
                    |known: &str| known.split_once('/').is_some_and(|(other, _)| other == owner);
                let mut others = self.keys.iter().filter(|(known, _)| is_theirs(known));
                let other = others.find(|(_, known)| *known != key).map(|(_, key)| key.clone());
                SignerChange::First { other }
            }
            (Some(known), Some(key)) if known == key => SignerChange::Same,
            (Some(known), Some(_)) => SignerChange::Replaced(known.to_owned()),
            (Some(known), None) => SignerChange::Lost(known.to_owned()),
        }
    }

    /// Remembers a game's key, or that it has none any more.
    pub fn remember(&mut self, id: &str, key: Option<&str>) -> io::Result<()> {
        let known = self.keys.get(id).map(String::as_str);
        if known == key {
            return Ok(());
        }
        match key {
            Some(key) => drop(self.keys.insert(id.to_owned(), key.to_owned())),
            None => drop(self.keys.remove(id)),
        }
        let keys = toml::to_string(&self.keys).map_err(io::Error::other)?;
        let text = format!("# The keys that signed the games of this player.\n{keys}");
        write_atomically(&self.file, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_remembered_by_game() {
        let folder = tempfile::tempdir().unwrap();
        let mut known = KnownKeys::read(folder.path()).unwrap();
        assert_eq!(known.compare("ann/x", None), SignerChange::Unsigned);
        assert_eq!(known.compare("ann/x", Some("a")), SignerChange::First { other: None });
        known.remember("ann/x", Some("a")).unwrap();
        let mut known = KnownKeys::read(folder.path()).unwrap();
        assert_eq!(known.compare("ann/x", Some("a")), SignerChange::Same);
        assert_eq!(known.compare("ann/x", Some("b")), SignerChange::Replaced("a".to_owned()));
        assert_eq!(known.compare("ann/x", None), SignerChange::Lost("a".to_owned()));
        assert_eq!(known.compare("ann/y", Some("a")), SignerChange::First { other: None });
        let other = Some("a".to_owned());
        assert_eq!(known.compare("ann/y", Some("b")), SignerChange::First { other });
        assert_eq!(known.compare("anna/y", Some("b")), SignerChange::First { other: None });
        known.remember("ann/x", None).unwrap();
        assert_eq!(known.compare("ann/x", None), SignerChange::Unsigned);
        // A damaged file must not make another key the first one.
        std::fs::write(folder.path().join(FILE), "x").unwrap();
        assert!(KnownKeys::read(folder.path()).is_err());
    }
}
