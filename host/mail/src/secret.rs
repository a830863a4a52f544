//! Decisions that stay secret until all have decided: a commitment for the others, and the decision
//! itself, sealed for its player alone. So no file has a secret in it.

use boardloom_contract::Seat;

use crate::hash::{Hash, hash};
use crate::key::PlayerKey;

/// Sealed decisions have a multiple of this length, so that it tells nothing about them.
const BLOCK: usize = 64;

/// Returns what a player publishes about a decision: it cannot be changed, nor be guessed without
/// the salt.
pub fn commitment(head: &Hash, seat: Seat, salt: &Hash, mv: &str) -> Hash {
    hash("decision", [&head[..], &[seat], salt, mv.as_bytes()])
}

pub fn salt(key: &PlayerKey, head: &Hash) -> Hash {
    key.secret("salt", head)
}

/// Returns a decision that only its player can read. Its commitment makes the secret bytes, so that
/// two decisions never have the same ones.
pub fn seal(key: &PlayerKey, commitment: &Hash, mv: &str) -> Vec<u8> {
    let mut text = mv.as_bytes().to_vec();
    text.push(1);
    text.resize(text.len().next_multiple_of(BLOCK), 0);
    masked(key, commitment, text)
}

/// Reads what [`seal`] wrote.
pub fn unseal(key: &PlayerKey, commitment: &Hash, sealed: &[u8]) -> Option<String> {
    let text = masked(key, commitment, sealed.to_vec());
    let end = text.iter().rposition(|byte| *byte != 0).filter(|end| text[*end] == 1)?;
    String::from_utf8(text[..end].to_vec()).ok()
}

/// Adds a stream of secret bytes, which takes away what it added.
fn masked(key: &PlayerKey, commitment: &Hash, mut text: Vec<u8>) -> Vec<u8> {
    let secret = key.secret("seal", commitment);
    for (number, block) in (0u64..).zip(text.chunks_mut(secret.len())) {
        let mask = hash("mask", [&secret[..], &number.to_le_bytes()]);
        block.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_player_reads_a_sealed_decision() {
        let (ann, bob) = (PlayerKey::from_seed([1; 32]), PlayerKey::from_seed([2; 32]));
        let head = hash("head", []);
        for mv in ["", "a", "rock", &"long ".repeat(50)] {
            let sealed = seal(&ann, &head, mv);
            assert_eq!(sealed.len() % BLOCK, 0);
            assert_eq!(unseal(&ann, &head, &sealed).as_deref(), Some(mv));
            assert_ne!(unseal(&bob, &head, &sealed).as_deref(), Some(mv));
            assert_ne!(unseal(&ann, &hash("other", []), &sealed).as_deref(), Some(mv));
        }
    }

    #[test]
    fn a_commitment_fits_one_decision() {
        let (ann, head) = (PlayerKey::from_seed([1; 32]), hash("head", []));
        let own = salt(&ann, &head);
        assert_ne!(commitment(&head, 0, &own, "a"), commitment(&head, 0, &own, "b"));
        assert_ne!(commitment(&head, 0, &own, "a"), commitment(&head, 1, &own, "a"));
    }
}
