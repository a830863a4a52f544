//! `serve`: days a move, vacations, conditional moves, watching late, rooms that move to another
//! server, results that cannot be written.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::TestDir;
use crate::served::{Served, Wire};

const PATIENCE: Duration = Duration::from_secs(60);

fn created(served: &Served, offer: Value) -> String {
    served.create(&offer)["room"].as_str().expect("a room").to_owned()
}

/// Returns the files of a room: its record and its note.
fn files(dir: &TestDir, room: &str) -> [PathBuf; 2] {
    ["loom", "json"].map(|kind| dir.path().join(format!("server/rooms/{room}.{kind}")))
}

/// Changes a file of a server that is down.
fn edit(file: &Path, change: impl FnOnce(String) -> String) {
    let text = std::fs::read_to_string(file).expect("it is there");
    std::fs::write(file, change(text)).expect("it can be written");
}

/// Waits for the record of a finished game.
#[track_caller]
fn finished(served: &Served, room: &str) -> String {
    finished_at(served, &format!("/games/{room}-1.loom"))
}

fn finished_at(served: &Served, path: &str) -> String {
    let head = format!("GET {path} HTTP/1.1");
    let began = Instant::now();
    loop {
        let answer = served.request(&head, "");
        if answer.starts_with("HTTP/1.1 200") {
            return answer;
        }
        assert!(began.elapsed() < PATIENCE, "{answer}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn mine(served: &Served, cookie: &str) -> Vec<Value> {
    let mut lobby = served.connect_as("/lobby/socket", cookie);
    lobby.send(&json!({ "type": "mine" }));
    lobby.until("mine")["games"].as_array().expect("a list").clone()
}

/// Two guests on the seats of a new game, with the secrets of their seats.
fn two_guests(served: &Served, offer: Value) -> (String, [(Wire, String); 2]) {
    let room = created(served, offer);
    let mut players = ["Ann", "Bob"].map(|name| served.enter(&room, name, None));
    for (seat, (wire, _)) in (1..).zip(&mut players) {
        wire.until("state");
        wire.sit(seat);
    }
    (room, players)
}

/// A room without clients wakes for its deadline: once its clock is known to be due, and once it
/// comes due in a room that was woken.
#[test]
fn a_clock_of_days_runs_out_without_clients() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let offer = || json!({ "ruleset": "ataxx/small", "clock": "1 day" });
    let rooms = [(); 2].map(|()| {
        let (room, [(mut ann, _), (mut bob, _)]) = two_guests(&served, offer());
        ann.play("m1", 0, "d1");
        bob.until_event("played");
        bob.play("m2", 1, "a2");
        let played = bob.until_event("played");
        assert_eq!(played["clock"]["control"], "1 day");
        assert_eq!(played["clock"]["running"], 1);
        room
    });
    served.kill();
    // Most of the day has passed: the first one's note knows when it is over, the other's does not.
    for (room, deadline) in rooms.iter().zip([Some(2000), None]) {
        let [record, note] = files(&dir, room);
        edit(&record, |text| {
            let line = |line: &str| match line.strip_prefix("[Here ") {
                Some(at) => {
                    let at = at.trim_end_matches(']');
                    Some(format!("{line}\n[Turn {at} \"86398\" \"0\" \"0\"]\n"))
                }
                None if line.starts_with("[Turn ") => None,
                None => Some(format!("{line}\n")),
            };
            text.lines().filter_map(line).collect()
        });
        edit(&note, |text| {
            let mut note: Value = serde_json::from_str(&text).expect("JSON");
            let turn = &mut note["turn"];
            assert_eq!(turn["acting"], json!([1]), "{text}");
            match deadline {
                Some(time) => turn["deadline"]["time_ms"] = json!(time),
                None => *turn = Value::Null,
            }
            note.to_string()
        });
    }
    let served = Served::start(&dir, &[]);
    for room in &rooms {
        let record = finished(&served, room);
        assert!(record.contains("!time") && record.contains("[Result \"2 1\""), "{record}");
        // Its players find it for a while.
        let (mut ann, _) = served.enter(room, "Ann", None);
        assert_eq!(ann.until("state")["state"]["end"]["places"], json!([2, 1]));
    }
}

#[test]
fn a_vacation_stops_the_clocks_of_an_account() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let (ann, bob) = (served.sign_up("Ann"), served.sign_up("Bob"));
    let room = created(&served, json!({ "ruleset": "ataxx/small", "clock": "3 days" }));
    let quick = created(&served, json!({ "ruleset": "ataxx/small", "clock": "600+5" }));
    let mut wires = Vec::new();
    for room in [&quick, &room] {
        for (seat, cookie) in [(1, &ann), (2, &bob)] {
            let mut wire = served.enter_as(room, cookie);
            wire.until("state");
            wire.sit(seat);
            wires.push(wire);
        }
    }
    let games = mine(&served, &ann);
    assert_eq!(games.len(), 1, "those with days a move: {games:?}");
    assert_eq!(games[0]["room"], room.as_str());
    assert_eq!((&games[0]["own_turn"], &games[0]["seat"]), (&json!(true), &json!(1)));
    let left = games[0]["left_ms"].as_u64().expect("a time");
    assert!((258_000_000..=259_200_000).contains(&left), "{left}");
    assert_eq!(mine(&served, &bob)[0]["own_turn"], false);

    let mut lobby = served.connect_as("/lobby/socket", &ann);
    lobby.send(&json!({ "type": "account" }));
    assert_eq!(lobby.until("account")["vacation"]["days_left"], 30);
    lobby.send(&json!({ "type": "vacation", "begin": true }));
    assert_ne!(lobby.until("account")["vacation"]["since"], Value::Null);
    lobby.send(&json!({ "type": "vacation", "begin": true }));
    assert_eq!(lobby.until("error")["code"], "vacation");
    let mut other = wires.pop().expect("Bob's connection");
    let away = |wire: &mut Wire, away: bool| {
        while wire.until_event("seat")["on_vacation"].as_bool().unwrap_or(false) != away {}
        wire.until_event("turn")["clock"]["running"].clone()
    };
    assert_eq!(away(&mut other, true), Value::Null);
    assert_eq!(mine(&served, &ann)[0]["left_ms"], Value::Null);
    // It goes on after a restart, and a room that sleeps is told of its end.
    served.kill();
    let served = Served::start(&dir, &[]);
    let mut lobby = served.connect_as("/lobby/socket", &ann);
    lobby.send(&json!({ "type": "vacation", "begin": false }));
    assert_eq!(lobby.until("account")["vacation"]["days_left"], 29, "a begun day counts");
    let began = Instant::now();
    while mine(&served, &ann)[0]["left_ms"].is_null() {
        assert!(began.elapsed() < PATIENCE, "the clock goes on");
        std::thread::sleep(Duration::from_millis(100));
    }
    let state = served.enter_as(&room, &bob).until("state");
    assert_eq!(state["state"]["clock"]["running"], 1, "{state}");
    // Guests have none.
    let mut guest = served.lobby();
    for kind in ["vacation", "mine"] {
        guest.send(&json!({ "type": kind, "begin": true }));
        assert_eq!(guest.until("error")["code"], "sign-in");
    }
}

