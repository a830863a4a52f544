//! Texts on and beside the board: names of places, captions.

use std::collections::HashMap;

use super::{Layer, LayerKind, Picture, ScreenPos, Shape};
use crate::board::BoardPlace;

/// In pixels.
const LEGIBLE: f32 = 7.0;
/// The width of a letter, in font sizes.
const LETTER: f32 = 0.62;

impl Picture<'_> {
    /// Captions and the legible names of places. Changes with the board surface.
    pub fn labels(&self) -> Layer {
        let mut shapes = Vec::new();
        if self.show.coordinates && self.style.coordinates {
            self.names(&mut shapes);
            self.captions(&mut shapes);
        }
        Layer { kind: LayerKind::Labels, revision: self.board_surface_revision(), shapes }
    }

    fn names(&self, shapes: &mut Vec<Shape>) {
        let all = self.board.labels().is_empty();
        // Smaller places have no legible name.
        let least = f64::from(LEGIBLE / 0.55) / self.camera.scale;
        for spot in self.board.large_within(self.camera.seen(), least) {
            let is_free = self.pieces.on(spot.site).is_empty();
            if self.board.has_vertices && !spot.outline.is_empty() {
                continue;
            }
            if (all || spot.copy) && is_free && !spot.far && !spot.label.is_empty() {
                shapes.extend(self.name(spot));
            }
        }
    }

    /// Writes a place's name into it, or beside a vertex.
    fn name(&self, spot: &BoardPlace) -> Option<Shape> {
        let ([x, y], radius) = self.spot(spot);
        let letters = spot.label.chars().count() as f32;
        let is_vertex = spot.outline.is_empty();
        let (tall, room) = if is_vertex { (0.42, 0.8) } else { (0.55, 1.5) };
        let size = (radius * tall).min(radius * room / (letters * LETTER)).min(18.0);
        if size < LEGIBLE {
            return None;
        }
        let style = self.style.role(spot.role);
        let behind = style.fill.filter(|_| !is_vertex).unwrap_or(self.style.background);
        let ink = behind.mixed(behind.ink(), if spot.copy { 0.4 } else { 0.62 });
        // Lines meet in a vertex, so its name stands beside it.
        let aside = if is_vertex { radius * 0.45 } else { 0.0 };
        let at = [x + aside, y - aside];
        Some(Shape::Text { at, text: spot.label.clone(), size, color: ink })
    }

    fn captions(&self, shapes: &mut Vec<Shape>) {
        let size = (self.unit() * LETTER).clamp(9.0, 22.0);
        let color = self.style.theme.text();
        let mut space = CaptionSpace::new(size);
        let seen = self.camera.seen().grown(self.board.unit());
        for label in self.board.labels() {
            let at = self.screen(label.at);
            let width = size * LETTER * label.text.chars().count() as f32;
            // Independent of the visible part.
            if space.reserve(at, width + size * 0.4) && seen.contains(label.at) {
                shapes.push(Shape::Text { at, text: label.text.clone(), size, color });
            }
        }
    }
}

struct CaptionSpace {
    height: f32,
    /// Middle and width of the texts, by rows of the screen.
    rows: HashMap<i64, Vec<(ScreenPos, f32)>>,
}

impl CaptionSpace {
    fn new(height: f32) -> Self {
        CaptionSpace { height, rows: HashMap::new() }
    }

    /// Reserves room for a text. Returns false if it is taken.
    fn reserve(&mut self, at: ScreenPos, width: f32) -> bool {
        let row = (at[1] / self.height).floor() as i64;
        let near = (row - 1..=row + 1).filter_map(|row| self.rows.get(&row)).flatten();
        let mut hit = near.filter(|(other, wide)| {
            (other[1] - at[1]).abs() < self.height
                && (other[0] - at[0]).abs() < (wide + width) / 2.0
        });
        if hit.next().is_some() {
            return false;
        }
        self.rows.entry(row).or_default().push((at, width));
        true
    }
}
