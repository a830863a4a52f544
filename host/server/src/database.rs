//! The server's database: one SQLite file in the data folder.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use thiserror::Error;

pub(crate) const FILE: &str = "server.db";
/// Marks the file as this program's: "Blom".
const APPLICATION: i32 = 0x426c_6f6d;
/// The statements that lead from each version of the tables to the next.
const MIGRATIONS: [&str; 4] = [ACCOUNTS, GAMES, MODERATION, CORRESPONDENCE];
/// The most time to wait for another process that writes.
const BUSY: Duration = Duration::from_secs(10);

const ACCOUNTS: &str = "
    CREATE TABLE accounts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        -- Equal for names that look alike.
        name_key TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL,
        created INTEGER NOT NULL,
        moderator INTEGER NOT NULL DEFAULT 0,
        -- When it was closed.
        closed INTEGER
    ) STRICT;
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES accounts,
        -- SHA-256 of the token.
        token_hash BLOB NOT NULL UNIQUE,
        -- The browser or program, as it names itself.
        program TEXT NOT NULL,
        address TEXT NOT NULL,
        created INTEGER NOT NULL,
        used INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sessions_by_account ON sessions (account);
";

const GAMES: &str = "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        room TEXT NOT NULL,
        -- Counts the games of the room.
        number INTEGER NOT NULL,
        family TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        title TEXT NOT NULL,
        ended INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        rated INTEGER NOT NULL,
        private INTEGER NOT NULL,
        reason TEXT NOT NULL,
        UNIQUE (room, number)
    ) STRICT;
    CREATE INDEX games_by_ruleset ON games (ruleset);
    CREATE TABLE players (
        game INTEGER NOT NULL REFERENCES games,
        seat INTEGER NOT NULL,
        account INTEGER REFERENCES accounts,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        computer INTEGER NOT NULL,
        place INTEGER NOT NULL,
        -- Before the game, and what it changed; only of rated games.
        rating REAL,
        change REAL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX players_by_name ON players (name_key, game);
    CREATE TABLE ratings (
        account INTEGER NOT NULL REFERENCES accounts,
        family TEXT NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        games INTEGER NOT NULL,
        -- The end of the last game.
        updated INTEGER NOT NULL,
        PRIMARY KEY (account, family)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ratings_by_family ON ratings (family, rating);
";

const MODERATION: &str = "
    CREATE TABLE sanctions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        -- `mute` or `ban`, of an account or of an address.
        kind TEXT NOT NULL,
        account INTEGER REFERENCES accounts,
        address TEXT,
        since INTEGER NOT NULL,
        -- Absent without an end.
        until INTEGER,
        reason TEXT NOT NULL
    ) STRICT;
    CREATE TABLE closed_rooms (
        room TEXT PRIMARY KEY,
        closed INTEGER NOT NULL,
        reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE moderation_log (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        time INTEGER NOT NULL,
        -- The moderator's name; absent for the command line.
        moderator TEXT,
        action TEXT NOT NULL,
        target TEXT NOT NULL,
        until INTEGER,
        reason TEXT NOT NULL
    ) STRICT;
";

const CORRESPONDENCE: &str = "
    -- One row: how long the folder was served.
    CREATE TABLE server_clock (
        name TEXT NOT NULL,
        time_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE vacations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES accounts,
        began INTEGER NOT NULL,
        -- When it ends by itself: the days of a year are used up.
        until INTEGER NOT NULL,
        ended INTEGER
    ) STRICT;
    CREATE INDEX vacations_by_account ON vacations (account);
    CREATE INDEX vacations_by_end ON vacations (ended, until);
";

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DatabaseError {
    #[error(
        "{}: it was written by a newer version of the program (tables of version {found}, this \
         program knows {known}): update the program, or restore a backup of the folder",
        file.display()
    )]
    Newer { file: PathBuf, found: usize, known: usize },
    #[error("{}: it is not a database of this program; move it away", .0.display())]
    Foreign(PathBuf),
    #[error(
        "{}: its tables are of an older version, and a server uses the folder: end that server \
         first", .0.display()
    )]
    Older(PathBuf),
    #[error("{}: {error}", file.display())]
    File { file: PathBuf, error: std::io::Error },
    #[error("the database cannot be used: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

#[derive(Debug)]
pub(crate) struct Database {
    connection: Mutex<Connection>,
}

impl Database {
    /// Opens the database of a folder, and creates or migrates it.
    pub fn open(folder: &Path) -> Result<Self, DatabaseError> {
        Database::open_with(&folder.join(FILE), &MIGRATIONS, true)
    }

