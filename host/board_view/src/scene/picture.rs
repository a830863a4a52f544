//! Everything that a drawing depends on.

use std::hash::{DefaultHasher, Hash, Hasher};

use boardloom_contract::{Effect, Mark, Site};

use super::{Color, Layer, LayerKind, Motion, Pen, Pieces, Scene, ScreenPos, Shape, Style};
use crate::board::{Board, BoardPlace, Camera, Pos};
use crate::controller::BoardController;

/// What is shown, as the settings say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Show {
    /// Labels beside the board.
    pub coordinates: bool,
    /// Dots and rings on legal targets.
    pub legal: bool,
    /// What a move would change.
    pub preview: bool,
    /// What the game points out while it goes on: a threat, a clear way.
    pub marks: bool,
    /// Arrows of hints.
    pub arrows: bool,
}

impl Default for Show {
    fn default() -> Self {
        Show { coordinates: true, legal: true, preview: true, marks: true, arrows: true }
    }
}

/// A move that is recommended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hint {
    /// The sites of the move, in order.
    pub path: Vec<Site>,
    /// What is written beside it: its value.
    pub text: String,
    /// 0 for the best, then 1, 2, ...
    pub rank: u8,
}

/// Everything that a drawing depends on.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The board.
    pub board: &'a Board,
    /// Which part of it, and where on the screen.
    pub camera: &'a Camera,
    /// Colours and shapes.
    pub style: &'a Style,
    /// Width and height of the whole drawing, in logical pixels.
    pub size: [f32; 2],
    /// What stands on it.
    pub pieces: &'a Pieces,
    /// What the game points out.
    pub marks: &'a [Mark],
    /// What happened last, for games that do not mark it themselves.
    pub last: &'a [Effect],
    /// Selection, pointer and cursor.
    pub controller: Option<&'a BoardController>,
    /// What the move aimed at would do.
    pub preview: &'a [Effect],
    /// Moves that are recommended.
    pub hints: &'a [Hint],
    /// Role and number of the lines that light up.
    pub lit: Option<(u16, u16)>,
    /// Places that light up, as when something beside the board is about them.
    pub pointed: &'a [Site],
    /// What is under way from the position before.
    pub motion: Option<&'a Motion>,
    /// What is shown.
    pub show: Show,
}

impl<'a> Picture<'a> {
    /// Returns a picture of a position alone.
    pub fn new(
        board: &'a Board,
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
            lit: None,
            pointed: &[],
            motion: None,
            show: Show::default(),
        }
    }

    /// Returns the whole drawing.
    pub fn scene(&self) -> Scene {
        let mut layers = vec![self.ground(), self.labels()];
        layers.extend(self.upper_layers());
        Scene { size: self.size, background: self.style.background, layers }
    }

    /// Returns a number that is equal for pictures with the same ground, so that
    /// a window need not make it anew.
    pub fn ground_revision(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.board.revision().hash(&mut hasher);
        self.board.view().hash(&mut hasher);
        let Camera { center, scale, turn, mirrored, viewport } = *self.camera;
        let numbers = [center.x, center.y, scale, turn, viewport.min.x, viewport.min.y];
        numbers.map(f64::to_bits).hash(&mut hasher);
        [viewport.max.x, viewport.max.y].map(f64::to_bits).hash(&mut hasher);
        mirrored.hash(&mut hasher);
        self.style.revision().hash(&mut hasher);
        hasher.finish()
    }

    /// Returns a number that is equal for pictures that draw the same board and
    /// the same pieces alike, wherever the camera stands: turned, mirrored,
    /// themed as this one.
    pub fn look_revision(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.camera.turn.to_bits().hash(&mut hasher);
        self.camera.mirrored.hash(&mut hasher);
        self.board.unit().to_bits().hash(&mut hasher);
        self.style.revision().hash(&mut hasher);
        hasher.finish()
    }

    /// Returns everything above the ground and its labels, in drawing order.
    pub fn upper_layers(&self) -> Vec<Layer> {
        [LayerKind::Under, LayerKind::Pieces, LayerKind::Over, LayerKind::Hand]
            .map(|kind| self.layer(kind))
            .into()
    }

    /// Returns a layer alone.
    pub fn layer(&self, kind: LayerKind) -> Layer {
        let shapes = match kind {
            LayerKind::Ground => return self.ground(),
            LayerKind::Labels => return self.labels(),
            LayerKind::Under => self.under(),
            LayerKind::Pieces => self.all_pieces(),
            LayerKind::Over => self.over(),
            LayerKind::Hand => self.hand(),
        };
        Layer { kind, revision: 0, shapes }
    }

    /// Returns where a point of the board is on the screen.
    pub(crate) fn screen(&self, at: Pos) -> ScreenPos {
        let at = self.camera.to_screen(at);
        [at.x as f32, at.y as f32]
    }

    /// Returns a place's middle and radius on the screen.
    pub(super) fn spot(&self, spot: &BoardPlace) -> (ScreenPos, f32) {
        (self.screen(spot.at), (spot.radius * self.camera.scale) as f32)
    }

    /// Returns a place's outline on the screen, grown or shrunk around its
    /// middle; a circle's corners for a vertex.
    pub(super) fn outline(&self, spot: &BoardPlace, size: f64) -> Shape {
        let (center, radius) = self.spot(spot);
        if spot.outline.is_empty() {
            return Shape::Circle { center, radius: radius * size as f32, fill: None, pen: None };
        }
        let corner = |p: &Pos| self.screen(spot.at.toward(*p, size));
        Shape::Polygon { points: spot.outline.iter().map(corner).collect(), fill: None, pen: None }
    }

    /// Returns the usual radius of a place on the screen.
    pub(super) fn unit(&self) -> f32 {
        (self.board.unit() * self.camera.scale) as f32
    }

    /// Returns the width of a line that is so many parts of a cell wide, and at
    /// least so many pixels. Whoever looks closer sees it as wide as on the whole
    /// board.
    pub(crate) fn line_width(&self, part: f64, least: f32) -> f32 {
        let whole = self.board.bounds().map_or(f64::INFINITY, |all| {
            let [width, height] = self.size.map(f64::from);
            (width / all.width()).min(height / all.height())
        });
        let scale = self.camera.scale.min(whole);
        ((2.0 * self.board.unit() * scale * part) as f32).max(least)
    }
}

impl Shape {
    /// Returns the shape with another fill and outline; texts and lines stay.
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
