//! The arguments of the commands that measure games and computer players.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::contestant_spec::ContestantSpec;
use boardloom_base::args::{OverrideArgs, seconds};
use boardloom_base::player::LevelName;

/// Compare arena reports and recorded games.
#[derive(Debug, Args)]
pub struct Compare {
    /// Reports of `arena --json`, named after their files, and files of records, whose games are
    /// one run for each ruleset.
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
    /// Draw the comparison into this folder, as SVG.
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
}

/// Play matches.
#[derive(Debug, Args)]
#[command(after_help = SIDES)]
pub struct Arena {
    /// The ruleset.
    pub ruleset: String,
    /// One side: settings separated by commas, such as `level=3,nodes=2000`.
    #[arg(long, value_name = "SIDE", default_value = "")]
    pub a: ContestantSpec,
    /// The other side.
    #[arg(long, value_name = "SIDE", default_value = "")]
    pub b: ContestantSpec,
    /// Set a key of `[ai]` for side A, such as `--set-a ai.weights.piece=120`; repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set_a: Vec<String>,
    /// The same for side B.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set_b: Vec<String>,
    /// Number of games; each opening is played once with A on every seat, or once if A and B
    /// are alike.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Random plies at the start of games.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub opening_plies: u32,
    /// Seed of openings and chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Plies after which a game is cut and counts as a draw.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Threads, each with its own games; 0 means one per core.
    #[arg(short = 'j', long, alias = "jobs", value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Test whether A is stronger by the second number of Elo rather than by the first, and stop
    /// as soon as that is decided with 95 %; `--games` is the most games.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub sprt: Option<Vec<f64>>,
    /// Add each finished game to this file, and go on with those that it has.
    #[arg(long, value_name = "FILE", conflicts_with = "records")]
    pub resume: Option<PathBuf>,
    /// Write each game's record into this folder, and games.jsonl with one line per game; the
    /// folder must be new or empty.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Draw winners, margins, leads and lengths into this folder, as SVG.
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Options of the game that both sides play.
    #[command(flatten)]
    pub overrides: OverrideArgs,
}

const SIDES: &str = "\
A side is a comma-separated list of optional settings:
  level=N          a level of the ruleset, or its name; default: the strongest
  nodes=N          search limits instead of the level's: nodes, depth in plies,
  depth=N          time in ms or s; with nodes or depth alone, every run plays
  time=250ms       the same games
  noise=0.2        probability of a random move, from 0 to 1
  random           play random moves only
  ruleset=NAME     use [ai] of another ruleset of the same plugin
  ai.KEY=VALUE     set a key of [ai], such as ai.weights.piece=120
  name=TEXT        the name in the report

Games that end with a plugin failure are reported separately and do not count;
the exit code is then 4.

Two equal sides, such as two of the same level, measure the balance between the
seats: winners, margins and comebacks.

Examples:
  boardloom arena FAMILY/NAME --a level=3 --b level=4 -n 40 -j 0
  boardloom arena FAMILY/NAME --a nodes=5000 --b nodes=5000,noise=0.1 --json";

/// Measure a game.
#[derive(Debug, Args)]
pub struct Stats {
    /// The ruleset.
    pub ruleset: String,
    /// Number of games.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Measure the games of this ruleset in a file of records, such as a server's, instead of
    /// playing.
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["games", "computer", "seed", "max_plies", "threads"])]
    pub records: Option<PathBuf>,
    /// Let the computer play at this level instead of random moves.
    #[arg(long, value_name = "LEVEL")]
    pub computer: Option<LevelName>,
    /// Nodes per move of the computer, instead of the level's limits.
    #[arg(long, value_name = "N", requires = "computer")]
    pub nodes: Option<u64>,
    /// Random plies at the start of the computer's games.
    #[arg(long, value_name = "N", default_value_t = 4, requires = "computer")]
    pub opening_plies: u32,
    /// Seed of the moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Plies after which a game is cut.
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Threads, each with its own games; 0 means one per core.
    #[arg(short = 'j', long, alias = "jobs", value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Print the number of moves at each ply too.
    #[arg(long)]
    pub by_ply: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Options of the ruleset.
    #[command(flatten)]
    pub overrides: OverrideArgs,
}

