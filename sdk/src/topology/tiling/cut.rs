//! Cuts of a tiling to a board.

use super::mesh::Mesh;
use super::outlines::{CLOSES, less, same_corner};
use super::pattern::Pattern;
use super::{Cell, NEAR, Tiling, TilingName, sides};
use crate::Diagnostic;
use crate::diagnostic;
use crate::sorting::{sort, sort_by};

/// The most cells of a board.
const MOST: usize = 20_000;
/// How far a board reaches from its middle, at most.
const FARTHEST: f64 = 60.0;
/// How far beyond the rim corners are made, so that every cell near it is whole.
const MARGIN: f64 = 6.0;
/// The most corners of an outline.
const MOST_CORNERS: usize = 64;
/// The most rows and columns.
const MOST_ROWS: u16 = 400;
/// How far the first look for rows reaches: beyond one repeat of every tiling.
const FIRST: f64 = 8.0;

/// The key that cuts the tiling, with what it says.
enum Cut<'a> {
    Radius(f64),
    Size([f64; 2]),
    Rows(u16, Option<u16>),
    Outline(&'a [[f64; 2]]),
}

fn error(key: &str, what: impl Into<String>) -> Diagnostic {
    diagnostic::at(["board", key], "board.tiling", what)
}

impl Tiling {
    /// Returns the keys that cut a tiling and are given.
    pub(super) fn cuts(&self) -> Vec<&'static str> {
        let all = [
            ("radius", self.radius.is_some()),
            ("size", self.size.is_some()),
            ("rows", self.rows.is_some()),
            ("columns", self.columns.is_some()),
            ("outline", self.outline.is_some()),
        ];
        all.into_iter().filter(|(_, given)| *given).map(|(key, _)| key).collect()
    }

    fn checked_cut(&self) -> Result<Cut<'_>, Vec<Diagnostic>> {
        let mut given = self.cuts();
        if self.rows.is_some() {
            given.retain(|key| *key != "columns");
        }
        let keys = "`radius`, `size`, `rows` or `outline`";
        match given[..] {
            [] => {
                let what = format!("expected {keys}, to cut the tiling to a board");
                let error = diagnostic::at(["board"], "board.tiling", what).on_key();
                return Err(error.hint("for a round board, `radius = 5`").into());
            }
            ["columns"] => {
                let error = error("columns", "`columns` goes with `rows`").on_key();
                return Err(error.hint("say how many `rows` the board has").into());
            }
            [_] => {}
            [first, second, ..] => {
                let what = format!("`{first}` and `{second}` both cut the tiling to a board");
                return Err(error(second, what).on_key().hint("keep one of them").into());
            }
        }
        if let Some(radius) = self.radius {
            if !(0.5..=FARTHEST).contains(&radius) {
                return Err(error("radius", "expected a radius from 0.5 to 60").into());
            }
            return Ok(Cut::Radius(radius));
        }
        if let Some(size) = self.size {
            if !size.iter().all(|size| (1.0..=2.0 * FARTHEST).contains(size)) {
                let what = "expected a width and a height from 1 to 120";
                return Err(error("size", what).into());
            }
            return Ok(Cut::Size(size));
        }
        if let Some(rows) = self.rows {
            for (key, count) in [("rows", Some(rows)), ("columns", self.columns)] {
                if count.is_some_and(|count| !(1..=MOST_ROWS).contains(&count)) {
                    return Err(error(key, format!("expected 1 to {MOST_ROWS} {key}")).into());
                }
            }
            return Ok(Cut::Rows(rows, self.columns));
        }
        let outline = self.outline.as_deref().unwrap_or_default();
        check_outline(outline)?;
        Ok(Cut::Outline(outline))
    }

    /// Returns the cells that are cut from a tiling, by rows from the top.
    pub(super) fn cut(&self, name: TilingName) -> Result<Vec<Cell>, Vec<Diagnostic>> {
        let tiles = Tiles::new(name);
        let (key, mut cells) = match self.checked_cut()? {
            Cut::Radius(radius) => {
                let is_kept = |[x, y]: [f64; 2]| x * x + y * y <= (radius + NEAR) * (radius + NEAR);
                ("radius", tiles.cells([radius, radius], is_kept))
            }
            Cut::Size([width, height]) => {
                let [wide, high] = [width / 2.0, height / 2.0];
                let is_kept = |[x, y]: [f64; 2]| x.abs() <= wide + NEAR && y.abs() <= high + NEAR;
                ("size", tiles.cells([wide, high], is_kept))
            }
            Cut::Rows(rows, columns) => ("rows", tiles.rows(rows, columns)?),
            Cut::Outline(corners) => {
                let far = |axis: usize| corners.iter().map(|at| at[axis].abs()).fold(0.5, f64::max);
                let cells = tiles.cells([far(0), far(1)], |at| is_inside(corners, at));
                ("outline", cells)
            }
        };
        if matches!(key, "rows" | "outline") {
            keep_largest_part(&mut cells);
        }
        if !(2..=MOST).contains(&cells.len()) {
            let what = format!("expected 2 to {MOST} cells, found {}", cells.len());
            let size = if cells.len() < 2 { "larger" } else { "smaller" };
            let hint = format!("a side of a cell is 1 long: make `{key}` {size}");
            return Err(error(key, what).hint(hint).into());
        }
        let row = |y: f64| (y * 1000.0).round();
        sort_by(&mut cells, |a, b| {
            row(a.at[1]).total_cmp(&row(b.at[1])).then(a.at[0].total_cmp(&b.at[0]))
        });
        Ok(cells)
    }
}

