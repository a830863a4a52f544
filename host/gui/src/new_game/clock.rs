//! The clock's settings.

use std::time::Duration;

use boardloom_app::game_setup::clocks;
use boardloom_match::TimeControl;
use boardloom_match::clock::{parse_time, shown};
use boardloom_ruleset::Ruleset;
use egui::Ui;

use crate::components::{
    control_row, fits, labelled, list_arrow, segmented_of, switch, with_edges,
};
use crate::texts::new_game as t;

/// The clocks that players know by their numbers.
const USUAL: [(&str, &str); 3] = [("3 + 2", "3:00+2"), ("5 + 3", "5:00+3"), ("10 min", "10:00")];

/// What the row of clocks shows as chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClockChoice {
    /// The ruleset's own clock.
    Own,
    Usual(usize),
    Custom,
}

pub(super) fn choose(ui: &mut Ui, clock: &mut Option<TimeControl>, ruleset: &Ruleset) {
    let usual = USUAL.map(|(_, text)| text.parse::<TimeControl>().ok());
    let now = match clock {
        None => ClockChoice::Own,
        Some(_) => {
            let place = usual.iter().position(|it| it == clock);
            place.map_or(ClockChoice::Custom, ClockChoice::Usual)
        }
    };
    let own = match ruleset.clock.is_timed() {
        true => t::clock_default(),
        false => t::clock_none(),
    };
    let mut values = vec![(ClockChoice::Own, own)];
    let names = USUAL.iter().enumerate();
    values.extend(names.map(|(place, (name, _))| (ClockChoice::Usual(place), *name)));
    values.push((ClockChoice::Custom, t::clock_custom()));
    let chosen = labelled(ui, t::clock(), |ui| match fits(ui, &values) {
        true => segmented_of(ui, Some(t::clock()), Some(now), &values),
        false => list(ui, now, &values),
    });
    match chosen {
        Some(ClockChoice::Own) => *clock = None,
        Some(ClockChoice::Usual(place)) => *clock = usual[place],
        // Different from the usual ones, so that its values are shown.
        Some(ClockChoice::Custom) => *clock = CUSTOM.parse().ok(),
        None => {}
    }
    if now == ClockChoice::Custom {
        kinds(ui, clock);
    }
}

/// The clocks as a list, where segments would take two rows.
fn list(ui: &mut Ui, now: ClockChoice, values: &[(ClockChoice, &str)]) -> Option<ClockChoice> {
    let mut chosen = None;
    let text = values.iter().find(|(it, _)| *it == now).map_or("", |(_, name)| *name);
    let combo = egui::ComboBox::from_id_salt("clocks").icon(list_arrow).selected_text(text);
    let combo = combo.width(ui.available_width().min(WIDEST)).truncate();
    let shown = with_edges(ui, |ui| {
        combo.show_ui(ui, |ui| {
            for (value, name) in values {
                if ui.selectable_label(now == *value, *name).clicked() {
                    chosen = Some(*value);
                }
            }
        })
    });
    let name = t::clock();
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
    chosen
}

/// The widest list.
const WIDEST: f32 = 260.0;

/// The width of the value beside a slider.
const VALUE: f32 = 64.0;

const CUSTOM: &str = "15:00+10";

/// The kind of clock, and its values.
fn kinds(ui: &mut Ui, clock: &mut Option<TimeControl>) {
    let kind = clock.as_ref().map(t::clock_kind);
    let mut usual: Vec<TimeControl> = clocks().collect();
    usual.dedup_by_key(|control| t::clock_kind(control));
    labelled(ui, t::clock_kind_name(), |ui| {
        let combo = egui::ComboBox::from_id_salt("clock").icon(list_arrow);
        let combo =
            combo.selected_text(kind.unwrap_or_default()).width(ui.available_width().min(WIDEST));
        let combo = combo.truncate();
        let shown = with_edges(ui, |ui| {
            combo.show_ui(ui, |ui| {
                for control in usual {
                    let name = t::clock_kind(&control);
                    let on = kind == Some(name);
                    if ui.selectable_label(on, name).clicked() && !on {
                        *clock = Some(control);
                    }
                }
            })
        });
        let name = t::clock_kind_name();
        shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
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
            switch(ui, carry, t::clock_carry());
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

fn labelled_slider(ui: &mut Ui, name: &str, slider: egui::Slider<'_>) -> bool {
    labelled(ui, name, |ui| {
        // In the middle of the row, with values of one width.
        ui.spacing_mut().interact_size.x = VALUE;
        let slider = control_row(ui, |ui| ui.add(slider));
        slider.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, name));
        slider.changed()
    })
}
