//! Plugins that tell their build, for records.

use std::sync::Arc;

use boardloom_contract::{
    About, Capabilities, Cursor, Diagnostic, LoadedPlugin, Message, OpenGame, PluginResult,
};
use boardloom_ruleset::sha256_hex;

/// A plugin with the version and hash of its component; every game of it has the facts
/// `version` and `hash`, which records keep.
pub struct Signed {
    rules: Arc<dyn LoadedPlugin>,
    facts: Vec<(String, String)>,
}

impl Signed {
    pub fn new(rules: Arc<dyn LoadedPlugin>, component: &[u8], version: Option<&str>) -> Self {
        let hash = sha256_hex(component);
        let version = version.map(|version| ("version".to_owned(), version.to_owned()));
        Signed { rules, facts: version.into_iter().chain([("hash".to_owned(), hash)]).collect() }
    }

    /// Returns the component's SHA-256 in hexadecimal.
    pub fn hash(&self) -> &str {
        self.facts.last().map_or("", |(_, hash)| hash)
    }
}

impl LoadedPlugin for Signed {
    fn name(&self) -> &str {
        self.rules.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.rules.capabilities()
    }

    fn schema(&self) -> PluginResult<String> {
        self.rules.schema()
    }

    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        let opened = self.rules.open(ruleset)?;
        Ok(opened.map(|game| {
            let facts = self.facts.clone();
            Box::new(SignedGame { game, facts }) as Box<dyn OpenGame>
        }))
    }
}

struct SignedGame {
    game: Box<dyn OpenGame>,
    facts: Vec<(String, String)>,
}

impl OpenGame for SignedGame {
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>> {
        self.game.warnings()
    }

    fn about(&self) -> PluginResult<About> {
        let mut about = self.game.about()?;
        about.facts.retain(|(name, _)| self.facts.iter().all(|(own, _)| own != name));
        about.facts.extend(self.facts.iter().cloned());
        Ok(about)
    }

    fn explain(&self) -> PluginResult<Vec<Message>> {
        self.game.explain()
    }

    fn start(&self) -> PluginResult<Box<dyn Cursor>> {
        self.game.start()
    }

    fn load(&self, position: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        self.game.load(position)
    }

    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        self.game.read(text)
    }
}