/// A tiling of the plane.
struct Tiles {
    pattern: Pattern,
    is_dual: bool,
}

impl Tiles {
    fn new(name: TilingName) -> Self {
        let (pattern, is_dual) = name.primal();
        Tiles { pattern, is_dual }
    }

    /// Returns the cells whose middle is kept, of those so far from the origin.
    fn cells(&self, half: [f64; 2], is_kept: impl Fn([f64; 2]) -> bool) -> Vec<Cell> {
        let mesh = Mesh::new(&self.pattern.corners(half.map(|half| half + MARGIN)));
        if self.is_dual { mesh.dual_faces(is_kept) } else { mesh.faces(is_kept) }
    }

    /// Returns the cells of so many rows and columns around the middle: a row is every height, and
    /// a column every place across, at which the middle of a cell lies. Without columns the board
    /// is as wide as high.
    fn rows(&self, rows: u16, columns: Option<u16>) -> Result<Vec<Cell>, Vec<Diagnostic>> {
        let mut half = FIRST;
        loop {
            let is_near = |[x, y]: [f64; 2]| x.abs() <= half && y.abs() <= half;
            let cells = self.cells([half, half], is_near);
            let high = middle_levels(&cells, 1, rows);
            let wide = match (columns, high) {
                (Some(columns), _) => middle_levels(&cells, 0, columns),
                // The middle between the outermost columns is that of the tiling.
                (None, Some([top, bottom])) => {
                    let reach = (bottom - top) / 2.0;
                    (reach <= half).then_some([-reach, reach])
                }
                (None, None) => None,
            };
            if let (Some(high), Some(wide)) = (high, wide) {
                let is_kept = |[x, y]: [f64; 2]| {
                    (wide[0] - NEAR..=wide[1] + NEAR).contains(&x)
                        && (high[0] - NEAR..=high[1] + NEAR).contains(&y)
                };
                return Ok(cells.into_iter().filter(|cell| is_kept(cell.at)).collect());
            }
            if half >= FARTHEST {
                let (key, axis) = if high.is_none() { ("rows", 1) } else { ("columns", 0) };
                let most = levels(&cells, axis).len();
                let what = format!("expected 1 to {most} {key}: more reach too far");
                return Err(error(key, what).into());
            }
            half = (half * 2.0).min(FARTHEST);
        }
    }
}

/// Returns the different places of middles along an axis, in order.
fn levels(cells: &[Cell], axis: usize) -> Vec<f64> {
    let mut levels: Vec<f64> = cells.iter().map(|cell| cell.at[axis]).collect();
    sort_by(&mut levels, f64::total_cmp);
    levels.dedup_by(|next, level| (*next - *level).abs() < 1e-3);
    levels
}

/// Returns the first and the last of so many consecutive levels around the middle; the first of
/// two that are as near.
fn middle_levels(cells: &[Cell], axis: usize, count: u16) -> Option<[f64; 2]> {
    let levels = levels(cells, axis);
    let mut best: Option<[f64; 2]> = None;
    for window in levels.windows(usize::from(count)) {
        let found = [window[0], window[window.len() - 1]];
        let off = |[first, last]: [f64; 2]| (first + last).abs();
        if best.is_none_or(|best| off(found) < off(best) - NEAR) {
            best = Some(found);
        }
    }
    best
}

