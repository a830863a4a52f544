//! Sites and edges as a ruleset lists them.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The sites of a graph, in order.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "RawSites")]
pub struct SiteList {
    /// The sites.
    pub entries: Vec<ListedSite>,
    /// The form in which the ruleset lists them.
    pub listing: Listing,
}

/// The form in which a ruleset lists the sites of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// The number of sites.
    Count,
    /// A list of labels, with or without positions.
    List,
    /// A table of positions by label.
    Table,
}

/// A site of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedSite {
    /// The label of the site.
    pub label: String,
    /// The position, if the ruleset gives one: x to the right, y down.
    pub at: Option<[f64; 2]>,
}

/// An edge of a graph.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "RawEdge")]
pub struct ListedEdge {
    /// The labels of both ends.
    pub ends: [String; 2],
    /// The crossing class: one bit for each way across the border; 0 crosses none.
    pub class: u8,
}

/// The sites as a ruleset writes them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number, a list or a table of sites")]
enum RawSites {
    Count(usize),
    List(Vec<RawSite>),
    // Sites are numbered in the order of the ruleset.
    Table(Map<String, Value>),
}

/// A site in a list.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a label, or `[label, x, y]`")]
enum RawSite {
    Label(String),
    Position(String, f64, f64),
}

/// An edge as a ruleset writes it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected two labels and a class, 0 to 255")]
enum RawEdge {
    Plain(String, String),
    Crossing(String, String, u8),
}

impl TryFrom<RawSites> for SiteList {
    type Error = String;

    fn try_from(sites: RawSites) -> Result<SiteList, String> {
        let site = |label, at| ListedSite { label, at };
        Ok(match sites {
            RawSites::Count(count) if count > super::MOST => {
                return Err(format!("expected {} sites at most, found {count}", super::MOST));
            }
            RawSites::Count(count) => SiteList {
                entries: (1..=count).map(|number| site(number.to_string(), None)).collect(),
                listing: Listing::Count,
            },
            RawSites::List(entries) => {
                let entry = |entry| match entry {
                    RawSite::Label(label) => site(label, None),
                    RawSite::Position(label, x, y) => site(label, Some([x, y])),
                };
                let entries = entries.into_iter().map(entry).collect();
                SiteList { entries, listing: Listing::List }
            }
            RawSites::Table(table) => {
                let placed = |(label, at): (String, Value)| match serde_json::from_value(at) {
                    Ok(at) => Ok(site(label, Some(at))),
                    Err(error) => Err(format!("`{label}`: {error}")),
                };
                let entries = table.into_iter().map(placed).collect::<Result<_, _>>()?;
                SiteList { entries, listing: Listing::Table }
            }
        })
    }
}

impl From<RawEdge> for ListedEdge {
    fn from(edge: RawEdge) -> ListedEdge {
        match edge {
            RawEdge::Plain(one, other) => ListedEdge { ends: [one, other], class: 0 },
            RawEdge::Crossing(one, other, class) => ListedEdge { ends: [one, other], class },
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
            "prefixItems": [label, label, {
                "type": "integer", "minimum": 0, "maximum": 255,
                "description": "an edge joins two sites, and a third value is its crossing class; \
                                `lines` join more sites in a row",
            }],
            "items": false,
            "minItems": 2,
        },
    })
}
