//! Boards cut from the eleven uniform tilings of the plane and from their duals, and boards of
//! polygons that a ruleset lists.

mod cut;
#[cfg(test)]
mod cut_tests;
mod mesh;
mod outlines;
mod pattern;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Deserialize;

use super::build::Builder;
use super::listed::{Graph, ListedEdge, ListedSite, Listing, SiteList, SiteShape};
use super::{Extra, Topology};
use crate::diagnostic;
use crate::sorting::{collect, sort};
use crate::{Diagnostic, Site};

/// The `[board]` table of `topology = "tiling"`.
///
/// Cells that share a side are adjacent, and straight lines run on through opposite sides. Regions:
/// `edges`, and `top`, `right`, `bottom`, `left`: the quarters of the rim, between the diagonals of
/// the rectangle around the board.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tiling {
    /// The tiling: the polygons around each corner, or the name of a dual.
    #[serde(default)]
    #[schemars(extend(
        "examples" = ["4.8.8"],
        "x-hints" = {
            "penrose": "there are no Penrose tilings: near them are `\"cairo-pentagonal\"` and \
                `\"floret-pentagonal\"` with pentagons and `\"rhombille\"` with rhombs; `cells` draws \
                any tiling cell by cell"
        },
        "x-otherwise" = "draw another tiling cell by cell: `cells` in place of `tiling`"
    ))]
    pub tiling: Option<TilingName>,
    /// The cells one by one instead, each by its corners in order around it (x to the right, y
    /// down). Cells that share a side, or a part of one, are adjacent.
    #[serde(default)]
    #[schemars(extend("examples" = [[[[0, 0], [2, 0], [1, 1]], [[0, 0], [1, 1], [0, 2]]]]))]
    pub cells: Option<Vec<Vec<[f64; 2]>>>,
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
    /// Keeps so many rows around the middle: a row is every height at which the middle of a cell
    /// lies.
    #[serde(default)]
    #[schemars(range(min = 1, max = 400))]
    #[schemars(extend("examples" = [9]))]
    pub rows: Option<u16>,
    /// Keeps so many columns of them: every place across at which the middle of a cell lies. As
    /// wide as high if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 400))]
    #[schemars(extend("examples" = [11]))]
    pub columns: Option<u16>,
    /// Keeps the cells whose middle is inside this polygon or on it: corners in order, from the
    /// middle of the tiling, x to the right, y down.
    #[serde(default)]
    #[schemars(extend("examples" = [[[-5, -4], [5, -4], [0, 5]]]))]
    pub outline: Option<Vec<[f64; 2]>>,
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

/// The difference up to which lengths are equal.
const NEAR: f64 = 1e-6;

/// A cell of the board.
#[derive(Clone)]
struct Cell {
    at: [f64; 2],
    corners: Vec<[f64; 2]>,
    /// The numbers of the corners in the mesh: cells that share two share a side.
    numbers: Vec<usize>,
}

impl Tiling {
    pub(super) fn builder(&self, extra: &Extra) -> Result<Builder, Vec<Diagnostic>> {
        let cells = match (self.tiling, &self.cells) {
            (Some(name), None) => self.cut(name)?,
            (None, Some(list)) => self.list(list)?,
            _ => {
                let what = "expected `tiling`, a name, or `cells`, a list of outlines";
                return Err(diagnostic::at(["board"], "board.tiling", what).on_key().into());
            }
        };
        let owners = owners(&cells);
        let mut board = graph(&cells, &owners).builder(extra)?;
        let is_round = self.radius.is_some() || self.size.is_some();
        let middle = if is_round { [0.0; 2] } else { middle(&cells) };
        for (name, sites) in rims(&cells, &owners, middle) {
            board.region(name, sites);
        }
        board.region("center", center(&cells, middle));
        Ok(board)
    }

    /// Returns the cells of a list.
    fn list(&self, list: &[Vec<[f64; 2]>]) -> Result<Vec<Cell>, Vec<Diagnostic>> {
        if let Some(key) = self.cuts().first().copied() {
            let what = format!("`{key}` cuts a tiling, and `cells` lists the whole board");
            return Err(diagnostic::at(["board", key], "board.tiling", what).on_key().into());
        }
        outlines::cells(list)
    }

    /// Returns the topology without keys that all boards share.
    ///
    /// # Errors
    /// A cut that leaves no cells or too many.
    pub fn topology(&self) -> Result<Topology, Vec<Diagnostic>> {
        self.builder(&Extra::default())?.finish(&Extra::default())
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
    // Cells with several common sides are adjacent once.
    let mut pairs: Vec<(Site, Site)> = owners
        .values()
        .filter_map(|sites| match sites[..] {
            [one, other] => Some((one, other)),
            _ => None,
        })
        .collect();
    sort(&mut pairs);
    pairs.dedup();
    let edges = pairs
        .into_iter()
        .map(|(one, other)| ListedEdge { ends: [label(one), label(other)], class: 0 });
    Graph {
        sites: SiteList { entries, listing: Listing::Count },
        edges: edges.collect(),
        lines: lines(cells, owners, label),
        cells: collect((0..).zip(cells).map(|(site, cell)| (label(site), cell.corners.clone()))),
        shape: SiteShape::None,
        size: None,
    }
}

/// Returns the straight lines through each cell with opposite sides: from the cell beyond one to
/// the cell beyond the other.
fn lines(cells: &[Cell], owners: &Owners, label: impl Fn(Site) -> String) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for (site, cell) in (0..).zip(cells) {
        let beyond = |(one, other): (usize, usize)| {
            let there = &owners[&(one.min(other), one.max(other))];
            there.iter().copied().find(|other| *other != site)
        };
        let beyond: Vec<Option<Site>> = sides(&cell.numbers).map(beyond).collect();
        let half = beyond.len() / 2;
        // A neighbour beyond two sides is in no one direction.
        let is_single =
            |site: Site| beyond.iter().filter(|other| **other == Some(site)).count() == 1;
        for at in (0..half).filter(|_| beyond.len().is_multiple_of(2)) {
            if let (Some(one), Some(other)) = (beyond[at], beyond[at + half])
                && is_single(one)
                && is_single(other)
            {
                lines.push([one, site, other].map(&label).to_vec());
            }
        }
    }
    lines
}

