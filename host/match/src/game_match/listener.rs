//! Listeners of a match: notified of every change before the match accepts the next one.

use std::any::Any;

use super::Match;
use crate::game_tree::NodeId;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchEvent {
    /// A move, a draw or a removal was added to the tree, and the match is at its node.
    Played(NodeId),
    /// The match is at another node of the tree.
    Moved(NodeId),
    /// One of several seats that act together decided.
    Decided,
    /// The running turn: its time, coins or pauses.
    TurnChanged,
    /// The comment on a node.
    Commented(NodeId),
    /// The assessment of a node's move.
    Assessed(NodeId),
    /// The verdict of a review on a node's move.
    Reviewed(NodeId),
    /// The arrows and rings on a node's position.
    Drawn(NodeId),
    /// Anything else: the order of lines, deleted lines, players, rules.
    Restructured,
}

pub trait MatchListener: Any + Send {
    /// Called after each change, while nothing else can happen to the match.
    fn on_event(&mut self, game: &Match, event: MatchEvent);
}

impl Match {
    pub fn listen(&mut self, listener: Box<dyn MatchListener>) {
        self.listeners.push(listener);
    }

    pub fn listener<T: MatchListener>(&self) -> Option<&T> {
        self.listeners.iter().find_map(|listener| (&**listener as &dyn Any).downcast_ref())
    }

    pub fn remove_listener<T: MatchListener>(&mut self) -> Option<Box<T>> {
        let mut listeners = self.listeners.iter().map(|listener| &**listener as &dyn Any);
        let index = listeners.position(|listener| listener.is::<T>())?;
        (self.listeners.remove(index) as Box<dyn Any>).downcast().ok()
    }

    pub(super) fn emit(&mut self, event: MatchEvent) {
        let mut listeners = std::mem::take(&mut self.listeners);
        for listener in &mut listeners {
            listener.on_event(self, event);
        }
        self.listeners = listeners;
    }
}
