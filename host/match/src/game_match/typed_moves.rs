//! Typed moves: the texts that can be typed, and prompts for moves that lack their answer.

use std::collections::BTreeMap;

use boardloom_contract::{MoveOption, PAGE, Seat};

use super::Match;
use crate::error::MatchError;

/// The most legal moves whose descriptions a typed text is compared with.
const DESCRIBED: usize = 5000;

impl Match {
    /// Returns up to `most` legal moves as players read and type them: in notation where
    /// several moves read alike.
    pub fn legal_texts(&mut self, seat: Seat, most: usize) -> Result<Vec<String>, MatchError> {
        let legal = self.legal(seat, most)?;
        self.texts_of(seat, &legal)
    }

    /// As [`Match::legal_texts`], with moves that differ by a typed answer alone listed once:
    /// `b6=...`.
    pub fn legal_texts_without_answers(
        &mut self,
        seat: Seat,
        most: usize,
    ) -> Result<Vec<String>, MatchError> {
        let (mut plain, mut asking) = (Vec::new(), Vec::<String>::new());
        for mv in self.legal(seat, most)? {
            if asking.last().is_some_and(|known| mv.starts_with(known)) {
                continue;
            }
            match self.typed_option(seat, &mv, |_| true)? {
                Some(option) => asking.push(option.move_),
                None => plain.push(mv),
            }
        }
        let mut texts = self.texts_of(seat, &plain)?;
        texts.extend(asking.into_iter().map(|mv| mv + "..."));
        Ok(texts)
    }

    /// Returns how legal moves read; as in notation where several read alike.
    pub fn texts_of(&mut self, seat: Seat, moves: &[String]) -> Result<Vec<String>, MatchError> {
        let texts: Vec<String> = self.ask(|cursor| {
            moves.iter().map(|mv| Ok(cursor.describe_move(seat, mv)?.text)).collect()
        })?;
        let mut count = BTreeMap::new();
        texts.iter().for_each(|text| *count.entry(text.clone()).or_insert(0) += 1);
        let unique =
            |(text, mv): (String, &String)| if count[&text] == 1 { text } else { mv.clone() };
        Ok(texts.into_iter().zip(moves).map(unique).collect())
    }

    /// Returns the legal move that reads as a typed text; `None` if no move or several do.
    pub(super) fn described_move(
        &mut self,
        seat: Seat,
        text: &str,
    ) -> Result<Option<String>, MatchError> {
        let wanted = text.trim().to_lowercase();
        let legal = self.legal(seat, DESCRIBED)?;
        self.ask(|cursor| {
            let mut found = None;
            for mv in legal {
                if cursor.describe_move(seat, &mv)?.text.to_lowercase() == wanted
                    && found.replace(mv).is_some()
                {
                    return Ok(None);
                }
            }
            Ok(found)
        })
    }

    /// Returns the prompt for a text that is a legal move except for its answer.
    pub fn question(&mut self, seat: Seat, text: &str) -> Result<Option<MoveOption>, MatchError> {
        let text = text.trim();
        let Some(mv) = self.first_completion(seat, text)? else { return Ok(None) };
        self.typed_option(seat, &mv, |option| lacks(text, &option.move_))
    }

    /// Returns the option of a move whose answer is typed, among those that fit.
    fn typed_option(
        &mut self,
        seat: Seat,
        mv: &str,
        fits: impl Fn(&MoveOption) -> bool,
    ) -> Result<Option<MoveOption>, MatchError> {
        let paths = self.ask(|cursor| cursor.paths(seat, mv))?;
        let asks = |it: &MoveOption| it.answer && mv.starts_with(&it.move_) && fits(it);
        // A button has no path.
        for path in paths.into_iter().chain([Vec::new()]) {
            if let Some(option) = self.choices(seat, &path)?.options.into_iter().find(asks) {
                return Ok(Some(option));
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
