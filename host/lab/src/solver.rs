//! `boardloom solve`: the exact value of a position, with a strategy that proves it.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;
use std::path::Path;

use boardloom_base::{Catalog, Console, Failure, Result};
use boardloom_contract::{CHANCE, Cursor, GameStatus, Seat};
use boardloom_match::{GameSource, Match, MatchError, MatchSetup, MovePath, legal_moves};
use boardloom_ruleset::file::read_text;
use serde::{Deserialize, Serialize};

use crate::args::Solve;

/// The largest certificate in bytes.
const LARGEST: usize = 256 << 20;

/// The most moves of a game that is solved.
const LONGEST: usize = 1000;

/// The value of a position for the first seat: 1 if it wins, 0 for a draw, -1 if the other wins;
/// or how many points it is ahead at the end.
type Value = i64;

/// Returns the value for a seat, or the one for the first seat from that of a seat.
fn of(seat: Seat, value: Value) -> Value {
    if seat == 0 { value } else { -value }
}

/// What a position is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    Winner,
    /// The lead in points.
    Lead,
}

impl Goal {
    /// Returns the least and the greatest value.
    fn bounds(self) -> (Value, Value) {
        let most = if self == Goal::Winner { 1 } else { i64::from(i32::MAX) };
        (-most, most)
    }
}

/// A strategy for each seat that it needs: if followed, the game ends with the value or better.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Certificate {
    /// The game's name and the hash of its resolved ruleset.
    ruleset: String,
    hash: String,
    start: String,
    /// The seat that wins, from 1; `None` is a draw.
    winner: Option<u8>,
    /// The final lead of the first seat, if the strategies are for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lead: Option<Value>,
    /// By seat, from 1: the move in each position that can arise.
    strategies: BTreeMap<u8, BTreeMap<String, String>>,
}

/// Bounds on the value for the first seat, and the mover's best move.
#[derive(Debug, Clone)]
struct Entry {
    least: Value,
    most: Value,
    best: Option<String>,
}

struct Solver<'a> {
    cursor: &'a mut dyn Cursor,
    goal: Goal,
    /// The name of the text form that holds a whole position.
    form: String,
    known: HashMap<String, Entry>,
    /// The positions from the start to the current one.
    path: HashSet<String>,
    /// The positions that may still be looked at.
    left: u64,
}

pub fn run(catalog: &Catalog, args: &Solve, console: &mut Console<'_>) -> Result<()> {
    let source = catalog.source(&args.ruleset, &args.overrides.parse()?)?;
    let start = start(&source, args)?;
    let (game, mut cursor) = start.walk(&source)?;
    let about = game.about()?;
    let form = match (about.seats, about.forms.first()) {
        (2, Some(form)) => form.clone(),
        (2, None) => return Err(Failure::Usage("this game writes no positions".to_owned())),
        (seats, _) => {
            let what = format!("only games of two can be solved, and this one has {seats} seats");
            return Err(Failure::Usage(what));
        }
    };
    let goal = if args.lead { Goal::Lead } else { Goal::Winner };
    let (known, left) = (HashMap::new(), args.nodes);
    let mut solver = Solver { cursor: &mut *cursor, goal, form, known, path: HashSet::new(), left };
    if let Some(file) = &args.verify {
        let positions = solver.verify(&source, file)?;
        writeln!(console.out, "the strategy holds in all {positions} positions that can arise")?;
        return Ok(());
    }
    let value = solver.exact_value()?;
    let winner = match value.cmp(&0) {
        Ordering::Greater => Some(1),
        Ordering::Equal => None,
        Ordering::Less => Some(2),
    };
    let lead = args.lead.then_some(value);
    let best = solver.best_move()?;
    if let Some(file) = &args.certificate {
        let certificate = solver.certificate(&source, value, winner)?;
        let json = serde_json::to_string(&certificate).expect("texts are JSON");
        std::fs::write(file, json + "\n").map_err(Failure::write(file))?;
    }
    let positions = solver.known.len();
    if args.json {
        let mut object = serde_json::json!({
            "ruleset": args.ruleset, "winner": winner, "best": best, "positions": positions,
        });
        if args.lead {
            object["lead"] = value.into();
        }
        writeln!(console.out, "{object}")?;
        return Ok(());
    }
    match winner {
        Some(seat) => {
            let name = source.ruleset.player(usize::from(seat) - 1).name;
            match lead {
                Some(lead) => writeln!(console.out, "{name} leads by {} at the end", lead.abs())?,
                None => writeln!(console.out, "{name} wins")?,
            }
        }
        None if args.lead => writeln!(console.out, "nobody leads at the end")?,
        None => writeln!(console.out, "a draw")?,
    }
    if let Some(best) = best {
        writeln!(console.out, "best move: {best}")?;
    }
    writeln!(console.out, "{positions} positions")?;
    Ok(())
}

