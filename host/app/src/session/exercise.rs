//! The board of a lesson or puzzle.

use boardloom_contract::{Cursor, Seat, Site, TargetKind, Variation};
use boardloom_match::{Arrow, NodeId};

use super::GameSession;

/// Hints in every turn of a first game.
#[derive(Debug, Default)]
pub(super) struct Guide {
    on: bool,
    /// The position of the last hint.
    at: Option<NodeId>,
}

/// The most rings of a lesson: more would say nothing.
const MOST_RINGS: usize = 16;

impl GameSession {
    /// Gives a hint in every turn from now on.
    pub fn begin_guide(&mut self) {
        self.guide.on = true;
    }

    /// Asks for a hint once the player is to move.
    pub(crate) fn guide(&mut self) {
        let here = self.game.here();
        let waits = self.guide.on
            && self.guide.at != Some(here)
            && self.game.at_end()
            && self.game.human_to_move().is_some()
            && self.motion().is_none()
            && self.computer.at.is_none();
        if waits {
            self.guide.at = Some(here);
            self.hint();
        }
    }

    /// Lets no player move, or lets them again.
    pub fn lock(&mut self, locked: bool) {
        if std::mem::replace(&mut self.locked, locked) != locked {
            self.revision += 1;
        }
    }

    pub fn is_locked(&self) -> bool {
        self.locked
    }

    /// Plays a move for a seat, as its player would.
    pub(crate) fn play_reply(&mut self, seat: Seat, mv: &str) {
        match self.game.play_as(seat, mv, None) {
            Ok(_) => {
                self.follow();
                self.play_automatic_moves();
            }
            Err(error) => self.report_error(&error),
        }
    }

    /// Goes back to a position, and removes the moves that were played from there.
    pub(crate) fn retract_to(&mut self, node: NodeId) {
        self.go_to(node);
        for child in self.game.node().children().to_vec() {
            if let Err(error) = self.game.delete(child) {
                self.report_error(&error);
            }
        }
        self.follow();
    }

    /// Rings the sites that a lesson is about: those of its right moves if it has several; else the
    /// sites where a move can begin, if a move is more than a place.
    pub(crate) fn ring_exercise(&mut self, moves: &[(Seat, String)]) {
        let paths = |cursor: &mut dyn Cursor| {
            let paths = moves.iter().map(|(seat, mv)| cursor.paths(*seat, mv));
            paths.collect::<Result<Vec<_>, _>>()
        };
        let mut sites: Vec<Site> = match moves.len() {
            0 | 1 => {
                let first = &self.controller.first().targets;
                let starts = first.iter().filter(|target| target.kind == TargetKind::Pick);
                starts.map(|target| target.site).collect()
            }
            _ => self.game.ask(paths).unwrap_or_default().concat().concat(),
        };
        sites.sort_unstable();
        sites.dedup();
        sites.retain(|site| self.board.place_of(*site).is_some_and(|it| !it.label.is_empty()));
        if sites.len() > MOST_RINGS {
            sites.clear();
        }
        let label = |site: Site| self.board.place_of(site).map(|place| place.label.clone());
        let rings = sites.into_iter().filter_map(label);
        let rings = rings.map(|label| Arrow { from: label.clone(), to: label }).collect();
        let here = self.game.here();
        self.game.replace_arrows(here, rings);
        self.read_arrows();
        self.revision += 1;
    }

    /// Shows a move as a hint.
    pub(crate) fn show_move(&mut self, seat: Seat, mv: &str) {
        let line = Variation {
            moves: vec![mv.to_owned()],
            visits: 0,
            value: Vec::new(),
            units: None,
            forced: None,
            depth: 0,
        };
        self.advice = self.convert_lines(seat, &[line], Vec::new()).pop();
        self.revision += 1;
    }
}
