//! The board as it stands on a table, in three dimensions: what [`scene`](crate::scene)
//! draws, as bodies with light and shade, from the same pictures.
//!
//! [`Scenery`] makes bodies and what is drawn on them; an [`Eye`] says where they are
//! seen, and which place lies under the pointer. Nothing here knows a screen: bodies
//! leave as triangles, what lies on them as lists of shapes with a plane.

mod decor;
mod eye;
mod facets;
mod figures;
mod forms;
mod lathe;
mod light;
mod picking;
mod prism;
mod relief;
mod scenery;

pub use eye::{Eye, Stand};
pub use facets::{Corner, Facets, Plane, Sheet, Solid, Writing};
pub use light::{Light, ROUGH};
pub use relief::Relief;
pub use scenery::Scenery;

/// A point in space: x and y of the board, and how high above its cells; in units of
/// the board.
pub type Point = [f64; 3];

#[cfg(test)]
mod tests;
