//! Passwords: Argon2id (RFC 9106), with the costs that OWASP recommends.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use thiserror::Error;

const LEAST_CHARS: usize = 8;
const MOST_BYTES: usize = 256;
const SALT: usize = 16;
const HASH: usize = 32;

#[derive(Debug, Error)]
pub(crate) enum PasswordError {
    #[error("expected a password of at least {LEAST_CHARS} characters")]
    Short,
    #[error("expected a password of at most {MOST_BYTES} bytes")]
    Long,
    #[error("the system gives no random numbers")]
    NoRandom,
    #[error("the password cannot be hashed: {0}")]
    Hash(argon2::Error),
}

/// Returns a new password as text for the database, which tells costs, salt and hash.
pub(crate) fn hash(password: &str) -> Result<String, PasswordError> {
    if password.chars().count() < LEAST_CHARS {
        return Err(PasswordError::Short);
    }
    if password.len() > MOST_BYTES {
        return Err(PasswordError::Long);
    }
    let salt: [u8; SALT] = random_bytes()?;
    let params = Params::DEFAULT;
    let hash = compute(password, &salt, &params).map_err(PasswordError::Hash)?;
    let costs = format!("m={},t={},p={}", params.m_cost(), params.t_cost(), params.p_cost());
    Ok(format!("argon2id:{costs}:{}:{}", hex(&salt), hex(&hash)))
}

/// Tells whether a password is the one that was hashed. Texts that are no hash have no password.
pub(crate) fn verify(password: &str, stored: &str) -> bool {
    let check = || {
        let mut parts = stored.strip_prefix("argon2id:")?.split(':');
        let (costs, salt, hash) = (parts.next()?, parts.next()?, parts.next()?);
        let costs: Vec<u32> = costs
            .split(',')
            .map(|cost| cost.split_once('=').and_then(|(_, cost)| cost.parse().ok()))
            .collect::<Option<_>>()?;
        let [memory, passes, lanes] = costs[..] else { return None };
        let params = Params::new(memory, passes, lanes, None).ok()?;
        let computed = compute(password, &from_hex(salt)?, &params).ok()?;
        Some(is_equal(&computed, &from_hex(hash)?))
    };
    // A password that is too long takes as long as others.
    check().unwrap_or(false) && password.len() <= MOST_BYTES
}

/// Takes as long as [`verify`] does, so that the time does not tell which names exist.
pub(crate) fn verify_nothing(password: &str) {
    let _ = compute(password, &[0; SALT], &Params::DEFAULT);
}

fn compute(password: &str, salt: &[u8], params: &Params) -> Result<[u8; HASH], argon2::Error> {
    let mut memory = vec![Block::default(); params.block_count()];
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    let mut hash = [0; HASH];
    argon.hash_password_into_with_memory(password.as_bytes(), salt, &mut hash, &mut memory)?;
    Ok(hash)
}

/// Compares all bytes, so that the time does not tell how many agree.
fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let differ = one.iter().zip(other).fold(0, |differ, (one, other)| differ | (one ^ other));
    one.len() == other.len() && std::hint::black_box(differ) == 0
}

/// Returns random numbers of the system for secrets.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], PasswordError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| PasswordError::NoRandom)?;
    Ok(bytes)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let pairs = (0..text.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_known_again_and_no_other_is() {
        let stored = hash("correct horse").unwrap();
        assert!(stored.starts_with("argon2id:m=19456,t=2,p=1:"), "{stored}");
        assert!(verify("correct horse", &stored));
        assert!(!verify("correct horsf", &stored) && !verify("", &stored));
        assert_ne!(stored, hash("correct horse").unwrap(), "each has its salt");
        for damaged in ["", "argon2id:", "argon2id:m=1:00:00", &stored[..stored.len() - 2]] {
            assert!(!verify("correct horse", damaged), "{damaged}");
        }
        assert!(matches!(hash("short"), Err(PasswordError::Short)));
        assert!(matches!(hash(&"x".repeat(300)), Err(PasswordError::Long)));
    }

    /// A value of the reference implementation (argon2 20190702, `argon2 somesalt -id -t 2 -k 256 -p 1`
    /// with the password `password`).
    #[test]
    fn hashes_are_those_of_the_reference() {
        let params = Params::new(256, 2, 1, None).unwrap();
        let computed = compute("password", b"somesalt", &params).unwrap();
        assert_eq!(
            hex(&computed),
            "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"
        );
    }
}
