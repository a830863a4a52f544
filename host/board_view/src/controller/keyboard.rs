//! The cursor on the board.

use super::{BoardController, Direction, Intent, MoveSource};

impl BoardController {
    pub(super) fn cursor_move(
        &mut self,
        direction: Direction,
        moves: &mut dyn MoveSource,
    ) -> Option<Intent> {
        // The first key shows the cursor at the pointer's site, and moves on.
        let from = self.focus().or(self.cursor);
        let to = moves.toward(from, direction);
        self.by_keyboard = true;
        self.cursor = to.or(from);
        None
    }

    pub(super) fn confirm(&mut self, moves: &mut dyn MoveSource) -> Option<Intent> {
        let focus = self.focus();
        self.by_keyboard = true;
        self.cursor = focus.or_else(|| moves.toward(None, Direction::Right));
        self.point_at(focus?, moves)
    }
}
