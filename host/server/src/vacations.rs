//! Vacations of accounts, during which their clocks of days a move stand still.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use thiserror::Error;

use crate::calendar::DAY;
use crate::database::{Database, DatabaseError};

/// The days of vacation in any [`YEAR`].
const BUDGET: i64 = 30;
const YEAR: i64 = 365 * DAY;

/// What an account reads of its vacation; times in seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Vacation {
    /// When the running vacation began, and when it ends at the latest.
    pub since: Option<i64>,
    pub until: Option<i64>,
    pub days_left: i64,
}

#[derive(Debug, Error)]
pub(crate) enum VacationError {
    #[error("you are on vacation")]
    Begun,
    #[error("you are not on vacation")]
    NotBegun,
    #[error("you have used up the {BUDGET} days of vacation of a year")]
    UsedUp,
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("the database cannot be used: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

impl Database {
    /// Returns the accounts that are on vacation.
    pub fn on_vacation(&self, now: i64) -> Result<BTreeSet<i64>, DatabaseError> {
        self.read(|it| {
            let select = "SELECT account FROM vacations WHERE ended IS NULL AND until > ?";
            let mut select = it.prepare(select)?;
            select.query_map([now], |row| row.get(0))?.collect()
        })
    }

    pub fn vacation_of(&self, account: i64, now: i64) -> Result<Vacation, DatabaseError> {
        self.read(|it| {
            let running = running(it, account, now)?;
            let (since, until) =
                running.map_or((None, None), |(_, since, until)| (Some(since), Some(until)));
            Ok(Vacation { since, until, days_left: days_left(it, account, now)? })
        })
    }

    pub fn begin_vacation(&self, account: i64, now: i64) -> Result<(), VacationError> {
        self.write(|it| {
            if running(it, account, now)?.is_some() {
                return Err(VacationError::Begun);
            }
            let left = days_left(it, account, now)?;
            if left == 0 {
                return Err(VacationError::UsedUp);
            }
            it.execute(
                "INSERT INTO vacations (account, began, until) VALUES (?, ?, ?)",
                params![account, now, now + left * DAY],
            )?;
            Ok(())
        })
    }

    pub fn end_vacation(&self, account: i64, now: i64) -> Result<(), VacationError> {
        self.write(|it| {
            let Some((id, ..)) = running(it, account, now)? else {
                return Err(VacationError::NotBegun);
            };
            it.execute("UPDATE vacations SET ended = ? WHERE id = ?", params![now, id])?;
            Ok(())
        })
    }
}

/// Returns the id, the begin and the latest end of an account's running vacation.
fn running(
    connection: &Connection,
    account: i64,
    now: i64,
) -> rusqlite::Result<Option<(i64, i64, i64)>> {
    let select = "SELECT id, began, until FROM vacations
                  WHERE account = ? AND ended IS NULL AND until > ?";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    connection.query_row(select, [account, now], read).optional()
}

/// Returns the days that are left of the last year's. A begun day counts as a whole one, so that
/// short vacations do not stop a clock again and again.
fn days_left(connection: &Connection, account: i64, now: i64) -> rusqlite::Result<i64> {
    let first = now - YEAR;
    let mut select = connection.prepare(
        "SELECT began, coalesce(ended, until), until FROM vacations
         WHERE account = ?1 AND coalesce(ended, until) > ?2",
    )?;
    let days = |row: &Row<'_>| {
        let (began, ended, until): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let ended = ended.min(until).min(now);
        Ok(((ended - began.max(first)).max(1) + DAY - 1) / DAY)
    };
    let used: rusqlite::Result<Vec<i64>> =
        select.query_map(params![account, first], days)?.collect();
    Ok((BUDGET - used?.iter().sum::<i64>()).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account_name::AccountName;

    #[test]
    fn a_year_has_thirty_days_of_vacation() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        let name = AccountName::new("Ann").unwrap();
        let ann = database.add_account(&name, "hash", 1).unwrap().unwrap();
        let begin = 1_000 * DAY;
        let left = |now| database.vacation_of(ann, now).unwrap().days_left;
        assert!(matches!(database.end_vacation(ann, begin), Err(VacationError::NotBegun)));
        assert_eq!(left(begin), 30);
        database.begin_vacation(ann, begin).unwrap();
        assert!(matches!(database.begin_vacation(ann, begin), Err(VacationError::Begun)));
        assert_eq!(database.on_vacation(begin).unwrap(), BTreeSet::from([ann]));
        // A minute costs a day.
        database.end_vacation(ann, begin + 60).unwrap();
        assert_eq!((left(begin + 60), database.on_vacation(begin + 60).unwrap().len()), (29, 0));
        database.begin_vacation(ann, begin + 10 * DAY).unwrap();
        let running = database.vacation_of(ann, begin + 15 * DAY).unwrap();
        let expected = Vacation {
            since: Some(begin + 10 * DAY),
            until: Some(begin + 39 * DAY),
            days_left: 24,
        };
        assert_eq!(running, expected);
        // It ends by itself when the days are used up.
        let end = begin + 39 * DAY;
        assert_eq!(database.on_vacation(end - 1).unwrap().len(), 1);
        assert_eq!((database.on_vacation(end).unwrap().len(), left(end)), (0, 0));
        assert!(matches!(database.begin_vacation(ann, end), Err(VacationError::UsedUp)));
        // A year later, day by day, they are there again.
        assert_eq!(left(begin + 2 * DAY + YEAR), 1);
        assert_eq!(left(begin + 20 * DAY + YEAR), 11);
        assert_eq!(left(end + YEAR), 30);
    }
}
