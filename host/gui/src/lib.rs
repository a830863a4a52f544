//! All screens and dialogs in egui, without a window: the caller gives [`App`] its frames.
#![forbid(unsafe_code)]

mod app;
mod components;
pub mod dialogs;
pub mod export;
pub mod files;
mod icons;
pub mod key_sheet;
pub mod keys;
mod library;
pub mod magnifier;
pub mod mesh;
mod my_games;
pub mod new_game;
mod palette;
mod safe_mode;
pub mod screen;
pub mod shapes;
mod start;
pub mod theme;
pub mod thumbnail;

pub use app::{App, Probe, ProbedSite, Screen, WindowRequest};
pub use boardloom_app::date::set_clock_offset;
pub use boardloom_app::sounds::{SAMPLE_RATE, Sound};
pub use boardloom_app::{
    AnnouncedRoom, AnnouncementError, CommandLineSetup, FileWatch, GameOffer, GamePlace,
    MissingPlugin, Options, Preferences, Refusal, RoomSearch, RulesetEntry, Services, ThemeChoice,
    Wake, name_families,
};
use boardloom_app::{preferences, services, session, texts};
