//! Alpha-beta search for games that can say what a position is worth.

mod frames;
mod table;
mod walk;

use std::sync::Arc;

use self::frames::{Choice, Frames, RootMove};
use self::walk::{Root, Stack, Walk};
use super::share::{self, Share};
use super::{Kind, Settings, value};
use crate::game::Game;
use crate::history::History;
use crate::random::{Random, mix};
use crate::undo::Unmake;
use crate::{PluginResult, SearchProgress, Searcher, Seat, Variation};

/// How statistics of this search begin.
const KIND: &str = "alpha-beta";

/// A search from one position that keeps what it learned.
///
/// It looks at all moves one ply ahead, then two, and so on, and knows at any time
/// what is best by the depth that it is at. Where it meets chance, or several seats
/// that move at once, it gives way to Monte-Carlo search.
///
/// Not generic: what is about the game stands behind `Walk`.
pub struct AlphaBeta {
    walk: Box<dyn Walk>,
    frames: Frames,
    settings: Settings,
    seed: u64,
    memory: u64,
    /// What other instances found of the root: rank (the best has 0), depth, value
    /// to the mover, nodes.
    taken: Vec<Share>,
    /// What took over.
    instead: Option<Box<dyn Searcher>>,
    /// Whether it did because nothing is to be won against best play: where a draw is
    /// little to the computer it looks for what others could do wrong.
    hopes: bool,
    /// How many positions it has looked at for that.
    hoped: u64,
}

/// After fewer games at random what they say is no better than what is sure.
const HOPES: u64 = 1000;

impl AlphaBeta {
    pub(crate) fn new<G: Game, M: Unmake<G>>(
        game: Arc<G>,
        root: History<G, M>,
        seats: u8,
        settings: Settings,
        seed: u64,
        memory: u64,
    ) -> Self {
        let walk = Box::new(Stack::new(game, root, seats, &settings));
        AlphaBeta::on(walk, settings, seed, memory)
    }

    fn on(walk: Box<dyn Walk>, settings: Settings, seed: u64, memory: u64) -> Self {
        let depth = if settings.kind == Some(Kind::Greedy) { 1 } else { settings.depth };
        let margin = (settings.scale / 6.0).clamp(1.0, 1e6) as i32;
        let mut frames = Frames::new(memory, depth, settings.selective, margin);
        frames.greedy = settings.kind == Some(Kind::Greedy);
        let taken = Vec::new();
        let (instead, hopes, hoped) = (None, false, 0);
        let mut search =
            AlphaBeta { walk, frames, settings, seed, memory, taken, instead, hopes, hoped };
        search.begin();
        search
    }

    /// Begins at the root, whose moves come in an order of the seed's: so equal ones
    /// are not always played alike, and instances do not all search the same.
    fn begin(&mut self) {
        (self.hopes, self.hoped) = (false, 0);
        let mut choices = Vec::new();
        match self.walk.begin() {
            Root::Turn(_) => self.walk.list(0, false, &mut choices),
            Root::Over => {}
            Root::Strange => return self.give_way(),
        }
        let mut random = Random::new(mix(self.seed));
        // A greedy player chooses by chance, not by promise, among equals.
        let promise = |choice: &Choice| if self.frames.greedy { 0 } else { -choice.score };
        let order = choices.iter().map(|choice| (promise(choice), random.draw(), choice.number));
        let mut order: Vec<(i32, u64, u16)> = order.collect();
        crate::sort::sort(&mut order);
        self.frames.begin(order.into_iter().map(|(_, _, number)| number));
        self.taken.clear();
    }

    /// Lets Monte-Carlo search go on from here.
    fn give_way(&mut self) {
        self.instead = Some(self.walk.instead(&self.settings, self.seed, self.memory));
    }

    /// Tells whether there is a choice and surely no win among it, which the computer is
    /// not content with.
    fn is_hopeless(&self) -> bool {
        let choice = self.frames.finished && self.frames.root.len() > 1;
        choice && self.settings.contempt > 0 && self.frames.wins_nothing()
    }

