//! Boards cut from the eleven uniform tilings of the plane and from their duals.

mod mesh;
mod pattern;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use self::mesh::Mesh;
use super::build::Builder;
use super::listed::{Graph, ListedEdge, ListedSite, Listing, SiteList, SiteShape};
use super::{Extra, Topology};
use crate::diagnostic;
use crate::{Diagnostic, Site};

/// The `[board]` table of `topology = "tiling"`.
///
/// Cells that share a side are adjacent. Regions: `edges`, and `top`, `right`, `bottom`, `left`: the
/// quarters of the rim, between the diagonals of the rectangle around the board.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tiling {
    /// The tiling: the polygons around each corner, or the name of a dual.
    pub tiling: TilingName,
    /// Keeps the cells whose middle is at most so far from the middle of the board. A side of a
    /// regular polygon is 1.
    #[serde(default)]
    #[schemars(range(min = 0.5, max = 60))]
    #[schemars(extend("examples" = [5]))]
    pub radius: Option<f64>,
    /// Keeps the cells whose middle is in a rectangle of this width and height.
    #[serde(default)]
    #[schemars(extend("examples" = [[12, 10]]))]
    pub size: Option<[f64; 2]>,
}

/// A uniform tiling or its dual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum TilingName {
    /// Triangles.
    #[serde(rename = "3.3.3.3.3.3")]
    Triangles,
    /// Triangles and hexagons, turned.
    #[serde(rename = "3.3.3.3.6")]
    SnubHexagonal,
    /// Rows of triangles and rows of squares.
    #[serde(rename = "3.3.3.4.4")]
    ElongatedTriangular,
    /// Triangles and squares, turned.
    #[serde(rename = "3.3.4.3.4")]
    SnubSquare,
    /// Triangles, squares and hexagons.
    #[serde(rename = "3.4.6.4")]
    Rhombitrihexagonal,
    /// Triangles and hexagons.
    #[serde(rename = "3.6.3.6")]
    Trihexagonal,
    /// Triangles and polygons of twelve sides.
    #[serde(rename = "3.12.12")]
    TruncatedHexagonal,
    /// Squares.
    #[serde(rename = "4.4.4.4")]
    Squares,
    /// Squares, hexagons and polygons of twelve sides.
    #[serde(rename = "4.6.12")]
    TruncatedTrihexagonal,
    /// Squares and octagons.
    #[serde(rename = "4.8.8")]
    TruncatedSquare,
    /// Hexagons.
    #[serde(rename = "6.6.6")]
    Hexagons,
    /// Pentagons in flowers of six: the dual of 3.3.3.3.6.
    #[serde(rename = "floret-pentagonal")]
    FloretPentagonal,
    /// Pentagons in rows: the dual of 3.3.3.4.4.
    #[serde(rename = "prismatic-pentagonal")]
    PrismaticPentagonal,
    /// Pentagons as in the streets of Cairo: the dual of 3.3.4.3.4.
    #[serde(rename = "cairo-pentagonal")]
    CairoPentagonal,
    /// Kites: the dual of 3.4.6.4.
    #[serde(rename = "deltoidal")]
    Deltoidal,
    /// Rhombs of 60 and 120 degrees: the dual of 3.6.3.6.
    #[serde(rename = "rhombille")]
    Rhombille,
    /// Triangles, three to a larger one: the dual of 3.12.12.
    #[serde(rename = "triakis-triangular")]
    TriakisTriangular,
    /// Triangles, twelve around a hexagon's middle: the dual of 4.6.12.
    #[serde(rename = "kisrhombille")]
    Kisrhombille,
    /// Triangles, four to a square: the dual of 4.8.8.
    #[serde(rename = "tetrakis-square")]
    TetrakisSquare,
}

/// The most cells of a board.
const MOST: usize = 20_000;
/// How far beyond the rim corners are made, so that every cell near it is whole.
const MARGIN: f64 = 6.0;
/// The difference up to which lengths are equal.
const NEAR: f64 = 1e-6;

/// A cell that was cut from a tiling.
struct Cell {
    at: [f64; 2],
    corners: Vec<[f64; 2]>,
    /// The numbers of the corners in the mesh: cells that share two share a side.
    numbers: Vec<usize>,
}

