//! The board of the game screen: painting and pointer input.

use boardloom_board_view::controller::DRAG_START;
use boardloom_board_view::scene::{DisplayOptions, Hint, LayerKind, Picture, Shape};
use boardloom_board_view::scene3d::Camera3d;
use boardloom_board_view::{Input, Pos};
use boardloom_contract::{Target, TargetKind};
use egui::{CursorIcon, Event, MouseWheelUnit, PointerButton, Pos2, Rect, Sense, Ui};

use super::{GameAction, GameView, Scene3d, overlay};
use crate::keys::Command;
use crate::preferences::Preferences;
use crate::session::GameSession;
use crate::shapes;
use crate::theme::Palette;
use crate::thumbnail::pos;

pub fn board_id() -> egui::Id {
    egui::Id::unique("board")
}

#[derive(Debug, Default)]
pub(super) struct PointerState {
    inside: bool,
    pressed: bool,
    panning: Option<Pos2>,
    /// The last point of a drag that turns the board, its button, and whether it moved.
    turning: Option<(Pos2, PointerButton, bool)>,
    /// The last point of a press on a globe, and whether it became a drag that spins it.
    spinning: Option<(Pos2, bool)>,
    /// The press that began an arrow or a ring.
    drawing: Option<Pos2>,
    /// The last press: its time and place, and whether a second one there zooms.
    last: Option<(f64, Pos2, bool)>,
    /// After a pinch, lifting the last finger is no click.
    fingers: bool,
    /// Overlays that take the pointer.
    covered: Vec<Rect>,
}

/// The longest time between presses of a double click, in seconds.
const DOUBLE: f64 = 0.35;
/// Degrees of turn and tilt for a point of a drag.
const TURNS: (f64, f64) = (0.35, 0.25);
/// The largest distance between presses of a double click, in points.
const SAME: f32 = 6.0;

