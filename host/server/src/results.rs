//! Finished games in the database, with the ratings that they change.

use boardloom_room::{EndKind, RoomState, SeatKind};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::Serialize;

use crate::account_name::name_key;
use crate::database::{Database, DatabaseError};
use crate::glicko::Rating;

/// A rating period: a rating gets less sure by one period in so many seconds.
const PERIOD: f64 = 7.0 * 24.0 * 3600.0;
/// A rating whose deviation is above this is provisional, and ranks after the others.
const PROVISIONAL: f64 = 110.0;
/// The most players that a leaderboard lists.
const LISTED: usize = 100;

/// A game that is over, with what its room's state does not tell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FinishedGame<'a> {
    pub room: &'a str,
    pub family: &'a str,
    /// The ruleset's name.
    pub title: &'a str,
    pub private: bool,
    pub state: &'a RoomState,
}

/// A rating as players see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct RatingEntry {
    pub name: String,
    pub family: String,
    pub rating: i32,
    pub deviation: i32,
    pub games: i64,
    pub provisional: bool,
}

impl FinishedGame<'_> {
    /// Tells whether the game counts for ratings: two accounts, and both have moved.
    fn is_rated(&self) -> bool {
        let state = self.state;
        let moved = |seat: u8| {
            let mut played = state.played.iter();
            played.any(|entry| entry.seat == seat && !entry.mv.starts_with('!'))
        };
        state.is_rated() && self.is_counted() && moved(1) && moved(2)
    }

    /// Tells whether the game has a result.
    fn is_counted(&self) -> bool {
        let end = self.state.turn.end.as_ref();
        end.is_some_and(|end| end.kind != EndKind::Aborted && !end.places.is_empty())
    }
}

impl Database {
    /// Keeps a finished game and changes the ratings of its players, once: a game that is known
    /// changes nothing. Returns the accounts whose ratings changed.
    pub fn keep_result(
        &self,
        game: &FinishedGame<'_>,
        now: i64,
    ) -> Result<Vec<(i64, i32)>, DatabaseError> {
        if !game.is_counted() {
            return Ok(Vec::new());
        }
        self.write(|it| {
            let Some(id) = insert_game(it, game, now)? else { return Ok(Vec::new()) };
            insert_players(it, id, game)?;
            match game.is_rated() {
                true => Ok(rate(it, id, game, now)?),
                false => Ok(Vec::new()),
            }
        })
    }

    /// Returns an account's rating in a family of games.
    pub fn rating_of(&self, account: i64, family: &str) -> Result<Option<i32>, DatabaseError> {
        let select = "SELECT rating FROM ratings WHERE account = ? AND family = ?";
        let rating = |row: &Row<'_>| row.get::<_, f64>(0).map(rounded);
        self.read(|it| it.query_row(select, params![account, family], rating).optional())
    }

    /// Returns the best players of a family.
    pub fn leaderboard(&self, family: &str, now: i64) -> Result<Vec<RatingEntry>, DatabaseError> {
        self.read(|it| entries(it, "family = ?1 AND closed IS NULL", params![family], now))
    }

    /// Returns all ratings of an account.
    pub fn ratings_of(&self, account: i64, now: i64) -> Result<Vec<RatingEntry>, DatabaseError> {
        self.read(|it| entries(it, "account = ?1", params![account], now))
    }

    /// Returns the families in which there are ratings.
    pub fn rated_families(&self) -> Result<Vec<String>, DatabaseError> {
        self.read(|it| {
            let mut select = it.prepare("SELECT DISTINCT family FROM ratings ORDER BY family")?;
            select.query_map([], |row| row.get(0))?.collect()
        })
    }
}

fn insert_game(
    transaction: &Transaction<'_>,
    game: &FinishedGame<'_>,
    now: i64,
) -> rusqlite::Result<Option<i64>> {
    let FinishedGame { room, family, title, private, state } = *game;
    let reason = state.turn.end.as_ref().map_or("", |end| &end.reason);
    let added = transaction.execute(
        "INSERT INTO games
         (room, number, family, ruleset, title, ended, plies, rated, private, reason)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (room, number) DO NOTHING",
        params![
            room,
            state.game,
            family,
            state.ruleset,
            title,
            now,
            state.turn.ply,
            game.is_rated(),
            private,
            reason,
        ],
    )?;
    Ok((added > 0).then(|| transaction.last_insert_rowid()))
}

