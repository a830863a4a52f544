//! The strips beside the board: who plays, the score, the clock.

use std::time::Duration;

use boardloom_contract::Seat;
use boardloom_play::Who;
use egui::{Align, Align2, Color32, FontId, Layout, RichText, Sense, Ui, Vec2};

use crate::playing::Playing;
use crate::shapes;
use crate::texts::{game as t, new_game};
use crate::theme::Palette;
use crate::waiting::Waiting;

/// The height of a strip, in points.
pub const HEIGHT: f32 = 40.0;

/// What a button on a strip asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pressed {
    /// Play this move that needs no pointing.
    Ending(String),
    /// Give up.
    Resign,
}

/// Draws a seat's strip, with the buttons of the person at the board where
/// `buttons` is set.
pub fn strip(
    ui: &mut Ui,
    playing: &Playing,
    seat: usize,
    palette: Palette,
    buttons: bool,
) -> Option<Pressed> {
    let standing = playing.game.standing();
    let acts = standing.acting.iter().any(|s| usize::from(*s) == seat);
    let thinks = playing.thinking().is_some_and(|s| usize::from(s) == seat);
    let line = if acts { palette.accent } else { palette.line };
    let width = if acts { 2.0 } else { 1.0 };
    let mut pressed = None;
    egui::Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(width, line))
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(8, 3))
        .show(ui, |ui| {
            ui.set_min_height(HEIGHT - 8.0);
            ui.set_max_height(HEIGHT - 8.0);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 7.0;
                if buttons {
                    pressed = press(ui, playing, palette);
                }
                clock(ui, playing, seat, acts, palette);
                score(ui, playing, seat, palette);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    badge(ui, playing, seat);
                    name(ui, playing, seat, thinks, palette);
                });
            });
        });
    pressed
}

fn badge(ui: &mut Ui, playing: &Playing, seat: usize) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(24.0), Sense::hover());
    shapes::side_badge(ui.painter(), rect, &playing.look_of(seat as Seat));
}

fn name(ui: &mut Ui, playing: &Playing, seat: usize, thinks: bool, palette: Palette) {
    let side = playing.side(seat as Seat);
    let known = playing.game.players().get(seat);
    let gone = playing.game.standing().seats.get(seat).is_some_and(|state| !state.active);
    let mut text = RichText::new(&side).strong().color(palette.text);
    if gone {
        text = text.strikethrough().color(palette.weak);
    }
    ui.add(egui::Label::new(text).truncate().selectable(false));
    let more = match known {
        Some(player) => match player.who {
            Who::Person if player.name == side => String::new(),
            Who::Person => player.name.clone(),
            Who::Computer { level } => new_game::level(level, &player.name),
        },
        None => String::new(),
    };
    if !more.is_empty() {
        let weak = RichText::new(more).small().color(palette.weak);
        ui.add(egui::Label::new(weak).truncate().selectable(false));
    }
    if thinks {
        ui.add(Waiting { size: 14.0 });
    }
}

/// Points, what the last turn brought, and what the move under the pointer
/// would bring.
fn score(ui: &mut Ui, playing: &Playing, seat: usize, palette: Palette) {
    let Some(state) = playing.game.standing().seats.get(seat) else { return };
    if playing.game.standing().seats.iter().all(|s| s.score == 0.0 && s.gained == 0.0) {
        return;
    }
    let then = playing.preview.as_ref().and_then(|p| p.standing.seats.get(seat)).map(|s| s.score);
    let changes = then.filter(|then| (then - state.score).abs() > 1e-9);
    if let Some(then) = changes {
        let text = format!("→ {}", t::number(then));
        label(ui, RichText::new(text).size(15.0).color(palette.accent));
    } else if state.gained.abs() > 1e-9 {
        label(ui, RichText::new(t::gained(state.gained)).size(12.5).color(palette.weak));
    }
    label(ui, RichText::new(t::number(state.score)).size(21.0).strong().color(palette.text));
}

fn label(ui: &mut Ui, text: RichText) {
    ui.add(egui::Label::new(text).selectable(false));
}

fn clock(ui: &mut Ui, playing: &Playing, seat: usize, runs: bool, palette: Palette) {
    let clock = playing.game.clock();
    if !clock.is_timed() {
        return;
    }
    let elapsed = if runs { playing.elapsed() } else { Duration::ZERO };
    let Some(time) = clock.time(seat as u8, elapsed) else { return };
    let text = match time.periods {
        0 => written(time.main),
        n => format!("{} +{n}", written(time.main)),
    };
    let urgent = runs && time.until_out(clock.control()) < Duration::from_secs(10);
    let ink = if urgent { palette.error } else { palette.text };
    let galley =
        ui.painter().layout_no_wrap(text.clone(), FontId::monospace(16.0), Color32::PLACEHOLDER);
    let (rect, response) =
        ui.allocate_exact_size(galley.size() + Vec2::new(10.0, 4.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
    ui.painter().rect_filled(rect, 4.0, palette.ground);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min;
    ui.painter().galley(at, galley, ink);
}

/// Writes a time: minutes and seconds, tenths near the end.
pub fn written(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=9 => format!("{}.{}", seconds, time.subsec_millis() / 100),
        3600.. => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

fn press(ui: &mut Ui, playing: &Playing, palette: Palette) -> Option<Pressed> {
    let mut pressed = None;
    // Buttons stand out from the strip, which is raised itself.
    let rest = &mut ui.visuals_mut().widgets.inactive;
    rest.weak_bg_fill = palette.panel;
    rest.bg_stroke = egui::Stroke::new(1.0, palette.line);
    if playing.resigning().is_some() && ui.button(t::RESIGN).clicked() {
        pressed = Some(Pressed::Resign);
    }
    if playing.game.person_to_move().is_some() {
        for ending in playing.interface.first().endings.iter().rev() {
            let text = if ending.label.text.is_empty() { &ending.mv } else { &ending.label.text };
            if ui.button(text).clicked() {
                pressed = Some(Pressed::Ending(ending.mv.clone()));
            }
        }
    }
    pressed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_clocks_show_them() {
        let check = |ms: u64, expected: &str| {
            assert_eq!(written(Duration::from_millis(ms)), expected);
        };
        check(0, "0.0");
        check(9_949, "9.9");
        check(65_000, "1:05");
        check(3_605_000, "1:00:05");
    }
}
