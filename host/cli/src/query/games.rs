//! Games that are open, kept between requests.

use std::path::PathBuf;
use std::rc::Rc;
use std::time::SystemTime;

use boardloom_contract::{About, OpenGame};
use boardloom_match::GameSource;
use boardloom_ruleset::Overrides;

use super::QueryError;
use super::request::Named;
use crate::catalog::{Catalog, file_of};

/// How many games are kept open.
const MOST: usize = 32;

/// A game that is open.
pub struct Open {
    pub source: GameSource,
    pub game: Box<dyn OpenGame>,
    pub about: About,
    named: Named,
    settings: Overrides,
    /// The files that it was read from, and when they were changed.
    files: Vec<(PathBuf, Option<SystemTime>)>,
}

/// Games that are open, the one used last in front.
pub struct Games<'a> {
    catalog: &'a Catalog,
    open: Vec<Rc<Open>>,
}

impl<'a> Games<'a> {
    pub fn new(catalog: &'a Catalog) -> Self {
        Games { catalog, open: Vec::new() }
    }

    /// Returns the game of a ruleset, opened where it is not open yet or its
    /// files have changed.
    pub fn get(&mut self, named: &Named, settings: &Overrides) -> Result<Rc<Open>, QueryError> {
        let known =
            self.open.iter().position(|open| open.named == *named && open.settings == *settings);
        if let Some(place) = known {
            let open = self.open.remove(place);
            if open.files.iter().all(|(file, changed)| changed_at(file) == *changed) {
                self.open.insert(0, Rc::clone(&open));
                return Ok(open);
            }
        }
        let open = Rc::new(self.load(named, settings)?);
        self.open.truncate(MOST - 1);
        self.open.insert(0, Rc::clone(&open));
        Ok(open)
    }

    /// Closes a game whose plugin failed: the next request opens it anew.
    pub fn drop(&mut self, failed: &Rc<Open>) {
        self.open.retain(|open| !Rc::ptr_eq(open, failed));
    }

    fn load(&self, named: &Named, settings: &Overrides) -> Result<Open, QueryError> {
        let at = named.at();
        let source = match named {
            Named::Id(id) => self.catalog.source(id, settings),
            Named::Toml(text) => self.catalog.table_of_text("ruleset_toml", text, settings),
        };
        let source = source.map_err(|error| QueryError::opening(error, at))?;
        let game = source.open().map_err(|error| QueryError::opening(error.into(), at))?;
        let about = game.about()?;
        let mut files = source.ruleset.watched_files();
        if let Named::Id(id) = named {
            files.extend(file_of(id).map(PathBuf::from));
        }
        let files = files.into_iter().map(|file| (changed_at(&file), file));
        let files = files.map(|(changed, file)| (file, changed)).collect();
        Ok(Open { source, game, about, named: named.clone(), settings: settings.clone(), files })
    }
}

fn changed_at(file: &PathBuf) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|data| data.modified()).ok()
}
