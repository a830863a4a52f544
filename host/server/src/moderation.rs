//! Moderation: mutes and bans of accounts and addresses, closed rooms and accounts, and their log.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use boardloom_online::network_of;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::account_name::name_key;
use crate::account_store::end_sessions;
use crate::calendar::{DAY, time_text};
use crate::data_folder::is_room_id;
use crate::database::{Database, DatabaseError};

/// A ban of an account holds for the addresses of its sessions too, for at most so long: others
/// get them later.
const ADDRESS_BAN: i64 = 7 * DAY;
/// The longest mute or ban that has an end.
const MOST_DAYS: u32 = 3650;
const REASON_CHARS: usize = 200;
/// Entries of the log that are shown.
const LOGGED: i64 = 200;
/// A closed room is remembered for so long.
const CLOSED_LIFE: i64 = 30 * DAY;

/// What a moderator does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModerationAction {
    /// Takes the chat away from an account or an address.
    Mute,
    Unmute,
    /// Keeps an account and its addresses, or an address, out.
    Ban,
    Unban,
    CloseAccount,
    ReopenAccount,
    CloseRoom,
}

impl ModerationAction {
    fn name(self) -> &'static str {
        match self {
            ModerationAction::Mute => "mute",
            ModerationAction::Unmute => "unmute",
            ModerationAction::Ban => "ban",
            ModerationAction::Unban => "unban",
            ModerationAction::CloseAccount => "close-account",
            ModerationAction::ReopenAccount => "reopen-account",
            ModerationAction::CloseRoom => "close-room",
        }
    }
}

/// An action of a moderator with its target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModerationOrder {
    pub action: ModerationAction,
    /// The name of an account, an address, or the name of a room.
    pub target: String,
    /// Of a mute or ban; absent for one without an end.
    #[serde(default)]
    pub days: Option<u32>,
    #[serde(default)]
    pub reason: String,
}

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModerationError {
    #[error("there is no account `{0}`")]
    NoAccount(String),
    #[error("expected the name of an account or an IP address, found `{0}`")]
    Target(String),
    #[error("expected the name of a room, the last part of its address, found `{0}`")]
    Room(String),
    #[error("expected 1 to {MOST_DAYS} days")]
    Days,
    #[error("expected a reason of at most {REASON_CHARS} characters, without control characters")]
    Reason,
    #[error("`{0}` is a moderator: take that right away first")]
    Moderator(String),
    #[error("there is nothing to undo for `{0}`")]
    Nothing(String),
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl From<rusqlite::Error> for ModerationError {
    fn from(error: rusqlite::Error) -> Self {
        ModerationError::Database(error.into())
    }
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogEntry {
    /// Seconds since 1970.
    pub time: i64,
    /// `None` for the command line.
    pub moderator: Option<String>,
    pub action: String,
    pub target: String,
    pub until: Option<i64>,
    pub reason: String,
}

impl LogEntry {
    /// Returns the entry as one line.
    pub fn to_line(&self) -> String {
        let by = self.moderator.as_deref().unwrap_or("command line");
        let mut line = format!("{}  {by}: {} {}", time_text(self.time), self.action, self.target);
        if let Some(until) = self.until {
            line += &format!(" until {}", time_text(until));
        }
        if !self.reason.is_empty() {
            line += &format!(" ({})", self.reason);
        }
        line
    }
}

/// A mute or a ban that holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Sanction {
    pub kind: String,
    #[serde(skip)]
    pub account: Option<i64>,
    /// The account's name, or the address.
    pub target: String,
    #[serde(skip)]
    address: Option<IpAddr>,
    pub until: Option<i64>,
    pub reason: String,
}

impl Sanction {
    /// Says how long it holds, and why.
    pub fn words(&self) -> String {
        let until = match self.until {
            Some(until) => format!("until {}", time_text(until)),
            None => "without an end".to_owned(),
        };
        match self.reason.is_empty() {
            true => until,
            false => format!("{until}: {}", self.reason),
        }
    }
}

/// The mutes and bans that hold, in memory: every line of chat asks for them.
#[derive(Debug, Default)]
pub(crate) struct Sanctions(Mutex<Arc<Vec<Sanction>>>);

impl Sanctions {
    pub fn load(&self, database: &Database, now: i64) -> Result<(), DatabaseError> {
        let loaded = database.read(|it| sanctions(it, now))?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(loaded);
        Ok(())
    }

    pub fn all(&self) -> Arc<Vec<Sanction>> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn find(
        &self,
        kind: &str,
        account: Option<i64>,
        address: IpAddr,
        now: i64,
    ) -> Option<Sanction> {
        let network = network_of(address);
        let holds = |it: &&Sanction| {
            let own = it.account.is_some() && it.account == account || it.address == Some(network);
            it.kind == kind && own && it.until.is_none_or(|until| until > now)
        };
        self.all().iter().find(holds).cloned()
    }
}

fn sanctions(connection: &Connection, now: i64) -> rusqlite::Result<Vec<Sanction>> {
    let mut select = connection.prepare(
        "SELECT kind, account, address, until, reason, name FROM sanctions
         LEFT JOIN accounts ON accounts.id = account
         WHERE until IS NULL OR until > ? ORDER BY sanctions.id DESC",
    )?;
    let sanction = |row: &Row<'_>| {
        // With both, it is the address of a banned account.
        let (address, name): (Option<String>, Option<String>) = (row.get(2)?, row.get(5)?);
        Ok(Sanction {
            kind: row.get(0)?,
            account: row.get(1)?,
            address: address.as_ref().and_then(|address| address.parse().ok()),
            target: address.or(name).unwrap_or_default(),
            until: row.get(3)?,
            reason: row.get(4)?,
        })
    };
    select.query_map([now], sanction)?.collect()
}

