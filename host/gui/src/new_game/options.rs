//! The controls of a ruleset's options: few values side by side, many as a stepper, continuous
//! ones as a slider.

use boardloom_app::texts::capital;
use boardloom_ruleset::{OptionDomain, RulesetOption};
use egui::{Slider, Ui};
use serde_json::Value as Json;

use crate::components::{
    fits, labelled, list_arrow, number_field, segmented_of, switch, with_edges,
};

/// More values than these are a list or a stepper.
const FEW: usize = 6;

/// Returns the value that the player chooses.
pub(super) fn control_of(ui: &mut Ui, choice: &RulesetOption, now: &Json) -> Option<Json> {
    match &choice.domain {
        OptionDomain::Switch => {
            let mut on = now.as_bool().unwrap_or_default();
            switch(ui, &mut on, &choice.label).changed().then_some(Json::Bool(on))
        }
        OptionDomain::Range { low, high, step, whole } => {
            let step = step.or(whole.then_some(1.0));
            let now = now.as_f64().unwrap_or(*low);
            let value = match step {
                Some(step) => steps(ui, choice, now, [*low, *high, step]),
                None => slider(ui, choice, now, [*low, *high]),
            }?;
            Some(if *whole { Json::from(value.round() as i64) } else { Json::from(value) })
        }
        OptionDomain::List(items) => {
            let names: Vec<String> = items.iter().map(|item| capital(&item.label)).collect();
            let values: Vec<(usize, &str)> = names.iter().map(String::as_str).enumerate().collect();
            let now = items.iter().position(|item| item.value == *now);
            let chosen = list(ui, choice, now, &values)?;
            Some(items[chosen].value.clone())
        }
    }
}

fn list(
    ui: &mut Ui,
    choice: &RulesetOption,
    now: Option<usize>,
    values: &[(usize, &str)],
) -> Option<usize> {
    labelled(ui, &choice.label, |ui| {
        if values.len() <= FEW && fits(ui, values) {
            return segmented_of(ui, Some(&choice.label), now, values);
        }
        let mut chosen = None;
        let text = now.and_then(|now| values.get(now)).map_or("", |(_, name)| *name);
        let combo = egui::ComboBox::from_id_salt(&choice.key).icon(list_arrow).selected_text(text);
        let combo = combo.width(ui.available_width().min(320.0)).truncate();
        let shown = with_edges(ui, |ui| {
            combo.show_ui(ui, |ui| {
                for (value, name) in values {
                    if ui.selectable_label(now == Some(*value), *name).clicked() {
                        chosen = Some(*value);
                    }
                }
            })
        });
        let name = &choice.label;
        shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
        chosen
    })
}

/// A number of few or many steps.
fn steps(
    ui: &mut Ui,
    choice: &RulesetOption,
    now: f64,
    [low, high, step]: [f64; 3],
) -> Option<f64> {
    let count = ((high - low) / step).round() as usize + 1;
    let word = |value: f64| match &choice.zero {
        Some(word) if value == 0.0 => capital(word),
        _ => value.to_string(),
    };
    labelled(ui, &choice.label, |ui| {
        if count <= FEW {
            let values: Vec<f64> = (0..count).map(|at| low + step * at as f64).collect();
            let names: Vec<String> = values.iter().map(|value| word(*value)).collect();
            let shown: Vec<(usize, &str)> = names.iter().map(String::as_str).enumerate().collect();
            if fits(ui, &shown) {
                let here = values.iter().position(|value| (value - now).abs() < step / 2.0);
                let chosen = segmented_of(ui, Some(&choice.label), here, &shown)?;
                return Some(values[chosen]);
            }
        }
        let mut value = now;
        let zero = choice.zero.as_deref().map(capital);
        number_field(ui, &choice.label, &mut value, low..=high, step, zero.as_deref())
            .then_some(value)
    })
}

fn slider(ui: &mut Ui, choice: &RulesetOption, now: f64, [low, high]: [f64; 2]) -> Option<f64> {
    labelled(ui, &choice.label, |ui| {
        let mut value = now;
        let slider = ui.add(Slider::new(&mut value, low..=high));
        let name = &choice.label;
        slider.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, name));
        slider.changed().then_some(value)
    })
}
