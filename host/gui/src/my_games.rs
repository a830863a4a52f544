//! The screen of my games: every game, finished or not, with its position.

use boardloom_app::controller::MyGames;
use boardloom_app::my_games::{GameEntry, GameFilter, GameSort};
use boardloom_app::{Action, Controller, texts};
use egui::{Align, ComboBox, Key, Layout, RichText, Sense, Ui, UiBuilder, Vec2};

use crate::components::{
    ActionButton, list_arrow, row_frame, row_text, search_field, segmented, spinner, text_field,
    with_edges,
};
use crate::icons;
use crate::screen::keep_arrows;
use crate::texts::{my_games as t, start};
use crate::theme::{Palette, TextWeight, font, radius, size, space, title};
use crate::thumbnail::Thumbnail;

const ROW: f32 = 72.0;
/// The size of the sign of a position that is not drawn yet.
const WAITS: f32 = 18.0;
/// The pane of one game, in windows that have room for it, and in large ones.
const PANE: [f32; 2] = [320.0, 440.0];
const WIDE: f32 = 860.0;
const LARGE: f32 = 1600.0;
/// The widest field of the search.
const FIND: f32 = 240.0;

pub fn show(ui: &mut Ui, controller: &mut Controller<Thumbnail>) -> Option<Action> {
    let palette = Palette::of(controller.preferences.theme);
    let mut action = None;
    let large = ui.available_width() >= LARGE;
    let paned = ui.available_width() >= WIDE;
    if paned {
        let frame = egui::Frame::new().fill(palette.panel).inner_margin(space::LARGE);
        egui::Panel::right("my-games-pane")
            .resizable(false)
            .exact_size(PANE[usize::from(large)])
            .frame(frame)
            .show(ui, |ui| action = pane(ui, controller, palette));
    }
    let frame = egui::Frame::new().fill(palette.background).inner_margin(space::LARGE);
    egui::CentralPanel::default().frame(frame).show(ui, |ui| {
        action = head(ui, &mut controller.my_games).or(action.take());
        ui.add_space(f32::from(space::SMALL));
        action = tools(ui, controller, palette, paned).or(action.take());
        ui.add_space(f32::from(space::SMALL));
        action = rows(ui, controller, palette, paned).or(action.take());
    });
    action
}

pub fn list_id() -> egui::Id {
    egui::Id::unique("games-list")
}

fn head(ui: &mut Ui, games: &mut MyGames) -> Option<Action> {
    let mut action = None;
    ui.horizontal(|ui| {
        ui.set_min_height(size::BUTTON);
        if ui.add(ActionButton::icon_only(icons::BACK, start::back())).clicked() {
            action = Some(Action::StartScreen);
        }
        ui.label(title(t::title()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let sort = ComboBox::from_id_salt("sort")
                .icon(list_arrow)
                .selected_text(games.query.sort.label());
            sort.show_ui(ui, |ui| {
                for sort in GameSort::ALL {
                    ui.selectable_value(&mut games.query.sort, sort, sort.label());
                }
            });
            let width = (ui.available_width() - f32::from(space::SMALL)).clamp(80.0, FIND);
            let find = texts::library::find();
            let field = search_field(ui, &mut games.query.text, find, width);
            field.on_hover_text(t::find_help());
        });
    });
    ui.add_space(f32::from(space::TINY));
    let mut filters = GameFilter::ALL.map(|filter| (filter, filter.label())).to_vec();
    let faulty = games.all().iter().any(|game| game.unreadable.is_some());
    let hidden = |filter| filter == GameFilter::Unreadable && games.query.filter != filter;
    filters.retain(|(filter, _)| faulty || !hidden(*filter));
    if let Some(filter) = segmented(ui, Some(games.query.filter), &filters) {
        (games.query.filter, games.at) = (filter, 0);
    }
    action
}

/// The chosen game: its position and what it is.
fn pane(ui: &mut Ui, controller: &mut Controller<Thumbnail>, palette: Palette) -> Option<Action> {
    let game = &controller.my_games.chosen()?.clone();
    let side = ui.available_width();
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    ui.painter().rect_filled(rect, radius::CARD, palette.background);
    let drawn = controller.game_thumbnails.get(&game.file).and_then(|(_, board)| board.as_ref());
    if let Some(drawn) = drawn {
        let inside = rect.shrink(f32::from(space::SMALL));
        drawn.paint(ui.painter(), inside, controller.preferences.theme);
    }
    ui.add_space(f32::from(space::SMALL));
    ui.add(egui::Label::new(title(game.label())).truncate().selectable(false));
    let lines = about(game, controller.is_on_board(&game.file));
    for line in lines.into_iter().chain([game.day()]).filter(|line| !line.is_empty()) {
        let text = RichText::new(line).color(palette.weak);
        ui.add(egui::Label::new(text).wrap().selectable(false));
    }
    ui.add_space(f32::from(space::MEDIUM));
    let text = if game.is_finished() { texts::files::do_open() } else { start::go_on() };
    let usable = !controller.opening && game.unreadable.is_none();
    let open = ui.add(ActionButton::primary(text).icon(icons::PLAY).enabled(usable));
    open.clicked().then(|| Action::OpenGame(game.file.clone()))
}

