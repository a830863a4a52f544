//! What a room knows of a client and of a connection.

use std::net::IpAddr;
use std::time::Duration;

use boardloom_match::Observer;
use serde::{Deserialize, Serialize};

use crate::chat_log::ChatHistory;
use crate::turn_clock::RoundTrips;

/// A connection says hello within this time.
const HELLO_WITHIN: Duration = Duration::from_secs(10);

/// The account of a connection, as its server knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomAccount {
    pub id: i64,
    pub name: String,
    /// In the games of the room's family; `None` without any.
    pub rating: Option<i32>,
    pub on_vacation: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Client {
    pub name: String,
    pub token: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_vacation: bool,
    #[serde(skip)]
    pub absent_since: Option<Duration>,
    #[serde(skip)]
    pub chat: ChatHistory,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ClientLink {
    pub token: String,
    pub account: Option<RoomAccount>,
    pub network: Option<IpAddr>,
    pub client: Option<u32>,
    pub opened: Duration,
    pub joined: bool,
    /// Whether it was sent the notes of all players.
    pub has_all_notes: bool,
    /// Requests for parts of the plugin's file.
    pub plugin_parts: u32,
    pub round_trips: RoundTrips,
    /// As whom it was told the game, if not all see everything in it.
    pub told_as: Option<Option<Observer>>,
}

impl ClientLink {
    pub fn hello_due(&self) -> Duration {
        self.opened + HELLO_WITHIN
    }
}
