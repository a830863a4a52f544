//! A plugin and a ruleset, ready to be opened on any thread.

use std::sync::Arc;

use boardloom_contract::{Diagnostic, LoadedPlugin, OpenGame, PluginError};
use boardloom_ruleset::{Diagnostics, Ruleset};
use thiserror::Error;

#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum OpenError {
    #[error("the ruleset has errors:\n{}", .0.render(false))]
    Ruleset(Box<Diagnostics>),
    #[error(transparent)]
    PluginError(#[from] PluginError),
}

#[derive(Clone)]
pub struct GameSource {
    pub rules: Arc<dyn LoadedPlugin>,
    /// Inheritance resolved and options applied.
    pub ruleset: Arc<Ruleset>,
    pub build: PluginBuild,
}

/// A build of a plugin, as records name it; empty if unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PluginBuild {
    pub version: String,
    /// SHA-256 of its file, in hexadecimal digits.
    pub hash: String,
}

impl GameSource {
    pub fn new(rules: Arc<dyn LoadedPlugin>, ruleset: Arc<Ruleset>) -> Self {
        GameSource { rules, ruleset, build: PluginBuild::default() }
    }

    /// Tells whether the ruleset's text and the plugin's build are the same.
    pub fn is_same_as(&self, other: &GameSource) -> bool {
        self.ruleset.hash() == other.ruleset.hash() && self.build.hash == other.build.hash
    }

    /// Opens the game in a new instance of the plugin.
    pub fn open(&self) -> Result<Box<dyn OpenGame>, OpenError> {
        let opened = self.rules.open(&self.ruleset.plugin_json())?;
        opened.map_err(|errors: Vec<Diagnostic>| {
            OpenError::Ruleset(Box::new(self.ruleset.locate(&errors)))
        })
    }
}

impl std::fmt::Debug for GameSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameSource").field("plugin", &self.rules.name()).finish_non_exhaustive()
    }
}
