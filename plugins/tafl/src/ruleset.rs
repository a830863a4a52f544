//! What a ruleset of the family says.

use boardloom_sdk::fields::{self, Fields, Table, Value, texts};
use boardloom_sdk::search::Settings;
use boardloom_sdk::topology::Board;
use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error};

use crate::by_man::{ByMan, Hostile, Passing, Reenter, Stop, read_jumps, read_speed};
use crate::weights::Weights;

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, JsonSchema)]
pub struct Ruleset {
    /// Where it is played. The regions `throne`, `corners` and `camps` hold the
    /// special squares.
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

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ruleset::read(fields::table(from)?).map_err(D::Error::custom)
    }
}

impl Ruleset {
    /// Reads a ruleset by hand: derived, that would weigh forty kilobytes.
    ///
    /// # Errors
    /// The first key that does not fit the type.
    pub fn read(table: Table) -> Result<Ruleset, String> {
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

/// What stands on the board at the start.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Setup {
    /// The board as rows from the top: `t` attackers, `T` defenders, `K` the king,
    /// `c` and `C` commanders, `n` and `N` knights, `m` and `M` mercenaries, `g` and
    /// `G` guards, digits for empty sites.
    pub rows: Vec<String>,
}

impl Setup {
    fn read(table: Table) -> Result<Setup, String> {
        let mut fields = Fields::new(table, &["rows"]);
        let rows = fields.read("rows", "expected a list of texts", texts).unwrap_or_default();
        fields.end().map(|()| Setup { rows })
    }
}

/// How it is played.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(deny_unknown_fields, default)]
pub struct Rules {
    /// Who moves first.
    pub first: Side,
    /// Where the king wins.
    pub escape: Escape,
    /// Who may stop on special squares.
    pub stop: Stop,
    /// Who may pass over empty special squares.
    pub passing: Passing,
    /// Who may come back to special squares from outside: onto the throne, or a
    /// corner, or into a camp. Within one and the same camp everybody may move.
    pub reenter: Reenter,
    /// Whom special squares and the edge help to take, as an enemy piece would.
    pub hostile: Hostile,
    /// What the king can do in captures.
    pub king_weapon: Weapon,
    /// How the king is taken, by where he stands.
    pub king_capture: KingCapture,
    /// The most squares of a move, by piece; without a number as far as the way is
    /// clear.
    pub speed: ByMan<u8>,
    /// Which pieces may jump over an enemy man beside them to the empty square
    /// beyond.
    pub jumps: ByMan<Jump>,
    /// Whether rows along the edge are taken together, and which.
    pub shieldwall: Option<Shieldwall>,
    /// Whether a king who touches the edge within an unbreakable ring of his own
    /// wins.
    pub exit_fort: bool,
    /// Whether the attackers win by closing a ring around all defenders.
    pub encircle: Encircle,
    /// Whether a man beside the king on his throne is taken against it when
    /// attackers hold the other three sides.
    pub linnaean: bool,
    /// What happens when a position occurs again.
    pub repetition: Repetition,
    /// What happens to a side that cannot move.
    pub no_moves: NoMoves,
    /// Plies without a capture after which the game is a draw; without a number
    /// never.
    #[schemars(range(min = 1, max = 10000))]
    pub capture_draw: Option<u16>,
    /// Plies after which the game is a draw in any case; without a number never.
    #[schemars(range(min = 1, max = 10000))]
    pub turn_limit: Option<u16>,
    /// Whether a piece that took something goes on.
    pub berserk: Berserk,
    /// What happens when neither side can win any more: too few attackers to take
    /// the king anywhere, and no way for him to where he wins.
    pub unwinnable: Unwinnable,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            first: Side::Attackers,
            escape: Escape::Corner,
            stop: Stop::default(),
            passing: Passing::default(),
            reenter: Reenter::default(),
            hostile: Hostile::default(),
            king_weapon: Weapon::Both,
            king_capture: KingCapture::default(),
            speed: ByMan::default(),
            jumps: ByMan::default(),
            shieldwall: None,
            exit_fort: false,
            encircle: Encircle::None,
            linnaean: false,
            repetition: Repetition::default(),
            no_moves: NoMoves::Loss,
            capture_draw: None,
            turn_limit: None,
            berserk: Berserk::None,
            unwinnable: Unwinnable::Ignore,
        }
    }
}

