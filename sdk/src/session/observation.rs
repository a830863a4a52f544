//! Observations of positions, and positions that may be behind an observation.

use std::sync::Arc;

use super::Session;
use crate::Seat;
use crate::game::Game;
use crate::history::History;
use crate::random::Random;
use crate::undo::Unmake;

impl<G: Game, M: Unmake<G>> Session<G, M> {
    /// Returns the session as an observer has followed it, with observed moves since the start, so
    /// that undo and repetition work in it.
    pub(super) fn observation(&self, observer: Option<Seat>) -> Option<Self> {
        let observing = self.observing?;
        if self.observer.is_some() {
            return Some(self.copy());
        }
        let game = &*self.game;
        let start = match (&self.start, self.base.as_deref()) {
            (Some(start), _) => G::Position::clone(start),
            (None, Some(base)) => game.read(base).ok()?,
            (None, None) => game.start(),
        };
        let mut seen = self.copy();
        seen.observer = Some(observer);
        seen.history = History::new(game, (observing.observe)(game, &start, observer));
        // A resampled position is no first one.
        seen.history.ply = self.history.ply - self.record.len() as u32;
        seen.record.clear();
        let mut whole = History::<G, M>::new(game, start);
        for (by, mv) in &self.record {
            let Some(mv) = mv else {
                whole.remove_player(game, *by, self.seats);
                seen.history.remove_player(game, *by, self.seats);
                seen.record.push((*by, None));
                continue;
            };
            let mv = whole.find(game, *by, mv)?;
            let observed = (observing.observed_move)(game, &whole.position, observer, *by, mv);
            let notation = game.notation(&seen.history.position, *by, observed);
            whole.play_fast(game, *by, mv);
            seen.history.play(game, *by, observed);
            seen.record.push((*by, Some(notation)));
        }
        Some(seen)
    }

    /// Returns a legal move as an observer sees it.
    pub(super) fn observed(&self, observer: Option<Seat>, by: Seat, mv: &str) -> Option<String> {
        let observing = self.observing.filter(|_| self.observer.is_none())?;
        let (game, position) = (&*self.game, &self.history.position);
        let observed = (observing.observed_move)(game, position, observer, by, self.find(by, mv)?);
        let seen = (observing.observe)(game, position, observer);
        Some(game.notation(&seen, by, observed))
    }

    /// Returns a whole position behind this observation, as a start.
    pub(super) fn resampled(&self, random: u64) -> Option<Self> {
        let observing = self.observing.filter(|_| self.observer.is_some())?;
        let game = &*self.game;
        let position = &self.history.position;
        let whole = (observing.resample)(game, position, &mut Random::new(random))?;
        // Weights of another level would need the moves that led here, which nobody knows.
        let mut resampled = Session {
            game: Arc::clone(&self.game),
            origin: None,
            observer: None,
            start: Some(Arc::new(whole.clone())),
            base: Some(game.write(&whole, "position").unwrap_or_default()),
            history: History::new(game, whole),
            record: Vec::new(),
            listing: None,
            ..self.copy()
        };
        resampled.history.ply = self.history.ply;
        resampled.history.verdict.clone_from(&self.history.verdict);
        Some(resampled)
    }
}
