//! Moves that are shown one by one, without a hand on a key.

use boardloom_play::sitting::NodeId;

use super::Playing;

/// When the next move is due, and where the last one led.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Showing {
    /// When, in seconds of whoever counts them.
    pub due: f64,
    at: NodeId,
}

impl Showing {
    /// Begins to show the moves of the line, each for so many seconds; none at its end.
    pub fn begin(playing: &Playing, now: f64, pace: f32) -> Option<Self> {
        let on = !playing.at_end() && !playing.is_paused();
        on.then(|| Showing { due: now + f64::from(pace), at: playing.game.here() })
    }

    /// Shows the next move where it is due. None where that was the last; or where a
    /// person went elsewhere meanwhile, or plays: that ends it.
    pub fn go_on(self, playing: &mut Playing, now: f64, pace: f32) -> Option<Self> {
        if playing.is_paused() || playing.at_end() || playing.game.here() != self.at {
            return None;
        }
        if now < self.due {
            return Some(self);
        }
        playing.step(1);
        Showing::begin(playing, now, pace)
    }
}
