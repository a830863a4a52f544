//! The plugin's part of a ruleset. Doc comments become the help that editors show.

use boardloom_sdk::Players;
use boardloom_sdk::network::Network;
use boardloom_sdk::rows::Rows;
use boardloom_sdk::search::Ai;
use boardloom_sdk::topology::Board;
use schemars::JsonSchema;
use serde::Deserialize;

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// The board.
    pub board: Board,
    /// The contents of the board at the start.
    pub setup: Setup,
    /// The rules of play.
    #[serde(default)]
    pub rules: Rules,
    /// The computer player.
    #[serde(default)]
    pub ai: AtaxxAi,
    /// The players, in the order of their seats.
    #[serde(default)]
    pub players: Players,
}

/// The computer player.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "Ai", description = "How the computer plays.")]
pub struct AtaxxAi {
    /// The file of a network, beside the ruleset, that values positions instead of the weights:
    /// `tournament.net`. It is used only with the board and the rules that it was trained for.
    #[schemars(extend("examples" = ["tournament.net"]))]
    pub network: Option<Network>,
    /// Weights and search.
    #[serde(flatten)]
    pub plain: Ai<Weights>,
}

/// The contents of the board at the start: `pieces` or `rows`, or both.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The number of players.
    #[serde(default = "two")]
    #[schemars(range(min = 2, max = 4))]
    pub seats: u8,
    /// The pieces of each seat, by labels of sites, names of regions, lines and distances.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "x": ["top-left"], "o": ["bottom-right"] }]))]
    pub pieces: Option<Pieces>,
    /// Replaces `pieces` with two players.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "x": ["a1"], "o": ["a7"] }]))]
    pub two: Option<Pieces>,
    /// Replaces `pieces` with three players.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "x": ["a1"], "o": ["a7"], "t": ["g7"] }]))]
    pub three: Option<Pieces>,
    /// Replaces `pieces` with four players.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "x": ["a1"], "o": ["a7"], "t": ["g7"], "s": ["g1"] }]))]
    pub four: Option<Pieces>,
    /// The board as rows from the top: `x`, `o`, `t`, `s` for the pieces of seats 1 to 4,
    /// `-` for a wall, numbers or `.` for empty sites; a list of strings, or one string with a
    /// line for each row.
    #[serde(default)]
    #[schemars(extend("examples" = [["x5o", "7", "2-1-2", "7", "2-1-2", "7", "o5x"]]))]
    pub rows: Option<Rows>,
    /// Walls drawn by chance before the first move.
    #[serde(default)]
    #[schemars(extend("examples" = [{ "max": 4, "symmetric": true }]))]
    pub random_walls: Option<RandomWalls>,
}

impl Setup {
    /// Returns the pieces by site for the number of seats, and their key.
    pub fn listed_pieces(&self) -> Option<(&'static str, &Pieces)> {
        let by_seats = match self.seats {
            2 => ("two", &self.two),
            3 => ("three", &self.three),
            _ => ("four", &self.four),
        };
        let pieces = [by_seats, ("pieces", &self.pieces)];
        pieces.into_iter().find_map(|(key, pieces)| Some((key, pieces.as_ref()?)))
    }
}

fn two() -> u8 {
    2
}

/// Pieces by seat.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Pieces {
    /// Seat 1.
    pub x: Vec<String>,
    /// Seat 2.
    pub o: Vec<String>,
    /// Seat 3.
    pub t: Vec<String>,
    /// Seat 4.
    pub s: Vec<String>,
}

/// Walls drawn by chance: never under a piece, and every open site stays reachable.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RandomWalls {
    /// The most walls, or pairs of walls; each number from `min` to this is about equally
    /// likely. 0 draws none.
    #[schemars(range(max = 1000))]
    pub max: u16,
    /// The fewest walls, or pairs of walls, as far as there is room; at most `max` counts.
    #[serde(default)]
    #[schemars(range(max = 1000))]
    pub min: u16,
    /// Whether walls come in pairs, turned about the centre of the board.
    #[serde(default)]
    pub symmetric: bool,
}

impl RandomWalls {
    /// Returns the fewest walls that are drawn.
    pub fn least(&self) -> u16 {
        self.min.min(self.max)
    }
}

