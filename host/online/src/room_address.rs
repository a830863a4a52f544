//! Where a room is: at a program that hosts it, or on a server.

use std::fmt::{self, Display};
use std::net::SocketAddr;
use std::str::FromStr;

use crate::invitation_error::InvitationError;

/// The address of a room, written as host and port or as a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoomAddress {
    /// A program hosts it: host and port, such as `192.168.1.5:41873`.
    Program(String),
    /// A server has it.
    Server(RoomLink),
}

/// The link of a room on a server, such as `https://games.example.org/rooms/k3x9`. A browser shows
/// the room's page there; a program plays over the WebSocket below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomLink {
    /// Whether it begins with `https`.
    pub is_secure: bool,
    /// The host, with a port where the link has one.
    host: String,
    room: String,
}

impl RoomLink {
    /// The host without a port, as certificates name it.
    pub fn host_name(&self) -> &str {
        let (name, _) = split_port(&self.host);
        name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name)
    }

    pub fn port(&self) -> u16 {
        let (_, port) = split_port(&self.host);
        port.unwrap_or(if self.is_secure { 443 } else { 80 })
    }

    /// The address of the room's WebSocket.
    pub fn socket_url(&self) -> String {
        let scheme = if self.is_secure { "wss" } else { "ws" };
        format!("{scheme}://{}/rooms/{}/socket", self.host, self.room)
    }
}

impl Display for RoomLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}/rooms/{}", self.host, self.room)
    }
}

impl FromStr for RoomLink {
    type Err = InvitationError;

    fn from_str(text: &str) -> Result<Self, InvitationError> {
        let wrong = || InvitationError::Link(text.to_owned());
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let is_secure = match &*scheme.to_ascii_lowercase() {
            "https" => true,
            "http" => false,
            _ => return Err(wrong()),
        };
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
        if split_port(host).0.is_empty() || !host.chars().all(is_plain) {
            return Err(wrong());
        }
        let room = path.strip_prefix("rooms/").map(|room| room.trim_end_matches('/'));
        let is_room = |room: &&str| {
            !room.is_empty() && room.chars().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
        };
        let room = room.filter(is_room).ok_or_else(|| InvitationError::NoRoom(text.to_owned()))?;
        Ok(RoomLink { is_secure, host: host.to_owned(), room: room.to_owned() })
    }
}

/// Splits off the port; an address of IPv6 has colons of its own, in brackets.
fn split_port(host: &str) -> (&str, Option<u16>) {
    let split = host.rsplit_once(':').filter(|(_, port)| !port.contains(']'));
    match split.map(|(name, port)| (name, port.parse())) {
        Some((name, Ok(port))) => (name, Some(port)),
        _ => (host, None),
    }
}

impl From<SocketAddr> for RoomAddress {
    fn from(address: SocketAddr) -> Self {
        RoomAddress::Program(address.to_string())
    }
}

impl Display for RoomAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoomAddress::Program(address) => f.write_str(address),
            RoomAddress::Server(link) => link.fmt(f),
        }
    }
}

impl FromStr for RoomAddress {
    type Err = InvitationError;

    fn from_str(text: &str) -> Result<Self, InvitationError> {
        if text.contains("://") {
            return Ok(RoomAddress::Server(text.parse()?));
        }
        match split_port(text) {
            (name, Some(_)) if !name.is_empty() => Ok(RoomAddress::Program(text.to_owned())),
            _ => Err(InvitationError::Address(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_as_it_is_written() {
        for (text, name, port, socket) in [
            (
                "http://127.0.0.1:7878/rooms/k3x9",
                "127.0.0.1",
                7878,
                "ws://127.0.0.1:7878/rooms/k3x9/socket",
            ),
            (
                "https://games.example.org/rooms/a1",
                "games.example.org",
                443,
                "wss://games.example.org/rooms/a1/socket",
            ),
            ("http://[::1]/rooms/a1", "::1", 80, "ws://[::1]/rooms/a1/socket"),
            ("http://[::1]:81/rooms/a1", "::1", 81, "ws://[::1]:81/rooms/a1/socket"),
        ] {
            let link: RoomLink = text.parse().expect("a link");
            assert_eq!(link.to_string(), text);
            assert_eq!((link.host_name(), link.port(), &*link.socket_url()), (name, port, socket));
            assert_eq!(format!("{text}/").parse(), Ok(link));
        }
    }

    #[test]
    fn what_is_no_link_of_a_room_is_told() {
        for text in
            ["ftp://here/rooms/a", "http:///rooms/a", "http://a b/rooms/a", "http://u@h/rooms/a"]
        {
            assert_eq!(text.parse::<RoomLink>(), Err(InvitationError::Link(text.to_owned())));
        }
        for text in
            ["http://here:7878", "http://here/", "http://here/rooms", "http://here/rooms/../x"]
        {
            assert_eq!(text.parse::<RoomLink>(), Err(InvitationError::NoRoom(text.to_owned())));
        }
    }
}
