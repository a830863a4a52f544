//! The game screen: the board, and beside it players and moves.

use boardloom_app::keys::Command;
use boardloom_app::session::CoverTexts;
use boardloom_app::status_text;
use boardloom_app::texts::capital;
use boardloom_app::texts::{keys, live, safe, start, terminal as says};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::TerminalApp;
use super::pointer::help_buttons;
use super::side::{shorten, wrap};
use crate::board::{CellArea, Projection, TextBoard, paint};

/// Columns beside the board, also of a wide terminal.
const SIDE: u16 = 27;
const WIDE_SIDE: u16 = 40;
/// From this width on, a terminal is wide.
const WIDE: u16 = 110;
/// A narrower terminal shows the seats below the board.
const NARROW: u16 = 58;
/// The most lines of the status and of a notice.
const MOST_STATUS_LINES: usize = 3;
/// The most lines of errors.
const MOST_ERROR_LINES: usize = 8;

impl TerminalApp {
    pub(super) fn draw_game(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let Some(session) = &self.controller.session else {
            self.controller.screen = super::Screen::Start;
            return self.draw_start(frame);
        };
        let title = session.game.source().ruleset.name.clone();
        let help = self.help_line();
        self.draw_title(frame, &title, &help);
        let beside = !self.controller.board_only && area.width >= NARROW;
        let below = !self.controller.board_only && !beside;
        let side = if area.width >= WIDE { WIDE_SIDE } else { SIDE };
        let seats = self.controller.session.as_ref().map_or(0, |p| p.game.players().len() as u16);
        let strip = if below { seats.min(area.height.saturating_sub(10)) } else { 0 };
        let now =
            self.controller.session.as_ref().map(status_text::status_line).unwrap_or_default();
        let now = if self.controller.opening { start::opening().to_owned() } else { now };
        let now = self.course_line().filter(|_| !beside).unwrap_or(now);
        let now = self.export_progress().unwrap_or(now);
        let mut status = wrap(&now, usize::from(area.width.saturating_sub(2)));
        status.truncate(MOST_STATUS_LINES);
        let below_board = 1 + status.len() as u16;
        let board = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1 + below_board + strip),
            width: if beside { area.width - side - 1 } else { area.width },
            ..area
        };
        let banner = self.draw_banner(frame, Rect { width: area.width, ..board });
        let board =
            Rect { y: board.y + banner, height: board.height.saturating_sub(banner), ..board };
        self.draw_board(frame, board);
        if beside {
            let side = Rect { x: board.right() + 1, width: side, ..board };
            self.draw_side(frame, side);
        } else if strip > 0 {
            let seats = Rect { y: board.bottom(), height: strip, ..area };
            self.draw_seats(frame, seats);
        }
        let near = self.neighbours_of_cursor();
        self.draw_facts(near, frame, Rect { y: area.bottom() - below_board, height: 1, ..area });
        self.draw_notice(frame, area.bottom() - status.len() as u16);
        self.draw_status_lines(frame, status);
    }

    /// Names the most helpful keys, by the last stroke of each, which no terminal keeps
    /// for itself.
    fn help_line(&self) -> String {
        let named = |(command, text): (Command, &str)| {
            let strokes = self.keys.binding(command).map(|binding| &binding.strokes);
            let stroke = strokes.and_then(|strokes| strokes.last())?;
            // A letter as it is typed.
            let stroke = match stroke.shown() {
                letter if letter.len() == 1 => letter.to_lowercase(),
                other => other,
            };
            Some(format!("{stroke} {text}"))
        };
        let all = [
            (Command::Menu, keys::menu()),
            (Command::Rules, start::rules()),
            (Command::KeySheet, keys::key_sheet()),
        ];
        all.into_iter().filter_map(named).collect::<Vec<_>>().join("  ")
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect) {
        self.view.drawn = None;
        let Some(session) = &self.controller.session else { return };
        if session.is_paused() {
            let key = self.keys.stroke(Command::Pause);
            let CoverTexts { title, help, button } = session.cover_texts();
            let text = format!("{title}\n\n{help}\n\n{key} {button}");
            let inside = Rect { y: area.y + area.height / 3, height: area.height * 2 / 3, ..area };
            let text = Paragraph::new(text).centered().wrap(ratatui::widgets::Wrap { trim: true });
            return frame.render_widget(text, inside);
        }
        let room = CellArea {
            width: area.width,
            height: area.height,
            zoom: self.view.zoom,
            focus: self.view.focus,
        };
        let Some(projection) = Projection::new(&session.board, &session.camera, room) else {
            return frame.render_widget(says::no_place(), area);
        };
        let canvas = paint(
            session,
            &self.controller.preferences,
            self.ink,
            &projection,
            (area.width, area.height),
        );
        let buffer = frame.buffer_mut();
        for row in 0..area.height {
            for column in 0..area.width {
                let Some(tile) = canvas.at((i32::from(column), i32::from(row))) else { continue };
                if let Some(cell) = buffer.cell_mut((area.x + column, area.y + row)) {
                    cell.set_char(tile.shown(self.ink.unicode)).set_style(tile.style);
                }
            }
        }
        self.view.drawn = Some((area, projection));
    }

    /// Draws the first error of an edit above the board and names the key that shows all
    /// of them. Returns how many lines that takes: a quarter of the board's at most.
    fn draw_banner(&self, frame: &mut Frame<'_>, area: Rect) -> u16 {
        let Some(banner) = &self.controller.banner else { return 0 };
        let room = usize::from(area.height / 4).max(1);
        let width = usize::from(area.width.saturating_sub(2));
        let key = self.keys.stroke(Command::Reload);
        let mut lines = wrap(&format!("! {}", live::with_errors()), width);
        lines.extend(wrap(&banner.summary(), width));
        lines.extend(banner.hint().into_iter().flat_map(|hint| wrap(hint, width)));
        if room < 3 {
            lines = wrap(&format!("! {}", banner.summary()), width);
        }
        lines.truncate(room.saturating_sub(1).max(1));
        if room > 1 {
            lines.push(says::banner_help(&key));
        }
        let height = lines.len() as u16;
        draw_lines_in(frame, Rect { height, ..area }, lines, self.ink.trouble());
        height
    }

    /// Names the neighbours of the site under the cursor on a map, whose lines are hard to see.
    fn neighbours_of_cursor(&mut self) -> Option<String> {
        let session = self.controller.session.as_mut()?;
        let at = session.controller.focus().filter(|_| TextBoard::new(session).is_map())?;
        let name = session.board.place_of(at)?.label.clone();
        let near = session.neighbours().get(&name).filter(|near| !near.is_empty())?;
        Some(says::next_to(&near.join(", ")))
    }

    /// Draws the site under the cursor, its neighbours, and the facts about the position.
    fn draw_facts(&self, near: Option<String>, frame: &mut Frame<'_>, area: Rect) {
        let Some(session) = &self.controller.session else { return };
        let mut parts = Vec::new();
        if self.view.drawn.is_some_and(|(_, drawn)| drawn.folds_rows) {
            parts.push(says::folded().to_owned());
        }
        if !session.is_paused() {
            let under = session.controller.focus().map(|at| status_text::site(session, at));
            parts.extend(under.filter(|under| !under.is_empty()));
            parts.extend(near);
            if let Some(preview) =
                session.preview.as_ref().filter(|_| self.controller.preferences.preview)
                && !parts.iter().any(|part| part.starts_with(&format!("{} ", preview.text)))
            {
                parts.push(preview.text.clone());
            }
            parts
                .extend(session.score_change().filter(|_| self.controller.preferences.score_hints));
        }
        let facts = status_text::facts(session, self.controller.preferences.marks, true);
        parts.extend(facts.into_iter().map(str::to_owned));
        let line = shorten(&parts.join(" · "), usize::from(area.width.saturating_sub(2)));
        frame.render_widget(Line::styled(format!(" {line}"), self.ink.faint()), area);
    }

    pub(super) fn draw_title(&self, frame: &mut Frame<'_>, title: &str, help: &str) {
        let area = Rect { height: 1, ..frame.area() };
        let style = Style::new().add_modifier(Modifier::REVERSED);
        let width = usize::from(area.width);
        let sign = self.controller.services.is_safe().then(|| format!("[{}] ", safe::sign()));
        let left = format!(" {title} {}", sign.unwrap_or_default());
        let help = fitting(help, width.saturating_sub(left.chars().count() + 2));
        let gap = width.saturating_sub(left.chars().count() + help.chars().count() + 1);
        let before = (left.chars().count() + gap) as u16;
        self.buttons.borrow_mut().extend(help_buttons(help, area.x + before, area.y));
        let line = Line::from(vec![
            Span::styled(left, style.add_modifier(Modifier::BOLD)),
            Span::styled(format!("{}{help} ", " ".repeat(gap)), style),
        ]);
        frame.render_widget(line, area);
    }

    /// Draws the line at the bottom: a notice, or else a text.
    pub(super) fn draw_status(&self, frame: &mut Frame<'_>, text: &str) {
        if !self.draw_notice(frame, frame.area().bottom()) {
            self.draw_status_lines(frame, vec![text.to_owned()]);
        }
    }

    /// Draws the notice above a row. False if there is none.
    fn draw_notice(&self, frame: &mut Frame<'_>, bottom: u16) -> bool {
        let Some(notice) = &self.controller.notice else { return false };
        let sign = if notice.bad { "! " } else { "" };
        let text = format!("{sign}{}", capital(&notice.text));
        let width = usize::from(frame.area().width.saturating_sub(2));
        let mut lines: Vec<String> = text.lines().flat_map(|line| wrap(line, width)).collect();
        lines.truncate(if notice.bad { MOST_ERROR_LINES } else { MOST_STATUS_LINES });
        let height = lines.len() as u16;
        let area = Rect { y: bottom.saturating_sub(height), height, ..frame.area() };
        let style = if notice.bad { self.ink.trouble() } else { Style::new() };
        draw_lines_in(frame, area, lines, style);
        true
    }

    fn draw_status_lines(&self, frame: &mut Frame<'_>, lines: Vec<String>) {
        let height = lines.len() as u16;
        let area = Rect { y: frame.area().bottom() - height, height, ..frame.area() };
        draw_lines_in(frame, area, lines, Style::new());
    }
}

/// Returns the last keys of a help text that fit: `q` and the like come last.
fn fitting(mut help: &str, room: usize) -> &str {
    while help.width() > room {
        help = help.split_once("  ").map_or("", |(_, rest)| rest);
    }
    help
}

fn draw_lines_in(frame: &mut Frame<'_>, area: Rect, lines: Vec<String>, style: Style) {
    let lines = lines.into_iter().map(|line| Line::styled(format!(" {line}"), style));
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_help_text_keeps_its_last_keys() {
        let help = "type to find  Del delete  Esc back";
        assert_eq!(fitting(help, 80), help);
        assert_eq!(fitting(help, 22), "Del delete  Esc back");
        assert_eq!(fitting(help, 8), "Esc back");
        assert_eq!(fitting(help, 7), "");
    }
}
