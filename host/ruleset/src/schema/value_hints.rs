//! Hints for values that a key does not take, by what authors mean with them.

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use super::Subschema;
use super::key_hints::MATERIAL;
use super::synonyms::value_synonym;
use super::validator::ValidationRun;
use crate::look_names::is_usual_role;
use crate::parser::parse_text;
use crate::suggestion::list_names;
use crate::value::{Value, ValueKind};
use crate::writer::inline;

/// Words for nothing.
const NOTHING: [&str; 7] = ["none", "off", "no", "never", "nothing", "false", "disabled"];
/// Words for no limit.
const NO_LIMIT: [&str; 6] = ["none", "unlimited", "infinite", "infinity", "no limit", "all"];

impl<'a> ValidationRun<'_, 'a> {
    /// Returns the hint for a value of a wrong type by its key and what was written.
    pub(super) fn value_hint(&self, part: Subschema<'a>, node: &Value) -> Option<String> {
        if let Some(meant) = self.meant_value(node) {
            return Some(meant);
        }
        let key = self.name_above(0);
        let text = node.text().map(str::to_lowercase).unwrap_or_default();
        let (low, high) = part.bounds();
        if part.takes("integer") && key.starts_with("max") {
            let most = high.filter(|_| NO_LIMIT.contains(&text.as_str()));
            return most.map(|most| format!("the most is `{most}`"));
        }
        if let Some(number) = node.integer() {
            let word = match number {
                0 if part.takes("boolean") => return Some("write `false`".to_owned()),
                1 if part.takes("boolean") => return Some("write `true`".to_owned()),
                2 => "two",
                4 => "four",
                8 => "eight",
                _ => "",
            };
            let meant = value_synonym(word, part.listed_texts().into_iter());
            if let Some(meant) = meant {
                return Some(format!("did you mean `\"{meant}\"`?"));
            }
        }
        let is_on = matches!(node.kind, ValueKind::Boolean(true));
        if is_on && part.listed_texts().contains(&"any") {
            return Some("write `\"any\"`".to_owned());
        }
        let percent = text.strip_suffix('%').and_then(|it| it.trim().parse::<f64>().ok());
        if let Some(percent) = percent.filter(|_| (low, high) == (Some(0.0), Some(1.0))) {
            return Some(format!("write `{}`", percent / 100.0));
        }
        if is_off(node) && part.takes("integer") && low == Some(0.0) {
            return Some("write `0`".to_owned());
        }
        if is_off(node) && text != "none" && part.listed_texts().contains(&"none") {
            return Some("write `\"none\"`".to_owned());
        }
        time(key, &text)
            .or_else(|| self.block_for_each(part, node))
            .or_else(|| self.other_key(part, node))
            .or_else(|| line_of_table(part, node))
    }

    /// Returns the hint for a value that is not listed by its key and what was written.
    pub(super) fn hint_for_listed(&self, values: &[&Json], node: &Value) -> Option<String> {
        let has_none = values.iter().any(|value| value.as_str() == Some("none"));
        let none = || (has_none && is_off(node)).then(|| "write `\"none\"`".to_owned());
        self.meant_value(node).or_else(none)
    }

    /// Returns the hint for a number that is out of range.
    pub(super) fn bound_hint(&self, part: Subschema<'_>, number: f64) -> Option<String> {
        let is_optional = part
            .keyword("type")
            .and_then(Json::as_array)
            .is_some_and(|types| types.iter().any(|name| name.as_str() == Some("null")));
        // In an entry of a list a key that is left out stands for all.
        let is_entry = self.path.iter().any(|key| matches!(key, PathKey::Index(_)));
        // A board may need one of its sizes.
        let is_size = self.path.first() == Some(&PathKey::Name("board".to_owned()));
        let (low, high) = part.bounds();
        match is_entry {
            _ if (low, high) == (Some(0.0), Some(1.0)) && (2.0..=100.0).contains(&number) => {
                Some(format!("for {number} percent write `{}`", number / 100.0))
            }
            _ if !is_optional || number != 0.0 => None,
            true => Some("counting begins at 1".to_owned()),
            false if is_size => None,
            false => Some("for none, leave the line out".to_owned()),
        }
    }

    /// Returns the name so many places above the end of the path, or nothing for a number.
    fn name_above(&self, count: usize) -> &str {
        match self.path.iter().rev().nth(count) {
            Some(PathKey::Name(name)) => name,
            _ => "",
        }
    }

    /// Returns what some values of some keys were meant as.
    fn meant_value(&self, node: &Value) -> Option<String> {
        let text = node.text().map(str::to_lowercase).unwrap_or_default();
        let items = node.array();
        let texts: Vec<&str> = items.into_iter().flatten().filter_map(Value::text).collect();
        if let Some(hint) = self.word_hint(node) {
            return Some(hint);
        }
        let help = match (self.name_above(1), self.name_above(0), text.as_str()) {
            ("roles", region, role) if self.name_above(2) == "board" && is_usual_role(role) => {
                return Some(format!("the role comes first: `{role} = [\"{region}\"]`"));
            }
            ("roles", role, color) if self.name_above(2) == "board" && color.starts_with('#') => {
                return Some(format!(
                    "a role has its sites here, as `{role} = [\"a1\"]`; its colour stands in \
                     `[look.roles]`: `{role} = {node}`"
                ));
            }
            ("roles", role, _) if self.name_above(2) == "look" && !texts.is_empty() => {
                return Some(format!(
                    "a role has its colour here, as `{role} = \"#e69f00\"`; its sites stand in \
                     `[board.roles]`: `{role} = {}`",
                    inline(&node.to_json())
                ));
            }
            ("weights", _, _) if matches!(node.kind, ValueKind::Float(_)) => {
                let hundredths = (node.number()? * 100.0).round();
                return Some(format!("in hundredths of a unit: write `{hundredths}`"));
            }
            ("board", "labels", _) if is_off(node) => {
                "`coordinates = false` in `[look]` hides them"
            }
            ("look", "board", "wood" | "slate" | "paper" | "marble" | "stone") => MATERIAL,
            (_, "shape", sign) if self.name_above(2) == "pieces" && sign.chars().count() == 1 => {
                return Some(format!("write `shape = \"letter\"` and `letter = {node}`"));
            }
            ("clock", "seconds", both) if both.contains(['+', '|']) => {
                let (main, more) = both.split_once(['+', '|'])?;
                let (main, more): (u32, u32) =
                    (main.trim().parse().ok()?, more.trim().parse().ok()?);
                let main = if main < 60 { main * 60 } else { main };
                return Some(format!("write `seconds = {main}` and `increment = {more}`"));
            }
            ("ai", "kind", "random") => "for random moves give a level `noise = 1`",
            ("board", "scale", _) => {
                let divisor = node.number().filter(|it| (0.001..1.0).contains(it))?.recip();
                let is_whole = (divisor - divisor.round()).abs() < 1e-9;
                return is_whole.then(|| format!("it divides: write `{divisor:.0}`"));
            }
            ("", "no_moves", "loss") => {
                "write `\"opponent\"`: the side to move, which can't, loses"
            }
            ("repetition", "result", "loss") => "write `\"mover\"`: who repeats loses",
            ("", "needed" | "count", "all") => "for all of them leave the line out",
            ("", "exact", _) if node.integer().is_some() => {
                return Some(format!("write `line = {node}` and `exact = true`"));
            }
            (_, "position", _) if !texts.is_empty() => {
                return Some(format!("write one text: `\"{}\"`", texts.join("/")));
            }
            ("", "for", _) if items.is_some() => {
                "for all seats leave the line out; for several write an entry for each"
            }
            ("", "key", _) if items.is_some() && self.is_option() => {
                "an option sets one key: write a block `[[options]]` for each"
            }
            _ => return None,
        };
        Some(help.to_owned())
    }

    fn is_option(&self) -> bool {
        matches!(&self.path[..], [PathKey::Name(list), ..] if list == "options")
    }

    /// Returns the hint for a list of tables of the top level that is another value.
    fn block_for_each(&self, part: Subschema<'a>, node: &Value) -> Option<String> {
        let [PathKey::Name(list)] = &self.path[..] else { return None };
        let item = part.with(part.keyword("items")?).resolve();
        let is_plain = !matches!(node.kind, ValueKind::Array(_) | ValueKind::Table(_));
        let required = item.keyword("required").and_then(Json::as_array)?;
        let names = required.iter().filter_map(Json::as_str);
        (is_plain && item.takes("object")).then(|| {
            format!(
                "write a block `[[{list}]]` for each, and below it {}",
                list_names(names, "and")
            )
        })
    }

    /// Returns the hint for a number that is the name of another key: `height = width`.
    fn other_key(&self, part: Subschema<'a>, node: &Value) -> Option<String> {
        let [above @ .., PathKey::Name(own)] = &self.path[..] else { return None };
        let name = node.text().filter(|text| *text == node.span.text() && text != own)?;
        let around = self.validator.at(above).unwrap_or_default();
        let is_key = around.iter().any(|it| it.names().contains(&name));
        (is_key && (part.takes("number") || part.takes("integer")))
            .then(|| format!("`{name}` is another key, and its value has to be written again here"))
    }

    /// Returns a hint with the value in the example of the table around it.
    pub(super) fn example_of_parent(&mut self, part: Subschema<'a>) -> Option<String> {
        let [above @ .., PathKey::Name(key)] = &self.path[..] else { return None };
        let parents = self.validator.at(above).ok()?;
        let examples = parents.iter().filter_map(|it| it.keyword("examples")?.get(0)?.get(key));
        let examples: Vec<&Json> = examples.collect();
        let key = key.clone();
        let fits = |run: &mut Self, example: &Json| {
            parse_text(&inline(example)).is_some_and(|it| run.fits(part, it.kind.clone(), &it))
        };
        let example = examples.into_iter().find(|example| fits(self, example))?;
        Some(format!("for example `{key} = {}`", inline(example)))
    }

    /// Returns a table with the value for its first key that takes it, as an example.
    pub(super) fn first_key(&mut self, part: Subschema<'a>, node: &Value) -> Option<String> {
        let Some(PathKey::Name(key)) = self.path.last() else { return None };
        let key = key.clone();
        let table = self.tables_with(part, node).into_iter().next()?;
        Some(format!("for example `{key} = {}`", inline(&table)))
    }
}

