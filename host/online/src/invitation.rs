//! What a player hands over to others: where the room is, and its code.

use std::fmt::{self, Display};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpStream, ToSocketAddrs, UdpSocket};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::room_key::RoomFingerprint;
use crate::room_stream::RoomStream;

/// The longest wait for an address to answer.
const ANSWER: Duration = Duration::from_secs(10);

/// An address, a code, and the fingerprint of the room's key, written
/// `192.168.1.5:41873 K7QX3M ABCDEFGHJKLMNPQRSTUV`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Host and port.
    pub address: String,
    pub code: Option<String>,
    /// `None` for a room without encryption.
    pub fingerprint: Option<RoomFingerprint>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvitationError {
    #[error(
        "the invitation is empty; it looks like `192.168.1.5:41873 K7QX3M ABCDEFGHJKLMNPQRSTUV`"
    )]
    Empty,
    #[error(
        "`{0}` is no address with a port; an invitation looks like `192.168.1.5:41873 K7QX3M \
         ABCDEFGHJKLMNPQRSTUV`"
    )]
    Address(String),
    #[error(
        "`{0}` is no fingerprint of a key: after address and code, an invitation has 20 letters and \
         digits; copy all of it"
    )]
    Fingerprint(String),
    #[error("expected an address, a code and a fingerprint, found more: `{0}`")]
    TooLong(String),
}

impl Invitation {
    /// Connects to the room.
    ///
    /// # Errors
    /// When nothing answers, or something that has another key than the room.
    pub fn connect(&self) -> io::Result<RoomStream> {
        let mut failed = io::Error::other("the address has no host");
        for address in self.address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, ANSWER) {
                Ok(socket) => {
                    return match &self.fingerprint {
                        None => Ok(RoomStream::plain(socket)),
                        Some(fingerprint) => RoomStream::client(socket, fingerprint),
                    };
                }
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    /// Returns the file in a folder that keeps a client's secret, so that a client that was killed
    /// gets its seat back. A room that is hosted again has its code, at another address.
    pub fn token_file(&self, folder: &Path, name: &str) -> PathBuf {
        let plain = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let room = self.code.as_deref().unwrap_or(&self.address);
        folder.join(format!("{}-{}.token", plain(room), plain(name)))
    }
}

/// Returns the address at which other computers of the local network reach a port that listens on
/// all addresses of this one; any other address as it is.
pub fn reachable_address(listening: SocketAddr) -> SocketAddr {
    if !listening.ip().is_unspecified() {
        return listening;
    }
    // Sends nothing: it asks the system from which address it would.
    let outward = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    let ip = outward.map_or(Ipv4Addr::LOCALHOST.into(), |address| address.ip());
    SocketAddr::new(ip, listening.port())
}

impl Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)?;
        self.code.iter().try_for_each(|code| write!(f, " {code}"))?;
        self.fingerprint.iter().try_for_each(|fingerprint| write!(f, " {fingerprint}"))
    }
}

impl FromStr for Invitation {
    type Err = InvitationError;

    /// Reads an invitation, also as the command `boardloom join ...` that contains it.
    fn from_str(text: &str) -> Result<Self, InvitationError> {
        let mut words = text.split_whitespace().peekable();
        for word in ["boardloom", "join"] {
            words.next_if(|given| given.eq_ignore_ascii_case(word));
        }
        let address = words.next().ok_or(InvitationError::Empty)?.to_owned();
        let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        if port.is_none_or(|(_, port)| port.parse::<u16>().is_err()) {
            return Err(InvitationError::Address(address));
        }
        let mut code = words.next().map(str::to_owned);
        let mut fingerprint = None;
        if let Some(word) = words.next() {
            let read = word.parse().map_err(|()| InvitationError::Fingerprint(word.to_owned()))?;
            fingerprint = Some(read);
        } else if let Some(Ok(read)) = code.as_ref().map(|code| code.parse()) {
            // A room that lets everyone in has no code.
            (code, fingerprint) = (None, Some(read));
        }
        match words.next() {
            Some(more) => Err(InvitationError::TooLong(more.to_owned())),
            None => Ok(Invitation { address, code, fingerprint }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_is_read_as_it_is_written_and_from_the_command() {
        let address = "10.0.0.2:80".to_owned();
        let plain = Invitation { address, code: Some("AB".to_owned()), fingerprint: None };
        for text in ["10.0.0.2:80 AB", " 10.0.0.2:80\nAB ", "boardloom join 10.0.0.2:80 AB"] {
            assert_eq!(text.parse(), Ok(plain.clone()), "{text}");
        }
        assert_eq!(plain.to_string(), "10.0.0.2:80 AB");
        let open = Invitation { address: "[::1]:80".to_owned(), code: None, fingerprint: None };
        assert_eq!("[::1]:80".parse(), Ok(open.clone()));
        let fingerprint = "ABCDEFGHJKLMNPQRSTUV".parse().ok();
        for known in [
            Invitation { fingerprint: fingerprint.clone(), ..plain },
            Invitation { fingerprint, ..open },
        ] {
            assert_eq!(known.to_string().parse(), Ok(known.clone()));
            assert_eq!(
                known.to_string().to_lowercase().parse::<Invitation>().map(|it| it.fingerprint),
                Ok(known.fingerprint)
            );
        }
    }

    #[test]
    fn what_is_no_invitation_says_how_one_looks() {
        let read = |text: &str| text.parse::<Invitation>().unwrap_err();
        assert_eq!(read(" "), InvitationError::Empty);
        for text in ["K7QX3M", "here:", ":80", "here:99999"] {
            assert_eq!(read(text), InvitationError::Address(text.to_owned()));
        }
        assert_eq!(read("here:80 AB C"), InvitationError::Fingerprint("C".to_owned()));
        let long = "here:80 AB ABCDEFGHJKLMNPQRSTUV more";
        assert_eq!(read(long), InvitationError::TooLong("more".to_owned()));
    }
}
