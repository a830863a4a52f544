//! The room: connections, clients, and the match.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

use boardloom_match::{
    Cause, GameEvent, GameSource, Match, MatchError, MatchSetup, NodeId, PlayedMove, Player,
};

use crate::chat_log::ChatLog;
use crate::client::{Client, ClientLink, RoomAccount};
use crate::code_guesses::CodeGuesses;
use crate::computer_search::ComputerSearch;
use crate::conditional_lines::ConditionalMoves;
use crate::late_view::LateView;
use crate::message::{BoardRequest, ClientMessage, Error, ErrorCode, Result, ServerMessage};
use crate::observed_game::ObservedGame;
use crate::player_note::PlayerNote;
use crate::settings::RoomSettings;
use crate::state::{
    ClockState, EndKind, GameEnd, PlayedEntry, RoomEvent, RoomSeat, RoomState, SeatKind, TurnState,
};
use crate::turn_clock::{TurnClock, millis};

/// Events that are kept for clients that come back.
const LOGGED: usize = 1000;
/// Moves that are remembered: a client waits for the answer to one at a time.
pub(crate) const ACCEPTED: usize = 256;
/// The most events that a client is sent instead of the state.
const CAUGHT_UP: u64 = 64;
/// Forced passes in a row, after which the game waits for a player.
const MAX_FORCED: usize = 100;

/// The number of a connection. The caller never uses a number twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

#[derive(Debug, Clone, PartialEq)]
pub enum RoomInput {
    /// A connection was opened. The token is a fresh secret, for a client that has none. Wrong
    /// codes are counted by network.
    Opened {
        connection: ConnectionId,
        token: String,
        account: Option<RoomAccount>,
        network: Option<IpAddr>,
    },
    /// A connection sent a line.
    Line { connection: ConnectionId, line: String },
    /// A connection was closed.
    Closed { connection: ConnectionId },
    /// The computer's move, asked for by the [`RoomEffect::Think`] with this number.
    Computer { search: u64, mv: String },
    /// That search found no move.
    NoMove { search: u64 },
    /// Accounts have these ratings now.
    Ratings { ratings: Vec<(i64, i32)> },
    /// Accounts have begun or ended a vacation, during which their clocks of days stand still.
    Vacations { accounts: Vec<(i64, bool)> },
    /// Time has passed; see [`RoomEffect::WakeAt`].
    Tick,
}

/// An effect that the caller carries out. Effects of an input are in order.
#[derive(Debug, Clone, PartialEq)]
pub enum RoomEffect {
    /// Write the room's record durably, before the effects behind this one.
    Persist { record: String },
    /// Send a message to a client.
    Send { connection: ConnectionId, message: ServerMessage },
    /// Close a connection once everything is sent.
    Close { connection: ConnectionId },
    /// Let the computer find a move in [`Room::game`]. Each search has a number of its own; the
    /// answers to earlier ones are ignored.
    Think { search: u64, seat: u8, level: u8 },
    /// Draw the position of [`Room::game`] at a ply for a client, and send it the answer. `seat`
    /// is the one that the client may move with now, from 1.
    Draw { connection: ConnectionId, seat: Option<u8>, ply: u32, request: BoardRequest },
    /// Send a part of the plugin's file, from a byte on, to a client.
    SendPlugin { connection: ConnectionId, from: u64 },
    /// Send [`RoomInput::Tick`] at this time, unless another input comes before.
    WakeAt { time: Duration },
}

#[derive(Debug)]
pub struct Room {
    pub(crate) settings: RoomSettings,
    pub(crate) game: Match,
    pub(crate) state: RoomState,
    log: VecDeque<RoomEvent>,
    pub(crate) clients: Vec<Client>,
    pub(crate) connections: BTreeMap<ConnectionId, ClientLink>,
    pub(crate) clock: TurnClock,
    pub(crate) chat_log: ChatLog,
    /// The last moves of the current game by client and id, at most [`ACCEPTED`].
    pub(crate) accepted: VecDeque<(u32, String)>,
    pub(crate) now: Duration,
    pub(crate) paused_at: Option<Duration>,
    /// An end outside of the rules: by agreement or abort.
    pub(crate) agreed: Option<GameEnd>,
    pub(crate) code_guesses: CodeGuesses,
    pub(crate) conditional: Vec<ConditionalMoves>,
    /// Of the current game, in the order in which they were written.
    pub(crate) notes: Vec<PlayerNote>,
    /// The moves for each observer, if not all see everything.
    pub(crate) observed: ObservedGame,
    /// What watchers see, if they see the game late.
    pub(crate) late: Option<LateView>,
    pub(crate) search: ComputerSearch,
    ping: u64,
    next_ping: Duration,
    pub(crate) effects: Vec<RoomEffect>,
    pub(crate) changed: bool,
}

