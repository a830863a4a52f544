//! Conditional moves: a player's answers to moves that others may play.

use boardloom_contract::Seat;

use crate::conditional_lines::{ConditionalMoves, ReadLine, read_line, two_answers};
use crate::message::{ErrorCode, LIMITS, Result, ServerMessage, check, fail};
use crate::room::Room;
use crate::state::PlayedEntry;
use crate::text::is_plain;

/// The most lines of a player, and the most moves in all of them.
const MAX_LINES: usize = 30;
const MAX_MOVES: usize = 300;

impl Room {
    /// Replaces a player's conditional moves.
    pub(crate) fn set_conditional(
        &mut self,
        client: u32,
        seat: Seat,
        lines: &[Vec<String>],
    ) -> Result<()> {
        self.check_running()?;
        self.check_active(seat)?;
        let slow = self.has_days() || !self.game.clock().is_timed();
        let why = "conditional moves are for games with days a move, or without a clock";
        check(slow, ErrorCode::Refused, why)?;
        let why = "conditional moves are for games in which all see everything";
        check(!self.game.hides(), ErrorCode::Refused, why)?;
        let moves = lines.iter().map(Vec::len).sum::<usize>();
        let why = format!("expected at most {MAX_LINES} lines with {MAX_MOVES} moves in all");
        let few = lines.len() <= MAX_LINES && moves <= MAX_MOVES;
        check(few, ErrorCode::BadMessage, &why)?;
        let most = LIMITS.move_bytes;
        let why = format!("expected moves of at most {most} plain bytes");
        let plain = lines.iter().flatten().all(|mv| mv.len() <= most && is_plain(mv));
        check(plain, ErrorCode::BadMessage, &why)?;
        let lines = self.read_lines(seat, lines)?;
        self.conditional.retain(|it| it.seat != seat);
        if !lines.is_empty() {
            self.conditional.push(ConditionalMoves { seat, lines });
        }
        self.changed = true;
        self.send_conditional(client);
        Ok(())
    }

    fn read_lines(&mut self, seat: Seat, lines: &[Vec<String>]) -> Result<Vec<Vec<String>>> {
        let mut read: Vec<ReadLine> = Vec::new();
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let fork = self.game.ask(|cursor| cursor.fork());
            let mut fork = fork.map_err(|error| self.error_of(error))?;
            let answer = self.game.ask(|_| read_line(&mut *fork, seat, line));
            let line = answer.map_err(|error| self.error_of(error))??;
            if let Some((known, at)) =
                read.iter().find_map(|it| Some((it, two_answers(it, &line, seat)?)))
            {
                let (one, two) = (&known[at].1, &line[at].1);
                let why = format!("two answers to the same moves: `{one}` and `{two}`");
                return fail(ErrorCode::Refused, why);
            }
            // A line that another one goes on with says nothing more.
            if read.iter().all(|it| !it.starts_with(&line)) {
                read.retain(|it| !line.starts_with(it));
                read.push(line);
            }
        }
        let moves = |line: ReadLine| line.into_iter().map(|(_, mv)| mv).collect();
        Ok(read.into_iter().map(moves).collect())
    }

    /// Keeps what still applies after further moves, and tells the players.
    pub(crate) fn follow_conditional(&mut self, played: &[PlayedEntry]) {
        let is_over = self.state.is_over();
        for known in &mut self.conditional {
            for entry in played {
                known.lines.retain(|line| line.first() == Some(&entry.mv) && !is_over);
                known.lines.iter_mut().for_each(|line| drop(line.remove(0)));
                known.lines.retain(|line| !line.is_empty());
            }
        }
        self.tell_conditional();
    }

    /// Forgets all conditional moves: the game goes on elsewhere.
    pub(crate) fn drop_conditional(&mut self) {
        self.conditional.iter_mut().for_each(|it| it.lines.clear());
        self.tell_conditional();
    }

    fn tell_conditional(&mut self) {
        let seats: Vec<Seat> = self.conditional.iter().map(|it| it.seat).collect();
        self.conditional.retain(|it| !it.lines.is_empty());
        for seat in seats {
            if let Some(client) = self.state.seats.get(usize::from(seat)).and_then(|it| it.client) {
                self.send_conditional(client);
            }
        }
    }

    /// Tells a player, and no other client, which conditional moves the room has.
    fn send_conditional(&mut self, client: u32) {
        let message = self.conditional_message(client);
        let own = self.joined_connections().into_iter().filter(|(_, it)| *it == client);
        for (connection, _) in own.collect::<Vec<_>>() {
            self.send(connection, message.clone());
        }
    }

    pub(crate) fn conditional_message(&self, client: u32) -> ServerMessage {
        let seat = self.state.seat_of(client).map(|seat| seat - 1);
        let known = self.conditional.iter().find(|it| Some(it.seat) == seat);
        let lines = known.map(|it| it.lines.clone()).unwrap_or_default();
        ServerMessage::Conditional { game: self.state.game, ply: self.state.turn.ply, lines }
    }

    pub(crate) fn has_conditional(&self, client: u32) -> bool {
        let seat = self.state.seat_of(client).map(|seat| seat - 1);
        self.conditional.iter().any(|it| Some(it.seat) == seat)
    }

    /// Plays the answers whose conditions have come.
    pub(crate) fn play_conditional(&mut self) {
        while self.may_play()
            && let [seat] = self.game.status().acting[..]
            && let Some(at) = self.conditional.iter().position(|it| it.seat == seat)
        {
            // All lines go on with the same answer.
            let first = self.conditional[at].lines.first().and_then(|line| line.first()).cloned();
            let mv = first.unwrap_or_default();
            let took = self.clock.is_running().then(|| self.clock.elapsed(self.now));
            let before = self.state.turn.ply;
            let result = self.game.play_as(seat, &mv, took);
            if self.finish_play(before, None, result).is_err() || self.state.turn.ply == before {
                let own = self.conditional.iter_mut().filter(|it| it.seat == seat);
                own.for_each(|it| it.lines.clear());
                self.tell_conditional();
                return;
            }
        }
    }
}
