//! Sorting with little code. The standard library's sorts are quicker, and each
//! use of them for a type of its own brings four kilobytes into every plugin;
//! this is for what is sorted once, as when a board is made.

/// Sorts items so that none is less than the one before it. Equal items come in
/// any order, the same on every machine (Williams' heap sort, 1964).
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::lt);
}

/// Sorts items by a relation that tells whether one comes before another.
pub fn sort_by<T>(items: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for root in (0..items.len() / 2).rev() {
        sink(items, root, &before);
    }
    for end in (1..items.len()).rev() {
        items.swap(0, end);
        sink(&mut items[..end], 0, &before);
    }
}

/// Lets an item sink in the heap below it, whose parents are no less than their
/// children.
fn sink<T>(items: &mut [T], mut at: usize, before: &impl Fn(&T, &T) -> bool) {
    loop {
        let mut child = 2 * at + 1;
        if child >= items.len() {
            return;
        }
        if child + 1 < items.len() && before(&items[child], &items[child + 1]) {
            child += 1;
        }
        if !before(&items[at], &items[child]) {
            return;
        }
        items.swap(at, child);
        at = child;
    }
}

#[cfg(test)]
mod tests {
    use super::{sort, sort_by};
    use crate::random::Random;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut random = Random::new(1);
        for len in 0..200 {
            let mut items: Vec<u64> = (0..len).map(|_| random.below(100)).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            sort(&mut items);
            assert_eq!(items, expected);
            sort_by(&mut items, |one, other| one > other);
            expected.reverse();
            assert_eq!(items, expected);
        }
    }
}
