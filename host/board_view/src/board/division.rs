//! Divided cells: those that smaller cells lie on.

use super::{BoardGeometry, BoardPlace};

/// A cell this much smaller than the one around it divides it. Radii are measured to outlines
/// that may be rough.
const SMALLER: f64 = 0.95;
/// Radii of parts of the same size differ by rounding alone.
const SAME: f64 = 1e-6;
/// Parts of one cell are at least as large as this part of the largest, and of the cell.
const ALIKE: f64 = 0.6;
const SMALLEST: f64 = 0.12;

impl BoardGeometry {
    /// Returns the number of the smallest cell so far that a new cell lies on: drawings grow from
    /// the outside to the inside.
    pub(super) fn divided_by(&self, part: &BoardPlace) -> Option<usize> {
        if part.outline.is_empty() || part.copy {
            return None;
        }
        // Parts of one cell follow each other: most need no search.
        if let Some((number, radius)) = self.last_division
            && (part.radius / radius - 1.0).abs() < SAME
            && self.places.get(number).is_some_and(|cell| cell.holds(part.at))
        {
            return Some(number);
        }
        let around = self.cell_numbers_at(part.at).map(|number| number as usize);
        let larger = around.filter(|n| part.radius < SMALLER * self.places[*n].radius);
        larger.min_by(|a, b| self.places[*a].radius.total_cmp(&self.places[*b].radius))
    }

    pub(super) fn count_parts(&mut self, number: usize, count: impl Fn(u32) -> u32) {
        let was_divided = self.places[number].is_divided();
        self.places[number].parts = count(self.places[number].parts);
        if self.places[number].is_divided() != was_divided {
            self.place_blocks.alter(number);
        }
    }

    /// Returns the largest of the cells that divide a cell.
    pub fn parts_of(&self, cell: &BoardPlace) -> Vec<&BoardPlace> {
        if !cell.is_divided() {
            return Vec::new();
        }
        let mut parts = self.large_within(cell.bounds, cell.radius * SMALLEST);
        parts.retain(|s| s.radius < SMALLER * cell.radius && !s.copy && !s.outline.is_empty());
        let largest = parts.iter().map(|s| s.radius).fold(0.0, f64::max);
        parts.retain(|s| s.radius > ALIKE * largest);
        parts
    }
}
