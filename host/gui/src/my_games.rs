//! The screen of my games: every game, finished or not, with its position.

use boardloom_app::controller::MyGames;
use boardloom_app::my_games::{GameEntry, GameFilter, GameSort};
use boardloom_app::{Action, Controller, keys, texts};
use egui::{
    Align, ComboBox, Key, Layout, Modifiers, Rect, RichText, Sense, Ui, UiBuilder, Vec2, pos2,
};

use crate::components::{ActionButton, list_arrow, row_text, search_field, segmented};
use crate::icons;
use crate::screen::keep_arrows;
use crate::texts::{my_games as t, start};
use crate::theme::{Palette, TextWeight, radius, size, space, title};
use crate::thumbnail::Thumbnail;

mod row;

use row::{ROW, row};

/// The height of the heading of a day.
const HEAD: f32 = 34.0;
/// Between two rows.
const GAP: f32 = 6.0;
/// The width of the names of facts in the pane.
const LABEL: f32 = 72.0;

/// The pane of one game, in windows that have room for it, and in large ones.
const PANE: [f32; 2] = [320.0, 440.0];
const WIDE: f32 = 860.0;
const LARGE: f32 = 1600.0;
/// The actions below the list, in windows without a pane.
const FOOT: f32 = size::BUTTON + 8.0;
/// The widest field of the search.
const FIND: f32 = 240.0;

pub fn show(ui: &mut Ui, controller: &mut Controller<Thumbnail>) -> Option<Action> {
    let palette = Palette::of(controller.preferences.theme);
    let mut action = None;
    let large = ui.available_width() >= LARGE;
    // Without games there is nothing to show in the pane.
    let paned = ui.available_width() >= WIDE && !controller.my_games.all().is_empty();
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
        action = head(ui, &mut controller.my_games, palette).or(action.take());
        ui.add_space(f32::from(space::TINY));
        action = tools(ui, controller, palette).or(action.take());
        ui.add_space(f32::from(space::SMALL));
        let foot = if paned { 0.0 } else { FOOT };
        let room = Vec2::new(ui.available_width(), (ui.available_height() - foot).max(ROW));
        let list = ui.allocate_ui(room, |ui| {
            ui.set_min_size(room);
            rows(ui, controller, palette)
        });
        action = list.inner.or(action.take());
        if !paned && controller.my_games.selected.is_empty() {
            action = foot_bar(ui, controller).or(action.take());
        }
    });
    let restorable = controller.my_games.restorable() > 0 && !ui.ctx().text_edit_focused();
    if restorable && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Z)) {
        action = Some(Action::RestoreGames);
    }
    action
}

pub fn list_id() -> egui::Id {
    egui::Id::unique("games-list")
}

fn head(ui: &mut Ui, games: &mut MyGames, palette: Palette) -> Option<Action> {
    let mut action = None;
    ui.horizontal(|ui| {
        ui.set_min_height(size::BUTTON);
        if ui.add(ActionButton::icon_only(icons::BACK, start::back())).clicked() {
            action = Some(Action::StartScreen);
        }
        ui.label(title(t::title()));
        let (shown, all) = (games.shown().len(), games.all().len());
        if all > 0 {
            let count = if shown == all { t::count(all) } else { t::count_of(shown, all) };
            row_text(ui, RichText::new(count).color(palette.weak));
        }
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
    action
}

/// The filters; in their place the actions on selected games, so that the list stays where it is.
fn tools(ui: &mut Ui, controller: &mut Controller<Thumbnail>, palette: Palette) -> Option<Action> {
    let selected = controller.my_games.selected.len();
    let mut action = None;
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(size::ROW);
        if selected > 0 {
            row_text(ui, RichText::new(t::selected(selected)).color(palette.text));
            action = game_actions(ui, controller);
            let clear = ActionButton::quiet(t::clear()).icon(icons::CLOSE);
            if ui.add(clear).clicked() {
                controller.my_games.selected.clear();
            }
            return;
        }
        filters(ui, &mut controller.my_games);
        let restorable = controller.my_games.restorable();
        if restorable > 0 {
            let restore = t::undo_delete(restorable);
            if ui.add(ActionButton::secondary(&restore).icon(icons::UNDO).low()).clicked() {
                action = Some(Action::RestoreGames);
            }
        }
    });
    action
}

