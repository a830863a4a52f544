//! The `[board]` table.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

use super::build::Builder;
use super::{
    Adjacency, Graph, Grid, Hex, Polygon, ProjectiveHex, Start, Subdivision, Tafl, Tiling, Topology,
};
use crate::{Diagnostic, PathKey};

/// The `[board]` table of a ruleset: a topology with its parameters, and the keys that all
/// topologies share.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// The topology and its parameters.
    pub shape: BoardShape,
    /// The keys that all topologies share.
    pub extra: Extra,
}

/// A ruleset with nothing but a board, for [`Plugin::Ruleset`](crate::Plugin::Ruleset).
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct BoardRuleset {
    /// The board.
    pub board: Board,
}

/// A topology and its parameters.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "topology", rename_all = "kebab-case")]
pub enum BoardShape {
    /// Squares in rows and columns.
    #[schemars(extend("x-synonyms" = ["square", "squares", "rectangle", "rectangular", "chess", "chessboard", "torus"]))]
    Grid(Grid),
    /// A square board with throne, corners and camps.
    Tafl(Tafl),
    /// Hexagons.
    #[schemars(extend("x-synonyms" = ["hexagons", "hexagonal", "hexagon", "rhombus", "triangle"]))]
    Hex(Hex),
    /// A hexagon of hexagons whose opposite edges are joined, flipped.
    ProjectiveHex(ProjectiveHex),
    /// A cell that is divided again and again.
    #[schemars(extend("x-synonyms" = ["fractal", "fractals", "divided", "carpet", "sierpinski", "koch", "snowflake", "hexaflake"]))]
    Subdivision(Subdivision),
    /// A square that is divided into four again and again.
    Quadtree(Start),
    /// A list of sites and edges.
    #[schemars(extend("x-synonyms" = ["map", "network", "points", "custom"]))]
    Graph(Graph),
    /// A uniform tiling of the plane or its dual, cut to size.
    Tiling(Tiling),
    /// A polygon whose sides are joined by an edge word.
    #[schemars(extend("x-synonyms" = ["surface", "klein", "klein-bottle", "projective"]))]
    Polygon(Polygon),
}

/// The keys that all topologies share.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
pub struct Extra {
    /// Sites that are blocked: labels, regions, lines, distances.
    #[serde(default)]
    #[schemars(extend("examples" = [["d4", "from b2 to b4"]]))]
    pub blocked: Vec<String>,
    /// Regions by name, each a list of sites. They can be used wherever a site can.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "lake": ["c3", "c4"] }]))]
    pub regions: BTreeMap<String, Vec<String>>,
    /// Roles by name, each a list of sites. `[look.roles]` colours them.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "shore": ["b3", "within 1 of c3"] }]))]
    pub roles: BTreeMap<String, Vec<String>>,
    /// The labels of the sites.
    #[serde(default)]
    #[schemars(extend("examples" = ["numbers"]))]
    pub labels: Option<Labels>,
    /// The number of rings of faded copies beyond joined edges.
    #[serde(default)]
    #[schemars(range(max = 3))]
    #[schemars(extend("examples" = [2]))]
    pub ghosts: Option<u8>,
}

/// The labels of the sites.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Labels {
    /// By a scheme.
    Scheme(Scheme),
    /// A list of labels, by rows from the top.
    List(Vec<String>),
}

/// A scheme of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// The column's letter from the left and the row's number: from the bottom on
    /// squares, from the top on hexagons: `a1`.
    A1,
    /// The row's letter from the top and the diagonal's number, on hexagons: `e9`.
    Diagonals,
    /// The row's letter from the top and the place in the row from 1: `A1`.
    Rows,
    /// A to Z by rows from the top, with `#` after O on a board of 27 sites.
    Letters,
    /// Numbers by rows from the top, from 1.
    Numbers,
}

impl Extra {
    /// The keys, which are removed before a topology's own table is read.
    const KEYS: [&str; 5] = ["blocked", "regions", "roles", "labels", "ghosts"];
}

impl<'de> Deserialize<'de> for Board {
    /// By hand, because a derived `flatten` would pass shared keys to a topology, which refuses
    /// unknown keys.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut table = Map::deserialize(from)?;
        let extra: Map<String, Value> =
            Extra::KEYS.iter().filter_map(|key| table.remove_entry(*key)).collect();
        let extra = Extra::deserialize(Value::Object(extra)).map_err(D::Error::custom)?;
        let shape = BoardShape::deserialize(Value::Object(table)).map_err(D::Error::custom)?;
        Ok(Board { shape, extra })
    }
}

impl JsonSchema for Board {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Board".into()
    }

    /// The topologies' schemas, each with the shared keys.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let shapes = BoardShape::json_schema(generator);
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

