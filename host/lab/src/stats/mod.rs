//! `boardloom stats`: the size of a game, measured and computed.

mod board;
mod sample;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use boardloom_computer::{Computer, Level, level};
use boardloom_contract::CHANCE;
use boardloom_match::{GameEvent, GameSource, Match, MatchSetup, chance_number};
use boardloom_ruleset::Magnitude;
use serde_json::{Value as Json, json};

use crate::args::Stats;
use crate::measure::Spread;
use crate::recorded_games::{RecordedGame, read_file, read_records, replay};
use crate::series::{RandomNumbers, Series, pick, think};
pub use board::estimates_without_value;
use board::{BoardExtent, Bounds, Figure};
use boardloom_base::player::{LevelName, level_of};
use boardloom_base::{Catalog, Console, Failure, Interrupt, Result};
use sample::{MeasuredGame, Sample};

/// Plays games and reports branching, lengths and winners beside the ruleset's estimates.
pub fn run(catalog: &Catalog, args: &Stats, console: &mut Console<'_>) -> Result<()> {
    let source = catalog.source(&args.ruleset, &args.overrides.parse()?)?;
    let mut game = new_match(&source, args, 0)?;
    let names = board::names(&mut game)?;
    let bounds = Bounds::read(&mut game)?;
    let figures = board::figures(&source.ruleset.help.estimates, &names);
    let level =
        args.computer.as_ref().map(|level| chosen_level(&source, args, level)).transpose()?;
    let mut interrupted = None;
    let games = match &args.records {
        Some(path) => measure_records(catalog, &source, path)?,
        None => {
            let series = Series::new(args.games, args.threads, console);
            let interrupt = &series.interrupt;
            let play = |(): &mut (), number| play(&source, args, level.as_ref(), number, interrupt);
            let games = series.play(|| Ok(()), play)?.into_values().collect();
            interrupted = Some(series.interrupt);
            games
        }
    };
    let sample = Sample { games };
    let report = Report {
        args,
        players: (0..game.about().seats).map(|it| source.ruleset.player(it.into()).name).collect(),
        sample,
        bounds,
        figures,
        names: names.into_iter().collect(),
    };
    match args.json {
        true => writeln!(console.out, "{}", report.to_json())?,
        false => report.write(&mut *console.out)?,
    }
    console.flush()?;
    if let Some(interrupt) = interrupted {
        interrupt.report(report.sample.games(), args.games, console);
    }
    Ok(())
}

fn chosen_level(source: &GameSource, args: &Stats, asked: &LevelName) -> Result<Level> {
    if !source.rules.capabilities().search {
        let what = format!("{} has no computer player; leave out `--computer`", args.ruleset);
        return Err(Failure::Usage(what));
    }
    let known = level_of(&source.ruleset, Some(asked), |most| most);
    let number = known.map_err(|why| Failure::Usage(format!("{why}; as `--computer 1`")))?;
    let level = level(&source.ruleset, number);
    Ok(match args.nodes {
        Some(nodes) => Level { time: None, nodes: Some(nodes), ..level },
        None => level,
    })
}

fn new_match(source: &GameSource, args: &Stats, number: u32) -> Result<Match> {
    let seed = chance_number(args.seed, number);
    Ok(Match::new(source.clone(), MatchSetup { seed, ..MatchSetup::default() })?)
}

/// Plays a game; `None` if interrupted.
fn play(
    source: &GameSource,
    args: &Stats,
    level: Option<&Level>,
    number: u32,
    interrupt: &Interrupt,
) -> Result<Option<MeasuredGame>> {
    let mut game = new_match(source, args, number)?;
    let mut random = RandomNumbers::new(!game.seed());
    let mut computer = level.map(|_| Computer::new(source.clone(), Arc::new(|| ())));
    let mut measured = MeasuredGame::default();
    while let Some(seat) = game.status().acting.first().copied() {
        if game.status().ply >= args.max_plies {
            break;
        }
        if interrupt.came() {
            return Ok(None);
        }
        let opens = game.status().ply < args.opening_plies;
        let mv = match (&mut computer, level) {
            (Some(computer), Some(level)) if !opens => {
                measured.choices.push(game.ask(|cursor| cursor.count_moves(seat))?);
                let thought = think(computer, &game, seat, level, interrupt);
                let Some(thought) = thought else { return Ok(None) };
                thought.map_err(Failure::Computer)?.mv
            }
            _ => {
                let picked = game.ask(|cursor| pick(cursor, seat, &mut random))?;
                let Some((mv, count)) = picked else { break };
                measured.choices.push(count);
                mv
            }
        };
        game.play_as(seat, &mv, None)?;
    }
    measured.plies = game.status().ply;
    measured.extent = BoardExtent::read(&mut game)?;
    if let Some(outcome) = &game.status().outcome {
        measured.winner = outcome.winner();
        measured.reason = Some(outcome.reason.text.clone());
    }
    Ok(Some(measured))
}

