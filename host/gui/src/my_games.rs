//! The screen of my games: every game, finished or not, with its position.

use std::collections::{BTreeSet, HashMap};

use boardloom_app::controller::MyGames;
use boardloom_app::my_games::{GameEntry, GameFilter, GameSort};
use boardloom_app::{Action, texts};
use egui::{Align, Button, ComboBox, Layout, RichText, Sense, TextEdit, Ui, Vec2};

use crate::preferences::ThemeChoice;
use crate::texts::{my_games as t, start};
use crate::theme::Palette;
use crate::thumbnail::Thumbnail;

const ROW: f32 = 84.0;

#[derive(Default)]
pub struct MyGamesScreen {
    selected: BTreeSet<String>,
    /// The file and the new name.
    renaming: Option<(String, String)>,
    /// Positions by file, with the time of the file; `None` if they cannot be drawn.
    thumbnails: HashMap<String, (u64, Option<Thumbnail>)>,
    /// The games whose positions were requested last.
    requested: Vec<String>,
}

pub struct GamesContext<'a> {
    pub palette: Palette,
    pub theme: ThemeChoice,
    pub opening: bool,
    pub is_on_board: &'a dyn Fn(&str) -> bool,
}

impl MyGamesScreen {
    pub fn thumbnail(&self, file: &str) -> Option<&Thumbnail> {
        self.thumbnails.get(file)?.1.as_ref()
    }

    pub fn add_thumbnail(&mut self, file: String, games: &MyGames, board: Option<Thumbnail>) {
        let written = games.all().iter().find(|game| game.file == file).map(|game| game.written);
        self.thumbnails.insert(file, (written.unwrap_or_default(), board));
    }

