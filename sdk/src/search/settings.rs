//! What can be set about a search.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Map, Value};

use crate::Message;
use crate::origin::refusal;

/// How the computer searches: keys of a ruleset's `[ai]` table, with a level's own
/// over them. A plugin whose `[ai]` has nothing else reads the table as this type;
/// one with more keys takes these over with `#[serde(flatten)]`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(description = "How the computer searches.")]
pub struct Settings {
    /// The kind of search; by default `alpha-beta` in games that have an evaluation,
    /// else `monte-carlo`.
    pub kind: Option<Algorithm>,
    /// `alpha-beta`: how many plies it looks ahead at most.
    #[serde(deserialize_with = "plies")]
    #[schemars(range(min = 1, max = 99))]
    pub depth: u8,
    /// `alpha-beta`: whether moves that promise less are looked at less deeply.
    pub selective: bool,
    /// `alpha-beta` with more than two players: what it expects of the others.
    pub several: OpponentModel,
    /// `alpha-beta`: how far behind, in hundredths of a piece or a point, the computer
    /// goes on rather than let the game end in a draw; of two draws it likes the later
    /// one. For games in which a draw is easily had.
    #[schemars(range(max = 1000000))]
    pub contempt: u32,
    /// `monte-carlo`, `playouts`: how much the search tries what it knows little of;
    /// about 0.7 suits most games.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub exploration: f64,
    /// `monte-carlo`: after how many visits what is known of a move itself counts as much
    /// as what playouts say of it whenever it was made. For games in which a move is
    /// worth much the same sooner or later; 0 looks at the move itself alone.
    #[schemars(range(min = 0.0, max = 1000000.0))]
    pub rave: f64,
    /// `monte-carlo`, `playouts`: after how many plies a playout is cut and the
    /// position evaluated, in games that have an evaluation; without it playouts go
    /// to the end.
    #[schemars(range(max = 10000))]
    pub playout_cut: Option<u32>,
    /// `monte-carlo`, `playouts`: plies after which a playout counts as a draw.
    #[schemars(range(min = 1, max = 100000))]
    pub playout_limit: u32,
    /// The advantage, in hundredths of a piece or a point, that wins three games of
    /// four.
    #[schemars(range(min = 1.0))]
    pub scale: f64,
    /// `alpha-beta`: how many best lines are searched for their values. Not a key of a
    /// ruleset: the host asks for it with the key `lines`.
    #[serde(skip)]
    pub lines: u16,
}

/// The `[ai]` table of a game with an evaluation: its [`weights!`](crate::weights!) and the
/// settings of the search.
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
    /// Looks at all moves so many plies ahead and evaluates what comes of them.
    /// Where chance or several players at once move it is `monte-carlo`.
    AlphaBeta,
    /// Plays games at random from a tree of what it found.
    MonteCarlo,
    /// Plays games at random after each move, and no tree.
    Playouts,
    /// Plays what is best after one ply, by chance among equals; what could follow is
    /// not looked at.
    Greedy,
}

/// What is expected of several opponents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Several")]
pub enum OpponentModel {
    /// That all of them move against the searching player (Sturtevant and Korf
    /// 2000).
    Paranoid,
    /// That one of them does, whose move is the worst, and the others pass (Schadd
    /// and Winands 2011). Looks further ahead, where the game lets a turn be given
    /// away.
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

/// So far behind all is lost.
const MOST_CONTEMPT: u32 = 1_000_000;

/// Reads a depth; beyond what a search looks ahead at all it is no bound.
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

    /// Reads a JSON object; returns its other keys too, which are the game's.
    ///
    /// # Errors
    /// Says which value is not of its type or range.
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
            // Each alone first: serde does not say which key it was.
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
