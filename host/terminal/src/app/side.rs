//! Beside the board: who plays, with score and clock, and the moves.

use boardloom_app::keys::Key;
use boardloom_app::move_rows::{MoveRow, move_text, rows};
use boardloom_app::session::GameSession;
use boardloom_app::status_text;
use boardloom_app::texts::capital;
use boardloom_app::texts::game as t;
use boardloom_contract::{NO_COLOR, Seat};
use boardloom_match::NodeId;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border::Set;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::TerminalApp;
use super::pointer::Button;
use crate::board::of_side;
use crate::event::Press;

/// Lines reserved for the moves and their heading.
const LEAST_MOVES: usize = 6;

pub const ASCII: Set<'static> = Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

#[derive(Default)]
struct MoveLines {
    lines: Vec<Line<'static>>,
    moves: Vec<MoveAt>,
}

struct MoveAt {
    line: usize,
    columns: std::ops::Range<u16>,
    node: NodeId,
}

impl MoveLines {
    /// Appends a move to the line that comes next.
    fn push_move(&mut self, line: &mut Line<'static>, span: Span<'static>, node: NodeId) {
        let start = line.width() as u16;
        line.push_span(span);
        self.moves.push(MoveAt {
            line: self.lines.len(),
            columns: start..line.width() as u16,
            node,
        });
    }
}

impl TerminalApp {
    pub(super) fn draw_side(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(session) = &self.controller.session else { return };
        let rule = self.ink.either('│', '|').to_string();
        for row in area.top()..area.bottom() {
            let at = Rect { x: area.x - 1, y: row, width: 1, height: 1 };
            frame.render_widget(Line::styled(rule.clone(), self.ink.faint()), at);
        }
        if self.controller.course.is_some() {
            return self.draw_course(frame, area);
        }
        let mut lines = Vec::new();
        for seat in 0..session.game.players().len() {
            lines.extend(self.seat(session, seat, area.width));
        }
        lines.extend(self.online_lines(area.width.into()));
        lines.extend(self.mail_lines(area.width.into()));
        if let Some(outcome) = &session.game.status().outcome {
            let bold = Style::new().add_modifier(Modifier::BOLD);
            lines.push(Line::raw(""));
            for text in wrap(&status_text::verdict(session, outcome), area.width.into()) {
                lines.push(Line::styled(text, bold));
            }
            let reason = status_text::reason(&session.game, outcome, |seat| session.name(seat));
            let reason = capital(&reason);
            let summary = session.review_summary().unwrap_or_default();
            for text in [&reason, &summary].map(|text| wrap(text, area.width.into())) {
                lines.extend(text.into_iter().map(Line::raw));
            }
        }
        if let Some((done, all)) = session.review_progress() {
            lines.push(Line::styled(t::reviewing(done, all), self.ink.faint()));
        }
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let room = height.saturating_sub(lines.len() + LEAST_MOVES);
        lines.extend(self.analysis(session, width, room));
        let mut course = self.course(session, width);
        if lines.len() + LEAST_MOVES + course.len() + 1 > height {
            course.clear();
        }
        let heading = if self.view.in_moves { Modifier::REVERSED } else { Modifier::UNDERLINED };
        lines.push(Line::raw(""));
        lines.push(Line::styled(t::tab_moves(), Style::new().add_modifier(heading)));
        let used = (lines.len() as u16).min(area.height);
        draw(frame, Rect { height: used, ..area }, &lines);
        let heading = Rect { y: area.y + used.max(1) - 1, height: 1, ..area };
        self.buttons.borrow_mut().push((heading, Button::Press(Press::of(Key::Tab))));
        let low = (course.len() as u16).min(area.height - used);
        draw(frame, Rect { y: area.bottom() - low, height: low, ..area }, &course);
        // A blank line between them.
        let low = if low > 0 { low + 1 } else { 0 };
        let rest = Rect { y: area.y + used, height: area.height - used - low, ..area };
        self.draw_moves(frame, rest);
    }

    pub(super) fn draw_seats(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(session) = &self.controller.session else { return };
        let seats = 0..session.game.players().len();
        let lines: Vec<Line<'_>> = seats
            .filter_map(|seat| self.seat(session, seat, area.width).into_iter().next())
            .collect();
        draw(frame, area, &lines);
    }

