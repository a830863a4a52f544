//! Rules that change under the game on the screen.

use boardloom_board_view::board::Board;
use boardloom_board_view::scene::Style;
use boardloom_match::MatchError;
use boardloom_match::ReplayReport;

use super::computer_player::ComputerSeat;
use super::loaded_board::BoardContent;
use super::{GameSession, ReloadedBoard};
use crate::preferences::ThemeChoice;

impl GameSession {
    /// Goes on under other rules, as far as what was played fits them. A
    /// computer that thought begins anew; the clock of the turn runs on.
    ///
    /// # Errors
    /// When the new rules fail: the game goes on under the old ones as if
    /// nothing had happened.
    pub fn change(
        &mut self,
        reloaded_board: ReloadedBoard,
        theme: ThemeChoice,
    ) -> Result<ReplayReport, MatchError> {
        let (thought, halted) = (self.computer().is_some(), self.is_halted());
        let ReloadedBoard { tried, read } = reloaded_board;
        let report = self.game.apply_rules(tried)?;
        self.computer = ComputerSeat::new(self.game.source().clone(), self.computer.wake());
        self.style = Style::of(&self.game.source().ruleset, self.game.about(), theme.board());
        let views = self.game.about().views.len().max(1);
        let view = usize::from(self.board.view()).min(views - 1) as u16;
        let BoardContent { board, pieces, marks, explained, pieces_of } = read;
        // A person may have gone over to another view meanwhile.
        self.board = if board.view() == view { board } else { Board::new(view) };
        (self.pieces, self.pieces_of) = (pieces, pieces_of);
        (self.marks, self.explained) = (marks, explained);
        self.revision_of_fit = u64::MAX;
        self.forget_win_chances();
        self.follow();
        // Whoever only looks at what an edit does is not to be moved along.
        if thought || !halted && report.first.is_none() {
            self.play_automatic_moves();
        } else {
            self.computer.halt();
        }
        Ok(report)
    }
}
