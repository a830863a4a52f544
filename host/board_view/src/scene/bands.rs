//! Bands of the sides that players own, beside the board and mitred at its corners.

use boardloom_theme::{line, piece, shape, tint};

use super::contour_bands::{beside, is_folded};
use super::piece_icon::PieceIcon;
use super::round_bands::{RoundBands, spread};
use super::{Color, Ornament, Pen, Picture, ScreenPos, Shape, Style, Theme};
use crate::board::{
    BoardFrame, BoardGeometry, Pos, Rect, Stroke, board_frame, grown, hull, outline,
};

/// A direction, or a distance in it.
type Step = (f64, f64);

/// The outer edge of a band: the direction away from the board, and how far it lies in it.
#[derive(Clone, Copy)]
pub(super) struct OuterEdge {
    out: Step,
    far: f64,
}

impl OuterEdge {
    pub(super) fn of(board: &BoardGeometry, stroke: &Stroke) -> Option<Self> {
        let out = outward(board, stroke)?;
        let ahead = |p: &Pos| p.x * out.0 + p.y * out.1;
        let far = stroke.points.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
        Some(OuterEdge { out, far: far + shape::BAND * 2.0 * board.unit() })
    }

    /// Returns the point of the edge across from another.
    fn across(&self, at: Pos) -> Pos {
        let (x, y) = self.out;
        let left = self.far - (at.x * x + at.y * y);
        Pos::new(at.x + x * left, at.y + y * left)
    }

    /// The direction away from the board, and the distance from a point to the edge in it;
    /// negative beyond the edge.
    pub(super) fn beyond(&self, at: Pos) -> (Step, f64) {
        (self.out, self.far - (at.x * self.out.0 + at.y * self.out.1))
    }

    /// Returns where two edges meet; `None` if that is far away.
    fn meeting(&self, other: &Self) -> Option<Pos> {
        let ((a, b), (c, d)) = (self.out, other.out);
        let whole = a * d - b * c;
        (whole.abs() > 0.5).then(|| {
            let (x, y) = (self.far * d - other.far * b, a * other.far - c * self.far);
            Pos::new(x / whole, y / whole)
        })
    }
}

/// The direction away from the middle of the board, across a side. The outermost points of a row
/// of hexagons lie on a straight line; its ends may not.
pub(super) fn outward(board: &BoardGeometry, stroke: &Stroke) -> Option<Step> {
    let middle = board.bounds()?.middle();
    let corners = hull(stroke.points.clone());
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let sides = sides.filter_map(|(a, b)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let long = dx.hypot(dy);
        let (x, y) = (dy / long, -dx / long);
        let along = (a.x + b.x) / 2.0 - middle.x;
        let down = (a.y + b.y) / 2.0 - middle.y;
        let away = along * x + down * y;
        // A straight line is a hull with two sides.
        (long > 0.0 && away > 0.0).then_some((long, (x, y)))
    });
    sides.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, out)| out)
}

pub(super) fn is_band(style: &Style, stroke: &Stroke) -> bool {
    matches!(style.role(stroke.role).ornament, Ornament::Band(_)) && !stroke.closed
}

/// Sides with fewer points are parts of one: plugins may draw a side edge by edge.
const PART: usize = 4;
/// Notches nearer to the end of a side, in cells, open into the corner, and are cut by it.
const END: f64 = 0.45;
/// Where a band is wider by this factor than at its narrowest, it has room for a mark.
const NOTCH: f64 = 1.3;
/// The tone of a level that is neither near to white nor to black.
const MIDDLE_LEVEL: usize = 3;
/// Of more lines, none are joined: that would take long.
const MANY: usize = 512;

/// A side of the board, and the number of its first stroke.
struct Side {
    line: Stroke,
    first: usize,
    /// Whether it is drawn edge by edge.
    in_parts: bool,
}

impl Side {
    /// Appends another side at whichever end it meets. Returns false if it meets none.
    fn join(&mut self, other: &Side, near: f64) -> bool {
        let mut points = other.line.points.clone();
        let own = &mut self.line.points;
        let meets =
            |a: Option<&Pos>, b: Option<&Pos>| a.zip(b).is_some_and(|(a, b)| a.distance(*b) < near);
        if meets(own.first(), points.first()) || meets(own.first(), points.last()) {
            own.reverse();
        }
        if meets(own.last(), points.last()) {
            points.reverse();
        }
        if !meets(own.last(), points.first()) {
            return false;
        }
        own.extend(points.into_iter().skip(1));
        self.first = self.first.min(other.first);
        true
    }
}

