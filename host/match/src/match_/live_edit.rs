//! Rules that change under a match: a ruleset that was edited, a plugin that was
//! built anew.

use std::collections::BTreeSet;
use std::mem::swap;

use boardloom_contract::{About, Cursor, GameStatus, OpenGame, PluginError};

use super::{Match, MatchEvent, Refit, Setup};
use crate::error::MatchError;
use crate::game_tree::{GameTree, NodeId};
use crate::player::{Player, PlayerKind};
use crate::source::GameSource;

/// Rules that held for a part of a match, until they were changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    /// Where the match stood when they were changed.
    pub at: NodeId,
    /// The hash of the ruleset's resolved text.
    pub ruleset_hash: String,
    /// A full copy of the ruleset; empty where a record holds none.
    pub ruleset_toml: String,
    /// The version of the plugin, where known.
    pub plugin_version: String,
    /// The hash of the plugin's file, where known.
    pub plugin_hash: String,
}

impl Change {
    /// Tells whether two changes are away from the same rules.
    fn is_from(&self, other: &Change) -> bool {
        (&self.ruleset_hash, &self.plugin_hash) == (&other.ruleset_hash, &other.plugin_hash)
    }
}

/// All of a match that its rules make.
struct Half {
    source: GameSource,
    game: Box<dyn OpenGame>,
    cursor: Box<dyn Cursor>,
    about: About,
    status: GameStatus,
    tree: GameTree,
    here: NodeId,
    fault: Option<PluginError>,
}

/// The lines of a match at a moment: see [`Match::lines`].
#[derive(Debug, Clone)]
pub struct Lines {
    setup: Setup,
    tree: GameTree,
    towards: NodeId,
}

impl Lines {
    /// Tries them by the rules of a table whose game was opened.
    ///
    /// # Errors
    /// When the start cannot be read by these rules, or the plugin fails.
    pub fn tried(self, source: GameSource, game: Box<dyn OpenGame>) -> Result<Tried, MatchError> {
        let mut game = Match::bare(source, game, self.setup)?;
        game.adopt(self.tree, self.towards)?;
        Ok(Tried { game })
    }
}

/// The lines of a match after they were tried by other rules.
#[derive(Debug)]
pub struct Tried {
    game: Match,
}

impl Tried {
    /// Returns a match of its own that stands where the other one is to stand, for
    /// reading its board.
    pub fn game(&mut self) -> &mut Match {
        &mut self.game
    }
}

impl Match {
    /// Puts the match on another table (a ruleset that was edited, a plugin that
    /// was built anew) and replays all lines there: see [`Match::change_to`].
    ///
    /// # Errors
    /// When the new ruleset does not open or its plugin fails: the match goes on
    /// under the old rules as if nothing had happened.
    pub fn change_table(&mut self, source: GameSource) -> Result<Refit, MatchError> {
        let game = source.open()?;
        let tried = self.lines().tried(source, game)?;
        self.change_to(tried)
    }

    /// Returns the lines of the match as they are now, to be tried by other rules:
    /// on another thread, say, while the match goes on.
    pub fn lines(&self) -> Lines {
        let setup = Setup {
            players: self.players.clone(),
            seed: self.seed,
            start: self.start.clone(),
            ..Setup::default()
        };
        Lines { setup, tree: self.tree.clone(), towards: self.towards() }
    }

    /// Returns where the match is to stand by other rules, if its line fits them.
    fn towards(&self) -> NodeId {
        let stood = self.here;
        self.goal.filter(|(left, _)| *left == stood).map_or(stood, |(_, goal)| goal)
    }

    /// Goes on under the rules by which the match's lines were tried. What is not
    /// legal any more is kept, greyed; the match stands at the last node of its
    /// line that fits, and chance draws where it is to move there. Changed back,
    /// the match goes back to where it stood, unless something was done meanwhile.
    ///
    /// What was played since the lines were asked for is tried now, like what was
    /// played before: no move is lost because it came while the rules were read.
    ///
    /// The clocks stay those that the match began with.
    ///
    /// # Errors
    /// When the plugin fails: the match goes on under the old rules as if nothing
    /// had happened.
    pub fn change_to(&mut self, tried: Tried) -> Result<Refit, MatchError> {
        let mut half = self.half(tried.game);
        let stood = self.here;
        let towards = self.towards();
        let (turn, opening, players) = (self.turn, self.opening.clone(), self.players.clone());
        let before = self.rules_in_force();
        // What chance draws by the new rules was not played by the old ones.
        let played = self.tree.len() > self.ruled;
        // Nothing is written before it is certain.
        let observers = std::mem::take(&mut self.observers);
        self.exchange(&mut half);
        self.reseat(&half.source);
        let done = self.replay(towards);
        self.observers = observers;
        let refit = match done {
            Ok(refit) => refit,
            Err(why) => {
                self.exchange(&mut half);
                (self.turn, self.opening, self.players) = (turn, opening, players);
                self.set_clock();
                return Err(why);
            }
        };
        self.goal = (self.here != towards).then_some((self.here, towards));
        if turn.at == stood && self.here != stood {
            self.turn = self.fresh_turn();
        }
        self.mend_turn();
        self.note_change(before, played);
        self.emit(MatchEvent::Restructured);
        Ok(refit)
    }

