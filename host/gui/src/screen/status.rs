//! Whose turn it is, notices and typed moves, in their places: above the own card, and at the
//! board's foot.

use boardloom_app::move_input::MoveInput;
use boardloom_app::status_text::{expected, facts, status_line};
use boardloom_app::texts::capital;
use boardloom_app::texts::my_games::undo;
use boardloom_app::{Notice, NoticeKind};
use egui::{Align2, Area, Context, Galley, Key, Modifiers, Order, Rect, RichText, Ui, Vec2};

use super::moves::NARROW;
use super::{GameAction, GameView};
use crate::components::{ActionButton, row_text, toast, toast_frame, toast_with};
use crate::preferences::Preferences;
use crate::session::GameSession;
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, heading, motion, size, space};

/// The notice, or else whose turn it is.
pub(crate) fn status_text(session: &GameSession, notice: Option<&Notice>) -> Notice {
    notice.cloned().unwrap_or_else(|| Notice::plain(status_line(session)))
}

/// What the move under the pointer would bring, or what is expected, and the game's facts.
pub(super) struct FactLines(Vec<std::sync::Arc<Galley>>);

impl FactLines {
    /// Breaks the lines at the width of the page.
    pub(super) fn new(
        ui: &Ui,
        width: f32,
        session: &GameSession,
        preferences: &Preferences,
        palette: Palette,
    ) -> Self {
        let change = session.score_change().filter(|_| preferences.score_hints);
        let change = change.map(|text| RichText::new(text).semibold().color(palette.text));
        let expected = expected(session).map(|text| RichText::new(text).color(palette.text));
        let facts = facts(session, preferences.marks, !session.has_levels());
        let facts: Vec<String> = facts.into_iter().map(capital).collect();
        let facts = RichText::new(facts.join(" · ")).color(palette.weak);
        let facts = Some(facts).filter(|facts| !facts.text().is_empty());
        let galley = |text: RichText| {
            let font = egui::FontSelection::from(egui::TextStyle::Small);
            let align = egui::Align::Center;
            let mut job = egui::text::LayoutJob::default();
            text.small().append_to(&mut job, ui.style(), font, align);
            job.wrap.max_width = width;
            job.wrap.max_rows = if width < NARROW { 2 } else { 1 };
            ui.painter().layout_job(job)
        };
        // The panel does not move when the pointer finds a move.
        let scores = preferences.score_hints && session.points(0).is_some();
        let room = || RichText::new(" ");
        let first = change.or(expected).or_else(|| scores.then(room));
        FactLines(first.into_iter().chain(facts).map(galley).collect())
    }

    pub(super) fn height(&self) -> f32 {
        self.0.iter().map(|galley| galley.size().y + f32::from(space::TINY)).sum()
    }

    /// At the foot of a page.
    pub(super) fn show(self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = f32::from(space::TINY);
        for galley in self.0 {
            let (text, cut) = (galley.text().to_owned(), galley.elided);
            let label = ui.add(egui::Label::new(galley).selectable(false));
            if cut {
                label.on_hover_text(text);
            }
        }
    }
}

/// Shows a notice at the foot of a screen. The pointer passes through, except on the button of
/// one. Returns whether that was clicked.
pub fn notice_toast(ctx: &Context, room: Rect, notice: &Notice) -> bool {
    let button = (notice.kind == NoticeKind::Deleted).then(undo);
    let area = Area::new(egui::Id::unique("toast")).order(Order::Foreground);
    let area = area.interactable(button.is_some()).pivot(Align2::CENTER_BOTTOM);
    let shown = area.fixed_pos(foot(room)).show(ctx, |ui| {
        ui.set_max_width((room.width() - 40.0).clamp(144.0, 544.0));
        toast_with(ui, &capital(&notice.text), notice.bad, button)
    });
    shown.inner
}

/// Shows a notice below the frame of the board, or else over its lower edge. The pointer passes
/// through.
pub(super) fn board_toast(
    ctx: &Context,
    (whole, board): (Rect, Rect),
    session: &GameSession,
    notice: &Notice,
) {
    let bounds = session.style.framed_bounds(&session.board);
    let bounds = bounds.filter(|_| !session.is_3d() && !session.is_near());
    let frame = bounds.map_or(board, |bounds| {
        let ends = [bounds.min, bounds.max].map(|at| session.camera.to_screen(at));
        Rect::from_two_pos(
            egui::pos2(ends[0].x as f32, ends[0].y as f32),
            egui::pos2(ends[1].x as f32, ends[1].y as f32),
        )
    });
    let frame = frame.intersect(board);
    let below = board.bottom().max(whole.bottom().min(board.bottom() + TOAST_MARGIN));
    let fits = below - frame.bottom() >= TOAST;
    let (pivot, at) = match fits {
        true => (Align2::CENTER_TOP, frame.center_bottom() + Vec2::new(0.0, TOAST_MARGIN)),
        false => (Align2::CENTER_BOTTOM, egui::pos2(board.center().x, below)),
    };
    let area = Area::new(egui::Id::unique("toast")).order(Order::Middle).interactable(false);
    area.pivot(pivot).fixed_pos(at).show(ctx, |ui| {
        ui.set_max_width((board.width() - 40.0).clamp(144.0, 544.0));
        toast(ui, &capital(&notice.text), notice.bad);
    });
}

