//! Rated games of `serve`, the search for finished games, and what `stats` and `compare` make of them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::TestDir;
use crate::served::{Served, Wire};

/// Two accounts at one board.
struct Duel {
    room: String,
    wires: [Wire; 2],
}

impl Duel {
    fn begin(served: &Served, offer: &Value, cookies: [&str; 2]) -> Self {
        let room = served.create(offer)["room"].as_str().expect("a room").to_owned();
        let mut wires = cookies.map(|cookie| served.enter_as(&room, cookie));
        for (seat, wire) in (1..).zip(&mut wires) {
            wire.until("state");
            wire.sit(seat);
        }
        Duel { room, wires }
    }

    /// Plays a move of each, and lets a seat resign. Returns the end.
    fn resign(&mut self, seat: usize) -> Value {
        for (ply, mv) in [(0, "d1"), (1, "d5")] {
            self.wires[ply].play(&format!("m{ply}"), ply as u32, mv);
            self.wires[0].until_event("played");
        }
        self.wires[seat - 1].send(&json!({ "type": "resign", "game": 1 }));
        self.wires[0].until_event("played")["end"].clone()
    }

    /// Returns the rating of a seat, once the room tells it.
    fn rating(&mut self, seat: u64) -> i64 {
        loop {
            let event = self.wires[0].until_event("seat");
            if event["seat"] == seat && event["rating"].is_number() {
                return event["rating"].as_i64().expect("a number");
            }
        }
    }
}

const RATED: &str = "ataxx/small";

fn offer() -> Value {
    json!({ "ruleset": RATED })
}

fn ask(served: &Served, cookie: &str, message: &Value, kind: &str) -> Value {
    let mut lobby = served.connect_as("/lobby/socket", cookie);
    lobby.send(message);
    lobby.until(kind)
}

fn ratings(served: &Served) -> Vec<(String, i64, i64)> {
    let ratings = ask(served, "", &json!({ "type": "ratings", "family": "ataxx" }), "ratings");
    let players = ratings["players"].as_array().expect("a list").iter();
    let player = |it: &Value| {
        let name = it["name"].as_str().expect("a name").to_owned();
        (name, it["rating"].as_i64().expect("points"), it["games"].as_i64().expect("a count"))
    };
    players.map(player).collect()
}

fn search(served: &Served, cookie: &str, mut fields: Value) -> Vec<String> {
    fields["type"] = json!("search");
    let found = ask(served, cookie, &fields, "found");
    let games = found["games"].as_array().expect("a list").iter();
    games.map(|game| game["room"].as_str().expect("a room").to_owned()).collect()
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").expect("a head").1
}

#[test]
fn a_rated_game_changes_both_ratings_once() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let (ann, bob) = (served.sign_up("Ann"), served.sign_up("Bob"));
    assert_eq!(ratings(&served), []);
    let mut duel = Duel::begin(&served, &offer(), [&ann, &bob]);
    assert_eq!(duel.resign(2)["places"], json!([1, 2]));
    let first = duel.rating(1);
    assert!(first > 1600, "{first}");
    let after = ratings(&served);
    assert_eq!(after.len(), 2, "{after:?}");
    assert_eq!((&*after[0].0, after[0].1, after[0].2), ("Ann", first, 1));
    assert_eq!((&*after[1].0, after[1].1 + first, after[1].2), ("Bob", 3000, 1));
    // The room wakes again, whose game is over and known: nothing changes.
    let Duel { room, wires } = duel;
    drop(wires);
    served.kill();
    let served = Served::start(&dir, &[]);
    let mut again = served.enter_as(&room, &ann);
    assert_eq!(again.until("state")["state"]["seats"][0]["rating"], first);
    assert_eq!(ratings(&served), after);
    // A new game shows the ratings at the seats and in the lobby.
    let next = Duel::begin(&served, &offer(), [&bob, &ann]);
    let mut lobby = served.lobby();
    loop {
        let games = lobby.until("games");
        let games = games["games"].as_array().expect("a list");
        let game = games.iter().find(|it| it["room"] == next.room.as_str());
        let Some(game) = game.filter(|it| it["status"] == "running") else { continue };
        assert_eq!((&game["rated"], &game["seats"][1]["rating"]), (&json!(true), &json!(first)));
        break;
    }
}

