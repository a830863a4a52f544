//! All tests that need more than one crate, in one binary.

#![allow(clippy::unwrap_used, reason = "clippy takes only functions marked as tests for tests")]

mod arena;
mod author;
mod boards;
mod cli;
mod conformance;
mod connection;
mod deep;
mod drawn;
mod engine;
mod example;
mod films;
mod fractal;
mod garbage;
mod golden;
mod graphs;
mod guest;
mod hostile;
mod invariants;
mod meaning;
mod pictures;
mod program;
#[cfg(unix)]
mod pty;
mod query;
mod safe;
mod schemas;
mod solved;
mod stage;
mod support;
mod tafl;
#[cfg(unix)]
mod terminal;
mod text;
mod third_party;
mod zoo;
