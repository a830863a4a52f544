//! The board as it stands on a table, in three dimensions: what [`scene`](crate::scene)
//! draws, as bodies with light and shade, from the same pictures.
//!
//! [`ModelBuilder`] makes bodies and what is drawn on them; an [`Camera3d`] says where they are
//! seen, and which place lies under the pointer. Nothing here knows a screen: bodies
//! leave as triangles, what lies on them as lists of shapes with a plane.

mod camera3d;
mod height_map;
mod light;
mod mesh;
mod model_builder;
mod picking;
mod piece_models;
mod piece_placement;
mod prism;
mod revolution;
mod slab;

pub use camera3d::{Camera3d, Pose};
pub use height_map::HeightMap;
pub use light::{Light, ROUGH};
pub use mesh::{Billboard, Decal, Mesh3d, MeshVertex, Model, Plane};
pub use model_builder::ModelBuilder;

/// A point in space: x and y of the board, and how high above its cells; in units of
/// the board.
pub type Point = [f64; 3];

#[cfg(test)]
mod tests;
