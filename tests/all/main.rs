//! All tests that need more than one crate, in one binary.

#![allow(clippy::unwrap_used, reason = "clippy takes only functions marked as tests for tests")]

mod accounts;
mod animation;
mod arena;
mod author;
mod author_messages;
mod bad_input;
#[cfg(unix)]
mod board_signs;
mod boards;
mod cli;
#[cfg(unix)]
mod compile_bombs;
mod conformance;
mod connection;
mod correspondence;
mod deep_division;
mod dependencies;
mod distribution;
mod drawings;
mod drawn_starts;
mod engine;
mod example;
mod examples;
mod exercises;
mod fractal;
mod frozen;
mod fuzz;
mod game_files;
mod golden;
mod graphs;
mod guest;
#[cfg(unix)]
mod help_examples;
mod hidden;
mod hints;
mod host_search;
mod hostile;
mod inherited_keys;
mod invariants;
mod languages;
mod layers;
mod mail;
mod moderation;
mod move_texts;
mod neighbours;
mod new_rulesets;
mod online;
mod own_fractals;
mod package;
mod perft;
mod pictures;
mod player_words;
mod plugin_diagnostics;
mod program;
#[cfg(unix)]
mod pty;
mod query;
mod random_start;
mod rated;
mod rules_texts;
mod safe_mode;
mod scene3d;
mod schemas;
mod sdk_examples;
mod seeds;
#[allow(dead_code, reason = "shared with tests/browser and a benchmark")]
mod served;
mod server;
mod server_limits;
mod solve;
mod solved_boards;
mod source_mutations;
mod support;
mod tafl;
mod targets;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod terminal_files;
#[cfg(unix)]
mod terminal_games;
#[cfg(unix)]
mod terminal_lists;
#[cfg(unix)]
mod terminal_mail;
mod terminal_online;
mod text_mode;
mod third_party;
mod tokens;
mod zoo;
