//! The clock's settings.

use std::time::Duration;

use boardloom_app::game_setup::clocks;
use boardloom_match::TimeControl;
use boardloom_match::clock::{parse_time, shown};
use boardloom_ruleset::Ruleset;
use egui::{RichText, Ui};

use crate::texts::new_game as t;
use crate::theme::TextWeight;

pub(super) fn choose(ui: &mut Ui, clock: &mut Option<TimeControl>, ruleset: &Ruleset) {
    let own = t::clock_own(&t::clock_in_words(&ruleset.clock));
    let kind = clock.as_ref().map(t::clock_kind);
    let mut usual: Vec<TimeControl> = clocks().collect();
    usual.dedup_by_key(|control| t::clock_kind(control));
    ui.horizontal(|ui| {
        let label = ui.label(RichText::new(t::clock()).semibold());
        let width = (ui.available_width() - 8.0).clamp(120.0, 300.0);
        egui::ComboBox::from_id_salt("clock")
            .selected_text(kind.unwrap_or(&own))
            .width(width)
            .truncate()
            .show_ui(ui, |ui| {
                if ui.selectable_label(kind.is_none(), &own).clicked() {
                    *clock = None;
                }
                for control in usual {
                    let name = t::clock_kind(&control);
                    let on = kind == Some(name);
                    if ui.selectable_label(on, name).clicked() && !on {
                        *clock = Some(control);
                    }
                }
            })
            .response
            .labelled_by(label.id);
    });
    if let Some(control) = clock {
        values(ui, control);
    }
}

fn values(ui: &mut Ui, control: &mut TimeControl) {
    match control {
        TimeControl::Untimed => {}
        TimeControl::Simple { main } => span(ui, t::clock_main(), main, 10, 7200),
        TimeControl::Fischer { main, increment } => {
            span(ui, t::clock_main(), main, 0, 7200);
            span(ui, t::clock_increment(), increment, 0, 120);
            // Without either, no player could move.
            *main = if increment.is_zero() { (*main).max(Duration::from_secs(10)) } else { *main };
        }
        TimeControl::ByoYomi { main, periods, period } => {
            span(ui, t::clock_main(), main, 0, 7200);
            count(ui, t::clock_periods(), periods, 1, 10);
            span(ui, t::clock_period(), period, 5, 300);
        }
        TimeControl::Arcade { main, coin, coins, carry } => {
            span(ui, t::clock_main(), main, 10, 7200);
            count(ui, t::clock_coins(), coins, 0, 20);
            span(ui, t::clock_coin(), coin, 10, 600);
            ui.checkbox(carry, t::clock_carry());
        }
    }
}

/// A saved value may lie beyond the slider's ends.
fn span(ui: &mut Ui, name: &str, value: &mut Duration, least: u64, most: u64) {
    let mut seconds = value.as_secs_f64();
    let slider = egui::Slider::new(&mut seconds, least as f64..=most as f64)
        .logarithmic(most > 1000)
        .integer()
        .clamping(egui::SliderClamping::Edits)
        .custom_formatter(|seconds, _| match seconds {
            60.0.. => shown(Duration::try_from_secs_f64(seconds).unwrap_or_default()),
            _ => format!("{seconds:.0} s"),
        })
        .custom_parser(|text| {
            let text = text.trim().trim_end_matches('s').trim_end();
            parse_time(text).map(|time| time.as_secs_f64())
        });
    if labelled_slider(ui, name, slider) {
        *value = Duration::try_from_secs_f64(seconds.round()).unwrap_or_default();
    }
}

fn count(ui: &mut Ui, name: &str, value: &mut u32, least: u32, most: u32) {
    let slider = egui::Slider::new(value, least..=most).clamping(egui::SliderClamping::Edits);
    labelled_slider(ui, name, slider);
}

pub(super) fn labelled_slider(ui: &mut Ui, name: &str, slider: egui::Slider<'_>) -> bool {
    ui.horizontal_wrapped(|ui| {
        let label = ui.label(name);
        ui.add(slider).labelled_by(label.id).changed()
    })
    .inner
}
