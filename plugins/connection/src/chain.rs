//! The loop or the chain that won, a shortest one.

use std::collections::VecDeque;

use boardloom_sdk::sort::sort;
use boardloom_sdk::{Mark, Site};

use crate::game::Connection;
use crate::goals::{Goals, Reached, Task};
use crate::groups::Groups;
use crate::position::{Position, SEATS};
use crate::web::{Beside, Node};

/// Farther than any way is long.
const FAR: u32 = u32::MAX;

/// Returns what won as chains of sites. A loop ends with the site that it begins
/// with. A group that joins more than two regions is a chain from one of them to
/// another, and a chain for each of the others. On a board with parts what won each
/// game so far.
pub fn marks(game: &Connection, position: &Position) -> Vec<Mark> {
    let (turn, goals) = (&position.turn, &game.goals);
    let mut marks = Vec::new();
    if goals.points() > 0 {
        for color in 0..SEATS as u8 {
            let won = turn.won[usize::from(color)];
            for layer in (0..goals.layers()).filter(|layer| won >> layer & 1 != 0) {
                let mut stones = goals.web.layer(layer);
                let won = |node: &Node| {
                    let task = goals.task(layer);
                    let own = position.groups.color(*node) == color;
                    let how = || task.reached(color, &position.groups.held(*node));
                    own && how().is_some()
                };
                if let Some(node) = stones.find(won) {
                    add(game, position, Reached::Points, node, &mut marks);
                }
            }
        }
    } else if let Some(win) = turn.win {
        add(game, position, win.how, win.site, &mut marks);
    }
    marks
}

/// Adds the chains of a group that reached a goal.
fn add(game: &Connection, position: &Position, how: Reached, stone: Node, marks: &mut Vec<Mark>) {
    let (groups, goals) = (&position.groups, &game.goals);
    let color = groups.color(stone);
    let task = goals.task(goals.web.layer_of(stone));
    let board = View { groups, goals, task };
    let how = match how {
        Reached::Points => task.reached(color, &groups.held(stone)),
        how => Some(how),
    };
    let chains = match how {
        Some(Reached::Loop(_)) => vec![board.closed(stone)],
        Some(Reached::Sides) => board.arms(stone, task.sides(color), None),
        Some(Reached::Regions) => {
            let (regions, needed) = task.regions();
            board.arms(stone, regions, Some(needed))
        }
        Some(Reached::Points) | None => Vec::new(),
    };
    let seat = Some(position.turn.seat_of(color));
    for nodes in chains.into_iter().filter(|nodes| !nodes.is_empty()) {
        let sites: Vec<Site> = nodes.into_iter().map(|node| goals.web.site(node)).collect();
        marks.push(Mark { role: "win".into(), sites, joined: true, seat, text: None });
    }
}

/// The stones on the board or a part of it.
struct View<'a> {
    groups: &'a Groups,
    goals: &'a Goals,
    task: &'a Task,
}

impl View<'_> {
    /// Returns the steps to the stones beside a stone that have its colour.
    fn beside(&self, node: Node) -> impl Iterator<Item = Beside> + '_ {
        let color = self.groups.color(node);
        let steps = self.goals.web.beside(node).iter().copied();
        steps.filter(move |step| self.groups.color(step.node()) == color)
    }

    /// Returns all stones of a stone's group.
    fn group(&self, stone: Node) -> Vec<Node> {
        let color = self.groups.color(stone);
        let layer = self.goals.web.layer(self.goals.web.layer_of(stone));
        let own =
            |node: &Node| self.groups.color(*node) == color && self.groups.together(*node, stone);
        layer.filter(own).collect()
    }

    /// Returns a shortest closed walk through a stone whose class wins: walks the
    /// covering of the group, in which every stone stands once for each class.
    fn closed(&self, from: Node) -> Vec<Node> {
        let web = &self.goals.web;
        let bits = u8::BITS - web.classes().leading_zeros();
        let state = |node: Node, class: u8| (node as usize) << bits | usize::from(class);
        let mut before = vec![FAR; (web.nodes() as usize) << bits];
        let start = state(from, 0);
        before[start] = start as u32;
        let mut queue = VecDeque::from([(from, 0u8)]);
        while let Some((node, class)) = queue.pop_front() {
            for step in self.beside(node) {
                let (next, beyond) = (step.node(), class ^ step.class());
                let there = state(next, beyond);
                if before[there] != FAR {
                    continue;
                }
                before[there] = state(node, class) as u32;
                if next == from && self.task.wins(beyond) {
                    return walk(&before, there, start, bits);
                }
                queue.push_back((next, beyond));
            }
        }
        Vec::new()
    }

    /// Returns the distance of every stone of a group from a region within the group.
    fn distances(&self, group: &[Node], region: u32) -> Vec<u32> {
        let mut distances = vec![FAR; self.goals.web.nodes() as usize];
        let mut queue = VecDeque::new();
        for node in group.iter().copied().filter(|node| self.goals.touched(*node) & region != 0) {
            distances[node as usize] = 0;
            queue.push_back(node);
        }
        while let Some(node) = queue.pop_front() {
            for step in self.beside(node) {
                let next = step.node();
                if distances[next as usize] == FAR {
                    distances[next as usize] = distances[node as usize] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// Returns chains from one stone to `needed` of the regions, or to all of them:
    /// from the stone that is nearest to all of them together, which makes the fewest
    /// stones for two regions and for three.
    fn arms(&self, stone: Node, regions: u32, needed: Option<u32>) -> Vec<Vec<Node>> {
        let group = self.group(stone);
        let bits = (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| regions & bit != 0);
        let all: Vec<Vec<u32>> = bits.map(|region| self.distances(&group, region)).collect();
        let needed = needed.map_or(all.len(), |needed| needed as usize);
        let nearest = |node: Node| {
            let mut near: Vec<(u32, usize)> =
                (0..all.len()).map(|nth| (all[nth][node as usize], nth)).collect();
            sort(&mut near);
            near.truncate(needed);
            near
        };
        let sum = |node: &Node| nearest(*node).iter().map(|(far, _)| u64::from(*far)).sum::<u64>();
        let Some(middle) = group.iter().copied().min_by_key(sum) else { return Vec::new() };
        let mut arms: Vec<Vec<Node>> =
            nearest(middle).iter().map(|(_, nth)| self.descend(&all[*nth], middle)).collect();
        if arms.len() > 1 {
            // The first two are one chain.
            let first = arms.remove(0);
            arms[0].reverse();
            arms[0].extend(&first[1..]);
            arms.retain(|arm| arm.len() > 1 || needed < 3);
        }
        arms
    }

    /// Returns a shortest way to where the distance is 0.
    fn descend(&self, distances: &[u32], from: Node) -> Vec<Node> {
        let mut way = vec![from];
        let mut at = from;
        while distances[at as usize] > 0 {
            let less = |step: &Beside| distances[step.node() as usize] < distances[at as usize];
            let next = self.beside(at).find(less);
            at = next.expect("a distance above 0 has a smaller one beside it").node();
            way.push(at);
        }
        way
    }
}

/// Returns the places on the way back from a state to the start.
fn walk(before: &[u32], from: usize, start: usize, bits: u32) -> Vec<Node> {
    let (mut nodes, mut at) = (vec![(from >> bits) as Node], from);
    while at != start {
        at = before[at] as usize;
        nodes.push((at >> bits) as Node);
    }
    nodes
}
