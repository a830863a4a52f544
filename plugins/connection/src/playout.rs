//! Games at random to their end, stone after stone in one loop.

use boardloom_sdk::random::Random;
use boardloom_sdk::{Game, Picks, Run, Seat, Status};

use crate::game::Connection;
use crate::knowledge;
use crate::moves::Move;
use crate::position::{Phase, Position};

/// The moves played, for those who want to know.
type Played<'a> = Option<&'a mut Vec<(Seat, Move)>>;

/// Plays on at random, as [`Game::run_out`] asks for.
pub fn run_out(
    game: &Connection,
    position: &mut Position,
    random: &mut Random,
    picks: Picks,
    most: u32,
    mut played: Played<'_>,
) -> Run {
    let mut run = Run { plies: 0, choices: 0, over: false };
    while position.turn.phase != Phase::Play && run.plies < most {
        let Status::Turn(by) = game.status(position) else {
            return Run { over: true, ..run };
        };
        let count = game.count_moves(position, by);
        let mv = game.nth_move(position, by, random.below(count));
        game.advance(position, by, mv);
        if let Some(played) = &mut played {
            played.push((by, mv));
        }
        run.choices += count;
        run.plies += 1;
    }
    if game.status(position) == Status::Over {
        return Run { over: true, ..run };
    }
    let keen = picks == Picks::Keen && game.seats == 2 && !game.ruleset.rules.misere;
    if keen {
        stones::<true>(game, position, random, run, most, played)
    } else {
        stones::<false>(game, position, random, run, most, played)
    }
}

/// Puts stones until somebody has won or the board is full; keenly, what would part two
/// stones is answered by what keeps them joined.
fn stones<const KEEN: bool>(
    game: &Connection,
    position: &mut Position,
    random: &mut Random,
    mut run: Run,
    most: u32,
    mut played: Played<'_>,
) -> Run {
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
                reply = knowledge::kept(game, position, drawn, color ^ 1, run.plies);
            }
        }
    }
    run
}
