//! Maps the points of a board to a grid of characters.

use boardloom_board_view::board::Label;
use boardloom_board_view::{BoardGeometry, Camera, Pos, Rect};

/// Column and row from the top left of the board's area.
pub type Cell = (i32, i32);

/// The most columns between neighbours: wider boards are no easier to read.
const WIDEST: f64 = 8.0;
/// Height of a character divided by its width.
const ASPECT: f64 = 2.0;
/// The most that a board is stretched in one direction for legibility.
const LEANEST: f64 = 1.35;
/// The same for divided boards, whose cells have to keep their shapes.
const LEANEST_SHAPE: f64 = 1.1;
/// Sites at least this many characters apart are drawn one apart; the view then follows
/// the cursor.
const CRAMPED: f64 = 0.35;
/// The same for boards in rows, whose rows must not lie over one another in a small window.
const CRAMPED_ROWS: f64 = 0.15;
/// The zoom at which neighbours are a character apart, even if the board is then larger than
/// its area.
pub const READABLE: f64 = 0.0;
/// The zoom that shows the whole board.
pub const WHOLE: f64 = 1.0;
/// The most columns and rows of a board in rows.
const MOST_IN_ROWS: f64 = 400.0;
/// The most that a step between rows or columns may differ, in parts of it.
const UNEVEN: f64 = 0.1;
/// Distances below this part of the usual one count as zero.
const SAME: f64 = 0.02;

/// Turns a board as the camera is, and scales it horizontally and vertically so that rows
/// and columns of sites fall on rows and columns of characters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    /// The board turned, unscaled.
    turned: Camera,
    /// Columns and rows per unit of the board.
    scale: (f64, f64),
    /// The point of the turned board at the grid's first character.
    origin: (f64, f64),
    /// Characters between neighbouring columns and rows of sites; 0 if sites are closer
    /// than characters.
    pub steps: (u16, u16),
    /// Columns between neighbours in a row of sites.
    pub apart: u16,
    /// Whether rows of sites share a row of characters.
    pub folds_rows: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellArea {
    pub width: u16,
    pub height: u16,
    /// [`READABLE`], or the magnification of the [`WHOLE`] board.
    pub zoom: f64,
    /// The point to keep in view.
    pub focus: Option<Pos>,
}

impl Projection {
    /// `None` for a board without sites.
    pub fn new(board: &BoardGeometry, camera: &Camera, room: CellArea) -> Option<Self> {
        let Sizes { turned, all, gaps, in_row, regular } = Sizes::of(board, camera)?;
        // Divided boards have no rows to tell apart, and "whole board" shows all of any board.
        let cramped = match (board.has_vertices || room.zoom == WHOLE, regular) {
            (true, _) => 1.0,
            (false, true) => CRAMPED_ROWS,
            (false, false) => CRAMPED,
        };
        let (scale, steps) = scales(&all, gaps, room, (board.has_vertices, cramped));
        let apart = in_row.map_or(f64::INFINITY, |gap| gap * scale.0 + 1e-6) as u16;
        let folds_rows = regular && !board.has_vertices && gaps.1.is_some() && steps.1 == 0;
        let origin = (0.0, 0.0);
        let mut this = Projection { turned, scale, origin, steps, apart, folds_rows };
        this.origin = (
            start(&all, room.focus.map(|at| turned.to_screen(at)), scale.0, room.width, |p| p.x),
            start(&all, room.focus.map(|at| turned.to_screen(at)), scale.1, room.height, |p| p.y),
        );
        Some(this)
    }

    /// Puts the rows of a board below each other, with at least `apart` columns from a site
    /// to the next one, and returns the width and height that this takes. `None` for boards
    /// without sites, and for those whose sites stand in no rows and columns.
    pub fn in_rows(
        board: &BoardGeometry,
        camera: &Camera,
        apart: u16,
    ) -> Option<(Self, (u16, u16))> {
        let Sizes { turned, all, gaps, in_row, regular } = Sizes::of(board, camera)?;
        let (across, down) = (gaps.0.or(gaps.1)?, gaps.1.or(gaps.0)?);
        let in_row = in_row.unwrap_or(across);
        let step = (f64::from(apart) * across / in_row - 1e-6).ceil().max(1.0);
        let scale = (step / across, 1.0 / down);
        let (width, height) = (all.width() * scale.0, all.height() * scale.1);
        // Between characters side by side there is no room for the edges of a map.
        let is_map = board.has_vertices || board.has_drawn_edges();
        if !regular || is_map || width > MOST_IN_ROWS || height > MOST_IN_ROWS {
            return None;
        }
        let apart = (in_row * scale.0 + 1e-6) as u16;
        let origin = (all.min.x, all.min.y);
        let steps = (step as u16, 1);
        let this = Projection { turned, scale, origin, steps, apart, folds_rows: false };
        Some((this, (width.round() as u16 + 1, height.round() as u16 + 1)))
    }

