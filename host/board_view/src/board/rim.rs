//! The outline of a board's frame, which holds the captions.

use boardloom_theme::shape;

use super::{BoardGeometry, Pos, Rect};

/// The least width of the frame, in units.
const RIM: f64 = 0.4;
/// The part of a vertex's radius that lies inside of the frame.
const POINT: f64 = 0.7;
/// The same of boards with cells: a whole piece below the captions; without captions, the frame
/// itself takes the rest of it.
const PIECE: f64 = 0.95;
const BARE_PIECE: f64 = 0.55;
/// The distance of close captions from the board, in widths of the frame.
const MIDDLE: f64 = 0.47;
/// About half a caption, in units.
const CAPTION: f64 = 0.3;
/// Larger boards have no large cells.
const FEW: usize = 400;
/// Vertices of a full circle of rounded corners.
const ROUND: u32 = 32;
/// The outline of larger boards is made from the bounds of blocks.
const MANY: usize = 8192;

/// More strokes count with the bounds of their blocks.
const MANY_STROKES: usize = 256;

/// Returns the convex outline of places and lines.
pub(crate) fn outline(board: &BoardGeometry) -> Vec<Pos> {
    let places = board.places();
    let mut points: Vec<Pos> = Vec::new();
    if board.has_cells && board.has_vertices && places.len() <= MANY {
        // Pieces on corners differ in size; the frame is parallel to the cells.
        let corners = places.iter().filter(|spot| spot.outline.is_empty());
        let widest = corners.map(|spot| board.drawn_radius(spot)).fold(0.0, f64::max);
        let cells = hull(places.iter().flat_map(|spot| spot.outline.iter().copied()).collect());
        let part = if board.captions.is_empty() { BARE_PIECE } else { PIECE };
        points.extend(rounded(&cells, widest * part));
    } else if places.len() > MANY {
        points.extend(board.place_blocks().iter().flat_map(|block| block.bounds.corners()));
    } else {
        for spot in places {
            match spot.outline.is_empty() {
                true => {
                    let near =
                        Rect { min: spot.at, max: spot.at }.grown(board.drawn_radius(spot) * POINT);
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
    hull(points)
}

impl BoardGeometry {
    /// The size of captions and of their distance from the board, in parts of their usual ones:
    /// beside few large cells they would take much of the board's room.
    pub fn caption_scale(&self) -> f64 {
        self.caption_scale.unwrap_or(1.0)
    }

    /// Places captions nearer to the board if its cells are large.
    pub(super) fn place_captions(&mut self) {
        self.labels.clone_from(&self.captions);
        self.caption_scale = None;
        // Those of a divided board name its first, large cells.
        let most_places = if self.has_cells && self.has_vertices { MANY } else { FEW };
        if self.captions.is_empty() || self.places.len() > most_places {
            return;
        }
        let around = sharpened(outline(self), self.unit());
        let Some(bounds) = Rect::around(around.iter().copied()) else { return };
        let far = self.captions.iter().map(|label| beyond(&around, label.at).0);
        let farthest = far.fold(0.0, f64::max);
        let usual = farthest + CAPTION * self.unit();
        let most = shape::CAPTION_FRAME * bounds.width().max(bounds.height());
        if usual <= most || farthest <= 0.0 {
            return;
        }
        self.caption_scale = Some(most / usual);
        for label in &mut self.labels {
            let (far, (x, y)) = beyond(&around, label.at);
            // In the middle of the frame.
            let nearer = far - MIDDLE * most * (far / farthest);
            label.at = Pos::new(label.at.x - x * nearer, label.at.y - y * nearer);
        }
    }
}

/// The frame around a board and its captions.
pub(crate) struct BoardFrame {
    /// The convex outline of the board and its bands.
    inner: Vec<Pos>,
    /// From there to the outer edge.
    pub wide: f64,
    /// The outer edge, with rounded corners.
    pub outline: Vec<Pos>,
}

impl BoardFrame {
    /// Moves a caption along the line of its places to the middle between board and outer edge.
    pub fn centered(&self, board: &BoardGeometry, at: Pos) -> Pos {
        let sides = signed_distances(&self.inner, at);
        let Some((far, (x, y))) = sides.max_by(|a, b| a.0.total_cmp(&b.0)) else { return at };
        let near = board.places().iter().filter(|spot| !spot.far);
        let nearest = near.min_by(|a, b| a.at.distance(at).total_cmp(&b.at.distance(at)));
        let line = nearest.map(|spot| (at.x - spot.at.x, at.y - spot.at.y));
        let ahead = |(dx, dy): &(f64, f64)| dx * x + dy * y;
        // Across the frame where the line of the places runs along it.
        let line = line.filter(|it| ahead(it) > 0.5 * it.0.hypot(it.1)).unwrap_or((x, y));
        let part = (self.wide / 2.0 - far) / ahead(&line);
        Pos::new(at.x + line.0 * part, at.y + line.1 * part)
    }
}

/// Returns the outline of the frame around a board and its captions.
pub(crate) fn rim(board: &BoardGeometry, bands: &[Pos]) -> Vec<Pos> {
    board_frame(board, bands).outline
}

/// Returns the frame around a board and its captions. It is parallel to the bands with these outer
/// corners.
pub(crate) fn board_frame(board: &BoardGeometry, bands: &[Pos]) -> BoardFrame {
    let unit = board.unit();
    let around = sharpened(outline(board), unit);
    let whole = Rect::around(around.iter().copied());
    let most = whole.map_or(f64::INFINITY, |all| all.width().max(all.height()));
    let rim = (unit * RIM).min(shape::PLAIN_FRAME * most);
    // Wide enough for the captions.
    let texts = board.labels().iter().map(|label| {
        let half = unit * (0.1 + 0.2 * label.text.chars().count() as f64).min(0.6);
        beyond(&around, label.at).0 + half
    });
    let wide = match board.caption_scale {
        Some(_) => rim.max(shape::CAPTION_FRAME * most),
        // As wide as beside other boards.
        None if !board.labels().is_empty() && whole.is_some() => {
            texts.fold(rim, f64::max).max(shape::CAPTION_FRAME * most)
        }
        None => rim,
    };
    // Captions stand beyond bands as far as beyond cells.
    let inner = around_all(&around, bands);
    let edge = rounded(&inner, wide - 0.6 * rim);
    let rounded = edge.iter().flat_map(|at| {
        (0..ROUND).map(move |n| {
            let (sin, cos) = (f64::from(n) / f64::from(ROUND) * std::f64::consts::TAU).sin_cos();
            Pos::new(at.x + cos * 0.6 * rim, at.y + sin * 0.6 * rim)
        })
    });
    BoardFrame { inner, wide, outline: hull(rounded.collect()) }
}

/// Returns the convex outline of a board and its bands, given by their outer corners. Beside bands
/// that do not go around the board, its sides move outwards as a whole.
fn around_all(outline: &[Pos], bands: &[Pos]) -> Vec<Pos> {
    let points = outline.iter().chain(bands).copied();
    let hull = hull(points.clone().collect());
    let Some(whole) = Rect::around(points) else { return hull };
    if hull.len() < 3 || outline.len() < 3 || hull.iter().all(|corner| bands.contains(corner)) {
        return hull;
    }
    let mut around = whole.grown(whole.width().max(whole.height())).corners().to_vec();
    let next = outline.iter().cycle().skip(1);
    for (a, b) in outline.iter().zip(next) {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let beyond = |at: &Pos| (at.x - a.x) * dy - (at.y - a.y) * dx;
        let most = bands.iter().map(beyond).fold(0.0, f64::max);
        around = cut(&around, |at| beyond(at) - most);
    }
    around
}

/// Returns the part of a polygon that does not lie beyond a line.
fn cut(polygon: &[Pos], beyond: impl Fn(&Pos) -> f64) -> Vec<Pos> {
    let next = polygon.iter().cycle().skip(1);
    let mut kept = Vec::new();
    for (a, b) in polygon.iter().zip(next) {
        let (from, to) = (beyond(a), beyond(b));
        if from <= 0.0 {
            kept.push(*a);
        }
        if from * to < 0.0 {
            kept.push(a.toward(*b, from / (from - to)));
        }
    }
    kept
}

/// The distance of a point outside a convex outline, 0 inside, and the direction away from the
/// nearest side.
fn beyond(outline: &[Pos], at: Pos) -> (f64, (f64, f64)) {
    let out = signed_distances(outline, at);
    out.fold((0.0, (0.0, 0.0)), |most, it| if it.0 > most.0 { it } else { most })
}

/// The distance of a point from each side of a convex outline, negative inside, and the direction
/// away from it.
fn signed_distances(outline: &[Pos], at: Pos) -> impl Iterator<Item = (f64, (f64, f64))> {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(move |(a, b)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let long = dx.hypot(dy).max(f64::MIN_POSITIVE);
        (((at.x - a.x) * dy - (at.y - a.y) * dx) / long, (dy / long, -dx / long))
    })
}

/// Offsets a convex outline. Corners that would become long points are cut.
pub(crate) fn grown(outline: &[Pos], by: f64) -> Vec<Pos> {
    offset(outline, by, LONG, 1)
}

/// The same, with sharp corners rounded: pointed ones would need much room.
fn rounded(outline: &[Pos], by: f64) -> Vec<Pos> {
    offset(outline, by, SHARP, ARC)
}

/// The square of the sum of both normals: of a corner that would become a long point, and of one
/// that is sharper than a right angle.
const LONG: f64 = 0.9;
const SHARP: f64 = 1.7;
/// The steps around a rounded corner.
const ARC: u32 = 8;

/// Offsets a convex outline. Corners at which the sum of both normals is short get an arc of so
/// many steps.
fn offset(outline: &[Pos], by: f64, least: f64, steps: u32) -> Vec<Pos> {
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
        if whole > least {
            let part = 2.0 * by / whole;
            grown.push(Pos::new(p.x + x * part, p.y + y * part));
        } else {
            for step in 0..=steps {
                let part = f64::from(step) / f64::from(steps);
                let (x, y) = (ax + (bx - ax) * part, ay + (by_ - ay) * part);
                let long = x.hypot(y).max(f64::MIN_POSITIVE);
                grown.push(Pos::new(p.x + x / long * by, p.y + y / long * by));
            }
        }
    }
    grown
}

/// A side shorter than this, in units, between two that are longer by this factor cuts a corner.
const CUT: f64 = 1.3;
const LONGER: f64 = 2.5;

/// Returns a convex outline without the short sides that cut its corners, as those of a board of
/// hexagons: captions go on in their row to a corner.
fn sharpened(outline: Vec<Pos>, unit: f64) -> Vec<Pos> {
    let count = outline.len();
    if count < 6 {
        return outline;
    }
    let corner = |n: usize| outline[n % count];
    let long = |n: usize| corner(n).distance(corner(n + 1));
    let meeting = |n: usize| {
        let (before, a, b, after) =
            (corner(n + count - 1), corner(n), corner(n + 1), corner(n + 2));
        let (dx, dy) = (a.x - before.x, a.y - before.y);
        let (ex, ey) = (b.x - after.x, b.y - after.y);
        let whole = dx * ey - dy * ex;
        let part = ((b.x - a.x) * ey - (b.y - a.y) * ex) / whole;
        let at = Pos::new(a.x + dx * part, a.y + dy * part);
        (part > 0.0 && at.distance(a) <= long(n)).then_some(at)
    };
    let cuts = |n: usize| {
        let beside = long(n + count - 1).min(long(n + 1));
        (long(n) < CUT * unit && beside > LONGER * long(n)).then(|| meeting(n)).flatten()
    };
    let mut kept = Vec::new();
    for n in 0..count {
        match (cuts(n + count - 1), cuts(n)) {
            // The end of a side that cuts a corner.
            (Some(_), _) => {}
            (None, Some(at)) => kept.push(at),
            (None, None) => kept.push(corner(n)),
        }
    }
    kept
}

/// Corners that stand out by less than this are none, in parts of the whole.
const FLAT: f64 = 1e-9;

/// The convex hull, clockwise on the screen.
pub(crate) fn hull(mut points: Vec<Pos>) -> Vec<Pos> {
    points.retain(|p| p.x.is_finite() && p.y.is_finite());
    let all = Rect::around(points.iter().copied());
    // Points of one vertical side are in order along it, although they differ a little.
    let grain = all.map_or(1.0, |all| all.width().max(all.height()) * FLAT).max(f64::MIN_POSITIVE);
    let column = |p: &Pos| (p.x / grain).round();
    points.sort_by(|a, b| column(a).total_cmp(&column(b)).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let whole = all.map_or(0.0, |all| all.width() * all.height());
    let turn = |a: Pos, b: Pos, c: Pos| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let half = |points: &mut dyn Iterator<Item = Pos>| {
        let mut chain: Vec<Pos> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && turn(a, b, p) <= FLAT * whole
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of side 4.
    fn square() -> Vec<Pos> {
        hull([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(|(x, y)| Pos::new(x, y)).to_vec())
    }

    fn corners(outline: Vec<Pos>) -> Vec<(f64, f64)> {
        let mut corners: Vec<(f64, f64)> = outline.iter().map(|at| (at.x, at.y)).collect();
        corners.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        corners
    }

    #[test]
    fn a_band_along_a_part_of_a_side_moves_the_whole_side() {
        let above = [Pos::new(1.0, -1.0), Pos::new(3.0, -1.0)];
        let around = around_all(&square(), &above);
        assert_eq!(corners(around), [(0.0, -1.0), (0.0, 4.0), (4.0, -1.0), (4.0, 4.0)]);
        assert_eq!(around_all(&square(), &[]), square());
    }

    #[test]
    fn bands_all_around_are_the_outline() {
        // The mitred corners of a board whose own corners are cut.
        let bands = [(-1.0, -1.0), (5.0, -1.0), (5.0, 5.0), (-1.0, 5.0)];
        let cut = [(1.0, 0.0), (4.0, 0.0), (4.0, 3.0), (3.0, 4.0), (0.0, 4.0), (0.0, 1.0)];
        let [bands, cut] =
            [&bands[..], &cut[..]].map(|all| all.iter().map(|(x, y)| Pos::new(*x, *y)).collect());
        let (bands, cut): (Vec<Pos>, Vec<Pos>) = (bands, cut);
        assert_eq!(corners(around_all(&cut, &bands)), corners(bands));
    }

    #[test]
    fn short_sides_that_cut_a_corner_are_left_out() {
        let cut = [(1.0, 0.0), (9.0, 0.0), (10.0, 1.0), (10.0, 10.0), (0.0, 10.0), (0.0, 1.0)];
        let cut = hull(cut.map(|(x, y)| Pos::new(x, y)).to_vec());
        let whole = [(0.0, 0.0), (0.0, 10.0), (10.0, 0.0), (10.0, 10.0)];
        assert_eq!(corners(sharpened(cut.clone(), 1.2)), whole);
        // In smaller cells, those are sides.
        assert_eq!(sharpened(cut.clone(), 1.0), cut);
        let round: Vec<Pos> = (0..12)
            .map(|n| f64::from(n) / 12.0 * std::f64::consts::TAU)
            .map(|turn| Pos::new(turn.cos(), turn.sin()))
            .collect();
        let round = hull(round);
        assert_eq!(sharpened(round.clone(), 1.0), round);
    }

    #[test]
    fn sharp_corners_are_rounded_and_others_keep_their_point() {
        let edge = rounded(&square(), 1.0);
        assert_eq!(corners(edge), [(-1.0, -1.0), (-1.0, 5.0), (5.0, -1.0), (5.0, 5.0)]);
        let triangle = [(0.0, 0.0), (8.0, 0.0), (4.0, 6.9)].map(|(x, y)| Pos::new(x, y));
        let triangle = hull(triangle.to_vec());
        let away = |p: &Pos| triangle.iter().map(|q| q.distance(*p)).fold(f64::INFINITY, f64::min);
        let edge = rounded(&triangle, 1.0);
        assert!(edge.iter().all(|p| away(p) < 1.0 + 1e-9), "{edge:?}");
    }

    #[test]
    fn points_that_hardly_stand_out_are_no_corners() {
        let mut points = square();
        points.extend([Pos::new(2.0, -1e-12), Pos::new(4.0 + 1e-13, 4.0 - 1e-12)]);
        assert_eq!(hull(points).len(), 4);
    }

    #[test]
    fn points_of_a_side_that_is_nearly_straight_hide_no_corner() {
        let mut points = square();
        points.extend([Pos::new(-1e-15, 2.0), Pos::new(1e-15, 1.0), Pos::new(-1e-16, 3.0)]);
        assert_eq!(hull(points).len(), 4);
    }
}
