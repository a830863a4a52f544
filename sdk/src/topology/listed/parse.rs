//! SiteList and edges as a ruleset lists them.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::Value;

/// The sites of a graph, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteList {
    /// The sites.
    pub spots: Vec<ListedSite>,
    /// How the ruleset lists them.
    pub listing: Listing,
}

/// How a ruleset lists the sites of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// It says how many there are.
    Count,
    /// One after another.
    List,
    /// A table by label.
    Table,
}

/// A site of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedSite {
    /// How it is called.
    pub label: String,
    /// Where it lies: x to the right, y down.
    pub at: Option<[f64; 2]>,
}

/// Two sites that are joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The labels of both.
    pub ends: [String; 2],
    /// Which ways across the border it takes, one bit each; 0 is none.
    pub class: u8,
}

impl SiteList {
    pub(super) fn read(value: &Value) -> Option<SiteList> {
        let mut spots = Vec::new();
        let listing = match value {
            Value::Number(count) => {
                for number in 1..=count.as_u64().filter(|count| *count <= super::MOST as u64)? {
                    spots.push(ListedSite { label: number.to_string(), at: None });
                }
                Listing::Count
            }
            Value::Array(list) => {
                for entry in list {
                    spots.push(spot(entry)?);
                }
                Listing::List
            }
            Value::Object(table) => {
                for (label, at) in table {
                    let at = Some(point(at.as_array()?)?);
                    spots.push(ListedSite { label: label.clone(), at });
                }
                Listing::Table
            }
            _ => return None,
        };
        Some(SiteList { spots, listing })
    }
}

fn spot(entry: &Value) -> Option<ListedSite> {
    if let Some(label) = entry.as_str() {
        return Some(ListedSite { label: label.to_owned(), at: None });
    }
    let (label, at) = entry.as_array()?.split_first()?;
    let label = label.as_str()?.to_owned();
    Some(ListedSite { label, at: Some(point(at)?) })
}

fn point(values: &[Value]) -> Option<[f64; 2]> {
    let [x, y] = values else { return None };
    Some([x.as_f64()?, y.as_f64()?])
}

impl Edge {
    pub(super) fn read(value: &Value) -> Option<Edge> {
        let (ends, class) = match &value.as_array()?[..] {
            [one, other] => ([one, other], 0),
            [one, other, class] => ([one, other], class.as_u64()?),
            _ => return None,
        };
        let class = u8::try_from(class).ok()?;
        Some(Edge { ends: [ends[0].as_str()?.to_owned(), ends[1].as_str()?.to_owned()], class })
    }
}

pub(super) fn sites_schema(_: &mut SchemaGenerator) -> Schema {
    let label = json_schema!({ "type": "string", "minLength": 1 });
    let number = json_schema!({ "type": "number" });
    let placed = json_schema!({
        "type": "array",
        "prefixItems": [label, number, number],
        "items": false,
        "minItems": 3,
    });
    json_schema!({
        "anyOf": [
            { "type": "array", "items": { "anyOf": [label, placed] } },
            {
                "type": "object",
                "additionalProperties": {
                    "type": "array", "items": number, "minItems": 2, "maxItems": 2,
                },
            },
            { "type": "integer", "minimum": 1, "maximum": super::MOST },
        ],
    })
}

pub(super) fn edges_schema(_: &mut SchemaGenerator) -> Schema {
    let label = json_schema!({ "type": "string", "minLength": 1 });
    json_schema!({
        "type": "array",
        "items": {
            "type": "array",
            "prefixItems": [label, label, { "type": "integer", "minimum": 0, "maximum": 255 }],
            "items": false,
            "minItems": 2,
        },
    })
}
