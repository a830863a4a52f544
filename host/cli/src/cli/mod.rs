//! Command-line arguments.

mod author;
mod game;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use author::{
    Build, Inspect, NewCommand, NewLanguage, NewPlugin, NewRuleset, PluginCommand, Test,
};
pub use boardloom_base::args::{CatalogArgs, OverrideArgs};
pub use boardloom_lab::args::{Arena, Bench, Compare, Perft, Positions, Puzzles, Stats, Train};
pub use game::{Host, Join, Play, Render, Replay};

/// Play, change and invent abstract board games.
///
/// Without a command, opens the window.
#[derive(Debug, Parser)]
#[command(name = "boardloom", version, max_term_width = 100, after_help = AFTER)]
pub struct Cli {
    #[command(flatten)]
    pub args: CatalogArgs,
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

const AFTER: &str = "\
Name a ruleset by its id, as `list` shows it, or by its file (NAME.toml).

Exit codes: 0 success, 1 errors found, 2 wrong usage, 3 no window or terminal
available, 4 plugin failure, 5 input or output error.";

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Play a ruleset or continue a record, in the window, in a terminal or as text.
    Play(Play),
    /// Open a room for a game between several programs, on this machine unless told otherwise.
    Host(Host),
    /// Play or watch in a room that `host` opened.
    Join(Join),
    /// List the rulesets and their origins.
    List {
        /// Print one JSON array of objects.
        #[arg(long)]
        json: bool,
        /// Only rulesets whose id, names or summary contain all these words.
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Print the rules of a ruleset with its current parameters.
    Rules(Rules),
    /// Check ruleset files or folders; exit with 1 if any has errors.
    Check {
        /// Files or folders; default: all rulesets that `list` shows.
        #[arg(value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Also list the texts that are missing in this language, as `de`.
        #[arg(long, value_name = "CODE")]
        language: Vec<String>,
        /// Print one JSON object per line, one for each file.
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON Schema of a plugin's rulesets, for text editors.
    Schema {
        /// The plugin's name.
        plugin: String,
    },
    /// Count the move sequences of a given length.
    Perft(Perft),
    /// Measure how fast plugins load, count moves and play random games.
    Bench(Bench),
    /// Measure a game's branching factor and length, and show the size that the ruleset declares.
    Stats(Stats),
    /// Play matches between two computer settings, and report the results of each and of each seat.
    Arena(Box<Arena>),
    /// Compare reports of `arena` in tables and plots.
    Compare(Compare),
    /// Find material for rulesets.
    #[command(subcommand)]
    Lab(LabCommand),
    /// Run an engine for other programs, with a protocol on standard input and output.
    Engine(Engine),
    /// Draw a position as PNG or SVG, or a game as GIF or PNG frames.
    Render(Render),
    /// Print a record move by move, and check that every move is legal.
    Replay(Replay),
    /// Answer JSON requests, one per line of standard input.
    Query(Query),
    /// Create a new plugin, ruleset or language.
    #[command(subcommand)]
    New(NewCommand),
    /// Build, test and inspect plugins.
    #[command(subcommand)]
    Plugin(PluginCommand),
    /// Show the folders in use, and find problems with the installation.
    Doctor {
        /// Print one JSON array of objects.
        #[arg(long)]
        json: bool,
    },
    /// Show all components of the window's screens in all states.
    #[command(hide = true)]
    Gallery,
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of a command, or write all pages.
    #[command(after_help = "Examples:\n  boardloom man play | man -l -\n  \
                            boardloom man --dir ~/.local/share/man/man1")]
    Man {
        /// The command; default: the program.
        command: Vec<String>,
        /// Write the pages of all commands into this folder.
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Find positions with one winning move in games of the computer, and print them as
    /// `[[puzzle]]` tables.
    Puzzles(Puzzles),
    /// Let the computer play against itself, and write the positions for `lab train`.
    Positions(Positions),
    /// Train a network on positions of `lab positions`, for `[ai] network`.
    Train(Train),
}

#[derive(Debug, Args)]
pub struct Rules {
    /// The ruleset.
    pub ruleset: String,
    #[command(flatten)]
    pub overrides: OverrideArgs,
    /// Print the whole ruleset as one TOML file, with its parents and the chosen values merged in.
    #[arg(long)]
    pub toml: bool,
    /// Print the game's texts in this language, as `de`.
    #[arg(long, value_name = "CODE")]
    pub language: Option<String>,
}

#[derive(Debug, Args)]
pub struct Engine {
    /// The protocol that the other program speaks.
    pub protocol: Protocol,
    /// The ruleset; default: the one declared for the protocol.
    pub ruleset: Option<String>,
    #[command(flatten)]
    pub overrides: OverrideArgs,
}

/// A protocol between a program that runs matches and a computer player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// UAI, for games of two players.
    #[value(name = "uai", help = "UAI: clocks are btime and wtime, b is the first player")]
    Uai,
    /// Universal Game Interface.
    #[value(
        name = "ugi",
        help = "UGI: any game of two players; answers queries about the position"
    )]
    Ugi,
}

#[derive(Debug, Args)]
pub struct Query {
    /// Print the guide to requests and answers, with examples.
    #[arg(long)]
    pub guide: bool,
    /// The longest time for counting (`perft`, `divide`) in a request.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, up to 86400".to_owned())
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
