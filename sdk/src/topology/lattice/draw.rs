//! The drawing of boards on a lattice: cells, ghosts beyond joined edges, and seams along joined
//! edges.

use super::map::{Cell, LatticeMap, plus};
use super::{Builder, Field, Lattice, OUTSIDE};
use crate::sorting::sort;
use crate::{BoardLine, LineStyle, Patch, Point, Site};

/// The seam of an edge is its number from 1; 0 is no seam.
const NONE: u16 = 0;
/// An edge on the other side of a seam.
const OTHER: u16 = u16::MAX;

/// Two edges that are joined.
struct Joint {
    /// Takes the first edge to the second.
    map: LatticeMap,
    /// The corners along both, in parts of a unit and in matching order.
    sides: [Vec<Cell>; 2],
}

impl Joint {
    /// Tells whether an edge is joined to itself, half a turn apart.
    fn is_own(&self) -> bool {
        self.sides[0].iter().rev().eq(&self.sides[1])
    }
}

fn seam_role(board: &mut Builder, flipped: bool) -> u16 {
    board.topology.role(if flipped { "seam-flipped" } else { "seam" })
}

impl Lattice {
    /// Draws cells, rings of ghosts, and seams. Places get the current labels of their sites.
    pub fn draw(&self, board: &mut Builder, rings: u8) {
        let shape = Some(board.shape(self.mesh.outline()));
        for (site, cell) in self.cells.iter().enumerate() {
            board.place(site as Site, self.mesh.middle(*cell), shape);
        }
        if self.is_glued() {
            for (cell, site) in self.ghosts(rings) {
                board.ghost(site, self.mesh.middle(cell), shape);
            }
            // For each seam two lines of one group.
            for (group, joint) in self.joints().into_iter().enumerate() {
                let role = seam_role(board, joint.map.flips());
                let sides = if joint.is_own() { &joint.sides[..1] } else { &joint.sides };
                for side in sides {
                    let lines = self.seam(side, joint.is_own(), role, group);
                    lines.into_iter().for_each(|line| board.line(line));
                }
            }
        }
    }

    /// Returns the ghosts around the board, ring by ring. The margin of the field limits the
    /// number of rings.
    pub fn ghosts(&self, rings: u8) -> Vec<(Cell, Site)> {
        let mut seen: Field = self.field.clone();
        let (mut ghosts, mut edge) = (Vec::new(), self.cells.clone());
        for _ in 0..i32::from(rings).min(super::MARGIN) {
            let mut next = Vec::new();
            for cell in edge {
                for vector in self.mesh.around {
                    let beyond = plus(cell, *vector);
                    let Some(at) = seen.index(beyond) else { continue };
                    if seen.sites[at] == OUTSIDE
                        && let Some((site, _)) = self.locate(beyond)
                    {
                        seen.sites[at] = site;
                        ghosts.push((beyond, site));
                        next.push(beyond);
                    }
                }
            }
            edge = next;
        }
        ghosts
    }

