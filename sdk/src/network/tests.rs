use super::accumulator::{Accumulator, Work};
use super::*;
use crate::random::Random;

const HIDDEN: usize = 16;
const STAGES: usize = 2;

/// A network on a board of five sites with random weights.
fn file() -> NetworkFile {
    let patterns = vec![vec![0, 1, 2], vec![1, 3], vec![4], vec![2, 3, 4]];
    let rows = 125 + 25 + 5 + 125;
    let mut random = Random::new(5);
    let mut bytes: Vec<u8> = (0..rows * HIDDEN).map(|_| random.draw() as u8).collect();
    for _ in 0..HIDDEN {
        bytes.extend(((random.below(100)) as i16).to_le_bytes());
    }
    for _ in 0..2 * STAGES {
        for _ in 0..HIDDEN {
            bytes.extend((random.below(400) as i16 - 200).to_le_bytes());
        }
        bytes.extend((random.below(1000) as i32 - 500).to_le_bytes());
    }
    NetworkFile {
        format: FORMAT,
        rules: String::new(),
        note: String::new(),
        seats: 2,
        kinds: 2,
        patterns,
        hidden: HIDDEN,
        stages: STAGES,
        scale: 700,
        weights: BASE64_STANDARD.encode(&bytes),
    }
}

/// The value for each seat by the definition in the file's documentation.
fn plain_value(file: &NetworkFile, layers: &Layers, contents: &[u8], mover: usize) -> [i32; 2] {
    let stage = contents.iter().filter(|it| **it > 0).count() * file.stages / (contents.len() + 1);
    [0, 1].map(|seat| {
        let mut sums: Vec<i64> = layers.row_biases.iter().map(|it| i64::from(*it)).collect();
        for (pattern, first) in file.patterns.iter().zip(&layers.first_row) {
            let (mut state, mut step) = (0, 1);
            for site in pattern {
                let content = contents[*site as usize];
                // Own pieces first: 1 and 3 are those of seat 0, 2 and 4 those of seat 1.
                let seen = [content, [0, 2, 1, 4, 3][usize::from(content)]][seat];
                state += step * usize::from(seen);
                step *= 5;
            }
            let row = (*first as usize + state) * file.hidden;
            for (sum, weight) in sums.iter_mut().zip(&layers.rows[row..]) {
                *sum += i64::from(*weight);
            }
        }
        let set = 2 * stage + usize::from(seat != mover);
        let weights = &layers.output[set * file.hidden..];
        let total: i64 = sums
            .iter()
            .zip(weights)
            .map(|(sum, weight)| (*sum).clamp(0, 127).pow(2) * i64::from(*weight))
            .sum();
        let total = total + i64::from(layers.output_biases[set]);
        (total * i64::from(file.scale) / (127 * 127 * 64)) as i32
    })
}

#[test]
fn updates_give_the_values_of_the_definition() {
    let file = file();
    let layers = Layers::new(&file).unwrap();
    let mut random = Random::new(9);
    let mut sums = Accumulator::new(&layers);
    let (mut contents, mut work) = (vec![0u8; 5], Work::default());
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..300 {
        for _ in 0..random.below(4) {
            contents[random.below(5) as usize] = random.below(5) as u8;
        }
        sums.update(&layers, &contents, &mut work);
        for mover in 0..2 {
            let mut values = [0; 2];
            sums.evaluate(&layers, mover, &mut values);
            assert_eq!(values, plain_value(&file, &layers, &contents, mover), "{contents:?}");
            seen.insert(values);
        }
    }
    assert!(seen.len() > 100);
}

#[test]
fn a_file_that_does_not_fit_itself_is_refused() {
    let wrong = |change: fn(&mut NetworkFile)| {
        let mut file = file();
        change(&mut file);
        Network::new(&file).unwrap_err()
    };
    assert!(wrong(|file| file.format = 2).contains("format"));
    assert!(wrong(|file| file.hidden = 12).contains("hidden"));
    assert!(wrong(|file| file.stages = 0).contains("stages"));
    assert!(wrong(|file| file.stages = 3).contains("too short"));
    assert!(wrong(|file| file.stages = 1).contains("too many"));
    assert!(wrong(|file| file.patterns[1] = vec![]).contains("pattern 1"));
    assert!(wrong(|file| file.patterns[1] = vec![1, u32::MAX]).contains("pattern 1"));
    assert!(wrong(|file| file.patterns[1] = (0..16).collect()).contains("states"));
    assert!(wrong(|file| file.kinds = 0).contains("kinds"));
    assert!(wrong(|file| file.weights.push('?')).contains("Base64"));
    assert!(Network::new(&file()).is_ok());
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let mut file = file();
    let mut bytes = BASE64_STANDARD.decode(&file.weights).unwrap();
    let first = bytes.len() - 2 * STAGES * (2 * HIDDEN + 4);
    bytes[first..first + 2].copy_from_slice(&i16::MAX.to_le_bytes());
    file.weights = BASE64_STANDARD.encode(&bytes);
    assert!(Network::new(&file).unwrap_err().contains("32767"));
}
