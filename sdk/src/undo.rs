//! Two ways to undo moves: by copies of positions, or by the game itself.

use crate::{Effect, Game, Seat};

/// Undo by changes, for games whose positions are too large to copy at every move.
///
/// A game that implements this is opened with
/// [`OpenedGame::undoable`](crate::OpenedGame::undoable). For other games the SDK keeps a copy of
/// the position before each move.
pub trait Undoable: Game {
    /// The data that [`undo`](Undoable::undo) needs for a move.
    type Undo: Clone + Send + Sync + 'static;

    /// Plays a legal move as [`Game::play`] does, and returns the data for undoing it. Appends the
    /// effects of the move to `effects` if it is given, which replaces [`Game::effects`]. A search
    /// passes `None`.
    fn play_undoable(
        &self,
        position: &mut Self::Position,
        by: Seat,
        mv: Self::Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> Self::Undo;

    /// Takes the last move back. Afterwards the position equals the one before the move.
    fn undo(&self, position: &mut Self::Position, undo: Self::Undo);

    /// Tells whether perft and alpha-beta search copy positions nevertheless. Return true if a
    /// copy takes less time than [`undo`](Undoable::undo).
    fn copies_in_search(&self) -> bool {
        false
    }
}

/// A way to undo moves: copy-make or make-unmake.
pub(crate) trait Unmake<G: Game>: 'static {
    /// The data that is kept for a move.
    type Undo: Clone + Send + Sync + 'static;

    fn copies_in_search(game: &G) -> bool;

    fn play(
        game: &G,
        position: &mut G::Position,
        by: Seat,
        mv: G::Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> Self::Undo;

    fn undo(game: &G, position: &mut G::Position, undo: Self::Undo);
}

/// Keeps the position before each move.
pub(crate) struct CopyMake;

impl<G: Game> Unmake<G> for CopyMake {
    type Undo = G::Position;

    fn copies_in_search(_: &G) -> bool {
        true
    }

    fn play(
        game: &G,
        position: &mut G::Position,
        by: Seat,
        mv: G::Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> G::Position {
        let before = position.clone();
        game.play(position, by, mv);
        if let Some(effects) = effects {
            effects.extend(game.effects(&before, by, mv, position));
        }
        before
    }

    fn undo(_: &G, position: &mut G::Position, before: G::Position) {
        *position = before;
    }
}

/// Lets the game undo moves.
pub(crate) struct MakeUnmake;

impl<G: Undoable> Unmake<G> for MakeUnmake {
    type Undo = G::Undo;

    fn copies_in_search(game: &G) -> bool {
        game.copies_in_search()
    }

    fn play(
        game: &G,
        position: &mut G::Position,
        by: Seat,
        mv: G::Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> G::Undo {
        game.play_undoable(position, by, mv, effects)
    }

    fn undo(game: &G, position: &mut G::Position, undo: G::Undo) {
        game.undo(position, undo);
    }
}
