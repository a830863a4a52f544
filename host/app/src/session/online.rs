//! A game that a room decides: the board follows the room, and moves are sent to it.

use std::path::Path;
use std::time::Duration;

use boardloom_contract::Seat;
use boardloom_match::clock::{Clock, TimeControl, TimeLeft};
use boardloom_match::{GameEvent, MatchError, NodeId, Player, PlayerKind, ROOT};
use boardloom_room::{
    ClockState, EndKind, PlayedEntry, PlayerNote, Proposal, RoomSeat, RoomState, SeatKind,
};

use super::conditional::ConditionalLine;
use super::consent::{ConsentKind, ConsentRequest};
use super::{GameSession, Notice};
use crate::saved_games;
use crate::texts::online as t;

/// What the player asks of the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnlineRequest {
    Play(String),
    Resign,
    Offer(Proposal),
    Accept(Proposal),
    Decline(Proposal),
    Resume,
    BuyTime,
    /// Adds a line to the conditional moves.
    AddConditional(Vec<String>),
}

/// The time of a room's running clock, as the room told it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RunningTime {
    elapsed: Duration,
    told_at: Duration,
}

impl RunningTime {
    /// `elapsed` is the running turn's time at `told_at`, which counts from the start of the
    /// program. The turn can be older than the program.
    pub(crate) fn new(elapsed: Duration, told_at: Duration) -> Self {
        RunningTime { elapsed, told_at }
    }

    fn at(self, now: Duration) -> Duration {
        self.elapsed + now.saturating_sub(self.told_at)
    }
}

/// The room's game on the board.
#[derive(Debug)]
pub(super) struct OnlineState {
    /// The seat of this program's player.
    own: Option<Seat>,
    /// The seats of computers.
    computers: Vec<Seat>,
    /// The line that the player makes now.
    pub(super) conditional: Option<ConditionalLine>,
    /// The nodes of the room's moves, from the root on.
    line: Vec<NodeId>,
    clock: Clock,
    /// The seat whose clock runs.
    running: Option<Seat>,
    time: RunningTime,
    is_paused: bool,
    is_over: bool,
    has_open_seat: bool,
    /// Whether players may ask the computer.
    analysis: bool,
    /// The players that are not connected.
    away: Vec<Seat>,
    /// A move that the room has not answered.
    pending: Option<String>,
    requests: Vec<OnlineRequest>,
}

impl OnlineState {
    pub(super) fn clock(&self) -> &Clock {
        &self.clock
    }

    pub(super) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Whose clock runs, and how long it has at `now`.
    pub(super) fn running(&self, now: Duration) -> (Option<Seat>, Duration) {
        (self.running, self.running.map_or(Duration::ZERO, |_| self.time.at(now)))
    }
}

impl GameSession {
    /// Tells whether a room decides the game, and it is not over.
    pub fn is_online(&self) -> bool {
        self.online.as_ref().is_some_and(|online| !online.is_over)
    }

    /// Tells whether others decide the game with this player, and have not allowed to ask the
    /// computer.
    pub fn forbids_advice(&self) -> bool {
        self.online.as_ref().is_some_and(|online| !online.is_over && !online.analysis)
    }

    /// Tells whether a seat of the room is still open.
    pub(crate) fn is_waiting_for_players(&self) -> bool {
        self.online.as_ref().is_some_and(|online| online.has_open_seat)
    }

    /// The seat of this program's player in the room's game, also after its end.
    pub(super) fn own_seat_in_room(&self) -> Option<Seat> {
        self.online.as_ref()?.own
    }

    /// Tells whether the player of a seat has lost the connection to the room.
    pub fn is_away(&self, seat: Seat) -> bool {
        self.is_online() && self.online.as_ref().is_some_and(|online| online.away.contains(&seat))
    }

    pub(super) fn is_computer_in_room(&self, seat: Seat) -> bool {
        self.online.as_ref().is_some_and(|online| online.computers.contains(&seat))
    }

    /// Returns the move that was sent and is not answered.
    pub(super) fn pending_move(&self) -> Option<&str> {
        self.online.as_ref()?.pending.as_deref()
    }

    /// Returns what the player asked of the room since the last call.
    pub(crate) fn take_online_requests(&mut self) -> Vec<OnlineRequest> {
        self.online.as_mut().map(|online| std::mem::take(&mut online.requests)).unwrap_or_default()
    }

    pub(super) fn request_online(&mut self, request: OnlineRequest) {
        if let Some(online) = &mut self.online {
            online.requests.push(request);
        }
    }

    /// Sends a move to the room; the board shows it as a preview until the room has answered.
    pub(super) fn send_move(&mut self, mv: &str) {
        if self.is_by_mail() {
            return self.propose_by_mail(mv);
        }
        if self.is_past() {
            return self.notify(Notice::bad(t::not_at_the_end()));
        }
        if self.is_waiting_for_players() {
            return self.notify(Notice::bad(t::waits_for_players()));
        }
        let Some(online) = self.online.as_mut().filter(|it| it.pending.is_none()) else { return };
        online.pending = Some(mv.to_owned());
        online.requests.push(OnlineRequest::Play(mv.to_owned()));
        self.look_ahead(true);
        self.revision += 1;
    }

