//! Sets of sites as words of bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Piece, Site};

/// A set of sites below `64 * W`.
///
/// Width is the main cost of moves on bit sets. A plugin chooses `W` once, when it opens a
/// ruleset: see [`words`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits<const W: usize>([u64; W]);

/// Returns the number of words for this number of sites: 1, 2, 4, 8, ... 128. `None` above 8192
/// sites.
pub fn words(sites: u32) -> Option<usize> {
    let needed = (sites as usize).div_ceil(64).max(1).next_power_of_two();
    (needed <= 128).then_some(needed)
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Bits([0; W]);

    /// Returns the set of all sites below `sites`.
    ///
    /// # Panics
    /// If `sites` exceeds `64 * W`.
    pub fn below(sites: u32) -> Self {
        let mut set = Self::EMPTY;
        for site in 0..sites {
            set.insert(site);
        }
        set
    }

    /// Returns the set of one site.
    #[inline(always)]
    pub fn of(site: Site) -> Self {
        let mut set = Self::EMPTY;
        set.insert(site);
        set
    }

    /// Returns the sites of the pieces of a colour. `pieces` has an entry for each site, as in
    /// [`Game::set_up`](crate::Game::set_up).
    pub fn of_color(pieces: &[Option<Piece>], color: u8) -> Self {
        let own = |piece: &Option<Piece>| piece.is_some_and(|piece| piece.color == color);
        (0..).zip(pieces).filter(|(_, piece)| own(piece)).map(|(site, _)| site).collect()
    }

    /// Tells whether the site is in the set.
    #[inline(always)]
    pub fn has(&self, site: Site) -> bool {
        self.0[word::<W>(site)] >> (site & 63) & 1 != 0
    }

    /// Adds a site.
    #[inline(always)]
    pub fn insert(&mut self, site: Site) {
        self.0[word::<W>(site)] |= 1 << (site & 63);
    }

    /// Removes a site.
    #[inline(always)]
    pub fn remove(&mut self, site: Site) {
        self.0[word::<W>(site)] &= !(1 << (site & 63));
    }

    /// Tells whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Tells whether the two sets share a site.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns the number of sites.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the number of sites in both sets.
    #[inline(always)]
    pub fn count_shared(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// Returns the sites of this set that are not in the other.
    #[inline(always)]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut set = *self;
        for (word, other) in set.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
        set
    }

    /// Returns the smallest site, or `None` if the set is empty.
    #[inline(always)]
    pub fn first(&self) -> Option<Site> {
        self.0
            .iter()
            .position(|word| *word != 0)
            .map(|index| index as u32 * 64 + self.0[index].trailing_zeros())
    }

    /// Returns the site with `n` smaller ones in the set, or `None` if there are too few.
    #[inline(always)]
    pub fn nth(&self, mut n: u32) -> Option<Site> {
        for (index, word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if n < here {
                return Some(index as u32 * 64 + nth_in_word(*word, n));
            }
            n -= here;
        }
        None
    }

    /// Returns the sites in ascending order.
    #[inline(always)]
    pub fn iter(&self) -> Iter<W> {
        Iter { words: self.0, index: 0 }
    }

    /// Calls `each` for every site in ascending order.
    ///
    /// The fastest iteration. It visits two sites in each round, because the sandbox checks for an
    /// interruption at the end of every round of a loop.
    #[inline(always)]
    pub fn each(&self, mut each: impl FnMut(Site)) {
        for (index, word) in self.0.iter().enumerate() {
            let base = index as u32 * 64;
            let mut word = *word;
            while word != 0 {
                let site = base + word.trailing_zeros();
                word &= word - 1;
                each(site);
                if word == 0 {
                    break;
                }
                let site = base + word.trailing_zeros();
                word &= word - 1;
                each(site);
            }
        }
    }

    /// Returns the set with `by` (1 to 63) added to every site. Sites beyond the last word are
    /// lost.
    #[inline(always)]
    #[must_use]
    pub fn shift_up(&self, by: u32) -> Self {
        let mut set = *self;
        for index in (0..W).rev() {
            let carried = if index > 0 { self.0[index - 1] >> (64 - by) } else { 0 };
            set.0[index] = self.0[index] << by | carried;
        }
        set
    }

    /// Returns the set with `by` (1 to 63) subtracted from every site. Sites below 0 are lost.
    #[inline(always)]
    #[must_use]
    pub fn shift_down(&self, by: u32) -> Self {
        let mut set = *self;
        for index in 0..W {
            let carried = if index + 1 < W { self.0[index + 1] << (64 - by) } else { 0 };
            set.0[index] = self.0[index] >> by | carried;
        }
        set
    }

    /// Returns the set in another width. Sites beyond its last word are lost.
    #[inline(always)]
    pub fn cut<const V: usize>(&self) -> Bits<V> {
        let mut set = Bits::EMPTY;
        for (word, own) in set.0.iter_mut().zip(&self.0) {
            *word = *own;
        }
        set
    }

    /// Returns the words, those of the smallest sites first.
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }
}

#[inline(always)]
fn word<const W: usize>(site: Site) -> usize {
    // With one word no check is needed.
    if W == 1 {
        debug_assert!(site < 64);
        0
    } else {
        (site >> 6) as usize
    }
}

