//! Arguments of the commands that play, host, draw and print games.

use std::net::SocketAddr;
use std::path::PathBuf;

use boardloom_app::course::CourseKind;
use boardloom_app::player_names::clean_name;
use boardloom_app::texts::capital;
use boardloom_board_view::scene::{BoardTheme, PieceSet, Theme};
use boardloom_match::{Player, TimeControl};
use boardloom_ruleset::Ruleset;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::Protocol;
use crate::failure::{Failure, Result};
use crate::player::{LevelName, PlayerArg};
use boardloom_base::args::OverrideArgs;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  boardloom play FAMILY/NAME --level easy\n  \
                        boardloom play big.toml --seat1 computer:3 --clock 5:00+3\n  \
                        boardloom play game.loom --terminal\n  \
                        boardloom play --text --continue")]
pub struct Play {
    /// A ruleset's id, the file of a ruleset (.toml) or of a plugin (.wasm), a record (.loom), or an
    /// unfinished game (.journal).
    #[arg(value_name = "RULESET|RECORD")]
    pub what: Option<String>,
    /// Play in the terminal, full screen.
    #[arg(long, conflicts_with = "text")]
    pub terminal: bool,
    /// Play line by line on standard input and output, for scripts and screen readers.
    #[arg(long)]
    pub text: bool,
    /// With `--text`, say each move in a sentence instead of printing the board, for screen
    /// readers.
    #[arg(long, requires = "text", conflicts_with = "terminal")]
    pub announce: bool,
    /// With `--text`, the language of the texts, as `de`. Default: the language of the settings
    /// where a player types, English for scripts.
    #[arg(long, requires = "text", conflicts_with = "terminal", value_name = "CODE")]
    pub language: Option<String>,
    /// Continue the most recent game.
    #[arg(
        long = "continue",
        conflicts_with_all = ["what", "set", "seed", "position", "moves", "clock"],
    )]
    pub go_on: bool,
    /// Open the lessons of the ruleset instead of a game.
    #[arg(
        long,
        requires = "what",
        conflicts_with_all = ["puzzles", "set", "seed", "position", "moves", "record", "clock"],
    )]
    pub learn: bool,
    /// Open the puzzles of the ruleset instead of a game.
    #[arg(
        long,
        requires = "what",
        conflicts_with_all = ["set", "seed", "position", "moves", "record", "clock"],
    )]
    pub puzzles: bool,
    /// Open an example game of the ruleset, by its number or title: `boardloom rules` lists them.
    #[arg(
        long,
        value_name = "N|TITLE",
        requires = "what",
        conflicts_with_all =
            ["learn", "puzzles", "set", "seed", "position", "moves", "record", "clock"],
    )]
    pub example: Option<String>,
    #[command(flatten)]
    pub overrides: OverrideArgs,
    /// Random seed for dice and other chance moves.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The start position, in the game's text form.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Moves to play first, as a list: `--moves "1. g2 f6"`.
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    pub moves: Vec<String>,
    /// Save the record to this file after every move.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Time control instead of the ruleset's: `none`, `5:00`, `300+3` (increment),
    /// `10:00+3x30` (byo-yomi periods), `arcade:100+3x100` (coins).
    #[arg(long, value_name = "CLOCK")]
    pub clock: Option<TimeControl>,
    #[command(flatten)]
    pub seats: Seats,
    #[command(flatten)]
    pub names: Names,
}

