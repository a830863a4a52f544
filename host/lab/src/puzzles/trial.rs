//! Tells whether a position has one winning move, by searches.

use boardloom_computer::{Level, MEMORY};
use boardloom_contract::{Cursor, Piece, PluginResult, Seat, Variation};
use boardloom_match::legal_moves;
use serde_json::{Map, Value as Json};

/// From this value on a move wins clearly, in ten-thousandths.
const WINS: u16 = 9_000;
/// Up to this value a move does not win.
const FAILS: u16 = 6_000;
/// The fewest and the most legal moves of a puzzle.
const CHOICES: std::ops::RangeInclusive<usize> = 4..=400;
/// The first look at a position, and the first one at each other move, take this part of the nodes.
const GLANCE: u64 = 8;
const OTHER: u64 = 4;
/// The winning move, and the other moves that look best, get more nodes.
const DEEP: u64 = 4;
const RIVALS: usize = 3;
/// A slice of a search while its difficulty is measured, at first.
const SLICE: u64 = 4;

/// Searches with the same settings.
pub(super) struct Trial {
    settings: Map<String, Json>,
    nodes: u64,
}

/// The one winning move of a position.
pub(super) struct WinningMove {
    pub mv: String,
    pub ends: bool,
    /// Whether it alone captures the most pieces.
    pub is_greedy: bool,
    /// Plies to the end of a win that a search has proven.
    pub forced: Option<u32>,
    /// The nodes of a search that finds the move and sees that it wins.
    pub nodes: u64,
}

/// The value of a move for its player, in ten-thousandths, and the plies of a proven win.
#[derive(Clone, Copy)]
pub(super) struct MoveValue {
    pub value: u16,
    forced: Option<u32>,
}

impl MoveValue {
    fn wins(self) -> bool {
        self.forced.is_some() || self.value >= WINS
    }

    pub fn fails(self) -> bool {
        self.forced.is_none() && self.value <= FAILS
    }
}

impl Trial {
    pub fn new(level: &Level, nodes: u64) -> Self {
        let mut settings: Map<String, Json> =
            serde_json::from_str(&level.settings).unwrap_or_default();
        settings.remove("contempt");
        Trial { settings, nodes }
    }

    /// Returns the best lines of a search, best first.
    pub fn lines(
        &self,
        cursor: &mut dyn Cursor,
        nodes: u64,
        lines: u16,
    ) -> PluginResult<Vec<Variation>> {
        let mut settings = self.settings.clone();
        if lines > 1 {
            settings.insert("lines".to_owned(), lines.into());
        }
        let begun = cursor.search(&Json::Object(settings).to_string(), 1, MEMORY)?;
        let Ok(mut searcher) = begun else { return Ok(Vec::new()) };
        loop {
            let progress = searcher.step(nodes.min(4096) as u32)?;
            if progress.finished || progress.nodes >= nodes {
                return searcher.report(lines);
            }
        }
    }

    /// Returns the winning move of the seat to move if there is exactly one.
    pub fn winning_move(
        &self,
        cursor: &mut dyn Cursor,
        by: Seat,
    ) -> PluginResult<Option<WinningMove>> {
        let legal = legal_moves(cursor, by, CHOICES.end() + 1)?;
        if !CHOICES.contains(&legal.len()) {
            return Ok(None);
        }
        let glance = self.lines(cursor, self.nodes / GLANCE, 2)?;
        let Some(best) = glance.first().filter(|best| value_for(best, by).wins()) else {
            return Ok(None);
        };
        if glance.get(1).is_some_and(|next| !value_for(next, by).fails()) {
            return Ok(None);
        }
        let Some(mv) = best.moves.first().cloned() else { return Ok(None) };
        let deep = self.lines(cursor, self.nodes, 2)?;
        let same = deep
            .first()
            .is_some_and(|line| line.moves.first() == Some(&mv) && value_for(line, by).wins());
        if !same || deep.get(1).is_some_and(|next| !value_for(next, by).fails()) {
            return Ok(None);
        }
        let others: Vec<&String> = legal.iter().filter(|other| **other != mv).collect();
        if !self.all_fail(cursor, by, &others)? {
            return Ok(None);
        }
        let value = self.value_after(cursor, by, &mv, DEEP * self.nodes)?;
        if !value.wins() {
            return Ok(None);
        }
        let ends = self.ends(cursor, by, &mv)?;
        let is_greedy = self.is_greedy(cursor, by, &mv, &others)?;
        let nodes = self.difficulty(cursor, by, &mv)?;
        let found = |nodes| WinningMove { mv, ends, is_greedy, forced: value.forced, nodes };
        Ok(nodes.map(found))
    }

