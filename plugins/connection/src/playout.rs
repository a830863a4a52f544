//! Random games to the end, in loops of their own for speed.

use boardloom_sdk::random::Random;
use boardloom_sdk::{Game, PlayoutPolicy, PlayoutSummary, Seat, Site, Status};

use crate::boundary::BoundaryTable;
use crate::game::Connection;
use crate::knowledge;
use crate::moves::Move;
use crate::objectives::WinKind;
use crate::position::{Phase, Position, Win};

/// The list that receives the played moves, if it is wanted.
type Played<'a> = Option<&'a mut Vec<(Seat, Move)>>;

/// Plays random moves, as [`Game::playout`] asks for.
pub fn play_to_end(
    game: &Connection,
    position: &mut Position,
    random: &mut Random,
    policy: PlayoutPolicy,
    most: u32,
    mut played: Played<'_>,
) -> PlayoutSummary {
    let mut summary = PlayoutSummary { plies: 0, choices: 0, over: false };
    while position.turn.phase != Phase::Play && summary.plies < most {
        let Status::Turn(by) = game.status(position) else {
            return PlayoutSummary { over: true, ..summary };
        };
        let count = game.count_moves(position, by);
        let mv = game.nth_move(position, by, random.below(count));
        game.play_fast(position, by, mv);
        if let Some(played) = &mut played {
            played.push((by, mv));
        }
        summary.choices += count;
        summary.plies += 1;
    }
    if game.status(position) == Status::Over {
        return PlayoutSummary { over: true, ..summary };
    }
    let is_plain = game.seats == 2 && !game.ruleset.rules.misere;
    let informed = policy == PlayoutPolicy::Informed && is_plain;
    let is_unlimited = (most - summary.plies) as usize >= position.groups.placements().len();
    match game.boundary.as_ref().filter(|_| is_unlimited) {
        Some(table) if informed => fill::<true>(game, table, position, random, summary, played),
        Some(table) => fill::<false>(game, table, position, random, summary, played),
        None if informed => place_each::<true>(game, position, random, summary, most, played),
        None => place_each::<false>(game, position, random, summary, most, played),
    }
}

/// Fills the board with stones, then finds the winner and the deciding ply. The result is that of
/// [`place_each`].
fn fill<const INFORMED: bool>(
    game: &Connection,
    table: &BoundaryTable,
    position: &mut Position,
    random: &mut Random,
    summary: PlayoutSummary,
    played: Played<'_>,
) -> PlayoutSummary {
    let Position { groups, turn, filled } = position;
    let (stones, graph) = (game.ruleset.rules.stones_per_turn, &game.objectives.graph);
    let count = groups.placements().len() as u64;
    let mut drawn = random.clone();
    let mut reply = None;
    filled.begin(table, groups);
    for left in (1..=count).rev() {
        let color = turn.color;
        let site = match reply.take() {
            Some(site) => site,
            None if INFORMED => groups.empty_site(drawn.below(left)),
            None => groups.take_placement(drawn.below(left)),
        };
        filled.place(site, color);
        if INFORMED {
            groups.set_color(site, color);
        }
        turn.stones_left -= 1;
        if turn.stones_left == 0 {
            turn.next_turn(2, stones);
            if INFORMED {
                let ply = summary.plies + (count - left) as u32 + 1;
                reply = knowledge::bridge_reply(graph, groups, site, color ^ 1, ply);
            }
        }
    }
    let (color, plies) = table.winner(filled);
    let order = &filled.order[..usize::from(plies)];
    if let Some(played) = played {
        let by = |site: &Site| turn.seat_of(filled.color(*site));
        played.extend(order.iter().map(|site| (by(site), Move::Place(*site))));
    }
    let site = *order.last().expect("the game was not over");
    turn.win = Some(Win { color, kind: WinKind::Sides, site });
    if INFORMED {
        *random = drawn;
    } else {
        // As if only the numbers for the played plies were drawn.
        random.skip(u64::from(plies));
    }
    let choices = (0..u64::from(plies)).map(|ply| count - ply).sum::<u64>();
    PlayoutSummary {
        plies: summary.plies + u32::from(plies),
        choices: summary.choices + choices,
        over: true,
    }
}

/// Places stones until a colour has won or the board is full; informed, an intrusion into
/// a bridge is answered by the reply that saves it.
fn place_each<const INFORMED: bool>(
    game: &Connection,
    position: &mut Position,
    random: &mut Random,
    mut summary: PlayoutSummary,
    most: u32,
    mut played: Played<'_>,
) -> PlayoutSummary {
    let stones = game.ruleset.rules.stones_per_turn;
    let mut reply = None;
    while summary.plies < most {
        let count = position.groups.placements().len() as u64;
        let site = match reply.take() {
            Some(site) => site,
            None => position.groups.empty_site(random.below(count)),
        };
        let color = position.turn.color;
        if let Some(played) = &mut played {
            played.push((position.turn.seat_of(color), Move::Place(site)));
        }
        summary.choices += count;
        summary.plies += 1;
        let result = game.objectives.place_forever(&mut position.groups, site, color);
        game.record_win(&mut position.turn, site, result);
        if position.turn.win.is_some() {
            summary.over = true;
            break;
        }
        position.turn.stones_left -= 1;
        if position.turn.stones_left == 0 {
            position.turn.next_turn(game.seats, stones);
            if INFORMED && count > 1 {
                let (graph, groups) = (&game.objectives.graph, &position.groups);
                reply = knowledge::bridge_reply(graph, groups, site, color ^ 1, summary.plies);
            }
        }
        if count == 1 {
            summary.over = true;
            break;
        }
    }
    summary
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

    /// Plays from a position stone by stone and by filling the board; results and moves
    /// have to agree.
    fn compare<const INFORMED: bool>(
        game: &Connection,
        from: &Position,
        seed: u64,
    ) -> PlayoutSummary {
        let table = game.boundary.as_ref().expect("a board of Hex");
        let begun = PlayoutSummary { plies: 0, choices: 0, over: false };
        let (mut random, mut drawn) = (Random::new(seed), Random::new(seed));
        let (mut one, mut other) = (from.clone(), from.clone());
        let (mut moves, mut filled) = (Vec::new(), Vec::new());
        let most = u32::MAX;
        let run =
            place_each::<INFORMED>(game, &mut one, &mut random, begun, most, Some(&mut moves));
        let whole = fill::<INFORMED>(game, table, &mut other, &mut drawn, begun, Some(&mut filled));
        assert_eq!((run, &moves), (whole, &filled), "seed {seed}");
        assert_eq!(one.turn.win.map(|win| win.color), other.turn.win.map(|win| win.color));
        assert_eq!(one.turn.win.map(|win| win.site), other.turn.win.map(|win| win.site));
        assert!(INFORMED || random == drawn, "seed {seed}");
        run
    }

    #[test]
    fn filling_the_board_agrees_with_placing_each_stone() {
        let more = [r#", "misere": true"#, r#", "stones_per_turn": 2, "first_turn_stones": 1"#];
        for (side, more) in [(2, ""), (3, ""), (4, more[0]), (5, ""), (7, more[1]), (11, "")] {
            let game = hex(side, more);
            let mut lengths = std::collections::BTreeSet::new();
            for seed in 0..300 {
                let mut random = Random::new(seed);
                let mut from = game.start();
                // From the start, and with stones on the board.
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
