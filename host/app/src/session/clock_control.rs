//! Clocks of the game on the screen: the running turn, pauses, and running out of time.

use std::time::Duration;

use boardloom_contract::Seat;
use boardloom_match::clock::{Clock, TimeLeft};
use boardloom_match::{Cause, NodeId, PlayerKind};
use boardloom_room::Proposal;

use super::online::{OnlineRequest, OnlineState};
use super::{GameSession, Notice};
use crate::texts::game as t;

/// The time of the running turn is noted this often, in case of a crash.
const NOTED: Duration = Duration::from_secs(5);

/// Measures the running turn.
#[derive(Debug)]
pub(super) struct Stopwatch {
    /// The node where the turn began.
    of: NodeId,
    /// The time of [`Controller::set_time`](crate::Controller::set_time).
    now: Duration,
    /// The start of the time not noted yet; `None` while stopped.
    since: Option<Duration>,
    /// The start of the pause.
    paused: Option<Duration>,
    /// The time at which the position appeared.
    shown: Duration,
    /// The time at which the last animation ended.
    still: Duration,
}

impl Stopwatch {
    /// A stopped watch; `paused` until the player resumes.
    pub(super) fn new(of: NodeId, paused: bool, now: Duration) -> Self {
        Stopwatch { of, now, since: None, paused: paused.then_some(now), shown: now, still: now }
    }

    pub(super) fn now(&self) -> Duration {
        self.now
    }

    fn time_since(&self, then: Duration) -> Duration {
        self.now.saturating_sub(then)
    }
}

impl GameSession {
    pub(crate) fn set_time(&mut self, now: Duration) {
        self.stopwatch.now = now;
    }

    /// The time of the running turn.
    pub fn elapsed(&self) -> Duration {
        if let Some(online) = self.online.as_ref().filter(|_| self.is_online()) {
            return online.running(self.stopwatch.now).1;
        }
        let since = self.stopwatch.since.map(|since| self.stopwatch.time_since(since));
        // Finer times are of no use.
        let whole = self.game.turn().spent + since.unwrap_or_default();
        Duration::from_millis(whole.as_millis() as u64)
    }

    /// The time since the position appeared.
    pub(super) fn shown_for(&self) -> Duration {
        self.stopwatch.time_since(self.stopwatch.shown)
    }

    /// The time since all pieces of the position stand still.
    pub(super) fn still_for(&self) -> Duration {
        match self.motion() {
            Some(_) => Duration::ZERO,
            None => self.stopwatch.time_since(self.stopwatch.shown.max(self.stopwatch.still)),
        }
    }

    pub(super) fn note_still(&mut self) {
        self.stopwatch.still = self.stopwatch.now;
    }

    /// Tells whether the shown position is the one in which the game is played.
    pub fn is_live(&self) -> bool {
        self.game.turn().at == self.game.here()
    }

    /// Tells whether an earlier position is shown: one with moves after it, unless the game goes
    /// on from there because they were taken back.
    pub fn is_past(&self) -> bool {
        !self.game.at_end() && !self.game.is_taken_back()
    }

    /// Tells whether the position has been shown for a moment. A player who stops the
    /// computer just as it moves does not want to leave the game.
    pub fn is_settled(&self) -> bool {
        self.shown_for() >= Duration::from_millis(700)
    }

    pub fn is_paused(&self) -> bool {
        if self.is_online() {
            return self.online.as_ref().is_some_and(OnlineState::is_paused);
        }
        self.stopwatch.paused.is_some()
    }

    /// The clocks of the running turn, whichever position is shown; after the end,
    /// those of the shown position.
    pub fn clock(&self) -> Clock {
        if let Some(online) = self.online.as_ref().filter(|_| self.is_online()) {
            return online.clock().clone();
        }
        match self.game.turn().seat {
            Some(_) if !self.is_live() => self.game.live_clock(),
            _ => self.game.clock().clone(),
        }
    }

