//! `boardloom perft`.

use std::sync::atomic::AtomicBool;

use std::io::Write;
use std::time::{Duration, Instant};

use boardloom_contract::{CHANCE, Cursor, perft_in_parts};
use boardloom_match::{
    GameSource, Match, MatchError, MatchSetup, MovePath, OpenPosition, legal_moves,
};
use indicatif::ProgressBar;
use serde_json::{Map, json};

use crate::args::Perft;
use crate::series::{Series, bar, threads};
use boardloom_base::{Catalog, Console, Failure, Interrupt, Result};

pub fn run(catalog: &Catalog, args: &Perft, console: &mut Console<'_>) -> Result<()> {
    let source = catalog.source(&args.ruleset, &args.overrides.parse()?)?;
    let threads = threads(args.threads);
    let start = start(&source, args)?;
    let (_game, mut cursor) = start.walk(&source)?;
    let stop =
        Stop { interrupt: Interrupt::listen(), end: args.timeout.map(|it| Instant::now() + it) };
    let began = Instant::now();
    if !args.divide && threads == 1 {
        let nodes =
            perft_in_parts(&mut *cursor, args.depth(), args.listed, &mut || stop.goes_on())?;
        return match nodes {
            Some(nodes) => show(args, None, nodes, began.elapsed(), console),
            None => Err(stop.failure(console)),
        };
    }
    if args.depth() == 0 && args.divide {
        return Err(Failure::Usage("expected a depth of 1 or more to divide".to_owned()));
    }
    let first = first_moves(&mut *cursor)?;
    let all = first.len();
    let counts =
        count_by_first_move(first, args, threads, &stop, || Ok(start.walk(&source)?), console)?;
    let nodes = match args.depth() {
        0 => 1,
        _ => counts.iter().map(|(_, count)| count).sum(),
    };
    if counts.len() == all {
        return show(args, Some(&counts), nodes, began.elapsed(), console);
    }
    if args.divide {
        show_by_move(&counts, console)?;
    }
    console.say(format!("ended early: {nodes} below {} of {all} first moves", counts.len()));
    Err(stop.failure(console))
}

/// What ends a count before it is whole.
struct Stop {
    interrupt: Interrupt,
    end: Option<Instant>,
}

impl Stop {
    fn goes_on(&self) -> bool {
        !self.interrupt.came() && self.end.is_none_or(|end| Instant::now() < end)
    }

    /// A part of a count must not pass for the whole.
    fn failure(&self, console: &mut Console<'_>) -> Failure {
        match self.interrupt.came() {
            true => {
                console.say("stopped by Ctrl-C");
                Failure::Reported(INTERRUPTED)
            }
            false => Failure::Invalid("the time of `--timeout` is over".to_owned()),
        }
    }
}

/// The exit code after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

fn start(source: &GameSource, args: &Perft) -> Result<MovePath, MatchError> {
    let setup = MatchSetup { start: args.position.clone(), ..MatchSetup::default() };
    let mut game = Match::bare(source.clone(), source.open()?, setup)?;
    game.play_list(&args.moves.join(" "))?;
    Ok(game.move_path())
}

/// Counts below each first move, on several threads with one instance each.
fn count_by_first_move(
    moves: Vec<String>,
    args: &Perft,
    threads: usize,
    stop: &Stop,
    open: impl Fn() -> Result<OpenPosition> + Sync,
    console: &mut Console<'_>,
) -> Result<Vec<(String, u64)>> {
    let series = Series {
        games: moves.len() as u32,
        jobs: if args.depth() < 2 { 1 } else { threads },
        interrupt: stop.interrupt.clone(),
        progress: match args.depth() {
            0..5 => ProgressBar::hidden(),
            _ => bar(moves.len() as u64, "moves", console),
        },
        stopped: AtomicBool::new(false),
    };
    let count = |(_, cursor): &mut OpenPosition, number: u32| {
        let counted = below(&mut **cursor, &moves[number as usize], args, stop)?;
        if counted.is_none() {
            series.stop();
        }
        Ok(counted)
    };
    let counts = series.play(open, count)?;
    Ok(counts.into_iter().map(|(number, count)| (moves[number as usize].clone(), count)).collect())
}

/// `None` if the count was stopped.
fn below(cursor: &mut dyn Cursor, mv: &str, args: &Perft, stop: &Stop) -> Result<Option<u64>> {
    let seat = cursor.status()?.mover().unwrap_or(0);
    if cursor.play(seat, mv)?.is_err() {
        return Ok(Some(0));
    }
    let depth = args.depth().saturating_sub(1);
    let nodes = perft_in_parts(cursor, depth, args.listed, &mut || stop.goes_on())?;
    cursor.undo()?;
    Ok(nodes)
}

fn first_moves(cursor: &mut dyn Cursor) -> Result<Vec<String>> {
    let status = cursor.status()?;
    let mover = status.mover().filter(|_| !status.is_over());
    let Some(seat) = mover else { return Ok(Vec::new()) };
    if seat == CHANCE {
        let odds = cursor.chance_outcomes(u32::MAX)?.unwrap_or_default();
        return Ok(odds.into_iter().map(|(mv, _)| mv).collect());
    }
    Ok(legal_moves(cursor, seat, usize::MAX)?)
}

fn show(
    args: &Perft,
    counts: Option<&[(String, u64)]>,
    nodes: u64,
    took: Duration,
    console: &mut Console<'_>,
) -> Result<()> {
    let seconds = took.as_secs_f64();
    let rate = if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 };
    if args.json {
        let mut object = json!({
            "ruleset": args.ruleset,
            "depth": args.depth(),
            "nodes": nodes,
            "seconds": seconds,
            "nodes_per_second": rate.round(),
        });
        if let Some(counts) = counts.filter(|_| args.divide) {
            let moves: Map<_, _> =
                counts.iter().map(|(mv, count)| (mv.clone(), json!(count))).collect();
            object["moves"] = moves.into();
        }
        writeln!(console.out, "{object}")?;
        return Ok(());
    }
    show_by_move(counts.filter(|_| args.divide).unwrap_or_default(), console)?;
    writeln!(console.out, "{nodes}")?;
    console.flush()?;
    console.say(format!("{seconds:.3} s, {} nodes/s", group_digits(rate)));
    Ok(())
}

fn show_by_move(counts: &[(String, u64)], console: &mut Console<'_>) -> Result<()> {
    for (mv, count) in counts {
        writeln!(console.out, "{mv} {count}")?;
    }
    Ok(())
}

/// Formats a number with a space before every third digit.
pub fn group_digits(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
