//! Globes: drawings in three dimensions, seen along the third coordinate and rotated by dragging.

use boardloom_contract::{BoardLine, Patch, Place, Point};

use super::{BoardGeometry, Pos, Rect};

/// A site in front of this, in radii, is seen well; the cursor turns others to the front.
const NEAR: f64 = 0.45;

#[derive(Debug, Clone, Default)]
pub(super) struct Globe {
    pub patch: Patch,
    /// The distance of the farthest point from the middle.
    pub radius: f64,
    /// The radius of a piece at each place: in the cell, or half the distance from a vertex to
    /// the nearest place.
    pub gaps: Vec<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GlobeTurn([[f64; 3]; 3]);

impl Default for GlobeTurn {
    fn default() -> Self {
        GlobeTurn([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    }
}

impl GlobeTurn {
    fn apply(&self, point: Point) -> Point {
        let row = |r: [f64; 3]| r[0] * point.0 + r[1] * point.1 + r[2] * point.2;
        (row(self.0[0]), row(self.0[1]), row(self.0[2]))
    }

    /// Rotates further: the front moves right by an angle, then down by another.
    fn on(&self, right: f64, down: f64) -> GlobeTurn {
        let [[a, b], [c, d]] = [right, down].map(|angle| [angle.cos(), angle.sin()]);
        let step = [[a, 0.0, b], [-b * d, c, a * d], [-b * c, -d, a * c]];
        let product =
            step.map(|row| [0, 1, 2].map(|n| (0..3).map(|k| row[k] * self.0[k][n]).sum()));
        GlobeTurn(product)
    }
}

pub(super) fn is_solid(patch: &Patch) -> bool {
    patch.places.iter().any(|place| place.at.2 != 0.0)
}

fn length(p: Point) -> f64 {
    (p.0 * p.0 + p.1 * p.1 + p.2 * p.2).sqrt()
}

fn less(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1, a.2 - b.2)
}

fn edge_away((from, to): (&Point, &Point)) -> f64 {
    let along = less(*to, *from);
    let dot = |a: Point, b: Point| a.0 * b.0 + a.1 * b.1 + a.2 * b.2;
    let whole = dot(along, along).max(f64::MIN_POSITIVE);
    let part = (-dot(*from, along) / whole).clamp(0.0, 1.0);
    length((from.0 + along.0 * part, from.1 + along.1 * part, from.2 + along.2 * part))
}

impl Globe {
    pub fn measure(&mut self) {
        let places = &self.patch.places;
        let lines = self.patch.lines.iter().flat_map(|line| line.points.iter().copied());
        let points = places.iter().map(|place| place.at).chain(lines);
        self.radius = points.map(length).fold(f64::MIN_POSITIVE, f64::max);
        let gap = |place: &Place| {
            let outline = place.shape.and_then(|shape| self.patch.shapes.get(shape as usize));
            if let Some(outline) = outline.filter(|outline| outline.len() > 2) {
                let next = outline.iter().cycle().skip(1);
                return outline.iter().zip(next).map(edge_away).fold(f64::INFINITY, f64::min);
            }
            let away = |other: &Place| length(less(place.at, other.at));
            let nearest = places.iter().map(away).filter(|far| *far > 0.0);
            nearest.fold(2.0 * self.radius, f64::min) / 2.0
        };
        self.gaps = places.iter().map(gap).collect();
    }