impl Play {
    /// The course to open instead of a game.
    pub fn course(&self) -> Option<CourseKind> {
        match (self.learn, self.puzzles) {
            (true, _) => Some(CourseKind::Lessons),
            (_, true) => Some(CourseKind::Puzzles),
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Players: human, computer, or computer:LEVEL")]
pub struct Seats {
    /// The first player.
    #[arg(long, value_name = "WHO")]
    pub seat1: Option<PlayerArg>,
    /// The second player.
    #[arg(long, value_name = "WHO")]
    pub seat2: Option<PlayerArg>,
    /// The third player.
    #[arg(long, value_name = "WHO")]
    pub seat3: Option<PlayerArg>,
    /// The fourth player; `--seat5` to `--seat8` are the next ones.
    #[arg(long, value_name = "WHO")]
    pub seat4: Option<PlayerArg>,
    /// The fifth player.
    #[arg(long, value_name = "WHO", hide = true)]
    pub seat5: Option<PlayerArg>,
    /// The sixth player.
    #[arg(long, value_name = "WHO", hide = true)]
    pub seat6: Option<PlayerArg>,
    /// The seventh player.
    #[arg(long, value_name = "WHO", hide = true)]
    pub seat7: Option<PlayerArg>,
    /// The eighth player.
    #[arg(long, value_name = "WHO", hide = true)]
    pub seat8: Option<PlayerArg>,
    /// A player by the name that the game gives, such as `--seat red=computer`; repeatable.
    #[arg(long, value_name = "NAME=WHO", value_parser = named_seat)]
    pub seat: Vec<(String, PlayerArg)>,
    /// The same as `--seat white=WHO`.
    #[arg(long, value_name = "WHO")]
    pub white: Option<PlayerArg>,
    /// The same as `--seat black=WHO`.
    #[arg(long, value_name = "WHO")]
    pub black: Option<PlayerArg>,
    /// Humans on all seats that no other option gives, as in scripts that make all moves.
    #[arg(long, conflicts_with = "level")]
    pub humans: bool,
    /// The level of computer players without one, as a number or a name such as `easy`;
    /// alone, the computer plays all seats but the first.
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<LevelName>,
}

impl Seats {
    fn by_number(&self) -> [&Option<PlayerArg>; 8] {
        let Seats { seat1, seat2, seat3, seat4, seat5, seat6, seat7, seat8, .. } = self;
        [seat1, seat2, seat3, seat4, seat5, seat6, seat7, seat8]
    }

    /// The highest number of a seat that is given; 0 without one.
    pub fn highest(&self) -> usize {
        self.by_number().iter().rposition(|seat| seat.is_some()).map_or(0, |seat| seat + 1)
    }

    fn by_name(&self) -> impl Iterator<Item = (&str, &PlayerArg)> {
        let short = [("white", &self.white), ("black", &self.black)];
        let short = short.into_iter().filter_map(|(name, who)| Some((name, who.as_ref()?)));
        self.seat.iter().map(|(name, who)| (name.as_str(), who)).chain(short)
    }

    pub fn are_given(&self) -> bool {
        self.level.is_some()
            || self.humans
            || self.by_number().iter().any(|seat| seat.is_some())
            || self.by_name().next().is_some()
    }

    /// The players in seat order, with those that are given by name in their seats.
    fn all(&self, ruleset: &Ruleset, seats: usize) -> Result<Vec<Option<PlayerArg>>> {
        let mut all: Vec<Option<PlayerArg>> = self.by_number().map(Option::clone).into();
        all.resize(all.len().max(seats), None);
        for (name, who) in self.by_name() {
            let names = || (0..seats).map(|seat| ruleset.player(seat).name);
            let Some(seat) = names().position(|other| is_name(ruleset, &other, name)) else {
                let known = names().collect::<Vec<_>>().join(", ");
                return Err(Failure::Usage(format!(
                    "no player of this game is called `{name}`; there are {known}"
                )));
            };
            if all[seat].replace(who.clone()).is_some() {
                return Err(Failure::Usage(format!("seat {} is given twice", seat + 1)));
            }
        }
        Ok(all)
    }

    /// Returns the players of a game in seat order; `None` for seats not given. A level
    /// alone makes the computer play all seats but the first.
    ///
    /// # Errors
    /// If the game lacks a seat or a name that is given, or a seat is given twice.
    pub fn players(&self, ruleset: &Ruleset, seats: usize) -> Result<Vec<Option<PlayerArg>>> {
        let all = self.all(ruleset, seats)?;
        if let Some(seat) = (seats..all.len()).find(|seat| all[*seat].is_some()) {
            return Err(Failure::Usage(format!(
                "--seat{}: this game has {seats} seats; options may change their number (see \
                 `boardloom rules`)",
                seat + 1
            )));
        }
        let alone = all.iter().all(|seat| seat.is_none());
        let player = |(seat, player): (usize, Option<PlayerArg>)| match player {
            None if alone && self.level.is_some() && seat > 0 => {
                Some(PlayerArg::Computer(self.level.clone()))
            }
            None if self.humans => Some(PlayerArg::Human),
            Some(PlayerArg::Computer(None)) => Some(PlayerArg::Computer(self.level.clone())),
            player => player,
        };
        Ok(all.into_iter().take(seats).enumerate().map(player).collect())
    }

    /// Returns the players of a new game, as [`Seats::players`]. If the computer is given the
    /// first seat and no human another one, you have the first seat that is left. A given level
    /// is that of all computers.
    ///
    /// # Errors
    /// The same.
    pub fn players_of_new_game(
        &self,
        names: &Names,
        ruleset: &Ruleset,
        seats: usize,
    ) -> Result<Vec<Option<PlayerArg>>> {
        let mut players = self.players(ruleset, seats)?;
        let names = names.all();
        let is_left = |seat: usize, player: &Option<PlayerArg>| {
            player.is_none() && names.get(seat).is_none_or(|name| name.is_empty())
        };
        let is_yours = players.iter().enumerate().all(|(seat, player)| {
            player.is_none() == is_left(seat, player) && *player != Some(PlayerArg::Human)
        });
        if is_yours
            && matches!(players.first(), Some(Some(_)))
            && let Some(first) = players.iter_mut().find(|player| player.is_none())
        {
            *first = Some(PlayerArg::Human);
        }
        if self.level.is_some() {
            for (seat, player) in players.iter_mut().enumerate().skip(1) {
                if is_left(seat, player) {
                    *player = Some(PlayerArg::Computer(self.level.clone()));
                }
            }
        }
        Ok(players)
    }
}

/// Tells whether a player is called so, in English or in the language of the ruleset.
fn is_name(ruleset: &Ruleset, player: &str, name: &str) -> bool {
    let name = name.trim().to_lowercase();
    player.to_lowercase() == name || ruleset.translate(&capital(&name)) == player
}

fn named_seat(text: &str) -> Result<(String, PlayerArg), String> {
    let (name, who) = text.split_once('=').ok_or_else(|| {
        format!("expected a player's name and who plays, as `white=computer:3`, found `{text}`")
    })?;
    Ok((name.to_owned(), who.parse()?))
}

/// Names of human players.
#[derive(Debug, Args)]
#[command(next_help_heading = "Names of human players")]
pub struct Names {
    /// The name of the first player.
    #[arg(long, value_name = "NAME")]
    pub name1: Option<String>,
    /// The name of the second player.
    #[arg(long, value_name = "NAME")]
    pub name2: Option<String>,
    /// The name of the third player.
    #[arg(long, value_name = "NAME")]
    pub name3: Option<String>,
    /// The name of the fourth player; `--name5` to `--name8` are the next ones.
    #[arg(long, value_name = "NAME")]
    pub name4: Option<String>,
    /// The name of the fifth player.
    #[arg(long, value_name = "NAME", hide = true)]
    pub name5: Option<String>,
    /// The name of the sixth player.
    #[arg(long, value_name = "NAME", hide = true)]
    pub name6: Option<String>,
    /// The name of the seventh player.
    #[arg(long, value_name = "NAME", hide = true)]
    pub name7: Option<String>,
    /// The name of the eighth player.
    #[arg(long, value_name = "NAME", hide = true)]
    pub name8: Option<String>,
}

impl Names {
    /// By seat; empty ones are not given.
    pub fn all(&self) -> Vec<String> {
        let Names { name1, name2, name3, name4, name5, name6, name7, name8 } = self;
        let all = [name1, name2, name3, name4, name5, name6, name7, name8];
        all.into_iter().map(|name| clean_name(name.as_deref().unwrap_or_default())).collect()
    }

    pub fn are_given(&self) -> bool {
        self.highest() > 0
    }

    /// The highest number of a seat whose name is given; 0 without one.
    pub fn highest(&self) -> usize {
        self.all().iter().rposition(|name| !name.is_empty()).map_or(0, |seat| seat + 1)
    }

    /// Names the humans among the players.
    ///
    /// # Errors
    /// If a name belongs to no human.
    pub fn apply(&self, players: &mut [Player]) -> Result<()> {
        for (seat, name) in self.all().into_iter().enumerate().filter(|(_, name)| !name.is_empty())
        {
            match players.get_mut(seat) {
                Some(player) if player.level().is_none() => player.name = name,
                _ => {
                    return Err(Failure::Usage(format!(
                        "--name{}: no human plays on seat {0}",
                        seat + 1
                    )));
                }
            }
        }
        Ok(())
    }
}

#[derive(Debug, Args)]
pub struct Host {
    /// A ruleset's id or file (.toml), or the record (.loom) of a room to continue.
    #[arg(value_name = "RULESET|RECORD")]
    pub what: String,
    #[command(flatten)]
    pub overrides: OverrideArgs,
    /// Random seed for dice and other chance moves.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Time control instead of the ruleset's, as for `play`.
    #[arg(long, value_name = "CLOCK")]
    pub clock: Option<TimeControl>,
    /// Address and port to listen on. The default is reached from this machine only.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    pub listen: SocketAddr,
    /// The code that others must enter; default: a random one.
    #[arg(long, value_name = "CODE")]
    pub code: Option<String>,
    /// Without encryption, for programs on the same machine.
    #[arg(long)]
    pub plain: bool,
    /// Players may ask the computer during the game.
    #[arg(long)]
    pub analysis: bool,
    /// Do not announce the room in the local network. The code is never announced.
    #[arg(long)]
    pub no_announce: bool,
    /// Keep the room in this file; default: a file in the folder of rooms.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub seats: Seats,
}

#[derive(Debug, Args)]
pub struct Join {
    /// Address and port, as `host` prints them, or the link of a game on a server; without it,
    /// lists the rooms that announce themselves in the local network.
    pub address: Option<String>,
    /// The invitation's code.
    pub code: Option<String>,
    /// The fingerprint of the room's key, the last part of the invitation.
    pub fingerprint: Option<String>,
    /// Connect to a room that was opened with `--plain`, on the same machine.
    #[arg(long, requires = "address")]
    pub plain: bool,
    /// Your name.
    #[arg(long, default_value = "Guest")]
    pub name: String,
    /// The seat to take; default: the first open one.
    #[arg(long, value_name = "N", conflicts_with = "watch")]
    pub seat: Option<u8>,
    /// Take no seat.
    #[arg(long)]
    pub watch: bool,
    /// Pass messages on as JSON lines, for programs that play.
    #[arg(long, requires = "address")]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Bot {
    /// Address and port, as `host` prints them, or the link of a game on a server.
    pub address: String,
    /// The invitation's code.
    pub code: Option<String>,
    /// The fingerprint of the room's key, the last part of the invitation.
    pub fingerprint: Option<String>,
    /// Connect to a room that was opened with `--plain`, on the same machine.
    #[arg(long)]
    pub plain: bool,
    /// The name that others see.
    #[arg(long, default_value = "Bot")]
    pub name: String,
    /// The seat to take; default: the first open one.
    #[arg(long, value_name = "N")]
    pub seat: Option<u8>,
    /// What the engine speaks.
    #[arg(long, value_enum, default_value = "ugi")]
    pub protocol: Protocol,
    /// The longest time for a move, in milliseconds; with a clock at most a twentieth of what is
    /// left.
    #[arg(long, value_name = "MS", default_value = "1000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub movetime: u64,
    /// The engine and its arguments: all that follows.
    #[arg(long, value_name = "PROGRAM", required = true, num_args = 1.., allow_hyphen_values = true)]
    pub engine: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  boardloom render FAMILY/NAME -o start.svg\n  \
                        boardloom render game.loom -o game.gif --pace 0.5\n  \
                        boardloom render game.loom -o frames/ --from 10")]
pub struct Render {
    /// A ruleset's id, the file of a ruleset (.toml) or of a plugin (.wasm), a record (.loom), or an
    /// unfinished game (.journal).
    #[arg(value_name = "RULESET|RECORD")]
    pub what: String,
    /// Output file: .png or .svg for a position, .gif for a whole game. A folder or a pattern such
    /// as `game-%04d.png` gets a picture of each position; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Format; default: by the file's extension.
    #[arg(long, value_name = "FORM")]
    pub format: Option<super::PictureFormat>,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "800x800", value_parser = size)]
    pub size: (u32, u32),
    /// Colour theme.
    #[arg(long, default_value = "light", value_parser = theme())]
    pub theme: Theme,
    /// Material of the board; the theme's own if it is missing.
    #[arg(long, value_parser = board())]
    pub board: Option<BoardTheme>,
    /// Set of pieces.
    #[arg(long, default_value = "turned", value_parser = pieces())]
    pub pieces: PieceSet,
    /// The start position, in the game's text form.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Moves to play first, as a list: `--moves "1. g2 f6"`.
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    pub moves: Vec<String>,
    /// Record: the position after N moves of the line; an animation ends there.
    #[arg(long, value_name = "N")]
    pub ply: Option<u32>,
    /// Record: the number of the line in file order; 1 is the main line.
    #[arg(long, value_name = "N")]
    pub line: Option<u32>,
    /// Animation: start after N moves.
    #[arg(long, value_name = "N")]
    pub from: Option<u32>,
    /// Animation: time for each position.
    #[arg(long, value_name = "SECONDS", default_value = "0.8", value_parser = pace)]
    pub pace: f64,
    /// Leave out the coordinates.
    #[arg(long)]
    pub no_labels: bool,
    /// Number the pieces by the moves that put them there.
    #[arg(long)]
    pub numbers: bool,
    /// Random seed for dice and other chance moves.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Flip the board: the last player at the bottom.
    #[arg(long)]
    pub flip: bool,
    /// The board view: its name, or its number from 1.
    #[arg(long, value_name = "VIEW", default_value = "1")]
    pub view: String,
    #[command(flatten)]
    pub overrides: OverrideArgs,
}

#[derive(Debug, Args)]
pub struct Replay {
    /// The record (.loom) or unfinished game (.journal); with `--example`, a ruleset's id or file.
    #[arg(value_name = "RECORD|RULESET")]
    pub record: PathBuf,
    /// Print an example game of the ruleset, by its number or title.
    #[arg(long, value_name = "N|TITLE")]
    pub example: Option<String>,
    /// Print only the last position.
    #[arg(long)]
    pub last: bool,
    /// Print one JSON object per line, one for each move.
    #[arg(long)]
    pub json: bool,
}

fn board() -> impl TypedValueParser<Value = BoardTheme> {
    PossibleValuesParser::new(BoardTheme::ALL.map(BoardTheme::name)).map(|name| {
        let named = BoardTheme::ALL.into_iter().find(|board| board.name() == name);
        named.unwrap_or(BoardTheme::Wood)
    })
}

fn pieces() -> impl TypedValueParser<Value = PieceSet> {
    PossibleValuesParser::new(PieceSet::ALL.map(PieceSet::name)).map(|name| {
        let named = PieceSet::ALL.into_iter().find(|set| set.name() == name);
        named.unwrap_or_default()
    })
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    let value = |name, help| PossibleValue::new(name).help(help);
    PossibleValuesParser::new([
        value("light", "Dark on light"),
        value("dark", "Light on dark"),
        value("high-contrast", "Highest contrast"),
    ])
    .map(|name| match &*name {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => Theme::HighContrast,
    })
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(['x', 'X']);
    let read = parts.and_then(|(w, h)| Some((w.trim().parse().ok()?, h.trim().parse().ok()?)));
    match read {
        Some((w, h)) if (16..=8192).contains(&w) && (16..=8192).contains(&h) => Ok((w, h)),
        Some(_) => Err("expected 16 to 8192 pixels each way".to_owned()),
        None => Err("expected width and height, such as `800x600`".to_owned()),
    }
}

fn pace(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.02..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, 0.02 to 600".to_owned()),
    }
}
