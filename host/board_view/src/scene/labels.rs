//! Texts on and beside the board: names of places, captions.

use std::collections::HashMap;

use boardloom_theme::tint;

use super::bands::frame_around;
use super::board_surface::FINEST_ORNAMENT;
use super::{Color, Elevation, Layer, LayerKind, Ornament, Picture, ScreenPos, Shape};
use crate::board::{BoardPlace, Label, Pos};

/// In pixels.
pub(super) const LEGIBLE: f32 = 7.0;
/// The plain ground around a name over an ornament, in heights of the name.
const PLATE: f32 = 0.15;
/// The width of a letter, in font sizes.
pub(super) const LETTER: f32 = 0.62;

impl Picture<'_> {
    pub(super) fn shows_coordinates(&self) -> bool {
        self.show.coordinates && self.style.coordinates
    }

    /// Captions and the legible names of places. Changes with the board surface.
    pub fn labels(&self) -> Layer {
        let mut shapes = Vec::new();
        if self.shows_coordinates() {
            self.names(&mut shapes);
            self.captions(&mut shapes);
        }
        Layer { kind: LayerKind::Labels, revision: self.board_surface_revision(), shapes }
    }

    fn names(&self, shapes: &mut Vec<Shape>) {
        let all = self.board.labels().is_empty();
        if all {
            if let Some(tags) = self.tags() {
                shapes.extend(tags);
                return shapes.extend(self.pointed_tag(shapes));
            }
            shapes.extend(self.pointed_tag(&[]));
        }
        let focus = self.controller.and_then(|controller| controller.focus());
        // Smaller places have no legible name.
        let least = f64::from(LEGIBLE / 0.55) / self.camera.scale;
        for spot in self.board.large_within(self.camera.seen(), least) {
            let is_free = self.pieces.on(spot.site).is_empty();
            let elevation = self.style.role(spot.role).elevation;
            if spot.outline.is_empty() && matches!(elevation, Elevation::Terrace(_)) {
                // Corners of divided cells have coordinates for names.
                continue;
            }
            // Ghosts have names under the pointer only: the same place has one already.
            let is_shown = !spot.copy || focus == Some(spot.site);
            if all && is_free && is_shown && !spot.far && self.board.has_name(spot) {
                shapes.extend(self.name(spot));
            }
        }
    }

    /// Writes a place's name into it, or beside a vertex.
    fn name(&self, spot: &BoardPlace) -> Vec<Shape> {
        let ([x, y], radius) = self.spot(spot);
        let is_vertex = spot.outline.is_empty();
        let size = self.name_size(spot, radius);
        if size < LEGIBLE {
            return Vec::new();
        }
        let style = self.style.role(spot.role);
        // Lines meet in a vertex, so its name stands beside it.
        let aside = if is_vertex { radius * 0.45 } else { 0.0 };
        let at = [x + aside, y - aside];
        let letters = spot.label.chars().count() as f32;
        let (wide, high) = (size * (letters * LETTER / 2.0 + PLATE), size * (0.5 + PLATE));
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let points = corners.map(|[dx, dy]| [at[0] + dx * wide, at[1] + dy * high]);
        // Beside a vertex the ground may change below the name.
        let even = is_vertex.then(|| self.even_ground(&points));
        let ground = even.flatten().unwrap_or(self.style.colors.cell);
        let behind = style.fill.filter(|_| !is_vertex).unwrap_or(ground);
        let behind = if spot.copy { self.faded(spot, behind) } else { behind };
        let ink = behind.mixed(behind.ink(), tint::NAME);
        let name = Shape::Text { at, text: spot.label.clone(), size, color: ink };
        // Lines through a name would make it hard to read.
        let crossed = matches!(style.ornament, Ornament::Cross | Ornament::Hatch | Ornament::Knot);
        let needs_plate = match is_vertex {
            true => even == Some(None),
            false => crossed && radius >= FINEST_ORNAMENT,
        };
        if !needs_plate {
            return vec![name];
        }
        let fill = Some(if is_vertex { behind } else { self.checkered(spot, behind) });
        vec![Shape::Polygon { points: points.to_vec(), fill, pen: None }, name]
    }

    /// Returns the colour of the ground below all these points; `None` if it changes there.
    fn even_ground(&self, points: &[ScreenPos]) -> Option<Color> {
        let ground = |[x, y]: &ScreenPos| {
            let at = self.camera.to_board(Pos::new(f64::from(*x), f64::from(*y)));
            let cell = self.board.cells_at(at).last().copied();
            // Cells without sites are areas, in the order in which they are drawn.
            let areas = self.board.strokes.iter().rev().filter(|area| area.covers(at));
            let mut areas = areas.filter_map(|area| self.style.role(area.role).fill);
            let fill = cell.and_then(|cell| self.style.place(cell).fill).or_else(|| areas.next());
            fill.unwrap_or(self.surroundings())
        };
        let mut grounds = points.iter().map(ground);
        let first = grounds.next()?;
        grounds.all(|other| other == first).then_some(first)
    }

    /// Returns the height of a name that fits into its place.
    pub(super) fn name_size(&self, spot: &BoardPlace, radius: f32) -> f32 {
        let letters = spot.label.chars().count() as f32;
        let (tall, room) = if spot.outline.is_empty() { (0.42, 0.8) } else { (0.55, 1.5) };
        (radius * tall).min(radius * room / (letters * LETTER)).min(18.0)
    }

    fn captions(&self, shapes: &mut Vec<Shape>) {
        let close = self.board.caption_scale() < 1.0;
        // Beside bands and few large cells, captions stand in the middle of the frame.
        let middle = close || self.style.band_width(self.board) > 0.0;
        let known = middle || self.board.places().len() <= MEASURED;
        let frame = known.then(|| frame_around(self.board, self.style));
        let wide = frame.as_ref().map_or(f64::INFINITY, |it| it.wide * self.camera.scale) as f32;
        let size =
            if close { wide * IN_FRAME } else { (self.unit() * CAPTION).min(wide * IN_FRAME) };
        let least = LEAST_CAPTION.min(wide * WHOLE).max(TINY_CAPTION);
        // Two digits have room in the frame.
        let letters = self.board.labels().iter().map(|it| it.text.chars().count()).max();
        let room = wide * WIDEST / (letters.unwrap_or(1) as f32 * LETTER);
        let size = size.min(room).clamp(least, 22.0);
        let framed = self.style.colors.frame.is_some() && self.style.frame != "none";
        let color = if framed { self.style.colors.coordinates } else { self.style.theme.text() };
        let mut space = CaptionSpace::new(size);
        let seen = self.camera.seen().grown(self.board.unit());
        for label in self.lower_left() {
            let frame = frame.as_ref().filter(|_| middle);
            let at = frame.map_or(label.at, |it| it.centered(self.board, label.at));
            let at = self.screen(at);
            let width = size * LETTER * label.text.chars().count() as f32;
            // Independent of the visible part.
            if space.reserve(at, width + size * 0.4) && seen.contains(label.at) {
                shapes.push(Shape::Text { at, text: label.text.clone(), size, color });
            }
        }
    }
}

