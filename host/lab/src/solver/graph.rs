//! Games whose positions can repeat: all positions that can be reached, and who can force what.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use boardloom_base::{Failure, Result};
use boardloom_contract::{OpenGame, Seat};
use boardloom_match::legal_moves;

use super::cycle::{CycleStep, endless_value};
use super::value::{PositionForm, Value, ValueKind, mover, no_move, of, play};

/// The number of a position.
type Node = u32;

/// Moves that end the game lead to nodes from here on: with a loss of the first seat, a draw, a win.
const ENDS: Node = Node::MAX - 2;
/// The most moves of all positions together, so that memory is bounded.
const MOST_MOVES: usize = 40_000_000;
/// The mover of a position that is over as soon as it is read.
const NO_MOVER: Seat = 2;
/// The distance of positions from which nothing is forced.
const NEVER: u32 = u32::MAX;
/// The cycles that are played round.
const CYCLES: usize = 256;

fn end(value: Value) -> Node {
    ENDS + (value.signum() + 1) as Node
}

/// Returns the value for the first seat of a move that ends the game.
fn end_value(node: Node) -> Option<Value> {
    node.checked_sub(ENDS).map(|value| Value::from(value) - 1)
}

/// The positions that can be reached, by their texts: what came before is no part of them.
pub struct PositionGraph<'a> {
    game: &'a dyn OpenGame,
    texts: Vec<Rc<str>>,
    nodes: HashMap<Rc<str>, Node>,
    movers: Vec<Seat>,
    /// The first move of each position among all, in the order of the moves.
    first: Vec<usize>,
    moves: Vec<Node>,
}

/// The solution from the first position.
pub struct Solution {
    /// For the first seat.
    pub value: Value,
    pub best: Option<String>,
    /// By seat: the moves that keep the value, in all positions that can arise.
    pub strategies: Vec<(Seat, Vec<(String, String)>)>,
    /// The value of repeating positions without end, if the result depends on it.
    pub endless: Option<Value>,
}

/// What a walk through all positions knows of one.
#[derive(Debug, Clone, Copy)]
enum NodeState {
    New,
    /// Its place on the path.
    OnPath(usize),
    Left,
}

/// The positions from which a seat forces an end, by the plies that it takes at most.
struct Attractor {
    seat: Seat,
    /// The least value for the seat that is good.
    least: Value,
    distance: Vec<u32>,
}

impl Attractor {
    fn has(&self, node: Node) -> bool {
        self.distance_of(node) != NEVER
    }

    fn distance_of(&self, node: Node) -> u32 {
        match end_value(node) {
            Some(value) if of(self.seat, value) >= self.least => 0,
            Some(_) => NEVER,
            None => self.distance[node as usize],
        }
    }
}

