//! The rules.

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, Bits, Diagnostic, Game, Message, Piece, PieceKind, Ranks, Seat, SeatState, Site, Status,
    TargetKind, diagnostic,
};

use crate::{Ruleset, Setup};

/// An open ruleset. It holds everything that can be computed once, so that positions stay small.
pub struct Reversi<const W: usize> {
    pub(crate) topology: Topology,
    misere: bool,
    /// For every site the straight lines that leave it, nearest site first.
    rays: Vec<Vec<Vec<Site>>>,
    /// The sites that are not blocked.
    open: Bits<W>,
    /// The discs at the start.
    first: [Bits<W>; 2],
}

/// A position: the discs, and values derived from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    /// The discs of the two seats.
    pub discs: [Bits<W>; 2],
    /// The seat to move.
    pub mover: Seat,
    /// The sites on which the mover may put a disc, kept because status and moves need them.
    pub targets: Bits<W>,
    /// Whether neither seat can put a disc anywhere.
    pub over: bool,
}

/// A disc on a site, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Puts a disc there.
    Put(Site),
    /// Does nothing; legal only if no disc can be put.
    Pass,
}

impl<const W: usize> Reversi<W> {
    /// Opens a ruleset.
    pub fn open(ruleset: &Ruleset, topology: Topology) -> Result<Self, Vec<Diagnostic>> {
        // On a torus rays cross the edges; the code below is the same.
        let mut rays = topology.open_rays();
        // A disc is turned between two others, so shorter rays turn nothing.
        rays.iter_mut().for_each(|rays| rays.retain(|ray| ray.len() > 1));
        Ok(Reversi {
            rays,
            open: topology.open_sites().collect(),
            first: setup(&ruleset.setup, &topology)?,
            misere: ruleset.rules.misere,
            topology,
        })
    }

    /// Returns the position with these discs.
    pub(crate) fn position(&self, discs: [Bits<W>; 2], mover: Seat) -> Position<W> {
        let targets = self.targets(&discs, mover);
        let over = targets.is_empty() && self.targets(&discs, 1 - mover).is_empty();
        Position { discs, mover, targets, over }
    }

    /// Returns the sites on which a seat may put a disc.
    fn targets(&self, discs: &[Bits<W>; 2], mover: Seat) -> Bits<W> {
        let empty = self.open.without(&(discs[0] | discs[1]));
        empty.iter().filter(|site| !self.turned(discs, mover, *site).is_empty()).collect()
    }

    /// Returns the discs that turn when a seat puts one on an empty site: along each ray the
    /// opponent's discs up to the first own disc, if there is one.
    fn turned(&self, discs: &[Bits<W>; 2], mover: Seat, site: Site) -> Bits<W> {
        let (own, other) = (&discs[usize::from(mover)], &discs[usize::from(1 - mover)]);
        let mut turned = Bits::EMPTY;
        for ray in &self.rays[site as usize] {
            let enemies = ray.iter().take_while(|at| other.has(**at)).count();
            if enemies > 0 && ray.get(enemies).is_some_and(|at| own.has(*at)) {
                turned |= ray[..enemies].iter().copied().collect();
            }
        }
        turned
    }
}

/// Returns the discs at the start.
fn setup<const W: usize>(
    setup: &Setup,
    topology: &Topology,
) -> Result<[Bits<W>; 2], Vec<Diagnostic>> {
    let lists = [("x", &setup.x[..]), ("o", &setup.o)];
    let mut discs = topology.setup("setup", lists)?;
    if discs.iter().all(Vec::is_empty) {
        let [a, b, c, d] = topology.regions()["center"][..] else {
            let what = "this board has no middle of four sites";
            let hint = "name the first discs under [setup]: x = [\"d5\", \"e4\"]";
            return Err(diagnostic::at(["board"], "setup.middle", what).hint(hint).into());
        };
        discs = [vec![a, d], vec![b, c]];
    }
    Ok(discs.map(|discs| discs.into_iter().collect()))
}

