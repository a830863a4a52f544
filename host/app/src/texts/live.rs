//! Live edit of rulesets and plugins.

texts! { "live";
    with_errors fold unfold mended same clock rules_changed and;
    all_fit(moves: usize) or one;
    some_fit(fits: usize, moves: usize);
    choice_dropped(key: &str);
    choices_dropped(keys: &str);
    gone(name: &str);
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
