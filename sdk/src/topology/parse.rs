//! The `[board]` table.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Map, Value};

use super::build::Builder;
use super::{Adjacency, Graph, Grid, Hex, ProjectiveHex, Quadtree, Subdivision, Tafl, Topology};
use crate::Diagnostic;

/// The `[board]` table of a ruleset: a topology with its parameters, and what
/// every topology takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// The topology and its parameters.
    pub shape: Shape,
    /// What every topology takes.
    pub extra: Extra,
}

/// A topology and its parameters.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[serde(tag = "topology", rename_all = "kebab-case")]
pub enum Shape {
    /// Squares in rows and columns.
    Grid(Grid),
    /// A square board with throne, corners and camps.
    Tafl(Tafl),
    /// Hexagons.
    Hex(Hex),
    /// A hexagon of hexagons whose opposite edges are joined, flipped.
    ProjectiveHex(ProjectiveHex),
    /// A cell that is divided, and its parts again.
    Subdivision(Subdivision),
    /// A square that is divided into four, and they again.
    Quadtree(Quadtree),
    /// Sites and edges one by one.
    Graph(Graph),
}

/// What every topology takes beside its own parameters.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
pub struct Extra {
    /// Sites that nothing can stand on: see [`select`](super::select).
    #[serde(default)]
    pub blocked: Vec<String>,
    /// Regions by name: what is listed. They can be named wherever a site can.
    #[serde(default)]
    pub regions: BTreeMap<String, Vec<String>>,
    /// Roles by name: the sites that are drawn so. `[look.roles]` colours them.
    #[serde(default)]
    pub roles: BTreeMap<String, Vec<String>>,
    /// How sites are called.
    #[serde(default)]
    pub labels: Option<Labels>,
    /// How many rings of faded copies stand beyond joined edges.
    #[serde(default)]
    #[schemars(range(max = 3))]
    pub ghosts: Option<u8>,
}

/// How sites are called.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[serde(untagged)]
pub enum Labels {
    /// By a scheme.
    Scheme(Scheme),
    /// One by one, in the order in which the board has them: by rows from the top.
    List(Vec<String>),
}

/// A way to name sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// The column's letter from the left and the row's number from the bottom:
    /// `a1`.
    A1,
    /// The row's letter from the top and the diagonal's number, on hexagons: `e9`.
    Diagonals,
    /// The row's letter from the top and the place in the row from 1: `A1`.
    Rows,
    /// A to Z by rows from the top, with `#` after O where there are 27.
    Letters,
    /// Numbers by rows from the top, from 1.
    Numbers,
}

// Derived, these would bring the machinery that keeps values whose type is not
// yet known: a tenth of a plugin.

impl<'de> Deserialize<'de> for Labels {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Value::deserialize(from)? {
            list @ Value::Array(_) => Vec::deserialize(list).map(Labels::List),
            scheme => Scheme::deserialize(scheme).map(Labels::Scheme),
        }
        .map_err(D::Error::custom)
    }
}

/// The keys of [`Extra`], which the topologies' own tables do not know.
const EXTRA: [&str; 5] = ["blocked", "regions", "roles", "labels", "ghosts"];

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut table = Map::<String, Value>::deserialize(from)?;
        let topology = table.remove("topology");
        let mut extra = Map::new();
        for key in EXTRA {
            extra.extend(table.remove(key).map(|value| (key.to_owned(), value)));
        }
        let extra = Extra::deserialize(Value::Object(extra)).map_err(D::Error::custom)?;
        let rest = Value::Object(table);
        let shape = match topology.as_ref().and_then(Value::as_str) {
            Some("grid") => Grid::deserialize(rest).map(Shape::Grid),
            Some("tafl") => Tafl::deserialize(rest).map(Shape::Tafl),
            Some("hex") => Hex::deserialize(rest).map(Shape::Hex),
            Some("projective-hex") => ProjectiveHex::deserialize(rest).map(Shape::ProjectiveHex),
            Some("subdivision") => Subdivision::deserialize(rest).map(Shape::Subdivision),
            Some("quadtree") => Quadtree::deserialize(rest).map(Shape::Quadtree),
            Some("graph") => Graph::deserialize(rest).map(Shape::Graph),
            Some(other) => return Err(D::Error::custom(format!("no topology `{other}`"))),
            None => return Err(D::Error::missing_field("topology")),
        };
        Ok(Board { shape: shape.map_err(D::Error::custom)?, extra })
    }
}

impl JsonSchema for Board {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Board".into()
    }

    /// The topologies' schemas, each with the keys that all of them take.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let shapes = Shape::json_schema(generator);
        let extra = Extra::json_schema(generator);
        let mut whole = shapes.to_value();
        let extra = extra.to_value()["properties"].clone();
        let extra = extra.as_object().cloned().unwrap_or_default();
        for shape in whole["oneOf"].as_array_mut().into_iter().flatten() {
            merge(shape, &extra, generator);
        }
        Schema::try_from(whole).expect("it was a schema before")
    }
}

/// Puts the keys of all topologies beside those of one, whose own may be written
/// by reference.
fn merge(shape: &mut Value, extra: &Map<String, Value>, generator: &SchemaGenerator) {
    let Some(table) = shape.as_object_mut() else { return };
    let reference = table.remove("$ref");
    let name = reference.as_ref().and_then(Value::as_str).and_then(|name| name.rsplit('/').next());
    let own = name.and_then(|name| generator.definitions().get(name)).cloned();
    for (key, value) in own.iter().filter_map(Value::as_object).flatten() {
        match (table.get_mut(key), value) {
            (Some(Value::Object(known)), Value::Object(more)) => known.extend(more.clone()),
            (Some(Value::Array(known)), Value::Array(more)) => known.extend(more.clone()),
            (Some(_), _) => {}
            (None, value) => drop(table.insert(key.clone(), value.clone())),
        }
    }
    if let Some(Value::Object(properties)) = table.get_mut("properties") {
        properties.extend(extra.clone());
    }
}

impl Board {
    /// Makes the topology; `adjacency` is what the rules mean by adjacent
    /// squares where the table does not say.
    ///
    /// # Errors
    /// What is wrong with the table, each fault with its place.
    pub fn topology(&self, adjacency: Adjacency) -> Result<Topology, Vec<Diagnostic>> {
        self.builder(adjacency)?.finish(&self.extra)
    }

    /// Returns how cells are divided; none where the topology divides none.
    pub fn subdivision(&self) -> Option<Subdivision> {
        match &self.shape {
            Shape::Subdivision(subdivision) => Some(subdivision.clone()),
            Shape::Quadtree(quadtree) => Some(quadtree.into()),
            _ => None,
        }
    }

    fn builder(&self, adjacency: Adjacency) -> Result<Builder, Vec<Diagnostic>> {
        match &self.shape {
            Shape::Grid(grid) => grid.builder(adjacency, &self.extra),
            Shape::Tafl(tafl) => tafl.builder(&self.extra),
            Shape::Hex(hex) => hex.builder(&self.extra),
            Shape::ProjectiveHex(hex) => hex.builder(&self.extra),
            Shape::Subdivision(subdivision) => subdivision.builder(&self.extra),
            Shape::Quadtree(quadtree) => Subdivision::from(quadtree).builder(&self.extra),
            Shape::Graph(graph) => graph.builder(&self.extra),
        }
    }
}