/// The height of a toast of one line, with its margin.
const TOAST: f32 = 44.0;
const TOAST_MARGIN: f32 = 4.0;

/// Shows in the middle of the board for a moment that a turn passed.
pub(super) fn pass_chip(ctx: &Context, board: Rect, notice: &Notice, age: f32, palette: Palette) {
    let left = motion::PASS - age;
    if left <= 0.0 {
        return;
    }
    let shown = (age / motion::FADE).min(left / motion::FADE).clamp(0.0, 1.0);
    let area = Area::new(egui::Id::unique("pass")).order(Order::Middle).interactable(false);
    area.fade_in(false).pivot(Align2::CENTER_CENTER).fixed_pos(board.center()).show(ctx, |ui| {
        ui.set_opacity(shown);
        toast_frame(ctx).inner_margin(egui::Margin::symmetric(space::LARGE, space::SMALL)).show(
            ui,
            |ui| {
                ui.set_max_width((board.width() - 64.0).max(120.0));
                let text = heading(&notice.text).color(palette.text);
                ui.add(egui::Label::new(text).selectable(false));
            },
        );
    });
    // Between the fades it rests.
    let rests = age > motion::FADE && left > motion::FADE;
    let next = if rests { left - motion::FADE } else { 0.0 };
    ctx.request_repaint_after(std::time::Duration::from_secs_f32(next));
}

fn foot(board: Rect) -> egui::Pos2 {
    board.center_bottom() - Vec2::new(0.0, 12.0)
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveField {
    pub typed: MoveInput,
    pub focused: bool,
}

/// The field of a typed move with its completions: over the bar, since the whole board is to be
/// seen; without a bar at the board's foot.
pub(super) fn move_field(
    ctx: &Context,
    (board, bar): (Rect, Option<Rect>),
    view: &mut GameView,
    actions: &mut Vec<GameAction>,
) {
    if view.move_field.is_none() {
        return;
    }
    let (pivot, at, room) = match bar {
        Some(bar) => {
            let at = egui::pos2(bar.center().x, bar.top() + FIELD_MARGIN);
            (Align2::CENTER_TOP, at, bar.width())
        }
        None => (Align2::CENTER_BOTTOM, foot(board), board.width() - 24.0),
    };
    let area = Area::new(egui::Id::unique("move-field")).order(Order::Middle);
    area.pivot(pivot).fixed_pos(at).show(ctx, |ui| {
        let margin = egui::Margin::symmetric(space::SMALL, FIELD_MARGIN as i8);
        toast_frame(ctx).inner_margin(margin).show(ui, |ui| {
            let most = (room - 2.0 * f32::from(space::SMALL) - FIELD_INSET).max(160.0);
            ui.set_max_width(most);
            ui.horizontal(|ui| {
                if bar.is_some() {
                    // Nothing of the bar is seen beside it.
                    ui.set_min_width(most);
                }
                ui.set_min_height(size::ROW);
                typed(ui, view, actions);
            });
        });
    });
}

/// Around the field of a typed move, in the bar.
const FIELD_MARGIN: f32 = 2.0;
/// At both ends of it, with its lines.
const FIELD_INSET: f32 = 10.0;

fn typed(ui: &mut Ui, view: &mut GameView, actions: &mut Vec<GameAction>) {
    let Some(move_field) = &mut view.move_field else { return };
    let label = row_text(ui, t::type_move());
    let tab = move_field.focused && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Tab));
    if tab {
        move_field.typed.extend();
    }
    let edit = egui::TextEdit::singleline(&mut move_field.typed.text)
        .desired_width(130.0)
        .align(Align2::LEFT_CENTER)
        .min_size(Vec2::new(0.0, size::ROW))
        .margin(egui::Margin::symmetric(space::SMALL, 0))
        .lock_focus(true);
    let mut shown = crate::components::with_edges(ui, |ui| edit.show(ui));
    if tab {
        crate::components::cursor_to_end(ui, &mut shown, &move_field.typed.text);
    }
    let field = shown.response.response.labelled_by(label.id);
    let entered = ui.input(|input| input.key_pressed(Key::Enter));
    // Tab must not leave a field that has just appeared.
    let tabbed_away = tab && !entered;
    if field.lost_focus() && !tabbed_away {
        let text = move_field.typed.resolve();
        actions.push(if entered { GameAction::SubmitMove(text) } else { GameAction::StopTyping });
    }
    let mut chosen = None;
    for mv in move_field.typed.completions().take(12) {
        let button = ActionButton::small(mv);
        // One row: a second one would cover the board.
        if button.width(ui) > ui.available_width() {
            break;
        }
        if ui.add(button).clicked() {
            chosen = Some(mv.clone());
        }
    }
    if !move_field.focused || (tabbed_away && !field.has_focus()) {
        move_field.focused = true;
        field.request_focus();
    }
    if let Some(mv) = chosen {
        actions.push(GameAction::SubmitMove(mv));
    }
}
