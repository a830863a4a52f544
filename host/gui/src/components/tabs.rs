//! Tabs: pages of which one is shown.

use egui::{Color32, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

use crate::theme::{Palette, font, medium, motion, space, stroke};

/// Narrower rows have smaller letters and less room around them.
const NARROW: f32 = 260.0;

/// Shows a row of tabs. Returns the one that the player chooses, also if it is shown already.
pub fn tabs<T: PartialEq + Copy, S: AsRef<str>>(
    ui: &mut Ui,
    now: Option<T>,
    pages: &[(T, S)],
) -> Option<T> {
    let palette = Palette::in_use(ui.ctx());
    let row = ui.available_rect_before_wrap();
    let line = egui::Stroke::new(stroke::LINE, palette.line);
    ui.painter().hline(row.x_range(), row.bottom() - stroke::LINE / 2.0, line);
    let size = if row.width() < NARROW { font::SMALL } else { font::BODY };
    let mut chosen = None;
    // Narrow rows share their room.
    let width = |name: &str| {
        let letters = medium(size);
        ui.painter().layout_no_wrap(name.to_owned(), letters, Color32::PLACEHOLDER).size().x
    };
    let free = row.width() - pages.iter().map(|(_, name)| width(name.as_ref())).sum::<f32>();
    let around = free / (2.0 * pages.len().max(1) as f32);
    let around = around.clamp(f32::from(space::TINY), f32::from(space::MEDIUM));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (page, name) in pages {
            let name = name.as_ref();
            if tab(ui, name, now == Some(*page), (row.height(), size, around)).clicked() {
                chosen = Some(*page);
            }
        }
    });
    chosen
}

fn tab(ui: &mut Ui, name: &str, on: bool, (height, size, around): (f32, f32, f32)) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let galley = ui.painter().layout_no_wrap(name.to_owned(), medium(size), Color32::PLACEHOLDER);
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
