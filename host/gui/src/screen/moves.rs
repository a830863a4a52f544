//! The moves page: variations, comments, navigation.

use boardloom_app::move_rows::{MoveRow, rows};
use boardloom_contract::{CHANCE, Seat};
use boardloom_match::{NodeId, ROOT};
use egui::{RichText, Ui};

use super::GameAction;
use super::graph::{self, ScoreChart};
use super::move_row::{CLOSE, HEIGHT as ROW, column_width, guessed_height, number_room, show_row};
use super::side::PanelContext;
use crate::components::ActionButton;
use crate::icons;
use crate::keys::Command;
use crate::session::GameSession;
use crate::texts::game as t;
use crate::theme::{font, radius, size, space, stroke};

#[derive(Default)]
pub(super) struct MoveList {
    made_for: Option<(u64, usize)>,
    pub(super) rows: Vec<MoveRow>,
    /// Heights of drawn rows.
    heights: Vec<Option<f32>>,
    shown: Option<NodeId>,
    /// The frames in which the list still moves to the shown move.
    tries: u8,
    /// Whether it does so at once, because only rows around the move changed.
    at_once: bool,
    /// The height and the scrolled distance of the last frame.
    room: f32,
    offset: f32,
    /// Frames that are still drawn because the height changed.
    resized: u8,
    /// How far the shown move was pushed down by rows that came in before it.
    pushed: f32,
    pub graph: ScoreChart,
    pub comment: CommentField,
}

#[derive(Default)]
pub(super) struct CommentField {
    of: Option<NodeId>,
    text: String,
    edited: bool,
    pub focus_requested: bool,
}

impl CommentField {
    /// The lines of the shown comment, as many as are seen at once.
    fn lines(&self, ui: &Ui, session: &GameSession, writes: bool) -> usize {
        let text = match writes {
            true => &self.text,
            false => &session.game.node().comment,
        };
        let width = ui.available_width() - 2.0 * f32::from(space::SMALL);
        let font = egui::FontId::proportional(font::BODY);
        let galley = ui.painter().layout(text.clone(), font, egui::Color32::PLACEHOLDER, width);
        galley.rows.len().clamp(1, COMMENT_LINES)
    }
}

impl MoveList {
    /// How many sides have a column, if any has.
    fn columns(&self) -> Option<usize> {
        self.rows.iter().find_map(|row| match row {
            MoveRow::Round { cells, .. } if cells.len() > 1 => Some(cells.len()),
            _ => None,
        })
    }

    /// The distance of a move from the top of the list.
    fn top_of(&self, node: NodeId) -> Option<f32> {
        let row = self.rows.iter().position(|row| row.has(node))?;
        let known = self.rows.iter().zip(&self.heights).take(row);
        Some(known.map(|(row, height)| height.unwrap_or(guessed_height(row))).sum())
    }

    /// Lists the moves again if they changed. Unchanged rows keep their heights.
    pub(super) fn update(&mut self, session: &GameSession) {
        let made_for = Some((session.revision, session.game.tree().len()));
        if self.made_for == made_for {
            return;
        }
        self.made_for = made_for;
        let mut rows = rows(session.game.tree(), session.game.players().len());
        // What chance did before the first move is seen on the board.
        let setup = |row: &MoveRow| matches!(row, MoveRow::Aside { depth: 0, number: None, .. });
        let drawn = rows.iter().take_while(|row| setup(row)).count();
        rows.drain(..drawn);
        let before = self.shown.and_then(|node| self.top_of(node));
        let shorter = self.rows.len().min(rows.len());
        let start = self.rows.iter().zip(&rows).take_while(|(old, new)| old == new).count();
        let ends = self.rows.iter().rev().zip(rows.iter().rev()).take(shorter - start);
        let end = ends.take_while(|(old, new)| old == new).count();
        let changed = start < self.rows.len();
        let new_rows = rows.len() - start - end;
        self.heights.splice(start..self.rows.len() - end, std::iter::repeat_n(None, new_rows));
        self.rows = rows;
        if changed {
            // Comments of a review came in between: the shown move is somewhere else.
            let after = self.shown.take().and_then(|node| self.top_of(node));
            self.pushed += before.zip(after).map_or(0.0, |(before, after)| after - before);
            self.at_once = true;
        }
    }
}

