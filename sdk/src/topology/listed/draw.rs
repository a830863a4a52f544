//! The drawing of a graph.

use super::edges::{EdgeEnd, Edges, directions};
use super::layout::{Layout, unit};
use super::{Graph, SiteShape};
use crate::topology::Extra;
use crate::topology::build::Builder;
use crate::{BoardLine, LineStyle, Point};

/// A square around its middle, 1 wide.
const SQUARE: [[f64; 2]; 4] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
/// A hexagon 1 wide: half a side is half of the width over the square root of 3.
const HEXAGON: [[f64; 2]; 6] = [
    [0.0, -0.577_350_269_189_625_8],
    [0.5, -0.288_675_134_594_812_9],
    [0.5, 0.288_675_134_594_812_9],
    [0.0, 0.577_350_269_189_625_8],
    [-0.5, 0.288_675_134_594_812_9],
    [-0.5, -0.288_675_134_594_812_9],
];
/// A quarter of a circle, 1 wide, with 24 corners.
const ROUND: [[f64; 2]; 6] = [
    [0.0, -0.5],
    [0.129_409_522_551_260_37, -0.482_962_913_144_534_1],
    [0.25, -0.433_012_701_892_219_3],
    [0.353_553_390_593_273_8, -0.353_553_390_593_273_8],
    [0.433_012_701_892_219_3, -0.25],
    [0.482_962_913_144_534_1, -0.129_409_522_551_260_37],
];
/// The size of a ghost in cells, and its distance in edges.
const GHOST: f64 = 0.6;
const OUT: f64 = 0.9;

impl SiteShape {
    fn outline(self, size: f64) -> Option<Vec<Point>> {
        let mut points = match self {
            SiteShape::None => return None,
            SiteShape::Square => SQUARE.to_vec(),
            SiteShape::Hexagon => HEXAGON.to_vec(),
            SiteShape::Round => ROUND.to_vec(),
        };
        if self == SiteShape::Round {
            // Three more quarters.
            for at in 0..18 {
                let [x, y]: [f64; 2] = points[at];
                points.push([-y, x]);
            }
        }
        Some(points.into_iter().map(|[x, y]| (x * size, y * size, 0.0)).collect())
    }
}

impl Graph {
    /// Draws cells or points, the edges between them, and a ghost for each edge that crosses the
    /// border.
    pub(super) fn draw(
        &self,
        layout: &Layout,
        edges: &Edges,
        order: &[Vec<EdgeEnd>],
        extra: &Extra,
        board: &mut Builder,
    ) {
        let shortest = shortest_edge(layout, edges);
        let size = self.size.unwrap_or(shortest * 0.7);
        let shape = self.shape.outline(size).map(|outline| board.shape(outline));
        let outlines: Vec<Option<u32>> = (0..)
            .zip(&self.sites.entries)
            .map(|(site, entry)| {
                let own = self.cells.get(&entry.label)?;
                let [a, b] = layout.at[site];
                Some(board.shape(own.iter().map(|[x, y]| (x - a, y - b, 0.0)).collect()))
            })
            .collect();
        for (site, own) in (0..).zip(&outlines) {
            board.place(site, point(layout.at[site as usize]), own.or(shape));
        }
        // Lines are drawn over cells, so they run from rim to rim.
        let inset = if shape.is_some() { size / 2.0 } else { 0.0 };
        let role = board.topology.role("line");
        for edge in edges.edges.iter().filter(|edge| edge.class == 0) {
            let [one, other] = edge.ends;
            let bare = outlines[one as usize].is_none() || outlines[other as usize].is_none();
            let open = matches!(self.shape, SiteShape::Round | SiteShape::None);
            let direction = unit(layout.vector(one, other));
            let from = along(layout.at[one as usize], direction, inset);
            let to = along(layout.at[other as usize], direction, -inset);
            if bare && open {
                board.line(line(role, vec![from, to], 0));
            }
        }
        if edges.edges.iter().all(|edge| edge.class == 0) {
            return;
        }
        let crossing = board.topology.role("crossing");
        if extra.ghosts == Some(0) {
            for (group, edge) in (1..).zip(edges.edges.iter().filter(|edge| edge.class != 0)) {
                let points = edge.ends.map(|end| point(layout.at[end as usize])).to_vec();
                board.line(line(crossing, points, group));
            }
            return;
        }
        let shape = self.shape.outline(size * GHOST).map(|outline| board.shape(outline));
        for (site, links) in (0..).zip(order) {
            let at = layout.at[site as usize];
            for (link, direction) in links.iter().zip(directions(layout, site, links)) {
                if !link.crosses {
                    continue;
                }
                // Both stubs of an edge light up together.
                let group = u16::try_from(link.edge + 1).unwrap_or(0);
                let reach = shortest * OUT;
                let end = along(at, direction, reach - inset * GHOST);
                let points = vec![along(at, direction, inset), end];
                board.line(line(crossing, points, group));
                board.ghost(link.to, along(at, direction, reach), shape);
            }
        }
    }
}

/// Returns the length of the shortest edge; 1 if there are no edges.
fn shortest_edge(layout: &Layout, edges: &Edges) -> f64 {
    let mut least = f64::INFINITY;
    for edge in edges.edges.iter().filter(|edge| edge.class == 0) {
        let [x, y] = layout.vector(edge.ends[0], edge.ends[1]);
        let length = (x * x + y * y).sqrt();
        if length > 1e-9 && length < least {
            least = length;
        }
    }
    if least.is_finite() { least } else { 1.0 }
}

fn point([x, y]: [f64; 2]) -> Point {
    (x, y, 0.0)
}

fn along([x, y]: [f64; 2], direction: [f64; 2], length: f64) -> Point {
    (x + direction[0] * length, y + direction[1] * length, 0.0)
}

fn line(role: u16, points: Vec<Point>, group: u16) -> BoardLine {
    BoardLine { frame: None, role, points, closed: false, style: LineStyle::Stroke, group }
}
