//! A Monte-Carlo tree search over cursors: for plugins without the interface `search`, and for
//! positions in which several seats decide at the same time.
//!
//! Seats that act together choose independently (decoupled UCT: Finnsson and Björnsson 2008;
//! Lanctot, Lisý and Winands 2013): the statistics of a seat cover its moves alone, so no
//! seat sees the decision of another.

mod resampled;
mod tree;

use crate::random::Random;
use crate::{
    CHANCE, Cursor, PAGE, PluginError, PluginResult, SearchProgress, Searcher, Seat, Variation,
};
pub use resampled::ResampledSearch;
use tree::{Decider, Tree, TreeNode, values};

/// The plies of a random game.
const CUT: u32 = 2_000;
/// The plies of a line that is reported.
const LINE: usize = 12;
/// Positions that one node of a step pays for. A step ends after them even within a game, so that
/// a search stops at once however long games are.
const POSITIONS: u64 = 128;

/// A search for one seat.
pub struct CursorSearch {
    /// At the root between games.
    cursor: Box<dyn Cursor>,
    by: Seat,
    random: Random,
    tree: Tree,
    seats: usize,
    nodes: u64,
    memory: u64,
    /// Whether the plugin plays random games itself, each in one call.
    plugin_plays: bool,
    game: Option<Game>,
}

/// A game that is being played: down the tree, and from its edge at random.
#[derive(Default)]
struct Game {
    /// The node, while the game is in the tree.
    node: usize,
    /// The nodes so far with the choices there.
    path: Vec<(usize, Vec<usize>)>,
    /// The plies that the cursor has played.
    plies: u32,
    /// The random part: a copy of the position, and its plies.
    beyond: Option<(Box<dyn Cursor>, u32)>,
}

impl CursorSearch {
    /// Begins a search of a position for a seat. `memory` is in bytes.
    ///
    /// # Errors
    /// Those of the cursor.
    pub fn new(
        cursor: &mut dyn Cursor,
        by: Seat,
        seed: u64,
        memory: u64,
    ) -> PluginResult<CursorSearch> {
        let mut search = CursorSearch {
            cursor: cursor.fork()?,
            by,
            random: Random::new(seed),
            tree: Tree::new(),
            seats: cursor.status()?.seats.len(),
            nodes: 0,
            memory,
            plugin_plays: true,
            game: None,
        };
        // A report has a legal move from the beginning on.
        search.expand(0)?;
        Ok(search)
    }

    /// Plays one move, or a whole random game of the plugin.
    fn advance(&mut self) -> PluginResult<()> {
        let mut game = self.game.take().unwrap_or_default();
        let result = match &mut game.beyond {
            Some((cursor, plies)) => play_at_random(&mut **cursor, plies, &mut self.random)?,
            None => self.descend(&mut game)?,
        };
        match result {
            Step::On => self.game = Some(game),
            Step::Over(values) => self.finish(game, &values)?,
            Step::Undecided => self.finish(game, &vec![0.5; self.seats])?,
        }
        Ok(())
    }

    /// Plays the choices of a position in the tree.
    fn descend(&mut self, game: &mut Game) -> PluginResult<Step> {
        let at = game.node;
        if matches!(self.tree.nodes[at], TreeNode::New) {
            self.expand(at)?;
            if !matches!(self.tree.nodes[at], TreeNode::Over(_)) {
                return self.leave_tree(game);
            }
        }
        let mut numbers = Vec::new();
        let moves: Vec<(Seat, String)> = match &self.tree.nodes[at] {
            TreeNode::New => return Ok(Step::Undecided),
            TreeNode::Over(values) => return Ok(Step::Over(values.clone())),
            TreeNode::Chance(_) => vec![(CHANCE, self.cursor.sample_outcome(self.random.draw())?)],
            TreeNode::Choice { deciders, .. } => {
                numbers.extend(deciders.iter().map(|it| it.choose(&mut self.random)));
                let named = deciders.iter().zip(&numbers);
                named.map(|(it, nth)| (it.seat, it.moves[*nth].mv.clone())).collect()
            }
        };
        for (seat, mv) in &moves {
            if self.cursor.play(*seat, mv)?.is_err() {
                return Ok(Step::Undecided);
            }
            game.plies += 1;
        }
        let next = self.tree.child(at, &numbers, &moves[0].1, self.memory);
        if !numbers.is_empty() {
            game.path.push((at, numbers));
        }
        match next {
            Some(next) => game.node = next,
            None => return self.leave_tree(game),
        }
        Ok(Step::On)
    }

    /// Goes on at random from the position of the cursor.
    fn leave_tree(&mut self, game: &mut Game) -> PluginResult<Step> {
        let played = match self.plugin_plays {
            true => self.cursor.playouts(1, self.random.draw(), CUT, false).map(Some),
            false => Ok(None),
        };
        let stats = match played {
            Ok(Some(stats)) => stats,
            Ok(None) | Err(PluginError::Absent { .. }) => {
                self.plugin_plays = false;
                game.beyond = Some((self.cursor.fork()?, 0));
                return Ok(Step::On);
            }
            Err(error) => return Err(error),
        };
        if stats.draws + stats.cut > 0 {
            return Ok(Step::Undecided);
        }
        let won = |wins: &u64| if *wins > 0 { 1.0 } else { 0.0 };
        Ok(Step::Over(stats.wins.iter().map(won).collect()))
    }