    /// Shows a move that is not played yet, or none.
    pub(super) fn set_pending(&mut self, mv: Option<String>) {
        let Some(online) = &mut self.online else { return };
        if online.pending != mv {
            online.pending = mv;
            self.look_ahead(true);
            self.revision += 1;
        }
    }

    /// Sets the player's seat, whether the game is over, and whether a seat is open.
    pub(super) fn set_online(&mut self, own: Option<Seat>, is_over: bool, has_open_seat: bool) {
        if let Some(online) = &mut self.online {
            (online.own, online.is_over, online.has_open_seat) = (own, is_over, has_open_seat);
        }
    }

    /// Forgets the sent move, which the room refused.
    pub(crate) fn drop_pending(&mut self) {
        if self.online.as_mut().is_some_and(|online| online.pending.take().is_some()) {
            self.look_ahead(true);
            self.revision += 1;
        }
    }

    /// Lets a room decide the game from now on. [`GameSession::follow_room`] has to come next.
    pub(crate) fn enter_room(&mut self) {
        let seats = self.game.players().len() as u8;
        self.online = Some(OnlineState {
            own: None,
            computers: Vec::new(),
            conditional: None,
            line: vec![ROOT],
            clock: Clock::new(*self.game.clock().control(), seats),
            running: None,
            time: RunningTime::new(Duration::ZERO, self.stopwatch.now()),
            is_paused: false,
            is_over: false,
            has_open_seat: false,
            analysis: false,
            away: Vec::new(),
            pending: None,
            requests: Vec::new(),
        });
    }

    /// Shows the room's state, in which the running clock has a `time`. The client has the seat
    /// `own`, counted from 1, and waits for an answer to a `pending` move.
    pub(crate) fn follow_room(
        &mut self,
        state: &RoomState,
        (own, pending): (Option<u8>, Option<&str>),
        time: RunningTime,
    ) {
        let Some(known) = self.online.as_ref().map(|online| online.line.len() - 1) else { return };
        if state.is_over() || state.played.len() != known || state.turn.paused {
            self.leave_conditional();
        }
        let Some(online) = &mut self.online else { return };
        let own = own.map(|seat| seat - 1);
        let control = *self.game.clock().control();
        online.own = own;
        online.time = time;
        online.is_paused = state.turn.paused;
        online.has_open_seat = state.has_open_seat();
        online.analysis = state.analysis;
        let absent = |(_, it): &(Seat, &RoomSeat)| it.kind == SeatKind::Human && !it.present;
        online.away = (0..).zip(&state.seats).filter(absent).map(|(seat, _)| seat).collect();
        let computer = |(_, it): &(Seat, &RoomSeat)| it.kind == SeatKind::Computer;
        online.computers = (0..).zip(&state.seats).filter(computer).map(|(seat, _)| seat).collect();
        let is_entering = online.conditional.is_some();
        online.pending = pending.map(str::to_owned);
        online.running = None;
        if let Some(clock) = &state.turn.clock {
            online.clock = clock_of(control, clock);
            online.running = clock.running.map(|seat| seat - 1);
        }
        let mut seated = false;
        for (seat, player) in (0..).zip(players_of(state, own)) {
            if !is_entering && self.game.players().get(usize::from(seat)) != Some(&player) {
                self.game.set_player(seat, player);
                seated = true;
            }
        }
        let followed = self.follow_moves(&state.played);
        let moved = followed.as_ref().is_ok_and(|moved| *moved);
        let followed = followed.and_then(|_| self.follow_end(state));
        if let Err(error) = followed {
            self.report_error(&error);
        }
        if moved {
            self.stop_thinking();
            self.follow();
        } else {
            self.prepare_premoves();
            if seated {
                // Another player may move now.
                self.reset_board_input(false);
            }
            self.look_ahead(true);
        }
        self.follow_offers(state, own);
        self.revision += 1;
        if moved {
            self.play_premove();
        }
    }

    /// Plays the room's moves that are new, and takes back those that it took back. Returns
    /// whether anything changed.
    fn follow_moves(&mut self, played: &[PlayedEntry]) -> Result<bool, MatchError> {
        let Some(online) = &self.online else { return Ok(false) };
        let mut line = online.line.clone();
        let is_known = |(id, entry): (&NodeId, &PlayedEntry)| {
            self.game.tree().get(*id).and_then(|node| node.event()) == Some(&entry.event())
        };
        let known = line.iter().skip(1).zip(played).take_while(|pair| is_known(*pair)).count();
        if known == played.len() && known + 1 == line.len() {
            return Ok(false);
        }
        let took_back = known + 1 < line.len();
        line.truncate(known + 1);
        let end = *line.last().expect("the root stays");
        self.game.go_to(end)?;
        if took_back {
            self.game.begin_turn();
        }
        for entry in &played[known..] {
            let took = entry.took_ms.map(Duration::from_millis);
            line.push(self.game.follow_event(entry.event(), took)?);
            if let Some(online) = &mut self.online {
                online.line.clone_from(&line);
            }
        }
        if let Some(online) = &mut self.online {
            online.line = line;
        }
        Ok(true)
    }

