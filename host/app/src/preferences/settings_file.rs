//! The settings' file as it is read: what cannot be read is reported, and costs nothing else.

use std::collections::BTreeMap;
use std::path::Path;

use boardloom_match::PlayerKind;
use boardloom_ruleset::suggestion;
use serde::{Deserialize, Deserializer};
use toml::de::DeTable;

use super::Preferences;
use crate::texts::settings as t;

/// Copies a file with errors, and adds where the copy is.
pub(super) fn keep_copy(file: &Path, mut errors: Vec<String>) -> Vec<String> {
    let copy = file.with_extension("damaged.toml");
    if !errors.is_empty() && std::fs::copy(file, &copy).is_ok() {
        errors.push(t::copied(&copy.display()));
    }
    errors
}

/// The most broken lines before a file counts as no settings at all.
const MAX_BROKEN: usize = 20;

/// Returns the line of a byte, from 1.
fn line_number(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// Reads the settings one by one. Returns an error with its line for each that cannot be read.
pub(super) fn read_settings(text: &str, file: &Path) -> (Preferences, Vec<String>) {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut errors = Vec::new();
    // A broken line is left out, and the rest is read.
    let (whole, at) = loop {
        let text = lines.join("\n");
        let read = DeTable::parse(&text).map(|document| {
            let keys = document.get_ref().iter();
            let at: BTreeMap<String, usize> = keys
                .map(|(key, _)| (key.get_ref().to_string(), line_number(&text, key.span().start)))
                .collect();
            (toml::Table::deserialize(toml::de::Deserializer::from(document)), at)
        });
        match read {
            Ok((Ok(whole), at)) => break (whole, at),
            Ok((Err(why), _)) | Err(why) => {
                let at = line_number(&text, why.span().map_or(0, |span| span.start));
                let what = match why.message().starts_with("duplicate key") {
                    true => t::set_twice(),
                    false => t::no_setting(),
                };
                errors.push(t::unread_line(&file.display(), at, &what));
                let broken = lines.get_mut(at - 1).filter(|line| !line.is_empty());
                match broken {
                    Some(line) if errors.len() < MAX_BROKEN => *line = "",
                    _ => return (Preferences::default(), errors),
                }
            }
        }
    };
    let known = toml::Table::try_from(Preferences::default()).unwrap_or_default();
    let mut sound = toml::Table::new();
    for (key, value) in whole {
        let at = at.get(&key).copied().unwrap_or(1);
        if !known.contains_key(&key) {
            let near = suggestion::nearest(&key, known.keys().map(String::as_str));
            errors.push(match near {
                Some(near) => t::mistaken_setting(&file.display(), at, &key, near),
                None => t::unknown_setting(&file.display(), at, &key),
            });
            continue;
        }
        let mut report = |key: &str, why: &str| {
            errors.push(t::unread_setting(&file.display(), at, key, &plain(why)));
        };
        match value {
            // One wrong entry costs no other.
            toml::Value::Table(entries) => {
                let mut kept = toml::Table::new();
                for (name, entry) in entries {
                    let single = toml::Table::from_iter([(name.clone(), entry.clone())]);
                    match accepts(&key, toml::Value::Table(single)) {
                        Ok(()) => drop(kept.insert(name, entry)),
                        Err(why) => report(&format!("{key}.{name}"), &why),
                    }
                }
                sound.insert(key, toml::Value::Table(kept));
            }
            value => match accepts(&key, value.clone()) {
                Ok(()) => drop(sound.insert(key, value)),
                Err(why) => report(&key, &why),
            },
        }
    }
    (sound.try_into().unwrap_or_default(), errors)
}

/// Tells why a setting cannot have a value.
fn accepts(key: &str, value: toml::Value) -> Result<(), String> {
    let alone = toml::Table::from_iter([(key.to_owned(), value)]);
    alone.try_into::<Preferences>().map(drop).map_err(|error| error.message().to_owned())
}

/// Says in plain words what a deserialiser expected.
fn plain(why: &str) -> String {
    let why = why.trim();
    let why =
        why.strip_prefix("invalid type: ").or(why.strip_prefix("invalid value: ")).unwrap_or(why);
    let why = match why.strip_prefix("unknown variant ") {
        Some(rest) => rest,
        None => why,
    };
    match why.split_once(", expected ") {
        Some((found, expected)) => {
            format!("expected {}, found {}", plain_type(expected), plain_value(found))
        }
        None => why.to_owned(),
    }
}

fn plain_type(expected: &str) -> &str {
    match expected {
        "a sequence" => "a list",
        "a map" => "a table",
        "a string" => "a text",
        "a boolean" => "`true` or `false`",
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        other => other,
    }
}

/// Leaves the type out where the value shows it.
fn plain_value(found: &str) -> &str {
    match found {
        "sequence" => "a list",
        "map" => "a table",
        _ => ["integer ", "floating point ", "string ", "boolean "]
            .iter()
            .find_map(|kind| found.strip_prefix(kind))
            .unwrap_or(found),
    }
}

fn read_seat(value: &toml::Value) -> Result<PlayerKind, String> {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned).parse()
}