    /// Tells whether the sites of a board stand in rows and columns.
    pub fn has_rows(board: &BoardGeometry, camera: &Camera) -> bool {
        Projection::in_rows(board, camera, 1).is_some()
    }

    /// Leaves so many columns and rows free at the left and the top.
    pub fn shifted(mut self, (columns, rows): (u16, u16)) -> Self {
        self.origin.0 -= f64::from(columns) / self.scale.0;
        self.origin.1 -= f64::from(rows) / self.scale.1;
        self
    }

    /// Returns the character of a point, which may lie outside of the area.
    pub fn cell(&self, at: Pos) -> Cell {
        let (x, y) = self.exact(at);
        // Rounding of halves must not depend on the last bit.
        ((x + 1e-6).round() as i32, (y + 1e-6).round() as i32)
    }

    pub fn exact(&self, at: Pos) -> (f64, f64) {
        let at = self.turned.to_screen(at);
        ((at.x - self.origin.0) * self.scale.0, (at.y - self.origin.1) * self.scale.1)
    }

    pub fn size_of(&self, length: f64) -> (f64, f64) {
        (length * self.scale.0, length * self.scale.1)
    }

    /// Returns the point of the board at the middle of a character.
    pub fn point(&self, (column, row): Cell) -> Pos {
        let x = f64::from(column) / self.scale.0 + self.origin.0;
        let y = f64::from(row) / self.scale.1 + self.origin.1;
        self.turned.to_board(Pos::new(x, y))
    }
}

/// Returns the captions where they fit the grid: in line with rows and columns, on divided boards,
/// whose cells are large, near the board.
pub fn captions(board: &BoardGeometry) -> &[Label] {
    if board.has_vertices { board.labels() } else { board.captions() }
}

/// The extent of a turned board, and the distances between its sites.
struct Sizes {
    turned: Camera,
    all: Rect,
    /// Least distances between columns and between rows of sites.
    gaps: (Option<f64>, Option<f64>),
    /// Least distance between sites of a row.
    in_row: Option<f64>,
    /// Whether all columns and rows of sites are as far apart as the nearest.
    regular: bool,
}

impl Sizes {
    fn of(board: &BoardGeometry, camera: &Camera) -> Option<Self> {
        let turned = Camera {
            center: Pos::new(0.0, 0.0),
            scale: 1.0,
            viewport: Rect { min: Pos::new(0.0, 0.0), max: Pos::new(0.0, 0.0) },
            ..*camera
        };
        let places = || board.places().iter().filter(|spot| !spot.far);
        let middles = places().map(|spot| turned.to_screen(spot.at));
        let labels = captions(board).iter().map(|label| turned.to_screen(label.at));
        let all = Rect::around(middles.chain(labels))?;
        let own = || places().filter(|spot| !spot.copy).map(|spot| turned.to_screen(spot.at));
        let least = board.unit() * SAME * 2.0;
        let gaps = (gap(own().map(|p| p.x), least), gap(own().map(|p| p.y), least));
        let regular =
            are_steps(own().map(|p| p.x), gaps.0) && are_steps(own().map(|p| p.y), gaps.1);
        Some(Sizes { turned, all, gaps, in_row: gap_in_row(own(), least), regular })
    }
}

/// Tells whether values lie whole steps apart.
fn are_steps(mut values: impl Iterator<Item = f64>, step: Option<f64>) -> bool {
    let (Some(step), Some(first)) = (step, values.next()) else { return true };
    values.map(|value| (value - first) / step).all(|it| (it - it.round()).abs() < UNEVEN)
}

