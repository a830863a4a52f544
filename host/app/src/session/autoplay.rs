//! Autoplay: the moves of the line, shown one by one.

use boardloom_match::NodeId;

use super::GameSession;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Autoplay {
    /// In seconds, by the clock of [`Controller::update`](crate::Controller::update).
    pub due: f64,
    at: NodeId,
}

impl Autoplay {
    /// `pace` is in seconds per move. `None` at the end of the line.
    pub fn begin(session: &GameSession, now: f64, pace: f32) -> Option<Self> {
        let on = !session.game.at_end() && !session.is_paused();
        on.then(|| Autoplay { due: now + f64::from(pace), at: session.game.here() })
    }

    /// Shows the next move when it is due. `None` after the last one, or if the player
    /// moved elsewhere or played meanwhile.
    pub fn next(self, session: &mut GameSession, now: f64, pace: f32) -> Option<Self> {
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
