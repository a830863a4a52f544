//! Moves of all pieces of a side at once, as bitboards: for boards of up to 128 squares
//! on which a step in one direction always is the same distance between numbers of
//! squares, as on plain squares.

use boardloom_sdk::Bits;
use boardloom_sdk::topology::Topology;

use crate::board_tables::{BoardTables, Square, SquareSet};
use crate::piece::{ATTACKERS, DEFENDERS, PieceCode, PieceSet};
use crate::position::{Move, Position};

pub type Bitboard = Bits<2>;

/// The most directions: those of hexagons.
const DIRECTIONS: usize = 6;

#[derive(Debug, Clone, Copy)]
struct Direction {
    /// Whether a step leads to a higher number.
    up: bool,
    distance: u32,
    /// The squares that a step of this direction can lead to: it masks steps off the board.
    targets: Bitboard,
}

const NO_DIRECTION: Direction = Direction { up: true, distance: 1, targets: Bitboard::EMPTY };

impl Direction {
    /// Moves all squares by a number of steps, without a mask.
    #[inline(always)]
    fn shift(&self, squares: &Bitboard, steps: u32) -> Bitboard {
        let by = self.distance * steps;
        if self.up { squares.shift_up(by) } else { squares.shift_down(by) }
    }

    #[inline(always)]
    fn step(&self, squares: &Bitboard) -> Bitboard {
        self.shift(squares, 1) & self.targets
    }

    /// Returns the square from which a step leads here.
    fn origin(&self, square: u32) -> u32 {
        if self.up { square - self.distance } else { square + self.distance }
    }
}

/// The slides of a group of pieces.
#[derive(Debug, Clone, Copy)]
struct SlideMasks {
    pass: Bitboard,
    stop: Bitboard,
    /// The longest slide; beyond [`SHORT`] it is as long as the board.
    longest: u32,
}

/// For up to this many steps, single steps are quicker than doubled ones.
const SHORT: u32 = 4;

/// Targets by direction: of a side's men, then of its king.
type Targets = [Bitboard; 2 * DIRECTIONS];

pub struct BitboardTables {
    directions: [Direction; DIRECTIONS],
    count: usize,
    /// All squares that are not blocked.
    unblocked: Bitboard,
    edge: Bitboard,
    /// Of the attackers' men, the defenders' men, the king.
    slides: [SlideMasks; 3],
    /// The pieces that the tables are made for.
    pieces: PieceSet,
}

impl BitboardTables {
    /// Makes the tables. `None` if the board does not allow them, or a side's men do not slide
    /// alike from everywhere; all slides are compared with those of the board's tables.
    pub fn new(
        topology: &Topology,
        board: &BoardTables,
        start: &[(Square, PieceCode)],
    ) -> Option<BitboardTables> {
        let squares = topology.sites();
        let is_plain = squares <= 128 && !board.multiple_paths && !board.has_jumps();
        let count = usize::from(topology.headings());
        if !is_plain || count > DIRECTIONS {
            return None;
        }
        let mut directions = [NO_DIRECTION; DIRECTIONS];
        for (heading, known) in (0..).zip(&mut directions[..count]) {
            *known = direction(topology, heading)?;
        }
        let blocked: SquareSet = topology.blocked().iter().copied().collect();
        let unblocked = SquareSet::below(squares).without(&blocked).cut();
        let start = start.iter().map(|(_, piece)| *piece);
        let pieces: PieceSet =
            start.flat_map(|piece| [Some(piece), piece.after_capture()]).flatten().collect();
        let example = |side: u8| {
            let is_man = |piece: &PieceCode| {
                *piece != PieceCode::KING && piece.belongs_to(side) && pieces.contains(*piece)
            };
            let mut men = PieceCode::all().filter(is_man);
            // A king without men has no man that could slide otherwise.
            let first = men.next().unwrap_or(PieceCode::KING);
            men.all(|piece| board.slide_alike(piece, first)).then_some(first)
        };
        let examples = [example(ATTACKERS)?, example(DEFENDERS)?, PieceCode::KING];
        let slides = examples.map(|piece| slide_masks(board, piece));
        let edge = board.edge.cut();
        let tables = BitboardTables { directions, count, unblocked, edge, slides, pieces };
        let agrees = |square| tables.agrees_with(board, &examples, square);
        (0..squares).all(agrees).then_some(tables)
    }