/// The actions on the selected games; without any and beside a pane, on the chosen one.
fn tools(
    ui: &mut Ui,
    controller: &mut Controller<Thumbnail>,
    palette: Palette,
    paned: bool,
) -> Option<Action> {
    if let Some(action) = rename_field(ui, &mut controller.my_games) {
        return Some(action);
    }
    let mut files: Vec<String> = controller.my_games.selected.iter().cloned().collect();
    let selected = files.len();
    if paned && files.is_empty() {
        files.extend(controller.my_games.chosen().map(|game| game.file.clone()));
    }
    let free = !files.is_empty() && !files.iter().any(|file| controller.is_on_board(file));
    let games = &mut controller.my_games;
    let mut action = None;
    if files.is_empty() && games.restorable() == 0 {
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        if selected > 0 {
            row_text(ui, RichText::new(t::selected(selected)).color(palette.weak));
        }
        if let [only] = &*files {
            let usable = free && games.renaming.is_none();
            let rename = ActionButton::quiet(t::rename()).icon(icons::RENAME);
            if ui.add(rename.enabled(usable)).clicked() {
                games.rename(only);
            }
        }
        if ui.add(ActionButton::quiet(t::delete()).icon(icons::DELETE).enabled(free)).clicked() {
            action = Some(Action::DeleteGames(files.clone()));
        }
        let export = ActionButton::quiet(t::export()).icon(icons::EXPORT);
        if ui.add(export.enabled(!files.is_empty())).clicked() {
            action = Some(Action::ExportGames(files.clone()));
        }
        if games.restorable() > 0
            && ui.add(ActionButton::secondary(&t::undo_delete(games.restorable())).low()).clicked()
        {
            action = Some(Action::RestoreGames);
        }
    });
    action
}

fn rename_field(ui: &mut Ui, games: &mut MyGames) -> Option<Action> {
    let (file, mut name) = games.renaming.take()?;
    // A game without a name has its ruleset's.
    let usual = games.find(&file).map(|game| game.title.clone()).unwrap_or_default();
    let done = ui.horizontal(|ui| {
        let label = ui.label(t::name());
        let field = text_field(ui, &mut name, &usual, 260.0);
        let field = field.labelled_by(label.id);
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        let entered = field.lost_focus() && pressed(Key::Enter);
        let left = field.lost_focus() && pressed(Key::Escape);
        let focused = ui.memory(|memory| memory.focused());
        if !field.lost_focus() && focused.is_none_or(|id| id == list_id()) {
            field.request_focus();
        }
        let renames = ui.add(ActionButton::primary(t::rename()).low()).clicked() || entered;
        let cancels = ui.add(ActionButton::quiet(texts::game::cancel())).clicked() || left;
        (renames || cancels).then_some(renames)
    });
    if done.inner != Some(false) {
        games.renaming = Some((file, name));
    }
    (done.inner == Some(true)).then_some(Action::RenameGame)
}

fn rows(
    ui: &mut Ui,
    controller: &mut Controller<Thumbnail>,
    palette: Palette,
    paned: bool,
) -> Option<Action> {
    let found = controller.my_games.shown();
    if found.is_empty() {
        let text = if controller.my_games.is_loading() { start::loading() } else { t::none() };
        ui.label(RichText::new(text).color(palette.weak));
    }
    let games = &mut controller.my_games;
    games.at = games.at.min(found.len().saturating_sub(1));
    let keys = match games.renaming {
        Some(_) => ListKeys { to: None, opens: false },
        None => keys(ui, found.len(), games.at),
    };
    let mut action = None;
    if let Some(to) = keys.to {
        games.at = to;
    } else if keys.opens {
        action = games.chosen().map(|game| Action::OpenGame(game.file.clone()));
    }
    let (mut chosen, mut toggled, mut wanted) = (None, None, Vec::new());
    let area = egui::ScrollArea::vertical().auto_shrink(false);
    area.show_rows(ui, ROW, found.len(), |ui, rows| {
        if keys.to.is_some() {
            let step = ROW + ui.spacing().item_spacing.y;
            let top =
                ui.cursor().top() + step * (controller.my_games.at as f32 - rows.start as f32);
            let place = ui.cursor().with_min_y(top).with_max_y(top + ROW);
            ui.scroll_to_rect(place, None);
        }
        for (index, place) in found[rows.clone()].iter().zip(rows) {
            let game = &controller.my_games.all()[*index];
            let known = controller.game_thumbnails.get(&game.file);
            if known.is_none_or(|(written, _)| *written != game.written)
                && game.unreadable.is_none()
            {
                wanted.push(game.file.clone());
            }
            let here = place == controller.my_games.at;
            let answer = row(ui, game, controller, palette, here);
            if answer.clicked || answer.toggled {
                chosen = Some(place);
            }
            if answer.toggled {
                toggled = Some(game.file.clone());
            }
            // Without a pane, nothing would show what is chosen.
            if answer.opened || answer.clicked && !paned {
                action = Some(Action::OpenGame(game.file.clone()));
            }
        }
    });
    if let Some(place) = chosen {
        controller.my_games.at = place;
        ui.memory_mut(|memory| memory.request_focus(list_id()));
    }
    toggled.into_iter().for_each(|file| controller.my_games.toggle(&file));
    controller.load_game_thumbnails(wanted);
    action.filter(|_| !controller.opening)
}

