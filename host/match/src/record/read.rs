//! A record from text.

use boardloom_ruleset::printable::printable_line;
use boardloom_ruleset::time_control::parse_seconds;

use super::{FORMAT, Record, clocks, copies};
use crate::arrow;
use crate::assessment::Assessment;
use crate::game_match::Turn;
use crate::game_tree::{GameTree, NodeId, ROOT};
use crate::move_text;
use crate::player::{Player, PlayerKind};
use crate::scanner::{Scanner, TextError};
use crate::verdict;

pub(super) fn read(text: &str) -> Result<Record, TextError> {
    let mut scanner = Scanner::new(text);
    let mut record = Record::default();
    let mut here = 0u32;
    let mut turn = None;
    let mut format = None;
    let mut carried = Vec::new();
    loop {
        scanner.skip_space();
        let at = scanner.clone();
        if !scanner.eat('[') {
            break;
        }
        let (name, values) = tag(&mut scanner, &at)?;
        if name == "Boardloom" {
            format = Some(version(&values).map_err(|what| at.error(what))?);
        } else if name == "Here" {
            here = one(&values).and_then(|t| t.parse().ok()).ok_or_else(|| {
                at.error("expected [Here \"N\"], N being the number of a position")
            })?;
        } else if name == "Turn" {
            let texts: Vec<&str> = values.iter().map(String::as_str).collect();
            turn = Some(clocks::turn(&texts).map_err(|what| at.error(what))?);
        } else if name == "Decided" {
            let texts: Vec<&str> = values.iter().map(String::as_str).collect();
            record.decisions.push(clocks::decision(&texts).map_err(|what| at.error(what))?);
        } else if name == "Carried" {
            carried.push((at, values));
        } else {
            take_tag(&mut record, name, values).map_err(|what| at.error(what))?;
        }
    }
    // Carried times depend on the clock, whose tag may come later.
    for (at, values) in carried {
        clocks::carry(&mut record.setup, &values).map_err(|what| at.error(what))?;
    }
    if format.is_none() {
        let what = format!(
            "this is no Boardloom game: its record begins with [Boardloom \"{FORMAT}\"], among other \
             tags"
        );
        return Err(Scanner::new(text).error(what));
    }
    record.tree = moves(&mut scanner)?;
    copies::read(&mut scanner, &mut record)?;
    if scanner.peek().is_some() {
        scanner.take_line();
        record.ruleset_toml = scanner.rest().to_owned();
    }
    record.here = NodeId(here);
    if record.tree.get(record.here).is_none() {
        record.here = ROOT;
    }
    let known = turn.filter(|turn| record.tree.get(turn.at).is_some());
    record.turn = known.unwrap_or(Turn { at: record.here, ..Turn::default() });
    copies::complete(&mut record);
    Ok(record)
}