/// Returns the sides that have a band, each as one line.
fn sides(board: &BoardGeometry, style: &Style) -> Vec<Side> {
    let near = 0.1 * board.unit();
    let mut sides: Vec<Side> = Vec::new();
    for (first, stroke) in board.strokes.iter().enumerate() {
        if !is_band(style, stroke) {
            continue;
        }
        let in_parts = stroke.points.len() < PART && !stroke.far;
        let mut side = Side { line: stroke.clone(), first, in_parts };
        while let Some(met) = sides.iter().position(|other| {
            let same = (other.line.role, other.line.group) == (stroke.role, stroke.group);
            in_parts && same && other.in_parts && side.join(other, near)
        }) {
            sides.remove(met);
        }
        sides.push(side);
    }
    sides
}

/// Returns the outer corner of a band at one end of its side: where it meets the next band.
fn outer_corner(board: &BoardGeometry, all: &[Side], stroke: &Stroke, end: Pos) -> Option<Pos> {
    let near = 0.1 * board.unit();
    let edge = OuterEdge::of(board, stroke)?;
    let meets = |other: &&Stroke| {
        let ends = [other.points.first(), other.points.last()].into_iter().flatten();
        !std::ptr::eq(*other, stroke) && ends.into_iter().any(|p| p.distance(end) < near)
    };
    let beside = all.iter().map(|side| &side.line).find(meets);
    let beside = beside.and_then(|other| OuterEdge::of(board, other));
    let corner = beside.and_then(|other| edge.meeting(&other));
    Some(corner.unwrap_or_else(|| edge.across(end)))
}

/// Returns the outer edge of a band all around cells, grown by so many widths of a band: around a
/// site of its own, or the whole board.
fn ring(board: &BoardGeometry, stroke: &Stroke, widths: f64) -> Option<Vec<Pos>> {
    let (first, last) = (stroke.points.first()?, stroke.points.last()?);
    let around = hull(stroke.points.clone());
    let is_closed = first.distance(*last) < 0.1 * board.unit() && around.len() > 2;
    is_closed.then(|| grown(&around, widths * shape::BAND * board.unit()))
}

/// How far the outer corner of a band may lie from the end of its side, in units, before bands
/// meet better along the outline of the board.
const CORNER: f64 = 4.0;

/// Returns the outlines that bands follow where a side is not straight, or where straight bands
/// would meet far from the board.
fn round_bands(board: &BoardGeometry, sides: &[Side]) -> Option<RoundBands> {
    let meets_far = |stroke: &Stroke| {
        let ends = [stroke.points.first(), stroke.points.last()].into_iter().flatten();
        let corners =
            ends.filter_map(|end| Some(outer_corner(board, sides, stroke, *end)?.distance(*end)));
        corners.fold(0.0, f64::max) > CORNER * board.unit()
    };
    let inner = outline(board);
    let is_round = |side: &Side| {
        ring(board, &side.line, 0.0).is_none()
            && (RoundBands::bends(board, &inner, &side.line) || meets_far(&side.line))
    };
    sides.iter().any(is_round).then(|| RoundBands::of(board, &inner))?
}

/// What the bands of a board follow.
enum BandShape {
    /// Each its straight side.
    Straight,
    /// The convex outline of the board.
    Round(RoundBands),
    /// The cells.
    Contour,
}

impl BandShape {
    fn of(board: &BoardGeometry, sides: &[Side]) -> Self {
        let round = round_bands(board, sides);
        let folded = |side: &Side| {
            let points = &side.line.points;
            let edge = match &round {
                Some(round) => Some(round.edge(points)),
                None => straight_edge(board, sides, &side.line).map(Vec::from),
            };
            ring(board, &side.line, 0.0).is_none()
                && edge.is_some_and(|edge| is_folded(points, &edge))
        };
        match round {
            _ if sides.iter().any(folded) => BandShape::Contour,
            Some(round) => BandShape::Round(round),
            None => BandShape::Straight,
        }
    }
}

/// Returns the outer edge of a straight band, from the end of its side to the beginning.
fn straight_edge(board: &BoardGeometry, sides: &[Side], stroke: &Stroke) -> Option<[Pos; 2]> {
    let corner = |end: &Pos| outer_corner(board, sides, stroke, *end);
    Some([corner(stroke.points.last()?)?, corner(stroke.points.first()?)?])
}

