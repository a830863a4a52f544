//! The application in the terminal: its screens, keys and mouse.

mod analysis;
mod boxes;
mod commands;
mod course;
mod entry;
mod files;
mod flow;
mod form;
mod game;
mod layers;
mod lists;
mod mail;
mod menu;
mod my_games;
mod online;
mod pointer;
mod settings;
mod side;
mod words;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_app::keys::{Command, Key, KeyMap, KeyScope};
use boardloom_app::{Controller, Options, Screen, Services, Wake, ascii};
use boardloom_board_view::Pos;
use boardloom_contract::Site;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::board::{Projection, READABLE};
use crate::event::{Press, TerminalEvent};
use crate::ink::Ink;
use layers::DialogLayer;
use pointer::{Button, Clicks};

/// The time between looks at what is being compiled.
const LOADING: Duration = Duration::from_millis(250);

#[derive(Debug, Clone, Copy, PartialEq)]
struct View {
    /// As in [`CellArea`](crate::board::CellArea).
    zoom: f64,
    /// The point to keep in view.
    focus: Option<Pos>,
    /// Whether the arrow keys walk the move list.
    in_moves: bool,
    /// The board as drawn last.
    drawn: Option<(Rect, Projection)>,
    /// The first site of the arrow or ring that is being drawn.
    drawing: Option<Site>,
}

impl Default for View {
    fn default() -> Self {
        View { zoom: READABLE, focus: None, in_moves: false, drawn: None, drawing: None }
    }
}

pub struct TerminalApp {
    pub controller: Controller<()>,
    ink: Ink,
    /// Key bindings, with the additional strokes of the terminal.
    keys: KeyMap,
    /// The chosen line of the start screen.
    chosen: usize,
    file_selection: files::FileSelection,
    view: View,
    layers: Vec<DialogLayer>,
    started: Instant,
    /// The chosen line of the moves of a path.
    at: usize,
    clicks: RefCell<Clicks>,
    /// Clickable places outside of lists.
    buttons: RefCell<Vec<(Rect, Button)>>,
    /// Whether Ctrl-Z was pressed.
    suspends: bool,
    size: (u16, u16),
}

impl TerminalApp {
    pub fn new(services: Arc<dyn Services>, options: Options, wake: Wake, ink: Ink) -> Self {
        let mut controller = Controller::new(services, options, wake);
        controller.begin();
        let mut this = TerminalApp {
            keys: words::keys_of(&controller.keys),
            controller,
            ink,
            chosen: 0,
            file_selection: files::FileSelection::default(),
            view: View::default(),
            layers: Vec::new(),
            started: Instant::now(),
            at: 0,
            clicks: RefCell::default(),
            buttons: RefCell::default(),
            suspends: false,
            size: (0, 0),
        };
        this.handle_events();
        this
    }

    /// Updates results and clocks. Returns the time until the next change; `None` waits for
    /// an event.
    pub fn update(&mut self) -> Option<Duration> {
        let is_joining = self.layers.iter().any(|it| matches!(it, DialogLayer::Join { .. }));
        self.controller.search_rooms(is_joining);
        self.controller.update(self.started.elapsed());
        self.handle_events();
        let autoplay = self.controller.continue_autoplay(self.layer().is_some());
        if let Some(session) = &mut self.controller.session {
            // Characters are not animated.
            session.skip_animation();
        }
        // A plugin that is being compiled tells nothing by itself.
        let loading = self.is_loading().then_some(LOADING);
        let next = [self.controller.finish_update(), autoplay, loading].into_iter().flatten().min();
        next.map(|wait| wait + Duration::from_millis(1))
    }

    fn is_loading(&self) -> bool {
        let setup = self.controller.setup.as_ref();
        let previews = self.controller.screen == Screen::NewGame
            && setup.is_some_and(|setup| setup.preview.is_none());
        self.controller.opening || self.controller.rulesets.is_none() || previews
    }

