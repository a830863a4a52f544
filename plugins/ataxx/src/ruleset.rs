//! What a ruleset of the family says.

use boardloom_sdk::fields::{self, Fields, Table, texts};
use boardloom_sdk::search::Settings;
use boardloom_sdk::topology::Board;
use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error};

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, JsonSchema)]
pub struct Ruleset {
    /// Where it is played.
    pub board: Board,
    /// What stands on the board at the start.
    pub setup: Setup,
    /// How it is played.
    #[schemars(default)]
    pub rules: Rules,
    /// How the computer plays.
    #[schemars(default)]
    pub ai: Ai,
}

/// What stands on the board at the start: `pieces` or `rows`, or both.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Setup {
    /// How many players there are.
    #[schemars(default = "two")]
    #[schemars(range(min = 2, max = 4))]
    pub seats: u8,
    /// The pieces of each seat by site: labels, names of regions, lines and
    /// distances.
    #[schemars(default)]
    pub pieces: Option<Pieces>,
    /// Instead of `pieces` where there are two seats.
    #[schemars(default)]
    pub two: Option<Pieces>,
    /// Instead of `pieces` where there are three seats.
    #[schemars(default)]
    pub three: Option<Pieces>,
    /// Instead of `pieces` where there are four seats.
    #[schemars(default)]
    pub four: Option<Pieces>,
    /// The board as rows from the top: `x`, `o`, `t`, `s` for seats 1 to 4, `-`
    /// for a wall, digits for empty sites.
    #[schemars(default)]
    pub rows: Option<Vec<String>>,
    /// Walls drawn by chance before the first move.
    #[schemars(default)]
    pub random_walls: Option<RandomWalls>,
}

// Derived, reading would weigh forty kilobytes.

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ruleset::read(fields::table(from)?).map_err(D::Error::custom)
    }
}

impl Ruleset {
    pub(crate) fn read(table: Table) -> Result<Ruleset, String> {
        let mut fields = Fields::new(table, &["board", "setup"]);
        let board = fields.table("board", Board::read);
        let setup = fields.table("setup", Setup::read);
        let rules = fields.table("rules", Rules::read).unwrap_or_default();
        let ai = fields.table("ai", Ai::read).unwrap_or_default();
        fields.end()?;
        let board = board.ok_or("expected the table `board`")?;
        let setup = setup.ok_or("expected the table `setup`")?;
        Ok(Ruleset { board, setup, rules, ai })
    }
}

impl Setup {
    fn read(table: Table) -> Result<Setup, String> {
        let mut fields = Fields::new(table, &[]);
        let setup = Setup {
            seats: fields.whole("seats").unwrap_or(two()),
            pieces: fields.table("pieces", Pieces::read),
            two: fields.table("two", Pieces::read),
            three: fields.table("three", Pieces::read),
            four: fields.table("four", Pieces::read),
            rows: fields.read("rows", "expected a list of texts", texts),
            random_walls: fields.table("random_walls", RandomWalls::read),
        };
        fields.end().map(|()| setup)
    }

    /// Returns the pieces by site for the number of seats, and under which key
    /// they stand.
    pub fn listed(&self) -> Option<(&'static str, &Pieces)> {
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
#[derive(Debug, Clone, Default, JsonSchema)]
#[schemars(deny_unknown_fields, default)]
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

impl Pieces {
    fn read(table: Table) -> Result<Pieces, String> {
        let mut fields = Fields::new(table, &[]);
        let [x, o, t, s] = ["x", "o", "t", "s"].map(|key| fields.texts(key));
        fields.end().map(|()| Pieces { x, o, t, s })
    }
}

/// Walls drawn by chance: never under a piece, and every open site stays
/// reachable.
#[derive(Debug, Clone, Copy, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RandomWalls {
    /// The most draws; each number from 0 to this is about as likely as any
    /// other. 0 is none.
    #[schemars(range(max = 1000))]
    pub max: u16,
    /// Whether each wall stands twice, turned about the centre of the board.
    #[schemars(default)]
    pub symmetric: bool,
}

impl RandomWalls {
    fn read(table: Table) -> Result<RandomWalls, String> {
        let mut fields = Fields::new(table, &["max"]);
        let max = fields.whole("max").unwrap_or_default();
        let symmetric = fields.flag("symmetric").unwrap_or_default();
        fields.end().map(|()| RandomWalls { max, symmetric })
    }
}

/// How it is played.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(deny_unknown_fields, default)]
pub struct Rules {
    /// How far from an own piece a new one may grow, in steps.
    #[schemars(range(min = 1, max = 20))]
    pub clone: u32,
    /// How far a piece jumps, in steps, exactly; 0 is never.
    #[schemars(range(max = 20))]
    pub jump: u32,
    /// What a move takes.
    pub capture: Capture,
    /// What happens to a player who has pieces and no move.
    pub stuck: Stuck,
    /// Where a jump may lead.
    pub jump_shape: JumpShape,
    /// Where a piece may be put without one of its own near.
    pub drop: Drop,
    /// Moves without a new piece after which the game is a draw; 0 is never.
    #[schemars(range(max = 10000))]
    pub quiet_limit: u16,
    /// At which occurrence of a position the game ends; 0 is never.
    #[schemars(range(max = 100))]
    pub repetition: u8,
    /// How a repetition ends the game.
    pub repetition_result: RepetitionResult,
    /// Moves are confirmed by the answer to a sum; a wrong one loses the turn.
    pub sum: Option<Sum>,
}

/// A sum that is drawn for every move.
#[derive(Debug, Clone, Copy, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Sum {
    /// The greatest result.
    #[schemars(range(min = 2, max = 100))]
    pub max: u16,
}

