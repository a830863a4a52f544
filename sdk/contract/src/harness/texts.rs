//! Texts and saved positions.

use super::{HarnessRun, snapshot};
use crate::{Cursor, GameStatus, PluginResult};

impl HarnessRun<'_> {
    pub(super) fn check_texts(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
    ) -> PluginResult<()> {
        let Some(form) = self.about.forms.first().cloned() else {
            self.check(false, || "about.forms must name a text form that `read` reads".into());
            return Ok(());
        };
        let Ok(text) = cursor.write(&form)? else {
            self.check(false, || format!("`write` refuses its own form `{form}`"));
            return Ok(());
        };
        match self.game.read(&text)? {
            Err(refusal) => self.check(false, || format!("`read` refuses `{text}`: {refusal}")),
            Ok(mut read) => {
                let again = read.write(&form)?;
                self.check(again.as_ref() == Ok(&text), || {
                    format!("`{text}` was written, read, and written as {again:?}")
                });
            }
        }
        self.check_history_text(cursor, status, &form)?;
        match self.other.load(&cursor.save()?)? {
            Err(refusal) => {
                self.check(false, || format!("`load` refuses what was saved: {refusal}"))
            }
            Ok(mut loaded) => {
                let same = snapshot(loaded.as_mut())? == snapshot(cursor)?;
                self.check(same, || "a saved and loaded position gives other answers".into());
                for by in &status.acting {
                    let moves = loaded.legal_moves(*by, None, 100)?;
                    let same = moves == cursor.legal_moves(*by, None, 100)?;
                    self.check(same, || {
                        "a saved and loaded position has other legal moves".to_owned()
                    });
                }
            }
        }
        Ok(())
    }

    /// Checks that a text keeps everything that the key covers, in the form `history` if the game
    /// has it. That form grows, so it is not checked at every ply.
    pub(super) fn check_history_text(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
        first: &str,
    ) -> PluginResult<()> {
        let is_known = self.about.forms.iter().any(|form| form == "history");
        if is_known && !status.ply.is_multiple_of(8) {
            return Ok(());
        }
        let text = cursor.write(if is_known { "history" } else { first })?.unwrap_or_default();
        let read = self.game.read(&text)?.ok().map(|mut read| read.status()).transpose()?;
        let same = read.is_some_and(|read| read.key == status.key);
        self.check(same, || format!("`{text}` is refused, or its key changes when read"));
        Ok(())
    }
}
