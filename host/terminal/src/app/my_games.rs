//! The list of my games.

use boardloom_app::Action;
use boardloom_app::keys::Key;
use boardloom_app::my_games::{GameEntry, GameFilter, GameSort};
use boardloom_app::texts::{self, my_games as t, start};
use ratatui::Frame;
use ratatui::text::Line;

use super::lists::ScreenLines;
use super::pointer::help_buttons;
use super::settings::next_of;
use super::{App, Screen, entry};
use crate::event::Press;

#[derive(Debug, Default)]
pub struct GameList {
    pub at: usize,
    /// The new name of the chosen game, while it is typed.
    renaming: Option<String>,
}

impl App {
    fn chosen_game(&mut self) -> Option<GameEntry> {
        let at = self.games.at;
        self.controller.my_games.shown().get(at).map(|game| (*game).clone())
    }

    pub(super) fn press_games(&mut self, press: Press) -> bool {
        let count = self.controller.my_games.shown().len();
        self.games.at = self.games.at.min(count.saturating_sub(1));
        if self.games.renaming.is_some() {
            return self.press_name(press);
        }
        if let Some(to) = entry::walk(self.games.at, count, press.stroke.key, 10) {
            self.games.at = to;
            return true;
        }
        let query = &mut self.controller.my_games.query;
        match press.stroke.key {
            Key::Tab => query.filter = next_of(&GameFilter::ALL, query.filter, 1),
            Key::F(3) => query.sort = next_of(&GameSort::ALL, query.sort, 1),
            Key::F(4) => self.act(Action::RestoreGames),
            Key::Escape if !query.text.is_empty() => query.text.clear(),
            Key::Escape => self.controller.screen = Screen::Start,
            Key::Enter | Key::F(2) | Key::F(6) | Key::Delete => {
                let Some(game) = self.chosen_game() else { return true };
                match press.stroke.key {
                    Key::Enter => self.act(Action::OpenGame(game.file)),
                    Key::F(2) => self.games.renaming = Some(game.name),
                    Key::F(6) => self.act(Action::ExportGames(vec![game.file])),
                    _ => self.act(Action::DeleteGames(vec![game.file])),
                }
            }
            _ => {
                let typed = entry::edit(&mut query.text, press);
                self.games.at = if typed { 0 } else { self.games.at };
                return typed;
            }
        }
        true
    }

    fn press_name(&mut self, press: Press) -> bool {
        match press.stroke.key {
            Key::Escape => self.games.renaming = None,
            Key::Enter => {
                let name = self.games.renaming.take().unwrap_or_default();
                if let Some(game) = self.chosen_game() {
                    self.act(Action::RenameGame { file: game.file, name });
                }
            }
            _ => {
                if let Some(name) = &mut self.games.renaming {
                    entry::edit(name, press);
                }
            }
        }
        true
    }

    pub(super) fn draw_games(&mut self, frame: &mut Frame<'_>) {
        let query = &self.controller.my_games.query;
        let filters = format!("Tab {}  F3 {}", query.filter.label(), query.sort.label());
        let mut screen = ScreenLines::default();
        let first_line = match &self.games.renaming {
            Some(name) => format!("{}: {name}█", t::name()),
            None => format!("{}: {}█  {filters}", texts::new_game::search(), query.text),
        };
        screen.lines.push(Line::raw(first_line.clone()));
        let loading = self.controller.my_games.is_loading();
        let found = self.controller.my_games.shown();
        let at = self.games.at.min(found.len().saturating_sub(1));
        // Of many games, those around the chosen one are drawn.
        let room = usize::from(frame.area().height);
        screen.first = at.saturating_sub(room);
        let near = found.iter().enumerate().skip(screen.first).take(2 * room);
        let near: Vec<_> = near.map(|(n, game)| (n == at, line(game), game.file.clone())).collect();
        if near.is_empty() {
            screen.lines.push(Line::raw(if loading { start::loading() } else { t::none() }));
        }
        for (chosen, text, file) in near {
            let board = if self.controller.is_on_board(&file) { t::on_board() } else { "" };
            screen.entry(chosen, format!("{text}  {board}"));
        }
        let status = self.chosen_game().map(|game| about(&game)).unwrap_or_default();
        if self.draw_screen(frame, (t::title(), t::help()), screen, &status) == 0 {
            let at = frame.area();
            self.buttons.borrow_mut().extend(help_buttons(&first_line, at.x + 1, at.y + 2));
        }
    }
}

/// A game as a line: date, name, players and how it stands.
fn line(game: &GameEntry) -> String {
    let state = match game.unreadable {
        Some(_) => format!("! {}", t::unreadable()),
        None => game.state(),
    };
    format!("{:10}  {}, {}, {state}", game.date, game.label(), game.opponents())
}

fn about(game: &GameEntry) -> String {
    game.unreadable.clone().unwrap_or_else(|| format!("{}  {}", game.ruleset, game.file))
}
