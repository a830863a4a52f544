//! Live analysis of the shown position, and hints.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use boardloom_contract::{CHANCE, SearchProgress, Seat, Site, Variation};
use boardloom_match::NodeId;

use super::computer_player::ComputerTask;
use super::{GameSession, Notice};
use crate::texts::{game as t, join_moves};

/// The most lines that an analysis reports.
pub(super) const LINES: u16 = 8;

/// A line that has this many times fewer playouts than the most visited one has few.
const FEW: u64 = 20;

/// The most moves of a line that are shown.
const LENGTH: usize = 10;

/// A line that the computer found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchResult {
    /// In notation.
    line: Vec<String>,
    /// The first moves of the line as players read them.
    pub moves: Vec<String>,
    /// A way to point at its first move.
    pub path: Vec<Site>,
    /// As text, for the player to move; may be empty.
    pub value: String,
    /// The value in the game's own unit, if it has one.
    pub units: String,
    /// In ten-thousandths.
    pub chance: u16,
    pub visits: u64,
    pub depth: u16,
}

impl SearchResult {
    /// The notation of its first move.
    pub fn mv(&self) -> &str {
        self.line.first().map_or("", String::as_str)
    }

    /// Its first move as players read it.
    pub fn text(&self) -> &str {
        self.moves.first().map_or("", String::as_str)
    }

    /// The line after its first move; may be empty.
    pub fn continuation(&self) -> String {
        join_moves(self.moves.get(1..).unwrap_or_default())
    }
}

#[derive(Debug, Clone, Default)]
pub struct Analysis {
    of: Option<NodeId>,
    pub seat: Seat,
    pub lines: Vec<SearchResult>,
    pub nodes: u64,
    /// Whether more search would change nothing.
    pub finished: bool,
}

#[derive(Debug, Default)]
pub(super) struct Hints {
    of: Option<NodeId>,
    all: Vec<SearchResult>,
    next: usize,
}

impl Hints {
    pub(super) fn set(&mut self, of: NodeId, all: Vec<SearchResult>) {
        *self = Hints { of: Some(of), all, next: 0 };
    }
}

#[derive(Debug, Default)]
pub(super) struct AnalysisState {
    on: bool,
    now: Analysis,
    /// The win probability of each seat, by position.
    pub(super) win_chances: BTreeMap<NodeId, Vec<u16>>,
    /// The moves that a review has seen.
    pub(super) reviewed: BTreeSet<NodeId>,
    /// The better lines of reviews as players read them, in one language.
    pub(super) better: (&'static str, BTreeMap<NodeId, String>),
}

impl GameSession {
    pub fn is_analysing(&self) -> bool {
        self.analysis_state.on
    }

    pub fn toggle_analysis(&mut self) {
        if !self.game.source().rules.capabilities().search {
            return self.notify(Notice::bad(t::no_search()));
        }
        self.analysis_state.on = !self.analysis_state.on;
        self.revision += 1;
        match self.analysis_state.on {
            true => self.analyse(),
            false if self.is_analysis_running() => self.stop_thinking(),
            false => {}
        }
    }

    pub fn analysis(&self) -> Option<&Analysis> {
        let now = &self.analysis_state.now;
        (self.analysis_state.on && now.of == Some(self.game.here())).then_some(now)
    }

    /// The win probabilities of the last search at a position, by seat, in ten-thousandths.
    pub fn win_chances(&self, node: NodeId) -> Option<&[u16]> {
        self.analysis_state.win_chances.get(&node).map(Vec::as_slice)
    }

    /// Forgets evaluations by rules that changed.
    pub(super) fn forget_win_chances(&mut self) {
        self.review = None;
        self.analysis_state.win_chances.clear();
        self.analysis_state.reviewed.clear();
        self.analysis_state.better = Default::default();
        self.analysis_state.now = Analysis::default();
    }

    pub fn is_analysis_running(&self) -> bool {
        matches!(self.computer.at, Some((ComputerTask::Analysis, _)))
    }

    /// Analyses the shown position if analysis is on and the computer has nothing else to do.
    pub fn analyse(&mut self) {
        let here = self.game.here();
        let stale = self.is_analysis_running() && self.analysis_state.now.of != Some(here);
        if stale {
            self.stop_thinking();
        }
        let free =
            self.computer.at.is_none() && self.game.plugin_error().is_none() && !self.is_paused();
        let seat = self.game.status().mover().filter(|seat| *seat != CHANCE);
        if let Some(seat) = seat.filter(|_| free && self.analysis_state.on) {
            self.analysis_state.now = Analysis { of: Some(here), seat, ..Analysis::default() };
            self.begin(ComputerTask::Analysis, seat, 0);
        }
    }

