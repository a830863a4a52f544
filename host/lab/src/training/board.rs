//! The graph of a board: its patterns of neighbouring sites and its symmetries.

use std::collections::BTreeMap;

use boardloom_contract::{Cursor, PluginResult, Site};
use serde_json::Value as Json;

use boardloom_base::{Failure, Result};

/// The most symmetries that are looked for.
const MOST_SYMMETRIES: usize = 64;

/// The sites adjacent to each, in order.
pub type SiteGraph = Vec<Vec<Site>>;

/// Returns the contents of each site as a network numbers them.
pub fn piece_contents(cursor: &mut dyn Cursor, sites: u32) -> PluginResult<Vec<u8>> {
    let mut contents = vec![0; sites as usize];
    for (site, piece) in cursor.pieces(0, sites)? {
        if let Some(content) = contents.get_mut(site as usize) {
            *content = (1 + 2 * piece.kind + u16::from(piece.color)) as u8;
        }
    }
    Ok(contents)
}

/// Reads the text form `graph`, whose sites are in order.
pub fn read_graph(text: &str) -> Result<SiteGraph> {
    let bad = || Failure::Invalid("the game does not tell which sites are adjacent".to_owned());
    let table: serde_json::Map<String, Json> = serde_json::from_str(text).map_err(|_| bad())?;
    let labels: BTreeMap<&String, Site> = table.keys().zip(0..).collect();
    let adjacent = |links: &Json| {
        let links = links.as_array()?.iter();
        let mut sites = links
            .map(|link| labels.get(&link.get(0)?.as_str()?.to_owned()).copied())
            .collect::<Option<Vec<Site>>>()?;
        sites.sort_unstable();
        sites.dedup();
        Some(sites)
    };
    table.values().map(adjacent).collect::<Option<SiteGraph>>().ok_or_else(bad)
}

/// Returns the largest sets of sites that are all adjacent to each other: blocks of four squares
/// where diagonals count, triangles of hexagons, else pairs.
pub fn cliques(graph: &SiteGraph) -> Vec<Vec<Site>> {
    let mut found = Vec::new();
    let all: Vec<Site> = (0..graph.len() as Site).collect();
    extend(graph, &mut Vec::new(), all, Vec::new(), &mut found);
    found.iter_mut().for_each(|clique| clique.sort_unstable());
    found.sort();
    found
}

/// Adds to a clique each candidate in turn (Bron and Kerbosch 1973).
fn extend(
    graph: &SiteGraph,
    clique: &mut Vec<Site>,
    mut candidates: Vec<Site>,
    mut done: Vec<Site>,
    found: &mut Vec<Vec<Site>>,
) {
    if candidates.is_empty() && done.is_empty() {
        found.push(clique.clone());
    }
    while let Some(site) = candidates.first().copied() {
        let beside = |list: &[Site]| {
            let adjacent = &graph[site as usize];
            list.iter().copied().filter(|it| adjacent.binary_search(it).is_ok()).collect()
        };
        clique.push(site);
        extend(graph, clique, beside(&candidates), beside(&done), found);
        clique.pop();
        candidates.remove(0);
        done.push(site);
    }
}

/// Returns maps of sites that keep all adjacencies, the identity first; of very many, some.
pub fn symmetries(graph: &SiteGraph) -> Vec<Vec<Site>> {
    // Each site after the first of its part is adjacent to an earlier one.
    let mut order: Vec<usize> = Vec::new();
    for start in 0..graph.len() {
        if order.contains(&start) {
            continue;
        }
        let mut at = order.len();
        order.push(start);
        while at < order.len() {
            for next in &graph[order[at]] {
                if !order.contains(&(*next as usize)) {
                    order.push(*next as usize);
                }
            }
            at += 1;
        }
    }
    let mut search = SymmetrySearch { graph, order, map: vec![None; graph.len()], found: vec![] };
    search.place(0);
    search.found
}

struct SymmetrySearch<'a> {
    graph: &'a SiteGraph,
    order: Vec<usize>,
    map: Vec<Option<Site>>,
    found: Vec<Vec<Site>>,
}

impl SymmetrySearch<'_> {
    fn place(&mut self, at: usize) {
        let Some(site) = self.order.get(at).copied() else {
            self.found.push(self.map.iter().flatten().copied().collect());
            return;
        };
        for image in 0..self.graph.len() as Site {
            if self.found.len() >= MOST_SYMMETRIES {
                return;
            }
            if self.fits(site, image) {
                self.map[site] = Some(image);
                self.place(at + 1);
                self.map[site] = None;
            }
        }
    }

    fn fits(&self, site: usize, image: Site) -> bool {
        let (own, theirs) = (&self.graph[site], &self.graph[image as usize]);
        own.len() == theirs.len()
            && (0..self.map.len()).all(|other| match self.map[other] {
                Some(of_other) => {
                    of_other != image
                        && own.binary_search(&(other as Site)).is_ok()
                            == theirs.binary_search(&of_other).is_ok()
                }
                None => true,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid, with diagonals or without.
    fn grid(width: i32, height: i32, diagonals: bool) -> SiteGraph {
        let sites: Vec<(i32, i32)> =
            (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect();
        let adjacent = |(x, y): &(i32, i32)| {
            let beside = |(a, b): &(i32, i32)| match diagonals {
                true => (x - a).abs().max((y - b).abs()) == 1,
                false => (x - a).abs() + (y - b).abs() == 1,
            };
            (0..).zip(&sites).filter(|(_, it)| beside(it)).map(|(site, _)| site).collect()
        };
        sites.iter().map(adjacent).collect()
    }

    #[test]
    fn patterns_and_symmetries_come_from_the_graph() {
        let king = grid(7, 7, true);
        let blocks = cliques(&king);
        assert_eq!(blocks.len(), 36);
        assert_eq!(blocks[0], [0, 1, 7, 8]);
        let maps = symmetries(&king);
        assert_eq!(maps.len(), 8);
        assert_eq!(maps[0], (0..49).collect::<Vec<Site>>());
        assert_eq!(cliques(&grid(4, 3, false)).len(), 17);
        assert_eq!(symmetries(&grid(4, 3, false)).len(), 4);
    }

    #[test]
    fn the_text_form_gives_the_graph() {
        let graph = read_graph(r#"{"a1":[["b1",0],["b1",1]],"b1":[["a1",0]]}"#).unwrap();
        assert_eq!(graph, [vec![1], vec![0]]);
        assert!(read_graph(r#"{"a1":[["c1",0]]}"#).is_err());
    }
}
