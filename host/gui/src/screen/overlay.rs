//! Overlays of the board: breadcrumbs, map, magnifier.

use std::sync::Arc;

use boardloom_board_view::scene::{LayerKind, Picture, Shape};
use boardloom_board_view::{Camera, Pos};
use egui::{Align, Layout, Mesh, Pos2, Rect, RichText, Sense, Stroke, Ui, vec2};

use super::GameAction;
use super::scene3d::hash_of;
use crate::keys::Command;
use crate::session::GameSession;
use crate::shapes;
use crate::texts::game as t;
use crate::theme::{Palette, font, radius, space, stroke};
use crate::thumbnail::{pos, viewport};

/// Smaller boards have no map.
const ROOM: f32 = 230.0;
/// Smaller cells, in pixels, are left out of the map.
const FINEST: f32 = 1.2;
/// The least side of the frame on the map.
const LEAST: f32 = 5.0;
/// The width of a breadcrumb.
const STEP: f32 = 92.0;

#[derive(Debug, Default)]
pub(super) struct Minimap {
    key: u64,
    mesh: Arc<Mesh>,
}

impl Minimap {
    pub fn of(&mut self, picture: &Picture<'_>, least: f32, pixels: f32) -> Arc<Mesh> {
        let revisions = (picture.board_surface_revision(), picture.pieces.revision());
        let key = hash_of((revisions, pixels.to_bits()));
        if key != self.key {
            self.key = key;
            self.mesh = Arc::new(crate::mesh::triangles(&picture.thumbnail(least), pixels));
        }
        Arc::clone(&self.mesh)
    }
}

/// Returns the covered area.
pub(super) fn breadcrumbs(
    ui: &mut Ui,
    rect: Rect,
    session: &GameSession,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) -> Option<Rect> {
    if !session.is_near() {
        return None;
    }
    let area = Rect::from_min_size(rect.min + vec2(4.0, 4.0), vec2(rect.width() - 8.0, 26.0));
    let row = Layout::left_to_right(Align::Center);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(area).layout(row));
    let frame = egui::Frame::new()
        .fill(palette.panel.gamma_multiply(boardloom_theme::tint::OVERLAY))
        .corner_radius(radius::CHIP);
    let frame = frame.inner_margin(egui::Margin::symmetric(space::TINY, 1));
    let shown = frame.show(&mut ui, |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        if step(ui, t::board(), palette) {
            actions.push(GameAction::Command(Command::ZoomFit));
        }
        let breadcrumbs = session.breadcrumbs();
        let room = ((area.width() / STEP) as usize).saturating_sub(1).max(1);
        let hidden = breadcrumbs.len().saturating_sub(room);
        if hidden > 0 {
            let before = &breadcrumbs[hidden - 1];
            between(ui, palette);
            if step(ui, "…", palette) {
                actions.push(GameAction::ShowCell(before.site));
            }
        }
        for crumb in &breadcrumbs[hidden..] {
            between(ui, palette);
            if step(ui, crumb.part.label(), palette) {
                actions.push(GameAction::ShowCell(crumb.site));
            }
        }
    });
    Some(shown.response.rect)
}

fn step(ui: &mut Ui, text: &str, palette: Palette) -> bool {
    let text = RichText::new(text).size(font::MONOSPACE).color(palette.text);
    ui.add(egui::Button::new(text).frame(false).min_size(vec2(18.0, 20.0))).clicked()
}

fn between(ui: &mut Ui, palette: Palette) {
    ui.add(egui::Label::new(RichText::new("›").color(palette.weak)).selectable(false));
}

/// Returns the covered area.
pub(super) fn minimap(
    ui: &mut Ui,
    rect: Rect,
    session: &GameSession,
    minimap: &mut Minimap,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) -> Option<Rect> {
    let bounds = session.board.bounds().filter(|_| session.is_near())?;
    let room = rect.width().min(rect.height());
    if room < ROOM {
        return None;
    }
    let most = (room * 0.26).clamp(76.0, 180.0);
    let place =
        Rect::from_min_max(rect.max - vec2(most, most), rect.max).translate(vec2(-5.0, -5.0));
    let mut camera = Camera { viewport: viewport(place.shrink(4.0)), ..session.camera };
    camera.fit(bounds);
    let response = ui.interact(place, ui.scope_id().with("map"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, t::map()));
    let painter = ui.painter().with_clip_rect(place);
    painter.rect_filled(place, radius::CHIP, crate::theme::color(session.style.background));
    let size = [rect.width(), rect.height()];
    let picture = Picture::new(&session.board, &camera, &session.style, &session.pieces, size);
    painter.add(egui::Shape::mesh(minimap.of(&picture, FINEST, ui.pixels_per_point())));
    let frame = session.seen().map(|at| place_of(camera.to_screen(at)));
    painter.add(egui::Shape::closed_line(
        enlarge_frame(frame),
        Stroke::new(stroke::FOCUS, palette.accent),
    ));
    painter.rect_stroke(
        place,
        radius::CHIP,
        Stroke::new(stroke::LINE, palette.line),
        egui::StrokeKind::Inside,
    );
    let held = response.dragged() || response.clicked() || response.is_pointer_button_down_on();
    if let Some(at) = response.interact_pointer_pos().filter(|_| held) {
        let at = camera.to_board(pos(at));
        actions.push(GameAction::CenterOn(at));
    }
    Some(place)
}

/// Enlarges a frame that would be too small to find.
fn enlarge_frame(corners: [Pos2; 4]) -> Vec<Pos2> {
    let around = Rect::from_points(&corners);
    if around.width().min(around.height()) >= LEAST {
        return corners.to_vec();
    }
    let least = Rect::from_center_size(around.center(), around.size().max(vec2(LEAST, LEAST)));
    vec![least.left_top(), least.right_top(), least.right_bottom(), least.left_bottom()]
}

fn place_of(at: Pos) -> Pos2 {
    Pos2::new(at.x as f32, at.y as f32)
}

pub(super) fn magnifier(
    ui: &Ui,
    rect: Rect,
    session: &GameSession,
    palette: Palette,
    picture: &Picture<'_>,
) {
    let Some(eye) = session.lens_camera() else { return };
    let picture = Picture { camera: &eye, motion: None, ..*picture };
    let layers = [LayerKind::BoardSurface, LayerKind::Under, LayerKind::Pieces, LayerKind::Over];
    let drawn: Vec<Shape> =
        layers.into_iter().flat_map(|kind| picture.layer(kind).shapes).collect();
    let mesh = crate::mesh::triangles(&drawn, ui.pixels_per_point());
    let (center, radius) = (place_of(eye.viewport.middle()), session.lens_radius() as f32);
    let painter = ui.painter().with_clip_rect(rect);
    painter.circle_filled(center, radius, crate::theme::color(session.style.background));
    painter.add(egui::Shape::mesh(crate::magnifier::clip_to_circle(&mesh, center, radius)));
    let labels = picture.labels().shapes;
    let texts = drawn.iter().chain(&labels).filter(|shape| match shape {
        Shape::Text { at: [x, y], size, .. } => Pos2::new(*x, *y).distance(center) + size < radius,
        _ => false,
    });
    shapes::paint(&painter, texts);
    let rim = crate::theme::color(session.style.colors.marks.select);
    painter.circle_stroke(center, radius, Stroke::new(stroke::LENS_SHADE, palette.shade));
    painter.circle_stroke(center, radius, Stroke::new(stroke::LENS, rim));
}
