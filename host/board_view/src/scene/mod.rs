//! What is seen, as a list of shapes: the same for the window, PNG and SVG.
//!
//! A [`Picture`] is everything that a drawing depends on; [`Picture::scene`]
//! makes the shapes. The ground (cells, lines) changes only with the board, the
//! camera and the theme; what moves is in the layers above it.

mod board_surface;
mod foreshortening;
mod labels;
mod marks;
mod motion;
mod picture;
mod piece_icon;
mod piece_layer;
mod pieces;
mod rays;
mod roles;
mod seams;
mod site_chains;
mod style;
mod thumbnail;

pub use board_surface::Part;
pub use boardloom_ruleset::Color;
pub use motion::Motion;
pub use picture::{Hint, Picture, Show};
pub(crate) use piece_icon::{
    PieceIcon, arrow_outline, horse_outline, rounded_outline, star as star_outline,
};
pub(crate) use piece_layer::{FILLS, PieceChange};
pub use pieces::Pieces;
pub use roles::{Ornament, Rise, RoleStyle};
pub use style::{PlayerStyle, Style, Theme};

/// A point on the screen, in logical pixels.
pub type ScreenPos = [f32; 2];

/// A line's colour and width in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pen {
    /// Its colour.
    pub color: Color,
    /// Its width, in pixels.
    pub width: f32,
}

/// What a drawing is made of.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A closed polygon; it may be concave, and does not cross itself.
    Polygon {
        /// Its corners.
        points: Vec<ScreenPos>,
        /// What it is filled with.
        fill: Option<Color>,
        /// What it is outlined with.
        pen: Option<Pen>,
    },
    /// A disc or ring.
    Circle {
        /// Its middle.
        center: ScreenPos,
        /// Its radius.
        radius: f32,
        /// What it is filled with.
        fill: Option<Color>,
        /// What it is outlined with.
        pen: Option<Pen>,
    },
    /// A line through points, with round ends and joints.
    Line {
        /// Two at least.
        points: Vec<ScreenPos>,
        /// What it is drawn with.
        pen: Pen,
    },
    /// A text, centred on a point.
    Text {
        /// The middle of the text.
        at: ScreenPos,
        /// The text, in one line.
        text: String,
        /// The height of the font, in pixels.
        size: f32,
        /// Its colour.
        color: Color,
    },
}

/// What a layer holds, in drawing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LayerKind {
    /// Cells, regions, lines: changes rarely and may be large.
    Ground,
    /// Names of places and captions: changes with the ground.
    Labels,
    /// Marks under the pieces: last move, selection.
    Under,
    /// Pieces.
    Pieces,
    /// Pieces under way, and marks over the pieces: legal targets, previews, arrows,
    /// chains.
    Over,
    /// The piece under way with the pointer.
    Hand,
}

/// Shapes that are drawn together.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Which.
    pub kind: LayerKind,
    /// Changes whenever the shapes can have changed; equal numbers of two
    /// grounds mean equal shapes.
    pub revision: u64,
    /// In drawing order.
    pub shapes: Vec<Shape>,
}

/// A finished drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Width and height, in logical pixels.
    pub size: [f32; 2],
    /// What lies behind everything.
    pub background: Color,
    /// In drawing order.
    pub layers: Vec<Layer>,
}

impl Scene {
    /// Returns all shapes, in drawing order.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.layers.iter().flat_map(|layer| &layer.shapes)
    }
}

#[cfg(test)]
mod board_tests;
