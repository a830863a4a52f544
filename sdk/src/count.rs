//! Perft and playouts.

use crate::game::{Game, PlayoutPolicy, PlayoutSummary, Status};
use crate::history::{History, LastStep};
use crate::random::{Random, mix};
use crate::undo::{CopyMake, Unmake};
use crate::{CHANCE, PlayoutStats, Seat};

/// Returns the number of move sequences of length `depth`: 1 at depth 0, none below a finished
/// position, also where repetition ends the game. A pass counts, and so does each outcome of
/// chance. With `listed` the last moves are listed and played, else they are counted.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32, listed: bool) -> u64 {
    perft_by::<G, CopyMake>(game, &History::new(game, position.clone()), depth, listed)
}

/// Counts from the current position of a history without a verdict.
pub(crate) fn perft_by<G: Game, M: Unmake<G>>(
    game: &G,
    from: &History<G, M>,
    depth: u32,
    listed: bool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lists = vec![Vec::new(); depth as usize];
    let how = CountMode {
        listed,
        copies: M::copies_in_search(game),
        limit: usize::from(game.repetition_limit()),
    };
    let mut keys = from.reversible_keys().to_vec();
    count_leaves::<G, M>(game, &mut from.position.clone(), how, &mut keys, &mut lists)
}

#[derive(Clone, Copy)]
struct CountMode {
    /// Whether the last moves are played too.
    listed: bool,
    /// Whether moves are taken back by copies.
    copies: bool,
    /// The occurrence of a position that ends the game; 0 without one.
    limit: usize,
}

/// Returns the number of replies to a legal move, by playing it.
pub fn replies<G: Game>(game: &G, position: &G::Position, by: Seat, mv: G::Move) -> u64 {
    let mut next = position.clone();
    game.play_fast(&mut next, by, mv);
    let mut replies = 0;
    each_mover(game.status(&next), |by| replies += game.count_moves(&next, by));
    replies
}

/// Calls `each` for every seat that may act.
#[inline(always)]
fn each_mover(status: Status, mut each: impl FnMut(Seat)) {
    match status {
        Status::Turn(seat) => each(seat),
        Status::Chance => each(CHANCE),
        Status::Together(seats) => {
            (0..16).filter(|seat| seats >> seat & 1 != 0).for_each(each);
        }
        Status::Over => {}
    }
}

/// `keys` are those of the positions that can still recur, the current one last; empty without a
/// limit of repetition.
fn count_leaves<G: Game, M: Unmake<G>>(
    game: &G,
    position: &mut G::Position,
    how: CountMode,
    keys: &mut Vec<u64>,
    lists: &mut [Vec<G::Move>],
) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    let mut count = 0;
    each_mover(game.status(position), |by| {
        if deeper.is_empty() && !how.listed {
            count += game.count_moves(position, by);
            return;
        }
        list.clear();
        game.legal_moves(position, by, list);
        if how.copies && how.limit == 0 && deeper.len() == 1 && !how.listed {
            count += game.count_replies(position, by, list);
            return;
        }
        for mv in list.iter() {
            let irreversible =
                how.limit > 0 && !deeper.is_empty() && game.is_irreversible(position, *mv);
            if how.copies {
                let mut next = position.clone();
                game.play_fast(&mut next, by, *mv);
                count += count_below::<G, M>(game, &mut next, how, (keys, irreversible), deeper);
            } else {
                let undo = M::play(game, position, by, *mv, None);
                count += count_below::<G, M>(game, position, how, (keys, irreversible), deeper);
                M::undo(game, position, undo);
            }
        }
    });
    count
}

/// Counts from a position after a move. A repetition has nothing below it.
fn count_below<G: Game, M: Unmake<G>>(
    game: &G,
    position: &mut G::Position,
    how: CountMode,
    (keys, irreversible): (&mut Vec<u64>, bool),
    lists: &mut [Vec<G::Move>],
) -> u64 {
    if how.limit == 0 || lists.is_empty() {
        return count_leaves::<G, M>(game, position, how, keys, lists);
    }
    let key = game.repetition_key(position);
    if irreversible {
        return count_leaves::<G, M>(game, position, how, &mut vec![key], lists);
    }
    if keys.iter().filter(|other| **other == key).count() + 1 >= how.limit {
        return 0;
    }
    keys.push(key);
    let count = count_leaves::<G, M>(game, position, how, keys, lists);
    keys.pop();
    count
}

/// Plays games at random from the current position of a history.
pub(crate) fn playouts<G: Game, M: Unmake<G>>(
    game: &G,
    from: &History<G, M>,
    games: u32,
    seed: u64,
    cut: u32,
    listed: bool,
) -> PlayoutStats {
    let seats = game.about().seats;
    let mut tally = PlayoutStats { wins: vec![0; usize::from(seats)], ..PlayoutStats::default() };
    let mut random = Random::new(mix(seed));
    let mut list = Vec::new();
    let mut start = from.clone();
    start.forget_undo();
    start.last = LastStep::default();
    let mut history = start.clone();
    for _ in 0..games {
        history.clone_from(&start);
        let mut status = history.status(game);
        let mut run = PlayoutSummary { plies: 0, choices: 0, over: status == Status::Over };
        if !listed && !run.over {
            run = history
                .playout(game, &mut random, PlayoutPolicy::Uniform, cut, None)
                .unwrap_or(run);
        }
        while !run.over && run.plies < cut {
            run.choices +=
                play_random(game, &mut history, status, &mut random, listed, &mut list).0;
            run.plies += 1;
            status = history.status(game);
            run.over = status == Status::Over;
        }
        tally.games += 1;
        tally.plies += u64::from(run.plies);
        tally.choices += run.choices;
        if !run.over {
            tally.cut += 1;
            continue;
        }
        match history.ranks(game).winner() {
            Some(seat) => tally.wins[usize::from(seat)] += 1,
            None => tally.draws += 1,
        }
    }
    tally
}

/// Plays one random move in a position that is not over. Returns the number of legal moves, and
/// the move unless chance made it.
///
/// Always inlined: as a call, returning the result takes a tenth of a playout in the sandbox.
#[inline(always)]
pub(crate) fn play_random<G: Game, M: Unmake<G>>(
    game: &G,
    history: &mut History<G, M>,
    status: Status,
    random: &mut Random,
    listed: bool,
    list: &mut Vec<G::Move>,
) -> (u64, Option<(Seat, G::Move)>) {
    let position = &history.position;
    let by = match status {
        Status::Turn(seat) => seat,
        Status::Together(seats) => {
            let nth = random.below(u64::from(seats.count_ones())) as u32;
            (0..16).filter(|seat| seats >> seat & 1 != 0).nth(nth as usize).unwrap_or(0)
        }
        Status::Chance => {
            let drawn = game.sample_outcome(position, random.draw()).expect("chance can be drawn");
            history.play_fast(game, CHANCE, drawn);
            return (1, None);
        }
        Status::Over => return (0, None),
    };
    let (count, mv) = if listed {
        list.clear();
        game.legal_moves(position, by, list);
        let count = list.len() as u64;
        (count, list[random.below(count) as usize])
    } else {
        game.random_move(position, by, random)
    };
    history.play_fast(game, by, mv);
    (count, Some((by, mv)))
}