fn filters(ui: &mut Ui, games: &mut MyGames) {
    let mut filters = GameFilter::ALL.map(|filter| (filter, filter.label())).to_vec();
    let faulty = games.all().iter().any(|game| game.unreadable.is_some());
    let hidden = |filter| filter == GameFilter::Unreadable && games.query.filter != filter;
    filters.retain(|(filter, _)| faulty || !hidden(*filter));
    if let Some(filter) = segmented(ui, Some(games.query.filter), &filters) {
        (games.query.filter, games.at) = (filter, 0);
    }
}

/// Buttons for the selected games, else for the chosen one.
fn game_actions(ui: &mut Ui, controller: &mut Controller<Thumbnail>) -> Option<Action> {
    let files = controller.my_games.selection();
    let free = !files.is_empty() && !files.iter().any(|file| controller.is_on_board(file));
    let games = &mut controller.my_games;
    let mut action = None;
    if let [only] = &*files {
        let usable = free && games.renaming.is_none();
        let rename = ActionButton::quiet(t::rename()).icon(icons::RENAME).enabled(usable);
        if ui.add(rename).on_hover_text(key_hint(t::rename(), keys::Key::F(2))).clicked() {
            games.rename(only);
        }
    }
    let export = ActionButton::quiet(t::export()).icon(icons::EXPORT);
    if ui.add(export.enabled(!files.is_empty())).clicked() {
        action = Some(Action::ExportGames(files.clone()));
    }
    let delete = ActionButton::quiet_danger(t::delete()).icon(icons::DELETE).enabled(free);
    let delete = ui.add(delete).on_disabled_hover_text(t::on_board());
    if delete.on_hover_text(key_hint(t::delete(), keys::Key::Delete)).clicked() {
        action = Some(Action::DeleteGames(files));
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
    ui.add(egui::Label::new(title(game.label())).wrap().selectable(false));
    let lines = about(game, controller.is_on_board(&game.file));
    ui.add_space(f32::from(space::SMALL));
    facts(ui, game, &lines, palette);
    ui.add_space(f32::from(space::MEDIUM));
    let mut action = open_buttons(ui, game, controller);
    // With selected games, the buttons for those stand above the list.
    if controller.my_games.selected.is_empty() {
        ui.add_space(f32::from(space::SMALL));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.spacing_mut().button_padding.x = f32::from(space::SMALL);
            let texts = [t::rename(), t::export(), t::delete()];
            let buttons = texts.map(|text| ActionButton::quiet(text).icon(icons::DELETE));
            let width: f32 = buttons.iter().map(|button| button.width(ui)).sum();
            if width > ui.available_width() {
                // One row in every language.
                ui.spacing_mut().button_padding.x = f32::from(space::TINY);
            }
            action = game_actions(ui, controller).or(action.take());
        });
    }
    action
}

/// What the pane has, in a row.
fn foot_bar(ui: &mut Ui, controller: &mut Controller<Thumbnail>) -> Option<Action> {
    let game = controller.my_games.chosen()?.clone();
    ui.horizontal(|ui| {
        let action = open_buttons(ui, &game, controller);
        game_actions(ui, controller).or(action)
    })
    .inner
}

/// What is done with a game: a finished one is reviewed, another one goes on.
fn open_buttons(
    ui: &mut Ui,
    game: &GameEntry,
    controller: &Controller<Thumbnail>,
) -> Option<Action> {
    let usable = !controller.opening && game.unreadable.is_none();
    let mut action = None;
    if !game.is_finished() {
        let go_on = ActionButton::primary(start::go_on()).icon(icons::PLAY).enabled(usable);
        let clicked = ui.add(go_on).clicked();
        return clicked.then(|| Action::OpenGame(game.file.clone()));
    }
    ui.horizontal(|ui| {
        let review = ActionButton::primary(texts::game::review()).icon(icons::REVIEW);
        if ui.add(review.enabled(usable)).clicked() {
            action = Some(Action::ReviewGame(game.file.clone()));
        }
        let open = ActionButton::secondary(texts::files::do_open()).enabled(usable);
        if ui.add(open).clicked() {
            action = Some(Action::OpenGame(game.file.clone()));
        }
    });
    action
}

