//! The game's screen: the board, and beside it who plays, the moves, what is
//! worth knowing.

use boardloom_app::keys::Command;
use boardloom_app::status_text;
use boardloom_app::texts::{game as t, keys, live, safe, start, terminal as says};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::App;
use super::commands::under_cursor;
use super::side::wrapped;
use crate::board::{CellArea, Projection, paint};

/// Columns beside the board, and in a wide terminal.
const SIDE: u16 = 27;
const WIDE_SIDE: u16 = 40;
/// A terminal with as many columns is wide.
const WIDE: u16 = 110;
/// A board narrower than this takes the room of what is beside it.
const NARROW: u16 = 58;
/// At most as many lines are taken from the board for what is expected of a player.
const MOST_SAID: usize = 3;

impl App {
    pub(super) fn draw_game(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let Some(session) = &self.controller.session else {
            self.controller.screen = super::Screen::Start;
            return self.draw_start(frame);
        };
        let title = session.game.source().ruleset.name.clone();
        let help = self.help_line();
        self.draw_title(frame, &title, &help);
        let beside = !self.view.board_only && area.width >= NARROW;
        let below = !self.view.board_only && !beside;
        let side = if area.width >= WIDE { WIDE_SIDE } else { SIDE };
        let seats = self.controller.session.as_ref().map_or(0, |p| p.game.players().len() as u16);
        // In a narrow terminal, the seats stand below the board, as far as there is
        // room for both.
        let strip = if below { seats.min(area.height.saturating_sub(10)) } else { 0 };
        let now =
            self.controller.session.as_ref().map(status_text::status_line).unwrap_or_default();
        let now = if self.controller.opening { start::opening().to_owned() } else { now };
        let mut said = wrapped(&now, usize::from(area.width.saturating_sub(2)));
        said.truncate(MOST_SAID);
        let below_board = 1 + said.len() as u16;
        let board = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1 + below_board + strip),
            width: if beside { area.width - side - 1 } else { area.width },
            ..area
        };
        let faults = self.draw_banner(frame, board);
        let board =
            Rect { y: board.y + faults, height: board.height.saturating_sub(faults), ..board };
        self.draw_board(frame, board);
        if beside {
            let side = Rect { x: board.right() + 1, width: side, ..board };
            self.draw_side(frame, side);
        } else if strip > 0 {
            let seats = Rect { y: board.bottom(), height: strip, ..area };
            self.draw_seats(frame, seats);
        }
        self.draw_known(frame, Rect { y: area.bottom() - below_board, height: 1, ..area });
        self.draw_status_lines(frame, &said);
    }

    /// Names the keys that help most: of each command the last one, which no
    /// terminal keeps for itself.
    fn help_line(&self) -> String {
        let named = |(command, text): (Command, &str)| {
            let strokes = self.keys.binding(command).map(|binding| &binding.strokes);
            let stroke = strokes.and_then(|strokes| strokes.last())?;
            // A letter as it is typed.
            let stroke = match stroke.to_string() {
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
            let text = format!("{}\n\n{}\n\n{key} {}", t::paused(), t::paused_help(), t::unpause());
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

    /// Draws the faults of an edit over a third of the board's area at most, and returns
    /// how many lines they take.
    fn draw_banner(&self, frame: &mut Frame<'_>, area: Rect) -> u16 {
        let Some(banner) = &self.controller.banner else { return 0 };
        let room = usize::from(area.height / 3);
        let mut lines = vec![format!("! {}", live::faulty())];
        lines.extend(banner.text.lines().map(str::to_owned));
        if banner.folded || room < 4 {
            lines = vec![format!("! {}", banner.summary())];
        }
        lines.truncate(room.max(1));
        let height = lines.len() as u16;
        let style = self.ink.trouble();
        let lines: Vec<Line<'_>> =
            lines.into_iter().map(|line| Line::styled(format!(" {line}"), style)).collect();
        frame.render_widget(Paragraph::new(lines), Rect { height, ..area });
        height
    }

    /// Draws what is under the cursor, and what is worth knowing.
    fn draw_known(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(session) = &self.controller.session else { return };
        let mut parts = Vec::new();
        if !session.is_paused() {
            let under = under_cursor(session);
            parts.extend(Some(under).filter(|under| !under.is_empty()));
            if let Some(preview) =
                session.preview.as_ref().filter(|_| self.controller.preferences.preview)
            {
                parts.push(preview.mv.clone());
            }
            parts.extend(session.scoring().filter(|_| self.controller.preferences.score_hints));
        }
        let facts = status_text::facts(session, self.controller.preferences.marks);
        parts.extend(facts.into_iter().map(str::to_owned));
        frame
            .render_widget(Line::styled(format!(" {}", parts.join(" · ")), self.ink.faint()), area);
    }

    /// Draws the line at the top.
    pub(super) fn draw_title(&self, frame: &mut Frame<'_>, title: &str, help: &str) {
        let area = Rect { height: 1, ..frame.area() };
        let style = Style::new().add_modifier(Modifier::REVERSED);
        let width = usize::from(area.width);
        let sign = self.controller.services.is_safe().then(|| format!("[{}] ", safe::sign()));
        let left = format!(" {title} {}", sign.unwrap_or_default());
        let gap = width.saturating_sub(left.chars().count() + help.chars().count() + 1);
        let help = if gap > 0 { help } else { "" };
        let gap = width.saturating_sub(left.chars().count() + help.chars().count() + 1);
        let line = Line::from(vec![
            Span::styled(left, style.add_modifier(Modifier::BOLD)),
            Span::styled(format!("{}{help} ", " ".repeat(gap)), style),
        ]);
        frame.render_widget(line, area);
    }

    /// Draws the line at the bottom: a notice, or else what there is to say.
    pub(super) fn draw_status(&self, frame: &mut Frame<'_>, text: &str) {
        self.draw_status_lines(frame, &[text.to_owned()]);
    }

    /// Draws the lines at the bottom. A notice that is longer lies over what is above
    /// them, as long as it stays.
    fn draw_status_lines(&self, frame: &mut Frame<'_>, said: &[String]) {
        let area = frame.area();
        let (lines, style) = match &self.notice {
            Some((notice, _)) => {
                let sign = if notice.bad { "! " } else { "" };
                let text = format!("{sign}{}", notice.text).replace('\n', " ");
                let mut lines = wrapped(&text, usize::from(area.width.saturating_sub(2)));
                lines.truncate(MOST_SAID.max(said.len()));
                (lines, if notice.bad { self.ink.trouble() } else { Style::new() })
            }
            None => (said.to_vec(), Style::new()),
        };
        let height = lines.len().max(said.len()) as u16;
        let area = Rect { y: area.bottom() - height, height, ..area };
        frame.render_widget(Clear, area);
        let lines: Vec<Line<'_>> =
            lines.into_iter().map(|line| Line::styled(format!(" {line}"), style)).collect();
        frame.render_widget(Paragraph::new(lines), area);
    }
}