    /// Returns a line along corners, given in parts of a unit. Of an edge that is joined to itself
    /// both halves are lines towards its middle: those are what meets. Groups count from 0.
    fn seam(&self, corners: &[Cell], own: bool, role: u16, group: usize) -> Vec<BoardLine> {
        let points: Vec<Point> = corners.iter().map(|at| self.mesh.point(*at)).collect();
        // One chevron on each half, where there is no room for more.
        let group = if own { 3 * (group as u16 + 1) + 1 } else { group as u16 + 1 };
        let style = LineStyle::Stroke;
        let line = |points| BoardLine { frame: None, role, points, closed: false, style, group };
        if !own {
            return vec![line(points)];
        }
        let (a, b) = (points[(points.len() - 1) / 2], points[points.len() / 2]);
        let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0, (a.2 + b.2) / 2.0);
        let half = points.len() / 2;
        let toward = |points: &mut dyn Iterator<Item = &Point>| {
            line(points.take(half).copied().chain([middle]).collect())
        };
        vec![toward(&mut points.iter()), toward(&mut points.iter().rev())]
    }

    /// Returns the pairs of joined edges in the order of their crossing classes, so that the marks
    /// of a pair tell its class. Edges that are joined to themselves come last.
    fn joints(&self) -> Vec<Joint> {
        let (seams, maps) = self.seams();
        let edges = self.mesh.edges();
        let mut begun = vec![false; seams.len()];
        for at in 0..seams.len() {
            let next = self.next_edge(at);
            if seams[at] != NONE && seams[at] == seams[next] {
                begun[next] = true;
            }
        }
        let mut joints: Vec<Joint> = Vec::new();
        for start in (0..seams.len()).filter(|at| !begun[*at]) {
            let Some(map) = maps.get(usize::from(seams[start]).wrapping_sub(1)) else { continue };
            let (mut at, mut points) = (start, vec![self.corner(start / edges, start % edges)]);
            while seams[at] == seams[start] {
                points.push(self.corner(at / edges, at % edges + 1));
                at = self.next_edge(at);
            }
            let other = points.iter().map(|point| map.apply(*point, self.mesh.parts)).collect();
            let joint = Joint { map: *map, sides: [points, other] };
            let order = |joint: &Joint| (joint.is_own(), joint.map.class);
            let place = joints.partition_point(|known| order(known) <= order(&joint));
            joints.insert(place, joint);
        }
        joints
    }

    /// Draws the board and a copy beyond the edge of a map, with ghosts and seams around both.
    pub fn unroll(&self, board: &mut Builder, across: &LatticeMap) -> Patch {
        let mut patch = Patch { shapes: vec![self.mesh.outline()], ..Patch::default() };
        let both = [LatticeMap::IDENTITY, across.inverse()];
        let mut taken: Vec<Cell> =
            both.iter().flat_map(|map| self.cells.iter().map(|cell| map.apply(*cell, 1))).collect();
        sort(&mut taken);
        for (map, copy) in both.iter().zip([false, true]) {
            for (site, cell) in self.cells.iter().enumerate() {
                let at = self.mesh.middle(map.apply(*cell, 1));
                patch.places.push(board.new_place(site as Site, copy, at, Some(0)));
            }
        }
        for map in &both {
            for (beyond, site) in self.ghosts(1) {
                let cell = map.apply(beyond, 1);
                if let Err(place) = taken.binary_search(&cell) {
                    taken.insert(place, cell);
                    patch.places.push(board.new_place(site, true, self.mesh.middle(cell), Some(0)));
                }
            }
        }
        let mut drawn: Vec<Vec<Cell>> = Vec::new();
        for (group, joint) in self.joints().into_iter().enumerate() {
            let (role, own) = (seam_role(board, joint.map.flips()), joint.is_own());
            let sides = &joint.sides;
            for (map, side) in both.iter().flat_map(|map| sides.iter().map(move |side| (map, side)))
            {
                let side: Vec<Cell> =
                    side.iter().map(|at| map.apply(*at, self.mesh.parts)).collect();
                // The two seams between the copies coincide.
                if !drawn.contains(&side) && !drawn.iter().any(|one| one.iter().rev().eq(&side)) {
                    patch.lines.extend(self.seam(&side, own, role, group));
                    drawn.push(side);
                }
            }
        }
        patch
    }

    /// Returns the seam of each edge of each site, and the map of each seam.
    fn seams(&self) -> (Vec<u16>, Vec<LatticeMap>) {
        let edges = self.mesh.edges();
        let (mut seams, mut maps) =
            (vec![NONE; self.cells.len() * edges], Vec::<LatticeMap>::new());
        for (at, seam) in seams.iter_mut().enumerate() {
            let beyond = plus(self.cells[at / edges], self.mesh.across(at % edges));
            let Some((_, map)) = self.locate(beyond) else { continue };
            if map == LatticeMap::IDENTITY {
                continue;
            }
            let known = maps.iter().position(|known| *known == map);
            *seam = match known {
                Some(known) => known as u16 + 1,
                None if maps.contains(&map.inverse()) => OTHER,
                None => {
                    maps.push(map);
                    maps.len() as u16
                }
            };
        }
        (seams, maps)
    }

    /// Returns the next edge clockwise around the board. Edges are numbered by sites.
    fn next_edge(&self, at: usize) -> usize {
        let edges = self.mesh.edges();
        let (mut site, mut edge) = (at / edges, (at % edges + 1) % edges);
        // Around the corner, over cells of the board, to the next edge.
        for _ in 0..edges {
            let beyond = plus(self.cells[site], self.mesh.across(edge));
            let Some(next) = self.site(beyond) else { break };
            (site, edge) = (next as usize, (edge + edges / 2 + 1) % edges);
        }
        site * edges + edge
    }

    /// Returns a corner of a cell in parts of a unit.
    fn corner(&self, site: usize, corner: usize) -> Cell {
        let (cell, parts) = (self.cells[site], self.mesh.parts);
        let corner = self.mesh.corners[corner % self.mesh.edges()];
        plus([cell[0] * parts, cell[1] * parts], corner)
    }
}
