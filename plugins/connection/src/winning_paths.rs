//! The shortest loop or path that won.

use std::collections::VecDeque;

use boardloom_sdk::{Mark, Site};

use crate::game::Connection;
use crate::goals::{Aim, reached};
use crate::graph::{Edge, Node};
use crate::groups::Groups;
use crate::objectives::{Objectives, WinKind};
use crate::position::{MAX_SEATS, Position};
use crate::ruleset::LoopRule;

/// The distance of unreachable nodes.
const UNREACHED: u32 = u32::MAX;

/// Returns the winning groups as paths of sites. A loop ends with the site that it begins with. A
/// group that joins more than two regions is a path from one of them to another, and a path for
/// each of the others. On a board with parts, the games won so far.
pub fn marks(game: &Connection, position: &Position) -> Vec<Mark> {
    let (turn, objectives) = (&position.turn, &game.objectives);
    let mut marks = Vec::new();
    if objectives.points == 0 {
        if let Some(win) = game.win(position) {
            marks.extend(group_marks(game, position, win.kind, (win.color, win.site)));
        }
        return marks;
    }
    for color in 0..MAX_SEATS as u8 {
        let won = turn.won_layers[usize::from(color)];
        for layer in (0..objectives.layers.len()).filter(|layer| won >> layer & 1 != 0) {
            let win = |node: &Node| {
                let is_own = position.groups.color(*node) == color;
                let reach = || position.groups.reach(*node);
                is_own.then(|| objectives.layers[layer].win(color, &reach())).flatten()
            };
            let stone = objectives.graph.layer(layer).find_map(|node| Some((node, win(&node)?)));
            if let Some((node, kind)) = stone {
                marks.extend(group_marks(game, position, kind, (color, node)));
            }
        }
    }
    marks
}

/// Returns the paths of the group of a stone that reached a goal.
fn group_marks(
    game: &Connection,
    position: &Position,
    kind: WinKind,
    (color, stone): (u8, Node),
) -> Vec<Mark> {
    let (groups, objectives) = (&position.groups, &game.objectives);
    let objective = &objectives.layers[objectives.graph.layer_of(stone)];
    let finder = PathFinder { groups, objectives };
    let paths = match kind {
        WinKind::Loop(_) => objective
            .loop_rule(kind)
            .map(|loops| finder.shortest_loop(stone, loops))
            .into_iter()
            .collect(),
        WinKind::Own(index) => {
            finder.own_goal((color, stone), &objective.own[usize::from(index)].aim)
        }
        WinKind::Sides => finder.paths_to_regions(stone, objective.sides(color), None),
        WinKind::Regions => {
            finder.paths_to_regions(stone, objective.regions, Some(objective.needed))
        }
        WinKind::Points => Vec::new(),
    };
    let seat = Some(position.turn.seat_of(color));
    let joined = !matches!(kind, WinKind::Own(index)
        if matches!(objective.own[usize::from(index)].aim,
            Aim::Ring | Aim::Reach { .. } | Aim::Surround(_)));
    let mark = |path: Vec<Node>| {
        let sites: Vec<Site> =
            path.into_iter().map(|node| objectives.graph.site_of[node as usize]).collect();
        Mark { role: "win".into(), sites, joined, seat, text: None }
    };
    paths.into_iter().filter(|path| !path.is_empty()).map(mark).collect()
}

/// Finds paths in the groups on the board or a part of it.
struct PathFinder<'a> {
    groups: &'a Groups,
    objectives: &'a Objectives,
}

