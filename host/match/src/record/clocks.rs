//! Clocks in a record: the tags of the time control, of time carried over and of the running turn.

use std::time::Duration;

use boardloom_ruleset::time_control::{MAX_COUNT, parse_count, parse_seconds};

use crate::clock::{Clock, TimeControl, TimeLeft, seconds};
use crate::game_match::{Decision, MatchSetup, Turn};
use crate::game_tree::{GameEvent, GameTree, NodeId};

/// Marks an arcade clock whose rest is carried over.
const CARRY: &str = "carry";

/// Returns the values of the `Clock` tag; `None` without a clock.
pub(super) fn words(control: &TimeControl) -> Option<Vec<String>> {
    let text = match *control {
        TimeControl::Untimed => return None,
        TimeControl::Simple { main } => format!("simple {}", seconds(main)),
        TimeControl::Fischer { main, increment } => {
            format!("fischer {} {}", seconds(main), seconds(increment))
        }
        TimeControl::ByoYomi { main, periods, period } => {
            format!("byo-yomi {} {periods} {}", seconds(main), seconds(period))
        }
        TimeControl::Arcade { main, coin, coins, carry } => {
            let carry = if carry { CARRY } else { "" };
            format!("arcade {} {} {coins} {carry}", seconds(main), seconds(coin))
        }
    };
    Some(text.split_whitespace().map(str::to_owned).collect())
}

pub(super) fn control(words: &[String]) -> Result<TimeControl, String> {
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    match texts[..] {
        ["none"] => Ok(TimeControl::Untimed),
        ["simple", main] => Ok(TimeControl::Simple { main: parse_seconds(main)? }),
        ["fischer", main, increment] => Ok(TimeControl::Fischer {
            main: parse_seconds(main)?,
            increment: parse_seconds(increment)?,
        }),
        ["byo-yomi", main, periods, period] => Ok(TimeControl::ByoYomi {
            main: parse_seconds(main)?,
            periods: count(periods)?,
            period: parse_seconds(period)?,
        }),
        ["arcade", main, coin, coins] | ["arcade", main, coin, coins, CARRY] => {
            Ok(TimeControl::Arcade {
                main: parse_seconds(main)?,
                coin: parse_seconds(coin)?,
                coins: count(coins)?,
                carry: texts.len() > 4,
            })
        }
        _ => Err("expected a clock: none, simple MAIN, fischer MAIN INCREMENT, byo-yomi MAIN \
                  PERIODS PERIOD or arcade MAIN COIN COINS [carry], times in seconds"
            .to_owned()),
    }
}

pub(super) fn carried(seat: usize, time: &TimeLeft) -> [String; 3] {
    [(seat + 1).to_string(), seconds(time.main), time.coins.to_string()]
}

pub(super) fn carry(setup: &mut MatchSetup, words: &[String]) -> Result<(), String> {
    let expected = || "expected [Carried \"SEAT\" \"SECONDS\" \"COINS\"]".to_owned();
    let [place, main, coins] = words else { return Err(expected()) };
    let place = place.parse::<u8>().ok().filter(|place| *place > 0).ok_or_else(expected)?;
    let (seats, fresh) = (usize::from(place), TimeLeft::at_start(&setup.control));
    if setup.carried.len() < seats {
        setup.carried.resize(seats, fresh);
    }
    let (main, coins) = (parse_seconds(main)?, count(coins)?);
    setup.carried[seats - 1] = TimeLeft { main, coins, ..fresh };
    Ok(())
}

/// Returns the values of the `Turn` tag; `at` numbers the node where the turn began.
pub(crate) fn running(turn: &Turn, at: usize) -> [String; 4] {
    [at.to_string(), seconds(turn.spent), turn.coins.to_string(), seconds(turn.paused)]
}

pub(crate) fn turn(words: &[&str]) -> Result<Turn, String> {
    let [at, spent, coins, paused] = words else {
        return Err("expected [Turn \"POSITION\" \"SPENT\" \"COINS\" \"PAUSED\"]".to_owned());
    };
    Ok(Turn {
        at: NodeId(number(at)?),
        // Known after the replay.
        seat: None,
        spent: parse_seconds(spent)?,
        coins: count(coins)?,
        paused: parse_seconds(paused)?,
    })
}

/// Returns the values of a `Decided` tag.
pub(crate) fn decided(decision: &Decision) -> [String; 5] {
    let Decision { seat, mv, took, coins, paused } = decision;
    let took = took.map_or_else(|| "-".to_owned(), seconds);
    [(seat + 1).to_string(), took, coins.to_string(), seconds(*paused), mv.clone()]
}

pub(crate) fn decision(words: &[&str]) -> Result<Decision, String> {
    let expected =
        || "expected [Decided \"SEAT\" \"SECONDS\" \"COINS\" \"PAUSED\" \"MOVE\"]".to_owned();
    let [place, took, coins, paused, mv] = words else { return Err(expected()) };
    let place = place.parse::<u8>().ok().filter(|place| (1..=16).contains(place));
    let took = if *took == "-" { None } else { Some(parse_seconds(took)?) };
    Ok(Decision {
        seat: place.ok_or_else(expected)? - 1,
        mv: (*mv).to_owned(),
        took,
        coins: count(coins)?,
        paused: parse_seconds(paused)?,
    })
}

/// Returns the time left of each mover after its move, by node; empty without a clock.
pub(super) fn left(tree: &GameTree, opening: &Clock) -> Vec<Option<TimeLeft>> {
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
        let seat = node.event().and_then(GameEvent::seat);
        let timed = node.took.is_some() || node.coins > 0;
        left.push(seat.filter(|_| timed).and_then(|seat| clock.time(seat, Duration::ZERO)));
        clocks.push(clock);
    }
    left
}

/// Returns the `[left ...]` annotation.
pub(super) fn left_words(control: &TimeControl, time: &TimeLeft) -> String {
    let main = seconds(time.main);
    match control {
        TimeControl::ByoYomi { .. } => format!("[left {main} {}]", time.periods),
        TimeControl::Arcade { .. } => format!("[left {main} {}]", time.coins),
        _ => format!("[left {main}]"),
    }
}

pub(super) fn count(text: &str) -> Result<u32, String> {
    let expected = || format!("expected a whole number up to {MAX_COUNT}, found `{text}`");
    parse_count(text).ok_or_else(expected)
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected a whole number, found `{text}`"))
}
