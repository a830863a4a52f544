//! The board in three dimensions: bodies with light and shade from the pictures of
//! [`scene`](crate::scene).
//!
//! [`ModelBuilder`] makes bodies and flat drawings on them; [`Camera3d`] projects them and picks
//! the place under the pointer.

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
pub use light::Light;
pub use mesh::{Billboard, Decal, Mesh3d, MeshVertex, Model, Plane};
pub use model_builder::ModelBuilder;

/// A point or direction in space: x and y of the board, and the height above its cells; in units
/// of the board.
pub type Vec3 = [f64; 3];

#[cfg(test)]
mod tests;
