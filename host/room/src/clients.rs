//! Clients and their connections.

use crate::chat_log::ChatHistory;
use crate::client::Client;
use crate::message::{Error, ErrorCode, Hello, LIMITS, Result, ServerMessage, check, fail};
use crate::room::{ConnectionId, Room, RoomEffect};
use crate::state::{RoomEvent, RoomSeat};
use crate::text::trim_text;

impl Room {
    pub(crate) fn hello(&mut self, connection: ConnectionId, hello: &Hello) {
        let client = match self.admit(connection, hello) {
            Ok(client) => client,
            Err(error) => {
                self.send(connection, ServerMessage::Error(error));
                self.effects.push(RoomEffect::Close { connection });
                self.connections.remove(&connection);
                return;
            }
        };
        if let Some(known) = self.connections.get_mut(&connection) {
            known.client = Some(client);
        }
        let Some(known) = self.client_mut(client) else { return };
        known.absent_since = None;
        let token = known.token.clone();
        let welcome = ServerMessage::Welcome {
            version: crate::VERSION,
            limits: LIMITS,
            client,
            token: token.clone(),
            name: known.name.clone(),
        };
        self.send(connection, welcome);
        self.note_presence(client, true);
        let account = self.connections.get(&connection).and_then(|it| it.account.as_ref());
        if let Some((id, on_vacation)) = account.map(|it| (it.id, it.on_vacation)) {
            self.note_vacations(&[(id, on_vacation)]);
        } else if hello.token.as_ref().is_some_and(|it| !it.is_empty() && *it != token) {
            let why = "your secret of an earlier visit is not known here: you are a new client";
            self.send(connection, ServerMessage::Error(Error::new(ErrorCode::Token, why)));
        }
    }

    fn admit(&mut self, connection: ConnectionId, hello: &Hello) -> Result<u32> {
        if !hello.versions.contains(&crate::VERSION) {
            let why = format!("expected version {}, found {:?}", crate::VERSION, hello.versions);
            return fail(ErrorCode::Version, why);
        }
        let Some(known) = self.connections.get(&connection) else {
            return fail(ErrorCode::Refused, "the connection is closed");
        };
        if let Some(client) = known.client {
            return Ok(client);
        }
        let (account, token) = (known.account.clone(), known.token.clone());
        // An account brings its seat back by itself; its token is of no use to others.
        let own = |client: &Client| {
            client.account.is_some() && client.account == account.as_ref().map(|it| it.id)
        };
        let same = |client: &Client| {
            client.account.is_none() && Some(&client.token) == hello.token.as_ref()
        };
        // A guest who signs in keeps the seat of a running game, and nothing else.
        let keeps = |at: &usize| {
            let has_seat = self.state.seat_of(*at as u32 + 1).is_some();
            account.is_none() || has_seat && !self.settings.accounts_only
        };
        let at = self.clients.iter().position(own);
        if let Some(at) = at.or_else(|| self.clients.iter().position(same).filter(keeps)) {
            let client = at as u32 + 1;
            if self.state.seat_of(client).is_none() {
                self.check_watchers()?;
            }
            return Ok(client);
        }
        self.check_code(connection, hello.code.as_deref())?;
        self.check_watchers()?;
        let name = account.as_ref().map_or(&*hello.name, |account| &account.name);
        let name = trim_text(name, "name", LIMITS.name_chars);
        let name = name.map_err(|why| Error::new(ErrorCode::Name, why))?;
        let is_full = self.clients.len() >= self.settings.max_clients;
        let free = if is_full { self.free_client() } else { None };
        check(!is_full || free.is_some(), ErrorCode::Full, "the room is full")?;
        let chat = ChatHistory::default();
        let id = account.as_ref().map(|it| it.id);
        let rating = account.as_ref().and_then(|it| it.rating);
        let on_vacation = account.is_some_and(|it| it.on_vacation);
        let absent_since = None;
        let client = Client { name, token, account: id, rating, on_vacation, absent_since, chat };
        self.changed = true;
        if let Some(number) = free {
            self.chat_log.forget(number);
            self.accepted.retain(|(client, _)| *client != number);
            self.clients[number as usize - 1] = client;
            return Ok(number);
        }
        self.clients.push(client);
        Ok(self.clients.len() as u32)
    }