pub(super) fn read_seats<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<PlayerKind>, D::Error> {
    let seats = Vec::<toml::Value>::deserialize(from)?;
    Ok(seats.iter().map(|seat| read_seat(seat).unwrap_or_default()).collect())
}

/// One error for each seat that [`read_seats`] replaces, with its line.
pub(super) fn seat_errors(text: &str, file: &Path) -> Vec<String> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Seats {
        seats: Vec<toml::Spanned<toml::Value>>,
    }
    let seats = toml::from_str::<Seats>(text).unwrap_or_default().seats.into_iter();
    let error = |seat: toml::Spanned<toml::Value>| {
        let why = read_seat(seat.get_ref()).err()?;
        let line = line_number(text, seat.span().start);
        Some(t::unread_seat(&file.display(), line, &why))
    };
    seats.filter_map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preferences::{BoardChoice, ThemeChoice};

    #[test]
    fn an_unreadable_setting_is_reported_and_all_others_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let text = "theme = \"pink\"\nscale = 1.25\nwidth = -3\nboard = \"wood\"\n\
                    names = [\"Ann\"]\n[keys]\nundo = \"Ctrl+U\"\nredo = [\"Ctrl+R\"]\n\
                    [learned]\n\"a/b\" = [\"one\"]\n";
        std::fs::write(&file, text).unwrap();
        let (settings, errors) = Preferences::load(&file);
        assert_eq!((settings.scale, settings.board), (1.25, BoardChoice::Wood));
        assert_eq!((settings.theme, settings.width), (ThemeChoice::default(), 1100));
        assert_eq!(settings.names, ["Ann"]);
        assert_eq!(settings.keys.keys().collect::<Vec<_>>(), ["redo"]);
        assert_eq!(settings.learned.len(), 1);
        let expected = [
            "line 1: `theme` is not used: expected one of `dark`, `light`, `high-contrast`, found \
             `pink`",
            "line 3: `width` is not used: expected a whole number that is not negative, found `-3`",
            "line 6: `keys.undo` is not used: expected a list, found \"Ctrl+U\"",
        ];
        assert_eq!(errors.len(), expected.len() + 1, "{errors:?}");
        for (error, expected) in errors.iter().zip(expected) {
            assert!(error.contains(expected), "{error}");
        }
        let copy = folder.path().join("settings.damaged.toml");
        assert!(errors[3].contains(&copy.display().to_string()), "{}", errors[3]);
        assert_eq!(std::fs::read_to_string(copy).unwrap(), text);
    }

    #[test]
    fn a_broken_line_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let text = "scale = 1.25\ntheme = dark\nvolume = 20\nscale = 2.0\n";
        std::fs::write(&file, text).unwrap();
        let (settings, errors) = Preferences::load(&file);
        assert_eq!((settings.scale, settings.volume), (1.25, 20));
        assert!(errors[0].contains("line 2") && errors[0].contains("in quotes"), "{errors:?}");
        assert!(errors[1].contains("line 4") && errors[1].contains("the same"), "{errors:?}");
    }

    #[test]
    fn a_setting_that_does_not_exist_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        std::fs::write(&file, "scale = 1.25\nthme = \"dark\"\nfuture-key = 3\n").unwrap();
        let (settings, errors) = Preferences::load(&file);
        assert_eq!(settings.scale, 1.25);
        assert!(errors[0].contains("line 2") && errors[0].contains("`theme`"), "{errors:?}");
        assert!(errors[1].contains("line 3") && errors[1].contains("`future-key`"), "{errors:?}");
    }

    #[test]
    fn an_unreadable_seat_is_reported_with_its_line_and_the_rest_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let text = "scale = 1.25\nseats = [\n  \"computer 3\",\n  \"computer x\",\n  3,\n]\n";
        std::fs::write(&file, text).unwrap();
        let (settings, errors) = Preferences::load(&file);
        let level_3 = PlayerKind::Computer { level: 3 };
        assert_eq!(settings.seats, [level_3, PlayerKind::Human, PlayerKind::Human]);
        assert_eq!(settings.scale, 1.25);
        assert!(errors[0].contains("line 4") && errors[0].contains("`x`"), "{errors:?}");
        assert!(errors[1].contains("line 5") && errors[1].contains("`3`"), "{errors:?}");
        assert_eq!(errors.len(), 3, "and where the copy is: {errors:?}");
    }
}
