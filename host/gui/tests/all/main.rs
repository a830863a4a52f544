//! The application without a window: screens and dialogs driven by keys and pointer.

#[path = "../common/mod.rs"]
mod common;

mod app;
mod clocks;
mod consent;
mod end;
mod files;
mod game_screen;
mod key_map;
mod lessons;
mod library;
mod live;
mod mail;
mod menus;
mod motion;
mod my_games;
mod new_game;
mod online;
mod resize;
mod review;
mod safe_mode;
mod sound;
mod view3d;
mod viewport;
