//! What a computer player knows without a search: what wins at once, what has to be
//! stopped, which sites do nothing, and how a bridge is kept.

use boardloom_sdk::{Game, Site};

use crate::game::Connection;
use crate::groups::{EMPTY, Groups};
use crate::moves::Move;
use crate::position::{Phase, Position};
use crate::web::Web;

/// Sites that do nothing for anybody, by what stands around them.
///
/// Around a site whose neighbours are adjacent in a circle, a stone joins something
/// only where its colour has two runs of stones there, with a run of the other between
/// them on both sides. Where the empty ones cannot be filled so, neither colour gains
/// anything by the site: it is dead (Bjornsson, Hayward, Johanson, van Rijswijck 2007).
#[derive(Debug, Clone)]
pub struct Idle {
    /// For five and six neighbours: by the first colour's stones (low bits) and the
    /// other's, one bit each.
    dead: [Vec<u64>; 2],
}

impl Default for Idle {
    fn default() -> Self {
        Idle { dead: [dead(5), dead(6)] }
    }
}

/// Returns which neighbourhoods of so many sites are dead.
fn dead(around: u32) -> Vec<u64> {
    let all = 1u32 << around;
    let mut table = vec![0u64; 64];
    for (one, other) in (0..all).flat_map(|one| (0..all).map(move |other| (one, other))) {
        let open = (all - 1) & !(one | other);
        // All ways to give empty sites to the first colour.
        let mut lives = one & other != 0;
        let mut more = open;
        loop {
            let full = one | more;
            let next = full >> 1 | (full & 1) << (around - 1);
            lives |= (full ^ next).count_ones() >= 4;
            if more == 0 {
                break;
            }
            more = (more - 1) & open;
        }
        if !lives {
            table[one as usize] |= 1 << other;
        }
    }
    table
}

/// Appends the moves that are worth a look: one that wins at once; else what stops the
/// other from doing so; else all but dead sites.
pub fn candidates(game: &Connection, position: &Position, out: &mut Vec<Move>) {
    let by = position.turn.mover();
    let from = out.len();
    game.legal_moves(position, by, out);
    let rules = &game.ruleset.rules;
    let plain = rules.stones_per_turn == 1 && !rules.misere && game.goals.points() == 0;
    if position.turn.phase != Phase::Play || !plain || game.seats != 2 {
        return;
    }
    let color = position.turn.color;
    for own in [color, color ^ 1] {
        let wins = |mv: &Move| matches!(mv, Move::Put(site) if closes(game, position, *site, own));
        if let Some(at) = out[from..].iter().position(wins) {
            out[from] = out[from + at];
            out.truncate(from + 1);
            return;
        }
    }
    let (mut kept, all) = (from, out.len());
    for at in from..all {
        if !matches!(out[at], Move::Put(site) if is_dead(game, position, site)) {
            out[kept] = out[at];
            kept += 1;
        }
    }
    if kept > from {
        out.truncate(kept);
    }
}

/// Tells whether a stone of a colour would reach the goal.
fn closes(game: &Connection, position: &Position, site: Site, color: u8) -> bool {
    let touched = game.goals.touched(site);
    let held = position.groups.would(&game.goals.web, site, color, touched);
    game.goals.task(0).reached(color, &held).is_some()
}

/// Tells whether no stone on an empty site does anything for either of two colours.
fn is_dead(game: &Connection, position: &Position, site: Site) -> bool {
    let (web, groups) = (&game.goals.web, &position.groups);
    let around = web.circle(site);
    if !(5..=6).contains(&around) || game.goals.touched(site) != 0 {
        return false;
    }
    let one = web.which(site, |node| groups.color(node) == 0);
    let other = web.which(site, |node| groups.color(node) == 1);
    game.idle.dead[around - 5][one as usize] >> other & 1 != 0
}

/// Returns where a colour keeps two of its stones joined that the other's new stone
/// would part: both are beside it, with one empty site between them that is beside all
/// three. Of several one, as a number says.
#[inline]
pub fn kept(web: &Web, groups: &Groups, site: Site, color: u8, number: u32) -> Option<Site> {
    let around = web.circle(site) as u32;
    if around < 4 {
        return None;
    }
    let own = web.which(site, |node| groups.color(node) == color);
    let whole = (1 << around) - 1;
    let left = own << 1 | own >> (around - 1);
    let right = own >> 1 | own << (around - 1);
    let between = left & right & whole & !own;
    if between == 0 {
        return None;
    }
    let open = web.which(site, |node| groups.color(node) == EMPTY) & between;
    let mut skipped = if open == 0 { return None } else { number % open.count_ones() };
    let mut rest = open;
    while skipped > 0 {
        rest &= rest - 1;
        skipped -= 1;
    }
    Some(web.beside(site)[rest.trailing_zeros() as usize].node())
}
