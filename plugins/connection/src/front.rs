//! The line between two colours on a full board of Hex, which says who has won, and when.
//!
//! Where three places meet at every corner and four sides of two colours by turns frame
//! the board, the line that begins between two of the sides runs on between the colours
//! until it meets a third side: the stones along it join that side to the one of its
//! colour. Walked once it tells the winner; walked on from the last of the winner's stones
//! along it, as if that were the other's, it tells whether the winner could do without:
//! and so on until one is found that could not be done without, which ended the game.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::goals::Goals;
use crate::groups::Groups;
use crate::web::{Node, Web};

/// Beyond all edges.
const NONE: u16 = u16::MAX;

/// Where the line goes on from between two places, of the first colour and the second.
#[derive(Debug, Clone, Copy)]
struct Edge {
    /// The place at the corner ahead.
    ahead: u16,
    /// The edge to go on by, by that place's colour.
    on: [u16; 2],
}

/// A board framed by its four sides, as its corners are passed.
#[derive(Debug, Clone)]
pub struct Front {
    edges: Vec<Edge>,
    /// The edge between the two sides where the line begins.
    start: u16,
    /// The places of the board; the four sides have the numbers after these.
    nodes: u16,
    /// The sides that the line can end at, by colour.
    ends: [u16; 2],
    /// The colours of the sides.
    colors: [u16; 4],
}

/// What filled a board: kept so that a playout finds memory.
#[derive(Debug, Default)]
pub struct Fill {
    /// Of each place and side the ply of its stone, from 1 on, and in the lowest bit its
    /// colour; ply 0 for what stood before.
    stones: Vec<u16>,
    /// The sites in the order in which they were filled.
    pub order: Vec<Site>,
    /// By colour the stones along the line that are younger than all before them: the
    /// edge at which each was ahead, and its ply.
    young: [Vec<(u16, u16)>; 2],
}

impl Clone for Fill {
    // What is in it is of one playout.
    fn clone(&self) -> Self {
        Fill::default()
    }

    fn clone_from(&mut self, _: &Self) {}
}

impl Fill {
    /// Begins with the stones that stand.
    pub fn begin(&mut self, front: &Front, groups: &Groups) {
        let nodes = 0..Node::from(front.nodes);
        self.stones.clear();
        self.stones.extend(nodes.map(|node| u16::from(groups.color(node))));
        self.stones.extend(front.colors);
        self.order.clear();
    }

    /// Returns the colour of a stone.
    pub fn color(&self, site: Site) -> u8 {
        (self.stones[site as usize] & 1) as u8
    }

    /// Puts a stone.
    #[inline(always)]
    pub fn put(&mut self, site: Site, color: u8) {
        self.order.push(site);
        self.stones[site as usize] = (self.order.len() as u16) << 1 | u16::from(color);
    }
}

impl Front {
    /// Follows the line on a full board: returns the colour that won, and the ply, from
    /// 1 on, of the stone with which it did.
    pub fn follow(&self, fill: &mut Fill) -> (u8, u16) {
        let Fill { stones, young, .. } = fill;
        young.iter_mut().for_each(Vec::clear);
        let mut newest = [0; 2];
        // Stones of the winner from this ply on count as the other's.
        let (mut until, mut winner) = (NONE, 0);
        let mut edge = self.start;
        loop {
            let Edge { ahead, on } = self.edges[usize::from(edge)];
            let stone = stones[usize::from(ahead)];
            let (ply, own) = (stone >> 1, usize::from(stone & 1));
            let color = if ply < until { own } else { winner ^ 1 };
            if ply > newest[color] && own == color {
                newest[color] = ply;
                young[color].push((edge, ply));
            }
            edge = on[color];
            if ahead < self.nodes || self.ends[color] != ahead {
                continue;
            }
            if until != NONE && color != winner {
                return (winner as u8, until);
            }
            winner = color;
            // Without stones put since, it would have been won before.
            let Some((from, ply)) = young[color].pop() else { return (winner as u8, 0) };
            newest[color] = young[color].last().map_or(0, |(_, ply)| *ply);
            until = ply;
            edge = self.edges[usize::from(from)].on[color ^ 1];
        }
    }

