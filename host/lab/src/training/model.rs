//! A network with weights as fractions, its training by Adam (Kingma and Ba 2015), and its file.

use boardloom_contract::Site;

use super::samples::TrainingPosition;
use crate::series::RandomNumbers;

/// The numbers that stand for 1 in a file: those of the SDK.
const INPUT_ONE: f32 = 127.0;
const OUTPUT_ONE: f32 = 64.0;
/// The largest weights that a file can have.
const MOST_INPUT: f32 = 1.0;
const MOST_OUTPUT: f32 = 30.0;
/// The decay of Adam's means, and the term that keeps it from dividing by zero.
const DECAY: (f32, f32) = (0.9, 0.999);
const EPSILON: f32 = 1e-8;

/// The inputs and the size of a network.
pub struct NetworkShape {
    pub patterns: Vec<Vec<Site>>,
    pub kinds: u16,
    pub hidden: usize,
    pub stages: usize,
    first_row: Vec<usize>,
    rows: usize,
}

impl NetworkShape {
    pub fn new(patterns: Vec<Vec<Site>>, kinds: u16, hidden: usize, stages: usize) -> Self {
        let mut rows = 0;
        let contents = 1 + 2 * usize::from(kinds);
        let first_row = patterns.iter().map(|pattern| {
            let first = rows;
            rows += contents.pow(pattern.len() as u32);
            first
        });
        let first_row = first_row.collect();
        NetworkShape { patterns, kinds, hidden, stages, first_row, rows }
    }

    /// Returns the number of weights: rows and their biases, then the second layer with its own.
    pub fn weights(&self) -> usize {
        (self.rows + 1) * self.hidden + 2 * self.stages * (self.hidden + 1)
    }

    fn row_biases(&self) -> usize {
        self.rows * self.hidden
    }

    /// Returns the first weight of the second layer for a stage and the mover or the other seat.
    /// Its bias follows.
    fn output(&self, stage: usize, other: usize) -> usize {
        self.row_biases() + self.hidden + (2 * stage + other) * (self.hidden + 1)
    }

    fn stage(&self, contents: &[u8], sites: usize) -> usize {
        contents.iter().filter(|it| **it > 0).count() * self.stages / (sites + 1)
    }

    /// Writes the rows that a seat sees.
    fn rows_of(&self, contents: &[u8], seat: u8, out: &mut Vec<usize>) {
        let base = 1 + 2 * usize::from(self.kinds);
        out.clear();
        for (pattern, first) in self.patterns.iter().zip(&self.first_row) {
            let (mut state, mut step) = (0, 1);
            for site in pattern {
                let content = usize::from(contents[*site as usize]);
                let seen = if seat == 1 && content > 0 { ((content - 1) ^ 1) + 1 } else { content };
                state += step * seen;
                step *= base;
            }
            out.push(first + state);
        }
    }
}

/// Weights, and Adam's means of their gradients.
pub struct NetworkModel {
    pub weights: Vec<f32>,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    rows: [Vec<usize>; 2],
    sums: [Vec<f32>; 2],
    errors: Vec<f32>,
}

impl NetworkModel {
    /// Returns a network with small random weights.
    pub fn new(shape: &NetworkShape, seed: u64) -> Self {
        let count = shape.weights();
        let mut random = RandomNumbers::new(seed);
        let mut small = |size: f32| (random.below(2001) as f32 / 1000.0 - 1.0) * size;
        let mut weights: Vec<f32> = (0..count).map(|_| small(0.1)).collect();
        weights[shape.row_biases()..shape.output(0, 0)].fill(0.4);
        for stage in 0..shape.stages {
            for other in 0..2 {
                let first = shape.output(stage, other);
                weights[first + shape.hidden] = 0.0;
            }
        }
        NetworkModel::with_weights(shape, weights)
    }

    pub fn with_weights(shape: &NetworkShape, weights: Vec<f32>) -> Self {
        let zeros = vec![0.0; weights.len()];
        NetworkModel {
            gradient: zeros.clone(),
            mean: zeros.clone(),
            square: zeros,
            weights,
            steps: 0,
            rows: Default::default(),
            sums: [vec![0.0; shape.hidden], vec![0.0; shape.hidden]],
            errors: vec![0.0; shape.hidden],
        }
    }

