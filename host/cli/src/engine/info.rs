//! `info` lines: the results of a running search.

use std::fmt::Write as _;
use std::time::Duration;

use boardloom_contract::{Seat, Variation};

use crate::cli::Protocol;

/// The score of a won game in UAI, minus the plies to its end.
const WIN_SCORE: i32 = 30_000;

/// Returns an `info` line for each variation, best first; without variations, one
/// line with time and nodes.
pub fn lines(
    protocol: Protocol,
    variations: &[Variation],
    seat: Seat,
    nodes: u64,
    took: Duration,
) -> Vec<String> {
    let rate = (nodes as f64 / took.as_secs_f64().max(1e-6)).round();
    let cost = format!("time {} nodes {nodes} nps {rate}", took.as_millis());
    if variations.is_empty() {
        return vec![format!("info {cost}")];
    }
    let several = variations.len() > 1;
    let line = |(rank, line): (usize, &Variation)| {
        let mut text = format!("info depth {}", line.depth.max(1));
        if several {
            let _ = write!(text, " multipv {}", rank + 1);
        }
        let _ = write!(text, " score {} {cost} pv", score(protocol, line, seat));
        line.moves.iter().for_each(|mv| text.extend([" ", mv]));
        text
    };
    variations.iter().enumerate().map(line).collect()
}

/// Formats a variation's score for the mover. UGI has `mate` in plies for forced
/// ends; UAI has centipawns only.
fn score(protocol: Protocol, line: &Variation, seat: Seat) -> String {
    match (line.forced, protocol) {
        (Some(plies), Protocol::Ugi) => format!("mate {plies}"),
        (Some(plies), Protocol::Uai) => {
            let score = WIN_SCORE - plies.abs().min(WIN_SCORE / 2);
            format!("cp {}", if plies < 0 { -score } else { score })
        }
        (None, _) => {
            let value = line.value.get(usize::from(seat)).copied().unwrap_or(5000);
            format!("cp {}", line.units.unwrap_or_else(|| centipawns(value)))
        }
    }
}

/// Converts a winning chance (0 to 10,000) to the rating difference of the Elo
/// formula: 50% is 0, 75% is 191.
fn centipawns(value: u16) -> i32 {
    let share = (f64::from(value) / 10_000.0).clamp(0.001, 0.999);
    (400.0 * (share / (1.0 - share)).log10()).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Protocol;

    fn line(units: Option<i32>, forced: Option<i32>) -> Variation {
        let moves = vec!["a1".to_owned(), "b2".to_owned()];
        Variation { moves, visits: 9, value: vec![7500, 2500], units, forced, depth: 3 }
    }

    #[test]
    fn lines_contain_depth_score_cost_and_moves() {
        let took = Duration::from_millis(20);
        let info = |protocol, found: &[Variation], seat| lines(protocol, found, seat, 100, took);
        let one = info(Protocol::Uai, &[line(Some(-120), None)], 0);
        assert_eq!(one, ["info depth 3 score cp -120 time 20 nodes 100 nps 5000 pv a1 b2"]);
        let two = info(Protocol::Ugi, &[line(None, None), line(None, Some(-4))], 1);
        assert_eq!(
            two,
            [
                "info depth 3 multipv 1 score cp -191 time 20 nodes 100 nps 5000 pv a1 b2",
                "info depth 3 multipv 2 score mate -4 time 20 nodes 100 nps 5000 pv a1 b2",
            ]
        );
        let won = info(Protocol::Uai, &[line(None, Some(5))], 0);
        assert_eq!(won, ["info depth 3 score cp 29995 time 20 nodes 100 nps 5000 pv a1 b2"]);
        assert_eq!(info(Protocol::Uai, &[], 0), ["info time 20 nodes 100 nps 5000"]);
    }
}
