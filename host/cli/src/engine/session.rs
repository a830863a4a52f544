//! A session with a match runner.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use boardloom_app::Wake;
use boardloom_computer::{Computer, SearchEvent, SearchGoal, search_seed};
use boardloom_contract::{Seat, Variation};
use boardloom_match::{GameSource, Match, MatchError, MatchSetup};

use super::count::{CountEvent, PerftCount};
use super::options::{EngineOptions, OptionEffect, OptionError};
use super::protocol::{EngineCommand, PositionQuery, SearchLimits, shorten};
use super::time::apply_limits;
use super::{EngineEvent, info};
use crate::cli::Protocol;
use crate::{Catalog, Failure, Result};

/// The `bestmove` of a position without moves.
const NO_MOVE: &str = "0000";
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

pub struct EngineSession<'a> {
    protocol: Protocol,
    catalog: &'a Catalog,
    ruleset: String,
    out: &'a mut (dyn Write + Send),
    err: &'a mut (dyn Write + Send),
    wake: Wake,
    events: Sender<EngineEvent>,
    options: EngineOptions,
    source: GameSource,
    game: Match,
    /// The start position and the moves from there, as the runner sent them.
    position: (Option<String>, Vec<String>),
    computer: Option<Computer>,
    search: Option<EngineSearch>,
    count: Option<PerftCount>,
    /// Lines that came during a count and follow it.
    waiting: VecDeque<String>,
    /// When a count ends because the input has.
    ends_at: Option<Instant>,
}

/// A running search, or a finished infinite one.
struct EngineSearch {
    seat: Seat,
    began: Instant,
    /// Hold back the move until `stop`.
    infinite: bool,
    /// Limits the reported depth.
    depth: Option<u16>,
    /// The move of a finished infinite search.
    held_move: Option<String>,
    reported: Vec<Variation>,
}

