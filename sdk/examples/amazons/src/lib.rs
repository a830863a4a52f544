//! Amazons (Walter Zamkauskas, 1988): move a queen, then shoot an arrow from where it stands.
//!
//! An example of a move of several steps: its path has three sites, and `partway` shows the queen
//! where it stands while the arrow is to be shot.

use boardloom_sdk::search::Ai;
use boardloom_sdk::topology::{Adjacency, Board, Topology};
use boardloom_sdk::{
    About, Bits, Diagnostic, Game, Message, NO_COLOR, OpenedGame, PartialMove, Piece, PieceKind,
    Plugin, Ranks, Seat, Site, Status, diagnostic,
};
use schemars::JsonSchema;
use serde::Deserialize;

boardloom_sdk::weights! {
    /// The value of a position, in hundredths of a move.
    pub struct Weights {
        /// A square that a queen reaches in one move.
        reach = 100,
        /// The right to move.
        turn = 100,
    }
}

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// The board.
    pub board: Board,
    /// The queens at the start.
    pub setup: Setup,
    /// The search and the weights of its evaluation.
    #[serde(default)]
    pub ai: Ai<Weights>,
}

/// The queens at the start: labels of sites or names of regions.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Queens of the first player.
    pub white: Vec<String>,
    /// Queens of the second player.
    pub black: Vec<String>,
}

/// A queen's move and the arrow that it shoots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    from: Site,
    to: Site,
    arrow: Site,
}

/// What stands on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Occupant {
    Queen(Seat),
    Arrow,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    sites: Vec<Option<Occupant>>,
    mover: Seat,
}

impl Position {
    fn queens(&self, by: Seat) -> impl Iterator<Item = Site> {
        let own = move |(site, on): (usize, &Option<Occupant>)| {
            (*on == Some(Occupant::Queen(by))).then_some(site as Site)
        };
        self.sites.iter().enumerate().filter_map(own)
    }
}

/// The most sites of a board: two words of 64 bits.
const MOST_SITES: u32 = 128;
/// A set of sites.
type Sites = Bits<2>;

/// An open ruleset.
pub struct Amazons {
    topology: Topology,
    /// The straight lines that leave each site.
    rays: Vec<Vec<Vec<Site>>>,
    start: Vec<Option<Occupant>>,
    weights: Weights,
}

impl Amazons {
    /// Returns the sites that a queen or an arrow reaches from a site; `left` counts as empty. On a
    /// torus two lines may lead to one site, so this is a set.
    fn reach(&self, position: &Position, from: Site, left: Site) -> Sites {
        let is_free = |site: &Site| *site == left || position.sites[*site as usize].is_none();
        let mut reached = Sites::EMPTY;
        for ray in &self.rays[from as usize] {
            reached |= ray.iter().copied().take_while(is_free).collect();
        }
        reached
    }
}

impl Game for Amazons {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        let kinds = vec![
            PieceKind { shape: "king".into(), ..PieceKind::new("queen", &["W", "B"]) },
            PieceKind { shape: "disc".into(), ..PieceKind::new("arrow", &["x"]) },
        ];
        // Every move burns a square.
        let bound = Some(self.topology.open_sites().count() as u32);
        About { unit: Message::new("unit.move", "move"), bound, ..About::new(2, kinds) }
    }

    fn topology(&self) -> Option<&Topology> {
        Some(&self.topology)
    }

    fn start(&self) -> Position {
        Position { sites: self.start.clone(), mover: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        let mover = position.mover;
        let can_move = |from| !self.reach(position, from, from).is_empty();
        Status::turn_unless(!position.queens(mover).any(can_move), mover)
    }

    fn legal_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        for from in position.queens(by) {
            for to in self.reach(position, from, from).iter() {
                let arrows = self.reach(position, to, from);
                out.extend(arrows.iter().map(|arrow| Move { from, to, arrow }));
            }
        }
    }

    fn count_moves(&self, position: &Position, by: Seat) -> u64 {
        let mut count = 0;
        for from in position.queens(by) {
            for to in self.reach(position, from, from).iter() {
                count += u64::from(self.reach(position, to, from).len());
            }
        }
        count
    }

    fn play(&self, position: &mut Position, by: Seat, Move { from, to, arrow }: Move) {
        position.sites[from as usize] = None;
        position.sites[to as usize] = Some(Occupant::Queen(by));
        position.sites[arrow as usize] = Some(Occupant::Arrow);
        position.mover = 1 - by;
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::win(2, 1 - position.mover)
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.blocked", "no queen can move")
    }

    fn notation(&self, _: &Position, _: Seat, mv: Move) -> String {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|site| self.topology.label(site));
        format!("{from}-{to}/{arrow}")
    }

    fn paths(&self, _: &Position, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        out.push(vec![mv.from, mv.to, mv.arrow]);
    }

    fn partway(&self, position: &Position, by: Seat, path: &[Site]) -> Option<PartialMove> {
        let &[from, to] = path else { return None };
        let queen = self.piece(position, from).filter(|queen| queen.color == by)?;
        let prompt = Message::new("prompt.arrow", "shoot an arrow from there");
        Some(PartialMove::new([(from, None), (to, Some(queen))]).with_prompt(prompt))
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        Some(match position.sites[site as usize]? {
            Occupant::Queen(seat) => Piece::new(0, seat),
            Occupant::Arrow => Piece::new(1, NO_COLOR),
        })
    }

    fn set_up(&self, pieces: &[Option<Piece>], mover: Seat) -> Result<Position, Message> {
        let occupant = |piece: &Piece| match piece.kind {
            0 => Occupant::Queen(piece.color),
            _ => Occupant::Arrow,
        };
        let sites = pieces.iter().map(|piece| piece.as_ref().map(occupant)).collect();
        Ok(Position { sites, mover })
    }

    fn mover(&self, position: &Position) -> Option<Seat> {
        Some(position.mover)
    }

    fn evaluate(&self, position: &Position, values: &mut [i32]) -> bool {
        let reach = |by| {
            let queens = position.queens(by);
            queens.map(|from| self.reach(position, from, from).len() as i32).sum::<i32>()
        };
        let turn = if position.mover == 0 { self.weights.turn } else { -self.weights.turn };
        let lead = self.weights.reach * (reach(0) - reach(1)) + turn;
        values.copy_from_slice(&[lead, -lead]);
        true
    }

    fn explain(&self) -> Vec<Message> {
        vec![
            Message::new(
                "rules.move",
                "Move a queen any distance in a straight line, then shoot an arrow from where it \
                 stands, again any distance in a straight line. The square that the arrow hits \
                 stays closed. Queens and arrows pass neither queens nor arrows.",
            ),
            Message::new("rules.end", "A player who cannot move loses."),
        ]
    }
}

/// The plugin.
pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<OpenedGame, Vec<Diagnostic>> {
        let topology = ruleset.board.topology(Adjacency::King)?;
        topology.limit_sites(MOST_SITES)?;
        let Setup { white, black } = &ruleset.setup;
        let lists = topology.setup("setup", [("white", &white[..]), ("black", black)])?;
        let mut start = vec![None; topology.sites() as usize];
        for (seat, sites) in (0..).zip(&lists) {
            sites.iter().for_each(|site| start[*site as usize] = Some(Occupant::Queen(seat)));
        }
        if lists[0].is_empty() {
            let what = "White, who moves first, has no queen";
            return Err(vec![diagnostic::at(["setup", "white"], "setup.none", what)]);
        }
        let rays = topology.open_rays();
        Ok(OpenedGame::game(Amazons { rays, start, weights: ruleset.ai.weights, topology }))
    }
}

boardloom_sdk::export!(Family);
