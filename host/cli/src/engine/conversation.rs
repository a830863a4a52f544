//! A conversation with a match runner.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use boardloom_computer::{Computer, SearchEvent, SearchGoal, search_seed};
use boardloom_contract::{Seat, Variation};
use boardloom_match::GameSource;
use boardloom_match::Match;
use boardloom_match::MatchError;
use boardloom_match::MatchSetup;

use super::Event;
use super::info;
use super::options::{Options, Refused, Then};
use super::protocol::{Command, Go, Protocol, Query, shortened};
use super::time::bounded;
use crate::catalog::Catalog;
use crate::failure::Failure;

/// The protocols' word for no move: what stands for a best move where there is
/// none.
const NO_MOVE: &str = "0000";
/// How long a search that has to end is waited for.
const PATIENCE: Duration = Duration::from_secs(1);

/// Tells the conversation that the computer has news.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A conversation with a match runner.
pub struct Conversation<'a> {
    protocol: Protocol,
    catalog: &'a Catalog,
    ruleset: String,
    out: &'a mut (dyn Write + Send),
    err: &'a mut (dyn Write + Send),
    wake: Wake,
    options: Options,
    source: GameSource,
    game: Match,
    /// What the position was said to be: a start, and moves from there.
    said: (Option<String>, Vec<String>),
    computer: Option<Computer>,
    search: Option<Search>,
}

/// A search that runs, or whose move is held back.
struct Search {
    seat: Seat,
    began: Instant,
    /// The move is held back until the runner says `stop`.
    infinite: bool,
    /// How far ahead the runner wants to be told.
    depth: Option<u16>,
    /// The move, where it is held back.
    found: Option<String>,
    /// What was told last, apart from what it cost.
    told: Vec<Variation>,
}

