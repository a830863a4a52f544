//! The search, as a state machine of frames instead of recursive calls: it can stop after any node
//! and resume.
//!
//! Alpha-beta (Knuth and Moore 1975) with principal variation search (Marsland and Campbell 1982),
//! iterative deepening, a transposition table, aspiration windows, null-move pruning (Donninger
//! 1993) and late move reductions.

use super::stack::{NodeStatus, Stack};
use super::transposition::{Bound, FINAL_DEPTH, NONE, TranspositionTable};
use crate::game::Game;
use crate::search::value::{self, INFINITE, PLIES};
use crate::search::{Algorithm, Settings};
use crate::sorting::sort_by;
use crate::undo::Unmake;

/// A move by its number in the list, with its move order score.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredMove {
    pub score: i32,
    pub number: u16,
}

/// A move at the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct RootMove {
    pub number: u16,
    pub nodes: u64,
}

/// A line from the root with an exact value.
#[derive(Debug, Clone)]
pub(super) struct RootLine {
    /// For the mover.
    pub value: i32,
    /// The depth of `value` in plies; 0 while it is unknown.
    pub depth: u8,
    /// The moves, by numbers.
    pub moves: Vec<u16>,
}

impl RootLine {
    /// Returns the line of a move without a value.
    pub fn unknown(number: u16) -> Self {
        RootLine { value: 0, depth: 0, moves: vec![number] }
    }
}

/// The purpose of the search of a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChildSearch {
    /// Its value.
    FullWindow,
    /// Whether it is better than the best so far.
    ZeroWindow,
    /// The same with reduced depth.
    Reduced,
    /// Whether passing is good enough.
    NullMove,
}

/// A node on the path from the root to the current node.
#[derive(Debug, Clone, Copy)]
struct Frame {
    key: u64,
    /// The window, for the side to move.
    alpha: i32,
    beta: i32,
    /// `alpha` at the beginning.
    low: i32,
    best: i32,
    best_number: u16,
    depth: i32,
    side: u8,
    child_search: ChildSearch,
    /// The number of the move that is searched now.
    number: u16,
    /// The index of its first move in the list of all frames, and the number of moves begun.
    first: usize,
    begun: usize,
    /// Whether more depth could change the value.
    open: bool,
    /// Whether only tactical moves are searched.
    quiescence: bool,
}

const BLANK: Frame = Frame {
    key: 0,
    alpha: 0,
    beta: 0,
    low: 0,
    best: -INFINITE,
    best_number: NONE,
    depth: 0,
    side: 0,
    child_search: ChildSearch::FullWindow,
    number: NONE,
    first: 0,
    begun: 0,
    open: false,
    quiescence: false,
};

/// The next action of the state machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Begin a depth at the root.
    Begin,
    /// Enter the top node.
    Enter,
    /// Leave the top node with this value for side 0.
    Leave(i32),
}

/// The most moves of a line that are kept.
const LINE: usize = 32;
/// The depth limit of quiescence search: 12 plies.
const QUIESCENCE_PLIES: i32 = -12;

/// The search below one root.
pub(super) struct Frames<G: Game, M: Unmake<G>> {
    pub stack: Stack<G, M>,
    pub table: TranspositionTable,
    /// The moves at the root: first those of the lines found at this depth, then the others in
    /// search order.
    pub root: Vec<RootMove>,
    /// The best lines of the last completed depth, best first. With a single line it is replaced
    /// as soon as the current depth finds a better one.
    pub best: Vec<RootLine>,
    /// The lines found at this depth.
    found: Vec<RootLine>,
    /// The number of lines to find ("MultiPV"). Each is searched among the moves that no better
    /// line begins with.
    lines: usize,
    /// The number of lines completed at this depth.
    done: usize,
    pub nodes: u64,
    /// The last completed depth.
    pub depth: u8,
    pub finished: bool,
    /// Whether chance or simultaneous moves occurred.
    pub unsupported: bool,
    /// Whether the search is greedy: one ply, without quiescence.
    pub greedy: bool,
    most_depth: u8,
    selective: bool,
    /// Half of the first aspiration window, in hundredths of the unit.
    margin: i32,
    next: Next,
    ply: usize,
    frames: Vec<Frame>,
    choices: Vec<ScoredMove>,
    /// The best line from each ply.
    variations: Vec<[u16; LINE]>,
    lengths: Vec<usize>,
    window: (i32, i32),
    widened: i32,
    /// Whether more depth could change the value of a line.
    open: bool,
    /// The node count when the search of the current root move began.
    counted: u64,
}

