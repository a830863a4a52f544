//! The likeliest word that a person meant.

/// Returns the word nearest to what was written, where one is near.
pub fn nearest<'a>(written: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = written.to_lowercase();
    let rated = words.into_iter().map(|word| (strsim::damerau_levenshtein(&lower, word), word));
    let (distance, word) = rated.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + written.chars().count() / 3).then_some(word)
}

/// Returns ` (did you mean ...)`, or nothing.
pub fn did_you_mean<'a>(written: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    nearest(written, words).map(|word| format!("; did you mean `{word}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_named_where_one_is_near() {
        assert_eq!(nearest("legl", ["legal", "scores"]), Some("legal"));
        assert_eq!(nearest("zzzzzz", ["legal", "scores"]), None);
    }
}
