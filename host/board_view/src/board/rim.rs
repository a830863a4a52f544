//! The outline of a board's frame, which holds the captions.

use super::{BoardGeometry, Pos, Rect};

/// The least width of the frame, in units.
const RIM: f64 = 0.4;
/// The part of a vertex's radius that lies inside of the frame.
const POINT: f64 = 0.55;
/// Vertices of a full circle of rounded corners.
const ROUND: u32 = 32;
/// The outline of larger boards is made from the bounds of blocks.
const MANY: usize = 8192;

/// More strokes count with the bounds of their blocks.
const MANY_STROKES: usize = 256;

/// Returns the outline of the frame around a board and its captions, with rounded corners. It is
/// parallel to the bands with these outer corners.
pub(crate) fn rim(board: &BoardGeometry, bands: &[Pos]) -> Vec<Pos> {
    let places = board.places();
    let mut points: Vec<Pos> = Vec::new();
    if places.len() > MANY {
        points.extend(board.place_blocks().iter().flat_map(|block| block.bounds.corners()));
    } else {
        for spot in places {
            match spot.outline.is_empty() {
                true => {
                    let near = Rect { min: spot.at, max: spot.at }.grown(spot.radius * POINT);
                    points.extend(near.corners());
                }
                false => points.extend(&spot.outline),
            }
        }
    }
    if board.strokes.len() > MANY_STROKES {
        points.extend(board.stroke_blocks().iter().flat_map(|block| block.bounds.corners()));
    } else {
        points.extend(board.strokes.iter().flat_map(|stroke| &stroke.points));
    }
    let around = hull(points);
    let unit = board.unit();
    let rim = unit * RIM;
    // Wide enough for the captions.
    let texts = board.labels().iter().map(|label| {
        let half = unit * (0.1 + 0.2 * label.text.chars().count() as f64).min(0.6);
        beyond(&around, label.at) + half
    });
    let wide = texts.fold(rim, f64::max);
    // Captions stand beyond bands as far as beyond cells.
    let around = hull(around.into_iter().chain(bands.iter().copied()).collect());
    let grown = grown(&around, wide - 0.6 * rim);
    let rounded = grown.iter().flat_map(|at| {
        (0..ROUND).map(move |n| {
            let (sin, cos) = (f64::from(n) / f64::from(ROUND) * std::f64::consts::TAU).sin_cos();
            Pos::new(at.x + cos * 0.6 * rim, at.y + sin * 0.6 * rim)
        })
    });
    hull(rounded.collect())
}

/// The distance of a point outside a convex outline; 0 inside.
fn beyond(outline: &[Pos], at: Pos) -> f64 {
    let next = outline.iter().cycle().skip(1);
    let out = outline.iter().zip(next).map(|(a, b)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        ((at.x - a.x) * dy - (at.y - a.y) * dx) / dx.hypot(dy).max(f64::MIN_POSITIVE)
    });
    out.fold(0.0, f64::max)
}

/// Offsets a convex outline. Corners that would become long points are cut.
fn grown(outline: &[Pos], by: f64) -> Vec<Pos> {
    let count = outline.len();
    if count < 3 || by <= 0.0 {
        return outline.to_vec();
    }
    let out = |n: usize| {
        let (a, b) = (outline[n % count], outline[(n + 1) % count]);
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let long = dx.hypot(dy).max(f64::MIN_POSITIVE);
        (dy / long, -dx / long)
    };
    let mut grown = Vec::new();
    for (n, p) in outline.iter().enumerate() {
        let ((ax, ay), (bx, by_)) = (out(n + count - 1), out(n));
        let (x, y) = (ax + bx, ay + by_);
        let whole = x * x + y * y;
        if whole > 0.9 {
            let part = 2.0 * by / whole;
            grown.push(Pos::new(p.x + x * part, p.y + y * part));
        } else {
            for (x, y) in [(ax, ay), (bx, by_)] {
                grown.push(Pos::new(p.x + x * by, p.y + y * by));
            }
        }
    }
    grown
}

/// The convex hull, clockwise on the screen.
pub(crate) fn hull(mut points: Vec<Pos>) -> Vec<Pos> {
    points.retain(|p| p.x.is_finite() && p.y.is_finite());
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let turn = |a: Pos, b: Pos, c: Pos| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let half = |points: &mut dyn Iterator<Item = Pos>| {
        let mut chain: Vec<Pos> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && turn(a, b, p) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut around = half(&mut points.iter().copied());
    around.extend(half(&mut points.iter().rev().copied()));
    around
}