impl Rules {
    fn read(table: Table) -> Result<Rules, String> {
        let (mut fields, usual) = (Fields::new(table, &[]), Rules::default());
        let encircle =
            [("none", Encircle::None), ("pockets", Encircle::Pockets), ("ring", Encircle::Ring)];
        let berserk = [("none", Berserk::None), ("must", Berserk::Must), ("may", Berserk::May)];
        let no_moves = [("loss", NoMoves::Loss), ("draw", NoMoves::Draw)];
        let weapon = [
            ("both", Weapon::Both),
            ("hammer", Weapon::Hammer),
            ("anvil", Weapon::Anvil),
            ("none", Weapon::None),
        ];
        let unwinnable = [
            ("ignore", Unwinnable::Ignore),
            ("notice", Unwinnable::Notice),
            ("draw", Unwinnable::Draw),
        ];
        let escape = "expected `corner`, `edge` or sites";
        let rules = Rules {
            first: fields.word("first", &SIDES).unwrap_or(usual.first),
            escape: fields.read("escape", escape, Escape::read).unwrap_or(usual.escape),
            stop: fields.table("stop", Stop::read).unwrap_or(usual.stop),
            passing: fields.table("passing", Passing::read).unwrap_or(usual.passing),
            reenter: fields.table("reenter", Reenter::read).unwrap_or(usual.reenter),
            hostile: fields.table("hostile", Hostile::read).unwrap_or(usual.hostile),
            king_weapon: fields.word("king_weapon", &weapon).unwrap_or(usual.king_weapon),
            king_capture: fields
                .table("king_capture", KingCapture::read)
                .unwrap_or(usual.king_capture),
            speed: fields.table("speed", read_speed).unwrap_or_default(),
            jumps: fields.table("jumps", read_jumps).unwrap_or_default(),
            shieldwall: fields.table("shieldwall", Shieldwall::read),
            exit_fort: fields.flag("exit_fort").unwrap_or(usual.exit_fort),
            encircle: fields.word("encircle", &encircle).unwrap_or(usual.encircle),
            linnaean: fields.flag("linnaean").unwrap_or(usual.linnaean),
            repetition: fields.table("repetition", Repetition::read).unwrap_or(usual.repetition),
            no_moves: fields.word("no_moves", &no_moves).unwrap_or(usual.no_moves),
            capture_draw: fields.whole("capture_draw"),
            turn_limit: fields.whole("turn_limit"),
            berserk: fields.word("berserk", &berserk).unwrap_or(usual.berserk),
            unwinnable: fields.word("unwinnable", &unwinnable).unwrap_or(usual.unwinnable),
        };
        fields.end().map(|()| rules)
    }
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Side {
    /// Those around the board: the first player of the ruleset.
    Attackers,
    /// The king and his men: the second player.
    Defenders,
}

const SIDES: [(&str, Side); 2] = [("attackers", Side::Attackers), ("defenders", Side::Defenders)];

/// Where the king wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Escape {
    /// On a corner: the region `corners`.
    Corner,
    /// Anywhere along the edge: the region `edges`.
    Edge,
    /// On these sites.
    Sites(Vec<String>),
}

impl Escape {
    fn read(value: &Value) -> Option<Escape> {
        match value.as_str() {
            Some("corner") => Some(Escape::Corner),
            Some("edge") => Some(Escape::Edge),
            Some(_) => None,
            None => texts(value).map(Escape::Sites),
        }
    }
}

// Written by hand: a word or a list.
impl JsonSchema for Escape {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Escape".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "anyOf": [
                { "const": "corner", "description": "On a corner: the region `corners`." },
                { "const": "edge", "description": "Anywhere along the edge." },
                {
                    "type": "array",
                    "items": { "type": "string" },
                    "minItems": 1,
                    "description": "On these sites: labels, names of regions, lines and distances."
                }
            ]
        })
    }
}

/// What the king can do in captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Weapon {
    /// Close a capture by moving, and be the far side of one.
    Both,
    /// Close a capture by moving.
    Hammer,
    /// Be the far side of a capture that another closes.
    Anvil,
    /// Nothing.
    None,
}

/// How the king is taken, by where he stands: the first that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields, default)]
pub struct KingCapture {
    /// On the throne.
    pub throne: Capture,
    /// On a square beside the throne.
    pub beside: Capture,
    /// At the edge.
    pub edge: Capture,
    /// Anywhere else.
    pub other: Capture,
}

impl Default for KingCapture {
    fn default() -> Self {
        let surround = Capture::Surround;
        KingCapture { throne: surround, beside: surround, edge: surround, other: surround }
    }
}

