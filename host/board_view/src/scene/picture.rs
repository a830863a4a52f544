//! Everything that a drawing depends on.

use std::hash::{DefaultHasher, Hash, Hasher};

use boardloom_contract::{Effect, Mark, Site};
use boardloom_theme::line::LineWidth;

use super::{
    Color, Layer, LayerKind, Motion, MoveNumbers, Pen, Pieces, Scene, ScreenPos, Shape, Style,
};
use crate::board::{BoardGeometry, BoardPlace, Camera, Pos};
use crate::controller::BoardController;

/// The parts of a picture that the settings switch on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DisplayOptions {
    pub coordinates: bool,
    /// Dots and rings on legal targets.
    pub legal: bool,
    pub preview: bool,
    /// The game's marks: threats, open lines.
    pub marks: bool,
    pub arrows: bool,
    /// The numbers of moves on the pieces.
    pub numbers: bool,
}

impl Default for DisplayOptions {
    fn default() -> Self {
        DisplayOptions {
            coordinates: true,
            legal: true,
            preview: true,
            marks: true,
            arrows: true,
            numbers: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hint {
    pub path: Vec<Site>,
    /// The value.
    pub text: String,
    /// 0 for the best.
    pub rank: u8,
}

/// Everything that a drawing depends on.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    pub board: &'a BoardGeometry,
    pub camera: &'a Camera,
    pub style: &'a Style,
    /// In logical pixels.
    pub size: [f32; 2],
    pub pieces: &'a Pieces,
    pub marks: &'a [Mark],
    /// The effects of the last move, for games that do not mark it.
    pub last: &'a [Effect],
    pub controller: Option<&'a BoardController>,
    /// The effects of the move aimed at.
    pub preview: &'a [Effect],
    pub hints: &'a [Hint],
    /// Arrows that players drew; one site is a ring.
    pub arrows: &'a [Vec<Site>],
    /// The sites of a move that waits for the player's turn.
    pub premove: &'a [Site],
    pub numbers: Option<&'a MoveNumbers>,
    /// Role and group of the highlighted strokes.
    pub lit: Option<(u16, u16)>,
    pub pointed: &'a [Site],
    pub motion: Option<&'a Motion>,
    pub show: DisplayOptions,
}

impl<'a> Picture<'a> {
    pub fn new(
        board: &'a BoardGeometry,
        camera: &'a Camera,
        style: &'a Style,
        pieces: &'a Pieces,
        size: [f32; 2],
    ) -> Self {
        Picture {
            board,
            camera,
            style,
            size,
            pieces,
            marks: &[],
            last: &[],
            controller: None,
            preview: &[],
            hints: &[],
            arrows: &[],
            premove: &[],
            numbers: None,
            lit: None,
            pointed: &[],
            motion: None,
            show: DisplayOptions::default(),
        }
    }

    pub fn scene(&self) -> Scene {
        let mut layers = vec![self.board_surface(), self.labels()];
        layers.extend(self.upper_layers());
        Scene { size: self.size, background: self.style.background, layers }
    }

    /// Equal for pictures with the same board surface, which can then be reused.
    pub fn board_surface_revision(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.board.revision().hash(&mut hasher);
        self.board.view.hash(&mut hasher);
        let Camera { center, scale, turn, mirrored, viewport } = *self.camera;
        let numbers = [center.x, center.y, scale, turn, viewport.min.x, viewport.min.y];
        numbers.map(f64::to_bits).hash(&mut hasher);
        [viewport.max.x, viewport.max.y].map(f64::to_bits).hash(&mut hasher);
        mirrored.hash(&mut hasher);
        self.style.revision().hash(&mut hasher);
        hasher.finish()
    }

    /// Equal for pictures that draw board and pieces alike, except for the camera's position.
    pub fn look_revision(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.camera.turn.to_bits().hash(&mut hasher);
        self.camera.mirrored.hash(&mut hasher);
        self.board.unit().to_bits().hash(&mut hasher);
        self.style.revision().hash(&mut hasher);
        // Carvings leave room for them.
        self.show.coordinates.hash(&mut hasher);
        hasher.finish()
    }

    pub fn upper_layers(&self) -> Vec<Layer> {
        [LayerKind::Under, LayerKind::Pieces, LayerKind::Over, LayerKind::Hand]
            .map(|kind| self.layer(kind))
            .into()
    }

    pub fn layer(&self, kind: LayerKind) -> Layer {
        let shapes = match kind {
            LayerKind::BoardSurface => return self.board_surface(),
            LayerKind::Labels => return self.labels(),
            LayerKind::Under => {
                let mut shapes = Vec::new();
                self.warmth(&mut shapes);
                shapes.extend(self.under());
                shapes
            }
            LayerKind::Pieces => self.all_pieces(),
            LayerKind::Over => self.over(),
            LayerKind::Hand => self.hand(),
        };
        Layer { kind, revision: 0, shapes }
    }

    pub(crate) fn screen(&self, at: Pos) -> ScreenPos {
        let at = self.camera.to_screen(at);
        [at.x as f32, at.y as f32]
    }

    /// Returns a place's middle and radius on the screen.
    pub(super) fn spot(&self, spot: &BoardPlace) -> (ScreenPos, f32) {
        (self.screen(spot.at), (self.board.drawn_radius(spot) * self.camera.scale) as f32)
    }

    /// Returns a place's outline on the screen, scaled; a circle for a vertex.
    pub(super) fn outline(&self, spot: &BoardPlace, size: f64) -> Shape {
        let (center, radius) = self.spot(spot);
        if spot.outline.is_empty() {
            return Shape::Circle { center, radius: radius * size as f32, fill: None, pen: None };
        }
        let corner = |p: &Pos| self.screen(spot.at.toward(*p, size));
        Shape::Polygon { points: spot.outline.iter().map(corner).collect(), fill: None, pen: None }
    }

    pub(super) fn unit(&self) -> f32 {
        (self.board.unit() * self.camera.scale) as f32
    }

    /// Returns a width in parts of a cell, at least so many pixels. Zooming in does not widen
    /// lines beyond their width on the whole board.
    pub(crate) fn line_width(&self, (part, least): LineWidth) -> f32 {
        let whole = self.board.bounds().map_or(f64::INFINITY, |all| {
            let [width, height] = self.size.map(f64::from);
            (width / all.width()).min(height / all.height())
        });
        let scale = self.camera.scale.min(whole);
        ((2.0 * self.board.unit() * scale * part) as f32).max(least)
    }
}

impl Shape {
    #[must_use]
    pub fn painted(self, new_fill: Option<Color>, new_pen: Option<Pen>) -> Shape {
        match self {
            Shape::Polygon { points, .. } => {
                Shape::Polygon { points, fill: new_fill, pen: new_pen }
            }
            Shape::Circle { center, radius, .. } => {
                Shape::Circle { center, radius, fill: new_fill, pen: new_pen }
            }
            other => other,
        }
    }
}
