//! `boardloom perft`.

use std::sync::atomic::AtomicBool;

use std::io::Write;
use std::time::{Duration, Instant};

use boardloom_contract::{CHANCE, Cursor};
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
    let began = Instant::now();
    let counts = if args.divide || threads > 1 {
        if args.depth == 0 && args.divide {
            return Err(Failure::Usage("expected a depth of 1 or more to divide".to_owned()));
        }
        let first = first_moves(&mut *cursor)?;
        Some(count_by_first_move(first, args, threads, || Ok(start.walk(&source)?), console)?)
    } else {
        None
    };
    let nodes = match &counts {
        Some(counts) if args.depth > 0 => counts.iter().map(|(_, count)| count).sum(),
        _ => cursor.perft(args.depth, args.listed)?,
    };
    show(args, counts.as_deref(), nodes, began.elapsed(), console)
}

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
    open: impl Fn() -> Result<OpenPosition> + Sync,
    console: &mut Console<'_>,
) -> Result<Vec<(String, u64)>> {
    let series = Series {
        games: moves.len() as u32,
        jobs: if args.depth < 2 { 1 } else { threads },
        // Ctrl-C ends the program, since part of the sum is of no use.
        interrupt: Interrupt::default(),
        progress: match args.depth {
            0..5 => ProgressBar::hidden(),
            _ => bar(moves.len() as u64, "moves", console),
        },
        stopped: AtomicBool::new(false),
    };
    let count = |(_, cursor): &mut OpenPosition, number: u32| {
        below(&mut **cursor, &moves[number as usize], args).map(Some)
    };
    let counts = series.play(open, count)?;
    Ok(moves.into_iter().zip(counts.into_values()).collect())
}

fn below(cursor: &mut dyn Cursor, mv: &str, args: &Perft) -> Result<u64> {
    let seat = cursor.status()?.mover().unwrap_or(0);
    if cursor.play(seat, mv)?.is_err() {
        return Ok(0);
    }
    let nodes = cursor.perft(args.depth.saturating_sub(1), args.listed)?;
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
            "depth": args.depth,
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
    for (mv, count) in counts.filter(|_| args.divide).unwrap_or_default() {
        writeln!(console.out, "{mv} {count}")?;
    }
    writeln!(console.out, "{nodes}")?;
    console.flush()?;
    console.say(format!("{seconds:.3} s, {} nodes/s", group_digits(rate)));
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