fn start(source: &GameSource, args: &Solve) -> Result<MovePath, MatchError> {
    let setup = MatchSetup { start: args.position.clone(), ..MatchSetup::default() };
    let mut game = Match::bare(source.clone(), source.open()?, setup)?;
    game.play_list(&args.moves.join(" "))?;
    Ok(game.move_path())
}

impl Solver<'_> {
    fn position(&mut self) -> Result<String> {
        let form = self.form.clone();
        let text = self.cursor.write(&form)?;
        text.map_err(|why| Failure::Usage(format!("the position has no text: {why}")))
    }

    /// Returns the value at the end of a game.
    fn outcome(&self, status: &GameStatus) -> Result<Option<Value>> {
        let Some(outcome) = &status.outcome else { return Ok(None) };
        if self.goal == Goal::Winner {
            return Ok(Some(match outcome.ranks[0].cmp(&outcome.ranks[1]) {
                Ordering::Less => 1,
                Ordering::Equal => 0,
                Ordering::Greater => -1,
            }));
        }
        let lead = status.seats[0].score - status.seats[1].score;
        if lead.fract() != 0.0 || lead.abs() > f64::from(i32::MAX) {
            let what = "points of this game are no whole numbers: leave out `--lead`".to_owned();
            return Err(Failure::Usage(what));
        }
        Ok(Some(lead as Value))
    }

    fn exact_value(&mut self) -> Result<Value> {
        let (least, most) = self.goal.bounds();
        self.value(least, most)
    }

    fn mover(&mut self, status: &GameStatus) -> Result<Seat> {
        match status.mover() {
            Some(seat) if seat != CHANCE => Ok(seat),
            _ => Err(Failure::Usage("a game with chance has no exact value".to_owned())),
        }
    }

    fn play(&mut self, seat: Seat, mv: &str) -> Result<()> {
        let played = self.cursor.play(seat, mv)?;
        played.map(drop).map_err(|why| Failure::Usage(format!("`{mv}` cannot be played: {why}")))
    }

    /// Returns the value for the first seat: exactly between the bounds, else a bound on their
    /// side.
    fn value(&mut self, least: Value, most: Value) -> Result<Value> {
        let status = self.cursor.status()?;
        if let Some(value) = self.outcome(&status)? {
            return Ok(value);
        }
        let seat = self.mover(&status)?;
        let position = self.position()?;
        let known = self.known.get(&position).cloned();
        let bounds = self.goal.bounds();
        let mut entry = known.unwrap_or(Entry { least: bounds.0, most: bounds.1, best: None });
        if entry.least >= most || entry.least == entry.most {
            return Ok(entry.least);
        }
        if entry.most <= least {
            return Ok(entry.most);
        }
        let few = || Failure::Usage("the position is too large: raise `--nodes`".to_owned());
        self.left = self.left.checked_sub(1).ok_or_else(few)?;
        if self.path.len() > LONGEST || !self.path.insert(position.clone()) {
            let what = "this game has no end that is certain: positions can repeat";
            return Err(Failure::Usage(what.to_owned()));
        }
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
            self.play(seat, &mv)?;
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
            return Err(Failure::Usage("a position has no moves and no result".to_owned()));
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
    fn best_move(&mut self) -> Result<Option<String>> {
        let status = self.cursor.status()?;
        if status.outcome.is_some() {
            return Ok(None);
        }
        let seat = self.mover(&status)?;
        let value = of(seat, self.exact_value()?);
        self.move_of_value(seat, value).map(Some)
    }

    /// Returns a move of a seat after which it still has a value.
    fn move_of_value(&mut self, seat: Seat, wanted: Value) -> Result<String> {
        let position = self.position()?;
        let mut moves = legal_moves(self.cursor, seat, usize::MAX)?;
        let best = self.known.get(&position).and_then(|entry| entry.best.clone());
        if let Some(at) = best.and_then(|best| moves.iter().position(|it| *it == best)) {
            moves[..=at].rotate_right(1);
        }
        for mv in moves {
            self.play(seat, &mv)?;
            let value = of(seat, self.exact_value()?);
            self.cursor.undo()?;
            if value >= wanted {
                return Ok(mv);
            }
        }
        Err(Failure::Usage("no move keeps the value of the position".to_owned()))
    }

    fn certificate(
        &mut self,
        source: &GameSource,
        value: Value,
        winner: Option<u8>,
    ) -> Result<Certificate> {
        let mut strategies = BTreeMap::new();
        // A lead is proved by both: one keeps it, the other does not lose more.
        let goal = self.goal;
        for seat in (0..2u8).filter(|seat| goal == Goal::Lead || of(*seat, value) >= 0) {
            let mut strategy = BTreeMap::new();
            self.collect(seat, of(seat, value), &mut strategy, &mut HashMap::new())?;
            strategies.insert(seat + 1, strategy);
        }
        Ok(Certificate {
            ruleset: source.ruleset.id.clone(),
            hash: source.ruleset.hash().to_owned(),
            start: self.position()?,
            winner,
            lead: (self.goal == Goal::Lead).then_some(value),
            strategies,
        })
    }

    /// Adds the moves of a seat in all positions that can arise if it follows them.
    fn collect(
        &mut self,
        seat: Seat,
        wanted: Value,
        strategy: &mut BTreeMap<String, String>,
        seen: &mut HashMap<String, ()>,
    ) -> Result<()> {
        let status = self.cursor.status()?;
        let position = self.position()?;
        if status.outcome.is_some() || seen.insert(position.clone(), ()).is_some() {
            return Ok(());
        }
        let mover = self.mover(&status)?;
        let moves = match mover == seat {
            true => {
                let mv = self.move_of_value(seat, wanted)?;
                strategy.insert(position, mv.clone());
                vec![mv]
            }
            false => legal_moves(self.cursor, mover, usize::MAX)?,
        };
        for mv in moves {
            self.play(mover, &mv)?;
            self.collect(seat, wanted, strategy, seen)?;
            self.cursor.undo()?;
        }
        Ok(())
    }

    /// Replays the strategies of a certificate against all moves, without a search. Returns the
    /// number of positions.
    fn verify(&mut self, source: &GameSource, file: &Path) -> Result<usize> {
        let text = read_text(file, LARGEST)
            .map_err(|why| Failure::Usage(format!("cannot read {}: {why}", file.display())))?;
        let certificate: Certificate = serde_json::from_str(&text).map_err(|why| {
            Failure::Usage(format!("{} is no certificate: {why}", file.display()))
        })?;
        if certificate.hash != source.ruleset.hash() || certificate.start != self.position()? {
            let what = "the certificate is for another ruleset, other options or another start";
            return Err(Failure::Usage(what.to_owned()));
        }
        let seats: Vec<(u8, Value)> = match (certificate.lead, certificate.winner) {
            (Some(lead), _) => vec![(1, lead), (2, lead.saturating_neg())],
            (None, Some(seat)) => vec![(seat, 1)],
            (None, None) => vec![(1, 0), (2, 0)],
        };
        self.goal = if certificate.lead.is_some() { Goal::Lead } else { Goal::Winner };
        let mut positions = 0;
        for (seat, wanted) in seats {
            let Some(strategy) = certificate.strategies.get(&seat) else {
                return Err(Failure::Usage(format!("there is no strategy for seat {seat}")));
            };
            let mut seen = HashMap::new();
            self.replay(seat.saturating_sub(1), wanted, strategy, &mut seen)?;
            positions += seen.len();
        }
        Ok(positions)
    }

    fn replay(
        &mut self,
        seat: Seat,
        wanted: Value,
        strategy: &BTreeMap<String, String>,
        seen: &mut HashMap<String, ()>,
    ) -> Result<()> {
        let status = self.cursor.status()?;
        let position = self.position()?;
        if seen.insert(position.clone(), ()).is_some() {
            return Ok(());
        }
        if let Some(value) = self.outcome(&status)? {
            return match of(seat, value) >= wanted {
                true => Ok(()),
                false => Err(Failure::Invalid(format!("the strategy does not hold: `{position}`"))),
            };
        }
        let mover = self.mover(&status)?;
        let moves = match mover == seat {
            true => {
                let mv = strategy.get(&position).cloned();
                vec![mv.ok_or_else(|| {
                    Failure::Invalid(format!("the strategy has no move for `{position}`"))
                })?]
            }
            false => legal_moves(self.cursor, mover, usize::MAX)?,
        };
        for mv in moves {
            self.play(mover, &mv)?;
            self.replay(seat, wanted, strategy, seen)?;
            self.cursor.undo()?;
        }
        Ok(())
    }
}
