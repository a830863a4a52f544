//! Computer players for any game.

mod alpha_beta;
mod log;
mod mcts;
mod root_stats;
mod settings;
pub(crate) mod value;

use std::sync::Arc;

use alpha_beta::AlphaBeta;
use mcts::Mcts;
pub use settings::{Ai, Algorithm, OpponentModel, Settings};

use crate::game::{Game, Status};
use crate::history::History;
use crate::ranks::MAX_SEATS;
use crate::undo::Unmake;
use crate::{Searcher, Seat};

/// Begins the search that the settings name, or the one that suits the game.
pub(crate) fn begin<G: Game, M: Unmake<G>>(
    game: &Arc<G>,
    history: &History<G, M>,
    seats: u8,
    settings: Settings,
    seed: u64,
    memory: u64,
) -> Box<dyn Searcher> {
    let (game, history) = (Arc::clone(game), history.clone());
    let mut values = [0; MAX_SEATS];
    let valued = || game.evaluate(&history.position, &mut values[..usize::from(seats)]);
    let kind = settings.kind.unwrap_or_else(|| match { valued }() {
        true => Algorithm::AlphaBeta,
        false => Algorithm::MonteCarlo,
    });
    // Alpha-beta cannot begin with chance or with simultaneous moves.
    let plain = matches!(history.status(&game), Status::Turn(_) | Status::Over);
    match kind {
        Algorithm::AlphaBeta | Algorithm::Greedy if plain => {
            Box::new(AlphaBeta::new(game, history, seats, settings, seed, memory))
        }
        _ => Box::new(Mcts::new(game, history, seats, &settings, seed, memory)),
    }
}

/// Tells whether a seat, or chance, may act.
pub(crate) fn may_act(status: Status, by: Seat) -> bool {
    match status {
        Status::Turn(seat) => by == seat,
        Status::Together(seats) => by < 16 && seats >> by & 1 != 0,
        Status::Chance => by == crate::CHANCE,
        Status::Over => false,
    }
}
