//! `boardloom arena`: matches between two settings of the computer player.

mod compare;
mod contestant;
mod findings;
mod findings_text;
mod game;
mod game_log;
mod game_summary;
mod report;
mod score;
mod sprt;

use std::collections::BTreeMap;
use std::fs::{File, create_dir_all};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;

use boardloom_computer::Level;
use boardloom_match::{GameSource, Record};
use serde_json::json;

use crate::args::Arena;
use crate::plots;
use crate::series::Series;
use boardloom_base::{Catalog, Console, Failure, Result};
pub use compare::run as compare;
use contestant::Contestant;
use game::GameRunner;
use game_log::GameLog;
use report::ArenaReport;
use sprt::Hypotheses;

pub fn run(catalog: &Catalog, args: &Arena, console: &mut Console<'_>) -> Result<()> {
    let common = args.overrides.parse()?;
    let source = catalog.source(&args.ruleset, &common)?;
    let sides = [
        args.a.open(catalog, &args.ruleset, &common, &args.set_a, 'A')?,
        args.b.open(catalog, &args.ruleset, &common, &args.set_b, 'B')?,
    ];
    let seats = source.open()?.about()?.seats;
    if seats < 2 {
        return Err(Failure::Usage(format!("{} is a game for one", args.ruleset)));
    }
    let blind = |side: &Contestant| side.level.noise >= 1.0;
    if !source.rules.capabilities().search && !sides.iter().all(blind) {
        return Err(Failure::Usage(format!(
            "{} has no computer player; a side that is `random` needs none",
            args.ruleset
        )));
    }
    if let Some(folder) = &args.records {
        create_empty_folder(folder)?;
    }
    let alike = sides[0].is_same_as(&sides[1]);
    let test = hypotheses(args, alike, seats)?;
    let (log, known) = match &args.resume {
        Some(path) => {
            let (log, known) = GameLog::open(path, &match_name(args, &source, &sides))?;
            (Some(log), known)
        }
        None => (None, BTreeMap::new()),
    };
    let series = Series::new(args.games, args.threads, console);
    let (source, sides, interrupt) = (&source, &sides, &series.interrupt);
    let runner = GameRunner { source, sides, alike, seats, args, interrupt };
    let finished = Mutex::new(known.clone());
    let mut games = series.play(
        || Ok(()),
        |(), number| {
            if let Some(played) = known.get(&number) {
                return Ok(Some(played.clone()));
            }
            let Some((played, game)) = runner.play(number)? else { return Ok(None) };
            if let Some(log) = &log {
                log.append(number, &played)?;
            }
            if let Some(test) = &test {
                let mut finished = finished.lock().expect("no thread panics with it");
                finished.insert(number, played.clone());
                if test.judge(&finished).1.is_some() {
                    series.stop();
                }
            }
            if let Some(folder) = &args.records {
                let path = folder.join(format!("{:06}.loom", number + 1));
                Record::of(&game).save(&path).map_err(Failure::write(&path))?;
            }
            Ok(Some(played))
        },
    )?;
    if let Some((last, _)) = test.and_then(|test| test.judge(&games).1) {
        // Games that other threads finished after it would depend on their number.
        games.retain(|number, _| *number <= last);
    }
    let names = (0..usize::from(seats)).map(|seat| source.ruleset.player(seat).name);
    let seats = names.collect();
    let report = ArenaReport { args, sides, alike, game: source, seats, games, test };
    if let Some(folder) = &args.records {
        write_games(&report, &folder.join("games.jsonl"))?;
    }
    if let Some(folder) = &args.plots {
        let run = plots::Run::of(&args.ruleset, report.to_json());
        let drawn = run.map(|run| plots::draw(&[run], folder)).transpose()?;
        if drawn.is_none() {
            console.say(format!("{}: no game came to an end, so there is no plot", args.ruleset));
        }
    }
    match args.json {
        true => writeln!(console.out, "{}", report.to_json())?,
        false => report.write(&mut *console.out)?,
    }
    console.flush()?;
    interrupt.report(report.games.len(), args.games, console);
    match report.first_fault() {
        None => Ok(()),
        Some((game, why)) => Err(Failure::Computer(format!("in game {game}: {why}"))),
    }
}

fn hypotheses(args: &Arena, alike: bool, seats: u8) -> Result<Option<Hypotheses>> {
    let Some(numbers) = &args.sprt else { return Ok(None) };
    if alike || seats != 2 {
        let what = "--sprt: expected two different sides in a game of two seats";
        return Err(Failure::Usage(what.to_owned()));
    }
    let what = "--sprt: expected two numbers with the lower one first, as `--sprt 0 10`";
    Hypotheses::new(numbers).map(Some).ok_or_else(|| Failure::Usage(what.to_owned()))
}

/// Returns everything that the games of a match depend on, as one line.
fn match_name(args: &Arena, source: &GameSource, sides: &[Contestant; 2]) -> String {
    let side = |side: &Contestant| {
        let Level { time, nodes, depth, noise, settings, .. } = &side.level;
        json!([
            side.source.ruleset.hash(),
            side.source.build.hash,
            time,
            nodes,
            depth,
            noise,
            settings
        ])
    };
    let Arena { seed, opening_plies, max_plies, .. } = args;
    let sides = sides.each_ref().map(side);
    json!({
        "match": source.ruleset.hash(),
        "seed": seed,
        "opening_plies": opening_plies,
        "max_plies": max_plies,
        "a": sides[0],
        "b": sides[1],
    })
    .to_string()
}

fn create_empty_folder(folder: &Path) -> Result<()> {
    create_dir_all(folder).map_err(Failure::write(folder))?;
    let mut entries = folder.read_dir().map_err(Failure::read(folder))?;
    match entries.next() {
        None => Ok(()),
        Some(_) => Err(Failure::Usage(format!(
            "--records: expected an empty folder, but {} has something in it, which would be \
             written over; name another folder, or empty this one",
            folder.display()
        ))),
    }
}

fn write_games(report: &ArenaReport<'_>, path: &Path) -> Result<()> {
    let write = || {
        let mut file = BufWriter::new(File::create(path)?);
        for (number, played) in &report.games {
            writeln!(file, "{}", played.to_json(*number, report.seats.len() as u8))?;
        }
        file.flush()
    };
    write().map_err(Failure::write(path))
}
