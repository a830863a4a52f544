//! The drawing of a graph.

use super::edges::{EdgeEnd, Edges};
use super::layout::{Layout, unit};
use super::{Graph, SiteShape};
use crate::topology::Extra;
use crate::topology::build::Builder;
use crate::{BoardLine, LineStyle, Point, Site};

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
/// From the middle of one ghost to the next at the same site, in their sizes.
const DIAGONAL: f64 = 1.45;
/// The numbers of chevrons that tell classes apart.
const CHEVRONS: u32 = 3;
/// Cells nearer than this part of an edge touch.
const TOUCHING: f64 = 0.08;

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
        // Lines are drawn over cells, so they run from rim to rim; between cells that touch there
        // is none.
        let inset = if shape.is_some() { size / 2.0 } else { 0.0 };
        let common: Option<Vec<[f64; 2]>> = self
            .shape
            .outline(size)
            .filter(|_| self.shape != SiteShape::Round)
            .map(|outline| outline.into_iter().map(|(x, y, _)| [x, y]).collect());
        let reach = |site: Site, direction: [f64; 2]| {
            let at = layout.at[site as usize];
            let own = self.cells.get(&self.sites.entries[site as usize].label).map(|own| {
                own.iter().map(|[x, y]| [x - at[0], y - at[1]]).collect::<Vec<[f64; 2]>>()
            });
            own.as_ref().or(common.as_ref()).map_or(inset, |outline| to_rim(outline, direction))
        };
        let role = board.topology.role("line");
        for edge in edges.edges.iter().filter(|edge| edge.class == 0) {
            let [one, other] = edge.ends;
            let [x, y] = layout.vector(one, other);
            let direction = unit([x, y]);
            let ends = [reach(one, direction), reach(other, [-direction[0], -direction[1]])];
            let from = along(layout.at[one as usize], direction, ends[0]);
            let to = along(layout.at[other as usize], direction, -ends[1]);
            let length = (x * x + y * y).sqrt();
            let is_apart = length - ends[0] - ends[1] > length * TOUCHING;
            if is_apart && !self.share_a_side(one, other) {
                board.line(line(role, vec![from, to], 0));
            }
        }
        let mut crossings = edges.edges.iter().filter(|edge| edge.class != 0);
        let Some(first) = crossings.next() else { return };
        let are_several = crossings.any(|edge| edge.class != first.class);
        let crossing = |board: &mut Builder, class: u8| match are_several {
            true => board.topology.role(&format!("crossing-{class}")),
            false => board.topology.role("crossing"),
        };
        if extra.ghosts == Some(0) {
            for (number, edge) in (0..).zip(edges.edges.iter().filter(|edge| edge.class != 0)) {
                let points = edge.ends.map(|end| point(layout.at[end as usize])).to_vec();
                let role = crossing(board, edge.class);
                board.line(line(role, points, group(number, edge.class)));
            }
            return;
        }
        // Ghosts fan out so far that they do not lie over each other.
        let apart = match self.shape {
            SiteShape::None => 0.0,
            _ => DIAGONAL * GHOST * size / (2.0 * OUT * shortest),
        };
        let shape = self.shape.outline(size * GHOST).map(|outline| board.shape(outline));
        for (site, links) in (0..).zip(order) {
            let at = layout.at[site as usize];
            let links: Vec<&EdgeEnd> = links.iter().filter(|link| link.crosses).collect();
            for (index, link) in links.iter().enumerate() {
                let direction = layout.fanned(site, (index, links.len()), apart);
                let class = edges.edges[link.edge as usize].class;
                let (role, group) = (crossing(board, class), group(link.edge, class));
                let reach = shortest * OUT;
                let end = along(at, direction, reach - inset * GHOST);
                let points = vec![along(at, direction, inset), end];
                board.line(line(role, points, group));
                board.ghost(link.to, along(at, direction, reach), shape);
            }
        }
    }
}

impl Graph {
    /// Tells whether the outlines of two cells have two corners in common.
    fn share_a_side(&self, one: Site, other: Site) -> bool {
        let outline = |site: Site| self.cells.get(&self.sites.entries[site as usize].label);
        let (Some(one), Some(other)) = (outline(one), outline(other)) else { return false };
        let is_common = |a: &&[f64; 2]| {
            other.iter().any(|b| (a[0] - b[0]).abs() < 1e-6 && (a[1] - b[1]).abs() < 1e-6)
        };
        one.iter().filter(is_common).count() > 1
    }
}

/// Returns the distance from the origin to the rim of a polygon around it, in a direction.
fn to_rim(outline: &[[f64; 2]], [x, y]: [f64; 2]) -> f64 {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossings = sides.filter_map(|([ax, ay], [bx, by])| {
        // Which side of the ray each end is on.
        let (a, b) = (x * ay - y * ax, x * by - y * bx);
        if (a > 0.0) == (b > 0.0) {
            return None;
        }
        let part = a / (a - b);
        let distance = x * (ax + (bx - ax) * part) + y * (ay + (by - ay) * part);
        (distance > 0.0).then_some(distance)
    });
    crossings.fold(0.0, f64::max)
}

/// Returns the length of the shortest edge; 1 if there are no edges.
pub(super) fn shortest_edge(layout: &Layout, edges: &Edges) -> f64 {
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

/// Returns the group of an edge across the border. Both its ends light up together, and its class
/// gives the colour and the number of chevrons.
fn group(edge: u32, class: u8) -> u16 {
    let number = edge.saturating_mul(CHEVRONS) + (u32::from(class) - 1) % CHEVRONS + 1;
    u16::try_from(number).unwrap_or(0)
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
