//! What a player hands over to others: where the room is, and its code.

use std::fmt::{self, Display};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpStream, ToSocketAddrs, UdpSocket};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use crate::invitation_error::InvitationError;
use crate::line_connection::{LineConnection, MAX_SERVER_LINE};
use crate::room_address::RoomAddress;
use crate::room_key::RoomFingerprint;
use crate::room_stream::RoomStream;
use crate::web_socket;

/// The longest wait for an address to answer.
const ANSWER: Duration = Duration::from_secs(10);

/// An address, a code, and the fingerprint of the room's key, written
/// `192.168.1.5:41873 K7QX3M ABCDEFGHJKLMNPQRSTUV`; or the link of a room on a server, with the code
/// of a private one: `https://games.example.org/rooms/k3x9#K7QX3M`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    pub address: RoomAddress,
    pub code: Option<String>,
    /// `None` for a room without encryption, and on a server, whose certificate names its host.
    pub fingerprint: Option<RoomFingerprint>,
}

impl Invitation {
    /// Connects to the room. `receive` gets each line, and `None` at the end.
    ///
    /// # Errors
    /// When nothing answers, or something that is not the room of the invitation.
    pub fn connect(
        &self,
        receive: impl FnMut(Option<String>) + Send + 'static,
    ) -> io::Result<LineConnection> {
        match &self.address {
            RoomAddress::Program(address) => {
                let socket = reach(address)?;
                let stream = match &self.fingerprint {
                    None => RoomStream::plain(socket),
                    Some(fingerprint) => RoomStream::client(socket, fingerprint)?,
                };
                LineConnection::start(stream, true, receive)
            }
            RoomAddress::Server(link) => {
                let socket = reach((link.host_name(), link.port()))?;
                let stream = match link.is_secure {
                    false => RoomStream::plain(socket),
                    true => RoomStream::certified(socket, link.host_name())?,
                };
                let (reader, writer) = web_socket::open(stream.clone(), link, MAX_SERVER_LINE)?;
                LineConnection::start_frames(stream, reader, writer, receive)
            }
        }
    }

    /// Returns the file in a folder that keeps a client's secret, so that a client that was killed
    /// gets its seat back. A room that is hosted again has its code, at another address.
    pub fn token_file(&self, folder: &Path, name: &str) -> PathBuf {
        let plain = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let room = self.code.clone().unwrap_or_else(|| self.address.to_string());
        folder.join(format!("{}-{}.token", plain(&room), plain(name)))
    }
}

/// Connects to the first address of a host that answers.
fn reach(host: impl ToSocketAddrs) -> io::Result<TcpStream> {
    let mut failed = io::Error::other("the address has no host");
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, ANSWER) {
            Ok(socket) => return Ok(socket),
            Err(error) => failed = error,
        }
    }
    Err(failed)
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
        self.address.fmt(f)?;
        let before_code = if matches!(self.address, RoomAddress::Server(_)) { '#' } else { ' ' };
        self.code.iter().try_for_each(|code| write!(f, "{before_code}{code}"))?;
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
        let address = words.next().ok_or(InvitationError::Empty)?;
        if address.contains("://") {
            let (link, code) = address.split_once('#').unwrap_or((address, ""));
            let code = words.next().or(Some(code).filter(|code| !code.is_empty()));
            let (address, code) = (link.parse()?, code.map(str::to_owned));
            return match words.next() {
                Some(more) => Err(InvitationError::TooLong(more.to_owned())),
                None => Ok(Invitation { address, code, fingerprint: None }),
            };
        }
        let address = address.parse()?;
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
        let address = RoomAddress::Program("10.0.0.2:80".to_owned());
        let plain = Invitation { address, code: Some("AB".to_owned()), fingerprint: None };
        for text in ["10.0.0.2:80 AB", " 10.0.0.2:80\nAB ", "boardloom join 10.0.0.2:80 AB"] {
            assert_eq!(text.parse(), Ok(plain.clone()), "{text}");
        }
        assert_eq!(plain.to_string(), "10.0.0.2:80 AB");
        let address = RoomAddress::Program("[::1]:80".to_owned());
        let open = Invitation { address, code: None, fingerprint: None };
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
    fn a_link_has_its_code_behind_it() {
        let link = "http://127.0.0.1:7878/rooms/k3x9";
        let open: Invitation = link.parse().expect("a link");
        assert_eq!((open.to_string(), &open.code), (link.to_owned(), &None));
        let text = format!("{link}#K7QX3M");
        let private: Invitation = text.parse().expect("a link");
        assert_eq!((private.to_string(), private.code.as_deref()), (text, Some("K7QX3M")));
        assert_eq!(format!("boardloom join {link} K7QX3M").parse(), Ok(private));
        assert_eq!(format!("{link}# ").parse(), Ok(open));
        let more = InvitationError::TooLong("B".to_owned());
        assert_eq!(format!("{link} A B").parse::<Invitation>(), Err(more));
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
