//! TOML values that remember where they were written.

use std::fmt;

use boardloom_contract::Key;
use serde_json::{Map, Value as Json};

use crate::file::Place;

/// A value and its place.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    /// Where the value stands; for a table, its header or its first key.
    pub(crate) place: Place,
    /// What it is.
    pub(crate) value: Value,
}

/// What TOML can say and JSON too.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    Array(Vec<Node>),
    Table(Table),
}

/// Keys and values in the order in which they were written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
    /// Written as `{ ... }`.
    pub(crate) inline: bool,
}

/// A key and its value.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: String,
    /// Where the key stands.
    pub(crate) at: Place,
    pub(crate) node: Node,
}

impl Table {
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn entry_mut(&mut self, key: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.key == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    pub(crate) fn remove(&mut self, key: &str) -> Option<Entry> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(index))
    }
}

impl Node {
    /// Returns the value as JSON.
    pub(crate) fn to_json(&self) -> Json {
        match &self.value {
            Value::Text(text) => Json::from(text.as_str()),
            Value::Integer(number) => Json::from(*number),
            Value::Float(number) => Json::from(*number),
            Value::Boolean(value) => Json::from(*value),
            Value::Array(items) => Json::Array(items.iter().map(Node::to_json).collect()),
            Value::Table(table) => Json::Object(table.to_json()),
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn integer(&self) -> Option<i64> {
        match self.value {
            Value::Integer(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn number(&self) -> Option<f64> {
        match self.value {
            Value::Integer(number) => Some(number as f64),
            Value::Float(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn array(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Returns the value under a key of a table.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.table()?.get(key)
    }

    /// Returns the value at a dotted path of keys.
    pub(crate) fn find(&self, path: &str) -> Option<&Node> {
        path.split('.').try_fold(self, |node, key| node.get(key))
    }

    /// Tells whether two values are the same, wherever they stand; whole numbers
    /// equal floats.
    pub(crate) fn same(&self, other: &Node) -> bool {
        match (&self.value, &other.value) {
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Value::Table(a), Value::Table(b)) => {
                a.entries.len() == b.entries.len()
                    && a.entries
                        .iter()
                        .all(|entry| b.get(&entry.key).is_some_and(|node| entry.node.same(node)))
            }
            _ => self.number().is_some() && self.number() == other.number(),
        }
    }

    /// Returns what kind of value it is, with an article.
    pub(crate) fn kind(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "a string",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number with a fraction",
            Value::Boolean(_) => "true or false",
            Value::Array(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

/// Writes what was found, as a fault says it.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Value::Text(text) if text.chars().count() <= 40 => write!(f, "{text:?}"),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Float(number) => write!(f, "{number:?}"),
            Value::Boolean(value) => write!(f, "{value}"),
            _ => f.write_str(self.kind()),
        }
    }
}

impl Table {
    /// Returns the table as JSON.
    pub(crate) fn to_json(&self) -> Map<String, Json> {
        self.entries.iter().map(|entry| (entry.key.clone(), entry.node.to_json())).collect()
    }
}

/// Writes a path as a person writes it: `setup.rows[2]`.
pub(crate) fn dotted(path: &[Key]) -> String {
    let mut text = String::new();
    for key in path {
        match key {
            Key::Index(index) => text += &format!("[{index}]"),
            Key::Name(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                if is_bare(name) {
                    text += name;
                } else {
                    text += &format!("{name:?}");
                }
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