pub fn list_id() -> egui::Id {
    egui::Id::unique("moves-list")
}

fn comment_id() -> egui::Id {
    egui::Id::unique("comment")
}

/// The most frames in which the list moves to a move. On the way there, rows that were never drawn
/// turn out to have other heights than guessed.
const TRIES: u8 = 60;
/// The frames in which a list with another height finds its place.
const RESIZED: u8 = 3;
/// The frames in which it still moves once the move is in sight.
const SETTLING: u8 = 3;
const LEAST: f32 = 64.0;
/// The least room for comments below the moves. In lower panels, menus of moves open the field.
const COMMENT_ROOM: f32 = 160.0;
/// Narrower lists have comments of one line, except for the current move.
pub(super) const NARROW: f32 = 240.0;

pub(super) fn page(
    ui: &mut Ui,
    context: PanelContext<'_>,
    list: &mut MoveList,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, palette, .. } = context;
    list.update(session);
    let gap = ui.spacing().item_spacing.y;
    let mut room = ui.available_height();
    let writes = ui.memory(|memory| memory.has_focus(comment_id()));
    let writes = writes || list.comment.focus_requested || list.comment.edited;
    // In play, menus of moves and a key open the field.
    let studies = session.game.status().is_over() || session.is_analysing();
    let has_comments = || list.rows.iter().any(|row| matches!(row, MoveRow::Comment { .. }));
    let comments = writes || room > LEAST + COMMENT_ROOM && (studies || has_comments());
    let lines = list.comment.lines(ui, session, writes);
    if comments {
        room -= comment_height(lines) + gap;
    }
    let graphs = !context.analysis_pinned
        && list.graph.has_values(session)
        && room > LEAST + graph::HEIGHT + 60.0;
    if graphs {
        room -= graph::HEIGHT + gap;
    }
    let reviewed = list.graph.is_reviewed() || session.game.status().is_over();
    let reviewing = session.review_progress().map(|(done, all)| t::reviewing(done, all));
    let summary = session.review_summary().filter(|_| reviewed && reviewing.is_none());
    if let Some(summary) = summary {
        let text = RichText::new(summary).small().color(palette.weak);
        room -= gap + ui.add(egui::Label::new(text).wrap()).rect.height();
    }
    let deleted = session.game.tree().can_restore().then(|| t::were_deleted().to_owned());
    for (text, button, command) in [
        (reviewing, t::review_stop(), Command::Review),
        (deleted, t::restore(), Command::RestoreLine),
    ] {
        if let Some(text) = text {
            room -= gap + state_row(ui, context, (text, button, command), actions);
        }
    }
    if room > HEADED
        && let Some(seats) = list.columns()
    {
        room -= HEAD;
        head(ui, context, seats);
    }
    // Whole rows, where no comments are between them.
    let rows = (room / ROW).floor().max(1.0) * ROW;
    let rest = room - rows;
    table(ui, rows, context, list, actions);
    ui.add_space((rest - gap).max(0.0));
    if comments {
        comment(ui, session, (&mut list.comment, lines), actions);
    }
    if graphs {
        graph::graph(ui, session, &mut list.graph, palette, actions);
    }
}

/// Says what the game is in, with a button that ends it, and returns the height.
pub(super) fn state_row(
    ui: &mut Ui,
    context: PanelContext<'_>,
    (text, button, command): (String, &str, Command),
    actions: &mut Vec<GameAction>,
) -> f32 {
    let stops = command == Command::Review && ui.max_rect().width() < NARROW;
    let row = ui.horizontal_wrapped(|ui| {
        ui.set_min_height(size::LOW);
        ui.label(RichText::new(text).small().color(context.palette.weak));
        let clicked = match stops {
            true => ui.add(ActionButton::icon_only(icons::STOP, button)).clicked(),
            false => ui.add(ActionButton::small(button)).clicked(),
        };
        if clicked {
            actions.push(GameAction::Command(command));
        }
    });
    row.response.rect.height()
}