/// Reads a tag after its opening bracket.
fn tag(scanner: &mut Scanner<'_>, at: &Scanner<'_>) -> Result<(String, Vec<String>), TextError> {
    let name = scanner.take_while(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if name.is_empty() {
        return Err(scanner.error(format!("expected a tag's name, found {}", scanner.found())));
    }
    let mut values = Vec::new();
    loop {
        scanner.take_while(|c| c == ' ' || c == '\t');
        match scanner.peek() {
            Some(']') => {
                scanner.bump();
                return Ok((name.to_owned(), values));
            }
            Some('"') => values.push(scanner.quoted()?),
            None | Some('\n' | '\r') => return Err(at.error("this tag lacks its closing `]`")),
            Some(_) => {
                let found = scanner.found();
                return Err(
                    scanner.error(format!("expected a text in quotes or `]`, found {found}"))
                );
            }
        }
    }
}

fn one(values: &[String]) -> Option<&str> {
    match values {
        [value] => Some(value),
        _ => None,
    }
}

fn version(values: &[String]) -> Result<u32, String> {
    let version: Option<u32> = one(values).and_then(|v| v.parse().ok());
    match version {
        None => Err(format!("expected [Boardloom \"{FORMAT}\"]")),
        Some(v) if v > FORMAT => Err(format!(
            "this record has format {v}, and this program knows {FORMAT}: a newer Boardloom wrote \
             it, and reads it"
        )),
        Some(v) => Ok(v),
    }
}

fn take_tag(record: &mut Record, name: String, values: Vec<String>) -> Result<(), String> {
    let mut texts = values.iter().cloned();
    let mut next = || texts.next().unwrap_or_default();
    match (name.as_str(), values.len()) {
        ("Ruleset", 1..=2) => {
            record.ruleset = one_line(next());
            record.ruleset_hash = next();
        }
        ("Plugin", 1..=3) => {
            record.plugin = one_line(next());
            record.plugin_version = one_line(next());
            record.plugin_hash = next();
        }
        ("Option", 2) => record.options.push((next(), next())),
        ("Date", 1) => record.setup.date = one_line(next()),
        ("Seed", 1) => {
            let text = next();
            let error = || format!("expected a whole number as the seed, found `{text}`");
            record.setup.seed = text.parse().map_err(|_| error())?;
        }
        ("Start", 1) => record.setup.start = Some(next()),
        ("Seat", 3) => seat(record, &next(), next(), &next())?,
        ("Changed", 1..=4) => record.changes.push(copies::tag(&values)?),
        ("Clock", _) => record.setup.control = clocks::control(&values)?,
        ("Result", 1..=2) => {
            let text = next();
            let places: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
            let error = || format!("expected the place of each seat, as \"1 2\", found `{text}`");
            record.result = Some((places.map_err(|_| error())?, one_line(next())));
        }
        (
            "Ruleset" | "Plugin" | "Option" | "Date" | "Seed" | "Start" | "Seat" | "Result"
            | "Changed",
            n,
        ) => {
            return Err(format!("the tag {name} has {n} values, which are too few or too many"));
        }
        _ => record.tags.push((name, values)),
    }
    Ok(())
}

fn seat(record: &mut Record, number: &str, name: String, who: &str) -> Result<(), String> {
    let expected = record.setup.players.len() + 1;
    if number != expected.to_string() {
        return Err(format!("expected seat {expected}, found `{number}`; seats stand in order"));
    }
    let kind = who.parse::<PlayerKind>()?.recorded();
    record.setup.players.push(Player { name: one_line(name), kind });
    Ok(())
}

/// Escapes line breaks: a name that is printed cannot pretend to be further lines.
fn one_line(text: String) -> String {
    printable_line(&text).into_owned()
}

/// The position in a line while it is read.
#[derive(Clone, Copy)]
struct Place {
    /// The node read last.
    at: NodeId,
    /// Whether `at` is a move of this line, so that a variation can replace it.
    moved: bool,
}

/// Reads moves alone.
pub(super) fn parse_moves(text: &str) -> Result<GameTree, TextError> {
    let mut scanner = Scanner::new(text);
    let tree = moves(&mut scanner)?;
    match scanner.peek() {
        Some(_) => Err(scanner.error(format!("expected a move, found {}", scanner.found()))),
        None => Ok(tree),
    }
}

/// Reads the moves, up to the line before the ruleset or the end.
fn moves(scanner: &mut Scanner<'_>) -> Result<GameTree, TextError> {
    let mut tree = GameTree::default();
    let mut place = Place { at: ROOT, moved: false };
    let mut outer: Vec<(Place, Scanner<'_>)> = Vec::new();
    loop {
        scanner.skip_space();
        let here = scanner.clone();
        match scanner.peek() {
            None => break,
            Some('(') => {
                scanner.bump();
                let Some(parent) = tree.node(place.at).parent().filter(|_| place.moved) else {
                    return Err(here.error("expected a move before the variation that replaces it"));
                };
                outer.push((place, here));
                place = Place { at: parent, moved: false };
            }
            Some(')') => {
                scanner.bump();
                let Some((back, _)) = outer.pop() else {
                    return Err(here.error("found `)` without an open variation"));
                };
                place = back;
            }
            Some('{') => comment(scanner, &mut tree, place.at)?,
            _ if scanner.rest().starts_with(copies::HEAD) => break,
            _ => {
                if let Some(event) = move_text::read(scanner)? {
                    place = Place { at: tree.add_read(place.at, event), moved: true };
                }
            }
        }
    }
    match outer.pop() {
        Some((_, opening)) => Err(opening.error("the variation that opens here does not close")),
        None => Ok(tree),
    }
}

fn comment(scanner: &mut Scanner<'_>, tree: &mut GameTree, at: NodeId) -> Result<(), TextError> {
    let opening = scanner.clone();
    scanner.bump();
    let mut annotated = false;
    while scanner.peek() == Some('[') {
        let here = scanner.clone();
        scanner.bump();
        let name = scanner.take_while(|c| !" ]}\n".contains(c));
        scanner.eat(' ');
        // Names of sites in quotes may hold brackets.
        let arrows = if name == "draw" { arrow::read(scanner)? } else { Vec::new() };
        let reviewed = name == "review";
        let verdict = if reviewed { Some(verdict::read(scanner)?) } else { None };
        let value = scanner.take_while(|c| !"]}\n".contains(c));
        let span = || parse_seconds(value).map_err(|what| here.error(what));
        match name {
            "took" => tree.node_mut(at).took = Some(span()?),
            "paused" => tree.node_mut(at).paused = span()?,
            "coins" => {
                tree.node_mut(at).coins = clocks::count(value).map_err(|what| here.error(what))?;
            }
            "sign" if Assessment::from_sign(value).is_some() => {
                tree.node_mut(at).assessment = Assessment::from_sign(value);
            }
            "review" if value.is_empty() => tree.node_mut(at).verdict = verdict,
            "draw" if value.is_empty() => tree.node_mut(at).arrows = arrows,
            // It follows from the rest.
            "left" => {}
            // Another program's annotation is part of the text.
            _ => {
                *scanner = here;
                break;
            }
        }
        if !scanner.eat(']') {
            return Err(here.error("this annotation lacks its closing `]`"));
        }
        annotated = true;
    }
    if annotated {
        scanner.eat(' ');
    }
    let mut text = String::new();
    loop {
        match scanner.bump() {
            Some('}') => break,
            Some('\\') => text.extend(scanner.bump()),
            Some(c) => text.push(c),
            None => return Err(opening.error("the comment that opens here does not close")),
        }
    }
    let node = tree.node_mut(at);
    if !node.comment.is_empty() && !text.is_empty() {
        node.comment.push('\n');
    }
    node.comment.push_str(&text);
    Ok(())
}