impl Tiling {
    pub(super) fn builder(&self, extra: &Extra) -> Result<Builder, Vec<Diagnostic>> {
        let half = match (self.radius, self.size) {
            (Some(radius), None) => [radius, radius],
            (None, Some([width, height])) => [width / 2.0, height / 2.0],
            _ => {
                let what = "expected `radius` or `size`, to cut the tiling to a board";
                return Err(diagnostic::at(["board"], "board.tiling", what).on_key().into());
            }
        };
        let key = if self.radius.is_some() { "radius" } else { "size" };
        if half.iter().any(|half| !half.is_finite() || *half < 0.5 || *half > 60.0) {
            let what = match key {
                "radius" => "expected a radius from 0.5 to 60",
                _ => "expected a width and a height from 1 to 120",
            };
            return Err(diagnostic::at(["board", key], "board.tiling", what).into());
        }
        let cells = self.cells(half);
        if cells.is_empty() || cells.len() > MOST {
            let what = format!("expected 1 to {MOST} cells, found {}", cells.len());
            return Err(diagnostic::at(["board", key], "board.tiling", what).into());
        }
        let owners = owners(&cells);
        let mut board = graph(&cells, &owners).builder(extra)?;
        for (name, sites) in rims(&cells, &owners) {
            board.region(name, sites);
        }
        Ok(board)
    }

    /// Returns the topology without keys that all boards share.
    ///
    /// # Errors
    /// A cut that leaves no cells or too many.
    pub fn topology(&self) -> Result<Topology, Vec<Diagnostic>> {
        self.builder(&Extra::default())?.finish(&Extra::default())
    }

    /// Cuts the tiling, and returns the cells by rows from the top.
    fn cells(&self, half: [f64; 2]) -> Vec<Cell> {
        let (primal, is_dual) = self.tiling.primal();
        let mesh = Mesh::new(&primal.corners([half[0] + MARGIN, half[1] + MARGIN]));
        let is_kept = |[x, y]: [f64; 2]| match self.radius {
            Some(radius) => x * x + y * y <= (radius + NEAR) * (radius + NEAR),
            None => x.abs() <= half[0] + NEAR && y.abs() <= half[1] + NEAR,
        };
        let mut cells: Vec<Cell> = match is_dual {
            false => mesh.faces(is_kept),
            true => mesh.dual_faces(is_kept),
        };
        let row = |y: f64| (y * 1000.0).round();
        cells.sort_by(|a, b| {
            row(a.at[1]).total_cmp(&row(b.at[1])).then(a.at[0].total_cmp(&b.at[0]))
        });
        cells
    }
}

/// The cells at each side, by the numbers of its ends.
type Owners = BTreeMap<(usize, usize), Vec<Site>>;

fn owners(cells: &[Cell]) -> Owners {
    let mut owners = Owners::new();
    for (site, cell) in (0..).zip(cells) {
        for (one, other) in sides(&cell.numbers) {
            owners.entry((one.min(other), one.max(other))).or_default().push(site);
        }
    }
    owners
}

/// Returns consecutive pairs, in a circle.
fn sides<T: Copy>(items: &[T]) -> impl Iterator<Item = (T, T)> + '_ {
    (0..items.len()).map(|at| (items[at], items[(at + 1) % items.len()]))
}

fn graph(cells: &[Cell], owners: &Owners) -> Graph {
    let label = |site: Site| (site + 1).to_string();
    let entry = |(site, cell): (Site, &Cell)| ListedSite { label: label(site), at: Some(cell.at) };
    let entries = (0..).zip(cells).map(entry).collect();
    let edges = owners.values().filter_map(|sites| match sites[..] {
        [one, other] => Some(ListedEdge { ends: [label(one), label(other)], class: 0 }),
        _ => None,
    });
    Graph {
        sites: SiteList { entries, listing: Listing::Count },
        edges: edges.collect(),
        lines: Vec::new(),
        cells: (0..).zip(cells).map(|(site, cell)| (label(site), cell.corners.clone())).collect(),
        shape: SiteShape::None,
        size: None,
    }
}

/// Returns the cells along the rim: all, and by quarters, which the diagonals of the rectangle
/// around the board divide.
fn rims(cells: &[Cell], owners: &Owners) -> [(&'static str, Vec<Site>); 5] {
    let mut found =
        ["edges", "top", "right", "bottom", "left"].map(|name| (name, Vec::<Site>::new()));
    // The middles of the free sides.
    let mut free: Vec<(Site, [f64; 2])> = Vec::new();
    for (site, cell) in (0..).zip(cells) {
        for ((one, other), (a, b)) in sides(&cell.numbers).zip(sides(&cell.corners)) {
            if owners[&(one.min(other), one.max(other))].len() == 1 {
                free.push((site, [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]));
            }
        }
    }
    let reach = |axis: usize| free.iter().map(|(_, at)| at[axis].abs()).fold(NEAR, f64::max);
    let (wide, high) = (reach(0), reach(1));
    for (site, [x, y]) in free {
        let (x, y) = (x / wide, y / high);
        let quarter = match (x.abs() > y.abs() + NEAR, x > 0.0, y > 0.0) {
            (true, true, _) => 2,
            (true, false, _) => 4,
            (false, _, true) => 3,
            (false, _, false) => 1,
        };
        for rim in [0, quarter] {
            if found[rim].1.last() != Some(&site) {
                found[rim].1.push(site);
            }
        }
    }
    found
}