#[test]
fn conditional_moves_are_played_and_stay_secret() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let (room, [(mut ann, _), (mut bob, secret)]) =
        two_guests(&served, json!({ "ruleset": "ataxx/small", "clock": "3 days" }));
    let conditional =
        |lines: Value| json!({ "type": "conditional", "game": 1, "ply": 0, "lines": lines });
    bob.send(&conditional(json!([["d1", "z9"]])));
    assert_eq!(bob.until("error")["code"], "illegal");
    assert_eq!(bob.until("conditional")["lines"], json!([]), "what the room has");
    bob.send(&conditional(json!([["d1", "a2", "d2", "b2"]])));
    assert_eq!(bob.until("conditional")["lines"], json!([["d1", "a2", "d2", "b2"]]));
    served.kill();
    let served = Served::start(&dir, &[]);
    let (mut back, _) = served.enter(&room, "Bob", Some(&secret));
    assert_eq!(back.until("conditional")["lines"][0][1], "a2");
    drop(ann);
    let offer = json!({ "ruleset": "ataxx/small", "clock": "3 days" });
    (_, [(ann, _), (bob, _)]) = two_guests(&served, offer);
    bob.send(&conditional(json!([["d1", "a2", "d2", "b2"]])));
    bob.until("conditional");
    ann.play("m1", 0, "d1");
    let mut moves = Vec::new();
    while moves.len() < 2 {
        let message = ann.next().expect("an event");
        assert_ne!(message["type"], "conditional", "neither before nor after is Ann told");
        if message["event"] == "played" {
            moves.push(message["played"][0]["move"].clone());
        }
    }
    assert_eq!(moves, ["d1", "a2"]);
}

