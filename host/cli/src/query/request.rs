//! Parses requests.

use boardloom_match::{Cause, GameEvent, Observer, listed_events};
use boardloom_ruleset::{Overrides, suggestion};
use serde_json::{Map, Value as Json};

use super::question::Question;
use super::{QueryError, Result};

const KEYS: [&str; 9] =
    ["id", "ruleset", "ruleset_toml", "set", "seed", "position", "moves", "observer", "ask"];

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RulesetRef {
    Id(String),
    Toml(String),
}

impl RulesetRef {
    pub fn pointer(&self) -> &'static str {
        match self {
            RulesetRef::Id(_) => "/ruleset",
            RulesetRef::Toml(_) => "/ruleset_toml",
        }
    }
}

#[derive(Debug)]
pub struct Request {
    pub ruleset: RulesetRef,
    pub settings: Overrides,
    /// For chance moves.
    pub seed: Option<u64>,
    /// The start position, in a text form of the game.
    pub position: Option<String>,
    /// Moves in any spelling that the game parses.
    pub events: Vec<GameEvent>,
    /// As whom the answers see the position; `None` sees everything.
    pub observer: Option<Observer>,
    /// The questions with their names as the request gives them.
    pub questions: Vec<(String, Question)>,
}

pub fn parse_json(text: &str) -> Result<Json> {
    serde_json::from_str(text).map_err(|error| {
        let text = error.to_string();
        let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
        let what = format!("expected a JSON object, found: {what} at column {}", error.column());
        QueryError::without_place("json", what)
    })
}

pub fn read(json: &Json) -> Result<Request> {
    let Json::Object(map) = json else {
        return Err(expected(String::new(), "a JSON object", json));
    };
    if let Some(key) = map.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let mean = suggestion::suffix(key, KEYS);
        return Err(QueryError::request(pointer("", key), format!("unknown key `{key}`{mean}")));
    }
    Ok(Request {
        ruleset: ruleset(map)?,
        settings: settings(map)?,
        seed: given(map, "seed", "a whole number from 0 to 2^64 - 1", Json::as_u64)?,
        position: text(map, "position")?.map(str::to_owned),
        events: events(map)?,
        observer: given(map, "observer", "a seat from 1, or \"spectator\"", observer)?,
        questions: questions(map)?,
    })
}

fn observer(json: &Json) -> Option<Observer> {
    match (json.as_str(), json.as_u64()) {
        (Some("spectator"), _) => Some(Observer::Spectator),
        (_, Some(seat @ 1..=255)) => Some(Observer::Seat(seat as u8 - 1)),
        _ => None,
    }
}

fn ruleset(map: &Map<String, Json>) -> Result<RulesetRef> {
    match (text(map, "ruleset")?, text(map, "ruleset_toml")?) {
        (Some(id), None) => Ok(RulesetRef::Id(id.to_owned())),
        (None, Some(toml)) => Ok(RulesetRef::Toml(toml.to_owned())),
        (Some(_), Some(_)) => Err(QueryError::request(
            "/ruleset_toml",
            "expected `ruleset` or `ruleset_toml`, found both; leave one out",
        )),
        (None, None) => Err(QueryError::request(
            "",
            "expected `ruleset` (an id, as `boardloom list` prints it) or `ruleset_toml` \
             (a whole file), found neither",
        )),
    }
}

fn settings(map: &Map<String, Json>) -> Result<Overrides> {
    let what = "an object of options and values, such as {\"rules.limit\": 100}";
    let chosen = given(map, "set", what, Json::as_object)?.into_iter().flatten();
    Ok(chosen.map(|(key, value)| (key.as_str(), value.clone())).collect())
}

/// Reads the value of a key; `None` for null too.
fn given<'a, T>(
    map: &'a Map<String, Json>,
    key: &str,
    what: &str,
    read: impl FnOnce(&'a Json) -> Option<T>,
) -> Result<Option<T>> {
    let given = map.get(key).filter(|value| !value.is_null());
    given.map(|it| read(it).ok_or_else(|| expected(pointer("", key), what, it))).transpose()
}

fn expected(at: String, what: &str, found: &Json) -> QueryError {
    QueryError::request(at, format!("expected {what}, found {}", kind(found)))
}

fn events(map: &Map<String, Json>) -> Result<Vec<GameEvent>> {
    if let Some(Json::String(text)) = map.get("moves") {
        let events = listed_events(text);
        return events.map_err(|why| QueryError::request("/moves", why.to_string()));
    }
    let list = list(map, "moves")?;
    list.iter().enumerate().map(|(number, item)| event(&format!("/moves/{number}"), item)).collect()
}

fn event(at: &str, item: &Json) -> Result<GameEvent> {
    const EXPECTED: &str =
        "expected a move's notation, {\"seat\": N, \"move\": \"...\"} or {\"retire\": N}";
    let error = |found: String| QueryError::request(at, format!("{EXPECTED}, found {found}"));
    match item {
        Json::String(mv) => Ok(GameEvent::Move { seat: None, mv: mv.clone() }),
        Json::Object(parts) => {
            let seat = |key: &str| match parts.get(key) {
                None => Ok(None),
                Some(number) => match number.as_u64() {
                    Some(number @ 1..=255) => Ok(Some(number as u8 - 1)),
                    _ => Err(QueryError::request(
                        pointer(at, key),
                        format!("expected a seat's number from 1, found {number}"),
                    )),
                },
            };
            match (parts.get("move"), seat("seat")?, seat("retire")?) {
                (Some(Json::String(mv)), seat, None) if parts.len() <= 2 => {
                    Ok(GameEvent::Move { seat, mv: mv.clone() })
                }
                (None, None, seat @ Some(_)) if parts.len() == 1 => {
                    Ok(GameEvent::RemovePlayer { seat, cause: Cause::Resigned })
                }
                _ => Err(error(item.to_string())),
            }
        }
        other => Err(error(kind(other))),
    }
}

fn questions(map: &Map<String, Json>) -> Result<Vec<(String, Question)>> {
    let mut questions = Vec::new();
    for (number, item) in list(map, "ask")?.iter().enumerate() {
        let at = format!("/ask/{number}");
        let Json::String(name) = item else {
            return Err(expected(at, "the name of a question", item));
        };
        let question = Question::read(name).map_err(|what| QueryError::request(at, what))?;
        questions.push((name.clone(), question));
    }
    Ok(questions)
}

fn text<'a>(map: &'a Map<String, Json>, key: &str) -> Result<Option<&'a str>> {
    given(map, key, "a text", Json::as_str)
}

fn list<'a>(map: &'a Map<String, Json>, key: &str) -> Result<&'a [Json]> {
    Ok(given(map, key, "a list", Json::as_array)?.map_or(&[], Vec::as_slice))
}

/// Appends a key to a JSON Pointer.
pub fn pointer(at: &str, key: &str) -> String {
    format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn kind(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Number(value) => format!("the number {value}"),
        Json::String(value) => format!("the text {value:?}"),
        Json::Array(_) => "a list".to_owned(),
        Json::Object(_) => "an object".to_owned(),
    }
}
