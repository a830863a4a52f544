//! Keys of players: one for all games of a player.

use std::fmt::{self, Display};

use ed25519_dalek::{Signature, SigningKey, VerifyingKey};

use crate::hash::{self, Hash, hash};

/// The most entries of a player in a game: the length of the chain of shares.
pub const MAX_SHARES: u32 = 1 << 12;

/// The first word of a key's file.
const FILE: &str = "boardloom-mail-key-1";
/// Groups of four signs in a fingerprint: 80 bits.
const GROUPS: usize = 4;

/// The secret key of a player. Everything secret in a game follows from it and from the game, so
/// that it is all that has to be kept.
#[derive(Clone)]
pub struct PlayerKey {
    key: SigningKey,
}

/// Shows no secret.
impl fmt::Debug for PlayerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayerKey").field("public", &self.public()).finish_non_exhaustive()
    }
}

impl PlayerKey {
    /// Draws a key from the random numbers of the system.
    ///
    /// # Errors
    /// If the system has none.
    pub fn generate() -> std::io::Result<Self> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(PlayerKey::from_seed(seed))
    }

    pub fn from_seed(seed: [u8; 32]) -> Self {
        PlayerKey { key: SigningKey::from_bytes(&seed) }
    }

    /// Returns the text of the key's file.
    pub fn to_text(&self) -> String {
        format!("{FILE} {}\n", hash::write(self.key.as_bytes()))
    }

    pub fn from_text(text: &str) -> Option<Self> {
        let seed = text.trim().strip_prefix(FILE)?.trim();
        hash::read_hash(seed).map(PlayerKey::from_seed)
    }

    pub fn public(&self) -> PublicKey {
        PublicKey(self.key.verifying_key().to_bytes())
    }

    pub(crate) fn sign(&self, signed: &Hash) -> Vec<u8> {
        use ed25519_dalek::Signer;
        self.key.sign(signed).to_bytes().to_vec()
    }

    /// Returns a secret that this key alone derives.
    pub(crate) fn secret(&self, purpose: &str, of: &Hash) -> Hash {
        hash(purpose, [&self.key.as_bytes()[..], of])
    }

    /// Returns a link of this player's chain of shares in a game: number 0 is public from the
    /// beginning, and each link is the hash of the next. So the first settles all, and no other
    /// player knows the next one.
    pub(crate) fn share(&self, game: &Hash, number: u32) -> Hash {
        let last = self.secret("shares", game);
        (number..MAX_SHARES).fold(last, |link, _| previous_share(&link))
    }
}

pub(crate) fn previous_share(share: &Hash) -> Hash {
    hash("share", [&share[..]])
}

/// The public key of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicKey(Hash);

impl PublicKey {
    pub fn from_text(text: &str) -> Option<Self> {
        hash::read_hash(text).map(PublicKey)
    }

    pub fn to_text(&self) -> String {
        hash::write(&self.0)
    }

    /// Returns what players compare, by telephone for example: `K7QX-3M2P-4RTA-BCDE`.
    pub fn fingerprint(&self) -> String {
        hash::short(&hash("fingerprint", [&self.0[..]]), GROUPS)
    }

    /// Tells whether the owner of the key signed something.
    pub(crate) fn has_signed(&self, signed: &Hash, signature: &[u8]) -> bool {
        let signature = Signature::from_slice(signature);
        match (VerifyingKey::from_bytes(&self.0), signature) {
            (Ok(key), Ok(signature)) => key.verify_strict(signed, &signature).is_ok(),
            _ => false,
        }
    }
}

impl Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fingerprint())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_survives_its_file_and_shows_no_secret() {
        let key = PlayerKey::generate().expect("random numbers");
        let again = PlayerKey::from_text(&key.to_text()).expect("a key");
        assert_eq!(again.public(), key.public());
        assert_eq!(PublicKey::from_text(&key.public().to_text()), Some(key.public()));
        let secret = key.to_text();
        let secret = secret.split_whitespace().nth(1).expect("the seed");
        assert!(!format!("{key:?}").contains(secret));
        for text in ["", "boardloom-mail-key-1", "boardloom-mail-key-1 AAAA", "other AAAA"] {
            assert!(PlayerKey::from_text(text).is_none(), "{text}");
        }
    }

    #[test]
    fn only_its_owner_signs() {
        let (ann, bob) = (PlayerKey::from_seed([1; 32]), PlayerKey::from_seed([2; 32]));
        let text = hash("text", []);
        let mut signature = ann.sign(&text);
        assert!(ann.public().has_signed(&text, &signature));
        assert!(!bob.public().has_signed(&text, &signature));
        assert!(!ann.public().has_signed(&hash("other", []), &signature));
        signature[5] ^= 1;
        assert!(!ann.public().has_signed(&text, &signature));
        assert!(!ann.public().has_signed(&text, &signature[..63]));
    }

    #[test]
    fn each_share_is_the_hash_of_the_next() {
        let (key, game) = (PlayerKey::from_seed([3; 32]), hash("game", []));
        assert_eq!(previous_share(&key.share(&game, 1)), key.share(&game, 0));
        assert_eq!(previous_share(&key.share(&game, 2)), key.share(&game, 1));
        assert_ne!(key.share(&game, 0), key.share(&hash("other", []), 0));
    }
}