    /// Tells whether none of these moves wins. A search of the position may underrate a move that
    /// it looked at little, so each is searched apart, and the best of them once more for longer.
    fn all_fail(&self, cursor: &mut dyn Cursor, by: Seat, moves: &[&String]) -> PluginResult<bool> {
        let mut values = Vec::new();
        for mv in moves {
            let value = self.value_after(cursor, by, mv, self.nodes / OTHER)?;
            if !value.fails() {
                return Ok(false);
            }
            values.push((value.value, *mv));
        }
        values.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        for (_, mv) in values.iter().take(RIVALS) {
            if !self.value_after(cursor, by, mv, DEEP * self.nodes)?.fails() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the value of a move by a search of the position after it.
    pub fn value_after(
        &self,
        cursor: &mut dyn Cursor,
        by: Seat,
        mv: &str,
        nodes: u64,
    ) -> PluginResult<MoveValue> {
        let exactly = |value, forced| MoveValue { value, forced };
        let mut ahead = cursor.fork()?;
        if ahead.play(by, mv)?.is_err() {
            return Ok(exactly(0, None));
        }
        let status = ahead.status()?;
        if let Some(outcome) = status.outcome {
            return Ok(match (outcome.winner(), outcome.ranks.get(usize::from(by))) {
                (Some(winner), _) if winner == by => exactly(10_000, Some(1)),
                (None, Some(0)) => exactly(5_000, None),
                _ => exactly(0, None),
            });
        }
        let same_mover = status.mover() == Some(by);
        let lines = self.lines(&mut *ahead, nodes, 1)?;
        // Without a line nothing is known: it may win.
        let Some(line) = lines.first() else { return Ok(exactly(WINS, None)) };
        let plies = line.forced.filter(|plies| (*plies > 0) == same_mover);
        Ok(exactly(value_for(line, by).value, plies.map(|plies| plies.unsigned_abs() + 1)))
    }

    /// Tells whether a move takes more pieces of others than each of the other moves.
    fn is_greedy(
        &self,
        cursor: &mut dyn Cursor,
        by: Seat,
        mv: &str,
        others: &[&String],
    ) -> PluginResult<bool> {
        let taken = captures(cursor, by, mv)?;
        for other in others {
            if captures(cursor, by, other)? >= taken {
                return Ok(false);
            }
        }
        Ok(taken > 0)
    }

    fn ends(&self, cursor: &mut dyn Cursor, by: Seat, mv: &str) -> PluginResult<bool> {
        Ok(cursor.preview(by, mv)?.is_ok_and(|(status, _)| status.is_over()))
    }

    /// Returns the nodes after which a search names the move, sees that it wins and keeps to it;
    /// `None` if it does not within the limit.
    fn difficulty(&self, cursor: &mut dyn Cursor, by: Seat, mv: &str) -> PluginResult<Option<u64>> {
        let settings = Json::Object(self.settings.clone()).to_string();
        let Ok(mut searcher) = cursor.search(&settings, 2, MEMORY)? else { return Ok(None) };
        let (mut found, mut slice) = (None, SLICE);
        loop {
            let progress = searcher.step(slice as u32)?;
            let lines = searcher.report(1)?;
            let sees = lines.first().is_some_and(|line| {
                line.moves.first().is_some_and(|it| it == mv) && value_for(line, by).wins()
            });
            found = found.or(Some(progress.nodes)).filter(|_| sees);
            if progress.finished || progress.nodes >= DEEP * self.nodes {
                return Ok(found);
            }
            slice = (slice + slice / 8 + 1).min(4096);
        }
    }
}

/// The value of a line at a position where this seat is to move.
fn value_for(line: &Variation, by: Seat) -> MoveValue {
    let value = line.value.get(usize::from(by)).copied().unwrap_or(0);
    let forced = line.forced.filter(|plies| *plies > 0).map(i32::unsigned_abs);
    MoveValue { value, forced }
}

/// Counts the pieces of others that a move takes or turns.
fn captures(cursor: &mut dyn Cursor, by: Seat, mv: &str) -> PluginResult<usize> {
    let Ok((status, effects)) = cursor.preview(by, mv)? else { return Ok(0) };
    let own = status.seats.get(usize::from(by)).map(|seat| seat.color);
    let color = |piece: &Piece| piece.color;
    Ok(effects
        .iter()
        .filter(|effect| {
            let before = effect.before.as_ref().map(color);
            before.is_some() && before != own && effect.after.as_ref().map(color) != before
        })
        .count())
}
