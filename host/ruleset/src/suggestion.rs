//! "did you mean ...?"

use std::borrow::Cow;

/// The longest name in bytes that is compared or shown whole.
const LONGEST: usize = 100;

/// Returns a text for a message: a long one is cut.
pub fn shorten(text: &str) -> Cow<'_, str> {
    match text.len() <= LONGEST {
        true => text.into(),
        false => format!("{}...", &text[..text.floor_char_boundary(LONGEST - 20)]).into(),
    }
}

/// Returns the name that was most likely meant, or `None` if all are far off.
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let names = names.into_iter().filter(|name| *name != wanted && name.len() <= LONGEST);
    let names: Vec<&str> = names.filter(|_| wanted.len() <= LONGEST).collect();
    // A part of a name begins where a word does: `limit` in `move_limit`.
    let begins = |a: &str, at: usize| !a[..at].ends_with(char::is_alphanumeric);
    let contains = |a: &str, b: &str| {
        b.chars().count() >= 3 && a.match_indices(b).any(|(at, _)| begins(a, at))
    };
    let words = |name: &str| {
        let mut words: Vec<String> = name.split(['_', '-']).map(str::to_lowercase).collect();
        words.sort_unstable();
        words
    };
    let turned = names.iter().copied().find(|name| words(name) == words(wanted));
    turned.or_else(|| boardloom_contract::nearest(wanted, &mut names.iter().copied())).or_else(
        || {
            let lower = wanted.to_lowercase();
            let related = names.into_iter().filter(|name| {
                let other = name.to_lowercase();
                contains(&lower, &other) || contains(&other, &lower)
            });
            related.min_by_key(|name| name.chars().count().abs_diff(wanted.chars().count()))
        },
    )
}

pub fn did_you_mean<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(wanted, names).map(|name| format!("did you mean `{name}`?"))
}

/// Returns `; did you mean ...?`, or nothing, to append to a message.
pub fn suffix<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(wanted, names).map(|hint| format!("; {hint}")).unwrap_or_default()
}

/// Returns the nearest name as a hint, or else all names after `intro`.
pub(crate) fn suggest(wanted: &str, names: &[&str], intro: &str) -> Option<String> {
    did_you_mean(wanted, names.iter().copied()).or_else(|| match names {
        [] => None,
        [only] => Some(format!("the only one is `{only}`")),
        _ => Some(format!("{intro} {}", list_names(names.iter().copied(), "and"))),
    })
}

/// Returns names in backquotes: `a`, `b` and `c`.
pub(crate) fn list_names<'a>(names: impl IntoIterator<Item = &'a str>, word: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    join_phrases(&names, word)
}

/// Returns phrases with commas and a last joining word.
pub(crate) fn join_phrases(phrases: &[String], word: &str) -> String {
    match phrases {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {word} {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let names = ["move_limit", "clone", "jump", "repetition"];
        let check = |wanted, expected: Option<&str>| {
            assert_eq!(nearest(wanted, names), expected, "{wanted}");
        };
        check("moev_limit", Some("move_limit"));
        check("Jump", Some("jump"));
        check("limit", Some("move_limit"));
        check("jmup", Some("jump"));
        check("limit-move", Some("move_limit"));
        check("throne", None);
        assert_eq!(nearest("win", ["unwinnable", "stuck"]), None);
        check("", None);
        assert_eq!(suffix("legl", ["legal", "scores"]), "; did you mean `legal`?");
        assert_eq!(suffix("zzzzzz", ["legal", "scores"]), "");
        let long = "moev_limit".repeat(1_000_000);
        assert_eq!(nearest(&long, names), None);
        assert_eq!(nearest("moev_limit", [long.as_str()]), None);
        assert_eq!((shorten("short"), shorten(&long).len()), ("short".into(), 83));
    }
}