/// Returns the outline of the frame around board, bands and captions.
pub(crate) fn frame_outline(board: &BoardGeometry, style: &Style) -> Vec<Pos> {
    frame_around(board, style).outline
}

/// Returns the frame around board, bands and captions.
pub(super) fn frame_around(board: &BoardGeometry, style: &Style) -> BoardFrame {
    let sides = if board.strokes.len() > MANY { Vec::new() } else { sides(board, style) };
    let shape = BandShape::of(board, &sides);
    if let BandShape::Round(round) = &shape {
        return board_frame(board, &round.outer);
    }
    let lines = sides.iter().map(|side| &side.line);
    let corners = lines.clone().flat_map(|stroke| match ring(board, stroke, 2.0) {
        Some(ring) => ring,
        None if matches!(shape, BandShape::Contour) => beside(board, stroke, lines.clone(), 2.0),
        None => straight_edge(board, &sides, stroke).map(Vec::from).unwrap_or_default(),
    });
    let corners: Vec<Pos> = corners.collect();
    board_frame(board, &corners)
}

/// Points of a band's inner line that are nearer than this belong to one notch, in cells.
const NOTCHES_APART: f64 = 0.6;

/// Returns every third of a row of notches, as far from one end as from the other where there are
/// as many.
fn evenly(count: usize) -> impl Iterator<Item = usize> {
    let step = shape::BAND_MARKS as usize;
    let beside = |marks: usize| (count - 1).checked_sub(step * (marks - 1));
    let usual = ((count + step / 2) / step).max(1);
    let even = |marks: &usize| beside(*marks).is_some_and(|left| left % 2 == 0);
    let marks = [usual, usual + 1].into_iter().find(even).unwrap_or(usual);
    let first = beside(marks).unwrap_or(0) / 2;
    (0..marks).map(move |n| first + step * n).filter(move |n| *n < count)
}

impl Style {
    /// Returns the part of the plane that board, bands and frame take.
    pub fn framed_bounds(&self, board: &BoardGeometry) -> Option<Rect> {
        let bounds = board.framed_bounds()?;
        if self.band_width(board) <= 0.0 || board.is_solid() {
            return Some(bounds);
        }
        // Captions stand in the middle of the frame.
        Some(Rect::around(frame_outline(board, self)).unwrap_or(bounds))
    }
}

