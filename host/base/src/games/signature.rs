//! Signatures of games, as minisign makes them: <https://jedisct1.github.io/minisign/>.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use blake2::{Blake2b512, Digest};
use ed25519_dalek::{KEYPAIR_LENGTH, Signer, SigningKey};
use minisign_verify::{PublicKey, Signature};
use thiserror::Error;
use wasmparser::{Parser, Payload};

use super::file::GameFile;

/// The section with a game's signature: the last one, which signs all bytes before it.
pub const SIGNATURE: &str = "boardloom:signature";
/// The ending of a signature beside its file.
pub const SIGNATURE_FILE: &str = "minisig";
/// A signature has less text, in bytes.
pub const LARGEST_SIGNATURE: usize = 4096;

/// The algorithms of a key: Ed25519, BLAKE2b; no password.
const ED25519: &[u8; 2] = b"Ed";
const PREHASHED: &[u8; 2] = b"ED";
const CHECKSUM: &[u8; 2] = b"B2";
const NO_PASSWORD: &[u8; 2] = &[0, 0];
/// The salt and limits of a password, which stand between the algorithms and the key.
const PASSWORD_BYTES: usize = 48;
const NUMBER: usize = 8;
const CHECKSUM_BYTES: usize = 32;
const SECRET_BYTES: usize = 6 + PASSWORD_BYTES + NUMBER + KEYPAIR_LENGTH + CHECKSUM_BYTES;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignatureError {
    #[error("expected a public key of minisign, as `RW` and 54 more characters, found `{0}`")]
    PublicKey(String),
    #[error("expected a secret key of minisign: {0}")]
    SecretKey(&'static str),
    #[error(
        "the key has a password: sign with `minisign -Sm FILE.loomgame`, after `boardloom plugin \
         pack --public-key FILE.pub`"
    )]
    Password,
    #[error("its signature is damaged: {0}")]
    Damaged(String),
    #[error("its signature does not fit: it was changed, or not signed with the key {0}")]
    Invalid(String),
    #[error(
        "it names the key {0} and has no signature: put its `.minisig` beside it, or pack it \
         with `--key`"
    )]
    Missing(String),
    #[error("it has a signature and names no key: pack it with `--public-key`, then sign it again")]
    NoKey,
    #[error("there are no random numbers for a key: {0}")]
    NoRandom(String),
}

/// Checks a game's signature, the one in its file or else the one `beside` it. Returns the key that
/// signed it; `None` without a signature.
///
/// # Errors
/// If it names a key and is not signed with it.
pub fn signer(
    game: &GameFile,
    bytes: &[u8],
    beside: Option<&str>,
) -> Result<Option<String>, SignatureError> {
    let (signed, within) = split(bytes)?;
    let signature = within.or(beside);
    let key = match (game.key.is_empty(), signature) {
        (true, None) => return Ok(None),
        (true, Some(_)) => return Err(SignatureError::NoKey),
        (false, None) => return Err(SignatureError::Missing(game.key.clone())),
        (false, Some(_)) => public_key(&game.key)?,
    };
    let damaged = |error: minisign_verify::Error| SignatureError::Damaged(error.to_string());
    let signature = Signature::decode(signature.unwrap_or_default()).map_err(damaged)?;
    match key.verify(signed, &signature, false) {
        Ok(()) => Ok(Some(game.key.clone())),
        Err(_) => Err(SignatureError::Invalid(game.key.clone())),
    }
}

/// Tells whether a game names a key and has no signature in its file: it needs the one beside it.
pub fn needs_signature(game: &GameFile, bytes: &[u8]) -> bool {
    !game.key.is_empty() && matches!(split(bytes), Ok((_, None)))
}

/// Splits a file before the section of its signature.
fn split(bytes: &[u8]) -> Result<(&[u8], Option<&str>), SignatureError> {
    let damaged = |why: &str| SignatureError::Damaged(why.to_owned());
    let (mut depth, mut end) = (0_usize, 0);
    let mut found = None;
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.map_err(|error| damaged(error.message()))?;
        match &payload {
            Payload::Version { range, .. } => {
                (depth, end) = (depth + 1, end.max(range.end));
            }
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::CustomSection(section) if depth == 1 && section.name() == SIGNATURE => {
                let text = std::str::from_utf8(section.data()).ok();
                let text = text.filter(|text| text.len() <= LARGEST_SIGNATURE);
                let text = text.ok_or_else(|| damaged("expected a text"))?;
                if found.is_some() || section.range().end != bytes.len() {
                    return Err(damaged("expected it once, at the end"));
                }
                found = Some((&bytes[..end], Some(text)));
            }
            _ => {}
        }
        // A nested section ends before the one around it.
        end = payload.as_section().map_or(end, |(_, range)| end.max(range.end));
    }
    Ok(found.unwrap_or((bytes, None)))
}

/// Reads a public key: its line, or the file of minisign.
///
/// # Errors
/// If the text is no key.
pub fn public_key_line(text: &str) -> Result<String, SignatureError> {
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    public_key(line)?;
    Ok(line.to_owned())
}

