//! What the computer's thread does.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use boardloom_contract::{
    Cursor, OpenGame, PAGE, PluginError, SearchProgress, Searcher, Seat, Variation,
};

use super::weighing::{self, MoveQuality};
use super::{Goal, Level, News, Order, Task, levels};
use boardloom_match::{GameSource, MatchError, MovePath, MoveStep, chance_number};

/// How long a slice of searching is to take.
const SLICE: Duration = Duration::from_millis(10);
/// How often progress is told.
const TOLD_EVERY: Duration = Duration::from_millis(100);
/// The nodes of the first slice.
const FIRST: u32 = 16;
/// The nodes of every slice where nodes alone end a search: what it finds must
/// not depend on how fast the machine is.
const STEADY: u32 = 256;
/// The most nodes of a slice where depth ends a search.
const SHALLOW: u32 = 1024;
/// Lines that a move is reported with.
const FEWEST_LINES: u16 = 1;

/// What the worker goes on with after a task.
enum Then {
    Idle,
    Begin(Box<Task>),
    Quit,
}

/// An instance of the game, where it stands, and what it searched there.
struct Instance {
    /// Keeps the instance alive.
    _game: Box<dyn OpenGame>,
    cursor: Box<dyn Cursor>,
    move_path: MovePath,
    search: Option<Search>,
}

struct Search {
    searcher: Box<dyn Searcher>,
    settings: String,
}

/// The thread's state.
pub(super) struct Worker {
    source: GameSource,
    memory: u64,
    orders: Receiver<Order>,
    tell: Box<dyn Fn(News) + Send>,
    instance: Option<Instance>,
    /// Another one, in which moves are weighed.
    judge: Option<Instance>,
}

/// Why a task's search ended.
enum End {
    /// Its time or its nodes are up, or it is finished: what it found with so
    /// many nodes.
    Enough(Vec<Variation>, u64),
    /// Another order came.
    Broken(Then),
}

impl Worker {
    pub(super) fn new(
        source: GameSource,
        memory: u64,
        orders: Receiver<Order>,
        tell: Box<dyn Fn(News) + Send>,
    ) -> Self {
        Worker { source, memory, orders, tell, instance: None, judge: None }
    }

    /// Works until told to quit.
    pub(super) fn run(mut self) {
        while let Ok(order) = self.orders.recv() {
            let mut then = match order {
                Order::Begin(task) => Then::Begin(task),
                Order::Quit => Then::Quit,
                Order::Stop | Order::MoveNow => Then::Idle,
            };
            loop {
                match then {
                    Then::Idle => break,
                    Then::Quit => return,
                    Then::Begin(task) => then = self.perform(&task),
                }
            }
        }
    }

    /// Does a task; where the plugin fails, once more in a new instance.
    fn perform(&mut self, task: &Task) -> Then {
        let first = match self.attempt(task) {
            Ok(then) => return then,
            Err(why) => why,
        };
        self.instance = None;
        tracing::warn!("the computer's instance failed and is rebuilt: {first}");
        match self.attempt(task) {
            Ok(then) => then,
            Err(why) => {
                self.instance = None;
                (self.tell)(News::Failed { task: task.number, why: why.to_string() });
                Then::Idle
            }
        }
    }

    fn attempt(&mut self, task: &Task) -> Result<Then, MatchError> {
        let began = Instant::now();
        let weighed = match &task.goal {
            Goal::Reply(_) => self.weigh(task),
            _ => None,
        };
        self.go_to(&task.move_path)?;
        let tell_move = |mv: String, lines: Vec<Variation>, nodes: u64| News::Move {
            task: task.number,
            seat: task.seat,
            mv,
            took: began.elapsed(),
            nodes,
            lines,
            weighed,
        };
        if let Some(level) = task.goal.level()
            && let Some(mv) = self.without_search(task, level)?
        {
            (self.tell)(tell_move(mv, Vec::new(), 0));
            return Ok(Then::Idle);
        }
        if !self.source.rules.capabilities().search {
            (self.tell)(News::Done { task: task.number, lines: Vec::new() });
            return Ok(Then::Idle);
        }
        match self.search(task, began)? {
            End::Broken(then) => {
                (self.tell)(News::Stopped { task: task.number });
                Ok(then)
            }
            End::Enough(lines, nodes) => {
                let best = lines.first().and_then(|line| line.moves.first()).cloned();
                let news = match (task.goal.level(), best) {
                    (Some(_), Some(mv)) => tell_move(self.legal(task, mv)?, lines, nodes),
                    (Some(_), None) => tell_move(self.blind(task)?, lines, nodes),
                    (None, _) => News::Done { task: task.number, lines },
                };
                (self.tell)(news);
                Ok(Then::Idle)
            }
        }
    }