    /// Returns the rules that held until now, for each time that they changed
    /// after something had been played by them, in order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Takes over which rules held before, from a record whose lines were tried.
    pub(crate) fn adopt_changes(&mut self, changes: Vec<Change>) {
        // A record does not say which node was played by which rules. Only where
        // nobody moved but on the way to the last change is it certain.
        let since = |last: &Change| {
            let way: BTreeSet<NodeId> = self.tree.line(last.at).into_iter().collect();
            let beyond = self.tree.in_order().into_iter().filter(|id| !way.contains(id));
            beyond.map(|id| self.tree.node(id)).any(|node| !node.is_draw())
        };
        let played = changes.last().is_none_or(since);
        self.ruled = if played { 1 } else { self.tree.len() };
        self.changes = changes;
    }

    fn replay(&mut self, towards: NodeId) -> Result<Refit, MatchError> {
        let refit = self.refit(towards)?;
        if self.at_end() {
            self.settle()?;
        }
        Ok(refit)
    }

    /// Returns what a match by other rules has in place of this one's.
    fn half(&self, tried: Match) -> Half {
        let Match { source, game, cursor, about, status, here, fault, tree: theirs, .. } = tried;
        let mut tree = self.tree.clone();
        tree.adopt_tries(theirs);
        Half { source, game, cursor, about, status, tree, here, fault }
    }

    fn exchange(&mut self, half: &mut Half) {
        swap(&mut self.source, &mut half.source);
        swap(&mut self.game, &mut half.game);
        swap(&mut self.cursor, &mut half.cursor);
        swap(&mut self.about, &mut half.about);
        swap(&mut self.status, &mut half.status);
        swap(&mut self.tree, &mut half.tree);
        swap(&mut self.here, &mut half.here);
        swap(&mut self.fault, &mut half.fault);
    }

    /// Returns the rules in force as a change away from them.
    pub(crate) fn rules_in_force(&self) -> Change {
        let (ruleset, build) = (&self.source.ruleset, &self.source.build);
        let fact = || self.about.facts.iter().find(|(name, _)| name == "version");
        Change {
            at: self.here,
            ruleset_hash: ruleset.hash().to_owned(),
            ruleset_toml: ruleset.resolved_toml().to_owned(),
            plugin_version: match build.version.is_empty() {
                true => fact().map(|(_, version)| version.clone()).unwrap_or_default(),
                false => build.version.clone(),
            },
            plugin_hash: build.hash.clone(),
        }
    }

    /// Remembers rules where something was played by them; an edit that was
    /// taken back at once leaves no trace.
    fn note_change(&mut self, before: Change, played: bool) {
        self.ruled = self.tree.len();
        if played {
            self.changes.push(before);
        } else if self.changes.last().is_some_and(|last| last.is_from(&self.rules_in_force())) {
            self.changes.pop();
            // Something was played by these, or they would not have stood there.
            self.ruled = 1;
        }
    }

    /// Gives every seat of the rules in force a player and a clock. Who was
    /// called as the ruleset called the seat is called as it does now.
    fn reseat(&mut self, old: &GameSource) {
        let (old, new) = (&old.ruleset, &self.source.ruleset);
        for (seat, player) in self.players.iter_mut().enumerate() {
            let (was, is) = match player.kind {
                PlayerKind::Human => (old.player(seat).name, new.player(seat).name),
                PlayerKind::Computer { level } => {
                    (old.ai.level_name(level), new.ai.level_name(level))
                }
            };
            if player.name == was {
                player.name = is;
            }
        }
        for seat in self.players.len()..usize::from(self.about.seats) {
            self.players.push(Player::human(new.player(seat).name));
        }
        self.opening.reseat(self.about.seats);
        self.set_clock();
    }
}

#[cfg(test)]
mod tests;
