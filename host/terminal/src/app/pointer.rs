//! The mouse on the board and beside it.

use boardloom_app::Action;
use boardloom_app::keys::{Key, KeyStroke};
use boardloom_app::session::{GameSession, Prompt};
use boardloom_board_view::{Input, Pos};
use boardloom_contract::Site;
use boardloom_match::NodeId;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::layers::{DialogLayer, Top};
use super::{Screen, TerminalApp};
use crate::event::Press;

/// The size of a character in pixels, for the board's controller.
const PIXELS: (f64, f64) = (8.0, 16.0);

impl TerminalApp {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        if mouse.kind == MouseEventKind::Down(MouseButton::Left) {
            let at = (mouse.column, mouse.row).into();
            let buttons = self.buttons.borrow();
            let button = buttons.iter().find(|(area, _)| area.contains(at)).map(|(_, it)| *it);
            drop(buttons);
            match (button, &mut self.controller.session) {
                (Some(Button::Press(press)), _) => return self.press(press),
                (Some(Button::Move(node)), Some(session)) if !session.is_paused() => {
                    return session.go_to(node);
                }
                _ => {}
            }
        }
        let wheel = match mouse.kind {
            MouseEventKind::ScrollUp => Some(Key::Up),
            MouseEventKind::ScrollDown => Some(Key::Down),
            _ => None,
        };
        if self.controller.screen != Screen::Game || self.layer().is_some() {
            return match (wheel, mouse.kind) {
                (Some(key), _) => self.press(Press::of(key)),
                (None, MouseEventKind::Down(MouseButton::Left)) => {
                    self.click((mouse.column, mouse.row));
                }
                (None, MouseEventKind::Down(MouseButton::Right)) => {
                    self.press(Press::of(Key::Escape));
                }
                _ => {}
            };
        }
        let Some((area, projection)) = self.view.drawn else { return };
        let inside = area.contains((mouse.column, mouse.row).into());
        if let Some(key) = wheel {
            let Some(session) = self.controller.session.as_mut().filter(|p| !p.is_paused()) else {
                return;
            };
            if inside {
                self.zoom(if key == Key::Up { 1.25 } else { 0.8 });
            } else {
                session.step(if key == Key::Up { -1 } else { 1 });
            }
            return;
        }
        let cell =
            (i32::from(mouse.column) - i32::from(area.x), i32::from(mouse.row) - i32::from(area.y));
        let at = Pos::new(f64::from(cell.0) * PIXELS.0, f64::from(cell.1) * PIXELS.1);
        let Some(session) = self.controller.session.as_ref().filter(|p| !p.is_paused()) else {
            return;
        };
        let over = if inside { site_at(session, &projection, cell) } else { None };
        let input = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if inside => Input::PointerDown { at, over },
            MouseEventKind::Up(MouseButton::Left) => Input::PointerUp { at, over },
            MouseEventKind::Drag(MouseButton::Left) | MouseEventKind::Moved if inside => {
                Input::PointerMoved { at, over }
            }
            MouseEventKind::Moved => Input::PointerGone,
            MouseEventKind::Down(MouseButton::Right) if session.is_selecting() => Input::Cancel,
            MouseEventKind::Down(MouseButton::Right)
            | MouseEventKind::Drag(MouseButton::Right)
            | MouseEventKind::Up(MouseButton::Right) => return self.draw_arrow(mouse.kind, over),
            _ => return,
        };
        self.input(input);
    }
}

impl TerminalApp {
    /// Draws an arrow or a ring with the right button.
    fn draw_arrow(&mut self, kind: MouseEventKind, over: Option<Site>) {
        let Some(session) = &mut self.controller.session else { return };
        match kind {
            MouseEventKind::Down(_) => self.view.drawing = over,
            kind => {
                let done = matches!(kind, MouseEventKind::Up(_));
                session.draw(self.view.drawing.zip(over), done);
                self.view.drawing = self.view.drawing.filter(|_| !done);
            }
        }
    }

    /// Chooses and takes the clicked line of a list.
    fn click(&mut self, at: (u16, u16)) {
        let Some(click) = self.clicks.borrow().at(at) else { return };
        if self.layers.last().is_some_and(DialogLayer::needs_escape) {
            return;
        }
        let key = match (self.layer(), click) {
            (Some(Top::Layer), click) => match (self.layers.last_mut(), click) {
                (Some(DialogLayer::Sure { on, .. }), Click::Answer(yes)) => {
                    *on = yes;
                    Key::Enter
                }
                (
                    Some(
                        DialogLayer::Menu { at }
                        | DialogLayer::Options { at }
                        | DialogLayer::Settings { at }
                        | DialogLayer::Keys { at, .. },
                    ),
                    Click::Line(line),
                ) => {
                    *at = line;
                    Key::Enter
                }
                _ => return,
            },
            (Some(Top::Files), Click::Line(line)) => return self.click_file(line),
            (Some(Top::Files), Click::Answer(replace)) => {
                self.file_selection.replace = replace;
                Key::Enter
            }
            (Some(Top::Prompt), Click::Answer(agrees)) => {
                let Some(Prompt::Consent(_)) = self.controller.prompt() else { return };
                return self.act(Action::AnswerRequest(agrees));
            }
            (Some(Top::Prompt), Click::Line(line)) => {
                let Some(Prompt::Menu(_)) = self.controller.prompt() else { return };
                self.at = line;
                Key::Enter
            }
            (None, Click::Line(line)) => match self.controller.screen {
                Screen::Start => {
                    self.chosen = line;
                    Key::Enter
                }
                Screen::Library => {
                    self.controller.library.at = line;
                    Key::Enter
                }
                Screen::MyGames => {
                    self.controller.my_games.at = line;
                    Key::Enter
                }
                Screen::NewGame => self.choose_row(line),
                Screen::Game => return,
            },
            _ => return,
        };
        self.press(Press::of(key));
    }
}