/// The height of a list that has a head, and of the head.
const HEADED: f32 = 150.0;
const HEAD: f32 = 24.0;
/// The side of the marks in it.
const MARK: f32 = 14.0;

/// The sides' marks over their columns.
fn head(ui: &mut Ui, context: PanelContext<'_>, seats: usize) {
    let session = context.session;
    let before = ui.spacing().item_spacing;
    ui.spacing_mut().item_spacing = egui::vec2(if seats > 2 { CLOSE } else { before.x }, 0.0);
    ui.horizontal(|ui| {
        ui.set_height(HEAD);
        ui.set_max_width(ui.available_width() - bar_room(ui));
        // A gap follows, as it follows the numbers.
        ui.allocate_exact_size(egui::vec2(number_room(seats), HEAD), egui::Sense::hover());
        let width = column_width(ui, seats);
        for seat in 0..seats {
            let room = egui::vec2(width, HEAD);
            let (rect, place) = ui.allocate_exact_size(room, egui::Sense::hover());
            let mark = egui::Rect::from_center_size(rect.center(), egui::Vec2::splat(MARK));
            crate::shapes::side_badge(ui.painter(), mark, &session.look_of(seat as Seat));
            place.on_hover_text(session.side(seat as Seat));
        }
    });
    ui.spacing_mut().item_spacing = before;
}

/// The room of the bar of the list.
fn bar_room(ui: &Ui) -> f32 {
    ui.spacing().scroll.allocated_width()
}

fn table(
    ui: &mut Ui,
    height: f32,
    context: PanelContext<'_>,
    list: &mut MoveList,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, palette, .. } = context;
    let area = egui::Rect::from_min_size(ui.cursor().min, egui::vec2(ui.available_width(), height));
    let focus = ui.interact(area, list_id(), egui::Sense::click());
    if focus.clicked() {
        focus.request_focus();
    }
    if focus.has_focus() {
        let line = egui::Stroke::new(stroke::LINE, palette.accent);
        ui.painter().rect_stroke(area, radius::CHIP, line, egui::StrokeKind::Outside);
        super::keep_arrows(ui, list_id());
    }
    if list.room != height {
        // A line above the list came or went.
        (list.room, list.shown, list.at_once) = (height, None, true);
        list.resized = RESIZED;
    }
    if list.resized > 0 {
        // How far it can scroll is known after it was drawn.
        list.resized -= 1;
        ui.request_repaint();
    }
    let mut scroll = egui::ScrollArea::vertical().id_salt("moves").max_height(height);
    if list.pushed != 0.0 {
        let offset = list.offset + std::mem::take(&mut list.pushed);
        scroll = scroll.vertical_scroll_offset(offset.max(0.0));
    }
    scroll = scroll.min_scrolled_height(height).auto_shrink(false).animated(!list.at_once);
    // Whole rows: scrolling to one would else go on by this.
    let gap = std::mem::take(&mut ui.spacing_mut().item_spacing.y);
    // The columns stay where they are when the bar comes.
    let width = ui.available_width() - bar_room(ui);
    let shown = scroll.show(ui, |ui| {
        ui.set_max_width(width);
        if list.rows.is_empty() {
            ui.horizontal(|ui| {
                // In line with the name of the tab.
                ui.add_space(f32::from(space::MEDIUM));
                ui.label(RichText::new(t::no_moves()).color(palette.weak));
            });
        }
        let (seen, here) = (ui.clip_rect().y_range(), session.game.here());
        if list.shown != Some(here) {
            (list.shown, list.tries) = (Some(here), TRIES);
        }
        if ui.input(|input| input.smooth_scroll_delta.y != 0.0) {
            // The player scrolls.
            list.tries = 0;
        }
        let follow = list.tries > 0;
        list.tries = list.tries.saturating_sub(1);
        list.at_once &= follow;
        if follow {
            ui.request_repaint();
        }
        if follow && here == ROOT {
            ui.scroll_to_cursor(Some(egui::Align::TOP));
            list.tries = list.tries.min(SETTLING);
        }
        for (row, height) in list.rows.iter().zip(&mut list.heights) {
            let top = ui.cursor().top();
            let high = height.unwrap_or(guessed_height(row));
            // Games may have thousands of moves: hidden rows only take their space.
            let apart = top + high < seen.min || top > seen.max;
            if apart && !(follow && row.has(here)) {
                ui.allocate_space(egui::vec2(0.0, high));
                continue;
            }
            let drawn = ui.scope(|ui| show_row(ui, context, row, follow, actions));
            let at = drawn.response.rect;
            *height = Some(at.height());
            if row.has(here) && seen.min <= at.top() && at.bottom() <= seen.max {
                list.tries = list.tries.min(SETTLING);
            }
        }
    });
    ui.spacing_mut().item_spacing.y = gap;
    list.offset = shown.state.clamped_offset().y;
}