impl<'a> EngineSession<'a> {
    /// Opens the ruleset; fails if it is not for two players.
    pub fn new(
        (protocol, catalog, ruleset): (Protocol, &'a Catalog, String),
        options: EngineOptions,
        (out, err): (&'a mut (dyn Write + Send), &'a mut (dyn Write + Send)),
        wake: Wake,
        events: Sender<EngineEvent>,
    ) -> Result<Self> {
        let (source, game) = open(protocol, catalog, &ruleset, &options)?;
        Ok(EngineSession {
            protocol,
            catalog,
            ruleset,
            out,
            err,
            wake,
            events,
            options,
            source,
            game,
            position: (None, Vec::new()),
            computer: None,
            search: None,
            count: None,
            waiting: VecDeque::new(),
            ends_at: None,
        })
    }

    /// Executes commands until `quit` or the end of the input.
    pub fn run(&mut self, events: &Receiver<EngineEvent>) -> Result<()> {
        loop {
            let left = |end: Instant| end.saturating_duration_since(Instant::now());
            match events.recv_timeout(self.ends_at.map_or(STOP_TIMEOUT, left)) {
                Ok(EngineEvent::Line(Ok(line))) => {
                    if !self.take_line(line)? {
                        break;
                    }
                }
                Ok(EngineEvent::Line(Err(why))) => self.log(&why),
                Ok(EngineEvent::SearchEvents) => {}
                Ok(EngineEvent::Count(event)) => {
                    if !self.process_count(event)? {
                        break;
                    }
                }
                Ok(EngineEvent::EndOfInput) if self.count.is_some() => self.end_after_count(),
                Ok(EngineEvent::EndOfInput) | Err(RecvTimeoutError::Disconnected) => {
                    self.await_move(events)?;
                    break;
                }
                Err(RecvTimeoutError::Timeout) if self.ends_at.is_some() => {
                    writeln!(self.out, "info string the count was stopped")?;
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.process_search_events()?;
            self.out.flush()?;
        }
        self.count = None;
        self.stop_search()?;
        Ok(self.out.flush()?)
    }

    /// Executes a line, or keeps it until the end of a count; returns false for `quit`.
    fn take_line(&mut self, line: String) -> Result<bool> {
        let Some(count) = &self.count else { return self.execute(&line) };
        match self.protocol.read(&line) {
            Ok(EngineCommand::IsReady) | Err(_) => return self.execute(&line),
            Ok(EngineCommand::Stop) => count.stop(),
            Ok(EngineCommand::Quit) => self.end_after_count(),
            Ok(_) => self.waiting.push_back(line),
        }
        Ok(true)
    }

    /// Leaves a count a little time: a script that pipes all lines at once still gets the
    /// answers to short ones.
    fn end_after_count(&mut self) {
        self.waiting.push_back("quit".to_owned());
        self.ends_at = Some(Instant::now() + STOP_TIMEOUT);
    }

    /// Returns false if a `quit` waited for the end of the count.
    fn process_count(&mut self, event: CountEvent) -> Result<bool> {
        match event {
            CountEvent::Counted { depth, nodes, took } => {
                let rate = (nodes as f64 / took.as_secs_f64().max(1e-6)).round();
                let time = took.as_millis();
                writeln!(self.out, "info depth {depth} nodes {nodes} time {time} nps {rate}")?;
            }
            CountEvent::Failed(why) => self.report_error(&why)?,
            CountEvent::Ended { stopped } => {
                self.count = None;
                if stopped {
                    writeln!(self.out, "info string the count was stopped")?;
                }
                while self.count.is_none()
                    && let Some(line) = self.waiting.pop_front()
                {
                    if !self.execute(&line)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Waits briefly for a limited search: a script that pipes all lines at once
    /// still gets its best move.
    fn await_move(&mut self, events: &Receiver<EngineEvent>) -> io::Result<()> {
        let until = Instant::now() + STOP_TIMEOUT;
        while self.search.as_ref().is_some_and(|search| !search.infinite) {
            let left = until.saturating_duration_since(Instant::now());
            if events.recv_timeout(left).is_err() {
                break;
            }
            self.process_search_events()?;
        }
        Ok(())
    }

    /// Executes a line; returns false for `quit`.
    fn execute(&mut self, line: &str) -> Result<bool> {
        let command = match self.protocol.read(line) {
            Ok(command) => command,
            Err(why) => {
                self.log(&why);
                return Ok(true);
            }
        };
        use EngineCommand as C;
        if let C::NewGame | C::Position { .. } | C::Moves(_) | C::Go(_) | C::Stop | C::Perft(_) =
            &command
        {
            self.stop_search()?;
        }
        match command {
            EngineCommand::Identify => {
                writeln!(self.out, "id name Boardloom {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(self.out, "id author the authors of Boardloom")?;
                self.options.write_declarations(&self.source.ruleset, &mut *self.out)?;
                writeln!(self.out, "{}ok", self.protocol.name())?;
            }
            EngineCommand::IsReady => writeln!(self.out, "readyok")?,
            EngineCommand::SetOption { name, value } => self.set_option(&name, &value)?,
            EngineCommand::NewGame => {
                self.computer = None;
                self.set_position(None, Vec::new())?;
            }
            EngineCommand::Position { start, moves } => self.set_position(start, moves)?,
            EngineCommand::Moves(moves) => {
                let (start, mut all) = self.position.clone();
                all.extend(moves);
                self.set_position(start, all)?;
            }
            EngineCommand::Go(go) => self.go(&go)?,
            EngineCommand::Stop => {}
            EngineCommand::Quit => return Ok(false),
            EngineCommand::Query(query) => self.answer(query)?,
            EngineCommand::Perft(depth) => {
                let (source, path) = (self.source.clone(), self.game.move_path());
                self.count = Some(PerftCount::begin(source, path, depth, self.events.clone()));
            }
            EngineCommand::Print => self.print()?,
        }
        Ok(true)
    }

    /// Writes to standard error; a closed stream is not an error.
    fn log(&mut self, why: &str) {
        let _ = writeln!(self.err, "{why}");
    }

    /// Reports an error to the runner and on standard error.
    fn report_error(&mut self, why: &str) -> io::Result<()> {
        let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
        self.log(&why);
        writeln!(self.out, "info string {why}")
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<()> {
        let mut options = self.options.clone();
        let effect = match options.set(name, value, &self.source.ruleset) {
            Ok(effect) => effect,
            Err(OptionError::Unknown) => {
                self.log(&format!("there is no option `{}`", shorten(name)));
                return Ok(());
            }
            Err(OptionError::InvalidValue(why)) => return Ok(self.report_error(&why)?),
        };
        if effect == OptionEffect::RestartMatch {
            self.stop_search()?;
            if let Err(failure) = self.reopen(&options) {
                self.report_error(&format!("{name}: {}", failure.text(false).trim()))?;
                return Ok(());
            }
        }
        if effect != OptionEffect::NextSearch {
            // During a search, the runner gets its best move first.
            self.stop_search()?;
            self.computer = None;
        }
        self.options = options;
        Ok(())
    }

    fn reopen(&mut self, options: &EngineOptions) -> Result<()> {
        (self.source, self.game) = open(self.protocol, self.catalog, &self.ruleset, options)?;
        self.position = (None, Vec::new());
        Ok(())
    }

    /// Sets the position; on error, reports it and keeps the current position.
    fn set_position(&mut self, start: Option<String>, moves: Vec<String>) -> io::Result<()> {
        if let Err(why) = self.try_set_position(&start, &moves) {
            return self.report_error(&format!("the position stays as it was: {why}"));
        }
        self.position = (start, moves);
        Ok(())
    }

    fn try_set_position(
        &mut self,
        start: &Option<String>,
        moves: &[String],
    ) -> Result<(), MatchError> {
        let (known_start, known) = &self.position;
        let extends = known_start == start && moves.starts_with(known);
        if extends && self.game.plugin_error().is_none() {
            let (before, known) = (self.game.here(), known.len());
            let played = play_all(&mut self.game, &moves[known..]);
            if played.is_err() {
                self.game.go_to(before)?;
            }
            return played;
        }
        let mut game = new_match(&self.source, &self.options, start.clone())?;
        play_all(&mut game, moves)?;
        self.game = game;
        Ok(())
    }

    fn answer(&mut self, query: PositionQuery) -> io::Result<()> {
        let status = self.game.status();
        let answer = match (query, &status.outcome) {
            (PositionQuery::FirstToMove, _) if status.acting.first() == Some(&0) => "true",
            (PositionQuery::GameOver, Some(_)) => "true",
            (PositionQuery::FirstToMove | PositionQuery::GameOver, _) => "false",
            (PositionQuery::Result, None) => "none",
            (PositionQuery::Result, Some(outcome)) => match outcome.winner() {
                Some(0) => "p1win",
                Some(_) => "p2win",
                None => "draw",
            },
        };
        writeln!(self.out, "response {answer}")
    }

    /// Draws the position and writes its text.
    fn print(&mut self) -> io::Result<()> {
        let forms = self.game.about().forms.clone();
        for form in ["diagram", "position"] {
            if !forms.iter().any(|known| known == form) {
                continue;
            }
            match self.game.ask(|cursor| cursor.write(form)) {
                Ok(Ok(text)) => writeln!(self.out, "{}", text.trim_end())?,
                Ok(Err(why)) => self.report_error(&why.text)?,
                Err(error) => self.report_error(&error.to_string())?,
            }
        }
        Ok(())
    }

    fn go(&mut self, go: &SearchLimits) -> io::Result<()> {
        if !go.unknown.is_empty() {
            self.log(&format!("`go`: ignored `{}`", shorten(&go.unknown.join(" "))));
        }
        let Some(seat) = self.game.status().acting.first().copied() else {
            return self.best_move(NO_MOVE);
        };
        let level = self.options.level(&self.source.ruleset);
        let level = apply_limits(level, go, seat, self.options.overhead);
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
        self.search = Some(EngineSearch {
            seat,
            began: Instant::now(),
            infinite: go.infinite,
            depth: go.depth,
            held_move: None,
            reported: Vec::new(),
        });
        Ok(())
    }

    fn process_search_events(&mut self) -> io::Result<()> {
        while self.search.is_some() {
            let event = self.computer.as_mut().and_then(Computer::next_event);
            match event {
                Some(SearchEvent::Progress { progress, lines, .. }) => {
                    self.write_info(&lines, progress.nodes, None)?;
                }
                Some(SearchEvent::Move { mv, took, nodes, lines, .. }) => {
                    let lines = self.lines_or_evaluation(lines, &mv);
                    self.write_info(&lines, nodes, Some(took))?;
                    self.finish_search(mv)?;
                }
                Some(SearchEvent::Failed { why, .. }) => self.recover(&why)?,
                Some(_) => self.recover("it found no move")?,
                None if self.is_thinking() => return Ok(()),
                None => self.recover("its thread ended")?,
            }
        }
        Ok(())
    }

    /// Tells whether the search still runs or holds back its move.
    fn is_thinking(&self) -> bool {
        let held = self.search.as_ref().is_some_and(|search| search.held_move.is_some());
        held || self.computer.as_ref().is_some_and(Computer::is_alive)
    }

    /// Writes `info` lines; during the search only for changed variations.
    fn write_info(
        &mut self,
        lines: &[Variation],
        nodes: u64,
        end: Option<Duration>,
    ) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let known = |(a, b): (&Variation, &Variation)| a.moves == b.moves && a.depth == b.depth;
        let same =
            search.reported.len() == lines.len() && search.reported.iter().zip(lines).all(known);
        if same && end.is_none() {
            return Ok(());
        }
        search.reported = lines.to_vec();
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

    /// Returns the lines of a search. A move without one, such as a forced pass, gets the
    /// evaluation of the position: runners expect a depth and a score for every move.
    fn lines_or_evaluation(&mut self, lines: Vec<Variation>, mv: &str) -> Vec<Variation> {
        let Some(seat) = self.search.as_ref().map(|search| usize::from(search.seat)) else {
            return lines;
        };
        if !lines.is_empty() || !self.source.rules.capabilities().search {
            return lines;
        }
        let values = self.game.ask(|cursor| cursor.evaluate()).unwrap_or_default();
        let (Some(own), Some(other)) = (values.get(seat), values.get(1 - seat.min(1))) else {
            return lines;
        };
        let (moves, units) = (vec![mv.to_owned()], Some(own - other));
        vec![Variation { moves, visits: 0, value: Vec::new(), units, forced: None, depth: 1 }]
    }

    /// Writes the best move, or holds it back in an infinite search.
    fn finish_search(&mut self, mv: String) -> io::Result<()> {
        match &mut self.search {
            Some(search) if search.infinite => {
                search.held_move = Some(mv);
                Ok(())
            }
            _ => self.best_move(&mv),
        }
    }

    /// Ends a failed search with any legal move: the runner waits for one.
    fn recover(&mut self, why: &str) -> io::Result<()> {
        self.computer = None;
        self.report_error(&format!("the computer found no move: {why}"))?;
        let seat = self.search.as_ref().map_or(0, |search| search.seat);
        if self.game.plugin_error().is_some() {
            // The plugin failed; the next `position` opens a new instance.
            return self.best_move(NO_MOVE);
        }
        let legal = self.game.legal(seat, 1).unwrap_or_default();
        let mv = legal.into_iter().next();
        self.finish_search(mv.unwrap_or_else(|| NO_MOVE.to_owned()))
    }

    fn best_move(&mut self, mv: &str) -> io::Result<()> {
        self.search = None;
        writeln!(self.out, "bestmove {mv}")
    }

    /// Stops a running search and writes its best move.
    fn stop_search(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.infinite = false;
        if let Some(mv) = search.held_move.take() {
            return self.best_move(&mv);
        }
        if let Some(computer) = &mut self.computer {
            computer.move_now();
        }
        let until = Instant::now() + STOP_TIMEOUT;
        while self.search.is_some() {
            let left = until.saturating_duration_since(Instant::now());
            let event = self.computer.as_mut().and_then(|computer| computer.wait(left));
            match event {
                Some(SearchEvent::Move { mv, took, nodes, lines, .. }) => {
                    let lines = self.lines_or_evaluation(lines, &mv);
                    self.write_info(&lines, nodes, Some(took))?;
                    self.best_move(&mv)?;
                }
                Some(SearchEvent::Progress { .. }) => {}
                Some(SearchEvent::Failed { why, .. }) => self.recover(&why)?,
                _ => self.recover("it did not stop in time")?,
            }
        }
        Ok(())
    }
}

/// Opens a ruleset for two players at its start position.
fn open(
    protocol: Protocol,
    catalog: &Catalog,
    ruleset: &str,
    options: &EngineOptions,
) -> Result<(GameSource, Match)> {
    let source = catalog.source(ruleset, &options.settings)?;
    let game = new_match(&source, options, None)?;
    match game.about().seats {
        2 => Ok((source, game)),
        seats => Err(Failure::Usage(format!(
            "`engine {}` plays games of two players, and {ruleset} has {seats}",
            protocol.name()
        ))),
    }
}

fn new_match(
    source: &GameSource,
    options: &EngineOptions,
    start: Option<String>,
) -> Result<Match, MatchError> {
    Match::new(source.clone(), MatchSetup { seed: options.seed, start, ..MatchSetup::default() })
}

fn play_all(game: &mut Match, moves: &[String]) -> Result<(), MatchError> {
    moves.iter().try_for_each(|mv| game.play_text(mv).map(drop))
}
