//! The rulesets of the family.

use boardloom_sdk::Players;
use boardloom_sdk::rows::Rows;
use boardloom_sdk::search::Settings;
use boardloom_sdk::topology::Board;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::position::MAX_SEATS;

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// The board.
    pub board: Board,
    /// The players.
    #[serde(default)]
    pub setup: Setup,
    /// The rules of play.
    pub rules: Rules,
    /// The computer player.
    #[serde(default)]
    pub ai: Settings,
    /// The players, in the order in which their colours move.
    #[serde(default)]
    pub players: Players,
}

/// The players.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// The number of players.
    #[schemars(range(min = 2, max = 3))]
    pub seats: u8,
    /// Stones that stand on the board before the first turn, by colour.
    #[schemars(extend("examples" = [{ "x": ["c3"], "o": ["d4", "e4"] }]))]
    pub pieces: Pieces,
    /// The same as a drawing of the board from the top: `X`, `O`, `T` for the stones of the
    /// first to third colour, numbers or `.` for empty sites.
    #[schemars(extend("examples" = [["3X", "4", "1O2", "4"]]))]
    pub rows: Option<Rows>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { seats: 2, pieces: Pieces::default(), rows: None }
    }
}

/// Sites by colour.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Pieces {
    /// The first colour.
    pub x: Vec<String>,
    /// The second.
    pub o: Vec<String>,
    /// The third.
    pub t: Vec<String>,
}

impl Pieces {
    pub fn is_empty(&self) -> bool {
        self.x.is_empty() && self.o.is_empty() && self.t.is_empty()
    }
}

/// The answer to what these rules lack.
const GROWING: &str = "boards that are divided in play are those of `plugin = \"fractal\"`: with \
    `score.by = \"chain\"` it plays Hex and Y on them, as in `fractal/quadrant-hex` and \
    `fractal/quadrant-y`";

/// The rules of play.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-hints" = { "subdivide": GROWING, "grow": GROWING, "score": GROWING }))]
pub struct Rules {
    /// The goal that wins, or a list of goals of which any one wins.
    #[serde(default)]
    #[schemars(extend(
        "examples" = ["sides"],
        "x-hints" = {
            "hex": "in Hex each colour joins two sides: `goal = \"sides\"` and `sides = [[\"top\", \
                \"bottom\"], [\"left\", \"right\"]]`",
            "y": "in Y a group touches three sides: `goal = \"regions\"` and `regions = \
                [\"side-1\", \"side-2\", \"side-3\"]`",
            "havannah": "each of its goals is an entry of `goals`, as in `connection/havannah`: \
                `extends` takes them over",
            "gomoku": "write `goals = [{ line = 5 }]`",
            "grow": GROWING, "divide": GROWING, "subdivide": GROWING
        },
        "x-otherwise" = "more goals are entries of `goals`: `join`, `reach`, `loop`, `ring`, \
            `surround`, `line` and `no_moves`, as in `goals = [{ line = 5 }]`"
    ))]
    pub goal: GoalList,
    /// Goals for single colours or for all, each with its own reason: the first that is reached
    /// wins. Besides `goal`, or instead of it.
    #[serde(default)]
    #[schemars(length(max = 32))]
    #[schemars(extend("examples" = [[{ "line": 5, "reason": "five in a row" }]]))]
    pub goals: Vec<GoalRule>,
    /// The loops that win with the goal `loop`.
    #[serde(default, rename = "loop")]
    #[schemars(extend("examples" = [[1]]))]
    pub loops: LoopRule,
    /// The regions that each colour joins with the goal `sides`: a list of names for
    /// each colour, in the order in which the colours move.
    #[serde(default)]
    #[schemars(extend(
        "examples" = [[["top", "bottom"], ["left", "right"]]],
        "x-otherwise" = "each colour has its own sides: `sides = [[\"top\", \"bottom\"], [\"left\", \
            \"right\"]]`; sides that any colour joins, as on a triangle: `goal = \"regions\"` and \
            `regions = [\"side-1\", \"side-2\", \"side-3\"]`"
    ))]
    pub sides: Vec<Vec<String>>,
    /// The regions that one group has to touch with the goal `regions`.
    #[serde(default)]
    #[schemars(extend("examples" = [["side-1", "side-2", "side-3"]]))]
    pub regions: Vec<String>,
    /// The number of `regions` that one group has to touch; all if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 32))]
    #[schemars(extend("examples" = [2]))]
    pub needed: Option<u8>,
    /// Parts of the board. Each is a further game that is played with the same stones as
    /// the game on the whole board.
    #[serde(default)]
    #[schemars(length(max = 31))]
    #[schemars(extend("examples" = [[{ "sites": ["from a1 to c1"], "regions": ["a1", "c1"] }]]))]
    pub parts: Vec<BoardPart>,
    /// The number of games, on the board and its parts, that win; more than half of them if left
    /// out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 32))]
    #[schemars(extend("examples" = [3]))]
    pub points: Option<u8>,
    /// The winner on boards where both colours can reach the goal.
    #[serde(default)]
    #[schemars(extend("examples" = ["mover"]))]
    pub both: Option<BothReach>,
    /// The result of a full board on which no colour has reached the goal.
    #[serde(default)]
    #[schemars(extend("examples" = ["draw"]))]
    pub full: Option<FullBoard>,
    /// Whether reaching the goal loses.
    #[serde(default)]
    pub misere: bool,
    /// The opening rule that makes up for the advantage of the first move. For two
    /// players.
    #[serde(default)]
    #[schemars(extend("examples" = ["swap-seats", { "cut-and-choose": 3 }]))]
    pub equaliser: OpeningRule,
    /// Stones that a player puts in a turn.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    #[schemars(extend("examples" = [2], "x-otherwise" = "one number is for all turns, and the first one may have \
        another: `first_turn_stones = 1` and `stones_per_turn = 2`"))]
    pub stones_per_turn: u16,
    /// Stones of the very first turn; as many as of any other if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    #[schemars(extend("examples" = [1]))]
    pub first_turn_stones: Option<u16>,
}