impl Picture<'_> {
    /// Draws the band of the side that begins with this stroke, from the edge of the board
    /// outwards.
    pub(super) fn band(&self, stroke: &Stroke, side: u8, color: Color, shapes: &mut Vec<Shape>) {
        let many = self.board.strokes.len() > MANY;
        let sides = if many { Vec::new() } else { sides(self.board, self.style) };
        // Further strokes of a side are drawn with its first one.
        let begins = |side: &&Side| std::ptr::eq(&raw const self.board.strokes[side.first], stroke);
        let whole = sides.iter().find(begins).map(|side| &side.line);
        let Some(stroke) = whole.or(many.then_some(stroke)) else { return };
        let (Some(first), Some(last)) = (stroke.points.first(), stroke.points.last()) else {
            return;
        };
        let lines = sides.iter().map(|side| &side.line);
        if let Some(edge) = ring(self.board, stroke, 2.0) {
            self.push_area(&edge, color, shapes);
            let middle = self.board.bounds().map_or(edge[0], |it| it.middle());
            let away = |at: &Pos| at.distance(middle);
            let farthest = ring(self.board, stroke, 1.0).into_iter().flatten();
            if let Some(at) = farthest.max_by(|a, b| away(a).total_cmp(&away(b))) {
                self.band_mark(at, side, shapes);
            }
            return;
        }
        let along = match BandShape::of(self.board, &sides) {
            BandShape::Straight => None,
            BandShape::Round(round) => {
                Some((round.edge(&stroke.points), round.middle(&stroke.points)))
            }
            BandShape::Contour => {
                let mut edge = beside(self.board, stroke, lines.clone(), 2.0);
                edge.reverse();
                Some((edge, beside(self.board, stroke, lines, 1.0)))
            }
        };
        if let Some((edge, middle)) = along {
            self.push_band(stroke, &edge, color, shapes);
            let length: f64 = middle.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            for at in spread(&middle, self.mark_count(length)) {
                self.band_mark(at, side, shapes);
            }
            return;
        }
        let edge = OuterEdge::of(self.board, stroke);
        let Some((outer, edge)) = straight_edge(self.board, &sides, stroke).zip(edge) else {
            return;
        };
        self.push_band(stroke, &outer, color, shapes);
        let half = shape::BAND * self.board.unit();
        let middle = OuterEdge { far: edge.far - half, ..edge };
        let along = (middle.across(*first), middle.across(*last));
        self.band_marks(along, (&stroke.points, edge), side, shapes);
    }

    /// Draws the area between a side and the outer edge of its band, which runs back.
    fn push_band(&self, stroke: &Stroke, edge: &[Pos], color: Color, shapes: &mut Vec<Shape>) {
        let points: Vec<Pos> = stroke.points.iter().chain(edge).copied().collect();
        self.push_area(&points, color, shapes);
    }

    fn push_area(&self, points: &[Pos], color: Color, shapes: &mut Vec<Shape>) {
        let points = points.iter().map(|p| self.screen(*p)).collect();
        let pen = Pen { color: self.style.colors.rim, width: self.line_width(line::EDGE) };
        // Stones on the edge of the board lie on the band in part, and would melt into it.
        let stones = self.board.has_vertices && self.style.theme != Theme::HighContrast;
        let dull = if stones { tint::BAND } else { 0.0 };
        let fill = Some(color.mixed(self.style.colors.levels[MIDDLE_LEVEL], dull));
        shapes.push(Shape::Polygon { points, fill, pen: Some(pen) });
    }

    /// Returns the number of marks on a band of this length.
    fn mark_count(&self, length: f64) -> usize {
        (length / (2.0 * self.board.unit() * shape::BAND_MARKS)).round().max(1.0) as usize
    }

    /// Draws marks along a band, where it is widest.
    fn band_marks(
        &self,
        (from, to): (Pos, Pos),
        (inner, edge): (&[Pos], OuterEdge),
        side: u8,
        shapes: &mut Vec<Shape>,
    ) {
        let cell = 2.0 * self.board.unit();
        // Between the cells of the edge, which narrow the band. A mark at its end would lie on the
        // next one in part.
        let mut notches: Vec<Pos> = Vec::new();
        let ends = [inner.first(), inner.last()];
        // Where a band ends freely, its line turns aside there.
        let length = from.distance(to).max(f64::MIN_POSITIVE);
        let (dx, dy) = ((to.x - from.x) / length, (to.y - from.y) / length);
        let is_end = |at: &Pos| {
            let apart = |end: &Pos| ((at.x - end.x) * dx + (at.y - end.y) * dy).abs();
            ends.into_iter().flatten().any(|end| apart(end) < END * cell)
        };
        let is_notch = |at: &&Pos| edge.beyond(**at).1 > NOTCH * shape::BAND * cell && !is_end(at);
        for &at in inner.iter().filter(is_notch) {
            // A notch has several points; its deepest counts.
            match notches.last_mut().filter(|last| last.distance(at) < NOTCHES_APART * cell) {
                Some(last) if edge.beyond(*last).1 < edge.beyond(at).1 => *last = at,
                Some(_) => {}
                None => notches.push(at),
            }
        }
        let places: Vec<Pos> = match notches.is_empty() {
            true => spread(&[from, to], self.mark_count(from.distance(to))),
            false => evenly(notches.len())
                .map(|n| notches[n].toward(edge.across(notches[n]), 0.5))
                .collect(),
        };
        for at in places {
            self.band_mark(at, side, shapes);
        }
    }

    fn band_mark(&self, at: Pos, side: u8, shapes: &mut Vec<Shape>) {
        let radius = (shape::BAND * self.board.unit() * self.camera.scale) as f32;
        if radius < 2.0 {
            return;
        }
        let player = self.style.player(side);
        let at: ScreenPos = self.screen(at);
        let icon = PieceIcon {
            at,
            radius,
            shape: "disc".to_owned(),
            color: player.color,
            mark: player.mark.clone(),
            ink: player.ink,
            set: self.style.look.piece_set(),
            rim: self.style.colors.rim,
            count: 0,
            opacity: 1.0,
        };
        icon.side_mark_alone(piece::BAND_MARK, shapes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_a_band_stand_in_equal_steps_and_as_far_from_both_ends() {
        for count in 1..40 {
            let marks: Vec<usize> = evenly(count).collect();
            assert!(marks.windows(2).all(|pair| pair[1] - pair[0] == 3), "{count}: {marks:?}");
            let (first, last) = (marks[0], count - 1 - marks[marks.len() - 1]);
            assert!(first.abs_diff(last) <= 1 && first < 4, "{count}: {marks:?}");
        }
    }
}
