//! Positions of self-play with values and results, in a compact file.
//!
//! The first line is JSON. Then each game is a block: its number, its result and its positions.
//! A file that broke off in the middle of a block is cut there, so that a run can go on.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use boardloom_base::{Failure, Result};
use boardloom_ruleset::file::read_file;
use serde::{Deserialize, Serialize};

/// The largest file that is read.
const LARGEST: usize = 8 << 30;

/// The first line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub boardloom_positions: u32,
    pub ruleset: String,
    /// The hash of board and rules.
    pub rules: String,
    pub seats: u8,
    pub kinds: u16,
    pub sites: u32,
    /// Nodes of a search.
    pub nodes: u64,
    pub seed: u64,
}

/// A position with what a search and the game's end say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrainingPosition {
    /// By site: 0 is empty, else a piece.
    pub contents: Vec<u8>,
    pub mover: u8,
    /// The value that the search found for the mover, in hundredths of the game's unit.
    pub value: i16,
    /// Half points of the mover at the end: 0, 1 or 2.
    pub result: u8,
}

/// A game's number and its positions.
pub type SampledGame = (u32, Vec<TrainingPosition>);

/// A file that games are appended to.
pub struct SampleWriter {
    path: PathBuf,
    file: Mutex<File>,
    /// The games that it has already.
    pub known: BTreeSet<u32>,
}

impl SampleWriter {
    /// Opens a new file, or one of the same run that goes on.
    pub fn open(path: &Path, header: &Header) -> Result<Self> {
        let (known, end) = match path.exists() {
            true => {
                let (known_header, games, end) = read_parts(path)?;
                if known_header != *header {
                    return Err(Failure::Usage(format!(
                        "{}: it has positions of another run; name another file, or repeat that \
                         run's ruleset, seed and nodes",
                        path.display()
                    )));
                }
                (games.into_iter().map(|(number, _)| number).collect(), end)
            }
            false => (BTreeSet::new(), 0),
        };
        let open = || {
            let mut file =
                OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
            file.set_len(end)?;
            file.seek(SeekFrom::End(0))?;
            if end == 0 {
                writeln!(file, "{}", serde_json::to_string(header)?)?;
            }
            Ok(file)
        };
        let file = open().map_err(Failure::write(path))?;
        Ok(SampleWriter { path: path.to_owned(), file: Mutex::new(file), known })
    }

    pub fn append(&self, game: &SampledGame) -> Result<()> {
        let mut file = self.file.lock().expect("no thread panics with it");
        file.write_all(&encode(game)).map_err(Failure::write(&self.path))
    }
}

/// Reads a file.
pub fn read(path: &Path) -> Result<(Header, Vec<SampledGame>)> {
    read_parts(path).map(|(header, games, _)| (header, games))
}

/// Also returns the length of its whole blocks.
fn read_parts(path: &Path) -> Result<(Header, Vec<SampledGame>, u64)> {
    let bytes = read_file(path, LARGEST).map_err(Failure::read(path))?;
    let bad = |what: &str| Failure::Invalid(format!("{}: {what}", path.display()));
    let line = bytes.iter().position(|byte| *byte == b'\n');
    let line = line.ok_or_else(|| bad("it is no file of positions: its first line is missing"))?;
    let header: Header = serde_json::from_slice(&bytes[..line])
        .map_err(|error| bad(&format!("it is no file of positions: {error}")))?;
    if header.boardloom_positions != 1 {
        return Err(bad("its positions have another format"));
    }
    let (mut games, mut rest) = (Vec::new(), &bytes[line + 1..]);
    while let Some((game, after)) = decode(rest, header.sites as usize) {
        games.push(game);
        rest = after;
    }
    let end = (bytes.len() - rest.len()) as u64;
    Ok((header, games, end))
}

fn encode((number, samples): &SampledGame) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(number.to_le_bytes());
    bytes.extend((samples.len() as u16).to_le_bytes());
    for sample in samples {
        bytes.push(sample.mover | sample.result << 4);
        bytes.extend(sample.value.to_le_bytes());
        bytes.extend(
            sample.contents.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 4),
        );
    }
    bytes
}

/// Returns a game and the bytes behind it; `None` if they break off.
fn decode(bytes: &[u8], sites: usize) -> Option<(SampledGame, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    let (count, rest) = rest.split_first_chunk()?;
    let (count, size) = (usize::from(u16::from_le_bytes(*count)), 3 + sites.div_ceil(2));
    let (block, rest) = rest.split_at_checked(count * size)?;
    let samples = block.chunks_exact(size).map(|bytes| {
        let contents = bytes[3..].iter().flat_map(|pair| [pair & 15, pair >> 4]);
        TrainingPosition {
            contents: contents.take(sites).collect(),
            mover: bytes[0] & 15,
            value: i16::from_le_bytes([bytes[1], bytes[2]]),
            result: bytes[0] >> 4,
        }
    });
    Some(((u32::from_le_bytes(*number), samples.collect()), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            boardloom_positions: 1,
            ruleset: "a/b".to_owned(),
            rules: "0".to_owned(),
            seats: 2,
            kinds: 1,
            sites: 3,
            nodes: 100,
            seed: 7,
        }
    }

    fn game(number: u32) -> SampledGame {
        let sample =
            |value| TrainingPosition { contents: vec![0, 2, 1], mover: 1, value, result: 2 };
        (number, vec![sample(-300), sample(12)])
    }

    #[test]
    fn a_run_goes_on_where_its_file_broke_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        let writer = SampleWriter::open(&path, &header()).unwrap();
        writer.append(&game(4)).unwrap();
        writer.append(&game(9)).unwrap();
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let writer = SampleWriter::open(&path, &header()).unwrap();
        assert_eq!(writer.known, BTreeSet::from([4]));
        writer.append(&game(9)).unwrap();
        drop(writer);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        assert_eq!(read(&path).unwrap(), (header(), vec![game(4), game(9)]));
        let other = Header { seed: 8, ..header() };
        assert!(SampleWriter::open(&path, &other).is_err());
    }
}
