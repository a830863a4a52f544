//! The board in characters.

mod canvas;
mod corner_names;
mod long_names;
mod paint;
mod projection;
mod sides;
mod signs;
mod text;

pub use paint::paint;
pub use projection::{Cell, CellArea, Projection, READABLE, WHOLE};
pub use signs::of_side;
pub use text::TextBoard;
