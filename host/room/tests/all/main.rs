//! Rooms without sockets: scenarios, and any order of events.

mod agreement;
mod board;
mod protocol;
mod rules;
mod world;
