//! The lowest layer: regions, cells, lines, vertices.

use boardloom_theme::{shape, tint};

use super::bands::is_band;
use super::{Color, Elevation, Layer, LayerKind, Ornament, Pen, Picture, ScreenPos, Shape, Theme};
use crate::board::{BLOCK, Block, BoardPlace, Pos, Rect, Stroke};

/// Smaller pictures, in pixels, have a thin grid.
const LEAST_GRID: f32 = 240.0;
/// Smaller cells, in pixels, have no outline; nested ones are not drawn at all, since they
/// would look like those around them.
const FINEST_OUTLINE: f32 = 2.0;
/// Larger outlines cannot be placed to a pixel.
const COARSEST_OUTLINE: f32 = 1e15;
pub(super) const FINEST_ORNAMENT: f32 = 4.0;
const FINEST_GRAIN: f32 = 9.0;
/// The same in nested cells: the tones of small ones tell enough apart.
const FINEST_NESTED_GRAIN: f32 = 16.0;
/// Larger cells are seen in part only.
const COARSEST_GRAIN: f32 = 2000.0;

impl Picture<'_> {
    /// The layer that changes only with board, camera and theme. It contains only what is visible.
    pub fn board_surface(&self) -> Layer {
        let seen = self.camera.seen();
        let shapes = Part::GROUND.iter().flat_map(|part| {
            let blocks = 0..self.blocks(*part).len();
            let drawn = blocks.filter(|block| !self.is_too_fine(*part, *block));
            drawn.flat_map(|block| self.part(*part, block, Some(seen)))
        });
        Layer {
            kind: LayerKind::BoardSurface,
            revision: self.board_surface_revision(),
            shapes: shapes.collect(),
        }
    }

    pub fn blocks(&self, part: Part) -> &[Block] {
        match part {
            Part::Frame => self.board.frame_blocks(),
            Part::Regions | Part::Lines => self.board.stroke_blocks(),
            Part::Cells | Part::Dots | Part::Pieces => self.board.place_blocks(),
        }
    }

    /// Tells whether a stroke is drawn before the cells: they hide what of a band at a notch of
    /// the board would lie over them.
    pub(crate) fn is_below_cells(&self, stroke: &Stroke) -> bool {
        stroke.filled || is_band(self.style, stroke)
    }

    /// Tells whether a block is too small to stand out from the one below it.
    pub fn is_too_fine(&self, part: Part, block: usize) -> bool {
        let nested = self.blocks(part).get(block).and_then(|block| block.nested);
        part != Part::Pieces
            && nested.is_some_and(|size| size * self.camera.scale < f64::from(FINEST_OUTLINE))
    }

    /// Returns the shapes of a block, or those that meet `within`, clipped far outside of it.
    pub fn part(&self, part: Part, block: usize, within: Option<Rect>) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let bounds = self.blocks(part).get(block).map(|block| block.bounds);
        let rim = self.board.unit();
        if within.is_some_and(|w| bounds.is_none_or(|b| !b.grown(2.0 * rim).meets(&w))) {
            return shapes;
        }
        let window = within.map(|w| window(w, rim));
        match part {
            Part::Frame => self.frame(window, &mut shapes),
            Part::Regions | Part::Lines => {
                for stroke in in_block(&self.board.strokes, block) {
                    let below = part == Part::Regions;
                    if self.is_below_cells(stroke) == below && is_seen(stroke, within) {
                        self.line_or_region(stroke, window, &mut shapes);
                    }
                }
            }
            Part::Cells | Part::Dots | Part::Pieces => {
                let seen = |s: &&BoardPlace| within.is_none_or(|w| s.reach().meets(&w));
                for spot in in_block(self.board.places(), block).iter().filter(seen) {
                    match part {
                        Part::Cells => self.cell(spot, window, &mut shapes),
                        Part::Dots => self.vertex(spot, &mut shapes),
                        _ => self.pieces_on(spot, &mut shapes),
                    }
                }
            }
        }
        shapes
    }

    fn line_or_region(&self, stroke: &Stroke, window: Option<Rect>, shapes: &mut Vec<Shape>) {
        if !stroke.filled {
            return self.stroke(stroke, window, shapes);
        }
        let fill = self.style.role(stroke.role).fill;
        let points = self.cut(&stroke.points, window);
        if points.len() > 2 {
            shapes.push(Shape::Polygon { points, fill, pen: None });
        }
    }

    /// Returns a polygon on the screen, clipped far outside the visible part.
    pub(super) fn cut(&self, polygon: &[Pos], window: Option<Rect>) -> Vec<ScreenPos> {
        let far = window.filter(|window| !polygon.iter().all(|p| window.contains(*p)));
        match far {
            Some(window) => window.clip(polygon).into_iter().map(|p| self.screen(p)).collect(),
            None => polygon.iter().map(|p| self.screen(*p)).collect(),
        }
    }

    pub fn cell(&self, spot: &BoardPlace, window: Option<Rect>, shapes: &mut Vec<Shape>) {
        if spot.outline.is_empty() {
            return;
        }
        let style = self.style.place(spot);
        let own = style.fill == Some(self.style.colors.cell);
        let toned = |fill| if own { self.toned(spot, fill) } else { fill };
        let own_fill = |fill| toned(self.checkered(spot, fill));
        let fill = style.fill.map(|fill| self.faded(spot, self.rounded(spot, own_fill(fill))));
        let (_, radius) = self.spot(spot);
        let width = self.line_width((style.width, self.least_width()));
        let drawn = (FINEST_OUTLINE..COARSEST_OUTLINE).contains(&radius);
        let nested = matches!(style.elevation, Elevation::Terrace(_));
        // Lit edges on two sides would leave gaps between nested cells of several tones.
        let lit = self.style.colors.bevel.filter(|_| nested);
        let line = lit.map(|_| Color::WHITE.faded(tint::NESTED_EDGE)).or(style.line);
        let line = line.filter(|_| drawn);
        let pen = line.map(|color| Pen { color: self.faded_line(spot, color), width });
        let points = self.cut(&spot.outline, window);
        if points.len() > 2 {
            shapes.push(Shape::Polygon { points, fill, pen });
        }
        let finest = if nested { FINEST_NESTED_GRAIN } else { FINEST_GRAIN };
        if (own || nested) && !spot.copy && (finest..COARSEST_GRAIN).contains(&radius) {
            self.material(spot, shapes);
        }
        if let Some(pen) = pen.filter(|_| radius >= FINEST_ORNAMENT) {
            self.ornament(spot, (style.ornament, pen), window, shapes);
        }
    }

    /// Shades a cell of a globe by its direction: the light comes from the upper left.
    fn rounded(&self, spot: &BoardPlace, fill: Color) -> Color {
        let Some(bounds) = self.board.bounds().filter(|_| self.board.is_solid()) else {
            return fill;
        };
        let (middle, radius) = (bounds.middle(), bounds.width().max(bounds.height()) / 2.0);
        let normal = [spot.at.x - middle.x, spot.at.y - middle.y, spot.depth];
        let lit = normal.iter().zip(shape::GLOBE_LIGHT).map(|(n, light)| n / radius * light);
        let shade = 1.0 - lit.sum::<f64>().clamp(0.0, 1.0) as f32;
        fill.mixed(Color::BLACK, tint::GLOBE * shade)
    }

    /// Fades the colour of ghosts and of the far side into the background.
    pub(super) fn faded(&self, spot: &BoardPlace, color: Color) -> Color {
        color.mixed(self.surroundings(), 1.0 - self.presence(spot))
    }

    /// The colour around the cells: the frame's, or the window's without one.
    pub(super) fn surroundings(&self) -> Color {
        let framed = self.style.frame != "none" && !self.board.is_solid();
        self.style.colors.frame.filter(|_| framed).unwrap_or(self.style.background)
    }

    /// The same for outlines, which ghosts have stronger than cells.
    fn faded_line(&self, spot: &BoardPlace, color: Color) -> Color {
        match spot.copy && !spot.far && !self.board.is_solid() {
            true => color.mixed(self.surroundings(), 1.0 - shape::GHOST_LINE),
            false => self.faded(spot, color),
        }
    }

    /// The opacity of a place and its pieces: less for a ghost, and least on the far side. On a
    /// globe, ghosts look like sites.
    pub(super) fn presence(&self, spot: &BoardPlace) -> f32 {
        match (spot.far, spot.copy && !self.board.is_solid()) {
            (true, _) => tint::FAR,
            (false, true) => shape::GHOST_CELL,
            (false, false) => 1.0,
        }
    }

    fn ornament(
        &self,
        spot: &BoardPlace,
        (ornament, pen): (Ornament, Pen),
        window: Option<Rect>,
        shapes: &mut Vec<Shape>,
    ) {
        match ornament {
            Ornament::None | Ornament::Arrows | Ornament::Band(_) => {}
            Ornament::Knot => self.knot(spot, shapes),
            Ornament::Hole => self.hole_shadow(spot, window, shapes),
            Ornament::Frame => shapes.push(self.outline(spot, 0.76).painted(None, Some(pen))),
            Ornament::Hatch => {
                let ([x, y], radius) = self.spot(spot);
                let r = radius * 0.72;
                for off in [-0.6, 0.0, 0.6_f32] {
                    // Shorter beside the middle, so that all end on a smaller cell.
                    let (left, right) = (off.max(0.0) * 2.0 - 1.0, off.min(0.0) * 2.0 + 1.0);
                    let at = |along: f32| [x + r * along, y - r * (along - 2.0 * off)];
                    shapes.push(Shape::Line { points: vec![at(left), at(right)], pen });
                }
            }
            Ornament::Cross => {
                let (center, radius) = self.spot(spot);
                shapes.extend(Shape::cross(center, radius * 0.62, pen));
            }
        }
    }

    /// Draws a vertex over its lines: a dot, or a disc if the role has a fill.
    pub(crate) fn vertex(&self, spot: &BoardPlace, shapes: &mut Vec<Shape>) {
        let (center, radius) = self.spot(spot);
        if !spot.outline.is_empty() || radius < FINEST_OUTLINE {
            return;
        }
        let style = self.style.role(spot.role);
        let line = style.line.unwrap_or(self.style.colors.ink);
        // The cells around show the level.
        let nested = matches!(style.elevation, Elevation::Terrace(_));
        let plain = spot.role == 0 || style.fill.is_none() || nested;
        let ink = self.style.colors.ink;
        let line = self.faded(spot, if nested { ink } else { line.mixed(ink, tint::VERTEX) });
        let (fill, part) = match style.fill.filter(|_| !plain) {
            Some(fill) => (self.faded(spot, fill), 0.36),
            None => (line, shape::VERTEX_DOT),
        };
        let width = self.line_width((style.width, self.least_width()));
        let pen = (!plain).then_some(Pen { color: line, width });
        let most = if plain { shape::LARGEST_DOT * self.grown() } else { f32::INFINITY };
        // Beside slanted cells pieces have little room; dots are as large as between squares.
        let room = match plain && self.board.has_cells() {
            true => radius.max(self.vertex_spacing(spot) * std::f32::consts::FRAC_1_SQRT_2),
            false => radius,
        };
        let radius = (room * part).max(1.0).min(most);
        shapes.push(Shape::Circle { center, radius, fill: Some(fill), pen });
    }

    /// Half the distance of a vertex to the next one, scaled as its pieces are.
    fn vertex_spacing(&self, spot: &BoardPlace) -> f32 {
        (self.board.drawn_radius(spot) / spot.radius * spot.spacing * self.camera.scale) as f32
    }

    pub(super) fn checkered(&self, spot: &BoardPlace, fill: Color) -> Color {
        if self.style.board != "checkers" {
            return fill;
        }
        let side = 2.0 * self.board.unit();
        let column = (spot.at.x / side).floor() as i64;
        let row = (spot.at.y / side).floor() as i64;
        if (column + row).rem_euclid(2) == 1 {
            fill.mixed(self.style.colors.ink, tint::CHECKER)
        } else {
            fill
        }
    }

    /// The size in parts of a picture of 600 pixels: dots grow with it, as lines do.
    pub(super) fn grown(&self) -> f32 {
        (self.size[0].min(self.size[1]) / 600.0).clamp(0.5, 8.0)
    }

    pub(super) fn least_width(&self) -> f32 {
        let is_small = self.size[0].min(self.size[1]) < LEAST_GRID;
        match self.style.theme {
            // Thick white lines and white rims would melt in a small picture.
            Theme::HighContrast if is_small => 0.5,
            Theme::HighContrast => 1.5,
            _ => 0.8,
        }
    }
}

/// Kinds of blocks, in drawing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    Frame,
    Regions,
    Cells,
    Lines,
    Dots,
    Pieces,
}

impl Part {
    pub const GROUND: [Part; 5] =
        [Part::Frame, Part::Regions, Part::Cells, Part::Lines, Part::Dots];
}

/// Returns the part of the board that outlines are clipped to: far enough beyond the visible part
/// to hide cut edges, near enough for single precision.
fn window(seen: Rect, rim: f64) -> Rect {
    let size = seen.width().max(seen.height());
    seen.grown(size.max(rim.min(size * 4.0)))
}

pub(crate) fn in_block<T>(all: &[T], block: usize) -> &[T] {
    let from = (block * BLOCK).min(all.len());
    &all[from..(from + BLOCK).min(all.len())]
}

fn is_seen(stroke: &Stroke, within: Option<Rect>) -> bool {
    stroke.bounds.is_some_and(|bounds| within.is_none_or(|within| bounds.meets(&within)))
}
