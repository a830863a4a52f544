//! The panels around the board, and the program behind them: screens, dialogs,
//! keys, settings. It needs no window; [`App`] is given frames by whoever has
//! one.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod app;
pub mod dialogs;
pub mod glimpse;
pub mod keys;
pub mod mesh;
pub mod new_game;
pub mod playing;
pub mod preferences;
pub mod reading;
pub mod resume;
pub mod screen;
pub mod services;
pub mod shapes;
pub mod start;
pub mod texts;
pub mod theme;
mod waiting;
pub mod worker;

pub use app::{App, Options, Probe, ProbedSite, Request, Screen};
pub use preferences::{Preferences, ThemeChoice};
pub use services::{Listed, Refusal, Services, Wake, Watch};
