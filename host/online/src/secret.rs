//! Random secrets.

/// Letters and digits that are hard to confuse.
const CODE_SIGNS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Returns 64 random bits of the system, good for secrets.
///
/// # Panics
/// If the system has no random numbers.
pub fn random() -> u64 {
    getrandom::u64().expect("the system has random numbers")
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
