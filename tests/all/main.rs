//! All tests that need more than one crate, in one binary.

mod author;
mod cli;
mod conformance;
mod example;
mod golden;
mod guest;
mod hostile;
mod invariants;
mod program;
mod query;
mod schemas;
mod support;
mod third_party;
mod zoo;
