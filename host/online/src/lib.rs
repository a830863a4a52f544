//! Rooms on sockets.
//!
//! [`RoomServer`] runs a [`Room`](boardloom_room::Room) in a thread, with the computer in another,
//! and writes its record. It takes connections of any kind; [`RoomServer::listen`] takes those of
//! a TCP port. [`RoomClient`] is the other side: it connects, reconnects, and follows the room in a
//! [`Replica`](boardloom_room::Replica).
#![forbid(unsafe_code)]

mod invitation;
mod line_connection;
mod room_client;
mod room_server;
mod secret;

pub use invitation::{Invitation, InvitationError, reachable_address};
pub use line_connection::LineConnection;
pub use room_client::{ClientEvent, ClientSettings, RoomClient};
pub use room_server::{LineSink, RoomConnection, RoomReport, RoomServer};
pub use secret::{invitation_code, random, secret};
