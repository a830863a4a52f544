//! Numbers, and which of them a count into their sum falls on.

/// Numbers by place, with the sums of their stretches (Fenwick 1994): changing one,
/// adding one and finding where a count falls take as many steps as the length has
/// binary digits.
#[derive(Debug, Clone, Default)]
pub struct Sums {
    values: Vec<u16>,
    /// At each place the sum of a stretch that ends there, as long as the last
    /// binary digit of the place, counted from 1.
    stretches: Vec<u32>,
    total: u32,
}

impl Sums {
    /// Returns the sum of all.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Returns the number at a place.
    pub fn get(&self, place: u32) -> u32 {
        u32::from(self.values[place as usize])
    }

    /// Appends a number.
    pub fn push(&mut self, value: u32) {
        let end = self.values.len() + 1;
        let mut sum = value;
        // The shorter stretches that this one is made of.
        let (mut at, begin) = (end - 1, end & (end - 1));
        while at > begin {
            sum += self.stretches[at - 1];
            at &= at - 1;
        }
        self.values.push(value as u16);
        self.stretches.push(sum);
        self.total += value;
    }

    /// Forgets the last number.
    pub fn pop(&mut self) {
        self.stretches.pop();
        self.total -= self.values.pop().map_or(0, u32::from);
    }

    /// Changes the number at a place.
    pub fn set(&mut self, place: u32, value: u32) {
        let old = std::mem::replace(&mut self.values[place as usize], value as u16);
        let by = value.wrapping_sub(u32::from(old));
        self.total = self.total.wrapping_add(by);
        let mut at = place as usize + 1;
        while let Some(sum) = self.stretches.get_mut(at - 1) {
            *sum = sum.wrapping_add(by);
            at += at & at.wrapping_neg();
        }
    }

    /// Returns the place that a count below the total falls on, and what is left of
    /// the count there.
    pub fn find(&self, mut count: u32) -> (u32, u32) {
        let mut at = 0;
        let mut step = self.stretches.len().next_power_of_two();
        while step > 0 {
            if let Some(sum) = self.stretches.get(at + step - 1)
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
    fn a_count_falls_where_walking_leads() {
        let mut sums = Sums::default();
        let mut values = Vec::new();
        for at in 0..37u32 {
            sums.push(at * 7 % 5);
            values.push(at * 7 % 5);
        }
        for (place, value) in [(0, 9), (36, 0), (16, 4), (15, 2)] {
            sums.set(place, value);
            values[place as usize] = value;
        }
        for _ in 0..3 {
            sums.pop();
            values.pop();
        }
        assert_eq!(sums.total(), values.iter().sum::<u32>());
        let mut counts = 0..;
        for (place, value) in (0..).zip(values) {
            for left in 0..value {
                assert_eq!(sums.find(counts.next().unwrap()), (place, left));
            }
        }
    }
}
