//! The height of each place.

use super::Vec3;
use crate::board::{BoardGeometry, BoardPlace, Pos};
use crate::scene::{Elevation, Style, frame_outline};

/// Boards with more places are flat, and their cells no bodies: the difference would be invisible.
const MOST: usize = 6000;
/// The height of a terrace above the one around it, in radii of its cells.
const STEP: f64 = 0.3;
/// The height of a block, in radii of its cell.
const BLOCK: f64 = 0.6;
/// The depth of the gaps between cells, in units.
const GROOVE: f64 = 0.16;
/// The same where parts of divided cells leave holes.
const HOLE: f64 = 0.5;
/// Parts that cover less of a cell leave holes.
const COVERED: f64 = 0.97;
/// From the height between cells up to the floor of holes, in units.
const FLOOR: f64 = 0.004;
/// The distance of the cells around a vertex, in its radii.
const BESIDE: f64 = 0.05;

/// The height of each place: cells of a level lie on one terrace, above larger ones. What they
/// leave of the cells that they divide is a hole.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HeightMap {
    /// By level; empty on flat boards.
    terraces: Vec<f64>,
    /// Of cells, highest first.
    pub heights: Vec<f64>,
    /// The height between cells.
    pub base: f64,
    /// The floor of holes.
    floor: f64,
    /// Whether the cells are too many to be bodies.
    pub is_plain: bool,
    /// The outline of the slab, clockwise on the screen.
    pub rim: Vec<Pos>,
}

impl HeightMap {
    pub fn of(board: &BoardGeometry, style: &Style) -> Self {
        let own = || board.places().iter().filter(|spot| !spot.outline.is_empty());
        let is_plain = board.places().len() > MOST || board.is_solid();
        let mut sizes: Vec<f64> = Vec::new();
        for spot in own().filter(|spot| !spot.copy && !spot.is_divided() && !is_plain) {
            let Elevation::Terrace(level) = style.role(spot.role).elevation else { continue };
            let level = usize::from(level);
            if sizes.len() <= level {
                sizes.resize(level + 1, 0.0);
            }
            sizes[level] = sizes[level].max(spot.radius);
        }
        let levels = sizes.iter().filter(|size| **size > 0.0).count();
        let mut terraces = Vec::new();
        if levels > 1 {
            // The largest cells lie as high as a board without terraces.
            if let Some(lowest) = sizes.iter_mut().find(|size| **size > 0.0) {
                *lowest = 0.0;
            }
            terraces.extend(sizes.iter().scan(0.0, |height, size| {
                *height += size * STEP;
                Some(*height)
            }));
        }
        let filled = own().any(|spot| style.role(spot.role).fill.is_some());
        let groove = match own().find(|spot| spot.is_divided() && !is_plain) {
            Some(cell) if leaves_holes(board, cell) => HOLE,
            _ if filled && !is_plain => GROOVE,
            _ => 0.01,
        };
        let mut height_map = HeightMap {
            terraces,
            heights: Vec::new(),
            base: -groove * board.unit(),
            floor: (FLOOR - groove) * board.unit(),
            is_plain,
            rim: frame_outline(board, style),
        };
        let tops = own().filter(|_| !is_plain).map(|spot| height_map.of_cell(spot, style));
        let mut heights: Vec<f64> = tops.chain([0.0]).collect();
        heights.sort_by(|a, b| b.total_cmp(a));
        heights.dedup();
        height_map.heights = heights;
        height_map
    }

    /// Returns the lowest and highest points of the board and its pieces.
    pub fn span(&self, board: &BoardGeometry) -> (f64, f64) {
        let high = self.heights.first().copied().unwrap_or(0.0);
        (super::slab::depth(board, self), high + 0.5 * board.unit())
    }

    fn terrace(&self, level: u16) -> f64 {
        self.terraces.get(usize::from(level)).copied().unwrap_or(0.0)
    }

    fn of_cell(&self, spot: &BoardPlace, style: &Style) -> f64 {
        match style.place(spot).elevation {
            Elevation::Terrace(level) => self.terrace(level),
            Elevation::Block if !self.is_plain => BLOCK * spot.radius,
            Elevation::Pit => self.floor,
            Elevation::Block | Elevation::Level => 0.0,
        }
    }

    /// Returns the height of a place; for a vertex that of the highest cell around it.
    pub fn top(&self, board: &BoardGeometry, style: &Style, spot: &BoardPlace) -> f64 {
        if !spot.outline.is_empty() {
            return self.of_cell(spot, style);
        }
        if self.terraces.is_empty() {
            return 0.0;
        }
        self.around(board, style, spot.at, spot.radius * BESIDE)
    }

    /// Returns the height of the highest cell within `reach` of a point.
    pub fn around(&self, board: &BoardGeometry, style: &Style, at: Pos, reach: f64) -> f64 {
        if self.heights.len() < 2 {
            return 0.0;
        }
        let beside = (0..8).map(|n| {
            let (sin, cos) = (f64::from(n) * std::f64::consts::FRAC_PI_4 + 0.2).sin_cos();
            Pos::new(at.x + cos * reach, at.y + sin * reach)
        });
        let tops =
            beside.filter_map(|at| board.cells_at(at).last().map(|cell| self.of_cell(cell, style)));
        tops.fold(0.0, f64::max)
    }

    pub fn point(&self, board: &BoardGeometry, style: &Style, spot: &BoardPlace) -> Vec3 {
        [spot.at.x, spot.at.y, self.top(board, style, spot)]
    }
}

fn leaves_holes(board: &BoardGeometry, cell: &BoardPlace) -> bool {
    let covered: f64 = board.parts_of(cell).iter().map(|part| area(&part.outline)).sum();
    covered < COVERED * area(&cell.outline)
}

fn area(outline: &[Pos]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    let twice: f64 = outline.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum();
    twice.abs() / 2.0
}
