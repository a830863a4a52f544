//! Plots of arena reports, one run per report.

mod panels;
mod sheet;
mod wins;

use std::fs::{create_dir_all, write};
use std::path::Path;

use boardloom_board_view::Scene;
use boardloom_export as export;
use serde_json::Value as Json;

use boardloom_base::failure::Failure;

/// The plotted part of an arena report.
pub struct Run {
    pub name: String,
    pub seats: Vec<String>,
    /// Games won by each seat; drawn games last.
    pub shares: Vec<Share>,
    /// The first seat's lead at the end of each game; empty for games without points.
    pub leads: Vec<f64>,
    /// Quartiles of the lead from start to end; empty for games without points.
    pub course: Vec<[f64; 3]>,
    pub lengths: Vec<f64>,
}

/// A share of games with its confidence interval, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    pub part: f64,
    pub low: f64,
    pub high: f64,
}

impl Run {
    /// Reads a report of `boardloom arena --json`; `None` if it is not one, or has no games.
    pub fn of(name: &str, report: &Json) -> Option<Self> {
        let found = report.get("findings")?;
        let seats = found.get("seats")?.as_array()?;
        let share = |it: &Json| {
            let number = |key: &str| it.get(key)?.as_f64();
            Some(Share { part: number("share")?, low: number("low")?, high: number("high")? })
        };
        let shares = seats.iter().chain([found.get("drawn")?]).map(share);
        let course = found.get("course")?.as_array()?.iter().map(|it| {
            let number = |key: &str| it.get(key)?.as_f64();
            Some([number("lower")?, number("median")?, number("upper")?])
        });
        let course = course.collect::<Option<Vec<_>>>()?;
        let games = report.get("games")?.as_array()?;
        let games = games.iter().filter(|game| game["result"] != "fault");
        let lead = |game: &Json| {
            let scores = game.get("scores")?.as_array()?.iter().map(Json::as_f64);
            let scores = scores.collect::<Option<Vec<f64>>>()?;
            let others = scores.iter().skip(1).copied().reduce(f64::max)?;
            Some(scores[0] - others)
        };
        Some(Run {
            name: name.to_owned(),
            seats: seats
                .iter()
                .map(|it| it["name"].as_str().map(str::to_owned))
                .collect::<Option<_>>()?,
            shares: shares.collect::<Option<_>>()?,
            leads: match course.is_empty() {
                true => Vec::new(),
                false => games.clone().map(lead).collect::<Option<_>>()?,
            },
            course,
            lengths: games.map(|game| game["plies"].as_f64()).collect::<Option<_>>()?,
        })
    }
}

/// Writes `wins.svg`, `lengths.svg` and, for games with points, `differences.svg` and
/// `course.svg` into a folder.
///
/// # Errors
/// If the folder or a file cannot be written.
pub fn draw(runs: &[Run], folder: &Path) -> Result<(), Failure> {
    create_dir_all(folder).map_err(Failure::write(folder))?;
    let scored: Vec<&Run> = runs.iter().filter(|run| !run.course.is_empty()).collect();
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

/// Returns the seats' common names in all runs, or their numbers.
fn names(runs: &[&Run]) -> Vec<String> {
    let Some(first) = runs.iter().max_by_key(|run| run.seats.len()) else { return Vec::new() };
    match runs.iter().all(|run| run.seats == first.seats) {
        true => first.seats.clone(),
        false => (1..=first.seats.len()).map(|seat| format!("seat {seat}")).collect(),
    }
}
