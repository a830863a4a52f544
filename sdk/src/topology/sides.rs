//! The sides of a board that belong to colours, as lines along its edge.

use super::Topology;
use crate::sorting::sort;
use crate::{Patch, Point};

/// A corner of a cell, rounded so that neighbours agree.
type SideCorner = (i64, i64);

/// An edge of a cell at the edge of the board.
struct OuterEdge {
    ends: [Point; 2],
    /// The colours whose sides the cell lies on, one bit each.
    owners: u32,
}

impl Topology {
    /// Draws the sides of each colour along the edge of the flat view, in the roles `side-1`,
    /// `side-2` and so on, which become the last ones. `sides` holds for each colour its sides as
    /// [selectors](Self::select), such as `top` or `row 1`. Others draw nothing.
    pub fn draw_sides(&mut self, sides: &[Vec<String>]) {
        let mut owners = vec![0; self.sites() as usize];
        for (color, names) in sides.iter().enumerate() {
            for site in names.iter().filter_map(|name| self.select(name)).flatten() {
                owners[site as usize] |= 1 << color;
            }
        }
        let rim = rim(self);
        let edges = edges(self.drawing(0), &owners, &rim);
        let boundary_loops = boundary_loops(&edges);
        let shares: Vec<Vec<Option<u32>>> = boundary_loops
            .iter()
            .map(|boundary| share(boundary.iter().map(|(edge, _)| edges[*edge].owners)))
            .collect();
        for color in 0..sides.len() {
            let lines: Vec<Vec<Point>> = boundary_loops
                .iter()
                .zip(&shares)
                .flat_map(|(boundary, shares)| lines(&edges, boundary, shares, color as u32))
                .collect();
            self.draw_lines(&format!("side-{}", color + 1), lines);
        }
    }
}

/// The distance of a cell from the edge of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RimDistance {
    /// Far from it.
    Not,
    /// Beside a cell that may be on it.
    Beside,
    /// It may be on it.
    On,
}

/// Returns the distance of each site from the edge of the board. On a large board most sites are
/// far from it.
fn rim(topology: &Topology) -> Vec<RimDistance> {
    let steps = |site| topology.edges.iter().map(move |heading| topology.step(site, *heading));
    // An irregular board has no headings that tell it.
    let unknown = if topology.edges.is_empty() { RimDistance::On } else { RimDistance::Not };
    let mut rim = vec![unknown; topology.sites() as usize];
    for site in 0..topology.sites() {
        if steps(site).any(|step| step.is_none()) {
            for step in steps(site).flatten() {
                let beside = &mut rim[step.site as usize];
                *beside = (*beside).max(RimDistance::Beside);
            }
            rim[site as usize] = RimDistance::On;
        }
    }
    rim
}

/// Returns the outer edges of a board: edges of cells at the rim that no other cell or ghost
/// shares.
fn edges(patch: &Patch, owners: &[u32], rim: &[RimDistance]) -> Vec<OuterEdge> {
    let outline = |place: usize| {
        let place = &patch.places[place];
        let shape = place.shape.filter(|_| place.frame.is_none());
        shape.map_or(&[][..], |shape| &patch.shapes[shape as usize])
    };
    let ends = |place: usize, n: usize| {
        let (at, shape) = (patch.places[place].at, outline(place));
        [n, n + 1].map(|n| {
            let (x, y, z) = shape[n % shape.len()];
            (at.0 + x, at.1 + y, at.2 + z)
        })
    };
    let mut all: Vec<([SideCorner; 2], usize, usize)> = Vec::new();
    let near = |place: &usize| {
        let place = &patch.places[*place];
        place.copy || rim[place.site as usize] > RimDistance::Not
    };
    for place in (0..patch.places.len()).filter(near) {
        for n in 0..outline(place).len() {
            let [one, other] = ends(place, n).map(corner);
            all.push(([one.min(other), one.max(other)], place, n));
        }
    }
    sort(&mut all);
    let mut outer = Vec::new();
    for (at, (corners, place, n)) in all.iter().enumerate() {
        let same = |other: Option<usize>| {
            other.and_then(|other| all.get(other)).is_some_and(|other| other.0 == *corners)
        };
        let cell = &patch.places[*place];
        let is_on = !cell.copy && rim[cell.site as usize] == RimDistance::On;
        if is_on && !same(at.checked_sub(1)) && !same(Some(at + 1)) {
            outer.push(OuterEdge { ends: ends(*place, *n), owners: owners[cell.site as usize] });
        }
    }
    outer
}

fn corner(point: Point) -> SideCorner {
    ((point.0 * 4096.0).round() as i64, (point.1 * 4096.0).round() as i64)
}

