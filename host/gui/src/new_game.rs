//! The new-game screen: ruleset, players, options, seed and preview.

use boardloom_app::Action;
use boardloom_app::course::CourseKind;
use boardloom_app::game_setup::{GameSetup, player_kinds};
use boardloom_app::loader::RulesetPreview;
use boardloom_app::player_names::{level_name, side_name};
use boardloom_app::reach::Reach;
use boardloom_match::PlayerKind;
use boardloom_ruleset::{Overrides, Ruleset, RulesetOption};
use egui::{RichText, Ui, Vec2};

use crate::components::{
    ActionButton, control_row, explained_switch, labelled, list_arrow, row_frame, search_field,
    segmented, segmented_of, segments_width, spinner, text_field, with_edges,
};
use crate::icons;
use crate::preferences::Preferences;
use crate::services::{RulesetEntry, Services, search_rulesets};
use crate::texts::{learn, new_game as t, online};
use crate::theme::{Palette, TextWeight, font, size, space, stroke, title};
use crate::thumbnail::Thumbnail;

mod clock;
mod options;
mod refusal;
mod rules;

pub use refusal::refusal_text;

pub struct NewGame<'a> {
    pub setup: &'a mut GameSetup<Thumbnail>,
    pub services: &'a dyn Services,
    pub rulesets: &'a [RulesetEntry],
    pub preferences: &'a Preferences,
    pub palette: Palette,
}

/// The height of the buttons at the bottom.
pub const FOOTER: f32 = 64.0;
/// The width of the form, and the least of the board beside it.
const FORM: f32 = 540.0;
const BOARD: f32 = 190.0;
/// Options that are always shown; the others are folded.
const MAIN: usize = 3;