    fn finish(&mut self, game: Game, values: &[f64]) -> PluginResult<()> {
        self.return_to_root(&game)?;
        for (at, numbers) in game.path {
            let TreeNode::Choice { deciders, .. } = &mut self.tree.nodes[at] else { continue };
            for (decider, nth) in deciders.iter_mut().zip(numbers) {
                decider.learn(nth, values);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    fn return_to_root(&mut self, game: &Game) -> PluginResult<()> {
        for _ in 0..game.plies {
            self.cursor.undo()?;
        }
        Ok(())
    }

    /// Looks at a new position, where the cursor is.
    fn expand(&mut self, at: usize) -> PluginResult<()> {
        let status = self.cursor.status()?;
        if let Some(outcome) = &status.outcome {
            self.tree.set(at, TreeNode::Over(values(outcome)));
            return Ok(());
        }
        if status.chance {
            self.tree.set(at, TreeNode::Chance(Default::default()));
            return Ok(());
        }
        let mut deciders = Vec::new();
        for seat in status.acting {
            deciders.push(Decider::new(seat, self.cursor.legal_moves(seat, None, PAGE)?));
        }
        if !deciders.is_empty() && deciders.iter().all(|decider| !decider.moves.is_empty()) {
            self.tree.set(at, TreeNode::Choice { deciders, children: Default::default() });
        }
        Ok(())
    }

    /// Returns the best moves after a move at the root, while one seat chooses at a time.
    fn line(&self, first: &str) -> Vec<String> {
        let mut line = vec![first.to_owned()];
        let mut at = 0;
        while line.len() < LINE {
            let TreeNode::Choice { deciders, children } = &self.tree.nodes[at] else { break };
            let ([decider], Some(last)) = (&deciders[..], line.last()) else { break };
            let Some(nth) = decider.moves.iter().position(|it| it.mv == *last) else { break };
            let Some(next) = children.get(&[nth][..]) else { break };
            let TreeNode::Choice { deciders, .. } = &self.tree.nodes[*next] else { break };
            let [decider] = &deciders[..] else { break };
            let tried = decider.ranked().into_iter().find(|it| it.visits > 0);
            let Some(best) = tried.map(|it| it.mv.clone()) else { break };
            line.push(best);
            at = *next;
        }
        line
    }
}

/// The result of a step of a game.
enum Step {
    On,
    /// Values by seat.
    Over(Vec<f64>),
    /// Cut, or without moves.
    Undecided,
}

fn play_at_random(
    cursor: &mut dyn Cursor,
    plies: &mut u32,
    random: &mut Random,
) -> PluginResult<Step> {
    let status = cursor.status()?;
    if let Some(outcome) = &status.outcome {
        return Ok(Step::Over(values(outcome)));
    }
    let (seat, mv) = match status.acting.first() {
        _ if *plies >= CUT => return Ok(Step::Undecided),
        _ if status.chance => (CHANCE, cursor.sample_outcome(random.draw())?),
        None => return Ok(Step::Undecided),
        Some(seat) => {
            let mut moves = cursor.legal_moves(*seat, None, PAGE)?;
            if moves.is_empty() {
                return Ok(Step::Undecided);
            }
            let nth = random.below(moves.len() as u64) as usize;
            (*seat, moves.swap_remove(nth))
        }
    };
    *plies += 1;
    Ok(if cursor.play(seat, &mv)?.is_ok() { Step::On } else { Step::Undecided })
}

impl Searcher for CursorSearch {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        let until = self.nodes + u64::from(nodes);
        let mut positions = u64::from(nodes) * POSITIONS;
        while self.nodes < until && positions > 0 {
            self.advance()?;
            positions -= 1;
        }
        let finished = matches!(self.tree.nodes[0], TreeNode::Over(_));
        Ok(SearchProgress { nodes: self.nodes, memory: self.tree.bytes, finished })
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        let TreeNode::Choice { deciders, .. } = &self.tree.nodes[0] else { return Ok(Vec::new()) };
        let own = deciders.iter().find(|it| it.seat == self.by);
        let Some(own) = own.or(deciders.first()) else { return Ok(Vec::new()) };
        let variation = |it: &tree::MoveStats| {
            let value = |seat| (it.value(seat) * 10_000.0) as u16;
            let moves = self.line(&it.mv);
            Variation {
                depth: moves.len() as u16,
                moves,
                visits: u64::from(it.visits),
                value: (0..self.seats).map(value).collect(),
                ..Variation::default()
            }
        };
        Ok(own.ranked().into_iter().take(usize::from(lines)).map(variation).collect())
    }

    fn advance_root(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        if let Some(game) = self.game.take() {
            self.return_to_root(&game)?;
        }
        if self.cursor.play(by, mv)?.is_err() {
            return Ok(false);
        }
        let kept = self.tree.after(mv);
        match kept {
            Some(node) => self.tree.keep_below(node),
            None => self.tree = Tree::new(),
        }
        if matches!(self.tree.nodes[0], TreeNode::New) {
            self.expand(0)?;
        }
        let status = self.cursor.status()?;
        if !status.acting.contains(&self.by) {
            self.by = status.acting.first().copied().unwrap_or(self.by);
        }
        Ok(kept.is_some())
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        Ok(Vec::new())
    }

    fn import_stats(&mut self, _: &[u8]) -> PluginResult<()> {
        Ok(())
    }
}
