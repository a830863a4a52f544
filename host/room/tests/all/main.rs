//! Rooms without sockets: scenarios, and any order of events.

mod agreement;
mod protocol;
mod rules;
mod world;