/// Rows further away are one row: in a view forty levels deep, captions are beyond all numbers.
const FAR: f32 = 1e9;
/// The smallest caption, in pixels.
const LEAST_CAPTION: f32 = 11.0;
/// The same in a small picture, and the part of the frame's width that they take there.
const TINY_CAPTION: f32 = 8.0;
const WHOLE: f32 = 0.8;
/// The part of the frame's width that the widest caption takes.
const WIDEST: f32 = 0.6;
/// Captions of larger boards do not depend on the width of the frame: to measure it takes long.
const MEASURED: usize = 2000;
/// The size of captions, in radii of a cell.
const CAPTION: f32 = 0.46;
/// The same in widths of the frame, where they stand close to the board.
const IN_FRAME: f32 = 0.68;

impl Picture<'_> {
    /// Of captions with the same text, the one at the lower left of the screen.
    pub(super) fn lower_left(&self) -> Vec<&Label> {
        let place = |label: &Label| {
            let [x, y] = self.screen(label.at);
            x - y
        };
        let mut first: HashMap<&str, &Label> = HashMap::new();
        for label in self.board.labels() {
            let known = first.entry(&label.text).or_insert(label);
            if place(label) < place(known) {
                *known = label;
            }
        }
        let kept = |label: &&Label| std::ptr::eq(first[label.text.as_str()], *label);
        self.board.labels().iter().filter(kept).collect()
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
        let row = (at[1] / self.height).floor().clamp(-FAR, FAR) as i64;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_may_be_beyond_all_numbers() {
        let mut space = CaptionSpace::new(12.0);
        for far in [1e30, -1e30, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
            assert!(space.reserve([0.0, far], 20.0));
        }
        assert!(space.reserve([0.0, 0.0], 20.0));
        assert!(!space.reserve([5.0, 5.0], 20.0));
    }
}
