//! The computer's turns and hints.

use std::time::Duration;

use boardloom_computer as computer;
use boardloom_computer::{Commentary, Computer, MoveQuality, SearchEvent, SearchGoal};
use boardloom_contract::{Seat, Variation};
use boardloom_match::GameSource;

use super::{GameSession, Notice};
use crate::services::Wake;

/// The number of lines that a hint finds.
const HINTS: u16 = 5;
/// The time of a hint's search.
const HINT: Duration = Duration::from_millis(1500);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ComputerTask {
    Move,
    Hint,
    Analysis,
    /// Its answer to a draw offer.
    Draw,
}

struct FoundMove {
    seat: Seat,
    mv: String,
    took: Duration,
    review: Option<MoveQuality>,
}

/// The shortest time for which all pieces stand still before the computer answers.
const MOMENT: Duration = Duration::from_millis(400);
/// The longest time that a position is shown before it answers.
const LONGEST: Duration = Duration::from_secs(3);
/// The shortest time for a position that has a note to read.
const READING: Duration = Duration::from_secs(2);
const FRAME: Duration = Duration::from_millis(16);

/// The computer's thread, started when it is first needed.
pub(super) struct ComputerSeat {
    source: GameSource,
    wake: Wake,
    computer: Option<Computer>,
    pub(super) at: Option<(ComputerTask, Seat)>,
    /// A move of the computer's own that waits: see [`GameSession::until_reply`].
    found: Option<FoundMove>,
    /// The player stopped it: it does not start by itself in this position.
    pub(super) halted: bool,
}

impl ComputerSeat {
    pub(super) fn new(source: GameSource, wake: Wake) -> Self {
        ComputerSeat { source, wake, computer: None, at: None, found: None, halted: false }
    }

    pub(super) fn wake(&self) -> Wake {
        std::sync::Arc::clone(&self.wake)
    }

    fn computer(&mut self) -> &mut Computer {
        let alive = self.computer.as_ref().is_some_and(Computer::is_alive);
        let stale = self.computer.take().filter(|_| alive);
        let fresh = || Computer::new(self.source.clone(), std::sync::Arc::clone(&self.wake));
        self.computer.insert(stale.unwrap_or_else(fresh))
    }
}

impl GameSession {
    /// The seat that the computer moves for.
    pub fn thinking_seat(&self) -> Option<Seat> {
        self.computer.at.filter(|(at, _)| *at == ComputerTask::Move).map(|(_, seat)| seat)
    }

    pub fn is_advising(&self) -> bool {
        matches!(self.computer.at, Some((ComputerTask::Hint, _)))
    }

    pub fn is_halted(&self) -> bool {
        self.computer.halted && self.game.computer_to_move().is_some()
    }

    /// Starts the computer if it is to move.
    pub(super) fn think(&mut self) {
        self.think_for(self.game.computer_to_move());
    }

    /// Starts the computer after a new move, even if the line went on from here before.
    pub(super) fn reply(&mut self) {
        if self.computer.at.is_none() {
            self.think_for(self.game.computer_to_answer());
        }
    }

    fn think_for(&mut self, turn: Option<(Seat, u8)>) {
        self.computer.halted = false;
        if let Some((seat, level)) = turn.filter(|_| !self.is_paused()) {
            self.buy_for_computer(seat);
            self.begin(ComputerTask::Move, seat, level);
        }
        self.analyse();
    }

    pub(super) fn begin(&mut self, at: ComputerTask, seat: Seat, level: u8) {
        let goal = match at {
            ComputerTask::Move => {
                let level = computer::level(&self.game.source().ruleset, level);
                let spent = self.elapsed();
                let level = if self.is_live() { level.for_turn(&self.game, spent) } else { level };
                // A move made for the human gets no commentary.
                match !self.is_human(seat) && Commentary::are_wanted(&self.game) {
                    true => SearchGoal::Reply(level),
                    false => SearchGoal::Move(level),
                }
            }
            ComputerTask::Hint | ComputerTask::Draw => SearchGoal::Hint(HINT),
            ComputerTask::Analysis => SearchGoal::Analysis(self.analysis_observer()),
        };
        let lines = match at {
            ComputerTask::Move | ComputerTask::Draw => 1,
            ComputerTask::Hint => HINTS,
            ComputerTask::Analysis => super::analysis::LINES,
        };
        self.computer.found = None;
        let path = self.game.move_path();
        let seed = computer::search_seed(self.game.seed(), self.game.status().ply);
        self.computer.computer().begin(path, seat, goal, seed, lines);
        self.computer.at = Some((at, seat));
        self.computer.halted = false;
        self.run_stopwatch();
    }

