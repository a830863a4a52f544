//! Checks that a plugin keeps the contract: plays random games and checks every position.
//!
//! The same harness runs on native games and on components in the sandbox. Both must pass.

mod board;
mod keys;
mod moves;
mod observation;
mod paths;
mod search;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::random::Random;
use crate::{
    CHANCE, Cursor, Diagnostic, GameStatus, LoadedPlugin, OpenGame, PAGE, Piece, PluginResult,
    Seat, Site,
};

/// The extent of the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HarnessOptions {
    /// The number of games.
    pub games: u32,
    /// The ply at which a game is cut. The report counts cut games.
    pub cut: u32,
    /// The seed of the moves.
    pub seed: u64,
    /// The number of plies between expensive checks, such as save and load, all paths and the
    /// preview of each move.
    pub thorough: u32,
}

impl Default for HarnessOptions {
    fn default() -> Self {
        HarnessOptions { games: 4, cut: 400, seed: 1, thorough: 7 }
    }
}

/// The result of the checks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConformanceReport {
    /// The number of games played.
    pub games: u32,
    /// The number of games that were cut.
    pub cut: u32,
    /// The number of plies played.
    pub plies: u64,
    /// The failed checks, each with the moves that lead there.
    pub failures: Vec<String>,
}

impl ConformanceReport {
    /// Tells whether all checks passed.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for ConformanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConformanceReport { games, cut, plies, failures } = self;
        write!(f, "{games} games, {plies} plies, {cut} cut, {} failures", failures.len())?;
        failures.iter().try_for_each(|failure| write!(f, "\n- {failure}"))
    }
}

/// The most failures that a report lists.
const MOST_FAILURES: usize = 20;

/// Opens a ruleset, given as the JSON for `open`, and checks it. A ruleset that cannot be opened and
/// a plugin that breaks down are failures in the report.
pub fn check(rules: &dyn LoadedPlugin, ruleset: &str, plan: &HarnessOptions) -> ConformanceReport {
    let mut run = match HarnessRun::open(rules, ruleset, plan) {
        Ok(Ok(run)) => run,
        Ok(Err(refused)) => {
            let failures = refused.iter().map(|error| format!("open: {}", error.what)).collect();
            return ConformanceReport { failures, ..ConformanceReport::default() };
        }
        Err(error) => {
            let failures = vec![format!("{error} (when the ruleset was opened)")];
            return ConformanceReport { failures, ..ConformanceReport::default() };
        }
    };
    for _ in 0..plan.games {
        if let Err(error) = run.play_game() {
            let at = run.trying.take().map(|mv| format!(", at `{mv}`")).unwrap_or_default();
            run.fail(&format!("{error}{at}"));
            break;
        }
        if run.report.failures.len() >= MOST_FAILURES {
            break;
        }
    }
    run.report
}

struct HarnessRun<'a> {
    about: crate::About,
    counts: bool,
    searches: bool,
    game: Box<dyn OpenGame>,
    /// A second instance, which must give the same answers.
    other: Box<dyn OpenGame>,
    plan: &'a HarnessOptions,
    report: ConformanceReport,
    random: Random,
    moves: Vec<(Seat, String)>,
    /// The move that is being tried, for errors of the plugin.
    trying: Option<String>,
    /// The failures without their moves: each is reported once.
    known: BTreeSet<String>,
    /// A hash of the legal moves, by position key and seat.
    futures: BTreeMap<(u64, Seat), u64>,
    /// By position key: the ranks if the game is over there.
    ends: BTreeMap<u64, Option<Vec<u8>>>,
    /// By position key: the seats to move, and whether chance is.
    turns: BTreeMap<u64, (Vec<Seat>, bool)>,
    /// By position key: the pieces as a hash, and the moves that lead there.
    seen: BTreeMap<u64, (u64, Vec<(Seat, String)>)>,
    /// The number of comparisons of positions with equal keys and other pieces.
    compared: u32,
}

impl<'a> HarnessRun<'a> {
    fn open(
        rules: &dyn LoadedPlugin,
        ruleset: &str,
        plan: &'a HarnessOptions,
    ) -> PluginResult<Result<Self, Vec<Diagnostic>>> {
        let (game, other) = match (rules.open(ruleset)?, rules.open(ruleset)?) {
            (Ok(one), Ok(two)) => (one, two),
            (Err(refused), _) | (_, Err(refused)) => return Ok(Err(refused)),
        };
        let mut run = HarnessRun {
            about: game.about()?,
            counts: rules.capabilities().count,
            searches: rules.capabilities().search,
            game,
            other,
            plan,
            report: ConformanceReport::default(),
            random: Random::new(plan.seed),
            moves: Vec::new(),
            trying: None,
            known: BTreeSet::new(),
            futures: BTreeMap::new(),
            ends: BTreeMap::new(),
            turns: BTreeMap::new(),
            seen: BTreeMap::new(),
            compared: 0,
        };
        run.check_about()?;
        Ok(Ok(run))
    }

