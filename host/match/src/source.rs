//! A plugin and a ruleset, ready to be opened on any thread.

use std::sync::Arc;

use boardloom_contract::{Diagnostic, LoadedPlugin, OpenGame, PluginError};
use boardloom_ruleset::{Diagnostics, Ruleset, RulesetOrigin};
use thiserror::Error;

use crate::observed::{ObservedPlugin, Observer};
use crate::translated::{TranslatedPlugin, texts_of};

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

    /// Returns the file of the ruleset, or its id.
    pub fn name(&self) -> String {
        match &self.ruleset.origin {
            RulesetOrigin::File(path) => path.display().to_string(),
            RulesetOrigin::Bundled | RulesetOrigin::Text(_) => self.ruleset.id.clone(),
        }
    }

    /// Tells whether the ruleset's text, its language and the plugin's build are the same.
    pub fn is_same_as(&self, other: &GameSource) -> bool {
        self.ruleset.hash() == other.ruleset.hash()
            && self.ruleset.language() == other.ruleset.language()
            && self.build.hash == other.build.hash
    }

    /// Returns the plugin's own texts that are translated to a language, in English; `None` if the
    /// plugin has no such translation.
    pub fn plugin_texts(&self, language: &str) -> Option<Vec<String>> {
        self.rules.catalogue(language)?;
        let texts = texts_of(&*self.rules, language);
        Some(texts.iter().map(|(english, _)| english.to_owned()).collect())
    }

    /// Returns the game with its texts in a language, as far as they are translated. Rules,
    /// notations and records stay the same.
    #[must_use]
    pub fn in_language(self, language: &str) -> GameSource {
        let ruleset = self.ruleset.in_language(language, texts_of(&*self.rules, language));
        if ruleset.spoken().is_none_or(|texts| texts.is_empty()) {
            return self;
        }
        let ruleset = Arc::new(ruleset);
        let texts = ruleset.spoken().expect("it was translated");
        let rules = Arc::new(TranslatedPlugin { plugin: self.rules, texts: Arc::clone(texts) });
        GameSource { rules, ruleset, build: self.build }
    }

    /// Returns the game for a program that is told no more than an observer sees: games begin with
    /// an observation, and their moves are observed ones.
    #[must_use]
    pub fn observed(self, observer: Observer) -> GameSource {
        GameSource { rules: Arc::new(ObservedPlugin { plugin: self.rules, observer }), ..self }
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
