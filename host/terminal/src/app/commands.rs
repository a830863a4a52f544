//! Commands of keys and menus.

use boardloom_app::Action;
use boardloom_app::Notice;
use boardloom_app::keys::{Command, Group, Key};
use boardloom_app::my_games;
use boardloom_app::texts::{self, game as t, terminal as says};
use boardloom_board_view::Input;
use boardloom_board_view::controller::Direction;

use super::flow::rules_of;
use super::layers::DialogLayer;
use super::{Screen, TerminalApp, words};
use crate::board::{READABLE, WHOLE};
use crate::event::Press;

/// The zoom factor of a key.
const ZOOM: f64 = 1.5;
const CLOSEST: f64 = 4096.0;

impl TerminalApp {
    /// Handles the keys of the game screen that have no binding.
    pub(super) fn press_game(&mut self, press: Press) -> bool {
        match press.stroke.key {
            Key::Tab => self.view.in_moves = !self.view.in_moves && !self.controller.board_only,
            Key::Enter if self.view.in_moves => self.view.in_moves = false,
            _ => return false,
        }
        true
    }

    pub(super) fn input(&mut self, input: Input) {
        let Some(session) = &mut self.controller.session else { return };
        if session.is_paused() {
            return session.notify(Notice::bad(t::paused()));
        }
        self.controller.input(input);
    }

    pub(super) fn command(&mut self, command: Command) {
        use Command as C;
        match command {
            C::Quit => self.ask_to_quit(),
            C::JoinGame => self.ask_for_invitation(),
            C::KeySheet => self.show_keys(),
            C::Settings => self.layers.push(DialogLayer::Settings { at: 0 }),
            C::Rules => self.show_rules(),
            C::Menu => self.layers.push(DialogLayer::Menu { at: 1 }),
            C::Cancel => self.cancel(),
            _ if self.controller.screen == Screen::Game => self.game_command(command),
            _ => drop(self.controller.command(command)),
        }
        self.handle_events();
    }

    fn game_command(&mut self, command: Command) {
        use Command as C;
        if words::is_elsewhere(command) {
            return;
        }
        match command {
            C::Export => return self.export(),
            C::PastePosition => return self.controller.notify(Notice::plain(says::paste())),
            C::TypeMove => return self.type_move(),
            C::Comment => return self.write_comment(),
            C::Chat => return self.open_chat(),
            C::Pass if self.move_options().len() > 1 => {
                return self.layers.push(DialogLayer::Options { at: 0 });
            }
            _ => {}
        }
        if !self.controller.command(command) {
            self.move_camera(command);
        } else if self.controller.copied.is_some() {
            self.controller.notify(Notice::plain(says::copied()));
        }
        let moves = [C::CursorLeft, C::CursorRight, C::CursorUp, C::CursorDown, C::Confirm];
        if moves.contains(&command) {
            self.follow_cursor();
        }
    }

    fn move_camera(&mut self, command: Command) {
        use Command as C;
        match command {
            C::ZoomIn => self.zoom(ZOOM),
            C::ZoomOut => self.zoom(1.0 / ZOOM),
            C::ZoomFit => self.show_at(WHOLE),
            C::ZoomCell => self.zoom_to_cell(),
            C::LevelUp => self.zoom(0.5),
            C::PanLeft => self.pan(Direction::Left),
            C::PanRight => self.pan(Direction::Right),
            C::PanUp => self.pan(Direction::Up),
            C::PanDown => self.pan(Direction::Down),
            C::NextView => {
                if let Some(session) = &mut self.controller.session {
                    session.next_view();
                }
                self.show_at(READABLE);
            }
            _ => {}
        }
    }

    /// Handles Esc and q: closes or stops what is in front; else asks to leave the game.
    fn cancel(&mut self) {
        if self.controller.cancel() {
            return;
        }
        let Some(session) = &self.controller.session else { return self.ask_to_quit() };
        if self.controller.screen == Screen::Start {
            return self.ask_to_quit();
        }
        if !session.is_settled() {
            return;
        }
        let lost = session.would_be_lost();
        let leave = Action::LeaveGame { close: false };
        // A lesson is begun again; there is nothing to go on with after the end.
        if self.controller.course.is_some() || (session.game.status().is_over() && !lost) {
            return self.act(leave);
        }
        let is_alone = self.controller.online.is_none() && self.controller.mail.is_none();
        if my_games::is_unplayed(session.game.tree()) && is_alone {
            return self.act(Action::LeaveGame { close: true });
        }
        let help = if lost { says::leave_lost() } else { says::leave_kept() };
        self.confirm(says::leave(), help, says::leave_yes(), leave);
    }

