//! Animation of pieces from one position to the next.

use boardloom_board_view::scene::Motion;
use boardloom_contract::Site;
use boardloom_match::NodeId;

use super::GameSession;

#[derive(Debug, Default)]
pub(super) struct AnimationState {
    motion: Option<Motion>,
    /// The site on which the player just dropped a piece.
    pub dropped: Option<Site>,
}

impl GameSession {
    pub fn motion(&self) -> Option<&Motion> {
        self.animation.motion.as_ref()
    }

    /// Advances the animation to `now`; without `wanted` it ends at once.
    pub fn animate(&mut self, now: f64, wanted: bool) {
        self.measure_heights();
        let goes_on = |motion: &mut Motion| wanted && motion.advance(now);
        if self.animation.motion.as_mut().is_some_and(|motion| !goes_on(motion)) {
            self.animation.motion = None;
        }
    }

    /// Starts the animation of the step from the position `before`. Faster navigation
    /// skips it; the answer to a move that is still animated follows it.
    pub(super) fn set_moving(&mut self, before: Option<NodeId>) {
        let (tree, here) = (self.game.tree(), self.game.here());
        let running = self.animation.motion.take();
        let Some(before) = before.filter(|node| tree.has(*node) && *node != here) else {
            // The shown position is the same.
            if before == Some(here) {
                self.animation.motion = running;
            }
            return;
        };
        let node = tree.node(here);
        if node.parent() == Some(before) {
            let motion = Motion::of(&node.effects, self.animation.dropped);
            self.animation.motion = match (running, motion) {
                (Some(running), Some(next)) if node.children().is_empty() => running.then(&next),
                (Some(_), _) => None,
                (None, motion) => motion,
            };
        } else if tree.node(before).parent() == Some(here) && running.is_none() {
            let motion = Motion::of(&tree.node(before).effects, None);
            self.animation.motion = motion.and_then(|motion| motion.reversed());
        }
    }
}