impl NewGame<'_> {
    pub fn ui(&mut self, ui: &mut Ui) -> Option<Action> {
        let whole = ui.available_rect_before_wrap();
        ui.painter().rect_filled(whole, 0.0, self.palette.panel);
        let (body, footer) = whole.split_top_bottom_at_y(whole.bottom() - FOOTER);
        let (head, body) = body.split_top_bottom_at_y(body.top() + size::BUTTON + 20.0);
        let beside = whole.width() >= FORM + BOARD;
        let form_width = FORM.min(whole.width() - BOARD);
        let upright = body.height() > whole.width() && body.height() >= FORM + BOARD;
        let (form, board) = match beside || whole.width() >= 620.0 {
            _ if upright => {
                let (board, form) = body.split_top_bottom_at_y(body.top() + body.height() * 0.48);
                (form, board)
            }
            true => body.split_left_right_at_x(body.left() + form_width.max(300.0)),
            false => (body, egui::Rect::NOTHING),
        };
        let mut top = ui.new_child(
            egui::UiBuilder::new().max_rect(head.shrink2(Vec2::new(GAP, 10.0))).id_salt("head"),
        );
        let (mut changed, back) = self.head(&mut top);
        let line = egui::Stroke::new(stroke::LINE, self.palette.line);
        let mut inside = form.shrink2(Vec2::new(GAP, 0.0));
        inside.min.y += GAP;
        let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(inside).id_salt("form"));
        let width = inside.available_width() - GAP;
        egui::ScrollArea::vertical().auto_shrink(false).show(&mut inside, |ui| {
            // Beside the bar of the scrolling part, which comes and goes.
            ui.set_max_width(width);
            changed |= self.form(ui);
            if !board.is_positive() {
                let side = ui.available_width().min(320.0);
                changed |= self.board(ui, Vec2::splat(side));
            }
            ui.add_space(GAP);
        });
        if board.is_positive() {
            ui.painter().rect_filled(board, 0.0, self.palette.background);
            let inside = board.shrink(GAP);
            let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(inside).id_salt("board"));
            let size = inside.available_size();
            changed |= self.board(&mut inside, size);
        }
        ui.painter().hline(head.x_range(), head.bottom(), line);
        // After the fields, so that Tab reaches the buttons last.
        ui.painter().rect_filled(footer, 0.0, self.palette.panel);
        ui.painter().hline(footer.x_range(), footer.top(), line);
        let inside = footer.shrink2(Vec2::new(GAP, 14.0));
        let mut bottom = ui.new_child(egui::UiBuilder::new().max_rect(inside).id_salt("foot"));
        let action = self.buttons(&mut bottom);
        ui.expand_to_include_rect(whole);
        back.or(action).or(changed.then_some(Action::PreviewSetup))
    }

    /// The way back, and the choice of the ruleset. Returns true if another one was chosen.
    fn head(&mut self, ui: &mut Ui) -> (bool, Option<Action>) {
        ui.horizontal(|ui| {
            let back = ui.add(ActionButton::icon_only(icons::BACK, crate::texts::start::back()));
            let back = back.clicked().then_some(Action::LeaveSetup);
            ui.add(egui::Label::new(title(t::title())).extend().selectable(false));
            ui.add_space(f32::from(space::SMALL));
            (self.variants(ui), back)
        })
        .inner
    }

    /// A button with the name of the ruleset, which opens the list of all with its search.
    fn variants(&mut self, ui: &mut Ui) -> bool {
        let name = self.name();
        let width = ui.available_width().min(LIST);
        let spoken = t::chosen_game(&name);
        let button = ui.add(ActionButton::chooser(&name, &spoken, width));
        let mut chosen = None;
        let close = egui::PopupCloseBehavior::CloseOnClickOutside;
        egui::Popup::menu(&button).close_behavior(close).show(|ui| {
            // As wide as its button, with its frame.
            let frame = egui::Frame::popup(ui.style()).total_margin().sum().x;
            ui.set_width(button.rect.width().max(LEAST_LIST) - frame);
            chosen = self.list(ui);
            if chosen.is_some() {
                ui.close();
            }
        });
        self.go_over(chosen)
    }

    fn buttons(&mut self, ui: &mut Ui) -> Option<Action> {
        let mut action = None;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let ready = self.setup.match_setup().is_some();
            let start = ActionButton::primary(t::start()).icon(icons::PLAY).enabled(ready);
            if ui.add(start).clicked() {
                action = Some(Action::StartGame);
            }
            if ui.add(ActionButton::secondary(t::cancel())).clicked() {
                action = Some(Action::LeaveSetup);
            }
            let listed = self.rulesets.iter().find(|listed| listed.id == self.setup.id);
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

    /// The rulesets that match the search. Returns the one that was chosen; Enter chooses the
    /// first.
    fn list(&mut self, ui: &mut Ui) -> Option<String> {
        let mut chosen = None;
        let edit = search_field(ui, &mut self.setup.find, t::search(), f32::INFINITY);
        // A list that was not there in the pass before has just opened. The click that opened it is
        // one beside the field, and takes the focus away as long as it lasts.
        let (drawn, pass) = (egui::Id::unique("find-was-drawn"), ui.ctx().cumulative_pass_nr());
        let (before, since) = ui.data(|data| data.get_temp(drawn)).unwrap_or((0_u64, 0_u64));
        let since = if before + 1 < pass { pass } else { since };
        ui.data_mut(|data| data.insert_temp(drawn, (pass, since)));
        if pass < since + FOCUS_PASSES {
            edit.request_focus();
            ui.ctx().request_repaint();
        }
        if edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
            let first = search_rulesets(self.rulesets, &self.setup.find).into_iter().next();
            chosen = first.map(|listed| listed.id.clone());
        }
        let room = ui.ctx().content_rect().height() - 140.0;
        let mut area = egui::ScrollArea::vertical().max_height(room.clamp(80.0, 420.0));
        if edit.changed() {
            // Results start at the top; a shorter list would move in the next frame.
            area = area.vertical_scroll_offset(0.0);
        }
        area.auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            // Clear of the bar.
            ui.set_max_width(ui.available_width() - f32::from(space::TINY));
            let mut family = None;
            for listed in search_rulesets(self.rulesets, &self.setup.find) {
                if family != Some(&listed.family) {
                    family = Some(&listed.family);
                    ui.add_space(f32::from(space::SMALL));
                    ui.horizontal(|ui| {
                        // In line with the names below it.
                        ui.add_space(f32::from(space::SMALL));
                        let name = RichText::new(&listed.family_name).small().medium();
                        ui.label(name.color(self.palette.weak));
                    });
                    ui.add_space(f32::from(space::TINY));
                }
                let on = listed.id == self.setup.id;
                let response = list_row(ui, &listed.name, on).on_hover_text(&listed.summary);
                if on && std::mem::take(&mut self.setup.reveal) {
                    response.scroll_to_me(Some(egui::Align::Center));
                }
                if response.clicked() && !on {
                    chosen = Some(listed.id.clone());
                }
            }
        });
        chosen
    }

    /// The name of the chosen ruleset; one that was opened from a file is in no list.
    fn name(&self) -> String {
        let listed = self.rulesets.iter().find(|listed| listed.id == self.setup.id);
        let look = self.setup.look().map(|look| &look.source.ruleset.name);
        // A file has its path for a name; what is still loading has none yet.
        let file = Some(&self.setup.id).filter(|id| id.ends_with(".toml"));
        let name = listed.map(|listed| &listed.name).or(look).or(file);
        name.cloned().unwrap_or_else(|| "…".to_owned())
    }

    fn go_over(&mut self, chosen: Option<String>) -> bool {
        let Some(id) = chosen.filter(|id| *id != self.setup.id) else { return false };
        self.setup.choose(&id, self.preferences);
        true
    }

    /// The drawn board. Returns true if another start was drawn.
    fn board(&mut self, ui: &mut Ui, size: Vec2) -> bool {
        let drawn = self.setup.look().is_some_and(|look| look.start.is_drawn());
        let below = if drawn { size::BUTTON + f32::from(space::SMALL) } else { 0.0 };
        self.picture(ui, size - Vec2::new(0.0, below));
        if !drawn {
            return false;
        }
        let again = ActionButton::secondary(t::draw_again()).icon(icons::REDO);
        let again = ui.vertical_centered(|ui| ui.add(again)).inner;
        if again.on_hover_text(t::draw_again_help()).clicked() {
            self.setup.fresh = boardloom_match::fresh_seed();
            self.setup.seed.clear();
            return true;
        }
        false
    }

    fn picture(&self, ui: &mut Ui, size: Vec2) {
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        match &self.setup.preview {
            Some(Ok(look)) => look.start.paint(ui.painter(), rect, self.preferences.theme),
            Some(Err(_)) => {
                let (font, ink) = (egui::FontId::proportional(font::SIGN), self.palette.warning);
                let sign = icons::WARNING.glyph();
                ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, sign, font, ink);
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
        ui.spacing_mut().item_spacing.y = f32::from(space::SMALL);
        ui.label(RichText::new(&ruleset.summary).color(palette.weak));
        ui.add_space(f32::from(space::TINY));
        // Above the players: it must not move under the pointer when their number changes.
        let sets_seats = |option: &&RulesetOption| look.seat_options.contains(&option.key);
        let (of_seats, options): (Vec<_>, Vec<_>) = ruleset.options.iter().partition(sets_seats);
        let (main, others) = options.split_at(MAIN.min(options.len()));
        let mut changed = self.options(ui, &of_seats, ruleset);
        if of_seats.is_empty() {
            ui.label(RichText::new(t::players()).medium().color(palette.weak));
        }
        for seat in 0..look.seats {
            self.seat(ui, &look, seat);
        }
        if self.setup.invites(look.seats) {
            self.reach(ui, &look);
        }
        if !look.source.rules.capabilities().search {
            ui.label(RichText::new(t::no_computer()).small().color(palette.weak));
        }
        if !self.setup.is_by_mail(look.seats) {
            divider(ui, palette);
            clock::choose(ui, &mut self.setup.clock, ruleset);
        }
        divider(ui, palette);
        changed |= self.options(ui, main, ruleset);
        if folding(ui, &t::advanced(others.len() + 1)) {
            changed |= self.options(ui, others, ruleset);
            changed |= self.show_seed(ui, look.start.is_drawn());
        }
        if !self.setup.settings.is_empty()
            && ui.add(ActionButton::quiet(t::defaults()).icon(icons::UNDO)).clicked()
        {
            self.setup.settings = Overrides::new();
            changed = true;
        }
        if !self.setup.dropped.is_empty() {
            let keys: Vec<&str> = self.setup.dropped.iter().map(String::as_str).collect();
            let text = RichText::new(crate::texts::live::dropped(&keys));
            ui.label(text.small().color(palette.warning));
        }
        for warning in ruleset.warnings.iter() {
            ui.label(RichText::new(&warning.what).small().color(palette.warning));
        }
        rules::rules(ui, &look, palette);
        self.setup.preview = Some(Ok(look));
        changed
    }

    /// Returns true if the seed changes the start.
    fn show_seed(&mut self, ui: &mut Ui, drawn: bool) -> bool {
        let before = self.setup.seed();
        let hint = if drawn { self.setup.fresh.to_string() } else { t::seed_free().to_owned() };
        labelled(ui, t::seed(), |ui| {
            let field = text_field(ui, &mut self.setup.seed, &hint, 200.0);
            let name = || egui::WidgetInfo::labeled(egui::Role::TextInput, true, t::seed());
            field.widget_info(name);
            field.on_hover_text(t::seed_help());
            if self.setup.seed().is_none() {
                ui.label(RichText::new(t::seed_wrong()).color(self.palette.error));
            }
        });
        drawn && self.setup.seed().is_some() && self.setup.seed() != before
    }

    /// Who plays a side: a human, or the computer at a level.
    fn seat(&mut self, ui: &mut Ui, look: &RulesetPreview<Thumbnail>, seat: usize) {
        let ruleset = &look.source.ruleset;
        let search = look.source.rules.capabilities().search;
        let Some(mut player) = self.setup.players.get(seat).copied() else { return };
        let (theme, side) = (self.preferences.theme, side_name(ruleset, seat));
        let mut named = !self.setup.is_human(seat);
        control_row(ui, |ui| {
            ui.spacing_mut().item_spacing.x = f32::from(space::SMALL);
            let (badge, _) = ui.allocate_exact_size(Vec2::splat(20.0), egui::Sense::hover());
            crate::shapes::side_badge(ui.painter(), badge, &look.start.side(seat, theme));
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            let room = Vec2::new(size::LABEL - 20.0 - f32::from(space::SMALL), size::ROW);
            let label = ui.allocate_ui_with_layout(room, layout, |ui| {
                ui.set_min_width(room.x);
                ui.add(egui::Label::new(&side).truncate().selectable(false))
            });
            choose_player(ui, &mut player, ruleset, (seat, &side), (label.inner.id, search));
            if !named && ui.available_width() >= LEAST_NAME {
                named = true;
                name_field(ui, self.setup.name_mut(seat), &side);
            }
        });
        self.setup.players[seat] = player;
        if !named {
            ui.horizontal(|ui| {
                ui.add_space(size::LABEL + f32::from(space::SMALL));
                name_field(ui, self.setup.name_mut(seat), &side);
            });
        }
    }

    /// How invited players join: at this program, or by mail.
    fn reach(&mut self, ui: &mut Ui, look: &RulesetPreview<Thumbnail>) {
        let reaches = Reach::ALL.map(|reach| (reach, reach.label()));
        let now = Some(self.setup.reach);
        let chosen = labelled(ui, online::reach(), |ui| segmented(ui, now, &reaches));
        self.setup.reach = chosen.unwrap_or(self.setup.reach);
        let (text, ink) = match self.setup.invitation_obstacle(look.seats) {
            Some(why) => (why, self.palette.warning),
            None => (self.setup.reach.help(), self.palette.weak),
        };
        ui.label(RichText::new(text).small().color(ink));
        if self.setup.may_allow_analysis(look) {
            let (name, about) = (online::analysis_allowed(), online::analysis_allowed_help());
            explained_switch(ui, &mut self.setup.analysis, name, about);
        }
    }

    fn options(&mut self, ui: &mut Ui, options: &[&RulesetOption], ruleset: &Ruleset) -> bool {
        let mut changed = false;
        for &choice in options {
            let now = self.setup.value(choice).clone();
            let matters = self.setup.matters(choice, ruleset);
            let row = ui.add_enabled_ui(matters, |ui| options::control_of(ui, choice, &now));
            if now != choice.default {
                // What differs from the ruleset's own value.
                let at = row.response.rect.left_top() + Vec2::new(-6.0, size::ROW / 2.0);
                ui.painter().circle_filled(at, 2.5, self.palette.text);
            }
            if let Some(help) = &choice.help {
                row.response.on_hover_text(help);
            }
            if let Some(value) = row.inner.filter(|value| *value != now) {
                self.setup.set(choice, value);
                changed = true;
            }
        }
        changed
    }
}

