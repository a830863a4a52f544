//! Tells whether a position has one winning move, by searches.

use boardloom_computer::{Level, MEMORY};
use boardloom_contract::{Cursor, PluginResult, Seat, Variation};
use boardloom_match::legal_moves;
use serde_json::{Map, Value as Json};

/// From this value on a move wins clearly, in ten-thousandths.
const WINS: u16 = 8_500;
/// Up to this value a move does not win.
const FAILS: u16 = 6_500;
/// The fewest and the most legal moves of a puzzle.
const CHOICES: std::ops::RangeInclusive<usize> = 4..=400;
/// The first look at a position has this part of the nodes.
const GLANCE: u64 = 8;
/// A slice of a search while its difficulty is measured, at first.
const SLICE: u64 = 16;

/// Searches with the same settings.
pub(super) struct Trial {
    settings: Map<String, Json>,
    nodes: u64,
}

/// The one winning move of a position.
pub(super) struct WinningMove {
    pub mv: String,
    pub ends: bool,
    /// The nodes of a search that finds it.
    pub nodes: u64,
}

impl Trial {
    pub fn new(level: &Level, nodes: u64) -> Self {
        let mut settings: Map<String, Json> =
            serde_json::from_str(&level.settings).unwrap_or_default();
        settings.remove("contempt");
        Trial { settings, nodes }
    }

    /// Returns the best lines of a search, best first.
    pub fn lines(
        &self,
        cursor: &mut dyn Cursor,
        nodes: u64,
        lines: u16,
    ) -> PluginResult<Vec<Variation>> {
        let mut settings = self.settings.clone();
        if lines > 1 {
            settings.insert("lines".to_owned(), lines.into());
        }
        let begun = cursor.search(&Json::Object(settings).to_string(), 1, MEMORY)?;
        let Ok(mut searcher) = begun else { return Ok(Vec::new()) };
        loop {
            let progress = searcher.step(nodes.min(4096) as u32)?;
            if progress.finished || progress.nodes >= nodes {
                return searcher.report(lines);
            }
        }
    }

    /// Returns the winning move of the seat to move if there is exactly one.
    pub fn winning_move(
        &self,
        cursor: &mut dyn Cursor,
        by: Seat,
    ) -> PluginResult<Option<WinningMove>> {
        let legal = legal_moves(cursor, by, CHOICES.end() + 1)?;
        if !CHOICES.contains(&legal.len()) {
            return Ok(None);
        }
        let value = |line: &Variation| line.value.get(usize::from(by)).copied().unwrap_or(0);
        let glance = self.lines(cursor, self.nodes / GLANCE, 2)?;
        let Some(best) = glance.first().filter(|best| value(best) >= WINS) else {
            return Ok(None);
        };
        if glance.get(1).is_some_and(|next| value(next) > FAILS) {
            return Ok(None);
        }
        let Some(mv) = best.moves.first().cloned() else { return Ok(None) };
        let deep = self.lines(cursor, self.nodes, 2)?;
        let same = deep.first().is_some_and(|line| {
            line.moves.first() == Some(&mv) && (value(line) >= WINS || line.forced > Some(0))
        });
        if !same || deep.get(1).is_some_and(|next| value(next) > FAILS) {
            return Ok(None);
        }
        // A search may underrate a move that it looked at little: try each of the others.
        let each = (4 * self.nodes / legal.len() as u64).clamp(64, self.nodes);
        for other in legal.iter().filter(|other| **other != mv) {
            if self.value_after(cursor, by, other, each)? > FAILS {
                return Ok(None);
            }
        }
        let value = self.value_after(cursor, by, &mv, self.nodes)?;
        if value < WINS {
            return Ok(None);
        }
        let ends = self.ends(cursor, by, &mv)?;
        let nodes = self.difficulty(cursor, &mv)?;
        Ok(nodes.map(|nodes| WinningMove { mv, ends, nodes }))
    }

    /// The value of a move for its player.
    fn value_after(
        &self,
        cursor: &mut dyn Cursor,
        by: Seat,
        mv: &str,
        nodes: u64,
    ) -> PluginResult<u16> {
        let mut ahead = cursor.fork()?;
        if ahead.play(by, mv)?.is_err() {
            return Ok(0);
        }
        let status = ahead.status()?;
        if let Some(outcome) = status.outcome {
            return Ok(match (outcome.winner(), outcome.ranks.get(usize::from(by))) {
                (Some(winner), _) if winner == by => 10_000,
                (None, Some(0)) => 5_000,
                _ => 0,
            });
        }
        let lines = self.lines(&mut *ahead, nodes, 1)?;
        let value = lines.first().and_then(|line| line.value.get(usize::from(by)).copied());
        // Without a value nothing is known: it may win.
        Ok(value.unwrap_or(WINS))
    }

    fn ends(&self, cursor: &mut dyn Cursor, by: Seat, mv: &str) -> PluginResult<bool> {
        Ok(cursor.preview(by, mv)?.is_ok_and(|(status, _)| status.is_over()))
    }

    /// Returns the nodes after which a search names the move and keeps to it; `None` if it does not
    /// within the limit.
    fn difficulty(&self, cursor: &mut dyn Cursor, mv: &str) -> PluginResult<Option<u64>> {
        let settings = Json::Object(self.settings.clone()).to_string();
        let Ok(mut searcher) = cursor.search(&settings, 2, MEMORY)? else { return Ok(None) };
        let (mut found, mut slice) = (None, SLICE);
        loop {
            let progress = searcher.step(slice as u32)?;
            let lines = searcher.report(1)?;
            let names =
                lines.first().is_some_and(|line| line.moves.first().is_some_and(|it| it == mv));
            found = found.or(Some(progress.nodes)).filter(|_| names);
            if progress.finished || progress.nodes >= self.nodes {
                return Ok(found);
            }
            slice = (slice + slice / 2).min(4096);
        }
    }
}
