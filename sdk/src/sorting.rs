//! Sorting where a board is built. All uses share one copy of the code: one for each type takes
//! 6 KB of every plugin.

use std::cmp::Ordering;

/// Sorts items and keeps the order of equal ones.
pub(super) fn sort_by<T: Clone>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(items.len(), &|one, other| compare(&items[one], &items[other]));
    let sorted: Vec<T> = order.into_iter().map(|index| items[index].clone()).collect();
    items.clone_from_slice(&sorted);
}

/// Sorts items.
pub(super) fn sort<T: Clone + Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

#[inline(never)]
fn order(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}
