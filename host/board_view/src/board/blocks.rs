//! Blocks of consecutive places or lines: the unit in which drawings are cached and rebuilt.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use boardloom_contract::Site;

use super::{Pos, Rect};

/// The number of places or strokes in a block.
pub const BLOCK: usize = 1024;

/// Returns a number that was never returned before.
pub(crate) fn fresh() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Places or strokes that were created one after another.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Changes whenever one of them does.
    pub version: u64,
    pub bounds: Rect,
    /// Their share of the board's bounds, computed once they are settled.
    extent: Option<Rect>,
    /// The largest radius if all lie in nested frames: then something larger lies below each.
    pub nested: Option<f64>,
    /// The numbers of the blocks of sites in it, sorted. Empty for strokes.
    pub sites: Vec<Site>,
}

/// A block's extent, and [`Block::nested`].
pub(super) type BlockExtent = (Option<Rect>, Option<f64>);

impl Block {
    pub(super) fn whole(version: u64, bounds: Rect) -> Self {
        Block { version, bounds, extent: None, nested: None, sites: Vec::new() }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Blocks(Vec<Block>);

impl Blocks {
    pub fn all(&self) -> &[Block] {
        &self.0
    }

    pub fn push(&mut self, number: usize, bounds: &Rect, site: Option<Site>) {
        if number.is_multiple_of(BLOCK) || self.0.is_empty() {
            self.0.push(Block {
                version: 0,
                bounds: *bounds,
                extent: None,
                nested: None,
                sites: Vec::new(),
            });
        }
        let block = self.0.last_mut().expect("one was pushed where there was none");
        block.version = 0;
        block.bounds = block.bounds.with(bounds);
        if let Some(site) = site.map(|site| site / BLOCK as Site)
            && let Err(place) = block.sites.binary_search(&site)
        {
            block.sites.insert(place, site);
        }
    }

    pub fn alter(&mut self, number: usize) {
        if let Some(block) = self.0.get_mut(number / BLOCK) {
            block.version = 0;
        }
    }

    pub fn truncate(&mut self, count: usize) {
        let had = self.0.len();
        self.0.truncate(count.div_ceil(BLOCK));
        if let Some(last) = self.0.last_mut()
            && (had > count.div_ceil(BLOCK) || !count.is_multiple_of(BLOCK))
        {
            last.version = 0;
        }
    }

    /// Gives changed blocks new versions and measures them.
    pub fn settle(&mut self, mut measure: impl FnMut(Range<usize>) -> BlockExtent) {
        for (number, block) in self.0.iter_mut().enumerate() {
            if block.version == 0 {
                block.version = fresh();
                (block.extent, block.nested) = measure(number * BLOCK..(number + 1) * BLOCK);
            }
        }
    }

    pub fn corners(&self) -> impl Iterator<Item = Pos> + '_ {
        self.0.iter().filter_map(|block| block.extent).flat_map(|r| [r.min, r.max])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_change_is_not_measured_again() {
        let at = |x: usize| Rect { min: Pos::new(x as f64, 0.0), max: Pos::new(x as f64, 1.0) };
        let measured = |blocks: &mut Blocks, count: usize| {
            let mut seen = Vec::new();
            blocks.settle(|numbers| {
                seen.push(numbers.start);
                (Some(at(numbers.start).with(&at(numbers.end.min(count) - 1))), None)
            });
            let width = Rect::around(blocks.corners()).map_or(0.0, |all| all.width());
            (seen, width)
        };
        let mut blocks = Blocks::default();
        (0..3000).for_each(|number| blocks.push(number, &at(number), None));
        assert_eq!(measured(&mut blocks, 3000), (vec![0, BLOCK, 2 * BLOCK], 2999.0));
        blocks.push(3000, &at(3000), None);
        assert_eq!(measured(&mut blocks, 3001), (vec![2 * BLOCK], 3000.0));
        blocks.truncate(1500);
        assert_eq!(measured(&mut blocks, 1500), (vec![BLOCK], 1499.0));
        assert_eq!(measured(&mut blocks, 1500), (vec![], 1499.0));
    }
}
