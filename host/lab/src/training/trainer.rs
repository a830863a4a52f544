//! `boardloom lab train`: trains a network on positions, and writes its file.

use std::path::{Path, PathBuf};
use std::time::Instant;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use boardloom_contract::Site;
use boardloom_match::{GameSource, OpenError};
use boardloom_ruleset::Overrides;
use boardloom_ruleset::file::read_file;
use serde_json::json;

use super::board::{cliques, read_graph, symmetries};
use super::model::{NetworkModel, NetworkShape, chance, loss};
use super::samples::{self, TrainingPosition};
use crate::args::Train;
use crate::series::RandomNumbers;
use boardloom_base::{Catalog, Console, Failure, Interrupt, Result};

/// One game in so many is kept back to measure the loss.
const KEPT_BACK: u32 = 32;
/// The learning rate at the end, as a part of the one at the beginning.
const LAST_RATE: f32 = 0.02;
/// The steps of the search for the scale.
const SCALE_STEPS: u32 = 40;
/// The advantage that wins three games of four is the scale times the logarithm of three.
const THREE_OF_FOUR: f32 = 1.0986;
/// The largest state of a run.
const LARGEST_STATE: usize = 1 << 30;

pub fn run(catalog: &Catalog, args: &Train, console: &mut Console<'_>) -> Result<()> {
    let source = catalog.source(&args.ruleset, &Overrides::new())?;
    let rules = source.ruleset.network_rules();
    let data = Data::read(args, &rules)?;
    let graph = graph(&source)?;
    let patterns = cliques(&graph);
    let maps = if args.no_symmetries { vec![] } else { symmetries(&graph) };
    let shape = NetworkShape::new(patterns, data.kinds, args.hidden, args.stages);
    console.say(format!(
        "{} positions to learn, {} kept back; {} patterns, {} weights, {} symmetries",
        data.learnt.len(),
        data.kept.len(),
        shape.patterns.len(),
        shape.weights(),
        maps.len().max(1)
    ));
    let scale = fit_scale(&data.learnt);
    let mut trainer = Trainer { args, shape, data, maps, scale };
    let model = trainer.train(console)?;
    let Some(model) = model else { return Ok(()) };
    let file = trainer.file(&model, &rules);
    std::fs::write(&args.output, file).map_err(Failure::write(&args.output))?;
    let _ = std::fs::remove_file(state_path(&args.output));
    let scale = (scale * THREE_OF_FOUR).round();
    console.say(format!("{}: for `[ai] scale = {scale}`", args.output.display()));
    Ok(())
}

fn graph(source: &GameSource) -> Result<super::board::SiteGraph> {
    let mut cursor = source.open()?.start()?;
    let text = cursor.write("graph").map_err(OpenError::from)?;
    read_graph(&text.map_err(|error| Failure::Invalid(error.to_string()))?)
}

/// The positions of all files.
struct Data {
    kinds: u16,
    learnt: Vec<TrainingPosition>,
    kept: Vec<TrainingPosition>,
}

impl Data {
    fn read(args: &Train, rules: &str) -> Result<Data> {
        let mut data = Data { kinds: 1, learnt: Vec::new(), kept: Vec::new() };
        for path in &args.positions {
            let (header, games) = samples::read(path)?;
            if header.rules != rules {
                return Err(Failure::Invalid(format!(
                    "{}: its positions are of {}, with another board or other rules",
                    path.display(),
                    header.ruleset
                )));
            }
            data.kinds = header.kinds;
            for (number, samples) in games {
                match number % KEPT_BACK {
                    0 => data.kept.extend(samples),
                    _ => data.learnt.extend(samples),
                }
            }
        }
        match data.learnt.is_empty() || data.kept.is_empty() {
            true => Err(Failure::Usage("there are too few positions: play more games".to_owned())),
            false => Ok(data),
        }
    }
}

/// Returns the advantage by which values predict results best: odds are values divided by it.
fn fit_scale(samples: &[TrainingPosition]) -> f32 {
    let some: Vec<&TrainingPosition> = samples.iter().step_by(samples.len() / 50_000 + 1).collect();
    let total = |scale: f32| -> f64 {
        let each = some.iter().map(|sample| {
            let predicted = chance(f32::from(sample.value) / scale);
            f64::from(loss(predicted, f32::from(sample.result) / 2.0))
        });
        each.sum()
    };
    // Between 10 and 100,000, by halving the range of logarithms.
    let (mut low, mut high) = (1.0f32, 5.0f32);
    for _ in 0..SCALE_STEPS {
        let (left, right) = (low + (high - low) * 0.4, low + (high - low) * 0.6);
        if total(10f32.powf(left)) < total(10f32.powf(right)) { high = right } else { low = left }
    }
    10f32.powf((low + high) / 2.0).round()
}

struct Trainer<'a> {
    args: &'a Train,
    shape: NetworkShape,
    data: Data,
    maps: Vec<Vec<Site>>,
    scale: f32,
}

