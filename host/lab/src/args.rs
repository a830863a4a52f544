//! The arguments of the commands that measure games and computer players.

use std::path::PathBuf;

use clap::Args;

use crate::arena::SideSpec;
use boardloom_base::args::Chosen;

/// Compares matches.
#[derive(Debug, Args)]
pub struct Compare {
    /// Reports that `arena --json` gave; each is called as its file is, without
    /// the ending.
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
    /// Draws them there beside each other, as SVG.
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
}

/// Plays matches.
#[derive(Debug, Args)]
#[command(after_help = SIDES)]
pub struct Arena {
    /// Which ruleset.
    pub ruleset: String,
    /// One side: settings with commas between, as `level=3,nodes=2000`.
    #[arg(long, value_name = "SIDE", default_value = "")]
    pub a: SideSpec,
    /// The other side.
    #[arg(long, value_name = "SIDE", default_value = "")]
    pub b: SideSpec,
    /// Sets a key of `[ai]` for side A, as `--set-a ai.weights.piece=120`; can be
    /// given more than once.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set_a: Vec<String>,
    /// The same for side B.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set_b: Vec<String>,
    /// How many games; each opening is played once with A on every seat,
    /// or once where A and B are alike.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Plies at random that games begin with.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub opening_plies: u32,
    /// What openings and chance are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Plies after which a game is cut and counts as a draw.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Games at a time; 0 is one a core.
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Writes the record of each game there, and games.jsonl with a line for
    /// each; the folder is made, or is empty.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Draws there as SVG who won, by how much, how the lead went, and how long
    /// games were.
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
    /// Values chosen, for the game that both sides play.
    #[command(flatten)]
    pub chosen: Chosen,
}

const SIDES: &str = "\
A side is a list with commas between, all parts of it optional:
  level=N          a level of the ruleset; the strongest where nothing is said
  nodes=N          what ends a search, in place of the level's own limits: nodes,
  depth=N          plies looked ahead, time (with ms or s); by nodes or depth
  time=250ms       alone, games are the same every time
  noise=0.2        how often a move is played blindly, from 0 to 1
  random           every move is played blindly
  ruleset=NAME     the [ai] of another ruleset of the same plugin
  ai.KEY=VALUE     a key of [ai], as ai.weights.piece=120
  name=TEXT        what it is called

A game that a side's plugin fails in counts for nobody and is told apart; the
exit code is 4 then.

Sides that are alike, as two of the same level, show what the game gives each
seat: who wins, by how much, and who comes back.";

/// Measures a game.
#[derive(Debug, Args)]
pub struct Stats {
    /// Which ruleset.
    pub ruleset: String,
    /// How many games are played.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// The computer plays, at this level, in place of chance.
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..))]
    pub computer: Option<u8>,
    /// Nodes for a move of the computer, in place of the level's own limits.
    #[arg(long, value_name = "N", requires = "computer")]
    pub nodes: Option<u64>,
    /// Plies at random that games of the computer begin with.
    #[arg(long, value_name = "N", default_value_t = 4, requires = "computer")]
    pub opening_plies: u32,
    /// What moves are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Plies after which a game is cut.
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Games at a time; 0 is one a core.
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Also how many moves there are at each ply.
    #[arg(long)]
    pub by_ply: bool,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
    /// Values chosen.
    #[command(flatten)]
    pub chosen: Chosen,
}

/// Counts move sequences.
#[derive(Debug, Args)]
pub struct Perft {
    /// Which ruleset.
    pub ruleset: String,
    /// The length.
    #[arg(short, long, value_name = "N")]
    pub depth: u32,
    /// Count below each first move.
    #[arg(long)]
    pub divide: bool,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
    /// List and play every last move instead of counting them.
    #[arg(long)]
    pub listed: bool,
    /// Count from here, in the game's own text.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Moves to play first.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
    /// On so many threads, each with an instance of its own; 0 is one a core.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Values chosen.
    #[command(flatten)]
    pub chosen: Chosen,
}

/// Measures.
#[derive(Debug, Args)]
pub struct Bench {
    /// Which ruleset; without one, one of each plugin.
    pub ruleset: Option<String>,
    /// How long each rate is measured.
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    pub seconds: f64,
    /// One JSON object for each ruleset and line.
    #[arg(long)]
    pub json: bool,
    /// Values chosen.
    #[command(flatten)]
    pub chosen: Chosen,
}