pub(super) fn board(
    ui: &mut Ui,
    rect: Rect,
    session: &GameSession,
    view: &mut GameView,
    preferences: &Preferences,
    actions: &mut Vec<GameAction>,
) {
    let response = ui.interact(rect, board_id(), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Board"));
    point(ui, rect, &response, session, &mut view.pointer, actions);
    if response.has_focus() {
        super::keep_arrows(ui, board_id());
    }
    if pinch(ui, rect, &mut view.pointer, actions) {
        view.pointer.pressed = false;
    }
    let icon = match (session.controller.drag(), session.controller.target_kind()) {
        (Some(_), _) => CursorIcon::Grabbing,
        (None, Some(TargetKind::Pick)) => CursorIcon::Grab,
        (None, Some(_)) => CursorIcon::PointingHand,
        (None, None) => CursorIcon::Default,
    };
    if response.contains_pointer() {
        ui.set_cursor_icon(icon);
    }
    paint(ui, rect, session, view, preferences);
    let palette = Palette::of(preferences.theme);
    let covered = &mut view.pointer.covered;
    covered.clear();
    covered.extend(overlay::breadcrumbs(ui, rect, session, palette, actions));
    covered.extend(overlay::minimap(ui, rect, session, &mut view.minimap, palette, actions));
}

fn paint(
    ui: &Ui,
    rect: Rect,
    session: &GameSession,
    view: &mut GameView,
    preferences: &Preferences,
) {
    let hints = hints(session);
    let effects = session.preview.as_ref().map(|p| p.effects.as_slice()).unwrap_or_default();
    let picture = Picture {
        board: &session.board,
        camera: &session.camera,
        style: &session.style,
        size: [rect.width(), rect.height()],
        pieces: &session.pieces,
        marks: &session.marks,
        last: session.game.node().effects.as_slice(),
        controller: Some(&session.controller),
        preview: effects,
        hints: &hints,
        arrows: &session.arrows,
        premove: session.premove().map_or(&[][..], |premove| &premove.path),
        numbers: Some(&session.numbers),
        lit: session.near_lines,
        pointed: &session.pointed,
        motion: session.motion(),
        show: DisplayOptions {
            coordinates: preferences.coordinates,
            legal: preferences.dots,
            preview: preferences.preview,
            marks: preferences.marks,
            arrows: preferences.arrows || session.advice.is_some(),
            numbers: preferences.numbers,
        },
    };
    let painter = ui.painter().with_clip_rect(rect);
    if let Some(eye) = session.camera3d() {
        view.board_surface.hide();
        return paint_3d(ui, &painter, session, eye, &picture, &mut view.scene3d);
    }
    view.scene3d.clear();
    let board_surface = &mut view.board_surface;
    board_surface.update(&picture, ui.pixels_per_point());
    board_surface.clip = Some(rect);
    if board_surface.is_unfinished() {
        ui.request_repaint();
    }
    if !board_surface.drawn_below {
        painter.extend(board_surface.placed().map(egui::Shape::mesh));
    }
    shapes::paint(&painter, &board_surface.texts(&picture));
    shapes::paint(&painter, &picture.labels().shapes);
    shapes::paint(&painter, &picture.layer(LayerKind::Over).shapes);
    overlay::magnifier(ui, rect, session, Palette::of(preferences.theme), &picture);
    // A dragged piece may leave the board's area.
    shapes::paint(ui.painter(), &picture.layer(LayerKind::Hand).shapes);
}

/// Analysed moves with an arrow.
const ARROWS: usize = 3;

fn hints(session: &GameSession) -> Vec<Hint> {
    let best = session.analysis().map_or(&[][..], |now| &now.lines);
    let shown = match &session.advice {
        Some(advice) => std::slice::from_ref(advice),
        None => &best[..best.len().min(ARROWS)],
    };
    let hint = |(rank, found): (u8, &crate::session::SearchResult)| Hint {
        path: found.path.clone(),
        text: found.value.clone(),
        rank,
    };
    // The best move is drawn last.
    let mut hints: Vec<Hint> = (0..).zip(shown).map(hint).collect();
    hints.reverse();
    hints
}

fn paint_3d(
    ui: &Ui,
    painter: &egui::Painter,
    session: &GameSession,
    eye: Camera3d,
    picture: &Picture<'_>,
    scene: &mut Scene3d,
) {
    scene.update(picture, eye, session.height_map(), ui.pixels_per_point());
    // The table goes on around the board.
    scene.clip = Some(painter.clip_rect().expand(super::layout::MARGIN));
    if !scene.drawn_below {
        painter.add(egui::Shape::mesh(scene.painted()));
    }
    let texts = scene.texts().filter_map(|text| {
        let [at, size] = [eye.project(text.at)?, Pos::new(0.0, eye.scale_at(text.at) * text.size)];
        Some(Shape::Text {
            at: [at.x as f32, at.y as f32],
            text: text.text.clone(),
            size: size.y as f32,
            color: text.color,
        })
    });
    shapes::paint(painter, &texts.collect::<Vec<_>>());
}

impl PointerState {
    /// Returns whether the event belongs to a drag that turns the board.
    fn turns(&mut self, event: &Event, actions: &mut Vec<GameAction>) -> bool {
        let Some((last, by, moved)) = self.turning else { return false };
        match event {
            Event::PointerMoved(at) => {
                let delta = *at - last;
                if !moved && delta.length() < DRAG_START as f32 {
                    return true;
                }
                self.turning = Some((*at, by, true));
                let (turn, tilt) = (f64::from(-delta.x) * TURNS.0, f64::from(-delta.y) * TURNS.1);
                actions.push(GameAction::Rotate(turn, tilt));
                true
            }
            Event::PointerButton { button, pressed: false, .. } if *button == by => {
                self.turning = None;
                // A click without a drag cancels, as on the flat board.
                if !moved && by == PointerButton::Secondary {
                    actions.push(GameAction::Input(Input::Cancel));
                }
                true
            }
            Event::PointerGone => {
                self.turning = None;
                false
            }
            _ => false,
        }
    }

    /// Returns whether the event belongs to an arrow or a ring that is being drawn.
    fn draws(&mut self, event: &Event, actions: &mut Vec<GameAction>) -> bool {
        let Some(from) = self.drawing else { return false };
        let (to, done) = match event {
            Event::PointerMoved(at) => (Some(*at), false),
            Event::PointerButton {
                pos, button: PointerButton::Secondary, pressed: false, ..
            } => (Some(*pos), true),
            Event::PointerGone => (None, true),
            _ => return false,
        };
        if done {
            self.drawing = None;
        }
        actions.push(GameAction::Draw { from: pos(from), to: to.map(pos), done });
        to.is_some()
    }

    /// Returns whether the event belongs to a drag that spins a globe. Until it is one, the
    /// press may still become a click.
    fn spins(&mut self, event: &Event, actions: &mut Vec<GameAction>) -> bool {
        let Some((last, moved)) = self.spinning else { return false };
        match event {
            Event::PointerMoved(at) => {
                let delta = *at - last;
                if !moved && delta.length() < DRAG_START as f32 {
                    return false;
                }
                if !moved {
                    self.pressed = false;
                    actions.push(GameAction::Input(Input::PointerGone));
                }
                self.spinning = Some((*at, true));
                actions.push(GameAction::Pan(f64::from(delta.x), f64::from(delta.y)));
                true
            }
            Event::PointerButton { button: PointerButton::Primary, pressed: false, .. } => {
                self.spinning = None;
                moved
            }
            Event::PointerGone => {
                self.spinning = None;
                false
            }
            _ => false,
        }
    }

    /// Detects double clicks where they zoom; elsewhere the first click plays.
    fn presses_twice(&mut self, now: f64, at: Pos2, zooms: bool) -> bool {
        let twice = self.last.is_some_and(|(then, before, zooms)| {
            zooms && now - then <= DOUBLE && before.distance(at) <= SAME
        });
        self.last = (!twice).then_some((now, at, zooms));
        twice
    }

    /// Pans, or passes the move on if the point is on the board (`mine`) or a button is held.
    fn move_to(&mut self, at: Pos2, mine: bool, actions: &mut Vec<GameAction>) {
        if let Some(last) = &mut self.panning {
            let delta = at - std::mem::replace(last, at);
            actions.push(GameAction::Pan(f64::from(delta.x), f64::from(delta.y)));
        } else if self.pressed || mine {
            self.inside = true;
            actions.push(GameAction::Input(Input::PointerMoved { at: pos(at), over: None }));
        } else {
            self.leave(actions);
        }
    }

    fn leave(&mut self, actions: &mut Vec<GameAction>) {
        if std::mem::take(&mut self.inside) {
            actions.push(GameAction::Input(Input::PointerGone));
        }
    }

    fn press_primary(&mut self, at: Pos2, now: f64, session: &GameSession) -> GameAction {
        let site = session.site_at(pos(at));
        let beside_board = session.is_3d() && site.is_none();
        let zooms = beside_board || session.is_between_vertices(pos(at));
        if self.presses_twice(now, at, zooms) {
            return match beside_board {
                true => GameAction::Command(Command::ZoomFit),
                false => GameAction::ZoomToCell(pos(at)),
            };
        }
        // A piece that can be picked up is dragged instead.
        let picks = |it: &Target| it.kind == TargetKind::Pick && Some(it.site) == site;
        if beside_board {
            // Drops the piece; the drag then turns the board.
            self.turning = Some((at, PointerButton::Primary, false));
        } else {
            if session.board.is_solid() && !session.controller.first().targets.iter().any(picks) {
                self.spinning = Some((at, false));
            }
            self.pressed = true;
        }
        GameAction::Input(Input::PointerDown { at: pos(at), over: None })
    }

    fn press_secondary(
        &mut self,
        at: Pos2,
        shift: bool,
        session: &GameSession,
    ) -> Option<GameAction> {
        if session.is_3d() && !shift {
            self.turning = Some((at, PointerButton::Secondary, false));
        } else if session.is_selecting() {
            return Some(GameAction::Input(Input::Cancel));
        } else {
            self.drawing = Some(at);
        }
        None
    }
}

/// Zooms and pans with two fingers. Returns true while they touch.
fn pinch(ui: &Ui, rect: Rect, pointer: &mut PointerState, actions: &mut Vec<GameAction>) -> bool {
    let (touch, any) = ui.input(|input| (input.multi_touch(), input.any_touches()));
    pointer.fingers = any && (pointer.fingers || touch.is_some());
    if let Some(touch) = touch.filter(|touch| rect.contains(touch.center_pos)) {
        let (zoom, moved) = (f64::from(touch.zoom_delta), touch.translation_delta);
        if zoom != 1.0 {
            actions.push(GameAction::Zoom(pos(touch.center_pos), zoom));
        }
        if moved != egui::Vec2::ZERO {
            actions.push(GameAction::Pan(f64::from(moved.x), f64::from(moved.y)));
        }
    }
    if pointer.fingers && std::mem::take(&mut pointer.pressed) {
        // The first finger did not click.
        actions.push(GameAction::Input(Input::PointerGone));
    }
    pointer.fingers
}

/// Handles events in order; a frame may have several.
fn point(
    ui: &Ui,
    rect: Rect,
    response: &egui::Response,
    session: &GameSession,
    pointer: &mut PointerState,
    actions: &mut Vec<GameAction>,
) {
    let covered = std::mem::take(&mut pointer.covered);
    let mine = |at: Pos2| {
        let on_top = ui.ctx().layer_id_at(at).is_none_or(|layer| layer == ui.layer_id());
        rect.contains(at) && on_top && !covered.iter().any(|over| over.contains(at))
    };
    let now = ui.input(|input| input.time);
    // [`App`] fills `over` in.
    let events = ui.input(|input| input.events.clone());
    for event in events {
        let taken = pointer.turns(&event, actions)
            || pointer.draws(&event, actions)
            || pointer.spins(&event, actions);
        if taken {
            continue;
        }
        match event {
            Event::PointerMoved(at) => pointer.move_to(at, mine(at), actions),
            Event::PointerButton {
                pos: at, button: PointerButton::Primary, pressed: true, ..
            } if mine(at) && !pointer.fingers => {
                response.request_focus();
                actions.push(pointer.press_primary(at, now, session));
            }
            Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed: false,
                ..
            } if std::mem::take(&mut pointer.pressed) => {
                actions.push(GameAction::Input(Input::PointerUp { at: pos(at), over: None }));
            }
            Event::PointerButton {
                pos: at,
                button: PointerButton::Secondary,
                pressed: true,
                modifiers,
            } if mine(at) => actions.extend(pointer.press_secondary(at, modifiers.shift, session)),
            Event::PointerButton { pos: at, button: PointerButton::Middle, pressed, .. }
                if !pressed || mine(at) =>
            {
                pointer.panning = pressed.then_some(at);
            }
            Event::PointerGone => {
                (pointer.pressed, pointer.panning) = (false, None);
                pointer.leave(actions);
            }
            Event::MouseWheel { unit, delta, modifiers, .. } if response.contains_pointer() => {
                let lines = match unit {
                    MouseWheelUnit::Point => delta.y / 40.0,
                    MouseWheelUnit::Line | MouseWheelUnit::Page => delta.y,
                };
                let at = ui.input(|input| input.pointer.latest_pos());
                if let (Some(at), false) = (at, modifiers.command) {
                    actions.push(GameAction::Zoom(pos(at), 1.15_f64.powf(f64::from(lines))));
                }
            }
            _ => {}
        }
    }
}