fn divider(ui: &mut Ui, palette: Palette) {
    let room = Vec2::new(ui.available_width(), f32::from(space::SMALL));
    let (rect, _) = ui.allocate_exact_size(room, egui::Sense::hover());
    let line = egui::Stroke::new(stroke::LINE, palette.line);
    ui.painter().hline(rect.x_range(), rect.center().y, line);
}

/// A human, an invited one, or the computer and its level.
fn choose_player(
    ui: &mut Ui,
    player: &mut PlayerKind,
    ruleset: &Ruleset,
    (seat, side): (usize, &str),
    (label, search): (egui::Id, bool),
) {
    // The first computer stands for all.
    let kind = match *player {
        PlayerKind::Computer { .. } => PlayerKind::Computer { level: 1 },
        other => other,
    };
    let kinds = [
        (PlayerKind::Human, t::human()),
        (PlayerKind::Remote, online::invited()),
        (PlayerKind::Computer { level: 1 }, t::a_computer()),
    ];
    let kinds = if search { &kinds[..] } else { &kinds[..2] };
    // The same for all sides and kinds of players.
    let beside = if search { LEVELS + ui.spacing().item_spacing.x } else { 0.0 };
    let chosen = match segments_width(ui, kinds) + beside <= ui.available_width() {
        true => segmented_of(ui, Some(side), Some(kind), kinds),
        false => kind_list(ui, seat, kind, kinds, label),
    };
    if let Some(chosen) = chosen {
        *player = match chosen {
            PlayerKind::Computer { .. } => {
                player_kinds(ruleset, true).into_iter().nth(LEVEL).unwrap_or_default()
            }
            other => other,
        };
    }
    if let PlayerKind::Computer { .. } = *player {
        let combo = egui::ComboBox::from_id_salt(("seat", seat)).icon(list_arrow);
        let width = LEVELS.min(ui.available_width());
        let combo = combo.selected_text(level_label(*player, ruleset)).width(width).truncate();
        let levels = player_kinds(ruleset, true).into_iter();
        let levels = levels.filter(|kind| matches!(kind, PlayerKind::Computer { .. }));
        let shown = with_edges(ui, |ui| {
            combo.show_ui(ui, |ui| {
                for kind in levels {
                    ui.selectable_value(player, kind, level_label(kind, ruleset));
                }
            })
        });
        shown.response.labelled_by(label);
    }
}

