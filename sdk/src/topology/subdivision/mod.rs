//! Cells that are divided into smaller cells of the same shape: squares, fractals, and any shape
//! given by its maps. [`Subdivision`] makes a [`Topology`](super::Topology) for a fixed board, and
//! a [`Tree`] for a board that grows during the game.

mod builtin;
mod check;
mod children;
mod division_preview;
mod drawing;
mod fixed_board;
mod fractal;
mod names;
mod parts;
mod polygons;
mod roots;
mod tree;
mod vertices;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

pub use builtin::Builtin;
pub use division_preview::DivisionPreview;
pub use drawing::roles;
pub use fractal::{ChildMap, DIMENSIONS, Fractal, Matrix, Numerators};
pub use tree::{BoardElement, Corner, DivideError, Tree};
pub use vertices::Vertex;

use super::Extra;
use super::build::Builder;
use crate::{Diagnostic, diagnostic};

/// The most vertices of a fixed board.
pub const LIMIT: u32 = 200_000;
/// The most vertices of a growing board at the start.
pub const GROWING_LIMIT: u32 = 1_500_000;
/// The most cells of all levels for each vertex at the start. If cells do not overlap there are no
/// more: at most two triangles, and as many that they are parts of.
const CELLS: u32 = 4;

/// The `[board]` table of `topology = "subdivision"`: a built-in fractal, or one
/// by its maps.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Subdivision {
    /// A built-in fractal. Without it `scale`, `corners` and `children` describe one.
    #[serde(default)]
    #[schemars(extend(
        "examples" = ["carpet"],
        "x-otherwise" = "your own fractal has `scale`, `corners` and `children` in place of `fractal`"
    ))]
    pub fractal: Option<Builtin>,
    /// The board at the start.
    #[serde(flatten)]
    pub start: Start,
    /// The steps between cells side by side, along a row and to the next row, as whole multiples
    /// of the lattice's vectors.
    #[serde(default)]
    #[schemars(extend("examples" = [[[1, 0], [0, 1]]]))]
    pub grid_step: Option<[Vec<i32>; 2]>,
    /// The divisor of the numbers in the children's maps.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    #[schemars(extend("examples" = [3]))]
    pub scale: Option<u32>,
    /// The vectors of the lattice on the drawing, x to the right and y down, one
    /// to four of them.
    #[serde(default)]
    #[schemars(extend(
        "examples" = [[[1, 0], [0.5, 0.866]]],
        "x-otherwise" = "each vector is a point `[x, y]`: at an angle of 60 degrees `[0.5, 0.866]`, \
            at 90 degrees `[0, 1]`, as in `basis = [[1, 0], [0.5, 0.866]]`"
    ))]
    pub basis: Option<Vec<[f64; 2]>>,
    /// The corners of a cell as whole multiples of the lattice's vectors, in order
    /// around it.
    #[serde(default)]
    #[schemars(schema_with = "corners_schema")]
    #[schemars(extend("examples" = [[[0, 0], [1, 0], [1, 1], [0, 1]]]))]
    pub corners: Option<Vec<Vec<i32>>>,
    /// The maps of a cell onto its children.
    #[serde(default)]
    #[schemars(extend("examples" = [[{ "t": [1, 0] }, { "t": [0, 1] }, { "t": [1, 1] }, { "t": [2, 1] }, { "t": [1, 2] }]]))]
    pub children: Option<Vec<Child>>,
    /// The outline of a cell on the drawing. The default joins the corners.
    #[serde(default)]
    #[schemars(extend("examples" = [[[0, 0], [1, 0], [1, 1], [0, 1]]]))]
    pub outline: Option<Vec<[f64; 2]>>,
}

/// How a child is turned.
const TURNS: &str = "a turn is a matrix by rows: on squares `m = [[0, -1], [1, 0]]` by 90 degrees and \
    `m = [[-1, 0], [0, -1]]` by 180; with two steps of a `basis` at 60 degrees `m = [[0, -1], [1, 1]]` \
    by 60";

/// The map x -> (m x + t) / scale of a cell onto one of its children.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-hints" = { "angle": TURNS, "rotate": TURNS, "rotation": TURNS, "turn": TURNS }))]
pub struct Child {
    /// The matrix by rows. The default is the identity.
    #[serde(default)]
    #[schemars(extend("examples" = [[[0, -1], [1, 0]]], "x-otherwise" = TURNS))]
    pub m: Option<Vec<Vec<i32>>>,
    /// The shift.
    #[schemars(extend("examples" = [[1, 0]]))]
    pub t: Vec<i32>,
}

