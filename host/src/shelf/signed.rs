//! Plugins that say which build they are, for records.

use std::sync::Arc;

use boardloom_contract::{About, Answer, Cursor, Diagnostic, Game, Message, Offers, Rules};
use sha2::{Digest, Sha256};

/// A plugin together with the hash of its component: every game of it has the
/// fact `hash`, which records keep.
pub struct Signed {
    rules: Arc<dyn Rules>,
    hash: String,
}

impl Signed {
    /// Returns a plugin with the hash of these bytes.
    pub fn new(rules: Arc<dyn Rules>, component: &[u8]) -> Self {
        let digest = Sha256::digest(component);
        Signed { rules, hash: digest.iter().map(|byte| format!("{byte:02x}")).collect() }
    }
}

impl Rules for Signed {
    fn name(&self) -> &str {
        self.rules.name()
    }

    fn offers(&self) -> Offers {
        self.rules.offers()
    }

    fn schema(&self) -> Answer<String> {
        self.rules.schema()
    }

    fn open(&self, ruleset: &str) -> Answer<Result<Box<dyn Game>, Vec<Diagnostic>>> {
        let opened = self.rules.open(ruleset)?;
        Ok(opened.map(|game| {
            let hash = self.hash.clone();
            Box::new(SignedGame { game, hash }) as Box<dyn Game>
        }))
    }
}

struct SignedGame {
    game: Box<dyn Game>,
    hash: String,
}

impl Game for SignedGame {
    fn cautions(&self) -> Answer<Vec<Diagnostic>> {
        self.game.cautions()
    }

    fn about(&self) -> Answer<About> {
        let mut about = self.game.about()?;
        about.facts.retain(|(name, _)| name != "hash");
        about.facts.push(("hash".to_owned(), self.hash.clone()));
        Ok(about)
    }

    fn explain(&self) -> Answer<Vec<Message>> {
        self.game.explain()
    }

    fn start(&self) -> Answer<Box<dyn Cursor>> {
        self.game.start()
    }

    fn load(&self, position: &[u8]) -> Answer<Result<Box<dyn Cursor>, Message>> {
        self.game.load(position)
    }

    fn read(&self, text: &str) -> Answer<Result<Box<dyn Cursor>, Message>> {
        self.game.read(text)
    }
}
