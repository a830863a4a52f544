//! A room: one match between several clients.
//!
//! [`Room`] is a state machine without sockets, threads and clocks: an [`RoomInput`] and the time
//! go in, [`RoomEffect`]s come out. It plays every move by the rules, so that it alone decides
//! legality, chance, time and the end; clients show what its events say. [`Replica`] is the other
//! side: it follows the events, notices lost ones, and sends moves again until they are answered.
//!
//! Messages are JSON objects, one a line, with the key `type`. Unknown keys are ignored;
//! an unknown `type` gets an error. Seats and plies: seats count from 1, 0 is chance; a
//! move's ply is the number of moves before it.
#![forbid(unsafe_code)]

mod absence;
mod chat;
mod chat_log;
mod client;
mod clients;
mod clock;
mod code_guesses;
mod commands;
mod computer;
mod computer_search;
mod conditional;
mod conditional_lines;
mod consent;
mod hidden;
mod late_view;
mod message;
mod notes;
mod observed_game;
mod persistence;
mod player_note;
mod replica;
mod room;
mod settings;
mod state;
mod text;
mod turn_clock;
mod watchers;

pub use client::RoomAccount;
pub use hidden::source_as_told;
pub use message::{
    BoardRequest, ChatTo, ClientMessage, Error, ErrorCode, Hello, LIMITS, MessageLimits,
    MoveCommand, ServerMessage, VERSION,
};
pub use persistence::RestoreError;
pub use player_note::PlayerNote;
pub use replica::Replica;
pub use room::{ConnectionId, Room, RoomEffect, RoomInput};
pub use settings::{RoomSettings, ServerTime};
pub use state::{
    ClockState, EndKind, GameEnd, Offer, PlayedEntry, Proposal, RoomEvent, RoomSeat, RoomState,
    SeatKind, TurnState, WatchDelay,
};
pub use text::{is_plain, trim_text};
