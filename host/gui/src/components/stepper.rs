//! Steppers: a number between a minus and a plus.

use std::ops::RangeInclusive;

use egui::emath::Numeric;
use egui::{DragValue, Ui};

use super::{ActionButton, control_row, row_text, with_edges};
use crate::icons;
use crate::theme::{size, space};

/// Shows a name and a number that can be typed, dragged and stepped. Returns true if it changed.
pub fn stepper<N: Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    range: RangeInclusive<N>,
    step: f64,
) -> bool {
    let before = *value;
    control_row(ui, |ui| {
        ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
        row_text(ui, name);
        number_field(ui, name, value, range, step, None);
    });
    *value != before
}

/// The number of a [`stepper`] alone; `zero` is the word for nothing. Returns true if it changed.
pub fn number_field<N: Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    range: RangeInclusive<N>,
    step: f64,
    zero: Option<&str>,
) -> bool {
    let before = *value;
    let (least, most) = (range.start().to_f64(), range.end().to_f64());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
        let now = value.to_f64();
        let less = ActionButton::icon_only(icons::REMOVE, "-").enabled(now > least);
        if ui.add(less).clicked() {
            *value = N::from_f64((now - step).max(least));
        }
        let mut field = DragValue::new(value).range(range).speed(step / 4.0);
        field = field.max_decimals(if N::INTEGRAL || step >= 1.0 { 0 } else { 2 });
        if let Some(word) = zero.map(str::to_owned) {
            let typed = word.clone();
            field = field
                .custom_formatter(move |number, _| match number == 0.0 {
                    true => word.clone(),
                    false => number.to_string(),
                })
                .custom_parser(move |text| match text.trim().eq_ignore_ascii_case(&typed) {
                    true => Some(0.0),
                    false => text.trim().parse().ok(),
                });
        }
        let field = with_edges(ui, |ui| ui.add_sized([FIELD, size::ROW], field));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name));
        let more = ActionButton::icon_only(icons::ADD, "+").enabled(now < most);
        if ui.add(more).clicked() {
            *value = N::from_f64((now + step).min(most));
        }
    });
    if step > 0.0 {
        // Typed and dragged numbers lie on the steps too.
        let steps = ((value.to_f64() - least) / step).round();
        *value = N::from_f64((least + steps * step).clamp(least, most));
    }
    *value != before
}

/// The width of the number.
const FIELD: f32 = 64.0;