impl<const W: usize> Game for Reversi<W> {
    type Position = Position<W>;
    type Move = Move;

    fn about(&self) -> About {
        // A disc on every open site, and never two passes in a row.
        let bound = Some(2 * self.open.len());
        let unit = Message::new("unit.disc", "disc");
        About { unit, bound, ..About::new(2, vec![PieceKind::new("disc", &["x", "o"])]) }
            .with_draws(true)
    }

    fn topology(&self) -> Option<&Topology> {
        Some(&self.topology)
    }

    fn start(&self) -> Self::Position {
        self.position(self.first, 0)
    }

    fn status(&self, position: &Self::Position) -> Status {
        Status::turn_unless(position.over, position.mover)
    }

    fn legal_moves(&self, position: &Self::Position, _: Seat, out: &mut Vec<Move>) {
        out.extend(position.targets.iter().map(Move::Put));
        if position.targets.is_empty() {
            out.push(Move::Pass);
        }
    }

    // Playouts and perft need only these two.
    fn count_moves(&self, position: &Self::Position, _: Seat) -> u64 {
        u64::from(position.targets.len().max(1))
    }

    fn nth_move(&self, position: &Self::Position, _: Seat, n: u64) -> Move {
        position.targets.nth(n as u32).map_or(Move::Pass, Move::Put)
    }

    fn play(&self, position: &mut Self::Position, by: Seat, mv: Move) {
        let mut discs = position.discs;
        if let Move::Put(site) = mv {
            let turned = self.turned(&discs, by, site);
            discs[usize::from(by)] |= turned | Bits::of(site);
            discs[usize::from(1 - by)] = discs[usize::from(1 - by)].without(&turned);
        }
        *position = self.position(discs, 1 - by);
    }

    fn ranks(&self, position: &Self::Position) -> Ranks {
        let sign = if self.misere { -1 } else { 1 };
        Ranks::by_score(&position.discs.map(|discs| sign * i64::from(discs.len())))
    }

    fn reason(&self, position: &Self::Position) -> Message {
        match self.open.without(&(position.discs[0] | position.discs[1])).is_empty() {
            true => Message::new("over.full", "the board is full"),
            false => Message::new("over.stuck", "no player can move"),
        }
    }

    fn paths(&self, _: &Self::Position, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        // A pass has no path: it is a button.
        if let Move::Put(site) = mv {
            out.push(vec![site]);
        }
    }

    fn target_kind(&self, _: &Self::Position, _: Seat, _: Move) -> TargetKind {
        TargetKind::Capture
    }

    fn seats(&self, position: &Self::Position) -> Vec<SeatState> {
        let score = |seat: Seat| f64::from(position.discs[usize::from(seat)].len());
        vec![SeatState::new(0, score(0)), SeatState::new(1, score(1))]
    }

    fn mover(&self, position: &Self::Position) -> Option<Seat> {
        Some(position.mover)
    }

    fn set_up(&self, pieces: &[Option<Piece>], mover: Seat) -> Result<Self::Position, Message> {
        Ok(self.position([0, 1].map(|color| Bits::of_color(pieces, color)), mover))
    }

    fn piece(&self, position: &Self::Position, site: Site) -> Option<Piece> {
        let seat = position.discs.iter().position(|discs| discs.has(site))?;
        Some(Piece::new(0, seat as Seat))
    }

    fn explain(&self) -> Vec<Message> {
        let end = match self.misere {
            true => "Fewer discs win; equal numbers are a draw.",
            false => "More discs win; equal numbers are a draw.",
        };
        vec![
            Message::new(
                "rules.move",
                "Put a disc on an empty site so that discs of the other side stand in a straight \
                 line between it and another disc of yours. They become yours, along all lines \
                 at once. A player who cannot passes.",
            ),
            Message::new("rules.end", "It is over when neither side can move. {end}")
                .with("end", end),
        ]
    }
}
