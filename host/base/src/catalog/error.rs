//! Why a ruleset does not come off the shelf.

use std::path::PathBuf;

use boardloom_contract::PluginError;
use boardloom_ruleset::Diagnostics;
use thiserror::Error;

/// Why a ruleset or a plugin cannot be used.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There is no such ruleset; the report names the nearest.
    #[error("{}", .0.render(false).trim_end())]
    NoRuleset(Box<Diagnostics>),
    /// The ruleset has faults, each with its place.
    #[error("{}", .0.render(false).trim_end())]
    Ruleset(Box<Diagnostics>),
    /// There is no such plugin.
    #[error("there is no plugin `{name}`; {advice}")]
    NoPlugin {
        /// What was asked for.
        name: String,
        /// What to do.
        advice: String,
    },
    /// A plugin's file cannot be read.
    #[error("cannot read the plugin {}: {why}", path.display())]
    Unread {
        /// Its file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The plugin failed.
    #[error(transparent)]
    PluginError(#[from] PluginError),
    /// Plugins cannot be run on this machine.
    #[error("{0}")]
    Sandbox(String),
}

impl From<boardloom_match::OpenError> for OpenError {
    fn from(error: boardloom_match::OpenError) -> Self {
        match error {
            boardloom_match::OpenError::Ruleset(report) => OpenError::Ruleset(report),
            boardloom_match::OpenError::PluginError(fault) => OpenError::PluginError(fault),
            other => OpenError::Sandbox(other.to_string()),
        }
    }
}
