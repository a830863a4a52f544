//! "Did you mean ...?"

/// Returns the name that was most likely meant, or `None` if no name is near. The case of ASCII
/// letters does not count, and hyphens, underscores and blanks count least. Among equally near
/// names the first wins.
pub fn nearest<'a>(wanted: &str, names: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let (lower, length) = (wanted.to_ascii_lowercase(), wanted.chars().count());
    let letters = without_joints(&lower);
    // Distances are doubled: a name of the same letters is between an equal one and the others.
    let (mut limit, mut found) = (2 * ((length.max(3) + 1) / 3 + 1), None);
    for name in names {
        let other = name.to_ascii_lowercase();
        let has_same_letters = !letters.is_empty() && without_joints(&other) == letters;
        if has_same_letters || 2 * name.chars().count().abs_diff(length) < limit {
            let distance = match strsim::osa_distance(&lower, &other) {
                0 => 0,
                _ if has_same_letters => 1,
                distance => 2 * distance,
            };
            // A single letter is near to every other one.
            if distance < limit && distance < 2 * length.max(1) {
                (limit, found) = (distance, Some(name));
            }
        }
    }
    found
}

/// Returns a name without what joins its words.
fn without_joints(name: &str) -> String {
    name.replace(['-', '_', ' '], "")
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn what_joins_the_words_counts_least() {
        let near = |wanted, names: &[&'static str]| nearest(wanted, &mut names.iter().copied());
        assert_eq!(near("camp2", &["camp1", "camp-2"]), Some("camp-2"));
        assert_eq!(near("camp_2", &["camp-1", "camp12", "camp-2"]), Some("camp-2"));
        assert_eq!(near("Camp2", &["camp-2", "camp2"]), Some("camp2"));
        assert_eq!(near("abcde", &["abcdf", "a-b-c-d-e"]), Some("a-b-c-d-e"));
        assert_eq!(near("camp3", &["camp1", "camp-2"]), Some("camp1"));
        assert_eq!(near("-", &["_", "camp"]), None);
        assert_eq!(near("x", &["y"]), None);
    }
}
