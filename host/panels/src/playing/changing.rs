//! Rules that change under the game on the screen.

use boardloom_contract::Game;
use boardloom_play::board::Board;
use boardloom_play::scene::Style;
use boardloom_play::sitting::Refit;
use boardloom_play::{MatchError, Table};

use super::Playing;
use super::computing::Thinking;
use crate::preferences::ThemeChoice;

impl Playing {
    /// Goes on under other rules, as far as what was played fits them. A
    /// computer that thought begins anew; the clock of the turn runs on.
    ///
    /// # Errors
    /// When the new rules fail: the game goes on under the old ones as if
    /// nothing had happened.
    pub fn change(
        &mut self,
        table: Table,
        game: Box<dyn Game>,
        theme: ThemeChoice,
    ) -> Result<Refit, MatchError> {
        let (thought, halted) = (self.thinking().is_some(), self.is_halted());
        let new = table.clone();
        let refit = self.game.change_to(table, game)?;
        self.thinking = Thinking::new(new, self.thinking.wake());
        self.style = Style::of(&self.game.table().ruleset, self.game.about(), theme.board());
        self.explained = self.game.explain().unwrap_or_default();
        let views = self.game.about().views.len().max(1);
        let view = usize::from(self.board.view()).min(views - 1);
        self.board = Board::new(view as u16);
        self.revision_of_fit = u64::MAX;
        self.refresh();
        // Whoever only looks at what an edit does is not to be moved along.
        if thought || !halted && refit.first.is_none() {
            self.go_on();
        } else {
            self.thinking.halt();
        }
        Ok(refit)
    }
}