impl Trainer<'_> {
    /// Trains, from the last whole epoch of a run that was stopped. `None` after Ctrl-C.
    fn train(&mut self, console: &mut Console<'_>) -> Result<Option<NetworkModel>> {
        let interrupt = Interrupt::listen();
        let (first, mut model) = match self.read_state() {
            Some((epoch, model)) => {
                console.say(format!("going on after epoch {epoch}"));
                (epoch, model)
            }
            None => (0, NetworkModel::new(&self.shape, self.args.seed)),
        };
        let began = Instant::now();
        for epoch in first..self.args.epochs {
            let Some(learnt) = self.epoch(&mut model, epoch, &interrupt) else { return Ok(None) };
            let kept = self.measure(&mut model);
            let (done, left) = (epoch + 1 - first, self.args.epochs - epoch - 1);
            let seconds = began.elapsed().as_secs_f64() * f64::from(left) / f64::from(done);
            console.say(format!(
                "epoch {}: loss {learnt:.5}, kept back {kept:.5}; {seconds:.0} s left",
                epoch + 1
            ));
            self.write_state(epoch + 1, &model)?;
        }
        Ok(Some(model))
    }

    /// Learns every position once, in random order. Returns the mean loss.
    fn epoch(&self, model: &mut NetworkModel, epoch: u32, interrupt: &Interrupt) -> Option<f64> {
        let count = self.data.learnt.len();
        let mut random = RandomNumbers::new(self.args.seed.wrapping_add(1 + u64::from(epoch)));
        let mut order: Vec<u32> = (0..count as u32).collect();
        for at in (1..count).rev() {
            order.swap(at, random.below(at as u64 + 1) as usize);
        }
        let mut total = 0.0;
        let mut turned = self.data.learnt[0].clone();
        for (number, batch) in order.chunks(self.args.batch).enumerate() {
            if interrupt.came() {
                return None;
            }
            for index in batch {
                let sample = &self.data.learnt[*index as usize];
                self.turn(sample, &mut turned, &mut random);
                total += f64::from(model.learn(&self.shape, &turned, self.wanted(sample)));
            }
            let done = number as f32 * self.args.batch as f32 / count as f32;
            let part = (epoch as f32 + done) / self.args.epochs as f32;
            // Half a cosine from the first rate to the last.
            let part =
                LAST_RATE + (1.0 - LAST_RATE) * (1.0 + (std::f32::consts::PI * part).cos()) / 2.0;
            model.step(&self.shape, batch.len(), self.args.rate * part);
        }
        Some(total / count as f64)
    }

    /// Maps a position by a symmetry drawn at random.
    fn turn(
        &self,
        sample: &TrainingPosition,
        turned: &mut TrainingPosition,
        random: &mut RandomNumbers,
    ) {
        turned.clone_from(sample);
        if self.maps.len() < 2 {
            return;
        }
        let map = &self.maps[random.below(self.maps.len() as u64) as usize];
        for (content, image) in sample.contents.iter().zip(map) {
            turned.contents[*image as usize] = *content;
        }
    }

    /// Returns the result that a position should predict: between that of its game and its value.
    fn wanted(&self, sample: &TrainingPosition) -> f32 {
        let share = self.args.results;
        let value = chance(f32::from(sample.value) / self.scale);
        share * f32::from(sample.result) / 2.0 + (1.0 - share) * value
    }

    fn measure(&self, model: &mut NetworkModel) -> f64 {
        let losses = self.data.kept.iter().map(|sample| {
            let predicted = chance(model.evaluate(&self.shape, sample));
            f64::from(loss(predicted, self.wanted(sample)))
        });
        losses.sum::<f64>() / self.data.kept.len() as f64
    }

    /// A run with other arguments or positions must not go on from its state.
    fn fingerprint(&self) -> String {
        let Train { hidden, stages, epochs, batch, rate, results, seed, no_symmetries, .. } =
            self.args;
        let count = self.data.learnt.len();
        format!(
            "{hidden} {stages} {epochs} {batch} {rate} {results} {seed} {no_symmetries} {count}"
        )
    }

    fn write_state(&self, epoch: u32, model: &NetworkModel) -> Result<()> {
        let path = state_path(&self.args.output);
        let mut bytes = format!("{} {epoch}\n", self.fingerprint()).into_bytes();
        bytes.extend(model.state().iter().flat_map(|number| number.to_le_bytes()));
        std::fs::write(&path, bytes).map_err(Failure::write(&path))
    }

    fn read_state(&self) -> Option<(u32, NetworkModel)> {
        let bytes = read_file(&state_path(&self.args.output), LARGEST_STATE).ok()?;
        let line = bytes.iter().position(|byte| *byte == b'\n')?;
        let (fingerprint, epoch) = std::str::from_utf8(&bytes[..line]).ok()?.rsplit_once(' ')?;
        if fingerprint != self.fingerprint() {
            return None;
        }
        let numbers = bytes[line + 1..].chunks_exact(4);
        let numbers: Vec<f32> =
            numbers.map(|it| f32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect();
        Some((epoch.parse().ok()?, NetworkModel::with_state(&self.shape, &numbers)?))
    }

    /// Returns the text of the file.
    fn file(&self, model: &NetworkModel, rules: &str) -> String {
        let Train { epochs, seed, results, .. } = self.args;
        let count = self.data.learnt.len() + self.data.kept.len();
        let note = format!("{count} positions, {epochs} epochs, results {results}, seed {seed}");
        let file = json!({
            "format": 1,
            "rules": rules,
            "note": note,
            "seats": 2,
            "kinds": self.shape.kinds,
            "patterns": self.shape.patterns,
            "hidden": self.shape.hidden,
            "stages": self.shape.stages,
            "scale": self.scale as i32,
            "weights": BASE64_STANDARD.encode(model.bytes(&self.shape)),
        });
        format!("{file}\n")
    }
}

fn state_path(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".state");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_the_one_that_predicts_best() {
        // A lead of 500 wins three games of four.
        let sample = |result| TrainingPosition { contents: vec![], mover: 0, value: 500, result };
        let samples = [sample(2), sample(2), sample(2), sample(0)];
        let scale = fit_scale(&samples);
        assert!((scale * THREE_OF_FOUR - 500.0).abs() < 5.0, "{scale}");
    }
}