fn insert_players(
    transaction: &Transaction<'_>,
    id: i64,
    game: &FinishedGame<'_>,
) -> rusqlite::Result<()> {
    let places = game.state.turn.end.iter().flat_map(|end| &end.places);
    for ((seat, known), place) in (1_u8..).zip(&game.state.seats).zip(places) {
        let (name, computer) = (&known.name, known.kind == SeatKind::Computer);
        transaction.execute(
            "INSERT INTO players (game, seat, account, name, name_key, computer, place)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
            params![id, seat, known.account, name, name_key(name), computer, place],
        )?;
    }
    Ok(())
}

/// Changes the ratings of both players by their game.
fn rate(
    transaction: &Transaction<'_>,
    id: i64,
    game: &FinishedGame<'_>,
    now: i64,
) -> rusqlite::Result<Vec<(i64, i32)>> {
    let accounts: Vec<i64> = game.state.seats.iter().filter_map(|seat| seat.account).collect();
    let places = game.state.turn.end.as_ref().map(|end| &*end.places);
    let (&[one, two], Some(&[first, second])) = (&*accounts, places) else {
        return Ok(Vec::new());
    };
    let score = match first.cmp(&second) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    let known = |account| rating(transaction, account, game.family);
    let ((before_one, at_one), (before_two, at_two)) = (known(one)?, known(two)?);
    let periods = |at: Option<i64>| at.map_or(0.0, |at| (now - at).max(0) as f64 / PERIOD);
    let (periods_one, periods_two) = (periods(at_one), periods(at_two));
    // Each by the other as it was before the game.
    let (now_one, now_two) = (before_one.after(periods_one), before_two.after(periods_two));
    let after_one = before_one.after_game(now_two, score, periods_one);
    let after_two = before_two.after_game(now_one, 1.0 - score, periods_two);
    let mut changed = Vec::new();
    for (seat, account, before, after) in
        [(1, one, before_one, after_one), (2, two, before_two, after_two)]
    {
        transaction.execute(
            "INSERT INTO ratings (account, family, rating, deviation, volatility, games, updated)
             VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6) ON CONFLICT (account, family) DO UPDATE SET
             rating = ?3, deviation = ?4, volatility = ?5, games = games + 1, updated = ?6",
            params![account, game.family, after.rating, after.deviation, after.volatility, now],
        )?;
        transaction.execute(
            "UPDATE players SET rating = ?, change = ? WHERE game = ? AND seat = ?",
            params![before.rating, after.rating - before.rating, id, seat],
        )?;
        changed.push((account, rounded(after.rating)));
    }
    Ok(changed)
}

/// Returns a rating and the time of its last game; that of a new player without games.
fn rating(
    connection: &Connection,
    account: i64,
    family: &str,
) -> rusqlite::Result<(Rating, Option<i64>)> {
    let select = "SELECT rating, deviation, volatility, updated FROM ratings
                  WHERE account = ? AND family = ?";
    let read = |row: &Row<'_>| {
        let (rating, deviation, volatility) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok((Rating { rating, deviation, volatility }, Some(row.get(3)?)))
    };
    let found = connection.query_row(select, params![account, family], read).optional()?;
    Ok(found.unwrap_or_default())
}

/// Returns ratings as they are now, the best first, provisional ones last.
fn entries(
    connection: &Connection,
    condition: &str,
    values: &[&dyn rusqlite::ToSql],
    now: i64,
) -> rusqlite::Result<Vec<RatingEntry>> {
    let mut select = connection.prepare(&format!(
        "SELECT name, family, rating, deviation, volatility, games, updated
         FROM ratings JOIN accounts ON accounts.id = account WHERE {condition}
         ORDER BY rating DESC, name"
    ))?;
    let entry = |row: &Row<'_>| {
        let (rating, deviation, volatility) = (row.get(2)?, row.get(3)?, row.get(4)?);
        let periods = (now - row.get::<_, i64>(6)?) as f64 / PERIOD;
        let known = Rating { rating, deviation, volatility }.after(periods);
        Ok(RatingEntry {
            name: row.get(0)?,
            family: row.get(1)?,
            rating: rounded(known.rating),
            deviation: rounded(known.deviation),
            games: row.get(5)?,
            provisional: known.deviation > PROVISIONAL,
        })
    };
    let mut found: Vec<RatingEntry> =
        select.query_map(values, entry)?.collect::<rusqlite::Result<_>>()?;
    found.sort_by_key(|entry| entry.provisional);
    found.truncate(LISTED);
    Ok(found)
}

