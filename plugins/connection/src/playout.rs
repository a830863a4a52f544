//! Games at random to their end, stone after stone in one loop.

use boardloom_sdk::random::Random;
use boardloom_sdk::{Game, PlayoutPolicy, PlayoutSummary, Seat, Site, Status};

use crate::front::Front;
use crate::game::Connection;
use crate::goals::Reached;
use crate::knowledge;
use crate::moves::Move;
use crate::position::{Phase, Position, Win};

/// The moves played, for those who want to know.
type Played<'a> = Option<&'a mut Vec<(Seat, Move)>>;

/// Plays on at random, as [`Game::playout`] asks for.
pub fn play_to_end(
    game: &Connection,
    position: &mut Position,
    random: &mut Random,
    policy: PlayoutPolicy,
    most: u32,
    mut played: Played<'_>,
) -> PlayoutSummary {
    let mut run = PlayoutSummary { plies: 0, choices: 0, over: false };
    while position.turn.phase != Phase::Play && run.plies < most {
        let Status::Turn(by) = game.status(position) else {
            return PlayoutSummary { over: true, ..run };
        };
        let count = game.count_moves(position, by);
        let mv = game.nth_move(position, by, random.below(count));
        game.play_fast(position, by, mv);
        if let Some(played) = &mut played {
            played.push((by, mv));
        }
        run.choices += count;
        run.plies += 1;
    }
    if game.status(position) == Status::Over {
        return PlayoutSummary { over: true, ..run };
    }
    let keen = policy == PlayoutPolicy::Informed && game.seats == 2 && !game.ruleset.rules.misere;
    let whole = (most - run.plies) as usize >= position.groups.open().len();
    match game.front.as_ref().filter(|_| whole) {
        Some(front) if keen => full::<true>(game, front, position, random, run, played),
        Some(front) => full::<false>(game, front, position, random, run, played),
        None if keen => stones::<true>(game, position, random, run, most, played),
        None => stones::<false>(game, position, random, run, most, played),
    }
}

/// Fills the board with stones, and asks only then who won and when. What it gives is
/// what [`stones`] does.
fn full<const KEEN: bool>(
    game: &Connection,
    front: &Front,
    position: &mut Position,
    random: &mut Random,
    run: PlayoutSummary,
    played: Played<'_>,
) -> PlayoutSummary {
    let Position { groups, turn, fill } = position;
    let (each, web) = (game.ruleset.rules.stones_per_turn, &game.goals.web);
    let count = groups.open().len() as u64;
    let mut drawn = random.clone();
    let mut reply = None;
    fill.begin(front, groups);
    for left in (1..=count).rev() {
        let color = turn.color;
        let site = match reply.take() {
            Some(site) => site,
            None if KEEN => groups.empty(drawn.below(left)),
            None => groups.pull(drawn.below(left)),
        };
        fill.put(site, color);
        if KEEN {
            groups.show(site, color);
        }
        turn.left -= 1;
        if turn.left == 0 {
            turn.pass_on(2, each);
            if KEEN {
                let number = run.plies + (count - left) as u32 + 1;
                reply = knowledge::kept(web, groups, site, color ^ 1, number);
            }
        }
    }
    let (color, plies) = front.follow(fill);
    let order = &fill.order[..usize::from(plies)];
    if let Some(played) = played {
        let by = |site: &Site| turn.seat_of(fill.color(*site));
        played.extend(order.iter().map(|site| (by(site), Move::Put(*site))));
    }
    let site = *order.last().expect("the game was not over");
    turn.win = Some(Win { color, how: Reached::Sides, site });
    if KEEN {
        *random = drawn;
    } else {
        // As if no more had been drawn than the game needed.
        random.skip(u64::from(plies));
    }
    let choices = (0..u64::from(plies)).map(|ply| count - ply).sum::<u64>();
    PlayoutSummary {
        plies: run.plies + u32::from(plies),
        choices: run.choices + choices,
        over: true,
    }
}