fn public_key(line: &str) -> Result<PublicKey, SignatureError> {
    PublicKey::from_base64(line).map_err(|_| {
        let shown: String = line.chars().take(60).collect();
        SignatureError::PublicKey(shown.escape_debug().to_string())
    })
}

/// An author's key.
pub struct GameKey {
    number: [u8; NUMBER],
    key: SigningKey,
}

impl GameKey {
    /// Makes a key.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn generate() -> Result<GameKey, SignatureError> {
        let (mut number, mut seed) = ([0; NUMBER], [0; 32]);
        getrandom::fill(&mut number)
            .and_then(|()| getrandom::fill(&mut seed))
            .map_err(|error| SignatureError::NoRandom(error.to_string()))?;
        Ok(GameKey { number, key: SigningKey::from_bytes(&seed) })
    }

    /// Reads minisign's file of a secret key without a password.
    ///
    /// # Errors
    /// If it is none, or has a password.
    pub fn read(text: &str) -> Result<GameKey, SignatureError> {
        let wrong = SignatureError::SecretKey;
        let line = text.lines().nth(1).ok_or(wrong("expected two lines"))?;
        let bytes = STANDARD.decode(line.trim()).map_err(|_| wrong("expected Base64"))?;
        let bytes: &[u8; SECRET_BYTES] =
            bytes.as_slice().try_into().map_err(|_| wrong("it has another length"))?;
        let (kinds, rest) = bytes.split_at(6);
        if (&kinds[..2], &kinds[4..]) != (ED25519, CHECKSUM) {
            return Err(wrong("expected Ed25519 and BLAKE2b"));
        }
        if &kinds[2..4] != NO_PASSWORD {
            return Err(SignatureError::Password);
        }
        let (number, rest) = rest[PASSWORD_BYTES..].split_at(NUMBER);
        let damaged = wrong("it is damaged");
        let pair = rest.first_chunk().ok_or(damaged.clone())?;
        let key = SigningKey::from_keypair_bytes(pair).map_err(|_| damaged.clone())?;
        Ok(GameKey { number: number.try_into().map_err(|_| damaged)?, key })
    }

    /// Returns the text of minisign's file of a secret key without a password.
    pub fn secret_file(&self) -> String {
        let pair = self.key.to_keypair_bytes();
        let kinds = [&ED25519[..], NO_PASSWORD, CHECKSUM].concat();
        // A key without a password has no checksum.
        let end = [0; CHECKSUM_BYTES];
        let bytes = [&kinds[..], &[0; PASSWORD_BYTES], &self.number, &pair, &end].concat();
        format!("untrusted comment: minisign secret key\n{}\n", STANDARD.encode(bytes))
    }

    /// Returns the text of minisign's file of the public key.
    pub fn public_file(&self) -> String {
        let number = u64::from_le_bytes(self.number);
        format!("untrusted comment: minisign public key {number:016X}\n{}\n", self.public_line())
    }

    /// Returns the public key, one line.
    pub fn public_line(&self) -> String {
        let key = self.key.verifying_key();
        STANDARD.encode([&ED25519[..], &self.number, key.as_bytes()].concat())
    }

    /// Signs a file, with a comment that the signature covers.
    pub fn sign(&self, bytes: &[u8], comment: &str) -> String {
        let signature = self.key.sign(&Blake2b512::digest(bytes)).to_bytes();
        let covered = [&signature[..], comment.as_bytes()].concat();
        let line = STANDARD.encode([&PREHASHED[..], &self.number, &signature].concat());
        let global = STANDARD.encode(self.key.sign(&covered).to_bytes());
        let about = "untrusted comment: signature of a Boardloom game";
        format!("{about}\n{line}\ntrusted comment: {comment}\n{global}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by minisign 0.11: `minisign -G -W`, `minisign -Sm`.
    const SECRET: &str = "untrusted comment: minisign encrypted secret key\n\
        RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAYeJIwkjRIcaAvenXbzLvkuJi+puE2iH4G3AcIjRrwtcKNOlF4TblirnykbsO1RS3Ix0nRfXeUqnO5S1diZuB+7B9qDKREUx3AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    const PUBLIC: &str = "RWRh4kjCSNEhxrnykbsO1RS3Ix0nRfXeUqnO5S1diZuB+7B9qDKREUx3";
    const SIGNED: &str = "untrusted comment: signature from minisign secret key\n\
        RURh4kjCSNEhxlBeWgGh3BKImQcuneJpwHNqNebMLgvGrHErfHDOgMZPv+8LaUZF43yZlQclkcIgUoP4/WZi75ROCxnMWGLjHwU=\n\
        trusted comment: timestamp:1 a game\n\
        ko6TIf06jHrEcT64HJp/pa/jce0toldXLCAPm+VnnxkBdtztZj5v5hdfU0YWUslnFvPbzR3lL8OVeWFBqP1lDA==";

    fn game(key: &str) -> GameFile {
        GameFile { key: key.to_owned(), ..GameFile::default() }
    }

    const COMPONENT: &[u8] = b"\0asm\x0d\0\x01\0";

    #[test]
    fn a_signature_of_minisign_is_accepted_and_no_other() {
        let signed = |bytes: &[u8], key: &str, text: &str| signer(&game(key), bytes, Some(text));
        assert_eq!(signed(COMPONENT, PUBLIC, SIGNED), Ok(Some(PUBLIC.to_owned())));
        // With an empty custom section.
        let longer = [COMPONENT, b"\0\x02\x01a"].concat();
        let invalid = Err(SignatureError::Invalid(PUBLIC.to_owned()));
        assert_eq!(signed(&longer, PUBLIC, SIGNED), invalid);
        let other = GameKey::generate().unwrap().public_line();
        assert_eq!(signed(COMPONENT, &other, SIGNED), Err(SignatureError::Invalid(other.clone())));
        let forged = SIGNED.replace("trusted comment: time", "trusted comment: Time");
        assert_ne!(forged, SIGNED);
        assert_eq!(signed(COMPONENT, PUBLIC, &forged), invalid);
        for cut in [0, 20, 100, SIGNED.len() - 3] {
            let read = signed(COMPONENT, PUBLIC, &SIGNED[..cut]);
            assert!(matches!(read, Err(SignatureError::Damaged(_))), "{cut}: {read:?}");
        }
        assert_eq!(signed(COMPONENT, "", SIGNED), Err(SignatureError::NoKey));
        let missing = Err(SignatureError::Missing(PUBLIC.to_owned()));
        assert_eq!(signer(&game(PUBLIC), COMPONENT, None), missing);
        assert_eq!(signer(&game(""), COMPONENT, None), Ok(None));
    }

    #[test]
    fn keys_are_those_of_minisign() {
        let key = GameKey::read(SECRET).unwrap();
        assert_eq!(key.public_line(), PUBLIC);
        assert_eq!(key.secret_file().lines().nth(1), SECRET.lines().nth(1));
        let text = key.sign(COMPONENT, "ours");
        assert_eq!(signer(&game(PUBLIC), COMPONENT, Some(&text)), Ok(Some(PUBLIC.to_owned())));
        assert_eq!(public_key_line(&key.public_file()).unwrap(), PUBLIC);
        let own = GameKey::generate().unwrap();
        let read = GameKey::read(&own.secret_file()).unwrap();
        assert_eq!(read.public_line(), own.public_line());
        for wrong in ["", "a", "a\nb", "a\nRWQ", PUBLIC] {
            assert!(GameKey::read(wrong).is_err(), "{wrong}");
            assert!(public_key_line(wrong).is_err() || wrong == PUBLIC, "{wrong}");
        }
        let line = SECRET.lines().nth(1).unwrap();
        let mut bytes = STANDARD.decode(line).unwrap();
        bytes[100] ^= 1;
        let changed = format!("a\n{}\n", STANDARD.encode(&bytes));
        assert!(matches!(GameKey::read(&changed), Err(SignatureError::SecretKey(_))));
        bytes[2..4].copy_from_slice(b"Sc");
        let locked = format!("a\n{}\n", STANDARD.encode(&bytes));
        assert!(matches!(GameKey::read(&locked), Err(SignatureError::Password)));
    }

    /// Appends a custom section with a name and data below 100 bytes, or a longer one.
    fn section(name: &str, data: &[u8]) -> Vec<u8> {
        let length = 1 + name.len() + data.len();
        // Four bytes for the length.
        let length = (0..4).map(|at| ((length >> (7 * at)) & 0x7f) as u8 | u8::from(at < 3) << 7);
        let header = std::iter::once(0).chain(length).chain([name.len() as u8]);
        header.chain(name.bytes()).chain(data.iter().copied()).collect()
    }

    #[test]
    fn the_signature_within_a_file_is_its_last_section() {
        let key = GameKey::generate().unwrap();
        let game = game(&key.public_line());
        let signed = [COMPONENT, &section("a", b"data")].concat();
        let signature = section(SIGNATURE, key.sign(&signed, "x").as_bytes());
        let whole = [&signed[..], &signature].concat();
        assert_eq!(signer(&game, &whole, None), Ok(Some(key.public_line())));
        // The one within counts, whatever lies beside.
        assert_eq!(signer(&game, &whole, Some("")), Ok(Some(key.public_line())));
        let after = [&whole[..], &section("b", b"")].concat();
        let twice = [&whole[..], &signature].concat();
        let before = [COMPONENT, &signature, &section("a", b"data")].concat();
        for moved in [after, twice, before] {
            assert!(matches!(signer(&game, &moved, None), Err(SignatureError::Damaged(_))));
        }
        for at in COMPONENT.len()..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x21;
            assert!(signer(&game, &changed, None).is_err() || at >= signed.len(), "byte {at}");
        }
    }
}