/// What is known of a game, a fact a line; why it cannot be read, if so.
fn facts(ui: &mut Ui, game: &GameEntry, [first, state]: &[String; 2], palette: Palette) {
    let value = |ui: &mut Ui, text: &str| {
        let text = RichText::new(text).color(palette.text);
        ui.add(egui::Label::new(text).wrap().selectable(false));
    };
    if game.unreadable.is_some() {
        return value(ui, first);
    }
    let mut fact = |name: &str, text: &str| {
        if text.is_empty() {
            return;
        }
        ui.horizontal_top(|ui| {
            ui.allocate_ui(Vec2::new(LABEL, 0.0), |ui| {
                ui.set_min_width(LABEL);
                let name = RichText::new(name).color(palette.weak);
                ui.add(egui::Label::new(name).selectable(false));
            });
            value(ui, text);
        });
    };
    if !game.name.is_empty() {
        fact(t::variant(), &game.title);
    }
    for (place, (side, player)) in game.seats().enumerate() {
        let player = match side.is_empty() || side == player {
            true => player,
            false => format!("{side}: {player}"),
        };
        fact(if place == 0 { t::players() } else { "" }, &player);
    }
    fact(if game.is_finished() { t::result() } else { t::moves_label() }, state);
    fact(t::played(), &game.when());
}

