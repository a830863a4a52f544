//! An opened ruleset: everything that does not depend on how positions are stored.

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{About, Diagnostic, Message, Piece, PieceKind, Seat, Site, diagnostic};

use crate::game::End;
use crate::lints::lints;
use crate::moves::{ChanceMove, Move, Sum};
use crate::ruleset::{RandomWalls, Ruleset};
use crate::setup;
use crate::store::Content;
use crate::text::{PASS, SEAT_LETTERS, WALL_PREFIX, separator};

/// A ruleset and its board.
pub(crate) struct Context {
    pub topology: Topology,
    pub ruleset: Ruleset,
    /// The opposite site of each, if walls are drawn in pairs.
    pub opposite: Vec<Site>,
    /// Between the two labels of a jump.
    pub separator: &'static str,
    pub warnings: Vec<Diagnostic>,
}

impl Context {
    /// Checks a ruleset, and returns it with the contents of each site at the start.
    pub fn open(
        ruleset: Ruleset,
        topology: Topology,
    ) -> Result<(Context, Vec<Content>), Vec<Diagnostic>> {
        let contents = setup::start(&ruleset, &topology)?;
        let mut context = Context {
            opposite: Vec::new(),
            separator: separator(&topology),
            warnings: [topology.warnings(), &lints(&ruleset, &contents)].concat(),
            topology,
            ruleset,
        };
        if context.random_walls().is_some_and(|walls| walls.symmetric) {
            context.opposite = setup::opposite_sites(&context.topology);
        }
        Ok((context, contents))
    }

    pub fn seats(&self) -> u8 {
        self.ruleset.setup.seats
    }

    /// Returns the rule for walls before the first move, if any are drawn.
    pub fn random_walls(&self) -> Option<RandomWalls> {
        self.ruleset.setup.random_walls.filter(|walls| walls.max > 0)
    }

    /// Returns the site that gets a wall together with this one; itself for single walls.
    pub fn twin(&self, site: Site) -> Site {
        self.opposite.get(site as usize).copied().unwrap_or(site)
    }

    pub fn distinct_sites(&self) -> impl Iterator<Item = Site> {
        (0..self.topology.sites()).filter(|site| self.twin(*site) >= *site)
    }

    pub fn warn_over_at_start(&mut self) {
        // On a board without a step the board's own warning tells the cause.
        if (0..self.topology.sites()).all(|site| self.topology.adjacent(site).is_empty()) {
            return;
        }
        let what = "the game is over before the first move";
        let warning = diagnostic::at(["setup"], "setup.over", what)
            .hint("give two sides pieces that can move")
            .warning();
        self.warnings.push(warning);
    }

    pub fn about(&self) -> About {
        About {
            seats: self.seats(),
            kinds: vec![PieceKind {
                name: Message::new("kind.disc", "piece"),
                letters: SEAT_LETTERS.map(String::from).to_vec(),
                ..PieceKind::new("disc", &[])
            }],
            unit: Message::new("unit.piece", "piece"),
            ..About::default()
        }
        .with_draws(true)
    }

    pub fn notation(&self, mv: Move) -> String {
        let label = |site: Site| self.topology.label(site);
        match mv {
            Move::Clone(to) => label(to).to_owned(),
            Move::Jump(from, to) => [label(from), self.separator, label(to)].concat(),
            Move::Pass => PASS.to_owned(),
            Move::Chance(ChanceMove::Wall(site)) => format!("{WALL_PREFIX}{}", label(site)),
            Move::Chance(ChanceMove::NoWall) => format!("{WALL_PREFIX}none"),
            Move::Chance(ChanceMove::Sum(Sum { a, b })) => format!("sum-{a}+{b}"),
            Move::Answer { answer, .. } => {
                format!("{}={answer}", self.notation(mv.without_answer()))
            }
        }
    }

    /// Describes a move; `sum` is the one that an answer solves.
    pub fn describe(&self, mv: Move, sum: Option<Sum>) -> Message {
        let label = |site: Site| self.topology.label(site);
        match mv {
            Move::Clone(to) => Message::new("move", label(to)),
            Move::Jump(from, to) => Message::new("move", [label(from), "-", label(to)].concat()),
            Move::Pass => Message::new("move.pass", "pass"),
            // Right and wrong answers read alike: a list of moves must not give them away.
            Move::Answer { answer, .. } => Message::new("move.answer", "{move} ({sum} = {answer})")
                .with("move", self.describe(mv.without_answer(), None))
                .with("sum", sum.map_or_else(String::new, |Sum { a, b }| format!("{a} + {b}")))
                .with("answer", answer),
            Move::Chance(ChanceMove::Wall(site)) if self.twin(site) != site => {
                let message = Message::new("move.walls", "{a} and {b} blocked");
                message.with("a", label(site)).with("b", label(self.twin(site)))
            }
            Move::Chance(ChanceMove::Wall(site)) => {
                Message::new("move.wall", "{a} blocked").with("a", label(site))
            }
            Move::Chance(ChanceMove::NoWall) => {
                Message::new("move.no-wall", "nothing else blocked")
            }
            Move::Chance(ChanceMove::Sum(Sum { a, b })) => {
                Message::new("move.sum", "{a} + {b}").with("a", a).with("b", b)
            }
        }
    }

    pub fn reason(&self, end: Option<End>, quiet: u16, has_pieces: impl Fn(u8) -> bool) -> Message {
        match end {
            Some(End::OneSideLeft) => self.one_side_left(has_pieces),
            Some(End::BoardFull) => Message::new("over.full", "the board is full"),
            Some(End::NoMoves) => Message::new("over.stuck", "no player can move"),
            Some(End::Filled) => Message::new(
                "over.filled",
                "the player to move has no move: the other side gets all empty sites",
            ),
            Some(End::QuietLimit) => {
                Message::new("over.quiet", "{moves} moves without a new piece").with("moves", quiet)
            }
            None => Message::new("over.not", "the game is not over"),
        }
    }

    /// The reason of [`End::OneSideLeft`].
    fn one_side_left(&self, has_pieces: impl Fn(u8) -> bool) -> Message {
        let (with, without): (Vec<Seat>, Vec<Seat>) =
            (0..self.ruleset.setup.seats).partition(|seat| has_pieces(*seat));
        let name = |seat: &Seat| self.ruleset.players.name(*seat);
        match (&with[..], &without[..]) {
            ([_], [loser]) => Message::new("over.alone", "{player} has no pieces left")
                .with("player", name(loser)),
            ([winner], _) => Message::new("over.alone", "only {player} has pieces left")
                .with("player", name(winner)),
            // The others were removed: their pieces stay.
            _ => Message::new("over.alone", "only one player is left"),
        }
    }

    pub fn facts(&self, quiet: u16) -> Vec<Message> {
        let limit = self.ruleset.rules.quiet_limit;
        if limit == 0 || quiet < 10 {
            return Vec::new();
        }
        let fact = Message::new("fact.quiet", "{quiet} of {limit} moves without a new piece");
        vec![fact.with("quiet", quiet).with("limit", limit)]
    }
}

pub(crate) fn piece_of(seat: Seat) -> Piece {
    Piece::new(0, seat)
}
