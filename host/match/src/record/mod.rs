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
//! Tags come first, a line each: a name and texts in quotes. Then the moves. A move is its
//! notation, in quotes if it is ambiguous. `@2:` before it names the seat if it is not the one
//! to move, and `~` marks a draw of chance. `!resign`, `!time` and `!left` remove a player;
//! `!draw` is a draw that the players agreed to. A variation follows the move that it replaces, in round brackets; a comment follows its move,
//! in braces. Move numbers (`1.`, `1...`) are skipped. After the line `--- ruleset ---` comes a
//! full copy of the ruleset, to the end of the file. The tables of languages at its end, such as
//! `[de.texts]`, are not part of what the ruleset's hash is computed from; only a ruleset that
//! is in no folder of rulesets has them.
//!
//! A comment begins with annotations. Those of the clock: `[took 12.5]`, the seconds of the
//! turn; `[coins 1]`, coins that bought time in it; `[paused 60]`, seconds of pauses in it;
//! `[left 287.5]`, the mover's time left, with the periods or coins beside it. The last follows
//! from the rest, for readers and other programs. Two more are for annotators: `[sign !?]` judges the move
//! (`!!`, `!`, `!?`, `?!`, `?`, `??`), and `[draw d4 a1>b2]` draws a ring on d4 and
//! an arrow from a1 to b2 on the position after it, at most 100 together. Sites have
//! the names that the board shows, in quotes where a name has other characters than
//! letters, digits and `/_.:,+*'-`. Two more tags: the time that a seat carried over from the
//! previous game, and the running turn (its first position, the time so far, coins, pauses).
//!
//! ```text
//! [Clock "arcade" "100" "100" "3" "carry"]
//! [Carried "1" "83.5" "2"]
//! [Turn "12" "8.5" "1" "0"]
//! ```
//!
//! Where several seats decide together, journals and records of rooms keep the decisions that
//! are not disclosed yet: seat, seconds of its turn, coins, pauses and the move.
//!
//! ```text
//! [Decided "2" "3.5" "0" "0" "rock"]
//! ```
//!
//! Each change of the rules during the match (a ruleset edited, a plugin rebuilt) has a
//! tag: the position at the time, the hash of the ruleset until then, and the plugin's version
//! and hash if known. A copy of that ruleset comes before the current one, each line behind
//! `> `. Moves that became illegal stay among the others.
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
mod example;
mod moves;
mod read;
mod write;

use std::path::Path;

pub use example::{OptionFault, check_examples};
use read::parse_moves;

use boardloom_contract::Outcome;
use boardloom_ruleset::Ruleset;

use crate::error::MatchError;
use crate::game_match::{Decision, Match, MatchSetup, ReplayReport, RulesChange, Turn};
use crate::game_tree::{GameTree, NodeId};
use crate::player::PlayerKind;
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
    pub here: NodeId,
    pub turn: Turn,
    /// Whether the game goes on from `here`, as in journals; others show it only.
    pub goes_on: bool,
    /// Decisions at `here` that are not disclosed; only in journals and in records of rooms.
    pub decisions: Vec<Decision>,
    /// The result of the main line: the place of each seat, from 1, and the reason.
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
        let result = main_line_result(game);
        let rules = game.rules_in_force();
        Record {
            ruleset: source.ruleset.id.clone(),
            ruleset_hash: rules.ruleset_hash,
            ruleset_toml: rules.ruleset_toml,
            plugin: source.ruleset.plugin.clone(),
            plugin_version: rules.plugin_version,
            plugin_hash: rules.plugin_hash,
            options: game.options(),
            setup: renamed(game.setup(), &source.ruleset, true),
            here: game.here(),
            turn: *game.turn(),
            goes_on: false,
            decisions: Vec::new(),
            tree,
            result,
            changes: game.changes().to_vec(),
            tags: game.tags.clone(),
        }
    }

    /// As [`Record::of`], with the decisions that no player may see yet.
    pub fn with_decisions(game: &Match) -> Self {
        Record { decisions: game.decisions().to_vec(), ..Record::of(game) }
    }

    pub fn parse(text: &str) -> Result<Self, TextError> {
        read::read(text)
    }

    pub fn to_text(&self) -> String {
        self.to_text_and_order().0
    }

    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        crate::atomic_file::write_atomically(path, self.to_text().as_bytes())
    }

    /// Replays all lines under the rules of a source. Illegal nodes are kept, and shown in grey.
    pub fn resume(self, source: GameSource) -> Result<(Match, ReplayReport), MatchError> {
        let opened = source.open()?;
        let setup = renamed(self.setup, &source.ruleset, false);
        let mut game = Match::bare(source, opened, setup)?;
        game.tags = self.tags;
        let report = game.adopt(self.tree, self.here)?;
        game.adopt_changes(self.changes);
        if game.here() == self.here {
            game.decide_again(self.decisions)?;
        }
        game.adopt_turn(self.turn)?;
        if self.goes_on {
            game.adopt_take_back();
        }
        Ok((game, report))
    }
}

/// Changes the names that the ruleset gives to players from its language to English, as records
/// have them, or back.
fn renamed(mut setup: MatchSetup, ruleset: &Ruleset, to_english: bool) -> MatchSetup {
    if ruleset.language().is_none() {
        return setup;
    }
    let seats = setup.players.len();
    for player in &mut setup.players {
        let names: Vec<String> = match player.kind {
            PlayerKind::Human | PlayerKind::Remote => {
                (0..seats).map(|seat| ruleset.player(seat).name).collect()
            }
            PlayerKind::Computer { level } => vec![ruleset.ai.level_name(level)],
        };
        let pairs = names.iter().map(|own| match to_english {
            true => (own.as_str(), ruleset.english(own)),
            false => (ruleset.english(own), own.as_str()),
        });
        if let Some((_, name)) = pairs.into_iter().find(|(name, _)| *name == player.name) {
            player.name = name.to_owned();
        }
    }
    setup
}

/// Records are in English, so that any player can read them.
/// The result of a match's main line, whichever position is shown.
pub fn main_line_result(game: &Match) -> Option<(Vec<u8>, String)> {
    let end = *game.tree().main_line().last().expect("the root is in every line");
    let outcome = game.tree().node(end).outcome.as_ref()?;
    Some(result_of(outcome, &game.source().ruleset))
}

fn result_of(outcome: &Outcome, ruleset: &Ruleset) -> (Vec<u8>, String) {
    let places = outcome.ranks.iter().map(|rank| rank.saturating_add(1)).collect();
    (places, ruleset.english_of(&outcome.reason))
}

#[cfg(test)]
mod tests;
