//! Random secrets.

use std::hash::{BuildHasher, Hasher};

/// Letters and digits that are hard to confuse.
const CODE_SIGNS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Returns 64 bits of a keyed hash, whose key the system draws at random.
pub fn random() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

/// Returns a secret that identifies a client.
pub fn secret() -> String {
    format!("{:016x}{:016x}", random(), random())
}

/// Returns a code of six signs.
pub fn invitation_code() -> String {
    let mut bits = random();
    let sign = |_| {
        let sign = CODE_SIGNS[(bits % 32) as usize];
        bits /= 32;
        char::from(sign)
    };
    (0..6).map(sign).collect()
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
