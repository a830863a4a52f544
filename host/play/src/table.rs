//! A plugin and a ruleset, ready to be opened on any thread.

use std::sync::Arc;

use boardloom_contract::{Diagnostic, Fault, Game, Rules};
use boardloom_ruleset::{Report, Ruleset};
use thiserror::Error;

/// Why a ruleset could not be opened.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The plugin found faults in the ruleset.
    #[error("the ruleset has faults:\n{}", .0.render(false))]
    Ruleset(Box<Report>),
    /// The plugin failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The rules and the ruleset of a game. Whoever holds it can open the game, on
/// any thread, in an instance of its own.
#[derive(Clone)]
pub struct Table {
    /// The plugin.
    pub rules: Arc<dyn Rules>,
    /// The ruleset, inheritance resolved and options applied.
    pub ruleset: Arc<Ruleset>,
}

impl Table {
    /// Returns a table.
    pub fn new(rules: Arc<dyn Rules>, ruleset: Arc<Ruleset>) -> Self {
        Table { rules, ruleset }
    }

    /// Opens the game in a new instance of the plugin.
    ///
    /// # Errors
    /// When the plugin fails or finds faults in the ruleset.
    pub fn open(&self) -> Result<Box<dyn Game>, OpenError> {
        let opened = self.rules.open(&self.ruleset.plugin_json())?;
        opened.map_err(|faults: Vec<Diagnostic>| {
            OpenError::Ruleset(Box::new(self.ruleset.locate(&faults)))
        })
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("plugin", &self.rules.name()).finish_non_exhaustive()
    }
}
