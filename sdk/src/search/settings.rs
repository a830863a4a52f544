//! The settings of a search.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Map, Value};

use crate::Message;
use crate::origin::refusal;

/// The settings of a search: keys of a ruleset's `[ai]` table, which a level can override. A
/// plugin reads the table as this type, or flattens it (`#[serde(flatten)]`) into a type with more
/// keys.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(description = "How the computer searches.")]
pub struct Settings {
    /// The kind of search; by default `alpha-beta` in games that have an evaluation,
    /// else `monte-carlo`.
    #[schemars(extend("examples" = ["monte-carlo"]))]
    pub kind: Option<Algorithm>,
    /// `alpha-beta`: the most plies that it looks ahead.
    #[serde(deserialize_with = "plies")]
    #[schemars(range(min = 1, max = 99))]
    #[schemars(extend("examples" = [6]))]
    pub depth: u8,
    /// `alpha-beta`: whether less promising moves are searched less deeply.
    #[schemars(extend("examples" = [false]))]
    pub selective: bool,
    /// `alpha-beta` with more than two players: the model of the other players.
    #[schemars(extend("examples" = ["best-reply"]))]
    pub several: OpponentModel,
    /// `alpha-beta`: the deficit, in hundredths of a piece or a point, at which the computer still
    /// plays on rather than accept a draw. Of two draws it prefers the later one. For games with
    /// many draws.
    #[schemars(range(max = 1000000))]
    #[schemars(extend("examples" = [30]))]
    pub contempt: u32,
    /// `monte-carlo`, `playouts`: the exploration constant. Higher values try rarely visited moves
    /// more often; about 0.7 suits most games.
    #[schemars(range(min = 0.0, max = 10.0))]
    #[schemars(extend("examples" = [0.5]))]
    pub exploration: f64,
    /// `monte-carlo`: the number of visits at which a move's own results count as much as its RAVE
    /// statistics, which come from playouts that make the move later. For games in which a move
    /// has about the same value at any time; 0 turns RAVE off.
    #[schemars(range(min = 0.0, max = 1000000.0))]
    #[schemars(extend("examples" = [500]))]
    pub rave: f64,
    /// `monte-carlo`, `playouts`: the ply at which a playout is cut and the position evaluated, in
    /// games with an evaluation. Without it playouts go to the end.
    #[schemars(range(max = 10000))]
    #[schemars(extend("examples" = [40]))]
    pub playout_cut: Option<u32>,
    /// `monte-carlo`, `playouts`: the ply at which a playout counts as a draw.
    #[schemars(range(min = 1, max = 100000))]
    #[schemars(extend("examples" = [500]))]
    pub playout_limit: u32,
    /// The advantage, in hundredths of a piece or a point, that wins three of four games.
    #[schemars(range(min = 1.0))]
    #[schemars(extend("examples" = [200]))]
    pub scale: f64,
    /// `alpha-beta`: the number of lines to find. Not a key of a ruleset: the host sets it by the
    /// key `lines`.
    #[serde(skip)]
    pub lines: u16,
}

/// The `[ai]` table of a game with an evaluation: its [`weights!`](crate::weights!) and the search
/// settings.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, bound(deserialize = "W: Deserialize<'de> + Default"))]
#[schemars(rename = "Ai", bound = "W: JsonSchema + Default")]
#[schemars(description = "How the computer plays.")]
pub struct Ai<W> {
    /// The evaluation of a position.
    pub weights: W,
    /// The search.
    #[serde(flatten)]
    pub search: Settings,
}

/// A kind of search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
// The schema keeps its name.
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Kind")]
pub enum Algorithm {
    /// Searches all moves to a depth and evaluates the leaves. At chance or simultaneous moves it
    /// is `monte-carlo`.
    AlphaBeta,
    /// Plays random games from a growing tree of moves.
    MonteCarlo,
    /// Plays random games after each move, without a tree.
    Playouts,
    /// Plays the best move by an evaluation after one ply, at random among equals.
    Greedy,
}

/// The model of several opponents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Several")]
pub enum OpponentModel {
    /// All of them move against the searching player (Sturtevant and Korf 2000).
    Paranoid,
    /// One of them makes the worst move for the searching player, and the others pass (Schadd and
    /// Winands 2011). Searches deeper, if the game allows passing.
    BestReply,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            kind: None,
            depth: 99,
            selective: true,
            several: OpponentModel::Paranoid,
            contempt: 0,
            exploration: 0.7,
            rave: 0.0,
            playout_cut: None,
            playout_limit: 2000,
            scale: 300.0,
            lines: 1,
        }
    }
}

/// The highest contempt: a deficit at which every game is lost.
const MOST_CONTEMPT: u32 = 1_000_000;

/// Reads a depth; more than 99 means 99.
fn plies<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    match u64::deserialize(from)? {
        0 => Err(D::Error::custom("expected a whole number from 1")),
        plies => Ok(plies.min(99) as u8),
    }
}

impl Settings {
    /// All keys.
    const KEYS: [&str; 10] = [
        "kind",
        "depth",
        "selective",
        "several",
        "contempt",
        "exploration",
        "rave",
        "playout_cut",
        "playout_limit",
        "scale",
    ];

    /// Reads a JSON object. Also returns its other keys, which are the game's.
    ///
    /// # Errors
    /// Names a value of the wrong type or range.
    pub(crate) fn read(text: &str) -> Result<(Self, Map<String, Value>), Message> {
        if text.trim().is_empty() {
            return Ok((Settings::default(), Map::new()));
        }
        let mut table: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| refusal(error.to_string()))?;
        let lines = table.remove("lines").and_then(|lines| lines.as_u64()).unwrap_or(1);
        let lines = lines.clamp(1, u64::from(u16::MAX)) as u16;
        let mut own = Map::new();
        for key in Settings::KEYS {
            let Some((key, value)) = table.remove_entry(key) else { continue };
            // Each key alone first, because serde does not name the key.
            let alone = Map::from_iter([(key.clone(), value.clone())]);
            if let Err(error) = Settings::deserialize(Value::Object(alone)) {
                return Err(refusal(format!("`{key}`: {error}")));
            }
            own.insert(key, value);
        }
        let settings = Settings::deserialize(Value::Object(own)).expect("each key was read");
        for (key, number, least) in [
            ("exploration", settings.exploration, 0.0),
            ("rave", settings.rave, 0.0),
            ("scale", settings.scale, f64::MIN_POSITIVE),
        ] {
            if number < least {
                return Err(refusal(format!("`{key}`: a number below {least} has no meaning")));
            }
        }
        let contempt = settings.contempt.min(MOST_CONTEMPT);
        Ok((Settings { contempt, lines, ..settings }, table))
    }
}
