//! Navigation of the game tree.

use std::iter::successors;

use boardloom_contract::Seat;

use super::{Match, MatchEvent};
use crate::error::MatchError;
use crate::game_tree::{GameEvent, Legality, NodeId, ROOT};
use crate::player::PlayerKind;

impl Match {
    /// Goes to a node: undoes up to the fork, and plays from there.
    ///
    /// # Errors
    /// When the node does not exist or is illegal (the match stops at the last legal node
    /// before it), or the plugin fails.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), MatchError> {
        let result = self.walk(node);
        self.mend_turn();
        let here = self.here;
        self.emit(MatchEvent::Moved(here));
        result
    }

    pub(super) fn walk(&mut self, node: NodeId) -> Result<(), MatchError> {
        if node == self.here {
            return Ok(());
        }
        if !self.tree.has(node) {
            let why = format!("there is no position number {}", node.0);
            return Err(MatchError::Unreachable { why });
        }
        let to = self.tree.line(node);
        let from = self.tree.line(self.here);
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        self.decisions.clear();
        let result = self.walk_line(&from[shared - 1..from.len() - 1], &to[shared..]);
        // On the way only what has to be known was asked for.
        if self.plugin_error.is_none() {
            self.status = self.ask(|cursor| cursor.status())?;
            let node = self.tree.node(self.here);
            self.status.outcome = node.outcome.clone().or(self.status.outcome.take());
            if let Some(event) = node.event() {
                event.complete(&mut self.status);
            }
        }
        result
    }

    /// Undoes to the nodes of `back`, last first, then plays `on`.
    fn walk_line(&mut self, back: &[NodeId], on: &[NodeId]) -> Result<(), MatchError> {
        for id in back.iter().rev() {
            let plays = self.node().event().is_some_and(GameEvent::is_for_rules);
            if plays && !self.ask(|cursor| cursor.undo())? {
                let why = "it would not take a move back".to_owned();
                return Err(self.report_broken_contract("undo", why));
            }
            self.here = *id;
        }
        for id in on {
            match &self.tree.node(*id).legality {
                Legality::Illegal(why) => return Err(MatchError::Unreachable { why: why.clone() }),
                Legality::Legal => self.follow(*id)?,
                Legality::Unchecked => {
                    self.status = self.ask(|cursor| cursor.status())?;
                    self.try_node(*id)?;
                }
            }
        }
        Ok(())
    }

    /// Plays a node that was played before.
    fn follow(&mut self, to: NodeId) -> Result<(), MatchError> {
        let event = self.tree.node(to).event().cloned().expect("only the root has no event");
        if let Err(MatchError::Illegal { mv, why }) = self.act(&event) {
            let why = format!("it refused `{mv}`, which it played here before: {why}");
            return Err(self.report_broken_contract("play", why));
        }
        if let Some(error) = &self.plugin_error {
            return Err(error.clone().into());
        }
        self.tree.visit(to);
        self.here = to;
        Ok(())
    }

    /// Plays a node for the first time; the status is the one before it.
    pub(super) fn step_on(&mut self, to: NodeId) -> Result<(), MatchError> {
        let event = self.tree.node(to).event().cloned().expect("only the root has no event");
        let text = self.describe(&event)?;
        let effects = match self.act(&event) {
            Err(MatchError::Illegal { why, .. }) => {
                self.tree.node_mut(to).legality = Legality::Illegal(why.clone());
                return Err(MatchError::Unreachable { why });
            }
            other => other?,
        };
        let status = self.ask(|cursor| cursor.status())?;
        self.arrive(to, text, effects, status);
        Ok(())
    }

    /// Goes back one event, or takes an undisclosed decision back. Returns false at the start.
    pub fn undo(&mut self) -> Result<bool, MatchError> {
        if self.withdraw()? {
            return Ok(true);
        }
        self.go_to_some(self.node().parent())
    }

    fn go_to_some(&mut self, node: Option<NodeId>) -> Result<bool, MatchError> {
        node.map_or(Ok(false), |node| self.go_to(node).map(|()| true))
    }

    /// Goes forward one event, along the line visited last. Returns false at its end.
    pub fn redo(&mut self) -> Result<bool, MatchError> {
        self.go_to_some(self.tree.next(self.here))
    }

    /// Goes back to the last position in which a human moved: against the computer both plies
    /// are undone, and chance draws with the moves before them. Returns false if there is none.
    pub fn undo_turn(&mut self) -> Result<bool, MatchError> {
        if self.human_decided() {
            return self.withdraw();
        }
        self.go_to_some(self.turn_before())
    }

    /// Returns the player whose move [`Match::undo_turn`] takes back.
    pub fn undone_seat(&self) -> Option<Seat> {
        let before = self.turn_before()?;
        let line = self.tree.line(self.here);
        let next = line.iter().skip_while(|id| **id != before).nth(1)?;
        self.tree.node(*next).event().and_then(GameEvent::seat)
    }

    pub fn can_undo_turn(&self) -> bool {
        self.human_decided() || self.turn_before().is_some()
    }

    fn human_decided(&self) -> bool {
        let is_human = |seat: u8| self.players()[usize::from(seat)].kind == PlayerKind::Human;
        self.decisions.iter().any(|decision| is_human(decision.seat))
    }

    fn turn_before(&self) -> Option<NodeId> {
        let humans = self.players().iter().any(|p| p.kind == PlayerKind::Human);
        let line = self.tree.line(self.here);
        let chosen = line.windows(2).rposition(|pair| self.is_chosen(pair[1], humans))?;
        // Back to where all seats were to decide.
        let secret = |id: &&NodeId| self.tree.node(**id).undisclosed;
        line[..=chosen].iter().rev().find(|id| !secret(id)).copied()
    }

    /// Goes forward to the next position in which a human moved, or to the end of the line.
    /// Returns false at the end.
    pub fn redo_turn(&mut self) -> Result<bool, MatchError> {
        let humans = self.players().iter().any(|p| p.kind == PlayerKind::Human);
        let on = |at: &NodeId| self.tree.next(*at).filter(|next| !self.is_chosen(*next, humans));
        let last = successors(self.tree.next(self.here), on).last();
        self.go_to_some(last)
    }

    /// Tells whether a human chose a node; without human players, whether any player did.
    fn is_chosen(&self, node: NodeId, humans: bool) -> bool {
        let seat = self.tree.node(node).event().and_then(GameEvent::seat);
        let player = seat.and_then(|seat| self.players().get(usize::from(seat)));
        player.is_some_and(|p| !humans || p.kind == PlayerKind::Human)
    }

    pub fn promote(&mut self, node: NodeId) -> bool {
        let done = self.tree.get(node).is_some() && self.tree.promote(node);
        if done {
            self.emit(MatchEvent::Restructured);
        }
        done
    }

    /// Deletes a node and its descendants; see [`Match::restore`]. If the match is among them,
    /// it goes to the parent. Returns false for the root.
    pub fn delete(&mut self, node: NodeId) -> Result<bool, MatchError> {
        let Some(parent) = self.tree.get(node).and_then(|n| n.parent()) else { return Ok(false) };
        if self.tree.leads_to(node, self.here) {
            self.go_to(parent)?;
        }
        let done = self.tree.delete(node);
        self.mend_turn();
        self.emit(MatchEvent::Restructured);
        Ok(done)
    }

    pub fn restore(&mut self) -> Option<NodeId> {
        let back = self.tree.restore();
        if back.is_some() {
            self.emit(MatchEvent::Restructured);
        }
        back
    }

    /// Reopens the game after a plugin error and returns to the current node. If it fails
    /// again, the tree is kept.
    pub fn rebuild(&mut self) -> Result<(), MatchError> {
        let (there, decisions) = (self.here, std::mem::take(&mut self.decisions));
        self.reopen()?;
        let back = self.walk(there).and_then(|()| self.decide_again(decisions));
        if self.plugin_error.is_some() {
            // The next attempt returns to it.
            self.here = there;
        }
        self.set_clock();
        back
    }

    fn reopen(&mut self) -> Result<(), MatchError> {
        let game = self.source.open()?;
        let mut cursor = self.begin_observed(&*game)?;
        (self.status, self.about) = (cursor.status()?, game.about()?);
        (self.cursor, self.game) = (cursor, game);
        (self.here, self.plugin_error) = (ROOT, None);
        Ok(())
    }
}