    /// Draws the screen. Returns an action, and the games whose positions to load if they
    /// are others than before.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        games: &mut MyGames,
        shown: &GamesContext<'_>,
    ) -> (Option<Action>, Option<Vec<String>>) {
        let mut action = None;
        let mut wanted = Vec::new();
        let frame = egui::Frame::new().fill(shown.palette.ground).inner_margin(20);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            action = self.head(ui, games);
            ui.add_space(6.0);
            let asked = self.tools(ui, games, shown);
            action = asked.or(action.take());
            ui.add_space(6.0);
            let asked = self.rows(ui, games, shown, &mut wanted);
            action = asked.or(action.take());
        });
        if wanted == self.requested {
            return (action, None);
        }
        self.requested.clone_from(&wanted);
        (action, Some(wanted))
    }

    fn head(&self, ui: &mut Ui, games: &mut MyGames) -> Option<Action> {
        let mut action = None;
        ui.horizontal_wrapped(|ui| {
            if ui.button(format!("← {}", start::back())).clicked() {
                action = Some(Action::StartScreen);
            }
            ui.heading(t::title());
            ui.add_space(12.0);
            let label = ui.label(texts::library::find());
            let field = ui.add(TextEdit::singleline(&mut games.query.text).desired_width(180.0));
            field.labelled_by(label.id);
            for filter in GameFilter::ALL {
                ui.selectable_value(&mut games.query.filter, filter, filter.label());
            }
            let sort = ComboBox::from_id_salt("sort").selected_text(games.query.sort.label());
            sort.show_ui(ui, |ui| {
                for sort in GameSort::ALL {
                    ui.selectable_value(&mut games.query.sort, sort, sort.label());
                }
            });
        });
        action
    }

    /// What can be done with the selected games.
    fn tools(&mut self, ui: &mut Ui, games: &MyGames, shown: &GamesContext<'_>) -> Option<Action> {
        self.selected.retain(|file| games.all().iter().any(|game| game.file == *file));
        if let Some(action) = self.rename_field(ui) {
            return Some(action);
        }
        let files: Vec<String> = self.selected.iter().cloned().collect();
        let free = !files.is_empty() && !files.iter().any(|file| (shown.is_on_board)(file));
        let mut action = None;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(t::selected(files.len())).color(shown.palette.weak));
            if let ([only], true) = (&*files, free && self.renaming.is_none())
                && ui.button(t::rename()).clicked()
            {
                let game = games.all().iter().find(|game| game.file == *only);
                let name = game.map(|game| game.name.clone()).unwrap_or_default();
                self.renaming = Some((only.clone(), name));
            }
            if ui.add_enabled(free, Button::new(t::delete())).clicked() {
                action = Some(Action::DeleteGames(files.clone()));
            }
            if ui.add_enabled(!files.is_empty(), Button::new(t::export())).clicked() {
                action = Some(Action::ExportGames(files.clone()));
            }
            if games.restorable() > 0 && ui.button(t::undo_delete(games.restorable())).clicked() {
                action = Some(Action::RestoreGames);
            }
        });
        action
    }

    fn rename_field(&mut self, ui: &mut Ui) -> Option<Action> {
        let (file, name) = self.renaming.as_mut()?;
        let mut done = None;
        ui.horizontal(|ui| {
            let label = ui.label(t::name());
            let field = ui.add(TextEdit::singleline(name).desired_width(260.0));
            let field = field.labelled_by(label.id);
            let entered =
                field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            if ui.button(t::rename()).clicked() || entered {
                done = Some(true);
            } else if ui.button(texts::game::cancel()).clicked() {
                done = Some(false);
            }
        });
        let renamed = Action::RenameGame { file: file.clone(), name: name.clone() };
        if done? {
            self.renaming = None;
            return Some(renamed);
        }
        self.renaming = None;
        None
    }

    fn rows(
        &mut self,
        ui: &mut Ui,
        games: &mut MyGames,
        shown: &GamesContext<'_>,
        wanted: &mut Vec<String>,
    ) -> Option<Action> {
        let loading = games.is_loading();
        let found = games.shown();
        if found.is_empty() {
            let text = if loading { start::loading() } else { t::none() };
            ui.label(RichText::new(text).color(shown.palette.weak));
        }
        let mut action = None;
        egui::ScrollArea::vertical().auto_shrink(false).show_rows(
            ui,
            ROW,
            found.len(),
            |ui, rows| {
                for game in &found[rows] {
                    let known = self.thumbnails.get(&game.file);
                    if known.is_none_or(|(written, _)| *written != game.written)
                        && game.unreadable.is_none()
                    {
                        wanted.push(game.file.clone());
                    }
                    if self.row(ui, game, shown) {
                        action = Some(Action::OpenGame(game.file.clone()));
                    }
                }
            },
        );
        action
    }

    /// Draws a game; true if it is to be opened.
    fn row(&mut self, ui: &mut Ui, game: &GameEntry, shown: &GamesContext<'_>) -> bool {
        let mut opened = false;
        let mut selected = self.selected.contains(&game.file);
        ui.allocate_ui_with_layout(
            Vec2::new(ui.available_width(), ROW),
            Layout::left_to_right(Align::Center),
            |ui| {
                let label = format!("{} {}", t::select(), game.label());
                let check = ui.checkbox(&mut selected, "");
                check.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::CheckBox, true, selected, &label)
                });
                let (rect, picture) =
                    ui.allocate_exact_size(Vec2::splat(ROW - 10.0), Sense::click());
                ui.painter().rect_filled(rect, 4.0, shown.palette.panel);
                if let Some((_, Some(board))) = self.thumbnails.get(&game.file) {
                    board.paint(ui.painter(), rect.shrink(3.0), shown.theme);
                }
                opened |= picture.clicked();
                ui.vertical(|ui| {
                    ui.add_space(8.0);
                    ui.spacing_mut().item_spacing.y = 2.0;
                    let name = RichText::new(game.label()).strong();
                    let open = ui.add(egui::Label::new(name).truncate().sense(Sense::click()));
                    open.widget_info(|| {
                        egui::WidgetInfo::labeled(egui::Role::Button, !shown.opening, game.label())
                    });
                    opened |= open.clicked();
                    for line in about(game, (shown.is_on_board)(&game.file)) {
                        let weak = RichText::new(line).small().color(shown.palette.weak);
                        ui.add(egui::Label::new(weak).truncate().selectable(false));
                    }
                });
            },
        );
        match selected {
            true => drop(self.selected.insert(game.file.clone())),
            false => drop(self.selected.remove(&game.file)),
        }
        opened && !shown.opening
    }
}

/// The lines below a game's name.
fn about(game: &GameEntry, on_board: bool) -> Vec<String> {
    if let Some(why) = &game.unreadable {
        return vec![why.clone()];
    }
    let state = if on_board { t::on_board().to_owned() } else { game.state() };
    let ruleset = if game.name.is_empty() { &game.ruleset } else { &game.title };
    vec![format!("{} · {state}", game.opponents()), format!("{} · {ruleset}", game.date)]
}