/// Keeps the largest of the parts that hang together by sides.
fn keep_largest_part(cells: &mut Vec<Cell>) {
    let mut at_side: Vec<(usize, usize, usize)> = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        let ends = sides(&cell.numbers).map(|(one, other)| (one.min(other), one.max(other)));
        at_side.extend(ends.map(|(one, other)| (one, other, number)));
    }
    sort(&mut at_side);
    // The number of a part is that of one of its cells.
    let mut part: Vec<usize> = (0..cells.len()).collect();
    let root = |part: &[usize], mut at: usize| {
        while part[at] != at {
            at = part[at];
        }
        at
    };
    for pair in at_side.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 == pair[1].1) {
        let (one, other) = (root(&part, pair[0].2), root(&part, pair[1].2));
        part[one.max(other)] = one.min(other);
    }
    let roots: Vec<usize> = (0..cells.len()).map(|at| root(&part, at)).collect();
    let mut sizes = vec![0u32; cells.len()];
    roots.iter().for_each(|root| sizes[*root] += 1);
    let largest = (0..cells.len()).rev().max_by_key(|root| sizes[*root]).unwrap_or(0);
    let mut is_kept = roots.into_iter().map(|root| root == largest);
    cells.retain(|_| is_kept.next().unwrap_or(false));
}

fn check_outline(corners: &[[f64; 2]]) -> Result<(), Vec<Diagnostic>> {
    let found = corners.len();
    if !(3..=MOST_CORNERS).contains(&found) {
        let what = format!("expected 3 to {MOST_CORNERS} corners, found {found}");
        let hint = "list the corners in order, each as `[x, y]`";
        return Err(error("outline", what).hint(hint).into());
    }
    let mut errors = Vec::new();
    for (index, at) in corners.iter().enumerate() {
        if !at.iter().all(|axis| axis.abs() <= FARTHEST) {
            let path = diagnostic::path(["board", "outline"]).index(index);
            let what = format!("expected numbers from -{FARTHEST} to {FARTHEST}");
            let error = diagnostic::along(path, "board.tiling", what);
            errors.push(error.hint("0, 0 is the middle; a side of a regular polygon is 1 long"));
        }
    }
    diagnostic::check(std::mem::take(&mut errors))?;
    for (index, (at, next)) in sides(corners).enumerate() {
        // A side without a length has every point on it.
        if less(at, next).iter().all(|axis| axis.abs() < NEAR) {
            let (is_last, next) = (index + 1 == found, (index + 1) % found);
            let (first, second) = (index.min(next), index.max(next));
            let path = diagnostic::path(["board", "outline"]).index(second);
            let what = same_corner("the outline", second, first);
            let error = diagnostic::along(path, "board.tiling", what);
            errors.push(if is_last { error.hint(CLOSES) } else { error });
        }
    }
    diagnostic::check(errors)?;
    for one in 0..found {
        for other in one + 2..found {
            let is_next = one == 0 && other + 1 == found;
            let [a, b] = [corners[one], corners[one + 1]];
            let [c, d] = [corners[other], corners[(other + 1) % found]];
            if !is_next && cross(a, b, c, d) {
                let what = format!(
                    "the outline crosses itself: the side from corner {} to {} and the side from \
                     corner {} to {} cross",
                    one + 1,
                    one + 2,
                    other + 1,
                    (other + 1) % found + 1,
                );
                let hint = "list the corners in order around the board";
                return Err(error("outline", what).hint(hint).into());
            }
        }
    }
    Ok(())
}

/// Returns twice the area of a triangle, above 0 if its corners go clockwise where y runs down.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Tells whether two sides cross inside both.
fn cross(a: [f64; 2], b: [f64; 2], c: [f64; 2], d: [f64; 2]) -> bool {
    turn(a, b, c) * turn(a, b, d) < -NEAR * NEAR && turn(c, d, a) * turn(c, d, b) < -NEAR * NEAR
}

/// Tells whether a point lies inside an outline or on it.
fn is_inside(corners: &[[f64; 2]], at: [f64; 2]) -> bool {
    let mut is_inside = false;
    for (a, b) in sides(corners) {
        if is_on(a, b, at) {
            return true;
        }
        if (a[1] > at[1]) != (b[1] > at[1]) {
            let x = a[0] + (at[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
            is_inside ^= at[0] < x;
        }
    }
    is_inside
}

/// Tells whether a point lies on a side.
fn is_on(a: [f64; 2], b: [f64; 2], at: [f64; 2]) -> bool {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let length = dx * dx + dy * dy;
    let along = (at[0] - a[0]) * dx + (at[1] - a[1]) * dy;
    let off = turn(a, b, at);
    // The distance from the line is `off` by the length.
    off * off <= NEAR * NEAR * length && (-NEAR..=length + NEAR).contains(&along)
}
