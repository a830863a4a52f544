//! Accounts and sessions in the database.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Serialize;

use crate::account_name::AccountName;
use crate::database::{Database, DatabaseError};

/// A session ends when it was not used for so long, in seconds.
pub(crate) const SESSION_LIFE: i64 = 90 * 24 * 3600;
/// The use of a session is noted at most so often, in seconds.
const NOTE_USE_EVERY: i64 = 3600;
/// The most sessions of an account; a new one ends the one that was not used for the longest time.
const MOST_SESSIONS: i64 = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Account {
    pub id: i64,
    pub name: String,
    pub moderator: bool,
}

/// An account with what only the sign-in needs.
#[derive(Debug)]
pub(crate) struct StoredAccount {
    pub account: Account,
    pub password: String,
    pub created: i64,
    pub closed: bool,
}

/// A session as its account sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SessionEntry {
    pub session: i64,
    pub program: String,
    pub address: String,
    pub created: i64,
    pub used: i64,
    /// Whether it is the one that asks.
    pub own: bool,
}

/// A session to begin.
#[derive(Debug, Clone)]
pub(crate) struct NewSession {
    pub token_hash: [u8; 32],
    pub program: String,
    pub address: String,
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredAccount> {
    Ok(StoredAccount {
        account: Account { id: row.get(0)?, name: row.get(1)?, moderator: row.get(2)? },
        password: row.get(3)?,
        created: row.get(4)?,
        closed: row.get::<_, Option<i64>>(5)?.is_some(),
    })
}

const STORED: &str = "SELECT id, name, moderator, password, created, closed FROM accounts";

impl Database {
    pub fn account_by_key(&self, key: &str) -> Result<Option<StoredAccount>, DatabaseError> {
        let select = format!("{STORED} WHERE name_key = ?");
        self.read(|it| it.query_row(&select, [key], stored).optional())
    }

    pub fn account_by_id(&self, id: i64) -> Result<Option<StoredAccount>, DatabaseError> {
        let select = format!("{STORED} WHERE id = ?");
        self.read(|it| it.query_row(&select, [id], stored).optional())
    }

    /// Adds an account; `None` if its name looks like that of another.
    pub fn add_account(
        &self,
        name: &AccountName,
        password: &str,
        now: i64,
    ) -> Result<Option<i64>, DatabaseError> {
        self.write(|it| {
            let added = it.execute(
                "INSERT INTO accounts (name, name_key, password, created) VALUES (?, ?, ?, ?)
                 ON CONFLICT (name_key) DO NOTHING",
                params![name.name, name.key, password, now],
            )?;
            Ok((added > 0).then(|| it.last_insert_rowid()))
        })
    }

    pub fn set_moderator(&self, account: i64, moderator: bool) -> Result<(), DatabaseError> {
        let update = "UPDATE accounts SET moderator = ? WHERE id = ?";
        self.write(|it| Ok(it.execute(update, params![moderator, account]).map(drop)?))
    }

    /// Sets a password and ends all sessions but one.
    pub fn set_password(
        &self,
        account: i64,
        password: &str,
        keep: Option<i64>,
    ) -> Result<(), DatabaseError> {
        self.write(|it| {
            let update = "UPDATE accounts SET password = ? WHERE id = ?";
            it.execute(update, params![password, account])?;
            end_sessions(it, account, keep)?;
            Ok(())
        })
    }

    /// Begins a session. Returns its number, and how many others were ended for it.
    pub fn add_session(
        &self,
        account: i64,
        new: &NewSession,
        now: i64,
    ) -> Result<(i64, usize), DatabaseError> {
        self.write(|it| {
            it.execute(
                "INSERT INTO sessions (account, token_hash, program, address, created, used)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
                params![account, new.token_hash, new.program, new.address, now],
            )?;
            let session = it.last_insert_rowid();
            let ended = it.execute(
                "DELETE FROM sessions WHERE account = ?1 AND id NOT IN
                 (SELECT id FROM sessions WHERE account = ?1 ORDER BY used DESC, id DESC LIMIT ?2)",
                params![account, MOST_SESSIONS],
            )?;
            Ok((session, ended))
        })
    }

    /// Returns the account and the number of a session that goes on, and notes its use.
    pub fn use_session(
        &self,
        token_hash: &[u8; 32],
        address: &str,
        now: i64,
    ) -> Result<Option<(Account, i64)>, DatabaseError> {
        let found = self.read(|it| {
            it.query_row(
                "SELECT accounts.id, name, moderator, sessions.id, used, address
                 FROM sessions JOIN accounts ON accounts.id = account
                 WHERE token_hash = ? AND closed IS NULL AND used > ?",
                params![token_hash, now - SESSION_LIFE],
                |row| {
                    let account =
                        Account { id: row.get(0)?, name: row.get(1)?, moderator: row.get(2)? };
                    let (used, from): (i64, String) = (row.get(4)?, row.get(5)?);
                    Ok((account, row.get(3)?, used, from))
                },
            )
            .optional()
        })?;
        let Some((account, session, used, from)) = found else { return Ok(None) };
        if now - used > NOTE_USE_EVERY || from != address {
            self.write(|it| {
                let update = "UPDATE sessions SET used = ?, address = ? WHERE id = ?";
                Ok::<_, DatabaseError>(
                    it.execute(update, params![now, address, session]).map(drop)?,
                )
            })?;
        }
        Ok(Some((account, session)))
    }