#[test]
fn watchers_see_the_game_late_where_the_offer_says_so() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let mut lobby = served.lobby();
    for delay in [json!({ "moves": 0 }), json!({ "moves": 51 }), json!({ "minutes": 1441 })] {
        lobby.send(&json!({ "type": "create", "ruleset": "ataxx/small", "delay": delay }));
        assert_eq!(lobby.until("error")["code"], "offer", "{delay}");
    }
    let offer = json!({ "ruleset": "ataxx/small", "delay": { "moves": 2 } });
    let (room, [(mut ann, _), (mut bob, _)]) = two_guests(&served, offer);
    let (mut eve, _) = served.enter(&room, "Eve", None);
    assert_eq!(eve.until("state")["state"]["delay"], json!({ "moves": 2 }));
    ann.play("m1", 0, "d1");
    bob.until_event("played");
    bob.play("m2", 1, "a2");
    ann.until_event("played");
    ann.send(&json!({ "type": "chat", "id": "c", "to": "all", "text": "a2?" }));
    bob.until("chat");
    eve.send(&json!({ "type": "join" }));
    assert_eq!(eve.until("state")["state"]["played"], json!([]));
    let board = |wire: &mut Wire| {
        wire.send(&json!({
            "type": "board", "id": 1, "game": 1, "ply": 2, "width": 300, "surface": "",
        }));
        let board = wire.until("board");
        (board["ply"].clone(), board["contents"].as_array().expect("a list").len())
    };
    assert_eq!(board(&mut eve), (json!(0), 4));
    assert_eq!(board(&mut bob), (json!(2), 6));
    ann.until_event("played");
    ann.play("m3", 2, "d2");
    let played = eve.until_event("played");
    assert_eq!((&played["played"][0]["move"], &played["ply"]), (&json!("d1"), &json!(1)));
    while lobby.until("games")["games"][0]["delay"] != json!({ "moves": 2 }) {}
    // What is over may be known, with what the players wrote.
    bob.send(&json!({ "type": "resign", "game": 1 }));
    while eve.until_event("played")["end"].is_null() {}
    eve.send(&json!({ "type": "join" }));
    assert_eq!(eve.until("chat")["text"], "a2?");
}

