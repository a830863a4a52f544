//! A plugin and a ruleset, ready to be opened on any thread.

use std::sync::Arc;

use boardloom_contract::{Diagnostic, LoadedPlugin, OpenGame, PluginError};
use boardloom_ruleset::{Diagnostics, Ruleset};
use thiserror::Error;

/// Why a ruleset could not be opened.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The plugin found faults in the ruleset.
    #[error("the ruleset has faults:\n{}", .0.render(false))]
    Ruleset(Box<Diagnostics>),
    /// The plugin failed.
    #[error(transparent)]
    PluginError(#[from] PluginError),
}

/// The rules and the ruleset of a game. Whoever holds it can open the game, on
/// any thread, in an instance of its own.
#[derive(Clone)]
pub struct GameSource {
    /// The plugin.
    pub rules: Arc<dyn LoadedPlugin>,
    /// The ruleset, inheritance resolved and options applied.
    pub ruleset: Arc<Ruleset>,
    /// Which build of the plugin it is, for records.
    pub build: Build,
}

/// A build of a plugin, as records name it; empty where nobody said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Build {
    /// Its version.
    pub version: String,
    /// A hash of its file.
    pub hash: String,
}

impl GameSource {
    /// Returns a table.
    pub fn new(rules: Arc<dyn LoadedPlugin>, ruleset: Arc<Ruleset>) -> Self {
        GameSource { rules, ruleset, build: Build::default() }
    }

    /// Says which build of the plugin it is.
    #[must_use]
    pub fn with_build(mut self, version: impl Into<String>, hash: impl Into<String>) -> Self {
        self.build = Build { version: version.into(), hash: hash.into() };
        self
    }

    /// Tells whether another table has the same ruleset, text for text, and the same
    /// build of the plugin.
    pub fn is_as(&self, other: &GameSource) -> bool {
        self.ruleset.hash() == other.ruleset.hash() && self.build.hash == other.build.hash
    }

    /// Opens the game in a new instance of the plugin.
    ///
    /// # Errors
    /// When the plugin fails or finds faults in the ruleset.
    pub fn open(&self) -> Result<Box<dyn OpenGame>, OpenError> {
        let opened = self.rules.open(&self.ruleset.plugin_json())?;
        opened.map_err(|faults: Vec<Diagnostic>| {
            OpenError::Ruleset(Box::new(self.ruleset.locate(&faults)))
        })
    }
}

impl std::fmt::Debug for GameSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("plugin", &self.rules.name()).finish_non_exhaustive()
    }
}
