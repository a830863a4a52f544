//! The lines of a journal.

use std::path::Path;

use boardloom_ruleset::file::read_file;
use boardloom_ruleset::time_control::{parse_count, parse_seconds, seconds};

use super::JournalError;
use crate::arrow;
use crate::assessment::Assessment;
use crate::game_match::{Decision, Turn};
use crate::game_tree::{GameEvent, Node, NodeId};
use crate::move_text;
use crate::record::{Record, clocks};
use crate::scanner::{Scanner, quote};
use crate::verdict;

const FIRST_LINE: &str = "Boardloom journal 2";
/// Without a checksum of the record and numbers of played nodes.
const OLD_FIRST_LINE: &str = "Boardloom journal 1";

/// Stands for a move that damage made unreadable: no game plays it, and the moves after
/// it are kept as illegal ones.
const LOST_MOVE: &str = "?";

/// Longer damaged lines are not tried byte by byte.
const MAX_REPAIRED: usize = 512;

pub(super) fn head(record: &str) -> String {
    format!(
        "{FIRST_LINE}\n{}{record}",
        seal(&format!("{} {:08x}", record.len(), checksum(record.as_bytes())))
    )
}

/// Appends the checksum and the newline.
pub(super) fn seal(line: &str) -> String {
    format!("{line} #{:08x}\n", checksum(line.as_bytes()))
}

/// FNV-1a: enough to detect a line that a crash cut off.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

pub(super) fn play(number: u32, parent: u32, node: &Node) -> String {
    let took = node.took.map_or_else(|| "-".to_owned(), seconds);
    let coins = match node.paused.is_zero() {
        true => node.coins.to_string(),
        false => format!("{}/{}", node.coins, seconds(node.paused)),
    };
    format!("play {number} {parent} {took} {coins} {}", move_text::write(node))
}

pub(super) fn turn(number: u32, turn: &Turn) -> String {
    format!("turn {}", clocks::running(turn, number as usize).join(" "))
}

pub(super) fn decide(decision: &Decision) -> String {
    format!("decide {}", clocks::decided(decision).join(" "))
}

pub(super) fn comment(number: u32, text: &str) -> String {
    let mut line = format!("comment {number} ");
    quote(&mut line, text);
    line
}

pub(super) fn result((places, reason): &(Vec<u8>, String)) -> String {
    let places: Vec<String> = places.iter().map(u8::to_string).collect();
    let mut line = format!("result {} ", places.join(","));
    quote(&mut line, reason);
    line
}

/// The largest journal, in bytes: some millions of moves.
const JOURNAL_LIMIT: usize = 256 << 20;

/// The damage found in a journal. A line that a crash left half written at the end is
/// none: its event was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Damage {
    /// Lines that could not be read.
    pub lost: usize,
    /// Lines in which one byte was wrong, and was restored.
    pub repaired: usize,
    /// Whether the record at the beginning differs from the one written.
    pub record: bool,
}

impl Damage {
    pub fn is_none(&self) -> bool {
        *self == Damage::default()
    }
}

/// Reads a journal: the record with all later events, and the damage found.
pub fn read(path: &Path) -> Result<(Record, Damage), JournalError> {
    let bytes = read_file(path, JOURNAL_LIMIT)
        .map_err(|why| JournalError::Disk { path: path.to_owned(), why })?;
    parse(path, &bytes)
}

pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<(Record, Damage), JournalError> {
    let not = |why: &str| JournalError::NotAJournal { path: path.to_owned(), why: why.to_owned() };
    let (first, rest) = split_line(bytes).unwrap_or((bytes, b""));
    let old = first == OLD_FIRST_LINE.as_bytes();
    if !old && first != FIRST_LINE.as_bytes() {
        return Err(not("expected `Boardloom journal 2` in the first line"));
    }
    let (head, rest) =
        split_line(rest).ok_or_else(|| not("the second line, a length, is missing"))?;
    let mut damage = Damage::default();
    let sealed = record_length(head);
    let length = match (old, sealed) {
        (true, _) => {
            let length = std::str::from_utf8(head).ok().and_then(|text| text.parse().ok());
            length.ok_or_else(|| not("expected a length in the second line"))?
        }
        (false, Some((length, _))) => length,
        // The first line with a valid checksum marks the end of the record.
        (false, None) => start_of_lines(rest),
    };
    let Some(record) = rest.get(..length) else {
        return Err(not("it ends before its record does"));
    };
    damage.record = !old && sealed.is_none_or(|(_, sum)| sum != checksum(record));
    let record = match damage.record {
        true => String::from_utf8_lossy(record),
        false => std::str::from_utf8(record).map_err(|_| not("it is no UTF-8 text"))?.into(),
    };
    let mut record = Record::parse(&record)
        .map_err(|why| JournalError::Record { path: path.to_owned(), why })?;
    let mut events = &rest[length..];
    while let Some((line, rest)) = split_line(events) {
        events = rest;
        let restored = || repair(line).inspect(|_| damage.repaired += 1);
        let text = unseal(line).map(str::to_owned).or_else(restored);
        let taken = text.and_then(|text| take(&mut record, &text, old, damage.lost));
        if taken.is_none() {
            damage.lost += 1;
            if old && line.starts_with(b"play ") {
                add_lost(&mut record);
            }
        }
    }
    record.goes_on = true;
    Ok((record, damage))
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

fn record_length(head: &[u8]) -> Option<(usize, u32)> {
    let text = unseal(head).map(str::to_owned).or_else(|| repair(head))?;
    let (length, sum) = text.split_once(' ')?;
    Some((length.parse().ok()?, u32::from_str_radix(sum, 16).ok()?))
}

/// Returns where the first line with a valid checksum begins.
fn start_of_lines(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some((line, rest)) = split_line(&bytes[at..]) {
        if unseal(line).is_some() {
            break;
        }
        at = bytes.len() - rest.len();
    }
    at
}

/// Removes the checksum; `None` if it is wrong.
fn unseal(line: &[u8]) -> Option<&str> {
    let (line, sum) = std::str::from_utf8(line).ok()?.rsplit_once(" #")?;
    (u32::from_str_radix(sum, 16).ok()? == checksum(line.as_bytes())).then_some(line)
}

/// Restores a line in which one byte is wrong: the only change that makes its checksum right.
fn repair(line: &[u8]) -> Option<String> {
    if line.len() > MAX_REPAIRED {
        return None;
    }
    let mut line = line.to_vec();
    for at in 0..line.len() {
        let found = line[at];
        for byte in 0x20..=u8::MAX {
            line[at] = byte;
            if let Some(text) = unseal(&line) {
                return Some(text.to_owned());
            }
        }
        line[at] = found;
    }
    None
}

fn add_lost(record: &mut Record) {
    let event = GameEvent::Move { seat: None, mv: LOST_MOVE.to_owned() };
    record.here = record.tree.add_read(record.here, event);
    record.turn = Turn { at: record.here, ..Turn::default() };
}

/// Finds a node by its number. Nodes of lost lines, at most two for each, are filled in.
fn node(record: &mut Record, number: &str, lost: usize) -> Option<NodeId> {
    let number: u32 = number.parse().ok()?;
    let missing = (number as usize + 1).saturating_sub(record.tree.len());
    if missing > lost * 2 {
        return None;
    }
    (0..missing).for_each(|_| add_lost(record));
    Some(NodeId(number))
}

/// Applies a line; `None` if it is malformed.
fn take(record: &mut Record, line: &str, old: bool, lost: usize) -> Option<()> {
    let (verb, rest) = line.split_once(' ')?;
    let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    match verb {
        "go" => {
            record.here = node(record, number, lost)?;
            record.decisions.clear();
        }
        "decide" => {
            let words: Vec<&str> = std::iter::once(number).chain(rest.splitn(4, ' ')).collect();
            record.decisions.push(clocks::decision(&words).ok()?);
        }
        "turn" => {
            let words: Vec<&str> = std::iter::once(number).chain(rest.split(' ')).collect();
            let turn = clocks::turn(&words).ok()?;
            node(record, number, lost)?;
            record.turn = turn;
        }
        "comment" => {
            let text = Scanner::new(rest).quoted().ok()?;
            let id = node(record, number, lost)?;
            record.tree.node_mut(id).comment = text;
        }
        "assess" => {
            let assessment = Assessment::from_sign(rest);
            if assessment.is_none() && rest != "-" {
                return None;
            }
            let id = node(record, number, lost)?;
            record.tree.node_mut(id).assessment = assessment;
        }
        "review" => {
            let verdict = verdict::read(&mut Scanner::new(rest)).ok()?;
            let id = node(record, number, lost)?;
            record.tree.node_mut(id).verdict = Some(verdict);
        }
        "result" => {
            let places: Result<Vec<u8>, _> = number.split(',').map(str::parse).collect();
            record.result = Some((places.ok()?, Scanner::new(rest).quoted().ok()?));
        }
        "draw" => {
            let arrows = arrow::read(&mut Scanner::new(rest)).ok()?;
            let id = node(record, number, lost)?;
            record.tree.node_mut(id).arrows = arrows;
        }
        "play" => {
            let (parent, rest) = if old { (number, rest) } else { rest.split_once(' ')? };
            let (took, rest) = rest.split_once(' ')?;
            let (coins, word) = rest.split_once(' ')?;
            let took = match took {
                "-" => None,
                text => Some(parse_seconds(text).ok()?),
            };
            let (coins, paused) = coins.split_once('/').unwrap_or((coins, "0"));
            let (coins, paused) = (parse_count(coins)?, parse_seconds(paused).ok()?);
            let event = move_text::read(&mut Scanner::new(word)).ok()??;
            let parent = node(record, parent, lost)?;
            if !old {
                let before = number.parse::<u32>().ok()?.checked_sub(1)?;
                node(record, &before.to_string(), lost)?;
                if record.tree.len() != before as usize + 1 {
                    return None;
                }
            }
            let new = record.tree.add_read(parent, event);
            let node = record.tree.node_mut(new);
            (node.took, node.coins, node.paused) = (took, coins, paused);
            record.here = new;
            record.decisions.clear();
            record.turn = Turn { at: new, ..Turn::default() };
        }
        _ => return None,
    }
    Some(())
}
