//! Commands of clients.

use boardloom_match::Cause;

use crate::message::{
    BoardRequest, ClientMessage, Error, ErrorCode, LIMITS, MoveCommand, Result, ServerMessage,
    check, fail,
};
use crate::room::{ACCEPTED, ConnectionId, Room, RoomEffect};
use crate::state::{EndKind, GameEnd, RoomEvent, RoomSeat, SeatKind};
use crate::text::is_plain;

/// The most parts of the plugin's file that a connection gets.
const MAX_PLUGIN_PARTS: u32 = 1024;

impl Room {
    pub(crate) fn command(
        &mut self,
        connection: ConnectionId,
        client: u32,
        message: ClientMessage,
    ) {
        use ClientMessage as M;
        let mut command_id = None;
        let is_conditional = matches!(message, M::Conditional { .. });
        let result = match message {
            M::Join { game, epoch, from, chat_from } => {
                if let Some(known) = self.connections.get_mut(&connection) {
                    known.joined = true;
                }
                self.catch_up(connection, game, epoch, from);
                for message in self.chat_since(client, chat_from) {
                    self.send(connection, message);
                }
                self.send_notes(connection, client);
                if self.has_conditional(client) {
                    let message = self.conditional_message(client);
                    self.send(connection, message);
                }
                Ok(())
            }
            M::Pong { ping } => {
                let now = self.now;
                if let Some(known) = self.connections.get_mut(&connection) {
                    known.round_trips.pong(ping, now);
                }
                Ok(())
            }
            M::Move(command) => {
                let result = self.play(connection, client, &command);
                command_id = Some(command.id);
                result
            }
            M::Chat { id, to, text } => {
                let result = check_id(&id).and_then(|()| self.chat(client, &id, to, &text));
                command_id = Some(id);
                result
            }
            M::Board(request) => self.draw(connection, client, request),
            M::Plugin { hash, from } => self.send_plugin(connection, &hash, from),
            M::Sit { seat } => self.sit(client, seat),
            M::Stand {} => self.stand(client),
            M::Buy { game, ply } => self.buy(client, game, ply),
            M::Resign { game } => self.resign(client, game),
            M::Offer { game, ply, proposal } => {
                self.seat_at(client, game, ply).and_then(|seat| self.offer(seat, proposal))
            }
            M::Accept { game, ply, proposal } => {
                self.seat_at(client, game, ply).and_then(|seat| self.accept(seat, proposal))
            }
            M::Decline { game, ply, proposal } => {
                self.seat_at(client, game, ply).and_then(|seat| self.decline(seat, proposal))
            }
            M::Conditional { game, ply, lines } => {
                let seat = self.seat_at(client, game, ply);
                seat.and_then(|seat| self.set_conditional(client, seat, &lines))
            }
            M::Resume { game } => self.resume(client, game),
            M::Abort { game } => self.abort(client, game),
            M::Claim { game, seat, adjourn } => self.claim(client, game, seat, adjourn),
            M::Hello(_) | M::Unknown => Ok(()),
        };
        let Err(error) = result else { return };
        let stale = error.code == ErrorCode::Stale;
        let id = command_id.filter(|id| check_id(id).is_ok());
        self.send(connection, ServerMessage::Error(Error { id, ..error }));
        if is_conditional {
            let message = self.conditional_message(client);
            self.send(connection, message);
        }
        if stale {
            self.send_state(connection);
        }
    }

    /// Returns the client's seat in the current game, counted from 0.
    pub(crate) fn seat_in(&self, client: u32, game: u32) -> Result<u8> {
        if game != self.state.game {
            let why = format!("this is game {}, not game {game}", self.state.game);
            return fail(ErrorCode::Stale, why);
        }
        match self.state.seat_of(client) {
            Some(seat) => Ok(seat - 1),
            None => fail(ErrorCode::NotSeated, "you have no seat in this game"),
        }
    }

    /// As [`Room::seat_in`], for a command that is about the current ply.
    fn seat_at(&self, client: u32, game: u32, ply: u32) -> Result<u8> {
        let seat = self.seat_in(client, game)?;
        self.check_ply(ply).map(|()| seat)
    }

    fn check_ply(&self, ply: u32) -> Result<()> {
        let here = self.state.turn.ply;
        check(ply == here, ErrorCode::Stale, &format!("the game is at ply {here}, not {ply}"))
    }

    /// Fails where the game has not begun or is over.
    pub(crate) fn check_running(&self) -> Result<()> {
        check(!self.state.is_over(), ErrorCode::Over, "the game is over")?;
        check(!self.state.has_open_seat(), ErrorCode::NotStarted, "a seat is still open")
    }

    pub(crate) fn check_not_paused(&self) -> Result<()> {
        check(!self.state.turn.paused, ErrorCode::Paused, "the game is paused")
    }

