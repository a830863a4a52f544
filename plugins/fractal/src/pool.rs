//! A set of numbers that can be picked from by place.

/// Not in the set.
const NONE: u32 = u32::MAX;

/// A set of some of the numbers from 0 on: each can be put in, taken out and picked
/// by place in the same time, whatever the size. What was done is undone exactly by
/// undoing it from the last on.
#[derive(Debug, Clone, Default)]
pub struct Pool {
    items: Vec<u32>,
    /// For each number its place among the items, also while it is out.
    places: Vec<u32>,
}

impl Pool {
    /// Returns how many numbers are in the set.
    pub fn len(&self) -> u32 {
        self.items.len() as u32
    }

    /// Returns the number at a place.
    pub fn get(&self, place: u32) -> u32 {
        self.items[place as usize]
    }

    /// Gives the next number a place, in the set or not.
    pub fn push(&mut self, is_in: bool) {
        let (number, place) = (self.places.len() as u32, self.len());
        self.places.push(if is_in { place } else { NONE });
        if is_in {
            self.items.push(number);
        }
    }

    /// Forgets the last number.
    pub fn pop(&mut self) {
        if self.places.pop().is_some_and(|place| place != NONE) {
            self.items.pop();
        }
    }

    /// Takes a number out.
    pub fn take(&mut self, number: u32) {
        let place = self.places[number as usize];
        self.items.swap_remove(place as usize);
        if let Some(moved) = self.items.get(place as usize) {
            self.places[*moved as usize] = place;
        }
    }

    /// Puts the number back that was taken out last.
    pub fn put_back(&mut self, number: u32) {
        let place = self.places[number as usize];
        match self.items.get_mut(place as usize) {
            None => self.items.push(number),
            Some(item) => {
                let moved = std::mem::replace(item, number);
                self.places[moved as usize] = self.items.len() as u32;
                self.items.push(moved);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_undone_from_the_last_on_is_as_it_was() {
        let mut pool = Pool::default();
        for number in 0..8 {
            pool.push(number != 3);
        }
        let before = pool.clone();
        let taken = [7, 0, 5, 6, 1];
        for number in taken {
            pool.take(number);
            assert!(!pool.items.contains(&number));
        }
        pool.push(true);
        assert_eq!((pool.len(), pool.get(pool.len() - 1)), (3, 8));
        pool.pop();
        for number in taken.iter().rev() {
            pool.put_back(*number);
        }
        assert_eq!((pool.items, pool.places), (before.items, before.places));
    }
}