impl Room {
    pub fn new(source: GameSource, settings: RoomSettings) -> Result<Self, MatchError> {
        let setup =
            MatchSetup { seed: settings.seed, control: settings.control, ..MatchSetup::default() };
        let game = Match::new(source, setup)?;
        let seats = usize::from(game.about().seats);
        let seats = (0..seats).map(|seat| match settings.computers.get(seat).copied().flatten() {
            Some(level) => RoomSeat {
                kind: SeatKind::Computer,
                name: game.source().ruleset.ai.level_name(level),
                level: Some(level),
                present: true,
                ..RoomSeat::default()
            },
            None => RoomSeat::default(),
        });
        let seats = seats.collect();
        let mut room = Room::of(game, settings, seats, 1, 1)?;
        for seat in 0..room.state.seats.len() {
            room.name_player(seat);
        }
        room.changed = true;
        Ok(room)
    }

    pub(crate) fn of(
        game: Match,
        settings: RoomSettings,
        seats: Vec<RoomSeat>,
        number: u32,
        epoch: u32,
    ) -> Result<Self, MatchError> {
        let source = game.source();
        let state = RoomState {
            game: number,
            epoch,
            version: 0,
            ruleset: source.ruleset.id.clone(),
            ruleset_hash: source.ruleset.hash().to_owned(),
            ruleset_toml: source.ruleset.copy_toml(),
            plugin: source.rules.name().to_owned(),
            plugin_hash: source.build.hash.clone(),
            start: game.start().map(str::to_owned),
            rated: settings.rated,
            delay: settings.delay,
            analysis: settings.analysis,
            seats,
            played: Vec::new(),
            turn: TurnState::default(),
            offers: Vec::new(),
        };
        let clock = TurnClock::new(state.seats.len());
        let mut room = Room {
            settings,
            game,
            state,
            log: VecDeque::new(),
            clients: Vec::new(),
            connections: BTreeMap::new(),
            clock,
            chat_log: ChatLog::default(),
            accepted: VecDeque::new(),
            now: Duration::ZERO,
            paused_at: None,
            agreed: None,
            code_guesses: CodeGuesses::default(),
            conditional: Vec::new(),
            notes: Vec::new(),
            observed: ObservedGame::default(),
            late: None,
            search: ComputerSearch::default(),
            ping: 0,
            next_ping: Duration::ZERO,
            effects: Vec::new(),
            changed: false,
        };
        room.note_observed()?;
        room.state.played = room.played_after(0);
        room.state.turn = room.turn_state()?;
        room.late = room.settings.delay.map(|delay| LateView::new(delay, &room.state));
        Ok(room)
    }

    pub fn state(&self) -> &RoomState {
        &self.state
    }

    /// The code of the invitation; `None` lets everyone in.
    pub fn code(&self) -> Option<&str> {
        self.settings.code.as_deref()
    }

    pub fn game(&self) -> &Match {
        &self.game
    }

