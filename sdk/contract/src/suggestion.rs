//! "Did you mean ...?"

/// Returns the name that was most likely meant, or `None` if no name is near. The case of ASCII
/// letters does not count. Among equally near names the first wins.
pub fn nearest<'a>(wanted: &str, names: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let (lower, length) = (wanted.to_ascii_lowercase(), wanted.chars().count());
    let (mut limit, mut found) = ((length.max(3) + 1) / 3 + 1, None);
    for name in names {
        if name.chars().count().abs_diff(length) < limit {
            let distance = strsim::osa_distance(&lower, &name.to_ascii_lowercase());
            // A single letter is near to every other one.
            if distance < limit && distance < length.max(1) {
                (limit, found) = (distance, Some(name));
            }
        }
    }
    found
}
