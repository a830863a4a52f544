//! The mouse on the board and beside it.

use boardloom_play::{Input, Pos};
use boardloom_shell::keys::Key;
use boardloom_shell::playing::Playing;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::{App, Screen};

/// A character in the terms of the board's interface, which counts pixels.
const PIXELS: (f64, f64) = (8.0, 16.0);

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let wheel = match mouse.kind {
            MouseEventKind::ScrollUp => Some(Key::Up),
            MouseEventKind::ScrollDown => Some(Key::Down),
            _ => None,
        };
        if self.screen != Screen::Game || self.layer().is_some() {
            if let Some(key) = wheel {
                self.press(crate::happening::Press {
                    stroke: boardloom_shell::keys::Stroke::new(Default::default(), key),
                    typed: None,
                });
            }
            return;
        }
        let Some((area, projection)) = self.view.drawn else { return };
        let inside = area.contains((mouse.column, mouse.row).into());
        if let Some(key) = wheel {
            let Some(playing) = self.playing.as_mut().filter(|p| !p.is_paused()) else { return };
            if inside {
                self.zoom(if key == Key::Up { 1.25 } else { 0.8 });
            } else {
                playing.step(if key == Key::Up { -1 } else { 1 });
            }
            return;
        }
        let cell =
            (i32::from(mouse.column) - i32::from(area.x), i32::from(mouse.row) - i32::from(area.y));
        let at = Pos::new(f64::from(cell.0) * PIXELS.0, f64::from(cell.1) * PIXELS.1);
        let Some(playing) = self.playing.as_ref().filter(|p| !p.is_paused()) else { return };
        let over = if inside { site_at(playing, &projection, cell) } else { None };
        let input = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if inside => Input::PointerDown { at, over },
            MouseEventKind::Up(MouseButton::Left) => Input::PointerUp { at, over },
            MouseEventKind::Drag(MouseButton::Left) | MouseEventKind::Moved if inside => {
                Input::PointerMoved { at, over }
            }
            MouseEventKind::Moved => Input::PointerGone,
            MouseEventKind::Down(MouseButton::Right) => Input::Cancel,
            _ => return,
        };
        self.input(input);
    }
}

/// Returns the site at a character: the one that is drawn there, else the one whose
/// cell it lies in.
fn site_at(
    playing: &Playing,
    projection: &crate::board::Projection,
    cell: crate::board::Cell,
) -> Option<boardloom_contract::Site> {
    let board = &playing.board;
    let all = || board.proposed().iter().chain(board.spots()).filter(|spot| !spot.far);
    let drawn = all().filter(|spot| projection.cell(spot.at) == cell);
    let drawn = drawn.min_by_key(|spot| (spot.copy, playing.pieces.on(spot.site).is_empty()));
    // A character to either side belongs to it as well.
    let beside = || {
        let near = |spot: &&boardloom_play::board::Spot| {
            let (column, row) = projection.cell(spot.at);
            row == cell.1 && (column - cell.0).abs() == 1
        };
        all().filter(near).min_by_key(|spot| spot.copy)
    };
    let found = drawn.or_else(|| board.hit(projection.point(cell), 0.0)).or_else(beside);
    found.map(|spot| spot.site)
}
