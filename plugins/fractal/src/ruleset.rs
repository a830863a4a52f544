//! The plugin's part of a ruleset. Doc comments become the help that editors show.

use boardloom_sdk::Players;
use boardloom_sdk::search::Ai;
use boardloom_sdk::topology::Board;
use schemars::JsonSchema;
use serde::Deserialize;

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// The board: `subdivision` or `quadtree`.
    pub board: Board,
    /// The rules of play.
    #[serde(default)]
    pub rules: Rules,
    /// The computer player.
    #[serde(default)]
    pub ai: Ai<Weights>,
    /// The players, in the order of their seats.
    #[serde(default)]
    pub players: Players,
}

/// The rules of play.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// The player who moves first.
    #[schemars(extend("examples" = ["white"]))]
    pub first: FirstPlayer,
    /// The division of cells, and the right to it.
    #[schemars(extend("examples" = [{ "who": { "behind_by": 2 }, "on": "any", "chance": { "die": 6, "at_least": 4 } }]))]
    pub subdivide: DivisionRules,
    /// The points for completed cells.
    #[schemars(extend("examples" = [{ "by": "area" }]))]
    pub score: ScoreRules,
    /// The end of the game.
    #[schemars(extend("examples" = [{ "target": 20 }]))]
    pub end: EndRules,
}

/// The player who moves first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstPlayer {
    /// The first player of the ruleset.
    #[default]
    Black,
    /// The second player of the ruleset.
    White,
}

/// The division of cells, and the right to it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DivisionRules {
    /// The vertices for the piece after a division.
    pub on: Placement,
    /// The players who may divide.
    pub who: DivisionRight,
    /// The level from which on cells are not divided: the whole board is 0.
    #[schemars(range(max = 126))]
    pub max_depth: u16,
    /// The part of chance in the right to divide, once in a turn.
    pub chance: ChanceRule,
}

impl Default for DivisionRules {
    fn default() -> Self {
        DivisionRules {
            on: Placement::New,
            who: DivisionRight::Behind,
            max_depth: 3,
            chance: ChanceRule::None,
        }
    }
}

/// The vertices for the piece after a division.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// On the new vertex in the middle of the cell. Only squares have one.
    Centre,
    /// On any vertex that the division created.
    #[default]
    New,
    /// On any empty vertex of the board.
    Any,
}

/// The players who may divide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DivisionRight {
    /// The player with fewer points; neither at a tie.
    #[default]
    Behind,
    /// The player with at least this many points fewer; 0 includes ties.
    BehindBy(u32),
    /// Both players, at any time.
    Always,
    /// Neither player.
    Never,
}

/// The part of chance in the right to divide.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(from = "ChanceTable")]
pub enum ChanceRule {
    /// None.
    #[default]
    None,
    /// By a roll of a die, whose faces show 1 and up; from `least` on they win the right.
    Die { faces: u8, least: u8 },
    /// By a card from a pack that both players draw from.
    Pack(Pack),
}

/// The number of cards of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, JsonSchema)]
pub struct Pack {
    /// Cards that win the right to divide.
    pub divide: u16,
    /// Cards that do not.
    pub place: u16,
}

/// A [`ChanceRule`] as rulesets write it.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
#[schemars(inline)]
enum ChanceTable {
    /// Chance has no part in it.
    None(NoChance),
    /// A roll of a die.
    Die {
        /// The number of faces of the die; they show 1 and up.
        #[schemars(range(min = 2, max = 100), extend("examples" = [6]))]
        die: u8,
        /// The lowest face that wins the right to divide.
        #[schemars(range(min = 1, max = 100), extend("examples" = [4]))]
        at_least: u8,
    },
    /// A card from a pack that both players draw from. Drawn cards are set aside until the
    /// pack is used up; then all cards are shuffled again.
    Pack {
        /// The cards: which of them win the right to divide, and which only let a piece be
        /// placed.
        #[schemars(length(min = 1, max = 1000))]
        draw: Vec<Card>,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum NoChance {
    None,
}

#[derive(PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Card {
    Divide,
    Place,
}

impl From<ChanceTable> for ChanceRule {
    fn from(table: ChanceTable) -> Self {
        match table {
            ChanceTable::None(NoChance::None) => ChanceRule::None,
            ChanceTable::Die { die, at_least } => ChanceRule::Die { faces: die, least: at_least },
            ChanceTable::Pack { draw } => {
                let divide = draw.iter().filter(|card| **card == Card::Divide).count() as u16;
                ChanceRule::Pack(Pack { divide, place: draw.len() as u16 - divide })
            }
        }
    }
}

/// The points for completed cells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ScoreRules {
    /// The points for a completed cell.
    pub by: ScoredBy,
    /// With `by = "chain"`: the level of the smallest cells that count. The whole board is 0.
    #[schemars(range(max = 3))]
    pub levels: u16,
}

/// The points for a cell once all its corners hold pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScoredBy {
    /// One point for each own piece on its corners.
    #[default]
    Corner,
    /// One point for the player with more pieces on its corners; none if they are equal.
    Majority,
    /// The cell's area, in cells of the smallest size, for the player with more pieces on
    /// its corners. All parts of a cell are equally large; holes count nothing.
    Area,
    /// One point for the player whose linked pieces join opposite sides of the cell if it is a
    /// square, all sides if it is a triangle. Pieces are linked along the sides of undivided cells,
    /// and along one diagonal of undivided squares.
    Chain,
}

/// The end of the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EndRules {
    /// The meaning of a full board.
    pub full: FullBoard,
    /// The points that end the game; 0 is never.
    #[schemars(range(max = 1_000_000))]
    pub target: u32,
    /// The lead that ends the game; 0 is never.
    #[schemars(range(max = 1_000_000))]
    pub difference: u32,
}

/// The meaning of a full board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FullBoard {
    /// Every vertex holds a piece.
    #[default]
    Pieces,
    /// Every vertex holds a piece, and the player to move may divide no cell.
    Moves,
}

boardloom_sdk::weights! {
    /// The evaluation of a position, in hundredths of a point.
    pub struct Weights {
        /// A point of the score.
        point = 100,
        /// A point of lead on the corners of a cell with one piece missing.
        one_short = 100,
        /// The same with two pieces missing.
        two_short = 100,
        /// The same with more pieces missing.
        open = 100,
        /// A point that the mover gains more than the other player if both take the empty
        /// vertices in turn, those with the most cells first.
        tempo = 100,
        /// A piece of lead on the corners of a cell that can be divided.
        whole = 50,
        /// The right to divide a cell now.
        divide = 60,
        /// The right to move.
        turn = 0,
    }
}
