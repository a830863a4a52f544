//! Checks of the contract and of the search, for a plugin's own tests.

pub use boardloom_contract::harness::*;
use serde_json::Value;

use crate::game::Plugin;
use crate::native::{self, Native};
use crate::search::value;
use crate::{Cursor, GameStatus, Seat, Variation};

/// Native games return no plugin errors.
const SOUND: &str = "no plugin error";

/// Plays random games with a native plugin and checks the contract at every position.
///
/// # Panics
/// If checks fail, with all of them.
pub fn conform<P: Plugin>(ruleset: &str) {
    let report = check(&Native::<P>::new("plugin"), ruleset, &HarnessOptions::default());
    assert!(report.passed(), "{report}");
}

/// Compares alpha-beta search at a fixed depth with plain negamax. The game must have an
/// evaluation, or be over at that depth. With more than two seats all others play against the
/// mover. The transposition table can make the search better informed if lines of different length
/// reach one position: use this for games in which that does not matter.
///
/// # Panics
/// If they differ.
pub fn assert_agrees_with_negamax(cursor: &mut dyn Cursor, depth: u8) {
    let status = cursor.status().expect(SOUND);
    let Some(me) = status.mover() else { return };
    if cursor.count_moves(me).expect(SOUND) < 2 {
        return;
    }
    let position = cursor.write("position").expect(SOUND).unwrap_or_default();
    let settings = format!(r#"{{"kind": "alpha-beta", "depth": {depth}, "selective": false}}"#);
    let search = cursor.search(&settings, 1, 1 << 20).expect(SOUND);
    let mut search = search.expect("good settings");
    while !search.step(7).expect(SOUND).finished {}
    let best = search.report(1).expect(SOUND).swap_remove(0);
    let plain = plain(cursor, depth, 0, me);
    let expected = (
        (!value::is_end(plain)).then_some(plain),
        value::plies_to_end(plain).filter(|_| status.seats.len() == 2 || plain > 0),
    );
    assert_eq!((best.units, best.forced), expected, "at {position}: {best:?}");
}

/// Checks that the lines of a search at a fixed depth have exact values and are in order: compares
/// each with a search after its first move. For games of two seats. The limitation of
/// [`assert_agrees_with_negamax`] applies.
///
/// # Panics
/// If they differ.
pub fn assert_lines_have_exact_values(cursor: &mut dyn Cursor, depth: u8, lines: u16) {
    let me = cursor.status().expect(SOUND).mover().expect("the game goes on");
    let found = lines_at_depth(cursor, depth, lines);
    let moves = cursor.count_moves(me).expect(SOUND);
    assert!(found.len() as u64 <= moves && (found.len() > 1 || moves == 1), "{found:?}");
    let value = |line: &Variation| match (line.units, line.forced) {
        (Some(units), None) => units,
        (None, Some(plies)) if plies > 0 => value::WIN - plies,
        (None, Some(plies)) => -value::WIN - plies,
        _ => panic!("expected a value, found {line:?}"),
    };
    assert!(found.is_sorted_by_key(|line| -value(line)), "best first: {found:?}");
    for line in &found {
        cursor.play(me, &line.moves[0]).expect(SOUND).expect("listed");
        let after = cursor.status().expect(SOUND);
        let own = match (&after.outcome, after.mover()) {
            (Some(outcome), _) => {
                let scores: Vec<i64> = outcome.ranks.iter().map(|rank| -i64::from(*rank)).collect();
                value::end(crate::Ranks::by_score(&scores).worth(me), 1)
            }
            (None, mover) => {
                let reply = value(&lines_at_depth(cursor, depth - 1, 1)[0]);
                let later = if value::is_end(reply) { reply - reply.signum() } else { reply };
                if mover == Some(me) { later } else { -later }
            }
        };
        cursor.undo().expect(SOUND);
        assert_eq!(value(line), own, "{line:?} of {found:?}");
    }
}

fn lines_at_depth(cursor: &mut dyn Cursor, depth: u8, lines: u16) -> Vec<Variation> {
    let settings = serde_json::json!({
        "kind": "alpha-beta", "depth": depth, "selective": false, "lines": lines,
    });
    let search = cursor.search(&settings.to_string(), 1, 1 << 20).expect(SOUND);
    let mut search = search.expect("good settings");
    while !search.step(50).expect(SOUND).finished {}
    search.report(lines).expect(SOUND)
}

/// Checks that a level with its own weights, given as JSON, searches like a ruleset with these
/// weights, and not like this ruleset. For games with an evaluation.
///
/// # Panics
/// If they search differently, or the weights change nothing.
pub fn assert_levels_have_weights<P: Plugin>(ruleset: &str, weights: &str) {
    const GOOD: &str = "a good ruleset";
    let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let mut other = parsed(ruleset);
    other["ai"]["weights"] = parsed(weights);
    let found = |ruleset: &str, settings: &str| {
        let mut cursor = native::open::<P>(ruleset).expect(GOOD).start().expect(SOUND);
        // Some moves after the start, so that the search begins at the current position.
        for _ in 0..3 {
            let by = cursor.status().expect(SOUND).mover().expect("the game goes on");
            let mv = cursor.legal_moves(by, None, 1).expect(SOUND).swap_remove(0);
            cursor.play(by, &mv).expect(SOUND).expect("listed");
        }
        let mut search = cursor.search(settings, 1, 1 << 20).expect(SOUND).expect(GOOD);
        while !search.step(100).expect(SOUND).finished {}
        search.report(3).expect(SOUND)
    };
    let own = found(ruleset, r#"{"depth": 2}"#);
    let level = found(ruleset, &format!(r#"{{"depth": 2, "weights": {weights}}}"#));
    assert_eq!(level, found(&other.to_string(), r#"{"depth": 2}"#));
    assert_ne!(level, own, "{weights}");
}

/// Returns the value of a position for a seat by plain negamax.
fn plain(cursor: &mut dyn Cursor, depth: u8, ply: usize, me: Seat) -> i32 {
    let GameStatus { outcome, acting, seats, .. } = cursor.status().expect(SOUND);
    if let Some(outcome) = outcome {
        let scores: Vec<i64> = outcome.ranks.iter().map(|rank| -i64::from(*rank)).collect();
        return value::end(crate::Ranks::by_score(&scores).worth(me), ply);
    }
    if depth == 0 {
        let mut values = cursor.evaluate().expect(SOUND);
        values.resize(seats.len(), 0);
        return value::seat_lead(&values, usize::from(me));
    }
    let [by] = acting[..] else { panic!("expected one seat to move, found {acting:?}") };
    let moves = cursor.legal_moves(by, None, crate::PAGE).expect(SOUND);
    let values = moves.iter().map(|mv| {
        cursor.play(by, mv).expect(SOUND).expect("listed");
        let value = plain(cursor, depth - 1, ply + 1, me);
        cursor.undo().expect(SOUND);
        value
    });
    let best = if by == me { values.max() } else { values.min() };
    best.expect("a game that goes on has moves")
}
