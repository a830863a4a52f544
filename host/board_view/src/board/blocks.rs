//! Places and lines in blocks by number, so that whoever keeps what was drawn of
//! them makes only that anew which changed.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use boardloom_contract::Site;

use super::{Pos, Rect};

/// How many places or lines are in a block.
pub const BLOCK: usize = 1024;

/// Returns a number that nothing had before.
pub(crate) fn fresh() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Places, or lines, that were created one after another.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Changes whenever one of them does; never seen before then.
    pub version: u64,
    /// What they take up together.
    pub bounds: Rect,
    /// What they want of the whole board's size, worked out once they are settled.
    extent: Option<Rect>,
    /// The radius of the largest of them, where all lie in frames within others: then
    /// something larger lies below each.
    pub nested: Option<f64>,
    /// The blocks of sites that stand in it, each the number of the first site
    /// divided by [`BLOCK`]; in order. None for lines.
    pub sites: Vec<Site>,
}

/// What a block takes up, and [`Block::nested`].
pub(super) type Measured = (Option<Rect>, Option<f64>);

/// All places, or all lines, as blocks.
#[derive(Debug, Clone, Default)]
pub(super) struct Blocks(Vec<Block>);

impl Blocks {
    pub fn all(&self) -> &[Block] {
        &self.0
    }

    /// Takes in the next one.
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

    /// Notes that one of them looks other than before.
    pub fn alter(&mut self, number: usize) {
        if let Some(block) = self.0.get_mut(number / BLOCK) {
            block.version = 0;
        }
    }

    /// Drops all from a number on. What is left of the last block keeps the
    /// bounds that it had.
    pub fn truncate(&mut self, count: usize) {
        let had = self.0.len();
        self.0.truncate(count.div_ceil(BLOCK));
        if let Some(last) = self.0.last_mut()
            && (had > count.div_ceil(BLOCK) || !count.is_multiple_of(BLOCK))
        {
            last.version = 0;
        }
    }

    /// Gives the blocks that changed new versions, and measures what is in them
    /// by its numbers. The other blocks are what they were.
    pub fn settle(&mut self, mut measure: impl FnMut(Range<usize>) -> Measured) {
        for (number, block) in self.0.iter_mut().enumerate() {
            if block.version == 0 {
                block.version = fresh();
                (block.extent, block.nested) = measure(number * BLOCK..(number + 1) * BLOCK);
            }
        }
    }

    /// Returns the corners of what all of them want of the board's size.
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