impl<G: Game, M: Unmake<G>> Frames<G, M> {
    pub fn new(stack: Stack<G, M>, settings: &Settings, memory: u64) -> Self {
        let greedy = settings.kind == Some(Algorithm::Greedy);
        Frames {
            stack,
            table: TranspositionTable::new(memory),
            root: Vec::new(),
            best: Vec::new(),
            found: Vec::new(),
            lines: usize::from(settings.lines.max(1)),
            done: 0,
            nodes: 0,
            depth: 0,
            finished: false,
            unsupported: false,
            greedy,
            most_depth: if greedy { 1 } else { settings.depth },
            selective: settings.selective,
            margin: (settings.scale / 6.0).clamp(1.0, 1e6) as i32,
            next: Next::Begin,
            ply: 0,
            frames: vec![BLANK; PLIES + 1],
            choices: Vec::new(),
            variations: vec![[NONE; LINE]; PLIES + 2],
            lengths: vec![0; PLIES + 2],
            window: (-INFINITE, INFINITE),
            widened: 0,
            open: false,
            counted: 0,
        }
    }

    /// Begins at another root, with its moves in search order.
    pub fn begin(&mut self, moves: impl Iterator<Item = u16>) {
        self.root = moves.map(|number| RootMove { number, nodes: 0 }).collect();
        (self.best, self.found, self.done) = (Vec::new(), Vec::new(), 0);
        self.table.grow_old();
        (self.next, self.ply, self.depth) = (Next::Begin, 0, 0);
        (self.finished, self.unsupported) = (self.root.is_empty(), false);
        self.choices.clear();
    }

    /// Puts a root move first in the search order.
    pub fn prefer(&mut self, number: u16) {
        let tried = &mut self.root[self.done..];
        if let Some(at) = tried.iter().position(|known| known.number == number) {
            tried[..=at].rotate_right(1);
        }
    }

    /// Searches until the total number of nodes reaches `nodes`.
    pub fn run(&mut self, nodes: u64) {
        while !self.finished && !self.unsupported {
            match self.next {
                Next::Begin => self.deepen(),
                Next::Enter if self.nodes >= nodes => return,
                Next::Enter => {
                    self.nodes += 1;
                    self.enter();
                }
                Next::Leave(value) if self.ply == 0 => self.complete(value),
                Next::Leave(value) => self.leave(value),
            }
        }
    }

    /// Tells whether it is proven that the root cannot be won.
    pub fn cannot_win(&self) -> bool {
        let value = self.best.first().map_or(0, |best| best.value);
        if value::is_end(value) { value < 0 } else { !self.open }
    }

    /// Begins the next line, with a window around its value at the last depth.
    fn deepen(&mut self) {
        self.open &= self.done > 0;
        self.widened = 0;
        self.window = (-INFINITE, INFINITE);
        let last = self.best.get(self.done).filter(|line| line.depth >= 3);
        if let Some(last) = last.filter(|line| !value::is_end(line.value)) {
            self.window = (last.value - self.margin, last.value + self.margin);
        }
        self.open_root();
    }

    fn open_root(&mut self) {
        // The root's window is for the side to move there.
        let depth = i32::from(self.depth) + 1;
        let (alpha, beta) = self.window;
        self.frames[0] = Frame { alpha, beta, depth, ..BLANK };
        self.choices.clear();
        self.ply = 0;
        self.next = Next::Enter;
    }