    /// The seat whose clock runs.
    fn running_seat(&self) -> Option<Seat> {
        match self.online.as_ref().filter(|_| self.is_online()) {
            Some(online) => online.running(self.stopwatch.now).0,
            None => self.game.turn().seat,
        }
    }

    /// The time left of a seat, and whether it is running.
    pub fn time_of(&self, seat: Seat) -> Option<(TimeLeft, bool)> {
        let runs = self.running_seat() == Some(seat);
        let elapsed = if runs { self.elapsed() } else { Duration::ZERO };
        Some((self.clock().time(seat, elapsed)?, runs))
    }

    /// The time that each seat carries into the next game, if the clock carries time.
    pub fn carried(&self) -> Vec<TimeLeft> {
        let control = *self.game.clock().control();
        if !control.carries() {
            return Vec::new();
        }
        let seats = 0..self.game.players().len() as Seat;
        seats.filter_map(|seat| Some(self.time_of(seat)?.0.carried(&control))).collect()
    }

    /// Pauses clocks and computer, or resumes both.
    pub fn pause(&mut self) {
        if self.is_online() {
            let request = match self.is_paused() {
                true => OnlineRequest::Resume,
                false => OnlineRequest::Offer(Proposal::Pause),
            };
            self.request_online(request);
        } else if self.is_paused() {
            self.note_pause();
            self.end_hand_over();
            self.run_stopwatch();
            self.revision += 1;
            self.play_automatic_moves();
        } else if self.can_pause() {
            self.cover_board();
        }
    }

    pub(super) fn cover_board(&mut self) {
        self.stop_thinking();
        self.stopwatch.paused = Some(self.stopwatch.now);
        self.run_stopwatch();
        self.revision += 1;
    }

    /// Whether a pause would stop a clock or a computer.
    pub(super) fn can_pause(&self) -> bool {
        let runs = self.game.clock().is_timed()
            || self.is_online()
            || self.game.players().iter().any(|player| player.kind != PlayerKind::Human);
        runs && !self.game.status().is_over() && self.game.plugin_error().is_none()
    }

    /// Pauses clocks while the board is hidden, and ends searches.
    pub fn suspend(&mut self) {
        if self.is_online() {
            return;
        }
        if self.is_analysis_running() {
            self.stop_thinking();
        }
        if self.game.clock().is_timed() && !self.is_paused() {
            self.pause();
        }
    }

    /// Notes the time of the running turn, before the game is closed.
    pub fn note_running_turn(&mut self) {
        self.stop_thinking();
        self.stop_stopwatch();
        self.note_pause();
    }

    /// Ends a pause, and notes its time.
    fn note_pause(&mut self) {
        if let Some(since) = self.stopwatch.paused.take() {
            let whole = self.stopwatch.time_since(since);
            self.game.note_pause(Duration::from_millis(whole.as_millis() as u64));
        }
    }

    /// Buys time for the human to move.
    pub fn buy_time(&mut self) {
        let Some(seat) = self.buyer() else {
            return self.notify(Notice::bad(t::nothing_to_buy()));
        };
        self.buy(seat);
    }

    /// The human seat that can buy time now.
    pub fn buyer(&self) -> Option<Seat> {
        let seat = self.game.turn().seat.filter(|_| !self.is_paused())?;
        let (time, _) = self.time_of(seat)?;
        (self.is_human(seat) && time.coins > 0 && !time.out).then_some(seat)
    }

    /// Buys time for the computer if it is short of it.
    pub(super) fn buy_for_computer(&mut self, seat: Seat) {
        if self.is_live() && self.game.should_buy_time(self.elapsed()) {
            self.buy(seat);
        }
    }

    fn buy(&mut self, seat: Seat) {
        if self.is_online() {
            return self.request_online(OnlineRequest::BuyTime);
        }
        let Some(coin) = self.game.clock().control().coin() else { return };
        let elapsed = self.elapsed();
        if self.game.buy_time(elapsed) {
            self.stopwatch.since = self.stopwatch.since.and(Some(self.stopwatch.now));
            let name = self.name(seat);
            self.notify(Notice::plain(t::bought(&name, coin.as_secs())));
            self.revision += 1;
        }
    }

