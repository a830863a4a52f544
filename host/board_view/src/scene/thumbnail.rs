//! Small maps of the board.

use boardloom_contract::Piece;

use super::piece_layer::FILLS;
use super::{Part, Picture, ScreenPos, Shape};

/// More lines than this are drawn as one grey area.
const LINES: usize = 4000;
/// In pixels.
const SMALLEST: f32 = 1.6;

impl Picture<'_> {
    /// Returns the board and its pieces without marks, texts, and details below `least` pixels.
    pub fn thumbnail(&self, least: f32) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let lines = self.board.strokes.len() <= LINES;
        let blocks = |part| 0..if lines { self.blocks(part).len() } else { 0 };
        for block in blocks(Part::Regions) {
            shapes.extend(self.part(Part::Regions, block, None));
        }
        let size = f64::from(least) / self.camera.scale;
        let cells = self.board.large_within(self.camera.seen(), size);
        let before = shapes.len();
        cells.into_iter().for_each(|spot| self.cell(spot, None, &mut shapes));
        if shapes.len() == before && !self.board.places().is_empty() {
            self.whole(&mut shapes);
        }
        for block in blocks(Part::Lines) {
            shapes.extend(self.part(Part::Lines, block, None));
        }
        for site in self.pieces.sites() {
            let own = self.board.places_of(site).find(|spot| !spot.copy && !spot.far);
            if let (Some(spot), Some(piece)) = (own, self.pieces.top(site)) {
                let (at, radius) = self.spot(spot);
                self.piece_at(at, (radius * FILLS).max(SMALLEST), piece, &mut shapes);
            }
        }
        shapes
    }

    pub fn piece_at(&self, at: ScreenPos, radius: f32, piece: Piece, shapes: &mut Vec<Shape>) {
        self.glyph(at, radius, piece, 1.0).draw(shapes);
    }

    /// Draws a board whose cells are too small to tell apart.
    fn whole(&self, shapes: &mut Vec<Shape>) {
        let Some(bounds) = self.board.bounds() else { return };
        let points = bounds.corners().map(|corner| self.screen(corner)).to_vec();
        shapes.push(Shape::Polygon { points, fill: self.style.role(0).fill, pen: None });
    }
}
