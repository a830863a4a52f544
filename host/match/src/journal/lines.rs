//! The lines of a journal.

use std::path::Path;

use boardloom_ruleset::file::read_file;
use boardloom_ruleset::time_control::{parse_seconds, seconds};

use super::JournalError;
use crate::game_tree::{Node, NodeId};
use crate::match_::Turn;
use crate::move_text;
use crate::record::{Record, clocks};
use crate::scanner::{Scanner, TextError, quote};

const FIRST_LINE: &str = "Boardloom journal 1";

pub(super) fn head(record: &str) -> String {
    format!("{FIRST_LINE}\n{}\n{record}", record.len())
}

/// Appends the checksum and the newline.
pub(super) fn sealed(line: &str) -> String {
    format!("{line} #{:08x}\n", checksum(line.as_bytes()))
}

/// FNV-1a: enough to tell a line from what a crash left of it.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

pub(super) fn play(parent: u32, node: &Node) -> String {
    let took = node.took.map_or_else(|| "-".to_owned(), seconds);
    let coins = match node.paused.is_zero() {
        true => node.coins.to_string(),
        false => format!("{}/{}", node.coins, seconds(node.paused)),
    };
    format!("play {parent} {took} {coins} {}", move_text::write(node))
}

pub(super) fn turn(number: u32, turn: &Turn) -> String {
    let (spent, paused) = (seconds(turn.spent), seconds(turn.paused));
    format!("turn {number} {spent} {} {paused}", turn.coins)
}

pub(super) fn comment(number: u32, text: &str) -> String {
    let mut line = format!("comment {number} ");
    quote(&mut line, text);
    line
}

/// The largest journal, in bytes: some millions of moves.
const JOURNAL_LIMIT: usize = 256 << 20;

/// Reads a journal: the record with all later events, and the number of half-written bytes
/// dropped at the end.
pub fn read(path: &Path) -> Result<(Record, usize), JournalError> {
    let bytes = read_file(path, JOURNAL_LIMIT)
        .map_err(|why| JournalError::Disk { path: path.to_owned(), why })?;
    parse(&bytes).map_err(|fault| match fault {
        Fault::NotAJournal(why) => JournalError::NotAJournal { path: path.to_owned(), why },
        Fault::Record(why) => JournalError::Record { path: path.to_owned(), why },
    })
}

#[derive(Debug)]
pub(super) enum Fault {
    NotAJournal(String),
    Record(TextError),
}

pub(super) fn parse(bytes: &[u8]) -> Result<(Record, usize), Fault> {
    let not = |why: &str| Fault::NotAJournal(why.to_owned());
    let rest = bytes
        .strip_prefix(FIRST_LINE.as_bytes())
        .and_then(|rest| rest.strip_prefix(b"\n"))
        .ok_or_else(|| not("expected `Boardloom journal 1` in the first line"))?;
    let end = rest.iter().position(|b| *b == b'\n');
    let end = end.ok_or_else(|| not("the second line, a length, is missing"))?;
    let length = std::str::from_utf8(&rest[..end]).ok().and_then(|text| text.parse().ok());
    let length: usize = length.ok_or_else(|| not("expected a length in the second line"))?;
    let rest = &rest[end + 1..];
    if length > rest.len() {
        return Err(not("it ends before its record does"));
    }
    let record = std::str::from_utf8(&rest[..length]).map_err(|_| not("it is no UTF-8 text"))?;
    let mut record = Record::parse(record).map_err(Fault::Record)?;
    let mut events = &rest[length..];
    while let Some(end) = events.iter().position(|b| *b == b'\n') {
        let whole = std::str::from_utf8(&events[..end]).ok().and_then(unsealed);
        if whole.and_then(|line| take(&mut record, line)).is_none() {
            break;
        }
        events = &events[end + 1..];
    }
    Ok((record, events.len()))
}

/// Removes the checksum; `None` if it is wrong.
fn unsealed(line: &str) -> Option<&str> {
    let (line, sum) = line.rsplit_once(" #")?;
    (u32::from_str_radix(sum, 16).ok()? == checksum(line.as_bytes())).then_some(line)
}

/// Applies a line; `None` if it is malformed.
fn take(record: &mut Record, line: &str) -> Option<()> {
    let (verb, rest) = line.split_once(' ')?;
    let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let id = NodeId(number.parse().ok()?);
    record.tree.get(id)?;
    match verb {
        "go" => record.here = id,
        "turn" => {
            let words: Vec<&str> = std::iter::once(number).chain(rest.split(' ')).collect();
            record.turn = clocks::turn(&words).ok()?;
        }
        "comment" => {
            record.tree.node_mut(id).comment = Scanner::new(rest).quoted().ok()?;
        }
        "play" => {
            let (took, rest) = rest.split_once(' ')?;
            let (coins, word) = rest.split_once(' ')?;
            let took = match took {
                "-" => None,
                text => Some(parse_seconds(text).ok()?),
            };
            let (coins, paused) = coins.split_once('/').unwrap_or((coins, "0"));
            let (coins, paused) = (coins.parse().ok()?, parse_seconds(paused).ok()?);
            let event = move_text::read(&mut Scanner::new(word)).ok()??;
            let new = record.tree.add_read(id, event);
            let node = record.tree.node_mut(new);
            (node.took, node.coins, node.paused) = (took, coins, paused);
            record.here = new;
            record.turn = Turn { at: new, ..Turn::default() };
        }
        _ => return None,
    }
    Some(())
}
