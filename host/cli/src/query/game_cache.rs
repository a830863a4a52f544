//! A cache of open games.

use std::path::PathBuf;
use std::rc::Rc;
use std::time::SystemTime;

use boardloom_contract::{About, OpenGame};
use boardloom_match::GameSource;
use boardloom_ruleset::Overrides;

use super::request::RulesetRef;
use super::{QueryError, Result};
use crate::catalog::{Catalog, file_of};

const CAPACITY: usize = 32;

pub struct CachedGame {
    pub source: GameSource,
    pub game: Box<dyn OpenGame>,
    pub about: About,
    ruleset: RulesetRef,
    settings: Overrides,
    /// Source files with their modification times; a change invalidates the entry.
    files: Vec<(Option<SystemTime>, PathBuf)>,
}

/// The open games, most recently used first.
pub struct GameCache<'a> {
    catalog: &'a Catalog,
    games: Vec<Rc<CachedGame>>,
}

impl<'a> GameCache<'a> {
    pub fn new(catalog: &'a Catalog) -> Self {
        GameCache { catalog, games: Vec::new() }
    }

    /// Returns the game of a ruleset; opens it if it is not in the cache or its files have changed.
    pub fn get(&mut self, ruleset: &RulesetRef, settings: &Overrides) -> Result<Rc<CachedGame>> {
        let matches =
            |game: &Rc<CachedGame>| game.ruleset == *ruleset && game.settings == *settings;
        if let Some(index) = self.games.iter().position(matches) {
            let game = self.games.remove(index);
            if game.files.iter().all(|(modified, file)| modified_at(file) == *modified) {
                self.games.insert(0, Rc::clone(&game));
                return Ok(game);
            }
        }
        let game = Rc::new(self.load(ruleset, settings)?);
        self.games.truncate(CAPACITY - 1);
        self.games.insert(0, Rc::clone(&game));
        Ok(game)
    }

    /// Removes a game whose plugin failed, so that the next request reopens it.
    pub fn evict(&mut self, failed: &Rc<CachedGame>) {
        self.games.retain(|game| !Rc::ptr_eq(game, failed));
    }

    fn load(&self, ruleset: &RulesetRef, settings: &Overrides) -> Result<CachedGame> {
        let at = ruleset.pointer();
        let source = match ruleset {
            RulesetRef::Id(id) => self.catalog.source(id, settings),
            RulesetRef::Toml(text) => self.catalog.source_of_text("ruleset_toml", text, settings),
        };
        let source = source.map_err(|error| QueryError::from_open_error(error, at))?;
        let game = source.open().map_err(|error| QueryError::from_open_error(error.into(), at))?;
        let about = game.about()?;
        let mut files = source.ruleset.watched_files();
        if let RulesetRef::Id(id) = ruleset {
            files.extend(file_of(id).map(PathBuf::from));
        }
        let files = files.into_iter().map(|file| (modified_at(&file), file)).collect();
        let (ruleset, settings) = (ruleset.clone(), settings.clone());
        Ok(CachedGame { source, game, about, ruleset, settings, files })
    }
}

fn modified_at(file: &PathBuf) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|data| data.modified()).ok()
}
