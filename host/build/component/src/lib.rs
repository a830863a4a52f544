//! Builds a plugin's crate for wasm and makes a component of it.
//!
//! The build script that embeds the bundled plugins and `boardloom plugin build`
//! both go through here, so that a plugin of anybody's is built like those that
//! come along.
#![forbid(unsafe_code)]

mod build;
mod encode;
mod environment;
mod target;

pub use build::{Build, BuildError, Built};
pub use encode::{EncodeError, encode, with_version};
pub use target::{TARGET, TargetError, ensure_target};