impl PathFinder<'_> {
    fn edges(&self, node: Node) -> impl Iterator<Item = Edge> + '_ {
        let color = self.groups.color(node);
        let edges = self.objectives.graph.edges(node).iter().copied();
        edges.filter(move |edge| self.groups.color(edge.node()) == color)
    }

    fn group(&self, stone: Node) -> Vec<Node> {
        let (groups, graph) = (self.groups, &self.objectives.graph);
        let (color, (root, _)) = (groups.color(stone), groups.find(stone));
        let is_member = |node: &Node| groups.color(*node) == color && groups.find(*node).0 == root;
        graph.layer(graph.layer_of(stone)).filter(is_member).collect()
    }

    /// Returns the stones of a goal of single colours that a stone reached.
    fn own_goal(&self, (color, stone): (u8, Node), aim: &Aim) -> Vec<Vec<Node>> {
        let (groups, shapes) = (self.groups, &self.objectives.shapes);
        let graph = &self.objectives.graph;
        match aim {
            Aim::Join { regions, needed } => self.paths_to_regions(stone, *regions, Some(*needed)),
            Aim::Loop(loops) => vec![self.shortest_loop(stone, loops)],
            Aim::Reach { sites, count } => vec![reached(groups, stone, color, sites, *count)],
            Aim::Ring => vec![shapes.ring(graph, groups, stone, color)],
            Aim::Surround(rule) => {
                let placed = (stone, groups.color(stone));
                vec![shapes.surrounding((graph, groups), placed, color, *rule)]
            }
            Aim::NoMoves(_) => Vec::new(),
            Aim::Line { length, exact } => vec![shapes.line(groups, stone, color, *length, *exact)],
        }
    }

    /// Returns a shortest closed walk through a stone whose class wins, by a breadth-first
    /// search of the group's covering, in which every stone stands once for each class.
    fn shortest_loop(&self, from: Node, loops: &LoopRule) -> Vec<Node> {
        let graph = &self.objectives.graph;
        let bits = u8::BITS - graph.classes().leading_zeros();
        let state = |node: Node, class: u8| (node as usize) << bits | usize::from(class);
        let mut before = vec![UNREACHED; (graph.nodes() as usize) << bits];
        let start = state(from, 0);
        before[start] = start as u32;
        let mut queue = VecDeque::from([(from, 0u8)]);
        while let Some((node, class)) = queue.pop_front() {
            for edge in self.edges(node) {
                let (next, next_class) = (edge.node(), class ^ edge.class());
                let reached = state(next, next_class);
                if before[reached] != UNREACHED {
                    continue;
                }
                before[reached] = state(node, class) as u32;
                if next == from && loops.wins(next_class) {
                    return walk_back(&before, reached, start, bits);
                }
                queue.push_back((next, next_class));
            }
        }
        Vec::new()
    }

    /// Returns the distance of every stone of a group from a region within the group.
    fn distances(&self, group: &[Node], region: u32) -> Vec<u32> {
        let is_start = |node: &Node| self.objectives.regions(*node) & region != 0;
        let mut queue: VecDeque<Node> = group.iter().copied().filter(is_start).collect();
        let mut distances = vec![UNREACHED; self.objectives.graph.nodes() as usize];
        queue.iter().for_each(|node| distances[*node as usize] = 0);
        while let Some(node) = queue.pop_front() {
            for edge in self.edges(node) {
                let next = edge.node();
                if distances[next as usize] == UNREACHED {
                    distances[next as usize] = distances[node as usize] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// Returns paths from one stone to `needed` of the regions, or to all: from the stone
    /// that is nearest to all of them together, so that two or three regions are joined by
    /// the fewest stones.
    fn paths_to_regions(&self, stone: Node, regions: u32, needed: Option<u32>) -> Vec<Vec<Node>> {
        let group = self.group(stone);
        let bits = (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| regions & bit != 0);
        let distances: Vec<Vec<u32>> = bits.map(|region| self.distances(&group, region)).collect();
        let needed = needed.map_or(distances.len(), |needed| needed as usize);
        let nearest = |node: Node| {
            let mut nearest: Vec<(u32, usize)> =
                distances.iter().map(|from| from[node as usize]).zip(0..).collect();
            nearest.sort_unstable();
            nearest.truncate(needed);
            nearest
        };
        let sum = |node: &Node| nearest(*node).iter().map(|(far, _)| u64::from(*far)).sum::<u64>();
        let Some(middle) = group.iter().copied().min_by_key(sum) else { return Vec::new() };
        let mut paths: Vec<Vec<Node>> = nearest(middle)
            .iter()
            .map(|(_, region)| self.descend(&distances[*region], middle))
            .collect();
        if paths.len() > 1 {
            // The first two are one path.
            let first = paths.remove(0);
            paths[0].reverse();
            paths[0].extend(&first[1..]);
            paths.retain(|path| path.len() > 1 || needed < 3);
        }
        paths
    }

    fn descend(&self, distances: &[u32], from: Node) -> Vec<Node> {
        let mut path = vec![from];
        let mut at = from;
        while distances[at as usize] > 0 {
            let is_nearer = |edge: &Edge| distances[edge.node() as usize] < distances[at as usize];
            let next = self.edges(at).find(is_nearer);
            at = next.expect("a distance above 0 has a smaller one beside it").node();
            path.push(at);
        }
        path
    }
}

/// Returns the nodes on the path back from a state to the start.
fn walk_back(before: &[u32], from: usize, start: usize, bits: u32) -> Vec<Node> {
    let (mut nodes, mut at) = (vec![(from >> bits) as Node], from);
    while at != start {
        at = before[at] as usize;
        nodes.push((at >> bits) as Node);
    }
    nodes
}
