//! Alpha-beta search for games with an evaluation.

mod frames;
mod stack;
mod transposition;

use std::sync::Arc;

use self::frames::{Frames, RootLine, RootMove, ScoredMove};
use self::stack::{RootStatus, Stack};
use super::root_stats::{self, MoveStats};
use super::{Mcts, Settings, value};
use crate::game::Game;
use crate::history::History;
use crate::random::{Random, mix};
use crate::sorting::sort;
use crate::undo::Unmake;
use crate::{PluginResult, SearchProgress, Searcher, Seat, Variation};

/// The kind that the statistics of this search begin with.
const KIND: &str = "alpha-beta";

/// A search from one position that keeps its transposition table between steps.
///
/// It searches one ply deep, then two, and so on, and can report the best lines so far at any
/// time. At chance or simultaneous moves it switches to Monte-Carlo search.
pub(crate) struct AlphaBeta<G: Game, M: Unmake<G>> {
    frames: Frames<G, M>,
    settings: Settings,
    seed: u64,
    memory: u64,
    /// Root statistics of other instances: rank (0 is best), depth, value for the mover, nodes.
    imported: Vec<MoveStats>,
    /// The Monte-Carlo search that took over.
    mcts: Option<Mcts<G, M>>,
    /// Whether it took over because best play cannot win: with contempt for draws the computer
    /// plays for mistakes of others.
    seeks_wins: bool,
    /// The nodes of that Monte-Carlo search.
    seek_nodes: u64,
}

/// With fewer playouts their result is no better than the proven one.
const SEEK_NODES: u64 = 1000;

impl<G: Game, M: Unmake<G>> AlphaBeta<G, M> {
    pub fn new(
        game: Arc<G>,
        root: History<G, M>,
        seats: u8,
        settings: Settings,
        seed: u64,
        memory: u64,
    ) -> Self {
        let stack = Stack::new(game, root, seats, &settings);
        let mut search = AlphaBeta {
            frames: Frames::new(stack, &settings, memory),
            settings,
            seed,
            memory,
            imported: Vec::new(),
            mcts: None,
            seeks_wins: false,
            seek_nodes: 0,
        };
        search.begin();
        search
    }

    /// Begins at the root. The seed shuffles equal moves, so that games vary and instances search
    /// differently.
    fn begin(&mut self) {
        (self.seeks_wins, self.seek_nodes) = (false, 0);
        let mut choices = Vec::new();
        match self.frames.stack.begin() {
            RootStatus::Turn(_) => self.frames.stack.list(0, false, &mut choices),
            RootStatus::Over => {}
            RootStatus::Unsupported => return self.switch_to_mcts(),
        }
        let mut random = Random::new(mix(self.seed));
        // A greedy player chooses among equals at random, not by score.
        let score = |choice: &ScoredMove| if self.frames.greedy { 0 } else { -choice.score };
        let order = choices.iter().map(|choice| (score(choice), random.draw(), choice.number));
        let mut order: Vec<(i32, u64, u16)> = order.collect();
        sort(&mut order);
        self.frames.begin(order.into_iter().map(|(_, _, number)| number));
        self.imported.clear();
    }

    /// Continues with Monte-Carlo search.
    fn switch_to_mcts(&mut self) {
        self.mcts = Some(self.frames.stack.mcts(&self.settings, self.seed, self.memory));
    }

    /// Tells whether no move can win and contempt makes a draw unwelcome.
    fn is_hopeless(&self) -> bool {
        let choice = self.frames.finished && self.frames.root.len() > 1;
        choice && self.settings.contempt > 0 && self.frames.cannot_win()
    }

    fn variation(&self, line: &RootLine) -> Variation {
        let RootStatus::Turn(me) = self.frames.stack.root() else { return Variation::default() };
        let (moves, mut value) = self.frames.stack.line(&line.moves, self.settings.scale);
        let own = value::expected_result(line.value, self.settings.scale);
        if value.len() == 2 {
            value[1 - usize::from(me)] = 10_000 - own;
        }
        value[usize::from(me)] = own;
        let is_searched = line.depth > 0;
        let proof = value.len() == 2 || line.value > 0 && !self.frames.stack.ignores_seats();
        let forced = value::plies_to_end(line.value).filter(|_| proof && is_searched);
        let units = (!value::is_end(line.value) && is_searched).then_some(line.value);
        // The current depth is not complete yet.
        let depth = u16::from(line.depth.min(self.frames.depth));
        let others = self.imported.iter().filter(|stats| moves.first() == Some(&stats.mv));
        let visits = self.frames.root.iter().find(|known| known.number == line.moves[0]);
        let visits = visits.map_or(0, |known| known.nodes)
            + others.map(|stats| stats.numbers[3] as u64).sum::<u64>();
        Variation { moves, visits, value, units, forced, depth }
    }

