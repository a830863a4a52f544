//! The running turn, and the clocks.

use std::time::Duration;

use boardloom_contract::Seat;

use super::{Decision, Match, MatchEvent};
use crate::clock::{Clock, MAX_TIME};
use crate::error::MatchError;
use crate::game_tree::{GameEvent, Node, NodeId};

/// The running turn: that of the position being played, whichever is on the board. The front end
/// measures its time; noted times survive a crash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Turn {
    /// The node where it began.
    pub at: NodeId,
    /// `None` if chance or no seat is to act.
    pub seat: Option<Seat>,
    /// The time noted so far.
    pub spent: Duration,
    pub coins: u32,
    /// The time of its pauses.
    pub paused: Duration,
}

impl Turn {
    pub(crate) fn is_fresh(&self) -> bool {
        self.spent.is_zero() && self.coins == 0 && self.paused.is_zero()
    }
}

impl Clock {
    fn buy_all(&mut self, seat: Seat, coins: u32) {
        let _ = (0..coins).take_while(|_| self.buy(seat)).count();
    }

    /// Applies the turn that led to a node.
    pub(crate) fn follow(&mut self, node: &Node) {
        let Some(event) = node.event() else { return };
        let Some(seat) = event.seat() else { return };
        self.buy_all(seat, node.coins);
        if let Some(took) = node.took {
            match event {
                GameEvent::Move { .. } => self.end_turn(seat, took),
                GameEvent::RemovePlayer { .. } | GameEvent::AgreedDraw { .. } => {
                    self.spend(seat, took)
                }
            };
        }
    }
}

impl Match {
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Returns the clocks of the running turn, without the time it took so far.
    pub fn live_clock(&self) -> Clock {
        let mut clock = self.clock_at(self.turn.at);
        if self.turn.at == self.here {
            for Decision { seat, took, coins, .. } in &self.decisions {
                clock.buy_all(*seat, *coins);
                if let Some(took) = took {
                    clock.end_turn(*seat, *took);
                }
            }
        }
        if let Some(seat) = self.turn.seat {
            clock.buy_all(seat, self.turn.coins);
        }
        clock
    }

    /// Starts the turn of the current position: the game goes on from here.
    pub fn begin_turn(&mut self) {
        self.turn = self.fresh_turn();
        self.adopt_take_back();
        self.set_clock();
        self.emit(MatchEvent::TurnChanged);
    }

    /// Tells whether the game goes on from here although moves follow, since they were taken back.
    /// The next move begins the main line.
    pub fn is_taken_back(&self) -> bool {
        self.taken_back_to == Some(self.here)
    }

    /// Lets the game go on from here, if its turn is the running one and moves follow.
    pub(crate) fn adopt_take_back(&mut self) {
        let goes_on = self.turn.at == self.here && !self.node().children().is_empty();
        self.taken_back_to = goes_on.then_some(self.here);
    }

    pub fn note_spent(&mut self, spent: Duration) {
        let spent = spent.min(MAX_TIME);
        if self.turn.spent != spent {
            self.turn.spent = spent;
            self.emit(MatchEvent::TurnChanged);
        }
    }

    /// Adds to the pauses of the running turn.
    pub fn note_pause(&mut self, paused: Duration) {
        if !paused.is_zero() {
            self.turn.paused = self.turn.paused.saturating_add(paused).min(MAX_TIME);
            self.emit(MatchEvent::TurnChanged);
        }
    }

    /// Buys time for the running turn (arcade clock), of which `spent` has passed. Returns
    /// false if it cannot.
    pub fn buy_time(&mut self, spent: Duration) -> bool {
        let mut clock = self.live_clock();
        let Some(seat) = self.turn.seat else { return false };
        if clock.time(seat, spent).is_none_or(|time| time.out) || !clock.buy(seat) {
            return false;
        }
        self.turn.coins += 1;
        self.turn.spent = spent.min(MAX_TIME);
        self.set_clock();
        self.emit(MatchEvent::TurnChanged);
        true
    }

    /// Returns the computer's thinking time for the running turn, of which `spent` has passed;
    /// `None` without a clock.
    pub fn time_budget(&self, spent: Duration) -> Option<Duration> {
        let clock = self.live_clock();
        let time = self.turn.seat.and_then(|seat| clock.time(seat, spent))?;
        crate::clock::pace(clock.control(), &time)
    }

    /// Tells whether the computer is short of time and has a coin.
    pub fn should_buy_time(&self, spent: Duration) -> bool {
        let clock = self.live_clock();
        let time = self.turn.seat.and_then(|seat| clock.time(seat, spent));
        time.is_some_and(|time| time.coins > 0 && !time.out && time.is_low(clock.control()))
    }