    /// Takes an input at a time, measured from the room's opening or restoring.
    pub fn handle(&mut self, input: RoomInput, now: Duration) -> Vec<RoomEffect> {
        self.now = self.now.max(now);
        self.expire();
        self.free_absent();
        match input {
            RoomInput::Opened { connection, token, account, network } => {
                let opened = self.now;
                let link = ClientLink { token, account, network, opened, ..ClientLink::default() };
                self.connections.insert(connection, link);
            }
            RoomInput::Line { connection, line } => self.line(connection, &line),
            RoomInput::Closed { connection } => self.handle_close(connection),
            RoomInput::Computer { search, mv } => self.play_computer(search, &mv),
            RoomInput::NoMove { search } => self.note_failed_search(search),
            RoomInput::Ratings { ratings } => self.note_ratings(&ratings),
            RoomInput::Vacations { accounts } => self.note_vacations(&accounts),
            RoomInput::Tick => {}
        }
        self.play_conditional();
        self.follow_clock();
        self.tell_clock();
        self.show_late();
        self.open_notes();
        self.ask_computer();
        self.wake();
        let mut effects = std::mem::take(&mut self.effects);
        if std::mem::take(&mut self.changed) {
            self.game.note_spent(self.clock.elapsed(self.now));
            effects.insert(0, RoomEffect::Persist { record: self.record().to_text() });
        }
        effects
    }

    fn line(&mut self, connection: ConnectionId, line: &str) {
        let Some(known) = self.connections.get(&connection) else { return };
        let client = known.client;
        let message = match ClientMessage::read(line) {
            Ok(message) => message,
            Err(error) => return self.send(connection, ServerMessage::Error(error)),
        };
        match (client, message) {
            (_, ClientMessage::Hello(hello)) => self.hello(connection, &hello),
            (None, _) => {
                let error = Error::new(ErrorCode::HelloFirst, "expected `hello` first");
                self.send(connection, ServerMessage::Error(error));
            }
            (Some(client), message) => self.command(connection, client, message),
        }
    }

    /// Closes connections that do not say who they are.
    fn close_silent(&mut self) {
        let now = self.now;
        let is_silent = |link: &ClientLink| link.client.is_none() && now >= link.hello_due();
        let silent: Vec<ConnectionId> =
            self.connections.extract_if(.., |_, link| is_silent(link)).map(|(id, _)| id).collect();
        for connection in silent {
            let error = Error::new(ErrorCode::HelloFirst, "no `hello` came in time");
            self.send(connection, ServerMessage::Error(error));
            self.effects.push(RoomEffect::Close { connection });
        }
    }

    fn wake(&mut self) {
        self.close_silent();
        if self.now >= self.next_ping && !self.connections.is_empty() {
            self.ping += 1;
            self.next_ping = self.now + self.settings.ping_every;
            self.ping_all();
        }
        let deadline = self.clock_ends();
        let ping = (!self.connections.is_empty()).then_some(self.next_ping);
        let late = self.late.as_ref().and_then(LateView::next_due);
        let strangers = self.connections.values().filter(|link| link.client.is_none());
        let hello = strangers.map(ClientLink::hello_due).min();
        let times = [deadline, ping, late, hello, self.clock.held_until, self.next_free()];
        if let Some(time) = times.into_iter().flatten().min() {
            self.effects.push(RoomEffect::WakeAt { time });
        }
    }

    fn ping_all(&mut self) {
        let (ping, now) = (self.ping, self.now);
        let known = self.connections.iter().filter(|(_, link)| link.client.is_some());
        let pings = known.map(|(connection, link)| {
            let seen = link.joined.then(|| self.view_of(link.client).age());
            let (epoch, game, version) = seen.unwrap_or_default();
            (*connection, ServerMessage::Ping { ping, game, epoch, version })
        });
        for (connection, message) in pings.collect::<Vec<_>>() {
            self.send(connection, message);
            if let Some(link) = self.connections.get_mut(&connection) {
                link.round_trips.ping(ping, now);
            }
        }
    }

    pub(crate) fn send(&mut self, connection: ConnectionId, message: ServerMessage) {
        self.effects.push(RoomEffect::Send { connection, message });
    }

    /// Returns the connections that follow the game, with their clients.
    pub(crate) fn joined_connections(&self) -> Vec<(ConnectionId, u32)> {
        let joined = self.connections.iter().filter(|(_, it)| it.joined);
        joined.filter_map(|(id, it)| Some((*id, it.client?))).collect()
    }

    pub(crate) fn client_mut(&mut self, client: u32) -> Option<&mut Client> {
        self.clients.get_mut((client as usize).wrapping_sub(1))
    }

