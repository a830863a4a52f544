//! The transposition table. New entries replace the least valuable ones.

/// The kind of a stored value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
    /// The exact value.
    Exact,
}

/// The depth of a value that a deeper search cannot change.
pub(super) const FINAL_DEPTH: u8 = u8::MAX;
/// The number for "no move".
pub(super) const NONE: u16 = u16::MAX;

/// An entry for a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    pub value: i32,
    /// The best move by its number in the list of legal ones.
    pub number: u16,
    pub depth: u8,
    /// Low two bits: 0 if empty, else the bound plus 1. Above them the age.
    flags: u8,
}

const EMPTY: Entry = Entry { key: 0, value: 0, number: NONE, depth: 0, flags: 0 };

impl Entry {
    pub fn bound(&self) -> Bound {
        match self.flags & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

/// The entries of a bucket, in which a key is looked up. They share a cache line.
const BUCKET: usize = 4;

/// The table. It starts small and doubles up to its memory limit, so that a short search does not
/// clear memory that it never uses.
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
    most: usize,
    used: usize,
    age: u8,
}

impl TranspositionTable {
    /// Creates a table that never takes more than `memory` bytes.
    pub fn new(memory: u64) -> Self {
        let fits = (memory / size_of::<Entry>() as u64).clamp(BUCKET as u64, 1 << 26);
        let most = 1usize << fits.ilog2();
        let entries = vec![EMPTY; most.min(1 << 12)];
        TranspositionTable { entries, most, used: 0, age: 0 }
    }

    /// Ages all entries: older ones are replaced first.
    pub fn grow_old(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    #[inline]
    fn bucket_start(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1) & !(BUCKET - 1)
    }

    /// Returns the entry of a position.
    #[inline]
    pub fn find(&self, key: u64) -> Option<Entry> {
        let bucket_start = self.bucket_start(key);
        let mut bucket = self.entries[bucket_start..bucket_start + BUCKET].iter();
        bucket.find(|entry| entry.key == key && entry.flags != 0).copied()
    }

    /// Stores an entry, in place of an older or shallower one.
    #[inline]
    pub fn store(&mut self, key: u64, value: i32, number: u16, depth: u8, bound: Bound) {
        if self.used > self.entries.len() / 2 && self.entries.len() < self.most {
            self.double();
        }
        let bucket_start = self.bucket_start(key);
        let (age, bucket) = (self.age, &mut self.entries[bucket_start..bucket_start + BUCKET]);
        let worth = |entry: &Entry| match entry.flags {
            0 => -1000,
            _ if entry.key == key => -2000,
            flags => i32::from(entry.depth) - 8 * i32::from((age.wrapping_sub(flags >> 2)) & 63),
        };
        let mut at = 0;
        for slot in 1..BUCKET {
            if worth(&bucket[slot]) < worth(&bucket[at]) {
                at = slot;
            }
        }
        let old = &mut bucket[at];
        self.used += usize::from(old.flags == 0);
        // A bound without a move keeps the known move.
        let number = if number == NONE && old.key == key { old.number } else { number };
        let bound = match bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        *old = Entry { key, value, number, depth, flags: age << 2 | bound };
    }

    fn double(&mut self) {
        let larger = vec![EMPTY; self.entries.len() * 2];
        let smaller = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in smaller.into_iter().filter(|entry| entry.flags != 0) {
            let bucket_start = self.bucket_start(entry.key);
            let free = self.entries[bucket_start..bucket_start + BUCKET]
                .iter_mut()
                .find(|slot| slot.flags == 0);
            *free.expect("of twice as many entries each gets those of one row") = entry;
            self.used += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;

    #[test]
    fn it_grows_up_to_its_memory_and_keeps_what_was_looked_at_deepest() {
        let memory = 1 << 20;
        let mut table = TranspositionTable::new(memory);
        let deep: Vec<u64> = (0..100).map(mix).collect();
        deep.iter().for_each(|key| table.store(*key, 7, 3, 20, Bound::Exact));
        for key in 1000..300_000 {
            table.store(mix(key), 1, NONE, 2, Bound::Upper);
        }
        assert!(table.bytes() <= memory && table.bytes() > memory / 2);
        let kept = deep.iter().filter_map(|key| table.find(*key));
        assert_eq!(kept.filter(|entry| entry.value == 7 && entry.number == 3).count(), 100);
        assert!(table.find(mix(299_999)).is_some_and(|entry| entry.bound() == Bound::Upper));
    }

    #[test]
    fn what_is_old_makes_room() {
        let mut table = TranspositionTable::new(0);
        let fill = |table: &mut TranspositionTable, from: u64, depth| {
            (from..from + 8).for_each(|key| table.store(key << 8, 0, 0, depth, Bound::Lower));
        };
        fill(&mut table, 1, 9);
        fill(&mut table, 20, 2);
        assert!(table.find(27 << 8).is_some(), "the last one always stands");
        (0..3).for_each(|_| table.grow_old());
        fill(&mut table, 40, 2);
        assert_eq!((1..9).filter(|key| table.find(key << 8).is_some()).count(), 0);
    }
}