/// Returns the least distance between values that differ.
fn gap(values: impl Iterator<Item = f64>, least: f64) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let gaps = values.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > least);
    gaps.min_by(f64::total_cmp)
}

fn gap_in_row(places: impl Iterator<Item = Pos>, least: f64) -> Option<f64> {
    let mut places: Vec<Pos> = places.collect();
    places.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut nearest: Option<f64> = None;
    let mut rest = &places[..];
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|place| place.y - first.y <= least).count();
        let (row, more) = rest.split_at(count);
        let row = gap(row.iter().map(|place| place.x), least);
        nearest = [nearest, row].into_iter().flatten().min_by(f64::total_cmp);
        rest = more;
    }
    nearest
}

/// Chooses the columns and rows per unit of the board.
fn scales(
    all: &Rect,
    gaps: (Option<f64>, Option<f64>),
    room: CellArea,
    (divided, cramped): (bool, f64),
) -> ((f64, f64), (u16, u16)) {
    let fit = |size: f64, room: u16| match size > 1e-9 {
        // A character at either end belongs to the outermost places.
        true => (f64::from(room.max(2)) - 1.0) / size,
        false => f64::INFINITY,
    };
    let (across, down) = (fit(all.width(), room.width), fit(all.height(), room.height));
    let zoom = room.zoom.max(WHOLE);
    let most = WIDEST / gaps.0.or(gaps.1).unwrap_or(1.0);
    let columns = across.min(down * ASPECT * LEANEST).min(most) * zoom;
    let (columns, column_step) = snapped(columns, gaps.0, cramped);
    let rows = (down * zoom).min(columns / ASPECT * LEANEST);
    let (rows, row_step) = snapped(rows, gaps.1, cramped);
    // The width may allow wider columns than the rows can match.
    let (columns, column_step) = match columns > rows * ASPECT * LEANEST {
        true => snapped(rows * ASPECT * LEANEST, gaps.0, cramped),
        false => (columns, column_step),
    };
    let lean = columns / rows / ASPECT;
    let exact = across.min(down * ASPECT) * zoom;
    let small = columns < exact * 0.75;
    if divided && (small || !(1.0 / LEANEST_SHAPE..=LEANEST_SHAPE).contains(&lean)) {
        return ((exact, exact / ASPECT), (0, 0));
    }
    let sane = |scale: f64| if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
    ((sane(columns), sane(rows)), (column_step, row_step))
}

/// Returns the next smaller scale with whole characters between neighbours, and their
/// number; the scale itself if sites are closer than `cramped` characters.
fn snapped(scale: f64, gap: Option<f64>, cramped: f64) -> (f64, u16) {
    let Some(gap) = gap else { return (scale, 0) };
    let step = (scale * gap + 1e-6).floor();
    if scale * gap >= cramped && step < 1.0 {
        return (1.0 / gap, 1);
    }
    if step < 1.0 {
        return (scale, 0);
    }
    // An even number leaves a character for the edge between neighbours.
    let step = if step > 2.0 { step - step % 2.0 } else { step };
    (step / gap, step.min(f64::from(u16::MAX)) as u16)
}

/// Returns the coordinate of the first character: centres a board that fits, else keeps
/// the focus in view.
fn start(all: &Rect, focus: Option<Pos>, scale: f64, room: u16, of: impl Fn(Pos) -> f64) -> f64 {
    let (low, high) = (of(all.min), of(all.max));
    let size = f64::from(room.max(1)) - 1.0;
    let needed = (high - low) * scale;
    if needed <= size + 1e-6 {
        // Whole characters, so that columns stay where they are.
        let margin = ((size - needed) / 2.0).floor().max(0.0);
        return low - margin / scale;
    }
    let wanted = focus.map_or((low + high) / 2.0, of) - size / 2.0 / scale;
    wanted.clamp(low, high - size / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_just_fits_begins_at_the_first_character() {
        let all = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(1.0, 7.0) };
        // The last bit of the size is beyond the room.
        let scale = 8.0 + 1e-12;
        assert_eq!(start(&all, None, scale, 57, |at| at.y), 0.0);
        assert_eq!(start(&all, None, 8.0, 61, |at| at.y), -2.0 / 8.0);
    }
}
