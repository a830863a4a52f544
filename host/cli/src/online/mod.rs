//! Games between several programs, over TCP: `host` and `join`.

mod commands;
mod connection;
mod host;
mod join;
mod show;

pub use host::host;
pub use join::join;

use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;

use crate::catalog::Catalog;

/// Letters and digits that are hard to confuse.
const CODE_SIGNS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Returns 64 bits of a keyed hash, whose key the system draws at random.
fn random() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

/// Returns a secret that identifies a client.
fn secret() -> String {
    format!("{:016x}{:016x}", random(), random())
}

fn invitation_code() -> String {
    let mut bits = random();
    let sign = |_| {
        let sign = CODE_SIGNS[(bits % 32) as usize];
        bits /= 32;
        char::from(sign)
    };
    (0..6).map(sign).collect()
}

/// Returns the folder of rooms and of the secrets of rooms that were joined.
fn folder(catalog: &Catalog) -> Option<PathBuf> {
    let records = catalog.places().records()?;
    Some(records.parent()?.join("rooms"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_short_and_plain_and_differ() {
        let (one, two) = (invitation_code(), invitation_code());
        assert!(one.len() == 6 && one.bytes().all(|sign| CODE_SIGNS.contains(&sign)), "{one}");
        assert_ne!(one, two);
        assert_ne!(secret(), secret());
    }
}
