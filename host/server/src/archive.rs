//! The search for finished games.

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};
use serde::{Deserialize, Serialize};

use crate::account_name::name_key;
use crate::calendar::{DAY, parse_day};
use crate::database::{Database, DatabaseError};

/// The games of one answer.
pub(crate) const PAGE: usize = 50;
/// The games of one file.
pub(crate) const FILE_GAMES: usize = 1000;
const LONGEST: usize = 100;

/// What is searched for; what is absent matches all games.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct GameSearch {
    pub player: Option<String>,
    pub opponent: Option<String>,
    pub family: Option<String>,
    pub ruleset: Option<String>,
    /// The first and the last day, as `2026-11-28`, in UTC.
    pub since: Option<String>,
    pub until: Option<String>,
    /// `won`, `lost` (by the player), `drawn`, `first` or `second` (the seat that won).
    pub result: Option<String>,
    pub rated: Option<bool>,
    /// Only games before this one: `id` of the last game of an earlier answer.
    pub before: Option<i64>,
}

/// A finished game as a search finds it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct FoundGame {
    pub id: i64,
    pub room: String,
    pub number: u32,
    pub family: String,
    pub ruleset: String,
    pub title: String,
    /// Seconds since 1970.
    pub ended: i64,
    pub plies: u32,
    pub rated: bool,
    pub reason: String,
    pub players: Vec<FoundPlayer>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct FoundPlayer {
    pub name: String,
    /// `account`, `guest` or `computer`.
    pub kind: &'static str,
    pub place: u8,
    /// Before the game, and what it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

/// Conditions in SQL, with their values.
#[derive(Debug, Default)]
struct Conditions {
    text: String,
    values: Vec<SqlValue>,
}

impl Conditions {
    fn add(&mut self, text: &str, value: Option<SqlValue>) {
        self.text.push_str(" AND ");
        self.text.push_str(text);
        self.values.extend(value);
    }
}

impl GameSearch {
    /// Returns the conditions, or why the search makes no sense.
    fn conditions(&self) -> Result<Conditions, String> {
        let texts = [
            &self.player,
            &self.opponent,
            &self.family,
            &self.ruleset,
            &self.since,
            &self.until,
            &self.result,
        ];
        if texts.into_iter().flatten().any(|text| text.len() > LONGEST) {
            return Err(format!("expected texts of at most {LONGEST} bytes"));
        }
        let mut all = Conditions::default();
        let first = "(SELECT count(*) FROM players WHERE game = games.id AND place = 1)";
        let result = match (self.result.as_deref(), &self.player) {
            (None, _) => String::new(),
            (Some("won"), Some(_)) => format!(" AND place = 1 AND {first} = 1"),
            (Some("lost"), Some(_)) => " AND place > 1".to_owned(),
            (Some("won" | "lost"), None) => {
                return Err("`won` and `lost` need a player".to_owned());
            }
            (Some(result @ ("drawn" | "first" | "second")), _) => {
                let condition = match result {
                    "drawn" => format!("{first} > 1"),
                    _ => {
                        let seat = if result == "first" { 1 } else { 2 };
                        format!(
                            "{first} = 1 AND EXISTS (SELECT * FROM players WHERE game = games.id \
                             AND place = 1 AND seat = {seat})"
                        )
                    }
                };
                all.add(&condition, None);
                String::new()
            }
            (Some(other), _) => {
                return Err(format!(
                    "result: expected `won`, `lost`, `drawn`, `first` or `second`, found `{other}`"
                ));
            }
        };
        let named = |result: &str| {
            format!("games.id IN (SELECT game FROM players WHERE name_key = ?{result})")
        };
        if let Some(player) = &self.player {
            all.add(&named(&result), Some(SqlValue::Text(name_key(player))));
        }
        if let Some(opponent) = &self.opponent {
            all.add(&named(""), Some(SqlValue::Text(name_key(opponent))));
        }
        for (column, value) in [("family", &self.family), ("ruleset", &self.ruleset)] {
            if let Some(value) = value {
                all.add(&format!("{column} = ?"), Some(SqlValue::Text(value.clone())));
            }
        }
        let days =
            [("since", &self.since, "ended >= ?", 0), ("until", &self.until, "ended < ?", DAY)];
        for (key, day, condition, more) in days {
            let Some(day) = day else { continue };
            let start = parse_day(day).ok_or_else(|| {
                format!("{key}: expected a day such as 2026-11-28, found `{day}`")
            })?;
            all.add(condition, Some(SqlValue::Integer(start + more)));
        }
        if let Some(rated) = self.rated {
            all.add("rated = ?", Some(SqlValue::Integer(rated.into())));
        }
        if let Some(before) = self.before {
            all.add("games.id < ?", Some(SqlValue::Integer(before)));
        }
        Ok(all)
    }
}

impl Database {
    /// Tells whether an account, or a visitor without one, may have the record of a game. `None`
    /// if no result of it is kept.
    pub fn game_access(
        &self,
        room: &str,
        number: u32,
        own: Option<i64>,
    ) -> Result<Option<bool>, DatabaseError> {
        let select = "SELECT private = 0 OR
                EXISTS (SELECT * FROM players WHERE game = games.id AND account = ?3)
             FROM games WHERE room = ?1 AND number = ?2";
        self.read(|it| {
            it.query_row(select, params![room, number, own], |row| row.get(0)).optional()
        })
    }

    /// Returns finished games, the newest first, and whether there are more. Private games are
    /// found by their own players alone.
    pub fn search_games(
        &self,
        search: &GameSearch,
        own: Option<i64>,
        most: usize,
    ) -> Result<Result<(Vec<FoundGame>, bool), String>, DatabaseError> {
        let conditions = match search.conditions() {
            Ok(conditions) => conditions,
            Err(why) => return Ok(Err(why)),
        };
        let select = format!(
            "SELECT id, room, number, family, ruleset, title, ended, plies, rated, reason
             FROM games WHERE (private = 0 OR
                 EXISTS (SELECT * FROM players WHERE game = games.id AND account = ?)){}
             ORDER BY id DESC LIMIT {}",
            conditions.text,
            most + 1
        );
        let own = own.map_or(SqlValue::Null, SqlValue::Integer);
        let values = std::iter::once(own).chain(conditions.values);
        self.read(|it| {
            let mut select = it.prepare(&select)?;
            let games = select.query_map(params_from_iter(values), found)?;
            let mut games: Vec<FoundGame> = games.collect::<rusqlite::Result<_>>()?;
            let more = games.len() > most;
            games.truncate(most);
            for game in &mut games {
                game.players = players(it, game.id)?;
            }
            Ok(Ok((games, more)))
        })
    }
}

fn found(row: &Row<'_>) -> rusqlite::Result<FoundGame> {
    Ok(FoundGame {
        id: row.get(0)?,
        room: row.get(1)?,
        number: row.get(2)?,
        family: row.get(3)?,
        ruleset: row.get(4)?,
        title: row.get(5)?,
        ended: row.get(6)?,
        plies: row.get(7)?,
        rated: row.get(8)?,
        reason: row.get(9)?,
        players: Vec::new(),
    })
}

fn players(connection: &Connection, game: i64) -> rusqlite::Result<Vec<FoundPlayer>> {
    let mut select = connection.prepare(
        "SELECT name, account IS NOT NULL, computer, place, rating, change FROM players
         WHERE game = ? ORDER BY seat",
    )?;
    let player = |row: &Row<'_>| {
        let kind = match (row.get(1)?, row.get(2)?) {
            (true, _) => "account",
            (false, true) => "computer",
            (false, false) => "guest",
        };
        let rounded = |number: Option<f64>| number.map(|it| it.round() as i32);
        Ok(FoundPlayer {
            name: row.get(0)?,
            kind,
            place: row.get(3)?,
            rating: rounded(row.get(4)?),
            change: rounded(row.get(5)?),
        })
    };
    select.query_map(params![game], player)?.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game for each line: names, places, day, ruleset, rated, private.
    fn database() -> (tempfile::TempDir, Database) {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        let games = [
            (["Ann", "Bob"], [1, 2], "2026-01-01", "x/one", true, false),
            (["Bob", "Ann"], [1, 2], "2026-01-02", "x/one", true, false),
            (["Ann", "Level 3"], [1, 1], "2026-01-03", "x/two", false, false),
            (["Ann", "Zoë"], [2, 1], "2026-01-04", "y/one", false, true),
        ];
        for (number, (names, places, day, ruleset, rated, private)) in (1..).zip(games) {
            let family = ruleset.split('/').next().unwrap();
            let write = |it: &rusqlite::Transaction<'_>| {
                it.execute(
                    "INSERT INTO games (id, room, number, family, ruleset, title, ended, plies, \
                     rated, private, reason) VALUES (?, 'r', ?1, ?2, ?3, 't', ?4, 9, ?5, ?6, 'w')",
                    params![number, family, ruleset, parse_day(day).unwrap() + 5, rated, private],
                )?;
                for (seat, (name, place)) in (1..).zip(names.into_iter().zip(places)) {
                    it.execute(
                        "INSERT INTO players (game, seat, account, name, name_key, computer, \
                         place) VALUES (?, ?, NULL, ?, ?, ?, ?)",
                        params![number, seat, name, name_key(name), name == "Level 3", place],
                    )?;
                }
                Ok::<_, DatabaseError>(())
            };
            database.write(write).unwrap();
        }
        (folder, database)
    }

    #[test]
    fn games_are_found_by_player_ruleset_day_and_result() {
        let (_folder, database) = database();
        let text = |text: &str| Some(text.to_owned());
        let find = |search: GameSearch| {
            let found = database.search_games(&search, None, 9).unwrap().unwrap();
            found.0.iter().map(|game| game.id).collect::<Vec<_>>()
        };
        let by = |player: &str, result: &str| GameSearch {
            player: text(player),
            result: text(result).filter(|result| !result.is_empty()),
            ..GameSearch::default()
        };
        assert_eq!(find(GameSearch::default()), [3, 2, 1], "the private game is not found");
        assert_eq!(find(by("ANN", "")), [3, 2, 1]);
        assert_eq!(find(by("ann", "won")), [1]);
        assert_eq!(find(by("ann", "lost")), [2]);
        assert_eq!(find(by("ann", "drawn")), [3]);
        assert_eq!(find(by("bob", "first")), [2, 1]);
        let opponent = GameSearch { opponent: text("level 3"), ..by("ann", "") };
        assert_eq!(find(opponent), [3]);
        let family = GameSearch { family: text("x"), rated: Some(true), ..GameSearch::default() };
        assert_eq!(find(family), [2, 1]);
        let ruleset = GameSearch { ruleset: text("x/two"), ..GameSearch::default() };
        assert_eq!(find(ruleset), [3]);
        let (since, until) = (text("2026-01-02"), text("2026-01-02"));
        assert_eq!(find(GameSearch { since, until, ..GameSearch::default() }), [2]);
        let before = GameSearch { before: Some(2), ..GameSearch::default() };
        assert_eq!(find(before), [1]);
        let (games, more) =
            database.search_games(&GameSearch::default(), None, 2).unwrap().unwrap();
        assert_eq!((games.len(), more), (2, true));
        assert_eq!(games[0].players[1].kind, "computer");
    }

    #[test]
    fn searches_that_make_no_sense_are_refused() {
        let (_folder, database) = database();
        let text = |text: &str| Some(text.to_owned());
        for (search, why) in [
            (GameSearch { result: text("won"), ..GameSearch::default() }, "need a player"),
            (GameSearch { result: text("x' OR 1"), ..GameSearch::default() }, "expected `won`"),
            (GameSearch { since: text("yesterday"), ..GameSearch::default() }, "expected a day"),
            (GameSearch { player: text(&"x".repeat(999)), ..GameSearch::default() }, "at most"),
        ] {
            let refused = database.search_games(&search, None, 9).unwrap().unwrap_err();
            assert!(refused.contains(why), "{refused}");
        }
    }
}
