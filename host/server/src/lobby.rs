//! The lobby: games, rulesets, offers.

use std::sync::Arc;

use axum::extract::ws::WebSocket;
use boardloom_room::LIMITS;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::accounts::{AccountError, Visitor};
use crate::archive::{GameSearch, PAGE};
use crate::database::now;
use crate::frames::{self, LineReceiver, Reply, error_line};
use crate::game_server::GameServer;
use crate::moderation::ModerationOrder;
use crate::room_error::RoomError;
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
    /// Asks for the client's account with its sessions.
    Account {},
    /// Ends a session of the account, or all but the client's own.
    Withdraw {
        #[serde(default)]
        session: Option<i64>,
    },
    /// Asks for the best players of a family, by default of the first with ratings.
    Ratings {
        #[serde(default)]
        family: Option<String>,
    },
    /// Asks for the games with days a move in which the client's account has a seat.
    Mine {},
    /// Begins or ends a vacation of the client's account. The answer is the account.
    Vacation { begin: bool },
    /// Searches finished games.
    Search {
        #[serde(flatten)]
        search: GameSearch,
    },
    /// Carries out a moderator's order.
    Moderate {
        #[serde(flatten)]
        order: ModerationOrder,
    },
    /// Asks for a room's visitors with their addresses, as a moderator.
    Visitors { room: String },
    /// Asks for the mutes and bans that hold and for the log, as a moderator.
    Moderation {},
    #[serde(other)]
    Unknown,
}

/// Serves a client of the lobby, which gets the list of games at once and whenever it changes.
pub(crate) async fn serve(server: Arc<GameServer>, visitor: Visitor, socket: WebSocket) {
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
    let address = visitor.address;
    frames::carry(socket, outbox, LobbyClient { server, visitor }, address).await;
}

struct LobbyClient {
    server: Arc<GameServer>,
    visitor: Visitor,
}

impl LineReceiver for LobbyClient {
    async fn receive(&mut self, line: String) -> Reply {
        receive(&self.server, &self.visitor, &line).await
    }
}

async fn receive(server: &Arc<GameServer>, visitor: &Visitor, line: &str) -> Reply {
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
            let creator = visitor.clone();
            let created = server.work(move |server| server.create(&offer, &creator)).await;
            created.map(|created| answer_of(&id, created))
        }
        LobbyMessage::Account {} => Some(describe_account(server, visitor).await),
        LobbyMessage::Withdraw { session } => {
            Some(match server.accounts.withdraw(visitor, session).await {
                Ok(()) => describe_account(server, visitor).await,
                Err(error) => error_line(error.code(), &error.to_string(), None),
            })
        }
        LobbyMessage::Ratings { family } => {
            let ratings = server.work(move |server| server.ratings(family)).await;
            ratings.map(|ratings| match ratings {
                Ok(ratings) => ratings.to_string(),
                Err(error) => error_line("disk", &error.to_string(), None),
            })
        }
        LobbyMessage::Mine {} => Some(match visitor.account() {
            Some(account) => server.games_of(account.id).to_string(),
            None => {
                let error = AccountError::SignedOut;
                error_line(error.code(), &error.to_string(), None)
            }
        }),
        LobbyMessage::Vacation { begin } => Some(set_vacation(server, visitor, begin).await),
        LobbyMessage::Search { search } => {
            let searcher = visitor.clone();
            let found = server.work(move |it| it.search(&search, &searcher, PAGE)).await;
            found.map(|found| match found {
                Ok(Ok((games, more))) => {
                    json!({ "type": "found", "games": games, "more": more }).to_string()
                }
                Ok(Err(why)) => error_line("search", &why, None),
                Err(error) => error_line("disk", &error.to_string(), None),
            })
        }
        LobbyMessage::Moderate { order } => Some(moderate(server, visitor, order).await),
        LobbyMessage::Visitors { room } => Some(match moderator(server, visitor).await {
            Err(refused) => refused,
            Ok(_) => match server.visitors(&room) {
                Some(visitors) => {
                    json!({ "type": "visitors", "room": room, "visitors": visitors }).to_string()
                }
                None => error_line("no-room", "there is no such game", None),
            },
        }),
        LobbyMessage::Moderation {} => Some(match moderator(server, visitor).await {
            Err(refused) => refused,
            Ok(_) => describe_moderation(server).await,
        }),
    };
    Reply::Line(answer.unwrap_or_else(|| error_line("refused", failed, None)))
}