    /// Applies an event, keeps it, and sends it to all who follow the game; to watchers late,
    /// where they see the game late.
    pub(crate) fn emit(&mut self, event: RoomEvent) {
        self.state.apply(&event);
        self.log.push_back(event.clone());
        if self.log.len() > LOGGED {
            self.log.pop_front();
        }
        self.changed = true;
        let version = self.state.version;
        for (connection, client) in self.joined_connections() {
            if !self.sees_late(client) {
                self.tell(connection, client, (version, &event));
            }
        }
        if self.late.is_some() {
            self.delay_event(event);
        }
    }

    fn client_of(&self, connection: ConnectionId) -> Option<u32> {
        self.connections.get(&connection)?.client
    }

    /// Returns the time that the running clock took since the last event that a client knows.
    fn elapsed_for(&self, client: Option<u32>) -> u64 {
        let late = client.is_none_or(|client| self.sees_late(client));
        if late { 0 } else { self.elapsed_ms() }
    }

    pub(crate) fn send_state(&mut self, connection: ConnectionId) {
        let client = self.client_of(connection);
        if let Some(client) = client {
            self.is_told_anew(connection, client);
        }
        let state = Box::new(self.state_for(client));
        let elapsed_ms = self.elapsed_for(client);
        self.send(connection, ServerMessage::State { state, elapsed_ms });
    }

    /// Sends the events that a client lacks, or the state.
    pub(crate) fn catch_up(&mut self, connection: ConnectionId, game: u32, epoch: u32, from: u64) {
        let client = self.client_of(connection);
        let version = self.view_of(client).version;
        let first = self.state.version - self.log.len() as u64;
        let is_new = client.is_some_and(|client| self.is_told_anew(connection, client));
        let same =
            (game, epoch) == (self.state.game, self.state.epoch) && !(self.game.hides() && is_new);
        if !same || from < first || from > version || version - from > CAUGHT_UP {
            return self.send_state(connection);
        }
        let lacking = self.log.iter().skip((from - first) as usize);
        let events: Vec<RoomEvent> = lacking.take((version - from) as usize).cloned().collect();
        for (number, event) in (from + 1..).zip(events) {
            self.tell(connection, client.unwrap_or_default(), (number, &event));
        }
        let elapsed_ms = self.elapsed_for(client);
        self.send(connection, ServerMessage::Current { game, epoch, version, elapsed_ms });
    }

    pub(crate) fn may_play(&self) -> bool {
        !(self.state.turn.paused || self.state.is_over() || self.state.has_open_seat())
    }

    /// Plays forced passes, and sends all moves after ply `before`.
    pub(crate) fn finish_play(
        &mut self,
        before: u32,
        id: Option<String>,
        mut result: Result<PlayedMove, MatchError>,
    ) -> Result<()> {
        for _ in 0..MAX_FORCED {
            if result.is_err() || self.game.status().is_over() {
                break;
            }
            match self.game.forced_move() {
                Ok(Some((seat, mv))) => result = self.game.play_as(seat, &mv, None),
                Ok(None) => break,
                Err(error) => result = Err(error),
            }
        }
        let result = result.map(drop).map_err(|error| self.error_of(error));
        if self.game.node().ply() > before {
            // The next side's clock starts with the event.
            self.follow_clock();
            self.note_observed().map_err(|error| self.error_of(error))?;
            let played = self.played_after(before);
            let moves = played.clone();
            self.emit_with_turn(|turn| RoomEvent::Played { id, played, turn })?;
            self.follow_conditional(&moves);
        } else if result.is_ok() {
            // A decision that is secret until others have decided: all see only who has to act.
            self.follow_clock();
            self.emit_with_turn(RoomEvent::Turn)?;
        }
        result
    }

    pub(crate) fn emit_with_turn(
        &mut self,
        event: impl FnOnce(TurnState) -> RoomEvent,
    ) -> Result<()> {
        let turn = self.turn_state().map_err(|error| self.error_of(error))?;
        self.emit(event(turn));
        Ok(())
    }

