//! Chat: for all, between two players, for watchers, and notes for after the game.

use crate::chat_log::{ChatEntry, ChatReaders, MOST, WINDOW};
use crate::message::{ChatTo, Error, ErrorCode, LIMITS, Result, ServerMessage, fail};
use crate::room::Room;
use crate::text::trim_text;

impl Room {
    pub(crate) fn chat(&mut self, client: u32, id: &str, to: ChatTo, words: &str) -> Result<()> {
        let text = trim_text(words, "text", LIMITS.chat_chars);
        let text = text.map_err(|why| Error::new(ErrorCode::Chat, why))?;
        self.check_account(client)?;
        let own = self.state.seat_of(client);
        let private = match to {
            ChatTo::All => None,
            ChatTo::Watchers if own.is_some() && !self.state.is_over() => {
                let why = "players cannot write to the watchers during the game";
                return fail(ErrorCode::Chat, why);
            }
            ChatTo::Watchers => None,
            ChatTo::Notes => {
                self.check_note(client, &text)?;
                None
            }
            ChatTo::Seat(seat) => {
                let other = self.state.seats.get(usize::from(seat).wrapping_sub(1));
                let other = other.and_then(|seat| seat.client).filter(|other| *other != client);
                match (own, other) {
                    (Some(_), Some(other)) => Some([client, other]),
                    (None, _) => {
                        return fail(ErrorCode::Chat, "only players write to a player in private");
                    }
                    (_, None) => return fail(ErrorCode::Chat, "no other player sits there"),
                }
            }
        };
        let now = self.now;
        let Some(sender) = self.client_mut(client) else { return Ok(()) };
        if sender.chat.has(id) {
            return Ok(());
        }
        if !sender.chat.note(id, now) {
            let why = format!("at most {MOST} messages in {} seconds", WINDOW.as_secs());
            return fail(ErrorCode::TooFast, why);
        }
        let name = sender.name.clone();
        if to == ChatTo::Notes {
            self.keep_note(client, name, text);
            return Ok(());
        }
        let number = self.chat_log.next_number();
        let message = ServerMessage::Chat { number, from: client, name, to, text };
        let late = self.late.is_some() && own.is_some() && to == ChatTo::All;
        let readers = if late { ChatReaders::Players } else { ChatReaders::All };
        let entry = ChatEntry { number, to, private, readers, message };
        for (connection, reader) in self.joined_connections() {
            if self.may_read(reader, &entry) {
                self.send(connection, entry.message.clone());
            }
        }
        self.chat_log.push(entry.clone());
        if late {
            self.delay_chat(entry);
        }
        Ok(())
    }

    /// Returns the messages that a client may read after a number.
    pub(crate) fn chat_since(&self, client: u32, number: u64) -> Vec<ServerMessage> {
        let entries = self.chat_log.since(number);
        entries.filter(|it| self.may_read(client, it)).map(|it| it.message.clone()).collect()
    }

    fn may_read(&self, client: u32, entry: &ChatEntry) -> bool {
        let seated = self.state.seat_of(client).is_some();
        match (entry.to, entry.readers) {
            (_, ChatReaders::Players) if !seated => false,
            (_, ChatReaders::Watchers) if seated => false,
            (ChatTo::All, _) => true,
            (ChatTo::Seat(_), _) => entry.private.is_some_and(|both| both.contains(&client)),
            // They are kept apart.
            (ChatTo::Notes, _) => false,
            (ChatTo::Watchers, _) => !seated || self.state.is_over(),
        }
    }
}