    /// Returns the best line of another instance, if that one searched deeper.
    fn better_import(&self) -> Option<RootLine> {
        let mut depth = self.frames.best.first().map_or(0.0, |line| f64::from(line.depth));
        let mut better_import = None;
        for stats in self.imported.iter().filter(|stats| stats.numbers[0] == 0.0) {
            if stats.numbers[1] > depth {
                (depth, better_import) = (stats.numbers[1], Some(stats));
            }
        }
        let MoveStats { mv, numbers } = better_import?;
        let found =
            self.frames.root.iter().find(|known| self.frames.stack.name(known.number) == *mv);
        let (value, depth) = (numbers[2] as i32, numbers[1] as u8);
        found.map(|known| RootLine { value, depth, moves: vec![known.number] })
    }
}

impl<G: Game, M: Unmake<G>> Searcher for AlphaBeta<G, M> {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        let mut left = nodes;
        if self.mcts.is_none() {
            let most = self.frames.nodes.saturating_add(u64::from(nodes));
            self.frames.run(most);
            self.seeks_wins = self.is_hopeless();
            if self.frames.unsupported || self.seeks_wins {
                self.switch_to_mcts();
                // The rest of this step: the result must not depend on the size of the steps.
                left = most.saturating_sub(self.frames.nodes) as u32;
            }
        }
        if let Some(mcts) = &mut self.mcts {
            let progress = mcts.step(left)?;
            self.seek_nodes = progress.nodes;
            return Ok(SearchProgress { nodes: progress.nodes + self.frames.nodes, ..progress });
        }
        let (nodes, finished) = (self.frames.nodes, self.frames.finished);
        Ok(SearchProgress { nodes, memory: self.frames.table.bytes(), finished })
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        if let Some(mcts) =
            self.mcts.as_mut().filter(|_| !self.seeks_wins || self.seek_nodes >= SEEK_NODES)
        {
            return mcts.report(lines);
        }
        let mut best = self.frames.best.clone();
        if let Some(better_import) = self.better_import() {
            best.retain(|line| line.moves[0] != better_import.moves[0]);
            best.insert(0, better_import);
        }
        if best.is_empty() {
            best.extend(self.frames.root.first().map(|first| RootLine::unknown(first.number)));
        }
        Ok(best.iter().take(usize::from(lines)).map(|line| self.variation(line)).collect())
    }

    fn advance_root(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        match &mut self.mcts {
            // After a move the result may differ.
            Some(_) if self.seeks_wins => self.mcts = None,
            Some(mcts) => return mcts.advance_root(by, mv),
            None => {}
        }
        let Some(number) = self.frames.stack.advance_root(by, mv) else { return Ok(false) };
        let mut root = self.frames.root.iter();
        let known = root.any(|known| known.number == number && known.nodes > 0);
        self.begin();
        Ok(known)
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        if let Some(mcts) = &mut self.mcts {
            return mcts.export_stats();
        }
        let known = (0..).zip(&self.frames.root).filter(|(_, known)| known.nodes > 0);
        let stats = |(rank, known): (u32, &RootMove)| {
            let line = self.frames.best.iter().position(|line| line.moves[0] == known.number);
            // The best has rank 0; of the others only the nodes count.
            let rank = line.map_or(rank.max(1), |line| line as u32);
            let (value, depth) = line.map_or((0, 0), |line| {
                (self.frames.best[line].value, self.frames.best[line].depth)
            });
            let numbers = vec![rank.into(), depth.into(), value.into(), known.nodes as f64];
            MoveStats { mv: self.frames.stack.name(known.number), numbers }
        };
        Ok(root_stats::write(KIND, known.map(stats).collect()))
    }

    fn import_stats(&mut self, statistics: &[u8]) -> PluginResult<()> {
        if let Some(mcts) = &mut self.mcts {
            return mcts.import_stats(statistics);
        }
        self.imported.extend(root_stats::read(KIND, 4, statistics));
        if let Some(better_import) = self.better_import() {
            self.frames.prefer(better_import.moves[0]);
        }
        Ok(())
    }
}
