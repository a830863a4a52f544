//! The game screen: menu, player strips, board, panel, status line.

mod action;
mod analysis;
mod banner;
mod board;
mod board_surface;
mod course;
mod graph;
mod levels;
mod log;
mod menu;
mod moves;
mod overlay;
mod scene3d;
mod side;
mod status;
mod strip;

use boardloom_contract::Seat;
use egui::{Rect, Ui};

pub use action::GameAction;
pub use board::board_id;
pub use board_surface::{BoardSurface, MeshInstance};
pub use moves::list_id;
pub use scene3d::{MeshInstance3d, RenderPass, Scene3d};
pub use side::{Tab, rules_of};
pub use status::MoveField;
pub(crate) use status::status_text;

use boardloom_app::Controller;

use crate::components::ActionButton;
use crate::keys::Command;
use crate::preferences::Preferences;
use crate::session::GameSession;
use crate::theme::{Palette, display, radius, space};
use crate::thumbnail::Thumbnail;

#[derive(Default)]
pub struct GameView {
    pub tab: Tab,
    pub move_field: Option<MoveField>,
    pub board_surface: BoardSurface,
    pub scene3d: Scene3d,
    /// Safe mode: only built-in files.
    pub safe: bool,
    pub warned: bool,
    /// Whether the first menu opens in the next frame.
    pub opens_menu: bool,
    panel: side::PanelState,
    pointer: board::PointerState,
    minimap: overlay::Minimap,
}

impl GameView {
    #[must_use]
    pub fn for_new_game(before: GameView) -> Self {
        let GameView { board_surface, scene3d, safe, .. } = before;
        GameView { board_surface, scene3d, safe, ..GameView::default() }
    }

    pub fn write_comment(&mut self) {
        self.tab = Tab::Moves;
        self.panel.moves.comment.focus_requested = true;
    }
}

pub fn show(
    ui: &mut Ui,
    controller: &mut Controller<Thumbnail>,
    view: &mut GameView,
) -> Vec<GameAction> {
    let Controller {
        session,
        course,
        preferences,
        keys,
        log,
        banner,
        autoplay,
        notice,
        board_only,
        ..
    } = controller;
    let Some(session) = session else { return Vec::new() };
    let board_only = *board_only;
    let palette = Palette::of(preferences.theme);
    let mut actions = Vec::new();
    let size = ui.available_size();
    let frame = egui::Frame::new().fill(palette.panel);
    if !board_only {
        let opens = std::mem::take(&mut view.opens_menu);
        let frame = frame.inner_margin(egui::Margin::symmetric(8, 4));
        egui::Panel::top("menu").frame(frame).show(ui, |ui| {
            menu::Menus { session, preferences, keys, actions: &mut actions }.bar(ui, opens);
        });
    }
    egui::Panel::bottom("status")
        .frame(frame.inner_margin(egui::Margin::symmetric(10, 3)))
        .exact_size(status::HEIGHT)
        .show(ui, |ui| status::line(ui, session, view, preferences, notice, &mut actions));
    if !board_only && size.x.max(size.y) >= ROOM {
        let shows_itself = autoplay.is_some();
        let context = side::PanelContext { session, keys, log, palette, shows_itself };
        let course = course.as_ref();
        panel(
            ui,
            size,
            |ui| match course {
                Some(course) => course::page(ui, context, course, preferences, &mut actions),
                None => side::side(ui, context, &mut view.tab, &mut view.panel, &mut actions),
            },
            palette,
        );
    }
    egui::CentralPanel::default()
        .frame(egui::Frame::new().inner_margin(if board_only { 2 } else { 8 }))
        .show(ui, |ui| {
            if let Some(shown) = banner {
                shown.folded ^= banner::show(ui, shown, palette);
            } else if !board_only {
                warnings(ui, session, view, palette, &mut actions);
            }
            let learns = course.is_some();
            source(ui, session, view, preferences, (board_only, learns), &mut actions);
        });
    actions
}

/// Smaller windows show no panel.
const ROOM: f32 = 400.0;

/// The height of everything above and below the board.
const AROUND: f32 = 182.0;

/// Beside the board, or below it if that leaves the board more room.
fn panel(ui: &mut Ui, size: egui::Vec2, page: impl FnOnce(&mut Ui), palette: Palette) {
    let frame = egui::Frame::new().fill(palette.panel).inner_margin(space::SMALL);
    let narrow = (size.x * 0.26).clamp(190.0, 250.0);
    let low = (size.y * 0.22).clamp(90.0, 200.0);
    let height = (size.y * 0.3).max(low);
    let beside_it = (size.x - narrow).min(size.y - AROUND);
    let above_it = size.x.min(size.y - AROUND - height);
    let panel = if above_it > beside_it {
        egui::Panel::bottom("panel-below")
            .default_size(height)
            .size_range(low..=(size.y * 0.5).max(low + 1.0))
    } else {
        egui::Panel::right("panel")
            .default_size((size.x * 0.28).clamp(narrow, 340.0))
            .size_range(narrow..=(size.x * 0.5).max(narrow + 1.0))
    };
    panel.resizable(true).frame(frame).show(ui, |ui| {
        let room = ui.available_rect_before_wrap();
        let mut inside = within(ui, room);
        page(&mut inside);
        ui.expand_to_include_rect(room);
    });
}

