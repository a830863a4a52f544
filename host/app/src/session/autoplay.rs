//! Moves that are shown one by one, without a hand on a key.

use boardloom_match::NodeId;

use super::GameSession;

/// When the next move is due, and where the last one led.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Showing {
    /// When, in seconds of whoever counts them.
    pub due: f64,
    at: NodeId,
}

impl Showing {
    /// Begins to show the moves of the line, each for so many seconds; none at its end.
    pub fn begin(session: &GameSession, now: f64, pace: f32) -> Option<Self> {
        let on = !session.at_end() && !session.is_paused();
        on.then(|| Showing { due: now + f64::from(pace), at: session.game.here() })
    }

    /// Shows the next move where it is due. None where that was the last; or where a
    /// person went elsewhere meanwhile, or plays: that ends it.
    pub fn go_on(self, session: &mut GameSession, now: f64, pace: f32) -> Option<Self> {
        if session.is_paused() || session.at_end() || session.game.here() != self.at {
            return None;
        }
        if now < self.due {
            return Some(self);
        }
        session.step(1);
        Showing::begin(session, now, pace)
    }
}
