//! JSON values that several commands write.

use boardloom_contract::{About, NO_COLOR, Piece};
use serde_json::{Map, Value as Json, json};

/// Returns a number, as an integer if it is whole.
pub fn number(value: f64) -> Json {
    if value.fract() == 0.0 && value.abs() < 9.0e15 { json!(value as i64) } else { json!(value) }
}

/// Returns a piece's letter of the position text; without one, its kind and colour number,
/// such as `disc-1`.
pub fn letter(about: &About, piece: &Piece) -> String {
    let kind = about.kinds.get(usize::from(piece.kind));
    match (kind.and_then(|kind| kind.letter(piece.color)), kind) {
        (Some(letter), _) => letter.to_owned(),
        (None, kind) => {
            let kind = kind.map_or("piece", |kind| kind.id.as_str());
            let color = color(piece.color);
            if color.is_null() { kind.to_owned() } else { format!("{kind}-{color}") }
        }
    }
}

/// Returns a piece as an object: `text`, `kind`, `color` (from 1; null for neutral), and
/// `facing` and `count` if it has them.
pub fn piece(about: &About, piece: &Piece) -> Json {
    let kind = about.kinds.get(usize::from(piece.kind)).map(|kind| kind.id.as_str());
    let mut object = Map::new();
    object.insert("text".to_owned(), json!(letter(about, piece)));
    object.insert("kind".to_owned(), json!(kind));
    object.insert("color".to_owned(), color(piece.color));
    if piece.facing > 0 {
        object.insert("facing".to_owned(), json!(piece.facing));
    }
    if piece.count > 0 {
        object.insert("count".to_owned(), json!(piece.count));
    }
    Json::Object(object)
}

fn color(color: u8) -> Json {
    if color == NO_COLOR { Json::Null } else { json!(u16::from(color) + 1) }
}

/// Returns today's date in UTC, such as `2026-11-21`.
pub fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let (year, month, day) = civil(since.map_or(0, |it| it.as_secs() / 86_400));
    format!("{year:04}-{month:02}-{day:02}")
}

/// Converts days since 1970-01-01 to year, month and day (Howard Hinnant's
/// `civil_from_days`).
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let moved = (5 * of_year + 2) / 153;
    let day = of_year - (153 * moved + 2) / 5 + 1;
    let month = if moved < 10 { moved + 3 } else { moved - 9 };
    (year + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_778), (2026, 11, 21));
    }

    #[test]
    fn whole_numbers_are_written_whole() {
        assert_eq!(number(2.0).to_string(), "2");
        assert_eq!(number(-1.5).to_string(), "-1.5");
    }
}