/// The server is killed after the end of the game is on the disk, and before its result is in the
/// database: the state of the folder is made as such a kill leaves it.
#[test]
fn a_server_that_is_killed_between_end_and_rating_rates_once() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let (ann, bob) = (served.sign_up("Ann"), served.sign_up("Bob"));
    let mut duel = Duel::begin(&served, &offer(), [&ann, &bob]);
    let room = duel.room.clone();
    served.kill();
    // The last process to close the database leaves one file.
    let close = || dir.run(&["serve", "admin", "log", "--data", "server"]).success();
    close();
    let file = |name: &str| dir.path().join("server").join(name);
    let before = std::fs::read(file("server.db")).expect("a database");
    let note = std::fs::read(file(&format!("rooms/{room}.json"))).expect("a note");
    let served = Served::start(&dir, &[]);
    duel.wires = [&ann, &bob].map(|cookie| served.enter_as(&room, cookie));
    for wire in &mut duel.wires {
        wire.until("state");
    }
    duel.resign(2);
    let first = duel.rating(1);
    let after = ratings(&served);
    served.kill();
    close();
    std::fs::write(file("server.db"), &before).expect("a file");
    std::fs::write(file(&format!("rooms/{room}.json")), &note).expect("a file");
    std::fs::remove_file(file(&format!("finished/{room}-1.loom"))).expect("a file");
    for _ in 0..2 {
        // No client comes; the server finds the end by itself.
        let served = Served::start(&dir, &[]);
        let began = Instant::now();
        while ratings(&served).is_empty() {
            assert!(began.elapsed().as_secs() < 60, "the game is rated");
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(ratings(&served), after, "{first}");
        assert_eq!(search(&served, "", json!({})), [room.as_str()]);
        assert!(file(&format!("finished/{room}-1.loom")).exists());
    }
}

#[test]
fn casual_games_change_no_rating() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let (ann, bob) = (served.sign_up("Ann"), served.sign_up("Bob"));
    let mut casual = offer();
    casual["rated"] = json!(false);
    let mut duel = Duel::begin(&served, &casual, [&ann, &bob]);
    duel.resign(1);
    // A guest on a seat.
    let room = served.create(&offer())["room"].as_str().expect("a room").to_owned();
    let mut own = served.enter_as(&room, &ann);
    let (mut guest, _) = served.enter(&room, "Bob", None);
    for (seat, wire) in [(1, &mut own), (2, &mut guest)] {
        wire.until("state");
        wire.sit(seat);
    }
    own.play("a", 0, "d1");
    guest.until_event("played");
    guest.play("b", 1, "d5");
    guest.until_event("played");
    guest.send(&json!({ "type": "resign", "game": 1 }));
    own.until_event("played");
    own.until_event("played");
    own.until_event("played");
    // A game in which one has not moved.
    let mut early = Duel::begin(&served, &offer(), [&ann, &bob]);
    early.wires[0].play("a", 0, "d1");
    early.wires[1].until_event("played");
    early.wires[1].send(&json!({ "type": "resign", "game": 1 }));
    early.wires[1].until_event("played");
    assert_eq!(search(&served, "", json!({})).len(), 3, "they are kept");
    assert_eq!(search(&served, "", json!({ "rated": true })).len(), 0);
    assert_eq!(ratings(&served), []);
}

