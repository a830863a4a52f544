//! Rooms on sockets.
//!
//! [`RoomServer`] runs a [`Room`](boardloom_room::Room) in a thread, with the computer in another,
//! and writes its record. It takes connections of any kind; [`RoomServer::listen`] takes those of
//! a TCP port. [`RoomClient`] is the other side: it connects, reconnects, and follows the room in a
//! [`Replica`](boardloom_room::Replica).
//!
//! Connections between programs are encrypted (TLS 1.3) with a [`RoomKey`]. No authority vouches for
//! it: its fingerprint is in the [`Invitation`], and a client takes no other key. A
//! [`RoomAnnouncement`] tells the local network of a room, without its code; a [`RoomBrowser`] lists
//! such rooms. A client joins the rooms of a server too, over a WebSocket: see [`RoomLink`].
#![forbid(unsafe_code)]

mod announcement;
mod board_painter;
mod certificate;
mod counter;
mod invitation;
mod invitation_error;
mod line_connection;
mod plugin_parts;
mod room_address;
mod room_client;
mod room_events;
mod room_key;
mod room_server;
mod room_stream;
mod running_room;
mod secret;
mod web_socket;

pub use announcement::{AnnouncedRoom, AnnouncementError, RoomAnnouncement, RoomBrowser};
pub use board_painter::{BoardPainter, BoardTask, PainterMaker};
pub use counter::{Counted, Counter, TooMany, network_of};
pub use invitation::{Invitation, reachable_address};
pub use invitation_error::InvitationError;
pub use line_connection::LineConnection;
pub use plugin_parts::PluginReader;
pub use room_address::{RoomAddress, RoomLink};
pub use room_client::{ClientEvent, ClientSettings, RoomClient};
pub use room_events::{ClientOrigin, LineSink, RoomHandle, RoomReport};
pub use room_key::{RoomFingerprint, RoomKey};
pub use room_server::{
    RoomConnection, RoomServer, RoomSupport, address_file, kept_address, new_record_file,
};
pub use room_stream::{RoomStream, StreamError};
pub use secret::{invitation_code, random, secret};
