//! A learned evaluation: a small neural network whose weights are data of a ruleset.
//!
//! Its inputs are patterns: the contents of a few neighbouring sites together, such as the squares
//! of a 2x2 block. The file lists the patterns by numbers of sites, so the network knows nothing of
//! boards and serves any graph. The first layer is a sum of one row of weights for each pattern: a
//! move changes few sites, and only the rows of their patterns are exchanged (Nasu 2018). Its
//! outputs are clipped and squared, and a second layer makes the value of them, with other weights
//! in other stages of the game. All numbers are integers, so that values are the same on every
//! machine.

mod accumulator;
mod evaluator;

use std::fmt;
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};

use crate::Site;
pub(crate) use evaluator::{Evaluator, evaluate};

/// The weight of the first layer that stands for 1. Sums are clipped to 0 and 1.
pub const INPUT_ONE: i16 = 127;
/// The weight of the second layer that stands for 1.
pub const OUTPUT_ONE: i32 = 64;
/// The version of the file format.
pub const FORMAT: u32 = 1;
/// The sums of the first layer come in groups of so many.
pub(crate) const LANES: usize = 8;
/// The most sums of the first layer, sites of a pattern, and weights of the first layer.
const MOST_HIDDEN: usize = 256;
const MOST_PATTERN_SITES: usize = 16;
const MOST_WEIGHTS: usize = 4 << 20;
/// The largest weight of the second layer: sums of so many cannot overflow.
const MOST_OUTPUT: u16 = 2047;

/// The file of a network, which `boardloom lab train` writes as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkFile {
    /// The version of the format: [`FORMAT`].
    pub format: u32,
    /// The hash of the board and the rules that the network was trained for. The host compares it.
    pub rules: String,
    /// A note on the training.
    #[serde(default)]
    pub note: String,
    /// The number of seats.
    pub seats: u8,
    /// The number of kinds of pieces.
    pub kinds: u16,
    /// The sites of each pattern.
    pub patterns: Vec<Vec<Site>>,
    /// The number of sums in the first layer, a multiple of eight.
    pub hidden: usize,
    /// The number of stages of the game, by the number of pieces.
    pub stages: usize,
    /// The value of the output 1, in hundredths of the game's unit.
    pub scale: i32,
    /// The weights in Base64. First layer: for each pattern, for each of its contents, a signed
    /// byte for each sum; then a bias of two bytes for each sum. Second layer: for each stage, for
    /// the seat to move and for the others, two bytes for each sum, then a bias of four bytes.
    /// Little-endian.
    pub weights: String,
}

/// A network that is ready to evaluate positions.
///
/// A game reads it from `ai.network` of its ruleset and returns it from
/// [`Game::network`](crate::Game::network).
#[derive(Clone)]
pub struct Network(Arc<Layers>);

/// The weights and the tables for updates.
pub(crate) struct Layers {
    pub seats: usize,
    pub hidden: usize,
    pub stages: usize,
    pub scale: i64,
    /// The number of sites.
    pub sites: usize,
    /// The number of contents of a site: empty, or one of these pieces.
    pub contents: usize,
    /// For each pattern the index of its first row.
    pub first_row: Vec<u32>,
    /// For each site the range of its entries in `memberships`.
    pub ranges: Vec<(u32, u32)>,
    /// The pattern, and what one step of the content adds to its state.
    pub memberships: Vec<(u16, u16)>,
    /// The rows of the first layer; wider than in the file, so that no update has to widen them.
    pub rows: Vec<i16>,
    /// For each seat and content: the content as that seat sees it.
    pub seen: Vec<u16>,
    pub row_biases: Vec<i16>,
    /// The weights of the second layer by stage, mover first.
    pub output: Vec<i16>,
    pub output_biases: Vec<i32>,
}

impl Network {
    /// Returns the network of a file.
    ///
    /// # Errors
    /// The part of the file that does not fit the others.
    pub fn new(file: &NetworkFile) -> Result<Network, String> {
        Layers::new(file).map(|layers| Network(Arc::new(layers)))
    }

    /// Returns the number of sites that its patterns know.
    pub fn sites(&self) -> usize {
        self.0.sites
    }