/// A line of the list: the heading of a day, or a game by its place.
enum ListLine {
    Heading(&'static str),
    Game(usize),
}

/// The lines of the list with their tops, and the height of all.
fn list_lines(games: &MyGames, found: &[usize]) -> (Vec<(f32, ListLine)>, f32) {
    let by_day = matches!(games.query.sort, GameSort::Newest | GameSort::Oldest);
    let (mut lines, mut top, mut last) = (Vec::new(), 0.0, None);
    for (place, index) in found.iter().enumerate() {
        let age = Some(games.all()[*index].age()).filter(|_| by_day);
        if let Some(age) = age.filter(|age| last != Some(*age)) {
            last = Some(age);
            lines.push((top, ListLine::Heading(age.label())));
            top += HEAD;
        }
        lines.push((top, ListLine::Game(place)));
        top += ROW + GAP;
    }
    (lines, top)
}

/// Says why the list is empty.
fn nothing(ui: &mut Ui, games: &MyGames, palette: Palette) -> Option<Action> {
    let text = match (games.is_loading(), games.all().is_empty()) {
        (true, _) => start::loading(),
        (false, true) => t::empty(),
        (false, false) => t::none(),
    };
    ui.add_space(f32::from(space::SMALL));
    ui.add(egui::Label::new(RichText::new(text).color(palette.weak)).wrap());
    if games.is_loading() || !games.all().is_empty() {
        return None;
    }
    ui.add_space(f32::from(space::SMALL));
    let new = ui.add(ActionButton::primary(start::new_game()));
    new.clicked().then_some(Action::NewGame(None))
}

fn rows(ui: &mut Ui, controller: &mut Controller<Thumbnail>, palette: Palette) -> Option<Action> {
    let found = controller.my_games.shown();
    if found.is_empty()
        && let Some(action) = nothing(ui, &controller.my_games, palette)
    {
        return Some(action);
    }
    let games = &mut controller.my_games;
    games.at = games.at.min(found.len().saturating_sub(1));
    let mut action = match games.renaming {
        Some(_) => None,
        None => handle_keys(ui, controller),
    };
    let games = &mut controller.my_games;
    let reveal = std::mem::take(&mut games.reveal);
    let mut renaming = games.renaming.take();
    let (mut chosen, mut toggled, mut wanted) = (None, None, Vec::new());
    let modifiers = ui.input(|input| input.modifiers);
    let area = egui::ScrollArea::vertical().auto_shrink(false);
    let (lines, height) = list_lines(&controller.my_games, &found);
    area.show_viewport(ui, |ui, seen| {
        ui.set_height(height);
        let (left, width, top) = (ui.min_rect().left(), ui.available_width(), ui.min_rect().top());
        let line_at = |at: f32, height: f32| {
            Rect::from_min_size(pos2(left, top + at), Vec2::new(width, height))
        };
        for (at, line) in &lines {
            let here = controller.my_games.at;
            let here = matches!(line, ListLine::Game(place) if *place == here);
            if reveal && here {
                ui.scroll_to_rect(line_at(*at, ROW), None);
            }
            if at + ROW < seen.min.y || *at > seen.max.y {
                continue;
            }
            let place = match line {
                ListLine::Heading(text) => {
                    let mut head = ui.new_child(UiBuilder::new().max_rect(line_at(*at, HEAD)));
                    head.add_space(f32::from(space::SMALL));
                    let text = RichText::new(*text).small().semibold().color(palette.weak);
                    head.add(egui::Label::new(text).selectable(false));
                    continue;
                }
                ListLine::Game(place) => *place,
            };
            let index = &found[place];
            let builder = UiBuilder::new().max_rect(line_at(*at, ROW)).id_salt(*index);
            let ui = &mut ui.new_child(builder);
            let game = &controller.my_games.all()[*index];
            let known = controller.game_thumbnails.get(&game.file);
            if known.is_none_or(|(written, _)| *written != game.written)
                && game.unreadable.is_none()
            {
                wanted.push(game.file.clone());
            }
            let name = renaming.as_mut().filter(|(file, _)| *file == game.file);
            let here = place == controller.my_games.at;
            let answer = row(ui, game, controller, here, name.map(|(_, name)| name));
            if answer.renamed == Some(true) {
                action = Some(Action::RenameGame);
            } else if answer.renamed == Some(false) {
                renaming = None;
            }
            if answer.clicked || answer.toggled {
                chosen = Some(place);
            }
            if answer.toggled || answer.clicked && modifiers.command {
                toggled = Some(game.file.clone());
            }
            if answer.opened {
                action = Some(Action::OpenGame(game.file.clone()));
            }
        }
    });
    let games = &mut controller.my_games;
    games.renaming = renaming;
    if let Some(place) = chosen {
        match toggled {
            _ if modifiers.shift => games.select_to(place),
            Some(file) => games.toggle(&file),
            None => games.selected.clear(),
        }
        games.at = place;
        ui.memory_mut(|memory| memory.request_focus(list_id()));
    }
    controller.load_game_thumbnails(wanted);
    action.filter(|action| !controller.opening || !matches!(action, Action::OpenGame(_)))
}

/// Handles the keys of the list, which takes the focus that nothing else has.
fn handle_keys(ui: &mut Ui, controller: &mut Controller<Thumbnail>) -> Option<Action> {
    let list =
        ui.interact(ui.available_rect_before_wrap(), list_id(), Sense::focusable_noninteractive());
    list.widget_info(|| egui::WidgetInfo::labeled(egui::Role::List, true, t::title()));
    if ui.memory(|memory| memory.focused()).is_none() {
        list.request_focus();
    }
    if !list.has_focus() {
        return None;
    }
    keep_arrows(ui, list_id());
    let games = &mut controller.my_games;
    let (at, last) = (games.at, games.shown().len().saturating_sub(1));
    let page = (ui.available_height() / ROW).max(1.0) as usize;
    let steps = [
        (Key::ArrowDown, at.saturating_add(1)),
        (Key::ArrowUp, at.saturating_sub(1)),
        (Key::PageDown, at.saturating_add(page)),
        (Key::PageUp, at.saturating_sub(page)),
        (Key::Home, 0),
        (Key::End, last),
    ];
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    if let Some((_, to)) = steps.into_iter().find(|(key, _)| pressed(*key)) {
        let to = to.min(last);
        if ui.input(|input| input.modifiers.shift) {
            games.select_to(to);
        }
        (games.at, games.reveal) = (to, true);
        return None;
    }
    if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::A)) {
        games.select_all();
    }
    let file = games.chosen()?.file.clone();
    if pressed(Key::Space) {
        games.toggle(&file);
    }
    let files = games.selection();
    let free = !files.iter().any(|file| controller.is_on_board(file));
    if pressed(Key::F2) && free {
        let [only] = &*files else { return None };
        controller.my_games.rename(only);
    } else if pressed(Key::Delete) && free {
        return Some(Action::DeleteGames(files));
    } else if pressed(Key::Enter) {
        return Some(Action::OpenGame(file));
    }
    None
}

fn key_hint(name: &str, key: keys::Key) -> String {
    format!("{name} ({key})")
}

/// The lines below a game's name and day: who played, and how it stands.
fn about(game: &GameEntry, on_board: bool) -> [String; 2] {
    if let Some(why) = &game.unreadable {
        return [why.clone(), String::new()];
    }
    let state = match (on_board, game.is_finished()) {
        (false, _) => game.state(),
        (true, true) => format!("{} · {}", game.state(), t::on_board()),
        // Whose mail it waits for is told on the board and elsewhere.
        (true, false) if game.is_by_mail() => game.state(),
        (true, false) => t::on_board().to_owned(),
    };
    // A game without a name has its ruleset's.
    let players = match game.name.is_empty() {
        true => game.opponents(),
        false => format!("{} · {}", game.title, game.opponents()),
    };
    [players, state]
}
