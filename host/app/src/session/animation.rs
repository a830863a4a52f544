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
    /// Whether pieces move, or only fade.
    moves: bool,
}

impl GameSession {
    pub fn motion(&self) -> Option<&Motion> {
        self.animation.motion.as_ref()
    }

    /// Advances the animation to `now`. The next ones move pieces only if `moves`, else they
    /// fade.
    pub fn animate(&mut self, now: f64, moves: bool) {
        self.measure_heights();
        self.animation.moves = moves;
        if self.animation.motion.as_mut().is_some_and(|motion| !motion.advance(now)) {
            self.animation.motion = None;
            self.note_still();
        }
    }

    /// Ends the animation: this front end shows none.
    pub fn skip_animation(&mut self) {
        self.measure_heights();
        self.animation.motion = None;
    }

    /// Shakes the piece of a refused move: the one picked up, or the one pressed.
    pub(super) fn shake(&mut self, pressed: Option<Site>) {
        let picked = self.controller.path().first().copied().or(pressed);
        let site = picked.filter(|site| !self.pieces.on(*site).is_empty());
        if let Some(site) = site.filter(|_| self.animation.motion.is_none()) {
            let motion = Motion::shake(site);
            self.animation.motion =
                if self.animation.moves { Some(motion) } else { motion.reduced() };
        }
    }

    /// Lights up the places of a win that the last step brought.
    pub(super) fn light_win(&mut self, before: Option<NodeId>) {
        let node = self.game.node();
        let count =
            self.marks.iter().filter(|mark| mark.role == "win").map(|mark| mark.sites.len());
        let count = count.max().unwrap_or_default();
        if count > 0 && before.is_some() && node.parent() == before {
            let motion = Motion::win(self.animation.motion.take(), count);
            self.animation.motion =
                if self.animation.moves { Some(motion) } else { motion.reduced() };
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
            let motion = self.prepared(Motion::of(&node.effects, self.animation.dropped));
            self.animation.motion = match (running, motion) {
                (Some(running), Some(next)) if node.children().is_empty() => running.then(&next),
                (Some(_), _) => None,
                (None, motion) => motion,
            };
        } else if tree.node(before).parent() == Some(here) && running.is_none() {
            let motion = Motion::of(&tree.node(before).effects, None);
            self.animation.motion = self.prepared(motion.and_then(|motion| motion.reversed()));
        }
    }

    fn prepared(&self, motion: Option<Motion>) -> Option<Motion> {
        let motion = motion?;
        match self.animation.moves {
            true => Some(motion.with_jumps(&self.board)),
            false => motion.reduced(),
        }
    }
}
