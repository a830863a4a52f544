//! The rulesets of the family.

use boardloom_sdk::rows::Rows;
use boardloom_sdk::search::Ai;
use boardloom_sdk::topology::Board;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::piece_tables::{HostileRule, PassRule, PerPiece, ReentryRule, StopRule};
use crate::weights::Weights;

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// The board. Its regions `throne`, `corners` and `camps` are the special squares.
    pub board: Board,
    /// The starting position.
    pub setup: Setup,
    /// The rules of play.
    #[serde(default)]
    pub rules: Rules,
    /// The computer player.
    #[serde(default)]
    pub ai: Ai<Weights>,
}

/// The starting position.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// The board as rows from the top: `t` attackers, `T` defenders, `K` the king,
    /// `c` and `C` commanders, `n` and `N` knights, `m` and `M` mercenaries, `g` and
    /// `G` guards, numbers or `.` for empty squares; a list of strings, or one string with a line
    /// for each row.
    #[schemars(extend("examples" = [["3t3", "3t3", "3T3", "ttTKTtt", "3T3", "3t3", "3t3"]]))]
    pub rows: Option<Rows>,
    /// Pieces by their letters, each a list of squares; with `rows`, or instead of them.
    #[schemars(extend("examples" = [{ "t": ["a1", "c1"], "T": ["b2"], "K": ["b3"] }]))]
    pub pieces: PerPiece<Vec<String>>,
}

/// The rules of play.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// The side that moves first.
    #[schemars(extend("examples" = ["defenders"]))]
    pub first: Side,
    /// The squares on which the king wins.
    #[schemars(extend("examples" = [["corners", "from d1 to f1"]]))]
    pub escape: Escape,
    /// The pieces that may stop on special squares.
    #[schemars(extend("examples" = [{ "throne": "K", "camp": "t" }]))]
    pub stop: StopRule,
    /// The pieces that may pass over empty special squares.
    #[schemars(extend("examples" = [{ "throne": "K" }]))]
    pub passing: PassRule,
    /// The pieces that may enter special squares from outside: the throne, a corner or
    /// a camp. Within one camp every piece may move.
    #[schemars(extend("examples" = [{ "camp": "" }]))]
    pub reenter: ReentryRule,
    /// The pieces that special squares and the edge help to capture, as an enemy piece
    /// there would.
    #[schemars(extend("examples" = [{ "throne_empty": "tT", "edge": "K" }]))]
    pub hostile: HostileRule,
    /// The king's part in captures.
    #[schemars(extend("examples" = ["anvil"]))]
    pub king_weapon: KingWeapon,
    /// The method of capturing the king, by his square.
    #[schemars(extend("examples" = [{ "throne": "surround", "edge": "pair" }]))]
    pub king_capture: KingCapture,
    /// The longest move in squares, by piece; unlimited if left out.
    #[schemars(extend("examples" = [{ "K": 3 }]))]
    pub speed: PerPiece<u8>,
    /// The pieces that may jump over an adjacent enemy man to the empty square
    /// beyond, and how.
    #[schemars(extend("examples" = [{ "C": "capture", "n": "plain" }]))]
    pub jumps: PerPiece<JumpRule>,
    /// Captures of whole rows along the edge; none if left out.
    #[schemars(extend("examples" = [{ "min": 2 }]))]
    pub shieldwall: Option<Shieldwall>,
    /// Whether a king wins if he touches the edge inside an unbreakable fort of his men.
    pub exit_fort: bool,
    /// Whether the attackers win by closing a ring around all defenders.
    #[schemars(extend("examples" = ["ring"]))]
    pub encircle: Encirclement,
    /// Whether a defender beside the king on his throne is captured against the throne
    /// if attackers hold its other three sides.
    pub linnaean: bool,
    /// The result of a repeated position.
    #[schemars(extend("examples" = [{ "count": 3, "result": "illegal" }]))]
    pub repetition: Repetition,
    /// The result if a side can't move.
    #[schemars(extend("examples" = ["draw"]))]
    pub no_moves: NoMoves,
    /// Plies without a capture after which the game is a draw; unlimited if left out.
    #[schemars(range(min = 1, max = 10000))]
    #[schemars(extend("examples" = [100]))]
    pub capture_draw: Option<u16>,
    /// Plies after which the game is a draw; unlimited if left out.
    #[schemars(range(min = 1, max = 10000))]
    #[schemars(extend("examples" = [300]))]
    pub turn_limit: Option<u16>,
    /// Whether a piece that has captured moves on.
    #[schemars(extend("examples" = ["may"]))]
    pub berserk: Berserk,
    /// The result if neither side can win any more: the attackers are too few to capture the king
    /// anywhere, and he can't reach a square on which he wins. Players are also told when only
    /// the attackers can't win any more.
    #[schemars(extend("examples" = ["draw"]))]
    pub unwinnable: Unwinnable,
}