    /// Returns the mover's winning odds as a logarithm.
    pub fn evaluate(&mut self, shape: &NetworkShape, sample: &TrainingPosition) -> f32 {
        let hidden = shape.hidden;
        let stage = shape.stage(&sample.contents, sample.contents.len());
        let mut value = 0.0;
        for other in 0..2 {
            let (rows, sums) = (&mut self.rows[other], &mut self.sums[other]);
            shape.rows_of(&sample.contents, sample.mover ^ other as u8, rows);
            let biases = shape.row_biases();
            sums.copy_from_slice(&self.weights[biases..biases + hidden]);
            for row in &*rows {
                let row = &self.weights[row * hidden..(row + 1) * hidden];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            let first = shape.output(stage, other);
            let weights = &self.weights[first..first + hidden];
            let squares = sums.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2));
            let own: f32 = squares.zip(weights).map(|(square, weight)| square * weight).sum();
            let own = own + self.weights[first + hidden];
            value += if other == 0 { own } else { -own };
        }
        value
    }

    /// Adds the gradient of a sample's error, and returns its loss: the cross entropy.
    pub fn learn(&mut self, shape: &NetworkShape, sample: &TrainingPosition, wanted: f32) -> f32 {
        let chance = chance(self.evaluate(shape, sample));
        let error = chance - wanted;
        let hidden = shape.hidden;
        let stage = shape.stage(&sample.contents, sample.contents.len());
        for other in 0..2 {
            let error = if other == 0 { error } else { -error };
            let first = shape.output(stage, other);
            for (at, sum) in self.sums[other].iter().enumerate() {
                let clipped = sum.clamp(0.0, 1.0);
                self.gradient[first + at] += error * clipped * clipped;
                let inside = if *sum > 0.0 && *sum < 1.0 { 2.0 * clipped } else { 0.0 };
                self.errors[at] = error * self.weights[first + at] * inside;
            }
            self.gradient[first + hidden] += error;
            let biases = shape.row_biases();
            for from in self.rows[other].iter().map(|row| row * hidden).chain([biases]) {
                let gradient = &mut self.gradient[from..from + hidden];
                gradient.iter_mut().zip(&self.errors).for_each(|(sum, error)| *sum += error);
            }
        }
        loss(chance, wanted)
    }

    /// Moves the weights against the gradient of a batch.
    pub fn step(&mut self, shape: &NetworkShape, batch: usize, rate: f32) {
        self.steps += 1;
        let (first, second) = DECAY;
        let rate = rate * (1.0 - second.powi(self.steps)).sqrt() / (1.0 - first.powi(self.steps));
        let output = shape.output(0, 0);
        let share = 1.0 / batch.max(1) as f32;
        for at in 0..self.weights.len() {
            let gradient = std::mem::take(&mut self.gradient[at]) * share;
            let (mean, square) = (&mut self.mean[at], &mut self.square[at]);
            *mean += (1.0 - first) * (gradient - *mean);
            *square += (1.0 - second) * (gradient * gradient - *square);
            let most = if at < output { MOST_INPUT } else { MOST_OUTPUT };
            let weight = &mut self.weights[at];
            *weight = (*weight - rate * *mean / (square.sqrt() + EPSILON)).clamp(-most, most);
        }
    }

    /// Returns the numbers for another run: steps, weights and means.
    pub fn state(&self) -> Vec<f32> {
        let parts = [&self.weights, &self.mean, &self.square];
        [self.steps as f32].into_iter().chain(parts.into_iter().flatten().copied()).collect()
    }

    pub fn with_state(shape: &NetworkShape, state: &[f32]) -> Option<Self> {
        let (steps, rest) = state.split_first()?;
        let mut parts = rest.chunks_exact(shape.weights());
        let mut model = NetworkModel::with_weights(shape, parts.next()?.to_vec());
        model.mean = parts.next()?.to_vec();
        model.square = parts.next()?.to_vec();
        model.steps = *steps as i32;
        Some(model)
    }

    /// Returns the weights as the bytes of a file.
    pub fn bytes(&self, shape: &NetworkShape) -> Vec<u8> {
        let round = |weight: f32, one: f32| (weight * one).round() as i32;
        let (biases, output) = (shape.row_biases(), shape.output(0, 0));
        let mut bytes: Vec<u8> =
            self.weights[..biases].iter().map(|it| round(*it, INPUT_ONE) as i8 as u8).collect();
        let short = |bytes: &mut Vec<u8>, weight: f32, one: f32| {
            bytes.extend((round(weight, one) as i16).to_le_bytes());
        };
        self.weights[biases..output].iter().for_each(|it| short(&mut bytes, *it, INPUT_ONE));
        for set in self.weights[output..].chunks(shape.hidden + 1) {
            let (bias, weights) = set.split_last().expect("a set has a bias");
            weights.iter().for_each(|it| short(&mut bytes, *it, OUTPUT_ONE));
            let bias = round(*bias, INPUT_ONE * INPUT_ONE * OUTPUT_ONE);
            bytes.extend(bias.to_le_bytes());
        }
        bytes
    }
}

/// Returns the winning chance of odds.
pub fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Returns the cross entropy of a chance and what came.
pub fn loss(chance: f32, wanted: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(wanted * chance.ln() + (1.0 - wanted) * (1.0 - chance).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_learns_that_more_pieces_win() {
        let shape = NetworkShape::new(vec![vec![0, 1], vec![1, 2], vec![2, 3]], 1, 8, 2);
        let mut random = RandomNumbers::new(3);
        let mut draw = || {
            let contents: Vec<u8> = (0..4).map(|_| random.below(3) as u8).collect();
            let mover = random.below(2) as u8;
            let of = |seat: u8| contents.iter().filter(|it| **it == seat + 1).count();
            let result = match of(mover).cmp(&of(mover ^ 1)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            };
            TrainingPosition { contents, mover, value: 0, result }
        };
        let mut model = NetworkModel::new(&shape, 1);
        for _ in 0..400 {
            for _ in 0..32 {
                let sample = draw();
                model.learn(&shape, &sample, f32::from(sample.result) / 2.0);
            }
            model.step(&shape, 32, 0.01);
        }
        let right = (0..200).filter(|_| {
            let sample = draw();
            let odds = model.evaluate(&shape, &sample);
            match sample.result {
                0 => odds < 0.0,
                1 => odds.abs() < 1.5,
                _ => odds > 0.0,
            }
        });
        assert!(right.count() > 190);
        let again = NetworkModel::with_state(&shape, &model.state()).expect("a whole state");
        assert_eq!(again.state(), model.state());
        let sets = 2 * shape.stages * (2 * shape.hidden + 4);
        assert_eq!(model.bytes(&shape).len(), 27 * 8 + 2 * 8 + sets);
    }
}