/// Returns the middle of the rectangle around the cells.
fn middle(cells: &[Cell]) -> [f64; 2] {
    let corners = || cells.iter().flat_map(|cell| &cell.corners);
    [0, 1].map(|axis| {
        let least = corners().map(|at| at[axis]).fold(f64::INFINITY, f64::min);
        let most = corners().map(|at| at[axis]).fold(f64::NEG_INFINITY, f64::max);
        f64::midpoint(least, most)
    })
}

/// Returns the cells nearest to the middle of the board.
fn center(cells: &[Cell], middle: [f64; 2]) -> Vec<Site> {
    let far = |cell: &Cell| {
        let [x, y] = [0, 1].map(|axis| cell.at[axis] - middle[axis]);
        (x * x + y * y).sqrt()
    };
    let least = cells.iter().map(far).fold(f64::INFINITY, f64::min);
    let near = (0..).zip(cells).filter(|(_, cell)| far(cell) <= least + 1e-6);
    near.map(|(site, _)| site).collect()
}

/// A side of one cell alone.
struct FreeSide {
    site: Site,
    /// Its ends, by their numbers.
    ends: (usize, usize),
    /// Its middle, from the middle of the board.
    at: [f64; 2],
    /// How far it reaches to the left.
    left: f64,
    length: f64,
}

/// A smaller part of a cell's rim in a quarter does not count.
const EVEN: f64 = 0.95;

/// Returns the cells along the rim: all, and by quarters, which the diagonals of the rectangle
/// around the board divide. A cell across a diagonal belongs to the quarter with more of its sides,
/// and to both where these are even. Sides of holes are edges, and in no quarter.
fn rims(cells: &[Cell], owners: &Owners, middle: [f64; 2]) -> [(&'static str, Vec<Site>); 5] {
    let mut found =
        ["edges", "top", "right", "bottom", "left"].map(|name| (name, Vec::<Site>::new()));
    let mut free: Vec<FreeSide> = Vec::new();
    for (site, cell) in (0..).zip(cells) {
        for (ends, (a, b)) in sides(&cell.numbers).zip(sides(&cell.corners)) {
            if owners[&(ends.0.min(ends.1), ends.0.max(ends.1))].len() == 1 {
                let at = [0, 1].map(|axis| f64::midpoint(a[axis], b[axis]) - middle[axis]);
                let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
                let length = (dx * dx + dy * dy).sqrt();
                free.push(FreeSide { site, ends, at, left: a[0].min(b[0]), length });
            }
        }
    }
    let outer = outer_corners(&free);
    let reach = |axis: usize| free.iter().map(|side| side.at[axis].abs()).fold(NEAR, f64::max);
    let (wide, high) = (reach(0), reach(1));
    let mut parts: BTreeMap<Site, [f64; 5]> = BTreeMap::new();
    for FreeSide { site, ends, at, length, .. } in &free {
        let (x, y) = (at[0] / wide, at[1] / high);
        let quarter = match (x.abs() > y.abs() + NEAR, x > 0.0, y > 0.0) {
            (true, true, _) => 2,
            (true, false, _) => 4,
            (false, _, true) => 3,
            (false, _, false) => 1,
        };
        let part = parts.entry(*site).or_default();
        part[0] = 1.0;
        if outer.contains(&ends.0) {
            part[quarter] += length;
        }
    }
    for (rim, (_, sites)) in found.iter_mut().enumerate() {
        let own = |least: f64| {
            let is_own = move |part: &[f64; 5]| {
                let most =
                    if rim == 0 { 0.0 } else { part[1..].iter().copied().fold(0.0, f64::max) };
                part[rim] > 0.0 && part[rim] >= most * least
            };
            parts.iter().filter(move |(_, part)| is_own(part)).map(|(site, _)| *site)
        };
        sites.extend(own(EVEN));
        if sites.is_empty() {
            sites.extend(own(0.0));
        }
    }
    found
}

/// Returns the corners along the outer rim: those that free sides join to the leftmost one.
fn outer_corners(free: &[FreeSide]) -> BTreeSet<usize> {
    let mut beside: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for FreeSide { ends: (one, other), .. } in free {
        beside.entry(*one).or_default().push(*other);
        beside.entry(*other).or_default().push(*one);
    }
    let leftmost = free.iter().min_by(|a, b| a.left.total_cmp(&b.left));
    let mut queue: Vec<usize> = leftmost.map(|side| side.ends.0).into_iter().collect();
    let mut outer = BTreeSet::new();
    while let Some(corner) = queue.pop() {
        if outer.insert(corner) {
            queue.extend(&beside[&corner]);
        }
    }
    outer
}