    /// Completes a line: widens the window if the value lies outside it, else goes on to the next
    /// line or depth.
    fn complete(&mut self, value: i32) {
        let root = &self.frames[0];
        let value = side_value(value, root.side);
        let (low, high) = self.window;
        let further = self.margin << (2 + 2 * self.widened);
        if value <= low && low > -INFINITE || value >= high && high < INFINITE {
            self.widened += 1;
            let whole = self.widened > 2 || value::is_end(value);
            let (low, high) =
                if value <= low { (value - further, high) } else { (low, value + further) };
            self.window = if whole { (-INFINITE, INFINITE) } else { (low, high) };
            return self.open_root();
        }
        self.open |= root.open;
        self.done += 1;
        self.next = Next::Begin;
        if self.done < self.lines.min(self.root.len()) {
            return;
        }
        self.done = 0;
        self.depth += 1;
        sort_by(&mut self.found, |one, other| other.value.cmp(&one.value));
        self.best.clone_from(&self.found);
        for line in self.best.iter().rev() {
            let at = self.root.iter().position(|known| known.number == line.moves[0]);
            self.root[..=at.unwrap_or(0)].rotate_right(1);
        }
        let depth = i32::from(self.depth);
        let is_sure = |line: &RootLine| {
            value::plies_to_end(line.value).is_some_and(|plies| plies.abs() <= depth)
        };
        let all = self.depth >= self.most_depth || usize::from(self.depth) + 1 >= PLIES;
        let sure = self.best.iter().all(is_sure);
        self.finished = !self.open || sure || all || self.root.len() == 1;
    }

    /// Enters the top node.
    fn enter(&mut self) {
        let ply = self.ply;
        self.lengths[ply] = 0;
        let side = match self.stack.node_status(ply) {
            NodeStatus::Turn(side) => side,
            NodeStatus::Over(value) => return self.next = Next::Leave(value),
            NodeStatus::Repeated(value) => {
                self.frames[ply].open = true;
                // Earlier occurrences are beyond one ply too.
                let value = if self.greedy { self.stack.value(ply) } else { value };
                return self.next = Next::Leave(value);
            }
            NodeStatus::Unsupported if self.greedy && ply > 0 => {
                // Chance is beyond one ply.
                self.frames[ply].open = true;
                return self.next = Next::Leave(self.stack.value(ply));
            }
            NodeStatus::Unsupported => return self.unsupported = true,
        };
        let frame = &mut self.frames[ply];
        frame.side = side;
        if ply > 0 && side == 1 {
            (frame.alpha, frame.beta) = (-frame.beta, -frame.alpha);
        }
        (frame.low, frame.first) = (frame.alpha, self.choices.len());
        if frame.depth <= 0 || ply + 1 >= PLIES {
            return self.stand_pat();
        }
        frame.key = self.stack.key(ply);
        let known = self.table.find(frame.key);
        if let Some(known) = known.filter(|_| ply > 0) {
            let deep = i32::from(known.depth) >= frame.depth || known.depth == FINAL_DEPTH;
            let value = value::from_table(known.value, ply);
            let narrow = frame.beta - frame.alpha == 1;
            let enough = match known.bound() {
                Bound::Exact => true,
                Bound::Lower => value >= frame.beta,
                Bound::Upper => value <= frame.alpha,
            };
            // In a wide window the line below it would be lost.
            if deep && enough && narrow {
                frame.open = known.depth != FINAL_DEPTH;
                return self.next = Next::Leave(side_value(value, side));
            }
        }
        if self.try_null_move() {
            return;
        }
        self.list(known.map_or(NONE, |known| known.number));
        self.search_next_move();
    }

    /// Evaluates a position at the horizon: stands pat, or searches tactical moves.
    fn stand_pat(&mut self) {
        let ply = self.ply;
        let frame = &mut self.frames[ply];
        frame.open = true;
        let stands = side_value(self.stack.value(ply), frame.side);
        if stands >= frame.beta
            || self.greedy
            || frame.depth <= QUIESCENCE_PLIES
            || ply + 1 >= PLIES
        {
            return self.next = Next::Leave(side_value(stands, frame.side));
        }
        self.stack.list(ply, true, &mut self.choices);
        if self.choices.len() == frame.first {
            return self.next = Next::Leave(side_value(stands, frame.side));
        }
        (frame.quiescence, frame.best) = (true, stands);
        frame.alpha = frame.alpha.max(stands);
        self.search_next_move();
    }