    /// Tells whether steps and slides from a square are those of the board's tables.
    fn agrees_with(&self, board: &BoardTables, examples: &[PieceCode; 3], square: u32) -> bool {
        let from = Bitboard::of(square);
        let adjacent = board.adjacent.get(square as usize).iter();
        let adjacent: Bitboard = adjacent.map(|at| u32::from(*at)).chain([square]).collect();
        let steps = self.directions().fold(from, |all, direction| all | direction.step(&from));
        let others = self.unblocked.without(&from);
        steps == adjacent
            && examples.iter().zip(&self.slides).all(|(piece, masks)| {
                let mut reached = Bitboard::EMPTY;
                let free = |_| true;
                let insert = |to| reached.insert(u32::from(to));
                board.slides(*piece).for_each_target(square as usize, free, insert);
                self.reach(masks, &from, &others) == reached
            })
    }

    #[inline(always)]
    fn directions(&self) -> impl Iterator<Item = &Direction> {
        self.directions[..self.count].iter()
    }

    /// Tells whether the tables are made for a piece.
    pub fn cover(&self, piece: PieceCode) -> bool {
        self.pieces.contains(piece)
    }

    #[inline(always)]
    fn free(&self, position: &Position) -> Bitboard {
        self.unblocked.without(&(position.of(ATTACKERS).cut() | position.of(DEFENDERS).cut()))
    }

    /// Returns the targets of pieces in a direction, by a Kogge-Stone fill.
    #[inline(always)]
    fn targets(
        &self,
        direction: &Direction,
        masks: &SlideMasks,
        from: &Bitboard,
        free: &Bitboard,
    ) -> Bitboard {
        let (mut filled, mut pass) = (*from, *free & masks.pass & direction.targets);
        if masks.longest <= SHORT {
            for _ in 1..masks.longest {
                filled |= direction.shift(&filled, 1) & pass;
            }
        } else {
            filled |= direction.shift(&filled, 1) & pass;
            pass &= direction.shift(&pass, 1);
            filled |= direction.shift(&filled, 2) & pass;
            pass &= direction.shift(&pass, 2);
            filled |= direction.shift(&filled, 4) & pass;
            filled |= direction.shift(&filled, 4) & pass;
        }
        direction.step(&filled) & *free & masks.stop
    }

    /// Returns the targets of equal pieces on some squares.
    #[inline(always)]
    fn reach(&self, masks: &SlideMasks, from: &Bitboard, free: &Bitboard) -> Bitboard {
        self.directions().fold(Bitboard::EMPTY, |all, direction| {
            all | self.targets(direction, masks, from, free)
        })
    }

    /// Returns the squares that the king can reach in one move, and those in two.
    pub fn king_reach(&self, position: &Position) -> [Bitboard; 2] {
        let (masks, free) = (&self.slides[2], self.free(position));
        let once = self.reach(masks, &Bitboard::of(u32::from(position.king)), &free);
        [once, self.reach(masks, &once, &free)]
    }

    #[inline(always)]
    fn all_targets(&self, position: &Position, side: u8) -> Targets {
        let free = self.free(position);
        let mut men: Bitboard = position.of(side).cut();
        let mut all = [Bitboard::EMPTY; 2 * DIRECTIONS];
        if side == DEFENDERS {
            let king = Bitboard::of(u32::from(position.king));
            men = men.without(&king);
            for (direction, targets) in self.directions().zip(&mut all[DIRECTIONS..]) {
                *targets = self.targets(direction, &self.slides[2], &king, &free);
            }
        }
        for (direction, targets) in self.directions().zip(&mut all) {
            *targets = self.targets(direction, &self.slides[usize::from(side)], &men, &free);
        }
        all
    }

