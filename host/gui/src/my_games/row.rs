//! A row of the list of games.

use boardloom_app::Controller;
use boardloom_app::my_games::GameEntry;
use egui::{Align, Key, Layout, Rect, RichText, Sense, Ui, UiBuilder, Vec2, pos2};

use super::about;
use crate::components::{row_frame, spinner, text_field, with_edges};
use crate::texts::my_games as t;
use crate::theme::{Palette, TextWeight, font, radius, size, space};
use crate::thumbnail::Thumbnail;

pub(super) const ROW: f32 = 72.0;
/// The size of the sign of a position that is not drawn yet.
const WAITS: f32 = 18.0;
/// The least width for the state of a game beside its players.
const BESIDE: f32 = 440.0;
/// The heights of a name and of a line below it.
const NAME: f32 = 22.0;
const LINE: f32 = 18.0;

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RowResponse {
    pub clicked: bool,
    pub opened: bool,
    pub toggled: bool,
    /// The new name was entered, or the old one stays.
    pub renamed: Option<bool>,
}

/// Shows a game; `renaming` is the name that is typed for it.
pub(super) fn row(
    ui: &mut Ui,
    game: &GameEntry,
    controller: &Controller<Thumbnail>,
    chosen: bool,
    renaming: Option<&mut String>,
) -> RowResponse {
    let theme = controller.preferences.theme;
    let palette = Palette::of(theme);
    let mut selected = controller.my_games.selected.contains(&game.file);
    let size = Vec2::new(ui.available_width(), ROW);
    let (whole, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, !controller.opening, game.label())
    });
    if selected {
        ui.painter().rect_filled(whole, radius::CHIP, palette.chosen());
    }
    row_frame(ui, whole, &response, chosen);
    let inside = whole.shrink2(Vec2::new(f32::from(space::SMALL), 0.0));
    let left = Layout::left_to_right(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inside).layout(left));
    let label = t::select(game.label());
    let check = with_edges(&mut ui, |ui| ui.checkbox(&mut selected, ""));
    check.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, selected, &label));
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(ROW - 10.0), Sense::hover());
    ui.painter().rect_filled(rect, radius::CHIP, palette.panel);
    match controller.game_thumbnails.get(&game.file) {
        Some((_, Some(board))) => board.paint(ui.painter(), rect.shrink(3.0), theme),
        None if game.unreadable.is_none() => {
            let middle = Rect::from_center_size(rect.center(), Vec2::splat(WAITS));
            spinner(&mut ui.new_child(UiBuilder::new().max_rect(middle)), WAITS);
        }
        _ => {}
    }
    ui.add_space(f32::from(space::TINY));
    let room = ui.available_rect_before_wrap();
    let on_board = controller.is_on_board(&game.file);
    let renamed = row_texts(&mut ui, room, (game, on_board), palette, renaming);
    RowResponse {
        clicked: response.clicked(),
        opened: response.double_clicked(),
        toggled: check.changed(),
        renamed,
    }
}

/// Name and day, then players and state: beside each other where there is room.
fn row_texts(
    ui: &mut Ui,
    room: Rect,
    (game, on_board): (&GameEntry, bool),
    palette: Palette,
    renaming: Option<&mut String>,
) -> Option<bool> {
    let lines = about(game, on_board);
    let filled = lines.iter().filter(|line| !line.is_empty()).count();
    let beside = room.width() >= BESIDE && filled > 1;
    let below = if beside { 1 } else { filled };
    let height = NAME + LINE * below as f32;
    let mut top = room.center().y - height / 2.0;
    let mut next = |height: f32| {
        let line = Rect::from_min_max(pos2(room.left(), top), pos2(room.right(), top + height));
        top += height;
        line
    };
    let weak = |text: &str| RichText::new(text).small().color(palette.weak);
    let first = next(NAME);
    if let Some(name) = renaming {
        return name_field(ui, first, game, name);
    }
    let name = RichText::new(game.label()).size(font::BODY).semibold();
    pair(ui, first, name, weak(&game.when()));
    match (&lines, beside) {
        ([players, state], true) => pair(ui, next(LINE), weak(players), weak(state)),
        (lines, _) => {
            for line in lines.iter().filter(|line| !line.is_empty()) {
                pair(ui, next(LINE), weak(line), RichText::default());
            }
        }
    }
    None
}

/// A text that is cut where it has no room, and one at the right that is whole.
fn pair(ui: &mut Ui, rect: Rect, left: RichText, right: RichText) {
    let layout = Layout::right_to_left(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    if !right.text().is_empty() {
        ui.add(egui::Label::new(right).selectable(false));
    }
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add(egui::Label::new(left).truncate().selectable(false));
    });
}

/// The field for a game's name. A click elsewhere enters it, as Enter does.
fn name_field(ui: &mut Ui, line: Rect, game: &GameEntry, name: &mut String) -> Option<bool> {
    let width = line.width().min(320.0);
    let place = Rect::from_center_size(
        pos2(line.left() + width / 2.0, line.center().y + LINE / 2.0),
        Vec2::new(width, size::ROW),
    );
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place));
    // A game without a name has its ruleset's.
    let field = text_field(&mut ui, name, &game.title, width);
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, t::name()));
    if field.lost_focus() {
        return Some(!ui.input(|input| input.key_pressed(Key::Escape)));
    }
    if !field.has_focus() {
        field.request_focus();
        let mut state =
            egui::text_edit::TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
        let ends = [0, name.chars().count()].map(egui::text::CCursor::new);
        state.cursor.set_char_range(Some(egui::text::CCursorRange::two(ends[0], ends[1])));
        state.store(ui.ctx(), field.id);
    }
    None
}
