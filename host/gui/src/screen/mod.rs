//! The game screen: bar, board, panel with the players' cards.

mod action;
mod actions;
mod analysis;
mod banner;
mod board;
mod board_surface;
mod card;
mod chat;
mod course;
mod graph;
mod layout;
mod levels;
mod log;
mod menu;
mod move_row;
mod moves;
mod overlay;
mod result;
mod scene3d;
mod side;
mod status;

use boardloom_contract::Seat;
use boardloom_match::NodeId;
use egui::{Area, Order, Rect, Sense, Ui, Vec2};

pub use action::GameAction;
pub use board::board_id;
pub use board_surface::{BoardSurface, MeshInstance};
pub use log::entries as log_entries;
pub use moves::list_id;
pub use scene3d::{MeshInstance3d, RenderPass, Scene3d};
pub use side::{Tab, rules_of};
pub(crate) use status::status_text;
pub use status::{MoveField, notice_toast};

use boardloom_app::Controller;
use boardloom_app::NoticeKind;
use boardloom_app::controller::{Banner, OnlineGame};
use boardloom_app::mail_view::MailView;

use crate::components::{ActionButton, tabs};
use crate::icons;
use crate::keys::Command;
use crate::session::{CoverTexts, GameSession};
use crate::theme::{Palette, display, menu_shadow, radius, size, space, stroke};
use crate::thumbnail::{Thumbnail, viewport};
use card::PlayerCard;
use layout::GameLayout;
use status::FactLines;

#[derive(Default)]
pub struct GameView {
    pub tab: Tab,
    /// The page of the column at the left of the board.
    pinned: Pinned,
    /// Whether a small window shows the page as a sheet, and whether the window is one.
    sheet: bool,
    folded: bool,
    /// Whether the column is there.
    has_column: bool,
    /// Rows of actions above the last one, in the last frame.
    more_rows: usize,
    /// The end of a game whose sheet was closed.
    closed_end: Option<NodeId>,
    shows_end: bool,
    pub move_field: Option<MoveField>,
    pub board_surface: BoardSurface,
    pub scene3d: Scene3d,
    /// Safe mode: only built-in files.
    pub safe: bool,
    pub warned: bool,
    /// Whether the first menu opens in the next frame.
    pub opens_menu: bool,
    panel: side::PanelState,
    column: side::PanelState,
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
        self.open(Tab::Moves);
        self.panel.moves.comment.focus_requested = true;
    }

    /// Shows a page: in the panel, or as a sheet in a small window.
    pub fn open(&mut self, tab: Tab) {
        match Pinned::of(tab).filter(|_| self.has_column) {
            Some(pinned) => self.pinned = pinned,
            None => (self.tab, self.sheet) = (tab, true),
        }
    }

    /// Shows a page, or the moves if it is shown already.
    pub fn toggle(&mut self, tab: Tab) {
        let shown = self.tab == tab && (self.sheet || !self.folded);
        if self.has_column && Pinned::of(tab) == Some(self.pinned) {
            return;
        }
        match shown {
            true => (self.tab, self.sheet) = (Tab::Moves, false),
            false => self.open(tab),
        }
    }

    /// Closes the topmost sheet. False if there is none.
    pub fn close_sheet(&mut self, here: Option<NodeId>) -> bool {
        if self.shows_end {
            (self.closed_end, self.shows_end) = (here, false);
            return true;
        }
        self.folded && std::mem::take(&mut self.sheet)
    }
}

/// The page of the column at the left of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Pinned {
    #[default]
    Rules,
    Analysis,
}

