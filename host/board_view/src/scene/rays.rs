//! Rays of a piece that moves along lines: a line to its last target.

use super::{Pen, Picture, Shape};
use crate::board::BoardPlace;
use crate::controller::BoardController;
use boardloom_theme::{line, shape};

/// In radians.
const SAME: f64 = 0.01;

struct Target<'a> {
    angle: f64,
    distance: f64,
    spot: &'a BoardPlace,
}

impl Picture<'_> {
    /// Draws lines from the selected piece to its targets, below their dots.
    pub(super) fn rays(&self, controller: &BoardController, shapes: &mut Vec<Shape>) {
        let (true, [from]) = (self.style.lines && !self.board.is_solid(), controller.path()) else {
            return;
        };
        let Some(from) = self.board.place_of(*from) else { return };
        let sites = controller.choices().targets.iter().map(|target| target.site);
        let places = sites.flat_map(|site| self.board.places_of(site));
        let mut targets: Vec<Target<'_>> = places
            .map(|spot| {
                let (x, y) = (spot.at.x - from.at.x, spot.at.y - from.at.y);
                // Just short of half a turn to the left counts as left.
                let angle = if y.atan2(x) < SAME - std::f64::consts::PI {
                    std::f64::consts::PI
                } else {
                    y.atan2(x)
                };
                Target { angle, distance: x.hypot(y), spot }
            })
            .collect();
        targets.sort_by(|a, b| a.angle.total_cmp(&b.angle));
        for ray in targets.chunk_by_mut(|a, b| b.angle - a.angle < SAME) {
            ray.sort_by(|a, b| a.distance.total_cmp(&b.distance));
            if let Some(last) = self.reached(from, ray) {
                self.ray(from, last, shapes);
            }
        }
    }

    /// Returns the last place of a ray that is reached over clear places.
    fn reached<'a>(&self, from: &BoardPlace, ray: &[Target<'a>]) -> Option<&'a BoardPlace> {
        let (mut before, mut last) = (from, None);
        for target in ray {
            if !self.is_clear(before, target.spot) {
                break;
            }
            (before, last) = (target.spot, Some(target.spot));
        }
        last
    }

    /// Tells whether no piece stands between two places. A line may cross a place where the
    /// piece cannot stop, but no piece.
    fn is_clear(&self, from: &BoardPlace, to: &BoardPlace) -> bool {
        let distance = from.at.distance(to.at);
        let cells = (distance / (2.0 * self.board.unit())).round().max(1.0);
        (1..cells as u32).all(|cell| {
            let part = f64::from(cell) / cells;
            let at = from.at.toward(to.at, part);
            let between = self.board.hit(at, self.board.unit() * 0.5);
            between.is_some_and(|spot| self.pieces.on(spot.site).is_empty())
        })
    }

    fn ray(&self, from: &BoardPlace, to: &BoardPlace, shapes: &mut Vec<Shape>) {
        let (([ax, ay], a), ([bx, by], b)) = (self.spot(from), self.spot(to));
        let length = (bx - ax).hypot(by - ay);
        if length < 1.0 {
            return;
        }
        let [x, y] = [(bx - ax) / length, (by - ay) / length];
        let color = self.style.colors.marks.select.faded(boardloom_theme::tint::RAY);
        let pen = Pen { color, width: self.line_width(line::RAY) };
        // From the ring to the last dot.
        let (start, end) = (a * 2.0 * shape::SELECT_RING, b * 2.0 * shape::CLONE_DOT);
        let end = [bx - x * end, by - y * end];
        shapes.push(Shape::Line { points: vec![[ax + x * start, ay + y * start], end], pen });
    }
}
