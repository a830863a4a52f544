//! Rules that change under a match: a ruleset that was edited, a plugin that was
//! rebuilt.

use std::collections::BTreeSet;
use std::mem::swap;

use boardloom_contract::{About, Cursor, GameStatus, OpenGame, PluginError};

use super::{Match, MatchEvent, MatchSetup, ReplayReport};
use crate::error::MatchError;
use crate::game_tree::{GameTree, NodeId};
use crate::player::{Player, PlayerKind};
use crate::source::GameSource;

/// Rules that applied to a part of a match, until they were changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RulesChange {
    /// The current node at the change.
    pub at: NodeId,
    /// Hash of the ruleset's resolved text.
    pub ruleset_hash: String,
    /// May be empty in records of other programs.
    pub ruleset_toml: String,
    /// May be empty.
    pub plugin_version: String,
    /// May be empty.
    pub plugin_hash: String,
}

impl RulesChange {
    fn is_from(&self, other: &RulesChange) -> bool {
        (&self.ruleset_hash, &self.plugin_hash) == (&other.ruleset_hash, &other.plugin_hash)
    }
}

/// The part of a match that depends on its rules.
struct RulesState {
    source: GameSource,
    game: Box<dyn OpenGame>,
    cursor: Box<dyn Cursor>,
    about: About,
    status: GameStatus,
    tree: GameTree,
    here: NodeId,
    fault: Option<PluginError>,
}

/// A copy of a match's lines: see [`Match::snapshot`].
#[derive(Debug, Clone)]
pub struct MatchSnapshot {
    setup: MatchSetup,
    tree: GameTree,
    towards: NodeId,
}

impl MatchSnapshot {
    /// Replays the lines under other rules.
    pub fn replay(
        self,
        source: GameSource,
        game: Box<dyn OpenGame>,
    ) -> Result<ReplayedMatch, MatchError> {
        let mut game = Match::bare(source, game, self.setup)?;
        game.adopt(self.tree, self.towards)?;
        Ok(ReplayedMatch { game })
    }
}

/// A match's lines, replayed under other rules.
#[derive(Debug)]
pub struct ReplayedMatch {
    game: Match,
}

impl ReplayedMatch {
    /// Returns a separate match at the node where the original will be, to read its board.
    pub fn game(&mut self) -> &mut Match {
        &mut self.game
    }
}

impl Match {
    /// Replays all lines under other rules (an edited ruleset, a rebuilt plugin) and applies
    /// them: see [`Match::apply_rules`].
    ///
    /// # Errors
    /// When the new ruleset does not open or its plugin fails: the match is unchanged.
    pub fn change_rules(&mut self, source: GameSource) -> Result<ReplayReport, MatchError> {
        let game = source.open()?;
        let tried = self.snapshot().replay(source, game)?;
        self.apply_rules(tried)
    }

    /// Copies the lines, to replay them under other rules on another thread while the match
    /// goes on.
    pub fn snapshot(&self) -> MatchSnapshot {
        let setup = MatchSetup {
            players: self.players.clone(),
            seed: self.seed,
            start: self.start.clone(),
            ..MatchSetup::default()
        };
        MatchSnapshot { setup, tree: self.tree.clone(), towards: self.towards() }
    }

    /// Returns the node that the match should be at under other rules, if its line is legal.
    fn towards(&self) -> NodeId {
        let stood = self.here;
        self.goal.filter(|(left, _)| *left == stood).map_or(stood, |(_, goal)| goal)
    }

    /// Switches to the rules of a replay. Illegal nodes are kept; the match goes to the last
    /// legal node of its line, and chance draws there if it is to move. When the rules are
    /// changed back, the match returns to where it was, unless something was played meanwhile.
    ///
    /// Moves played since the snapshot are checked now, so none is lost. The clocks stay those
    /// of the match's start.
    ///
    /// # Errors
    /// When the plugin fails: the match is unchanged.
    pub fn apply_rules(&mut self, tried: ReplayedMatch) -> Result<ReplayReport, MatchError> {
        let mut state = self.state(tried.game);
        let stood = self.here;
        let towards = self.towards();
        let (turn, opening, players) = (self.turn, self.opening.clone(), self.players.clone());
        let before = self.rules_in_force();
        // What chance draws by the new rules was not played by the old ones.
        let played = self.tree.len() > self.ruled;
        // Nothing is written before it is certain.
        let observers = std::mem::take(&mut self.observers);
        self.exchange(&mut state);
        self.resize_seats(&state.source);
        let done = self.replay(towards);
        self.observers = observers;
        let report = match done {
            Ok(report) => report,
            Err(why) => {
                self.exchange(&mut state);
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
        Ok(report)
    }

    /// Returns the former rules under which something was played, in order.
    pub fn changes(&self) -> &[RulesChange] {
        &self.changes
    }

    /// Takes over the former rules from a record whose lines were replayed.
    pub(crate) fn adopt_changes(&mut self, changes: Vec<RulesChange>) {
        // A record does not say which node was played by which rules. It is certain only
        // if all moves lead to the last change.
        let since = |last: &RulesChange| {
            let way: BTreeSet<NodeId> = self.tree.line(last.at).into_iter().collect();
            let beyond = self.tree.in_order().into_iter().filter(|id| !way.contains(id));
            beyond.map(|id| self.tree.node(id)).any(|node| !node.is_draw())
        };
        let played = changes.last().is_none_or(since);
        self.ruled = if played { 1 } else { self.tree.len() };
        self.changes = changes;
    }

    fn replay(&mut self, towards: NodeId) -> Result<ReplayReport, MatchError> {
        let report = self.check_all_lines(towards)?;
        if self.at_end() {
            self.draw_chance()?;
        }
        Ok(report)
    }

    /// Returns the rules' part of a replayed match, with this match's own nodes.
    fn state(&self, tried: Match) -> RulesState {
        let Match { source, game, cursor, about, status, here, fault, tree: theirs, .. } = tried;
        let mut tree = self.tree.clone();
        tree.adopt_tries(theirs);
        RulesState { source, game, cursor, about, status, tree, here, fault }
    }

    fn exchange(&mut self, state: &mut RulesState) {
        swap(&mut self.source, &mut state.source);
        swap(&mut self.game, &mut state.game);
        swap(&mut self.cursor, &mut state.cursor);
        swap(&mut self.about, &mut state.about);
        swap(&mut self.status, &mut state.status);
        swap(&mut self.tree, &mut state.tree);
        swap(&mut self.here, &mut state.here);
        swap(&mut self.fault, &mut state.fault);
    }

    /// Returns the current rules as a record of their change.
    pub(crate) fn rules_in_force(&self) -> RulesChange {
        let (ruleset, build) = (&self.source.ruleset, &self.source.build);
        let fact = || self.about.facts.iter().find(|(name, _)| name == "version");
        RulesChange {
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

    /// Records the former rules if something was played under them; an edit that is taken back
    /// at once leaves no trace.
    fn note_change(&mut self, before: RulesChange, played: bool) {
        self.ruled = self.tree.len();
        if played {
            self.changes.push(before);
        } else if self.changes.last().is_some_and(|last| last.is_from(&self.rules_in_force())) {
            self.changes.pop();
            // Something was played by these, or they would not have stood there.
            self.ruled = 1;
        }
    }

    /// Gives every seat of the current rules a player and a clock. Default names follow the
    /// ruleset.
    fn resize_seats(&mut self, old: &GameSource) {
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
        self.opening.resize_seats(self.about.seats);
        self.set_clock();
    }
}

#[cfg(test)]
mod tests;