fn rounded(number: f64) -> i32 {
    number.round() as i32
}

#[cfg(test)]
mod tests {
    use boardloom_room::{GameEnd, PlayedEntry, RoomSeat, TurnState};

    use super::*;
    use crate::account_name::AccountName;

    /// A game between two accounts that the first has won.
    fn state(accounts: [Option<i64>; 2]) -> RoomState {
        let seat = |account| RoomSeat {
            kind: SeatKind::Human,
            name: "Ann".to_owned(),
            account,
            ..RoomSeat::default()
        };
        let played =
            |seat| PlayedEntry { seat, mv: "a1".to_owned(), text: "a1".to_owned(), took_ms: None };
        let end = GameEnd { kind: EndKind::Over, places: vec![1, 2], reason: "most".to_owned() };
        RoomState {
            game: 1,
            epoch: 1,
            version: 9,
            ruleset: "family/classic".to_owned(),
            ruleset_hash: String::new(),
            ruleset_toml: String::new(),
            plugin: "family".to_owned(),
            plugin_hash: String::new(),
            start: None,
            rated: true,
            delay: None,
            analysis: false,
            seats: accounts.map(seat).into(),
            played: vec![played(1), played(2)],
            turn: TurnState { ply: 2, end: Some(end), ..TurnState::default() },
            offers: Vec::new(),
        }
    }

    fn finished(state: &RoomState) -> FinishedGame<'_> {
        FinishedGame {
            room: "aaaaaaaaaa",
            family: "family",
            title: "Classic",
            private: false,
            state,
        }
    }

    fn database() -> (tempfile::TempDir, Database, [i64; 2]) {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        let add = |name| {
            let name = AccountName::new(name).unwrap();
            database.add_account(&name, "hash", 1).unwrap().unwrap()
        };
        let accounts = [add("Ann"), add("Bob")];
        (folder, database, accounts)
    }

    #[test]
    fn a_game_changes_ratings_once() {
        let (_folder, database, [ann, bob]) = database();
        let state = state([Some(ann), Some(bob)]);
        let changed = database.keep_result(&finished(&state), 100).unwrap();
        assert_eq!(changed.iter().map(|(account, _)| *account).collect::<Vec<_>>(), [ann, bob]);
        assert!(changed[0].1 > 1600 && changed[1].1 < 1400, "{changed:?}");
        // As after a crash between the end of the game and the answer.
        assert_eq!(database.keep_result(&finished(&state), 200).unwrap(), []);
        assert_eq!(database.rating_of(ann, "family").unwrap(), Some(changed[0].1));
        assert_eq!(database.rating_of(ann, "other").unwrap(), None);
        let board = database.leaderboard("family", 100).unwrap();
        let names: Vec<(&str, i64)> = board.iter().map(|it| (&*it.name, it.games)).collect();
        assert_eq!(names, [("Ann", 1), ("Bob", 1)]);
        assert!(board[0].provisional);
        assert_eq!(database.rated_families().unwrap(), ["family"]);
        assert_eq!(database.ratings_of(bob, 100).unwrap()[0].rating, changed[1].1);
    }

    #[test]
    fn only_games_of_two_accounts_in_which_both_moved_are_rated() {
        let (_folder, database, [ann, bob]) = database();
        let both = state([Some(ann), Some(bob)]);
        let guest = state([Some(ann), None]);
        let casual = RoomState { rated: false, ..both.clone() };
        let early = RoomState { played: both.played[..1].to_vec(), ..both.clone() };
        let mut aborted = both.clone();
        aborted.turn.end.as_mut().unwrap().kind = EndKind::Aborted;
        for (game, state) in (1..).zip([guest, casual, early, aborted]) {
            let state = RoomState { game, ..state };
            assert_eq!(database.keep_result(&finished(&state), 100).unwrap(), [], "{game}");
        }
        assert_eq!(database.rating_of(ann, "family").unwrap(), None);
    }
}