/// Find puzzles.
#[derive(Debug, Args)]
pub struct Puzzles {
    /// The ruleset.
    pub ruleset: String,
    /// Number of puzzles to print, spread from the easiest to the hardest that were found.
    #[arg(short = 'c', long, value_name = "N", default_value_t = 20)]
    pub count: usize,
    /// Number of games to play.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 50,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Nodes of the searches that verify a puzzle.
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u64).range(100..))]
    pub nodes: u64,
    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Plies after which a game is cut.
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Threads, each with its own games; 0 means one per core.
    #[arg(short = 'j', long, alias = "jobs", value_name = "N", default_value_t = 1)]
    pub threads: usize,
}

/// Play games for training.
#[derive(Debug, Args)]
pub struct Positions {
    /// The ruleset.
    pub ruleset: String,
    /// The file of positions; a run that was stopped goes on with it.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Number of games.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub games: u32,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Seed of the games: other seeds make other shards.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Plies after which a game is cut and counts as a draw.
    #[arg(long, value_name = "N", default_value_t = 400,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Threads, each with its own games; 0 means one per core.
    #[arg(short = 'j', long, alias = "jobs", value_name = "N", default_value_t = 1)]
    pub threads: usize,
}

/// Train a network.
#[derive(Debug, Args)]
pub struct Train {
    /// The ruleset.
    pub ruleset: String,
    /// Files of `lab positions`.
    #[arg(value_name = "POSITIONS", required = true)]
    pub positions: Vec<PathBuf>,
    /// The file of the network.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Sums of the first layer, a multiple of eight.
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub hidden: usize,
    /// Stages of the game with weights of their own.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub stages: usize,
    /// How often every position is learnt.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub epochs: u32,
    /// Positions of a step.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub batch: usize,
    /// Learning rate at the beginning.
    #[arg(long, value_name = "R", default_value_t = 0.002)]
    pub rate: f32,
    /// Weight of a game's result against the value of the search, 0 to 1.
    #[arg(long, value_name = "P", default_value_t = 0.5)]
    pub results: f32,
    /// Seed of the first weights and of the order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Learn every position as it is, and not by the board's symmetries.
    #[arg(long)]
    pub no_symmetries: bool,
}

/// Count move sequences.
#[derive(Debug, Args)]
pub struct Perft {
    /// The ruleset.
    pub ruleset: String,
    /// Length of the sequences, as `--depth`.
    #[arg(value_name = "N", conflicts_with = "depth")]
    pub length: Option<u32>,
    /// Length of the sequences.
    #[arg(short, long, value_name = "N", required_unless_present = "length")]
    pub depth: Option<u32>,
    /// Give up after so many seconds; Ctrl-C ends a count too. With `--divide`, the first
    /// moves that were counted are printed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Count below each first move.
    #[arg(long)]
    pub divide: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Generate and play every last move instead of counting.
    #[arg(long)]
    pub listed: bool,
    /// The start position, in the game's text form.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Moves to play first, as a list: `--moves "1. g2 f6"`.
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    pub moves: Vec<String>,
    /// Threads, each with its own instance; 0 means one per core.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Options of the ruleset.
    #[command(flatten)]
    pub overrides: OverrideArgs,
}

impl Perft {
    pub fn depth(&self) -> u32 {
        self.length.or(self.depth).unwrap_or_default()
    }
}

/// Find the exact value of a position.
#[derive(Debug, Args)]
pub struct Solve {
    /// The ruleset, of a game for two without chance.
    pub ruleset: String,
    /// The start position, in the game's text form.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Moves to play first, as a list: `--moves "1. g2 f6"`.
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    pub moves: Vec<String>,
    /// Maximum number of positions.
    #[arg(long, value_name = "N", default_value_t = 3_000_000)]
    pub nodes: u64,
    /// Find the lead in points at the end instead of the winner.
    #[arg(long)]
    pub lead: bool,
    /// Write a strategy that proves the result.
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    pub certificate: Option<PathBuf>,
    /// Replay such a strategy against all moves instead of searching.
    #[arg(long, value_name = "FILE")]
    pub verify: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Options of the ruleset.
    #[command(flatten)]
    pub overrides: OverrideArgs,
}

/// Measure speed.
#[derive(Debug, Args)]
pub struct Bench {
    /// The ruleset; by default one of each plugin.
    pub ruleset: Option<String>,
    /// Seconds per measurement.
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    pub seconds: f64,
    /// Print one JSON object per ruleset and line.
    #[arg(long)]
    pub json: bool,
    /// Options of the ruleset.
    #[command(flatten)]
    pub overrides: OverrideArgs,
}
