//! What a ruleset says.

use std::borrow::Cow;

use boardloom_sdk::fields::{self, Fields, Table, Value};
use boardloom_sdk::search::Settings;
use boardloom_sdk::topology::Board;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// Where it is played: `subdivision` or `quadtree`.
    pub board: Board,
    /// How it is played.
    #[serde(default)]
    pub rules: Rules,
    /// How the computer plays.
    #[serde(default)]
    pub ai: Ai,
}

/// How it is played.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Who moves first.
    pub first: First,
    /// How and by whom cells are divided.
    pub subdivide: Subdivide,
    /// What completed cells are worth.
    pub score: Score,
    /// When the game is over.
    pub end: End,
}

/// Who moves first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The first player of the ruleset.
    #[default]
    Black,
    /// The second player of the ruleset.
    White,
}

/// How and by whom cells are divided.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Subdivide {
    /// Where the piece goes after a division.
    pub on: On,
    /// Who may divide.
    pub who: Who,
    /// The level from which on cells are not divided: the whole board is 0.
    #[schemars(range(max = 126))]
    pub max_depth: u16,
    /// What the right to divide has to be won by as well, once in a turn.
    pub chance: Chance,
}

impl Default for Subdivide {
    fn default() -> Self {
        Subdivide { on: On::New, who: Who::Behind, max_depth: 3, chance: Chance::None }
    }
}

/// Where the piece goes after a division.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// On the new vertex in the middle of the cell. Only squares have one.
    Centre,
    /// On any vertex that the division created.
    #[default]
    New,
    /// On any empty vertex of the board.
    Any,
}

/// Who may divide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The side with fewer points; at a tie nobody.
    #[default]
    Behind,
    /// The side that has at least so many points fewer; with 0 also at a tie.
    BehindBy(u32),
    /// Everybody, at any time.
    Always,
    /// Nobody.
    Never,
}

/// What the right to divide has to be won by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Chance {
    /// Nothing: whoever may divide divides.
    #[default]
    None,
    /// A roll of a die.
    Die {
        /// How many faces it has, from 1 on.
        faces: u8,
        /// The lowest face that wins the right.
        least: u8,
    },
    /// A card from a pack that both players draw from. What was drawn lies aside
    /// until the pack is used up; then all cards are shuffled again.
    Pack(Pack),
}

/// How many cards of each kind there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pack {
    /// Cards that win the right to divide.
    pub divide: u16,
    /// Cards that do not.
    pub place: u16,
}

/// The most cards of a pack, and the most faces of a die.
const CARDS: usize = 1000;
const FACES: u8 = 100;

/// Reads whether a card wins the right to divide.
fn card(value: &Value) -> Option<bool> {
    fields::word(value, &[("divide", true), ("place", false)])
}

impl Chance {
    fn read(value: Value) -> Result<Chance, String> {
        let table = match value {
            Value::String(word) if word == "none" => return Ok(Chance::None),
            Value::Object(table) => table,
            _ => return Err("expected `none`, a die or a pack of cards".to_owned()),
        };
        let cards = table.contains_key("draw");
        let mut fields = Fields::new(table, if cards { &["draw"] } else { &["die", "at_least"] });
        let chance = if cards {
            let cards = |value: &Value| fields::list(value, card);
            let cards = fields.read("draw", "expected cards, `divide` or `place`", cards);
            let cards = cards.unwrap_or_default();
            let divide = cards.iter().filter(|card| **card).count() as u16;
            Chance::Pack(Pack { divide, place: cards.len() as u16 - divide })
        } else {
            Chance::Die {
                faces: fields.whole("die").unwrap_or(0),
                least: fields.whole("at_least").unwrap_or(0),
            }
        };
        fields.end().map(|()| chance)
    }
}

// Written by hand: derived, a choice of three forms would bring the machinery that
// keeps values whose type is not yet known.

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Chance::read(Value::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl JsonSchema for Chance {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Chance".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "const": "none", "description": "Nothing: whoever may divide divides." },
                {
                    "type": "object",
                    "description": "A roll of a die.",
                    "properties": {
                        "die": {
                            "description": "How many faces the die has, from 1 on.",
                            "type": "integer", "minimum": 2, "maximum": FACES
                        },
                        "at_least": {
                            "description": "The lowest face that wins the right to divide.",
                            "type": "integer", "minimum": 1, "maximum": FACES
                        }
                    },
                    "required": ["die", "at_least"],
                    "additionalProperties": false
                },
                {
                    "type": "object",
                    "description": "A card from a pack that both players draw from. What was \
                                    drawn lies aside until the pack is used up.",
                    "properties": {
                        "draw": {
                            "description": "The cards: which of them win the right to divide, and \
                                            which only let a piece be placed.",
                            "type": "array",
                            "items": { "enum": ["divide", "place"] },
                            "minItems": 1, "maxItems": CARDS
                        }
                    },
                    "required": ["draw"],
                    "additionalProperties": false
                }
            ]
        })
    }
}

/// What completed cells are worth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Score {
    /// What is counted.
    pub by: By,
}

/// What is counted of a cell whose corners all hold pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// A point for each own piece on its corners.
    #[default]
    Corner,
    /// A point for the side with more pieces on its corners; with as many nobody has
    /// one.
    Majority,
    /// The cell's area, in cells of the smallest size, for the side with more pieces
    /// on its corners. All parts of a cell are as large, and holes count nothing.
    Area,
}

/// When the game is over, beside the board being full.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct End {
    /// What a full board means.
    pub full: Full,
    /// The points that end the game; 0 is never.
    #[schemars(range(max = 1_000_000))]
    pub target: u32,
    /// The lead that ends the game; 0 is never.
    #[schemars(range(max = 1_000_000))]
    pub difference: u32,
}

/// What a full board means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Full {
    /// Every vertex holds a piece.
    #[default]
    Pieces,
    /// That, and the side to move may divide no cell either.
    Moves,
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

impl<'de> Deserialize<'de> for Ai {
    /// Other keys belong to the host.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields = Fields::new(Table::deserialize(from)?, &[]);
        let weights = fields.table("weights", Weights::read).unwrap_or_default();
        let search = Settings::take(&mut fields);
        fields.rest().map_err(D::Error::custom)?;
        Ok(Ai { weights, search })
    }
}

boardloom_sdk::weights! {
    /// What a position is worth, in hundredths of a point.
    pub struct Weights {
        /// A point in hand.
        point = 100,
        /// A point of lead on the corners of a cell that one piece completes.
        one_short = 100,
        /// The same where two pieces are missing.
        two_short = 100,
        /// The same where more are missing.
        open = 100,
        /// The points more that the mover gets where both take the empty vertices in
        /// turn, those first at which the most cells meet.
        tempo = 100,
        /// A piece of lead on the corners of a cell that can be divided.
        whole = 50,
        /// The right to divide a cell now.
        divide = 60,
        /// The right to move.
        turn = 0,
    }
}