    pub(super) fn zoom(&mut self, factor: f64) {
        let zoom = (self.view.zoom.max(WHOLE) * factor).min(CLOSEST);
        self.show_at(if zoom < WHOLE * 1.01 { WHOLE } else { zoom });
    }

    fn show_at(&mut self, zoom: f64) {
        self.view.zoom = zoom;
        self.view.focus = self.cursor_at();
    }

    fn cursor_at(&self) -> Option<boardloom_board_view::Pos> {
        let session = self.controller.session.as_ref()?;
        let site = session.controller.focus()?;
        session.board.place_of(site).map(|spot| spot.at)
    }

    /// Shows the smallest cell at the cursor as large as possible.
    fn zoom_to_cell(&mut self) {
        let Some(session) = &self.controller.session else { return };
        let at = session.controller.focus().and_then(|site| session.board.place_of(site));
        let cell = at.and_then(|spot| session.board.cells_at(spot.at).pop().map(|c| c.bounds));
        let (Some(spot), Some(cell), Some(all)) = (at, cell, session.board.bounds()) else {
            return self.show_at(WHOLE);
        };
        let size = |part: &boardloom_board_view::Rect| part.width().max(part.height());
        // A cursor at a corner shows the cells around it too.
        let middle = cell.middle();
        let push_variation =
            (spot.at.x - middle.x).hypot(spot.at.y - middle.y) > size(&cell) * 0.25;
        let part = if push_variation { 0.5 } else { 0.9 };
        self.view.zoom = (size(&all) / size(&cell).max(1e-12) * part).clamp(WHOLE, CLOSEST);
        self.view.focus = Some(spot.at);
    }

    /// Pans a part of the view, or turns a solid board.
    fn pan(&mut self, direction: Direction) {
        let Some(session) = &mut self.controller.session else { return };
        if session.board.is_solid() {
            return session.pan_by(direction);
        }
        let Some((area, projection)) = self.view.drawn else { return };
        let (x, y) = direction.vector();
        let (width, height) = (i32::from(area.width), i32::from(area.height));
        let middle = (width / 2 + x as i32 * width / 6, height / 2 + y as i32 * height / 6);
        self.view.focus = Some(projection.point(middle));
    }

    /// Pans to the cursor when it comes near the edge of the view.
    fn follow_cursor(&mut self) {
        let Some(at) = self.cursor_at() else { return };
        let inside = self.view.drawn.is_some_and(|(area, drawn)| {
            let (column, row) = drawn.cell(at);
            let (width, height) = (i32::from(area.width), i32::from(area.height));
            let (push_variation, above) = (width / 8, height / 8);
            (push_variation..width - push_variation).contains(&column)
                && (above..height - above).contains(&row)
        });
        if !inside {
            self.view.focus = Some(at);
        }
    }

    fn show_keys(&mut self) {
        let mut text = Vec::new();
        for group in Group::ALL {
            text.push(group.label().to_uppercase());
            for binding in self.keys.bindings().iter().filter(|b| b.group == group) {
                if !words::is_elsewhere(binding.command) {
                    let strokes = self.keys.strokes(binding);
                    text.push(format!("{strokes:<24} {}", binding.label()));
                }
            }
            if group == Group::Game {
                if cfg!(unix) {
                    text.push(format!("{:<24} {}", words::SUSPEND.to_string(), says::suspend()));
                }
            } else if group == Group::Move {
                text.push(format!("{:<24} {}", "Tab", texts::game::tab_moves()));
            }
            text.push(String::new());
        }
        text.pop();
        self.show_text(texts::dialogs::keys(), text);
    }

    fn show_rules(&mut self) {
        match (&self.controller.session, self.controller.screen) {
            (Some(session), Screen::Game) => {
                let source = session.game.source();
                let text = rules_of(source, &session.explained);
                self.show_rules_of(session.source(), text, source.ruleset.examples.len());
            }
            _ => self.act(Action::Rules(None)),
        }
    }
}
