//! Two small games for the tests of the host: `row`, with errors on demand, and `leap`,
//! on a grid, with a search.

pub mod leap;
mod row;

pub use row::{drawing, label, row};
