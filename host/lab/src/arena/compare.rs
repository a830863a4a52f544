//! `boardloom compare`: arena reports and recorded games side by side.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

use super::game::{GameResult, PlayedGame};
use super::game_summary::GameSummary;
use crate::args::Compare;
use crate::findings::{Findings, Proportion};
use crate::plots::{self, Run};
use crate::recorded_games::{RecordedGame, is_records, read_file, read_records, replay};
use boardloom_base::{Catalog, Console, Failure, Result};

pub fn run(catalog: &Catalog, args: &Compare, console: &mut Console<'_>) -> Result<()> {
    let mut runs = Vec::new();
    for path in &args.reports {
        let text = read_file(path)?;
        match is_records(&text) {
            true => runs.extend(recorded_runs(catalog, path, &text)?),
            false => runs.push(read(path, &text)?),
        }
    }
    write(&runs, &mut *console.out)?;
    console.flush()?;
    args.plots.as_ref().map_or(Ok(()), |folder| plots::draw(&runs, folder))
}

fn read(path: &Path, text: &str) -> Result<Run> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let run = serde_json::from_str(text).ok().and_then(|json| Run::of(&name, json));
    run.ok_or_else(|| {
        Failure::Invalid(format!(
            "{}: expected a report with at least one game, as `boardloom arena --json` gives it, \
             or records",
            path.display()
        ))
    })
}

/// Returns a run for each ruleset of a file of records, with its finished games.
fn recorded_runs(catalog: &Catalog, path: &Path, text: &str) -> Result<Vec<Run>> {
    let mut by_ruleset = BTreeMap::<String, Vec<RecordedGame>>::new();
    for record in read_records(path, text)?.into_iter().filter(|it| it.result.is_some()) {
        let game = replay(catalog, record)?;
        by_ruleset.entry(game.game.source().ruleset.id.clone()).or_default().push(game);
    }
    if by_ruleset.is_empty() {
        return Err(Failure::Invalid(format!("{}: it has no finished game", path.display())));
    }
    let run = |(ruleset, games): (String, Vec<RecordedGame>)| {
        let source = games[0].game.source().clone();
        let seats = usize::from(games[0].game.about().seats);
        let players: Vec<_> = (0..seats).map(|seat| source.ruleset.player(seat)).collect();
        let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        let played = games.into_iter().map(summarise).collect::<Result<Vec<_>>>()?;
        let mut findings = Findings::of(played.iter(), &names);
        for (seat, player) in findings.seats.iter_mut().zip(&players) {
            seat.color = player.color.to_string();
        }
        let games = played.iter().map(|it| (f64::from(it.plies), it.summary.scores.clone()));
        Ok(Run::recorded(ruleset, findings, games))
    };
    by_ruleset.into_iter().map(run).collect()
}

fn summarise(mut recorded: RecordedGame) -> Result<PlayedGame> {
    let winner = recorded.winner();
    let summary = GameSummary::read(&mut recorded.game)?;
    let reason = recorded.result.map(|(_, reason)| reason).unwrap_or_default();
    // Who won tells the record: players can agree to a draw.
    let summary = GameSummary { winner, ..summary };
    let result = winner.map_or(GameResult::Draw, |seat| GameResult::Win(usize::from(seat != 0)));
    let plies = recorded.game.status().ply;
    Ok(PlayedGame { result, reason, plies, summary, ..PlayedGame::default() })
}

fn write(runs: &[Run], out: &mut dyn Write) -> io::Result<()> {
    wins(runs).write(out)?;
    writeln!(out)?;
    course(runs).write(out)?;
    for table in [effects(runs), facts(runs)].into_iter().filter(|it| it.rows.len() > 1) {
        writeln!(out)?;
        table.write(out)?;
    }
    Ok(())
}

