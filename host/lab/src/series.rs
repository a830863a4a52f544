//! Series of games on several threads, with progress, stopped by Ctrl-C.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use boardloom_computer::{Computer, FoundMove, Level, SearchGoal, search_seed};
use boardloom_contract::{Cursor, PluginResult, Seat};
use boardloom_match::{Match, MatchError, chance_number, nth_legal_move};
use indicatif::{ProgressBar, ProgressStyle};

use boardloom_base::{Console, Interrupt, Result};

pub struct Series {
    pub games: u32,
    pub jobs: usize,
    pub interrupt: Interrupt,
    pub progress: ProgressBar,
    /// Set by [`Series::stop`].
    pub stopped: AtomicBool,
}

impl Series {
    /// `asked` is a number of threads, as [`threads`] takes it.
    pub fn new(games: u32, asked: usize, console: &Console<'_>) -> Self {
        let (jobs, interrupt) = (threads(asked), Interrupt::listen());
        let progress = bar(games.into(), "games", console);
        Series { games, jobs, interrupt, progress, stopped: AtomicBool::new(false) }
    }

    /// Begins no further game.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Plays the games and returns their results by number, from 0; games stopped by Ctrl-C
    /// are missing. Each thread begins with a new state.
    ///
    /// # Errors
    /// The first failure; games still running are abandoned.
    pub fn play<S, T: Send>(
        &self,
        begin: impl Fn() -> Result<S> + Sync,
        game: impl Fn(&mut S, u32) -> Result<Option<T>> + Sync,
    ) -> Result<BTreeMap<u32, T>> {
        let next = AtomicU32::new(0);
        let failed = AtomicBool::new(false);
        let done = Mutex::new(BTreeMap::new());
        let work = || -> Result<()> {
            let mut state = begin()?;
            let goes_on = || {
                let stopped = self.stopped.load(Ordering::Relaxed);
                !stopped && !self.interrupt.came() && !failed.load(Ordering::Relaxed)
            };
            while goes_on() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    break;
                }
                let result = game(&mut state, number);
                if result.is_err() {
                    failed.store(true, Ordering::Relaxed);
                }
                if let Some(result) = result? {
                    done.lock().expect("no thread panics with it").insert(number, result);
                    self.progress.inc(1);
                }
            }
            Ok(())
        };
        let jobs = self.jobs.min(self.games as usize).max(1);
        let outcome = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("playing does not panic"))
        });
        self.progress.finish_and_clear();
        outcome?;
        Ok(done.into_inner().expect("no thread panics with it"))
    }
}

/// Returns the number of threads; 0 means one per core.
pub fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        number => number.min(256),
    }
}

/// Returns a progress bar for so many `games`, `moves` or `positions`, hidden unless `err` is a terminal.
pub fn bar(count: u64, what: &str, console: &Console<'_>) -> ProgressBar {
    if !console.color_err {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.with_style(
        ProgressStyle::with_template(&format!(
            "{{bar:30}} {{pos}} of {{len}} {what}, {{eta}} left"
        ))
        .expect("the template is well formed"),
    )
}

/// Searches for a seat's move. `None` if Ctrl-C was pressed.
pub fn think(
    computer: &mut Computer,
    game: &Match,
    seat: Seat,
    level: &Level,
    interrupt: &Interrupt,
) -> Option<Result<FoundMove, String>> {
    let seed = search_seed(game.seed(), game.status().ply);
    computer.begin(game.move_path(), seat, SearchGoal::Move(level.clone()), seed, 1);
    computer.wait_for_move(|| !interrupt.came())
}

/// Attempts at a playable random opening.
const TRIES: u64 = 20;
/// Most moves checked for an immediate win.
const MOST_MOVES: usize = 1000;

/// Plays random plies from the match's seed. Draws again if an opening ends the game or
/// allows an immediate end, which would not compare the players.
pub fn open_at_random(game: &mut Match, plies: u32) -> Result<(), MatchError> {
    let start = game.here();
    for number in 0..TRIES {
        let mut random = RandomNumbers::new((!game.seed()).wrapping_add(number));
        for _ in 0..plies {
            let Some(seat) = game.status().acting.first().copied() else { break };
            let Some((mv, _)) = game.ask(|cursor| pick(cursor, seat, &mut random))? else { break };
            game.play_as(seat, &mv, None)?;
        }
        if plies == 0 || !is_all_but_over(game)? {
            break;
        }
        let last = number + 1 == TRIES && !game.status().is_over();
        let begun = game.tree().node(start).children().first().copied();
        if let Some(first) = begun.filter(|_| !last) {
            game.delete(first)?;
        }
    }
    Ok(())
}

/// Tells whether a game is over or one move can end it.
fn is_all_but_over(game: &mut Match) -> Result<bool, MatchError> {
    let Some(seat) = game.status().acting.first().copied() else { return Ok(true) };
    for mv in game.legal(seat, MOST_MOVES)? {
        if game.preview(seat, &mv)?.is_some_and(|(then, _)| then.is_over()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns a uniformly random legal move and the number of legal moves; `None` without any.
pub fn pick(
    cursor: &mut dyn Cursor,
    seat: Seat,
    random: &mut RandomNumbers,
) -> PluginResult<Option<(String, u64)>> {
    let count = cursor.count_moves(seat)?;
    Ok(nth_legal_move(cursor, seat, random.below(count))?.map(|mv| (mv, count)))
}

pub struct RandomNumbers {
    seed: u64,
    drawn: u32,
}

impl RandomNumbers {
    pub fn new(seed: u64) -> Self {
        RandomNumbers { seed, drawn: 0 }
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.drawn += 1;
        let number = chance_number(self.seed, self.drawn);
        ((u128::from(number) * u128::from(bound)) >> 64) as u64
    }
}
