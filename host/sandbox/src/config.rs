//! What a plugin may use up.

use std::path::PathBuf;
use std::time::Duration;

/// The filter for a log of everything but what the sandbox's compiler says to
/// itself, in the form that `tracing` reads.
pub const LOG_ALL: &str = "debug,wasmtime=warn,cranelift=warn";

/// How a [`Sandbox`](crate::Sandbox) is set up.
#[derive(Debug, Clone, Default)]
pub struct SandboxConfig {
    /// Where compiled code is kept between starts.
    pub cache: CacheFolder,
    /// What a plugin may use up.
    pub limits: Limits,
}

/// Where compiled code is kept between starts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CacheFolder {
    /// The platform's folder for caches; none where there is no such folder or
    /// it cannot be written to.
    #[default]
    Platform,
    /// This folder; none where it cannot be written to.
    At(PathBuf),
    /// Nowhere: every load compiles.
    Off,
}

/// What one instance of a plugin may use up. The defaults fit any board game;
/// a test that wants to see a limit at work sets a smaller one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Linear memory of all its memories, in bytes. 512 MiB.
    pub memory: usize,
    /// Entries of each of its tables. 100,000.
    pub table: usize,
    /// Processor time for an ordinary call. 2 seconds.
    pub call: Duration,
    /// Processor time for making an instance, and for `schema`, `game.open`,
    /// `game.load` and `game.read`. 20 seconds.
    pub open: Duration,
    /// Processor time for `perft` and `playouts`, which somebody asked for who
    /// may have asked for much. 6 hours.
    pub count: Duration,
    /// Bytes that one call may hand back, counted by wasmtime as it copies
    /// them. 64 MiB.
    pub answer: usize,
    /// Bytes of a text that is not a notation. 4 MiB.
    pub text: usize,
    /// Bytes of a move's notation. 1,024.
    pub notation: usize,
    /// Sites of a board. 16,777,216.
    pub sites: u32,
    /// Bytes of a component. 8 MiB, ten times what a plugin should take.
    pub component: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            memory: 512 << 20,
            table: 100_000,
            call: Duration::from_secs(2),
            open: Duration::from_secs(20),
            count: Duration::from_secs(6 * 3600),
            answer: 64 << 20,
            text: 4 << 20,
            notation: 1024,
            sites: 1 << 24,
            component: 8 << 20,
        }
    }
}
