//! Hashes of lists of texts, each for one purpose.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// Begins everything that is hashed: no signature of another program fits.
const PREFIX: &str = "boardloom mail 1";

pub type Hash = [u8; 32];

/// Hashes fields for a purpose. Each field follows its length, so no two lists are hashed alike.
pub fn hash<'a>(purpose: &'a str, fields: impl IntoIterator<Item = &'a [u8]>) -> Hash {
    let mut hasher = Sha256::new();
    for field in [PREFIX.as_bytes(), purpose.as_bytes()].into_iter().chain(fields) {
        hasher.update((field.len() as u64).to_le_bytes());
        hasher.update(field);
    }
    hasher.finalize().into()
}

/// Writes bytes in letters, digits, `-` and `_`.
pub fn write(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Reads what [`write()`] wrote.
pub fn read(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

pub fn read_hash(text: &str) -> Option<Hash> {
    read(text)?.try_into().ok()
}

/// Letters and digits that are hard to confuse.
const SIGNS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Writes the beginning of a hash for people, in groups of four signs.
pub fn short(hash: &Hash, groups: usize) -> String {
    let bit = |at: usize| usize::from(hash[at / 8] >> (7 - at % 8) & 1);
    let sign = |at: usize| char::from(SIGNS[(0..5).fold(0, |n, i| n << 1 | bit(at * 5 + i))]);
    let group = |at: usize| (at * 4..at * 4 + 4).map(sign).collect::<String>();
    (0..groups).map(group).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_purposes_do_not_collide() {
        let of = |purpose, fields: &[&str]| hash(purpose, fields.iter().map(|it| it.as_bytes()));
        let all = [
            of("a", &["bc"]),
            of("a", &["b", "c"]),
            of("a", &["bc", ""]),
            of("ab", &["c"]),
            of("b", &["bc"]),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(all[..at].iter().all(|other| other != one), "{at}");
        }
    }

    #[test]
    fn bytes_survive_and_people_read_groups() {
        let one = hash("a", []);
        assert_eq!(read_hash(&write(&one)), Some(one));
        assert_eq!(read_hash("AAAA"), None);
        let text = short(&one, 4);
        assert_eq!((text.len(), text.matches('-').count()), (19, 3));
        assert!(short(&one, 2).len() == 9 && text.starts_with(&short(&one, 2)));
    }
}
