//! The panels around the board, and the program behind them: screens, dialogs,
//! keys, settings. It needs no window; [`App`] is given frames by whoever has
//! one.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod app;
pub mod dialogs;
pub mod export;
pub mod files;
pub mod glimpse;
pub mod key_sheet;
pub mod keys;
pub mod lens;
mod library;
mod mesh;
pub mod new_game;
mod safe;
pub mod screen;
pub mod shapes;
pub mod start;
pub mod theme;
mod waiting;
mod worker;

pub use app::{App, Probe, ProbedSite, Request, Screen};
pub use boardloom_shell::draft::Asked;
pub use boardloom_shell::sounds::Sound;
pub use boardloom_shell::{
    Listed, Options, Preferences, Refusal, Services, ThemeChoice, Wake, Watch,
};
use boardloom_shell::{playing, preferences, resume, services, texts};
