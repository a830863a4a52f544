//! The commands about games, as data.

use std::path::PathBuf;

use boardloom_match::TimeControl;
use clap::{Args, ValueEnum};

use crate::player::Player;
use boardloom_base::args::Chosen;

/// Plays.
#[derive(Debug, Args)]
pub struct Play {
    /// A ruleset as `list` names it, a ruleset's file (.toml), or a record (.loom).
    #[arg(value_name = "RULESET|RECORD")]
    pub what: Option<String>,
    /// Play in the terminal, on a screen of characters.
    #[arg(long, conflicts_with = "text")]
    pub terminal: bool,
    /// Play on standard input and output, in lines: for scripts and screen readers.
    #[arg(long)]
    pub text: bool,
    /// Go on with the game that was left last.
    #[arg(
        long = "continue",
        conflicts_with_all = ["what", "set", "seed", "position", "moves", "clock"],
    )]
    pub go_on: bool,
    /// Values chosen.
    #[command(flatten)]
    pub chosen: Chosen,
    /// What chance is drawn from.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The start, in the game's own text.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Moves to play first, as a list: `--moves "g2 f6"`.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
    /// Where the record is kept after every move.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// How time is kept in place of the ruleset's clock: `none`, `5:00`, `300+3`
    /// (more with every move), `10:00+3x30` (periods), `arcade:100+3x100` (coins).
    #[arg(long, value_name = "CLOCK")]
    pub clock: Option<TimeControl>,
    /// Who plays.
    #[command(flatten)]
    pub seats: Seats,
}

/// Who plays: `human`, `computer`, or `computer:LEVEL`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Players: human, computer, or computer:LEVEL")]
pub struct Seats {
    /// Who moves first.
    #[arg(long, value_name = "WHO", visible_alias = "white")]
    pub seat1: Option<Player>,
    /// Who moves second.
    #[arg(long, value_name = "WHO", visible_alias = "black")]
    pub seat2: Option<Player>,
    /// Who moves third.
    #[arg(long, value_name = "WHO")]
    pub seat3: Option<Player>,
    /// Who moves fourth.
    #[arg(long, value_name = "WHO")]
    pub seat4: Option<Player>,
    /// Who moves fifth.
    #[arg(long, value_name = "WHO", hide = true)]
    pub seat5: Option<Player>,
    /// Who moves sixth.
    #[arg(long, value_name = "WHO", hide = true)]
    pub seat6: Option<Player>,
    /// Who moves seventh.
    #[arg(long, value_name = "WHO", hide = true)]
    pub seat7: Option<Player>,
    /// Who moves eighth.
    #[arg(long, value_name = "WHO", hide = true)]
    pub seat8: Option<Player>,
}

impl Seats {
    /// Returns what was said of each seat, in order.
    pub fn players(&self) -> Vec<Option<Player>> {
        let Seats { seat1, seat2, seat3, seat4, seat5, seat6, seat7, seat8 } = self;
        vec![*seat1, *seat2, *seat3, *seat4, *seat5, *seat6, *seat7, *seat8]
    }
}

/// Draws.
#[derive(Debug, Args)]
pub struct Render {
    /// A ruleset, a ruleset's file (.toml), or a record (.loom).
    #[arg(value_name = "RULESET|RECORD")]
    pub what: String,
    /// Where to: the ending says PNG or SVG, or GIF for a whole game; a folder, or a
    /// name as `game-%04d.png`, is a picture of each position; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// What to write, where the file's ending does not say.
    #[arg(long, value_name = "FORM")]
    pub format: Option<super::Picture>,
    /// Width and height in dots.
    #[arg(long, value_name = "WxH", default_value = "800x800", value_parser = size)]
    pub size: (u32, u32),
    /// Colours.
    #[arg(long, default_value = "light")]
    pub theme: Theme,
    /// The start, in the game's own text.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Moves to play first.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
    /// Of a record: the position after so many moves of the line; a film ends there.
    #[arg(long, value_name = "N")]
    pub ply: Option<u32>,
    /// Of a record: which line, in the order of the file; 1 is the main line.
    #[arg(long, value_name = "N")]
    pub line: Option<u32>,
    /// Of a film: the number of moves after which it begins.
    #[arg(long, value_name = "N")]
    pub from: Option<u32>,
    /// Of a film: how long each position stands.
    #[arg(long, value_name = "SECONDS", default_value = "0.8", value_parser = pace)]
    pub pace: f64,
    /// Without the names of places beside the board.
    #[arg(long)]
    pub no_labels: bool,
    /// What chance is drawn from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Turned over: the last player at the bottom.
    #[arg(long)]
    pub flip: bool,
    /// Which of the game's ways to draw the board: its name, or its number from 1.
    #[arg(long, value_name = "VIEW", default_value = "1")]
    pub view: String,
    /// Values chosen.
    #[command(flatten)]
    pub chosen: Chosen,
}

/// Colours of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// As much contrast as there is.
    HighContrast,
}

impl From<Theme> for boardloom_board_view::scene::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => boardloom_board_view::scene::Theme::Light,
            Theme::Dark => boardloom_board_view::scene::Theme::Dark,
            Theme::HighContrast => boardloom_board_view::scene::Theme::HighContrast,
        }
    }
}

/// Prints a record.
#[derive(Debug, Args)]
pub struct Replay {
    /// The record.
    pub record: PathBuf,
    /// Only the last position.
    #[arg(long)]
    pub last: bool,
    /// One JSON object for each move and line.
    #[arg(long)]
    pub json: bool,
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(['x', 'X']);
    let read = parts.and_then(|(w, h)| Some((w.trim().parse().ok()?, h.trim().parse().ok()?)));
    match read {
        Some((w, h)) if (16..=8192).contains(&w) && (16..=8192).contains(&h) => Ok((w, h)),
        Some(_) => Err("expected 16 to 8192 dots each way".to_owned()),
        None => Err("expected width and height as `800x600`".to_owned()),
    }
}

fn pace(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.02..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, 0.02 to 600".to_owned()),
    }
}
