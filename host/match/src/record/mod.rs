//! Records: a match as one readable text file.
//!
//! ```text
//! [Boardloom "1"]
//! [Ruleset "family/classic" "5f0c..."]
//! [Plugin "family" "0.1.0" "91ab..."]
//! [Option "rules.quiet_limit" "100"]
//! [Seed "123"]
//! [Seat "1" "Ann" "person"]
//! [Seat "2" "Level 3" "computer 3"]
//! [Clock "fischer" "300" "5"]
//! [Result "1 2" "x wins: most pieces"]
//!
//! 1. g2 {a good start} f6 (a2 {[took 12.5] better} b3) 2. g3 !resign
//!
//! --- ruleset ---
//! format = 1
//! ...
//! ```
//!
//! Tags come first, a line each: a name and texts in quotes. Then the moves: a
//! move is its notation, in quotes where that could be mistaken for something
//! else; `@2:` before it names the seat where it is not the one whose turn it
//! is; `~` before it marks a draw of chance; `!resign`, `!time` and `!left` take
//! a seat out. A variation stands in round brackets after the move that it
//! replaces, a comment in braces after the move that it is about. `1.` and
//! `1...` are for people: they are skipped. After the line `--- ruleset ---`
//! comes a full copy of the ruleset, to the end of the file.
//!
//! A comment begins with annotations. The clock says `[took 12.5]` seconds for the turn,
//! `[coins 1]` that bought time in it, `[paused 60]` for as long as the clocks
//! stood still in it, and `[left 287.5]` for what the mover has left then, with
//! the periods or coins beside it. The last is for people and other programs: it
//! follows from the rest. Two more are for annotators: `[sign !?]` judges the move
//! (`!!`, `!`, `!?`, `?!`, `?`, `??`), and `[draw d4 a1>b2]` draws a ring on d4 and
//! an arrow from a1 to b2 on the position after it, at most 100 together. Sites have
//! the names that the board shows, in quotes where a name has other characters than
//! letters, digits and `/_.:,+*'-`. What a seat began with because it carried it over from
//! the game before is a tag, and so is the turn that runs: where it began, what
//! it took so far, coins, and pauses.
//!
//! ```text
//! [Clock "arcade" "100" "100" "3" "carry"]
//! [Carried "1" "83.5" "2"]
//! [Turn "12" "8.5" "1" "0"]
//! ```
//!
//! Where the rules were changed during the match (a ruleset edited, a plugin
//! rebuilt), a tag says where the match stood and what held until then: the
//! hash of the ruleset, and the version and hash of the plugin where they are
//! known. A copy of that ruleset stands before the one in force, each line
//! behind `> `. Moves that are not legal any more stay among the others: they
//! are lines that the rules in force do not reach.
//!
//! ```text
//! [Changed "12" "91ab..." "0.1.0" "5f0c..."]
//!
//! --- ruleset 91ab... ---
//! > format = 1
//! > ...
//! ```

pub(crate) mod clocks;
mod copies;
mod moves;
mod read;
mod write;

use std::path::Path;

use boardloom_contract::Outcome;

use crate::error::MatchError;
use crate::game_match::{Match, MatchSetup, ReplayReport, RulesChange, Turn};
use crate::game_tree::{GameTree, NodeId};
use crate::scanner::TextError;
use crate::source::GameSource;

pub const EXTENSION: &str = "loom";

pub const FORMAT: u32 = 1;

pub(crate) const RULESET_LINE: &str = "--- ruleset ---";

/// A match as text, independent of any open rules.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// The ruleset's id, as `family/classic`.
    pub ruleset: String,
    /// Hash of the ruleset's resolved text.
    pub ruleset_hash: String,
    /// A full copy of the ruleset; may be empty in records of other programs.
    pub ruleset_toml: String,
    pub plugin: String,
    /// May be empty.
    pub plugin_version: String,
    /// May be empty.
    pub plugin_hash: String,
    /// The chosen options as keys and TOML values.
    pub options: Vec<(String, String)>,
    pub setup: MatchSetup,
    pub tree: GameTree,
    /// The current node.
    pub here: NodeId,
    pub turn: Turn,
    /// How the main line ended: the place of each seat, from 1, and the reason.
    pub result: Option<(Vec<u8>, String)>,
    /// The rules before the current ones, in order.
    pub changes: Vec<RulesChange>,
    /// Tags that this version does not know.
    pub tags: Vec<(String, Vec<String>)>,
}

impl Record {
    pub fn of(game: &Match) -> Self {
        let source = game.source();
        let tree = game.tree().clone();
        let end = *tree.main_line().last().expect("the root is in every line");
        let result = tree.node(end).outcome.as_ref().map(result_of);
        let rules = game.rules_in_force();
        Record {
            ruleset: source.ruleset.id.clone(),
            ruleset_hash: rules.ruleset_hash,
            ruleset_toml: rules.ruleset_toml,
            plugin: source.ruleset.plugin.clone(),
            plugin_version: rules.plugin_version,
            plugin_hash: rules.plugin_hash,
            options: game.options(),
            setup: game.setup(),
            here: game.here(),
            turn: *game.turn(),
            tree,
            result,
            changes: game.changes().to_vec(),
            tags: game.tags.clone(),
        }
    }

    pub fn parse(text: &str) -> Result<Self, TextError> {
        read::read(text)
    }

    pub fn to_text(&self) -> String {
        self.to_text_and_order().0
    }

    /// Writes the record atomically.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        crate::atomic_file::write_atomically(path, self.to_text().as_bytes())
    }

    /// Replays all lines under the rules of a source. Illegal nodes are kept, and shown in
    /// grey.
    pub fn resume(self, source: GameSource) -> Result<(Match, ReplayReport), MatchError> {
        let opened = source.open()?;
        let mut game = Match::bare(source, opened, self.setup)?;
        game.tags = self.tags;
        let report = game.adopt(self.tree, self.here)?;
        game.adopt_changes(self.changes);
        game.adopt_turn(self.turn)?;
        Ok((game, report))
    }
}

fn result_of(outcome: &Outcome) -> (Vec<u8>, String) {
    let places = outcome.ranks.iter().map(|rank| rank.saturating_add(1)).collect();
    (places, outcome.reason.text.clone())
}

#[cfg(test)]
mod tests;