    /// Returns an error for clients. After a plugin error, opens the game again.
    pub(crate) fn error_of(&mut self, error: MatchError) -> Error {
        let code = match &error {
            MatchError::Over => ErrorCode::Over,
            MatchError::NotYourTurn { .. } | MatchError::ChanceToMove => ErrorCode::NotYourTurn,
            MatchError::PluginError(_) | MatchError::Open(_) => ErrorCode::Plugin,
            _ => ErrorCode::Illegal,
        };
        if code == ErrorCode::Plugin {
            // If it fails again, the match keeps its plugin error and refuses every move.
            let _ = self.game.rebuild();
        }
        Error::new(code, error.to_string())
    }

    /// Returns the events after a ply, up to the current node.
    pub(crate) fn played_after(&self, ply: u32) -> Vec<PlayedEntry> {
        let line = self.game.tree().line(self.game.here());
        let played = |id: &NodeId| {
            let node = self.game.tree().node(*id);
            let event = node.event()?;
            let mv = match event {
                GameEvent::Move { mv, .. } => mv,
                GameEvent::RemovePlayer { cause: Cause::Resigned, .. } => "!resign",
                GameEvent::RemovePlayer { cause: Cause::Time, .. } => "!time",
                GameEvent::RemovePlayer { cause: Cause::Left, .. } => "!left",
                GameEvent::AgreedDraw { .. } => "!draw",
            };
            let seat = event.seat().map_or(0, |seat| seat.wrapping_add(1));
            let (mv, text) = (mv.to_owned(), node.text().to_owned());
            Some(PlayedEntry { seat, mv, text, took_ms: node.took.map(millis) })
        };
        line.iter().skip(1 + ply as usize).filter_map(played).collect()
    }

    /// Returns the turn as the match has it now.
    pub(crate) fn turn_state(&mut self) -> Result<TurnState, MatchError> {
        let position = self.game.position_text()?.unwrap_or_default();
        let status = self.game.status();
        let end = status.outcome.as_ref().map(|outcome| GameEnd {
            kind: EndKind::Over,
            places: outcome.ranks.iter().map(|rank| rank.saturating_add(1)).collect(),
            reason: outcome.reason.text.clone(),
        });
        let end = self.agreed.clone().or(end);
        let acting = match end {
            None => status.acting.iter().map(|seat| seat + 1).collect(),
            Some(_) => Vec::new(),
        };
        Ok(TurnState {
            ply: self.game.node().ply(),
            acting,
            position,
            scores: status.seats.iter().map(|seat| seat.score).collect(),
            clock: self.clock_state().map(|clock| match end {
                Some(_) => ClockState { running: None, ..clock },
                None => clock,
            }),
            paused: self.paused_at.is_some(),
            end,
        })
    }

    /// Starts the next game with these seats, and clears the log of events.
    pub(crate) fn start_game(
        &mut self,
        game: Match,
        seats: Vec<RoomSeat>,
    ) -> Result<(), MatchError> {
        self.game = game;
        self.clock = TurnClock::new(seats.len());
        (self.paused_at, self.agreed) = (None, None);
        self.forget_search();
        self.accepted.clear();
        self.notes.clear();
        self.connections.values_mut().for_each(|link| link.has_all_notes = false);
        self.log.clear();
        self.state.seats = seats;
        for seat in 0..self.state.seats.len() {
            self.name_player(seat);
        }
        self.state.game += 1;
        self.state.version = 0;
        self.state.start = self.game.start().map(str::to_owned);
        self.state.offers.clear();
        self.note_observed()?;
        self.state.played = self.played_after(0);
        self.state.turn = self.turn_state()?;
        self.late = self.late.as_ref().map(|late| LateView::new(late.delay, &self.state));
        self.changed = true;
        for (connection, _) in self.joined_connections() {
            self.send_state(connection);
        }
        Ok(())
    }

    /// Sets the player of a seat, counted from 0, in the match.
    pub(crate) fn name_player(&mut self, seat: usize) {
        let Some(state) = self.state.seats.get(seat) else { return };
        let player = match (state.kind, state.level) {
            (SeatKind::Open, _) => return,
            (SeatKind::Computer, Some(level)) => Player::computer(&state.name, level),
            _ => Player::human(&state.name),
        };
        self.game.set_player(seat as u8, player);
    }
}