    fn draw(&mut self) -> u64 {
        self.random.draw()
    }

    fn pick(&mut self, count: usize) -> usize {
        self.random.below(count as u64) as usize
    }

    /// Returns some of these, in random order: `most` if there are as many.
    fn some<T>(&mut self, mut all: Vec<T>, most: usize) -> Vec<T> {
        for at in 0..all.len().min(most) {
            let other = at + self.pick(all.len() - at);
            all.swap(at, other);
        }
        all.truncate(most);
        all
    }

    fn check(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.fail(&what());
        }
    }

    fn fail(&mut self, what: &str) {
        if self.report.failures.len() < MOST_FAILURES && self.known.insert(what.to_owned()) {
            let moves: Vec<&str> = self.moves.iter().map(|(_, mv)| mv.as_str()).collect();
            self.report.failures.push(format!("{what} (after: {})", moves.join(" ")));
        }
    }

    fn check_about(&mut self) -> PluginResult<()> {
        let about = self.about.clone();
        let ids = [
            ("kind", about.kinds.iter().map(|it| it.id.clone()).collect::<Vec<_>>()),
            ("role", about.roles.clone()),
            ("view", about.views.iter().map(|it| it.id.clone()).collect()),
            ("form", about.forms.clone()),
        ];
        for (what, ids) in ids {
            let different: BTreeSet<&String> = ids.iter().collect();
            self.check(different.len() == ids.len() && !ids.contains(&String::new()), || {
                format!("about: each {what} needs its own name, found {ids:?}")
            });
        }
        self.check(!about.views.is_empty(), || "about: a game needs a view".to_owned());
        let same = self.other.about()? == about;
        self.check(same, || "about differs between two instances".to_owned());
        for paragraph in self.game.explain()? {
            self.check(!paragraph.text.trim().is_empty(), || {
                "explain: a paragraph is empty".to_owned()
            });
        }
        Ok(())
    }

    fn play_game(&mut self) -> PluginResult<()> {
        self.moves.clear();
        let mut cursor = self.game.start()?;
        let mut keys = BTreeSet::new();
        let mut boards = BTreeSet::new();
        let undone = cursor.undo()?;
        self.check(!undone, || "undo at the start must be false".into());
        let bound = self.about.bound.unwrap_or(u32::MAX);
        for ply in 0.. {
            let status = cursor.status()?;
            self.check_status(&status, ply);
            self.note_end(&status);
            keys.insert(status.key);
            if boards.len() < 2 {
                boards.insert(format!("{:?}", cursor.pieces(0, u32::MAX)?));
            }
            if status.is_over() {
                self.check_end(cursor.as_mut(), &status)?;
                break;
            }
            self.check(ply < bound, || format!("the game exceeds its bound of {bound} plies"));
            if ply >= self.plan.cut.min(bound) {
                self.report.cut += 1;
                break;
            }
            let by = match (status.chance, status.acting.len()) {
                (true, _) => CHANCE,
                (false, 0) => break,
                (false, seats) => status.acting[self.pick(seats)],
            };
            let Some(mv) = self.check_position(cursor.as_mut(), &status, by, ply)? else { break };
            self.trying = Some(mv.clone());
            self.check_observations(cursor.as_mut(), by, &mv)?;
            self.check_play(cursor.as_mut(), &status, by, &mv)?;
            self.trying = None;
            self.moves.push((by, mv));
            self.report.plies += 1;
        }
        self.check(keys.len() > 1 || boards.len() < 2, || {
            "the key is the same in all positions of a game".to_owned()
        });
        self.check_replay(cursor.as_mut())?;
        self.report.games += 1;
        Ok(())
    }

    fn check_status(&mut self, status: &GameStatus, ply: u32) {
        let seats = usize::from(self.about.seats);
        self.check(status.ply == ply, || format!("ply is {}, expected {ply}", status.ply));
        self.check(status.seats.len() == seats, || {
            format!("status has {} seats, about has {seats}", status.seats.len())
        });
        let over = status.is_over();
        let can_act = status.chance || !status.acting.is_empty();
        self.check(over != can_act, || "a game is over, or a seat can act, not both".into());
        self.check(status.acting.is_sorted(), || "acting seats must be in order".into());
        if let Some(outcome) = &status.outcome {
            self.check(outcome.ranks.len() == seats && outcome.ranks.contains(&0), || {
                format!("ranks {:?} must name a first for {seats} seats", outcome.ranks)
            });
            self.check(!outcome.reason.text.trim().is_empty(), || {
                "the game is over without a reason".to_owned()
            });
        }
    }

    fn check_end(&mut self, cursor: &mut dyn Cursor, status: &GameStatus) -> PluginResult<()> {
        for by in (0..self.about.seats).chain([CHANCE]) {
            let (count, listed) = (cursor.count_moves(by)?, cursor.legal_moves(by, None, PAGE)?);
            self.check(count == 0 && listed.is_empty(), || {
                format!("seat {by} has moves though the game is over: {listed:?}")
            });
        }
        if self.counts {
            let below = cursor.perft(1, false)?;
            self.check(below == 0, || format!("perft 1 of a finished position is {below}, not 0"));
        }
        let refused = cursor.play(status.acting.first().copied().unwrap_or(0), "pass")?.is_err();
        self.check(refused, || "a finished game accepted a move".into());
        self.check_texts(cursor, status)?;
        self.check_sites(cursor, status)
    }

    /// Checks a position and returns a random move.
    fn check_position(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
        by: Seat,
        ply: u32,
    ) -> PluginResult<Option<String>> {
        if by == CHANCE {
            return self.check_chance(cursor);
        }
        let legal = self.list_moves(cursor, by)?;
        let count = cursor.count_moves(by)?;
        self.check(count == legal.len() as u64 && count > 0, || {
            format!("`count-moves` returns {count}, but {} moves are listed", legal.len())
        });
        if self.counts && status.acting.len() == 1 {
            let (counted, listed) = (cursor.perft(1, false)?, cursor.perft(1, true)?);
            self.check(counted == count && listed == count, || {
                format!("perft 1 is {counted}, with lists {listed}, but `count-moves` {count}")
            });
        }
        for no in ["", "no such move", "\u{1F3B2}"] {
            let refused = !cursor.is_legal(by, no)? && cursor.play(by, no)?.is_err();
            self.check(refused, || format!("`{no}` was accepted as a move"));
        }
        if legal.is_empty() {
            return Ok(None);
        }
        self.note_moves(status.key, by, &legal);
        if ply.is_multiple_of(self.plan.thorough) {
            self.check_texts(cursor, status)?;
            self.check_sites(cursor, status)?;
            self.check_others(cursor, status, &legal)?;
            self.check_paths(cursor, by, &legal)?;
            self.walk_paths(cursor, by)?;
            self.check_each_move(cursor, status, by, &legal)?;
            self.check_removal(cursor, status)?;
            self.check_counts(cursor, status, ply)?;
            self.check_drawing(cursor)?;
            if self.searches && status.acting.len() == 1 {
                self.check_search(cursor, by)?;
            }
        }
        let nth = self.pick(legal.len());
        Ok(legal.into_iter().nth(nth))
    }

    fn check_chance(&mut self, cursor: &mut dyn Cursor) -> PluginResult<Option<String>> {
        let random = self.draw();
        let (drawn, again) = (cursor.sample_outcome(random)?, cursor.sample_outcome(random)?);
        self.check(!drawn.is_empty() && drawn == again, || {
            format!("chance drew `{drawn}`, then `{again}` from the same number")
        });
        let legal = cursor.is_legal(CHANCE, &drawn)?;
        self.check(legal, || format!("chance drew `{drawn}`, which is not legal"));
        if let Some(odds) = cursor.chance_outcomes(1000)? {
            for (mv, weight) in odds.iter().take(200) {
                let legal = *weight == 0 || cursor.is_legal(CHANCE, mv)?;
                self.check(legal, || format!("the chance outcome `{mv}` is not legal"));
            }
            let known = odds.iter().any(|(mv, weight)| *mv == drawn && *weight > 0);
            self.check(known, || format!("chance drew `{drawn}`, which is not among its outcomes"));
        }
        Ok((!drawn.is_empty()).then_some(drawn))
    }

    /// Plays the whole game again in the other instance, and undoes it in this one.
    fn check_replay(&mut self, cursor: &mut dyn Cursor) -> PluginResult<()> {
        let mut other = self.other.start()?;
        for (by, mv) in self.moves.clone() {
            let played = other.play(by, &mv)?.is_ok();
            self.check(played, || format!("`{mv}` is refused when the game is played again"));
        }
        let same = snapshot(other.as_mut())? == snapshot(cursor)?;
        self.check(same, || "the same moves lead to another position in another instance".into());
        let mut undone = 0;
        while undone <= self.moves.len() && cursor.undo()? {
            undone += 1;
        }
        self.check(undone <= self.moves.len(), || "undo goes on beyond the start".into());
        let mut start = self.game.start()?;
        let same = snapshot(cursor)? == snapshot(start.as_mut())?;
        self.check(same, || "undoing all moves does not lead to the start".into());
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Snapshot {
    status: GameStatus,
    pieces: Vec<(Site, Piece)>,
}

fn snapshot(cursor: &mut dyn Cursor) -> PluginResult<Snapshot> {
    Ok(Snapshot { status: cursor.status()?, pieces: cursor.pieces(0, u32::MAX)? })
}
