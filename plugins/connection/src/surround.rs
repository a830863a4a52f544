//! Cells that the stones of a colour cut off from the rest of the board.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::goals::ShapeFinder;
use crate::graph::AdjacencyGraph;
use crate::groups::{BLOCKED, EMPTY, Groups};
use crate::ruleset::SurroundRule;

/// The board with one more stone, as the colour sees it that surrounds.
struct Board<'a> {
    graph: &'a AdjacencyGraph,
    groups: &'a Groups,
    /// The new stone and its colour.
    site: Site,
    placed: u8,
    /// The colour that surrounds.
    color: u8,
    rule: SurroundRule,
}

/// Connected cells without a stone of the colour that surrounds.
struct Part {
    cells: Vec<Site>,
    /// The cells that are not blocked.
    size: usize,
    stones: usize,
    at_rim: bool,
}

impl Board<'_> {
    fn color(&self, site: Site) -> u8 {
        if site == self.site { self.placed } else { self.groups.color(site) }
    }

    /// Tells whether cells are connected across this one. Blocked cells are like the edge where
    /// that helps; elsewhere they are gaps that stones have to go round.
    fn is_passable(&self, site: Site) -> bool {
        let color = self.color(site);
        site < self.graph.sites && color != self.color && (color != BLOCKED || !self.rule.edge)
    }

    fn beside(&self, site: Site) -> impl Iterator<Item = Site> + '_ {
        self.graph.edges(site).iter().map(|edge| edge.node())
    }

    fn part(&self, from: Site, seen: &mut [bool], rim: &[bool]) -> Part {
        let mut part = Part { cells: vec![from], size: 0, stones: 0, at_rim: false };
        seen[from as usize] = true;
        let mut at = 0;
        while let Some(cell) = part.cells.get(at).copied() {
            at += 1;
            let color = self.color(cell);
            part.size += usize::from(color != BLOCKED);
            part.stones += usize::from(!matches!(color, BLOCKED | EMPTY));
            part.at_rim |= rim[cell as usize];
            for next in self.graph.edges(cell).iter().map(|edge| edge.node()) {
                if self.is_passable(next) && !std::mem::replace(&mut seen[next as usize], true) {
                    part.cells.push(next);
                }
            }
        }
        part
    }

    /// Tells whether a part is cut off: shut off from the edge, or not the largest one.
    fn is_cut_off(&self, part: &Part, seen: &mut [bool], sizes: &[usize], rim: &[bool]) -> bool {
        if !self.rule.edge {
            return !part.at_rim;
        }
        // Parts that were found before count too, and this one is among them.
        sizes.iter().filter(|size| **size >= part.size).count() > 1
            || (0..self.graph.sites).any(|site| {
                self.is_passable(site)
                    && !seen[site as usize]
                    && self.part(site, seen, rim).size >= part.size
            })
    }

    /// Tells whether the new stone changes nothing, so that no search is needed.
    fn is_idle(&self, rim: &[bool]) -> bool {
        let is_own = self.placed == self.color;
        if !is_own {
            return self.rule.stones == 0;
        }
        let (_, runs) = self.graph.runs(self.site, |node| self.is_passable(node));
        let is_split = runs.count_ones() > 1;
        // Where the edge helps, a part of stones can become the smaller one.
        let is_still =
            if self.rule.edge { self.rule.stones == 0 } else { !rim[self.site as usize] };
        !is_split && is_still
    }
}

impl ShapeFinder {
    /// Returns the stones of a colour around cells that are cut off, if a stone on `site` makes
    /// them so: one of the colour beside them, or one of another on them. Empty if there are none.
    pub fn surrounding(
        &self,
        (graph, groups): (&AdjacencyGraph, &Groups),
        (site, placed): (Site, u8),
        color: u8,
        rule: SurroundRule,
    ) -> Vec<Site> {
        let board = Board { graph, groups, site, placed, color, rule };
        if board.is_idle(&self.rim) {
            return Vec::new();
        }
        let mut seen = vec![false; graph.sites as usize];
        let starts: Vec<Site> = match placed == color {
            true => board.beside(site).filter(|cell| board.is_passable(*cell)).collect(),
            false => vec![site],
        };
        let mut parts = Vec::new();
        for start in starts {
            if !seen[start as usize] {
                parts.push(board.part(start, &mut seen, &self.rim));
            }
        }
        let sizes: Vec<usize> = parts.iter().map(|part| part.size).collect();
        for part in &parts {
            let is_enough =
                part.size >= usize::from(rule.cells) && part.stones >= usize::from(rule.stones);
            if is_enough && board.is_cut_off(part, &mut seen.clone(), &sizes, &self.rim) {
                let around = part.cells.iter().flat_map(|cell| board.beside(*cell));
                let mut around: Vec<Site> =
                    around.filter(|cell| board.color(*cell) == color).collect();
                around.sort_unstable();
                around.dedup();
                return around;
            }
        }
        Vec::new()
    }
}

/// Tells whether a colour with so many stones can cut off enough cells of an empty board. Only
/// round parts are tried: around each cell the nearest ones.
pub fn can_surround(
    topology: &Topology,
    graph: &AdjacencyGraph,
    rule: SurroundRule,
    stones: u32,
) -> bool {
    let is_open = |site: Site| topology.blocked().binary_search(&site).is_err();
    let edges = topology.regions().get("edges").map_or(&[][..], Vec::as_slice);
    let is_inside = |site: Site| rule.edge || edges.binary_search(&site).is_err();
    let size = usize::from(rule.cells.max(rule.stones));
    let beside = |site: Site| graph.edges(site).iter().map(|edge| edge.node());
    topology.open_sites().filter(|site| is_inside(*site)).any(|first| {
        let mut kind = vec![0u8; graph.sites as usize];
        let (mut part, mut at) = (vec![first], 0);
        kind[first as usize] = 1;
        while let Some(cell) = part.get(at).copied() {
            at += 1;
            for next in beside(cell).filter(|next| is_open(*next) && is_inside(*next)) {
                if part.len() < size && kind[next as usize] == 0 {
                    kind[next as usize] = 1;
                    part.push(next);
                }
            }
        }
        let mut wall = Vec::new();
        for next in part.iter().flat_map(|cell| beside(*cell)).filter(|next| is_open(*next)) {
            if kind[next as usize] == 0 {
                kind[next as usize] = 2;
                wall.push(next);
            }
        }
        if part.len() < size || wall.len() > stones as usize {
            return false;
        }
        if !rule.edge {
            return true;
        }
        // The rest has a part that is as large.
        (0..graph.sites).filter(|site| is_open(*site)).any(|start| {
            let (mut rest, mut at) = (Vec::new(), 0);
            if kind[start as usize] == 0 {
                kind[start as usize] = 3;
                rest.push(start);
            }
            while let Some(cell) = rest.get(at).copied() {
                at += 1;
                for next in beside(cell).filter(|next| is_open(*next)) {
                    if kind[next as usize] == 0 {
                        kind[next as usize] = 3;
                        rest.push(next);
                    }
                }
            }
            rest.len() >= part.len()
        })
    })
}