/// Measures the finished games of a ruleset in a file of records.
fn measure_records(
    catalog: &Catalog,
    source: &GameSource,
    path: &Path,
) -> Result<Vec<MeasuredGame>> {
    let records = read_records(path, &read_file(path)?)?;
    let own = records
        .into_iter()
        .filter(|record| record.ruleset == source.ruleset.id && record.result.is_some());
    let measured: Result<Vec<_>> = own.map(|it| measure(replay(catalog, it)?)).collect();
    let measured = measured?;
    if measured.is_empty() {
        let (file, ruleset) = (path.display(), &source.ruleset.id);
        return Err(Failure::Invalid(format!("{file}: it has no finished game of {ruleset}")));
    }
    Ok(measured)
}

fn measure(mut recorded: RecordedGame) -> Result<MeasuredGame> {
    let winner = recorded.winner();
    let game = &mut recorded.game;
    let line = game.tree().main_line();
    let mut measured = MeasuredGame { winner, ..MeasuredGame::default() };
    for pair in line.windows(2) {
        game.go_to(pair[0])?;
        let event = game.tree().node(pair[1]).event();
        let Some(GameEvent::Move { seat: Some(seat), .. }) = event else { continue };
        if let Some(seat) = Some(*seat).filter(|seat| *seat != CHANCE) {
            measured.choices.push(game.ask(|cursor| cursor.count_moves(seat))?);
        }
    }
    game.go_to(line[line.len() - 1])?;
    measured.plies = game.status().ply;
    measured.extent = BoardExtent::read(game)?;
    measured.reason = recorded.result.map(|(_, reason)| reason);
    Ok(measured)
}

struct Report<'a> {
    args: &'a Stats,
    players: Vec<String>,
    sample: Sample,
    /// What the game itself says.
    bounds: Option<Bounds>,
    figures: Vec<Figure>,
    names: Vec<(String, f64)>,
}

