//! The choice of a theme: a small window in each one's colours.

use boardloom_theme::BoardLook;
use egui::{Align2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};

use crate::preferences::ThemeChoice;
use crate::theme::{Palette, color, font, medium, radius, space, stroke};

/// The height of the picture, and the most of a card's width.
const PICTURE: f32 = 72.0;
const WIDEST: f32 = 156.0;
/// The line of the name below it.
const NAME: f32 = 26.0;
/// Cells along a side of the board in the picture.
const CELLS: usize = 4;

/// Returns the theme that the player chooses.
pub(super) fn theme_cards(ui: &mut Ui, now: ThemeChoice) -> Option<ThemeChoice> {
    let gap = f32::from(space::MEDIUM);
    let count = ThemeChoice::ALL.len() as f32;
    let width = ((ui.available_width() - gap * (count - 1.0)) / count).clamp(60.0, WIDEST);
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for theme in ThemeChoice::ALL {
            if card(ui, theme, width, theme == now).clicked() && theme != now {
                chosen = Some(theme);
            }
        }
    });
    chosen
}

fn card(ui: &mut Ui, theme: ThemeChoice, width: f32, on: bool) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(width, PICTURE + NAME), Sense::click());
    let name = theme.label();
    response.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, on, name));
    let (frame, below) = rect.split_top_bottom_at_y(rect.top() + PICTURE);
    picture(ui, frame, theme);
    let (width, edge) = match (on, response.hovered()) {
        (true, _) => (stroke::FOCUS, palette.accent),
        (false, true) => (stroke::LINE, palette.edge),
        (false, false) => (stroke::LINE, palette.line),
    };
    ui.painter().rect_stroke(frame, radius::CONTROL, Stroke::new(width, edge), StrokeKind::Inside);
    let ink = if on { palette.text } else { palette.weak };
    let font = medium(font::BODY);
    ui.painter().text(below.center(), Align2::CENTER_CENTER, name, font, ink);
    response
}

/// A window with a board and a panel.
fn picture(ui: &Ui, frame: Rect, theme: ThemeChoice) {
    let palette = Palette::of(theme);
    let painter = ui.painter();
    painter.rect_filled(frame, radius::CONTROL, palette.background);
    let inside = frame.shrink(f32::from(space::SMALL));
    let board = Rect::from_min_size(inside.min, Vec2::splat(inside.height()));
    let colors = BoardLook::from(theme.board()).colors();
    painter.rect_filled(board, radius::CHIP, color(colors.frame.unwrap_or(colors.cell)));
    let cells = board.shrink(f32::from(space::TINY));
    let side = cells.width() / CELLS as f32;
    let line = Stroke::new(stroke::LINE, color(colors.grid));
    painter.rect_filled(cells, 0, color(colors.cell));
    painter.rect_stroke(cells, 0, line, StrokeKind::Inside);
    for step in 1..CELLS {
        let at = step as f32 * side;
        painter.vline(cells.left() + at, cells.y_range(), line);
        painter.hline(cells.x_range(), cells.top() + at, line);
    }
    let rim = Stroke::new(stroke::LINE, color(colors.rim));
    for (x, y, ink) in [(1, 1, palette.accent), (2, 1, palette.warning), (1, 2, palette.accent)] {
        let middle = cells.min + vec2(x as f32 + 0.5, y as f32 + 0.5) * side;
        painter.circle(middle, 0.36 * side, ink, rim);
    }
    let panel = inside.with_min_x(board.right() + f32::from(space::SMALL));
    painter.rect_filled(panel, radius::CHIP, palette.panel);
    let edge = Stroke::new(stroke::LINE, palette.line);
    painter.rect_stroke(panel, radius::CHIP, edge, StrokeKind::Inside);
    let row = |number: f32, part: f32| {
        let at = panel.min
            + vec2(f32::from(space::SMALL), (2.0 * number + 1.6) * f32::from(space::TINY));
        Rect::from_min_size(at, vec2((panel.width() - 16.0) * part, f32::from(space::TINY)))
    };
    painter.rect_filled(row(0.0, 0.7), radius::BAR, palette.text);
    painter.rect_filled(row(1.0, 1.0), radius::BAR, palette.weak);
    painter.rect_filled(row(2.0, 0.9), radius::BAR, palette.weak);
    let mut button = row(3.6, 0.6);
    button.max.y += f32::from(space::TINY);
    painter.rect_filled(button, radius::BAR, palette.accent);
}
