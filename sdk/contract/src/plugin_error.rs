//! Errors of plugins.

use thiserror::Error;

/// An error of a plugin. A refusal, such as an illegal move or an unreadable text, is not an error
/// but a [`Message`](crate::Message).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PluginError {
    /// The file is not a plugin, or is one for another version of the contract.
    #[error("the plugin {plugin} is incompatible: {why}")]
    Incompatible {
        /// Its name.
        plugin: String,
        /// The expected and the found properties.
        why: String,
    },
    /// Compiling it took too long or too much memory, or was skipped.
    #[error("the plugin {plugin} is not compiled: {why}")]
    NotCompiled {
        /// Its name.
        plugin: String,
        /// The limit, or that it was skipped.
        why: String,
    },
    /// A call exceeded its time limit.
    #[error("the plugin {plugin} took more than {limit_ms} ms for `{call}`")]
    TimedOut {
        /// Its name.
        plugin: String,
        /// The function of the contract.
        call: String,
        /// The limit, in milliseconds.
        limit_ms: u64,
    },
    /// A call exceeded the memory limit.
    #[error("the plugin {plugin} wanted more than {limit_mib} MiB of memory in `{call}`")]
    OutOfMemory {
        /// Its name.
        plugin: String,
        /// The function of the contract.
        call: String,
        /// The limit, in MiB.
        limit_mib: u64,
    },
    /// The plugin trapped: a panic, a stack overflow, an access out of bounds.
    #[error("the plugin {plugin} broke down in `{call}`: {why}")]
    Trapped {
        /// Its name.
        plugin: String,
        /// The function of the contract.
        call: String,
        /// The trap, and the panic's message if there is one.
        why: String,
    },
    /// An answer broke the contract.
    #[error("the plugin {plugin} broke the contract in `{call}`: {why}")]
    BrokeContract {
        /// Its name.
        plugin: String,
        /// The function of the contract.
        call: String,
        /// The rule that it broke.
        why: String,
    },
    /// The plugin lacks an optional interface.
    #[error("the plugin {plugin} does not offer `{interface}`")]
    Absent {
        /// Its name.
        plugin: String,
        /// `count` or `search`.
        interface: String,
    },
}

/// The result of a call into a plugin.
pub type PluginResult<T> = Result<T, PluginError>;