/// The action of a clickable place outside of lists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Button {
    Press(Press),
    /// Shows the position after a move.
    Move(NodeId),
}

/// Returns the keys that a help text names, each with its place: `Enter start  Esc back`.
pub fn help_buttons(help: &str, mut x: u16, y: u16) -> Vec<(Rect, Button)> {
    let mut buttons = Vec::new();
    for part in help.split("  ") {
        let width = part.width() as u16;
        let word = part.split(' ').next().unwrap_or_default();
        if let Some(stroke) = KeyStroke::parse(word) {
            let mut letters = word.chars();
            let typed = letters.next().filter(|_| letters.as_str().is_empty());
            let press = Button::Press(Press { stroke, typed });
            buttons.push((Rect { x, y, width, height: 1 }, press));
        }
        x = x.saturating_add(width + 2);
    }
    buttons
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Click {
    Line(usize),
    Answer(bool),
}

/// The clickable lines of the topmost list.
#[derive(Debug, Clone, Default)]
pub struct Clicks {
    area: Rect,
    top: usize,
    /// The line of each entry, from the entry `first` on.
    rows: Vec<usize>,
    first: usize,
    /// The line with the answers, and the width of the first one.
    answers: Option<(usize, u16)>,
}

impl Clicks {
    /// An area that shows lines from `top` on; `rows` are the lines of the entries from
    /// `first` on.
    pub fn of_lines(area: Rect, top: usize, rows: Vec<usize>, first: usize) -> Self {
        Clicks { area, top, rows, first, answers: None }
    }

    /// Makes only these lines clickable. They show the entries from `first` on.
    pub fn show_entries(&mut self, rows: impl IntoIterator<Item = usize>, first: usize) {
        (self.rows, self.first) = (rows.into_iter().collect(), first);
    }

    pub fn ask(&mut self, row: usize, width: u16) {
        self.answers = Some((row, width));
    }

    fn at(&self, (column, row): (u16, u16)) -> Option<Click> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let line = self.top + usize::from(row - self.area.y);
        if let Some((_, width)) = self.answers.filter(|(answers, _)| *answers == line) {
            return Some(Click::Answer(column <= self.area.x + width));
        }
        let row = self.rows.iter().position(|row| *row == line)?;
        Some(Click::Line(self.first + row))
    }
}

/// Returns the site that is drawn at a character, else the one whose cell contains it.
fn site_at(
    session: &GameSession,
    projection: &crate::board::Projection,
    cell: crate::board::Cell,
) -> Option<Site> {
    let board = &session.board;
    let all = || board.proposed.iter().chain(board.places()).filter(|spot| !spot.far);
    let drawn = all().filter(|spot| projection.cell(spot.at) == cell);
    let drawn = drawn.min_by_key(|spot| (spot.copy, session.pieces.on(spot.site).is_empty()));
    // The characters on both sides of a site belong to it.
    let beside = || {
        let near = |spot: &&boardloom_board_view::board::BoardPlace| {
            let (column, row) = projection.cell(spot.at);
            row == cell.1 && (column - cell.0).abs() == 1
        };
        all().filter(near).min_by_key(|spot| spot.copy)
    };
    let found = drawn.or_else(|| board.hit(projection.point(cell), 0.0)).or_else(beside);
    found.map(|spot| spot.site)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_help_texts_are_buttons() {
        let found =
            help_buttons("↑↓ choose  Enter start  y keep  type to find  Ctrl+U clears", 5, 2);
        let named = |(area, button): &(Rect, Button)| match button {
            Button::Press(press) => (area.x, area.width, press.stroke.to_string(), press.typed),
            Button::Move(_) => unreachable!("a text has no moves"),
        };
        let ctrl = KeyStroke::parse("Ctrl+U").expect("a stroke").to_string();
        let expected = [
            (16, 11, "Enter".to_owned(), None),
            (29, 6, "Y".to_owned(), Some('y')),
            (51, 13, ctrl, None),
        ];
        assert_eq!(found.iter().map(named).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn clicks_find_the_lines_that_are_shown() {
        let area = Rect { x: 2, y: 3, width: 10, height: 4 };
        let mut clicks = Clicks::of_lines(area, 5, vec![1, 6, 8], 0);
        assert_eq!(clicks.at((2, 4)), Some(Click::Line(1)));
        assert_eq!(clicks.at((11, 6)), Some(Click::Line(2)));
        assert_eq!(clicks.at((2, 3)), None, "no entry");
        assert_eq!(clicks.at((1, 4)), None, "beside");
        clicks.ask(7, 6);
        assert_eq!(clicks.at((3, 5)), Some(Click::Answer(true)));
        assert_eq!(clicks.at((11, 5)), Some(Click::Answer(false)));
    }
}