    /// Fails where a seat is out of the game.
    pub(crate) fn check_active(&self, seat: u8) -> Result<()> {
        check(self.is_active(seat), ErrorCode::Refused, "this seat has left the game")
    }

    pub(crate) fn is_active(&self, seat: u8) -> bool {
        self.game.status().seats.get(usize::from(seat)).is_some_and(|seat| seat.active)
    }

    fn play(&mut self, connection: ConnectionId, client: u32, command: &MoveCommand) -> Result<()> {
        let MoveCommand { id, game, ply, mv } = command;
        check_id(id)?;
        let most = LIMITS.move_bytes;
        let why = format!("expected a move of at most {most} plain bytes");
        check(mv.len() <= most && is_plain(mv), ErrorCode::BadMessage, &why)?;
        let key = (client, id.clone());
        if self.accepted.contains(&key) {
            self.send(connection, ServerMessage::Accepted { id: id.clone() });
            return Ok(());
        }
        let seat = self.seat_in(client, *game)?;
        self.check_running()?;
        self.check_not_paused()?;
        self.check_ply(*ply)?;
        let acting = self.game.status().acting.contains(&seat);
        check(acting, ErrorCode::NotYourTurn, "it is not your turn")?;
        let read = self.game.ask(|cursor| cursor.parse(seat, mv.trim()));
        let read = read.map_err(|error| self.error_of(error))?;
        let mv = read.map_err(|why| Error::new(ErrorCode::Illegal, why.to_string()))?;
        let legal = self.game.ask(|cursor| cursor.is_legal(seat, &mv));
        let legal = legal.map_err(|error| self.error_of(error))?;
        check(legal, ErrorCode::Illegal, &format!("`{mv}` is not legal here"))?;
        let running = self.clock.is_running() && self.game.turn().seat == Some(seat);
        let round_trip = self.round_trip(seat);
        let took = running.then(|| self.clock.charge(seat, round_trip, self.now));
        let result = self.game.play_as(seat, &mv, took);
        if result.is_ok() {
            self.accepted.push_back(key);
            if self.accepted.len() > ACCEPTED {
                self.accepted.pop_front();
            }
            if self.game.has_decided(seat) {
                self.send(connection, ServerMessage::Accepted { id: id.clone() });
            }
        }
        self.finish_play(*ply, Some(id.clone()), result)
    }

    /// A client may choose only for its own seat, while it is to move and has not decided.
    fn draw(
        &mut self,
        connection: ConnectionId,
        client: u32,
        mut request: BoardRequest,
    ) -> Result<()> {
        let why = "this server draws no boards";
        check(self.settings.draws_boards, ErrorCode::Refused, why)?;
        let most = LIMITS.path_sites;
        let why = format!("expected a path of at most {most} sites");
        check(request.path.len() <= most, ErrorCode::BadMessage, &why)?;
        // Who sees the game late has no seat, and so no choices.
        let view = self.view_of(Some(client));
        let (game, ply) = (view.game, view.turn.ply);
        if (request.game, request.ply) != (game, ply) {
            request.path.clear();
            (request.game, request.ply) = (game, ply);
        }
        request.at = request.at.filter(|at| *at < ply);
        let own = self.state.seat_of(client).filter(|_| request.at.is_none());
        let seat = own.filter(|seat| {
            let open = self.may_play() && self.state.turn.acting.contains(seat);
            open && !self.game.has_decided(seat - 1)
        });
        self.effects.push(RoomEffect::Draw { connection, seat, ply, request });
        Ok(())
    }

    fn send_plugin(&mut self, connection: ConnectionId, hash: &str, from: u64) -> Result<()> {
        let why = "this room does not give its plugin";
        check(self.settings.gives_plugin, ErrorCode::Refused, why)?;
        let is_own = !hash.is_empty() && hash == self.state.plugin_hash;
        check(is_own, ErrorCode::Refused, "this game has no plugin with this hash")?;
        let Some(link) = self.connections.get_mut(&connection) else { return Ok(()) };
        link.plugin_parts += 1;
        let why = "too many requests for the plugin on this connection";
        check(link.plugin_parts <= MAX_PLUGIN_PARTS, ErrorCode::TooFast, why)?;
        self.effects.push(RoomEffect::SendPlugin { connection, from });
        Ok(())
    }

