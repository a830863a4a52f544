//! The sides that colours have to join, as lines along the edge of the board.

use boardloom_sdk::sort::sort;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Patch, Point};

/// A corner of a cell, as exactly as neighbours agree on it.
type Corner = (i64, i64);

/// An edge of a cell that no other cell has.
struct Edge {
    ends: [Point; 2],
    /// The colours whose sides the cell lies on, one bit each.
    owners: u32,
}

/// Draws the sides of each colour along the edge of the board, in the roles `side-1`,
/// `side-2` and so on.
pub fn draw(topology: &mut Topology, sides: &[Vec<String>]) {
    let mut owners = vec![0; topology.sites() as usize];
    for (color, names) in sides.iter().enumerate() {
        for site in names.iter().filter_map(|name| topology.regions().get(name)).flatten() {
            owners[*site as usize] |= 1 << color;
        }
    }
    let edges = edges(topology.drawing(0), &owners);
    let rounds = rounds(&edges);
    for color in 0..sides.len() {
        let lines: Vec<Vec<Point>> =
            rounds.iter().flat_map(|round| lines(&edges, round, color as u32)).collect();
        topology.draw_lines(&format!("side-{}", color + 1), lines);
    }
}

/// Returns the outer edges of a board whose places stand on the board itself.
fn edges(patch: &Patch, owners: &[u32]) -> Vec<Edge> {
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
    let mut all: Vec<([Corner; 2], usize, usize)> = Vec::new();
    for place in 0..patch.places.len() {
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
        if !same(at.checked_sub(1)) && !same(Some(at + 1)) && !patch.places[*place].copy {
            let owners = owners[patch.places[*place].site as usize];
            outer.push(Edge { ends: ends(*place, *n), owners });
        }
    }
    outer
}

fn corner(point: Point) -> Corner {
    ((point.0 * 4096.0).round() as i64, (point.1 * 4096.0).round() as i64)
}

/// Returns the ways around the board, and around its holes: edges one after another,
/// and whether each is walked from its second end to its first.
fn rounds(edges: &[Edge]) -> Vec<Vec<(usize, bool)>> {
    let mut at: Vec<(Corner, usize, bool)> = Vec::new();
    for (n, edge) in edges.iter().enumerate() {
        at.push((corner(edge.ends[0]), n, false));
        at.push((corner(edge.ends[1]), n, true));
    }
    sort(&mut at);
    let mut walked = vec![false; edges.len()];
    let mut rounds = Vec::new();
    for start in 0..edges.len() {
        let (mut round, mut next) = (Vec::new(), Some((start, false)));
        while let Some((n, turned)) = next.filter(|(n, _)| !walked[*n]) {
            walked[n] = true;
            round.push((n, turned));
            let end = corner(edges[n].ends[usize::from(!turned)]);
            let here = &at[at.partition_point(|(corner, ..)| *corner < end)..];
            let here = here.iter().take_while(|(corner, ..)| *corner == end);
            next = here.map(|(_, n, turned)| (*n, *turned)).find(|(n, _)| !walked[*n]);
        }
        rounds.push(round);
    }
    rounds
}

/// Returns the sides of a colour on a way around the board as lines. Where a cell lies
/// on sides of several colours, each has its edges up to the middle between them.
fn lines(edges: &[Edge], round: &[(usize, bool)], color: u32) -> Vec<Vec<Point>> {
    // By halves of edges, so that there is always a middle.
    let count = 2 * round.len();
    let owners = |half: usize| edges[round[half % count / 2].0].owners;
    let is_own = |half: usize| {
        let contested = |half: &usize| owners(*half).count_ones() > 1;
        let before = (0..count).find(|far| !contested(&(half + count - far)));
        let after = (0..count).find(|far| !contested(&(half + far)));
        let (Some(before), Some(after)) = (before, after) else { return false };
        let nearest = if before < after { half + count - before } else { half + after };
        owners(nearest) == 1 << color
    };
    let points = |half: usize| {
        let (edge, turned) = round[half % count / 2];
        let [one, other] = edges[edge].ends;
        let (a, b) = if turned { (other, one) } else { (one, other) };
        let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0, (a.2 + b.2) / 2.0);
        if half.is_multiple_of(2) { [a, middle] } else { [middle, b] }
    };
    // From where the colour's side does not go on.
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
    use boardloom_sdk::contract::Line;

    use super::*;
    use crate::Ruleset;
    use boardloom_sdk::topology::Adjacency;

    /// Returns how long the sides of each colour are, in edges.
    fn sides(json: &str) -> Vec<(String, f64)> {
        let ruleset: Ruleset = serde_json::from_str(json).unwrap();
        let mut topology = ruleset.board.topology(Adjacency::Orthogonal).unwrap();
        draw(&mut topology, &ruleset.rules.sides);
        let (patch, roles) = (topology.drawing(0), topology.roles());
        let own =
            patch.lines.iter().filter(|line| roles[usize::from(line.role)].starts_with("side"));
        let length = |line: &Line| -> f64 {
            let edges = line.points.windows(2).map(|p| (p[0].0 - p[1].0, p[0].1 - p[1].1));
            edges.map(|(x, y)| (x * x + y * y).sqrt()).sum()
        };
        own.map(|line| (roles[usize::from(line.role)].clone(), length(line))).collect()
    }

    #[test]
    fn each_colour_has_its_half_of_the_edge() {
        let hex = r#"{"board": {"topology": "hex", "shape": {"rhombus": 5}}, "rules":
            {"goal": "sides", "sides": [["top", "bottom"], ["left", "right"]]}}"#;
        let all = sides(hex);
        assert_eq!(all.len(), 4, "{all:?}");
        let edge = 1.0 / 3.0_f64.sqrt();
        // Two edges of each cell but the corners', which have four or six for both.
        for (role, length) in &all {
            assert!((length / edge - 9.5).abs() < 0.6, "{role}: {}", length / edge);
        }
        let total: f64 = all.iter().map(|(_, length)| length / edge).sum();
        assert!((total - 38.0).abs() < 1e-6, "{total}");
        let square = r#"{"board": {"topology": "grid", "width": 4, "height": 3}, "rules":
            {"goal": "sides", "sides": [["top", "bottom"], ["left", "right"]]}}"#;
        let all: Vec<f64> = sides(square).into_iter().map(|(_, length)| length).collect();
        assert!((all.iter().sum::<f64>() - 14.0).abs() < 1e-9, "{all:?}");
    }

    #[test]
    fn joined_edges_are_nobodys() {
        let tube = r#"{"board": {"topology": "grid", "width": 4, "height": 3, "glue": "cylinder"},
            "rules": {"goal": "sides", "sides": [["top"], ["bottom"]]}}"#;
        let all: Vec<f64> = sides(tube).into_iter().map(|(_, length)| length).collect();
        assert!((all.iter().sum::<f64>() - 8.0).abs() < 1e-9, "{all:?}");
    }
}