    /// Weighs the move before a task's position, in an instance of its own: the one
    /// that plays keeps what it searched. That it cannot be done is no fault.
    fn weigh(&mut self, task: &Task) -> Option<MoveQuality> {
        let (before, by) = weighing::before(&task.move_path, task.seat)?;
        let level = levels(&self.source.ruleset).pop()?.impartial();
        std::mem::swap(&mut self.instance, &mut self.judge);
        let weighed = self.weigh_there(task, (&before, by), &level);
        std::mem::swap(&mut self.instance, &mut self.judge);
        weighed.unwrap_or_else(|why| {
            tracing::warn!("the move before could not be weighed: {why}");
            self.judge = None;
            None
        })
    }

    fn weigh_there(
        &mut self,
        task: &Task,
        (before, by): (&MovePath, Seat),
        level: &Level,
    ) -> Result<Option<MoveQuality>, MatchError> {
        self.go_to(before)?;
        let promised = weighing::promised(&mut *self.instance().cursor, by, level)?;
        let Some(promised) = promised else { return Ok(None) };
        self.go_to(&task.move_path)?;
        let proved = weighing::proved(&mut *self.instance().cursor, by, level)?;
        Ok(proved.map(|(kept, proved)| MoveQuality { by, promised, kept, proved }))
    }

    /// Takes the instance to a position, keeping what it searched where the
    /// game only went on.
    fn go_to(&mut self, move_path: &MovePath) -> Result<(), MatchError> {
        let Some(instance) =
            self.instance.as_mut().filter(|i| i.move_path.start == move_path.start)
        else {
            let (game, cursor) = move_path.walk(&self.source)?;
            self.instance =
                Some(Instance { _game: game, cursor, move_path: move_path.clone(), search: None });
            return Ok(());
        };
        let both = instance.move_path.steps.iter().zip(&move_path.steps);
        let shared = both.take_while(|(a, b)| a == b).count();
        for _ in shared..instance.move_path.steps.len() {
            instance.search = None;
            instance.cursor.undo()?;
        }
        move_path.go_on(&mut *instance.cursor, shared)?;
        for step in &move_path.steps[shared..] {
            let known = match (step, &mut instance.search) {
                (MoveStep::Move(by, mv), Some(search)) => {
                    search.searcher.advance(*by, mv).map(|_| true)?
                }
                _ => false,
            };
            if !known {
                instance.search = None;
            }
        }
        instance.move_path = move_path.clone();
        Ok(())
    }

    /// Returns a move that needs no search: the only one, or a weak level's
    /// blind one, or any where the plugin cannot search.
    fn without_search(&mut self, task: &Task, level: &Level) -> Result<Option<String>, MatchError> {
        let cursor = &mut *self.instance().cursor;
        let few = cursor.legal_moves(task.seat, None, 2)?;
        if let [only] = &few[..] {
            return Ok(Some(only.clone()));
        }
        let dice = chance_number(task.seed, task.move_path.steps.len() as u32) >> 11;
        let blind = (dice as f64) / ((1u64 << 53) as f64) < level.noise;
        if blind || !self.source.rules.capabilities().search {
            return self.blind(task).map(Some);
        }
        Ok(None)
    }

