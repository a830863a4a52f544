//! Exact points, each with a number.

use super::fractal::{DIMENSIONS, Fractal, Numerators};
use crate::random::mix;

/// A point: numerators over the scale to the power of a level, reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vertex {
    /// Numerators; those beyond the lattice's dimension are 0.
    pub numerators: Numerators,
    /// The power of the scale that they stand over.
    pub level: u16,
}

impl Vertex {
    /// Reduces numerators over a power of the scale.
    pub(super) fn reduced(mut numerators: Numerators, mut level: u16, scale: i128) -> Self {
        if scale == 1 {
            level = 0;
        }
        while level > 0 && numerators.iter().all(|n| n % scale == 0) {
            numerators.iter_mut().for_each(|n| *n /= scale);
            level -= 1;
        }
        Vertex { numerators, level }
    }

    /// Returns a number that tells vertices apart as well as chance would, the
    /// same in every game and on every machine.
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

    /// Reads what [`text`](Vertex::text) writes; none where it is anything else,
    /// or not reduced.
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
        (plain && Vertex::reduced(numerators, level, fractal.scale) == vertex).then_some(vertex)
    }
}

/// No vertex: an empty slot of the table.
const NONE: u32 = u32::MAX;

/// All vertices of a board in order of creation, and the way back from a point to
/// its number: a table with open addressing. Only the last can be taken away,
/// which no search for another runs across.
#[derive(Debug, Clone)]
pub(super) struct Vertices {
    dimensions: usize,
    numerators: Vec<i128>,
    levels: Vec<u16>,
    table: Vec<u32>,
}

impl Vertices {
    pub fn new(dimensions: usize) -> Self {
        Vertices { dimensions, numerators: Vec::new(), levels: Vec::new(), table: vec![NONE; 16] }
    }

    pub fn len(&self) -> u32 {
        self.levels.len() as u32
    }

    pub fn get(&self, number: u32) -> Vertex {
        let from = number as usize * self.dimensions;
        let mut numerators = [0; DIMENSIONS];
        let own = &self.numerators[from..from + self.dimensions];
        numerators[..self.dimensions].copy_from_slice(own);
        Vertex { numerators, level: self.levels[number as usize] }
    }

    pub fn find(&self, vertex: &Vertex) -> Option<u32> {
        let number = self.table[self.slot(vertex)];
        (number != NONE).then_some(number)
    }

    /// Returns where a vertex stands in the table, or the empty slot for it.
    fn slot(&self, vertex: &Vertex) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = vertex.key() as usize & mask;
        while self.table[slot] != NONE && self.get(self.table[slot]) != *vertex {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Adds a vertex that is not there.
    pub fn push(&mut self, vertex: &Vertex) {
        if (self.levels.len() + 1) * 2 > self.table.len() {
            // In the order of creation, so that the last stays the last.
            self.table = vec![NONE; self.table.len() * 2];
            for number in 0..self.len() {
                let slot = self.slot(&self.get(number));
                self.table[slot] = number;
            }
        }
        let slot = self.slot(vertex);
        self.table[slot] = self.len();
        self.numerators.extend_from_slice(&vertex.numerators[..self.dimensions]);
        self.levels.push(vertex.level);
    }

    /// Takes the last vertices away.
    pub fn truncate(&mut self, count: u32) {
        for number in (count..self.len()).rev() {
            let slot = self.slot(&self.get(number));
            self.table[slot] = NONE;
            self.levels.truncate(number as usize);
            self.numerators.truncate(number as usize * self.dimensions);
        }
    }
}