    pub(super) fn note_analysis(&mut self, progress: SearchProgress, lines: &[Variation]) {
        let Some((ComputerTask::Analysis, seat)) = self.computer.at else { return };
        if self.analysis_state.now.of != Some(self.game.here()) {
            return;
        }
        self.note_win_chances(lines);
        let known = std::mem::take(&mut self.analysis_state.now.lines);
        let lines = self.convert_lines(seat, lines, known);
        let now = &mut self.analysis_state.now;
        (now.lines, now.nodes, now.finished) = (lines, progress.nodes, progress.finished);
        self.revision += 1;
    }

    pub(super) fn note_win_chances(&mut self, lines: &[Variation]) {
        if let Some(best) = lines.first().filter(|best| !best.value.is_empty()) {
            self.analysis_state.win_chances.insert(self.game.here(), best.value.clone());
        }
    }

    /// Converts lines of a search. `known` spares asking the plugin again for paths and
    /// texts of moves.
    pub(super) fn convert_lines(
        &mut self,
        seat: Seat,
        lines: &[Variation],
        known: Vec<SearchResult>,
    ) -> Vec<SearchResult> {
        let here = self.game.here();
        let mut all = Vec::with_capacity(lines.len());
        for line in lines {
            let Some(mv) = line.moves.first() else { continue };
            let path = match known.iter().find(|found| found.mv() == mv) {
                Some(found) => found.path.clone(),
                None => {
                    let paths = self.game.ask(|cursor| cursor.paths(seat, mv)).unwrap_or_default();
                    paths.into_iter().max_by_key(Vec::len).unwrap_or_default()
                }
            };
            let moves = match known.iter().find(|found| found.line == line.moves) {
                Some(found) => found.moves.clone(),
                None => self.game.describe_line(here, &line.moves, LENGTH).unwrap_or_default(),
            };
            let chance = line.value.get(usize::from(seat)).copied();
            all.push(SearchResult {
                line: line.moves.clone(),
                moves,
                path,
                value: worth(line.forced, chance),
                units: line.units.map(|it| t::gained(f64::from(it) / 100.0)).unwrap_or_default(),
                chance: chance.unwrap_or_default(),
                visits: line.visits,
                depth: line.depth,
            });
        }
        order(&mut all);
        all
    }

    /// The hints for the current position, best first.
    pub fn hints(&self) -> &[SearchResult] {
        if self.hints.of == Some(self.game.here()) { &self.hints.all } else { &[] }
    }

    /// Returns the moves of up to `most` hints as texts that can be typed, up to `length` of each.
    pub fn typed_hints(&mut self, most: usize, length: usize) -> Vec<(String, Vec<String>)> {
        let hints: Vec<SearchResult> = self.hints().iter().take(most).cloned().collect();
        let typed = hints.into_iter().map(|hint| {
            let texts = self.game.typed_line(&hint.line, length);
            (hint.value, texts.unwrap_or(hint.moves))
        });
        typed.collect()
    }

    /// Shows the next known hint. False if there is none.
    pub(super) fn next_hint(&mut self) -> bool {
        let here = self.game.here();
        if self.hints.of != Some(here) {
            let lines = self.analysis().map(|now| now.lines.clone()).unwrap_or_default();
            if lines.is_empty() {
                return false;
            }
            self.hints.set(here, lines);
        }
        let Some(found) = self.hints.all.get(self.hints.next).cloned() else { return false };
        self.hints.next = (self.hints.next + 1) % self.hints.all.len();
        self.notify(Notice::plain(t::hint_of(found.text(), &found.value)));
        self.advice = Some(found);
        self.revision += 1;
        true
    }
}

/// Sorts the results of playouts by their value; the search has them by their number. Those of few
/// playouts, whose value is chance, come last. Values in units are exact, and sorted already.
fn order(results: &mut [SearchResult]) {
    if results.iter().any(|found| !found.units.is_empty()) {
        return;
    }
    let most = results.iter().map(|found| found.visits).max().unwrap_or_default();
    results.sort_by_key(|found| (found.visits.saturating_mul(FEW) < most, Reverse(found.chance)));
}

fn worth(forced: Option<i32>, chance: Option<u16>) -> String {
    match (forced, chance) {
        (Some(plies), _) => t::forced_end(plies),
        (None, Some(chance)) => t::chance(chance),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_playouts_stand_by_value_and_those_of_few_last() {
        let found = |visits, chance, units: &str| {
            let units = units.to_owned();
            SearchResult { visits, chance, units, ..SearchResult::default() }
        };
        let chances = |mut results: Vec<SearchResult>| {
            order(&mut results);
            results.iter().map(|found| found.chance).collect::<Vec<_>>()
        };
        let playouts = [(900, 4700), (800, 4500), (700, 4900), (2, 9000)];
        let playouts = playouts.map(|(visits, chance)| found(visits, chance, ""));
        assert_eq!(chances(playouts.into()), [4900, 4700, 4500, 9000]);
        let exact = [found(1000, 4700, "+1"), found(2, 4600, "+0.9")];
        assert_eq!(chances(exact.into()), [4700, 4600]);
    }
}
