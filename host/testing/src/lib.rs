//! Two small games for the tests of the host: a row with faults on demand, and a
//! meadow on a grid, with a search.

pub mod meadow;
mod row;

pub use row::{drawing, label, row};