/// Returns the loops around the board and its holes: edges in order, each with whether it runs
/// from its second end to its first.
fn boundary_loops(edges: &[OuterEdge]) -> Vec<Vec<(usize, bool)>> {
    let mut at: Vec<(SideCorner, usize, bool)> = Vec::new();
    for (n, edge) in edges.iter().enumerate() {
        at.push((corner(edge.ends[0]), n, false));
        at.push((corner(edge.ends[1]), n, true));
    }
    sort(&mut at);
    let mut walked = vec![false; edges.len()];
    let mut boundary_loops = Vec::new();
    for start in 0..edges.len() {
        let (mut boundary, mut next) = (Vec::new(), Some((start, false)));
        while let Some((n, turned)) = next.filter(|(n, _)| !walked[*n]) {
            walked[n] = true;
            boundary.push((n, turned));
            let end = corner(edges[n].ends[usize::from(!turned)]);
            let here = &at[at.partition_point(|(corner, ..)| *corner < end)..];
            let here = here.iter().take_while(|(corner, ..)| *corner == end);
            next = here.map(|(_, n, turned)| (*n, *turned)).find(|(n, _)| !walked[*n]);
        }
        boundary_loops.push(boundary);
    }
    boundary_loops
}

/// Divides a loop between colours: returns the colour of each half of its edges, in order.
/// `owners` tells for each edge the colours whose sides its cell lies on. Edges of several colours
/// that follow each other are divided into equal parts: beside the edges of one of these colours
/// lies its own part, between them those of the others. A loop whose edges all have several
/// colours belongs to none.
fn share(owners: impl Iterator<Item = u32>) -> Vec<Option<u32>> {
    let owners: Vec<u32> = owners.flat_map(|owners| [owners, owners]).collect();
    let count = owners.len();
    let only = |owners: u32| (owners.count_ones() == 1).then(|| owners.trailing_zeros());
    let mut shares: Vec<Option<u32>> = owners.iter().map(|owners| only(*owners)).collect();
    let Some(mut at) = owners.iter().position(|owners| owners.count_ones() < 2) else {
        return shares;
    };
    let end = at + count;
    while at < end {
        let own = owners[at % count];
        let len = (at..end).take_while(|half| owners[half % count] == own).count();
        if own.count_ones() > 1 {
            let beside = |half: usize| shares[half % count].filter(|color| own >> color & 1 == 1);
            let (before, after) = (beside(at + count - 1), beside(at + len));
            let others = (0..u32::BITS)
                .filter(|color| own >> color & 1 == 1 && ![before, after].contains(&Some(*color)));
            let parts: Vec<u32> = before.into_iter().chain(others).chain(after).collect();
            for half in 0..len {
                let part = (2 * half + 1) * parts.len() / (2 * len);
                shares[(at + half) % count] = Some(parts[part]);
            }
        }
        at += len;
    }
    shares
}

