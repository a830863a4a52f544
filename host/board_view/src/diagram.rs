//! A position in plain text.

use boardloom_contract::{About, Cursor, NO_COLOR, PluginResult};

use crate::board::{BoardGeometry, BoardPlace};
use crate::scene::Pieces;

/// Letters of the sides, for kinds without a letter.
const LETTERS: [char; 8] = ['x', 'o', 't', 's', 'v', 'w', 'y', 'z'];

/// Draws a position as the game does, or else as rows of places from the top, with the captions
/// where they stand beside the board.
pub fn draw(cursor: &mut dyn Cursor, about: &About) -> PluginResult<String> {
    if about.forms.iter().any(|form| form == "diagram")
        && let Ok(text) = cursor.write("diagram")?
    {
        return Ok(text);
    }
    let mut board = BoardGeometry::new(0);
    board.update(cursor)?;
    let sites = cursor.status()?.sites;
    let pieces = Pieces::read(cursor, sites)?;
    Ok(text(&board, &pieces, about))
}

/// A character at a place of the plane.
struct Mark {
    x: f64,
    y: f64,
    text: String,
}

fn text(board: &BoardGeometry, pieces: &Pieces, about: &About) -> String {
    let places = board.places().iter().filter(|spot| !spot.copy);
    let mut marks: Vec<Mark> = places
        .map(|spot| Mark { x: spot.at.x, y: spot.at.y, text: letter(spot, pieces, about) })
        .collect();
    let labels = board.captions().iter();
    marks.extend(labels.map(|l| Mark { x: l.at.x, y: l.at.y, text: l.text.clone() }));
    // Places closer than this are in one row, or one column.
    let (across, down) = steps(board);
    let left = marks.iter().map(|m| m.x).fold(f64::INFINITY, f64::min);
    marks.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let mut lines = Vec::new();
    let mut rest = &marks[..];
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|m| m.y - first.y < down * 0.6).count();
        let (row, more) = rest.split_at(count);
        lines.push(line(row, left, across));
        rest = more;
    }
    lines.join("\n")
}

fn line(row: &[Mark], left: f64, across: f64) -> String {
    let mut row: Vec<&Mark> = row.iter().collect();
    row.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut line = String::new();
    for mark in row {
        // Two characters a place, so that half steps (hexagons) can be shown.
        let column = ((mark.x - left) / across * 2.0).round() as usize;
        let gap = column.saturating_sub(line.chars().count());
        line.extend(std::iter::repeat_n(' ', gap));
        line.push_str(&mark.text);
    }
    line.trim_end().to_owned()
}

fn letter(spot: &BoardPlace, pieces: &Pieces, about: &About) -> String {
    let Some(piece) = pieces.top(spot.site) else {
        let role = about.roles.get(usize::from(spot.role)).map(String::as_str);
        return if role == Some("blocked") { "#" } else { "." }.to_owned();
    };
    let kind = about.kinds.get(usize::from(piece.kind));
    let letter = kind.and_then(|kind| kind.letter(piece.color)?.chars().next());
    match letter {
        Some(letter) => letter.to_string(),
        None if piece.color == NO_COLOR => "*".to_owned(),
        None => LETTERS[usize::from(piece.color) % LETTERS.len()].to_string(),
    }
}

/// Returns the usual distances between neighbouring columns and rows.
fn steps(board: &BoardGeometry) -> (f64, f64) {
    let step = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        let gaps = values.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 1e-6);
        gaps.fold(f64::INFINITY, f64::min)
    };
    let places = || board.places().iter().filter(|spot| !spot.copy);
    let down = step(places().map(|s| s.at.y).collect());
    let (Some(first), true) = (places().next(), down.is_finite()) else { return (1.0, 1.0) };
    // Columns are counted within a row: rows of hexagons are shifted by half.
    let row = places().filter(|s| (s.at.y - first.at.y).abs() < down * 0.5);
    let across = step(row.map(|s| s.at.x).collect());
    (if across.is_finite() { across } else { 2.0 * board.unit().max(1e-6) }, down)
}

#[cfg(test)]
mod tests {
    use boardloom_match::Match;

    use super::*;
    use crate::fake::source;

    #[test]
    fn a_diagram_is_drawn_for_a_game_without_its_own() {
        let mut game = Match::new(source(""), Default::default()).expect("a good row");
        game.play("b").expect("a legal move");
        game.play("d").expect("a legal move");
        let about = game.about().clone();
        let drawn = game.ask(|cursor| draw(cursor, &about)).expect("no plugin error");
        expect_test::expect![[r#"
            . x . o .
            a b c d e"#]]
        .assert_eq(&drawn);
    }
}