    /// Returns the number of contents of a site, [`content`] below it.
    pub fn contents(&self) -> usize {
        self.0.contents
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> usize {
        self.0.seats
    }
}

/// Returns the number of a piece of a kind and a seat as content of a site; 0 is an empty site.
#[inline]
pub fn content(seats: usize, kind: u16, seat: u8) -> u8 {
    (1 + usize::from(kind) * seats + usize::from(seat)) as u8
}

/// Returns a content as another seat sees it: its own pieces are those of seat 0, those of the next
/// seat are those of seat 1, and so on.
fn seen_by(content: u8, seat: usize, seats: usize) -> u16 {
    let Some(piece) = usize::from(content).checked_sub(1) else { return 0 };
    let (kind, owner) = (piece / seats, piece % seats);
    (1 + kind * seats + (owner + seats - seat) % seats) as u16
}

impl Layers {
    fn new(file: &NetworkFile) -> Result<Layers, String> {
        let NetworkFile { seats, kinds, hidden, stages, patterns, .. } = file;
        if file.format != FORMAT {
            return Err(format!("expected format {FORMAT}, found {}", file.format));
        }
        let (seats, hidden, stages) = (usize::from(*seats), *hidden, *stages);
        if !(2..=crate::MAX_SEATS).contains(&seats) || *kinds == 0 || *kinds > 60 / seats as u16 {
            return Err("seats or kinds are out of range".to_owned());
        }
        if hidden == 0 || hidden % LANES != 0 || hidden > MOST_HIDDEN {
            let what = format!("expected a multiple of {LANES} up to {MOST_HIDDEN}");
            return Err(format!("`hidden`: {what}, found {hidden}"));
        }
        if !(1..=64).contains(&stages) {
            return Err(format!("`stages`: expected 1 to 64, found {stages}"));
        }
        let contents = 1 + usize::from(*kinds) * seats;
        let (mut first_row, mut rows) = (Vec::new(), 0u64);
        let mut of_site: Vec<Vec<(u16, u16)>> = Vec::new();
        for (number, pattern) in patterns.iter().enumerate() {
            if pattern.is_empty() || pattern.len() > MOST_PATTERN_SITES || number >= 1 << 16 {
                return Err(format!("pattern {number} has {} sites", pattern.len()));
            }
            first_row.push(rows as u32);
            let mut step = 1u64;
            for site in pattern {
                let site = *site as usize;
                if site >= 1 << 20 {
                    return Err(format!("pattern {number} names site {site}"));
                }
                if of_site.len() <= site {
                    of_site.resize(site + 1, Vec::new());
                }
                of_site[site].push((number as u16, step as u16));
                step *= contents as u64;
            }
            rows += step;
            if step > 1 << 16 || rows * hidden as u64 > MOST_WEIGHTS as u64 {
                return Err(format!("pattern {number} has too many states"));
            }
        }
        let bytes = BASE64_STANDARD
            .decode(&file.weights)
            .map_err(|error| format!("`weights` is no Base64 text: {error}"))?;
        let mut reader = Reader { bytes: &bytes };
        let rows = reader.take(rows as usize * hidden)?;
        let rows: Vec<i16> = rows.iter().map(|byte| i16::from(*byte as i8)).collect();
        let row_biases = (0..hidden).map(|_| reader.short()).collect::<Result<_, _>>()?;
        let (mut output, mut output_biases) = (Vec::new(), Vec::new());
        for _ in 0..2 * stages {
            for _ in 0..hidden {
                let weight = reader.short()?;
                if weight.unsigned_abs() > MOST_OUTPUT {
                    return Err(format!("a weight of the second layer is {weight}"));
                }
                output.push(weight);
            }
            output_biases.push(reader.long()?);
        }
        if !reader.bytes.is_empty() {
            return Err(format!("`weights` has {} bytes too many", reader.bytes.len()));
        }
        let (mut ranges, mut memberships) = (Vec::new(), Vec::new());
        for list in &of_site {
            let from = memberships.len() as u32;
            memberships.extend_from_slice(list);
            ranges.push((from, memberships.len() as u32));
        }
        Ok(Layers {
            seats,
            hidden,
            stages,
            scale: i64::from(file.scale),
            sites: of_site.len(),
            contents,
            first_row,
            ranges,
            memberships,
            rows,
            seen: (0..seats)
                .flat_map(|seat| (0..contents as u8).map(move |it| seen_by(it, seat, seats)))
                .collect(),
            row_biases,
            output,
            output_biases,
        })
    }
}

/// Reads the numbers of `weights`.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let Some((taken, rest)) = self.bytes.split_at_checked(count) else {
            let missing = count - self.bytes.len();
            return Err(format!("`weights` is too short: {missing} bytes are missing"));
        };
        self.bytes = rest;
        Ok(taken)
    }

    fn short(&mut self) -> Result<i16, String> {
        let bytes = self.take(2)?;
        Ok(i16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn long(&mut self) -> Result<i32, String> {
        let bytes = self.take(4)?;
        Ok(i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Layers { first_row, hidden, .. } = &*self.0;
        write!(f, "Network of {} patterns and {hidden} sums", first_row.len())
    }
}

impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Network::new(&NetworkFile::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// In a ruleset a network is the name of its file; the host reads it.
impl JsonSchema for Network {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Network".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests;
