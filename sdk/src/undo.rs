//! How moves are taken back: by copies of positions, or by the game itself.

use crate::{Effect, Game, Seat};

/// For games whose positions are too large to be copied at every move: takes moves
/// back from what each of them changed.
///
/// A game that implements this is opened with
/// [`OpenedGame::undoable`](crate::OpenedGame::undoable). Others need none of it: the SDK
/// keeps a copy of the position before each move.
pub trait Undoable: Game {
    /// What [`undo`](Undoable::undo) needs to know of a move.
    type Undo: Clone + Send + Sync + 'static;

    /// Plays a legal move as [`Game::play`] does and returns what undoing it needs.
    /// Appends what it did to `effects`, where they are asked for; a search does
    /// not. This takes the place of [`Game::effects`].
    fn play_undoable(
        &self,
        position: &mut Self::Position,
        by: Seat,
        mv: Self::Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> Self::Undo;

    /// Takes the last move back. The position is then equal to the one before it.
    fn undo(&self, position: &mut Self::Position, undo: Self::Undo);

    /// Tells whether perft and alpha-beta search copy positions nevertheless. Say so
    /// where a copy takes less time than [`undo`](Undoable::undo).
    fn copies_in_search(&self) -> bool {
        false
    }
}

/// One of the two ways to take moves back, known to the field as copy-make and
/// make-unmake.
pub(crate) trait Unmake<G: Game>: 'static {
    /// What is kept of a move.
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

/// Lets the game take moves back.
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
