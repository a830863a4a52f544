//! JSON values that several commands write.

pub use boardloom_app::date::today;
use boardloom_contract::{About, CHANCE, NO_COLOR, Piece, Seat};
use serde_json::{Value as Json, json};

/// Returns a number, as an integer if it is whole.
pub fn number(value: f64) -> Json {
    if value.fract() == 0.0 && value.abs() < 9.0e15 { json!(value as i64) } else { json!(value) }
}

/// Returns a seat's number from 1; 0 is chance.
pub fn seat(seat: Seat) -> u16 {
    if seat == CHANCE { 0 } else { u16::from(seat) + 1 }
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
    let (text, color) = (letter(about, piece), color(piece.color));
    let mut object = json!({ "text": text, "kind": kind, "color": color });
    for (key, value) in [("facing", u16::from(piece.facing)), ("count", piece.count)] {
        if value > 0 {
            object[key] = json!(value);
        }
    }
    object
}

fn color(color: u8) -> Json {
    if color == NO_COLOR { Json::Null } else { json!(u16::from(color) + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_written_whole() {
        assert_eq!(number(2.0).to_string(), "2");
        assert_eq!(number(-1.5).to_string(), "-1.5");
    }
}
