//! The search itself, as a machine of frames instead of calls: it can stop after
//! any node and go on from there.
//!
//! Alpha-beta (Knuth and Moore 1975) by principal variation (Marsland and Campbell
//! 1982), deepened step by step, with a transposition table, windows around the
//! last value, a null move (Donninger 1993) and less depth for later moves.

use super::stack::{NodeStatus, Stack};
use super::transposition::{Bound, FINAL_DEPTH, NONE, TranspositionTable};
use crate::game::Game;
use crate::search::value::{self, INFINITE, PLIES};
use crate::search::{Algorithm, Settings};
use crate::undo::Unmake;

/// A move of a list, by number, and what speaks for it.
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

/// A line from the root whose value is known, not only bounded.
#[derive(Debug, Clone)]
pub(super) struct RootLine {
    /// To the mover.
    pub value: i32,
    /// Plies that `value` looked ahead; 0 while nothing is known.
    pub depth: u8,
    /// The moves, by numbers.
    pub moves: Vec<u16>,
}

impl RootLine {
    /// Returns the line of a move of which nothing is known.
    pub fn unknown(number: u16) -> Self {
        RootLine { value: 0, depth: 0, moves: vec![number] }
    }
}

/// What a child is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChildSearch {
    /// Its value.
    FullWindow,
    /// Whether it is better than what is known.
    ZeroWindow,
    /// The same, less deeply.
    Reduced,
    /// Whether doing nothing is good enough.
    NullMove,
}

/// A position on the way to where the search is.
#[derive(Debug, Clone, Copy)]
struct Frame {
    key: u64,
    /// The window, seen by the side to move.
    alpha: i32,
    beta: i32,
    /// `alpha` at the beginning.
    low: i32,
    best: i32,
    best_number: u16,
    depth: i32,
    side: u8,
    child_search: ChildSearch,
    /// What is searched now.
    number: u16,
    /// Its moves among all choices, and how many of them were begun.
    first: usize,
    begun: usize,
    /// Whether more depth could change the value.
    open: bool,
    /// Whether only unrest is looked at.
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

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The depth at the root begins.
    Begin,
    /// The position at the top is entered.
    Enter,
    /// It has this value to side 0.
    Leave(i32),
}

/// Where a line is longer than this its rest is not kept.
const LINE: usize = 32;
/// Plies of unrest that are followed at most.
const QUIESCENCE_PLIES: i32 = -12;

/// The search below one root.
pub(super) struct Frames<G: Game, M: Unmake<G>> {
    pub stack: Stack<G, M>,
    pub table: TranspositionTable,
    /// The moves at the root. Those of the lines found at this depth come first, then
    /// the others in the order in which they are tried.
    pub root: Vec<RootMove>,
    /// The best lines, best first: those of the last depth that was completed. Where
    /// only one is wanted, a better one that a depth has found so far.
    pub best: Vec<RootLine>,
    /// The lines found at this depth.
    found: Vec<RootLine>,
    /// How many lines are wanted: each is searched among the moves that the better ones
    /// do not begin with ("MultiPV").
    lines: usize,
    /// How many of this depth are done.
    done: usize,
    pub nodes: u64,
    /// The depth that was completed.
    pub depth: u8,
    pub finished: bool,
    /// Chance or several seats at once were met.
    pub unsupported: bool,
    /// Whether positions at the horizon are valued as they stand, for what is on the
    /// board alone.
    pub greedy: bool,
    most_depth: u8,
    selective: bool,
    /// Half of the first window, in hundredths of the unit.
    margin: i32,
    next: Next,
    ply: usize,
    frames: Vec<Frame>,
    choices: Vec<ScoredMove>,
    /// The best lines from each ply on.
    variations: Vec<[u16; LINE]>,
    lengths: Vec<usize>,
    window: (i32, i32),
    widened: i32,
    /// Whether more depth could change the value of a line.
    open: bool,
    /// Where the nodes of the root's move began to count.
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

    /// Begins at another root, with its moves in the order in which equal ones are
    /// tried.
    pub fn begin(&mut self, moves: impl Iterator<Item = u16>) {
        self.root = moves.map(|number| RootMove { number, nodes: 0 }).collect();
        (self.best, self.found, self.done) = (Vec::new(), Vec::new(), 0);
        self.table.grow_old();
        (self.next, self.ply, self.depth) = (Next::Begin, 0, 0);
        (self.finished, self.unsupported) = (self.root.is_empty(), false);
        self.choices.clear();
    }