    pub fn clock_at(&self, node: NodeId) -> Clock {
        let mut clock = self.opening_clock();
        for id in self.tree.line(node) {
            clock.follow(self.tree.node(id));
        }
        clock
    }

    pub(super) fn set_clock(&mut self) {
        self.clock = match self.here == self.turn.at {
            true => self.live_clock(),
            false => self.clock_at(self.here),
        };
    }

    pub(super) fn fresh_turn(&self) -> Turn {
        Turn { at: self.here, seat: self.status.acting.first().copied(), ..Turn::default() }
    }

    /// Restarts the running turn if its line was deleted or became illegal.
    pub(super) fn mend_turn(&mut self) {
        let lost = !self.tree.has(self.turn.at) || self.tree.node(self.turn.at).is_illegal();
        if lost {
            self.turn = self.fresh_turn();
        } else if self.turn.at == self.here {
            self.turn.seat = self.status.acting.first().copied();
        }
        self.set_clock();
    }

    /// Takes over the running turn of a replayed record, if its node is legal.
    pub(crate) fn adopt_turn(&mut self, turn: Turn) -> Result<(), MatchError> {
        let here = self.here;
        self.turn = turn;
        if turn.at != here && self.tree.has(turn.at) && !self.tree.node(turn.at).is_illegal() {
            self.walk(turn.at)?;
            self.turn.seat = self.status.acting.first().copied();
            self.walk(here)?;
        }
        self.mend_turn();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{TimeControl, TimeLeft};
    use crate::fake::source;
    use crate::game_match::MatchSetup;
    use crate::game_tree::{Cause, ROOT};
    use crate::journal::{self, Journal};
    use crate::record::Record;

    const fn secs(s: u64) -> Duration {
        Duration::from_secs(s)
    }

    const ARCADE: TimeControl =
        TimeControl::Arcade { main: secs(20), coin: secs(100), coins: 2, carry: true };

    fn game(row: &str, control: TimeControl) -> Match {
        Match::new(source(row), MatchSetup { control, ..MatchSetup::default() }).unwrap()
    }

    fn main(game: &Match, seat: Seat) -> Duration {
        game.live_clock().time(seat, Duration::ZERO).unwrap().main
    }

    #[test]
    fn looking_back_gives_no_time_back() {
        let mut game = game("", TimeControl::Simple { main: secs(60) });
        let a = game.play_as(0, "a", Some(secs(10))).unwrap().node;
        game.note_spent(secs(7));
        game.go_to(ROOT).unwrap();
        let live = *game.turn();
        assert_eq!((live.at, live.seat, live.spent), (a, Some(1), secs(7)));
        assert_eq!((main(&game, 0), main(&game, 1)), (secs(50), secs(60)));
        assert_eq!(game.clock().times()[0].main, secs(60), "as it was at the start");
        game.go_to(a).unwrap();
        assert_eq!(*game.turn(), live);
        // A move taken back gives the time back, and the turn restarts.
        game.undo_turn().unwrap();
        game.begin_turn();
        assert_eq!((game.turn().at, game.turn().seat, game.turn().spent), (ROOT, Some(0), secs(0)));
        assert_eq!(main(&game, 0), secs(60));
    }

    /// Its result is that of the game, also when it is continued another day.
    #[test]
    fn the_game_goes_on_with_the_move_after_a_take_back() {
        let folder = tempfile::tempdir().unwrap();
        let line = |game: &Match| -> Vec<String> {
            let line = game.tree().main_line();
            let events = line.iter().filter_map(|id| game.tree().node(*id).event());
            events.map(|event| event.text().to_owned()).collect()
        };
        let mut game = game("", TimeControl::default());
        game.keep_journal(Journal::create(folder.path(), "row").unwrap());
        game.play("a").unwrap();
        game.play("b").unwrap();
        game.undo_turn().unwrap();
        assert!(!game.is_taken_back(), "looked back only");
        game.begin_turn();
        let (record, _) = journal::read(game.journal().unwrap().path()).unwrap();
        let (mut again, _) = record.resume(source("")).unwrap();
        assert!(game.is_taken_back() && again.is_taken_back());
        for game in [&mut game, &mut again] {
            let from = game.here();
            game.play("c").unwrap();
            let first = game.tree().node(from).children()[0];
            assert_eq!((first, line(game).last().unwrap().as_str()), (game.here(), "c"));
            assert!(!game.is_taken_back());
        }
        let (record, _) = journal::read(game.journal().unwrap().path()).unwrap();
        let (again, _) = record.resume(source("")).unwrap();
        assert_eq!((line(&again), line(&game).len()), (line(&game), 2));
        // Who looks back and tries something begins a variation.
        game.go_to(ROOT).unwrap();
        game.play("d").unwrap();
        assert_ne!(line(&game)[0], "d");
    }

    #[test]
    fn the_turn_that_runs_survives_a_crash() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = game("", ARCADE);
        game.keep_journal(Journal::create(folder.path(), "row").unwrap());
        let a = game.play_as(0, "a", Some(secs(5))).unwrap().node;
        assert!(game.buy_time(secs(3)));
        game.note_pause(secs(60));
        game.note_spent(secs(9));
        game.go_to(ROOT).unwrap();
        let (record, damage) = journal::read(game.journal().unwrap().path()).unwrap();
        assert!(damage.is_none());
        let (mut again, _) = record.resume(source("")).unwrap();
        let turn = Turn { at: a, seat: Some(1), spent: secs(9), coins: 1, paused: secs(60) };
        assert_eq!((*again.turn(), *game.turn()), (turn, turn));
        assert_eq!((again.here(), main(&again, 1)), (ROOT, secs(120)));
        // As a record too, and with the move that ends the turn.
        let text = Record::of(&game).to_text();
        assert!(text.contains("[Turn \"1\" \"9\" \"1\" \"60\"]\n"), "{text}");
        assert_eq!(Record::of(&again).to_text(), text);
        again.go_to(a).unwrap();
        again.play_as(1, "b", Some(secs(11))).unwrap();
        let text = Record::of(&again).to_text();
        let annotated = "b {[took 11][coins 1][paused 60][left 109 1]}";
        assert!(text.contains(annotated), "{text}");
        let (read, _) = Record::parse(&text).unwrap().resume(source("")).unwrap();
        assert_eq!(Record::of(&read).to_text(), text);
        assert_eq!((main(&read, 0), main(&read, 1)), (secs(15), secs(109)));
    }

