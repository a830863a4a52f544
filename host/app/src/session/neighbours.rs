//! Which sites are adjacent, by name: for boards that are no rows, such as maps.

use std::collections::BTreeMap;

use boardloom_match::GameSource;
use serde_json::Value as Json;

use super::GameSession;

/// The text form of a position with all adjacencies.
const GRAPH: &str = "graph";
/// The most sites of which the adjacencies are read.
const MOST: u32 = 5000;

/// The neighbours of each site, by labels.
pub type Neighbours = BTreeMap<String, Vec<String>>;

/// The neighbours as they were read, and the game of that time.
#[derive(Default)]
pub(super) struct KnownNeighbours(Option<(GameSource, Neighbours)>);

impl GameSession {
    /// Returns the neighbours of each site in the board's order, each once; none for games that do
    /// not tell them.
    pub fn neighbours(&mut self) -> &Neighbours {
        let source = self.game.source().clone();
        if !self.near_sites.0.as_ref().is_some_and(|(known, _)| known.is_same_as(&source)) {
            let read = self.read_neighbours().unwrap_or_default();
            self.near_sites.0 = Some((source, read));
        }
        static NONE: Neighbours = Neighbours::new();
        self.near_sites.0.as_ref().map_or(&NONE, |(_, known)| known)
    }

    fn read_neighbours(&mut self) -> Option<Neighbours> {
        let is_told = self.game.about().forms.iter().any(|form| form == GRAPH);
        if !is_told || self.game.status().sites > MOST {
            return None;
        }
        let text = self.game.ask(|cursor| cursor.write(GRAPH)).ok()?.ok()?;
        let graph: BTreeMap<String, Vec<(String, Json)>> = serde_json::from_str(&text).ok()?;
        let names = |links: Vec<(String, Json)>| {
            let mut names: Vec<String> = Vec::new();
            for (name, _) in links {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        };
        Some(graph.into_iter().map(|(site, links)| (site, names(links))).collect())
    }
}
