//! Segmented controls: few values, one of them chosen.

use egui::{
    Align, Color32, CornerRadius, FontId, Layout, Response, RichText, Sense, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo,
};

use super::reaction::Reaction;
use crate::theme::{Palette, font, medium, radius, size, space, stroke};

/// Shows a name, and the control beside it; below it where there is no room.
pub fn labelled<R>(ui: &mut Ui, name: &str, control: impl FnOnce(&mut Ui) -> R) -> R {
    let wide = ui.available_width() >= 2.2 * size::LABEL;
    let label = |ui: &mut Ui, width: f32| {
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(Vec2::new(width, size::ROW), left, |ui| {
            ui.set_min_width(width);
            ui.add(egui::Label::new(name).wrap().selectable(false));
        });
    };
    if !wide {
        let width = ui.available_width();
        label(ui, width);
        return control(ui);
    }
    ui.horizontal_top(|ui| {
        label(ui, size::LABEL);
        ui.vertical(control).inner
    })
    .inner
}

/// Shows the values, the chosen one set off. Returns the one that the player chooses.
pub fn segmented<T: PartialEq + Copy>(
    ui: &mut Ui,
    now: Option<T>,
    values: &[(T, &str)],
) -> Option<T> {
    segmented_of(ui, None, now, values)
}

/// A name, and the values at the right end of its row; below it where there is no room.
pub fn segmented_row<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    now: Option<T>,
    values: &[(T, &str)],
) -> Option<T> {
    explained_segments(ui, (name, ""), now, values)
}

/// A [`segmented_row`] with a line about it below its name.
pub fn explained_segments<T: PartialEq + Copy>(
    ui: &mut Ui,
    (name, about): (&str, &str),
    now: Option<T>,
    values: &[(T, &str)],
) -> Option<T> {
    let weak = Palette::in_use(ui.ctx()).weak;
    let about = (!about.is_empty()).then(|| RichText::new(about).small().color(weak));
    let free = ui.available_width() - segments_width(ui, values) - ui.spacing().item_spacing.x;
    if free < size::LABEL {
        let chosen = labelled(ui, name, |ui| segmented(ui, now, values));
        about.map(|about| ui.add(egui::Label::new(about).wrap().selectable(false)));
        return chosen;
    }
    ui.horizontal_top(|ui| {
        let row = Vec2::new(free, size::ROW);
        let layout = match about {
            None => Layout::left_to_right(Align::Center),
            Some(_) => Layout::top_down(Align::Min),
        };
        ui.allocate_ui_with_layout(row, layout, |ui| {
            ui.set_min_width(free);
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add(egui::Label::new(name).truncate().selectable(false));
            about.map(|about| ui.add(egui::Label::new(about).wrap().selectable(false)));
        });
        segmented(ui, now, values)
    })
    .inner
}

/// Low segments with small letters, in one row.
pub fn small_segmented<T: PartialEq + Copy>(
    ui: &mut Ui,
    now: Option<T>,
    values: &[(T, &str)],
) -> Option<T> {
    let mut chosen = None;
    let room = Vec2::new(ui.available_width(), SMALL.height);
    ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (place, (value, name)) in values.iter().enumerate() {
            let on = now == Some(*value);
            let ends = (place == 0, place + 1 == values.len());
            if segment(ui, (None, name), on, ends, (0.0, SMALL)).clicked() && !on {
                chosen = Some(*value);
            }
        }
    });
    chosen
}

/// The size of segments.
#[derive(Debug, Clone, Copy)]
struct SegmentSize {
    height: f32,
    letters: f32,
    /// At the left and right of a name.
    margin: i8,
}

const USUAL: SegmentSize =
    SegmentSize { height: size::ROW, letters: font::BODY, margin: space::MEDIUM };
const SMALL: SegmentSize =
    SegmentSize { height: size::SMALL, letters: font::SMALL, margin: space::SMALL };

