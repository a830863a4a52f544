//! Sites and edges as a ruleset lists them.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The sites of a graph, in order.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "Sites")]
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
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "Joined")]
pub struct Edge {
    /// The labels of both.
    pub ends: [String; 2],
    /// Which ways across the border it takes, one bit each; 0 is none.
    pub class: u8,
}

/// The sites as a ruleset writes them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number, a list or a table of sites")]
enum Sites {
    Count(usize),
    List(Vec<Entry>),
    // In the order of the ruleset, in which the sites are numbered.
    Table(Map<String, Value>),
}

/// A site in a list.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a label, or `[label, x, y]`")]
enum Entry {
    Label(String),
    Placed(String, f64, f64),
}

/// An edge as a ruleset writes it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected two labels and a class, 0 to 255")]
enum Joined {
    Plain(String, String),
    Crossing(String, String, u8),
}

impl TryFrom<Sites> for SiteList {
    type Error = String;

    fn try_from(sites: Sites) -> Result<SiteList, String> {
        let spot = |label, at| ListedSite { label, at };
        Ok(match sites {
            Sites::Count(count) if count > super::MOST => {
                return Err(format!("expected {} sites at most, found {count}", super::MOST));
            }
            Sites::Count(count) => SiteList {
                spots: (1..=count).map(|number| spot(number.to_string(), None)).collect(),
                listing: Listing::Count,
            },
            Sites::List(entries) => {
                let entry = |entry| match entry {
                    Entry::Label(label) => spot(label, None),
                    Entry::Placed(label, x, y) => spot(label, Some([x, y])),
                };
                SiteList { spots: entries.into_iter().map(entry).collect(), listing: Listing::List }
            }
            Sites::Table(table) => {
                let placed = |(label, at): (String, Value)| match serde_json::from_value(at) {
                    Ok(at) => Ok(spot(label, Some(at))),
                    Err(error) => Err(format!("`{label}`: {error}")),
                };
                let spots = table.into_iter().map(placed).collect::<Result<_, _>>()?;
                SiteList { spots, listing: Listing::Table }
            }
        })
    }
}

impl From<Joined> for Edge {
    fn from(joined: Joined) -> Edge {
        match joined {
            Joined::Plain(one, other) => Edge { ends: [one, other], class: 0 },
            Joined::Crossing(one, other, class) => Edge { ends: [one, other], class },
        }
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
