//! The evaluation of positions in a search.

use super::Network;
use super::accumulator::{Accumulator, Work};
use crate::game::Game;

/// Evaluates positions by the game's network, or by [`Game::evaluate`] without one.
///
/// It keeps the first layer of one position for each ply. The next position at a ply differs from
/// the one before at that ply, or from the one a ply above, in few sites: only these change. So
/// nothing has to be told of moves and of moves that are undone.
pub(crate) struct Evaluator {
    network: Option<Network>,
    /// By ply.
    accumulators: Vec<Accumulator>,
    contents: Vec<u8>,
    work: Work,
}

impl Evaluator {
    /// Returns an evaluator for so many plies, at least one.
    pub fn new<G: Game>(game: &G, plies: usize) -> Self {
        let network = game.network().cloned();
        let accumulators = network.iter().flat_map(|network| {
            let empty = Accumulator::new(&network.0);
            (0..plies.max(1)).map(move |_| empty.clone())
        });
        Evaluator {
            accumulators: accumulators.collect(),
            contents: network.iter().flat_map(|network| vec![0; network.sites()]).collect(),
            work: Work::default(),
            network,
        }
    }

    /// Writes the value for each seat. Returns false if the game has no evaluation.
    pub fn evaluate<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        ply: usize,
        values: &mut [i32],
    ) -> bool {
        let Some(network) = &self.network else { return game.evaluate(position, values) };
        let Some(mover) = game.mover(position) else { return game.evaluate(position, values) };
        if !game.network_contents(position, &mut self.contents) {
            return game.evaluate(position, values);
        }
        let layers = &*network.0;
        let ply = ply.min(self.accumulators.len() - 1);
        if ply > 0 {
            let (above, below) = self.accumulators.split_at_mut(ply);
            let (parent, own) = (&above[ply - 1], &mut below[0]);
            let differences = |other: &Accumulator| differences(&other.contents, &self.contents);
            if differences(parent) < differences(own) {
                own.copy_from(parent);
            }
        }
        let own = &mut self.accumulators[ply];
        own.update(layers, &self.contents, &mut self.work);
        own.evaluate(layers, usize::from(mover), values);
        true
    }
}

/// Returns the number of sites with other contents.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn differences(one: &[u8], other: &[u8]) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one != other)).sum()
}

/// Writes the value of one position for each seat. Returns false if the game has no evaluation.
pub(crate) fn evaluate<G: Game>(game: &G, position: &G::Position, values: &mut [i32]) -> bool {
    Evaluator::new(game, 1).evaluate(game, position, 0, values)
}
