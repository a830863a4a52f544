//! Pieces on the board: at rest, moving, dragged, previewed.

use boardloom_contract::{Piece, Site};
use boardloom_theme::piece::GHOST_BODY;
use boardloom_theme::scene3d::{CAST, CAST_LENGTH, CONTACT};
use boardloom_theme::{line, piece, tint};

use super::mesh::Model;
use super::model_builder::{ModelBuilder, SHADOWS};
use super::piece_models::{Detail, FILLS, PieceModel, PieceShape, shadow};
use crate::board::{BoardPlace, Pos};
use crate::scene::{Color, Pen, PieceChange, Shape, Theme, in_block};

/// Smaller pieces, in pixels, have no details.
const SMALL: f64 = 4.0;
/// Where contact and cast shadows begin and end to fade, in radii.
const CONTACT_RIM: [f64; 2] = [0.82, 1.22];
const CAST_RIM: [f64; 2] = [0.55, 1.12];
/// The height of a dragged piece, in radii.
const LIFT: f64 = 0.5;
/// The height of a moving piece's hop, in radii.
const HOP: f64 = 0.75;

#[derive(Clone, Copy)]
struct PieceInstance {
    at: Pos,
    surface: f64,
    /// Above `surface`, in units.
    lift: f64,
    /// Of its place.
    radius: f64,
    tall: f64,
    piece: Piece,
    opacity: f32,
}

/// The piece at the pointer or cursor before a move.
struct Ghost {
    instance: PieceInstance,
    site: Option<Site>,
    legal: bool,
    /// Without a ring below it.
    plain: bool,
}