/// Tells whether a value says that there is nothing.
fn is_off(node: &Value) -> bool {
    let text = node.text().map(str::to_lowercase).unwrap_or_default();
    NOTHING.contains(&text.as_str()) || matches!(node.kind, ValueKind::Boolean(false))
}

/// Returns the hint for a time with its unit, as `"5s"` for `time_ms`.
fn time(key: &str, word: &str) -> Option<String> {
    let at = word.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let number: f64 = word[..at].parse().ok()?;
    let seconds = match word[at..].trim() {
        "ms" | "milliseconds" => number / 1000.0,
        "s" | "sec" | "second" | "seconds" => number,
        "m" | "min" | "minute" | "minutes" => number * 60.0,
        _ => return None,
    };
    match key {
        _ if key.ends_with("_ms") => {
            Some(format!("in thousandths of a second: write `{}`", seconds * 1000.0))
        }
        "seconds" | "increment" | "period" | "coin" => Some(format!("write `{seconds}`")),
        _ => None,
    }
}

/// Returns the hint for a line of sites that is written as a table.
fn line_of_table(part: Subschema<'_>, node: &Value) -> Option<String> {
    let end = |name: &str| node.get(name).and_then(Value::text);
    let (from, to) = (end("from")?, end("to")?);
    part.takes("string").then(|| format!("write `\"from {from} to {to}\"`"))
}
