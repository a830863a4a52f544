//! The search thread.

use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use boardloom_contract::{
    Cursor, OpenGame, PluginError, SearchProgress, Searcher, Seat, Variation,
};

use super::move_review::{self, Effort, MoveQuality, MoveReview, QUICK, THOROUGH};
use super::rounds::{SearchSettings, begin_search, hides, is_round};
use super::{Command, Level, SearchEvent, SearchGoal, SearchTask, levels};
use boardloom_match::{GameEvent, GameSource, MatchError, MovePath, chance_number, nth_legal_move};

/// Target duration of a slice of searching.
const SLICE: Duration = Duration::from_millis(10);
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
const FIRST: u32 = 16;
/// Nodes of each slice if only nodes limit the search: its result must not depend on the
/// machine's speed.
const STEADY: u32 = 256;
/// The most nodes of a slice if depth limits the search.
const SHALLOW: u32 = 1024;

/// An instance of the game, its position and the search there.
pub(super) struct SearchInstance {
    /// Keeps the instance alive.
    _game: Box<dyn OpenGame>,
    cursor: Box<dyn Cursor>,
    move_path: MovePath,
    search: Option<RunningSearch>,
}

struct RunningSearch {
    searcher: Box<dyn Searcher>,
    settings: String,
}

pub(super) struct Worker {
    pub source: GameSource,
    pub memory: u64,
    pub commands: Receiver<Command>,
    pub send: Box<dyn Fn(u64, SearchEvent) + Send>,
    pub instance: Option<SearchInstance>,
    /// A second instance, for reviewing moves.
    pub reviewer: Option<SearchInstance>,
}

enum SearchEnd {
    /// The limit is reached or the search is finished: its lines and nodes.
    Enough(Vec<Variation>, u64),
    /// A command interrupted it.
    Broken(Command),
}

impl Worker {
    pub(super) fn run(mut self) {
        while let Ok(command) = self.commands.recv() {
            let mut next = Some(command);
            while let Some(command) = next {
                next = match command {
                    Command::Begin(task) => self.run_task(&task),
                    Command::Review(number, move_path) => {
                        let review = self.review(&move_path, &[THOROUGH, QUICK]);
                        (self.send)(number, SearchEvent::Reviewed { review });
                        None
                    }
                    Command::Stop | Command::MoveNow => None,
                    Command::Quit => return,
                };
            }
        }
    }

    /// Runs a task; if the plugin fails, once more in a new instance. Returns the command that
    /// interrupted it.
    fn run_task(&mut self, task: &SearchTask) -> Option<Command> {
        let first = match self.attempt(task) {
            Ok(next) => return next,
            Err(why) => why,
        };
        self.instance = None;
        tracing::warn!("the computer's instance failed and is rebuilt: {first}");
        match self.attempt(task) {
            Ok(next) => next,
            Err(why) => {
                self.instance = None;
                (self.send)(task.number, SearchEvent::Failed { why: why.to_string() });
                None
            }
        }
    }

    fn attempt(&mut self, task: &SearchTask) -> Result<Option<Command>, MatchError> {
        let began = Instant::now();
        let review = match &task.goal {
            SearchGoal::Reply(_) => self.review_opponent(task).map(|review| review.quality),
            _ => None,
        };
        self.go_to(&task.move_path)?;
        let move_event = |mv: String, lines: Vec<Variation>, nodes: u64| SearchEvent::Move {
            seat: task.seat,
            mv,
            took: began.elapsed(),
            nodes,
            lines,
            review,
        };
        if let Some(level) = task.goal.level()
            && let Some(mv) = self.without_search(task, level)?
        {
            (self.send)(task.number, move_event(mv, Vec::new(), 0));
            return Ok(None);
        }
        if !self.source.rules.capabilities().search {
            (self.send)(task.number, SearchEvent::Done { lines: Vec::new() });
            return Ok(None);
        }
        match self.search(task, began)? {
            SearchEnd::Broken(command) => {
                (self.send)(task.number, SearchEvent::Stopped);
                Ok(Some(command))
            }
            SearchEnd::Enough(lines, nodes) => {
                let best = lines.first().and_then(|line| line.moves.first()).cloned();
                let news = match (task.goal.level(), best) {
                    (Some(_), Some(mv)) => move_event(self.legal(task, mv)?, lines, nodes),
                    (Some(_), None) => move_event(self.blind(task)?, lines, nodes),
                    (None, _) => SearchEvent::Done { lines },
                };
                (self.send)(task.number, news);
                Ok(None)
            }
        }
    }

