//! To be written.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Extra;
use super::build::Builder;
use crate::{Diagnostic, problem};

/// To be written.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Graph {}

impl Graph {
    pub(super) fn builder(&self, _: &Extra) -> Result<Builder, Vec<Diagnostic>> {
        let what = "this topology is not there yet";
        Err(problem::finish(vec![problem::at(["board", "topology"], "board.topology", what)]))
    }
}