/// The kinds of players as a list, where segments would not leave room for the levels.
fn kind_list(
    ui: &mut Ui,
    seat: usize,
    now: PlayerKind,
    kinds: &[(PlayerKind, &str)],
    label: egui::Id,
) -> Option<PlayerKind> {
    let mut chosen = None;
    let text = kinds.iter().find(|(kind, _)| *kind == now).map_or("", |(_, name)| *name);
    let combo = egui::ComboBox::from_id_salt(("kind", seat)).icon(list_arrow);
    let combo = combo.selected_text(text).width(KINDS.min(ui.available_width())).truncate();
    let shown = with_edges(ui, |ui| {
        combo.show_ui(ui, |ui| {
            for (kind, name) in kinds {
                if ui.selectable_label(now == *kind, *name).clicked() && now != *kind {
                    chosen = Some(*kind);
                }
            }
        })
    });
    shown.response.labelled_by(label);
    chosen
}

/// The name of a human; the side's while it is empty.
fn name_field(ui: &mut Ui, name: &mut String, side: &str) {
    let width = ui.available_width().min(NAME);
    let field = text_field(ui, name, side, width);
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, t::name()));
    field.on_hover_text(t::name_help());
}

/// The place of the level that a seat gets at first, among the kinds of players.
const LEVEL: usize = 4;
/// Around all parts.
const GAP: f32 = 16.0;
/// The width of a name, and the least beside other controls.
const NAME: f32 = 150.0;
const LEAST_NAME: f32 = 100.0;
/// The widths of the lists of levels and of kinds of players.
const LEVELS: f32 = 112.0;
const KINDS: f32 = 120.0;
/// The width of the list of rulesets.
const LIST: f32 = 300.0;
const LEAST_LIST: f32 = 220.0;