impl Pinned {
    fn of(tab: Tab) -> Option<Self> {
        match tab {
            Tab::Rules => Some(Pinned::Rules),
            Tab::Analysis => Some(Pinned::Analysis),
            Tab::Moves | Tab::Levels | Tab::Chat => None,
        }
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
        banner,
        autoplay,
        notice,
        notice_began,
        board_only,
        online,
        mail,
        ..
    } = controller;
    let Some(session) = session else { return Vec::new() };
    let palette = Palette::of(preferences.theme);
    let mut actions = Vec::new();
    let whole = ui.available_rect_before_wrap();
    let seats = session.game.players().len();
    let layout = match *board_only {
        true => GameLayout::board_only(whole),
        false => GameLayout::of_board(whole, seats.saturating_sub(1), shape(session)),
    };
    let ended = result::final_outcome(session).is_some();
    let layout = match course.is_none() && !ended && !actions::any(session) {
        true => layout.without_actions(),
        false => layout,
    };
    let layout = match view.sheet && layout.is_folded() && !*board_only {
        true => layout.with_open_sheet(),
        false => layout,
    };
    let more_rows = match course.is_none() && layout.panel.is_some() {
        true => actions::rows_of_options(ui, layout.actions.width(), session),
        false => 0,
    };
    view.more_rows = more_rows.min(layout.rows_of_actions());
    let layout = layout.with_rows_of_actions(view.more_rows);
    // A page of the panel covers the board only if the player opens it in the small window.
    if layout.is_folded() && !std::mem::replace(&mut view.folded, layout.is_folded()) {
        view.sheet = false;
    }
    view.folded = layout.is_folded();
    view.has_column = layout.column.is_some() && !*board_only;
    if !*board_only {
        let opens = std::mem::take(&mut view.opens_menu);
        let (folded, safe) = (layout.is_folded(), view.safe);
        menu::Menus { session, preferences, keys, palette, folded, safe, actions: &mut actions }
            .bar(ui, layout.bar, opens);
    }
    let board = above_board(
        ui,
        (layout.board, layout.banner()),
        (session, banner, *board_only),
        (online.as_ref(), mail.as_ref()),
        view,
        &mut actions,
    );
    let board = board.with_min_x(board.left() + analysis::bar_room(board, session, shape(session)));
    // Before it is drawn: otherwise its first frame would show a part of it, with a map.
    if session.place(viewport(board)) {
        ui.request_repaint();
    }
    let context = side::PanelContext {
        session: &*session,
        online: online.as_ref(),
        keys,
        preferences,
        palette,
        shows_itself: autoplay.is_some(),
        analysis_pinned: view.has_column && view.pinned == Pinned::Analysis,
    };
    if session.is_paused() {
        cover(ui, board, palette, &session.cover_texts(), &mut actions);
    } else {
        board::board(ui, board, session, view, preferences, &mut actions);
        analysis::evaluation_bar(ui, board, session, palette);
    }
    if !*board_only {
        if let Some(column) = layout.column {
            pinned(ui, column, context, view, &mut actions);
        }
        cards(ui, &layout, context);
        match course.as_ref() {
            Some(course) if layout.panel.is_some() => {
                let place = layout.middle().union(layout.end());
                // A sheet reaches the edges of the window.
                let margin = if layout.is_folded() { space::SMALL } else { 0 };
                let place = place.shrink2(Vec2::new(f32::from(margin), 0.0));
                let mut page = within(ui, place);
                course::page(&mut page, context, course, preferences, &mut actions);
            }
            _ => panel(ui, &layout, context, view, &mut actions),
        }
        if course.is_none() {
            sheet(ui, &layout, context, view, &mut actions);
        }
    }
    if view.move_field.is_some() {
        let bar = (!*board_only).then_some(layout.bar);
        status::move_field(ui.ctx(), (board, bar), view, &mut actions);
    } else if let Some(notice) = notice {
        let age = ui.input(|input| input.time) - notice_began.as_secs_f64();
        match notice.kind {
            NoticeKind::Pass => status::pass_chip(ui.ctx(), board, notice, age as f32, palette),
            _ => status::board_toast(ui.ctx(), (whole, board), session, notice),
        }
    }
    let shows_chat = view.tab == Tab::Chat && (view.sheet || !view.folded);
    online.iter_mut().filter(|_| shows_chat).for_each(|online| online.unread = 0);
    ui.expand_to_include_rect(whole);
    actions
}

/// The height of the flat board with its frame, in parts of its width.
fn shape(session: &GameSession) -> f32 {
    let bounds = session.style.framed_bounds(&session.board);
    let bounds = bounds.filter(|_| !session.is_3d());
    bounds.map_or(1.0, |bounds| (bounds.height() / bounds.width().max(1e-9)) as f32)
}

/// Shows errors of an edit or warnings, and returns the room that is left for the board.
fn above_board(
    ui: &mut Ui,
    (mut board, room): (Rect, Rect),
    (session, banner, board_only): (&GameSession, &mut Option<Banner>, bool),
    (online, mail): (Option<&OnlineGame>, Option<&MailView>),
    view: &mut GameView,
    actions: &mut Vec<GameAction>,
) -> Rect {
    let palette = Palette::in_use(ui.ctx());
    let mut inside = within(ui, room);
    if let Some(shown) = banner {
        shown.folded ^= banner::show(&mut inside, shown, palette);
    } else if let Some(online) = online.filter(|online| banner::is_due(online)) {
        banner::online(&mut inside, online, palette, actions);
    } else if session.is_entering_conditional() {
        banner::conditional(&mut inside, palette, actions);
    } else if let Some(mail) = mail.filter(|_| !board_only) {
        banner::mail(&mut inside, (mail, session), palette, actions);
    } else if !board_only {
        warnings(&mut inside, session, view, palette, actions);
    }
    board.min.y = inside.cursor().min.y.min(board.max.y - 40.0);
    board
}

