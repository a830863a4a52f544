//! Sorting away from hot code. All uses share one copy of it: one for each type takes 6 KB of every
//! plugin.

use std::cmp::Ordering;

/// Sorts items and keeps the order of equal ones.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let swaps = swaps(items.len(), &|one, other| compare(&items[one], &items[other]));
    swaps.into_iter().for_each(|(one, other)| items.swap(one, other));
}

/// Sorts items.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Returns the swaps that sort items, at most one for each.
#[inline(never)]
fn swaps(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(|one, other| compare(*one, *other));
    let mut place = vec![0; length];
    for (to, from) in order.into_iter().enumerate() {
        place[from] = to;
    }
    let mut swaps = Vec::new();
    for at in 0..length {
        while place[at] != at {
            let to = place[at];
            swaps.push((at, to));
            place.swap(at, to);
        }
    }
    swaps
}

/// Collects items into a map or set with an order, of equal ones the last. `collect` would sort them
/// first, with a copy of the sort.
pub fn collect<T, C: Default + Extend<T>>(items: impl Iterator<Item = T>) -> C {
    let mut collected = C::default();
    items.for_each(|item| collected.extend([item]));
    collected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn items_are_sorted_as_the_standard_library_sorts_them() {
        let mut random = Random::new(7);
        for length in [0, 1, 2, 3, 10, 100, 1000] {
            // Few keys, so that many are equal.
            let items: Vec<(u64, usize)> = (0..length).map(|at| (random.draw() % 9, at)).collect();
            let (mut own, mut expected) = (items.clone(), items);
            sort_by(&mut own, |one, other| one.0.cmp(&other.0));
            expected.sort_by_key(|item| item.0);
            assert_eq!(own, expected);
            sort_by(&mut own, |one, other| other.cmp(one));
            assert!(own.is_sorted_by(|one, other| one >= other));
        }
    }
}
