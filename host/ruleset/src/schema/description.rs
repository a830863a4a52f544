//! Describes the expectations of a schema in words.

use serde_json::Value as Json;

use super::Subschema;
use crate::suggestion::{join_phrases, list_names};

/// Bounds from here on come from the integer type, not from the meaning.
const LARGE: f64 = 2_147_483_647.0;

const TABLE: &str = "a table";

impl<'a> Subschema<'a> {
    /// Describes the values that fit: `a whole number from 1 to 6`.
    pub(crate) fn describe(self) -> String {
        let part = self.resolve();
        if let Some(values) = part.constants() {
            return list_values(&values);
        }
        if part.keyword("format").and_then(Json::as_str) == Some("color") {
            return "a colour as `#e69f00`".to_owned();
        }
        let names: Vec<&str> = match part.keyword("type") {
            Some(Json::String(name)) => vec![name],
            Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
            _ if part.properties().is_some() => vec!["object"],
            _ => return part.describe_alternatives(),
        };
        let phrases: Vec<String> = names
            .into_iter()
            .filter(|name| *name != "null")
            .map(|name| part.describe_type(name))
            .collect();
        join_phrases(&phrases, "or")
    }

    fn describe_alternatives(self) -> String {
        let mut constants = Vec::new();
        let mut phrases: Vec<String> = Vec::new();
        let alternatives = self.alternatives();
        // Tables of one key each are one phrase.
        let keys: Vec<&str> = alternatives.iter().filter_map(|part| part.only_name()).collect();
        if keys.len() > 1 {
            phrases.push(format!("a table with {}", list_names(keys.iter().copied(), "or")));
        }
        for part in alternatives {
            match part.constants() {
                None if keys.len() > 1 && part.only_name().is_some() => {}
                Some(values) => constants.extend(values),
                None => {
                    let phrase = part.describe();
                    if !phrase.is_empty() && !phrases.contains(&phrase) {
                        phrases.push(phrase);
                    }
                }
            }
        }
        let tables = phrases.iter().filter(|phrase| phrase.starts_with(TABLE)).count();
        if tables > 1 && keys.len() < 2 {
            // The key that all of them need tells which of them is meant.
            let table = match self.common_name() {
                Some(name) => format!("{TABLE} with `{name}`"),
                None => TABLE.to_owned(),
            };
            let at = phrases.iter().position(|phrase| phrase.starts_with(TABLE)).unwrap_or(0);
            phrases.retain(|phrase| !phrase.starts_with(TABLE));
            phrases.insert(at, table);
        }
        if !constants.is_empty() {
            phrases.insert(0, list_values(&constants));
        }
        if phrases.is_empty() { "any value".to_owned() } else { join_phrases(&phrases, "or") }
    }

    /// Returns the first key that every alternative requires.
    fn common_name(self) -> Option<&'a str> {
        let required = |part: &Subschema<'a>| -> Vec<&'a str> {
            let names = part.resolve().keyword("required").and_then(Json::as_array);
            names.into_iter().flatten().filter_map(Json::as_str).collect()
        };
        let alternatives = self.alternatives();
        let (first, others) = alternatives.split_first()?;
        let is_common = |name: &&str| others.iter().all(|part| required(part).contains(name));
        required(first).into_iter().find(is_common)
    }

    /// Returns the key of a table that has one.
    fn only_name(self) -> Option<&'a str> {
        let part = self.resolve();
        match part.names()[..] {
            [name] if part.takes("object") && part.constants().is_none() => Some(name),
            _ => None,
        }
    }

    fn describe_type(self, name: &str) -> String {
        match name {
            "integer" => format!("a whole number{}", self.describe_range(LARGE)),
            "number" => format!("a number{}", self.describe_range(LARGE)),
            "string" => "a string".to_owned(),
            "boolean" => "`true` or `false`".to_owned(),
            "null" => String::new(),
            "array" => match (self.size("minItems"), self.size("maxItems")) {
                (Some(least), Some(most)) if least == most => format!("a list of {least} values"),
                (Some(least), Some(most)) => format!("a list of {least} to {most} values"),
                (Some(least), None) if least > 0 => {
                    let plural = if least == 1 { "" } else { "s" };
                    format!("a list of at least {least} value{plural}")
                }
                (_, Some(most)) => format!("a list of at most {most} values"),
                _ => "a list".to_owned(),
            },
            _ => match self.names() {
                names if names.is_empty() || names.len() > 8 => "a table".to_owned(),
                names => format!("a table with {}", list_names(names, "and")),
            },
        }
    }

    pub(super) fn size(self, keyword: &str) -> Option<u64> {
        self.keyword(keyword).and_then(Json::as_u64)
    }

    /// Describes the bounds of a number as ` from 1 to 6`, or as nothing; bounds from
    /// `large` on are left out.
    pub(super) fn describe_range(self, large: f64) -> String {
        let (low, high) = self.bounds();
        let low = low.filter(|low| *low > -large);
        let high = high.filter(|high| *high < large);
        let above = self.keyword("exclusiveMinimum").filter(|_| low.is_none());
        let below = self.keyword("exclusiveMaximum").filter(|_| high.is_none());
        let mut text = match (low, high) {
            (Some(low), Some(high)) => format!(" from {low} to {high}"),
            (Some(low), None) => format!(" of at least {low}"),
            (None, Some(high)) => format!(" of at most {high}"),
            (None, None) => String::new(),
        };
        if let Some(low) = above {
            text += &format!(" above {low}");
        }
        if let Some(high) = below {
            text += &format!(" below {high}");
        }
        text
    }

    /// Returns minimum and maximum, also of a format as `uint8`.
    pub(super) fn bounds(self) -> (Option<f64>, Option<f64>) {
        let format = self.keyword("format").and_then(Json::as_str).unwrap_or_default();
        let (least, most) = match format {
            "uint8" => (Some(0.0), Some(f64::from(u8::MAX))),
            "uint16" => (Some(0.0), Some(f64::from(u16::MAX))),
            "uint32" => (Some(0.0), Some(f64::from(u32::MAX))),
            "uint64" | "uint" => (Some(0.0), None),
            "int8" => (Some(f64::from(i8::MIN)), Some(f64::from(i8::MAX))),
            "int16" => (Some(f64::from(i16::MIN)), Some(f64::from(i16::MAX))),
            "int32" => (Some(f64::from(i32::MIN)), Some(f64::from(i32::MAX))),
            _ => (None, None),
        };
        let number = |name| self.keyword(name).and_then(Json::as_f64);
        let low = number("minimum").into_iter().chain(least).reduce(f64::max);
        let high = number("maximum").into_iter().chain(most).reduce(f64::min);
        (low, high)
    }
}

/// Lists values: `"adjacent"` or `"jumped"`.
pub(super) fn list_values(values: &[&Json]) -> String {
    let shown: Vec<String> = values.iter().map(|value| shown(value)).collect();
    join_phrases(&shown, "or")
}

fn shown(value: &Json) -> String {
    match value {
        Json::String(text) => format!("`\"{text}\"`"),
        other => format!("`{other}`"),
    }
}
