//! The players' cards: side, name, state, score, clock.

use boardloom_app::status_text;
use boardloom_contract::Seat;
use egui::{Align, Align2, Color32, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};

use crate::components::spinner;
use crate::session::GameSession;
use crate::shapes;
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, font, legible, medium, radius, semibold, space, stroke};

/// The width of the bar of the side to move.
const BAR: f32 = 3.0;
/// Narrower cards show the clock below the score.
const NARROW: f32 = 260.0;
/// The least room for `Computer (Beginner)`; where there is less, the level alone is named.
const LABELLED: f32 = 130.0;
/// The least height of a card with large numbers.
const TALL: f32 = 60.0;
/// The least height of a card with two lines.
const TWO_LINES: f32 = 40.0;

/// The least height of a number with its unit below it, and the unit's widest room.
const CAPTIONED: f32 = 50.0;
const UNIT: f32 = 96.0;
/// The least room of a gain beside a score, in wide cards.
const GAINED: f32 = 28.0;

#[derive(Clone, Copy)]
pub(super) struct PlayerCard<'a> {
    pub session: &'a GameSession,
    pub seat: Seat,
    pub palette: Palette,
    pub score_hints: bool,
}

impl PlayerCard<'_> {
    pub fn show(self, ui: &mut Ui, rect: Rect) {
        let Self { palette, session, .. } = self;
        let acts = session.game.status().acting.contains(&self.seat);
        let painter = ui.painter();
        let fill = if acts { palette.raised } else { palette.panel };
        let line = Stroke::new(stroke::LINE, palette.line);
        painter.rect(rect, radius::CONTROL, fill, line, StrokeKind::Inside);
        if acts {
            let side = crate::theme::color(session.look_of(self.seat).color);
            let mut bar = rect.shrink2(Vec2::new(0.0, f32::from(radius::CONTROL)));
            bar.set_width(BAR);
            painter.rect_filled(bar, BAR / 2.0, legible(side, fill, palette.text));
        }
        let margin = Vec2::new(if rect.height() < TWO_LINES { 6.0 } else { 10.0 }, 3.0);
        let row = Layout::right_to_left(Align::Center);
        let inside = egui::UiBuilder::new().max_rect(rect.shrink2(margin)).layout(row);
        let mut ui = ui.new_child(inside.id_salt(("card", self.seat)));
        ui.shrink_clip_rect(rect);
        ui.spacing_mut().item_spacing = Vec2::new(f32::from(space::SMALL), 0.0);
        match rect.width() < NARROW {
            true => self.numbers_in_lines(&mut ui),
            false => {
                let size = if rect.height() < TALL { font::HEADING } else { font::SCORE };
                self.clock(&mut ui, size);
                self.score(&mut ui, size);
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            self.badge(ui, (rect.height() * 0.44).clamp(16.0, 28.0));
            self.names(ui, rect.height());
        });
    }

    /// Score above clock.
    fn numbers_in_lines(self, ui: &mut Ui) {
        let timed = self.session.game.clock().is_timed();
        if !timed || ui.available_height() < 2.0 * font::HEADING {
            self.clock(ui, font::SMALL);
            return self.score(ui, font::HEADING);
        }
        let height = ui.available_height();
        ui.allocate_ui_with_layout(Vec2::new(72.0, height), Layout::top_down(Align::Max), |ui| {
            let line = Vec2::new(72.0, height / 2.0);
            let row = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout(line, row, |ui| self.score(ui, font::HEADING));
            ui.allocate_ui_with_layout(line, row, |ui| self.clock(ui, font::SMALL));
        });
    }

    fn badge(self, ui: &mut Ui, size: f32) {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
        shapes::side_badge(ui.painter(), rect, &self.session.look_of(self.seat));
    }

    /// The side, and below it the player's name and state or comment.
    fn names(self, ui: &mut Ui, height: f32) {
        let Self { session, seat, palette, .. } = self;
        let tall = height >= TWO_LINES;
        let lines = tall && self.has_state();
        let column = Layout::top_down(Align::Min);
        let size = Vec2::new(ui.available_width(), if lines { 38.0 } else { 20.0 });
        ui.allocate_ui_with_layout(size, column, |ui| {
            let gone = session.game.status().seats.get(usize::from(seat));
            let mut name = RichText::new(session.side(seat)).semibold().color(palette.text);
            if gone.is_some_and(|it| !it.active) {
                name = name.color(palette.weak);
            }
            if height >= TALL {
                name = name.size(font::HEADING);
            }
            ui.add(egui::Label::new(name).truncate().selectable(false));
            if lines {
                let row = Layout::left_to_right(Align::Center);
                let size = Vec2::new(ui.available_width(), font::HEADING);
                ui.allocate_ui_with_layout(size, row, |ui| self.state(ui));
            }
        });
    }

    fn has_state(self) -> bool {
        let Self { session, seat, .. } = self;
        session.player_label(seat).is_some()
            || !status_text::seat_state(session, seat).is_empty()
            || session.commentary.comment(&session.game, seat).is_some()
    }

    fn state(self, ui: &mut Ui) {
        let Self { session, seat, palette, .. } = self;
        if let Some(comment) = session.commentary.comment(&session.game, seat) {
            let text = RichText::new(format!("“{comment}”")).small().italics().color(palette.text);
            let label = egui::Label::new(text).truncate().selectable(false);
            ui.add(label).on_hover_text(comment);
            return;
        }
        if session.thinking_seat() == Some(seat) {
            spinner(ui, 12.0);
        }
        let acts = session.game.status().acting.contains(&seat);
        let state = status_text::seat_state(session, seat);
        let narrow = ui.available_width() < LABELLED;
        let name = match narrow {
            true => session.short_player_label(seat),
            false => session.player_label(seat),
        };
        if !state.is_empty() {
            let text = RichText::new(&state).small();
            let text = match acts {
                true => text.medium().color(palette.text),
                false => text.color(palette.weak),
            };
            ui.add(egui::Label::new(text).selectable(false));
        }
        if let Some(name) = name {
            if !state.is_empty() {
                label(ui, RichText::new("·").small().color(palette.weak));
            }
            let text = RichText::new(name).small().color(palette.weak);
            ui.add(egui::Label::new(text).truncate().selectable(false));
        }
    }

    /// The score after the previewed move, or the gain of the last turn.
    fn beside_score(self, seat: Seat) -> String {
        match self.session.points(seat) {
            Some((_, Some(then), _)) if self.score_hints => format!("→ {}", t::number(then)),
            Some((_, _, gained)) if gained.abs() > 1e-9 => t::gained(gained),
            _ => String::new(),
        }
    }

    /// The score, the gain of the last turn, and the score after the previewed move.
    fn score(self, ui: &mut Ui, size: f32) {
        let Self { session, seat, palette, score_hints, .. } = self;
        let Some((now, then, _)) = session.points(seat) else { return };
        // The numbers of all sides stand below each other, and stay where they are.
        let seats = 0..session.game.players().len();
        let font = medium(font::SMALL);
        let width = |text: String| {
            ui.painter().layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER).size().x
        };
        let least = if ui.available_width() < NARROW { 0.0 } else { GAINED };
        let room = seats.map(|seat| width(self.beside_score(seat as Seat))).fold(least, f32::max);
        let small = RichText::new(self.beside_score(seat));
        let hinted = then.is_some() && score_hints;
        let ink = if hinted { palette.text } else { palette.weak };
        let number = RichText::new(t::number(now)).size(size).semibold().color(palette.text);
        let numbers = |ui: &mut Ui| {
            // From right to left.
            if room > 0.0 {
                let row = Layout::left_to_right(Align::Center);
                let place = Vec2::new(room, ui.available_height());
                ui.allocate_ui_with_layout(place, row, |ui| {
                    ui.set_min_width(room);
                    label(ui, small.size(font::SMALL).medium().color(ink));
                });
            }
            label(ui, number);
        };
        let unit = &session.game.source().ruleset.points;
        if unit.is_empty() || ui.available_height() < CAPTIONED {
            return numbers(ui);
        }
        // What is counted, below the number.
        let place = Vec2::new(ui.available_width().min(UNIT), ui.available_height());
        ui.allocate_ui_with_layout(place, Layout::top_down(Align::Max), |ui| {
            let line = Vec2::new(ui.available_width(), size + 6.0);
            let row = Layout::right_to_left(Align::Center);
            ui.add_space(((place.y - line.y - font::HEADING) / 2.0).max(0.0));
            ui.allocate_ui_with_layout(line, row, numbers);
            label(ui, RichText::new(unit).small().color(palette.weak));
        });
    }

    /// Low time has a frame and a sign besides its colour.
    fn clock(self, ui: &mut Ui, size: f32) {
        let Self { session, palette, .. } = self;
        let control = *session.game.clock().control();
        let time = session.time_of(self.seat).filter(|_| control.is_timed());
        let Some((time, runs)) = time else { return };
        let low = time.is_low(&control);
        let text = status_text::clock(&control, &time);
        let ink = match (low, runs) {
            (true, _) => palette.error,
            (false, true) => palette.text,
            (false, false) => palette.weak,
        };
        let font = if size > font::SMALL { semibold(size) } else { medium(size) };
        let galley = ui.painter().layout_no_wrap(text.clone(), font, Color32::PLACEHOLDER);
        let (rect, response) =
            ui.allocate_exact_size(galley.size() + Vec2::new(12.0, 2.0), Sense::hover());
        let named = t::clock(&session.side(self.seat), &text, low);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &named));
        ui.painter().rect_filled(rect, radius::CHIP, palette.background);
        if low || runs {
            let line = Stroke::new(if low { stroke::FOCUS } else { stroke::LINE }, ink);
            ui.painter().rect_stroke(rect, radius::CHIP, line, StrokeKind::Inside);
        }
        let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min;
        ui.painter().galley(at, galley, ink);
    }
}

fn label(ui: &mut Ui, text: RichText) {
    if !text.is_empty() {
        ui.add(egui::Label::new(text).selectable(false));
    }
}
