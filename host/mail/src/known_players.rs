//! The keys of players that were met before. The first key of a name is trusted; another one later
//! is told.

use crate::key::PublicKey;

/// The most players that are kept.
const MAX_PLAYERS: usize = 10_000;

/// Whether a player's key is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acquaintance {
    Known,
    /// The first key with this name.
    New,
    /// This key had another name before.
    Renamed {
        before: String,
    },
    /// This name had another key before.
    OtherKey {
        before: PublicKey,
    },
}

/// Players by key, as a text with a line each: the key and the name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownPlayers {
    players: Vec<(PublicKey, String)>,
}

impl KnownPlayers {
    /// Lines that cannot be read are left out.
    pub fn from_text(text: &str) -> Self {
        let read = |line: &str| {
            let (key, name) = line.split_once(' ')?;
            Some((PublicKey::from_text(key)?, name.trim().to_owned()))
        };
        KnownPlayers { players: text.lines().filter_map(read).collect() }
    }

    pub fn to_text(&self) -> String {
        self.players.iter().map(|(key, name)| format!("{} {name}\n", key.to_text())).collect()
    }

    /// Returns whether a player is known, and remembers a new key.
    pub fn meet(&mut self, name: &str, key: PublicKey) -> Acquaintance {
        let own = self.players.iter().find(|(known, _)| *known == key);
        if let Some((_, known)) = own {
            return match known == name {
                true => Acquaintance::Known,
                false => Acquaintance::Renamed { before: known.clone() },
            };
        }
        let same = |known: &&(PublicKey, String)| known.1.to_lowercase() == name.to_lowercase();
        let found = match self.players.iter().find(same) {
            None => Acquaintance::New,
            Some((before, _)) => Acquaintance::OtherKey { before: *before },
        };
        if self.players.len() < MAX_PLAYERS {
            self.players.push((key, name.to_owned()));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::PlayerKey;

    #[test]
    fn the_first_key_of_a_name_is_trusted_and_another_is_told() {
        let key = |number| PlayerKey::from_seed([number; 32]).public();
        let mut known = KnownPlayers::default();
        assert_eq!(known.meet("Ann", key(1)), Acquaintance::New);
        assert_eq!(known.meet("Ann", key(1)), Acquaintance::Known);
        assert_eq!(known.meet("Bob", key(2)), Acquaintance::New);
        let mut again = KnownPlayers::from_text(&known.to_text());
        assert_eq!(again, known);
        assert_eq!(again.meet("ann", key(3)), Acquaintance::OtherKey { before: key(1) });
        let before = "Bob".to_owned();
        assert_eq!(again.meet("Robert", key(2)), Acquaintance::Renamed { before });
        assert_eq!(KnownPlayers::from_text("x y\n\n"), KnownPlayers::default());
    }
}
