//! Marks the edges of a board that players have to connect, where the next site beyond
//! the edge would be.

use std::collections::HashMap;

use boardloom_app::session::GameSession;
use boardloom_board_view::Pos;

use super::projection::{Cell, Projection};

/// Distance from an edge, in parts of its length, at which a point is in a cell or off the
/// board.
const BESIDE: f64 = 0.2;

/// Returns the colour of each cell beside the board, `None` if several colours share it.
pub fn beside(session: &GameSession, projection: &Projection) -> HashMap<Cell, Option<u8>> {
    let mut beside = HashMap::new();
    let roles = &session.game.about().roles;
    for stroke in session.board.strokes().iter().filter(|stroke| !stroke.far) {
        let name = roles.get(usize::from(stroke.role)).map_or("", String::as_str);
        let seat = name.strip_prefix("side-").and_then(|number| number.parse::<u8>().ok());
        let Some(color) = seat.and_then(|seat| seat.checked_sub(1)) else { continue };
        for edge in stroke.points.windows(2) {
            let Some(at) = beyond(session, edge[0], edge[1]) else { continue };
            let known = beside.entry(projection.cell(at)).or_insert(Some(color));
            if *known != Some(color) {
                *known = None;
            }
        }
    }
    beside
}

/// Returns where the next site beyond an edge would be.
fn beyond(session: &GameSession, from: Pos, to: Pos) -> Option<Pos> {
    let middle = Pos::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
    let (dx, dy) = ((to.x - from.x) * BESIDE, (to.y - from.y) * BESIDE);
    let on = |way: f64| session.board.hit(Pos::new(middle.x - dy * way, middle.y + dx * way), 0.0);
    let inside = match (on(1.0), on(-1.0)) {
        (Some(spot), None) | (None, Some(spot)) => spot.at,
        _ => return None,
    };
    // Mirrored in the edge, so that halves of it give the same point.
    let length = dx.hypot(dy);
    let (nx, ny) = (-dy / length, dx / length);
    let away = (middle.x - inside.x) * nx + (middle.y - inside.y) * ny;
    let at = Pos::new(inside.x + 2.0 * away * nx, inside.y + 2.0 * away * ny);
    (length > 0.0).then_some(at)
}
