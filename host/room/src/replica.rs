//! A client's copy of a room.

use crate::VERSION;
use crate::message::{ClientMessage, Error, ErrorCode, Hello, MoveCommand, ServerMessage};
use crate::player_note::PlayerNote;
use crate::state::{RoomEvent, RoomState};

/// Follows a room: applies its events, asks for lost ones, and sends a move until it is
/// answered. It never plays a move itself: a sent move is only [`Replica::pending`].
#[derive(Debug, Clone, Default)]
pub struct Replica {
    name: String,
    code: Option<String>,
    token: Option<String>,
    client: Option<u32>,
    state: Option<RoomState>,
    pending: Option<MoveCommand>,
    conditional: Vec<Vec<String>>,
    notes: Vec<PlayerNote>,
    /// Distinguishes ids from those of an earlier start of the program.
    session: String,
    sent: u64,
    last_chat: u64,
}

impl Replica {
    /// Returns a client, with the invitation's code and the secret of an earlier visit.
    /// `session` must differ each time a client with the same token is made.
    pub fn new(name: String, session: String, code: Option<String>, token: Option<String>) -> Self {
        Replica { name, session, code, token, ..Replica::default() }
    }

    pub fn state(&self) -> Option<&RoomState> {
        self.state.as_ref()
    }

    pub fn client(&self) -> Option<u32> {
        self.client
    }

    pub fn seat(&self) -> Option<u8> {
        self.state.as_ref()?.seat_of(self.client?)
    }

    /// Returns the move that was sent and is not answered yet.
    pub fn pending(&self) -> Option<&str> {
        self.pending.as_ref().map(|pending| pending.mv.as_str())
    }

    /// Returns the player's conditional moves, as the room has them.
    pub fn conditional(&self) -> &[Vec<String>] {
        &self.conditional
    }

    /// Replaces the player's conditional moves. `None` before the first state.
    pub fn set_conditional(&mut self, lines: Vec<Vec<String>>) -> Option<ClientMessage> {
        let state = self.state.as_ref()?;
        let (game, ply) = (state.game, state.turn.ply);
        // Where the room refuses them, it tells which it has.
        self.conditional.clone_from(&lines);
        Some(ClientMessage::Conditional { game, ply, lines })
    }

    /// Returns the notes that the client may read, in the order in which they were written.
    pub fn notes(&self) -> &[PlayerNote] {
        &self.notes
    }

    /// Returns the first message of a connection.
    pub fn hello(&self) -> ClientMessage {
        ClientMessage::Hello(Hello {
            versions: vec![VERSION],
            name: self.name.clone(),
            token: self.token.clone(),
            code: self.code.clone(),
        })
    }

    /// Returns a request for everything since the last event.
    pub fn join(&self) -> ClientMessage {
        let chat_from = self.last_chat;
        let (epoch, game, from) = self.state.as_ref().map_or((0, 0, 0), RoomState::age);
        ClientMessage::Join { game, epoch, from, chat_from }
    }

    /// Sends a move. `None` before the first state, or while another move is not answered.
    pub fn play(&mut self, mv: impl Into<String>) -> Option<ClientMessage> {
        let state = self.state.as_ref().filter(|_| self.pending.is_none())?;
        let (game, ply) = (state.game, state.turn.ply);
        let command = MoveCommand { id: self.next_id(), game, ply, mv: mv.into() };
        Some(ClientMessage::Move(self.pending.insert(command).clone()))
    }

    pub fn next_id(&mut self) -> String {
        self.sent += 1;
        format!("{}-{}", self.session, self.sent)
    }

    /// Takes a message and returns the answers to it.
    pub fn take(&mut self, message: &ServerMessage) -> Vec<ClientMessage> {
        match message {
            ServerMessage::Welcome { client, token, .. } => {
                (self.client, self.token) = (Some(*client), Some(token.clone()));
                vec![self.join()]
            }
            ServerMessage::State { state, .. } => {
                if self.state.as_ref().is_none_or(|own| own.game != state.game) {
                    self.conditional.clear();
                    self.notes.clear();
                }
                if self.state.as_ref().is_none_or(|own| own.age() <= state.age()) {
                    self.state = Some((**state).clone());
                }
                self.resend()
            }
            ServerMessage::Event { game, epoch, version, event } => {
                self.event((*epoch, *game), *version, event)
            }
            ServerMessage::Current { game, epoch, version, .. } => {
                let own = self.state.as_ref().map(RoomState::age);
                match own.is_none_or(|own| own < (*epoch, *game, *version)) {
                    true => vec![self.join()],
                    false => self.resend(),
                }
            }
            ServerMessage::Accepted { id } => {
                self.pending.take_if(|pending| pending.id == *id);
                Vec::new()
            }
            ServerMessage::Error(Error { id: Some(id), code, .. }) => {
                // A stale move may have been accepted: the state that follows tells.
                if *code != ErrorCode::Stale {
                    self.pending.take_if(|pending| pending.id == *id);
                }
                Vec::new()
            }
            ServerMessage::Chat { number, .. } => {
                self.last_chat = self.last_chat.max(*number);
                Vec::new()
            }
            ServerMessage::Ping { ping, game, epoch, version } => {
                let mut answers = vec![ClientMessage::Pong { ping: *ping }];
                answers.extend(self.note_version((*epoch, *game, *version)));
                answers
            }
            ServerMessage::Conditional { lines, .. } => {
                self.conditional.clone_from(lines);
                Vec::new()
            }
            ServerMessage::Notes { notes, .. } => {
                self.notes.clone_from(notes);
                Vec::new()
            }
            ServerMessage::Error(_) | ServerMessage::Plugin { .. } | ServerMessage::Unknown => {
                Vec::new()
            }
        }
    }

    /// Follows what a ping tells: whatever was lost before is asked for, or sent again.
    fn note_version(&mut self, sent: (u32, u32, u64)) -> Vec<ClientMessage> {
        let (_, game, _) = sent;
        if self.client.is_none() {
            return vec![self.hello()];
        }
        match self.state.as_ref().map(RoomState::age) {
            Some(own) if game != 0 && own >= sent => self.resend(),
            _ => vec![self.join()],
        }
    }

    fn event(&mut self, at: (u32, u32), version: u64, event: &RoomEvent) -> Vec<ClientMessage> {
        let Some(state) = &mut self.state else { return vec![self.join()] };
        let own = (state.epoch, state.game);
        if at < own || at == own && version <= state.version {
            return Vec::new();
        }
        if at > own || version != state.version + 1 {
            return vec![self.join()];
        }
        state.apply(event);
        self.settle();
        Vec::new()
    }

    /// Sends the pending move again if it can still be played.
    fn resend(&mut self) -> Vec<ClientMessage> {
        self.settle();
        self.pending.iter().cloned().map(ClientMessage::Move).collect()
    }

    /// Forgets the pending move once the game is elsewhere.
    fn settle(&mut self) {
        let Some(state) = &self.state else { return };
        let at = (state.game, state.turn.ply);
        self.pending.take_if(|pending| (pending.game, pending.ply) != at);
    }
}