/// Puts stones until somebody has won or the board is full; keenly, what would part two
/// stones is answered by what keeps them joined.
fn stones<const KEEN: bool>(
    game: &Connection,
    position: &mut Position,
    random: &mut Random,
    mut run: PlayoutSummary,
    most: u32,
    mut played: Played<'_>,
) -> PlayoutSummary {
    let each = game.ruleset.rules.stones_per_turn;
    let mut reply = None;
    while run.plies < most {
        let count = position.groups.open().len() as u64;
        let drawn = match reply.take() {
            Some(site) => site,
            None => position.groups.empty(random.below(count)),
        };
        let color = position.turn.color;
        if let Some(played) = &mut played {
            played.push((position.turn.seat_of(color), Move::Put(drawn)));
        }
        run.choices += count;
        run.plies += 1;
        let gain = game.goals.drop(&mut position.groups, drawn, color);
        game.score(&mut position.turn, drawn, gain);
        if position.turn.win.is_some() || count == 1 {
            run.over = true;
            break;
        }
        position.turn.left -= 1;
        if position.turn.left == 0 {
            position.turn.pass_on(game.seats, each);
            if KEEN {
                let (web, groups) = (&game.goals.web, &position.groups);
                reply = knowledge::kept(web, groups, drawn, color ^ 1, run.plies);
            }
        }
    }
    run
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::topology::Adjacency;

    use super::*;
    use crate::ruleset::Ruleset;

    fn hex(side: u32, more: &str) -> Connection {
        let ruleset = format!(
            r#"{{"board": {{"topology": "hex", "shape": {{"rhombus": {side}}}}},
                "rules": {{"goal": "sides", "sides": [["top", "bottom"], ["left", "right"]]{more}}}}}"#
        );
        let ruleset: Ruleset = serde_json::from_str(&ruleset).expect("a ruleset");
        let topology = ruleset.board.topology(Adjacency::Orthogonal).expect("a good board");
        Connection::open(ruleset, topology).expect("a good ruleset")
    }

    /// Plays from a position stone by stone and by filling the board; both have to tell
    /// the same, and the same moves.
    fn compare<const KEEN: bool>(game: &Connection, from: &Position, seed: u64) -> PlayoutSummary {
        let front = game.front.as_ref().expect("a board of Hex");
        let begun = PlayoutSummary { plies: 0, choices: 0, over: false };
        let (mut random, mut drawn) = (Random::new(seed), Random::new(seed));
        let (mut one, mut other) = (from.clone(), from.clone());
        let (mut moves, mut filled) = (Vec::new(), Vec::new());
        let most = u32::MAX;
        let run = stones::<KEEN>(game, &mut one, &mut random, begun, most, Some(&mut moves));
        let whole = full::<KEEN>(game, front, &mut other, &mut drawn, begun, Some(&mut filled));
        assert_eq!((run, &moves), (whole, &filled), "seed {seed}");
        assert_eq!(one.turn.win.map(|win| win.color), other.turn.win.map(|win| win.color));
        assert_eq!(one.turn.win.map(|win| win.site), other.turn.win.map(|win| win.site));
        assert!(KEEN || random == drawn, "seed {seed}");
        run
    }

    #[test]
    fn a_filled_board_tells_what_its_stones_told_one_by_one() {
        let more = [r#", "misere": true"#, r#", "stones_per_turn": 2, "first_turn_stones": 1"#];
        for (side, more) in [(2, ""), (3, ""), (4, more[0]), (5, ""), (7, more[1]), (11, "")] {
            let game = hex(side, more);
            let mut lengths = std::collections::BTreeSet::new();
            for seed in 0..300 {
                let mut random = Random::new(seed);
                let mut from = game.start();
                // From the start, and from where stones stand.
                for _ in 0..random.below(u64::from(side)) {
                    let count = game.count_moves(&from, from.turn.mover());
                    let mv = game.nth_move(&from, 0, random.below(count));
                    game.play_fast(&mut from, 0, mv);
                }
                if game.status(&from) != Status::Over {
                    lengths.insert(compare::<false>(&game, &from, seed).plies);
                    compare::<true>(&game, &from, seed);
                }
            }
            assert!(lengths.len() > 2, "{side}: {lengths:?}");
        }
    }
}