/// Returns the sides of a colour along a loop as lines. `shares` has the colour of each half of
/// the loop's edges.
fn lines(
    edges: &[OuterEdge],
    boundary: &[(usize, bool)],
    shares: &[Option<u32>],
    color: u32,
) -> Vec<Vec<Point>> {
    let count = shares.len();
    let is_own = |half: usize| shares[half % count] == Some(color);
    let points = |half: usize| {
        let (edge, turned) = boundary[half % count / 2];
        let [one, other] = edges[edge].ends;
        let (a, b) = if turned { (other, one) } else { (one, other) };
        let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0, (a.2 + b.2) / 2.0);
        if half.is_multiple_of(2) { [a, middle] } else { [middle, b] }
    };
    // Starts outside the colour's side.
    let start = (0..count).find(|half| !is_own(*half)).unwrap_or(0);
    let (mut lines, mut open): (Vec<Vec<Point>>, bool) = (Vec::new(), false);
    for half in start..start + count {
        let own = is_own(half);
        match lines.last_mut().filter(|_| own && open) {
            Some(line) => line.push(points(half)[1]),
            None if own => lines.push(points(half).to_vec()),
            None => {}
        }
        open = own;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardLine;
    use crate::topology::{Adjacency, Board};

    fn board(json: &str) -> Topology {
        let board: Board = serde_json::from_str(json).unwrap();
        board.topology(Adjacency::Orthogonal).unwrap()
    }

    /// Returns the lengths of the sides of each colour.
    fn sides(json: &str, sides: &[&[&str]]) -> Vec<(String, f64)> {
        let mut topology = board(json);
        let named = |names: &&[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        topology.draw_sides(&sides.iter().map(named).collect::<Vec<_>>());
        let (patch, roles) = (topology.drawing(0), topology.roles());
        let own =
            patch.lines.iter().filter(|line| roles[usize::from(line.role)].starts_with("side"));
        let length = |line: &BoardLine| -> f64 {
            let edges = line.points.windows(2).map(|p| (p[0].0 - p[1].0, p[0].1 - p[1].1));
            edges.map(|(x, y)| (x * x + y * y).sqrt()).sum()
        };
        own.map(|line| (roles[usize::from(line.role)].clone(), length(line))).collect()
    }

    const BOTH: [&[&str]; 2] = [&["top", "bottom"], &["left", "right"]];

    #[test]
    fn each_colour_has_its_half_of_the_edge() {
        let all = sides(r#"{"topology": "hex", "shape": {"rhombus": 5}}"#, &BOTH);
        assert_eq!(all.len(), 4, "{all:?}");
        let edge = 1.0 / 3.0_f64.sqrt();
        // Two edges of each cell but the corners', which have four or six for both.
        for (role, length) in &all {
            assert!((length / edge - 9.5).abs() < 0.6, "{role}: {}", length / edge);
        }
        let total: f64 = all.iter().map(|(_, length)| length / edge).sum();
        assert!((total - 38.0).abs() < 1e-6, "{total}");
        let all = sides(r#"{"topology": "grid", "width": 4, "height": 3}"#, &BOTH);
        let total: f64 = all.iter().map(|(_, length)| length).sum();
        assert!((total - 14.0).abs() < 1e-9, "{all:?}");
    }

    #[test]
    fn sides_follow_their_cells_however_they_are_written() {
        let board = r#"{"topology": "hex", "shape": {"rhombus": 5}}"#;
        let rows: [&[&str]; 2] = [&["row 1", "from a5 to e5"], &["column a", "column e"]];
        assert_eq!(sides(board, &rows), sides(board, &BOTH));
    }

    #[test]
    fn shared_edges_are_divided() {
        let (red, blue, green) = (1, 2, 4);
        let both = red | blue;
        let colors = |owners: &[u32]| -> String {
            let letter =
                |color: Option<u32>| color.map_or('.', |color| b"RBG"[color as usize] as char);
            share(owners.iter().copied()).into_iter().map(letter).collect()
        };
        assert_eq!(colors(&[red, both, both, blue]), "RRRRBBBB");
        assert_eq!(colors(&[blue, both, both, both, blue]), "BBBBRRBBBB", "all of red is shared");
        assert_eq!(colors(&[0, both, both, 0]), "..RRBB..");
        assert_eq!(colors(&[0, both, both, blue]), "..RRBBBB");
        assert_eq!(colors(&[red, both | green, blue]), "RRRBBB", "too short for all three");
        assert_eq!(colors(&[both, both, red, green, blue]), "BBRRRRGGBB", "around the start");
        assert_eq!(colors(&[both, both]), "....");
    }

    #[test]
    fn joined_edges_belong_to_no_side() {
        let tube = r#"{"topology": "grid", "width": 4, "height": 3, "glue": "cylinder"}"#;
        let all = sides(tube, &[&["top"], &["bottom"]]);
        let total: f64 = all.iter().map(|(_, length)| length).sum();
        assert!((total - 8.0).abs() < 1e-9, "{all:?}");
    }

    #[test]
    fn the_rim_has_all_outer_edges() {
        for json in [
            r#"{"topology": "hex", "shape": {"hexagon": 4}}"#,
            r#"{"topology": "hex", "shape": {"rows": [" . . .", ". .   . .", " . . .", "  . ."]}}"#,
            r#"{"topology": "hex", "shape": {"triangle": 6}}"#,
            r#"{"topology": "hex", "shape": {"rhombus": 6}, "glue": "cylinder"}"#,
            r#"{"topology": "grid", "width": 9, "height": 7, "blocked": ["c3", "d3"]}"#,
            r#"{"topology": "grid", "width": 6, "height": 5, "glue": "mobius"}"#,
            r#"{"topology": "projective-hex", "n": 3}"#,
            r#"{"topology": "graph", "sites": 3, "edges": [["1", "2"]]}"#,
        ] {
            let topology = board(json);
            let (patch, owners) = (topology.drawing(0), vec![0; topology.sites() as usize]);
            let found = |rim: &[RimDistance]| {
                let edges = edges(patch, &owners, rim).into_iter();
                edges.map(|edge| edge.ends.map(corner)).collect::<Vec<_>>()
            };
            let whole = found(&vec![RimDistance::On; topology.sites() as usize]);
            assert_eq!(found(&rim(&topology)), whole, "{json}");
        }
    }
}
