//! What a ruleset of the family says.

use std::borrow::Cow;
use std::fmt;

use boardloom_sdk::search::Settings;
use boardloom_sdk::topology::Board;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, IntoDeserializer, SeqAccess, Visitor};

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// Where it is played.
    pub board: Board,
    /// Who plays.
    #[serde(default)]
    pub setup: Setup,
    /// How it is played.
    pub rules: Rules,
    /// How the computer plays.
    #[serde(default)]
    pub ai: Settings,
}

/// Who plays.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// How many players there are.
    #[schemars(range(min = 2, max = 3))]
    pub seats: u8,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { seats: 2 }
    }
}

/// How it is played.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// What wins: one of them, or a list of which any one wins.
    pub goal: Goals,
    /// Which loops win, with the goal `loop`.
    #[serde(default, rename = "loop")]
    pub loops: Loop,
    /// The regions that each colour joins with the goal `sides`: a list of names
    /// by colour, in the order in which the colours move.
    #[serde(default)]
    pub sides: Vec<Vec<String>>,
    /// The regions that one group has to touch with the goal `regions`.
    #[serde(default)]
    pub regions: Vec<String>,
    /// How many of `regions` one group has to touch; all where it is left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 32))]
    pub needed: Option<u8>,
    /// Parts of the board, each of which is a game of its own for the same stones,
    /// beside the one on the whole board.
    #[serde(default)]
    #[schemars(length(max = 31))]
    pub parts: Vec<Part>,
    /// How many of the games on the board and its parts win; more than half of them
    /// where it is left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 32))]
    pub points: Option<u8>,
    /// Who wins on boards where both colours can reach the goal.
    #[serde(default)]
    pub both: Option<Both>,
    /// What a full board is on which nobody has reached the goal.
    #[serde(default)]
    pub full: Option<Full>,
    /// Whether reaching the goal loses.
    #[serde(default)]
    pub misere: bool,
    /// What makes up for the advantage of the first move. For two players.
    #[serde(default)]
    pub equaliser: Equaliser,
    /// Stones that a player puts in a turn.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    pub stones_per_turn: u16,
    /// Stones of the very first turn; as many as of any other where it is left
    /// out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    pub first_turn_stones: Option<u16>,
}

impl Rules {
    /// Returns the stones of the very first turn.
    pub fn opening(&self) -> u16 {
        self.first_turn_stones.unwrap_or(self.stones_per_turn)
    }

    /// Returns how many of the games on the board and its parts win.
    pub fn points(&self) -> u32 {
        self.points.map_or(self.parts.len() as u32 / 2 + 1, u32::from)
    }

    #[cfg(test)]
    pub(crate) fn joining(sides: Vec<Vec<String>>) -> Self {
        Rules {
            goal: Goals(vec![Goal::Sides]),
            loops: Loop::Any,
            sides,
            regions: Vec::new(),
            needed: None,
            parts: Vec::new(),
            points: None,
            both: None,
            full: None,
            misere: false,
            equaliser: Equaliser::None,
            stones_per_turn: 1,
            first_turn_stones: None,
        }
    }
}

fn one() -> u16 {
    1
}

/// A part of the board with a game of its own, by the goals of the whole.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its sites: labels, regions, `from a1 to g1`.
    pub sites: Vec<String>,
    /// The regions that each colour joins within it.
    #[serde(default)]
    pub sides: Vec<Vec<String>>,
    /// The regions that one group within it has to touch.
    #[serde(default)]
    pub regions: Vec<String>,
    /// How many of them; all where it is left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 32))]
    pub needed: Option<u8>,
}

/// A way to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Close a loop of own stones that crosses joined edges of the board: a closed
    /// path whose class is not zero.
    Loop,
    /// Join the own sides with one group.
    Sides,
    /// Touch enough of the regions with one group.
    Regions,
}

/// Ways to win, each of them enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goals(pub Vec<Goal>);

impl Goals {
    /// Tells whether this is a way to win.
    pub fn has(&self, goal: Goal) -> bool {
        self.0.contains(&goal)
    }
}

// Written by hand: derived, a choice of two forms would bring the machinery that
// keeps values whose type is not yet known.

impl<'de> Deserialize<'de> for Goals {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ReadGoals)
    }
}

struct ReadGoals;

impl<'de> Visitor<'de> for ReadGoals {
    type Value = Goals;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a goal or a list of goals")
    }

    fn visit_str<E: Error>(self, goal: &str) -> Result<Goals, E> {
        Goal::deserialize(goal.into_deserializer()).map(|goal| Goals(vec![goal]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Goals, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Goals)
    }
}

impl JsonSchema for Goals {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Goals".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let goal = generator.subschema_for::<Goal>();
        json_schema!({
            "anyOf": [goal, { "type": "array", "items": goal, "minItems": 1, "uniqueItems": true }]
        })
    }
}

/// Which loops win, told by class: the joined edges that a loop crosses an odd
/// number of times, one bit each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Loop {
    /// All but those of class zero.
    #[default]
    Any,
    /// Those of these classes.
    Classes(Vec<u8>),
}

impl<'de> Deserialize<'de> for Loop {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ReadLoop)
    }
}

struct ReadLoop;

impl<'de> Visitor<'de> for ReadLoop {
    type Value = Loop;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`any` or a list of classes")
    }

    fn visit_str<E: Error>(self, any: &str) -> Result<Loop, E> {
        if any == "any" { Ok(Loop::Any) } else { Err(E::unknown_variant(any, &["any"])) }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Loop, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Loop::Classes)
    }
}

impl JsonSchema for Loop {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Loop".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let class = json_schema!({ "type": "integer", "minimum": 1, "maximum": 255 });
        json_schema!({
            "anyOf": [
                { "const": "any", "description": "All loops but those of class zero." },
                { "type": "array", "items": class, "minItems": 1, "uniqueItems": true }
            ]
        })
    }
}

/// Who wins on boards where both colours can reach the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Both {
    /// Whoever reaches it first: a stone can only ever make its own colour win.
    Mover,
}

/// What a full board is on which nobody has reached the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Full {
    /// A draw.
    Draw,
}

/// What makes up for the advantage of the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Equaliser {
    /// Nothing.
    #[default]
    None,
    /// After the first turn the second player may exchange seats: the stones and
    /// the colour of the first player become the second's.
    SwapSeats,
    /// After the first turn the second player may turn the stones that stand to
    /// the own colour, mirrored where a mirror of the board exchanges the sides.
    SwapStones,
    /// One player puts so many stones, first colour and second by turns; the
    /// other picks a colour, and the next colour moves.
    CutAndChoose(#[schemars(range(min = 1, max = 3))] u8),
}
