//! Messages of the network, in both directions, and saved rooms.

use std::net::IpAddr;
use std::time::Duration;

use boardloom_match::GameSource;
use boardloom_room::{
    ConnectionId, Replica, Room, RoomAccount, RoomEffect, RoomInput, RoomSettings, ServerMessage,
    ServerTime, WatchDelay,
};

use super::Bytes;
#[cfg(test)]
use super::run;

const MESSAGES: [&str; 34] = [
    r#"{"type":"hello","versions":[1],"name":"Ann"}"#,
    r#"{"type":"hello","versions":[1],"name":"Bob","token":"t1","code":null}"#,
    r#"{"type":"join","game":1,"epoch":1,"from":3,"chat_from":0}"#,
    r#"{"type":"sit","seat":1}"#,
    r#"{"type":"sit","seat":2}"#,
    r#"{"type":"stand"}"#,
    r#"{"type":"move","id":"m1","game":1,"ply":0,"move":"a"}"#,
    r#"{"type":"move","id":"m2","game":1,"ply":1,"move":"b"}"#,
    r#"{"type":"resign","game":1}"#,
    r#"{"type":"offer","game":1,"ply":1,"proposal":"draw"}"#,
    r#"{"type":"accept","game":1,"ply":1,"proposal":"draw"}"#,
    r#"{"type":"offer","game":1,"ply":2,"proposal":"take-back"}"#,
    r#"{"type":"accept","game":1,"ply":2,"proposal":"take-back"}"#,
    r#"{"type":"offer","game":1,"ply":1,"proposal":"pause"}"#,
    r#"{"type":"accept","game":1,"ply":1,"proposal":"pause"}"#,
    r#"{"type":"resume","game":1}"#,
    r#"{"type":"offer","game":1,"ply":2,"proposal":"rematch"}"#,
    r#"{"type":"accept","game":1,"ply":2,"proposal":"rematch"}"#,
    r#"{"type":"decline","game":1,"ply":1,"proposal":"draw"}"#,
    r#"{"type":"abort","game":1}"#,
    r#"{"type":"move","id":"m3","game":2,"ply":0,"move":"a"}"#,
    r#"{"type":"claim","game":1,"seat":1}"#,
    r#"{"type":"chat","id":"c3","to":{"seat":2},"text":"a pact?"}"#,
    r#"{"type":"chat","id":"c4","to":"watchers","text":"psst"}"#,
    r#"{"type":"claim","game":1,"seat":2,"adjourn":true}"#,
    r#"{"type":"chat","id":"c1","to":"all","text":"hello"}"#,
    r#"{"type":"chat","id":"c2","to":"notes","text":"b, then c"}"#,
    r#"{"type":"buy","game":1,"ply":1}"#,
    r#"{"type":"pong","ping":1}"#,
    r#"{"type":"plugin","hash":"","from":18446744073709551615}"#,
    r#"{"type":"conditional","game":1,"ply":1,"lines":[["b","c"],["d","e","f","g"]]}"#,
    r#"{"type":"conditional","game":1,"ply":0,"lines":[]}"#,
    r#"{"type":"hello","versions":[1],"name":"Eve","code":"K7QX3M"}"#,
    r#"{"type":"board","id":1,"game":1,"ply":1,"path":[3],"at":0,"width":300,"surface":"x"}"#,
];

const WORDS: [&str; 16] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "\\ud800",
    "\\u0000",
    "null",
    "-1",
    "4294967295",
    "18446744073709551615",
    "\"rematch\"",
    "\u{202e}",
    "1e400",
];

fn source() -> GameSource {
    let (rules, ruleset) = boardloom_testing::row("length = 9");
    GameSource::new(rules, ruleset)
}

fn settings(bytes: &mut Bytes<'_>) -> RoomSettings {
    RoomSettings {
        control: bytes
            .pick(&["none", "10+1", "1+2x3", "1 day", "arcade:5+2x3"])
            .parse()
            .expect("a clock"),
        delay: [None, Some(WatchDelay::Moves(1)), Some(WatchDelay::Minutes(1))][bytes.below(3)],
        opened_at: Some(ServerTime { clock: "a".to_owned(), time_ms: 5 }),
        seed: 1,
        claim_after: Duration::from_secs(5),
        max_clients: 4,
        code: (bytes.below(4) == 0).then(|| "K7QX3M".to_owned()),
        draws_boards: true,
        gives_plugin: true,
        ..RoomSettings::default()
    }
}