impl<'a> Conversation<'a> {
    /// Opens the ruleset for a conversation on these streams.
    ///
    /// # Errors
    /// When the ruleset cannot be opened, or is for more or fewer than two.
    pub fn new(
        (protocol, catalog, ruleset): (Protocol, &'a Catalog, String),
        options: Options,
        (out, err): (&'a mut (dyn Write + Send), &'a mut (dyn Write + Send)),
        wake: Wake,
    ) -> Result<Self, Failure> {
        let source = catalog.source(&ruleset, &options.settings)?;
        let game = begun(&source, &options, None)?;
        let seats = game.about().seats;
        if seats != 2 {
            let name = protocol.name();
            return Err(Failure::Usage(format!(
                "`engine {name}` plays games of two players, and {ruleset} has {seats}"
            )));
        }
        Ok(Conversation {
            protocol,
            catalog,
            ruleset,
            out,
            err,
            wake,
            options,
            source,
            game,
            said: (None, Vec::new()),
            computer: None,
            search: None,
        })
    }

    /// Talks until the input ends or the runner says so.
    ///
    /// # Errors
    /// When the output breaks off.
    pub fn hold(&mut self, events: &Receiver<Event>) -> Result<(), Failure> {
        loop {
            match events.recv_timeout(PATIENCE) {
                Ok(Event::Line(line)) => {
                    if !self.obey(&line)? {
                        break;
                    }
                }
                Ok(Event::Garbage(why)) => self.note(&why),
                Ok(Event::News) => {}
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => {
                    self.await_move(events)?;
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.hear()?;
            self.out.flush()?;
        }
        self.end_search()?;
        Ok(self.out.flush()?)
    }

    /// Lets a search that has a bound come to it, for a moment: who sends all
    /// lines at once and then closes the input wants to know what was found.
    fn await_move(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        let until = Instant::now() + PATIENCE;
        while self.search.as_ref().is_some_and(|search| !search.infinite) {
            let left = until.saturating_duration_since(Instant::now());
            if events.recv_timeout(left).is_err() {
                break;
            }
            self.hear()?;
        }
        Ok(())
    }

    /// Does what a line says. False where the conversation is over.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let command = match self.protocol.read(line) {
            Ok(command) => command,
            Err(why) => {
                self.note(&why);
                return Ok(true);
            }
        };
        match command {
            Command::Greet => self.greet()?,
            Command::IsReady => writeln!(self.out, "readyok")?,
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::NewGame => {
                self.end_search()?;
                self.computer = None;
                self.place(None, Vec::new())?;
            }
            Command::Position { start, moves } => {
                self.end_search()?;
                self.place(start, moves)?;
            }
            Command::Moves(moves) => {
                self.end_search()?;
                let (start, mut all) = self.said.clone();
                all.extend(moves);
                self.place(start, all)?;
            }
            Command::Go(go) => {
                self.end_search()?;
                self.go(&go)?;
            }
            Command::Stop => self.end_search()?,
            Command::Quit => return Ok(false),
            Command::Query(query) => self.answer(query)?,
        }
        Ok(true)
    }

    fn greet(&mut self) -> io::Result<()> {
        writeln!(self.out, "id name Boardloom {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(self.out, "id author the authors of Boardloom")?;
        self.options.declare(&self.source.ruleset, &mut *self.out)?;
        writeln!(self.out, "{}ok", self.protocol.name())
    }

    /// Says something to whoever watches; that nobody does is no fault.
    fn note(&mut self, why: &str) {
        let _ = writeln!(self.err, "{why}");
    }

    /// Says that something was not done, to the runner and to whoever watches.
    fn refuse(&mut self, why: &str) -> io::Result<()> {
        let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
        self.note(&why);
        writeln!(self.out, "info string {why}")
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let mut options = self.options.clone();
        let then = match options.set(name, value, &self.source.ruleset) {
            Ok(then) => then,
            Err(Refused::Unknown) => {
                self.note(&format!("there is no option `{}`", shortened(name)));
                return Ok(());
            }
            Err(Refused::Value(why)) => return Ok(self.refuse(&why)?),
        };
        if then == Then::Reopen {
            self.end_search()?;
            if let Err(failure) = self.reopen(&options) {
                self.refuse(&format!("{name}: {}", failure.text(false).trim()))?;
                return Ok(());
            }
        }
        if then != Then::Nothing {
            // Whoever sets this while it searches has its move first.
            self.end_search()?;
            self.computer = None;
        }
        self.options = options;
        Ok(())
    }

    /// Opens the ruleset anew and stands at its start.
    fn reopen(&mut self, options: &Options) -> Result<(), Failure> {
        let source = self.catalog.source(&self.ruleset, &options.settings)?;
        let game = begun(&source, options, None)?;
        match game.about().seats {
            2 => {}
            seats => return Err(Failure::Usage(format!("that is a game for {seats}"))),
        }
        (self.source, self.game) = (source, game);
        self.said = (None, Vec::new());
        Ok(())
    }

    /// Goes to a position; where it cannot be reached, says so and stays.
    fn place(&mut self, start: Option<String>, moves: Vec<String>) -> io::Result<()> {
        if let Err(why) = self.try_to_place(&start, &moves) {
            return self.refuse(&format!("the position stays as it was: {why}"));
        }
        self.said = (start, moves);
        Ok(())
    }

    fn try_to_place(&mut self, start: &Option<String>, moves: &[String]) -> Result<(), MatchError> {
        let (known_start, known) = &self.said;
        let onward = known_start == start && moves.starts_with(known);
        if onward && self.game.fault().is_none() {
            let (before, known) = (self.game.here(), known.len());
            let played = play_all(&mut self.game, &moves[known..]);
            if played.is_err() {
                self.game.go_to(before)?;
            }
            return played;
        }
        let mut game = begun(&self.source, &self.options, start.clone())?;
        play_all(&mut game, moves)?;
        self.game = game;
        Ok(())
    }

    fn answer(&mut self, query: Query) -> io::Result<()> {
        let status = self.game.status();
        let answer = match (query, &status.outcome) {
            (Query::FirstToMove, _) if status.acting.first() == Some(&0) => "true",
            (Query::GameOver, Some(_)) => "true",
            (Query::FirstToMove | Query::GameOver, _) => "false",
            (Query::Result, None) => "none",
            (Query::Result, Some(outcome)) => match outcome.winner() {
                Some(0) => "p1win",
                Some(_) => "p2win",
                None => "draw",
            },
        };
        writeln!(self.out, "response {answer}")
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        if !go.unknown.is_empty() {
            self.note(&format!("`go`: passed over `{}`", shortened(&go.unknown.join(" "))));
        }
        let Some(seat) = self.game.status().acting.first().copied() else {
            return self.best_move(NO_MOVE);
        };
        let level = self.options.level(&self.source.ruleset);
        let level = bounded(level, go, seat, self.options.overhead);
        let seed = search_seed(self.options.seed, self.game.status().ply);
        let (source, memory, wake) = (&self.source, self.options.memory(), &self.wake);
        let computer = self
            .computer
            .get_or_insert_with(|| Computer::with_memory(source.clone(), memory, Arc::clone(wake)));
        computer.begin(
            self.game.move_path(),
            seat,
            SearchGoal::Move(level),
            seed,
            self.options.lines,
        );
        self.search = Some(Search {
            seat,
            began: Instant::now(),
            infinite: go.infinite,
            depth: go.depth,
            found: None,
            told: Vec::new(),
        });
        Ok(())
    }

    /// Tells what the computer has found by now.
    fn hear(&mut self) -> io::Result<()> {
        while self.search.is_some() {
            let news = self.computer.as_mut().and_then(Computer::next_event);
            match news {
                Some(SearchEvent::Progress { progress, lines, .. }) => {
                    self.tell(&lines, progress.nodes, None)?;
                }
                Some(SearchEvent::Move { mv, took, nodes, lines, .. }) => {
                    self.tell(&lines, nodes, Some(took))?;
                    self.found(mv)?;
                }
                Some(SearchEvent::Failed { why, .. }) => self.give_up(&why)?,
                Some(_) => self.give_up("it found no move")?,
                None if self.is_thinking() => return Ok(()),
                None => self.give_up("its thread ended")?,
            }
        }
        Ok(())
    }

    /// Tells whether news are to come, or are held back.
    fn is_thinking(&self) -> bool {
        let held = self.search.as_ref().is_some_and(|search| search.found.is_some());
        held || self.computer.as_ref().is_some_and(Computer::is_alive)
    }

    /// Writes what a search found: while it runs only what is new.
    fn tell(&mut self, lines: &[Variation], nodes: u64, end: Option<Duration>) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let known = |(a, b): (&Variation, &Variation)| a.moves == b.moves && a.depth == b.depth;
        let same = search.told.len() == lines.len() && search.told.iter().zip(lines).all(known);
        if same && end.is_none() {
            return Ok(());
        }
        search.told = lines.to_vec();
        let mut lines = lines.to_vec();
        if let Some(depth) = search.depth {
            lines.iter_mut().for_each(|line| {
                line.depth = line.depth.min(depth);
                line.moves.truncate(usize::from(depth));
            });
        }
        let took = end.unwrap_or_else(|| search.began.elapsed());
        for line in info::lines(self.protocol, &lines, search.seat, nodes, took) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Gives the move that a search found, or holds it back.
    fn found(&mut self, mv: String) -> io::Result<()> {
        match &mut self.search {
            Some(search) if search.infinite => {
                search.found = Some(mv);
                Ok(())
            }
            _ => self.best_move(&mv),
        }
    }

    /// Ends a search without what it was to find: a runner waits for a move, and
    /// any legal one is better than none.
    fn give_up(&mut self, why: &str) -> io::Result<()> {
        self.computer = None;
        self.refuse(&format!("the computer found no move: {why}"))?;
        let seat = self.search.as_ref().map_or(0, |search| search.seat);
        if self.game.fault().is_some() {
            // A fault of the match's own instance; the next position mends it.
            return self.best_move(NO_MOVE);
        }
        let legal = self.game.legal(seat, 1).unwrap_or_default();
        let mv = legal.into_iter().next();
        self.found(mv.unwrap_or_else(|| NO_MOVE.to_owned()))
    }

    fn best_move(&mut self, mv: &str) -> io::Result<()> {
        self.search = None;
        writeln!(self.out, "bestmove {mv}")
    }

    /// Ends a search that runs, and gives what it has found.
    fn end_search(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.infinite = false;
        if let Some(mv) = search.found.take() {
            return self.best_move(&mv);
        }
        if let Some(computer) = &mut self.computer {
            computer.move_now();
        }
        let until = Instant::now() + PATIENCE;
        while self.search.is_some() {
            let left = until.saturating_duration_since(Instant::now());
            let news = self.computer.as_mut().and_then(|computer| computer.wait(left));
            match news {
                Some(SearchEvent::Move { mv, took, nodes, lines, .. }) => {
                    self.tell(&lines, nodes, Some(took))?;
                    self.best_move(&mv)?;
                }
                Some(SearchEvent::Progress { .. }) => {}
                Some(SearchEvent::Failed { why, .. }) => self.give_up(&why)?,
                _ => self.give_up("it did not stop in time")?,
            }
        }
        Ok(())
    }
}

/// Begins a game from a start.
fn begun(
    source: &GameSource,
    options: &Options,
    start: Option<String>,
) -> Result<Match, MatchError> {
    Match::new(source.clone(), MatchSetup { seed: options.seed, start, ..MatchSetup::default() })
}

fn play_all(game: &mut Match, moves: &[String]) -> Result<(), MatchError> {
    moves.iter().try_for_each(|mv| game.play_text(mv).map(drop))
}