    /// Returns the drawing as seen, back to front: places with depths and radii, strokes cut
    /// into segments, and how many of these lie behind.
    fn seen(&self, turn: &GlobeTurn) -> (Patch, Vec<(f64, f64)>, usize) {
        let mut patch = Patch::default();
        let mut order: Vec<(Point, f64, &Place)> = Vec::with_capacity(self.patch.places.len());
        for (place, gap) in self.patch.places.iter().zip(&self.gaps) {
            order.push((turn.apply(place.at), *gap, place));
        }
        order.sort_by(|a, b| a.0.2.total_cmp(&b.0.2));
        for (at, _, place) in &order {
            let shape =
                place.shape.and_then(|n| self.patch.shapes.get(n as usize)).map(|outline| {
                    patch.shapes.push(outline.iter().map(|p| turn.apply(*p)).collect());
                    patch.shapes.len() as u32 - 1
                });
            patch.places.push(Place { at: *at, shape, frame: None, ..(*place).clone() });
        }
        let depths = order.iter().map(|(at, gap, _)| (at.2, *gap)).collect();
        let mut segments = Vec::new();
        for line in &self.patch.lines {
            let closing = line.points.first().filter(|_| line.closed);
            let points: Vec<Point> =
                line.points.iter().chain(closing).map(|p| turn.apply(*p)).collect();
            for pair in points.windows(2) {
                let points = pair.to_vec();
                let depth = points[0].2 + points[1].2;
                segments.push((
                    depth,
                    BoardLine { points, closed: false, frame: None, ..line.clone() },
                ));
            }
        }
        segments.sort_by(|a, b| a.0.total_cmp(&b.0));
        let behind = segments.partition_point(|(depth, _)| *depth < 0.0);
        patch.lines = segments.into_iter().map(|(_, line)| line).collect();
        (patch, depths, behind)
    }
}

impl BoardGeometry {
    /// Tells whether the view is a globe, which can be rotated.
    pub fn is_solid(&self) -> bool {
        self.solid.is_some()
    }

    /// Returns the factor by which a disc is shortened along the line to the middle of the
    /// board. Vertices are balls, which look the same from everywhere.
    pub fn foreshortened(&self, spot: &super::BoardPlace) -> Option<f64> {
        let solid = self.solid.as_ref().filter(|_| !spot.outline.is_empty())?;
        Some((spot.depth.abs() / solid.radius).min(1.0))
    }

    /// Rotates a globe as if its front were dragged by these board coordinates.
    pub fn spin(&mut self, right: f64, down: f64) {
        let Some(solid) = &self.solid else { return };
        self.turn = self.turn.on(right / solid.radius, down / solid.radius);
        self.lay_solid();
    }

    /// Turns a globe back to where its front was at first.
    pub fn face_front(&mut self) {
        if self.is_solid() {
            self.turn = GlobeTurn::default();
            self.lay_solid();
        }
    }

    pub fn bring_forward(&mut self, site: boardloom_contract::Site) -> bool {
        let Some(radius) = self.solid.as_ref().map(|solid| solid.radius) else { return false };
        let Some(spot) = self.place_of(site) else { return false };
        if spot.depth >= NEAR * radius {
            return false;
        }
        let (Pos { x, y }, z) = (spot.at, spot.depth);
        self.turn = self.turn.on((-x).atan2(z), (-y).atan2(x.hypot(z)));
        self.lay_solid();
        true
    }

    pub(super) fn lay_solid(&mut self) {
        let Some(solid) = self.solid.take() else { return };
        let (mut patch, depths, mut behind) = solid.seen(&self.turn);
        if patch.shapes.iter().any(|outline| !outline.is_empty()) {
            // Lines behind would show through the cells in front of them.
            patch.lines.drain(..std::mem::take(&mut behind));
        }
        let before = std::mem::take(self);
        *self = BoardGeometry {
            view: before.view,
            extent: before.extent,
            turn: before.turn,
            ..BoardGeometry::default()
        };
        self.extend(patch);
        for (spot, (depth, gap)) in self.places.iter_mut().zip(depths) {
            spot.depth = depth;
            spot.far = depth < 0.0;
            spot.radius = gap;
        }
        for stroke in &mut self.strokes[..behind] {
            stroke.far = true;
        }
        self.solid = Some(solid);
        self.settle();
        let radius = self.solid.as_ref().map_or(1.0, |solid| solid.radius);
        let middle = Pos::default();
        self.bounds = Some(Rect { min: middle, max: middle }.grown(radius + self.unit()));
    }
}
