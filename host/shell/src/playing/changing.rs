//! Rules that change under the game on the screen.

use boardloom_play::MatchError;
use boardloom_play::board::Board;
use boardloom_play::scene::Style;
use boardloom_play::sitting::Refit;

use super::computing::Thinking;
use super::laid::Read;
use super::{Playing, Relaid};
use crate::preferences::ThemeChoice;

impl Playing {
    /// Goes on under other rules, as far as what was played fits them. A
    /// computer that thought begins anew; the clock of the turn runs on.
    ///
    /// # Errors
    /// When the new rules fail: the game goes on under the old ones as if
    /// nothing had happened.
    pub fn change(&mut self, relaid: Relaid, theme: ThemeChoice) -> Result<Refit, MatchError> {
        let (thought, halted) = (self.thinking().is_some(), self.is_halted());
        let Relaid { tried, read } = relaid;
        let refit = self.game.change_to(tried)?;
        self.thinking = Thinking::new(self.game.table().clone(), self.thinking.wake());
        self.style = Style::of(&self.game.table().ruleset, self.game.about(), theme.board());
        let views = self.game.about().views.len().max(1);
        let view = usize::from(self.board.view()).min(views - 1) as u16;
        let Read { board, pieces, marks, explained, pieces_of } = read;
        // A person may have gone over to another view meanwhile.
        self.board = if board.view() == view { board } else { Board::new(view) };
        (self.pieces, self.pieces_of) = (pieces, pieces_of);
        (self.marks, self.explained) = (marks, explained);
        self.revision_of_fit = u64::MAX;
        self.forget_outlooks();
        self.follow();
        // Whoever only looks at what an edit does is not to be moved along.
        if thought || !halted && refit.first.is_none() {
            self.go_on();
        } else {
            self.thinking.halt();
        }
        Ok(refit)
    }
}
