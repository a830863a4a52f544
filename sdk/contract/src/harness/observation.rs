//! Hidden information: observations, observed moves and resampled positions.

use super::HarnessRun;
use crate::{Cursor, GameStatus, PAGE, PluginResult, Seat};

/// The part of a status that an observation shares with its position.
fn shared(status: GameStatus) -> GameStatus {
    let (key, note, prompt, facts, outcome) = (0, None, None, Vec::new(), None);
    GameStatus { key, note, prompt, facts, outcome, ..status }
}

fn name(observer: Option<Seat>) -> String {
    observer.map_or("a spectator".to_owned(), |seat| format!("seat {seat}"))
}

impl HarnessRun<'_> {
    fn observers(&self) -> Vec<Option<Seat>> {
        (0..self.about.seats).map(Some).chain([None]).collect()
    }

    /// Checks what each observer sees of a position and of a move in it.
    pub(super) fn check_observations(
        &mut self,
        cursor: &mut dyn Cursor,
        by: Seat,
        mv: &str,
    ) -> PluginResult<()> {
        let status = shared(cursor.status()?);
        for observer in self.observers() {
            let Some(mut seen) = cursor.observe(observer)? else { return Ok(()) };
            let who = name(observer);
            let told = shared(seen.status()?);
            self.check(told == status, || {
                format!("the status that {who} observes is {told:?}, not {status:?}")
            });
            if let Some(seat) = observer.filter(|seat| status.acting.contains(seat)) {
                self.check_own_moves(cursor, &mut *seen, seat)?;
            }
            self.check_observed_move(cursor, &mut *seen, observer, (by, mv))?;
            self.check_resampled(&mut *seen, observer)?;
        }
        Ok(())
    }

    fn check_own_moves(
        &mut self,
        cursor: &mut dyn Cursor,
        seen: &mut dyn Cursor,
        seat: Seat,
    ) -> PluginResult<()> {
        let legal = cursor.legal_moves(seat, None, PAGE)?;
        let told = seen.legal_moves(seat, None, PAGE)?;
        self.check(told == legal, || {
            format!("seat {seat} has the moves {legal:?}, and observes {told:?}")
        });
        for mv in self.some(legal, 10) {
            let same = cursor.paths(seat, &mv)? == seen.paths(seat, &mv)?;
            self.check(same, || format!("seat {seat} observes other paths of its move `{mv}`"));
        }
        Ok(())
    }

    /// Plays a move in a copy, and the observed move in the observation.
    fn check_observed_move(
        &mut self,
        cursor: &mut dyn Cursor,
        seen: &mut dyn Cursor,
        observer: Option<Seat>,
        (by, mv): (Seat, &str),
    ) -> PluginResult<()> {
        let who = name(observer);
        let observed = cursor.observed_move(observer, by, mv)?;
        if observer == Some(by) {
            self.check(observed == mv, || {
                format!("seat {by} observes its own move `{mv}` as `{observed}`")
            });
        }
        let played = seen.play(by, &observed)?;
        if let Err(why) = played {
            let why = why.text;
            self.fail(&format!("{who} observes `{mv}` as `{observed}`, which is refused: {why}"));
            return Ok(());
        }
        let mut after = cursor.fork()?;
        if after.play(by, mv)?.is_err() {
            return Ok(());
        }
        let Some(mut expected) = after.observe(observer)? else {
            self.fail(&format!("nothing is hidden any more after `{mv}`"));
            return Ok(());
        };
        let (told, right) = (seen.pieces(0, u32::MAX)?, expected.pieces(0, u32::MAX)?);
        self.check(told == right, || {
            format!("after `{observed}` {who} observes other pieces than after `{mv}`")
        });
        let (told, right) = (shared(seen.status()?), shared(after.status()?));
        self.check(told == right, || {
            format!("after `{observed}` {who} observes another status than after `{mv}`")
        });
        let undone = seen.undo()?;
        self.check(undone, || format!("the observed move `{observed}` cannot be undone"));
        Ok(())
    }

    fn check_resampled(
        &mut self,
        seen: &mut dyn Cursor,
        observer: Option<Seat>,
    ) -> PluginResult<()> {
        let number = self.draw();
        let Some(mut whole) = seen.resample(number)? else { return Ok(()) };
        let who = name(observer);
        let Some(mut again) = whole.observe(observer)? else {
            self.fail("a resampled position hides nothing");
            return Ok(());
        };
        let same = again.pieces(0, u32::MAX)? == seen.pieces(0, u32::MAX)?
            && shared(again.status()?) == shared(seen.status()?);
        self.check(same, || format!("{who} observes another position than the resampled one"));
        let unknown = again.resample(number)?.is_some();
        self.check(unknown, || "a resampled position has no unknown part".to_owned());
        Ok(())
    }
}
