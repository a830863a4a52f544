//! Rulesets and plugins that change while they are in use.
#![allow(missing_docs)] // each says itself

pub const FAULTY: &str = "Your edit has faults: the old rules hold.";
pub const FOLD: &str = "Fold";
pub const UNFOLD: &str = "Show";
pub const MENDED: &str = "The fault is mended: the rules are as they were.";
pub const SAME: &str = "Ruleset and plugin are as they were.";
pub const CLOCK: &str = "The clock of a game that runs stays; a new game has the new one.";

/// Tells what came of rules that changed.
pub fn changed(fits: usize, tried: usize, dropped: &[&str], clock: bool) -> String {
    let mut text = match tried {
        0 => "The rules were changed.".to_owned(),
        1 if fits == 1 => "The move fits the new rules.".to_owned(),
        n if fits == n => format!("All {n} moves fit the new rules."),
        n => format!("{fits} of {n} moves fit the new rules."),
    };
    if !dropped.is_empty() {
        text = format!("{text} {}", self::dropped(dropped));
    }
    if clock {
        text = format!("{text} {CLOCK}");
    }
    text
}

/// Tells which choices fell away.
pub fn dropped(keys: &[&str]) -> String {
    match keys {
        [only] => format!("The choice of {only} fell away: it is not offered any more."),
        all => {
            let all = all.join(" and ");
            format!("The choices of {all} fell away: they are not offered any more.")
        }
    }
}

/// Tells that a ruleset is not there any more.
pub fn gone(name: &str) -> String {
    format!("The file of {name} is gone; this game keeps its own copy.")
}