/// The rules of play.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// The greatest distance of a new piece from one of the player's own, in steps.
    #[schemars(range(min = 1, max = 20))]
    #[schemars(extend("examples" = [2]))]
    pub clone: u32,
    /// The exact length of a jump, in steps; 0 forbids jumps.
    #[schemars(range(max = 20))]
    #[schemars(extend("examples" = [3]))]
    pub jump: u32,
    /// The pieces that a move captures.
    #[schemars(extend("examples" = ["jumped"]))]
    pub capture: Capture,
    /// The rule for a player who has pieces and no move.
    #[schemars(extend("examples" = ["fill"]))]
    pub stuck: Stuck,
    /// The jumps that are allowed.
    #[schemars(extend("examples" = ["straight"]))]
    pub jump_shape: JumpShape,
    /// The sites for a new piece without an own piece near.
    #[schemars(extend("examples" = ["adjacent"]))]
    pub drop: Drop,
    /// After this many moves in a row without a new piece the game is a draw; 0 is never.
    #[schemars(range(max = 10000))]
    #[schemars(extend("examples" = [50]))]
    pub quiet_limit: u16,
    /// The occurrence of a position at which the game ends; 0 is never.
    #[schemars(range(max = 100))]
    #[schemars(extend("examples" = [3]))]
    pub repetition: u8,
    /// The result of a repetition.
    #[schemars(extend("examples" = ["count"]))]
    pub repetition_result: RepetitionResult,
    /// Moves are confirmed by the answer to a sum; a wrong one loses the turn.
    #[schemars(extend("examples" = [{ "max": 20 }]))]
    pub sum: Option<SumRule>,
}

/// A sum that chance draws for every move.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SumRule {
    /// The greatest result.
    #[schemars(with = "u16", range(min = 2, max = 100))]
    pub max: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            clone: 1,
            jump: 2,
            capture: Capture::Adjacent,
            stuck: Stuck::Pass,
            jump_shape: JumpShape::Any,
            drop: Drop::None,
            quiet_limit: 0,
            repetition: 0,
            repetition_result: RepetitionResult::Draw,
            sum: None,
        }
    }
}

/// The pieces that a move captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Capture {
    /// Every enemy piece beside the site that the piece moved to.
    Adjacent,
    /// Only the enemy piece in the middle of a straight jump.
    Jumped,
}

/// The rule for a player who has pieces and no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stuck {
    /// The player passes.
    Pass,
    /// The other side gets all empty sites, and the game is over. For two players.
    Fill,
}

/// The jumps that are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JumpShape {
    /// To any site at the right distance.
    Any,
    /// To sites in a straight line.
    Straight,
}

/// The sites for a new piece without an own piece near.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Drop {
    /// Nowhere.
    None,
    /// On any empty site.
    Anywhere,
    /// On any empty site beside a piece of any player.
    Adjacent,
}

/// The result of a repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// The game is a draw.
    Draw,
    /// The player with the most pieces wins.
    Count,
}

boardloom_sdk::weights! {
    /// The evaluation of a position, in hundredths of a piece.
    // Found by matches: `boardloom arena`.
    pub struct Weights {
        /// A piece.
        piece = 100,
        /// An empty site that a piece can clone onto.
        growth = 0,
        /// A piece beside an empty site, for each such pair.
        open = -8,
        /// The same where an enemy piece is beside that empty site too.
        exposed = -12,
        /// A neighbour that the piece's site is missing, at the edge or beside walls.
        edge = 4,
        /// The right to move.
        turn = 60,
    }
}

impl Weights {
    /// Tells whether empty sites have a value.
    #[inline]
    pub(crate) fn value_empty_sites(&self) -> bool {
        self.growth | self.open | self.exposed != 0
    }

    /// Adds the value of an empty site to each seat, given how many pieces of each are
    /// near enough to clone onto it.
    #[inline]
    pub(crate) fn add_empty_site<const N: usize>(&self, near: [i32; N], values: &mut [i32]) {
        let all: i32 = near.iter().sum();
        for (value, own) in values.iter_mut().zip(near) {
            if own > 0 {
                let exposed = if all > own { self.exposed } else { 0 };
                *value += self.growth + own * (self.open + exposed);
            }
        }
    }
}
