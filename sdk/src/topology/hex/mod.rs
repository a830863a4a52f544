//! Boards of hexagons in the shape of a hexagon, rhombus, triangle, rectangle or drawing, with
//! edges that can be glued.

mod drawn_plan;
mod glue;
mod outline;

use schemars::JsonSchema;
use serde::Deserialize;

use super::build::Builder;
use super::labels::Labeler;
use super::lattice::{HEXAGONS, Lattice, LatticeMap};
use super::{Extra, Glue, Labels, Scheme, border};
use crate::{Diagnostic, Site, diagnostic};
pub(super) use glue::flip_maps;
use outline::Plan;
pub(super) use outline::hexagon;

/// The `[board]` table of `topology = "hex"`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hex {
    /// The shape of the board. Sides are counted in cells.
    pub shape: Outline,
    /// The edges that are joined: `torus` or `projective` on hexagons, all but `projective` on
    /// rhombi, all on rectangles. There `klein` joins left to right straight and top to bottom
    /// mirrored.
    #[serde(default)]
    #[schemars(extend("examples" = ["torus"]))]
    pub glue: Glue,
}

/// The shape of a board of hexagons, which have a corner at the top.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("examples" = [{ "hexagon": 5 }]))]
pub enum Outline {
    /// A hexagon: one length for all sides; two that alternate; three, with equal opposite sides;
    /// or all six, clockwise from the top.
    Hexagon(Sizes),
    /// A rhombus whose rows shift to the right: its side, or columns and rows.
    Rhombus(Sizes),
    /// A triangle with a cell at the top: its side.
    Triangle(Sizes),
    /// Rows of equal length, every other one shifted to the right by half a cell:
    /// its side, or columns and rows.
    Rectangle(Sizes),
    /// A drawing, with a text for each row. `.` is a cell and takes two characters, together with
    /// the space beside it.
    Rows(Vec<String>),
}

/// One number, or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Sizes {
    /// One for all sides.
    One(#[schemars(range(min = 1, max = 1000))] u32),
    /// One for each.
    Several(#[schemars(length(min = 1, max = 6), inner(range(min = 1, max = 1000)))] Vec<u32>),
}

impl Sizes {
    /// Returns the numbers.
    pub fn numbers(&self) -> &[u32] {
        match self {
            Sizes::One(size) => std::slice::from_ref(size),
            Sizes::Several(sizes) => sizes,
        }
    }
}

impl Hex {
    /// Begins the topology. Headings start at the upper right and go clockwise. Sites are numbered
    /// by rows from the top.
    ///
    /// # Errors
    /// Sides that do not close, drawings that do not fit together, edges that
    /// cannot be joined.
    pub(super) fn builder(&self, extra: &Extra) -> Result<Builder, Vec<Diagnostic>> {
        let plan = self.shape.plan()?;
        let maps = glue::maps(&self.shape, &plan, self.glue)?;
        let (lattice, board) = begin(&plan, &maps, self.shape.scheme(), extra)?;
        if lattice.touches_itself() {
            let what = "the board is too small for its edges to be joined: a cell would be next \
                        to itself";
            let found = diagnostic::at(["board", "glue"], "board.narrow", what);
            let hint = "make the board larger or set `glue = \"none\"`";
            return Err(found.hint(hint).into());
        }
        Ok(board)
    }
}

/// Makes the board of a plan. `scheme` names its sites unless the table gives another.
pub(super) fn begin(
    plan: &Plan,
    maps: &[LatticeMap],
    scheme: Scheme,
    extra: &Extra,
) -> Result<(Lattice, Builder), Vec<Diagnostic>> {
    let lattice = Lattice::new(&HEXAGONS, plan.cells.clone(), maps);
    let mut board = lattice.builder();
    let scheme = match extra.labels {
        Some(Labels::Scheme(scheme)) => scheme,
        _ => scheme,
    };
    // Row 1 of a board of hexagons is at the top, as usual in Hex.
    let labeler = Labeler { scheme, down: true, rows: board.topology.rows.len() as u32 };
    labeler.label(&mut board, &plan.columns(scheme))?;
    name_regions(&lattice, plan, &mut board);
    let rings = extra.ghosts.unwrap_or(1);
    lattice.draw(&mut board, rings);
    let rings = if lattice.is_glued() { rings } else { 0 };
    caption(&lattice, &mut board, &labeler, plan, f64::from(rings));
    Ok((lattice, board))
}

fn name_regions(lattice: &Lattice, plan: &Plan, board: &mut Builder) {
    let mut corners = Vec::new();
    for (name, cell) in &plan.corners {
        corners.extend(lattice.site(*cell).map(|site| (*name, site)));
    }
    let mut sides = Vec::new();
    for (name, cells) in &plan.sides {
        let mut sites: Vec<Site> = Vec::new();
        for cell in cells {
            sites.extend(lattice.site(*cell));
        }
        sides.push((*name, sites));
    }
    border::name_regions(board, &corners, &sides);
    board.region("center", lattice.center());
}

/// Writes names of rows at their left ends, and of columns or diagonals at their upper ends,
/// beyond the ghosts.
fn caption(lattice: &Lattice, board: &mut Builder, labeler: &Labeler, plan: &Plan, rings: f64) {
    const AWAY: f64 = 0.9;
    let beyond = AWAY + rings;
    for row in 0..board.topology.rows.len() {
        let (x, y, z) = lattice.mesh.middle(lattice.cells[board.topology.rows[row][0] as usize]);
        board.caption((x - beyond, y, z), labeler.row(row as u32));
    }
    let columns = plan.columns(labeler.scheme);
    if !labeler.names_columns(board, &columns) {
        return;
    }
    let (right, up) = plan.upward(labeler.scheme);
    // A drawing can have columns without cells.
    let mut named = vec![false; columns.iter().max().map_or(0, |last| *last as usize + 1)];
    for (cell, column) in lattice.cells.iter().zip(columns) {
        let (x, y, z) = lattice.mesh.middle(*cell);
        if !std::mem::replace(&mut named[column as usize], true) {
            let at = (x + right * beyond, y - up * beyond, z);
            board.caption(at, labeler.column(column));
        }
    }
}
