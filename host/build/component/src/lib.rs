//! Builds a plugin as a WebAssembly component: a crate by cargo, sources in C by clang.
//!
//! The build script of the bundled plugins and `boardloom plugin build` share this
//! crate, so all plugins are built alike.
#![forbid(unsafe_code)]

mod build;
mod clang;
mod contract;
mod encode;
mod environment;
mod target;

/// The most bytes that a bundled plugin may have; larger ones usually lack a release profile.
pub const MOST_BYTES: usize = 2_000_000;

pub use build::{BuildError, BuildSettings, BuiltPlugin, with_catalogues};
pub use clang::{ClangBuild, ClangError, clang_missing, module_path};
pub use contract::ContractError;
pub use encode::{EncodeError, encode, with_catalogue, with_section, with_version};
pub use target::{TARGET, TargetError, ensure_target};
