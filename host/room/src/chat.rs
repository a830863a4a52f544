//! Chat: for all, between two players, and for watchers.

use std::collections::VecDeque;
use std::time::Duration;

use crate::message::{ChatTo, Error, ErrorCode, LIMITS, Result, ServerMessage, fail};
use crate::room::Room;
use crate::text::trimmed;

/// Messages that are kept for those who come later.
const KEPT: usize = 200;
/// Messages of a client in [`WINDOW`].
const MOST: usize = 10;
const WINDOW: Duration = Duration::from_secs(10);
/// Messages of a client that are remembered.
const REMEMBERED: usize = 32;

#[derive(Debug, Clone)]
struct Line {
    number: u64,
    to: ChatTo,
    /// The two clients of a private message.
    private: Option<[u32; 2]>,
    message: ServerMessage,
}

#[derive(Debug, Clone, Default)]
pub struct ChatLog {
    lines: VecDeque<Line>,
    last: u64,
}

/// The times and ids of a client's last messages.
#[derive(Debug, Clone, Default)]
pub struct ChatHistory(VecDeque<(Duration, String)>);

impl ChatHistory {
    /// Notes a message. Returns false if there were too many.
    fn note(&mut self, id: &str, now: Duration) -> bool {
        let earlier = self.0.iter().rev().nth(MOST - 1);
        if earlier.is_some_and(|(time, _)| now.saturating_sub(*time) < WINDOW) {
            return false;
        }
        self.0.push_back((now, id.to_owned()));
        if self.0.len() > REMEMBERED {
            self.0.pop_front();
        }
        true
    }
}

impl Room {
    pub(crate) fn chat(&mut self, client: u32, id: &str, to: ChatTo, words: &str) -> Result<()> {
        let text = trimmed(words, "text", LIMITS.chat_chars);
        let text = text.map_err(|why| Error::new(ErrorCode::Chat, why))?;
        let own = self.state.seat_of(client);
        let private = match to {
            ChatTo::All => None,
            ChatTo::Watchers if own.is_some() && !self.state.is_over() => {
                let why = "players cannot write to the watchers during the game";
                return fail(ErrorCode::Chat, why);
            }
            ChatTo::Watchers => None,
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
        if sender.chat.0.iter().any(|(_, known)| known == id) {
            return Ok(());
        }
        if !sender.chat.note(id, now) {
            let why = format!("at most {MOST} messages in {} seconds", WINDOW.as_secs());
            return fail(ErrorCode::TooFast, why);
        }
        let name = sender.name.clone();
        self.chat_log.last += 1;
        let number = self.chat_log.last;
        let message = ServerMessage::Chat { number, from: client, name, to, text };
        let line = Line { number, to, private, message };
        for (connection, reader) in self.joined() {
            if self.may_read(reader, &line) {
                self.send(connection, line.message.clone());
            }
        }
        self.chat_log.lines.push_back(line);
        if self.chat_log.lines.len() > KEPT {
            self.chat_log.lines.pop_front();
        }
        Ok(())
    }

    /// Returns the messages that a client may read after a number.
    pub(crate) fn chat_since(&self, client: u32, number: u64) -> Vec<ServerMessage> {
        let lines = self.chat_log.lines.iter().filter(|line| line.number > number);
        lines.filter(|line| self.may_read(client, line)).map(|it| it.message.clone()).collect()
    }

    fn may_read(&self, client: u32, line: &Line) -> bool {
        match line.to {
            ChatTo::All => true,
            ChatTo::Seat(_) => line.private.is_some_and(|both| both.contains(&client)),
            ChatTo::Watchers => self.state.seat_of(client).is_none() || self.state.is_over(),
        }
    }
}