/// What a seat does to keep a value.
enum Plan<'a> {
    /// Comes nearer to a good end with every move.
    Reach(&'a Attractor),
    /// Stays where the other can force nothing.
    Avoid(&'a Attractor),
}

impl<'a> PositionGraph<'a> {
    /// Finds all positions from one on, at most so many.
    pub fn explore(
        game: &'a dyn OpenGame,
        form: &PositionForm,
        start: &str,
        most: u64,
    ) -> Result<Self> {
        let mut graph = PositionGraph {
            game,
            texts: Vec::new(),
            nodes: HashMap::new(),
            movers: Vec::new(),
            first: vec![0],
            moves: Vec::new(),
        };
        graph.node(start);
        let mut at = 0;
        while let Some(text) = graph.texts.get(at).cloned() {
            at += 1;
            if graph.texts.len() as u64 > most || graph.moves.len() > MOST_MOVES {
                let what = "positions of this game can repeat, and more of them can be reached \
                            than `--nodes` allows: raise it, or choose a smaller board";
                return Err(Failure::Usage(what.to_owned()));
            }
            let mut cursor = PositionForm::read(game, &text)?;
            let status = cursor.status()?;
            if let Some(value) = ValueKind::Winner.outcome(&status)? {
                graph.movers.push(NO_MOVER);
                graph.moves.push(end(value));
                graph.first.push(graph.moves.len());
                continue;
            }
            let seat = mover(&status)?;
            graph.movers.push(seat);
            for mv in legal_moves(&mut *cursor, seat, usize::MAX)? {
                play(&mut *cursor, seat, &mv)?;
                let next = match ValueKind::Winner.outcome(&cursor.status()?)? {
                    Some(value) => end(value),
                    None => graph.node(&form.write(&mut *cursor)?),
                };
                graph.moves.push(next);
                cursor.undo()?;
            }
            if graph.moves.len() == *graph.first.last().expect("a first entry") {
                return Err(no_move(&text));
            }
            graph.first.push(graph.moves.len());
        }
        Ok(graph)
    }

    pub fn positions(&self) -> usize {
        self.texts.len()
    }

    fn node(&mut self, text: &str) -> Node {
        if let Some(known) = self.nodes.get(text) {
            return *known;
        }
        let (text, node): (Rc<str>, Node) = (text.into(), self.texts.len() as Node);
        self.texts.push(text.clone());
        self.nodes.insert(text, node);
        node
    }

    fn next(&self, node: Node) -> &[Node] {
        let at = node as usize;
        &self.moves[self.first[at]..self.first[at + 1]]
    }

    /// Finds all positions from which a seat forces an end of at least this value for it, whatever
    /// the other does: backwards from the ends (retrograde analysis, Ströhlein 1970).
    fn attractor(&self, seat: Seat, least: Value) -> Attractor {
        let count = self.positions();
        let mut found = Attractor { seat, least, distance: vec![NEVER; count] };
        // The moves into each position, by the position before them.
        let mut start = vec![0usize; count + 1];
        let inner = || self.moves.iter().filter(|next| **next < ENDS);
        inner().for_each(|next| start[*next as usize + 1] += 1);
        for at in 0..count {
            start[at + 1] += start[at];
        }
        let (mut filled, mut before) = (start.clone(), vec![0 as Node; start[count]]);
        for node in 0..count as Node {
            for next in self.next(node).iter().filter(|next| **next < ENDS) {
                before[filled[*next as usize]] = node;
                filled[*next as usize] += 1;
            }
        }
        // The moves of the other seat that do not lead to a good end yet.
        let mut escapes = vec![0u32; count];
        let mut queue = VecDeque::new();
        for node in 0..count as Node {
            let is_good = |next: &&Node| **next >= ENDS && found.has(**next);
            let good = self.next(node).iter().filter(is_good).count();
            escapes[node as usize] = (self.next(node).len() - good) as u32;
            let is_own = self.movers[node as usize] == seat;
            if is_own && good > 0 || escapes[node as usize] == 0 {
                found.distance[node as usize] = 1;
                queue.push_back(node);
            }
        }
        while let Some(node) = queue.pop_front() {
            let further = found.distance[node as usize] + 1;
            for from in &before[start[node as usize]..start[node as usize + 1]] {
                let from = *from as usize;
                if found.distance[from] != NEVER {
                    continue;
                }
                escapes[from] -= 1;
                if self.movers[from] == seat || escapes[from] == 0 {
                    found.distance[from] = further;
                    queue.push_back(from as Node);
                }
            }
        }
        found
    }

    /// Solves the first position.
    pub fn solve(&self) -> Result<Solution> {
        let wins = [self.attractor(0, 1), self.attractor(1, 1)];
        for seat in [0, 1] {
            let win = &wins[usize::from(seat)];
            if win.has(0) {
                return self.solution(of(seat, 1), None, &[(seat, Plan::Reach(win))]);
            }
        }
        let endless = self.endless(&wins)?;
        let winner = match endless {
            Some(1) => 0,
            Some(-1) => 1,
            _ => {
                let plans = [(0, Plan::Avoid(&wins[1])), (1, Plan::Avoid(&wins[0]))];
                return self.solution(0, endless, &plans);
            }
        };
        // The other seat has to force an end, if only a draw.
        let saved = self.attractor(1 - winner, 0);
        if !saved.has(0) {
            let plans = [(winner, Plan::Avoid(&saved))];
            return self.solution(of(winner, 1), endless, &plans);
        }
        let own = Plan::Avoid(&wins[usize::from(1 - winner)]);
        self.solution(0, endless, &[(winner, own), (1 - winner, Plan::Reach(&saved))])
    }

    /// Returns the value of repeating positions without end where neither seat can force a win;
    /// `None` if positions do not repeat there.
    ///
    /// # Errors
    /// If cycles have different values.
    fn endless(&self, wins: &[Attractor; 2]) -> Result<Option<Value>> {
        let is_open = |node: Node| node < ENDS && !wins.iter().any(|win| win.has(node));
        let mut states = vec![NodeState::New; self.positions()];
        let (mut path, mut value, mut cycles): (Vec<(Node, usize)>, _, _) = (vec![(0, 0)], None, 0);
        let mut known_moves = HashMap::new();
        states[0] = NodeState::OnPath(0);
        while let Some((node, at)) = path.last_mut() {
            let Some(next) = self.next(*node).get(*at).copied() else {
                states[*node as usize] = NodeState::Left;
                path.pop();
                continue;
            };
            *at += 1;
            if !is_open(next) {
                continue;
            }
            let from = match states[next as usize] {
                NodeState::Left => continue,
                NodeState::New => {
                    states[next as usize] = NodeState::OnPath(path.len());
                    path.push((next, 0));
                    continue;
                }
                NodeState::OnPath(from) => from,
            };
            let steps =
                path[from..].iter().map(|(node, at)| self.step(*node, at - 1, &mut known_moves));
            let found = endless_value(self.game, &steps.collect::<Result<Vec<_>>>()?)?;
            if value.is_some_and(|known| known != found) {
                let what = "neither side can win without positions repeating, and it depends on \
                            the positions what the rules make of it: such a position cannot be \
                            solved";
                return Err(Failure::Usage(what.to_owned()));
            }
            value = Some(found);
            cycles += 1;
            if cycles == CYCLES {
                break;
            }
        }
        Ok(value)
    }

    /// Returns a position with its move `at`. `known` keeps the moves of positions: cycles share
    /// most of theirs.
    fn step(
        &self,
        node: Node,
        at: usize,
        known: &mut HashMap<Node, Vec<String>>,
    ) -> Result<CycleStep> {
        let moves = match known.entry(node) {
            Entry::Occupied(moves) => moves.into_mut(),
            Entry::Vacant(place) => place.insert(self.move_texts(node)?),
        };
        Ok(CycleStep {
            position: self.texts[node as usize].to_string(),
            mover: self.movers[node as usize],
            mv: moves[at].clone(),
        })
    }

    /// Returns the texts of a position's moves.
    fn move_texts(&self, node: Node) -> Result<Vec<String>> {
        let mut cursor = PositionForm::read(self.game, &self.texts[node as usize])?;
        Ok(legal_moves(&mut *cursor, self.movers[node as usize], usize::MAX)?)
    }

    fn move_text(&self, node: Node, at: usize) -> Result<String> {
        Ok(self.move_texts(node)?.swap_remove(at))
    }

    /// Returns the move of a plan in a position.
    fn choice(&self, node: Node, plan: &Plan<'_>) -> usize {
        let mut moves = self.next(node).iter().enumerate();
        let found = match plan {
            Plan::Reach(good) => moves.min_by_key(|(_, next)| good.distance_of(**next)),
            Plan::Avoid(bad) => moves.find(|(_, next)| !bad.has(**next)),
        };
        found.expect("a plan has a move").0
    }

    fn solution(
        &self,
        value: Value,
        endless: Option<Value>,
        plans: &[(Seat, Plan<'_>)],
    ) -> Result<Solution> {
        let mut strategies = Vec::new();
        for (seat, plan) in plans {
            strategies.push((*seat, self.strategy(*seat, plan)?));
        }
        let seat = self.movers[0];
        let own = plans.iter().find(|(own, _)| *own == seat);
        let best = match own {
            _ if seat == NO_MOVER => None,
            Some((_, plan)) => Some(self.move_text(0, self.choice(0, plan))?),
            // All moves lose.
            None => Some(self.move_text(0, 0)?),
        };
        Ok(Solution { value, best, strategies, endless })
    }

    /// Returns a seat's moves in all positions that can arise if it follows a plan.
    fn strategy(&self, seat: Seat, plan: &Plan<'_>) -> Result<Vec<(String, String)>> {
        let mut seen = vec![false; self.positions()];
        let (mut open, mut strategy) = (vec![0 as Node], Vec::new());
        seen[0] = true;
        while let Some(node) = open.pop() {
            let mut next = self.next(node);
            if self.movers[node as usize] == seat {
                let at = self.choice(node, plan);
                strategy.push((self.texts[node as usize].to_string(), self.move_text(node, at)?));
                next = &next[at..=at];
            }
            for next in next.iter().filter(|next| **next < ENDS) {
                if !std::mem::replace(&mut seen[*next as usize], true) {
                    open.push(*next);
                }
            }
        }
        Ok(strategy)
    }
}