    /// Tries null-move pruning: if the side is ahead even after passing, the node needs no full
    /// search.
    fn try_null_move(&mut self) -> bool {
        let (ply, frame) = (self.ply, self.frames[self.ply]);
        let narrow = frame.beta - frame.alpha == 1;
        let twice = ply > 0 && self.frames[ply - 1].child_search == ChildSearch::NullMove;
        if !self.selective || !narrow || twice || frame.depth < 3 || value::is_end(frame.beta) {
            return false;
        }
        if side_value(self.stack.value(ply), frame.side) < frame.beta || !self.stack.null_move(ply)
        {
            return false;
        }
        self.frames[ply].child_search = ChildSearch::NullMove;
        let depth = frame.depth - 3 - frame.depth / 4;
        self.descend((frame.beta - 1, frame.beta), depth);
        true
    }

    /// Lists the moves; the move from the transposition table comes first.
    fn list(&mut self, known: u16) {
        let ply = self.ply;
        let first = self.frames[ply].first;
        self.stack.list(ply, false, &mut self.choices);
        if ply == 0 {
            // At the root earlier results decide the order.
            let ranks = (0..).zip(&self.root[self.done..]);
            self.choices.clear();
            let choice =
                |(rank, known): (i32, &RootMove)| ScoredMove { score: -rank, number: known.number };
            self.choices.extend(ranks.map(choice));
        } else if let Some(choice) = self.choices[first..].get_mut(usize::from(known)) {
            choice.score = i32::MAX;
        }
    }

    /// Searches the next move, or leaves the node if there is none.
    fn search_next_move(&mut self) {
        let ply = self.ply;
        let frame = &mut self.frames[ply];
        let count = self.choices.len() - frame.first;
        if frame.best >= frame.beta || frame.begun == count {
            return self.close();
        }
        let choices = &mut self.choices[frame.first..];
        let mut at = frame.begun;
        for other in at + 1..count {
            if choices[other].score > choices[at].score {
                at = other;
            }
        }
        choices.swap(frame.begun, at);
        frame.number = choices[frame.begun].number;
        frame.begun += 1;
        let mut depth = frame.depth - 1;
        let first = frame.begun == 1;
        frame.child_search = if first || frame.quiescence {
            ChildSearch::FullWindow
        } else {
            ChildSearch::ZeroWindow
        };
        if self.selective && !frame.quiescence {
            if count == 1 && (ply > 0 || self.root.len() == 1) {
                // A forced move costs no depth.
                depth += 1;
            } else if frame.depth >= 3 && frame.begun > 3 {
                let less = 1 + i32::from(frame.begun > 12) + i32::from(frame.depth > 6);
                depth -= less;
                frame.child_search = ChildSearch::Reduced;
            }
        }
        let window = match frame.child_search {
            ChildSearch::FullWindow => (frame.alpha, frame.beta),
            _ => (frame.alpha, frame.alpha + 1),
        };
        let number = frame.number;
        self.counted = if ply == 0 { self.nodes } else { self.counted };
        self.stack.play(ply, number);
        self.descend(window, depth);
    }

    /// Pushes a frame for the move just played, with a window of this frame.
    fn descend(&mut self, (low, high): (i32, i32), depth: i32) {
        let turn = self.frames[self.ply].side == 1;
        let (alpha, beta) = if turn { (-high, -low) } else { (low, high) };
        self.ply += 1;
        self.frames[self.ply] = Frame { alpha, beta, depth, ..BLANK };
        self.next = Next::Enter;
    }