impl Rules {
    pub fn opening_stones(&self) -> u16 {
        self.first_turn_stones.unwrap_or(self.stones_per_turn)
    }

    /// Returns the stones that each colour puts until so many sites are full, and the colour of the
    /// next one. Swaps are left out.
    pub fn stones_of_full_board(&self, seats: u8, sites: u32) -> ([u32; MAX_SEATS], u8) {
        let (mut counts, mut color) = ([0; MAX_SEATS], 0);
        let mut left = u32::from(self.opening_stones()).max(1);
        for _ in 0..sites {
            counts[usize::from(color)] += 1;
            left -= 1;
            if left == 0 {
                color = (color + 1) % seats;
                left = u32::from(self.stones_per_turn).max(1);
            }
        }
        (counts, color)
    }

    pub fn points(&self) -> u32 {
        self.points.map_or(self.parts.len() as u32 / 2 + 1, u32::from)
    }

    #[cfg(test)]
    pub(crate) fn joining(sides: &str) -> Self {
        let lists = sides.split('|').map(|list| list.split(' ').collect::<Vec<_>>());
        let lists: Vec<_> = lists.collect();
        serde_json::from_value(serde_json::json!({ "goal": "sides", "sides": lists }))
            .expect("good rules")
    }
}

fn one() -> u16 {
    1
}

/// A goal of one colour or of all. It has one of `join`, `reach`, `loop`, `ring`, `surround`,
/// `line` and `no_moves`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GoalRule {
    /// The seat that it is for, from 1; all if left out.
    #[schemars(extend("examples" = [1]))]
    #[serde(rename = "for")]
    #[schemars(range(min = 1, max = 3))]
    pub seat: Option<u8>,
    /// Regions that one group has to touch.
    #[schemars(extend(
        "examples" = [["top", "bottom"]],
        "x-hints" = {
            "top-bottom": "write `[\"top\", \"bottom\"]`",
            "left-right": "write `[\"left\", \"right\"]`"
        }
    ))]
    pub join: Vec<String>,
    /// The number of regions of `join` that are enough; all if left out.
    #[schemars(range(min = 1, max = 32))]
    #[schemars(extend("examples" = [2]))]
    pub needed: Option<u8>,
    /// Sites to put stones on, which need not be adjacent: labels, regions, `from a1 to c1`.
    #[schemars(extend("examples" = [["corners"]]))]
    pub reach: Vec<String>,
    /// The number of stones on the sites of `reach` that is enough; one if left out.
    #[schemars(range(min = 1, max = 5000))]
    #[schemars(extend("examples" = [3]))]
    pub count: Option<u16>,
    /// A loop across joined edges.
    #[serde(rename = "loop")]
    pub loops: Option<LoopRule>,
    /// A ring of stones around at least one cell, which may hold anything.
    pub ring: bool,
    /// Connected cells without a stone of the colour that its stones cut off from the rest of the
    /// board.
    #[schemars(extend("examples" = [{ "stones": 1 }]))]
    pub surround: Option<SurroundRule>,
    /// The length of a row of stones.
    #[schemars(range(min = 2, max = 100))]
    pub line: Option<u8>,
    /// Whether longer rows do not count.
    pub exact: bool,
    /// The side that has no move at the end, on a full board.
    #[schemars(extend("examples" = ["opponent"]))]
    pub no_moves: Option<StuckSide>,
    /// The reason that players read at the end, as in `a bridge joins two corners`.
    #[schemars(extend("x-text" = true))]
    pub reason: Option<String>,
}

