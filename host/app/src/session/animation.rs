//! Pieces that are seen to move from one position to the next.

use boardloom_board_view::scene::Motion;
use boardloom_contract::Site;
use boardloom_match::NodeId;

use super::GameSession;

/// What is under way.
#[derive(Debug, Default)]
pub(super) struct Moving {
    motion: Option<Motion>,
    /// The site whose piece a person is just putting down elsewhere.
    pub dropped: Option<Site>,
}

impl GameSession {
    /// Returns what is under way from the position before.
    pub fn motion(&self) -> Option<&Motion> {
        self.moving.motion.as_ref()
    }

    /// Goes on with what is under way, to egui's time; without `wanted` all is at
    /// once where it goes.
    pub fn animate(&mut self, now: f64, wanted: bool) {
        self.survey();
        let goes_on = |motion: &mut Motion| wanted && motion.advance(now);
        if self.moving.motion.as_mut().is_some_and(|motion| !goes_on(motion)) {
            self.moving.motion = None;
        }
    }

    /// Sets in motion what a step from the position `before` moved. Whoever goes
    /// faster than the pieces sees them where they stand; an answer to a move that
    /// is still under way comes after it.
    pub(super) fn set_moving(&mut self, before: Option<NodeId>) {
        let (tree, here) = (self.game.tree(), self.game.here());
        let running = self.moving.motion.take();
        let Some(before) = before.filter(|node| tree.has(*node) && *node != here) else {
            // What is shown stays what it is.
            if before == Some(here) {
                self.moving.motion = running;
            }
            return;
        };
        let node = tree.node(here);
        if node.parent() == Some(before) {
            let motion = Motion::of(&node.effects, self.moving.dropped);
            self.moving.motion = match (running, motion) {
                (Some(running), Some(next)) if node.children().is_empty() => running.then(&next),
                (Some(_), _) => None,
                (None, motion) => motion,
            };
        } else if tree.node(before).parent() == Some(here) && running.is_none() {
            let motion = Motion::of(&tree.node(before).effects, None);
            self.moving.motion = motion.and_then(|motion| motion.reversed());
        }
    }
}
