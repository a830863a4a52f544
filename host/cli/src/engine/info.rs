//! What a search tells while it runs.

use std::fmt::Write as _;
use std::time::Duration;

use boardloom_contract::{Seat, Variation};

use super::protocol::Protocol;

/// The score of a game that is won; fewer plies to the end are worth more.
const WON: i32 = 30_000;

/// Returns the `info` lines of what a search found, best line first; one without
/// a line of play where it found none.
pub fn lines(
    protocol: Protocol,
    found: &[Variation],
    seat: Seat,
    nodes: u64,
    took: Duration,
) -> Vec<String> {
    let rate = (nodes as f64 / took.as_secs_f64().max(1e-6)).round();
    let spent = format!("time {} nodes {nodes} nps {rate}", took.as_millis());
    if found.is_empty() {
        return vec![format!("info {spent}")];
    }
    let several = found.len() > 1;
    let line = |(rank, line): (usize, &Variation)| {
        let mut text = format!("info depth {}", line.depth.max(1));
        if several {
            let _ = write!(text, " multipv {}", rank + 1);
        }
        let _ = write!(text, " score {} {spent} pv", score(protocol, line, seat));
        line.moves.iter().for_each(|mv| text.extend([" ", mv]));
        text
    };
    found.iter().enumerate().map(line).collect()
}

/// Returns the value of a line for the mover. UGI has a word for a forced end,
/// in plies; UAI knows hundredths alone.
fn score(protocol: Protocol, line: &Variation, seat: Seat) -> String {
    match (line.forced, protocol) {
        (Some(plies), Protocol::Ugi) => format!("mate {plies}"),
        (Some(plies), Protocol::Uai) => {
            let score = WON - plies.abs().min(WON / 2);
            format!("cp {}", if plies < 0 { -score } else { score })
        }
        (None, _) => {
            let value = line.value.get(usize::from(seat)).copied().unwrap_or(5000);
            format!("cp {}", line.units.unwrap_or_else(|| hundredths(value)))
        }
    }
}

/// Returns a chance of winning, of ten thousand, as a score: the difference in
/// strength that would give it by the formula of Elo, so that even chances are
/// nought and three of four are 191.
fn hundredths(value: u16) -> i32 {
    let share = (f64::from(value) / 10_000.0).clamp(0.001, 0.999);
    (400.0 * (share / (1.0 - share)).log10()).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(units: Option<i32>, forced: Option<i32>) -> Variation {
        let moves = vec!["a1".to_owned(), "b2".to_owned()];
        Variation { moves, visits: 9, value: vec![7500, 2500], units, forced, depth: 3 }
    }

    #[test]
    fn lines_tell_depth_score_cost_and_moves() {
        let took = Duration::from_millis(20);
        let told = |protocol, found: &[Variation], seat| lines(protocol, found, seat, 100, took);
        let one = told(Protocol::Uai, &[line(Some(-120), None)], 0);
        assert_eq!(one, ["info depth 3 score cp -120 time 20 nodes 100 nps 5000 pv a1 b2"]);
        let two = told(Protocol::Ugi, &[line(None, None), line(None, Some(-4))], 1);
        assert_eq!(
            two,
            [
                "info depth 3 multipv 1 score cp -191 time 20 nodes 100 nps 5000 pv a1 b2",
                "info depth 3 multipv 2 score mate -4 time 20 nodes 100 nps 5000 pv a1 b2",
            ]
        );
        let won = told(Protocol::Uai, &[line(None, Some(5))], 0);
        assert_eq!(won, ["info depth 3 score cp 29995 time 20 nodes 100 nps 5000 pv a1 b2"]);
        assert_eq!(told(Protocol::Uai, &[], 0), ["info time 20 nodes 100 nps 5000"]);
    }
}
