//! The sums of the first layer for one position, and the value that the second layer makes of them.
//!
//! These loops take most of the time of an evaluation. In the sandbox they use its 128-bit vectors.

use super::{INPUT_ONE, LANES, Layers, OUTPUT_ONE};

/// Memory for updates.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// Changed sites with their contents before and after.
    sites: Vec<(usize, usize, usize)>,
    /// Changed patterns with their states before.
    patterns: Vec<(u16, u16)>,
}

/// The first layer at one position.
#[derive(Debug, Clone)]
pub(super) struct Accumulator {
    /// The contents that the sums stand for.
    pub contents: Vec<u8>,
    /// The state of each pattern, seat by seat.
    states: Vec<u16>,
    /// The sums, seat by seat.
    sums: Vec<i16>,
    /// The number of sites that are not empty.
    pieces: usize,
}

impl Accumulator {
    /// Returns the sums of an empty board.
    pub fn new(layers: &Layers) -> Self {
        let mut sums = Vec::with_capacity(layers.seats * layers.hidden);
        for _ in 0..layers.seats {
            let from = sums.len();
            sums.extend_from_slice(&layers.row_biases);
            for first in &layers.first_row {
                let row = &layers.rows[*first as usize * layers.hidden..];
                sums[from..].iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        Accumulator {
            contents: vec![0; layers.sites],
            states: vec![0; layers.seats * layers.first_row.len()],
            sums,
            pieces: 0,
        }
    }

    pub fn copy_from(&mut self, other: &Accumulator) {
        self.contents.copy_from_slice(&other.contents);
        self.states.copy_from_slice(&other.states);
        self.sums.copy_from_slice(&other.sums);
        self.pieces = other.pieces;
    }

    /// Changes the sums to those of other contents. `work` is memory that it may use.
    pub fn update(&mut self, layers: &Layers, contents: &[u8], work: &mut Work) {
        let (hidden, patterns) = (layers.hidden, layers.first_row.len());
        work.sites.clear();
        for (site, (old, new)) in self.contents.iter().zip(contents).enumerate() {
            if old != new {
                work.sites.push((site, usize::from(*old), usize::from(*new)));
                self.pieces += usize::from(*new > 0);
                self.pieces -= usize::from(*old > 0);
            }
        }
        for (seat, seen) in layers.seen.chunks_exact(layers.contents).enumerate() {
            work.patterns.clear();
            let states = &mut self.states[seat * patterns..(seat + 1) * patterns];
            for (site, old, new) in &work.sites {
                let by = seen[*new].wrapping_sub(seen[*old]);
                let (from, to) = layers.ranges[*site];
                for (pattern, step) in &layers.memberships[from as usize..to as usize] {
                    let state = &mut states[usize::from(*pattern)];
                    // A pattern with several changed sites is noted once, with its first state.
                    if !work.patterns.iter().any(|(known, _)| known == pattern) {
                        work.patterns.push((*pattern, *state));
                    }
                    *state = state.wrapping_add(by.wrapping_mul(*step));
                }
            }
            let sums = &mut self.sums[seat * hidden..(seat + 1) * hidden];
            for (pattern, old) in &work.patterns {
                let first = layers.first_row[usize::from(*pattern)] as usize;
                let row = |state: u16| {
                    let from = (first + usize::from(state)) * hidden;
                    &layers.rows[from..from + hidden]
                };
                exchange_row(sums, row(*old), row(states[usize::from(*pattern)]));
            }
        }
        self.contents.copy_from_slice(contents);
    }

    /// Writes the value for each seat.
    pub fn evaluate(&self, layers: &Layers, mover: usize, values: &mut [i32]) {
        let stage = self.pieces * layers.stages / (layers.sites + 1);
        for (seat, value) in values.iter_mut().enumerate().take(layers.seats) {
            let sums = &self.sums[seat * layers.hidden..(seat + 1) * layers.hidden];
            let set = 2 * stage + usize::from(seat != mover);
            let weights = &layers.output[set * layers.hidden..(set + 1) * layers.hidden];
            let sum = weigh(sums, weights) + i64::from(layers.output_biases[set]);
            let one = i64::from(INPUT_ONE) * i64::from(INPUT_ONE) * i64::from(OUTPUT_ONE);
            *value = (sum * layers.scale / one) as i32;
        }
    }
}

/// Takes one row off the sums and adds another.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn exchange_row(sums: &mut [i16], old: &[i16], new: &[i16]) {
    let (sums, _) = sums.as_chunks_mut::<LANES>();
    let (new, _) = new.as_chunks::<LANES>();
    let (old, _) = old.as_chunks::<LANES>();
    for ((sums, new), old) in sums.iter_mut().zip(new).zip(old) {
        for ((sum, new), old) in sums.iter_mut().zip(new).zip(old) {
            *sum = sum.wrapping_add(new.wrapping_sub(*old));
        }
    }
}

/// Returns the weighted sum of the clipped squares.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn weigh(sums: &[i16], weights: &[i16]) -> i64 {
    let (sums, _) = sums.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    let mut total = [0i32; LANES];
    for (sums, weights) in sums.iter().zip(weights) {
        for ((total, sum), weight) in total.iter_mut().zip(sums).zip(weights) {
            let clipped = (*sum).clamp(0, INPUT_ONE);
            *total += i32::from(clipped * clipped) * i32::from(*weight);
        }
    }
    total.iter().map(|total| i64::from(*total)).sum()
}
