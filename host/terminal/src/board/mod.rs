//! The board in characters.

mod canvas;
mod paint;
mod projection;
mod sides;
mod signs;

pub use paint::paint;
pub use projection::{Cell, CellArea, Projection};
pub use signs::of_side_at as side_mark;