    /// Reviews the move before a task's position if it was an opponent's.
    fn review_opponent(&mut self, task: &SearchTask) -> Option<MoveReview> {
        let last = task.move_path.events.last()?;
        let own = matches!(last, GameEvent::Move { seat, .. } if *seat == Some(task.seat));
        // A judgement would tell what its player knows.
        let hides = self
            .go_to(&task.move_path)
            .is_ok_and(|()| hides(&mut *self.instance().cursor).unwrap_or(true));
        (!own && !hides).then(|| self.review(&task.move_path, &[QUICK])).flatten()
    }

    /// Reviews the last move of a path with the first effort that ends in time, in a separate
    /// instance: the playing one keeps its search tree. A failure only loses the review.
    fn review(&mut self, move_path: &MovePath, efforts: &[Effort]) -> Option<MoveReview> {
        let (before, by) = move_review::before(move_path)?;
        let level = levels(&self.source.ruleset).pop()?.impartial();
        std::mem::swap(&mut self.instance, &mut self.reviewer);
        let mut attempts = efforts.iter().map(|effort| {
            self.review_at(move_path, &before, by, &level, effort).unwrap_or_else(|why| {
                tracing::warn!("a move could not be reviewed: {why}");
                self.instance = None;
                None
            })
        });
        let review = attempts.find_map(|attempt| attempt);
        std::mem::swap(&mut self.instance, &mut self.reviewer);
        review
    }

    fn review_at(
        &mut self,
        move_path: &MovePath,
        before: &MovePath,
        by: Seat,
        level: &Level,
        effort: &Effort,
    ) -> Result<Option<MoveReview>, MatchError> {
        self.go_to(before)?;
        let expected = move_review::best_lines(&mut *self.instance().cursor, by, level, effort)?;
        let Some((expected, lines)) = expected else { return Ok(None) };
        self.go_to(move_path)?;
        let cursor = &mut *self.instance().cursor;
        let values = move_review::actual_values(cursor, by, level, effort)?;
        Ok(values.map(|(actual, deeper)| MoveReview {
            quality: MoveQuality { by, expected, actual, deeper },
            lines,
        }))
    }

