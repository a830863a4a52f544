//! Going about the tree.

use super::{Match, MatchEvent, begin};
use crate::error::MatchError;
use crate::game_tree::{Event, Fit, NodeId, ROOT};
use crate::player::PlayerKind;

impl Match {
    /// Goes to a node, by undoing up to where its line branches off and playing
    /// from there.
    ///
    /// # Errors
    /// When the node does not exist or does not fit the rules in force (the
    /// match stays at the last node that does), or the plugin fails.
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
        let result = self.walk_line(&from[shared - 1..from.len() - 1], &to[shared..]);
        // On the way only what has to be known was asked for.
        if self.fault.is_none() {
            self.status = self.ask(|cursor| cursor.status())?;
        }
        result
    }

    /// Takes back to the nodes of `back`, from its end, and goes on by `on`.
    fn walk_line(&mut self, back: &[NodeId], on: &[NodeId]) -> Result<(), MatchError> {
        for id in back.iter().rev() {
            if !self.ask(|cursor| cursor.undo())? {
                let why = "it would not take a move back".to_owned();
                return Err(self.broken("undo", why));
            }
            self.here = *id;
        }
        for id in on {
            match &self.tree.node(*id).fit {
                Fit::Unfit(why) => return Err(MatchError::Unreachable { why: why.clone() }),
                Fit::Fits => self.follow(*id)?,
                Fit::Untried => {
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
            return Err(self.broken("play", why));
        }
        if let Some(fault) = &self.fault {
            return Err(fault.clone().into());
        }
        self.tree.visit(to);
        self.here = to;
        Ok(())
    }

    /// Plays a node for the first time; the standing is that before it.
    pub(super) fn step_on(&mut self, to: NodeId) -> Result<(), MatchError> {
        let event = self.tree.node(to).event().cloned().expect("only the root has no event");
        let effects = match self.act(&event) {
            Err(MatchError::Illegal { why, .. }) => {
                self.tree.node_mut(to).fit = Fit::Unfit(why.clone());
                return Err(MatchError::Unreachable { why });
            }
            other => other?,
        };
        let status = self.ask(|cursor| cursor.status())?;
        self.arrive(to, effects, status);
        Ok(())
    }

    /// Goes back one event. False at the start.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn undo(&mut self) -> Result<bool, MatchError> {
        match self.node().parent() {
            Some(parent) => self.go_to(parent).map(|()| true),
            None => Ok(false),
        }
    }

    /// Goes on one event, along the line visited last. False at its end.
    ///
    /// # Errors
    /// When what follows does not fit the rules in force, or the plugin fails.
    pub fn redo(&mut self) -> Result<bool, MatchError> {
        match self.tree.next(self.here) {
            Some(next) => self.go_to(next).map(|()| true),
            None => Ok(false),
        }
    }

    /// Goes back to the last position in which a person moved: against the
    /// computer that takes back both plies, and draws go with the moves before
    /// them. False where there is none.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn undo_turn(&mut self) -> Result<bool, MatchError> {
        match self.turn_before() {
            Some(node) => self.go_to(node).map(|()| true),
            None => Ok(false),
        }
    }

    /// Tells whether [`Match::undo_turn`] would go anywhere.
    pub fn can_undo_turn(&self) -> bool {
        self.turn_before().is_some()
    }

    fn turn_before(&self) -> Option<NodeId> {
        let persons = self.players.iter().any(|p| p.kind == PlayerKind::Human);
        let line = self.tree.line(self.here);
        line.windows(2).rev().find(|pair| self.is_a_persons(pair[1], persons)).map(|pair| pair[0])
    }

    /// Goes on to the next position in which a person moved, or to the end of
    /// the line. False at the end.
    ///
    /// # Errors
    /// When what follows does not fit the rules in force, or the plugin fails.
    pub fn redo_turn(&mut self) -> Result<bool, MatchError> {
        let persons = self.players.iter().any(|p| p.kind == PlayerKind::Human);
        let Some(mut at) = self.tree.next(self.here) else { return Ok(false) };
        while let Some(next) = self.tree.next(at).filter(|next| !self.is_a_persons(*next, persons))
        {
            at = next;
        }
        self.go_to(at).map(|()| true)
    }

    /// Tells whether a person decided on a node; where no persons play, whether
    /// anybody did.
    fn is_a_persons(&self, node: NodeId, persons: bool) -> bool {
        let seat = self.tree.node(node).event().and_then(Event::seat);
        let player = seat.and_then(|seat| self.players.get(usize::from(seat)));
        player.is_some_and(|p| !persons || p.kind == PlayerKind::Human)
    }

    /// Makes the variation that a node begins the main line at its parent.
    /// False where it is already.
    pub fn promote(&mut self, node: NodeId) -> bool {
        let done = self.tree.get(node).is_some() && self.tree.promote(node);
        if done {
            self.emit(MatchEvent::Restructured);
        }
        done
    }

    /// Deletes a node and all that follows it; see [`Match::restore`]. The match
    /// goes back to the node before where it stood within. False for the root.
    ///
    /// # Errors
    /// When the plugin fails.
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

    /// Puts back what was deleted last, and returns it.
    pub fn restore(&mut self) -> Option<NodeId> {
        let back = self.tree.restore();
        if back.is_some() {
            self.emit(MatchEvent::Restructured);
        }
        back
    }

    /// Opens the game anew after a fault and goes back to where the match was.
    ///
    /// # Errors
    /// When it fails again; the record is kept.
    pub fn rebuild(&mut self) -> Result<(), MatchError> {
        let there = self.here;
        self.reopen()?;
        let back = self.walk(there);
        if self.fault.is_some() {
            // Where it was is remembered for the next attempt.
            self.here = there;
        }
        self.set_clock();
        back
    }

    fn reopen(&mut self) -> Result<(), MatchError> {
        let game = self.source.open()?;
        let about = game.about()?;
        let mut cursor = begin(&*game, self.start.as_deref())?;
        self.status = cursor.status()?;
        self.cursor = cursor;
        self.game = game;
        self.about = about;
        self.here = ROOT;
        self.fault = None;
        Ok(())
    }
}