    /// Frames a board; none where it is not one of Hex.
    pub fn new(goals: &Goals, topology: &Topology, seats: u8) -> Option<Front> {
        let sides = [0, 1].map(|color| goals.task(0).sides(color));
        let two = sides.iter().all(|sides| sides.count_ones() == 2) && sides[0] & sides[1] == 0;
        let whole = topology.blocked().is_empty();
        if seats != 2 || !goals.only_sides() || !two || !whole {
            return None;
        }
        let web = &goals.web;
        let rim = Rim::new(goals)?;
        let rings = rim.rings(web, goals)?;
        let nodes = u16::try_from(web.nodes()).ok()?;
        let color = |side: u32| u16::from(sides[1] & side != 0);
        let colors = [0, 1, 2, 3].map(|nth| color(rim.sides[nth]));
        if colors[0] == colors[1] || colors[0] != colors[2] || colors[1] != colors[3] {
            return None;
        }
        // From the first side of the first colour and the next one clockwise.
        let first = colors.iter().position(|color| *color == 0)? as u16;
        let [here, next, far, last] = [0, 1, 2, 3].map(|more| nodes + (first + more) % 4);
        let edges = edges(&rings)?;
        let start = edge(&rings, here, next)?;
        Some(Front { edges, start, nodes, ends: [far, last], colors })
    }
}

/// The places at the rim of a board, clockwise or against it, as the steps of places are
/// given, from where two sides meet.
struct Rim {
    places: Vec<Node>,
    /// The steps of each, from one rim place to the other.
    steps: Vec<Vec<u16>>,
    /// The four sides in this order, one bit each.
    sides: [u32; 4],
}

impl Rim {
    fn new(goals: &Goals) -> Option<Rim> {
        let web = &goals.web;
        let (mut corners, mut links) = (0, 0);
        let mut start = None;
        let mut rim = 0;
        for node in 0..web.nodes() {
            let (steps, joined) = (web.beside(node), web.joined(node).count_ones() as usize);
            let inner = goals.touched(node) == 0;
            let whole = joined == steps.len();
            if steps.len() > 6 || steps.iter().any(|step| step.class() != 0) {
                return None;
            }
            match (inner, whole) {
                (true, true) if steps.len() > 2 => {}
                (false, false) if joined + 1 == steps.len() => start = start.or(Some(node)),
                // At a sharp corner each of two steps leads on from the other.
                (false, true) if steps.len() == 2 => corners -= 1,
                _ => return None,
            }
            rim += usize::from(!inner);
            corners += joined as i32;
            links += steps.len() as i32;
        }
        // A disc, by Euler's formula: three places meet at each corner.
        if web.nodes() as i32 * 6 - links * 3 + corners * 2 != 6 {
            return None;
        }
        let (places, steps) = Rim::walk(web, start?, rim)?;
        Rim { places, steps, sides: [0; 4] }.sided(goals)
    }

    /// Goes round the rim from a place, and returns the places with their steps.
    fn walk(web: &Web, start: Node, rim: usize) -> Option<(Vec<Node>, Vec<Vec<u16>>)> {
        let (mut places, mut steps) = (Vec::new(), Vec::new());
        let (mut here, mut from) = (start, None);
        loop {
            let around = web.beside(here);
            let gap = match from {
                Some(from) if around.len() == 2 => {
                    1 + around.iter().position(|step| step.node() == from)?
                }
                _ => (!web.joined(here)).trailing_zeros() as usize,
            };
            let mut turned: Vec<u16> = around.iter().map(|step| step.node() as u16).collect();
            turned.rotate_left(gap % around.len());
            if from.is_some_and(|from| turned.last() != Some(&(from as u16))) {
                return None;
            }
            let next = Node::from(turned[0]);
            places.push(here);
            steps.push(turned);
            (from, here) = (Some(here), next);
            if here == start {
                let closed = steps[0].last() == places.last().map(|last| *last as u16).as_ref();
                return (closed && places.len() == rim).then_some((places, steps));
            }
            if places.len() == rim {
                return None;
            }
        }
    }

    /// Begins at a place of two sides, and finds the sides; none where they are not four
    /// that meet at one place each.
    fn sided(mut self, goals: &Goals) -> Option<Rim> {
        let touched = |place: &Node| goals.touched(*place);
        let both = |place: &Node| touched(place).count_ones() == 2;
        let first = self.places.iter().position(both)?;
        self.places.rotate_left(first);
        self.steps.rotate_left(first);
        let meeting = self.places.iter().enumerate().filter(|(_, place)| both(place));
        let meeting: Vec<usize> = meeting.map(|(at, _)| at).collect();
        let [_, _, _, _] = meeting[..] else { return None };
        for (nth, from) in meeting.iter().enumerate() {
            let to = meeting.get(nth + 1).copied().unwrap_or(self.places.len());
            let end = &self.places[to % self.places.len()];
            let side = touched(&self.places[*from]) & touched(end);
            let along = &self.places[from + 1..to];
            if side.count_ones() != 1 || along.iter().any(|place| touched(place) != side) {
                return None;
            }
            self.sides[nth] = side;
        }
        let all = self.sides.iter().fold(0, |all, side| all | side);
        (all.count_ones() == 4).then_some(self)
    }