impl ModelBuilder<'_> {
    pub fn pieces(&self, block: usize) -> Model {
        let mut solid = self.solid();
        for spot in in_block(self.picture.board.places(), block) {
            self.add_stack(spot, &mut solid);
        }
        solid
    }

    fn add_stack(&self, spot: &BoardPlace, solid: &mut Model) {
        let flat = self.flat();
        let surface = self.top(spot);
        let mut lift = 0.0;
        let mut fallen = false;
        for (piece, opacity) in flat.standing_on(spot) {
            // A ghost shows its side's colour, not the frame's below it.
            let is_ghost = spot.copy && !spot.far && !self.picture.board.is_solid();
            let opacity = if is_ghost { opacity.max(GHOST_BODY) } else { opacity };
            let radius = self.radius(spot) * FILLS;
            if !std::mem::replace(&mut fallen, true) {
                let height = PieceShape::of(&self.shape(piece)).height;
                self.shadow((spot.at, surface), (radius, height), opacity, solid);
            }
            let instance = PieceInstance { lift, opacity, ..self.on(spot, piece) };
            let form = self.add_piece(&instance, solid);
            lift += form.height * radius * 0.92;
        }
    }

    /// Returns a piece on the surface of a place.
    fn on(&self, spot: &BoardPlace, piece: Piece) -> PieceInstance {
        let (at, surface, radius) = (spot.at, self.top(spot), self.radius(spot));
        PieceInstance { at, surface, lift: 0.0, radius, tall: 1.0, piece, opacity: 1.0 }
    }

    pub(super) fn radius(&self, spot: &BoardPlace) -> f64 {
        self.picture.board.drawn_radius(spot)
    }

    fn shape(&self, piece: Piece) -> String {
        let shapes = &self.picture.style.shapes;
        shapes.get(usize::from(piece.kind)).cloned().unwrap_or_default()
    }

    /// The shadow where a body stands, and the one that it casts away from the light; `tall` is
    /// the body's height, in radii.
    fn shadow(
        &self,
        (at, surface): (Pos, f64),
        (radius, tall): (f64, f64),
        strength: f32,
        solid: &mut Model,
    ) {
        if self.finish(radius) == Detail::Rough || self.picture.style.theme == Theme::HighContrast {
            return;
        }
        let height = surface + SHADOWS * self.picture.board.unit();
        let [x, y] = self.shadow_direction().map(|part| part * radius * tall * CAST_LENGTH);
        let cast = [at.x + x, at.y + y, height];
        shadow(cast, radius, CAST_RIM, CAST * strength, &mut solid.shade);
        let here = [at.x, at.y, height];
        shadow(here, radius, CONTACT_RIM, CONTACT * strength, &mut solid.shade);
    }

    fn finish(&self, radius: f64) -> Detail {
        let pixels = radius * self.eye.scale;
        let most = match self.picture.pieces.len() {
            0..=500 => 48.0,
            501..=2500 => 20.0,
            _ => 10.0,
        };
        match pixels < SMALL {
            true => Detail::Rough,
            false => Detail::Fine((pixels * 1.4).clamp(10.0, most) as u32),
        }
    }

    fn add_piece(&self, instance: &PieceInstance, solid: &mut Model) -> &'static PieceShape {
        let flat = self.flat();
        let glyph = flat.glyph([0.0; 2], 1.0, instance.piece, instance.opacity);
        let size = if glyph.shape == "king" { f64::from(piece::KING) } else { 1.0 };
        let radius = instance.radius * FILLS * size;
        let model = PieceModel {
            glyph: &glyph,
            at: [instance.at.x, instance.at.y, instance.surface + instance.lift],
            radius,
            tall: instance.tall,
            upright: self.eye.upright(),
            finish: self.finish(radius),
        };
        model.add(solid);
        PieceShape::of(&glyph.shape)
    }

    /// Moving pieces: opaque and translucent.
    pub fn moving(&self) -> (Model, Model) {
        let (mut solid, mut translucent) = (self.solid(), self.solid());
        let flat = self.flat();
        for flown in flat.moving_pieces() {
            let (from, to) = (self.top(flown.from), self.top(flown.to));
            let part = f64::from(flown.part);
            let [from_radius, to_radius] = [flown.from, flown.to].map(|spot| self.radius(spot));
            let radius = from_radius + (to_radius - from_radius) * part;
            let moves = !std::ptr::eq(flown.from, flown.to);
            let hop = if moves { 4.0 * part * (1.0 - part) * HOP * radius } else { 0.0 };
            let mut at = flown.from.at.toward(flown.to.at, part);
            let [right, _] = self.eye.upright();
            let shift = f64::from(flown.shift) / self.eye.scale;
            (at.x, at.y) = (at.x + right[0] * shift, at.y + right[1] * shift);
            let surface = from + (to - from) * part;
            let solid = if flown.opacity > 0.97 { &mut solid } else { &mut translucent };
            // Higher pieces have weaker shadows.
            let strength =
                flown.opacity * (1.0 - 0.4 * (hop / radius.max(f64::MIN_POSITIVE)) as f32);
            let tall = PieceShape::of(&self.shape(flown.piece)).height + hop / radius;
            self.shadow((at, surface), (radius * FILLS, tall), strength, solid);
            let instance = PieceInstance {
                at,
                surface,
                lift: hop + self.stack_height(flown.to.site),
                radius: radius * f64::from(flown.size),
                // A piece that turns over lies flatter.
                tall: f64::from(flown.width),
                opacity: flown.opacity,
                ..self.on(flown.to, flown.piece)
            };
            self.add_piece(&instance, solid);
        }
        let ghost = self.ghost();
        self.add_preview(ghost.as_ref().and_then(|ghost| ghost.site), &mut solid, &mut translucent);
        if let Some(ghost) = &ghost {
            self.show_ghost(ghost, &mut translucent);
        }
        (solid, translucent)
    }

    /// The height of the stack below a site's top piece.
    fn stack_height(&self, site: Site) -> f64 {
        let stack = self.picture.pieces.on(site);
        let Some((_, below)) = stack.split_last() else { return 0.0 };
        self.stack(site, below)
    }

    fn stack(&self, site: Site, pieces: &[Piece]) -> f64 {
        let Some(spot) = self.picture.board.place_of(site) else { return 0.0 };
        let shapes = &self.picture.style.shapes;
        let shape =
            |piece: &Piece| shapes.get(usize::from(piece.kind)).map_or("disc", String::as_str);
        let heights = pieces.iter().map(|piece| PieceShape::of(shape(piece)).height);
        heights.sum::<f64>() * self.radius(spot) * FILLS * 0.92
    }

    /// Previews a move: new pieces translucent, converted ones with a small piece of the new side
    /// on top. `but` is a site whose new piece is drawn elsewhere.
    fn add_preview(&self, but: Option<Site>, solid: &mut Model, translucent: &mut Model) {
        if !self.picture.show.preview {
            return;
        }
        let flat = self.flat();
        for change in flat.changes(self.picture.preview) {
            let (site, piece, small) = match change {
                PieceChange::Removed(_) => continue,
                PieceChange::Replaced(site, piece) => (site, piece, true),
                PieceChange::Added(site, _) if but == Some(site) => continue,
                PieceChange::Added(site, piece) => (site, piece, false),
            };
            flat.each_place(Some(site), |spot| {
                let instance = self.on(spot, piece);
                if small {
                    let lift = self.stack(site, self.picture.pieces.on(site));
                    let radius = self.radius(spot) * 0.6;
                    self.add_piece(&PieceInstance { lift, radius, tall: 0.5, ..instance }, solid);
                } else {
                    self.add_piece(
                        &PieceInstance { opacity: piece::GHOST, ..instance },
                        translucent,
                    );
                }
            });
        }
    }

    /// The dragged piece, the selected one, or the one that a click would place.
    fn ghost(&self) -> Option<Ghost> {
        let controller = self.picture.controller?;
        let board = self.picture.board;
        let focus = controller.focus();
        let legal = controller.target_kind().is_some();
        if let Some(drag) = controller.drag() {
            let from = board.place_of(drag.from)?;
            let over = focus.and_then(|site| board.place_of(site)).unwrap_or(from);
            let instance = self.on(over, self.picture.pieces.top(drag.from)?);
            let at = self.eye.at_height(drag.at, instance.surface)?;
            let radius = self.radius(from);
            let instance = PieceInstance { at, lift: LIFT * radius, radius, ..instance };
            return Some(Ghost { instance, site: focus, legal, plain: focus == Some(drag.from) });
        }
        let site = focus?;
        let spot = board.place_of(site)?;
        let placed_piece = controller.choices().placed_piece;
        let Some(taken) = controller.path().first() else {
            // Otherwise nothing can be placed here.
            let instance = self.on(spot, placed_piece.filter(|_| legal)?);
            return Some(Ghost { instance, site: focus, legal, plain: true });
        };
        if controller.path().contains(&site) {
            return None;
        }
        let piece = self.picture.pieces.top(*taken).or(placed_piece)?;
        let mut instance = self.on(spot, piece);
        if !legal && self.picture.pieces.top(site).is_some() {
            // An illegal target keeps its own piece visible.
            instance.lift = self.stack(site, self.picture.pieces.on(site));
        }
        Some(Ghost { instance, site: focus, legal, plain: false })
    }

    fn tint(&self, legal: bool) -> Color {
        let marks = &self.picture.style.colors.marks;
        if legal { marks.select } else { marks.threat }
    }

    fn show_ghost(&self, ghost: &Ghost, translucent: &mut Model) {
        let PieceInstance { at, surface, radius, piece, .. } = ghost.instance;
        let tall = PieceShape::of(&self.shape(piece)).height + ghost.instance.lift / radius;
        self.shadow((at, surface), (radius * FILLS, tall), 0.7, translucent);
        let instance = PieceInstance {
            piece: Piece { count: 0, ..piece },
            opacity: if ghost.plain { piece::GHOST } else { piece::CARRIED },
            ..ghost.instance
        };
        self.add_piece(&instance, translucent);
    }

    /// Rings a ghost; a bar across the ring forbids the place.
    pub(super) fn rings(&self, shapes: &mut Vec<Shape>) {
        let Some(ghost) = self.ghost().filter(|ghost| !ghost.plain) else { return };
        let flat = self.flat();
        let center = flat.screen(ghost.instance.at);
        let color = self.tint(ghost.legal);
        let pen = Pen { color, width: flat.line_width(line::CARRIED) };
        let radius = (ghost.instance.radius * flat.camera.scale) as f32 * 0.92;
        let fill = Some(color.faded(tint::CARRIED_BELOW));
        shapes.push(Shape::Circle { center, radius, fill, pen: Some(pen) });
        if !ghost.legal {
            let [right, _] = self.eye.upright();
            let (dx, dy) = (right[0] as f32 * radius, right[1] as f32 * radius);
            let points = vec![[center[0] - dx, center[1] - dy], [center[0] + dx, center[1] + dy]];
            shapes.push(Shape::Line { points, pen });
        }
    }

    /// Crosses out pieces that the move would remove.
    pub(super) fn crosses(&self, shapes: &mut Vec<Shape>) {
        if !self.picture.show.preview {
            return;
        }
        let flat = self.flat();
        for change in flat.changes(self.picture.preview) {
            if let PieceChange::Removed(site) = change {
                flat.each_place(Some(site), |spot| flat.cross(spot, shapes));
            }
        }
    }
}
