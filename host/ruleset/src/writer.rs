//! From values back to TOML.

use serde_json::Value as Json;
use toml_edit::{
    Array, ArrayOfTables, DocumentMut, InlineTable, Item as TomlItem, Table as TomlTable,
    Value as Toml,
};

use crate::value::{Table, Value, ValueKind};

/// Returns a document: plain keys first, then tables in their order.
pub(crate) fn document(root: &Table) -> String {
    let mut document = DocumentMut::new();
    fill(document.as_table_mut(), root, 0);
    document.to_string()
}

/// Returns a value as it stands behind `=`.
pub(crate) fn inline(json: &Json) -> String {
    match json_value(json) {
        Some(value) => value.to_string(),
        None => "null".to_owned(),
    }
}

fn fill(written: &mut TomlTable, table: &Table, depth: usize) {
    for entry in &table.entries {
        let item = match &entry.node.kind {
            ValueKind::Table(inner) => {
                let mut section = TomlTable::new();
                // A table of tables needs no header of its own.
                section.set_implicit(
                    !inner.entries.is_empty()
                        && inner.entries.iter().all(|it| it.node.table().is_some()),
                );
                fill(&mut section, inner, depth + 1);
                TomlItem::Table(section)
            }
            ValueKind::Array(items)
                if depth == 0
                    && !items.is_empty()
                    && items.iter().all(|it| it.table().is_some()) =>
            {
                let mut list = ArrayOfTables::new();
                for inner in items.iter().filter_map(Value::table) {
                    let mut section = TomlTable::new();
                    for entry in &inner.entries {
                        section.insert(&entry.key, TomlItem::Value(value(&entry.node)));
                    }
                    list.push(section);
                }
                TomlItem::ArrayOfTables(list)
            }
            _ => TomlItem::Value(value(&entry.node)),
        };
        written.insert(&entry.key, item);
    }
}

fn value(node: &Value) -> Toml {
    match &node.kind {
        ValueKind::Text(text) => Toml::from(text.as_str()),
        ValueKind::Integer(number) => Toml::from(*number),
        ValueKind::Float(number) => Toml::from(*number),
        ValueKind::Boolean(value) => Toml::from(*value),
        ValueKind::Array(items) => Toml::Array(items.iter().map(value).collect::<Array>()),
        ValueKind::Table(table) => Toml::InlineTable(
            table
                .entries
                .iter()
                .map(|entry| (entry.key.as_str(), value(&entry.node)))
                .collect::<InlineTable>(),
        ),
    }
}

fn json_value(json: &Json) -> Option<Toml> {
    Some(match json {
        Json::Null => return None,
        Json::Bool(value) => Toml::from(*value),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Toml::from(number),
            None => Toml::from(number.as_f64()?),
        },
        Json::String(text) => Toml::from(text.as_str()),
        Json::Array(items) => Toml::Array(items.iter().filter_map(json_value).collect::<Array>()),
        Json::Object(map) => Toml::InlineTable(
            map.iter()
                .filter_map(|(key, value)| Some((key.as_str(), json_value(value)?)))
                .collect::<InlineTable>(),
        ),
    })
}
