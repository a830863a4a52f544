//! The command line, as data.

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
    /// Where rulesets and plugins are looked for.
    #[command(flatten)]
    pub args: CatalogArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const AFTER: &str = "\
Rulesets are named as `list` names them, or by their file (NAME.toml).

Exit codes: 0 done, 1 faults found, 2 wrong usage, 3 no window or terminal
to play in, 4 a plugin failed, 5 a file or a stream cannot be read or written.";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays a ruleset, or goes on with a record: in the window, in a
    /// terminal, or as text.
    Play(Play),
    /// Lists the rulesets and where each comes from.
    List(List),
    /// Prints the rules of a ruleset, with the parameters in force.
    Rules(Rules),
    /// Checks ruleset files, or all in folders; exit code 1 where there are faults.
    Check(Check),
    /// Prints the JSON Schema of a plugin's rulesets, for editors.
    Schema(Schema),
    /// Counts the move sequences of a length.
    Perft(Perft),
    /// Measures how fast plugins load, count and play at random.
    Bench(Bench),
    /// Measures how many moves a game has and how long it is, and shows what a
    /// ruleset says of its size.
    Stats(Stats),
    /// Plays matches between two settings of the computer player, and tells what
    /// the game gives each seat.
    Arena(Box<Arena>),
    /// Puts reports of `arena` beside each other, as tables and plots.
    Compare(Compare),
    /// Plays for other programs, by an engine protocol on standard input and
    /// output.
    Engine(Engine),
    /// Draws a position as PNG or SVG.
    Render(Render),
    /// Prints a record move by move, and checks that it can be played so.
    Replay(Replay),
    /// Answers JSON lines on standard input: the door for programs.
    Query(Query),
    /// Begins a plugin or a ruleset of one's own.
    New(New),
    /// Builds, tests and inspects plugins.
    Plugin(Plugin),
    /// Shows where things are looked for and kept, and what is amiss.
    Doctor(Doctor),
    /// Prints the completions for a shell.
    Completions(Completions),
    /// Prints the manual page.
    Man,
}

/// Lists the rulesets.
#[derive(Debug, Args)]
pub struct List {
    /// One JSON array of objects.
    #[arg(long)]
    pub json: bool,
    /// Only those of a family, or whose id or name holds these words.
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
}

/// Prints the rules.
#[derive(Debug, Args)]
pub struct Rules {
    /// Which ruleset.
    pub ruleset: String,
    /// Values chosen.
    #[command(flatten)]
    pub chosen: Chosen,
    /// The whole ruleset as one TOML file: what it extends and what was chosen
    /// are in it.
    #[arg(long)]
    pub toml: bool,
}

/// Answers programs.
#[derive(Debug, Args)]
pub struct Query {
    /// Print what requests and answers are, with an example of each.
    #[arg(long)]
    pub guide: bool,
}

/// Checks rulesets.
#[derive(Debug, Args)]
pub struct Check {
    /// Files or folders; without any, all rulesets that can be found.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// One JSON object for each file and line.
    #[arg(long)]
    pub json: bool,
}

/// Prints a schema.
#[derive(Debug, Args)]
pub struct Schema {
    /// Which plugin.
    pub plugin: String,
}

/// Shows what is amiss.
#[derive(Debug, Args)]
pub struct Doctor {
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Prints completions.
#[derive(Debug, Args)]
pub struct Completions {
    /// Which shell.
    pub shell: clap_complete::Shell,
}

/// A form of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Picture {
    /// Dots.
    Png,
    /// Shapes.
    Svg,
    /// A whole game, moving.
    Gif,
    /// A whole game, a PNG file a position.
    Frames,
}
