//! Marks the edges of a board that players have to connect, where the next site beyond
//! the edge would be.

use std::collections::BTreeMap;

use boardloom_app::session::GameSession;
use boardloom_board_view::Pos;

use super::projection::{self, Cell, Projection};

/// Distance from an edge, in parts of its length, at which a point is in a cell or off the
/// board.
const BESIDE: f64 = 0.2;

/// A cell beside the board that marks an edge to connect.
#[derive(Debug, Clone, Copy)]
pub struct EdgeMark {
    /// `None` if several colours share the cell.
    pub color: Option<u8>,
    /// The cell that lies as far beyond it again, in the same row where there is one, else
    /// the leftmost.
    pub beyond: Cell,
}

pub fn edge_marks(session: &GameSession, projection: &Projection) -> BTreeMap<Cell, EdgeMark> {
    let mut marks = BTreeMap::new();
    let roles = &session.game.about().roles;
    for stroke in session.board.strokes.iter().filter(|stroke| !stroke.far) {
        let name = roles.get(usize::from(stroke.role)).map_or("", String::as_str);
        let seat = name.strip_prefix("side-").and_then(|number| number.parse::<u8>().ok());
        let Some(color) = seat.and_then(|seat| seat.checked_sub(1)) else { continue };
        for edge in stroke.points.windows(2) {
            let Some(beyond) = beyond(session, edge[0], edge[1]) else { continue };
            let [near, beyond] = beyond.map(|at| projection.cell(at));
            let known = marks.entry(near).or_insert(EdgeMark { color: Some(color), beyond });
            if known.color != Some(color) {
                known.color = None;
            }
            let distance = |(column, row): Cell| (row != near.1, column);
            if distance(beyond) < distance(known.beyond) {
                known.beyond = beyond;
            }
        }
    }
    marks
}

/// The signs of edges, by colour, where letters would be taken for rows.
const SIGNS: [char; 4] = ['/', '\\', '=', '|'];

/// Returns the signs of edges in text mode, by colour: the small letters of the sides. Beside rows
/// that have letters for names, other signs.
pub fn text_signs(
    session: &GameSession,
    projection: &Projection,
    marks: &BTreeMap<Cell, EdgeMark>,
    letters: &[char],
) -> Vec<char> {
    let has_marks = |row: i32| marks.iter().any(|(at, mark)| at.1 == row && mark.beyond.1 == row);
    let mut names = projection::captions(&session.board)
        .iter()
        .filter(|label| label.text.chars().all(char::is_alphabetic));
    let mixed = session.style.coordinates && names.any(|it| has_marks(projection.cell(it.at).1));
    let sign = |(color, letter): (usize, &char)| match mixed {
        true => SIGNS[color % SIGNS.len()],
        false => letter.to_ascii_lowercase(),
    };
    letters.iter().enumerate().map(sign).collect()
}

/// Returns where the next two sites beyond an edge would be.
fn beyond(session: &GameSession, from: Pos, to: Pos) -> Option<[Pos; 2]> {
    let middle = Pos::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
    let (dx, dy) = ((to.x - from.x) * BESIDE, (to.y - from.y) * BESIDE);
    let on = |distance: f64| {
        session.board.hit(Pos::new(middle.x - dy * distance, middle.y + dx * distance), 0.0)
    };
    let inside = match (on(1.0), on(-1.0)) {
        (Some(spot), None) | (None, Some(spot)) => spot.at,
        _ => return None,
    };
    // Mirrored in the edge, so that halves of it give the same point.
    let length = dx.hypot(dy);
    let (nx, ny) = (-dy / length, dx / length);
    let away = (middle.x - inside.x) * nx + (middle.y - inside.y) * ny;
    let at = |steps: f64| {
        let far = 2.0 * steps * away;
        Pos::new(inside.x + far * nx, inside.y + far * ny)
    };
    (length > 0.0).then(|| [at(1.0), at(2.0)])
}
