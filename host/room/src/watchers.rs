//! What watchers are told, where they see the game late.

use crate::chat_log::{ChatEntry, ChatReaders};
use crate::late_view::News;
use crate::message::ServerMessage;
use crate::room::Room;
use crate::state::{RoomEvent, RoomState};

impl Room {
    /// Tells whether a client sees the game late.
    pub(crate) fn sees_late(&self, client: u32) -> bool {
        self.late.is_some() && self.state.seat_of(client).is_none()
    }

    /// Returns the state that a client may know.
    pub(crate) fn view_of(&self, client: Option<u32>) -> &RoomState {
        let seated = client.is_some_and(|client| self.state.seat_of(client).is_some());
        match &self.late {
            Some(late) if !seated => &late.shown,
            _ => &self.state,
        }
    }

    /// Keeps an event from watchers.
    pub(crate) fn delay_event(&mut self, event: RoomEvent) {
        self.delay_news(News::Event(Box::new(event)));
        self.show_late();
    }

    /// Keeps a message of a player from watchers.
    pub(crate) fn delay_chat(&mut self, entry: ChatEntry) {
        self.delay_news(News::Chat(entry));
        self.show_late();
    }

    fn delay_news(&mut self, news: News) {
        let moved = (0..self.state.seats.len() as u8).any(|seat| self.last_move(seat).is_some());
        let ply = if moved { self.state.turn.ply } else { 0 };
        if let Some(late) = &mut self.late {
            late.push(news, ply, self.now);
        }
    }

    /// Shows watchers what they may know by now.
    pub(crate) fn show_late(&mut self) {
        while let Some(late) = &mut self.late
            && let Some(news) = late.pop(&self.state, self.now)
        {
            match news {
                News::Event(event) => {
                    late.shown.apply(&event);
                    let version = late.shown.version;
                    self.changed = true;
                    for (connection, client) in self.joined_connections() {
                        if self.state.seat_of(client).is_none() {
                            self.tell(connection, client, (version, &event));
                        }
                    }
                }
                News::Chat(entry) => {
                    // Clients have the numbers of what was written meanwhile.
                    let number = self.chat_log.next_number();
                    let entry = entry.again(number, ChatReaders::Watchers);
                    self.send_watchers(&entry.message);
                    self.chat_log.push(entry);
                }
            }
        }
    }

    fn send_watchers(&mut self, message: &ServerMessage) {
        for (connection, client) in self.joined_connections() {
            if self.state.seat_of(client).is_none() {
                self.send(connection, message.clone());
            }
        }
    }
}
