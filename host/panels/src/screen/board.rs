//! The board within the screen of a game.

use boardloom_contract::Touch;
use boardloom_play::scene::{Hint, LayerKind, Picture, Show};
use boardloom_play::{Input, Pos};
use egui::{CursorIcon, Event, MouseWheelUnit, PointerButton, Pos2, Rect, Sense, Ui};

use super::{View, Wanted};
use crate::playing::Playing;
use crate::preferences::Preferences;
use crate::shapes;

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
}

/// Paints the board and reads what the pointer does on it.
pub(super) fn board(
    ui: &mut Ui,
    rect: Rect,
    playing: &Playing,
    view: &mut View,
    preferences: &Preferences,
    wanted: &mut Vec<Wanted>,
) {
    let response = ui.interact(rect, board_id(), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Board"));
    point(ui, rect, &response, &mut view.hand, wanted);
    if response.has_focus() {
        // The arrows move the board's cursor, not the focus.
        let filter = egui::EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..Default::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(board_id(), filter));
    }
    let icon = match (playing.interface.drag(), playing.interface.touch()) {
        (Some(_), _) => CursorIcon::Grabbing,
        (None, Some(Touch::Pick)) => CursorIcon::Grab,
        (None, Some(_)) => CursorIcon::PointingHand,
        (None, None) => CursorIcon::Default,
    };
    if response.contains_pointer() {
        ui.set_cursor_icon(icon);
    }
    paint(ui, rect, playing, view, preferences);
}

fn paint(ui: &Ui, rect: Rect, playing: &Playing, view: &mut View, preferences: &Preferences) {
    let hints: Vec<Hint> = playing
        .advice
        .iter()
        .map(|advice| Hint { path: advice.path.clone(), text: advice.value.clone(), rank: 0 })
        .collect();
    let effects = playing.preview.as_ref().map(|p| p.effects.as_slice()).unwrap_or_default();
    let picture = Picture {
        board: &playing.board,
        camera: &playing.camera,
        style: &playing.style,
        size: [rect.width(), rect.height()],
        pieces: &playing.pieces,
        marks: &playing.marks,
        last: playing.game.node().effects.as_slice(),
        interface: Some(&playing.interface),
        preview: effects,
        hints: &hints,
        lit: playing.lit,
        motion: playing.motion(),
        show: Show {
            coordinates: preferences.coordinates,
            legal: preferences.dots,
            preview: preferences.preview,
            marks: preferences.marks,
            arrows: true,
        },
    };
    let ground = &mut view.ground;
    ground.update(&picture, ui.pixels_per_point());
    ground.clip = Some(rect);
    if ground.is_unfinished() {
        ui.request_repaint();
    }
    let painter = ui.painter().with_clip_rect(rect);
    if !ground.drawn_below {
        painter.extend(ground.placed().map(egui::Shape::mesh));
    }
    shapes::paint(&painter, &ground.texts(&picture));
    shapes::paint(&painter, &picture.labels().shapes);
    shapes::paint(&painter, &picture.layer(LayerKind::Over).shapes);
    // The piece in the hand may be carried over the strips.
    shapes::paint(ui.painter(), &picture.layer(LayerKind::Hand).shapes);
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
    hand: &mut Hand,
    wanted: &mut Vec<Wanted>,
) {
    let mine = |at: Pos2| {
        rect.contains(at) && ui.ctx().layer_id_at(at).is_none_or(|layer| layer == ui.layer_id())
    };
    // `over` is filled in where the board is known: see `App`.
    let events = ui.input(|input| input.events.clone());
    for event in events {
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
                (PointerButton::Primary, true) if mine(at) => {
                    response.request_focus();
                    hand.pressed = true;
                    wanted.push(Wanted::Input(Input::PointerDown { at: pos(at), over: None }));
                }
                (PointerButton::Primary, false) if std::mem::take(&mut hand.pressed) => {
                    wanted.push(Wanted::Input(Input::PointerUp { at: pos(at), over: None }));
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
