//! A set of numbers with access by index.

/// The index of a number that was never in the set.
const NONE: u32 = u32::MAX;

/// A set of some of the numbers from 0 on. Inserting, removing and picking by index take constant
/// time. Undoing changes in reverse order restores the set exactly, order included.
#[derive(Debug, Clone, Default)]
pub struct IndexedSet {
    items: Vec<u32>,
    /// For each number its index among the items, also while it is removed.
    indices: Vec<u32>,
}

impl IndexedSet {
    pub fn len(&self) -> u32 {
        self.items.len() as u32
    }

    pub fn get(&self, index: u32) -> u32 {
        self.items[index as usize]
    }

    /// Adds the next number, in the set or not.
    pub fn push(&mut self, is_in: bool) {
        let (number, index) = (self.indices.len() as u32, self.len());
        self.indices.push(if is_in { index } else { NONE });
        if is_in {
            self.items.push(number);
        }
    }

    /// Removes the last number that was added.
    pub fn pop(&mut self) {
        if self.indices.pop().is_some_and(|index| index != NONE) {
            self.items.pop();
        }
    }

    pub fn remove(&mut self, number: u32) {
        let index = self.indices[number as usize];
        self.items.swap_remove(index as usize);
        if let Some(moved) = self.items.get(index as usize) {
            self.indices[*moved as usize] = index;
        }
    }

    /// Inserts the number that was removed last.
    pub fn put_back(&mut self, number: u32) {
        let index = self.indices[number as usize];
        match self.items.get_mut(index as usize) {
            None => self.items.push(number),
            Some(item) => {
                let moved = std::mem::replace(item, number);
                self.indices[moved as usize] = self.items.len() as u32;
                self.items.push(moved);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undoing_in_reverse_order_restores_the_set() {
        let mut set = IndexedSet::default();
        for number in 0..8 {
            set.push(number != 3);
        }
        let before = set.clone();
        let removed = [7, 0, 5, 6, 1];
        for number in removed {
            set.remove(number);
            assert!(!set.items.contains(&number));
        }
        set.push(true);
        assert_eq!((set.len(), set.get(set.len() - 1)), (3, 8));
        set.pop();
        for number in removed.iter().rev() {
            set.put_back(*number);
        }
        assert_eq!((set.items, set.indices), (before.items, before.indices));
    }
}