fn warnings(
    ui: &mut Ui,
    session: &GameSession,
    view: &mut GameView,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    let warnings = session.game.source().ruleset.warnings.iter().len();
    if view.warned || warnings == 0 {
        return;
    }
    use crate::texts::dialogs as t;
    let stroke = egui::Stroke::new(1.0, palette.warning);
    egui::Frame::new()
        .stroke(stroke)
        .corner_radius(radius::CONTROL)
        .inner_margin(space::TINY)
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.colored_label(palette.warning, t::warnings(warnings));
                if ui.small_button(t::show()).clicked() {
                    actions.push(GameAction::ShowWarnings);
                }
                if ui.small_button(t::close()).clicked() {
                    view.warned = true;
                }
            });
        });
}

fn source(
    ui: &mut Ui,
    session: &GameSession,
    view: &mut GameView,
    preferences: &Preferences,
    (board_only, learns): (bool, bool),
    actions: &mut Vec<GameAction>,
) {
    let palette = Palette::of(preferences.theme);
    let below = session.below();
    let seats = session.game.players().len();
    let others: Vec<usize> = (1..seats).map(|n| (below + n) % seats).collect();
    let (above, below_it) = match others.len() {
        // A lesson is not resigned.
        _ if learns => (strip::Buttons::None, strip::Buttons::None),
        0 | 1 => (strip::Buttons::Own, strip::Buttons::Own),
        _ => (strip::Buttons::None, strip::Buttons::All),
    };
    let score_hints = preferences.score_hints;
    let strip = |seat: usize, buttons| {
        let seat = seat as Seat;
        strip::Strip { session, seat, palette, score_hints, buttons }
    };
    let gap = ui.spacing().item_spacing.y;
    let room = ui.available_rect_before_wrap();
    let mut rect = room;
    if !board_only {
        let gaps = gap * others.len().saturating_sub(1) as f32;
        let size = egui::vec2((room.width() - gaps) / others.len() as f32, strip::HEIGHT);
        for (place, seat) in others.iter().enumerate() {
            let min = room.min + egui::vec2((size.x + gap) * place as f32, 0.0);
            let mut ui = within(ui, Rect::from_min_size(min, size));
            actions.extend(strip(*seat, above).show(&mut ui));
        }
        let above = if others.is_empty() { 0.0 } else { strip::HEIGHT + gap };
        rect.min.y += above;
        rect.max.y = (rect.max.y - strip::HEIGHT - gap).max(rect.min.y + 40.0);
    }
    actions.push(GameAction::PlaceBoard(rect));
    if session.is_paused() {
        cover(ui, rect, palette, actions);
    } else {
        board::board(ui, rect, session, view, preferences, actions);
    }
    if !board_only {
        let min = egui::pos2(rect.min.x, rect.max.y + gap);
        let size = egui::vec2(rect.width(), strip::HEIGHT);
        let mut ui = within(ui, Rect::from_min_size(min, size));
        actions.extend(strip(below, below_it).show(&mut ui));
    }
    ui.expand_to_include_rect(room);
}

/// A part that its contents cannot widen: the board beside it would jump.
fn within(ui: &mut Ui, room: Rect) -> Ui {
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(room));
    inside.shrink_clip_rect(room.expand(2.0));
    inside
}

/// The arrows move within a widget, not the focus.
fn keep_arrows(ui: &Ui, id: egui::Id) {
    let (horizontal_arrows, vertical_arrows) = (true, true);
    let filter = egui::EventFilter { horizontal_arrows, vertical_arrows, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
}

/// Hides the board while the clocks are paused.
fn cover(ui: &mut Ui, rect: Rect, palette: Palette, actions: &mut Vec<GameAction>) {
    use crate::texts::game as t;
    ui.painter().rect_filled(rect, 6.0, palette.panel);
    let inside = rect.shrink2(egui::vec2(12.0, (rect.height() / 2.0 - 60.0).max(4.0)));
    let layout = egui::Layout::top_down(egui::Align::Center);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(layout));
    ui.label(display(t::paused()));
    ui.add(egui::Label::new(egui::RichText::new(t::paused_help()).color(palette.weak)).wrap());
    ui.add_space(6.0);
    if ui.add(ActionButton::primary(t::unpause())).clicked() {
        actions.push(GameAction::Command(Command::Pause));
    }
}
