//! Failures of plugins.

use thiserror::Error;

/// What a plugin did that it must not do. A refusal (an illegal move, a text
/// that cannot be read) is none: those are [`Message`](crate::Message)s.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PluginError {
    /// The file is no plugin, or one for another version of the contract.
    #[error("the plugin {plugin} is incompatible: {why}")]
    Incompatible {
        /// Its name.
        plugin: String,
        /// What was expected and what was found.
        why: String,
    },
    /// A call took longer than it may.
    #[error("the plugin {plugin} took more than {limit_ms} ms for `{call}`")]
    TimedOut {
        /// Its name.
        plugin: String,
        /// The function of the contract.
        call: String,
        /// The limit, in milliseconds.
        limit_ms: u64,
    },
    /// It wanted more memory than it may have.
    #[error("the plugin {plugin} wanted more than {limit_mib} MiB of memory in `{call}`")]
    OutOfMemory {
        /// Its name.
        plugin: String,
        /// The function of the contract.
        call: String,
        /// The limit, in MiB.
        limit_mib: u64,
    },
    /// It trapped: a panic, an overflow of the stack, an access out of bounds.
    #[error("the plugin {plugin} broke down in `{call}`: {why}")]
    Trapped {
        /// Its name.
        plugin: String,
        /// The function of the contract.
        call: String,
        /// The trap, and the panic's message where there is one.
        why: String,
    },
    /// It answered what the contract does not allow.
    #[error("the plugin {plugin} broke the contract in `{call}`: {why}")]
    BrokeContract {
        /// Its name.
        plugin: String,
        /// The function of the contract.
        call: String,
        /// Which rule it broke.
        why: String,
    },
    /// It lacks an optional interface that was asked for.
    #[error("the plugin {plugin} does not offer `{interface}`")]
    Absent {
        /// Its name.
        plugin: String,
        /// `count` or `search`.
        interface: String,
    },
}

/// What a call into a plugin gives.
pub type PluginResult<T> = Result<T, PluginError>;