#[test]
fn finished_games_are_found_and_measured() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let (ann, bob) = (served.sign_up("Ann"), served.sign_up("Bob"));
    let mut rooms = Vec::new();
    for (cookies, loser) in [([&ann, &bob], 2), ([&bob, &ann], 2), ([&ann, &bob], 1)] {
        let mut duel = Duel::begin(&served, &offer(), cookies.map(|it| &**it));
        duel.resign(loser);
        rooms.push(duel.room);
    }
    let mut private = offer();
    private["private"] = json!(true);
    let created = served.create(&private);
    let hidden = created["room"].as_str().expect("a room").to_owned();
    let path = format!("/rooms/{hidden}/socket");
    let mut wires = [&ann, &bob].map(|cookie| served.connect_as(&path, cookie));
    for (seat, wire) in (1..).zip(&mut wires) {
        let code = &created["code"];
        wire.send(&json!({ "type": "hello", "versions": [1], "name": "", "code": code }));
        wire.until("welcome");
        wire.send(&json!({ "type": "join" }));
        wire.until("state");
        wire.sit(seat);
    }
    let mut duel = Duel { room: hidden.clone(), wires };
    duel.resign(1);
    let [one, two, three] = [0, 1, 2].map(|at| rooms[at].as_str());
    for (fields, expected) in [
        (json!({}), vec![three, two, one]),
        (json!({ "player": "ANN", "result": "won" }), vec![one]),
        (json!({ "player": "bob", "result": "won" }), vec![three, two]),
        (json!({ "player": "Ann", "opponent": "Bob", "family": "ataxx" }), vec![three, two, one]),
        (json!({ "ruleset": "ataxx/classic" }), vec![]),
        (json!({ "until": "2000-01-01" }), vec![]),
        (json!({ "since": "2000-01-01", "result": "second" }), vec![three]),
        (json!({ "player": "nobody" }), vec![]),
    ] {
        assert_eq!(search(&served, "", fields.clone()), expected, "{fields}");
    }
    assert_eq!(search(&served, &ann, json!({ "player": "Ann" })).len(), 4, "her own");
    let wrong = ask(&served, "", &json!({ "type": "search", "since": "soon" }), "error");
    assert_eq!(wrong["code"], "search");
    // All of them as one file, which other commands read.
    let answer = served.request("GET /records.loom?player=ann HTTP/1.1", "");
    assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains(&hidden), "{answer}");
    let records = body(&answer);
    assert_eq!(records.matches("[Boardloom \"1\"]").count(), 3);
    dir.write("records.loom", records);
    let stats = dir.run(&["stats", RATED, "--records", "records.loom", "--json"]).success();
    let stats: Value = serde_json::from_str(&stats).expect("JSON");
    assert_eq!((&stats["games"], &stats["won"]), (&json!(3), &json!([2, 1])), "{stats}");
    assert_eq!(stats["players"], "recorded");
    assert!(stats["moves_per_position"]["mean"].as_f64().expect("a number") > 5.0, "{stats}");
    let shown = dir.run(&["stats", RATED, "--records", "records.loom"]).success();
    assert!(shown.contains("3 games of records.loom"), "{shown}");
    let other = dir.run(&["stats", "ataxx/classic", "--records", "records.loom"]);
    other.fails(1, "no finished game of ataxx/classic");
    let compared = dir.run(&["compare", "records.loom"]).success();
    assert!(compared.contains(&format!("| {RATED} | 3     |")), "{compared}");
    // Alone, a record is the same game.
    let single = served.request(&format!("GET /games/{one}-1.loom HTTP/1.1"), "");
    assert!(records.contains(body(&single).trim_end()), "{single}");
    let answer = served.request("GET /records.loom?since=soon HTTP/1.1", "");
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}

/// The record of a private game needs its code.
#[test]
fn records_of_private_games_are_private() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let created = served.create(&json!({ "ruleset": "ataxx/small", "private": true }));
    let [room, code] = ["room", "code"].map(|key| created[key].as_str().expect("a text"));
    let mut wires = [1, 2].map(|seat| {
        let path = format!("/rooms/{room}/socket");
        let mut wire = served.try_connect(&path, None).expect("a room");
        let name = format!("Player {seat}");
        wire.send(&json!({ "type": "hello", "versions": [1], "name": name, "code": code }));
        wire.until("welcome");
        wire.send(&json!({ "type": "join" }));
        wire.until("state");
        wire.sit(seat);
        wire
    });
    wires[0].play("m1", 0, "d1");
    wires[1].until_event("played");
    wires[0].send(&json!({ "type": "resign", "game": 1 }));
    while wires[1].until_event("played")["end"].is_null() {}
    let file = format!("/games/{room}-1.loom");
    let get = |path: &str| served.request(&format!("GET {path} HTTP/1.1"), "");
    let began = Instant::now();
    while !get(&format!("{file}?code={code}")).contains("[Result ") {
        assert!(began.elapsed() < Duration::from_secs(60), "the record is kept");
        std::thread::sleep(Duration::from_millis(100));
    }
    for other in [file.clone(), format!("{file}?code="), format!("{file}?code=WRONG")] {
        assert!(get(&other).starts_with("HTTP/1.1 404"), "{other}");
    }
}