/// Returns the position of the set bit with `n` lower ones, by bisection in six steps.
#[inline(always)]
fn nth_in_word(mut word: u64, mut n: u32) -> u32 {
    let mut at = 0;
    for width in [32u32, 16, 8, 4, 2, 1] {
        let low = (word & ((1u64 << width) - 1)).count_ones();
        if n >= low {
            n -= low;
            word >>= width;
            at += width;
        }
    }
    at
}

/// A value for every site below `64 * W`. Its shape spares bounds checks.
#[derive(Debug, Clone)]
pub struct SiteTable<T, const W: usize>(Box<[[T; 64]; W]>);

impl<T: Copy + Default, const W: usize> SiteTable<T, W> {
    /// Makes a table with `value(site)` for each site below `sites`, and defaults beyond.
    pub fn new(sites: u32, mut value: impl FnMut(Site) -> T) -> Self {
        let table = vec![[T::default(); 64]; W].into_boxed_slice();
        let Ok(mut table) = Box::<[[T; 64]; W]>::try_from(table) else {
            unreachable!("the vector has W entries")
        };
        for site in 0..sites {
            table[(site >> 6) as usize][(site & 63) as usize] = value(site);
        }
        SiteTable(table)
    }

    /// Returns the value of a site.
    #[inline(always)]
    pub fn at(&self, site: Site) -> &T {
        &self.0[word::<W>(site)][(site & 63) as usize]
    }
}

/// The sites of a set in ascending order.
#[derive(Clone)]
pub struct Iter<const W: usize> {
    words: [u64; W],
    index: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = Site;

    #[inline(always)]
    fn next(&mut self) -> Option<Site> {
        while self.index < W {
            let word = self.words[self.index];
            if word != 0 {
                self.words[self.index] = word & (word - 1);
                return Some(self.index as u32 * 64 + word.trailing_zeros());
            }
            self.index += 1;
        }
        None
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = Site;
    type IntoIter = Iter<W>;

    #[inline(always)]
    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<Site> for Bits<W> {
    fn from_iter<T: IntoIterator<Item = Site>>(sites: T) -> Self {
        let mut set = Self::EMPTY;
        for site in sites {
            set.insert(site);
        }
        set
    }
}

impl<const W: usize> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! wordwise {
    ($Trait:ident, $method:ident, $Assign:ident, $assign:ident, $op:tt) => {
        impl<const W: usize> $Assign for Bits<W> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(&other.0) {
                    *word = *word $op *other;
                }
            }
        }

        impl<const W: usize> $Trait for Bits<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                $Assign::$assign(&mut self, other);
                self
            }
        }
    };
}
wordwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
wordwise!(BitOr, bitor, BitOrAssign, bitor_assign, |);
wordwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    /// Inverts every bit, those beyond the last site too: intersect the result with the set of all
    /// sites.
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nth_agrees_with_listing(a: u64, b: u64) {
            let set = Bits::<2>([a, b]);
            let listed: Vec<Site> = set.iter().collect();
            prop_assert_eq!(listed.len() as u32, set.len());
            for (n, site) in listed.iter().enumerate() {
                prop_assert_eq!(set.nth(n as u32), Some(*site));
            }
            prop_assert_eq!(set.nth(set.len()), None);
            prop_assert_eq!(set.first(), listed.first().copied());
            let mut each = Vec::new();
            set.each(|site| each.push(site));
            prop_assert_eq!(&each, &listed);
            prop_assert_eq!(listed.into_iter().collect::<Bits<2>>(), set);
        }

        #[test]
        fn sets_move_up_and_down_within_their_words(a: u64, b: u64, by in 1u32..64) {
            let set = Bits::<2>([a, b]);
            let up = set.iter().map(|site| site + by).filter(|site| *site < 128);
            prop_assert_eq!(set.shift_up(by), up.collect());
            let down = set.iter().filter_map(|site| site.checked_sub(by));
            prop_assert_eq!(set.shift_down(by), down.collect());
            prop_assert_eq!(set.cut::<3>().cut(), set);
            prop_assert_eq!(set.cut::<1>(), set.iter().filter(|site| *site < 64).collect());
        }

        #[test]
        fn sets_obey_the_laws(a: u64, b: u64, c: u64, d: u64) {
            let (x, y) = (Bits::<2>([a, b]), Bits::<2>([c, d]));
            prop_assert_eq!(x.without(&y), x & !y);
            prop_assert_eq!(x.meets(&y), !(x & y).is_empty());
            prop_assert_eq!(x.count_shared(&y), (x & y).len());
            prop_assert_eq!((x | y) ^ (x & y), x ^ y);
        }
    }

    #[test]
    fn tables_answer_for_every_site() {
        let table = SiteTable::<u32, 2>::new(100, |site| site * 3);
        assert!((0..100).all(|site| *table.at(site) == site * 3));
        assert_eq!(*table.at(127), 0);
    }

    #[test]
    fn words_are_powers_of_two() {
        assert_eq!(words(0), Some(1));
        assert_eq!(words(64), Some(1));
        assert_eq!(words(65), Some(2));
        assert_eq!(words(257), Some(8));
        assert_eq!(words(8192), Some(128));
        assert_eq!(words(8193), None);
    }
}
