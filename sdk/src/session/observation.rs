//! Observations of positions, and positions that may be behind an observation.

use std::sync::Arc;

use super::Session;
use crate::Seat;
use crate::game::Game;
use crate::history::History;
use crate::observation::HiddenInformation;
use crate::random::Random;
use crate::undo::Unmake;

type Observe<G, M> = fn(&Session<G, M>, Option<Seat>) -> Option<Session<G, M>>;
type ObserveMove<G, M> = fn(&Session<G, M>, Option<Seat>, Seat, &str) -> Option<String>;
type Resample<G, M> = fn(&Session<G, M>, u64) -> Option<Session<G, M>>;

/// The calls of a game that hides something. Other games do not link their code.
pub(super) struct Observing<G: Game, M: Unmake<G>> {
    /// Returns the session as an observer has followed it.
    pub observe: Observe<G, M>,
    /// Returns a legal move as an observer sees it.
    pub observed_move: ObserveMove<G, M>,
    /// Returns a whole position behind an observation.
    pub resample: Resample<G, M>,
}

impl<G: HiddenInformation, M: Unmake<G>> Observing<G, M> {
    pub fn of() -> Self {
        Observing {
            observe: Session::observation,
            observed_move: Session::observed,
            resample: Session::resampled,
        }
    }
}

impl<G: Game, M: Unmake<G>> Clone for Observing<G, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, M: Unmake<G>> Copy for Observing<G, M> {}

impl<G: HiddenInformation, M: Unmake<G>> Session<G, M> {
    /// Returns the session as an observer has followed it, with observed moves since the start, so
    /// that undo and repetition work in it.
    fn observation(&self, observer: Option<Seat>) -> Option<Self> {
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
        seen.history = History::new(game, game.observe(&start, observer));
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
            let observed = game.observed_move(&whole.position, observer, *by, mv);
            let notation = game.notation(&seen.history.position, *by, observed);
            whole.play_fast(game, *by, mv);
            seen.history.play(game, *by, observed);
            seen.record.push((*by, Some(notation)));
        }
        Some(seen)
    }

    /// Returns a legal move as an observer sees it.
    fn observed(&self, observer: Option<Seat>, by: Seat, mv: &str) -> Option<String> {
        if self.observer.is_some() {
            return None;
        }
        let (game, position) = (&*self.game, &self.history.position);
        let observed = game.observed_move(position, observer, by, self.find(by, mv)?);
        let seen = game.observe(position, observer);
        Some(game.notation(&seen, by, observed))
    }

    /// Returns a whole position behind this observation, as a start.
    fn resampled(&self, random: u64) -> Option<Self> {
        self.observer?;
        let game = &*self.game;
        let position = &self.history.position;
        let whole = game.resample(position, &mut Random::new(random))?;
        // Weights of another level would need the moves that led here, which are not known.
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
