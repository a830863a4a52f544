//! Turns a picture into bodies: cells and lines by blocks, marks.

use super::mesh::{Billboard, Decal, Material, Model, Plane};
use super::prism::Prism;
use boardloom_theme::{BoardTheme, scene3d};

use super::{Camera3d, HeightMap, light, slab};
use crate::board::{BoardPlace, Camera, Pos, Rect, Stroke};
use crate::scene::{Color, Elevation, Part, Picture, Shape, Style, Theme, in_block};

/// The distance of lines above bodies, in units.
const LINES: f64 = 0.012;
const MARKS: f64 = 0.03;
pub(super) const SHADOWS: f64 = 0.022;
/// The bevel of cells: inwards in parts of the distance to the middle, and down in radii. Two
/// neighbours share the width of a bevel.
const BEVEL: (f64, f64) = (scene3d::BEVEL, 2.0 * scene3d::BEVEL);
/// The shadow of a hole's wall: its width in radii, and the steps in which it fades.
const PIT_SHADOW: f64 = 0.36;
const PIT_STEPS: u8 = 24;
/// Width and height of walls, in units.
const WALL: (f64, f64) = (0.18, 0.6);

pub struct ModelBuilder<'a> {
    pub(super) picture: Picture<'a>,
    pub(super) eye: &'a Camera3d,
    pub(super) height_map: &'a HeightMap,
    /// The camera of the flat drawing that is laid on the bodies.
    plan: Camera,
    /// The origin of bodies and of flat drawings.
    origin: Pos,
}

impl<'a> ModelBuilder<'a> {
    /// `scale`, in pixels for a unit of the board, sets the fineness of lines.
    pub fn new(
        picture: &Picture<'a>,
        eye: &'a Camera3d,
        height_map: &'a HeightMap,
        scale: f64,
    ) -> Self {
        let nowhere = Rect { min: Pos::default(), max: Pos::default() };
        let all = picture.board.bounds().unwrap_or(nowhere).grown(2.0 * picture.board.unit());
        let center = all.middle();
        let seen = eye.seen(picture.camera.viewport).unwrap_or(all);
        let shown = |at: Pos| Pos::new((at.x - center.x) * scale, (at.y - center.y) * scale);
        let viewport = Rect { min: shown(seen.min), max: shown(seen.max) };
        // Keeps the visible middle at its offset from the origin.
        let center = seen.middle();
        let mut plan = Camera { center, scale, turn: 0.0, mirrored: false, viewport };
        if picture.board.bounds().is_none() {
            plan.viewport = nowhere;
        }
        ModelBuilder { picture: *picture, eye, height_map, plan, origin: all.middle() }
    }