    /// Returns a legal move at random.
    fn blind(&mut self, task: &Task) -> Result<String, MatchError> {
        let number = chance_number(!task.seed, task.move_path.steps.len() as u32);
        let cursor = &mut *self.instance().cursor;
        let count = cursor.count_moves(task.seat)?;
        let mut skip = number.checked_rem(count).ok_or(MatchError::Over)?;
        let mut after: Option<String> = None;
        loop {
            let limit = PAGE.min(u32::try_from(skip + 1).unwrap_or(PAGE));
            let page = cursor.legal_moves(task.seat, after.as_deref(), limit)?;
            let Some(last) = page.last() else { return Err(MatchError::Over) };
            if skip < page.len() as u64 {
                return Ok(page[skip as usize].clone());
            }
            skip -= page.len() as u64;
            after = Some(last.clone());
        }
    }

    /// Holds a search's move to the rules.
    fn legal(&mut self, task: &Task, mv: String) -> Result<String, MatchError> {
        if self.instance().cursor.is_legal(task.seat, &mv)? {
            return Ok(mv);
        }
        Err(MatchError::PluginError(PluginError::BrokeContract {
            plugin: self.source.rules.name().to_owned(),
            call: "searcher.report".to_owned(),
            why: format!("its best move `{mv}` is not legal"),
        }))
    }

    fn instance(&mut self) -> &mut Instance {
        self.instance.as_mut().expect("a task goes to its position first")
    }

    /// Searches in slices until the goal's limits, or an order.
    fn search(&mut self, task: &Task, began: Instant) -> Result<End, MatchError> {
        let strongest = || Some(levels(&self.source.ruleset).pop()?.impartial().settings);
        let settings = match task.goal.level() {
            Some(level) => level.search_settings(),
            None => strongest().unwrap_or_else(|| "{}".to_owned()),
        };
        let limits = Limits::of(&task.goal, began);
        let instance = self.instance.as_mut().expect("a task goes to its position first");
        let kept = instance.search.take().filter(|search| search.settings == settings);
        let mut search = match kept {
            Some(search) => search,
            None => {
                let begun = instance.cursor.search(&settings, task.seed, self.memory)?;
                let searcher = begun.map_err(|why| MatchError::Unread {
                    text: settings.clone(),
                    why: format!("the computer cannot search: {why}"),
                })?;
                Search { searcher, settings }
            }
        };
        let lines = task.lines.max(FEWEST_LINES);
        let end = self.slices(&mut *search.searcher, task, &limits, lines)?;
        self.instance().search = Some(search);
        Ok(end)
    }

    fn slices(
        &self,
        searcher: &mut dyn Searcher,
        task: &Task,
        limits: &Limits,
        lines: u16,
    ) -> Result<End, MatchError> {
        let mut size = limits.first();
        let mut told = Instant::now();
        let mut before: Option<u64> = None;
        loop {
            let began = Instant::now();
            let progress = searcher.step(size)?;
            let took = began.elapsed();
            // What an earlier task found does not count against this one's nodes.
            let first = *before.get_or_insert(progress.nodes.saturating_sub(u64::from(size)));
            let nodes = progress.nodes - first.min(progress.nodes);
            let deep = match limits.depth {
                Some(most) => searcher.report(1)?.first().is_some_and(|line| line.depth >= most),
                None => false,
            };
            let enough = progress.finished || deep || limits.reached(nodes);
            let order = match enough && matches!(task.goal, Goal::Analysis) {
                // Nothing more can be found: wait to be told what to do.
                true => {
                    self.progress(searcher, task, progress, lines)?;
                    self.orders.recv().map_err(|_| TryRecvError::Disconnected)
                }
                false => self.orders.try_recv(),
            };
            match self.obey(order) {
                ControlFlow::Continue(now) if now || enough => {
                    return Ok(End::Enough(searcher.report(lines)?, nodes));
                }
                ControlFlow::Continue(_) => {}
                ControlFlow::Break(then) => return Ok(End::Broken(then)),
            }
            if told.elapsed() >= TOLD_EVERY {
                told = Instant::now();
                self.progress(searcher, task, progress, lines)?;
            }
            size = limits.next(size, took, nodes);
        }
    }

    fn progress(
        &self,
        searcher: &mut dyn Searcher,
        task: &Task,
        progress: SearchProgress,
        lines: u16,
    ) -> Result<(), MatchError> {
        let lines = searcher.report(lines)?;
        (self.tell)(News::Progress { task: task.number, progress, lines });
        Ok(())
    }

