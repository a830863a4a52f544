//! Former rulesets of a match: their tags, and their copies. A sign before each line of a copy sets
//! it apart from the record's own lines.

use std::fmt::Write;

use super::Record;
use super::write::{tag as write_tag, used};
use crate::game_match::RulesChange;
use crate::game_tree::{GameTree, NodeId, ROOT};
use crate::scanner::{Scanner, TextError};

/// The beginning of the line before any ruleset; the hash of a former one follows.
pub(super) const HEAD: &str = "--- ruleset ";
const TAIL: &str = " ---";
/// Prefix of each line of a copy.
const SIGN: &str = "> ";

/// Appends the tags; `order` numbers the nodes.
pub(super) fn write_tags(text: &mut String, record: &Record, order: &[NodeId]) {
    for change in &record.changes {
        let at = number(&record.tree, order, change.at).to_string();
        let all = [&*at, &change.ruleset_hash, &change.plugin_version, &change.plugin_hash];
        write_tag(text, "Changed", used(&all));
    }
}

/// Returns the number of a node, or of its nearest numbered ancestor.
fn number(tree: &GameTree, order: &[NodeId], node: NodeId) -> usize {
    let place = |id: &NodeId| order.iter().position(|known| known == id);
    tree.line(node).iter().rev().find_map(place).unwrap_or(0)
}

/// Appends each copy once, without the current ruleset.
pub(super) fn write(text: &mut String, record: &Record) {
    let mut written = vec![record.ruleset_hash.as_str()];
    for change in &record.changes {
        let hash = change.ruleset_hash.as_str();
        if change.ruleset_toml.is_empty() || written.contains(&hash) {
            continue;
        }
        written.push(hash);
        let _ = write!(text, "\n{HEAD}{hash}{TAIL}\n");
        for line in change.ruleset_toml.lines() {
            let sign = if line.is_empty() { SIGN.trim_end() } else { SIGN };
            let _ = writeln!(text, "{sign}{line}");
        }
    }
}

pub(super) fn tag(values: &[String]) -> Result<RulesChange, String> {
    let text = |place: usize| values.get(place).cloned().unwrap_or_default();
    let error = || format!("expected the number of a position, found `{}`", text(0));
    Ok(RulesChange {
        at: NodeId(text(0).parse().map_err(|_| error())?),
        ruleset_hash: text(1),
        ruleset_toml: String::new(),
        plugin_version: text(2),
        plugin_hash: text(3),
    })
}

/// Reads the copies before the current ruleset.
pub(super) fn read(scanner: &mut Scanner<'_>, record: &mut Record) -> Result<(), TextError> {
    while scanner.rest().starts_with(HEAD) && !scanner.rest().starts_with(super::RULESET_LINE) {
        let here = scanner.clone();
        let line = scanner.take_line().trim_end();
        let hash = line.strip_prefix(HEAD).and_then(|rest| rest.strip_suffix(TAIL));
        let hash = hash.ok_or_else(|| here.error("expected `--- ruleset HASH ---`"))?;
        let mut toml = String::new();
        while scanner.peek() == Some('>') {
            let line = scanner.take_line();
            toml.push_str(line.strip_prefix(SIGN).unwrap_or(&line[1..]));
            toml.push('\n');
        }
        for change in record.changes.iter_mut().filter(|change| change.ruleset_hash == hash) {
            change.ruleset_toml.clone_from(&toml);
        }
        scanner.skip_space();
    }
    Ok(())
}

/// A change from rules that are current again gets their copy; one at an unknown node moves to
/// the root.
pub(super) fn complete(record: &mut Record) {
    for change in &mut record.changes {
        if change.ruleset_hash == record.ruleset_hash {
            change.ruleset_toml.clone_from(&record.ruleset_toml);
        }
        if record.tree.get(change.at).is_none() {
            change.at = ROOT;
        }
    }
}
