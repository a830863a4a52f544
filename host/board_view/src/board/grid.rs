//! A hierarchical hash grid: finds items of any size at a point or in a part.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Pos, Rect};

/// A spatial hash with levels: cells of level n are 2^n wide, and an item is in one cell of
/// about its size, which it exceeds by at most half a cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    levels: BTreeMap<i32, Level>,
}

#[derive(Debug, Clone, Default)]
struct Level {
    cells: FxHashMap<(i64, i64), Vec<u32>>,
    count: usize,
    /// The largest distance from the middle of an item's bounds to its own middle.
    off: f64,
}

fn level_of(bounds: &Rect) -> i32 {
    let size = bounds.width().max(bounds.height());
    if size > 0.0 { (size.log2().ceil() as i32).clamp(-120, 120) } else { 0 }
}

fn cell_of(at: Pos, level: i32) -> (i64, i64) {
    let size = f64::exp2(f64::from(level));
    ((at.x / size).floor() as i64, (at.y / size).floor() as i64)
}

/// The most cells of a level that are searched for the nearest items before all of it is.
const MANY: usize = 64;

fn cells(first: (i64, i64), last: (i64, i64)) -> i128 {
    let wide = i128::from(last.0) - i128::from(first.0) + 1;
    let high = i128::from(last.1) - i128::from(first.1) + 1;
    wide.saturating_mul(high)
}

impl Level {
    /// Appends the items of a range of cells; `all` is the total number of items.
    fn add(&self, first: (i64, i64), last: (i64, i64), all: usize, found: &mut Vec<u32>) {
        let ((left, top), (right, bottom)) = (first, last);
        if cells(first, last) > self.cells.len().min(all) as i128 {
            let inside =
                |&(x, y): &(i64, i64)| (left..=right).contains(&x) && (top..=bottom).contains(&y);
            let cells = self.cells.iter().filter(|(cell, _)| inside(cell));
            found.extend(cells.flat_map(|(_, numbers)| numbers));
            return;
        }
        for x in left..=right {
            for y in top..=bottom {
                found.extend(self.cells.get(&(x, y)).into_iter().flatten());
            }
        }
    }
}

impl Grid {
    pub(super) fn insert(&mut self, number: u32, bounds: &Rect, middle: Pos) {
        let n = level_of(bounds);
        let level = self.levels.entry(n).or_default();
        level.cells.entry(cell_of(bounds.middle(), n)).or_default().push(number);
        level.count += 1;
        level.off = level.off.max(bounds.middle().distance(middle));
    }

    pub(super) fn remove(&mut self, number: u32, bounds: &Rect) {
        let n = level_of(bounds);
        let Some(level) = self.levels.get_mut(&n) else { return };
        let cell = cell_of(bounds.middle(), n);
        if let Some(numbers) = level.cells.get_mut(&cell) {
            let before = numbers.len();
            numbers.retain(|m| *m != number);
            level.count -= before - numbers.len();
        }
        if level.count == 0 {
            self.levels.remove(&n);
        }
    }

    /// Returns items that may lie within `reach` of a point.
    pub(super) fn near(&self, at: Pos, reach: f64) -> impl Iterator<Item = u32> + '_ {
        let part = Rect { min: at, max: at }.grown(reach);
        self.within(part, 0.0, usize::MAX).into_iter()
    }

    /// Returns items that may lie in a part and are at least so wide or high.
    pub(super) fn within(&self, part: Rect, size: f64, all: usize) -> Vec<u32> {
        let mut found = Vec::new();
        let least = if size > 0.0 { size.log2().ceil() as i32 } else { i32::MIN };
        for (n, level) in self.levels.range(least..) {
            let (left, top) = cell_of(part.min, *n);
            let (right, bottom) = cell_of(part.max, *n);
            let first = (left.saturating_sub(1), top.saturating_sub(1));
            let last = (right.saturating_add(1), bottom.saturating_add(1));
            level.add(first, last, all, &mut found);
        }
        found
    }

    /// Returns at least `most` items near a point, the nearest among them, unsorted. `reach` is
    /// about the distance of the last of them.
    pub(super) fn nearest(
        &self,
        at: Pos,
        reach: f64,
        most: usize,
        middle: impl Fn(u32) -> Pos,
    ) -> Vec<u32> {
        let total: usize = self.levels.values().map(|l| l.count).sum();
        let finest = self.levels.keys().next().map_or(1.0, |n| f64::exp2(f64::from(*n)));
        let mut reach = if reach.is_finite() { reach.max(finest) } else { finest };
        let around = |reach: f64, n: i32, level: &Level| {
            let part = Rect { min: at, max: at }.grown(reach + level.off);
            (cell_of(part.min, n), cell_of(part.max, n))
        };
        // Limited, since much smaller items may be near.
        let is_far = |reach: f64| {
            self.levels.iter().any(|(n, level)| {
                let (first, last) = around(reach, *n, level);
                level.cells.len() > MANY && cells(first, last) > MANY as i128
            })
        };
        while reach > finest && is_far(reach) {
            reach = (reach / 2.0).max(finest);
        }
        let mut found = Vec::new();
        loop {
            found.clear();
            for (n, level) in &self.levels {
                let (first, last) = around(reach, *n, level);
                level.add(first, last, total, &mut found);
            }
            let close = found.iter().filter(|number| middle(**number).distance(at) <= reach);
            // All other items lie beyond the square.
            if found.len() == total || close.count() >= most.min(total) {
                return found;
            }
            reach *= 2.0;
        }
    }
}