impl Database {
    /// Carries out an order and notes it in the log.
    pub fn moderate(
        &self,
        order: &ModerationOrder,
        moderator: Option<&str>,
        now: i64,
    ) -> Result<(), ModerationError> {
        let ModerationOrder { action, target, days, reason } = order;
        let (target, reason) = (target.trim(), reason.trim());
        let plain = boardloom_room::is_plain(reason) && reason.chars().count() <= REASON_CHARS;
        if !plain {
            return Err(ModerationError::Reason);
        }
        if days.is_some_and(|days| days == 0 || days > MOST_DAYS) {
            return Err(ModerationError::Days);
        }
        let until = days.map(|days| now + i64::from(days) * DAY);
        self.write(|it| {
            use ModerationAction as A;
            match action {
                A::Mute => impose(it, "mute", &find_target(it, target)?, until, reason, now)?,
                A::Ban => {
                    let found = find_target(it, target)?;
                    impose(it, "ban", &found, until, reason, now)?;
                    if let Target::Account(account) = found {
                        ban_addresses(it, account, until, reason, now)?;
                        end_sessions(it, account, None)?;
                    }
                }
                A::Unmute => lift(it, "mute", &find_target(it, target)?, target)?,
                A::Unban => lift(it, "ban", &find_target(it, target)?, target)?,
                A::CloseAccount | A::ReopenAccount => {
                    let closed = Some(now).filter(|_| *action == A::CloseAccount);
                    let Target::Account(account) = find_target(it, target)? else {
                        return Err(ModerationError::NoAccount(target.to_owned()));
                    };
                    let update = "UPDATE accounts SET closed = ? WHERE id = ?";
                    it.execute(update, params![closed, account])?;
                    end_sessions(it, account, None)?;
                }
                A::CloseRoom => {
                    if !is_room_id(target) {
                        return Err(ModerationError::Room(target.to_owned()));
                    }
                    it.execute(
                        "INSERT INTO closed_rooms (room, closed, reason) VALUES (?, ?, ?)
                         ON CONFLICT (room) DO NOTHING",
                        params![target, now, reason],
                    )?;
                }
            }
            let until = until.filter(|_| matches!(action, A::Mute | A::Ban));
            it.execute(
                "INSERT INTO moderation_log (time, moderator, action, target, until, reason)
                 VALUES (?, ?, ?, ?, ?, ?)",
                params![now, moderator, action.name(), target, until, reason],
            )?;
            Ok(())
        })
    }

    /// Notes in the log what the owner does to an account.
    pub fn log_owner(&self, action: &str, target: &str, now: i64) -> Result<(), DatabaseError> {
        self.write(|it| {
            it.execute(
                "INSERT INTO moderation_log (time, action, target, reason) VALUES (?, ?, ?, '')",
                params![now, action, target],
            )?;
            Ok(())
        })
    }