    /// Returns the lines of a seat: mark, name, score and clock; below them the player.
    fn seat(&self, session: &GameSession, seat: usize, width: u16) -> Vec<Line<'static>> {
        let status = session.game.status();
        let state = status.seats.get(seat);
        let look = session.look_of(seat as Seat);
        let acts = status.acting.contains(&(seat as Seat)) && !status.is_over();
        let turn = if acts { '>' } else { ' ' };
        let out = state.is_some_and(|state| !state.active);
        let mut right = String::new();
        if let Some((now, then, gained)) = session.points(seat as Seat) {
            right = t::number(now);
            if let Some(then) = then.filter(|_| self.controller.preferences.preview) {
                right = format!("{right} → {}", t::number(then));
            } else if gained.abs() > 1e-9 {
                right = format!("{right} {}", t::gained(gained));
            }
        }
        let control = *session.game.clock().control();
        if let Some((time, _)) = session.time_of(seat as Seat).filter(|_| control.is_timed()) {
            right = format!("{right}  {}", status_text::clock(&control, &time));
            right = right.trim_start().to_owned();
        }
        if out {
            right = t::out().to_owned();
        }
        let bold = if acts { Modifier::BOLD } else { Modifier::empty() };
        let name = session.side(seat as Seat);
        let room = usize::from(width).saturating_sub(4 + right.width() + 1);
        let name: String = name.chars().take(room).collect();
        let gap = usize::from(width).saturating_sub(4 + name.width() + right.width());
        let mark = self.seat_mark(session, seat);
        let first = Line::from(vec![
            Span::raw(turn.to_string()),
            Span::styled(format!("{mark}"), self.ink.badge(look.color)),
            Span::styled(format!(" {name}"), Style::new().add_modifier(bold)),
            Span::raw(format!("{}{right}", " ".repeat(gap))),
        ]);
        let mut lines = vec![first];
        let mut more = session.player_label(seat as Seat).unwrap_or_default();
        if session.thinking_seat() == Some(seat as Seat) {
            more.push('…');
        }
        if !more.is_empty() {
            lines.push(Line::styled(format!("   {more}"), self.ink.faint()));
        }
        if let Some(said) = session.commentary.comment(&session.game, seat as Seat) {
            let said = wrap(&format!("\"{said}\""), usize::from(width).saturating_sub(3));
            lines.extend(said.into_iter().map(|line| Line::raw(format!("   {line}"))));
        }
        lines
    }

    /// Returns the mark of a seat's side; its number if it has no side yet.
    pub(super) fn seat_mark(&self, session: &GameSession, seat: usize) -> char {
        match session.color(seat as Seat) == usize::from(NO_COLOR) {
            true => char::from_digit(seat as u32 + 1, 10).unwrap_or('+'),
            false => of_side(&session.look_of(seat as Seat).mark, self.ink, false),
        }
    }

    /// Draws the moves, with the current one in view.
    fn draw_moves(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(session) = &self.controller.session else { return };
        let tree = session.game.tree();
        let seats = session.game.players().len();
        let mut list = MoveLines::default();
        let mut seen = 0;
        for row in rows(tree, seats) {
            let first = list.lines.len();
            let holds = self.row(session, &row, area.width.into(), &mut list);
            if holds {
                seen = list.lines.len().max(first + 1) - 1;
            }
        }
        let MoveLines { mut lines, moves } = list;
        if lines.is_empty() {
            lines.push(Line::raw(t::no_moves()));
        }
        let room = usize::from(area.height);
        let top = (seen + 2).saturating_sub(room).min(lines.len().saturating_sub(room));
        draw(frame, area, &lines[top..]);
        let shown = moves.into_iter().filter(|at| (top..top + room).contains(&at.line));
        self.buttons.borrow_mut().extend(shown.map(|MoveAt { line, columns, node }| {
            let (x, y) = (area.x + columns.start, area.y + (line - top) as u16);
            (Rect { x, y, width: columns.len() as u16, height: 1 }, Button::Move(node))
        }));
    }

    /// Adds the lines of a row; true if it contains the current move.
    fn row(
        &self,
        session: &GameSession,
        row: &MoveRow,
        width: usize,
        list: &mut MoveLines,
    ) -> bool {
        match row {
            MoveRow::Round { number, cells } => {
                let number = Span::styled(format!("{number:>3}. "), self.ink.faint());
                let mut line = Line::from(number);
                let room = width.saturating_sub(5).max(4);
                let mut column = (room / cells.len().max(1)).max(4);
                // A missing move at the end of a round is not a pass.
                let played = cells.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
                let length = |node: &NodeId| move_text(session.game.tree().node(*node)).width();
                let is_long = cells.iter().flatten().any(|node| length(node) >= column);
                if is_long {
                    column = room + 1;
                }
                for (n, cell) in cells[..played].iter().enumerate() {
                    // Each move of a round with a long one has its own line.
                    if is_long && n > 0 {
                        list.lines.push(std::mem::replace(&mut line, Line::raw(" ".repeat(5))));
                    }
                    let Some(node) = cell else {
                        line.push_span(Span::raw(format!("{:<column$}", "-")));
                        continue;
                    };
                    let span = span_of(session, *node, column - 1);
                    let gap = column.saturating_sub(span.width());
                    list.push_move(&mut line, span, *node);
                    line.push_span(Span::raw(" ".repeat(gap)));
                }
                list.lines.push(line);
                cells.contains(&Some(session.game.here()))
            }
            MoveRow::Aside { depth, number, moves } => {
                self.push_variation(session, (*depth, *number), moves, width, list)
            }
            MoveRow::Comment { depth, node } => {
                let indent = " ".repeat(2 + depth * 2);
                let comment = session.comment(*node);
                for line in wrap(&comment, width.saturating_sub(indent.len())) {
                    list.lines.push(Line::styled(format!("{indent}{line}"), self.ink.faint()));
                }
                false
            }
        }
    }

    fn push_variation(
        &self,
        session: &GameSession,
        (depth, number): (usize, Option<usize>),
        moves: &[NodeId],
        width: usize,
        list: &mut MoveLines,
    ) -> bool {
        let indent = Span::raw(" ".repeat(2 + depth * 2));
        let room = width.saturating_sub(indent.width() + 1).max(3);
        let mut line = Line::from(indent.clone());
        if let Some(number) = number {
            line.push_span(Span::styled(format!("{number}. "), self.ink.faint()));
        }
        for node in moves {
            let span = span_of(session, *node, room);
            if line.width() + span.width() > width && line.width() > indent.width() {
                list.lines.push(std::mem::replace(&mut line, Line::from(indent.clone())));
            }
            list.push_move(&mut line, span, *node);
            line.push_span(Span::raw(" "));
        }
        list.lines.push(line);
        moves.contains(&session.game.here())
    }
}

