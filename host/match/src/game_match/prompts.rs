//! Prompts for typed moves that lack their answer.

use boardloom_contract::{MoveOption, PAGE, Seat};

use super::Match;
use crate::error::MatchError;

impl Match {
    /// Returns the prompt for a text that is a legal move except for its answer.
    pub fn question(&mut self, seat: Seat, text: &str) -> Result<Option<MoveOption>, MatchError> {
        let text = text.trim();
        let Some(mv) = self.first_completion(seat, text)? else { return Ok(None) };
        let paths = self.ask(|cursor| cursor.paths(seat, &mv))?;
        // A button has no path.
        for path in paths.into_iter().chain([Vec::new()]) {
            let options = self.choices(seat, &path)?.options.into_iter();
            let asked =
                |it: &MoveOption| it.answer && lacks(text, &it.move_) && mv.starts_with(&it.move_);
            if let Some(ending) = options.into_iter().find(asked) {
                return Ok(Some(ending));
            }
        }
        Ok(None)
    }

    /// Returns a legal move that starts with the text, which ends at the end of a name or number.
    fn first_completion(&mut self, seat: Seat, text: &str) -> Result<Option<String>, MatchError> {
        let mut after = text.to_owned();
        loop {
            let page = self.ask(|cursor| cursor.legal_moves(seat, Some(&after), PAGE))?;
            let full = page.len() == PAGE as usize;
            let mut longer = page.into_iter().take_while(|mv| mv.starts_with(text)).peekable();
            if text.is_empty() || longer.peek().is_none() {
                return Ok(None);
            }
            for mv in longer {
                if !mv[text.len()..].starts_with(char::is_alphanumeric) {
                    return Ok(Some(mv));
                }
                after = mv;
            }
            if !full {
                return Ok(None);
            }
        }
    }
}

/// Tells whether the move differs from the text only by punctuation at its end.
fn lacks(text: &str, mv: &str) -> bool {
    mv.strip_prefix(text).is_some_and(|rest| !rest.contains(char::is_alphanumeric))
}
