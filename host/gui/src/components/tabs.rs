//! Tabs: pages of which one is shown.

use egui::{Color32, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

use crate::theme::{Palette, font, medium, motion, space, stroke};

/// Narrower rows have smaller letters and less room around them.
const NARROW: f32 = 260.0;

/// Shows a row of tabs. Returns the one that the player chooses, also if it is shown already.
pub fn tabs<T: PartialEq + Copy>(ui: &mut Ui, now: Option<T>, pages: &[(T, &str)]) -> Option<T> {
    let palette = Palette::in_use(ui.ctx());
    let row = ui.available_rect_before_wrap();
    let line = egui::Stroke::new(stroke::LINE, palette.line);
    ui.painter().hline(row.x_range(), row.bottom() - stroke::LINE / 2.0, line);
    let narrow = row.width() < NARROW;
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (page, name) in pages {
            if tab(ui, name, now == Some(*page), row.height(), narrow).clicked() {
                chosen = Some(*page);
            }
        }
    });
    chosen
}

fn tab(ui: &mut Ui, name: &str, on: bool, height: f32, narrow: bool) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let size = if narrow { font::SMALL } else { font::BODY };
    let galley = ui.painter().layout_no_wrap(name.to_owned(), medium(size), Color32::PLACEHOLDER);
    let around = f32::from(if narrow { space::TINY } else { space::MEDIUM });
    let room = Vec2::new(galley.size().x + 2.0 * around, height);
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    response.widget_info(|| WidgetInfo::selected(egui::Role::Tab, true, on, name));
    let lit = ui.ctx().animate_bool_with_time(response.id, on || response.hovered(), motion::HOVER);
    let ink = crate::theme::blend(palette.weak, palette.text, lit);
    let at = rect.center() - galley.size() / 2.0;
    ui.painter().galley(at, galley, ink);
    if on {
        let mut bar = Rect::from_min_max(rect.left_bottom(), rect.right_bottom());
        bar.min.y -= stroke::FOCUS;
        ui.painter().rect_filled(bar.shrink2(Vec2::new(around, 0.0)), 1.0, palette.accent);
    }
    response
}
