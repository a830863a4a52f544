//! Points, rectangles, affine maps and polygons, all in `f64`.

use boardloom_contract::Point;

/// A point of the plane; x goes right and y goes down.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pos {
    pub x: f64,
    pub y: f64,
}

impl Pos {
    pub const fn new(x: f64, y: f64) -> Self {
        Pos { x, y }
    }

    pub fn distance(self, other: Pos) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    #[must_use]
    pub fn toward(self, other: Pos, part: f64) -> Pos {
        Pos::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    pub min: Pos,
    pub max: Pos,
}

impl Rect {
    /// Returns the bounding box of points; `None` without any.
    pub fn around(points: impl IntoIterator<Item = Pos>) -> Option<Self> {
        let mut points = points.into_iter().filter(|p| p.x.is_finite() && p.y.is_finite());
        let first = points.next()?;
        Some(points.fold(Rect { min: first, max: first }, |r, p| Rect {
            min: Pos::new(r.min.x.min(p.x), r.min.y.min(p.y)),
            max: Pos::new(r.max.x.max(p.x), r.max.y.max(p.y)),
        }))
    }

    #[must_use]
    pub fn with(&self, other: &Rect) -> Rect {
        Rect {
            min: Pos::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Pos::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    pub fn width(&self) -> f64 {
        self.max.x - self.min.x
    }

    pub fn height(&self) -> f64 {
        self.max.y - self.min.y
    }

    pub fn middle(&self) -> Pos {
        self.min.toward(self.max, 0.5)
    }

    #[must_use]
    pub fn grown(&self, by: f64) -> Rect {
        Rect {
            min: Pos::new(self.min.x - by, self.min.y - by),
            max: Pos::new(self.max.x + by, self.max.y + by),
        }
    }

    pub fn meets(&self, other: &Rect) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    pub fn contains(&self, at: Pos) -> bool {
        self.meets(&Rect { min: at, max: at })
    }

    /// Tells whether another rectangle lies within this one.
    pub fn holds(&self, other: &Rect) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }

    /// Clips a polygon. Concave polygons may get edges of no width along the border.
    pub fn clip(&self, polygon: &[Pos]) -> Vec<Pos> {
        let Rect { min, max } = *self;
        let sides: [(f64, f64, f64); 4] =
            [(1.0, 0.0, -min.x), (-1.0, 0.0, max.x), (0.0, 1.0, -min.y), (0.0, -1.0, max.y)];
        let mut rest = polygon.to_vec();
        for (a, b, c) in sides {
            let depth = |p: &Pos| a * p.x + b * p.y + c;
            let all = std::mem::take(&mut rest);
            for (here, next) in edges(&all) {
                let (inside, next_inside) = (depth(&here), depth(&next));
                if inside >= 0.0 {
                    rest.push(here);
                }
                if (inside >= 0.0) != (next_inside >= 0.0) {
                    let mut at = here.toward(next, inside / (inside - next_inside));
                    // Exact, however far away the ends are.
                    match a == 0.0 {
                        true => at.y = -b * c,
                        false => at.x = -a * c,
                    }
                    rest.push(at);
                }
            }
        }
        rest
    }

    pub fn clip_edge(&self, from: Pos, to: Pos) -> Option<(Pos, Pos)> {
        let (mut begin, mut end) = (0.0_f64, 1.0_f64);
        let sides = [
            (from.x - self.min.x, to.x - self.min.x),
            (self.max.x - from.x, self.max.x - to.x),
            (from.y - self.min.y, to.y - self.min.y),
            (self.max.y - from.y, self.max.y - to.y),
        ];
        for (here, there) in sides {
            if here < 0.0 && there < 0.0 {
                return None;
            }
            if here < 0.0 {
                begin = begin.max(here / (here - there));
            } else if there < 0.0 {
                end = end.min(here / (here - there));
            }
        }
        (begin <= end).then(|| (from.toward(to, begin), from.toward(to, end)))
    }

    /// Clockwise from the top left.
    pub fn corners(&self) -> [Pos; 4] {
        let Rect { min, max } = *self;
        [min, Pos::new(max.x, min.y), max, Pos::new(min.x, max.y)]
    }
}

/// An affine map a b c d e f: (x, y) becomes (a x + c y + e, b x + d y + f).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine(pub [f64; 6]);

impl Affine {
    pub const IDENTITY: Affine = Affine([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Applies `inner` first and this map after it.
    #[must_use]
    pub fn then(&self, inner: &Affine) -> Affine {
        let [a, b, c, d, e, f] = self.0;
        let [p, q, r, s, t, u] = inner.0;
        Affine([
            a * p + c * q,
            b * p + d * q,
            a * r + c * s,
            b * r + d * s,
            a * t + c * u + e,
            b * t + d * u + f,
        ])
    }

    /// Maps a point; the third coordinate is dropped.
    pub fn apply(&self, point: Point) -> Pos {
        let [a, b, c, d, e, f] = self.0;
        let (x, y, _) = point;
        Pos::new(a * x + c * y + e, b * x + d * y + f)
    }
}

/// By the even-odd rule.
pub(super) fn contains(polygon: &[Pos], at: Pos) -> bool {
    let mut inside = false;
    for (a, b) in edges(polygon) {
        if (a.y > at.y) != (b.y > at.y) {
            let x = a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x);
            inside ^= at.x < x;
        }
    }
    inside
}

pub(super) fn distance_to_edges(at: Pos, polygon: &[Pos]) -> f64 {
    let least = edges(polygon).map(|edge| distance_to_edge(at, edge)).fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 0.0 }
}

pub(super) fn distance_to_line(at: Pos, points: &[Pos], closed: bool) -> f64 {
    let count = if closed { points.len() } else { points.len().saturating_sub(1) };
    let edges = edges(points).take(count);
    edges.map(|edge| distance_to_edge(at, edge)).fold(f64::INFINITY, f64::min)
}

pub(crate) fn distance_to_edge(at: Pos, (a, b): (Pos, Pos)) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    let part = if length > 0.0 { ((at.x - a.x) * dx + (at.y - a.y) * dy) / length } else { 0.0 };
    a.toward(b, part.clamp(0.0, 1.0)).distance(at)
}

fn edges(polygon: &[Pos]) -> impl Iterator<Item = (Pos, Pos)> + '_ {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| (*a, *b))
}