    #[test]
    fn time_is_bought_in_the_own_turn_while_there_is_some() {
        let mut game = game("", ARCADE);
        assert!(!game.should_buy_time(secs(10)) && game.should_buy_time(secs(16)));
        assert!(game.buy_time(secs(19)));
        assert!(!game.buy_time(secs(120)), "it is over");
        assert!(game.buy_time(secs(119)));
        assert!(!game.buy_time(secs(119)), "no coin is left");
        game.play_as(0, "a", Some(secs(200))).unwrap();
        assert_eq!(game.turn().coins, 0);
        assert_eq!(game.live_clock().times()[0].main, secs(20));
    }

    #[test]
    fn a_seat_that_runs_out_of_time_is_out_and_the_others_go_on() {
        let mut game = game("seats = 3", TimeControl::Simple { main: secs(30) });
        game.play_as(0, "a", Some(secs(1))).unwrap();
        game.remove_player(1, Cause::Time, Some(secs(30))).unwrap();
        assert!(!game.status().is_over());
        assert_eq!(
            (game.turn().seat, main(&game, 1), main(&game, 2)),
            (Some(2), secs(0), secs(30))
        );
        // One that leaves out of its turn does not change the running turn.
        game.note_spent(secs(4));
        game.remove_player(0, Cause::Left, None).unwrap();
        let text = Record::of(&game).to_text();
        assert!(text.contains("!time {[took 30][left 0]}"), "{text}");
        assert!(game.status().is_over(), "one alone is left");
    }

    #[test]
    fn what_is_left_is_played_on_in_the_next_game() {
        let mut first = game("", ARCADE);
        assert!(first.buy_time(secs(1)));
        first.play_as(0, "a", Some(secs(30))).unwrap();
        first.remove_player(1, Cause::Time, Some(secs(20))).unwrap();
        let carried: Vec<TimeLeft> =
            first.clock().times().iter().map(|time| time.carried(&ARCADE)).collect();
        let setup = MatchSetup { control: ARCADE, carried, ..MatchSetup::default() };
        let next = Match::new(source(""), setup).unwrap();
        assert_eq!((main(&next, 0), main(&next, 1)), (secs(90), secs(20)));
        let text = Record::of(&next).to_text();
        assert!(text.contains("[Carried \"1\" \"90\" \"1\"]\n[Here"), "{text}");
        let (again, _) = Record::parse(&text).unwrap().resume(source("")).unwrap();
        assert_eq!(again.opening_clock(), next.opening_clock());
    }
}
