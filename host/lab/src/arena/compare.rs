//! `boardloom compare`: arena reports side by side.

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value as Json;

use crate::args::Compare;
use crate::plots::{self, Run, Share};
use boardloom_base::console::Console;
use boardloom_base::failure::Failure;

struct Report {
    run: Run,
    json: Json,
}

pub fn run(args: &Compare, console: &mut Console<'_>) -> Result<(), Failure> {
    let reports = args.reports.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    write(&reports, &mut *console.out)?;
    console.flush()?;
    if let Some(folder) = &args.plots {
        plots::draw(&reports.into_iter().map(|it| it.run).collect::<Vec<_>>(), folder)?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Report, Failure> {
    let text = std::fs::read_to_string(path).map_err(Failure::read(path))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let json: Option<Json> = serde_json::from_str(&text).ok();
    let report = json.and_then(|json| Some(Report { run: Run::of(&name, &json)?, json }));
    report.ok_or_else(|| {
        Failure::Faults(format!(
            "{}: expected a report with at least one game, as `boardloom arena --json` gives it",
            path.display()
        ))
    })
}

fn write(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let seats = reports.iter().map(|report| report.run.seats.len()).max().unwrap_or(0);
    let called = |seat: usize| {
        let mut names = reports.iter().map(|report| report.run.seats.get(seat));
        let first = names.next().flatten();
        let same = names.all(|name| name == first);
        first.filter(|_| same).cloned().unwrap_or_else(|| format!("seat {}", seat + 1))
    };
    let names: Vec<String> = (0..seats).map(called).collect();
    wins(reports, &names).write(out)?;
    writeln!(out)?;
    course(reports).write(out)?;
    for table in [effects(reports), facts(reports)].into_iter().filter(|it| it.rows.len() > 1) {
        writeln!(out)?;
        table.write(out)?;
    }
    Ok(())
}

fn wins(reports: &[Report], names: &[String]) -> Table {
    let won = names.iter().map(|name| format!("{name} wins, %"));
    let head = ["run".to_owned(), "games".to_owned()].into_iter().chain(won);
    let mut table = Table::new(head.chain(["drawn, %".to_owned()]));
    for Report { run, json } in reports {
        let (drawn, won) = run.shares.split_last().expect("there is that of draws");
        let share = |it: Option<&Share>| {
            let Share { part, low, high } = it?;
            Some(format!("{:.1} ({:.1} to {:.1})", part * 100.0, low * 100.0, high * 100.0))
        };
        let won = (0..names.len()).map(|seat| share(won.get(seat)));
        let start = [Some(run.name.clone()), Some(json["findings"]["games"].to_string())];
        table.add(start.into_iter().chain(won).chain([share(Some(drawn))]));
    }
    table
}

fn course(reports: &[Report]) -> Table {
    let head = ["run", "lead of seat 1", "comebacks, %", "plies", "moves", "different games"];
    let mut table = Table::new(head.map(str::to_owned));
    for Report { run, json } in reports {
        let found = &json["findings"];
        let bounds = |it: &Json| Some((it["low"].as_f64()?, it["high"].as_f64()?));
        let lead = found["lead"]["mean"].as_f64().map(|mean| match bounds(&found["lead"]) {
            Some((low, high)) => format!("{mean:+.2} ({low:+.2} to {high:+.2})"),
            None => format!("{mean:+.2}"),
        });
        let half = &found["comebacks"];
        let back = half["share"].as_f64().zip(bounds(half)).map(|(share, (low, high))| {
            let [share, low, high] = [share, low, high].map(|it| it * 100.0);
            format!("{share:.1} ({low:.1} to {high:.1})")
        });
        let mean = |it: &Json| it.as_f64().map(|it| format!("{it:.1}"));
        table.add([
            Some(run.name.clone()),
            lead,
            back,
            mean(&found["length"]["mean"]),
            mean(&found["moves_per_position"]),
            Some(found["different"].to_string()),
        ]);
    }
    table
}

/// Returns a row for each run and seat with its mean effects per game.
fn effects(reports: &[Report]) -> Table {
    let of = |report: &Report| report.json["findings"]["effects"].as_object().cloned();
    let all = reports.iter().filter_map(of);
    let mut verbs: Vec<String> = all.flat_map(|it| it.into_iter().map(|(verb, _)| verb)).collect();
    verbs.sort();
    verbs.dedup();
    let head = ["run", "seat", "points", "moves", "choices"].map(str::to_owned);
    let mut table = Table::new(head.into_iter().chain(verbs.iter().cloned()));
    for Report { run, json } in reports {
        let found = &json["findings"];
        for (seat, name) in run.seats.iter().enumerate() {
            let mean = |it: &Json| it.as_f64().map(|it| format!("{it:.2}"));
            let own = &found["seats"][seat];
            let start = [
                Some(run.name.clone()),
                Some(name.clone()),
                mean(&own["score"]["mean"]),
                mean(&own["moves"]),
                mean(&own["moves_per_position"]),
            ];
            let done = verbs.iter().map(|verb| mean(&found["effects"][verb][seat]));
            table.add(start.into_iter().chain(done));
        }
    }
    table
}

/// Returns a row for each run and fact of its final positions.
fn facts(reports: &[Report]) -> Table {
    let mut table = Table::new(["run", "fact", "games", "on average"].map(str::to_owned));
    for Report { run, json } in reports {
        for fact in json["findings"]["facts"].as_array().into_iter().flatten() {
            let list = |key: &str, digits: usize| {
                let all = fact[key].as_object().into_iter().flatten();
                let all = all.map(|(name, value)| match (value.as_str(), value.as_f64()) {
                    (Some(text), _) => format!("{name} {text}"),
                    (None, number) => format!("{name} {:.digits$}", number.unwrap_or(0.0)),
                });
                all.collect::<Vec<_>>().join(", ")
            };
            let id = fact["id"].as_str().unwrap_or_default();
            let what = [id.to_owned(), list("of", 0)].join(" ").trim_end().to_owned();
            let games = format!("{} of {}", fact["games"], json["findings"]["games"]);
            table.add([Some(run.name.clone()), Some(what), Some(games), Some(list("means", 2))]);
        }
    }
    table
}

/// A Markdown table.
struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(head: impl IntoIterator<Item = String>) -> Self {
        Table { rows: vec![head.into_iter().collect()] }
    }

    /// Adds a row; unknown values are dashes.
    fn add(&mut self, cells: impl IntoIterator<Item = Option<String>>) {
        self.rows.push(cells.into_iter().map(|it| it.unwrap_or_else(|| "-".to_owned())).collect());
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let wide = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3)
        };
        let widths: Vec<usize> = (0..self.rows[0].len()).map(wide).collect();
        for (number, row) in self.rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).map(|(cell, wide)| format!(" {cell:wide$} |"));
            writeln!(out, "|{}", cells.collect::<String>())?;
            if number == 0 {
                let rules = widths.iter().map(|wide| format!(" {} |", "-".repeat(*wide)));
                writeln!(out, "|{}", rules.collect::<String>())?;
            }
        }
        Ok(())
    }
}
