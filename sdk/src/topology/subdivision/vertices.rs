//! Exact points with numbers.

use super::fractal::{DIMENSIONS, Fractal, Numerators};
use crate::random::mix;

/// An exact point: numerators over a power of the scale, reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vertex {
    /// The numerators; those beyond the lattice's dimensions are 0.
    pub numerators: Numerators,
    /// The exponent of the scale in the denominator.
    pub level: u16,
}

impl Vertex {
    /// Reduces numerators over a power of the scale.
    pub(super) fn reduce(mut numerators: Numerators, mut level: u16, scale: i128) -> Self {
        if scale == 1 {
            level = 0;
        }
        while level > 0 && numerators.iter().all(|n| n % scale == 0) {
            numerators.iter_mut().for_each(|n| *n /= scale);
            level -= 1;
        }
        Vertex { numerators, level }
    }

    /// Returns a hash of the vertex, the same in every game and on every machine.
    #[inline]
    pub fn key(&self) -> u64 {
        let mut key = mix(u64::from(self.level) + 1);
        for n in self.numerators {
            key = mix(key ^ n as u64);
            key = mix(key ^ (n >> 64) as u64);
        }
        key
    }

    /// Writes level and numerators: `2:1,3`.
    pub fn text(&self, fractal: &Fractal) -> String {
        let mut text = format!("{}:", self.level);
        for (at, n) in self.numerators[..fractal.dimensions()].iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            text += &n.to_string();
        }
        text
    }

    /// Reads the form of [`text`](Vertex::text); `None` if the text is invalid or not reduced.
    pub fn read(text: &str, fractal: &Fractal) -> Option<Vertex> {
        let (level, rest) = text.split_once(':')?;
        let level = level.parse().ok()?;
        let mut numerators = [0; DIMENSIONS];
        let mut words = rest.split(',');
        for n in &mut numerators[..fractal.dimensions()] {
            *n = words.next()?.parse().ok()?;
        }
        let vertex = Vertex { numerators, level };
        let plain = words.next().is_none() && vertex.text(fractal) == text;
        (plain && Vertex::reduce(numerators, level, fractal.scale) == vertex).then_some(vertex)
    }
}

/// An empty slot of the table.
const NONE: u32 = u32::MAX;

/// Points in order of creation, with a hash table of their numbers (open addressing). Only the
/// last point can be removed, so the table needs no tombstones.
#[derive(Debug, Clone)]
pub(super) struct Vertices {
    dimensions: usize,
    /// Numerators in 64 bits, until one does not fit.
    short: Vec<i64>,
    /// All numerators from then on.
    long: Vec<i128>,
    is_long: bool,
    levels: Vec<u16>,
    table: Vec<u32>,
}

impl Vertices {
    pub fn new(dimensions: usize) -> Self {
        Vertices {
            dimensions,
            short: Vec::new(),
            long: Vec::new(),
            is_long: false,
            levels: Vec::new(),
            table: vec![NONE; 16],
        }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.levels.len() as u32
    }

    #[inline]
    pub fn get(&self, number: u32) -> Vertex {
        let own = number as usize * self.dimensions..(number as usize + 1) * self.dimensions;
        let mut numerators = [0; DIMENSIONS];
        if self.is_long {
            numerators[..self.dimensions].copy_from_slice(&self.long[own]);
        } else {
            for (n, own) in numerators.iter_mut().zip(&self.short[own]) {
                *n = i128::from(*own);
            }
        }
        Vertex { numerators, level: self.levels[number as usize] }
    }

    #[inline]
    pub fn find(&self, vertex: &Vertex) -> Option<u32> {
        let number = self.table[self.slot(vertex)];
        (number != NONE).then_some(number)
    }

    /// Returns the first slot to search for a vertex.
    fn first_slot(&self, vertex: &Vertex) -> usize {
        let mut key = u64::from(vertex.level);
        for n in &vertex.numerators[..self.dimensions] {
            let n = *n as u64 ^ ((*n >> 64) as u64).rotate_left(29);
            key = (key ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
        }
        mix(key) as usize & (self.table.len() - 1)
    }

    /// Returns the slot of a vertex, or the empty slot for it.
    fn slot(&self, vertex: &Vertex) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = self.first_slot(vertex);
        while self.table[slot] != NONE && !self.is(self.table[slot], vertex) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn is(&self, number: u32, vertex: &Vertex) -> bool {
        let own = number as usize * self.dimensions..(number as usize + 1) * self.dimensions;
        let numerators = &vertex.numerators[..self.dimensions];
        self.levels[number as usize] == vertex.level
            && if self.is_long {
                self.long[own] == *numerators
            } else {
                let mut both = self.short[own].iter().zip(numerators);
                both.all(|(own, n)| i128::from(*own) == *n)
            }
    }

    /// Reserves memory for more points.
    pub fn reserve(&mut self, more: usize) {
        if self.is_long {
            self.long.reserve_exact(more * self.dimensions);
        } else {
            self.short.reserve_exact(more * self.dimensions);
        }
        self.levels.reserve_exact(more);
        self.grow(self.levels.len() + more);
    }

    /// Makes the table large enough for this number of vertices.
    fn grow(&mut self, vertices: usize) {
        if vertices * 2 <= self.table.len() {
            return;
        }
        self.table = Vec::new();
        self.table = vec![NONE; (vertices * 2).next_power_of_two()];
        // In order of creation, so that the last point can still be removed.
        for number in 0..self.len() {
            let slot = self.slot(&self.get(number));
            self.table[slot] = number;
        }
    }

    /// Adds a new vertex.
    #[inline]
    pub fn push(&mut self, vertex: &Vertex) {
        self.grow(self.levels.len() + 1);
        let slot = self.slot(vertex);
        self.table[slot] = self.len();
        let numerators = &vertex.numerators[..self.dimensions];
        if !self.is_long && numerators.iter().any(|n| i64::try_from(*n).is_err()) {
            self.long = self.short.drain(..).map(i128::from).collect();
            self.is_long = true;
        }
        if self.is_long {
            self.long.extend_from_slice(numerators);
        } else {
            self.short.extend(numerators.iter().map(|n| *n as i64));
        }
        self.levels.push(vertex.level);
    }

    /// Removes the last vertices.
    #[inline]
    pub fn truncate(&mut self, count: u32) {
        for number in (count..self.len()).rev() {
            let slot = self.slot(&self.get(number));
            self.table[slot] = NONE;
            self.levels.truncate(number as usize);
            self.short.truncate(number as usize * self.dimensions);
            self.long.truncate(number as usize * self.dimensions);
        }
    }
}