/// The cards of all players: the opponents' from the top, the own one below.
fn cards(ui: &mut Ui, layout: &GameLayout, context: side::PanelContext<'_>) {
    let side::PanelContext { session, preferences, palette, .. } = context;
    if let Some(panel) = layout.panel {
        ui.painter().rect_filled(panel, 0.0, palette.panel);
    }
    let (below, seats) = (session.below(), session.game.players().len());
    let card = |seat: usize| {
        let seat = seat as Seat;
        PlayerCard { session, seat, palette, score_hints: preferences.score_hints }
    };
    for (number, place) in (1..seats).zip(layout.others) {
        card((below + number) % seats).show(ui, place);
    }
    if seats > 0 {
        card(below).show(ui, layout.own);
    }
}

/// Tabs, page, navigation and actions.
fn panel(
    ui: &mut Ui,
    layout: &GameLayout,
    context: side::PanelContext<'_>,
    view: &mut GameView,
    actions: &mut Vec<GameAction>,
) {
    let side::PanelContext { session, palette, .. } = context;
    let over = session.game.status().outcome.is_some();
    // A review shows what it finds below the sheet.
    if over && session.review_progress().is_some() {
        view.closed_end = Some(session.game.here());
    }
    // The last move is seen before the result.
    let moves = session.motion().is_some();
    view.shows_end = over && !moves && view.closed_end != Some(session.game.here());
    if layout.panel.is_none() {
        view.shows_end = false;
        return;
    }
    match result::final_outcome(session) {
        None if layout.actions.is_positive() => {
            actions::show(ui, layout.actions, view.more_rows, session, actions);
        }
        // In an earlier position, moves begin a variation.
        Some(outcome) if !view.shows_end && !moves => {
            result::banner(ui, layout.actions, (session, outcome), palette, actions);
        }
        _ => {}
    }
    if view.shows_end {
        let place = layout.end();
        let (closes, sheet) = result::sheet(ui, place, session, palette, actions);
        if closes {
            view.close_sheet(Some(session.game.here()));
        }
        let left = place.bottom() - sheet.bottom();
        if left >= layout.navigation.height() + f32::from(space::SMALL) {
            let top = sheet.bottom() + f32::from(space::SMALL);
            let below = Rect::from_min_max(egui::pos2(place.left(), top), place.max);
            let (page, navigation) =
                below.split_top_bottom_at_y(below.bottom() - layout.navigation.height());
            if left >= result::BELOW {
                let page = page.with_max_y(page.bottom() - f32::from(space::SMALL));
                moves::page(&mut within(ui, page), context, &mut view.panel.moves, actions);
            }
            // As wide as during the game.
            let size = Vec2::new(layout.navigation.width(), navigation.height());
            let navigation = Rect::from_center_size(navigation.center(), size);
            moves::navigation(&mut within(ui, navigation), context, actions);
        }
        return;
    }
    let mut pages = side::tabs_of(session, context.online);
    if view.has_column {
        // They stand in the column.
        pages.retain(|(page, _)| Pinned::of(*page).is_none());
    }
    if pages.iter().all(|(page, _)| *page != view.tab) {
        // In a window that grew, the page stands in the column.
        view.pinned = Pinned::of(view.tab).filter(|_| view.has_column).unwrap_or(view.pinned);
        view.tab = Tab::Moves;
    }
    if view.tab != Tab::Levels && !session.pointed.is_empty() {
        actions.push(GameAction::Highlight(Vec::new()));
    }
    // A small panel always has the moves; other pages open over it.
    let folded = layout.is_folded();
    let shown = if folded { Tab::Moves } else { view.tab };
    if let Some(chosen) = tabs(&mut within(ui, layout.tabs), Some(shown), &pages) {
        view.open(chosen);
    }
    let mut page = layout.page;
    let facts = FactLines::new(ui, page.width(), session, context.preferences, palette);
    page.max.y -= facts.height();
    let room = Rect::from_min_max(egui::pos2(page.left(), page.bottom()), layout.page.max);
    facts.show(&mut within(ui, room));
    if !(folded && view.sheet) {
        side::page(&mut within(ui, page), shown, context, &mut view.panel, actions);
    }
    moves::navigation(&mut within(ui, layout.navigation), context, actions);
}

