//! The key of a room: it encrypts connections, and its fingerprint in the invitation tells whether
//! the room itself answers.

use std::fmt::{self, Display};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use rustls::crypto::ring::sign::any_eddsa_type;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::ServerConfig;
use rustls::version::TLS13;
use rustls::{SignatureScheme, crypto};
use sha2::{Digest, Sha256};

use crate::certificate;

/// Letters and digits of a fingerprint: 5 bits each.
const SIGNS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// 100 bits: too many to find another key with the same fingerprint.
const LENGTH: usize = 20;

/// The fingerprint of a room's key: 20 letters and digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomFingerprint(String);

impl RoomFingerprint {
    pub(crate) fn of(certificate: &CertificateDer<'_>) -> Self {
        let hash = Sha256::digest(certificate);
        let bit = |at: usize| usize::from(hash[at / 8] >> (7 - at % 8) & 1);
        let sign = |at: usize| char::from(SIGNS[(0..5).fold(0, |n, i| n << 1 | bit(at * 5 + i))]);
        RoomFingerprint((0..LENGTH).map(sign).collect())
    }
}

impl Display for RoomFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for RoomFingerprint {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.to_ascii_uppercase();
        let fits = text.len() == LENGTH && text.bytes().all(|sign| SIGNS.contains(&sign));
        fits.then_some(RoomFingerprint(text)).ok_or(())
    }
}

/// The secret key of a room, with a certificate that it signed itself. No authority vouches for it:
/// clients know its fingerprint from the invitation.
#[derive(Clone)]
pub struct RoomKey {
    seed: [u8; 32],
    certificate: CertificateDer<'static>,
}

/// Shows no secret.
impl fmt::Debug for RoomKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoomKey").field("fingerprint", &self.fingerprint()).finish_non_exhaustive()
    }
}

impl RoomKey {
    /// Draws a key from the random numbers of the system.
    ///
    /// # Errors
    /// If the system has none.
    pub fn generate() -> io::Result<Self> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(RoomKey::from_seed(seed))
    }

    fn from_seed(seed: [u8; 32]) -> Self {
        let pkcs8 = PrivatePkcs8KeyDer::from(certificate::private_key(&seed));
        let signer = any_eddsa_type(&pkcs8).expect("every seed is a key");
        let public = signer.public_key().expect("the provider derives it");
        let scheme = signer.choose_scheme(&[SignatureScheme::ED25519]);
        let scheme = scheme.expect("the key has this scheme");
        let sign = |body: &[u8]| scheme.sign(body).expect("signing needs nothing else");
        let certificate = certificate::certificate(public.as_ref(), sign).into();
        RoomKey { seed, certificate }
    }

    /// Reads the key of a file, or makes one and keeps it there, so that an invitation stays good
    /// when its room is continued. Only the owner can read the file.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds no key.
    pub fn at(path: &Path) -> io::Result<Self> {
        match std::fs::read(path) {
            Ok(bytes) => {
                let seed = bytes.try_into().map_err(|_| io::Error::other("it holds no key"))?;
                Ok(RoomKey::from_seed(seed))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = RoomKey::generate()?;
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)?;
                }
                let mut options = OpenOptions::new();
                options.write(true).create_new(true);
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                options.open(path)?.write_all(&key.seed)?;
                Ok(key)
            }
            Err(error) => Err(error),
        }
    }

    pub fn fingerprint(&self) -> RoomFingerprint {
        RoomFingerprint::of(&self.certificate)
    }

    pub(crate) fn server_config(&self) -> Arc<ServerConfig> {
        let key = PrivateKeyDer::Pkcs8(certificate::private_key(&self.seed).into());
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&TLS13])
            .expect("the provider has ciphers of TLS 1.3")
            .with_no_client_auth()
            .with_single_cert(vec![self.certificate.clone()], key);
        let mut config = config.expect("the certificate is that of the key");
        // A client that comes back says so in the room's messages.
        config.send_tls13_tickets = 0;
        Arc::new(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_kept_and_private() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rooms/one.key");
        let key = RoomKey::at(&path).expect("a key");
        assert_eq!(RoomKey::at(&path).expect("the same").fingerprint(), key.fingerprint());
        let other = RoomKey::generate().expect("a key");
        assert_ne!(other.fingerprint(), key.fingerprint());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = path.metadata().expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::write(&path, "nonsense").expect("a file");
        assert!(RoomKey::at(&path).is_err());
    }

    #[test]
    fn a_fingerprint_is_read_as_it_is_written() {
        let print = RoomKey::from_seed([7; 32]).fingerprint();
        assert_eq!(print.to_string().len(), LENGTH);
        assert_eq!(print.to_string().parse(), Ok(print.clone()));
        assert_eq!(print.to_string().to_lowercase().parse(), Ok(print));
        for text in ["", "K7QX3M", "000000000000000000000"] {
            assert!(text.parse::<RoomFingerprint>().is_err(), "{text}");
        }
    }
}
