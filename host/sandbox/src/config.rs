//! Limits of plugins, and the folder of the compile cache.

use std::path::PathBuf;
use std::time::Duration;

/// A `tracing` filter that leaves out the compiler's debug messages.
pub const LOG_ALL: &str = "debug,wasmtime=warn,cranelift=warn";

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CacheFolder {
    /// The platform's cache folder, if it is the user's alone.
    #[default]
    Platform,
    /// This folder, if it is the user's alone.
    At(PathBuf),
    /// Every load compiles.
    Off,
}

/// Limits of one instance of a plugin. The defaults fit any board game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of all linear memories. 512 MiB.
    pub memory: usize,
    /// Entries of each table. 100,000.
    pub table: usize,
    /// Processor time for an ordinary call. 2 seconds.
    pub call: Duration,
    /// Processor time for an instantiation, and for `open-game.open`, `start`, `load` and `read`.
    /// 20 seconds.
    pub open: Duration,
    /// Processor time for `perft` and `playouts`, which may be large on purpose.
    /// 6 hours.
    pub count: Duration,
    /// Bytes that one call may return, as wasmtime counts them. 64 MiB.
    pub answer: usize,
    /// Bytes of a text that is not a notation. 4 MiB.
    pub text: usize,
    /// Bytes of the drawing of a position, over all its parts. 512 MiB.
    pub drawing: usize,
    /// Bytes of a list of moves, over all its pages. 64 MiB.
    pub listing: usize,
    /// Steps of a search without a new node. 1,000.
    pub idle_steps: u32,
    /// Bytes of a move's notation. 1,024.
    pub notation: usize,
    /// Sites of a board. 16,777,216.
    pub sites: u32,
    /// Bytes of a component. 8 MiB.
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
            drawing: 512 << 20,
            listing: 64 << 20,
            idle_steps: 1000,
            notation: 1024,
            sites: 1 << 24,
            component: 8 << 20,
        }
    }
}
