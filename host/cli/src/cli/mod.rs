//! Command-line arguments.

mod author;
mod engine;
mod game;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use author::{
    Build, Inspect, New, NewCommand, NewLanguage, NewPlugin, NewRuleset, Plugin, PluginCommand,
    Test,
};
pub use boardloom_base::args::{CatalogArgs, Chosen};
pub use boardloom_lab::args::{Arena, Bench, Compare, Perft, Stats};
pub use engine::Engine;
pub use game::{Play, Render, Replay};

/// Play, change and invent abstract board games.
///
/// Without a command, opens the window.
#[derive(Debug, Parser)]
#[command(name = "boardloom", version, max_term_width = 100, after_help = AFTER)]
pub struct Cli {
    #[command(flatten)]
    pub args: CatalogArgs,
    #[command(subcommand)]
    pub command: Option<Command>,
}

const AFTER: &str = "\
Name a ruleset by its id, as `list` shows it, or by its file (NAME.toml).

Exit codes: 0 success, 1 faults found, 2 wrong usage, 3 no window or terminal
available, 4 plugin failure, 5 input or output error.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays a ruleset or continues a record, in the window, in a terminal or as
    /// text.
    Play(Play),
    /// Lists the rulesets and their origins.
    List(List),
    /// Prints the rules of a ruleset with its current parameters.
    Rules(Rules),
    /// Checks ruleset files or folders; exits with 1 if any has faults.
    Check(Check),
    /// Prints the JSON Schema of a plugin's rulesets, for text editors.
    Schema(Schema),
    /// Counts the move sequences of a given length.
    Perft(Perft),
    /// Measures how fast plugins load, count moves and play random games.
    Bench(Bench),
    /// Measures a game's branching factor and length, and shows the size that the
    /// ruleset declares.
    Stats(Stats),
    /// Plays matches between two computer settings, and reports the results of
    /// each and of each seat.
    Arena(Box<Arena>),
    /// Compares reports of `arena` in tables and plots.
    Compare(Compare),
    /// Runs an engine for other programs, with a protocol on standard input and
    /// output.
    Engine(Engine),
    /// Draws a position as PNG or SVG, or a game as GIF or PNG frames.
    Render(Render),
    /// Prints a record move by move, and checks that every move is legal.
    Replay(Replay),
    /// Answers JSON requests, one per line of standard input.
    Query(Query),
    /// Creates a new plugin, ruleset or language.
    New(New),
    /// Builds, tests and inspects plugins.
    Plugin(Plugin),
    /// Shows the folders in use, and finds problems with the installation.
    Doctor(Doctor),
    /// Prints completions for a shell.
    Completions(Completions),
    /// Prints the manual page.
    Man,
}

#[derive(Debug, Args)]
pub struct List {
    /// Print one JSON array of objects.
    #[arg(long)]
    pub json: bool,
    /// Only rulesets whose id, name or summary contains all these words.
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Rules {
    /// The ruleset.
    pub ruleset: String,
    #[command(flatten)]
    pub chosen: Chosen,
    /// Print the whole ruleset as one TOML file, with its parents and the chosen
    /// values merged in.
    #[arg(long)]
    pub toml: bool,
}

#[derive(Debug, Args)]
pub struct Query {
    /// Print the guide to requests and answers, with examples.
    #[arg(long)]
    pub guide: bool,
}

#[derive(Debug, Args)]
pub struct Check {
    /// Files or folders; default: all rulesets that `list` shows.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Print one JSON object per line, one for each file.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Schema {
    /// The plugin's name.
    pub plugin: String,
}

#[derive(Debug, Args)]
pub struct Doctor {
    /// Print one JSON array of objects.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// A raster picture.
    Png,
    /// A vector picture.
    Svg,
    /// An animation of a whole game.
    Gif,
    /// A PNG file for each position of a game.
    Frames,
}