fn comment(
    ui: &mut Ui,
    session: &GameSession,
    (comment, lines): (&mut CommentField, usize),
    actions: &mut Vec<GameAction>,
) {
    let here = session.game.here();
    let id = comment_id();
    let writes = ui.memory(|memory| memory.has_focus(id));
    // Leaving the position or the field saves the comment.
    let left = comment.of.filter(|of| comment.edited && (*of != here || !writes));
    if let Some(left) = left {
        comment.edited = false;
        actions.push(GameAction::SetComment(left, comment.text.clone()));
    }
    if comment.of != Some(here) || (!writes && left.is_none()) {
        comment.of = Some(here);
        comment.text.clone_from(&session.game.node().comment);
    }
    // In a window of a few lines the moves take all. A scroll area without room computes NaN.
    if !ui.available_rect_before_wrap().is_positive() {
        return;
    }
    let edit = egui::TextEdit::multiline(&mut comment.text).id(id).hint_text(t::comment());
    // Enter is for the game's moves, not for a new line.
    let edit = edit.desired_width(f32::INFINITY).desired_rows(1).return_key(None);
    let edit = edit.margin(egui::Margin::symmetric(space::SMALL, COMMENT_MARGIN));
    let scroll = egui::ScrollArea::vertical().id_salt("comment");
    let height = comment_height(lines);
    let field = scroll.max_height(height).min_scrolled_height(height).show(ui, |ui| ui.add(edit));
    let field = field.inner;
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, t::comment()));
    if std::mem::take(&mut comment.focus_requested) {
        field.request_focus();
    }
    comment.edited |= field.changed();
    if field.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        field.surrender_focus();
    }
}

/// The most lines of a comment that are shown; longer ones scroll.
const COMMENT_LINES: usize = 4;
const COMMENT_MARGIN: i8 = 5;
/// The height of a line of a comment.
const LINE: f32 = 20.0;

fn comment_height(lines: usize) -> f32 {
    LINE * lines as f32 + 2.0 * f32::from(COMMENT_MARGIN)
}

/// Whether there is a move before the shown position: what chance did before the first one is
/// none.
fn has_past(session: &GameSession) -> bool {
    let line = session.game.tree().line(session.game.here());
    let seats = line.into_iter().filter_map(|id| session.game.tree().node(id).event()?.seat());
    seats.into_iter().any(|seat| seat != CHANCE)
}

/// The buttons that walk through the game.
pub(super) fn navigation(ui: &mut Ui, context: PanelContext<'_>, actions: &mut Vec<GameAction>) {
    let PanelContext { session, keys, shows_itself, .. } = context;
    use crate::texts::keys as k;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - 16.0) / 5.0;
        let size = egui::vec2(width, ui.available_height());
        let past = has_past(session);
        let more = !session.game.at_end();
        let (icon, name) = match shows_itself {
            true => (icons::STOP, t::autoplay_stop()),
            false => (icons::PLAY, k::autoplay()),
        };
        for (icon, name, command, on) in [
            (icons::FIRST, k::first(), Command::First, past),
            (icons::PREVIOUS, k::previous(), Command::Previous, past),
            (icon, name, Command::Autoplay, more || shows_itself),
            (icons::NEXT, k::next(), Command::Next, more),
            (icons::LAST, k::last(), Command::Last, more),
        ] {
            let button = ActionButton::icon_only(icon, name).least(size).enabled(on);
            let button = ui.add(button);
            if button.on_hover_text(keys.hover(name, command)).clicked() {
                actions.push(GameAction::Command(command));
            }
        }
    });
}
