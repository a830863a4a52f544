//! Chat messages that a room keeps, and the limit of a client.

use std::collections::VecDeque;
use std::time::Duration;

use crate::message::{ChatTo, ServerMessage};

/// Messages that are kept for clients that join later. With the events of a game, fewer than the
/// lines that a slow client may lag behind.
const KEPT: usize = 128;
/// Messages of a client in [`WINDOW`].
pub const MOST: usize = 10;
pub const WINDOW: Duration = Duration::from_secs(10);
/// Messages of a client that are remembered.
const REMEMBERED: usize = 32;

#[derive(Debug, Clone)]
pub struct ChatEntry {
    pub number: u64,
    pub to: ChatTo,
    /// The two clients of a private message.
    pub private: Option<[u32; 2]>,
    pub readers: ChatReaders,
    pub message: ServerMessage,
}

/// Where watchers see the game late, they get a copy of what players write, later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChatReaders {
    All,
    Players,
    Watchers,
}

impl ChatEntry {
    /// Returns the entry under another number, for other readers.
    pub fn again(mut self, next: u64, readers: ChatReaders) -> Self {
        if let ServerMessage::Chat { number, .. } = &mut self.message {
            *number = next;
        }
        ChatEntry { number: next, readers, ..self }
    }
}

#[derive(Debug, Clone, Default)]
pub struct ChatLog {
    entries: VecDeque<ChatEntry>,
    last: u64,
}

impl ChatLog {
    /// An empty log whose numbers are greater than this one.
    pub fn after(last: u64) -> Self {
        ChatLog { entries: VecDeque::new(), last }
    }

    /// Forgets the private messages of a client.
    pub fn forget(&mut self, client: u32) {
        self.entries.retain(|entry| entry.private.is_none_or(|clients| !clients.contains(&client)));
    }

    pub fn next_number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    pub fn push(&mut self, entry: ChatEntry) {
        self.entries.push_back(entry);
        if self.entries.len() > KEPT {
            self.entries.pop_front();
        }
    }

    pub fn since(&self, number: u64) -> impl Iterator<Item = &ChatEntry> {
        self.entries.iter().filter(move |entry| entry.number > number)
    }
}

/// The times and ids of a client's last messages.
#[derive(Debug, Clone, Default)]
pub struct ChatHistory(VecDeque<(Duration, String)>);

impl ChatHistory {
    pub fn has(&self, id: &str) -> bool {
        self.0.iter().any(|(_, known)| known == id)
    }

    /// Notes a message. Returns false if there were too many.
    pub fn note(&mut self, id: &str, now: Duration) -> bool {
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
