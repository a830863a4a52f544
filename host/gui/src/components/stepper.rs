//! Steppers: a number between a minus and a plus.

use std::ops::RangeInclusive;

use egui::emath::Numeric;
use egui::{DragValue, Ui};

use super::{ActionButton, with_edges};
use crate::icons;
use crate::theme::space;

/// Shows a name and a number that can be typed, dragged and stepped. Returns true if it changed.
pub fn stepper<N: Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    range: RangeInclusive<N>,
    step: f64,
) -> bool {
    let before = *value;
    let (least, most) = (range.start().to_f64(), range.end().to_f64());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
        let label = ui.label(name);
        let now = value.to_f64();
        let less = ActionButton::icon_only(icons::REMOVE, "-").enabled(now > least);
        if ui.add(less).clicked() {
            *value = N::from_f64((now - step).max(least));
        }
        let field = DragValue::new(value).range(range).speed(step / 4.0);
        let field = field.max_decimals(if N::INTEGRAL { 0 } else { 2 });
        with_edges(ui, |ui| ui.add(field)).labelled_by(label.id);
        let more = ActionButton::icon_only(icons::ADD, "+").enabled(now < most);
        if ui.add(more).clicked() {
            *value = N::from_f64((now + step).min(most));
        }
    });
    *value != before
}
