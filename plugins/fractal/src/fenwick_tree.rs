//! Numbers with quick prefix sums.

/// A list of numbers (Fenwick 1994) in which changing one, appending one and finding the
/// index where the prefix sum exceeds a count take logarithmic time.
#[derive(Debug, Clone, Default)]
pub struct FenwickTree {
    values: Vec<u16>,
    /// At each index, counted from 1, the sum of a range that ends there and is as long as
    /// the lowest bit of the index.
    range_sums: Vec<u32>,
    total: u32,
}

impl FenwickTree {
    pub fn total(&self) -> u32 {
        self.total
    }

    pub fn get(&self, index: u32) -> u32 {
        u32::from(self.values[index as usize])
    }

    pub fn push(&mut self, value: u32) {
        let end = self.values.len() + 1;
        let mut sum = value;
        // The shorter ranges that this one is made of.
        let (mut at, begin) = (end - 1, end & (end - 1));
        while at > begin {
            sum += self.range_sums[at - 1];
            at &= at - 1;
        }
        self.values.push(value as u16);
        self.range_sums.push(sum);
        self.total += value;
    }

    pub fn pop(&mut self) {
        self.range_sums.pop();
        self.total -= self.values.pop().map_or(0, u32::from);
    }

    pub fn set(&mut self, index: u32, value: u32) {
        let old = std::mem::replace(&mut self.values[index as usize], value as u16);
        let by = value.wrapping_sub(u32::from(old));
        self.total = self.total.wrapping_add(by);
        let mut at = index as usize + 1;
        while let Some(sum) = self.range_sums.get_mut(at - 1) {
            *sum = sum.wrapping_add(by);
            at += at & at.wrapping_neg();
        }
    }

    /// Returns the index of the number that a count below the total falls on, and the rest of the
    /// count within that number.
    pub fn find(&self, mut count: u32) -> (u32, u32) {
        let mut at = 0;
        let mut step = self.range_sums.len().next_power_of_two();
        while step > 0 {
            if let Some(sum) = self.range_sums.get(at + step - 1)
                && *sum <= count
            {
                at += step;
                count -= sum;
            }
            step /= 2;
        }
        (at as u32, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finding_a_count_agrees_with_adding_up() {
        let mut sums = FenwickTree::default();
        let mut values = Vec::new();
        for at in 0..37u32 {
            sums.push(at * 7 % 5);
            values.push(at * 7 % 5);
        }
        for (index, value) in [(0, 9), (36, 0), (16, 4), (15, 2)] {
            sums.set(index, value);
            values[index as usize] = value;
        }
        for _ in 0..3 {
            sums.pop();
            values.pop();
        }
        assert_eq!(sums.total(), values.iter().sum::<u32>());
        let mut counts = 0..;
        for (index, value) in (0..).zip(values) {
            for left in 0..value {
                assert_eq!(sums.find(counts.next().unwrap()), (index, left));
            }
        }
    }
}
