//! A search where not everything is known: in several positions that may be behind an observation.
//!
//! Perfect-information Monte Carlo (Long, Sturtevant, Buro and Furtak 2010): each position is
//! searched as if all saw it, and the moves are compared by their results in all of them.

use std::collections::BTreeMap;

use crate::random::Random;
use crate::{Cursor, Message, PluginResult, SearchProgress, Searcher, Seat, Variation};

/// Nodes that a position gets at a time.
const SHARE: u64 = 64;
/// The lines that each position reports.
const LINES: u16 = 64;

/// A position that may be behind the observation, and its search.
struct Sample {
    cursor: Box<dyn Cursor>,
    searcher: Box<dyn Searcher>,
    progress: SearchProgress,
}

/// A search of an observation.
pub struct ResampledSearch {
    samples: Vec<Sample>,
    /// The nodes so far, also those of finished samples.
    given: u64,
    observer: Option<Seat>,
    by: Seat,
}

/// What the samples found about a move.
#[derive(Default)]
struct MoveResults {
    visits: u64,
    /// The samples that hold it for the best.
    best: u32,
    reports: u32,
    /// Sums, by seat.
    value: Vec<f64>,
    units: Option<i64>,
    depth: u16,
}

/// The start of a search.
type Begun = PluginResult<Result<Box<dyn Searcher>, Message>>;

impl ResampledSearch {
    /// The number of positions that are searched.
    pub const POSITIONS: u64 = 16;

    /// Begins a search of an observation for a seat. `begin` begins that of a whole position with a
    /// seed. `None` if nothing is unknown.
    ///
    /// # Errors
    /// Those of the cursors and of `begin`.
    pub fn new(
        observation: &mut dyn Cursor,
        observer: Option<Seat>,
        by: Seat,
        seed: u64,
        begin: &mut dyn FnMut(&mut dyn Cursor, u64) -> Begun,
    ) -> PluginResult<Result<Option<ResampledSearch>, Message>> {
        let mut random = Random::new(seed);
        let mut samples = Vec::with_capacity(Self::POSITIONS as usize);
        for _ in 0..Self::POSITIONS {
            let Some(mut cursor) = observation.resample(random.draw())? else {
                return Ok(Ok(None));
            };
            let searcher = match begin(&mut *cursor, random.draw())? {
                Ok(searcher) => searcher,
                Err(why) => return Ok(Err(why)),
            };
            let progress = SearchProgress { nodes: 0, memory: 0, finished: false };
            samples.push(Sample { cursor, searcher, progress });
        }
        Ok(Ok(Some(ResampledSearch { samples, given: 0, observer, by })))
    }

    fn results(&mut self) -> PluginResult<BTreeMap<String, MoveResults>> {
        let mut moves: BTreeMap<String, MoveResults> = BTreeMap::new();
        for Sample { cursor, searcher, .. } in &mut self.samples {
            let lines = searcher.report(LINES)?;
            for (rank, line) in lines.iter().enumerate() {
                let Some(mv) = line.moves.first() else { continue };
                // Another seat's move stays hidden from the observer.
                let mv = match self.observer == Some(self.by) {
                    true => mv.clone(),
                    false => cursor.observed_move(self.observer, self.by, mv)?,
                };
                let found = moves.entry(mv).or_default();
                found.visits += line.visits;
                found.best += u32::from(rank == 0);
                found.reports += 1;
                found.value.resize(line.value.len().max(found.value.len()), 0.0);
                for (sum, value) in found.value.iter_mut().zip(&line.value) {
                    *sum += f64::from(*value);
                }
                let units = line.units.map(i64::from);
                found.units = units.map(|units| found.units.unwrap_or(0) + units);
                found.depth = found.depth.max(line.depth);
            }
        }
        Ok(moves)
    }
}

impl MoveResults {
    /// The moves that most samples hold for the best come first, then those with most visits.
    fn order(&self) -> (u32, u64, u64) {
        let value = self.value.iter().copied().fold(0.0, f64::max) / f64::from(self.reports);
        (self.best, self.visits, value as u64)
    }

    fn variation(&self, mv: &str) -> Variation {
        let mean = |sum: &f64| (sum / f64::from(self.reports)).round() as u16;
        let units = self.units.map(|units| (units / i64::from(self.reports)) as i32);
        Variation {
            // What follows differs from sample to sample.
            moves: vec![mv.to_owned()],
            visits: self.visits,
            value: self.value.iter().map(mean).collect(),
            units,
            forced: None,
            depth: self.depth,
        }
    }
}

impl Searcher for ResampledSearch {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        let mut left = nodes;
        while left > 0 {
            // Whose turn it is depends on the nodes alone, however many steps they take.
            let sample = (self.given / SHARE) as usize % self.samples.len();
            let share = left.min((SHARE - self.given % SHARE) as u32);
            let sample = &mut self.samples[sample];
            if !sample.progress.finished {
                sample.progress = sample.searcher.step(share)?;
            }
            self.given += u64::from(share);
            left -= share;
        }
        let all = || self.samples.iter().map(|sample| &sample.progress);
        Ok(SearchProgress {
            nodes: all().map(|it| it.nodes).sum(),
            memory: all().map(|it| it.memory).sum(),
            finished: all().all(|it| it.finished),
        })
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        let found = self.results()?;
        let mut moves: Vec<(&String, &MoveResults)> = found.iter().collect();
        // Stable: equal moves stay in order of notation.
        moves.sort_by_key(|(_, results)| std::cmp::Reverse(results.order()));
        let moves = moves.into_iter().take(usize::from(lines));
        Ok(moves.map(|(mv, results)| results.variation(mv)).collect())
    }

    /// Returns false: what is known after a move is another observation.
    fn advance_root(&mut self, _: Seat, _: &str) -> PluginResult<bool> {
        Ok(false)
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        Ok(Vec::new())
    }

    fn import_stats(&mut self, _: &[u8]) -> PluginResult<()> {
        Ok(())
    }
}