async fn describe_account(server: &GameServer, visitor: &Visitor) -> String {
    let described = async {
        let own = visitor.signed_in.clone().ok_or(AccountError::SignedOut)?;
        let id = own.account.id;
        let sessions = server.accounts.ask(move |it| it.sessions(id, own.session)).await?;
        let ratings = server.accounts.ask(move |it| it.ratings_of(id, now())).await?;
        let families = rulesets::families(&server.catalog);
        let vacation = server.accounts.ask(move |it| it.vacation_of(id, now())).await?;
        let stored = server.accounts.ask(move |it| it.account_by_id(id)).await?;
        let stored = stored.ok_or(AccountError::SignedOut)?;
        Ok::<_, AccountError>(json!({
            "type": "account",
            "name": stored.account.name,
            "created": stored.created,
            "sessions": sessions,
            "vacation": vacation,
            "ratings": rulesets::with_family_names(&ratings, &families),
        }))
    };
    match described.await {
        Ok(described) => described.to_string(),
        Err(error) => error_line(error.code(), &error.to_string(), None),
    }
}

async fn set_vacation(server: &Arc<GameServer>, visitor: &Visitor, begin: bool) -> String {
    let Some(id) = visitor.account().map(|it| it.id) else {
        return describe_account(server, visitor).await;
    };
    let set = move |server: &Arc<GameServer>| match begin {
        true => server.accounts.database.begin_vacation(id, now()),
        false => server.accounts.database.end_vacation(id, now()),
    };
    match server.work(set).await {
        Some(Ok(())) => describe_account(server, visitor).await,
        Some(Err(error)) => error_line("vacation", &error.to_string(), None),
        None => error_line("refused", "the server cannot answer now", None),
    }
}

/// Returns the visitor if it still is a moderator, or the answer.
async fn moderator(server: &GameServer, visitor: &Visitor) -> Result<Visitor, String> {
    let refused = || error_line("refused", "only moderators may do this", None);
    let id = visitor.account().ok_or_else(refused)?.id;
    // The right may have been taken away since the connection was opened.
    match server.accounts.ask(move |it| it.account_by_id(id)).await {
        Ok(Some(known)) if known.account.moderator => Ok(visitor.clone()),
        Ok(_) => Err(refused()),
        Err(error) => Err(error_line(error.code(), &error.to_string(), None)),
    }
}

async fn moderate(server: &Arc<GameServer>, visitor: &Visitor, order: ModerationOrder) -> String {
    let visitor = match moderator(server, visitor).await {
        Ok(visitor) => visitor,
        Err(refused) => return refused,
    };
    let done = server.work(move |server| server.moderate(&order, &visitor)).await;
    match done {
        Some(Ok(())) => describe_moderation(server).await,
        Some(Err(error)) => error_line("moderation", &error.to_string(), None),
        None => error_line("refused", "the server cannot answer now", None),
    }
}

async fn describe_moderation(server: &GameServer) -> String {
    let sanctions = server.accounts.sanctions.all();
    match server.accounts.ask(|it| it.moderation_log()).await {
        Ok(log) => json!({ "type": "moderation", "sanctions": *sanctions, "log": log }).to_string(),
        Err(error) => error_line(error.code(), &error.to_string(), None),
    }
}

fn answer_of(id: &str, created: Result<(String, Option<String>), RoomError>) -> String {
    match created {
        Ok((room, code)) => {
            json!({ "type": "created", "id": id, "room": room, "code": code }).to_string()
        }
        Err(error) => error_line(error.code(), &error.to_string(), Some(id)),
    }
}
