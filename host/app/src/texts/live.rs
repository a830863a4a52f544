//! Rulesets and plugins that change while they are in use.

texts! { "live";
    faulty = "Your edit has faults: the old rules hold.";
    fold = "Fold";
    unfold = "Show";
    mended = "The fault is mended: the rules are as they were.";
    same = "Ruleset and plugin are as they were.";
    clock = "The clock of a game that runs stays; a new game has the new one.";
    rules_changed = "The rules were changed.";
    all_fit(moves: usize) = "All {moves} moves fit the new rules." or one "The move fits the new rules.";
    some_fit(fits: usize, moves: usize) = "{fits} of {moves} moves fit the new rules.";
    and = " and ";
    choice_dropped(key: &str) = "The choice of {key} fell away: it is not offered any more.";
    choices_dropped(keys: &str) = "The choices of {keys} fell away: they are not offered any more.";
    gone(name: &str) = "The file of {name} is gone; this game keeps its own copy.";
}

/// Tells what came of rules that changed.
pub fn changed(fits: usize, tried: usize, dropped: &[&str], clock: bool) -> String {
    let mut text = match tried {
        0 => rules_changed().to_owned(),
        n if fits == n => all_fit(n),
        n => some_fit(fits, n),
    };
    if !dropped.is_empty() {
        text = format!("{text} {}", self::dropped(dropped));
    }
    if clock {
        text = format!("{text} {}", self::clock());
    }
    text
}

/// Tells which choices fell away.
pub fn dropped(keys: &[&str]) -> String {
    match keys {
        [only] => choice_dropped(only),
        all => choices_dropped(&all.join(and())),
    }
}
