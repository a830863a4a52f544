//! Names that are too long for their sites: the towns of a map.

use boardloom_app::session::GameSession;
use ratatui::style::Style;

use super::canvas::Canvas;
use super::projection::Projection;

/// Names of more letters stand beside their sites.
pub const LONGEST_WITHIN: i32 = 2;

/// Writes long names beside their sites, where there is room, on boards without rows.
pub fn draw(canvas: &mut Canvas, session: &GameSession, projection: &Projection, style: Style) {
    let board = &session.board;
    let has_names = board.labels().is_empty() && !board.has_vertices;
    if !has_names || Projection::has_rows(board, &session.camera) {
        return;
    }
    for spot in board.places().iter().filter(|spot| !spot.copy && !spot.far) {
        let letters = spot.label.chars().count() as i32;
        if letters <= LONGEST_WITHIN {
            continue;
        }
        let (column, row) = projection.cell(spot.at);
        // With a space before and after the name.
        let text = format!(" {} ", spot.label);
        let (left, middle) = (column - letters - 2, column - letters / 2 - 1);
        let beside = [(column + 1, row), (left, row), (middle, row + 1), (middle, row - 1)];
        for at in beside {
            if canvas.write_where_free(at, &text, style) {
                break;
            }
        }
    }
}