    /// Tries a move of the root before all others.
    pub fn prefer(&mut self, number: u16) {
        let tried = &mut self.root[self.done..];
        if let Some(at) = tried.iter().position(|known| known.number == number) {
            tried[..=at].rotate_right(1);
        }
    }

    /// Searches until so many nodes were entered in all.
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

    /// Tells whether it is sure that the root cannot be won.
    pub fn cannot_win(&self) -> bool {
        let value = self.best.first().map_or(0, |best| best.value);
        if value::is_end(value) { value < 0 } else { !self.open }
    }

    /// Begins the next line, with a window around what the last depth gave.
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
        // The root's window is seen by the side to move there.
        let depth = i32::from(self.depth) + 1;
        let (alpha, beta) = self.window;
        self.frames[0] = Frame { alpha, beta, depth, ..BLANK };
        self.choices.clear();
        self.ply = 0;
        self.next = Next::Enter;
    }

    /// A line was searched through: widens the window where the value lies outside,
    /// else goes on to the next line or depth.
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
        self.found.sort_by_key(|line| -line.value);
        self.best.clone_from(&self.found);
        for line in self.best.iter().rev() {
            let at = self.root.iter().position(|known| known.number == line.moves[0]);
            self.root[..=at.unwrap_or(0)].rotate_right(1);
        }
        let depth = i32::from(self.depth);
        let is_sure =
            |line: &RootLine| value::forced(line.value).is_some_and(|plies| plies.abs() <= depth);
        let all = self.depth >= self.most_depth || usize::from(self.depth) + 1 >= PLIES;
        let sure = self.best.iter().all(is_sure);
        self.finished = !self.open || sure || all || self.root.len() == 1;
    }

    /// Looks at the position at the top for the first time.
    fn enter(&mut self) {
        let ply = self.ply;
        self.lengths[ply] = 0;
        let side = match self.stack.node_status(ply) {
            NodeStatus::Turn(side) => side,
            NodeStatus::Over(value) => return self.next = Next::Leave(value),
            NodeStatus::Repeated(value) => {
                self.frames[ply].open = true;
                // What occurred before is beyond one ply too.
                let value = if self.greedy { self.stack.value(ply) } else { value };
                return self.next = Next::Leave(value);
            }
            NodeStatus::Unsupported if self.greedy && ply > 0 => {
                // What chance brings is beyond one ply.
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
            // In a wide window the line to it would be lost.
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

    /// Values a position at the horizon: as it stands, or after what cannot wait.
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

    /// Lets the other side move twice where this one is ahead anyway; if it is
    /// still, the position needs no closer look.
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

    /// Lists the moves; the one that is known to be good comes first.
    fn list(&mut self, known: u16) {
        let ply = self.ply;
        let first = self.frames[ply].first;
        self.stack.list(ply, false, &mut self.choices);
        if ply == 0 {
            // What was found of them goes before any guess.
            let ranks = (0..).zip(&self.root[self.done..]);
            self.choices.clear();
            let choice =
                |(rank, known): (i32, &RootMove)| ScoredMove { score: -rank, number: known.number };
            self.choices.extend(ranks.map(choice));
        } else if let Some(choice) = self.choices[first..].get_mut(usize::from(known)) {
            choice.score = i32::MAX;
        }
    }

    /// Searches the next move, or leaves the position where there is none.
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
                // What is forced is no choice.
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

    /// Puts a frame on top for what was played, with a window of this one.
    fn descend(&mut self, (low, high): (i32, i32), depth: i32) {
        let turn = self.frames[self.ply].side == 1;
        let (alpha, beta) = if turn { (-high, -low) } else { (low, high) };
        self.ply += 1;
        self.frames[self.ply] = Frame { alpha, beta, depth, ..BLANK };
        self.next = Next::Enter;
    }

    /// Takes a child's value.
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
                    // No proof: passing is not a legal move.
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

    /// Notes what was found of a move of the root.
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
            // A bound: the wider window will tell.
            return;
        }
        let moves = self.variations[0][..self.lengths[0]].to_vec();
        let depth = frame.depth.clamp(1, 255) as u8;
        self.found.truncate(self.done);
        self.found.push(RootLine { value, depth, moves });
        // A search for one line is a player's: what is better is played at once.
        if self.lines == 1 || self.depth == 0 {
            self.best.clone_from(&self.found);
        }
    }

    /// Leaves a position with its value.
    fn close(&mut self) {
        let ply = self.ply;
        let frame = self.frames[ply];
        // The root without its best moves is another position.
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

/// Turns a value of side 0 into one of a side, or back.
#[inline]
fn side_value(value: i32, side: u8) -> i32 {
    if side == 0 { value } else { -value }
}
