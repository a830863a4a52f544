//! A search to the end of games in which no position comes twice.

use std::collections::{BTreeMap, HashMap, HashSet};

use boardloom_base::{Failure, Result};
use boardloom_contract::{Cursor, Seat};
use boardloom_match::legal_moves;

use super::value::{PositionForm, Value, ValueKind, mover, no_move, of, play};

/// The most moves of a line.
const LONGEST: usize = 1000;

/// Bounds on the value for the first seat, and the mover's best move.
#[derive(Debug, Clone)]
struct Entry {
    least: Value,
    most: Value,
    best: Option<String>,
    /// The key of the position with what came before it.
    key: u64,
}

/// Alpha-beta search with a table of all positions.
pub struct ExactSearch<'a> {
    cursor: &'a mut dyn Cursor,
    goal: ValueKind,
    form: PositionForm,
    known: HashMap<String, Entry>,
    /// The positions from the start to the current one.
    path: HashSet<String>,
    /// The positions that may still be looked at.
    left: u64,
    /// Whether a position came twice, or its future depends on what came before it.
    pub repeats: bool,
}

impl<'a> ExactSearch<'a> {
    pub fn new(
        cursor: &'a mut dyn Cursor,
        goal: ValueKind,
        form: PositionForm,
        nodes: u64,
    ) -> Self {
        let (known, path) = (HashMap::new(), HashSet::new());
        ExactSearch { cursor, goal, form, known, path, left: nodes, repeats: false }
    }

    pub fn goal(&self) -> ValueKind {
        self.goal
    }

    pub fn positions(&self) -> usize {
        self.known.len()
    }

    pub fn exact_value(&mut self) -> Result<Value> {
        let (least, most) = self.goal.bounds();
        self.value(least, most)
    }

    /// Returns the value for the first seat: exactly between the bounds, else a bound on their
    /// side.
    fn value(&mut self, least: Value, most: Value) -> Result<Value> {
        let status = self.cursor.status()?;
        let position = self.form.write(self.cursor)?;
        // Also where a rule ends the game because a position came again.
        let known = self.known.get(&position).cloned();
        let differs = known.as_ref().is_some_and(|known| known.key != status.key);
        if differs || self.path.len() > LONGEST || self.path.contains(&position) {
            self.repeats = true;
            let what = "this game has no end that is certain: positions can repeat".to_owned();
            return Err(Failure::Usage(what));
        }
        if let Some(value) = self.goal.outcome(&status)? {
            return Ok(value);
        }
        let seat = mover(&status)?;
        let (bounds, key) = (self.goal.bounds(), status.key);
        let mut entry = known.unwrap_or(Entry { least: bounds.0, most: bounds.1, best: None, key });
        if entry.least >= most || entry.least == entry.most {
            return Ok(entry.least);
        }
        if entry.most <= least {
            return Ok(entry.most);
        }
        let few = || Failure::Usage("the position is too large: raise `--nodes`".to_owned());
        self.left = self.left.checked_sub(1).ok_or_else(few)?;
        self.path.insert(position.clone());
        let (mut low, high) = match seat {
            0 => (least.max(entry.least), most.min(entry.most)),
            _ => (-most.min(entry.most), -least.max(entry.least)),
        };
        let floor = low;
        let mut moves = legal_moves(self.cursor, seat, usize::MAX)?;
        if let Some(at) =
            entry.best.as_ref().and_then(|best| moves.iter().position(|it| it == best))
        {
            moves[..=at].rotate_right(1);
        }
        let mut best = None;
        for mv in moves {
            play(self.cursor, seat, &mv)?;
            let bounds = if seat == 0 { (low, high) } else { (-high, -low) };
            let found = of(seat, self.value(bounds.0, bounds.1)?);
            self.cursor.undo()?;
            if best.as_ref().is_none_or(|(value, _)| found > *value) {
                best = Some((found, mv));
            }
            low = low.max(found);
            if low >= high {
                break;
            }
        }
        let Some((found, mv)) = best else {
            return Err(no_move(&position));
        };
        // Above the floor it is at least this, below the ceiling at most this.
        let value = of(seat, found);
        let (is_least, is_most) = (found > floor, found < high);
        let (is_least, is_most) = match seat {
            0 => (is_least, is_most),
            _ => (is_most, is_least),
        };
        if is_least {
            entry.least = entry.least.max(value);
        }
        if is_most {
            entry.most = entry.most.min(value);
        }
        entry.best = Some(mv);
        self.path.remove(&position);
        self.known.insert(position, entry);
        Ok(value)
    }

    /// Returns a move that keeps the exact value of the position; `None` if the game is over.
    pub fn best_move(&mut self) -> Result<Option<String>> {
        let status = self.cursor.status()?;
        if status.outcome.is_some() {
            return Ok(None);
        }
        let seat = mover(&status)?;
        let value = of(seat, self.exact_value()?);
        self.move_of_value(seat, value).map(Some)
    }

    /// Returns a move of a seat after which it still has a value.
    fn move_of_value(&mut self, seat: Seat, wanted: Value) -> Result<String> {
        let position = self.form.write(self.cursor)?;
        let mut moves = legal_moves(self.cursor, seat, usize::MAX)?;
        let best = self.known.get(&position).and_then(|entry| entry.best.clone());
        if let Some(at) = best.and_then(|best| moves.iter().position(|it| *it == best)) {
            moves[..=at].rotate_right(1);
        }
        for mv in moves {
            play(self.cursor, seat, &mv)?;
            let value = of(seat, self.exact_value()?);
            self.cursor.undo()?;
            if value >= wanted {
                return Ok(mv);
            }
        }
        Err(Failure::Usage("no move keeps the value of the position".to_owned()))
    }

    /// Returns the moves of a seat in all positions that can arise if it follows them.
    pub fn strategy(&mut self, seat: Seat, wanted: Value) -> Result<BTreeMap<String, String>> {
        let mut strategy = BTreeMap::new();
        self.collect(seat, wanted, &mut strategy, &mut HashSet::new())?;
        Ok(strategy)
    }

    fn collect(
        &mut self,
        seat: Seat,
        wanted: Value,
        strategy: &mut BTreeMap<String, String>,
        seen: &mut HashSet<String>,
    ) -> Result<()> {
        let status = self.cursor.status()?;
        let position = self.form.write(self.cursor)?;
        if status.outcome.is_some() || !seen.insert(position.clone()) {
            return Ok(());
        }
        let by = mover(&status)?;
        let moves = match by == seat {
            true => {
                let mv = self.move_of_value(seat, wanted)?;
                strategy.insert(position, mv.clone());
                vec![mv]
            }
            false => legal_moves(self.cursor, by, usize::MAX)?,
        };
        for mv in moves {
            play(self.cursor, by, &mv)?;
            self.collect(seat, wanted, strategy, seen)?;
            self.cursor.undo()?;
        }
        Ok(())
    }
}
