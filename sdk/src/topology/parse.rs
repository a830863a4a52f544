//! The `[board]` table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Adjacency, Grid, Topology};
use crate::Diagnostic;

/// The `[board]` table of a ruleset: a topology and its parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "topology", rename_all = "kebab-case")]
pub enum Board {
    /// Squares in rows and columns.
    Grid(Grid),
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
