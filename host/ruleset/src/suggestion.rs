//! "Did you mean ...?"

/// Returns the name that was most likely meant, or none where all are far off.
pub(crate) fn nearest<'a>(
    wanted: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let lower = wanted.to_lowercase();
    let allowed = (wanted.chars().count().max(3) + 1) / 3;
    names
        .into_iter()
        .filter(|name| *name != wanted)
        .filter_map(|name| {
            let other = name.to_lowercase();
            let distance = strsim::damerau_levenshtein(&lower, &other);
            let likely = distance <= allowed
                || (lower.chars().count() >= 3
                    && (other.contains(&lower) || lower.contains(&other)))
                    && other.chars().count() >= 3;
            likely.then_some((distance, name))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Returns names in backquotes with commas and a last joining word.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>, word: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    joined(&names, word)
}

/// Returns phrases with commas and a last joining word.
pub(crate) fn joined(phrases: &[String], word: &str) -> String {
    match phrases {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// Returns a help text: the nearest name, or else all there are.
pub(crate) fn suggest(wanted: &str, names: &[&str], all: &str) -> Option<String> {
    match nearest(wanted, names.iter().copied()) {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None if names.is_empty() => None,
        None if names.len() == 1 => Some(format!("the only one there is is `{}`", names[0])),
        None => Some(format!("{all} {}", listed(names.iter().copied(), "and"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_mended_and_strangers_are_not() {
        let names = ["move_limit", "clone", "jump", "repetition"];
        let check = |wanted, expected: Option<&str>| {
            assert_eq!(nearest(wanted, names), expected, "{wanted}");
        };
        check("moev_limit", Some("move_limit"));
        check("Jump", Some("jump"));
        check("limit", Some("move_limit"));
        check("jmup", Some("jump"));
        check("throne", None);
        check("", None);
    }
}