fn level_label(player: PlayerKind, ruleset: &Ruleset) -> String {
    let PlayerKind::Computer { level } = player else { return t::human().to_owned() };
    match level_name(ruleset, level) {
        name if name.is_empty() => t::computer(level),
        name => name,
    }
}

fn list_row(ui: &mut Ui, name: &str, on: bool) -> egui::Response {
    let palette = Palette::in_use(ui.ctx());
    let room = Vec2::new(ui.available_width(), 28.0);
    let (rect, response) = ui.allocate_exact_size(room, egui::Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, on, name));
    row_frame(ui, rect, &response, on);
    let font = egui::FontId::proportional(font::BODY);
    let at = rect.left_center() + Vec2::new(f32::from(space::SMALL), 0.0);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.text(at, egui::Align2::LEFT_CENTER, name, font, palette.text);
    response
}

/// A heading that folds what follows. Returns true while that is shown.
fn folding(ui: &mut Ui, name: &str) -> bool {
    let id = ui.scope_id().with("advanced");
    let mut open = ui.data(|data| data.get_temp(id).unwrap_or(false));
    let icon = if open { icons::DOWN } else { icons::NEXT };
    // The text is in line with the names of the rows, its frame around it; the rows that follow
    // begin where those before do.
    let padding = ui.spacing().button_padding.x;
    let room = Vec2::new(ui.available_width(), size::ROW);
    let (rect, _) = ui.allocate_exact_size(room, egui::Sense::hover());
    let place = rect.translate(Vec2::new(-padding, 0.0));
    let mut row = ui.new_child(egui::UiBuilder::new().max_rect(place).id_salt("folding"));
    row.set_clip_rect(ui.clip_rect().expand2(Vec2::new(padding, 0.0)));
    if row.add(ActionButton::quiet(name).icon(icon)).clicked() {
        open = !open;
        ui.data_mut(|data| data.insert_temp(id, open));
    }
    open
}

/// Passes in which the search of a list that opens asks for the focus.
const FOCUS_PASSES: u64 = 4;