    /// Plays at once: the computer's best move so far, or a move for the human.
    pub fn move_now(&mut self) {
        match self.computer.at {
            Some((ComputerTask::Move, _)) => match self.computer.found.take() {
                Some(found) => self.play_found(found),
                None => self.computer.computer().move_now(),
            },
            _ => {
                let Some(seat) = self.game.status().acting.first().copied() else { return };
                if self.game.source().rules.capabilities().search {
                    let level = self.game.players().iter().filter_map(|p| p.level()).max();
                    self.begin(ComputerTask::Move, seat, level.unwrap_or(4));
                }
            }
        }
    }

    /// Searches for a hint; asked again, shows the next one.
    pub fn hint(&mut self) {
        if !self.game.source().rules.capabilities().search || self.is_advising() {
            return;
        }
        if self.thinking_seat().is_some() || self.next_hint() {
            return;
        }
        if let Some(seat) = self.game.human_to_move() {
            self.begin(ComputerTask::Hint, seat, 0);
        }
    }

    pub fn stop_thinking(&mut self) {
        if let Some((at, _)) = self.computer.at.take() {
            self.computer.found = None;
            self.computer.computer().stop();
            self.computer.halted |= at == ComputerTask::Move;
            self.run_stopwatch();
        }
    }

    /// Handles events of the search. True if something changed.
    pub fn poll_computer(&mut self) -> bool {
        let mut changed = self.poll_review();
        while let Some(news) = self.computer.computer.as_mut().and_then(Computer::next_event) {
            changed = true;
            match news {
                SearchEvent::Progress { progress, lines, .. } => {
                    self.note_analysis(progress, &lines)
                }
                SearchEvent::Move { seat, mv, took, review, lines, .. } => {
                    self.note_win_chances(&lines);
                    self.computer.found = Some(FoundMove { seat, mv, took, review });
                }
                SearchEvent::Done { lines, .. } => {
                    let task = self.computer.at.take().map(|(task, _)| task);
                    self.note_win_chances(&lines);
                    match task {
                        Some(ComputerTask::Draw) => self.judge_draw(&lines),
                        _ => self.advise(&lines),
                    }
                    self.analyse();
                }
                SearchEvent::Stopped => {
                    self.computer.at = None;
                    self.forget_requests();
                }
                SearchEvent::Reviewed { .. } => {}
                SearchEvent::Failed { why, .. } => {
                    self.computer.at = None;
                    self.forget_requests();
                    self.computer.halted = true;
                    self.notify(Notice::error(&why));
                }
            }
        }
        if self.until_reply().is_some_and(|wait| wait.is_zero())
            && let Some(found) = self.computer.found.take()
        {
            changed = true;
            self.play_found(found);
        }
        changed
    }

    /// Returns the wait before a found move is played: until the move before it was animated, and a
    /// moment longer.
    pub fn until_reply(&self) -> Option<Duration> {
        let found = self.computer.found.as_ref()?;
        let short = self.time_of(found.seat).is_some_and(|(time, _)| {
            let control = self.game.clock().control();
            control.is_timed() && time.is_low(control)
        });
        if self.is_human(found.seat) || short || self.shown_for() >= LONGEST {
            return Some(Duration::ZERO);
        }
        // A note is read while pieces move; what they did is seen once they stand still.
        let left = match self.game.node().note {
            Some(_) => READING.saturating_sub(self.shown_for()),
            None => Duration::ZERO,
        };
        let left = left.max(MOMENT.saturating_sub(self.still_for()));
        Some(if self.motion().is_some() { left.max(FRAME) } else { left })
    }

    fn play_found(&mut self, found: FoundMove) {
        let FoundMove { seat, mv, took, review } = found;
        self.computer.at = None;
        // The human's clock runs while the computer moves for it. With a clock, the
        // time that the players see counts.
        let own = self.is_human(seat);
        let seen = self.is_live() && (own || self.game.clock().is_timed());
        let whole = Duration::from_millis(took.as_millis() as u64);
        let took = if seen { self.elapsed() } else { whole };
        match self.game.play_as(seat, &mv, Some(took)) {
            Ok(played) => {
                // A move made for the human gets no commentary.
                if !own {
                    let comment =
                        self.commentary.comment_move(&self.game, played.node, seat, review);
                    self.notices.extend(comment.map(Notice::plain));
                }
                self.follow_with(!own);
                self.play_automatic_moves();
                self.reply();
                self.play_premove();
            }
            Err(error) => {
                self.computer.halted = true;
                self.report_error(&error);
            }
        }
    }

    fn advise(&mut self, lines: &[Variation]) {
        let Some(seat) = self.game.human_to_move() else { return };
        let found = self.convert_lines(seat, lines, Vec::new());
        self.hints.set(self.game.here(), found);
        self.next_hint();
    }
}