/// What the keys ask of the list.
struct ListKeys {
    to: Option<usize>,
    opens: bool,
}

/// The list takes the focus that nothing else has.
fn keys(ui: &mut Ui, count: usize, at: usize) -> ListKeys {
    let list =
        ui.interact(ui.available_rect_before_wrap(), list_id(), Sense::focusable_noninteractive());
    list.widget_info(|| egui::WidgetInfo::labeled(egui::Role::List, true, t::title()));
    if ui.memory(|memory| memory.focused()).is_none() {
        list.request_focus();
    }
    if !list.has_focus() {
        return ListKeys { to: None, opens: false };
    }
    keep_arrows(ui, list_id());
    let last = count.saturating_sub(1);
    let page = (ui.available_height() / ROW).max(1.0) as usize;
    let to = ui.input(|input| {
        let steps = [
            (Key::ArrowDown, at.saturating_add(1)),
            (Key::ArrowUp, at.saturating_sub(1)),
            (Key::PageDown, at.saturating_add(page)),
            (Key::PageUp, at.saturating_sub(page)),
            (Key::Home, 0),
            (Key::End, last),
        ];
        let pressed = steps.into_iter().find(|(key, _)| input.key_pressed(*key));
        pressed.map(|(_, to)| to.min(last))
    });
    ListKeys { to, opens: ui.input(|input| input.key_pressed(Key::Enter)) }
}

#[derive(Debug, Clone, Copy, Default)]
struct RowResponse {
    clicked: bool,
    opened: bool,
    toggled: bool,
}

fn row(
    ui: &mut Ui,
    game: &GameEntry,
    controller: &Controller<Thumbnail>,
    palette: Palette,
    chosen: bool,
) -> RowResponse {
    let mut selected = controller.my_games.selected.contains(&game.file);
    let size = Vec2::new(ui.available_width(), ROW);
    let (whole, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, !controller.opening, game.label())
    });
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
        Some((_, Some(board))) => {
            board.paint(ui.painter(), rect.shrink(3.0), controller.preferences.theme);
        }
        None if game.unreadable.is_none() => {
            let middle = egui::Rect::from_center_size(rect.center(), Vec2::splat(WAITS));
            spinner(&mut ui.new_child(UiBuilder::new().max_rect(middle)), WAITS);
        }
        _ => {}
    }
    ui.vertical(|ui| {
        ui.add_space(f32::from(space::SMALL));
        ui.spacing_mut().item_spacing.y = 2.0;
        let weak = |text: String| RichText::new(text).small().color(palette.weak);
        let first = Vec2::new(ui.available_width(), font::TITLE);
        ui.allocate_ui_with_layout(first, Layout::right_to_left(Align::Center), |ui| {
            ui.add(egui::Label::new(weak(game.day())).selectable(false));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let name = RichText::new(game.label()).semibold();
                ui.add(egui::Label::new(name).truncate().selectable(false));
            });
        });
        for line in about(game, controller.is_on_board(&game.file)) {
            ui.add(egui::Label::new(weak(line)).truncate().selectable(false));
        }
    });
    RowResponse {
        clicked: response.clicked(),
        opened: response.double_clicked(),
        toggled: check.changed(),
    }
}

/// The lines below a game's name and day: who played, and how it stands.
fn about(game: &GameEntry, on_board: bool) -> [String; 2] {
    if let Some(why) = &game.unreadable {
        return [why.clone(), String::new()];
    }
    let state = match (on_board, game.is_finished()) {
        (false, _) => game.state(),
        (true, true) => format!("{} · {}", game.state(), t::on_board()),
        (true, false) => t::on_board().to_owned(),
    };
    // A game without a name has its ruleset's.
    let players = match game.name.is_empty() {
        true => game.opponents(),
        false => format!("{} · {}", game.title, game.opponents()),
    };
    [players, state]
}
