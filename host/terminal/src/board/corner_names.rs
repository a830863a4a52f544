//! The names of the corners of a divided board, beside them.

use std::collections::HashSet;

use boardloom_app::session::GameSession;
use boardloom_board_view::board::BoardPlace;
use ratatui::style::Style;

use super::canvas::Canvas;
use super::projection::{Cell, Projection};

/// Longer names would cover the board.
const LONGEST: usize = 4;

/// Writes the names of corners where there is room, on boards without captions.
pub fn draw(canvas: &mut Canvas, session: &GameSession, projection: &Projection) {
    if has_captions(session) {
        return;
    }
    let taken: HashSet<Cell> = corners(session).map(|spot| projection.cell(spot.at)).collect();
    for spot in corners(session).filter(|spot| is_short(spot)) {
        let (column, row) = projection.cell(spot.at);
        let length = spot.label.len() as i32;
        let (left, middle) = (column - length, column - length / 2);
        let beside = [
            (column + 1, row),
            (left, row),
            (middle, row - 1),
            (middle, row + 1),
            (column + 1, row - 1),
            (column + 1, row + 1),
            (left, row - 1),
            (left, row + 1),
        ];
        let is_free = |(column, row): &Cell| {
            let mut cells = (column - 1..=column + length).map(|column| (column, *row));
            let own = projection.cell(spot.at);
            let other = cells.clone().any(|cell| cell != own && taken.contains(&cell));
            let beside_name = cells.any(|cell| canvas.at(cell).is_some_and(|it| it.sign.is_some()));
            !other && !beside_name
        };
        let free: Vec<Cell> = beside.into_iter().filter(is_free).collect();
        for at in free {
            if canvas.write_where_free(at, &spot.label, Style::new()) {
                break;
            }
        }
    }
}

/// Tells whether the board has corners that are not named on it.
pub fn are_left_out(session: &GameSession) -> bool {
    !has_captions(session) && corners(session).any(|spot| !is_short(spot))
}

fn has_captions(session: &GameSession) -> bool {
    session.style.coordinates && !session.board.captions().is_empty()
}

fn is_short(spot: &BoardPlace) -> bool {
    // Others, as `1:0,1`, are notation that no player types.
    let is_name = spot.label.bytes().all(|letter| letter.is_ascii_alphanumeric());
    (1..=LONGEST).contains(&spot.label.len()) && is_name
}

fn corners(session: &GameSession) -> impl Iterator<Item = &BoardPlace> {
    let own = session.board.places().iter().filter(|spot| !spot.copy && !spot.far);
    own.filter(|spot| session.board.has_vertices && spot.outline.is_empty())
}
