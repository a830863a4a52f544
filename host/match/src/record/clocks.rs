//! Clocks in a record: the tags of the clock, of what was carried over and of
//! the turn that runs, and spans of time as text.

use std::time::Duration;

use crate::clock::{Clock, Control, Time};
use crate::match_::{GameTree, NodeId, Turn};

/// The word for an arcade clock of which the rest is played on.
const CARRY: &str = "carry";

/// Returns the values of the clock's tag; none where there is no clock.
pub(super) fn words(control: &Control) -> Option<Vec<String>> {
    let words = match *control {
        Control::Untimed => return None,
        Control::Simple { main } => vec!["simple".to_owned(), seconds(main)],
        Control::Fischer { main, increment } => {
            vec!["fischer".to_owned(), seconds(main), seconds(increment)]
        }
        Control::ByoYomi { main, periods, period } => {
            vec!["byo-yomi".to_owned(), seconds(main), periods.to_string(), seconds(period)]
        }
        Control::Arcade { main, coin, coins, carry } => {
            let mut words =
                vec!["arcade".to_owned(), seconds(main), seconds(coin), coins.to_string()];
            words.extend(carry.then(|| CARRY.to_owned()));
            words
        }
    };
    Some(words)
}

/// Reads the values of the clock's tag.
pub(super) fn control(words: &[String]) -> Result<Control, String> {
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    match texts[..] {
        ["none"] => Ok(Control::Untimed),
        ["simple", main] => Ok(Control::Simple { main: duration(main)? }),
        ["fischer", main, increment] => {
            Ok(Control::Fischer { main: duration(main)?, increment: duration(increment)? })
        }
        ["byo-yomi", main, periods, period] => Ok(Control::ByoYomi {
            main: duration(main)?,
            periods: number(periods)?,
            period: duration(period)?,
        }),
        ["arcade", main, coin, coins] | ["arcade", main, coin, coins, CARRY] => {
            Ok(Control::Arcade {
                main: duration(main)?,
                coin: duration(coin)?,
                coins: number(coins)?,
                carry: texts.len() > 4,
            })
        }
        _ => Err("expected a clock: none, simple MAIN, fischer MAIN INCREMENT, byo-yomi MAIN \
                  PERIODS PERIOD or arcade MAIN COIN COINS [carry], times in seconds"
            .to_owned()),
    }
}

/// Returns the values of the tag of what a seat carried over.
pub(super) fn carried(seat: usize, time: &Time) -> [String; 3] {
    [(seat + 1).to_string(), seconds(time.main), time.coins.to_string()]
}

/// Reads the values of such a tag, in the order of the seats.
pub(super) fn carry(
    all: &mut Vec<Time>,
    control: &Control,
    words: &[String],
) -> Result<(), String> {
    let expected = || "expected [Carried \"SEAT\" \"SECONDS\" \"COINS\"]".to_owned();
    let [place, main, coins] = words else { return Err(expected()) };
    let place = place.parse::<u8>().ok().filter(|place| *place > 0).ok_or_else(expected)?;
    let time = Time { main: duration(main)?, coins: number(coins)?, ..control.at_start() };
    let seats = usize::from(place);
    if all.len() < seats {
        all.resize(seats, control.at_start());
    }
    all[seats - 1] = time;
    Ok(())
}

/// Returns the values of the tag of the turn that runs, `at` being the number of
/// the position in which it began.
pub(super) fn running(turn: &Turn, at: usize) -> [String; 4] {
    [at.to_string(), seconds(turn.spent), turn.coins.to_string(), seconds(turn.paused)]
}

/// Reads the values of such a tag.
pub(crate) fn turn(words: &[&str]) -> Result<Turn, String> {
    let [at, spent, coins, paused] = words else {
        return Err("expected [Turn \"POSITION\" \"SPENT\" \"COINS\" \"PAUSED\"]".to_owned());
    };
    Ok(Turn {
        at: NodeId(number(at)?),
        // Whose it is shows once it is replayed.
        seat: None,
        spent: duration(spent)?,
        coins: number(coins)?,
        paused: duration(paused)?,
    })
}

/// Returns what each mover had left after its move, by node; nothing where there
/// is no clock.
pub(super) fn left(tree: &GameTree, opening: &Clock) -> Vec<Option<Time>> {
    if !opening.is_timed() {
        return Vec::new();
    }
    let mut clocks = vec![opening.clone()];
    let mut left = vec![None];
    // A node is never older than the one before it.
    for id in (1..tree.len()).map(|number| NodeId(number as u32)) {
        let node = tree.node(id);
        let before = node.parent().expect("only the root has none").0 as usize;
        let mut clock = clocks[before].clone();
        clock.follow(node);
        let seat = node.event().and_then(crate::match_::Event::seat);
        let timed = node.took.is_some() || node.coins > 0;
        left.push(seat.filter(|_| timed).and_then(|seat| clock.time(seat, Duration::ZERO)));
        clocks.push(clock);
    }
    left
}

/// Returns what is left as an annotation: seconds, and the periods or coins
/// beside them.
pub(super) fn left_words(control: &Control, time: &Time) -> String {
    let main = seconds(time.main);
    match control {
        Control::ByoYomi { .. } => format!("[left {main} {}]", time.periods),
        Control::Arcade { .. } => format!("[left {main} {}]", time.coins),
        _ => format!("[left {main}]"),
    }
}

/// Returns a span in seconds, with no more decimals than it needs.
pub fn seconds(span: Duration) -> String {
    let text = format!("{}.{:09}", span.as_secs(), span.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads a span in seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let fault = || format!("expected seconds, as 12 or 12.5, found `{text}`");
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 9 {
        return Err(fault());
    }
    let nanos: u32 = format!("{part:0<9}").parse().map_err(|_| fault())?;
    Ok(Duration::new(whole.parse().map_err(|_| fault())?, nanos))
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected a whole number, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_survive() {
        for text in ["0", "12", "12.5", "0.000000001", "3600.25"] {
            assert_eq!(seconds(duration(text).unwrap()), text);
        }
        for text in ["", ".5", "1.", "-1", "1e3", "1.0000000001", "99999999999999999999"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
