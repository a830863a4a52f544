//! Autoplay: the moves of the line, shown one by one.

use std::time::Duration;

use boardloom_match::NodeId;

use super::GameSession;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Autoplay {
    /// In the time of [`Controller::set_time`](crate::Controller::set_time).
    pub due: Duration,
    at: NodeId,
}

impl Autoplay {
    /// `pace` is in seconds per move. `None` at the end of the line.
    pub fn begin(session: &GameSession, now: Duration, pace: f32) -> Option<Self> {
        let on = !session.game.at_end() && !session.is_paused();
        on.then(|| Autoplay { due: now + Duration::from_secs_f32(pace), at: session.game.here() })
    }

    /// Shows the next move when it is due. `None` after the last one, or if the player
    /// moved elsewhere or played meanwhile.
    pub fn next(self, session: &mut GameSession, now: Duration, pace: f32) -> Option<Self> {
        if session.is_paused() || session.game.at_end() || session.game.here() != self.at {
            return None;
        }
        if now < self.due {
            return Some(self);
        }
        session.step(1);
        Autoplay::begin(session, now, pace)
    }
}