    fn variation(&self, known: &RootMove) -> Variation {
        let Root::Turn(me) = self.walk.root() else { return Variation::default() };
        let (moves, mut value) = self.walk.line(&known.line, self.settings.scale);
        let own = value::expected(known.value, self.settings.scale);
        if value.len() == 2 {
            value[1 - usize::from(me)] = 10_000 - own;
        }
        value[usize::from(me)] = own;
        let looked = known.depth > 0;
        let proof = value.len() == 2 || known.value > 0 && !self.walk.skips();
        let forced = value::forced(known.value).filter(|_| proof && looked);
        let units = (!value::is_end(known.value) && looked).then_some(known.value);
        // A depth that was begun is not yet looked through.
        let depth = u16::from(known.depth.min(self.frames.depth));
        Variation { moves, visits: known.nodes, value, units, forced, depth }
    }

    /// Returns what others, who looked further ahead, found best.
    fn better(&self) -> Option<u16> {
        let (mut depth, mut better) = (f64::from(self.frames.root.first()?.depth), None);
        for share in self.taken.iter().filter(|share| share.numbers[0] == 0.0) {
            if share.numbers[1] > depth {
                (depth, better) = (share.numbers[1], Some(share));
            }
        }
        let mv = &better?.mv;
        let found = self.frames.root.iter().find(|known| self.walk.name(known.number) == *mv);
        found.map(|known| known.number)
    }
}

impl Searcher for AlphaBeta {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        let mut left = nodes;
        if self.instead.is_none() {
            let most = self.frames.nodes.saturating_add(u64::from(nodes));
            self.walk.run(&mut self.frames, most);
            self.hopes = self.is_hopeless();
            if self.frames.strange || self.hopes {
                self.give_way();
                // What is left of this step: else the result would depend on how a
                // search was cut into steps.
                left = most.saturating_sub(self.frames.nodes) as u32;
            }
        }
        if let Some(instead) = &mut self.instead {
            let progress = instead.step(left)?;
            self.hoped = progress.nodes;
            return Ok(SearchProgress { nodes: progress.nodes + self.frames.nodes, ..progress });
        }
        let (nodes, finished) = (self.frames.nodes, self.frames.finished);
        Ok(SearchProgress { nodes, memory: self.frames.table.bytes(), finished })
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        if let Some(instead) = self.instead.as_mut().filter(|_| !self.hopes || self.hoped >= HOPES)
        {
            return instead.report(lines);
        }
        let mut root: Vec<&RootMove> = self.frames.root.iter().collect();
        let better = self.better();
        if let Some(at) = root.iter().position(|known| Some(known.number) == better) {
            root[..=at].rotate_right(1);
        }
        root.truncate(usize::from(lines));
        let mut lines: Vec<Variation> =
            root.into_iter().map(|known| self.variation(known)).collect();
        for line in &mut lines {
            let others = self.taken.iter().filter(|share| share.mv == line.moves[0]);
            line.visits += others.map(|share| share.numbers[3] as u64).sum::<u64>();
        }
        Ok(lines)
    }

    fn advance(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        match &mut self.instead {
            // After another move all may be different.
            Some(_) if self.hopes => self.instead = None,
            Some(instead) => return instead.advance(by, mv),
            None => {}
        }
        let Some(number) = self.walk.advance(by, mv) else { return Ok(false) };
        let mut root = self.frames.root.iter();
        let known = root.any(|known| known.number == number && known.nodes > 0);
        self.begin();
        Ok(known)
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        if let Some(instead) = &mut self.instead {
            return instead.export_stats();
        }
        let known = (0..).zip(&self.frames.root).filter(|(_, known)| known.depth > 0);
        let share = |(rank, known): (u32, &RootMove)| {
            let RootMove { number, value, depth, nodes, .. } = known;
            let numbers = vec![rank.into(), (*depth).into(), (*value).into(), *nodes as f64];
            Share { mv: self.walk.name(*number), numbers }
        };
        Ok(share::write(KIND, known.map(share).collect()))
    }

    fn import_stats(&mut self, statistics: &[u8]) -> PluginResult<()> {
        if let Some(instead) = &mut self.instead {
            return instead.import_stats(statistics);
        }
        self.taken.extend(share::read(KIND, 4, statistics));
        if let Some(number) = self.better() {
            self.frames.prefer(number);
        }
        Ok(())
    }
}
