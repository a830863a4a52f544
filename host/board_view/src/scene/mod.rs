//! The display list: the same shapes for the window, the terminal and exports.
//!
//! [`Picture::scene`] draws everything that a [`Picture`] holds. The board surface changes only
//! with board, camera and theme; moving things are in the layers above it.

mod advice;
mod bands;
mod board_surface;
mod contour_bands;
mod foreshortening;
mod labels;
mod marks;
mod material;
mod motion;
mod move_numbers;
mod moving_pieces;
mod owner;
mod picture;
mod piece_icon;
mod piece_layer;
mod pieces;
mod rays;
mod roles;
mod round_bands;
mod seams;
mod site_chains;
mod style;
mod tags;
mod thumbnail;

pub(crate) use bands::frame_outline;
pub use board_surface::Part;
pub(crate) use board_surface::in_block;
pub use boardloom_ruleset::Color;
pub use boardloom_theme::{BoardLook, BoardTheme, PieceSet, Theme};
pub use motion::Motion;
pub use move_numbers::MoveNumbers;
pub use picture::{DisplayOptions, Hint, Picture};
pub use piece_icon::side_badge;
pub(crate) use piece_icon::{
    ARROW, HORSE, LETTER_SHAPE, PieceIcon, rounded_square, silhouette, star,
};
pub(crate) use piece_layer::{FILLS, PieceChange};
pub use pieces::Pieces;
pub use roles::{Elevation, Ornament, RoleStyle};
pub use style::{PlayerStyle, Style};

/// In logical pixels.
pub type ScreenPos = [f32; 2];

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pen {
    pub color: Color,
    /// In pixels.
    pub width: f32,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// It may be concave, and does not cross itself.
    Polygon {
        points: Vec<ScreenPos>,
        fill: Option<Color>,
        pen: Option<Pen>,
    },
    Circle {
        center: ScreenPos,
        radius: f32,
        fill: Option<Color>,
        pen: Option<Pen>,
    },
    /// A polyline with round ends and joints.
    Line {
        /// At least two.
        points: Vec<ScreenPos>,
        pen: Pen,
    },
    /// One line, centred.
    Text {
        at: ScreenPos,
        text: String,
        /// The height of the font, in pixels.
        size: f32,
        color: Color,
    },
}

impl Shape {
    /// Returns the two diagonals of a square around a point.
    pub(crate) fn cross([x, y]: ScreenPos, r: f32, pen: Pen) -> [Shape; 2] {
        [-r, r].map(|dy| Shape::Line { points: vec![[x - r, y - dy], [x + r, y + dy]], pen })
    }
}

/// In drawing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LayerKind {
    /// Cells, regions, lines: changes rarely and may be large.
    BoardSurface,
    /// Changes with the board surface.
    Labels,
    /// Marks under the pieces: last move, selection.
    Under,
    Pieces,
    /// Moving pieces, and marks over the pieces: legal targets, previews, arrows, chains.
    Over,
    Hand,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    pub kind: LayerKind,
    /// Changes with the shapes; board surfaces with the same number are equal.
    pub revision: u64,
    /// In drawing order.
    pub shapes: Vec<Shape>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// In logical pixels.
    pub size: [f32; 2],
    pub background: Color,
    /// In drawing order.
    pub layers: Vec<Layer>,
}

impl Scene {
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.layers.iter().flat_map(|layer| &layer.shapes)
    }
}

#[cfg(test)]
mod board_tests;
