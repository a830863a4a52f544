//! Who is connected.

use crate::chat::ChatHistory;
use crate::message::{Error, ErrorCode, RoomEvent, ServerMessage};
use crate::room::{Client, ConnectionId, Room, RoomEffect};
use crate::state::RoomSeat;

impl Room {
    pub(crate) fn hello(
        &mut self,
        connection: ConnectionId,
        versions: &[u32],
        name: &str,
        token: Option<&str>,
        code: Option<&str>,
    ) {
        let client = match self.admit(connection, versions, name, token, code) {
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
        let welcome = ServerMessage::Welcome {
            version: crate::VERSION,
            limits: crate::MessageLimits::default(),
            client,
            token: known.token.clone(),
            name: known.name.clone(),
        };
        self.send(connection, welcome);
        self.note_presence(client, true);
    }

    fn admit(
        &mut self,
        connection: ConnectionId,
        versions: &[u32],
        name: &str,
        token: Option<&str>,
        code: Option<&str>,
    ) -> Result<u32, Error> {
        if !versions.contains(&crate::VERSION) {
            let why = format!("expected version {}, found {versions:?}", crate::VERSION);
            return Err(Error::new(ErrorCode::Version, why));
        }
        let Some(known) = self.connections.get(&connection) else {
            return Err(Error::new(ErrorCode::Refused, "the connection is closed"));
        };
        if let Some(client) = known.client {
            return Ok(client);
        }
        let same = |client: &Client| Some(client.token.as_str()) == token;
        if let Some(at) = self.clients.iter().position(same) {
            return Ok(at as u32 + 1);
        }
        if self.settings.code.is_some() && self.settings.code.as_deref() != code {
            return Err(Error::new(ErrorCode::Code, "the invitation's code is missing or wrong"));
        }
        let name = crate::text::name(name).map_err(|why| Error::new(ErrorCode::Name, why))?;
        if self.clients.len() >= self.settings.max_clients {
            return Err(Error::new(ErrorCode::Full, "the room is full"));
        }
        let (token, chat) = (known.token.clone(), ChatHistory::default());
        self.clients.push(Client { name, token, absent_since: None, chat });
        self.changed = true;
        Ok(self.clients.len() as u32)
    }

    pub(crate) fn closed(&mut self, connection: ConnectionId) {
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

    fn note_presence(&mut self, client: u32, present: bool) {
        let Some(seat) = self.state.seat_of(client) else { return };
        let state = &self.state.seats[usize::from(seat) - 1];
        if state.present != present {
            let state = RoomSeat { present, ..state.clone() };
            self.emit(RoomEvent::Seat { seat, state });
        }
    }
}