#[test]
fn a_room_moves_to_another_server() {
    let (here, there) = (TestDir::new(), TestDir::new());
    let served = Served::start(&here, &[]);
    let other = Served::start(&there, &[]);
    let offer = json!({ "ruleset": "ataxx/small", "clock": "3 days", "private": true });
    let answer = served.create(&offer);
    let room = answer["room"].as_str().expect("a room");
    let enter = |served: &Served, name: &str, token: Option<&str>| {
        let mut wire = served.try_connect(&format!("/rooms/{room}/socket"), None).expect("a room");
        wire.send(&json!({
            "type": "hello", "versions": [1], "name": name, "code": answer["code"], "token": token,
        }));
        let welcome = wire.until("welcome");
        wire.send(&json!({ "type": "join" }));
        let state = wire.until("state")["state"].clone();
        (wire, welcome["token"].as_str().expect("a token").to_owned(), state)
    };
    let (mut ann, ann_token, _) = enter(&served, "Ann", None);
    let (mut bob, bob_token, _) = enter(&served, "Bob", None);
    ann.sit(1);
    bob.sit(2);
    ann.play("m1", 0, "d1");
    bob.until_event("played");
    bob.send(&json!({ "type": "conditional", "game": 1, "ply": 1, "lines": [] }));
    bob.until("conditional");
    ann.send(&json!({ "type": "conditional", "game": 1, "ply": 1, "lines": [["a2", "d2"]] }));
    ann.until("conditional");
    served.kill();
    other.kill();
    for (from, to) in files(&here, room).iter().zip(files(&there, room)) {
        std::fs::rename(from, to).expect("both servers are down");
    }
    let (served, other) = (Served::start(&here, &[]), Served::start(&there, &[]));
    let mut gone = served.try_connect(&format!("/rooms/{room}/socket"), None).expect("it listens");
    assert_eq!(gone.until("error")["code"], "no-room");
    let (mut bob, _, state) = enter(&other, "Bob", Some(&bob_token));
    let (mut ann, _, _) = enter(&other, "Ann", Some(&ann_token));
    assert_eq!(state["played"][0]["move"], "d1");
    assert_eq!(state["clock"]["running"], 2, "{state}");
    bob.play("m2", 1, "a2");
    ann.until_event("played");
    assert_eq!(ann.until_event("played")["played"][0]["move"], "d2", "what Ann left came along");
    bob.until_event("played");
    bob.until_event("played");
    bob.send(&json!({ "type": "resign", "game": 1 }));
    let code = answer["code"].as_str().expect("a code");
    let record = finished_at(&other, &format!("/games/{room}-1.loom?code={code}"));
    assert!(record.contains("[Seat \"2\" \"Bob\""));
}

#[test]
fn a_result_that_cannot_be_written_is_written_later() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let (room, [(mut ann, _), (mut bob, _)]) =
        two_guests(&served, json!({ "ruleset": "ataxx/small" }));
    ann.play("m1", 0, "d1");
    bob.until_event("played");
    bob.play("m2", 1, "a2");
    ann.until_event("played");
    // The folder is gone for a while, as a disk that is not mounted.
    let (folder, aside) = (dir.path().join("server/finished"), dir.path().join("aside"));
    std::fs::rename(&folder, &aside).expect("it can be moved");
    std::fs::write(&folder, "").expect("it can be written");
    bob.send(&json!({ "type": "resign", "game": 1 }));
    while ann.until_event("played")["end"].is_null() {}
    let head = format!("GET /games/{room}-1.loom HTTP/1.1");
    assert!(served.request(&head, "").starts_with("HTTP/1.1 404"));
    std::fs::remove_file(&folder).expect("it is a file");
    std::fs::rename(&aside, &folder).expect("it can be moved back");
    assert!(finished(&served, &room).contains("[Result \"1 2\""));
}

/// The second player takes the first one's stone.
#[test]
fn sides_are_swapped() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let options = json!({ "rules.equaliser": "swap-seats" });
    let room = created(&served, json!({ "ruleset": "connection/hex", "options": options }));
    let (mut ann, _) = served.enter(&room, "Ann", None);
    let (mut bob, _) = served.enter(&room, "Bob", None);
    for (seat, wire) in [(1, &mut ann), (2, &mut bob)] {
        wire.until("state");
        wire.sit(seat);
    }
    ann.play("m1", 0, "f6");
    bob.until_event("played");
    bob.play("m2", 1, "swap");
    // Her own move comes first.
    ann.until_event("played");
    let swapped = ann.until_event("played")["played"][0].clone();
    assert_eq!((&swapped["move"], &swapped["seat"]), (&json!("swap"), &json!(2)));
    // The first player goes on, with the other side.
    ann.play("m3", 2, "a1");
    assert_eq!(ann.until_event("played")["played"][0]["seat"], 1);
    bob.play("m4", 2, "swap");
    assert_eq!(bob.until("error")["code"], "stale");
}
