//! `boardloom lab positions`: games of the computer against itself, for training.

use boardloom_computer::MEMORY;
use boardloom_contract::{Cursor, OpenGame, PluginResult, Searcher};
use boardloom_match::{GameSource, OpenError, chance_number};
use boardloom_ruleset::Overrides;

use super::board::piece_contents;
use super::samples::{Header, SampleWriter, SampledGame, TrainingPosition};
use crate::args::Positions;
use crate::series::{RandomNumbers, Series, pick};
use boardloom_base::{Catalog, Console, Failure, Result};

/// The fewest random plies of an opening, and the number of different lengths.
const OPENING: u64 = 2;
const OPENINGS: u64 = 8;
/// One later move in so many is random.
const RANDOM_MOVES: u64 = 40;

pub fn run(catalog: &Catalog, args: &Positions, console: &mut Console<'_>) -> Result<()> {
    let source = catalog.source(&args.ruleset, &Overrides::new())?;
    if !source.rules.capabilities().search {
        return Err(Failure::Usage("the plugin of this ruleset has no search".to_owned()));
    }
    let header = header(&source, args)?;
    let writer = SampleWriter::open(&args.output, &header)?;
    let missing: Vec<u32> = (0..args.games).filter(|it| !writer.known.contains(it)).collect();
    let series = Series::new(missing.len() as u32, args.threads, console);
    let counts = series.play(
        || Ok(source.open()?),
        |opened, number| {
            let player = SelfPlay { source: &source, args, header: &header };
            let game = player.game(&**opened, missing[number as usize]).map_err(OpenError::from)?;
            writer.append(&game)?;
            Ok(Some(game.1.len()))
        },
    )?;
    let (games, positions) = (counts.len(), counts.values().sum::<usize>());
    let before = writer.known.len();
    console.say(format!("{positions} positions of {games} games; {before} games were there"));
    series.interrupt.report(games, missing.len() as u32, console);
    Ok(())
}

fn header(source: &GameSource, args: &Positions) -> Result<Header> {
    let opened = source.open()?;
    let about = opened.about()?;
    if about.seats != 2 || about.kinds.len() > 7 {
        let what = "training is for games of two players with at most seven kinds of pieces";
        return Err(Failure::Usage(what.to_owned()));
    }
    Ok(Header {
        boardloom_positions: 1,
        ruleset: args.ruleset.clone(),
        rules: source.ruleset.network_rules(),
        seats: about.seats,
        kinds: about.kinds.len() as u16,
        sites: opened.start()?.status()?.sites,
        nodes: args.nodes,
        seed: args.seed,
    })
}

struct SelfPlay<'a> {
    source: &'a GameSource,
    args: &'a Positions,
    header: &'a Header,
}

impl SelfPlay<'_> {
    /// Plays a game, which depends on seed and number alone.
    fn game(&self, opened: &dyn OpenGame, number: u32) -> PluginResult<SampledGame> {
        let seed = chance_number(self.args.seed, number);
        let mut random = RandomNumbers::new(seed);
        let mut cursor = opened.start()?;
        let opening = OPENING + random.below(OPENINGS);
        let mut samples: Vec<TrainingPosition> = Vec::new();
        let mut searcher: Option<Box<dyn Searcher>> = None;
        let outcome = loop {
            let status = cursor.status()?;
            if let Some(outcome) = &status.outcome {
                break Some(outcome.clone());
            }
            if status.ply >= self.args.max_plies {
                break None;
            }
            let Some(seat) = status.mover() else { break None };
            let is_random =
                u64::from(status.ply) < opening || status.chance || random.below(RANDOM_MOVES) == 0;
            let mv = match is_random {
                true => pick(&mut *cursor, seat, &mut random)?.map(|(mv, _)| mv),
                false => {
                    if searcher.is_none() {
                        let settings = self.source.ruleset.ai.search_settings(None);
                        searcher = cursor.search(&settings, seed, MEMORY)?.ok();
                    }
                    self.search(&mut searcher, &mut *cursor, seat, &mut samples)?
                }
            };
            let Some(mv) = mv else { break None };
            if let Some(searcher) = &mut searcher {
                searcher.advance_root(seat, &mv)?;
            }
            if cursor.play(seat, &mv)?.is_err() {
                break None;
            }
        };
        for sample in &mut samples {
            sample.result = match &outcome {
                Some(outcome) => match outcome.winner() {
                    Some(winner) => 2 * u8::from(winner == sample.mover),
                    None => 1,
                },
                None => 1,
            };
        }
        Ok((number, samples))
    }

    /// Returns the best move, and adds the position if it tells something.
    fn search(
        &self,
        searcher: &mut Option<Box<dyn Searcher>>,
        cursor: &mut dyn Cursor,
        seat: u8,
        samples: &mut Vec<TrainingPosition>,
    ) -> PluginResult<Option<String>> {
        let Some(searcher) = searcher else { return Ok(None) };
        searcher.step(self.args.nodes.min(u64::from(u32::MAX)) as u32)?;
        let lines = searcher.report(1)?;
        let Some(line) = lines.first() else { return Ok(None) };
        if let (Some(value), None) = (line.units, line.forced) {
            let contents = piece_contents(cursor, self.header.sites)?;
            let value = value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            samples.push(TrainingPosition { contents, mover: seat, value, result: 1 });
        }
        Ok(line.moves.first().cloned())
    }
}