impl Report<'_> {
    fn to_json(&self) -> Json {
        let Report { args, sample, .. } = self;
        let spread = |it: Spread| {
            json!({
                "mean": it.mean, "deviation": it.deviation,
                "least": it.least, "median": it.median, "most": it.most,
            })
        };
        let (branching, geometric) = (sample.branching_factor(), sample.geometric());
        let mut moves = spread(branching);
        moves["geometric_mean"] = json!(geometric);
        let won: Vec<usize> = (0..self.players.len()).map(|it| sample.won(it as u8)).collect();
        let reasons =
            sample.reasons().into_iter().map(|(reason, count)| (reason.to_owned(), json!(count)));
        let names =
            self.names.iter().map(|(name, it)| (name.clone(), boardloom_base::data::number(*it)));
        let figures = self.figures.iter().map(|it| {
            json!({
                "label": it.estimate.label,
                "formula": it.estimate.formula,
                "note": it.estimate.note,
                "value": it.value.as_ref().map(ToString::to_string).ok(),
                "log10": it.value.as_ref().map(|value| value.log10()).ok(),
                "error": it.value.as_ref().map_err(ToString::to_string).err(),
            })
        });
        let extent = sample.extent();
        let mut object = json!({
            "ruleset": args.ruleset,
            "players": match &args.computer {
                None if args.records.is_some() => json!("recorded"),
                None => json!("random"),
                Some(LevelName::Number(number)) => json!(number),
                Some(LevelName::Name(name)) => json!(name),
            },
            "seed": args.seed,
            "wanted": if args.records.is_some() { sample.games() as u32 } else { args.games },
            "games": sample.games(),
            "moves_per_position": moves,
            "plies_per_game": spread(sample.length()),
            "won": won,
            "drawn": sample.drawn_games(),
            "cut": sample.cut(),
            "reasons": reasons.collect::<serde_json::Map<_, _>>(),
            "tree_log10": sample.tree_log10(geometric),
            "tree_log10_by_mean": sample.tree_log10(branching.mean),
            "positions": {
                "log10": self.positions_log10(&extent),
                "sites": extent.open,
                "cells": extent.cells,
                "pieces": extent.pieces.len(),
            },
            "games_log10": self.bounds.map(|bounds| bounds.games),
            "board": names.collect::<serde_json::Map<_, _>>(),
            "estimates": figures.collect::<Vec<_>>(),
        });
        if args.by_ply {
            let by_ply = sample.by_ply().into_iter();
            object["by_ply"] =
                by_ply.map(|(games, moves)| json!({"games": games, "moves": moves})).collect();
        }
        object
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Report { args, sample, .. } = self;
        let seed = args.seed;
        let how = match (&args.records, &args.computer) {
            (Some(file), _) => format!("of {}", file.display()),
            (None, None) => format!("at random, seed {seed}"),
            (None, Some(level)) => format!("of the computer at level {level}, seed {seed}"),
        };
        let games = sample.games();
        writeln!(out, "{}: {games} games {how}\n", args.ruleset)?;
        let (moves, geometric) = (sample.branching_factor(), sample.geometric());
        let shown = |it: Spread| {
            let Spread { mean, deviation, least, median, most, .. } = it;
            format!(
                "{mean:.1} on average (deviation {deviation:.1}; {least} to {most}, middle {median})"
            )
        };
        writeln!(out, "moves a position   {}", shown(moves))?;
        writeln!(out, "geometric mean     {geometric:.1}")?;
        writeln!(out, "plies a game       {}", shown(sample.length()))?;
        let share = |count: usize| 100.0 * count as f64 / games.max(1) as f64;
        for (seat, name) in (0u8..).zip(&self.players) {
            writeln!(out, "won by {name:<11} {:.1} %", share(sample.won(seat)))?;
        }
        writeln!(out, "drawn              {:.1} %", share(sample.drawn_games()))?;
        if sample.cut() > 0 {
            writeln!(out, "cut                {:.1} %", share(sample.cut()))?;
        }
        for (reason, count) in sample.reasons() {
            writeln!(out, "  {:>5.1} % {reason}", share(count))?;
        }
        let tree = |branching: f64| Magnitude::from_log10(sample.tree_log10(branching));
        writeln!(
            out,
            "\ngame tree          {} by the geometric mean, {} by the average",
            tree(geometric),
            tree(moves.mean)
        )?;
        let extent = sample.extent();
        let positions = Magnitude::from_log10(self.positions_log10(&extent));
        if let Some(Bounds { games, corners, divisions, .. }) = self.bounds {
            writeln!(
                out,
                "positions          {positions} at most: {divisions} cells divided or not, and what \
                 stands on the corners that there are then, of {corners}"
            )?;
            let games = Magnitude::from_log10(games);
            writeln!(out, "games              {games} at most, without those that are cut")?;
        } else {
            let BoardExtent { open, pieces, .. } = &extent;
            writeln!(
                out,
                "positions          {positions} at most: each of {open} sites empty or with one of \
                 {} pieces, as the games ended",
                pieces.len()
            )?;
        }
        self.write_figures(out)?;
        if args.by_ply {
            writeln!(out, "\n  ply  games  moves")?;
            for (ply, (games, moves)) in sample.by_ply().into_iter().enumerate() {
                writeln!(out, "{:>5} {games:>6} {moves:>6.1}", ply + 1)?;
            }
        }
        Ok(())
    }

    /// Returns the logarithm of a bound on the number of positions.
    fn positions_log10(&self, extent: &BoardExtent) -> f64 {
        let seats = self.players.len() as u8;
        self.bounds.map_or_else(|| extent.positions_log10(seats), |bounds| bounds.positions)
    }

    fn write_figures(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.figures.is_empty() {
            return Ok(());
        }
        let names = self.names.iter().map(|(name, number)| format!("{name} = {number}"));
        writeln!(
            out,
            "\nby the ruleset's formulas, with {}",
            names.collect::<Vec<_>>().join(", ")
        )?;
        for Figure { estimate, value } in &self.figures {
            let text = value.as_ref().map_or_else(|_| "-".to_owned(), ToString::to_string);
            writeln!(out, "  {:<10} {}", text, estimate.label)?;
            writeln!(out, "             {}", estimate.formula)?;
            if let Err(error) = value {
                writeln!(out, "             {error}")?;
            }
            if let Some(note) = &estimate.note {
                writeln!(out, "             {note}")?;
            }
        }
        Ok(())
    }
}