    pub fn handle(&mut self, event: TerminalEvent) {
        self.controller.set_time(self.started.elapsed());
        match event {
            TerminalEvent::Key(press) => self.press(press),
            TerminalEvent::Mouse(mouse) => self.mouse(mouse),
            TerminalEvent::Paste(text) => self.paste(&text),
            // The event loop handles the others.
            _ => {}
        }
    }

    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.size = (area.width, area.height);
        if area.width < words::LEAST.0 || area.height < words::LEAST.1 {
            self.view.drawn = None;
            return words::too_small(frame);
        }
        self.clicks.take();
        self.buttons.take();
        match self.controller.screen {
            Screen::Start => self.draw_start(frame),
            Screen::Library => self.draw_library(frame),
            Screen::NewGame => self.draw_form(frame),
            Screen::MyGames => self.draw_games(frame),
            Screen::Game => self.draw_game(frame),
        }
        self.read_chat();
        self.draw_layers(frame);
        if !self.ink.unicode {
            plain(frame.buffer_mut());
        }
    }

    /// Tells whether the process is to stop until the shell continues it.
    pub fn take_suspension(&mut self) -> bool {
        std::mem::take(&mut self.suspends)
    }

    fn press(&mut self, press: Press) {
        if cfg!(unix) && press.stroke == words::SUSPEND {
            self.suspends = true;
            return;
        }
        self.controller.notice.take_if(|notice| !notice.bad);
        if let Some(layer) = self.layer() {
            return self.press_layer(layer, press);
        }
        let lists =
            matches!(self.controller.screen, Screen::Start | Screen::Library | Screen::NewGame);
        if lists && press.stroke.key == Key::Delete && self.is_loading() {
            return self.controller.services.skip_compiling();
        }
        let consumed = match self.controller.screen {
            Screen::Start => self.press_start(press),
            Screen::Library => self.press_library(press),
            Screen::NewGame => self.press_form(press),
            Screen::MyGames => self.press_games(press),
            Screen::Game => self.press_game(press),
        };
        if !consumed && let Some(command) = self.command_of(press) {
            self.command(command);
        }
    }

    fn command_of(&self, press: Press) -> Option<Command> {
        let game = self.controller.screen == Screen::Game;
        self.keys.command(&press.stroke, |binding| match binding.scope {
            KeyScope::Window => true,
            KeyScope::Game => game,
            KeyScope::Board => game && !self.view.in_moves,
            KeyScope::Moves => game && self.view.in_moves,
        })
    }
}

/// Replaces characters beyond ASCII.
fn plain(buffer: &mut ratatui::buffer::Buffer) {
    let width = usize::from(buffer.area.width).max(1);
    for row in buffer.content.chunks_mut(width) {
        for at in 0..row.len() {
            let symbol = row[at].symbol();
            if symbol.is_ascii() {
                continue;
            }
            let letters = plain_sign(symbol);
            let (sign, second) = (&letters[..1], letters.get(1..2));
            row[at].set_symbol(sign);
            if let (Some(second), Some(free)) = (second, room_after(row, at)) {
                row[at + 1..=free].rotate_right(1);
                row[at + 1] = row[at].clone();
                row[at + 1].set_symbol(second);
            }
        }
    }
}

/// Returns the one or two signs that stand for a character.
fn plain_sign(symbol: &str) -> &'static str {
    match symbol {
        // Three dots need room.
        "…" => "~",
        _ => symbol.chars().next().map_or(" ", ascii::substitute),
    }
}

/// Returns the first of two blanks after a text, which ends at a vertical line at the latest.
fn room_after(row: &[ratatui::buffer::Cell], at: usize) -> Option<usize> {
    let blank = |at: usize| row.get(at).is_none_or(|cell| cell.symbol() == " ");
    let lines = |cell: &ratatui::buffer::Cell| matches!(cell.symbol(), "│" | "|");
    let end = (at + 1..row.len()).find(|at| lines(&row[*at])).unwrap_or(row.len());
    (at + 1..end).find(|at| blank(*at) && blank(*at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_readable_without_characters_beyond_ascii() {
        let mut buffer =
            ratatui::buffer::Buffer::with_lines(["Züge: 12\u{202f}345 – größer, 77\u{a0}% █"]);
        plain(&mut buffer);
        assert_eq!(buffer, ratatui::buffer::Buffer::with_lines(["Zuge: 12 345 - groser, 77 % _",]));
        // With room behind it, a letter becomes the two that stand for it; columns stay.
        let lines = ["Züge, größer    Fuß |Öl", "Könige | für | Straße  "];
        let mut buffer = ratatui::buffer::Buffer::with_lines(lines);
        plain(&mut buffer);
        let lines = ["Zuege, groesser Fus |Ol", "Konige | fur | Strasse "];
        assert_eq!(buffer, ratatui::buffer::Buffer::with_lines(lines));
    }
}
