//! The program behind every front end: the [`Controller`] with its game, loading on a
//! thread, games on disk, settings, keys and texts. Window and terminal draw it.
#![forbid(unsafe_code)]

pub mod ascii;
pub mod command_line;
pub mod command_palette;
pub mod controller;
pub mod course;
pub mod date;
pub mod files;
pub mod game_offer;
pub mod game_setup;
pub mod keys;
mod load_marker;
pub mod load_request;
pub mod loaded_board;
pub mod loader;
pub mod log;
pub mod mail_games;
pub mod mail_tasks;
pub mod mail_view;
pub mod move_input;
pub mod move_rows;
pub mod my_games;
pub mod notice;
pub mod player_names;
pub mod preferences;
pub mod reach;
pub mod room_game;
pub mod ruleset_loader;
pub mod saved_games;
pub mod services;
pub mod session;
pub mod sounds;
pub mod startup;
pub mod status_text;
pub mod texts;

pub use boardloom_online::{AnnouncedRoom, AnnouncementError};
pub use command_line::{CommandLineSetup, Options};
pub use controller::{Action, AppEvent, Controller, Screen};
pub use game_offer::{GameOffer, GamePlace, MissingPlugin};
pub use notice::{Notice, NoticeKind};
pub use preferences::{BoardChoice, PieceChoice, Preferences, ThemeChoice};
pub use services::{
    FileWatch, Refusal, RoomSearch, RulesetEntry, Services, Wake, main_ruleset, name_families,
};
