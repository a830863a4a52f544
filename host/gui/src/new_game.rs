//! The new-game screen: ruleset, players, options, seed and preview.

use boardloom_app::Action;
use boardloom_app::course::CourseKind;
use boardloom_app::game_setup::{GameSetup, player_kinds, player_label};
use boardloom_app::loader::RulesetPreview;
use boardloom_app::player_names::side_name;
use boardloom_app::status_text::capital;
use boardloom_ruleset::{OptionDomain, Overrides, Ruleset, RulesetOption};
use egui::{RichText, Ui, Vec2};
use serde_json::Value as Json;

use crate::components::{ActionButton, spinner};
use crate::icons;
use crate::preferences::Preferences;
use crate::services::{Refusal, RulesetEntry, Services};
use crate::texts::{learn, new_game as t};
use crate::theme::{Palette, TextWeight, font, space};
use crate::thumbnail::Thumbnail;

mod clock;

pub struct NewGame<'a> {
    pub setup: &'a mut GameSetup<Thumbnail>,
    pub services: &'a dyn Services,
    pub rulesets: &'a [RulesetEntry],
    pub preferences: &'a Preferences,
    pub palette: Palette,
}

/// The height of the buttons at the bottom.
const FOOTER: f32 = 62.0;

impl NewGame<'_> {
    pub fn ui(&mut self, ui: &mut Ui) -> Option<Action> {
        let whole = ui.available_rect_before_wrap();
        let (body, footer) = whole.split_top_bottom_at_y(whole.bottom() - FOOTER);
        let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(body));
        let changed = self.body(&mut inside);
        // After the fields, so that Tab reaches the buttons last.
        ui.painter().rect_filled(footer, 0.0, self.palette.panel);
        let mut bottom =
            ui.new_child(egui::UiBuilder::new().max_rect(footer.shrink(f32::from(space::MEDIUM))));
        let action = self.buttons(&mut bottom);
        ui.expand_to_include_rect(whole);
        action.or(changed.then_some(Action::PreviewSetup))
    }

    /// Returns true if the preview is stale.
    fn body(&mut self, ui: &mut Ui) -> bool {
        let mut changed = false;
        let width = ui.available_width();
        let frame = egui::Frame::new().fill(self.palette.panel).inner_margin(space::MEDIUM);
        if width >= 940.0 {
            egui::Panel::left("new-game-list")
                .resizable(false)
                .exact_size(230.0)
                .frame(frame)
                .show(ui, |ui| changed = self.list(ui));
        }
        if width >= 600.0 {
            let list = if width >= 940.0 { 230.0 } else { 0.0 };
            let side = (width * 0.4).max(width - list - 560.0).max(240.0);
            let frame =
                egui::Frame::new().fill(self.palette.background).inner_margin(space::MEDIUM);
            egui::Panel::right("new-game-board")
                .resizable(false)
                .exact_size(side)
                .frame(frame)
                .show(ui, |ui| self.board(ui, ui.available_size()));
        }
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.heading(format!("{}: {}", t::title(), self.name()));
                if width < 940.0 {
                    changed |= self.pick(ui);
                }
                ui.add_space(4.0);
                changed |= self.form(ui);
                if width < 600.0 {
                    let side = ui.available_width().min(320.0);
                    self.board(ui, Vec2::splat(side));
                }
            });
        });
        changed
    }

    fn buttons(&mut self, ui: &mut Ui) -> Option<Action> {
        let mut action = None;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let ready = self.setup.match_setup().is_some();
            let start = ActionButton::primary(t::start()).icon(icons::PLAY).enabled(ready);
            if ui.add(start).clicked() {
                action = Some(Action::StartGame);
            }
            let listed = self.rulesets.iter().find(|listed| listed.id == self.setup.id);
            if ui.add(ActionButton::secondary(t::cancel())).clicked() {
                action = Some(Action::LeaveSetup);
            }
            for (kind, text) in
                [(CourseKind::Puzzles, learn::puzzles()), (CourseKind::Lessons, learn::lessons())]
            {
                let Some(listed) = listed.filter(|listed| kind.count_in(listed) > 0) else {
                    continue;
                };
                if ui.add(ActionButton::quiet(text)).clicked() {
                    action = Some(Action::StartCourse(kind, Some(listed.id.clone())));
                }
            }
        });
        action
    }

    /// Returns true if another ruleset was chosen.
    fn list(&mut self, ui: &mut Ui) -> bool {
        let mut chosen = None;
        let label = ui.label(t::search());
        let edit = egui::TextEdit::singleline(&mut self.setup.find);
        let field = ui.add(edit.desired_width(f32::INFINITY)).labelled_by(label.id);
        let mut area = egui::ScrollArea::vertical().auto_shrink(false);
        if field.changed() {
            // Results start at the top; a shorter list would move in the next frame.
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| {
            let mut family = None;
            if self.rulesets.iter().all(|listed| listed.id != self.setup.id) {
                ui.add(egui::Button::selectable(true, self.name()).wrap());
            }
            for listed in self.rulesets.iter().filter(|listed| listed.matches(&self.setup.find)) {
                if family != Some(&listed.family) {
                    family = Some(&listed.family);
                    ui.add_space(6.0);
                    ui.label(RichText::new(capital(&listed.family)).semibold());
                }
                let on = listed.id == self.setup.id;
                let text = RichText::new(&listed.name);
                let text = if on { text.color(self.palette.on_accent) } else { text };
                let entry = egui::Button::selectable(on, text)
                    .min_size(egui::vec2(ui.available_width(), 0.0));
                let response = ui.add(entry).on_hover_text(&listed.summary);
                if on && std::mem::take(&mut self.setup.reveal) {
                    response.scroll_to_me(Some(egui::Align::Center));
                }
                if response.clicked() && !on {
                    chosen = Some(listed.id.clone());
                }
            }
        });
        self.go_over(chosen)
    }

    /// The name of the chosen ruleset; one that was opened from a file is in no list.
    fn name(&self) -> String {
        let listed = self.rulesets.iter().find(|listed| listed.id == self.setup.id);
        let look = self.setup.look().map(|look| &look.source.ruleset.name);
        listed.map(|listed| &listed.name).or(look).unwrap_or(&self.setup.id).clone()
    }

    fn pick(&mut self, ui: &mut Ui) -> bool {
        let mut chosen = None;
        ui.horizontal(|ui| {
            let label = ui.label(t::ruleset());
            egui::ComboBox::from_id_salt("ruleset")
                .selected_text(self.name())
                .width(220.0)
                .show_ui(ui, |ui| {
                    for listed in self.rulesets {
                        let text = format!("{}: {}", capital(&listed.family), listed.name);
                        let on = listed.id == self.setup.id;
                        let response = ui.selectable_label(on, text);
                        if on && std::mem::take(&mut self.setup.reveal) {
                            response.scroll_to_me(Some(egui::Align::Center));
                        }
                        if response.clicked() {
                            chosen = Some(listed.id.clone());
                        }
                    }
                })
                .response
                .labelled_by(label.id);
        });
        self.go_over(chosen)
    }

    fn go_over(&mut self, chosen: Option<String>) -> bool {
        let Some(id) = chosen.filter(|id| *id != self.setup.id) else { return false };
        self.setup.choose(&id, self.preferences);
        true
    }

    fn board(&self, ui: &mut Ui, size: Vec2) {
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        match &self.setup.preview {
            Some(Ok(look)) => look.start.paint(ui.painter(), rect, self.preferences.theme),
            Some(Err(_)) => {
                let (font, ink) = (egui::FontId::proportional(font::SIGN), self.palette.warning);
                ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, "⚠", font, ink);
            }
            None => {
                let small = egui::Rect::from_center_size(rect.center(), Vec2::splat(28.0));
                ui.put(small, |ui: &mut Ui| spinner(ui, 28.0));
                if let Some(plugin) = self.services.compiling().first() {
                    self.show_compiling(ui, rect, plugin);
                }
            }
        }
    }

    fn show_compiling(&self, ui: &mut Ui, board: egui::Rect, plugin: &str) {
        let size = Vec2::new(board.width(), 80.0);
        let below = egui::Rect::from_center_size(board.center() + Vec2::new(0.0, 70.0), size);
        ui.scope_builder(egui::UiBuilder::new().max_rect(below), |ui| {
            ui.vertical_centered(|ui| {
                ui.label(t::compiling(plugin));
                if ui.button(t::skip_compiling()).clicked() {
                    self.services.skip_compiling();
                }
            });
        });
    }

    /// Returns true if the preview is stale.
    fn form(&mut self, ui: &mut Ui) -> bool {
        let palette = self.palette;
        let look = match self.setup.preview.take() {
            None => return false,
            Some(Err(refusal)) => {
                ui.label(RichText::new(t::fix_errors()).color(palette.error).semibold());
                refusal_text(ui, &refusal);
                let mut again = false;
                if !self.setup.settings.is_empty() && ui.button(t::defaults()).clicked() {
                    self.setup.settings = Overrides::new();
                    again = true;
                }
                self.setup.preview = Some(Err(refusal));
                return again;
            }
            Some(Ok(look)) => look,
        };
        let ruleset = &look.source.ruleset;
        ui.label(RichText::new(&ruleset.summary).color(palette.weak));
        // Above the players: an option may change their number, and must not move under the
        // pointer then.
        let mut changed = self.options(ui, ruleset);
        ui.add_space(8.0);
        ui.label(RichText::new(t::players()).semibold());
        let search = look.source.rules.capabilities().search;
        for seat in 0..look.seats {
            self.seat(ui, &look, seat);
        }
        if !search {
            ui.label(RichText::new(t::no_computer()).small().color(palette.weak));
        }
        ui.add_space(8.0);
        clock::choose(ui, &mut self.setup.clock, ruleset);
        ui.add_space(8.0);
        changed |= self.show_seed(ui, look.start.is_drawn());
        if !self.setup.dropped.is_empty() {
            let keys: Vec<&str> = self.setup.dropped.iter().map(String::as_str).collect();
            let text = RichText::new(crate::texts::live::dropped(&keys));
            ui.label(text.small().color(palette.warning));
        }
        for warning in ruleset.warnings.iter() {
            ui.label(RichText::new(&warning.what).small().color(palette.warning));
        }
        self.setup.preview = Some(Ok(look));
        changed
    }

    /// Returns true if the seed changes the start.
    fn show_seed(&mut self, ui: &mut Ui, drawn: bool) -> bool {
        let before = self.setup.seed();
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t::seed());
            let mut field = egui::TextEdit::singleline(&mut self.setup.seed).desired_width(150.0);
            if drawn {
                field = field.hint_text(self.setup.fresh.to_string());
            }
            let field = ui.add(field);
            field.labelled_by(label.id).on_hover_text(t::seed_help());
            if drawn && ui.button(t::draw_again()).on_hover_text(t::draw_again_help()).clicked() {
                self.setup.fresh = boardloom_match::fresh_seed();
                self.setup.seed.clear();
            }
            if self.setup.seed().is_none() {
                ui.label(RichText::new(t::seed_wrong()).color(self.palette.error));
            }
        });
        drawn && self.setup.seed().is_some() && self.setup.seed() != before
    }

    fn seat(&mut self, ui: &mut Ui, look: &RulesetPreview<Thumbnail>, seat: usize) {
        let ruleset = &look.source.ruleset;
        let search = look.source.rules.capabilities().search;
        let Some(player) = self.setup.players.get_mut(seat) else { return };
        let theme = self.preferences.theme;
        ui.horizontal(|ui| {
            let side = side_name(ruleset, seat);
            let (badge, _) = ui.allocate_exact_size(Vec2::splat(20.0), egui::Sense::hover());
            crate::shapes::side_badge(ui.painter(), badge, &look.start.side(seat, theme));
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            let named = ui.allocate_ui_with_layout(egui::vec2(80.0, 22.0), layout, |ui| {
                ui.set_min_width(80.0);
                ui.add(egui::Label::new(side).truncate())
            });
            let label = named.inner;
            ui.add_enabled_ui(search, |ui| {
                egui::ComboBox::from_id_salt(("seat", seat))
                    .selected_text(player_label(*player, ruleset))
                    .width(190.0)
                    .show_ui(ui, |ui| {
                        for kind in player_kinds(ruleset) {
                            ui.selectable_value(player, kind, player_label(kind, ruleset));
                        }
                    })
                    .response
                    .labelled_by(label.id);
            });
        });
    }

    fn options(&mut self, ui: &mut Ui, ruleset: &Ruleset) -> bool {
        if ruleset.options.is_empty() {
            return false;
        }
        ui.add_space(8.0);
        let mut changed = false;
        ui.horizontal(|ui| {
            ui.label(RichText::new(t::options()).semibold());
            if !self.setup.settings.is_empty() && ui.small_button(t::defaults()).clicked() {
                self.setup.settings = Overrides::new();
                changed = true;
            }
        });
        if changed {
            return true;
        }
        for choice in &ruleset.options {
            let now = self.setup.value(choice).clone();
            let matters = self.setup.matters(choice, ruleset);
            let chosen = ui.add_enabled_ui(matters, |ui| control_of(ui, choice, &now)).inner;
            if let Some(value) = chosen.filter(|value| *value != now) {
                self.setup.set(choice, value);
                changed = true;
            }
            if let Some(help) = &choice.help {
                ui.label(RichText::new(help).small().color(self.palette.weak));
            }
        }
        changed
    }
}

