//! Sounds of the game on the screen.

use boardloom_contract::Seat;
use boardloom_match::NodeId;
use boardloom_match::clock::TimeLeft;

use super::GameSession;
use crate::sounds::Sound;

/// The last seconds of a clock that are heard.
const LOW: u64 = 10;

#[derive(Debug, Default)]
pub(super) struct SoundQueue {
    pub(super) waiting: Vec<Sound>,
    /// The second that was heard last.
    pub(super) ticked: Option<u64>,
    /// The number of nodes of the match at the last step.
    pub(super) nodes: usize,
}

impl GameSession {
    /// In order, since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.sounds.waiting)
    }

    pub(super) fn sound_wrong(&mut self) {
        self.sounds.waiting.push(Sound::Wrong);
    }

    /// Queues the sounds of the step from the position `before`. The end of a game sounds only
    /// once.
    pub(super) fn sound_step(&mut self, before: Option<NodeId>) {
        let (tree, here) = (self.game.tree(), self.game.here());
        let is_new = tree.len() > self.sounds.nodes;
        let node = tree.node(here);
        let step = before.is_some() && node.parent() == before;
        let moved = step.then(|| Sound::of(&node.effects)).flatten();
        let outcome = self.game.status().outcome.as_ref().filter(|_| step && is_new);
        let end = outcome.map(|outcome| Sound::of_end(outcome, &self.humans()));
        self.sounds.nodes = tree.len();
        self.sounds.waiting.extend(moved.into_iter().chain(end));
    }

    /// Queues the last seconds of a human's clock.
    pub(super) fn sound_clock(&mut self, seat: Seat, time: &TimeLeft) {
        let left = time.running(self.game.clock().control()).as_secs();
        let low = left < LOW && self.is_human(seat);
        let second = low.then_some(left);
        if low && self.sounds.ticked != second {
            self.sounds.waiting.push(Sound::Low);
        }
        self.sounds.ticked = second;
    }
}
