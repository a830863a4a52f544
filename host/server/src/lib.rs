//! A server: many rooms behind one port, with a page for browsers.
//!
//! [`run()`] listens, and serves a lobby and a WebSocket for each room, over which the JSON lines of
//! `boardloom_room` go, one a text frame. Each room runs in its own thread (`boardloom_online`),
//! so that a failing or slow plugin disturbs no other room. The page knows no rules: [`RoomPainter`]
//! draws its boards and names the choices of a player.
#![forbid(unsafe_code)]

mod account_name;
mod account_routes;
mod account_store;
mod accounts;
mod admin;
mod archive;
mod attempts;
mod calendar;
mod correspondence;
mod data_folder;
mod database;
mod file_handles;
mod frames;
mod game_records;
mod game_server;
mod glicko;
mod limits;
mod lobby;
mod moderation;
mod origin;
mod over_game;
mod painter;
mod password;
mod query;
mod results;
mod room_entry;
mod room_error;
mod rulesets;
mod run;
mod server_clock;
mod vacations;
mod web;

pub use admin::{AdminError, ServerAdmin};
pub use data_folder::DataFolderError;
pub use database::DatabaseError;
pub use limits::ServerLimits;
pub use moderation::{LogEntry, ModerationAction, ModerationError, ModerationOrder};
pub use painter::RoomPainter;
pub use run::{ServerError, ServerSettings, run};
