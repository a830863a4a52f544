//! Errors of the catalog.

use std::path::PathBuf;

use boardloom_contract::PluginError;
use boardloom_ruleset::Diagnostics;
use thiserror::Error;

/// Why a ruleset or a plugin cannot be used.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No such ruleset; the diagnostics name the nearest.
    #[error("{}", .0.render(false).trim_end())]
    NoRuleset(Box<Diagnostics>),
    /// The ruleset is invalid.
    #[error("{}", .0.render(false).trim_end())]
    Ruleset(Box<Diagnostics>),
    #[error("there is no plugin `{name}`; {advice}")]
    NoPlugin {
        name: String,
        /// The remedy.
        advice: String,
    },
    #[error("cannot read the plugin {}: {why}", path.display())]
    Unread { path: PathBuf, why: String },
    #[error(transparent)]
    PluginError(#[from] PluginError),
    /// Plugins cannot run on this machine.
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