fn control_of(ui: &mut Ui, choice: &RulesetOption, now: &Json) -> Option<Json> {
    match &choice.domain {
        OptionDomain::Switch => {
            let mut on = now.as_bool().unwrap_or_default();
            ui.checkbox(&mut on, &choice.label).changed().then_some(Json::Bool(on))
        }
        OptionDomain::Range { low, high, step, whole } => {
            let mut value = now.as_f64().unwrap_or(*low);
            let mut slider = egui::Slider::new(&mut value, *low..=*high);
            if *whole {
                slider = slider.integer();
            }
            if let Some(step) = step {
                slider = slider.step_by(*step);
            }
            if let Some(word) = choice.zero.clone() {
                let typed = word.clone();
                slider = slider
                    .custom_formatter(move |number, _| match number == 0.0 {
                        true => word.clone(),
                        false => number.to_string(),
                    })
                    .custom_parser(move |text| match text.trim().eq_ignore_ascii_case(&typed) {
                        true => Some(0.0),
                        false => text.trim().parse().ok(),
                    });
            }
            let moved = clock::labelled_slider(ui, &choice.label, slider);
            let number = if *whole { Json::from(value.round() as i64) } else { Json::from(value) };
            moved.then_some(number)
        }
        OptionDomain::List(items) => {
            let shown = items.iter().find(|item| item.value == *now);
            let text = shown.map_or_else(|| now.to_string(), |item| item.label.clone());
            let mut chosen = None;
            ui.horizontal_wrapped(|ui| {
                let label = ui.label(&choice.label);
                egui::ComboBox::from_id_salt(&choice.key)
                    .selected_text(text)
                    .show_ui(ui, |ui| {
                        for item in items {
                            if ui.selectable_label(item.value == *now, &item.label).clicked() {
                                chosen = Some(item.value.clone());
                            }
                        }
                    })
                    .response
                    .labelled_by(label.id);
            });
            chosen
        }
    }
}

/// Monospaced, for carets.
pub fn refusal_text(ui: &mut Ui, refusal: &Refusal) {
    let text = refusal.to_string();
    egui::ScrollArea::horizontal().id_salt("refusal").show(ui, |ui| {
        ui.add(egui::Label::new(RichText::new(text).monospace()).extend().selectable(true));
    });
}