    /// Tells whether a session still goes on.
    pub fn has_session(&self, session: i64) -> Result<bool, DatabaseError> {
        let select = "SELECT EXISTS (SELECT * FROM sessions JOIN accounts ON accounts.id = account
                      WHERE sessions.id = ? AND closed IS NULL)";
        self.read(|it| it.query_row(select, [session], |row| row.get(0)))
    }

    /// Returns the sessions of an account, the last used first.
    pub fn sessions(&self, account: i64, own: i64) -> Result<Vec<SessionEntry>, DatabaseError> {
        self.read(|it| {
            let mut select = it.prepare(
                "SELECT id, program, address, created, used FROM sessions WHERE account = ?
                 ORDER BY used DESC, id DESC",
            )?;
            let entry = |row: &Row<'_>| {
                let session = row.get(0)?;
                Ok(SessionEntry {
                    session,
                    program: row.get(1)?,
                    address: row.get(2)?,
                    created: row.get(3)?,
                    used: row.get(4)?,
                    own: session == own,
                })
            };
            select.query_map([account], entry)?.collect()
        })
    }

    /// Ends one session of an account. False if it has no such session.
    pub fn end_session(&self, account: i64, session: i64) -> Result<bool, DatabaseError> {
        let delete = "DELETE FROM sessions WHERE id = ? AND account = ?";
        self.write(|it| Ok(it.execute(delete, [session, account])? > 0))
    }

    pub fn end_sessions(&self, account: i64, keep: Option<i64>) -> Result<(), DatabaseError> {
        self.write(|it| Ok(end_sessions(it, account, keep)?))
    }

    /// Forgets sessions that were not used for long.
    pub fn tidy_sessions(&self, now: i64) -> Result<(), DatabaseError> {
        let delete = "DELETE FROM sessions WHERE used <= ?";
        self.write(|it| Ok(it.execute(delete, [now - SESSION_LIFE]).map(drop)?))
    }
}

pub(crate) fn end_sessions(
    transaction: &Transaction<'_>,
    account: i64,
    keep: Option<i64>,
) -> rusqlite::Result<()> {
    let delete = "DELETE FROM sessions WHERE account = ? AND id <> coalesce(?, 0)";
    transaction.execute(delete, params![account, keep]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database() -> (tempfile::TempDir, Database) {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        (folder, database)
    }

    fn add(database: &Database, name: &str) -> Option<i64> {
        database.add_account(&AccountName::new(name).unwrap(), "hash", 1).unwrap()
    }

    fn new_session(byte: u8) -> NewSession {
        let (program, address) = ("test".to_owned(), "10.0.0.1".to_owned());
        NewSession { token_hash: [byte; 32], program, address }
    }

    #[test]
    fn a_name_is_given_once() {
        let (_folder, database) = database();
        let ann = add(&database, "Ann").expect("it is free");
        assert_eq!(add(&database, "ANN"), None);
        let found = database.account_by_key("ann").unwrap().expect("an account");
        assert_eq!((found.account.id, &*found.account.name), (ann, "Ann"));
    }

    #[test]
    fn sessions_end_one_by_one_all_at_once_and_with_time() {
        let (_folder, database) = database();
        let (ann, bob) = (add(&database, "Ann").unwrap(), add(&database, "Bob").unwrap());
        let open =
            |account, byte| database.add_session(account, &new_session(byte), 100).unwrap().0;
        let (first, second, third, other) =
            (open(ann, 1), open(ann, 2), open(ann, 3), open(bob, 4));
        let known = |byte, now| database.use_session(&[byte; 32], "10.0.0.1", now).unwrap();
        assert_eq!(known(1, 101).map(|(account, it)| (account.id, it)), Some((ann, first)));
        assert!(known(9, 101).is_none());
        assert!(!database.end_session(bob, first).unwrap(), "it is another's");
        assert!(database.end_session(ann, first).unwrap());
        assert!(known(1, 101).is_none() && known(2, 101).is_some());
        database.end_sessions(ann, Some(third)).unwrap();
        assert!(!database.has_session(second).unwrap() && database.has_session(third).unwrap());
        assert!(known(4, 101 + SESSION_LIFE).is_none(), "it was not used for long");
        database.tidy_sessions(101 + SESSION_LIFE).unwrap();
        assert!(!database.has_session(other).unwrap());
    }

    #[test]
    fn an_account_has_a_limited_number_of_sessions() {
        let (_folder, database) = database();
        let ann = add(&database, "Ann").unwrap();
        let begin = |number| {
            let new = new_session(number);
            database.add_session(ann, &new, i64::from(number)).unwrap().1
        };
        assert_eq!((0..30).map(begin).sum::<usize>(), 10, "the oldest end");
        let sessions = database.sessions(ann, 30).unwrap();
        assert_eq!(sessions.len() as i64, MOST_SESSIONS);
        assert!(sessions[0].own && sessions[0].used == 29);
    }
}