    /// Returns to the parent with a child's value.
    fn leave(&mut self, value: i32) {
        let open = self.frames[self.ply].open;
        self.ply -= 1;
        let ply = self.ply;
        self.stack.undo();
        let frame = &mut self.frames[ply];
        let value = side_value(value, frame.side);
        match frame.child_search {
            ChildSearch::NullMove => {
                frame.child_search = ChildSearch::FullWindow;
                if value >= frame.beta {
                    // This proves nothing: passing is not a legal move.
                    frame.open = true;
                    let value = frame.beta;
                    return self.next = Next::Leave(side_value(value, frame.side));
                }
                let known = self.table.find(frame.key).map_or(NONE, |known| known.number);
                self.list(known);
                return self.search_next_move();
            }
            ChildSearch::Reduced if value > frame.alpha => {
                frame.child_search = ChildSearch::ZeroWindow;
                let (window, depth) = ((frame.alpha, frame.alpha + 1), frame.depth - 1);
                self.stack.play(ply, frame.number);
                return self.descend(window, depth);
            }
            ChildSearch::ZeroWindow if value > frame.alpha && value < frame.beta => {
                frame.child_search = ChildSearch::FullWindow;
                let (window, depth) = ((frame.alpha, frame.beta), frame.depth - 1);
                self.stack.play(ply, frame.number);
                return self.descend(window, depth);
            }
            _ => {}
        }
        frame.open |= open;
        self.update_best(value);
        self.search_next_move();
    }

    /// Compares a move's value with the best so far.
    fn update_best(&mut self, value: i32) {
        let ply = self.ply;
        let frame = &mut self.frames[ply];
        let better = value > frame.alpha;
        if value > frame.best {
            (frame.best, frame.best_number) = (value, frame.number);
        }
        if better {
            frame.alpha = value;
            let (above, below) = self.variations.split_at_mut(ply + 1);
            let kept = self.lengths[ply + 1].min(LINE - 1);
            above[ply][0] = frame.number;
            above[ply][1..=kept].copy_from_slice(&below[0][..kept]);
            self.lengths[ply] = kept + 1;
        }
        if ply == 0 {
            self.update_root(value, better);
        }
    }

    /// Records the result of a root move.
    fn update_root(&mut self, value: i32, better: bool) {
        let frame = &self.frames[0];
        let Some(at) = self.root.iter().position(|known| known.number == frame.number) else {
            return;
        };
        self.root[at].nodes += self.nodes - self.counted;
        if !better {
            return;
        }
        self.root[self.done..=at].rotate_right(1);
        if value >= frame.beta {
            // Only a bound: the search with a wider window gives the value.
            return;
        }
        let moves = self.variations[0][..self.lengths[0]].to_vec();
        let depth = frame.depth.clamp(1, 255) as u8;
        self.found.truncate(self.done);
        self.found.push(RootLine { value, depth, moves });
        // A search for a single line chooses a move to play: it uses a better one at once.
        if self.lines == 1 || self.depth == 0 {
            self.best.clone_from(&self.found);
        }
    }

    /// Leaves a node with its value.
    fn close(&mut self) {
        let ply = self.ply;
        let frame = self.frames[ply];
        // The root without its best moves does not belong in the table.
        if !frame.quiescence && (ply > 0 || self.done == 0) {
            let (bound, number) = if frame.best >= frame.beta {
                let others = frame.first..frame.first + frame.begun - 1;
                self.stack.record_cutoff(
                    ply,
                    frame.best_number,
                    &self.choices[others],
                    frame.depth,
                );
                (Bound::Lower, frame.best_number)
            } else if frame.best > frame.low {
                (Bound::Exact, frame.best_number)
            } else {
                (Bound::Upper, NONE)
            };
            let depth = if frame.open { frame.depth.min(200) as u8 } else { FINAL_DEPTH };
            self.table.store(frame.key, value::to_table(frame.best, ply), number, depth, bound);
        }
        self.choices.truncate(frame.first);
        self.next = Next::Leave(side_value(frame.best, frame.side));
    }
}

/// Converts a value for side 0 to one for `side`, or back.
#[inline]
fn side_value(value: i32, side: u8) -> i32 {
    if side == 0 { value } else { -value }
}
