//! The list of my games.

use boardloom_app::Action;
use boardloom_app::game_setup::next_of;
use boardloom_app::keys::Key;
use boardloom_app::my_games::{GameEntry, GameFilter, GameSort};
use boardloom_app::texts::{self, my_games as t, start};
use ratatui::Frame;
use ratatui::text::Line;

use super::lists::ScreenLines;
use super::pointer::help_buttons;
use super::{Screen, TerminalApp, entry};
use crate::event::Press;

impl TerminalApp {
    pub(super) fn press_games(&mut self, press: Press) -> bool {
        let games = &mut self.controller.my_games;
        if let Some((_, name)) = &mut games.renaming {
            match press.stroke.key {
                Key::Escape => games.renaming = None,
                Key::Enter => self.act(Action::RenameGame),
                _ => drop(entry::edit(name, press)),
            }
            return true;
        }
        let count = games.shown().len();
        games.at = games.at.min(count.saturating_sub(1));
        if let Some(to) = entry::walk(games.at, count, press.stroke.key, 10) {
            games.at = to;
            return true;
        }
        let query = &mut games.query;
        match press.stroke.key {
            Key::Tab => query.filter = next_of(&GameFilter::ALL, query.filter, 1),
            Key::F(3) => query.sort = next_of(&GameSort::ALL, query.sort, 1),
            Key::F(4) => self.act(Action::RestoreGames),
            Key::Escape if !query.text.is_empty() => query.text.clear(),
            Key::Escape => self.controller.screen = Screen::Start,
            Key::Enter | Key::F(2) | Key::F(6) | Key::Delete => {
                let Some(file) = games.chosen().map(|game| game.file.clone()) else { return true };
                match press.stroke.key {
                    Key::Enter => self.act(Action::OpenGame(file)),
                    Key::F(2) => games.rename(&file),
                    Key::F(6) => self.act(Action::ExportGames(vec![file])),
                    _ => self.act(Action::DeleteGames(vec![file])),
                }
            }
            _ => {
                let typed = entry::edit(&mut query.text, press);
                games.at = if typed { 0 } else { games.at };
                return typed;
            }
        }
        true
    }

    pub(super) fn draw_games(&mut self, frame: &mut Frame<'_>) {
        let found = self.controller.my_games.shown();
        let games = &self.controller.my_games;
        let query = &games.query;
        let filters = format!("Tab {}  F3 {}", query.filter.label(), query.sort.label());
        let mut screen = ScreenLines::default();
        let first_line = match &games.renaming {
            Some((_, name)) => format!("{}: {name}█", t::name()),
            None => format!("{}: {}█  {filters}", texts::new_game::search(), query.text),
        };
        screen.lines.push(Line::raw(first_line.clone()));
        let at = games.at.min(found.len().saturating_sub(1));
        // Of many games, those around the chosen one are drawn.
        let room = usize::from(frame.area().height);
        screen.first = at.saturating_sub(room);
        if found.is_empty() {
            let text = if games.is_loading() { start::loading() } else { t::none() };
            screen.lines.push(Line::raw(text));
        }
        for (n, index) in found.iter().enumerate().skip(screen.first).take(2 * room) {
            let game = &games.all()[*index];
            let board = if self.controller.is_on_board(&game.file) { t::on_board() } else { "" };
            screen.entry(n == at, format!("{}  {board}", line(game)));
        }
        let status = found.get(at).map(|index| describe(&games.all()[*index])).unwrap_or_default();
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
    format!("{:10}  {}, {}, {state}", game.day(), game.label(), game.opponents())
}

/// Describes the chosen game: how it stands in full, which its line may cut, and its ruleset.
fn describe(game: &GameEntry) -> String {
    let title = if game.title.is_empty() { &game.ruleset } else { &game.title };
    game.unreadable.clone().unwrap_or_else(|| match game.label() == title {
        true => game.state(),
        false => format!("{}  ({title})", game.state()),
    })
}