/// Adds the shared keys to the schema of a topology, which may be a reference.
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
    /// Makes the topology. `adjacency` is the default adjacency of squares, if the table gives
    /// none.
    ///
    /// # Errors
    /// The errors in the table.
    pub fn topology(&self, adjacency: Adjacency) -> Result<Topology, Vec<Diagnostic>> {
        self.builder(adjacency)?.finish(&self.extra)
    }

    /// Makes the topology as [`topology`](Self::topology) does, and opens a game on it. Opens it
    /// also if names of sites are wrong, so that all errors are told together.
    ///
    /// # Errors
    /// The errors in the table, and those of `open`.
    pub fn open<T>(
        &self,
        adjacency: Adjacency,
        open: impl FnOnce(Topology) -> Result<T, Vec<Diagnostic>>,
    ) -> Result<T, Vec<Diagnostic>> {
        let (mut topology, mut errors) =
            self.builder(adjacency)?.finish_with_errors(&self.extra)?;
        if let BoardShape::Graph(graph) = &self.shape {
            graph.warn_lone(&mut topology);
        }
        let mut opened = open(topology);
        if let BoardShape::Graph(graph) = &self.shape {
            graph.join_replaced_names(&self.extra, &mut errors);
            if let Err(others) = &mut opened {
                graph.join_replaced_names(&self.extra, others);
                others.retain(|it| !errors.contains(it));
            }
        }
        if errors.is_empty() {
            return opened;
        }
        // What is wrong with a region explains what is wrong where it is used.
        let faulty: Vec<String> = errors.iter().filter_map(region_of).collect();
        let mut others = opened.err().unwrap_or_default();
        others.retain(|it| !faulty.iter().any(|name| it.what.text.contains(name)));
        errors.extend(others);
        Err(errors)
    }

    /// Returns the subdivision; `None` if the topology does not divide cells.
    pub fn subdivision(&self) -> Option<Subdivision> {
        match &self.shape {
            BoardShape::Subdivision(subdivision) => Some(subdivision.clone()),
            BoardShape::Quadtree(quadtree) => Some(quadtree.squares()),
            _ => None,
        }
    }

    fn builder(&self, adjacency: Adjacency) -> Result<Builder, Vec<Diagnostic>> {
        match &self.shape {
            BoardShape::Grid(grid) => grid.builder(adjacency, &self.extra),
            BoardShape::Tafl(tafl) => tafl.builder(&self.extra),
            BoardShape::Hex(hex) => hex.builder(&self.extra),
            BoardShape::ProjectiveHex(hex) => hex.builder(&self.extra),
            BoardShape::Subdivision(subdivision) => subdivision.builder(&self.extra),
            BoardShape::Quadtree(quadtree) => quadtree.squares().builder(&self.extra),
            BoardShape::Graph(graph) => graph.builder(&self.extra),
            BoardShape::Tiling(tiling) => tiling.builder(&self.extra),
            BoardShape::Polygon(polygon) => polygon.builder(&self.extra),
        }
    }
}

/// Returns the region in which an error is, as messages show it.
fn region_of(error: &Diagnostic) -> Option<String> {
    match &error.path[..] {
        [PathKey::Name(_), PathKey::Name(table), PathKey::Name(name), ..] if table == "regions" => {
            Some(format!("`{name}`"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;
    use crate::topology::subdivision::Child;
    use crate::topology::{Glue, Outline, Sizes};

    fn error(table: Value) -> String {
        from_value::<Board>(table).expect_err("a error").to_string()
    }

    #[test]
    fn tables_are_read() {
        let board: Board = from_value(json!({
            "topology": "grid", "width": 4, "height": 3, "glue": "klein", "ghosts": 2,
            "labels": "numbers", "blocked": ["a1"], "regions": { "goal": ["b1", "c1"] },
        }))
        .unwrap();
        let grid = Grid { width: 4, height: 3, adjacency: None, glue: Glue::Klein };
        assert_eq!(board.shape, BoardShape::Grid(grid));
        assert_eq!((board.extra.ghosts, &board.extra.blocked[..]), (Some(2), &["a1".into()][..]));
        assert_eq!(board.extra.labels, Some(Labels::Scheme(Scheme::Numbers)));
        assert_eq!(board.extra.regions["goal"], ["b1", "c1"]);

        let hex = json!({ "topology": "hex", "shape": { "rhombus": [3, 4] } });
        let board: Board = from_value(hex).unwrap();
        let shape = Outline::Rhombus(Sizes::Several(vec![3, 4]));
        assert_eq!(board.shape, BoardShape::Hex(Hex { shape, glue: Glue::None }));

        let maps = json!({
            "scale": 2, "grid": [2, 1], "basis": [[1, 0], [0.5, -1.5]],
            "children": [{ "t": [0, -1] }, { "m": [[0, 1], [1, 0]], "t": [1, 0] }],
        });
        let maps: Subdivision = from_value(maps).unwrap();
        assert_eq!((maps.scale, maps.start.depth, maps.start.grid), (Some(2), 1, Some([2, 1])));
        assert_eq!(maps.basis, Some(vec![[1.0, 0.0], [0.5, -1.5]]));
        let turned = Child { m: Some(vec![vec![0, 1], vec![1, 0]]), t: vec![1, 0] };
        assert_eq!(maps.children, Some(vec![Child { m: None, t: vec![0, -1] }, turned]));
    }

    #[test]
    fn what_does_not_fit_is_said() {
        for (table, expected) in [
            (json!({ "width": 3 }), "missing field `topology`"),
            (json!({ "topology": "disc" }), "unknown variant `disc`"),
            (json!({ "topology": "grid", "width": 3 }), "missing field `height`"),
            (json!({ "topology": "grid", "width": -1, "height": 3 }), "integer `-1`"),
            (json!({ "topology": "projective-hex", "n": 2, "m": 3 }), "unknown field `m`"),
            (json!({ "topology": "quadtree", "scale": 3 }), "unknown field `scale`"),
            (json!({ "topology": "subdivision", "shift": 3 }), "unknown field `shift`"),
            (json!({ "topology": "graph", "sites": ["a", 2] }), "a list or a table of sites"),
        ] {
            let found = error(table);
            assert!(found.contains(expected), "{found}: {expected}");
        }
    }
}
