//! Hidden information: what each seat sees of a position.

use crate::random::Random;
use crate::{Game, Seat};

/// A game in which seats do not see everything, such as hands of cards or face-down pieces.
///
/// An observation is a position in which everything that its observer cannot know is unknown: the
/// game's own types have room for it, such as a card without a number. All methods of [`Game`] work
/// on observations too; the legal moves of other seats and of chance are then observed moves, such
/// as "deals a card". A game that implements this is opened with
/// [`OpenedGame::hidden`](crate::OpenedGame::hidden).
///
/// What must hold, for each observer and each legal move; `plugin test` checks it:
/// - the observation after a move equals the observation before it after the observed move;
/// - status, number of sites, scores and the observer's own moves are the same in both;
/// - a resampled position has the observation that it was drawn for.
///
/// When the game is over the host shows the position itself, so that an observation need not know
/// the winner: its [`ranks`](Game::ranks) are not shown.
pub trait HiddenInformation: Game {
    /// Returns the position as a seat sees it, or a spectator without a seat. The observation of an
    /// observation by the same observer is equal to it.
    fn observe(&self, position: &Self::Position, observer: Option<Seat>) -> Self::Position;

    /// Returns a legal move, or draw of chance, as an observer sees it: a legal move of the
    /// observation.
    fn observed_move(
        &self,
        position: &Self::Position,
        observer: Option<Seat>,
        by: Seat,
        mv: Self::Move,
    ) -> Self::Move;

    /// Draws all that is unknown in an observation at random, equally likely for what the observer
    /// knows. Returns `None` if nothing is unknown. The computer player searches such positions
    /// (perfect-information Monte Carlo: Long, Sturtevant, Buro and Furtak 2010).
    fn resample(&self, observation: &Self::Position, random: &mut Random)
    -> Option<Self::Position>;
}
