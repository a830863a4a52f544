//! Rules that change under a match: a ruleset that was edited, a plugin that was rebuilt.

use std::collections::BTreeSet;
use std::mem::take;

use boardloom_contract::OpenGame;

use super::{Match, MatchEvent, MatchSetup, ReplayReport};
use crate::error::MatchError;
use crate::game_tree::{GameTree, NodeId};
use crate::player::PlayerKind;
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

/// A copy of a match's lines: see [`Match::snapshot`].
#[derive(Debug, Clone)]
pub struct MatchSnapshot {
    setup: MatchSetup,
    tree: GameTree,
    towards: NodeId,
}

impl MatchSnapshot {
    /// Replays the lines under other rules. Returns a separate match at the node where the
    /// original will be, for [`Match::apply_rules`].
    pub fn replay(self, source: GameSource, game: Box<dyn OpenGame>) -> Result<Match, MatchError> {
        let mut game = Match::bare(source, game, self.setup)?;
        game.adopt(self.tree, self.towards)?;
        Ok(game)
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
        let (setup, tree) = (self.setup.clone(), self.tree.clone());
        MatchSnapshot { setup, tree, towards: self.towards() }
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
    pub fn apply_rules(&mut self, mut tried: Match) -> Result<ReplayReport, MatchError> {
        let towards = self.towards();
        let mut tree = self.tree.clone();
        tree.adopt_tries(take(&mut tried.tree));
        let mut new = Match {
            setup: self.setup.clone(),
            turn: self.turn,
            tree,
            tags: self.tags.clone(),
            changes: self.changes.clone(),
            ..tried
        };
        new.rename_players(&self.source);
        let report = new.check_all_lines(towards)?;
        if new.at_end() {
            new.draw_chance()?;
        }
        new.set_observer(self.observer)?;
        new.goal = (new.here != towards).then_some((new.here, towards));
        if self.turn.at == self.here && new.here != self.here {
            new.turn = new.fresh_turn();
        }
        new.mend_turn();
        if new.here == self.here {
            new.decide_again(self.decisions.clone())?;
        }
        // Chance moves by the new rules do not count for the old ones.
        new.note_change(self.rules_in_force(), self.tree.len() > self.ruled);
        // A review judged by the old rules.
        let hashes = |rules: RulesChange| (rules.ruleset_hash, rules.plugin_hash);
        if hashes(new.rules_in_force()) != hashes(self.rules_in_force()) {
            new.tree.forget_verdicts();
        }
        // Nothing is written before it is certain.
        new.listeners = take(&mut self.listeners);
        *self = new;
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
            let last_line: BTreeSet<NodeId> = self.tree.line(last.at).into_iter().collect();
            let beyond = self.tree.in_order().into_iter().filter(|id| !last_line.contains(id));
            beyond.map(|id| self.tree.node(id)).any(|node| !node.is_draw())
        };
        let played = changes.last().is_none_or(since);
        self.ruled = if played { 1 } else { self.tree.len() };
        self.changes = changes;
    }

    pub(crate) fn rules_in_force(&self) -> RulesChange {
        let (ruleset, build) = (&self.source.ruleset, &self.source.build);
        let fact = || self.about.facts.iter().find(|(name, _)| name == "version");
        RulesChange {
            at: self.here,
            ruleset_hash: ruleset.hash().to_owned(),
            ruleset_toml: ruleset.copy_toml(),
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
        let now = self.rules_in_force();
        if (&before.ruleset_hash, &before.plugin_hash) == (&now.ruleset_hash, &now.plugin_hash) {
            // Only the language of the texts changed.
            self.ruled = if played { 1 } else { self.tree.len() };
            return;
        }
        if played {
            self.changes.push(before);
        } else if self.changes.last().is_some_and(|last| {
            (&last.ruleset_hash, &last.plugin_hash) == (&now.ruleset_hash, &now.plugin_hash)
        }) {
            self.changes.pop();
            // Something was played by these, or they would not have stood there.
            self.ruled = 1;
        }
    }

    /// Gives every seat of the current rules a player. Default names follow the ruleset.
    fn rename_players(&mut self, old: &GameSource) {
        let (old, new) = (&old.ruleset, &self.source.ruleset);
        for (seat, player) in self.setup.players.iter_mut().enumerate() {
            let (was, is) = match player.kind {
                PlayerKind::Human | PlayerKind::Remote => {
                    (old.player(seat).name, new.player(seat).name)
                }
                PlayerKind::Computer { level } => {
                    (old.ai.level_name(level), new.ai.level_name(level))
                }
            };
            if player.name == was {
                player.name = is;
            }
        }
        self.fill_seats();
    }
}

#[cfg(test)]
mod tests;
