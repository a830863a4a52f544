//! Choices of a seat at a position outside of a match.

use boardloom_contract::{Choices, Cursor, PluginError, PluginResult, Seat, Site};

use super::match_moves::{MOST_TARGETS, leaves_its_piece};
use super::{Direction, MoveSource};
use crate::board::{BoardGeometry, Camera};

/// Answers for a seat at a cursor. If the plugin fails, nothing can be chosen.
pub struct CursorMoves<'a> {
    pub cursor: &'a mut dyn Cursor,
    /// `None` may choose nothing.
    pub seat: Option<Seat>,
    pub board: &'a BoardGeometry,
    /// Turns directions on the screen into those of the board.
    pub camera: &'a Camera,
    pub error: Option<PluginError>,
}

impl CursorMoves<'_> {
    fn ask<T: Default>(
        &mut self,
        question: impl FnOnce(&mut dyn Cursor, Seat) -> PluginResult<T>,
    ) -> T {
        let Some(seat) = self.seat.filter(|_| self.error.is_none()) else { return T::default() };
        question(self.cursor, seat).unwrap_or_else(|error| {
            self.error = Some(error);
            T::default()
        })
    }
}

impl MoveSource for CursorMoves<'_> {
    fn choices(&mut self, path: &[Site]) -> Choices {
        self.ask(|cursor, seat| cursor.choices(seat, path))
    }

    fn clones(&mut self, path: &[Site], choices: &Choices) -> Vec<Site> {
        let &[from] = path else { return Vec::new() };
        self.ask(|cursor, seat| {
            let mut clones = Vec::new();
            for to in choices.targets.iter().take(MOST_TARGETS).map(|target| target.site) {
                let options = cursor.choices(seat, &[from, to])?.options;
                let Some(only) = options.first() else { continue };
                let preview = cursor.preview(seat, &only.move_)?;
                if preview.is_ok_and(|(_, effects)| leaves_its_piece(&effects, from, to)) {
                    clones.push(to);
                }
            }
            Ok(clones)
        })
    }

    fn toward(&mut self, from: Option<Site>, direction: Direction) -> Option<Site> {
        direction.next_site(self.board, self.camera, from)
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let read = self.ask(|cursor, seat| cursor.parse(seat, text.trim()).map(Some));
        match read {
            Some(read) => read.map_err(|why| why.to_string()),
            None => Err("no move can be chosen now".to_owned()),
        }
    }
}
