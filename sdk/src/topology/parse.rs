//! The `[board]` table.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value};

use super::build::Builder;
use super::{Adjacency, Graph, Grid, Hex, ProjectiveHex, Start, Subdivision, Tafl, Topology};
use crate::fields::{self, Fields, Table};
use crate::{ByName, Diagnostic};

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
#[schemars(tag = "topology", rename_all = "kebab-case")]
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
    Quadtree(Start),
    /// Sites and edges one by one.
    Graph(Graph),
}

/// What every topology takes beside its own parameters.
#[derive(Debug, Clone, Default, PartialEq, JsonSchema)]
pub struct Extra {
    /// Sites that nothing can stand on: names, regions, lines, distances.
    #[schemars(default)]
    pub blocked: Vec<String>,
    /// Regions by name: what is listed. They can be named wherever a site can.
    #[schemars(default)]
    pub regions: ByName<Vec<String>>,
    /// Roles by name: the sites that are drawn so. `[look.roles]` colours them.
    #[schemars(default)]
    pub roles: ByName<Vec<String>>,
    /// How sites are called.
    #[schemars(default)]
    pub labels: Option<Labels>,
    /// How many rings of faded copies stand beyond joined edges.
    #[schemars(default)]
    #[schemars(range(max = 3))]
    pub ghosts: Option<u8>,
}

/// How sites are called.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[schemars(untagged)]
pub enum Labels {
    /// By a scheme.
    Scheme(Scheme),
    /// One by one, in the order in which the board has them: by rows from the top.
    List(Vec<String>),
}

/// A way to name sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Scheme {
    /// The column's letter from the left and the row's number: from the bottom on
    /// squares, from the top on hexagons: `a1`.
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

impl Extra {
    /// The keys, which the topologies' own tables do not know.
    const KEYS: [&str; 5] = ["blocked", "regions", "roles", "labels", "ghosts"];

    fn read(table: Table) -> Result<Extra, String> {
        let mut fields = Fields::new(table, &[]);
        let extra = Extra {
            blocked: fields.texts("blocked"),
            regions: fields.texts_by_name("regions"),
            roles: fields.texts_by_name("roles"),
            labels: fields.read("labels", "expected a scheme or labels", Labels::read),
            ghosts: fields.whole("ghosts"),
        };
        fields.end().map(|()| extra)
    }
}

impl Labels {
    fn read(value: &Value) -> Option<Labels> {
        match value {
            Value::Array(_) => fields::texts(value).map(Labels::List),
            scheme => fields::word(scheme, &Scheme::WORDS).map(Labels::Scheme),
        }
    }
}

impl Scheme {
    const WORDS: [(&str, Scheme); 5] = [
        ("a1", Scheme::A1),
        ("diagonals", Scheme::Diagonals),
        ("rows", Scheme::Rows),
        ("letters", Scheme::Letters),
        ("numbers", Scheme::Numbers),
    ];
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Board::read(fields::table(from)?).map_err(D::Error::custom)
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
    /// Reads the table, for plugins that read theirs by hand.
    ///
    /// # Errors
    /// The first key that does not fit.
    pub fn read(mut table: Table) -> Result<Board, String> {
        let topology = table.remove("topology");
        let mut extra = Table::new();
        for key in Extra::KEYS {
            if let Some(value) = table.remove(key) {
                extra.insert(key.to_owned(), value);
            }
        }
        let extra = Extra::read(extra)?;
        let shape = match topology.as_ref().and_then(Value::as_str) {
            Some("grid") => Shape::Grid(Grid::read(table)?),
            Some("tafl") => Shape::Tafl(Tafl::read(table)?),
            Some("hex") => Shape::Hex(Hex::read(table)?),
            Some("projective-hex") => Shape::ProjectiveHex(ProjectiveHex::read(table)?),
            Some("subdivision") => Shape::Subdivision(Subdivision::read(table)?),
            Some("quadtree") => Shape::Quadtree(Start::read(table)?),
            Some("graph") => Shape::Graph(Graph::read(table)?),
            Some(other) => return Err(["no topology `", other, "`"].concat()),
            None => return Err("expected the key `topology`".to_owned()),
        };
        Ok(Board { shape, extra })
    }

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
            Shape::Quadtree(quadtree) => Some(quadtree.squares()),
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
            Shape::Quadtree(quadtree) => quadtree.squares().builder(&self.extra),
            Shape::Graph(graph) => graph.builder(&self.extra),
        }
    }
}