    fn check_code(&mut self, connection: ConnectionId, code: Option<&str>) -> Result<()> {
        if self.settings.code.is_none() {
            return Ok(());
        }
        let network = self.connections.get(&connection).and_then(|it| it.network);
        let may_try = self.code_guesses.may_try(network, self.now);
        check(may_try, ErrorCode::TooFast, "too many wrong codes: wait a minute")?;
        if self.settings.code.as_deref() != code {
            self.code_guesses.note(network, self.now);
            return fail(ErrorCode::Code, "the invitation's code is missing or wrong");
        }
        Ok(())
    }

    /// Keeps places for those who have a seat, or can take one.
    fn check_watchers(&self) -> Result<()> {
        let is_watcher = |client: &u32| self.state.seat_of(*client).is_none();
        let known = self.connections.values().filter_map(|it| it.client);
        let most = self.settings.max_watchers + self.state.open_seats().count();
        let has_place = known.filter(is_watcher).count() < most;
        check(has_place, ErrorCode::Full, "the room is full")
    }

    /// Returns a client without a seat that is gone.
    fn free_client(&self) -> Option<u32> {
        let is_here = |client: u32| self.connections.values().any(|it| it.client == Some(client));
        let mut clients = 1..=self.clients.len() as u32;
        clients.find(|client| self.state.seat_of(*client).is_none() && !is_here(*client))
    }

    pub(crate) fn handle_close(&mut self, connection: ConnectionId) {
        let Some(client) = self.connections.remove(&connection).and_then(|it| it.client) else {
            return;
        };
        if self.connections.values().all(|it| it.client != Some(client)) {
            let now = self.now;
            if let Some(known) = self.client_mut(client) {
                known.absent_since = Some(now);
            }
            self.note_presence(client, false);
        }
    }

    /// Follows the ratings of accounts, at their seats too.
    pub(crate) fn note_ratings(&mut self, ratings: &[(i64, i32)]) {
        let rating_of = |account: Option<i64>| {
            ratings.iter().find(|(id, _)| Some(*id) == account).map(|(_, rating)| *rating)
        };
        for client in &mut self.clients {
            client.rating = rating_of(client.account).or(client.rating);
        }
        for (seat, at) in (1..).zip(0..self.state.seats.len()) {
            let state = &self.state.seats[at];
            let rating = rating_of(state.account).or(state.rating);
            if rating != state.rating {
                let state = RoomSeat { rating, ..state.clone() };
                self.emit(RoomEvent::Seat { seat, state });
            }
        }
    }

    /// Follows the vacations of accounts, at their seats too.
    pub(crate) fn note_vacations(&mut self, accounts: &[(i64, bool)]) {
        for (account, on_vacation) in accounts {
            let own = |it: Option<i64>| it == Some(*account);
            for client in self.clients.iter_mut().filter(|it| own(it.account)) {
                self.changed |= client.on_vacation != *on_vacation;
                client.on_vacation = *on_vacation;
            }
            for (seat, at) in (1..).zip(0..self.state.seats.len()) {
                let state = &self.state.seats[at];
                if own(state.account) && state.on_vacation != *on_vacation {
                    let state = RoomSeat { on_vacation: *on_vacation, ..state.clone() };
                    self.emit(RoomEvent::Seat { seat, state });
                }
            }
        }
    }

    fn note_presence(&mut self, client: u32, present: bool) {
        let Some(seat) = self.state.seat_of(client) else { return };
        let state = &self.state.seats[usize::from(seat) - 1];
        if state.present != present {
            let state = RoomSeat { present, ..state.clone() };
            self.emit(RoomEvent::Seat { seat, state });
        }
    }
}