/// The start of a board of cells. Also the `[board]` table of `topology = "quadtree"`: squares
/// divided into four.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The number of times that everything is divided at the start.
    #[serde(default = "one")]
    #[schemars(range(max = 20))]
    pub depth: u16,
    /// The sites for pieces, if the rules leave the choice open.
    #[serde(default)]
    #[schemars(extend("examples" = ["cells"]))]
    pub sites: Sites,
    /// The number of undivided cells side by side: columns and rows.
    #[serde(default)]
    #[schemars(extend("examples" = [[2, 2]]))]
    pub grid: Option<[u16; 2]>,
}

impl Default for Start {
    fn default() -> Self {
        Start { depth: one(), sites: Sites::default(), grid: None }
    }
}

impl Start {
    /// Returns the board of squares with this start.
    pub(super) fn squares(&self) -> Subdivision {
        let fractal = Some(Builtin::Square);
        Subdivision { fractal, start: self.clone(), ..Subdivision::default() }
    }
}

fn corners_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": ["array", "null"],
        "items": {
            "type": "array",
            "items": {
                "type": "integer",
                "description": "corners count whole steps along the vectors of `basis`, which say \
                                how far and which way a step goes",
            },
        },
    })
}

fn one() -> u16 {
    1
}

/// The sites for pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sites {
    /// The corners of cells.
    #[default]
    Vertices,
    /// The cells that are not divided.
    Cells,
}

impl Subdivision {
    /// Returns the shape of the cells, checked.
    ///
    /// # Errors
    /// The errors in the maps.
    pub fn fractal(&self) -> Result<Fractal, Vec<Diagnostic>> {
        check::fractal(self)
    }

    /// Returns a fixed board, with everything divided `depth` times.
    ///
    /// # Errors
    /// The errors of the maps; more than [`LIMIT`] vertices, or too many cells for them.
    pub fn tree(&self) -> Result<Tree, Vec<Diagnostic>> {
        self.divide_all(LIMIT)
    }

    /// Returns the same board for a game that divides it further.
    ///
    /// # Errors
    /// The errors of the maps; more than [`GROWING_LIMIT`] vertices, or too many cells for them.
    pub fn growing(&self) -> Result<Tree, Vec<Diagnostic>> {
        self.divide_all(GROWING_LIMIT)
    }

    fn divide_all(&self, limit: u32) -> Result<Tree, Vec<Diagnostic>> {
        let mut tree = Tree::new(std::sync::Arc::new(self.fractal()?));
        let most_cells = (CELLS * limit) as usize;
        let (mut before, mut grown) = (0, 0);
        for level in 0..self.start.depth {
            let whole = (0..tree.cells()).filter(|cell| !tree.is_divided(*cell)).count();
            let cells = tree.cells() as usize + whole * tree.fractal().children();
            // Refused before memory is reserved. The next level adds to the vertices what the last
            // one added, as many times as before or more.
            let more = (tree.vertices() - before).checked_div(grown).unwrap_or(0);
            let expected = tree.vertices() + (tree.vertices() - before).saturating_mul(more);
            if cells > most_cells || level > 2 && expected > limit {
                return Err(self.too_deep(&tree, level, limit));
            }
            (grown, before) = (tree.vertices() - before, tree.vertices());
            tree.reserve(whole);
            for cell in 0..tree.cells() {
                if tree.is_divided(cell) {
                    continue;
                }
                let done = tree.divide(cell).map_err(|refusal| refusal.to_string());
                if let Err(what) = done {
                    return Err(refuse_depth(what, level));
                }
                if tree.vertices() > limit {
                    return Err(self.too_deep(&tree, level, limit));
                }
            }
        }
        Ok(tree)
    }

    /// Returns the error of a start whose last level that fits is `fits`.
    fn too_deep(&self, tree: &Tree, fits: u16, limit: u32) -> Vec<Diagnostic> {
        let (depth, children) = (self.start.depth, tree.fractal().children() as f64);
        let undivided = tree.fractal().roots() as f64;
        let smallest = (0..depth).fold(undivided, |cells, _| cells * children);
        let what = format!(
            "`depth = {depth}` asks for {} cells of the smallest size; a board has at most \
             {limit} vertices and {} cells",
            large_number(smallest),
            CELLS * limit
        );
        refuse_depth(what, fits)
    }

    /// Begins the topology: see [`Board::topology`](super::Board::topology).
    pub(super) fn builder(&self, extra: &Extra) -> Result<Builder, Vec<Diagnostic>> {
        fixed_board::builder(&self.tree()?, self.start.sites, extra)
    }
}

fn refuse_depth(what: String, fits: u16) -> Vec<Diagnostic> {
    let error = diagnostic::at(["board", "depth"], "board.depth", what);
    vec![error.hint(format!("`depth = {fits}` fits"))]
}

/// Writes a count that may be huge, as `1200000` or `3 million million`.
fn large_number(number: f64) -> String {
    match number {
        n if n >= 1e12 => format!("{:.0} million million", n / 1e12),
        n => format!("{n:.0}"),
    }
}
