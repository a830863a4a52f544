//! Plots of arena reports, one run per report.

mod panels;
mod sheet;
mod wins;

use std::fs::{create_dir_all, write};
use std::path::Path;

use boardloom_board_view::Scene;
use boardloom_board_view::scene::Color;
use boardloom_export as export;
use serde::Deserialize;
use serde_json::Value as Json;

use crate::findings::{Findings, Proportion};
use boardloom_base::failure::{Failure, Result};

/// A report of `boardloom arena --json`, or recorded games.
#[derive(Deserialize)]
pub struct Run {
    #[serde(skip)]
    pub name: String,
    pub findings: Findings,
    games: Vec<GameLine>,
}

#[derive(Deserialize)]
struct GameLine {
    result: String,
    plies: f64,
    scores: Vec<f64>,
}

impl Run {
    /// Reads a report; `None` if it is not one, or has no games.
    pub fn of(name: &str, report: Json) -> Option<Self> {
        let run: Run = serde_json::from_value(report).ok()?;
        (run.findings.games > 0).then(|| Run { name: name.to_owned(), ..run })
    }

    /// Returns a run of recorded games, each with its length and its points by seat.
    pub fn recorded(
        name: String,
        findings: Findings,
        games: impl Iterator<Item = (f64, Vec<f64>)>,
    ) -> Self {
        let line = |(plies, scores)| GameLine { result: "recorded".to_owned(), plies, scores };
        Run { name, findings, games: games.map(line).collect() }
    }

    pub fn seats(&self) -> Vec<&str> {
        self.findings.seats.iter().map(|seat| seat.name.as_str()).collect()
    }

    /// Returns the games won by each seat; drawn games last.
    fn proportions(&self) -> Vec<Proportion> {
        let won = self.findings.seats.iter().map(|seat| seat.won);
        won.chain([self.findings.drawn]).collect()
    }

    fn counted_games(&self) -> impl Iterator<Item = &GameLine> {
        self.games.iter().filter(|game| game.result != "fault")
    }
}

/// Writes `wins.svg`, `lengths.svg` and, for games with points, `differences.svg` and
/// `course.svg` into a folder.
pub fn draw(runs: &[Run], folder: &Path) -> Result<()> {
    create_dir_all(folder).map_err(Failure::write(folder))?;
    let scored: Vec<&Run> = runs.iter().filter(|run| !run.findings.leads.is_empty()).collect();
    let keep = |name: &str, scene: &Scene| {
        let path = folder.join(name);
        write(&path, export::svg(scene)).map_err(Failure::write(&path))
    };
    keep("wins.svg", &wins::draw(runs))?;
    keep("lengths.svg", &panels::lengths(&runs.iter().collect::<Vec<_>>()))?;
    if !scored.is_empty() {
        keep("differences.svg", &panels::differences(&scored))?;
        keep("course.svg", &panels::course(&scored))?;
    }
    Ok(())
}

/// Returns the colours that the game gives the seats, or usual ones if runs of different games
/// share the plot.
fn colors(runs: &[&Run]) -> Vec<Color> {
    let Some(first) = runs.iter().max_by_key(|run| run.seats().len()) else { return Vec::new() };
    let same = runs.iter().all(|run| run.seats() == first.seats());
    let own = first.findings.seats.iter().enumerate().map(|(seat, found)| {
        let own = found.color.parse().ok().filter(|_| same);
        own.unwrap_or_else(|| sheet::usual_color(seat))
    });
    own.collect()
}

/// Returns the seats' common names in all runs, or their numbers.
fn names(runs: &[&Run]) -> Vec<String> {
    let Some(first) = runs.iter().map(|run| run.seats()).max_by_key(Vec::len) else {
        return Vec::new();
    };
    match runs.iter().all(|run| run.seats() == first) {
        true => first.into_iter().map(str::to_owned).collect(),
        false => (1..=first.len()).map(|seat| format!("seat {seat}")).collect(),
    }
}
