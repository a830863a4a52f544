//! What the computer makes of the position that is shown: the best moves, live, and
//! what each position promised that it looked at.

use std::collections::BTreeMap;

use boardloom_contract::{CHANCE, SearchProgress, Seat, Site, Variation};
use boardloom_match::NodeId;

use super::computer_player::ComputerTask;
use super::{GameSession, Notice};
use crate::texts::game as t;

/// The most moves that an analysis tells of.
pub(super) const LINES: u16 = 8;

/// A move that the computer found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchResult {
    /// The move, and how the game may go on from there.
    pub moves: Vec<String>,
    /// One way to point at the move.
    pub path: Vec<Site>,
    /// What it is worth to who plays it, for a person to read; may be empty.
    pub value: String,
    /// The same in the game's own unit, where it has one; may be empty.
    pub units: String,
    /// What it is worth, of ten thousand.
    pub chance: u16,
    /// How often it was looked at.
    pub visits: u64,
    /// How many plies it was looked ahead.
    pub depth: u16,
}

impl SearchResult {
    /// Returns the move.
    pub fn mv(&self) -> &str {
        self.moves.first().map_or("", String::as_str)
    }
}

/// A move that the computer advises.
pub type SearchResult = SearchResult;

/// What the computer makes of a position, live.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    /// The position.
    of: Option<NodeId>,
    /// Who is to move in it.
    pub seat: Seat,
    /// The best moves, best first.
    pub lines: Vec<SearchResult>,
    /// How many nodes were looked at.
    pub nodes: u64,
    /// Whether more would change nothing.
    pub finished: bool,
}

/// What hints there are for a position, and which of them is shown.
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

/// What analysis keeps beside the game.
#[derive(Debug, Default)]
pub(super) struct AnalysisState {
    on: bool,
    now: Analysis,
    /// What each seat could expect, by position.
    win_chances: BTreeMap<NodeId, Vec<u16>>,
}

impl GameSession {
    /// Tells whether positions are analysed while they are shown.
    pub fn is_analysing(&self) -> bool {
        self.analysis_state.on
    }

    /// Begins to analyse positions while they are shown, or ends it.
    pub fn toggle_analysis(&mut self) {
        if !self.game.source().rules.capabilities().search {
            return self.tell(Notice::bad(t::no_search()));
        }
        self.analysis_state.on = !self.analysis_state.on;
        self.revision += 1;
        match self.analysis_state.on {
            true => self.analyse(),
            false if self.is_analysis_running() => self.stop_thinking(),
            false => {}
        }
    }

    /// Returns what the computer makes of the position shown, as far as it knows.
    pub fn analysis(&self) -> Option<&Analysis> {
        let now = &self.analysis_state.now;
        (self.analysis_state.on && now.of == Some(self.game.here())).then_some(now)
    }

    /// Returns what each seat could expect at a position when the computer looked at
    /// it last, of ten thousand.
    pub fn win_chances(&self, node: NodeId) -> Option<&[u16]> {
        self.analysis_state.win_chances.get(&node).map(Vec::as_slice)
    }

    /// Forgets what positions promised: other rules are in force.
    pub(super) fn forget_win_chances(&mut self) {
        self.analysis_state.win_chances.clear();
        self.analysis_state.now = Analysis::default();
    }

    /// Tells whether the computer is at the analysis of the position shown.
    pub fn is_analysis_running(&self) -> bool {
        self.is_analysis_running()
    }

    fn is_analysis_running(&self) -> bool {
        matches!(self.computer.at, Some((ComputerTask::Analysis, _)))
    }

    /// Analyses the position shown, where that is wished and the computer has
    /// nothing else to do.
    pub fn analyse(&mut self) {
        let here = self.game.here();
        let stale = self.is_analysis_running() && self.analysis_state.now.of != Some(here);
        if stale {
            self.stop_thinking();
        }
        let free = self.computer.at.is_none() && self.game.fault().is_none() && !self.is_paused();
        let seat = self.game.status().mover().filter(|seat| *seat != CHANCE);
        if let Some(seat) = seat.filter(|_| free && self.analysis_state.on) {
            self.analysis_state.now = Analysis { of: Some(here), seat, ..Analysis::default() };
            self.begin(ComputerTask::Analysis, seat, 0);
        }
    }

    /// Takes in how far an analysis is.
    pub(super) fn note_analysis(&mut self, progress: SearchProgress, lines: &[Variation]) {
        let Some((ComputerTask::Analysis, seat)) = self.computer.at else { return };
        if self.analysis_state.now.of != Some(self.game.here()) {
            return;
        }
        self.note_win_chances(lines);
        let known = std::mem::take(&mut self.analysis_state.now.lines);
        let lines = self.found(seat, lines, known);
        let now = &mut self.analysis_state.now;
        (now.lines, now.nodes, now.finished) = (lines, progress.nodes, progress.finished);
        self.revision += 1;
    }

    /// Keeps what the best line promises each seat.
    pub(super) fn note_win_chances(&mut self, lines: &[Variation]) {
        if let Some(best) = lines.first().filter(|best| !best.value.is_empty()) {
            self.analysis_state.win_chances.insert(self.game.here(), best.value.clone());
        }
    }

    /// Returns what lines of a search mean at the position shown. Ways to point at
    /// moves are asked for once: `known` may hold them.
    pub(super) fn found(
        &mut self,
        seat: Seat,
        lines: &[Variation],
        known: Vec<SearchResult>,
    ) -> Vec<SearchResult> {
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
            let chance = line.value.get(usize::from(seat)).copied();
            all.push(SearchResult {
                moves: line.moves.clone(),
                path,
                value: worth(line.forced, chance),
                units: line.units.map(t::units).unwrap_or_default(),
                chance: chance.unwrap_or_default(),
                visits: line.visits,
                depth: line.depth,
            });
        }
        all
    }

    /// Shows the next hint that is known for the position. False where none is.
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
        self.tell(Notice::plain(t::hint_of(found.mv(), &found.value)));
        self.advice = Some(found);
        self.revision += 1;
        true
    }
}

/// Says what a line is worth to who plays it.
fn worth(forced: Option<i32>, chance: Option<u16>) -> String {
    match (forced, chance) {
        (Some(plies), _) => t::forced_end(plies),
        (None, Some(chance)) => t::chance(chance),
        (None, None) => String::new(),
    }
}
