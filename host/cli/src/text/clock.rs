//! The clocks of a game on standard input and output.

use std::io::Write;
use std::time::{Duration, Instant};

use boardloom_contract::Seat;
use boardloom_match::MatchError;
use boardloom_match::clock::{coins, shown};
use boardloom_match::{Cause, NodeId};

use super::{Session, show};
use crate::console::Console;
use crate::failure::Failure;

/// What a clock can be told by: with so much more, a time that is up is over.
const INSTANT: Duration = Duration::from_millis(1);

/// The watch on the turn that runs.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Where that turn began, and since when it runs without a note in the match.
    since: Option<(NodeId, Instant)>,
}

impl Session {
    /// Lets the watch run for the turn at hand.
    pub(super) fn keep_watch(&mut self) {
        let at = self.game.turn().at;
        if self.game.clock().is_timed() && self.watch.since.is_none_or(|(of, _)| of != at) {
            self.watch.since = Some((at, Instant::now()));
        }
    }

    /// Returns how long the turn that runs lasts by now.
    pub(super) fn elapsed(&self) -> Duration {
        let turn = self.game.turn();
        let since = self.watch.since.filter(|(of, _)| *of == turn.at);
        let whole = turn.spent + since.map(|(_, since)| since.elapsed()).unwrap_or_default();
        Duration::from_millis(whole.as_millis() as u64)
    }

    /// Returns what is written into the record of the turn that ends; nothing
    /// where nobody counts, or where an earlier position is played on from.
    pub(super) fn took(&self) -> Option<Duration> {
        let live = self.game.turn().at == self.game.here();
        (live && self.game.clock().is_timed()).then(|| self.elapsed())
    }

    /// Notes what the turn took, and lets the watch begin anew.
    pub(super) fn note(&mut self) {
        if self.game.clock().is_timed() {
            let elapsed = self.elapsed();
            self.watch.since = None;
            self.game.note_spent(elapsed);
        }
    }

    /// Returns how long the turn that runs can last from now on; none where nobody
    /// counts.
    pub(super) fn until_out(&self) -> Option<Duration> {
        let seat = self.game.turn().seat.filter(|_| self.game.clock().is_timed())?;
        let (clock, elapsed) = (self.game.live_clock(), self.elapsed());
        let time = clock.time(seat, elapsed).filter(|time| !time.out)?;
        Some(time.until_out(clock.control()) + INSTANT)
    }

    /// Takes the seat out whose time is up. True where that was so.
    pub(super) fn ran_out(&mut self, console: &mut Console<'_>) -> Result<bool, MatchError> {
        let turn = *self.game.turn();
        let Some(seat) = turn.seat.filter(|_| self.game.clock().is_timed()) else {
            return Ok(false);
        };
        let clock = self.game.live_clock();
        if !clock.time(seat, self.elapsed()).is_some_and(|time| time.out) {
            return Ok(false);
        }
        let whole = clock.times()[usize::from(seat)].until_out(clock.control());
        self.game.go_to(turn.at)?;
        let played = self.game.remove_player_after(seat, Cause::Time, Some(whole))?;
        self.onward = true;
        // Whoever reads no more has lost all the same.
        let _ = show::played(self, &played, false, console);
        self.save_quietly(console);
        Ok(true)
    }

    /// Lets the computer buy time when it runs short.
    pub(super) fn buy_for_computer(&mut self, console: &mut Console<'_>) {
        let elapsed = self.elapsed();
        if self.game.should_buy_time(elapsed) {
            self.buy(elapsed, console);
        }
    }

    /// Buys so many coins' time for whoever's turn runs.
    pub(super) fn buy_time(
        &mut self,
        coins: u32,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        for _ in 0..coins {
            let elapsed = self.elapsed();
            if !self.buy(elapsed, console) {
                return Err(Failure::Usage("there is no time to buy here".to_owned()));
            }
        }
        Ok(())
    }

    fn buy(&mut self, elapsed: Duration, console: &mut Console<'_>) -> bool {
        let (seat, coin) = (self.game.turn().seat, self.game.clock().control().coin());
        let bought = self.game.buy_time(elapsed);
        if let (true, Some(seat), Some(coin)) = (bought, seat, coin) {
            self.watch.since = None;
            self.keep_watch();
            let (name, coin) = (show::player(&self.game, seat), coin.as_secs_f64());
            let _ = writeln!(console.out, "{name} buys {coin} s");
        }
        bought
    }

    /// Makes the clocks of a game that was begun before stand still until a person
    /// has looked at it. A program has what it needs in its first line.
    pub(super) fn rest(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        if self.game.clock().is_timed() && self.game.turn().seat.is_some() && console.asks {
            show::position(self, console)?;
            self.pause(console)?;
        }
        Ok(())
    }

    /// Makes the clocks stand still until the next line.
    pub(super) fn pause(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        self.note();
        writeln!(console.out, "paused; press Enter to go on")?;
        let since = Instant::now();
        self.ask(console, None)?;
        self.game.note_pause(Duration::from_millis(since.elapsed().as_millis() as u64));
        self.keep_watch();
        Ok(())
    }

    /// Returns what the clocks show; none where there are none.
    pub(super) fn times(&self) -> Option<String> {
        let clock = match self.game.turn().seat {
            Some(_) => self.game.live_clock(),
            None => self.game.clock().clone(),
        };
        let control = *clock.control();
        let time = |seat: Seat| {
            let runs = self.game.turn().seat == Some(seat);
            let elapsed = if runs { self.elapsed() } else { Duration::ZERO };
            let time = clock.time(seat, elapsed)?;
            let beside = match (time.periods, control.coin()) {
                (0, None) => String::new(),
                (0, Some(_)) => format!(" ({})", coins(time.coins)),
                (periods, _) => format!(" (periods: {periods})"),
            };
            let low = if time.is_low(&control) { "!" } else { "" };
            let name = show::player(&self.game, seat);
            Some(format!("{name} {low}{}{beside}", shown(time.running(&control))))
        };
        let seats = 0..self.game.players().len() as Seat;
        clock.is_timed().then(|| seats.filter_map(time).collect::<Vec<_>>().join(", "))
    }
}