/// A page over a small window.
fn sheet(
    ui: &mut Ui,
    layout: &GameLayout,
    context: side::PanelContext<'_>,
    view: &mut GameView,
    actions: &mut Vec<GameAction>,
) {
    let Some(place) = layout.sheet.filter(|_| view.sheet && !view.shows_end) else { return };
    let side::PanelContext { session, palette, .. } = context;
    let area = Area::new(egui::Id::unique("sheet")).order(Order::Middle).fixed_pos(place.min);
    area.show(ui.ctx(), |ui| {
        ui.set_clip_rect(place.expand(24.0));
        ui.expand_to_include_rect(place);
        ui.interact(place, ui.scope_id().with("sheet"), Sense::click_and_drag());
        ui.painter().add(menu_shadow().as_shape(place, 0));
        let line = egui::Stroke::new(stroke::LINE, palette.line);
        ui.painter().rect(place, 0.0, palette.panel, line, egui::StrokeKind::Inside);
        let inside = place.shrink(f32::from(space::SMALL));
        let (head, page) = inside.split_top_bottom_at_y(inside.top() + size::ROW);
        let (head, close) = head.split_left_right_at_x(head.right() - size::ROW);
        if let Some(chosen) =
            tabs(&mut within(ui, head), Some(view.tab), &side::tabs_of(session, context.online))
        {
            view.open(chosen);
        }
        let button = ActionButton::icon_only(icons::CLOSE, crate::texts::game::close());
        if ui.put(close, button).clicked() {
            view.sheet = false;
        }
        let mut page = page.with_min_y(page.top() + f32::from(space::SMALL));
        if matches!(view.tab, Tab::Moves | Tab::Analysis) {
            // What lies below the sheet is out of reach.
            let top = page.bottom() - layout.navigation.height();
            let navigation = page.with_min_y(top);
            page.max.y = top - f32::from(space::TINY);
            moves::navigation(&mut within(ui, navigation), context, actions);
        }
        side::page(&mut within(ui, page), view.tab, context, &mut view.panel, actions);
    });
}

/// Rules or analysis at the left of the board.
fn pinned(
    ui: &mut Ui,
    column: Rect,
    context: side::PanelContext<'_>,
    view: &mut GameView,
    actions: &mut Vec<GameAction>,
) {
    use crate::texts::game as t;
    ui.painter().rect_filled(column, 0.0, context.palette.panel);
    let inside = column.shrink(f32::from(space::MEDIUM));
    let (head, page) = inside.split_top_bottom_at_y(inside.top() + size::BUTTON);
    let pages = [(Pinned::Rules, t::tab_rules()), (Pinned::Analysis, t::tab_analysis())];
    let mut head = pinned_part(ui, head, "head");
    if let Some(chosen) = tabs(&mut head, Some(view.pinned), &pages) {
        view.pinned = chosen;
    }
    let tab = match view.pinned {
        Pinned::Rules => Tab::Rules,
        Pinned::Analysis => Tab::Analysis,
    };
    let mut page = pinned_part(ui, page.with_min_y(page.top() + f32::from(space::SMALL)), "page");
    side::page(&mut page, tab, context, &mut view.column, actions);
}

fn pinned_part(ui: &mut Ui, place: Rect, name: &str) -> Ui {
    let mut part = ui.new_child(egui::UiBuilder::new().max_rect(place).id_salt(("pinned", name)));
    part.shrink_clip_rect(place.expand(2.0));
    part
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
    let stroke = egui::Stroke::new(stroke::LINE, palette.warning);
    egui::Frame::new()
        .stroke(stroke)
        .corner_radius(radius::CONTROL)
        .inner_margin(space::TINY)
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.colored_label(palette.warning, t::warnings(warnings));
                if ui.add(ActionButton::small(t::show())).clicked() {
                    actions.push(GameAction::ShowWarnings);
                }
                if ui.add(ActionButton::small(t::close())).clicked() {
                    view.warned = true;
                }
            });
        });
}

/// A part that its contents cannot widen: the board beside it would jump.
fn within(ui: &mut Ui, room: Rect) -> Ui {
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(room));
    inside.shrink_clip_rect(room.expand(2.0));
    inside
}

/// The arrows move within a widget, not the focus.
pub(crate) fn keep_arrows(ui: &Ui, id: egui::Id) {
    let (horizontal_arrows, vertical_arrows) = (true, true);
    let filter = egui::EventFilter { horizontal_arrows, vertical_arrows, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
}

/// Hides the board while the clocks are paused, or until it is handed over.
fn cover(
    ui: &mut Ui,
    rect: Rect,
    palette: Palette,
    texts: &CoverTexts,
    actions: &mut Vec<GameAction>,
) {
    ui.painter().rect_filled(rect, radius::CONTROL, palette.panel);
    let inside = rect.shrink2(egui::vec2(12.0, (rect.height() / 2.0 - 60.0).max(4.0)));
    let layout = egui::Layout::top_down(egui::Align::Center);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(layout));
    ui.label(display(&texts.title));
    ui.add(egui::Label::new(egui::RichText::new(&texts.help).color(palette.weak)).wrap());
    ui.add_space(f32::from(space::SMALL));
    if ui.add(ActionButton::primary(&texts.button)).clicked() {
        actions.push(GameAction::Command(Command::Pause));
    }
}