impl Rules {
    /// Tells whether a game can end in a draw.
    pub fn can_draw(&self) -> bool {
        self.repetition.result == RepetitionResult::Draw
            || self.no_moves == NoMoves::Draw
            || self.unwinnable == Unwinnable::Draw
            || self.capture_draw.is_some()
            || self.turn_limit.is_some()
    }
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The larger side, which begins around the king: the first player of the ruleset.
    #[default]
    Attackers,
    /// The king and his men: the second player.
    Defenders,
}

impl Side {
    /// Returns the side's number, which is its seat.
    pub fn seat(self) -> u8 {
        self as u8
    }
}

/// The squares on which the king wins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Escape {
    /// On a corner: the region `corners`.
    #[default]
    Corner,
    /// Anywhere along the edge: the region `edges`.
    Edge,
    /// On these squares: labels, names of regions, lines and distances.
    #[serde(untagged)]
    Sites(#[schemars(length(min = 1))] Vec<String>),
}

/// The king's part in captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KingWeapon {
    /// He captures by moving, and helps another piece to capture.
    #[default]
    Both,
    /// He captures by moving, but does not help another piece.
    Hammer,
    /// He helps another piece to capture, but does not capture by moving.
    Anvil,
    /// He takes no part in captures.
    None,
}

/// The method of capturing the king, by his square: the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct KingCapture {
    /// On the throne.
    pub throne: CaptureMethod,
    /// On a square beside the throne.
    pub beside: CaptureMethod,
    /// At the edge.
    pub edge: CaptureMethod,
    /// Anywhere else.
    pub other: CaptureMethod,
}

/// The method of capturing the king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureMethod {
    /// By attackers or hostile squares on all sides.
    #[default]
    Surround,
    /// Like a man, between two.
    Pair,
    /// By attackers on all sides that are squares of the board; hostile squares don't
    /// count.
    Men,
    /// Not at all.
    Safe,
}

/// The kind of jump over an enemy man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JumpRule {
    /// Without capturing him.
    #[default]
    Plain,
    /// And captures him.
    Capture,
    /// Without capturing him, from or onto the throne or a corner.
    Special,
}

/// Captures of whole rows along the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Shieldwall {
    /// Whether a corner may replace the piece at one end of the row.
    pub corners: bool,
    /// The shortest row that is captured.
    #[schemars(range(min = 1, max = 19))]
    pub min: u8,
    /// The move that closes it.
    pub trigger: Trigger,
    /// Whether a king in the row is captured too; if not, he stays and the others are
    /// captured.
    pub king: bool,
}

impl Default for Shieldwall {
    fn default() -> Self {
        Shieldwall { corners: true, min: 2, trigger: Trigger::Flank, king: false }
    }
}

/// The move that closes a shieldwall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// A move to an end of the row.
    Flank,
    /// A move to an end of the row or in front of it.
    Any,
}

/// Whether a ring around the defenders wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Encirclement {
    /// It does not.
    #[default]
    None,
    /// If no defender can reach the edge, in one pocket or several.
    Pockets,
    /// If all defenders are in one region with the king that does not touch the
    /// edge.
    Ring,
}

/// The rule for positions that occur again with the same side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Repetition {
    /// The occurrence that counts.
    #[schemars(range(min = 2, max = 100))]
    pub count: u8,
    /// The result.
    pub result: RepetitionResult,
    /// With `illegal`: the side that may not repeat; both if left out.
    pub side: Option<Side>,
}

impl Default for Repetition {
    fn default() -> Self {
        Repetition { count: 3, result: RepetitionResult::Draw, side: None }
    }
}

/// The result of a repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// Nothing.
    Ignore,
    /// The game is a draw.
    Draw,
    /// The side that moved into it loses.
    Mover,
    /// The side that moved into it wins.
    Opponent,
    /// The attackers lose.
    Attackers,
    /// The defenders lose.
    Defenders,
    /// The move is not legal.
    Illegal,
}

/// The result if a side can't move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoMoves {
    /// It loses.
    #[default]
    Loss,
    /// The game is a draw.
    Draw,
}

/// Whether a piece that has captured moves on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Berserk {
    /// It does not.
    #[default]
    None,
    /// It has to, as long as it captures again or the king reaches where he wins.
    Must,
    /// It may; the move `end` ends the turn.
    May,
}

/// The result if neither side can win any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unwinnable {
    /// Nothing.
    #[default]
    Ignore,
    /// The players are told.
    Notice,
    /// The game is a draw.
    Draw,
}
