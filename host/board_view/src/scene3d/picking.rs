//! Picking: finds the place under the pointer by a ray.

use super::piece_models::{FILLS, PieceShape};
use super::{Camera3d, HeightMap};
use crate::board::{BoardGeometry, BoardPlace, Pos, Rect, distance_to_edge};
use crate::scene::{Pieces, Style};

/// The tallest piece, in radii of its place.
const TALLEST: f64 = 1.4;
/// With more places under a ray, pieces are ignored.
const MOST: usize = 600;

impl Camera3d {
    /// Returns the place of the piece at a point of the screen, or the highest cell there. `reach`
    /// is the tolerance of vertices, in pixels.
    pub fn hit<'a>(
        &self,
        board: &'a BoardGeometry,
        style: &Style,
        height_map: &HeightMap,
        pieces: &Pieces,
        at: Pos,
        reach: f64,
    ) -> Option<&'a BoardPlace> {
        let reach = reach / self.scale.max(f64::MIN_POSITIVE);
        let on_ground = |height: &f64| {
            let spot = board.hit(self.at_height(at, *height)?, reach)?;
            // The ray enters higher cells through their sides.
            let low = height - 1e-9 - board.unit() * 1e-6;
            (height_map.top(board, style, spot) >= low).then_some(spot)
        };
        self.hit_piece(board, style, height_map, pieces, at)
            .or_else(|| height_map.heights.iter().find_map(on_ground))
    }

    fn hit_piece<'a>(
        &self,
        board: &'a BoardGeometry,
        style: &Style,
        height_map: &HeightMap,
        pieces: &Pieces,
        at: Pos,
    ) -> Option<&'a BoardPlace> {
        if pieces.is_empty() || height_map.is_plain {
            return None;
        }
        let unit = board.unit();
        let highest = height_map.heights.first().copied().unwrap_or(0.0) + TALLEST * unit;
        let lowest = height_map.heights.last().copied().unwrap_or(0.0);
        let (a, b) = (self.at_height(at, highest)?, self.at_height(at, lowest)?);
        let around = Rect::around([a, b])?.grown(unit);
        let places = board.within(around);
        if places.len() > MOST {
            return None;
        }
        let status = places.into_iter().filter(|spot| {
            let Some(piece) = pieces.top(spot.site) else { return false };
            let shape = style.shapes.get(usize::from(piece.kind)).map_or("disc", String::as_str);
            let radius = board.drawn_radius(spot) * FILLS;
            let bottom = height_map.top(board, style, spot);
            let tall = PieceShape::of(shape).height * radius * pieces.on(spot.site).len() as f64;
            let ends = (self.at_height(at, bottom + tall), self.at_height(at, bottom));
            let (Some(from), Some(to)) = ends else { return false };
            distance_to_edge(spot.at, (from, to)) <= radius * 0.88
        });
        let near = |spot: &BoardPlace| self.nearness(height_map.point(board, style, spot));
        status.max_by(|a, b| near(a).total_cmp(&near(b)).then(b.copy.cmp(&a.copy)))
    }
}
