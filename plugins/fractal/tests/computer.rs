//! The evaluation, and the moves that the computer plays.

use boardloom_sdk::random::Random;
use boardloom_sdk::{Game, Status, Undoable, native};
use fractal::{Family, Fractal, Move, Position};

const SQUARE: &str = r#"{"board": {"topology": "subdivision", "fractal": "square"}, "rules": {
    "subdivide": {"max_depth": 2}}}"#;
const TRIANGLE: &str = r#"{"board": {"topology": "subdivision", "fractal": "triangle"}}"#;
const DICE: &str = r#"{"board": {"topology": "subdivision", "fractal": "square"}, "rules": {
    "subdivide": {"who": "always", "chance": {"die": 6, "at_least": 4}}}}"#;

/// Greater values are certain results.
const CERTAIN: i32 = 100_000;

fn value(game: &Fractal, position: &Position) -> i32 {
    let mut values = [0; 2];
    assert!(game.evaluate(position, &mut values));
    values[0] - values[1]
}

fn lead(game: &Fractal, position: &Position) -> i32 {
    let seats = game.seats(position);
    (seats[0].score - seats[1].score) as i32
}

/// Plays to the end while there is one search move; `None` if there is a choice.
fn played_out(game: &Fractal, position: &Position) -> Option<i32> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    while let Status::Turn(by) = game.status(&position) {
        moves.clear();
        game.search_moves(&position, by, &mut moves);
        let [mv] = moves[..] else { return None };
        game.play_fast(&mut position, by, mv);
    }
    Some(lead(game, &position))
}

/// Returns the best lead that the mover can reach, by a search over all moves.
fn searched(game: &Fractal, position: &mut Position) -> i32 {
    let Status::Turn(by) = game.status(position) else {
        let lead = lead(game, position);
        return if position.mover() == 0 { lead } else { -lead };
    };
    let mut moves = Vec::new();
    game.legal_moves(position, by, &mut moves);
    let mut best = i32::MIN;
    for mv in moves {
        let undo = game.play_undoable(position, by, mv, None);
        best = best.max(-searched(game, position));
        game.undo(position, undo);
    }
    best
}

#[test]
fn the_result_is_known_once_nothing_can_be_divided() {
    let mut settled = 0;
    for (seed, ruleset) in (0..60).flat_map(|seed| [(seed, SQUARE), (seed, TRIANGLE)]) {
        let game = Fractal::open(serde_json::from_str(ruleset).unwrap()).ok().unwrap();
        let (mut position, mut random) = (game.start(), Random::new(seed));
        let mut undos: Vec<_> = Vec::new();
        while let Status::Turn(by) = game.status(&position) {
            let before = value(&game, &position);
            let count = game.count_moves(&position, by);
            let mut mv = game.nth_move(&position, by, random.below(count));
            if let Move::Place(_) = mv {
                // Divisions first, so that none are left before the end.
                mv = game.nth_move(&position, by, count - 1);
            }
            undos.push((before, game.play_undoable(&mut position, by, mv, None)));
            let told = value(&game, &position);
            let few = game.count_moves(&position, 1 - by) < 6;
            if told.abs() < CERTAIN || !few || game.status(&position) == Status::Over {
                continue;
            }
            settled += 1;
            let last = played_out(&game, &position).expect("one move is enough");
            assert_eq!((told.signum(), told % CERTAIN), (last.signum(), 100 * last), "seed {seed}");
            let sign = if position.mover() == 0 { 1 } else { -1 };
            assert_eq!(searched(&game, &mut position), sign * last, "seed {seed}");
        }
        for (before, undo) in undos.into_iter().rev() {
            game.undo(&mut position, undo);
            assert_eq!(value(&game, &position), before, "seed {seed}");
        }
    }
    assert!(settled > 100, "{settled}");
}

#[test]
fn greedy_play_takes_points_and_does_not_wait_for_a_die() {
    let mut cursor = native::open::<Family>(DICE).unwrap().start().unwrap();
    // Three corners of a cell and one beside it: the fourth gives black two points.
    for mv in ["0:0,0", "1:1,0", "1:0,1", "0:1,1"] {
        let by = cursor.status().unwrap().mover().unwrap();
        cursor.play(by, mv).unwrap().unwrap();
    }
    let greedy = r#"{"kind": "greedy", "weights": {"one_short": 0, "two_short": 0, "open": 0,
        "tempo": 0, "whole": 0, "divide": 0}}"#;
    for seed in 0..5 {
        let mut search = cursor.search(greedy, seed, 1 << 20).unwrap().unwrap();
        assert!(search.step(1000).unwrap().finished);
        let best = search.report(1).unwrap().swap_remove(0);
        assert_eq!((best.moves[0].as_str(), best.units), ("1:1,1", Some(200)));
    }
}