impl KingCapture {
    fn read(table: Table) -> Result<KingCapture, String> {
        let words = [
            ("surround", Capture::Surround),
            ("pair", Capture::Pair),
            ("men", Capture::Men),
            ("safe", Capture::Safe),
        ];
        let mut fields = Fields::new(table, &[]);
        let mut by = |key| fields.word(key, &words).unwrap_or(Capture::Surround);
        let [throne, beside, edge, other] = ["throne", "beside", "edge", "other"].map(&mut by);
        fields.end().map(|()| KingCapture { throne, beside, edge, other })
    }
}

/// How the king is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Capture {
    /// By attackers or what is hostile to him on all sides.
    Surround,
    /// Like a man, between two.
    Pair,
    /// By attackers on all sides that are squares of the board; what is hostile is
    /// no attacker.
    Men,
    /// Not at all.
    Safe,
}

/// How a piece jumps over an enemy man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Jump {
    /// Over him, and no more.
    Plain,
    /// And takes him.
    Capture,
    /// Over him, from the throne or a corner or onto one.
    Special,
}

/// Rows along the edge that are taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields, default)]
pub struct Shieldwall {
    /// Whether a corner may stand in for the piece at one end of the row.
    pub corners: bool,
    /// The fewest pieces in a row.
    #[schemars(range(min = 1, max = 19))]
    pub min: u8,
    /// Which move closes it.
    pub trigger: Trigger,
    /// Whether a king in the row is taken with it; else he stays, and the others
    /// go.
    pub king: bool,
}

impl Default for Shieldwall {
    fn default() -> Self {
        Shieldwall { corners: true, min: 2, trigger: Trigger::Flank, king: false }
    }
}

impl Shieldwall {
    fn read(table: Table) -> Result<Shieldwall, String> {
        let (mut fields, usual) = (Fields::new(table, &[]), Shieldwall::default());
        let trigger = [("flank", Trigger::Flank), ("any", Trigger::Any)];
        let wall = Shieldwall {
            corners: fields.flag("corners").unwrap_or(usual.corners),
            min: fields.whole("min").unwrap_or(usual.min),
            trigger: fields.word("trigger", &trigger).unwrap_or(usual.trigger),
            king: fields.flag("king").unwrap_or(usual.king),
        };
        fields.end().map(|()| wall)
    }
}

/// Which move closes a shieldwall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Trigger {
    /// One to an end of the row.
    Flank,
    /// One to an end of the row or in front of it.
    Any,
}

/// Whether a ring around the defenders wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Encircle {
    /// It does not.
    None,
    /// When no defender can reach the edge, however many pockets they are in.
    Pockets,
    /// When all defenders are in one region with the king that does not touch the
    /// edge.
    Ring,
}

/// What happens when a position occurs again with the same side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields, default)]
pub struct Repetition {
    /// At which occurrence.
    #[schemars(range(min = 2, max = 100))]
    pub count: u8,
    /// What happens.
    pub result: Again,
    /// With `illegal`: the side that may not do it; without it neither may.
    pub side: Option<Side>,
}

impl Default for Repetition {
    fn default() -> Self {
        Repetition { count: 3, result: Again::Draw, side: None }
    }
}

impl Repetition {
    fn read(table: Table) -> Result<Repetition, String> {
        let (mut fields, usual) = (Fields::new(table, &[]), Repetition::default());
        let result = [
            ("ignore", Again::Ignore),
            ("draw", Again::Draw),
            ("mover", Again::Mover),
            ("opponent", Again::Opponent),
            ("attackers", Again::Attackers),
            ("defenders", Again::Defenders),
            ("illegal", Again::Illegal),
        ];
        let repetition = Repetition {
            count: fields.whole("count").unwrap_or(usual.count),
            result: fields.word("result", &result).unwrap_or(usual.result),
            side: fields.word("side", &SIDES),
        };
        fields.end().map(|()| repetition)
    }
}

/// What a repetition does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Again {
    /// Nothing.
    Ignore,
    /// The game is a draw.
    Draw,
    /// Whoever moved into it loses.
    Mover,
    /// Whoever moved into it wins.
    Opponent,
    /// The attackers lose.
    Attackers,
    /// The defenders lose.
    Defenders,
    /// Such a move is not legal.
    Illegal,
}

/// What happens to a side that cannot move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum NoMoves {
    /// It loses.
    Loss,
    /// The game is a draw.
    Draw,
}

/// Whether a piece that took something goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Berserk {
    /// It does not.
    None,
    /// It has to, as long as it takes something, or the king reaches where he wins.
    Must,
    /// It may, or the turn is ended with the move `end`.
    May,
}

/// What happens when neither side can win any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Unwinnable {
    /// Nothing.
    Ignore,
    /// The players are told.
    Notice,
    /// The game is a draw.
    Draw,
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
