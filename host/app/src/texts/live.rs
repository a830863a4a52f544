//! Rulesets and plugins that change while they are in use.

texts! { "live";
    faulty = "Your edit has errors; the previous rules stay in force.";
    fold = "Fold";
    unfold = "Show";
    mended = "The error is fixed; the rules are unchanged.";
    same = "Rules and plugin are unchanged.";
    clock = "The running clock stays; the next game has the new one.";
    rules_changed = "The rules were changed.";
    all_fit(moves: usize) = "All {moves} moves fit the new rules." or one "The move fits the new rules.";
    some_fit(fits: usize, moves: usize) = "{fits} of {moves} moves fit the new rules.";
    and = " and ";
    choice_dropped(key: &str) = "The choice of {key} was dropped: it is no longer offered.";
    choices_dropped(keys: &str) = "The choices of {keys} were dropped: they are no longer offered.";
    gone(name: &str) = "The file of {name} is gone; this game keeps its copy of the rules.";
}

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

pub fn dropped(keys: &[&str]) -> String {
    match keys {
        [only] => choice_dropped(only),
        all => choices_dropped(&all.join(and())),
    }
}
