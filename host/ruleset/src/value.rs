//! TOML values with their places in the source text.

use std::fmt;

use boardloom_contract::PathKey;
use serde_json::{Map, Value as Json};

use crate::source::SourceSpan;
use crate::suggestion::shorten;

#[derive(Debug, Clone)]
pub(crate) struct Value {
    /// For a table, its header or its first key.
    pub(crate) span: SourceSpan,
    pub(crate) kind: ValueKind,
}

#[derive(Debug, Clone)]
pub(crate) enum ValueKind {
    Text(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    Array(Vec<Value>),
    Table(SourceTable),
}

/// Keys and values in the order of the source text.
#[derive(Debug, Clone, Default)]
pub(crate) struct SourceTable {
    pub(crate) entries: Vec<TableEntry>,
    /// Written as `{ ... }`.
    pub(crate) inline: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct TableEntry {
    pub(crate) key: String,
    pub(crate) key_span: SourceSpan,
    pub(crate) value: Value,
}

impl SourceTable {
    pub(crate) fn entry(&self, key: &str) -> Option<&TableEntry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn entry_mut(&mut self, key: &str) -> Option<&mut TableEntry> {
        self.entries.iter_mut().find(|entry| entry.key == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.entry(key).map(|entry| &entry.value)
    }

    pub(crate) fn remove(&mut self, key: &str) -> Option<TableEntry> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(index))
    }

    pub(crate) fn to_json(&self) -> Map<String, Json> {
        self.entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).collect()
    }
}

impl Value {
    pub(crate) fn to_json(&self) -> Json {
        match &self.kind {
            ValueKind::Text(text) => Json::from(text.as_str()),
            ValueKind::Integer(number) => Json::from(*number),
            ValueKind::Float(number) => Json::from(*number),
            ValueKind::Boolean(value) => Json::from(*value),
            ValueKind::Array(items) => Json::Array(items.iter().map(Value::to_json).collect()),
            ValueKind::Table(table) => Json::Object(table.to_json()),
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        let ValueKind::Text(text) = &self.kind else { return None };
        Some(text)
    }

    pub(crate) fn integer(&self) -> Option<i64> {
        let ValueKind::Integer(number) = self.kind else { return None };
        Some(number)
    }

    pub(crate) fn number(&self) -> Option<f64> {
        match self.kind {
            ValueKind::Integer(number) => Some(number as f64),
            ValueKind::Float(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn array(&self) -> Option<&[Value]> {
        let ValueKind::Array(items) = &self.kind else { return None };
        Some(items)
    }

    pub(crate) fn table(&self) -> Option<&SourceTable> {
        let ValueKind::Table(table) = &self.kind else { return None };
        Some(table)
    }

    pub(crate) fn table_mut(&mut self) -> Option<&mut SourceTable> {
        let ValueKind::Table(table) = &mut self.kind else { return None };
        Some(table)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.table()?.get(key)
    }

    /// Returns the value at a dotted path of keys.
    pub(crate) fn find(&self, path: &str) -> Option<&Value> {
        path.split('.').try_fold(self, |value, key| value.get(key))
    }

    /// Returns a text that values have in common if they differ only in spans, the
    /// order of keys, or in writing a whole number with a fraction.
    pub(crate) fn comparable(&self) -> String {
        match &self.kind {
            ValueKind::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
                format!("{number:.0}")
            }
            ValueKind::Array(items) => {
                let items: Vec<String> = items.iter().map(Value::comparable).collect();
                format!("[{}]", items.join(","))
            }
            ValueKind::Table(table) => {
                let pair = |it: &TableEntry| format!("{:?}={}", it.key, it.value.comparable());
                let mut entries: Vec<String> = table.entries.iter().map(pair).collect();
                entries.sort_unstable();
                format!("{{{}}}", entries.join(","))
            }
            _ => self.to_json().to_string(),
        }
    }

    pub(crate) fn same(&self, other: &Value) -> bool {
        self.comparable() == other.comparable()
    }

    pub(crate) fn count(&self) -> usize {
        1 + match &self.kind {
            ValueKind::Array(items) => items.iter().map(Value::count).sum(),
            ValueKind::Table(table) => table.entries.iter().map(|it| it.value.count()).sum(),
            _ => 0,
        }
    }

    pub(crate) fn type_name(&self) -> &'static str {
        match self.kind {
            ValueKind::Text(_) => "a string",
            ValueKind::Integer(_) => "a whole number",
            ValueKind::Float(_) => "a number with a fraction",
            ValueKind::Boolean(_) => "true or false",
            ValueKind::Array(_) => "a list",
            ValueKind::Table(_) => "a table",
        }
    }
}

/// Writes the value as a diagnostic shows it after "found".
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ValueKind::Text(text) if text.chars().count() <= 40 => write!(f, "{text:?}"),
            ValueKind::Integer(number) => write!(f, "{number}"),
            ValueKind::Float(number) => write!(f, "{number:?}"),
            ValueKind::Boolean(value) => write!(f, "{value}"),
            _ => f.write_str(self.type_name()),
        }
    }
}

/// Writes a path as messages name it: entries count from 1, so `goals[1]` is the first goal.
pub fn counted(path: &[PathKey]) -> String {
    let counted = path.iter().map(|key| match key {
        PathKey::Index(index) => PathKey::Index(index.saturating_add(1)),
        name @ PathKey::Name(_) => name.clone(),
    });
    dotted(&counted.collect::<Vec<_>>())
}

/// Writes a path as programs do, from 0: `setup.rows[2]`.
pub(crate) fn dotted(path: &[PathKey]) -> String {
    let mut text = String::new();
    for key in path {
        match key {
            PathKey::Index(index) => text += &format!("[{index}]"),
            PathKey::Name(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text += &match is_bare(name) {
                    true => shorten(name).into_owned(),
                    false => format!("{:?}", shorten(name)),
                };
            }
        }
    }
    text
}

/// Tells whether a key needs no quotes.
pub(crate) fn is_bare(key: &str) -> bool {
    !key.is_empty()
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}