    /// Returns the number of moves of a side whose king is on the board.
    pub fn count_moves(&self, position: &Position, side: u8) -> u32 {
        self.all_targets(position, side).iter().map(Bitboard::len).sum()
    }

    pub fn can_move(&self, position: &Position, side: u8) -> bool {
        let free = self.free(position);
        // A king may be slower than his men, or not move at all.
        let mut men: Bitboard = position.of(side).cut();
        if side == DEFENDERS {
            men = men.without(&Bitboard::of(u32::from(position.king)));
        }
        // A man with a free square beside it can move, unless it may not stop on that square:
        // then all targets decide.
        let beside =
            self.directions().fold(Bitboard::EMPTY, |all, direction| all | direction.step(&men));
        (beside & free & self.slides[usize::from(side)].stop).meets(&self.unblocked)
            || self.all_targets(position, side).iter().any(|targets| !targets.is_empty())
    }

    /// Returns the number of moves, and the move whose index `choice` returns for this number.
    pub fn choose_move(
        &self,
        position: &Position,
        side: u8,
        choice: impl FnOnce(u64) -> u64,
    ) -> (u64, Option<Move>) {
        let all = self.all_targets(position, side);
        let counts = all.map(|targets| targets.len());
        let count = u64::from(counts.iter().sum::<u32>());
        let mut skipped = choice(count) as u32;
        for (at, targets) in all.iter().enumerate() {
            if skipped >= counts[at] {
                skipped -= counts[at];
                continue;
            }
            let chosen = targets.nth(skipped).map(|to| {
                let direction = &self.directions[at % DIRECTIONS];
                let mut from = direction.origin(to);
                while position.is_free(from as usize) {
                    from = direction.origin(from);
                }
                Move::Slide { from: from as Square, to: to as Square }
            });
            return (count, chosen);
        }
        (count, None)
    }

    /// Returns the open squares that are connected with some squares; or a part of them with one
    /// of the `wanted`.
    #[inline(always)]
    fn flood(&self, from: Bitboard, open: &Bitboard, wanted: &Bitboard) -> Bitboard {
        let mut all = from;
        loop {
            let before = all;
            for direction in self.directions() {
                all |= direction.step(&all) & *open;
            }
            if all == before || all.meets(wanted) {
                return all;
            }
        }
    }

    fn not_held_by_attackers(&self, position: &Position) -> Bitboard {
        self.unblocked.without(&position.of(ATTACKERS).cut())
    }

    /// Returns the squares that the king could reach if his men made way.
    pub fn king_region(&self, position: &Position) -> Bitboard {
        let open = self.not_held_by_attackers(position);
        self.flood(Bitboard::of(u32::from(position.king)), &open, &Bitboard::EMPTY)
    }

    /// Tells whether no defender can reach the edge over squares without attackers.
    pub fn is_encircled(&self, position: &Position) -> bool {
        let open = self.not_held_by_attackers(position);
        let defenders = position.of(DEFENDERS).cut();
        !self.flood(self.edge & open, &open, &defenders).meets(&defenders)
    }
}

/// Returns a direction, if all its steps are equally long.
fn direction(topology: &Topology, heading: u8) -> Option<Direction> {
    let (mut delta, mut targets) = (None, Bitboard::EMPTY);
    for square in 0..topology.sites() {
        let Some(step) = topology.step(square, heading) else { continue };
        let length = i64::from(step.site) - i64::from(square);
        if *delta.get_or_insert(length) != length || step.heading != heading {
            return None;
        }
        targets.insert(step.site);
    }
    let delta = delta?;
    let distance = delta.unsigned_abs() as u32;
    // Four steps at once stay within a word.
    (1..16).contains(&distance).then_some(Direction { up: delta > 0, distance, targets })
}