/// Returns a row for each run with the games that each seat won.
fn wins(runs: &[Run]) -> TextTable {
    let seats = runs.iter().map(|run| run.seats().len()).max().unwrap_or(0);
    let title = |seat: usize| {
        let mut names = runs.iter().map(|run| run.seats().get(seat).copied());
        let first = names.next().flatten();
        let common = first.filter(|_| names.all(|name| name == first));
        common.map_or_else(|| format!("seat {} wins, %", seat + 1), |it| format!("{it} wins, %"))
    };
    let head = ["run".to_owned(), "games".to_owned()].into_iter().chain((0..seats).map(title));
    let mut table = TextTable::new(head.chain(["drawn, %".to_owned()]));
    let share = |it: Proportion| it.parts().map(percentages);
    for Run { name, findings, .. } in runs {
        let won = (0..seats).map(|seat| findings.seats.get(seat).and_then(|it| share(it.won)));
        let start = [Some(name.clone()), Some(findings.games.to_string())];
        table.add(start.into_iter().chain(won).chain([share(findings.drawn)]));
    }
    table
}

fn percentages(parts: [f64; 3]) -> String {
    let [share, low, high] = parts.map(|part| part * 100.0);
    format!("{share:.1} ({low:.1} to {high:.1})")
}

fn course(runs: &[Run]) -> TextTable {
    let head = ["run", "lead of seat 1", "comebacks, %", "plies", "moves", "different games"];
    let mut table = TextTable::new(head.map(str::to_owned));
    for Run { name, findings: found, .. } in runs {
        let lead = found.lead.map(|lead| match lead.bounds() {
            Some((low, high)) => format!("{:+.2} ({low:+.2} to {high:+.2})", lead.mean),
            None => format!("{:+.2}", lead.mean),
        });
        let comebacks = found.comebacks.and_then(|it| Some([it.share?, it.low?, it.high?]));
        let comebacks = comebacks.map(percentages);
        table.add([
            Some(name.clone()),
            lead,
            comebacks,
            Some(format!("{:.1}", found.length.mean)),
            Some(format!("{:.1}", found.choices)),
            Some(found.different.to_string()),
        ]);
    }
    table
}

/// Returns a row for each run and seat with its mean effects per game.
fn effects(runs: &[Run]) -> TextTable {
    let verbs: BTreeSet<&String> =
        runs.iter().flat_map(|run| run.findings.effects.keys()).collect();
    let head = ["run", "seat", "points", "moves", "choices"].map(str::to_owned);
    let mut table =
        TextTable::new(head.into_iter().chain(verbs.iter().map(|verb| (*verb).clone())));
    let mean = |it: f64| Some(format!("{it:.2}"));
    for Run { name, findings, .. } in runs {
        for (number, seat) in findings.seats.iter().enumerate() {
            let start = [
                Some(name.clone()),
                Some(seat.name.clone()),
                seat.score.and_then(|score| mean(score.mean)),
                mean(seat.moves),
                mean(seat.choices),
            ];
            let counts = verbs.iter().map(|verb| {
                findings.effects.get(*verb)?.get(number).and_then(|count| mean(*count))
            });
            table.add(start.into_iter().chain(counts));
        }
    }
    table
}

/// Returns a row for each run and fact of its final positions.
fn facts(runs: &[Run]) -> TextTable {
    let mut table = TextTable::new(["run", "fact", "games", "on average"].map(str::to_owned));
    for Run { name, findings, .. } in runs {
        for fact in &findings.facts {
            let of = fact.of.iter().map(|(name, value)| format!(" {name} {value}"));
            let what = format!("{}{}", fact.id, of.collect::<String>());
            let means = fact.means.iter().map(|(name, mean)| format!("{name} {mean:.2}"));
            let means = means.collect::<Vec<_>>().join(", ");
            let games = format!("{} of {}", fact.games, findings.games);
            table.add([name.clone(), what, games, means].map(Some));
        }
    }
    table
}

struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    fn new(head: impl IntoIterator<Item = String>) -> Self {
        TextTable { rows: vec![head.into_iter().collect()] }
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