/// Like [`segmented`]; screen readers hear what the values are of.
pub fn segmented_of<T: PartialEq + Copy>(
    ui: &mut Ui,
    of: Option<&str>,
    now: Option<T>,
    values: &[(T, &str)],
) -> Option<T> {
    let mut chosen = None;
    let mut row = |ui: &mut Ui, values: &[(T, &str)], widest: f32| {
        let wide: f32 = values.iter().map(|(_, name)| width_of(ui, name).max(widest)).sum();
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(Vec2::new(wide, size::ROW), left, |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (place, (value, name)) in values.iter().enumerate() {
                let on = now == Some(*value);
                let ends = (place == 0, place + 1 == values.len());
                if segment(ui, (of, name), on, ends, (widest, USUAL)).clicked() && !on {
                    chosen = Some(*value);
                }
            }
        });
    };
    let widths: Vec<f32> = values.iter().map(|(_, name)| width_of(ui, name)).collect();
    let room = ui.available_width();
    if fitting(&widths, room) >= values.len() {
        row(ui, values, 0.0);
        return chosen;
    }
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = f32::from(space::TINY);
        // In columns, and about as many in each row.
        let widest = widths.iter().copied().fold(0.0, f32::max);
        let most = ((room / widest) as usize).clamp(1, values.len());
        let rows = values.len().div_ceil(most);
        for values in values.chunks(values.len().div_ceil(rows)) {
            row(ui, values, widest);
        }
    });
    chosen
}

/// Whether segments with these names stand in one row.
pub fn fits<T>(ui: &Ui, values: &[(T, &str)]) -> bool {
    segments_width(ui, values) <= ui.available_width()
}

/// The width of segments with these names in one row.
pub fn segments_width<T>(ui: &Ui, values: &[(T, &str)]) -> f32 {
    values.iter().map(|(_, name)| width_of(ui, name)).sum()
}

/// How many segments fit in a row, one at least.
fn fitting(widths: &[f32], room: f32) -> usize {
    let ends = widths.iter().scan(0.0, |end, width| {
        *end += width;
        Some(*end)
    });
    ends.take_while(|end| *end <= room).count().max(1)
}

fn width_of(ui: &Ui, name: &str) -> f32 {
    let ink = Color32::PLACEHOLDER;
    let galley = ui.painter().layout_no_wrap(name.to_owned(), medium(font::BODY), ink);
    galley.size().x + 2.0 * f32::from(space::MEDIUM)
}

fn segment(
    ui: &mut Ui,
    (of, name): (Option<&str>, &str),
    on: bool,
    (first, last): (bool, bool),
    (least, look): (f32, SegmentSize),
) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let font: FontId = medium(look.letters);
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, Color32::PLACEHOLDER);
    let own = galley.size().x + 2.0 * f32::from(look.margin);
    let room = Vec2::new(own.max(least), look.height);
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    let enabled = ui.is_enabled();
    let full = of.map_or_else(|| name.to_owned(), |of| format!("{of}: {name}"));
    response.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, enabled, on, &full));
    let reaction = Reaction::of(&response);
    let (fill, edge, ink) = match on {
        true => (palette.chosen(), palette.edge, palette.text),
        false => {
            let fill = reaction.mix([palette.raised, palette.hover, palette.chosen()]);
            (fill, palette.line, reaction.mix([palette.weak, palette.text, palette.text]))
        }
    };
    let end = |is: bool| if is { radius::CONTROL } else { 0 };
    let corners = CornerRadius { nw: end(first), sw: end(first), ne: end(last), se: end(last) };
    let line = Stroke::new(if on { stroke::FOCUS } else { stroke::LINE }, edge);
    ui.painter().rect(rect, corners, fill, line, StrokeKind::Inside);
    let at = rect.center() - galley.size() / 2.0;
    ui.painter().galley(at, galley, if enabled { ink } else { palette.weak });
    response
}