    /// Returns the last entries of the log, the newest first.
    pub fn moderation_log(&self) -> Result<Vec<LogEntry>, DatabaseError> {
        self.read(|it| {
            let mut select = it.prepare(
                "SELECT time, moderator, action, target, until, reason FROM moderation_log
                 ORDER BY id DESC LIMIT ?",
            )?;
            let entry = |row: &Row<'_>| {
                Ok(LogEntry {
                    time: row.get(0)?,
                    moderator: row.get(1)?,
                    action: row.get(2)?,
                    target: row.get(3)?,
                    until: row.get(4)?,
                    reason: row.get(5)?,
                })
            };
            select.query_map([LOGGED], entry)?.collect()
        })
    }

    /// Returns the closed rooms.
    pub fn closed_rooms(&self) -> Result<Vec<String>, DatabaseError> {
        self.read(|it| {
            let mut select = it.prepare("SELECT room FROM closed_rooms")?;
            select.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// Returns why a room was closed; `None` if it was not.
    pub fn closed_room(&self, room: &str) -> Result<Option<String>, DatabaseError> {
        let select = "SELECT reason FROM closed_rooms WHERE room = ?";
        self.read(|it| it.query_row(select, [room], |row| row.get(0)).optional())
    }

    /// Forgets sanctions that have ended, and rooms that were closed long ago.
    pub fn tidy_moderation(&self, now: i64) -> Result<(), DatabaseError> {
        self.write(|it| {
            it.execute("DELETE FROM sanctions WHERE until <= ?", [now])?;
            it.execute("DELETE FROM closed_rooms WHERE closed <= ?", [now - CLOSED_LIFE])?;
            Ok(())
        })
    }
}

/// Whom a sanction is for.
#[derive(Debug)]
enum Target {
    Account(i64),
    Address(String),
}

fn find_target(connection: &Connection, text: &str) -> Result<Target, ModerationError> {
    let select = "SELECT id, moderator FROM accounts WHERE name_key = ?";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    match connection.query_row(select, [name_key(text)], read).optional()? {
        Some((_, true)) => Err(ModerationError::Moderator(text.to_owned())),
        Some((account, false)) => Ok(Target::Account(account)),
        None if text.is_empty() => Err(ModerationError::Target(text.to_owned())),
        None => match text.parse::<IpAddr>() {
            Ok(address) => Ok(Target::Address(network_of(address).to_string())),
            Err(_) => Err(ModerationError::NoAccount(text.to_owned())),
        },
    }
}

fn impose(
    transaction: &Transaction<'_>,
    kind: &str,
    target: &Target,
    until: Option<i64>,
    reason: &str,
    now: i64,
) -> rusqlite::Result<()> {
    remove(transaction, kind, target)?;
    let (account, address) = match target {
        Target::Account(account) => (Some(account), None),
        Target::Address(address) => (None, Some(address)),
    };
    transaction.execute(
        "INSERT INTO sanctions (kind, account, address, since, until, reason)
         VALUES (?, ?, ?, ?, ?, ?)",
        params![kind, account, address, now, until, reason],
    )?;
    Ok(())
}

/// Bans the addresses of an account's sessions for a time, unless they are banned for longer. To
/// lift the ban of the account lifts these too.
fn ban_addresses(
    transaction: &Transaction<'_>,
    account: i64,
    until: Option<i64>,
    reason: &str,
    now: i64,
) -> rusqlite::Result<()> {
    let mut select = transaction
        .prepare("SELECT DISTINCT address FROM sessions WHERE account = ? AND used > ?")?;
    let recent = select.query_map([account, now - ADDRESS_BAN], |row| row.get::<_, String>(0))?;
    let limit = now + ADDRESS_BAN;
    let until = Some(until.unwrap_or(limit).min(limit));
    for address in recent.collect::<rusqlite::Result<Vec<_>>>()? {
        // A proxy that names no addresses, and players on the server's own machine.
        let Ok(address) = address.parse::<IpAddr>() else { continue };
        if !address.is_loopback() {
            transaction.execute(
                "INSERT INTO sanctions (kind, account, address, since, until, reason)
                 SELECT 'ban', ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (
                     SELECT 1 FROM sanctions WHERE kind = 'ban' AND address = ?2
                     AND (until IS NULL OR until >= ?4))",
                params![account, network_of(address).to_string(), now, until, reason],
            )?;
        }
    }
    Ok(())
}

fn remove(transaction: &Transaction<'_>, kind: &str, target: &Target) -> rusqlite::Result<usize> {
    match target {
        Target::Account(account) => transaction.execute(
            "DELETE FROM sanctions WHERE kind = ? AND account = ?",
            params![kind, account],
        ),
        Target::Address(address) => transaction.execute(
            "DELETE FROM sanctions WHERE kind = ? AND address = ?",
            params![kind, address],
        ),
    }
}

fn lift(
    transaction: &Transaction<'_>,
    kind: &str,
    target: &Target,
    name: &str,
) -> Result<(), ModerationError> {
    match remove(transaction, kind, target)? {
        0 => Err(ModerationError::Nothing(name.to_owned())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account_name::AccountName;
    use crate::account_store::NewSession;

    fn database() -> (tempfile::TempDir, Database, i64) {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        let ann = database.add_account(&AccountName::new("Ann").unwrap(), "hash", 1).unwrap();
        (folder, database, ann.unwrap())
    }

    fn order(action: ModerationAction, target: &str, days: Option<u32>) -> ModerationOrder {
        ModerationOrder { action, target: target.to_owned(), days, reason: "spam".to_owned() }
    }

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    #[test]
    fn a_mute_holds_until_its_end_or_until_it_is_undone() {
        let (_folder, database, ann) = database();
        let sanctions = Sanctions::default();
        let muted = |account, now| sanctions.find("mute", account, HOME, now).is_some();
        database.moderate(&order(ModerationAction::Mute, "ANN", Some(1)), Some("Olga"), 0).unwrap();
        sanctions.load(&database, 0).unwrap();
        assert!(muted(Some(ann), DAY - 1) && !muted(Some(ann), DAY) && !muted(None, 1));
        assert!(sanctions.find("ban", Some(ann), HOME, 1).is_none());
        database.moderate(&order(ModerationAction::Unmute, "Ann", None), None, 5).unwrap();
        sanctions.load(&database, 5).unwrap();
        assert!(!muted(Some(ann), 6));
        let again = database.moderate(&order(ModerationAction::Unmute, "Ann", None), None, 5);
        assert!(matches!(again, Err(ModerationError::Nothing(_))), "{again:?}");
        let log = database.moderation_log().unwrap();
        assert_eq!(log.len(), 2, "what failed is not in it");
        assert_eq!(
            log[1].to_line(),
            "1970-01-01 00:00 UTC  Olga: mute ANN until 1970-01-02 00:00 UTC (spam)"
        );
    }

    #[test]
    fn a_ban_holds_for_the_account_and_for_its_addresses_for_a_time() {
        let (_folder, database, ann) = database();
        let session = |byte, address: &str| NewSession {
            token_hash: [byte; 32],
            program: String::new(),
            address: address.to_owned(),
        };
        let (known, _) = database.add_session(ann, &session(1, "10.0.0.1"), 100).unwrap();
        database.add_session(ann, &session(2, "127.0.0.1"), 100).unwrap();
        database.moderate(&order(ModerationAction::Ban, "Ann", None), None, 200).unwrap();
        assert!(!database.has_session(known).unwrap(), "its sessions have ended");
        let sanctions = Sanctions::default();
        sanctions.load(&database, 200).unwrap();
        let local = IpAddr::from([127, 0, 0, 1]);
        let banned = |account, address, now| sanctions.find("ban", account, address, now).is_some();
        assert!(banned(None, HOME, 201) && !banned(None, HOME, 201 + ADDRESS_BAN));
        assert!(banned(Some(ann), local, i64::MAX) && !banned(None, local, 201));
        database.moderate(&order(ModerationAction::Unban, "10.0.0.1", None), None, 300).unwrap();
        sanctions.load(&database, 300).unwrap();
        assert!(!banned(None, HOME, 301) && banned(Some(ann), HOME, 301));
        // To lift the ban of the account lifts those of its addresses, and leaves others.
        let other = IpAddr::from([10, 0, 0, 2]);
        database.moderate(&order(ModerationAction::Ban, "10.0.0.2", None), None, 400).unwrap();
        for (byte, address) in [(3, "10.0.0.1"), (4, "10.0.0.2")] {
            database.add_session(ann, &session(byte, address), 400).unwrap();
        }
        database.moderate(&order(ModerationAction::Ban, "Ann", Some(1)), None, 400).unwrap();
        sanctions.load(&database, 400).unwrap();
        assert!(banned(None, HOME, 401) && banned(None, other, i64::MAX));
        database.moderate(&order(ModerationAction::Unban, "Ann", None), None, 500).unwrap();
        sanctions.load(&database, 500).unwrap();
        assert!(!banned(Some(ann), HOME, 501) && banned(None, other, i64::MAX));
    }

    #[test]
    fn orders_that_make_no_sense_are_refused() {
        use ModerationAction as A;
        let (_folder, database, ann) = database();
        database.set_moderator(ann, true).unwrap();
        for (order, why) in [
            (order(A::Ban, "Nobody", None), "no account"),
            (order(A::Ban, "Ann", None), "is a moderator"),
            (order(A::CloseAccount, "10.0.0.1", None), "no account"),
            (order(A::CloseRoom, "../rooms", None), "name of a room"),
            (order(A::Mute, "10.0.0.1", Some(0)), "days"),
            (
                ModerationOrder {
                    reason: "\u{1b}[2J".to_owned(),
                    ..order(A::Mute, "10.0.0.1", None)
                },
                "reason",
            ),
        ] {
            let refused = database.moderate(&order, None, 1).unwrap_err();
            assert!(refused.to_string().contains(why), "{refused}");
        }
        assert_eq!(database.moderation_log().unwrap(), []);
    }
}