    /// As [`Database::open`], beside a server that uses it.
    pub fn open_shared(folder: &Path) -> Result<Self, DatabaseError> {
        Database::open_with(&folder.join(FILE), &MIGRATIONS, false)
    }

    fn open_with(file: &Path, migrations: &[&str], migrate: bool) -> Result<Self, DatabaseError> {
        create_private(file)
            .map_err(|error| DatabaseError::File { file: file.to_owned(), error })?;
        let mut connection = Connection::open(file)?;
        connection.busy_timeout(BUSY)?;
        let foreign = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => DatabaseError::Foreign(file.to_owned()),
            _ => DatabaseError::Sqlite(error),
        };
        let number = |name: &str| {
            connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0)).map_err(foreign)
        };
        let (application, found) = (number("application_id")?, number("user_version")?);
        let found = usize::try_from(found).unwrap_or(usize::MAX);
        let known = migrations.len();
        let is_empty = application == 0 && found == 0 && is_empty(&connection)?;
        if !is_empty && application != APPLICATION {
            return Err(DatabaseError::Foreign(file.to_owned()));
        }
        if found > known {
            return Err(DatabaseError::Newer { file: file.to_owned(), found, known });
        }
        if found < known && !migrate {
            return Err(DatabaseError::Older(file.to_owned()));
        }
        connection.pragma_update(None, "journal_mode", "wal")?;
        // Each commit is durable, as the records of rooms are.
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        for (version, statements) in migrations.iter().enumerate().skip(found) {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
            transaction.execute_batch(statements)?;
            transaction.pragma_update(None, "user_version", version as i64 + 1)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.commit()?;
        }
        Ok(Database { connection: Mutex::new(connection) })
    }

    pub fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, DatabaseError> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(read(&connection)?)
    }

    /// Writes in one transaction, which is undone if `write` fails.
    pub fn write<T, E: From<rusqlite::Error>>(
        &self,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let written = write(&transaction)?;
        transaction.commit()?;
        Ok(written)
    }

    /// Returns a number that changes when another process has written.
    pub fn changes_of_others(&self) -> Result<i64, DatabaseError> {
        self.read(|connection| {
            connection.pragma_query_value(None, "data_version", |row| row.get(0))
        })
    }
}

fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT NOT EXISTS (SELECT * FROM sqlite_schema)", [], |row| row.get(0))
}

/// Creates the file so that other users cannot read it; SQLite gives the files beside it the same
/// rights.
fn create_private(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_older_versions_become_those_of_this_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        let steps = ["CREATE TABLE a (x)", "ALTER TABLE a RENAME COLUMN x TO y"];
        drop(Database::open_with(&file, &steps[..1], true).unwrap());
        // Beside a server, nothing is changed.
        let beside = Database::open_with(&file, &steps, false).unwrap_err();
        assert!(beside.to_string().contains("end that server first"), "{beside}");
        for _ in 0..2 {
            let database = Database::open_with(&file, &steps, true).unwrap();
            database.read(|it| it.execute_batch("INSERT INTO a (y) VALUES (1)")).unwrap();
        }
        let newer = Database::open_with(&file, &steps[..1], true).unwrap_err();
        assert!(newer.to_string().contains("newer version of the program"), "{newer}");
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        drop(Database::open_with(&file, &["CREATE TABLE a (x)"], true).unwrap());
        let broken = ["CREATE TABLE a (x)", "DROP TABLE a; SELECT * FROM nothing"];
        assert!(Database::open_with(&file, &broken, true).is_err());
        let database = Database::open_with(&file, &broken[..1], true).unwrap();
        database.read(|it| it.execute_batch("INSERT INTO a (x) VALUES (1)")).unwrap();
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "x".repeat(5000)).unwrap();
        assert!(matches!(Database::open(folder.path()), Err(DatabaseError::Foreign(_))));
        let other = tempfile::tempdir().unwrap();
        let foreign = Connection::open(other.path().join(FILE)).unwrap();
        foreign.execute_batch("CREATE TABLE theirs (x)").unwrap();
        assert!(matches!(Database::open(other.path()), Err(DatabaseError::Foreign(_))));
    }

    #[test]
    fn all_migrations_of_this_program_run() {
        let folder = tempfile::tempdir().unwrap();
        drop(Database::open(folder.path()).unwrap());
        drop(Database::open_shared(folder.path()).unwrap());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = folder.path().join(FILE).metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "other users cannot read it");
        }
    }
}