    /// Keeps the game of a room in a journal once it is over: the room goes.
    pub(crate) fn keep_after_room(&mut self, folder: &Path) {
        let is_over = self.online.as_ref().is_some_and(|online| online.is_over);
        if is_over && self.game.journal().is_none() {
            saved_games::keep(&mut self.game, folder);
        }
    }

    /// Writes the players' notes of a game that is over to its positions, as comments.
    pub(crate) fn add_notes(&mut self, notes: &[PlayerNote]) {
        let Some(line) = self.online.as_ref().map(|online| online.line.clone()) else { return };
        for note in notes {
            let at = line[(note.ply as usize).min(line.len() - 1)];
            let text = t::said(&note.name, &note.text);
            let known = &self.game.tree().node(at).comment;
            if known.lines().any(|line| line == text) {
                continue;
            }
            let all = if known.is_empty() { text } else { format!("{known}\n{text}") };
            self.game.comment(at, &all);
        }
    }

    /// Ends the game with the room's.
    fn follow_end(&mut self, state: &RoomState) -> Result<(), MatchError> {
        let Some(end) = &state.turn.end else { return Ok(()) };
        let Some(online) = self.online.as_mut().filter(|online| !online.is_over) else {
            return Ok(());
        };
        online.is_over = true;
        online.running = None;
        let end_of_line = *online.line.last().expect("the root stays");
        match end.kind {
            EndKind::Agreed if !self.game.status().is_over() => {
                self.game.go_to(end_of_line)?;
                let seat = self.game.status().acting.first().copied().unwrap_or_default();
                self.game.follow_event(GameEvent::AgreedDraw { seat: Some(seat) }, None)?;
                self.follow();
            }
            EndKind::Aborted => self.notify(Notice::plain(t::aborted())),
            _ => {}
        }
        Ok(())
    }

    /// Asks the player about the offer of another one.
    fn follow_offers(&mut self, state: &RoomState, own: Option<Seat>) {
        let Some(own) = own else { return };
        let asks = state.offers.iter().find(|offer| !offer.seats.contains(&(own + 1)));
        let request = asks.and_then(|offer| {
            let by = offer.seats.first()? - 1;
            Some(ConsentRequest { kind: ConsentKind::of(offer.proposal), by, asked: vec![own] })
        });
        self.set_request(request);
    }
}

impl ConsentKind {
    fn of(proposal: Proposal) -> Self {
        match proposal {
            Proposal::Draw => ConsentKind::Draw,
            Proposal::TakeBack => ConsentKind::TakeBack,
            Proposal::Pause => ConsentKind::Pause,
            Proposal::Rematch => ConsentKind::Rematch,
        }
    }

    pub(super) fn proposal(self) -> Proposal {
        match self {
            ConsentKind::Draw => Proposal::Draw,
            ConsentKind::TakeBack => Proposal::TakeBack,
            ConsentKind::Pause => Proposal::Pause,
            ConsentKind::Rematch => Proposal::Rematch,
        }
    }
}

/// Returns the players of a room as the client with a seat, from 0, sees them.
pub(crate) fn players_of(state: &RoomState, own: Option<Seat>) -> Vec<Player> {
    let player = |(seat, room): (Seat, &RoomSeat)| {
        // After the end it can be looked through and played on like any other game.
        let kind = match own == Some(seat) || state.is_over() {
            true => PlayerKind::Human,
            false => PlayerKind::Remote,
        };
        let name = match room.kind {
            SeatKind::Open => t::open_seat().to_owned(),
            SeatKind::Human | SeatKind::Computer => room.name.clone(),
        };
        Player { name, kind }
    };
    (0..).zip(&state.seats).map(player).collect()
}

pub(crate) fn clock_of(control: TimeControl, state: &ClockState) -> Clock {
    let times = (0..).zip(&state.left_ms).map(|(seat, left)| {
        let coins = state.coins.get(seat).copied().unwrap_or_default();
        TimeLeft::until(&control, Duration::from_millis(*left), coins)
    });
    let times: Vec<TimeLeft> = times.collect();
    Clock::new(control, times.len() as u8).with_carried_time(&times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_can_be_older_than_the_program() {
        let seconds = Duration::from_secs;
        let time = RunningTime::new(seconds(33), seconds(7));
        assert_eq!(time.at(seconds(7)), seconds(33));
        assert_eq!(time.at(seconds(9)), seconds(35));
    }
}
