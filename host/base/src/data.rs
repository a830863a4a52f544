//! JSON values that several commands write.

pub use boardloom_app::saved_games::today;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_written_whole() {
        assert_eq!(number(2.0).to_string(), "2");
        assert_eq!(number(-1.5).to_string(), "-1.5");
    }
}