fn span_of(session: &GameSession, node: NodeId, room: usize) -> Span<'static> {
    let known = session.game.tree().node(node);
    let style = match node == session.game.here() {
        true => Style::new().add_modifier(Modifier::REVERSED),
        false if known.is_illegal() => Style::new().add_modifier(Modifier::CROSSED_OUT),
        false => Style::new(),
    };
    Span::styled(shorten(&move_text(known), room), style)
}

fn draw(frame: &mut Frame<'_>, area: Rect, lines: &[Line<'_>]) {
    for (line, row) in lines.iter().zip(area.top()..area.bottom()) {
        frame.render_widget(line, Rect { y: row, height: 1, ..area });
    }
}

pub fn shorten(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{kept}…")
}

pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(4);
    let mut lines = vec![String::new()];
    // Source locations and carets keep their columns.
    let indent: String = text.chars().take_while(|c| *c == ' ').collect();
    if text.width() <= width {
        return vec![text.to_owned()];
    }
    // Spaces that do not break keep a number and its unit together.
    let words = text.split(|c: char| c.is_whitespace() && !['\u{a0}', '\u{202f}'].contains(&c));
    for word in words.filter(|word| !word.is_empty()) {
        let line = lines.last_mut().expect("there is one");
        if line.is_empty() {
            line.push_str(&indent);
        }
        let gap = usize::from(line.width() > indent.len());
        if line.width() + gap + word.width() > width && line.width() > indent.len() {
            lines.push(format!("{indent}{word}"));
            continue;
        }
        if gap == 1 {
            line.push(' ');
        }
        line.push_str(word);
    }
    // Words longer than a line are broken anywhere.
    let cut = |line: String| -> Vec<String> {
        let letters: Vec<char> = line.chars().collect();
        letters.chunks(width).map(|part| part.iter().collect()).collect()
    };
    lines
        .into_iter()
        .flat_map(|line| if line.is_empty() { vec![line] } else { cut(line) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrap("", 8), [""]);
        assert_eq!(wrap("played 77\u{a0}%", 9), ["played", "77\u{a0}%"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(shorten("a1-b2xc3", 5), "a1-b…");
    }
}
