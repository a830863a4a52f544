//! Counting the replies to many moves at once.

use boardloom_sdk::{Bits, Seat, Site, count};

use crate::game::Ataxx;
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::{Drop, Stuck};

/// What the side that replies could do if the mover did nothing.
struct Before<const W: usize> {
    /// The sites that it reaches by growing, empty or not.
    reached: Bits<W>,
    /// Its jumps.
    jumps: u32,
}

/// Returns the number of replies to all these moves together.
///
/// A move changes little of what the other side can do: a site fills, one may
/// become empty, pieces are taken. So that is counted instead of everything.
/// Where a reply could be anything else than a clone or a jump, the move is
/// played.
pub(crate) fn count<const W: usize, const S: usize>(
    game: &Ataxx<W, S>,
    position: &Position<W, S>,
    by: Seat,
    moves: &[Move],
) -> u64 {
    let rules = &game.shared.ruleset.rules;
    let last = rules.quiet_limit > 0 && position.quiet.saturating_add(1) >= rules.quiet_limit;
    let plain = S == 2 && rules.drop == Drop::None && rules.stuck == Stuck::Pass;
    if !plain || last || position.drawing > 0 {
        return moves.iter().map(|mv| count::replies(game, position, by, *mv)).sum();
    }
    let other = 1 - usize::from(position.mover);
    let mut before = Before { reached: Bits::EMPTY, jumps: 0 };
    position.own[other].each(|from| {
        let near = game.reach.near.at(from);
        before.reached |= near.clone;
        before.jumps += near.jump.shared(&position.empty);
    });
    let replies = |mv: &Move| match after(game, position, &before, *mv) {
        0 => count::replies(game, position, by, *mv),
        replies => u64::from(replies),
    };
    moves.iter().map(replies).sum()
}

/// Returns the number of clones and jumps that the other side has after a move;
/// 0 where there are none, or too little is known.
#[inline(always)]
fn after<const W: usize, const S: usize>(
    game: &Ataxx<W, S>,
    position: &Position<W, S>,
    before: &Before<W>,
    mv: Move,
) -> u32 {
    let near = |site: Site| game.reach.near.at(site);
    let mut own = position.own[1 - usize::from(position.mover)];
    let (mut empty, mut jumps) = (position.empty, before.jumps);
    // Distances are the same there and back: what jumps onto a site is what the
    // site could jump onto.
    let to = match mv {
        Move::Clone(to) => to,
        Move::Jump(from, to) => {
            empty.insert(from);
            jumps += near(from).jump.shared(&own);
            to
        }
        Move::Pass | Move::Said { .. } | Move::Wall(_) => return 0,
    };
    empty.remove(to);
    jumps -= near(to).jump.shared(&own);
    let taken = game.taken(position, mv);
    if taken.is_empty() {
        return jumps + before.reached.shared(&empty);
    }
    own = own.without(&taken);
    if own.is_empty() {
        return 0;
    }
    taken.each(|site| jumps -= game.reach.near.at(site).jump.shared(&empty));
    let mut reached = Bits::EMPTY;
    own.each(|site| reached |= game.reach.near.at(site).clone);
    jumps + reached.shared(&empty)
}