    fn sit(&mut self, client: u32, seat: u8) -> Result<()> {
        let taken = |why| fail(ErrorCode::SeatTaken, why);
        let at = usize::from(seat).wrapping_sub(1);
        match self.state.seats.get(at) {
            None => return taken("there is no such seat"),
            Some(state) if state.client == Some(client) => return Ok(()),
            Some(state) if state.kind != SeatKind::Open => return taken("the seat is taken"),
            Some(_) if self.state.seat_of(client).is_some() => {
                return taken("you have another seat: stand up first");
            }
            Some(_) => {}
        }
        self.check_account(client)?;
        let Some(known) = self.client_mut(client) else { return Ok(()) };
        let state = RoomSeat {
            kind: SeatKind::Human,
            name: known.name.clone(),
            client: Some(client),
            level: None,
            present: true,
            account: known.account,
            rating: known.rating,
            on_vacation: known.on_vacation,
        };
        self.emit(RoomEvent::Seat { seat, state });
        self.name_player(at);
        Ok(())
    }

    pub(crate) fn check_account(&mut self, client: u32) -> Result<()> {
        let required = self.settings.accounts_only;
        let has = self.client_mut(client).is_some_and(|client| client.account.is_some());
        check(has || !required, ErrorCode::SignIn, "sign in to play and to chat on this server")
    }

    fn stand(&mut self, client: u32) -> Result<()> {
        let seat = self.seat_in(client, self.state.game)?;
        let why = "the game has begun: resign, or offer a draw";
        check(!self.has_begun() || self.state.is_over(), ErrorCode::Refused, why)?;
        self.vacate(seat);
        Ok(())
    }

    fn buy(&mut self, client: u32, game: u32, ply: u32) -> Result<()> {
        let seat = self.seat_in(client, game)?;
        self.check_running()?;
        self.check_not_paused()?;
        self.check_ply(ply)?;
        let elapsed = self.clock.elapsed(self.now);
        let bought = self.game.turn().seat == Some(seat) && self.game.buy_time(elapsed);
        check(bought, ErrorCode::Refused, "no time can be bought now")?;
        self.emit_turn()
    }

    fn resign(&mut self, client: u32, game: u32) -> Result<()> {
        let seat = self.seat_in(client, game)?;
        self.check_running()?;
        self.check_active(seat)?;
        self.remove_player(seat, Cause::Resigned)
    }

    pub(crate) fn remove_player(&mut self, seat: u8, cause: Cause) -> Result<()> {
        let before = self.state.turn.ply;
        let elapsed = self.clock.elapsed(self.now);
        // The turn of another seat goes on.
        self.game.note_spent(elapsed);
        let running = self.clock.is_running() && self.game.turn().seat == Some(seat);
        let took = running.then_some(elapsed);
        let result = self.game.remove_player(seat, cause, took);
        self.finish_play(before, None, result)
    }

    fn abort(&mut self, client: u32, game: u32) -> Result<()> {
        self.seat_in(client, game)?;
        self.check_running()?;
        let mut humans = self.state.seats.iter().enumerate();
        let early =
            humans.any(|(at, it)| it.kind == SeatKind::Human && self.last_move(at as u8).is_none());
        check(early, ErrorCode::Refused, "all players have moved: resign, or offer a draw")?;
        let reason = "aborted".to_owned();
        self.finish(GameEnd { kind: EndKind::Aborted, places: Vec::new(), reason })
    }

    pub(crate) fn pause(&mut self) -> Result<()> {
        self.check_not_paused()?;
        self.paused_at = Some(self.now);
        self.state.turn.paused = true;
        self.follow_clock();
        self.state.turn.paused = false;
        self.emit_turn()
    }

    fn resume(&mut self, client: u32, game: u32) -> Result<()> {
        self.seat_in(client, game)?;
        self.check_running()?;
        let Some(since) = self.paused_at.take() else {
            return fail(ErrorCode::Refused, "the game is not paused");
        };
        self.game.note_pause(self.now.saturating_sub(since));
        self.state.turn.paused = false;
        self.follow_clock();
        self.state.turn.paused = true;
        self.emit_turn()
    }

    /// Ends the game by agreement or abort.
    pub(crate) fn finish(&mut self, end: GameEnd) -> Result<()> {
        self.agreed = Some(end);
        self.drop_conditional();
        self.emit_turn()
    }

    /// Ends a game whose plugin cannot go on.
    pub(crate) fn give_up(&mut self, reason: String) {
        let end = GameEnd { kind: EndKind::Aborted, places: Vec::new(), reason };
        self.agreed = Some(end.clone());
        self.drop_conditional();
        let mut turn = self.state.turn.clone();
        (turn.end, turn.acting) = (Some(end), Vec::new());
        if let Some(clock) = &mut turn.clock {
            clock.running = None;
        }
        self.emit(RoomEvent::Turn(turn));
    }

    fn emit_turn(&mut self) -> Result<()> {
        self.emit_with_turn(RoomEvent::Turn)
    }
}

fn check_id(id: &str) -> Result<()> {
    let most = LIMITS.id_bytes;
    let plain = (1..=most).contains(&id.len()) && is_plain(id);
    let why = format!("expected an id of 1 to {most} plain bytes");
    check(plain, ErrorCode::BadMessage, &why)
}
