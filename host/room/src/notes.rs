//! Notes that players write during a game, and that all read once it is over.

use boardloom_match::Record;

use crate::message::{ErrorCode, Result, ServerMessage, check};
use crate::player_note::PlayerNote;
use crate::room::{ConnectionId, Room};

/// The most bytes in all notes of a seat.
const MAX_BYTES: usize = 16 * 1024;

impl Room {
    /// Fails where a client cannot write this note.
    pub(crate) fn check_note(&self, client: u32, text: &str) -> Result<()> {
        let why = "only players write notes; watchers can write to each other";
        let seat = self.state.seat_of(client);
        check(seat.is_some(), ErrorCode::Chat, why)?;
        let why = "the game is over: all can read what you write now";
        check(!self.state.is_over(), ErrorCode::Chat, why)?;
        let own = self.notes.iter().filter(|note| Some(note.seat) == seat);
        let bytes = own.map(|note| note.text.len()).sum::<usize>() + text.len();
        let why = format!("expected at most {MAX_BYTES} bytes in all notes of a player");
        check(bytes <= MAX_BYTES, ErrorCode::Chat, &why)
    }

    /// Keeps a note, and tells its player.
    pub(crate) fn keep_note(&mut self, client: u32, name: String, text: String) {
        let Some(seat) = self.state.seat_of(client) else { return };
        self.notes.push(PlayerNote { seat, ply: self.state.turn.ply, name, text });
        self.changed = true;
        let own = self.joined_connections().into_iter().filter(|(_, it)| *it == client);
        for (connection, _) in own.collect::<Vec<_>>() {
            self.send_notes(connection, client);
        }
    }

    /// Sends a client the notes that it may read, if there are any.
    pub(crate) fn send_notes(&mut self, connection: ConnectionId, client: u32) {
        let may_read_all = self.view_of(Some(client)).is_over();
        if let Some(known) = self.connections.get_mut(&connection) {
            known.has_all_notes = may_read_all;
        }
        let own = self.state.seat_of(client);
        let notes = self.notes.iter().filter(|note| may_read_all || Some(note.seat) == own);
        let notes: Vec<PlayerNote> = notes.cloned().collect();
        if !notes.is_empty() {
            let game = self.state.game;
            self.send(connection, ServerMessage::Notes { game, notes });
        }
    }

    /// Sends all notes to the clients that know of the end of the game by now.
    pub(crate) fn open_notes(&mut self) {
        if self.notes.is_empty() || !self.state.is_over() {
            return;
        }
        for (connection, client) in self.joined_connections() {
            let known = self.connections.get(&connection).is_some_and(|it| it.has_all_notes);
            if !known && self.view_of(Some(client)).is_over() {
                self.send_notes(connection, client);
            }
        }
    }

    /// Writes the notes of a game that is over into its record, as comments.
    pub(crate) fn add_notes(&self, record: &mut Record) {
        if !self.state.is_over() {
            return;
        }
        let line = record.tree.main_line();
        for note in &self.notes {
            // Moves may have been taken back since.
            let at = (note.ply as usize).min(line.len() - 1);
            let comment = &mut record.tree.node_mut(line[at]).comment;
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(&format!("{}: {}", note.name, note.text));
        }
    }
}
