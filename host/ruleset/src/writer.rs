//! Writes values as TOML.

use serde_json::Value as Json;
use toml_edit::{
    Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table as TomlTable, Value as TomlValue,
};

use crate::value::{SourceTable, Value, ValueKind};

/// Writes a document: plain keys first, then tables in their order.
pub(crate) fn document(root: &SourceTable) -> String {
    let mut document = DocumentMut::new();
    fill(document.as_table_mut(), root, true);
    document.to_string()
}

/// Writes a value as it stands after `=`.
pub(crate) fn inline(json: &Json) -> String {
    json_value(json).map_or_else(|| "null".to_owned(), |value| value.to_string())
}

fn fill(toml: &mut TomlTable, table: &SourceTable, root: bool) {
    for entry in &table.entries {
        let item = match &entry.value.kind {
            ValueKind::Table(inner) => {
                let mut section = TomlTable::new();
                // A table that holds only tables needs no header.
                section.set_implicit(
                    !inner.entries.is_empty()
                        && inner.entries.iter().all(|it| it.value.table().is_some()),
                );
                fill(&mut section, inner, false);
                Item::Table(section)
            }
            ValueKind::Array(items)
                if root && !items.is_empty() && items.iter().all(|it| it.table().is_some()) =>
            {
                let mut list = ArrayOfTables::new();
                for inner in items.iter().filter_map(Value::table) {
                    let mut section = TomlTable::new();
                    for entry in &inner.entries {
                        section.insert(&entry.key, Item::Value(value(&entry.value)));
                    }
                    list.push(section);
                }
                Item::ArrayOfTables(list)
            }
            _ => Item::Value(value(&entry.value)),
        };
        toml.insert(&entry.key, item);
    }
}

fn value(value: &Value) -> TomlValue {
    json_value(&value.to_json()).expect("a TOML value is never null")
}

/// Returns `None` for null, which TOML does not have.
fn json_value(json: &Json) -> Option<TomlValue> {
    Some(match json {
        Json::Null => return None,
        Json::Bool(value) => TomlValue::from(*value),
        Json::Number(number) => match number.as_i64() {
            Some(number) => TomlValue::from(number),
            None => TomlValue::from(number.as_f64()?),
        },
        Json::String(text) => TomlValue::from(text.as_str()),
        Json::Array(items) => {
            TomlValue::Array(items.iter().filter_map(json_value).collect::<Array>())
        }
        Json::Object(map) => TomlValue::InlineTable(
            map.iter()
                .filter_map(|(key, value)| Some((key.as_str(), json_value(value)?)))
                .collect::<InlineTable>(),
        ),
    })
}
