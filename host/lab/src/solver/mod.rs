//! `boardloom solve`: the exact value of a position, with a strategy that proves it.

mod cycle;
mod graph;
mod replay;
mod search;
mod value;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use boardloom_base::{Catalog, Console, Failure, Result};
use boardloom_contract::{Cursor, OpenGame};
use boardloom_match::{GameSource, Match, MatchError, MatchSetup, MovePath};
use boardloom_ruleset::file::read_text;
use serde::{Deserialize, Serialize};

use self::graph::PositionGraph;
use self::replay::StrategyReplay;
use self::search::ExactSearch;
use self::value::{PositionForm, Value, ValueKind, of};
use crate::args::Solve;

/// The largest certificate in bytes.
const LARGEST: usize = 256 << 20;

/// The moves by the positions before them.
type Strategy = BTreeMap<String, String>;

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
    strategies: BTreeMap<u8, Strategy>,
}

/// What was found out about a position.
struct Answer {
    /// For the first seat.
    value: Value,
    best: Option<String>,
    positions: usize,
    /// By seat, from 1; only if a certificate is wanted.
    strategies: BTreeMap<u8, Strategy>,
    /// The value of repeating positions without end, if the result depends on it.
    endless: Option<Value>,
}

pub fn run(catalog: &Catalog, args: &Solve, console: &mut Console<'_>) -> Result<()> {
    let source = catalog.source(&args.ruleset, &args.overrides.parse()?)?;
    let start = start(&source, args)?;
    let (game, mut cursor) = start.walk(&source)?;
    let about = game.about()?;
    let form = match (about.seats, about.forms.first()) {
        (2, Some(form)) => PositionForm::new(form.clone()),
        (2, None) => return Err(Failure::Usage("this game writes no positions".to_owned())),
        (seats, _) => {
            let what = format!("only games of two can be solved, and this one has {seats} seats");
            return Err(Failure::Usage(what));
        }
    };
    let position = form.write(&mut *cursor)?;
    if let Some(file) = &args.verify {
        let positions = verify(&*game, &form, &source, &position, file)?;
        writeln!(console.out, "the strategy holds in all {positions} positions that can arise")?;
        return Ok(());
    }
    let answer = solve(&*game, &mut *cursor, &form, args)?;
    let winner = match answer.value.signum() {
        1 => Some(1),
        -1 => Some(2),
        _ => None,
    };
    let lead = args.lead.then_some(answer.value);
    if let Some(file) = &args.certificate {
        let certificate = Certificate {
            ruleset: source.ruleset.id.clone(),
            hash: source.ruleset.hash().to_owned(),
            start: position,
            winner,
            lead,
            strategies: answer.strategies,
        };
        let json = serde_json::to_string(&certificate).expect("texts are JSON");
        std::fs::write(file, json + "\n").map_err(Failure::write(file))?;
    }
    let (best, positions) = (answer.best, answer.positions);
    if args.json {
        let mut object = serde_json::json!({
            "ruleset": args.ruleset, "winner": winner, "best": best, "positions": positions,
            "endless": answer.endless.is_some(),
        });
        if args.lead {
            object["lead"] = answer.value.into();
        }
        writeln!(console.out, "{object}")?;
        return Ok(());
    }
    match winner {
        Some(seat) => {
            let name = source.ruleset.player(usize::from(seat) - 1).name;
            match lead {
                Some(lead) => writeln!(console.out, "{name} leads by {} at the end", lead.abs())?,
                None if answer.endless == Some(answer.value) => {
                    writeln!(console.out, "{name} wins, if only because positions repeat")?;
                }
                None => writeln!(console.out, "{name} wins")?,
            }
        }
        None if args.lead => writeln!(console.out, "neither side leads at the end")?,
        None if answer.endless.is_some() => {
            writeln!(console.out, "a draw: neither side can win, and positions can repeat")?;
        }
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

fn solve(
    game: &dyn OpenGame,
    cursor: &mut dyn Cursor,
    form: &PositionForm,
    args: &Solve,
) -> Result<Answer> {
    let goal = if args.lead { ValueKind::Lead } else { ValueKind::Winner };
    let position = form.write(cursor)?;
    let mut search = ExactSearch::new(cursor, goal, form.clone(), args.nodes);
    match search.answer(args.certificate.is_some()) {
        Err(_) if search.repeats && args.lead => {
            let what = "positions of this game can repeat: leave out `--lead`".to_owned();
            Err(Failure::Usage(what))
        }
        Err(_) if search.repeats => {
            let graph = PositionGraph::explore(game, form, &position, args.nodes)?;
            let solution = graph.solve()?;
            let strategies = solution.strategies.into_iter();
            let strategies =
                strategies.map(|(seat, moves)| (seat + 1, moves.into_iter().collect()));
            Ok(Answer {
                value: solution.value,
                best: solution.best,
                positions: graph.positions(),
                strategies: strategies.collect(),
                endless: solution.endless,
            })
        }
        answer => answer,
    }
}

impl ExactSearch<'_> {
    fn answer(&mut self, is_proved: bool) -> Result<Answer> {
        let value = self.exact_value()?;
        let best = self.best_move()?;
        let mut strategies = BTreeMap::new();
        // A lead is proved by both: one keeps it, the other does not lose more.
        let is_needed = |seat: &u8| self.goal() == ValueKind::Lead || of(*seat, value) >= 0;
        let seats: Vec<u8> = (0..2u8).filter(is_needed).collect();
        for seat in seats.into_iter().filter(|_| is_proved) {
            strategies.insert(seat + 1, self.strategy(seat, of(seat, value))?);
        }
        Ok(Answer { value, best, positions: self.positions(), strategies, endless: None })
    }
}

/// Replays the strategies of a certificate. Returns the number of positions.
fn verify(
    game: &dyn OpenGame,
    form: &PositionForm,
    source: &GameSource,
    start: &str,
    file: &Path,
) -> Result<usize> {
    let text = read_text(file, LARGEST)
        .map_err(|why| Failure::Usage(format!("cannot read {}: {why}", file.display())))?;
    let certificate: Certificate = serde_json::from_str(&text)
        .map_err(|why| Failure::Usage(format!("{} is no certificate: {why}", file.display())))?;
    if certificate.hash != source.ruleset.hash() || certificate.start != start {
        let what = "the certificate is for another ruleset, other options or another start";
        return Err(Failure::Usage(what.to_owned()));
    }
    let seats: Vec<(u8, Value)> = match (certificate.lead, certificate.winner) {
        (Some(lead), _) => vec![(1, lead), (2, lead.saturating_neg())],
        (None, Some(seat)) => vec![(seat, 1)],
        (None, None) => vec![(1, 0), (2, 0)],
    };
    let goal = if certificate.lead.is_some() { ValueKind::Lead } else { ValueKind::Winner };
    let mut positions = 0;
    for (seat, wanted) in seats {
        if !(1..=2).contains(&seat) {
            return Err(Failure::Usage(format!("the game has no seat {seat}")));
        }
        let Some(strategy) = certificate.strategies.get(&seat) else {
            return Err(Failure::Usage(format!("there is no strategy for seat {seat}")));
        };
        let seat = seat - 1;
        let replay = StrategyReplay { game, form, goal, seat, wanted, strategy };
        positions += replay.run(start)?;
    }
    Ok(positions)
}
