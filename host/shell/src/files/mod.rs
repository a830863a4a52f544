//! Files as a person deals with them: chosen, opened, saved, exported. No screen is
//! needed for it.

mod chooser;
mod errands;
mod filming;
mod listing;

pub use chooser::{Chooser, Purpose, Step};
pub use errands::{Answer, Errands, home};
pub use filming::{Form, Making, Order, Report, Taken};
pub use listing::{Entry, Found, Kind, Listing};
