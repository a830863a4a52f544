//! The lobby: games, rulesets, offers.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::WebSocket;
use boardloom_room::LIMITS;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::frames::{self, LineReceiver, Reply, error_line};
use crate::game_server::{GameServer, RoomError};
use crate::rulesets::{self, Offer};

/// The messages of a client in the lobby.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum LobbyMessage {
    /// Asks for all rulesets.
    Rulesets {},
    /// Asks for a ruleset with these values of its options.
    Ruleset {
        ruleset: String,
        #[serde(default)]
        options: Map<String, Value>,
    },
    /// Opens a room. The answer has the id.
    Create {
        #[serde(default)]
        id: String,
        #[serde(flatten)]
        offer: Offer,
    },
    #[serde(other)]
    Unknown,
}

/// Serves a client of the lobby, which gets the list of games at once and whenever it changes.
pub(crate) async fn serve(server: Arc<GameServer>, address: IpAddr, socket: WebSocket) {
    let (sender, outbox) = frames::outbox();
    let mut lobby = server.lobby();
    lobby.mark_changed();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = sender.closed() => return,
                changed = lobby.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    let line = lobby.borrow_and_update().to_string();
                    sender.send(line);
                }
            }
        }
    });
    frames::carry(socket, outbox, LobbyClient { server, address }).await;
}

struct LobbyClient {
    server: Arc<GameServer>,
    address: IpAddr,
}

impl LineReceiver for LobbyClient {
    async fn receive(&mut self, line: String) -> Reply {
        receive(&self.server, self.address, &line).await
    }
}

async fn receive(server: &Arc<GameServer>, address: IpAddr, line: &str) -> Reply {
    let most = LIMITS.line_bytes;
    if line.len() > most {
        let why = format!("expected at most {most} bytes, found {}", line.len());
        return Reply::Line(error_line("bad-message", &why, None));
    }
    let message = match serde_json::from_str(line) {
        Ok(message) => message,
        Err(error) => return Reply::Line(error_line("bad-message", &error.to_string(), None)),
    };
    let failed = "the server cannot answer now";
    let answer = match message {
        LobbyMessage::Unknown => {
            let why = "this type of message is unknown";
            return Reply::Line(error_line("unknown-type", why, None));
        }
        LobbyMessage::Rulesets {} => {
            let list = server.work(|server| rulesets::list(&server.catalog)).await;
            list.map(|list| json!({ "type": "rulesets", "rulesets": list }).to_string())
        }
        LobbyMessage::Ruleset { ruleset, options } => {
            let described = server.work(move |server| server.describe(&ruleset, &options)).await;
            described.map(|described| match described {
                Ok(mut described) => {
                    described["type"] = Value::from("ruleset");
                    described.to_string()
                }
                Err(error) => error_line(error.code(), &error.to_string(), None),
            })
        }
        LobbyMessage::Create { id, offer } => {
            if id.len() > LIMITS.id_bytes {
                let why = format!("expected an id of at most {} bytes", LIMITS.id_bytes);
                return Reply::Line(error_line("bad-message", &why, None));
            }
            let created = server.work(move |server| server.create(&offer, address)).await;
            created.map(|created| answer_of(&id, created))
        }
    };
    Reply::Line(answer.unwrap_or_else(|| error_line("refused", failed, None)))
}

fn answer_of(id: &str, created: Result<(String, Option<String>), RoomError>) -> String {
    match created {
        Ok((room, code)) => {
            json!({ "type": "created", "id": id, "room": room, "code": code }).to_string()
        }
        Err(error) => error_line(error.code(), &error.to_string(), Some(id)),
    }
}
