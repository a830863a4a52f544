//! Rooms without sockets: scenarios, and any order of events.

mod absence;
mod agreement;
mod board;
mod clients;
mod conditional;
mod days;
mod late;
mod notes;
mod protocol;
mod rules;
mod world;
