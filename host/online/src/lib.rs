//! Rooms on sockets.
//!
//! [`RoomServer`] runs a [`Room`](boardloom_room::Room) in a thread, with the computer in another,
//! and writes its record. It takes connections of any kind; [`RoomServer::listen`] takes those of
//! a TCP port. [`RoomClient`] is the other side: it connects, reconnects, and follows the room in a
//! [`Replica`](boardloom_room::Replica).
//!
//! Connections are encrypted (TLS 1.3) with a [`RoomKey`]. No authority vouches for it: its
//! fingerprint is in the [`Invitation`], and a client takes no other key. A [`RoomAnnouncement`]
//! tells the local network of a room, without its code; a [`RoomBrowser`] lists such rooms.
#![forbid(unsafe_code)]

mod announcement;
mod board_painter;
mod certificate;
mod invitation;
mod line_connection;
mod room_client;
mod room_key;
mod room_server;
mod room_stream;
mod secret;

pub use announcement::{AnnouncedRoom, AnnouncementError, RoomAnnouncement, RoomBrowser};
pub use board_painter::{BoardPainter, BoardTask, PainterMaker};
pub use invitation::{Invitation, InvitationError, reachable_address};
pub use line_connection::LineConnection;
pub use room_client::{ClientEvent, ClientSettings, RoomClient};
pub use room_key::{RoomFingerprint, RoomKey};
pub use room_server::{
    LineSink, RoomConnection, RoomHandle, RoomReport, RoomServer, new_record_file,
};
pub use room_stream::{RoomStream, StreamError};
pub use secret::{invitation_code, random, secret};