    /// Moves the instance to a position. The search is kept if the game only went on.
    fn go_to(&mut self, move_path: &MovePath) -> Result<(), MatchError> {
        let Some(instance) =
            self.instance.as_mut().filter(|i| i.move_path.start == move_path.start)
        else {
            let (game, cursor) = move_path.walk(&self.source)?;
            self.instance = Some(SearchInstance {
                _game: game,
                cursor,
                move_path: move_path.clone(),
                search: None,
            });
            return Ok(());
        };
        let both = instance.move_path.events.iter().zip(&move_path.events);
        let shared = both.take_while(|(a, b)| a == b).count();
        for _ in shared..instance.move_path.events.len() {
            instance.search = None;
            instance.cursor.undo()?;
        }
        move_path.go_on(&mut *instance.cursor, shared)?;
        for event in &move_path.events[shared..] {
            let known = match (event, &mut instance.search) {
                (GameEvent::Move { seat: Some(by), mv }, Some(search)) => {
                    search.searcher.advance_root(*by, mv).map(|_| true)?
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

    /// Returns a move that needs no search: the only one, a weak level's random one, or any if
    /// the plugin has no search.
    fn without_search(
        &mut self,
        task: &SearchTask,
        level: &Level,
    ) -> Result<Option<String>, MatchError> {
        let cursor = &mut *self.instance().cursor;
        let few = cursor.legal_moves(task.seat, None, 2)?;
        if let [only] = &few[..] {
            return Ok(Some(only.clone()));
        }
        let dice = chance_number(task.seed, task.move_path.events.len() as u32) >> 11;
        let blind = (dice as f64) / ((1u64 << 53) as f64) < level.noise;
        if blind || !self.source.rules.capabilities().search {
            return self.blind(task).map(Some);
        }
        Ok(None)
    }

    fn blind(&mut self, task: &SearchTask) -> Result<String, MatchError> {
        let number = chance_number(!task.seed, task.move_path.events.len() as u32);
        let cursor = &mut *self.instance().cursor;
        let count = cursor.count_moves(task.seat)?;
        let index = number.checked_rem(count).ok_or(MatchError::Over)?;
        nth_legal_move(cursor, task.seat, index)?.ok_or(MatchError::Over)
    }

    fn legal(&mut self, task: &SearchTask, mv: String) -> Result<String, MatchError> {
        if self.instance().cursor.is_legal(task.seat, &mv)? {
            return Ok(mv);
        }
        Err(MatchError::PluginError(PluginError::BrokeContract {
            plugin: self.source.rules.name().to_owned(),
            call: "searcher.report".to_owned(),
            why: format!("its best move `{mv}` is not legal"),
        }))
    }

    fn instance(&mut self) -> &mut SearchInstance {
        self.instance.as_mut().expect("a task goes to its position first")
    }

    /// Searches in slices until the goal's limit, or a command.
    fn search(&mut self, task: &SearchTask, began: Instant) -> Result<SearchEnd, MatchError> {
        let lines = task.lines.max(1);
        let strongest = || levels(&self.source.ruleset).pop().map(Level::impartial);
        let level = task.goal.level().cloned().or_else(strongest);
        let settings = level.map(|level| level.with_lines(lines).search_settings());
        let settings = settings.unwrap_or_else(|| "{}".to_owned());
        let limits = SearchLimits::of(&task.goal, began);
        let instance = self.instance.as_mut().expect("a task goes to its position first");
        // The search of a round is for one seat, and that of an observation for one position.
        let once = is_round(&mut *instance.cursor)? || hides(&mut *instance.cursor)?;
        // A kept search knows more than its nodes allow: under a node limit the move would
        // depend on hints and on earlier moves.
        let kept = instance.search.take();
        let kept =
            kept.filter(|search| limits.nodes.is_none() && !once && search.settings == settings);
        let mut search = match kept {
            Some(search) => search,
            None => {
                let cursor = &mut *instance.cursor;
                let effort =
                    SearchSettings { text: &settings, seed: task.seed, memory: self.memory };
                let observer = task.goal.observer(task.seat);
                let begun = begin_search(cursor, task.seat, observer, &effort)?;
                let searcher = begun.map_err(|why| MatchError::Unread {
                    text: settings.clone(),
                    why: format!("the computer cannot search: {why}"),
                })?;
                RunningSearch { searcher, settings }
            }
        };
        let end = self.slices(&mut *search.searcher, task, &limits, lines)?;
        self.instance().search = (!once).then_some(search);
        Ok(end)
    }

    fn slices(
        &self,
        searcher: &mut dyn Searcher,
        task: &SearchTask,
        limits: &SearchLimits,
        lines: u16,
    ) -> Result<SearchEnd, MatchError> {
        let mut size = limits.first();
        let mut reported = Instant::now();
        let mut before: Option<u64> = None;
        loop {
            let began = Instant::now();
            let progress = searcher.step(size)?;
            let took = began.elapsed();
            // Nodes of an earlier task do not count against this one's limit.
            let first = *before.get_or_insert(progress.nodes.saturating_sub(u64::from(size)));
            let nodes = progress.nodes - first.min(progress.nodes);
            let progress = SearchProgress { nodes, ..progress };
            let deep = match limits.depth {
                Some(most) => searcher.report(1)?.first().is_some_and(|line| line.depth >= most),
                None => false,
            };
            let enough = progress.finished || deep || limits.are_reached(nodes);
            let command = match enough && matches!(task.goal, SearchGoal::Analysis(_)) {
                // The search is complete: wait for a command.
                true => {
                    self.progress(searcher, task, progress, lines)?;
                    self.commands.recv().map_err(|_| TryRecvError::Disconnected)
                }
                false => self.commands.try_recv(),
            };
            match command {
                Err(TryRecvError::Empty) if !enough => {}
                Ok(Command::MoveNow) | Err(TryRecvError::Empty) => {
                    return Ok(SearchEnd::Enough(searcher.report(lines)?, nodes));
                }
                Ok(command) => return Ok(SearchEnd::Broken(command)),
                Err(TryRecvError::Disconnected) => return Ok(SearchEnd::Broken(Command::Quit)),
            }
            if reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                self.progress(searcher, task, progress, lines)?;
            }
            size = limits.next(size, took, nodes);
        }
    }

    fn progress(
        &self,
        searcher: &mut dyn Searcher,
        task: &SearchTask,
        progress: SearchProgress,
        lines: u16,
    ) -> Result<(), MatchError> {
        let lines = searcher.report(lines)?;
        (self.send)(task.number, SearchEvent::Progress { progress, lines });
        Ok(())
    }
}

#[derive(Default)]
struct SearchLimits {
    until: Option<Instant>,
    nodes: Option<u64>,
    depth: Option<u16>,
}

impl SearchLimits {
    fn of(goal: &SearchGoal, began: Instant) -> Self {
        match goal {
            SearchGoal::Move(level) | SearchGoal::Reply(level) => SearchLimits {
                until: level.time.map(|t| began + t),
                nodes: match (level.nodes, level.depth, level.time) {
                    (None, Some(depth), None) => Some(enough_for(depth)),
                    (nodes, _, _) => nodes,
                },
                depth: level.depth,
            },
            SearchGoal::Hint(time) => {
                SearchLimits { until: Some(began + *time), ..SearchLimits::default() }
            }
            SearchGoal::Analysis(_) => SearchLimits::default(),
        }
    }

    fn are_reached(&self, nodes: u64) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
            || self.nodes.is_some_and(|most| nodes >= most)
    }

    fn first(&self) -> u32 {
        self.clip(FIRST, 0)
    }

    /// Returns the nodes of the next slice: about [`SLICE`] of time, within the limits.
    fn next(&self, size: u32, took: Duration, nodes: u64) -> u32 {
        if self.nodes.is_some() && self.until.is_none() {
            return self.clip(STEADY, nodes);
        }
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        let size = next_size(size, took, left.map_or(SLICE, |left| left.min(SLICE)));
        self.clip(if self.depth.is_some() { size.min(SHALLOW) } else { size }, nodes)
    }

    fn clip(&self, size: u32, nodes: u64) -> u32 {
        match self.nodes {
            Some(most) => {
                size.min(u32::try_from(most.saturating_sub(nodes)).unwrap_or(size)).max(1)
            }
            None => size,
        }
    }
}

/// Returns the node limit for a search with only a depth limit: a search that grows its tree
/// selectively may never reach the depth.
fn enough_for(depth: u16) -> u64 {
    1000 * 4u64.pow(u32::from(depth.min(20)))
}

fn next_size(size: u32, took: Duration, slice: Duration) -> u32 {
    let fits = slice.as_secs_f64() / took.as_secs_f64().max(1e-6);
    // Short slices measure badly: grow in steps.
    let next = f64::from(size) * fits.clamp(0.1, 4.0);
    next.clamp(1.0, f64::from(1u32 << 24)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_approach_ten_milliseconds() {
        assert_eq!(next_size(100, Duration::from_millis(10), SLICE), 100);
        assert_eq!(next_size(100, Duration::from_millis(1), SLICE), 400);
        assert_eq!(next_size(100, Duration::from_millis(50), SLICE), 20);
        assert_eq!(next_size(1, Duration::from_secs(10), SLICE), 1);
    }

    #[test]
    fn slices_of_a_search_by_nodes_do_not_depend_on_time() {
        let limits = SearchLimits { until: None, nodes: Some(600), depth: None };
        for took in [Duration::from_micros(1), Duration::from_secs(1)] {
            assert_eq!(limits.first(), 16);
            assert_eq!(limits.next(16, took, 16), STEADY);
            assert_eq!(limits.next(STEADY, took, 500), 100);
        }
        assert_eq!(SearchLimits { nodes: Some(5), ..limits }.first(), 5);
    }
}
