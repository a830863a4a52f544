//! The board within the screen of a game.

use boardloom_board_view::Input;
use boardloom_board_view::Pos;
use boardloom_board_view::controller::DRAG_START;
use boardloom_board_view::scene::{Hint, LayerKind, Picture, Shape, Show};
use boardloom_board_view::scene3d::Camera3d;
use boardloom_contract::TargetKind;
use egui::{CursorIcon, Event, MouseWheelUnit, PointerButton, Pos2, Rect, Sense, Ui};

use super::{Stage, View, Wanted, overlay};
use crate::keys::Command;
use crate::preferences::Preferences;
use crate::session::GameSession;
use crate::shapes;
use crate::theme::Palette;

/// The board has the keyboard while this has the focus.
pub fn board_id() -> egui::Id {
    egui::Id::unique("board")
}

/// What the pointer is doing on the board.
#[derive(Debug, Default)]
pub(super) struct Hand {
    inside: bool,
    pressed: bool,
    panning: Option<Pos2>,
    /// Where the pointer turns the board from, by which button, and whether it has.
    turning: Option<(Pos2, PointerButton, bool)>,
    /// Where the main button went down last: when, and whether on a cell's ground.
    last: Option<(f64, Pos2, bool)>,
    /// Whether several fingers were on the board; the last one to go is no click.
    fingers: bool,
    /// What lies over the board and takes the pointer.
    covered: Vec<Rect>,
}

/// Two presses within so many seconds are a double click.
const DOUBLE: f64 = 0.35;
/// A point that the pointer goes turns the board so far, and tilts it, in degrees.
const TURNS: (f64, f64) = (0.35, 0.25);
/// And within so many points.
const SAME: f32 = 6.0;

/// Paints the board and reads what the pointer does on it.
pub(super) fn board(
    ui: &mut Ui,
    rect: Rect,
    session: &GameSession,
    view: &mut View,
    preferences: &Preferences,
    wanted: &mut Vec<Wanted>,
) {
    let response = ui.interact(rect, board_id(), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Board"));
    point(ui, rect, &response, session, &mut view.hand, wanted);
    if response.has_focus() {
        // The arrows move the board's cursor, not the focus.
        let filter = egui::EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..Default::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(board_id(), filter));
    }
    if pinch(ui, rect, &mut view.hand, wanted) {
        view.hand.pressed = false;
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
    let covered = &mut view.hand.covered;
    covered.clear();
    covered.extend(overlay::trail(ui, rect, session, palette, wanted));
    covered.extend(overlay::map(ui, rect, session, &mut view.map, palette, wanted));
}

fn paint(ui: &Ui, rect: Rect, session: &GameSession, view: &mut View, preferences: &Preferences) {
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
        lit: session.lit,
        pointed: &session.pointed,
        motion: session.motion(),
        show: Show {
            coordinates: preferences.coordinates,
            legal: preferences.dots,
            preview: preferences.preview,
            marks: preferences.marks,
            arrows: preferences.arrows || session.advice.is_some(),
        },
    };
    let painter = ui.painter().with_clip_rect(rect);
    if let Some(eye) = session.look() {
        view.ground.rest();
        return stand(ui, &painter, session, eye, &picture, &mut view.stage);
    }
    view.stage.clear();
    let ground = &mut view.ground;
    ground.update(&picture, ui.pixels_per_point());
    ground.clip = Some(rect);
    if ground.is_unfinished() {
        ui.request_repaint();
    }
    if !ground.drawn_below {
        painter.extend(ground.placed().map(egui::Shape::mesh));
    }
    shapes::paint(&painter, &ground.texts(&picture));
    shapes::paint(&painter, &picture.labels().shapes);
    shapes::paint(&painter, &picture.layer(LayerKind::Over).shapes);
    overlay::loupe(ui, rect, session, &picture);
    // The piece in the hand may be carried over the strips.
    shapes::paint(ui.painter(), &picture.layer(LayerKind::Hand).shapes);
}

/// As many moves of an analysis have arrows.
const ARROWS: usize = 3;

/// Returns the arrows: of the hint that was asked for, else of the best moves of an
/// analysis.
fn hints(session: &GameSession) -> Vec<Hint> {
    let best = session.analysis().map_or(&[][..], |now| &now.lines);
    let shown = match &session.advice {
        Some(advice) => std::slice::from_ref(advice),
        None => &best[..best.len().min(ARROWS)],
    };
    let hint = |(rank, found): (u8, &crate::session::Found)| Hint {
        path: found.path.clone(),
        text: found.value.clone(),
        rank,
    };
    // The best lies on top.
    let mut hints: Vec<Hint> = (0..).zip(shown).map(hint).collect();
    hints.reverse();
    hints
}

