//! Messages of any kind to the lobby of a server.

use serde_json::json;
use tungstenite::Message;

use super::{Bytes, run};
use crate::program::TestDir;
use crate::served::Served;

const MESSAGES: [&str; 17] = [
    r#"{"type":"rulesets"}"#,
    r#"{"type":"ruleset","ruleset":"ataxx/small","options":{"setup.random_walls.max":2}}"#,
    r#"{"type":"create","id":"1","ruleset":"ataxx/small","clock":"3 days","seats":[null,2]}"#,
    r#"{"type":"create","ruleset":"tafl/brandubh","clock":"5:00+3","private":true,"rated":false}"#,
    r#"{"type":"create","ruleset":"ataxx/small","delay":{"moves":3},"options":{"a":[1]}}"#,
    r#"{"type":"create","ruleset":"ataxx/small","delay":{"minutes":10}}"#,
    r#"{"type":"account"}"#,
    r#"{"type":"mine"}"#,
    r#"{"type":"vacation","begin":true}"#,
    r#"{"type":"withdraw","session":1}"#,
    r#"{"type":"ratings","family":"ataxx"}"#,
    r#"{"type":"search","player":"Ann","since":"2026-11-28","result":"won","before":7}"#,
    r#"{"type":"search","family":"ataxx","until":"2026-02-30","rated":true}"#,
    r#"{"type":"moderate","action":"ban","target":"Ann","days":3,"reason":"spam"}"#,
    r#"{"type":"visitors","room":"aaaaaaaaaa"}"#,
    r#"{"type":"moderation"}"#,
    r#"{"type":"unheard-of"}"#,
];

const WORDS: [&str; 14] = [
    "{",
    "}",
    "[",
    "\"",
    ":",
    ",",
    "\\u0000",
    "null",
    "-1",
    "4294967296",
    "18446744073709551616",
    "../../server.db",
    "' OR 1=1 --",
    "1e400",
];
/// Below what ends a connection for sending too much.
const LINES: usize = 20;

const REQUESTS: [(&str, &str); 5] = [
    ("sign-up", r#"{"name":"Ann","password":"correct horse"}"#),
    ("sign-in", r#"{"name":"Ann","password":"correct horse"}"#),
    ("password", r#"{"password":"correct horse","new":"battery staple"}"#),
    ("sign-out", "{}"),
    ("unheard-of", "{}"),
];

/// Each request about an account gets an answer that a page can read, and the server goes on.
fn account_request(served: &Served, bytes: &mut Bytes<'_>) {
    let (path, body) = REQUESTS[bytes.below(REQUESTS.len())];
    let body = bytes.edited_text(body, &WORDS);
    let kind = bytes.pick(&["application/json", "text/plain", "application/json; x", ""]);
    let cookie = bytes.pick(&["", "boardloom=0", "boardloom=;;=", "x"]);
    let head = format!("POST /account/{path} HTTP/1.1\r\nContent-Type: {kind}\r\nCookie: {cookie}");
    let answer = served.request(&head, &body);
    let status = answer.split(' ').nth(1).and_then(|it| it.parse::<u16>().ok());
    assert!(status.is_some_and(|status| (200..500).contains(&status) || status == 503), "{answer}");
    let next = served.request("GET /account/me HTTP/1.1", "");
    assert!(next.starts_with("HTTP/1.1 200"), "{next}");
}

#[test]
fn account_requests() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    run("account_requests", 15, |bytes| account_request(&served, bytes));
}

/// Each line gets one answer, and the server goes on.
fn lobby_lines(served: &Served, bytes: &mut Bytes<'_>) {
    let mut lobby = served.lobby();
    for _ in 0..LINES {
        if bytes.is_empty() {
            break;
        }
        let line = bytes.pick(&MESSAGES);
        let line = match bytes.below(4) {
            0 => line.to_owned(),
            _ => bytes.edited_text(line, &WORDS),
        };
        lobby.socket.send(Message::text(line.clone())).expect("it is connected");
        loop {
            let answer = lobby.next().unwrap_or_else(|| panic!("no answer to {line}"));
            let kind = answer["type"].as_str().unwrap_or_default();
            assert!(!kind.is_empty(), "{line}: {answer}");
            // The list of games comes by itself.
            if kind != "games" {
                break;
            }
        }
    }
    let mut other = served.lobby();
    other.send(&json!({ "type": "ratings" }));
    other.until("ratings");
}

#[test]
fn lobby_messages() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    run("lobby_messages", 15, |bytes| lobby_lines(&served, bytes));
}
