//! Parses requests.

use boardloom_ruleset::{Overrides, suggestion};
use serde_json::{Map, Value as Json};

use super::QueryError;
use super::question::Question;

const KEYS: [&str; 8] =
    ["id", "ruleset", "ruleset_toml", "set", "seed", "position", "moves", "ask"];

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RulesetRef {
    /// An id or a file name.
    Id(String),
    /// The text of a ruleset.
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Move {
        /// From 0; `None` for the seat that can play the move.
        seat: Option<u8>,
        /// The notation, or any spelling that the game parses.
        mv: String,
    },
    /// Removes the player of a seat, from 0.
    RemovePlayer(u8),
}

#[derive(Debug)]
pub struct Request {
    pub ruleset: RulesetRef,
    pub settings: Overrides,
    /// For chance moves.
    pub seed: Option<u64>,
    /// The start position, in a text form of the game.
    pub position: Option<String>,
    pub steps: Vec<Step>,
    /// The questions with their names as the request gives them.
    pub questions: Vec<(String, Question)>,
}

pub fn parse_json(text: &str) -> Result<Json, QueryError> {
    serde_json::from_str(text).map_err(|error| {
        let text = error.to_string();
        let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
        let what = format!("expected a JSON object, found: {what} at column {}", error.column());
        QueryError::without_place("json", what)
    })
}

pub fn read(json: &Json) -> Result<Request, QueryError> {
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
        seed: seed(map)?,
        position: text(map, "position")?.map(str::to_owned),
        steps: steps(map)?,
        questions: questions(map)?,
    })
}

fn ruleset(map: &Map<String, Json>) -> Result<RulesetRef, QueryError> {
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

fn settings(map: &Map<String, Json>) -> Result<Overrides, QueryError> {
    match given(map, "set") {
        None => Ok(Overrides::new()),
        Some(Json::Object(chosen)) => {
            Ok(chosen.iter().map(|(key, value)| (key.as_str(), value.clone())).collect())
        }
        Some(other) => {
            let what = "an object of options and values, such as {\"rules.limit\": 100}";
            Err(expected("/set".to_owned(), what, other))
        }
    }
}

/// Returns the value of a key; `None` for null too.
fn given<'a>(map: &'a Map<String, Json>, key: &str) -> Option<&'a Json> {
    map.get(key).filter(|value| !value.is_null())
}

fn expected(at: String, what: &str, found: &Json) -> QueryError {
    QueryError::request(at, format!("expected {what}, found {}", kind(found)))
}

fn seed(map: &Map<String, Json>) -> Result<Option<u64>, QueryError> {
    let read = |value: &Json| {
        let what = "a whole number from 0 to 2^64 - 1";
        value.as_u64().ok_or_else(|| expected("/seed".to_owned(), what, value))
    };
    given(map, "seed").map(read).transpose()
}

fn steps(map: &Map<String, Json>) -> Result<Vec<Step>, QueryError> {
    let list = list(map, "moves")?;
    list.iter().enumerate().map(|(number, item)| step(&format!("/moves/{number}"), item)).collect()
}

fn step(at: &str, item: &Json) -> Result<Step, QueryError> {
    const EXPECTED: &str =
        "expected a move's notation, {\"seat\": N, \"move\": \"...\"} or {\"retire\": N}";
    let error = |found: String| QueryError::request(at, format!("{EXPECTED}, found {found}"));
    match item {
        Json::String(mv) => Ok(Step::Move { seat: None, mv: mv.clone() }),
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
                    Ok(Step::Move { seat, mv: mv.clone() })
                }
                (None, None, Some(who)) if parts.len() == 1 => Ok(Step::RemovePlayer(who)),
                _ => Err(error(item.to_string())),
            }
        }
        other => Err(error(kind(other))),
    }
}

fn questions(map: &Map<String, Json>) -> Result<Vec<(String, Question)>, QueryError> {
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

fn text<'a>(map: &'a Map<String, Json>, key: &str) -> Result<Option<&'a str>, QueryError> {
    let read =
        |value: &'a Json| value.as_str().ok_or_else(|| expected(pointer("", key), "a text", value));
    given(map, key).map(read).transpose()
}

fn list<'a>(map: &'a Map<String, Json>, key: &str) -> Result<&'a [Json], QueryError> {
    match given(map, key) {
        None => Ok(&[]),
        Some(Json::Array(items)) => Ok(items),
        Some(other) => Err(expected(pointer("", key), "a list", other)),
    }
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
