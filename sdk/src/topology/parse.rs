//! The `[board]` table.

use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value};

use super::{Adjacency, Grid, Topology};
use crate::Diagnostic;

/// The `[board]` table of a ruleset: a topology and its parameters.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema)]
#[serde(tag = "topology", rename_all = "kebab-case")]
pub enum Board {
    /// Squares in rows and columns.
    Grid(Grid),
}

// Derived, it would bring the machinery that keeps values whose type is not yet
// known: a tenth of a plugin.
impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut table = Map::<String, Value>::deserialize(from)?;
        let topology = table.remove("topology");
        let topology = topology.as_ref().and_then(Value::as_str);
        let rest = Value::Object(table);
        match topology {
            Some("grid") => Grid::deserialize(rest).map(Board::Grid).map_err(D::Error::custom),
            Some(other) => Err(D::Error::unknown_variant(other, &["grid"])),
            None => Err(D::Error::missing_field("topology")),
        }
    }
}

impl Board {
    /// Makes the topology; `adjacency` is what the rules mean by adjacent
    /// squares where the table does not say.
    ///
    /// # Errors
    /// What is wrong with the table, each fault with its place.
    pub fn topology(&self, adjacency: Adjacency) -> Result<Topology, Vec<Diagnostic>> {
        match self {
            Board::Grid(grid) => grid.topology(adjacency),
        }
    }
}