impl Sum {
    fn read(table: Table) -> Result<Sum, String> {
        let mut fields = Fields::new(table, &["max"]);
        let max = fields.whole("max").unwrap_or_default();
        fields.end().map(|()| Sum { max })
    }
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

impl Rules {
    fn read(table: Table) -> Result<Rules, String> {
        let (mut fields, usual) = (Fields::new(table, &[]), Rules::default());
        let capture = [("adjacent", Capture::Adjacent), ("jumped", Capture::Jumped)];
        let stuck = [("pass", Stuck::Pass), ("fill", Stuck::Fill)];
        let shape = [("any", JumpShape::Any), ("straight", JumpShape::Straight)];
        let drop =
            [("none", Drop::None), ("anywhere", Drop::Anywhere), ("adjacent", Drop::Adjacent)];
        let result = [("draw", RepetitionResult::Draw), ("count", RepetitionResult::Count)];
        let rules = Rules {
            clone: fields.whole("clone").unwrap_or(usual.clone),
            jump: fields.whole("jump").unwrap_or(usual.jump),
            capture: fields.word("capture", &capture).unwrap_or(usual.capture),
            stuck: fields.word("stuck", &stuck).unwrap_or(usual.stuck),
            jump_shape: fields.word("jump_shape", &shape).unwrap_or(usual.jump_shape),
            drop: fields.word("drop", &drop).unwrap_or(usual.drop),
            quiet_limit: fields.whole("quiet_limit").unwrap_or(usual.quiet_limit),
            repetition: fields.whole("repetition").unwrap_or(usual.repetition),
            repetition_result: fields
                .word("repetition_result", &result)
                .unwrap_or(usual.repetition_result),
            sum: fields.table("sum", Sum::read),
        };
        fields.end().map(|()| rules)
    }
}

/// What a move takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Capture {
    /// Every enemy piece beside the site that was moved to.
    Adjacent,
    /// The enemy piece that a straight jump passes over, and nothing else.
    Jumped,
}

/// What happens to a player who has pieces and no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Stuck {
    /// The player passes.
    Pass,
    /// The other side gets all empty sites, and the game is over. For two
    /// players.
    Fill,
}

/// Where a jump may lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum JumpShape {
    /// To any site at the right distance.
    Any,
    /// Only straight on.
    Straight,
}

/// Where a piece may be put without one of its own near.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Drop {
    /// Nowhere.
    None,
    /// On any empty site.
    Anywhere,
    /// On any empty site beside a piece of whatever side.
    Adjacent,
}

/// How a repetition ends the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// As a draw.
    Draw,
    /// Most pieces wins.
    Count,
}

/// How the computer plays.
#[derive(Debug, Clone, Default, JsonSchema)]
#[schemars(default)]
pub struct Ai {
    /// What a position is worth.
    pub weights: Weights,
    /// How it searches.
    #[schemars(flatten)]
    pub search: Settings,
}

impl Ai {
    /// Other keys belong to the host.
    fn read(table: Table) -> Result<Ai, String> {
        let mut fields = Fields::new(table, &[]);
        let weights = fields.table("weights", Weights::read).unwrap_or_default();
        let search = Settings::take(&mut fields);
        fields.rest().map(|_| Ai { weights, search })
    }
}

boardloom_sdk::weights! {
    /// What a position is worth, in hundredths of a piece.
    // Found by matches: `examples/matches.rs`.
    pub struct Weights {
        /// A piece.
        piece = 100,
        /// An empty site beside a piece.
        growth = 0,
        /// A piece and an empty site beside it.
        open = -8,
        /// A piece and an empty site beside it that an enemy stands beside too.
        exposed = -12,
        /// A neighbour that a piece's site lacks: at the edge, beside walls.
        edge = 4,
        /// The right to move.
        turn = 60,
    }
}

impl Weights {
    /// Tells whether empty sites count.
    #[inline]
    pub(crate) fn looks_around(&self) -> bool {
        self.growth | self.open | self.exposed != 0
    }

    /// Adds what an empty site is worth to each seat, by how many pieces of each
    /// stand beside it.
    #[inline]
    pub(crate) fn hole(&self, beside: &[i32], values: &mut [i32]) {
        let all: i32 = beside.iter().sum();
        for (value, own) in values.iter_mut().zip(beside) {
            if *own > 0 {
                let met = if all > *own { self.exposed } else { 0 };
                *value += self.growth + own * (self.open + met);
            }
        }
    }
}
