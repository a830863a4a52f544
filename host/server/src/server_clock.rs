//! The time that a server has served its folder: it stands still while the server is down.

use std::time::{Duration, Instant};

use boardloom_room::ServerTime;
use rusqlite::{OptionalExtension, params};

use crate::database::{Database, DatabaseError};

#[derive(Debug)]
pub(crate) struct ServerClock {
    /// Tells this folder's clock from that of other servers, from which a room may come.
    name: String,
    /// What it showed when the server started.
    before: Duration,
    started: Instant,
}

impl ServerClock {
    pub fn open(database: &Database) -> Result<Self, DatabaseError> {
        let (name, ms) = database.write(|it| {
            let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
            let select = "SELECT name, time_ms FROM server_clock";
            let known: Option<(String, i64)> = it.query_row(select, [], read).optional()?;
            if let Some(known) = known {
                return Ok::<_, rusqlite::Error>(known);
            }
            let name = format!("{:016x}", boardloom_online::random());
            it.execute("INSERT INTO server_clock (name, time_ms) VALUES (?, 0)", [&name])?;
            Ok((name, 0))
        })?;
        let before = Duration::from_millis(u64::try_from(ms).unwrap_or_default());
        Ok(ServerClock { name, before, started: Instant::now() })
    }

    pub fn time(&self) -> ServerTime {
        let time = self.before + self.started.elapsed();
        let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        ServerTime { clock: self.name.clone(), time_ms }
    }

    /// Writes the time, from which the next start goes on.
    pub fn keep(&self, database: &Database) -> Result<(), DatabaseError> {
        let time = i64::try_from(self.time().time_ms).unwrap_or(i64::MAX);
        database.write(|it| {
            it.execute("UPDATE server_clock SET time_ms = ?", params![time]).map(drop)
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_on_where_it_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        let clock = ServerClock::open(&database).unwrap();
        let later = ServerClock { before: Duration::from_secs(900), ..clock };
        later.keep(&database).unwrap();
        let kept = later.time();
        let again = ServerClock::open(&database).unwrap();
        assert_eq!(again.before.as_secs(), 900);
        assert!(again.time().since(&kept) < Duration::from_secs(60));
        assert_eq!(again.name, later.name);
        let other = tempfile::tempdir().unwrap();
        let foreign = ServerClock::open(&Database::open(other.path()).unwrap()).unwrap();
        assert_eq!(kept.since(&foreign.time()), Duration::ZERO, "of different clocks");
    }
}