/// Cells that the stones of a colour cut off from the rest of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SurroundRule {
    /// The number of connected cells without a stone of the colour that is enough.
    #[schemars(range(min = 1, max = 5000))]
    #[schemars(extend("examples" = [3]))]
    pub cells: u16,
    /// The number of stones of others on them that is enough.
    #[schemars(range(max = 5000))]
    #[schemars(extend("examples" = [1]))]
    pub stones: u16,
    /// Whether the edge of the board and blocked cells help: the smaller parts into which stones
    /// divide the board are cut off. Otherwise only cells that stones alone shut off from the
    /// edge.
    #[schemars(extend("examples" = [false]))]
    pub edge: bool,
}

impl Default for SurroundRule {
    fn default() -> Self {
        SurroundRule { cells: 1, stones: 0, edge: true }
    }
}

/// The side that has no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StuckSide {
    /// Another side than the one that has the goal.
    Opponent,
    /// The side that has the goal.
    Mover,
    /// Any side.
    Any,
}

/// A part of the board that is a game with the goals of the whole.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardPart {
    /// Its sites: labels, regions, `from a1 to g1`.
    pub sites: Vec<String>,
    /// The regions that each colour joins in it.
    #[serde(default)]
    #[schemars(extend("examples" = [[["a1", "a5"], ["a1", "e1"]]]))]
    pub sides: Vec<Vec<String>>,
    /// The regions that one group in it has to touch.
    #[serde(default)]
    pub regions: Vec<String>,
    /// The number of them; all if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 32))]
    #[schemars(extend("examples" = [2]))]
    pub needed: Option<u8>,
}

/// A goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Close a loop of stones that crosses joined edges of the board: a closed path whose
    /// class is not zero.
    Loop,
    /// Join all sides of the colour with one group.
    Sides,
    /// Touch enough of the regions with one group.
    Regions,
}

/// One or several goals, each of which wins.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a goal or a list of goals")]
#[schemars(inline)]
pub enum GoalList {
    One(Goal),
    Several(#[schemars(length(min = 1), extend("uniqueItems" = true))] Vec<Goal>),
}

impl Default for GoalList {
    fn default() -> Self {
        GoalList::Several(Vec::new())
    }
}

impl GoalList {
    pub fn as_slice(&self) -> &[Goal] {
        match self {
            GoalList::One(goal) => std::slice::from_ref(goal),
            GoalList::Several(goals) => goals,
        }
    }

    pub fn contains(&self, goal: Goal) -> bool {
        self.as_slice().contains(&goal)
    }
}

/// The loops that win, by class: the joined edges that a loop crosses an odd number of
/// times, one bit each.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum LoopRule {
    /// All loops but those of class zero.
    #[default]
    Any,
    /// The loops of these classes.
    #[serde(untagged)]
    Classes(
        #[schemars(length(min = 1), inner(range(min = 1, max = 255)), extend("uniqueItems" = true))]
         Vec<u8>,
    ),
}

/// The winner on boards where both colours can reach the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BothReach {
    /// The colour that reaches it first: a stone can only make its own colour win.
    Mover,
}

/// The result of a full board on which no colour has reached the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FullBoard {
    /// A draw.
    Draw,
}

/// An opening rule that makes up for the advantage of the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningRule {
    /// None.
    #[default]
    None,
    /// After the first turn the second player may exchange seats: the stones and the
    /// colour of the first player become the second's.
    SwapSeats,
    /// After the first turn the second player may take over the stones: they change
    /// colour, mirrored if a mirror of the board exchanges the sides.
    SwapStones,
    /// One player puts this many stones, of the first colour and the second in turn; the other
    /// chooses a colour, and the next colour moves.
    CutAndChoose(#[schemars(range(min = 1, max = 3))] u8),
}