    /// Returns what is around each place, in a circle, and along each side.
    fn rings(&self, web: &Web, goals: &Goals) -> Option<Vec<Vec<u16>>> {
        let nodes = u16::try_from(web.nodes()).ok()?;
        let around = |node| web.beside(node).iter().map(|step| step.node() as u16).collect();
        let mut rings: Vec<Vec<u16>> = (0..web.nodes()).map(around).collect();
        rings.resize(rings.len() + 4, Vec::new());
        let mut side = 3;
        for (place, steps) in self.places.iter().zip(&self.steps) {
            let mut ring = steps.clone();
            ring.push(nodes + side);
            rings[usize::from(nodes + side)].push(*place as u16);
            if goals.touched(*place).count_ones() == 2 {
                side = (side + 1) % 4;
                ring.push(nodes + side);
                rings[usize::from(nodes + side)].push(*place as u16);
            }
            rings[*place as usize] = ring;
        }
        // The last side was begun at the first place.
        let last = &mut rings[usize::from(nodes + 3)];
        last.rotate_left(1);
        for side in 0..4 {
            let ring = &mut rings[usize::from(nodes + side)];
            ring.push(nodes + (side + 1) % 4);
            ring.reverse();
            ring.push(nodes + (side + 3) % 4);
        }
        Some(rings)
    }
}

/// Returns the number of the edge between two places.
fn edge(rings: &[Vec<u16>], one: u16, other: u16) -> Option<u16> {
    let nth = rings[usize::from(one)].iter().position(|beside| *beside == other)?;
    let before: usize = rings[..usize::from(one)].iter().map(Vec::len).sum();
    u16::try_from(before + nth).ok().filter(|edge| *edge != NONE)
}

/// Returns how the line goes on from every edge; none where the places at a corner do
/// not see each other in the same order.
fn edges(rings: &[Vec<u16>]) -> Option<Vec<Edge>> {
    let mut edges = Vec::new();
    for (one, ring) in (0..).zip(rings) {
        for (nth, other) in ring.iter().enumerate() {
            let ahead = ring[(nth + 1) % ring.len()];
            let side = usize::from(one) + 4 >= rings.len();
            if side && nth + 1 == ring.len() {
                // Outside, where no line gets: it ends at a side.
                edges.push(Edge { ahead, on: [NONE; 2] });
                continue;
            }
            let beyond = &rings[usize::from(ahead)];
            let at = beyond.iter().position(|place| place == other)?;
            if beyond[(at + beyond.len() - 1) % beyond.len()] != one {
                return None;
            }
            let on = [edge(rings, ahead, *other)?, edge(rings, one, ahead)?];
            edges.push(Edge { ahead, on });
        }
    }
    Some(edges)
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::topology::{Adjacency, Board};

    use super::*;
    use crate::ruleset::Rules;

    /// Tells whether a board of hexagons is one of Hex, with these sides.
    fn framed(board: &str, sides: &str, seats: u8) -> bool {
        let board = format!(r#"{{"topology": "hex", {board}}}"#);
        let board: Board = serde_json::from_str(&board).expect("a board");
        let board = board.topology(Adjacency::Orthogonal).expect("a good board");
        let lists: Vec<Vec<String>> =
            sides.split('|').map(|list| list.split(' ').map(str::to_owned).collect()).collect();
        Front::new(&Goals::new(&Rules::joining(lists), &board), &board, seats).is_some()
    }

    #[test]
    fn only_boards_of_hex_are_framed() {
        let sides = "top bottom|left right";
        for side in [2, 3, 4, 11, 19] {
            assert!(framed(&format!(r#""shape": {{"rhombus": {side}}}"#), sides, 2), "{side}");
        }
        let shape = r#""shape": {"rhombus": 5}"#;
        assert!(framed(shape, "left right|bottom top", 2));
        assert!(!framed(shape, "top left|bottom right", 2), "sides of one colour meet");
        assert!(!framed(shape, "top bottom|left top", 2), "a side of both");
        assert!(!framed(shape, "top bottom|left right", 3), "three players");
        let glued = format!(r#"{shape}, "glue": "cylinder""#);
        assert!(!framed(&glued, "top bottom|top bottom", 2));
        assert!(!framed(&format!(r#"{shape}, "blocked": ["c3"]"#), sides, 2), "a hole");
        assert!(!framed(&format!(r#"{shape}, "blocked": ["a1"]"#), sides, 2), "a bitten rim");
    }
}
