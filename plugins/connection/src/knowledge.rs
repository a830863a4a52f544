//! Knowledge that spares the computer player a search: moves that win or stop a win at once, dead
//! cells, and replies that save a bridge.

use boardloom_sdk::{Game, Site};

use crate::game::Connection;
use crate::graph::AdjacencyGraph;
use crate::groups::{EMPTY, Groups};
use crate::moves::Move;
use crate::position::{Phase, Position};

/// Dead cells by the stones around them, for rings of five and six: by the mask of the first
/// colour's stones, a bit for each mask of the other's. A stone there helps neither colour.
///
/// On a cell whose neighbours form a ring, a stone joins something only if its colour has
/// two runs of stones in the ring, with a run of the other colour on both sides between
/// them. If the empty neighbours can't be filled so, the cell is dead (Björnsson, Hayward,
/// Johanson, van Rijswijck 2007).
pub fn dead_cells() -> [Vec<u64>; 2] {
    [dead_masks(5), dead_masks(6)]
}

fn dead_masks(ring_len: u32) -> Vec<u64> {
    let masks = 1u32 << ring_len;
    let mut table = vec![0u64; 64];
    for (one, other) in (0..masks).flat_map(|one| (0..masks).map(move |other| (one, other))) {
        let empty = (masks - 1) & !(one | other);
        // All ways to give empty cells to the first colour.
        let mut is_alive = one & other != 0;
        let mut given = empty;
        loop {
            let full = one | given;
            let turned = full >> 1 | (full & 1) << (ring_len - 1);
            is_alive |= (full ^ turned).count_ones() >= 4;
            if given == 0 {
                break;
            }
            given = (given - 1) & empty;
        }
        if !is_alive {
            table[one as usize] |= 1 << other;
        }
    }
    table
}

/// Appends the moves to search: one that wins at once; else one that stops the other
/// player from doing so; else all but those on dead cells.
pub fn search_moves(game: &Connection, position: &Position, out: &mut Vec<Move>) {
    let by = position.turn.mover();
    let from = out.len();
    game.legal_moves(position, by, out);
    let rules = &game.ruleset.rules;
    let is_plain = rules.stones_per_turn == 1 && !rules.misere && game.objectives.points == 0;
    if position.turn.phase != Phase::Play || !is_plain || game.seats != 2 {
        return;
    }
    let color = position.turn.color;
    for color in [color, color ^ 1] {
        let wins = |mv: &Move| {
            mv.site().is_some_and(|site| game.objectives.wins_at(&position.groups, site, color))
        };
        if let Some(at) = out[from..].iter().position(wins) {
            out[from] = out[from + at];
            out.truncate(from + 1);
            return;
        }
    }
    // A stone without use for paths can be one of a ring or a line.
    if game.objectives.has_shapes() {
        return;
    }
    let (mut kept, all) = (from, out.len());
    for at in from..all {
        if !out[at].site().is_some_and(|site| is_dead(game, position, site)) {
            out[kept] = out[at];
            kept += 1;
        }
    }
    if kept > from {
        out.truncate(kept);
    }
}

fn is_dead(game: &Connection, position: &Position, site: Site) -> bool {
    let (graph, groups) = (&game.objectives.graph, &position.groups);
    let ring_len = graph.ring_len(site);
    if !(5..=6).contains(&ring_len) || game.objectives.regions(site) != 0 {
        return false;
    }
    let one = graph.neighbour_mask(site, |node| groups.color(node) == 0);
    let other = graph.neighbour_mask(site, |node| groups.color(node) == 1);
    game.dead_cells[ring_len - 5][one as usize] >> other & 1 != 0
}

/// Returns the reply that saves a bridge into which the other colour has just placed a stone: the
/// empty cell beside that stone and two of this colour; the one with this number of several.
#[inline]
pub fn bridge_reply(
    graph: &AdjacencyGraph,
    groups: &Groups,
    site: Site,
    color: u8,
    number: u32,
) -> Option<Site> {
    let ring_len = graph.ring_len(site) as u32;
    if ring_len < 4 {
        return None;
    }
    let own = graph.neighbour_mask(site, |node| groups.color(node) == color);
    let whole = (1 << ring_len) - 1;
    let left = own << 1 | own >> (ring_len - 1);
    let right = own >> 1 | own << (ring_len - 1);
    let between = left & right & whole & !own;
    if between == 0 {
        return None;
    }
    let mut replies = graph.neighbour_mask(site, |node| groups.color(node) == EMPTY) & between;
    if replies == 0 {
        return None;
    }
    for _ in 0..number % replies.count_ones() {
        replies &= replies - 1;
    }
    Some(graph.edges(site)[replies.trailing_zeros() as usize].node())
}