    /// Looks at an order that came during a task: whether to move now, or what
    /// to do instead.
    fn obey(&self, order: Result<Order, TryRecvError>) -> ControlFlow<Then, bool> {
        match order {
            Ok(Order::MoveNow) => ControlFlow::Continue(true),
            Ok(Order::Stop) => ControlFlow::Break(Then::Idle),
            Ok(Order::Begin(task)) => ControlFlow::Break(Then::Begin(task)),
            Ok(Order::Quit) | Err(TryRecvError::Disconnected) => ControlFlow::Break(Then::Quit),
            Err(TryRecvError::Empty) => ControlFlow::Continue(false),
        }
    }
}

/// When a search has to end.
struct Limits {
    until: Option<Instant>,
    nodes: Option<u64>,
    depth: Option<u16>,
}

impl Limits {
    fn of(goal: &Goal, began: Instant) -> Self {
        match goal {
            Goal::Move(level) | Goal::Reply(level) => Limits {
                until: level.time.map(|t| began + t),
                nodes: match (level.nodes, level.depth, level.time) {
                    (None, Some(depth), None) => Some(enough_for(depth)),
                    (nodes, _, _) => nodes,
                },
                depth: level.depth,
            },
            Goal::Hint(time) => Limits { until: Some(began + *time), nodes: None, depth: None },
            Goal::Analysis => Limits { until: None, nodes: None, depth: None },
        }
    }

    fn reached(&self, nodes: u64) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
            || self.nodes.is_some_and(|most| nodes >= most)
    }

    /// Returns the size of the first slice.
    fn first(&self) -> u32 {
        self.clip(FIRST, 0)
    }

    /// Returns the size of the next slice, so that it takes about [`SLICE`] and
    /// not much more time or nodes than are left.
    fn next(&self, size: u32, took: Duration, nodes: u64) -> u32 {
        if self.nodes.is_some() && self.until.is_none() {
            return self.clip(STEADY, nodes);
        }
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        let size = sized(size, took, left.map_or(SLICE, |left| left.min(SLICE)));
        self.clip(if self.depth.is_some() { size.min(SHALLOW) } else { size }, nodes)
    }

    /// Keeps a slice within the nodes that are left.
    fn clip(&self, size: u32, nodes: u64) -> u32 {
        match self.nodes {
            Some(most) => {
                size.min(u32::try_from(most.saturating_sub(nodes)).unwrap_or(size)).max(1)
            }
            None => size,
        }
    }
}

/// Returns the nodes after which a search that was told a depth alone ends: one
/// that grows its tree where it likes may never look so far ahead.
fn enough_for(depth: u16) -> u64 {
    1000 * 4u64.pow(u32::from(depth.min(20)))
}

/// Returns the size of the next slice, so that it takes about so long.
fn sized(size: u32, took: Duration, slice: Duration) -> u32 {
    let fits = slice.as_secs_f64() / took.as_secs_f64().max(1e-6);
    // A measure of a short slice is a rough one: grow in steps.
    let next = f64::from(size) * fits.clamp(0.1, 4.0);
    next.clamp(1.0, f64::from(1u32 << 24)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_approach_ten_milliseconds() {
        assert_eq!(sized(100, Duration::from_millis(10), SLICE), 100);
        assert_eq!(sized(100, Duration::from_millis(1), SLICE), 400);
        assert_eq!(sized(100, Duration::from_millis(50), SLICE), 20);
        assert_eq!(sized(1, Duration::from_secs(10), SLICE), 1);
    }

    #[test]
    fn slices_of_a_search_by_nodes_do_not_depend_on_time() {
        let limits = Limits { until: None, nodes: Some(600), depth: None };
        for took in [Duration::from_micros(1), Duration::from_secs(1)] {
            assert_eq!(limits.first(), 16);
            assert_eq!(limits.next(16, took, 16), STEADY);
            assert_eq!(limits.next(STEADY, took, 500), 100);
        }
        assert_eq!(Limits { nodes: Some(5), ..limits }.first(), 5);
    }
}