/// Returns what happens next to a room, after some time.
fn input(bytes: &mut Bytes<'_>, now: &mut Duration) -> RoomInput {
    *now += Duration::from_millis(bytes.below(4000) as u64);
    let connection = ConnectionId(bytes.below(4) as u64);
    match bytes.below(10) {
        0 => {
            let account = (bytes.below(3) == 0).then(|| RoomAccount {
                id: bytes.below(3) as i64,
                name: "Zoë".to_owned(),
                rating: Some(1500),
                on_vacation: bytes.below(2) == 0,
            });
            let network = Some(IpAddr::from([10, 0, 0, bytes.below(2) as u8]));
            let token = format!("t{}", connection.0);
            RoomInput::Opened { connection, token, account, network }
        }
        1 => RoomInput::Closed { connection },
        2 if bytes.below(2) == 0 => RoomInput::Tick,
        2 => RoomInput::Vacations { accounts: vec![(1, bytes.below(2) == 0)] },
        3 => RoomInput::Computer { search: bytes.below(3) as u64, mv: "c".to_owned() },
        4 | 5 => RoomInput::Line { connection, line: bytes.pick(&MESSAGES).to_owned() },
        _ => {
            let line = bytes.pick(&MESSAGES);
            RoomInput::Line { connection, line: bytes.edited_text(line, &WORDS) }
        }
    }
}

/// Reads a line of a case that is the input itself: the number of a connection, and its message;
/// or one of `+` for a new connection, `-` for its end and `.` for a second that passes.
fn input_of_line(line: &[u8], now: &mut Duration) -> RoomInput {
    let (first, rest) = line.split_first().unwrap_or((&b'.', &[]));
    let connection = ConnectionId(u64::from(*first) % 4);
    match rest {
        _ if *first == b'.' => {
            *now += Duration::from_secs(1);
            RoomInput::Tick
        }
        b"+" => RoomInput::Opened {
            connection,
            token: format!("t{}", connection.0),
            account: None,
            network: None,
        },
        b"-" => RoomInput::Closed { connection },
        line => RoomInput::Line { connection, line: String::from_utf8_lossy(line).into_owned() },
    }
}

/// Arbitrary messages of some connections never harm a room: what it sends can be read,
/// and the record that it keeps opens as a room again.
pub fn messages(bytes: &mut Bytes<'_>) {
    let mut room = Room::new(source(), settings(bytes)).expect("a room");
    let (mut now, mut disk) = (Duration::ZERO, None);
    let mut replica = Replica::new("Ann".to_owned(), "s".to_owned(), None, None);
    let mut raw = bytes.raw().map(|raw| raw.split(|byte| *byte == b'\n'));
    loop {
        let input = match &mut raw {
            None if bytes.is_empty() => break,
            None => input(bytes, &mut now),
            Some(lines) => match lines.next() {
                None => break,
                Some(line) => input_of_line(line, &mut now),
            },
        };
        for effect in room.handle(input, now) {
            match effect {
                RoomEffect::Persist { record } => disk = Some(record),
                RoomEffect::Send { message, .. } => {
                    let line = message.to_line();
                    let read = serde_json::from_str::<ServerMessage>(&line);
                    assert_eq!(read.ok().as_ref(), Some(&message), "{line}");
                    replica.take(&message);
                }
                _ => {}
            }
        }
    }
    if let Some(record) = disk {
        let restored = Room::restore(source(), RoomSettings::default(), &record);
        let restored = restored.unwrap_or_else(|error| panic!("{error}:\n{record}"));
        assert_eq!(restored.state().played, room.state().played);
    }
}

#[test]
fn room_messages() {
    run("room_messages", 100, messages);
}

/// A room's record that was damaged is refused, or opens as a room.
pub fn saved_room(bytes: &mut Bytes<'_>) {
    let mut room = Room::new(source(), settings(bytes)).expect("a room");
    let mut record = String::new();
    let opened = |number| RoomInput::Opened {
        connection: ConnectionId(number),
        token: format!("t{number}"),
        account: None,
        network: None,
    };
    let lines = [0, 2, 3, 6].map(|at| (1, MESSAGES[at])).into_iter().chain([
        (2, MESSAGES[0]),
        (2, MESSAGES[2]),
        (2, MESSAGES[4]),
        (1, MESSAGES[6]),
    ]);
    let lines = lines.map(|(number, line)| RoomInput::Line {
        connection: ConnectionId(number),
        line: line.to_owned(),
    });
    for input in [opened(1), opened(2)].into_iter().chain(lines) {
        for effect in room.handle(input, Duration::ZERO) {
            if let RoomEffect::Persist { record: text } = effect {
                record = text;
            }
        }
    }
    let text = bytes.input_text(&record, &WORDS);
    if let Ok(mut room) = Room::restore(source(), RoomSettings::default(), &text) {
        let mut now = Duration::ZERO;
        for line in [MESSAGES[1], MESSAGES[2], MESSAGES[7], MESSAGES[9], MESSAGES[13]] {
            now += Duration::from_secs(bytes.below(200_000) as u64);
            let connection = ConnectionId(9);
            room.handle(opened(9), now);
            room.handle(RoomInput::Line { connection, line: line.to_owned() }, now);
        }
        room.handle(RoomInput::Tick, now + Duration::from_secs(3600));
    }
}

#[test]
fn saved_rooms() {
    run("saved_rooms", 100, saved_room);
}