/// Draws the board in three dimensions.
fn stand(
    ui: &Ui,
    painter: &egui::Painter,
    session: &GameSession,
    eye: Camera3d,
    picture: &Picture<'_>,
    stage: &mut Stage,
) {
    stage.update(picture, eye, session.relief(), ui.pixels_per_point());
    stage.clip = Some(painter.clip_rect());
    if !stage.drawn_below {
        painter.add(egui::Shape::mesh(stage.painted()));
    }
    let texts = stage.texts().filter_map(|text| {
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

impl Hand {
    /// Reads what a button that is held turns. True where the event was that.
    fn turns(&mut self, event: &Event, wanted: &mut Vec<Wanted>) -> bool {
        let Some((last, by, moved)) = self.turning else { return false };
        match event {
            Event::PointerMoved(at) => {
                let way = *at - last;
                if !moved && way.length() < DRAG_START as f32 {
                    return true;
                }
                self.turning = Some((*at, by, true));
                let (turn, tilt) = (f64::from(-way.x) * TURNS.0, f64::from(-way.y) * TURNS.1);
                wanted.push(Wanted::Turn(turn, tilt));
                true
            }
            Event::PointerButton { button, pressed: false, .. } if *button == by => {
                self.turning = None;
                // A click that did not turn anything means what it means elsewhere.
                if !moved && by == PointerButton::Secondary {
                    wanted.push(Wanted::Drop);
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

    /// Notes a press, and tells whether it is the second of a double click. On a
    /// place that something is put on, there is none: its first click plays.
    fn presses_twice(&mut self, now: f64, at: Pos2, ground: bool) -> bool {
        let twice = self.last.is_some_and(|(then, before, ground)| {
            ground && now - then <= DOUBLE && before.distance(at) <= SAME
        });
        self.last = (!twice).then_some((now, at, ground));
        twice
    }
}

/// Reads what several fingers do: they zoom and pan. True while they lie there.
fn pinch(ui: &Ui, rect: Rect, hand: &mut Hand, wanted: &mut Vec<Wanted>) -> bool {
    let (touch, any) = ui.input(|input| (input.multi_touch(), input.any_touches()));
    hand.fingers = any && (hand.fingers || touch.is_some());
    if let Some(touch) = touch.filter(|touch| rect.contains(touch.center_pos)) {
        let (zoom, moved) = (f64::from(touch.zoom_delta), touch.translation_delta);
        if zoom != 1.0 {
            wanted.push(Wanted::Zoom(pos(touch.center_pos), zoom));
        }
        if moved != egui::Vec2::ZERO {
            wanted.push(Wanted::Pan(f64::from(moved.x), f64::from(moved.y)));
        }
    }
    if hand.fingers && std::mem::take(&mut hand.pressed) {
        // What the first finger began is no click.
        wanted.push(Wanted::Input(Input::PointerGone));
    }
    hand.fingers
}

/// Returns a point of egui's in the board's terms.
fn pos(at: Pos2) -> Pos {
    Pos::new(f64::from(at.x), f64::from(at.y))
}

/// Reads the pointer's events in their order; several may lie within a frame.
fn point(
    ui: &Ui,
    rect: Rect,
    response: &egui::Response,
    session: &GameSession,
    hand: &mut Hand,
    wanted: &mut Vec<Wanted>,
) {
    let covered = std::mem::take(&mut hand.covered);
    let mine = |at: Pos2| {
        let on_top = ui.ctx().layer_id_at(at).is_none_or(|layer| layer == ui.layer_id());
        rect.contains(at) && on_top && !covered.iter().any(|over| over.contains(at))
    };
    let now = ui.input(|input| input.time);
    // `over` is filled in where the board is known: see `App`.
    let events = ui.input(|input| input.events.clone());
    for event in events {
        if hand.turns(&event, wanted) {
            continue;
        }
        match event {
            Event::PointerMoved(at) => {
                if let Some(last) = hand.panning {
                    let moved = at - last;
                    hand.panning = Some(at);
                    wanted.push(Wanted::Pan(f64::from(moved.x), f64::from(moved.y)));
                } else if hand.pressed || mine(at) {
                    hand.inside = true;
                    wanted.push(Wanted::Input(Input::PointerMoved { at: pos(at), over: None }));
                } else if std::mem::take(&mut hand.inside) {
                    wanted.push(Wanted::Input(Input::PointerGone));
                }
            }
            Event::PointerButton { pos: at, button, pressed, .. } => match (button, pressed) {
                (PointerButton::Primary, true) if mine(at) && !hand.fingers => {
                    response.request_focus();
                    let beside = session.stands() && session.site_at(pos(at)).is_none();
                    if hand.presses_twice(now, at, beside || session.is_ground(pos(at))) {
                        wanted.push(match beside {
                            true => Wanted::Command(Command::ZoomFit),
                            false => Wanted::ZoomCell(pos(at)),
                        });
                        continue;
                    }
                    if beside {
                        // What is in the hand is put down; what moves then is the board.
                        hand.turning = Some((at, PointerButton::Primary, false));
                        wanted.push(Wanted::Input(Input::PointerDown { at: pos(at), over: None }));
                        continue;
                    }
                    hand.pressed = true;
                    wanted.push(Wanted::Input(Input::PointerDown { at: pos(at), over: None }));
                }
                (PointerButton::Primary, false) if std::mem::take(&mut hand.pressed) => {
                    wanted.push(Wanted::Input(Input::PointerUp { at: pos(at), over: None }));
                }
                (PointerButton::Secondary, true) if mine(at) && session.stands() => {
                    hand.turning = Some((at, PointerButton::Secondary, false));
                }
                (PointerButton::Secondary, true) if mine(at) => wanted.push(Wanted::Drop),
                (PointerButton::Middle, true) if mine(at) => hand.panning = Some(at),
                (PointerButton::Middle, false) => hand.panning = None,
                _ => {}
            },
            Event::PointerGone => {
                (hand.pressed, hand.panning) = (false, None);
                if std::mem::take(&mut hand.inside) {
                    wanted.push(Wanted::Input(Input::PointerGone));
                }
            }
            Event::MouseWheel { unit, delta, modifiers, .. } if response.contains_pointer() => {
                let lines = match unit {
                    MouseWheelUnit::Point => delta.y / 40.0,
                    MouseWheelUnit::Line | MouseWheelUnit::Page => delta.y,
                };
                let at = ui.input(|input| input.pointer.latest_pos());
                if let (Some(at), false) = (at, modifiers.command) {
                    wanted.push(Wanted::Zoom(pos(at), 1.15_f64.powf(f64::from(lines))));
                }
            }
            _ => {}
        }
    }
}
