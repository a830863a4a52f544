//! All tests that need more than one crate, in one binary.

mod conformance;
mod example;
mod golden;
mod guest;
mod hostile;
mod schemas;
mod support;
mod third_party;
mod zoo;
