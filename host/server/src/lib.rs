//! A server: many rooms behind one port, with a page for browsers.
//!
//! [`run()`] listens, and serves a lobby and a WebSocket for each room, over which the JSON lines of
//! `boardloom_room` go, one a text frame. Each room runs in its own thread (`boardloom_online`),
//! so that a failing or slow plugin disturbs no other room. The page knows no rules: [`RoomPainter`]
//! draws its boards and names the choices of a player.
#![forbid(unsafe_code)]

mod data_folder;
mod frames;
mod game_server;
mod limits;
mod lobby;
mod origin;
mod painter;
mod room_entry;
mod rulesets;
mod run;
mod web;

pub use data_folder::DataFolderError;
pub use limits::ServerLimits;
pub use painter::RoomPainter;
pub use run::{ServerError, ServerSettings, run};