fn slide_masks(board: &BoardTables, piece: PieceCode) -> SlideMasks {
    let (mut pass, mut stop, mut longest) = (Bitboard::EMPTY, Bitboard::EMPTY, 0);
    let squares = 0..board.squares as usize;
    for ray in squares.flat_map(|square| board.slides(piece).rays(square)) {
        longest = longest.max(ray.len() as u32);
        for (at, (square, can_stop)) in ray.iter().enumerate() {
            if *can_stop {
                stop.insert(u32::from(*square));
            }
            if at + 1 < ray.len() {
                pass.insert(u32::from(*square));
            }
        }
    }
    SlideMasks { pass, stop, longest }
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::Game;
    use boardloom_sdk::random::Random;
    use boardloom_sdk::topology::Adjacency;
    use serde_json::{Value, json};

    use super::*;
    use crate::{Ruleset, Tafl};

    const SEVEN: [&str; 7] = ["3t3", "3t3", "3T3", "ttTKTtt", "3T3", "3t3", "3t3"];

    fn open(board: Value, rules: Value) -> Tafl {
        let ruleset = json!({ "board": board, "setup": { "rows": SEVEN }, "rules": rules });
        let ruleset: Ruleset = serde_json::from_value(ruleset).expect("a good ruleset");
        let topology = ruleset.board.topology(Adjacency::Orthogonal).expect("a good board");
        Tafl::open(ruleset, topology).expect("a good ruleset")
    }

    fn square() -> Value {
        json!({ "topology": "tafl", "size": 7 })
    }

    /// Plays random games and compares bitboards with slide tables at every position.
    fn assert_agreement(game: &Tafl) {
        let mut random = Random::new(7);
        let mut position = game.start();
        for _ in 0..600 {
            if position.end.is_some() {
                position = game.start();
            }
            let mut slow = position;
            slow.has_foreign_pieces = true;
            assert!(game.bitboards(&position).is_some() && game.bitboards(&slow).is_none());
            assert_eq!(game.evaluation(&position), game.evaluation(&slow));
            let count = game.count(&slow);
            assert_eq!(game.count(&position), count);
            let sorted = |position: &Position| {
                let all = (0..count).map(|n| game.nth_move(position, position.side_to_move, n));
                let mut names: Vec<String> = all.map(|mv| game.notation_of(mv)).collect();
                names.sort();
                names
            };
            assert_eq!(sorted(&position), sorted(&slow));
            assert_eq!(game.end_before_move(&position), game.end_before_move(&slow));
            let (listed, mv) = game.random_move(&position, position.side_to_move, &mut random);
            assert_eq!(listed, count);
            let mut next = slow;
            game.play_move(&mut next, mv);
            game.play_move(&mut position, mv);
            assert_eq!(
                (position.end, position.repetition_key()),
                (next.end, next.repetition_key())
            );
        }
    }

    #[test]
    fn bitboards_agree_with_slide_tables() {
        assert_agreement(&open(square(), json!({ "encircle": "pockets" })));
        assert_agreement(&open(square(), json!({ "escape": "edge", "speed": { "K": 3 } })));
        let speed = json!({ "t": 1, "T": 2, "K": 4 });
        assert_agreement(&open(square(), json!({ "escape": "edge", "speed": speed })));
        let blocked = json!({ "topology": "tafl", "size": 7, "blocked": ["b2", "f5"] });
        let rules = json!({ "encircle": "pockets", "shieldwall": {} });
        assert_agreement(&open(blocked, rules));
    }

    #[test]
    fn boards_that_bitboards_cannot_express_have_none() {
        let none = |board: Value, rules: Value| {
            let game = open(board, rules);
            game.bitboards(&game.start()).is_none()
        };
        let cylinder = json!({ "topology": "tafl", "size": 7, "glue": "cylinder" });
        assert!(none(cylinder, json!({})), "slides lead around");
        assert!(none(square(), json!({ "speed": { "t": 5 } })), "neither short nor to the end");
        assert!(none(square(), json!({ "jumps": { "K": "plain" } })), "jumps are no slides");
    }
}
