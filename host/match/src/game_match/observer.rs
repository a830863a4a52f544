//! Observers of a match: notified of every change before the match accepts the next one.

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

pub trait MatchObserver: Any + Send {
    /// Called after each change, while nothing else can happen to the match.
    fn on_event(&mut self, game: &Match, event: MatchEvent);
}

impl Match {
    pub fn observe(&mut self, observer: Box<dyn MatchObserver>) {
        self.observers.push(observer);
    }

    pub fn observer<T: MatchObserver>(&self) -> Option<&T> {
        self.observers.iter().find_map(|observer| (&**observer as &dyn Any).downcast_ref())
    }

    pub fn remove_observer<T: MatchObserver>(&mut self) -> Option<Box<T>> {
        let mut observers = self.observers.iter().map(|observer| &**observer as &dyn Any);
        let index = observers.position(|observer| observer.is::<T>())?;
        (self.observers.remove(index) as Box<dyn Any>).downcast().ok()
    }

    pub(super) fn emit(&mut self, event: MatchEvent) {
        let mut observers = std::mem::take(&mut self.observers);
        for observer in &mut observers {
            observer.on_event(self, event);
        }
        self.observers = observers;
    }
}
