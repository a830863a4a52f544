//! The library: the search in the list of rulesets.

use super::Controller;
use crate::course::CourseKind;
use crate::loader::StartView;
use crate::services::{RulesetEntry, main_ruleset, search_rulesets};
use crate::texts::library as t;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GroupBy {
    #[default]
    Family,
    Players,
    Board,
}

impl GroupBy {
    pub const ALL: [GroupBy; 3] = [GroupBy::Family, GroupBy::Players, GroupBy::Board];

    pub fn label(self) -> &'static str {
        match self {
            GroupBy::Family => t::family(),
            GroupBy::Players => t::players(),
            GroupBy::Board => t::board(),
        }
    }
}

#[derive(Debug, Default)]
pub struct LibrarySearch {
    pub find: String,
    pub group_by: GroupBy,
    /// The index of the chosen ruleset among those that match.
    pub at: usize,
}

pub struct Family<'a> {
    /// For players.
    pub name: &'a str,
    /// The ruleset that stands for the family.
    pub main: &'a RulesetEntry,
    pub rulesets: &'a [RulesetEntry],
}

impl<'a> Family<'a> {
    /// The ruleset with the family's lessons or puzzles: the main one, or another.
    pub fn course(&self, kind: CourseKind) -> Option<&'a str> {
        let has = |listed: &&RulesetEntry| kind.count_in(listed) > 0;
        let first = Some(self.main).filter(has);
        first.or_else(|| self.rulesets.iter().find(has)).map(|listed| listed.id.as_str())
    }
}

impl<G: StartView> Controller<G> {
    pub fn families(&self) -> impl Iterator<Item = Family<'_>> {
        let all = self.rulesets.as_deref().unwrap_or_default();
        all.chunk_by(|a, b| a.family == b.family).filter_map(|rulesets| {
            let main = main_ruleset(rulesets)?;
            Some(Family { name: &main.family_name, main, rulesets })
        })
    }

    /// The rulesets that match the search of the library.
    pub fn found(&self) -> Vec<&RulesetEntry> {
        search_rulesets(self.rulesets.iter().flatten(), &self.library.find)
    }
}
