//! Rules that change under the game on the board.

use boardloom_board_view::board::BoardGeometry;
use boardloom_board_view::scene::{BoardLook, Style};
use boardloom_match::{MatchError, ReplayReport};

use super::GameSession;
use super::computer_player::ComputerSeat;
use crate::loaded_board::{BoardContent, ReloadedBoard};

impl GameSession {
    /// Continues under other rules as far as the moves are legal. A search restarts;
    /// the clock runs on.
    ///
    /// # Errors
    /// If the new rules fail: the game goes on under the old ones.
    pub fn change(
        &mut self,
        reloaded_board: ReloadedBoard,
        look: BoardLook,
    ) -> Result<ReplayReport, MatchError> {
        let (thought, halted) = (self.thinking_seat().is_some(), self.is_halted());
        let ReloadedBoard { tried, read } = reloaded_board;
        let report = self.game.apply_rules(tried)?;
        self.cancel_premove();
        self.computer = ComputerSeat::new(self.game.source().clone(), self.computer.wake());
        self.style = Style::of(&self.game.source().ruleset, self.game.about(), look);
        let views = self.game.about().views.len().max(1);
        let view = usize::from(self.board.view).min(views - 1) as u16;
        let BoardContent { board, pieces, marks, explained, pieces_of } = read;
        // The player may have changed the view meanwhile.
        self.board = if board.view == view { board } else { BoardGeometry::new(view) };
        self.hide_steps();
        (self.pieces, self.pieces_of) = (pieces, pieces_of);
        (self.marks, self.explained) = (marks, explained);
        self.revision_of_fit = u64::MAX;
        self.forget_win_chances();
        self.follow();
        // Only an edit that leaves the line legal restarts a search that was stopped.
        if thought || !halted && report.first.is_none() {
            self.play_automatic_moves();
        } else {
            self.computer.halted = true;
        }
        Ok(report)
    }
}