    pub(super) fn flat(&self) -> Picture<'_> {
        Picture { camera: &self.plan, ..self.picture }
    }

    pub(super) fn solid(&self) -> Model {
        Model::new(self.origin)
    }

    pub(super) fn top(&self, spot: &BoardPlace) -> f64 {
        self.height_map.top(self.picture.board, self.picture.style, spot)
    }

    pub(super) fn level(&self, height: f64) -> Plane {
        let pixel = 1.0 / self.plan.scale;
        Plane {
            origin: [self.origin.x, self.origin.y, height],
            across: [pixel, 0.0, 0.0],
            down: [0.0, pixel, 0.0],
            normal: [0.0, 0.0, 1.0],
            gloss: 0.0,
        }
    }

    /// Where shadows fall: they are rebuilt when it changes.
    pub fn shadow_direction(&self) -> [f64; 2] {
        light::shadow_direction(self.eye)
    }

    pub fn slab(&self) -> Model {
        let mut solid = self.solid();
        let shadow = self.shadow_direction();
        slab::slab(self.picture.board, self.picture.style, (self.height_map, shadow), &mut solid);
        let mut carving = Vec::new();
        self.flat().carving(&self.height_map.rim, &mut carving);
        let height = self.height_map.base + LINES * self.picture.board.unit();
        solid.ink.push(Decal { shapes: carving, plane: self.level(height) });
        solid
    }

    pub fn cells(&self, block: usize) -> Model {
        let mut solid = self.solid();
        let (mut faces, mut ink) = (Layers::default(), Layers::default());
        let flat = self.flat();
        // Bodies have bevels that light falls on.
        let mut style = self.picture.style.clone();
        style.colors.bevel = None;
        let unlit = Picture { style: &style, ..flat };
        let lift = LINES * self.picture.board.unit();
        let contrasting = self.picture.style.theme == Theme::HighContrast;
        for spot in in_block(self.picture.board.places(), block) {
            let top = self.top(spot);
            if spot.outline.is_empty() {
                flat.vertex(spot, ink.at(top + 1.5 * lift));
                continue;
            }
            let elevation = self.picture.style.place(spot).elevation;
            let is_body = !self.height_map.is_plain && elevation != Elevation::Pit;
            let nested = matches!(elevation, Elevation::Terrace(_));
            // Neighbours whose edges are drawn share one line, with the places on its corners.
            let (inwards, down) = if nested || contrasting { (0.0, 0.0) } else { BEVEL };
            let prism = Prism {
                outline: &spot.outline,
                middle: spot.at,
                bottom: self.height_map.base,
                top,
                bevel: (inwards, down * spot.radius),
            };
            let flat = if nested { &flat } else { &unlit };
            let mut shapes = Vec::new();
            if is_body {
                let mut lid = spot.clone();
                lid.outline = prism.lid();
                flat.cell(&lid, None, &mut shapes);
            } else {
                flat.cell(spot, None, &mut shapes);
            }
            let mut drawn = shapes.into_iter();
            if let Some(Shape::Polygon { points, fill, pen }) = drawn.next() {
                if let Some(color) = fill {
                    if is_body {
                        prism.sides(
                            Material { color, gloss: board_gloss(self.picture.style) },
                            &mut solid.body,
                        );
                    }
                    let points = points.clone();
                    faces.at(top).push(Shape::Polygon { points, fill, pen: None });
                }
                if pen.is_some() {
                    ink.at(top + lift).push(Shape::Polygon { points, fill: None, pen });
                }
            }
            match elevation == Elevation::Pit && !self.height_map.is_plain {
                true if spot.is_divided() => {}
                // Shades of black on black would tell nothing: the hole is hatched.
                true if contrasting => ink.at(top + lift).extend(drawn),
                true => self.pit_floor(spot, ink.at(top + lift)),
                false => ink.at(top + lift).extend(drawn),
            }
        }
        solid.faces = faces.sheets(self);
        solid.ink = ink.sheets(self);
        solid
    }

    /// Shades the floor of a hole, most below the wall towards the light.
    fn pit_floor(&self, spot: &BoardPlace, shapes: &mut Vec<Shape>) {
        let flat = self.flat();
        let [dx, dy] = self.shadow_direction();
        let long = dx.hypot(dy).max(f64::MIN_POSITIVE);
        let style = &self.picture.style;
        let hole = style.place(spot).fill.unwrap_or(style.colors.hole);
        for step in 0..=PIT_STEPS {
            let part = f64::from(step) / f64::from(PIT_STEPS);
            let off = PIT_SHADOW * spot.radius * part / long;
            let corner = |p: &Pos| {
                let at = spot.at.toward(*p, 1.0 - PIT_SHADOW * part);
                flat.screen(Pos::new(at.x + dx * off, at.y + dy * off))
            };
            let fill = hole.mixed(Color::BLACK, scene3d::PIT * (1.0 - part as f32));
            let points = spot.outline.iter().map(corner).collect();
            shapes.push(Shape::Polygon { points, fill: Some(fill), pen: None });
        }
    }

    /// Walls stand upright.
    pub fn lines(&self, block: usize) -> Model {
        let mut solid = self.solid();
        let mut ink = Layers::default();
        let unit = self.picture.board.unit();
        let flat = self.flat();
        let base = ink.at(self.height_map.base + 0.5 * LINES * unit);
        base.extend(flat.part(Part::Regions, block, None));
        let strokes = in_block(&self.picture.board.strokes, block).iter();
        for stroke in strokes.filter(|stroke| !flat.is_below_cells(stroke)) {
            let role = self.picture.style.role(stroke.role);
            if role.elevation == Elevation::Block {
                let color = role.fill.unwrap_or(self.picture.style.colors.ink);
                self.wall(stroke, color, &mut solid);
                continue;
            }
            let mut shapes = Vec::new();
            flat.stroke(stroke, None, &mut shapes);
            let high = self.highest(stroke.points.iter().copied(), 0.05 * unit);
            ink.at(high + LINES * unit).extend(shapes);
        }
        solid.ink = ink.sheets(self);
        solid
    }

    fn wall(&self, stroke: &Stroke, color: Color, solid: &mut Model) {
        let unit = self.picture.board.unit();
        for pair in stroke.polyline().windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let long = a.distance(b);
            if long <= 0.0 {
                continue;
            }
            let half = WALL.0 / 2.0 * unit / long;
            let (dx, dy) = ((b.x - a.x) * half, (b.y - a.y) * half);
            let at = |p: Pos, along: f64, aside: f64| {
                Pos::new(p.x + dx * along - dy * aside, p.y + dy * along + dx * aside)
            };
            let outline = [at(a, -1.0, -1.0), at(b, 1.0, -1.0), at(b, 1.0, 1.0), at(a, -1.0, 1.0)];
            let bottom = self.highest([a, b], 0.05 * unit);
            let top = bottom + WALL.1 * unit;
            let (middle, bevel) = (a.toward(b, 0.5), (0.05, 0.04 * unit));
            let prism = Prism { outline: &outline, middle, bottom, top, bevel };
            let paint = Material { color, gloss: board_gloss(self.picture.style) };
            prism.sides(paint, &mut solid.body);
            solid.faces.push(super::piece_models::lid(&prism.lid(), top, paint, unit));
        }
    }

    /// The highest place at some points or within `reach` of them.
    fn highest(&self, points: impl IntoIterator<Item = Pos>, reach: f64) -> f64 {
        if self.height_map.heights.len() < 2 {
            return 0.0;
        }
        let Picture { board, style, .. } = self.picture;
        let heights = points.into_iter().map(|at| self.height_map.around(board, style, at, reach));
        heights.fold(0.0, f64::max)
    }

    /// Marks below pieces; bodies in front hide them.
    pub fn under(&self) -> Model {
        let flat = self.flat();
        let mut shapes = Vec::new();
        flat.warmth(&mut shapes);
        shapes.extend(flat.under());
        flat.aims(&mut shapes);
        let is_tag = |shape: &Shape| !matches!(shape, Shape::Text { .. });
        shapes.extend(flat.labels().shapes.into_iter().filter(is_tag));
        self.rings(&mut shapes);
        self.drape(shapes, MARKS)
    }

    /// Marks that nothing hides.
    pub fn over(&self) -> Model {
        let mut shapes = Vec::new();
        self.flat().marks_over(&mut shapes);
        self.crosses(&mut shapes);
        self.drape(shapes, MARKS)
    }

    pub fn labels(&self) -> Vec<Billboard> {
        self.drape(self.flat().labels().shapes, MARKS).texts
    }

    /// Lays shapes at the height of the highest place that each is about.
    fn drape(&self, shapes: Vec<Shape>, lift: f64) -> Model {
        let mut solid = self.solid();
        let mut layers = Layers::default();
        let lift = lift * self.picture.board.unit();
        for shape in shapes {
            let height = self.height_of(&shape) + lift;
            match shape {
                Shape::Text { at, text, size, color } => {
                    let at = self.on_board(at);
                    let size = f64::from(size) / self.plan.scale;
                    solid.texts.push(Billboard { at: [at.x, at.y, height], text, size, color });
                }
                shape => layers.at(height).push(shape),
            }
        }
        solid.ink = layers.sheets(self);
        solid
    }

    /// The height of the vertex that a short line is about: parts of its marks lie beyond the
    /// edge of the board.
    fn vertex_height(&self, points: &[[f32; 2]]) -> f64 {
        let board = self.picture.board;
        let around = Rect::around(points.iter().map(|p| self.on_board(*p)));
        let Some(around) = around.filter(|_| board.has_vertices) else { return 0.0 };
        let spot = board.vertex_at(around.middle(), board.unit());
        let near = |spot: &&BoardPlace| spot.at.distance(around.middle()) <= self.radius(spot);
        spot.filter(near).map_or(0.0, |spot| self.top(spot))
    }

    fn is_framed(&self) -> bool {
        let Picture { board, style, .. } = self.picture;
        board.has_cells() && style.frame != "none" && !board.is_solid()
    }

    fn on_board(&self, [x, y]: [f32; 2]) -> Pos {
        self.plan.to_board(Pos::new(f64::from(x), f64::from(y)))
    }

    fn height_of(&self, shape: &Shape) -> f64 {
        let reach = 0.05 * self.picture.board.unit();
        match shape {
            Shape::Circle { center, radius, .. } => {
                let near = f64::from(*radius) / self.plan.scale * 0.1;
                self.highest([self.on_board(*center)], near.min(reach))
            }
            // Captions lie on the frame.
            Shape::Text { at, .. } => {
                match self.picture.board.cells_at(self.on_board(*at)).last() {
                    None if self.is_framed() => self.height_map.base,
                    _ => self.highest([self.on_board(*at)], reach * 0.1),
                }
            }
            Shape::Line { points, .. } => {
                let along = self.highest(points.iter().map(|p| self.on_board(*p)), reach);
                along.max(self.vertex_height(points))
            }
            Shape::Polygon { points, .. } => {
                let all = points.iter().map(|p| self.on_board(*p));
                let Some(around) = Rect::around(all.clone()) else { return 0.0 };
                let middle = around.middle();
                let inner = all.map(|p| middle.toward(p, 0.85));
                self.highest(inner.chain([middle]), reach * 0.2)
            }
        }
    }
}

/// The gloss of cells, walls and frame.
pub(super) fn board_gloss(style: &Style) -> f64 {
    match (style.theme, style.look.board_theme()) {
        (Theme::HighContrast, _) | (_, BoardTheme::Paper) => 0.0,
        (_, BoardTheme::Wood) => light::gloss(scene3d::WOOD),
        (_, BoardTheme::Slate) => light::gloss(scene3d::STONE),
    }
}

/// Shapes by height.
#[derive(Default)]
pub(super) struct Layers(Vec<(f64, Vec<Shape>)>);

impl Layers {
    pub fn at(&mut self, height: f64) -> &mut Vec<Shape> {
        let known = self.0.iter().rposition(|(at, _)| *at == height);
        let number = known.unwrap_or_else(|| {
            self.0.push((height, Vec::new()));
            self.0.len() - 1
        });
        &mut self.0[number].1
    }

    pub fn sheets(self, scenery: &ModelBuilder<'_>) -> Vec<Decal> {
        let all = self.0.into_iter().filter(|(_, shapes)| !shapes.is_empty());
        all.map(|(height, shapes)| Decal { shapes, plane: scenery.level(height) }).collect()
    }
}