    /// Notes that another position is shown or another turn runs.
    pub(super) fn restart_stopwatch(&mut self) {
        self.stopwatch.shown = self.stopwatch.now;
        let at = self.game.turn().at;
        if self.stopwatch.of != at {
            self.stopwatch.of = at;
            self.stopwatch.since = None;
        }
        self.run_stopwatch();
    }

    /// Begins the turn of the shown position if it is another one than before: after
    /// taking back or redoing.
    pub(super) fn restart_turn(&mut self, before: NodeId) {
        if self.game.here() != before {
            self.game.begin_turn();
            self.stopwatch.since = None;
        }
    }

    /// Runs while a player thinks about the turn, and stops otherwise.
    pub(super) fn run_stopwatch(&mut self) {
        if self.is_online() {
            return;
        }
        let seat = self.game.turn().seat;
        let thinks = seat.is_some_and(|seat| self.is_human(seat) || self.thinking_seat().is_some());
        match thinks && !self.is_paused() && self.game.plugin_error().is_none() {
            true => drop(self.stopwatch.since.get_or_insert(self.stopwatch.now)),
            false => self.stop_stopwatch(),
        }
    }

    /// Stops, and notes the time.
    pub(super) fn stop_stopwatch(&mut self) {
        let elapsed = self.elapsed();
        if self.stopwatch.since.take().is_some() {
            self.game.note_spent(elapsed);
        }
    }

    /// Ends a turn whose time is up. Returns the time until the next check.
    pub fn watch_clock(&mut self) -> Option<Duration> {
        if self.is_online() {
            return self.watch_online_clock();
        }
        self.run_stopwatch();
        let since = self.stopwatch.since?;
        let seat = self.game.turn().seat.filter(|_| self.game.clock().is_timed())?;
        let clock = self.clock();
        let time = clock.time(seat, self.elapsed())?;
        if time.out {
            let whole = clock.times()[usize::from(seat)].until_out(clock.control());
            self.remove_on_time(seat, whole);
            return None;
        }
        self.sound_clock(seat, &time);
        if self.stopwatch.time_since(since) >= NOTED {
            self.game.note_spent(self.elapsed());
            self.stopwatch.since = Some(self.stopwatch.now);
        }
        Some(until_text_changes(&clock, &time))
    }

    /// The same for a clock of a room, which ends the turn itself.
    fn watch_online_clock(&mut self) -> Option<Duration> {
        let seat = self.running_seat()?;
        let clock = self.clock();
        let time = clock.time(seat, self.elapsed()).filter(|time| !time.out)?;
        self.sound_clock(seat, &time);
        Some(until_text_changes(&clock, &time))
    }

    /// Removes a seat whose time is up, whichever position is shown.
    fn remove_on_time(&mut self, seat: Seat, after: Duration) {
        self.stop_thinking();
        self.cancel_premove();
        let live = self.game.turn().at;
        let name = self.name(seat);
        let back = self.game.go_to(live);
        let left = back.and_then(|()| self.game.remove_player(seat, Cause::Time, Some(after)));
        match left {
            Ok(_) => {
                self.notify(Notice::bad(t::out_of_time(&name)));
                self.follow();
                self.play_automatic_moves();
            }
            Err(error) => {
                // Otherwise it would fail again with every frame.
                self.stopwatch.paused = Some(self.stopwatch.now);
                self.report_error(&error);
            }
        }
    }
}

fn until_text_changes(clock: &Clock, time: &TimeLeft) -> Duration {
    let shown = time.running(clock.control());
    let step = match shown.as_secs() {
        0..11 => 100,
        // Days and hours.
        86_400.. => 3_600_000,
        _ => 1000,
    };
    Duration::from_millis(shown.as_millis() as u64 % step + 1)
}
