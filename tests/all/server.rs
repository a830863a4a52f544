//! `serve`: many rooms behind one port, over WebSockets on the loopback interface.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;

use crate::guest;
use crate::program::{TestDir, only_file};
use crate::served::{Served, Wire};

fn created(served: &Served, offer: Value) -> String {
    served.create(&offer)["room"].as_str().expect("a room").to_owned()
}

/// Plays the n-th of the moves that the board offers by itself: the server's choices alone.
fn play_by_choices(wire: &mut Wire, id: &str, game: u64, ply: u64, number: usize) {
    let mut path: Vec<u64> = Vec::new();
    loop {
        wire.send(&json!({
            "type": "board", "id": 1, "game": game, "ply": ply, "path": path,
            "width": 400, "height": 400, "surface": "",
        }));
        let board = wire.until("board");
        let choices = &board["choices"];
        let (targets, options) = (&choices["targets"], &choices["options"]);
        let (targets, options) = (targets.as_array().expect("a list"), options.as_array());
        let options = options.expect("a list");
        // A path that can go on is finished where it can be.
        if targets.is_empty() || !options.is_empty() && !path.is_empty() {
            let mv = options[number % options.len()]["move"].as_str().expect("a move");
            wire.send(&json!({ "type": "move", "id": id, "game": game, "ply": ply, "move": mv }));
            return;
        }
        path.push(targets[number % targets.len()][0].as_u64().expect("a site"));
    }
}

#[test]
fn two_clients_without_rules_play_a_whole_game() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let room = created(&served, json!({ "ruleset": "ataxx/small", "clock": "600+5" }));
    let (mut ann, _) = served.enter(&room, "Ann", None);
    let (mut bob, _) = served.enter(&room, "Bob", None);
    for (seat, wire) in [(1, &mut ann), (2, &mut bob)] {
        wire.until("state");
        wire.sit(seat);
    }
    let (mut ply, mut acting) = (0, 1);
    let end = loop {
        let wire = if acting == 1 { &mut ann } else { &mut bob };
        play_by_choices(wire, &format!("m{ply}"), 1, ply, 7 * ply as usize);
        let played = ann.until_event("played");
        assert_eq!(bob.until_event("played"), played, "both are told the same");
        if !played["end"].is_null() {
            break played["end"].clone();
        }
        ply = played["ply"].as_u64().expect("a number");
        acting = played["acting"][0].as_u64().expect("a seat");
        assert!(ply < 500, "the game ends");
    };
    assert_eq!(end["places"].as_array().map(Vec::len), Some(2), "{end}");
    // The finished game can be downloaded, without the clients' secrets.
    let record = get(&served, &format!("/games/{room}-1.loom"));
    assert!(record.contains("[Seat \"1\" \"Ann\"") && record.contains("[Result "), "{record}");
    assert!(!record.contains("token") && !record.contains("[Room "), "{record}");
    dir.write("game.loom", record.split("\r\n\r\n").nth(1).expect("a body"));
    dir.run(&["replay", "game.loom"]).success();
}

/// Returns the answer to a request, with its head.
fn get(served: &Served, path: &str) -> String {
    send(served, &format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", served.address))
}

fn send(served: &Served, request: &str) -> String {
    let mut stream = TcpStream::connect(&served.address).expect("it listens");
    let closing = request.replacen("\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1);
    stream.write_all(closing.as_bytes()).expect("it is connected");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_killed_server_goes_on_with_its_games() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let room = created(&served, json!({ "ruleset": "ataxx/small" }));
    let private = served.create(&json!({ "ruleset": "ataxx/small", "private": true }));
    let code = private["code"].as_str().expect("a code").to_owned();
    let (mut ann, secret) = served.enter(&room, "Ann", None);
    let (mut bob, _) = served.enter(&room, "Bob", None);
    for (seat, wire) in [(1, &mut ann), (2, &mut bob)] {
        wire.until("state");
        wire.sit(seat);
    }
    ann.play("a1", 0, "d1");
    bob.until_event("played");
    served.kill();
    let served = Served::start(&dir, &[]);
    // The list has the public game, which still sleeps in its file.
    let games = served.lobby().until("games");
    let listed = games["games"].as_array().expect("a list");
    assert_eq!(listed.len(), 1, "{games}");
    assert_eq!((&listed[0]["room"], &listed[0]["status"]), (&json!(room), &json!("running")));
    let (mut ann, again) = served.enter(&room, "Ann", Some(&secret));
    assert_eq!(again, secret);
    let state = ann.until("state")["state"].clone();
    assert_eq!((&state["played"][0]["move"], &state["epoch"]), (&json!("d1"), &json!(2)));
    ann.play("a1", 0, "d1");
    assert_eq!(ann.until("accepted")["id"], "a1");
    // A private game has kept its code.
    let path = format!("/rooms/{}/socket", private["room"].as_str().expect("a room"));
    for (code, kind) in [(None, "error"), (Some(&code), "welcome")] {
        let mut guest = served.try_connect(&path, None).expect("a room");
        guest.send(&json!({ "type": "hello", "versions": [1], "name": "Eve", "code": code }));
        guest.until(kind);
    }
}

#[test]
fn a_folder_is_not_served_twice() {
    let dir = TestDir::new();
    let _served = Served::start(&dir, &[]);
    let second = dir.run(&["serve", "--listen", "127.0.0.1:0", "--data", "server"]);
    second.fails(2, "used by another server");
}

#[test]
fn a_room_draws_what_a_client_may_see() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let room = created(&served, json!({ "ruleset": "ataxx/small" }));
    let (mut ann, _) = served.enter(&room, "Ann", None);
    let (mut eve, _) = served.enter(&room, "Eve", None);
    let ask = |wire: &mut Wire, request: Value| {
        let mut message = json!({
            "type": "board", "game": 1, "ply": 0, "width": 300, "height": 900,
        });
        message.as_object_mut().expect("a table").extend(request.as_object().cloned().unwrap());
        wire.send(&message);
        wire.until("board")
    };
    ann.until("state");
    eve.until("state");
    // A seat is open: no player can move yet.
    ann.sit(1);
    assert_eq!(ask(&mut ann, json!({ "id": 1 }))["choices"]["targets"], json!([]));
    let (mut bob, _) = served.enter(&room, "Bob", None);
    bob.until("state");
    bob.sit(2);
    let board = ask(&mut ann, json!({ "id": 2 }));
    assert_eq!((&board["id"], &board["seat"]), (&json!(2), &json!(1)));
    let places = board["surface"]["places"].as_array().expect("places").len();
    assert!(places >= 25, "{places} places");
    assert!(board["width"].as_f64().expect("pixels") <= 300.0, "{}", board["width"]);
    assert!(board["layers"]["pieces"].as_str().expect("elements").starts_with('<'));
    let first = board["choices"]["targets"][0][0].clone();
    // The surface is sent once; a path has its own choices.
    let surface = board["surface"]["revision"].clone();
    let next = ask(&mut ann, json!({ "id": 3, "path": [first], "surface": surface }));
    assert_eq!(next["path"], json!([first]));
    assert!(next["surface"].get("svg").is_none(), "it is known");
    assert_ne!(next["layers"]["over"], board["layers"]["over"], "targets are marked");
    // Others see the board, and choose nothing; a path of theirs counts for nothing.
    for wire in [&mut eve, &mut bob] {
        let seen = ask(wire, json!({ "id": 4, "path": [first] }));
        assert_eq!((&seen["path"], &seen["seat"]), (&json!([]), &Value::Null));
        assert_eq!(seen["choices"]["targets"], json!([]));
        assert_eq!(seen["layers"]["pieces"], board["layers"]["pieces"]);
    }
    // Paths and sizes beyond all bounds.
    let odd = json!({ "id": 5, "path": [4_000_000_000_u32, 7], "width": 0, "height": 65535,
        "view": 999, "turn": 255, "theme": "\u{1b}[2J" });
    assert_eq!(ask(&mut ann, odd)["path"], json!([]));
    let long: Vec<u32> = vec![0; 1000];
    ann.send(&json!({ "type": "board", "id": 6, "path": long }));
    assert_eq!(ann.until("error")["code"], "bad-message");
    // Earlier positions are shown without choices.
    ann.play("a1", 0, "d1");
    ann.until_event("played");
    let now = ask(&mut ann, json!({ "id": 7, "ply": 1 }));
    let before = ask(&mut ann, json!({ "id": 8, "ply": 1, "at": 0 }));
    assert_ne!(now["layers"]["pieces"], before["layers"]["pieces"]);
    assert_eq!(before["layers"]["pieces"], board["layers"]["pieces"]);
    assert_eq!((&before["at"], &before["seat"]), (&json!(0), &Value::Null));
}

#[test]
fn offers_are_checked() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &["--games-by-address", "2"]);
    let mut lobby = served.lobby();
    assert_eq!(lobby.until("games")["games"], json!([]));
    lobby.send(&json!({ "type": "rulesets" }));
    let rulesets = lobby.until("rulesets");
    assert!(rulesets["rulesets"].as_array().expect("a list").len() > 50);
    lobby.send(&json!({ "type": "ruleset", "ruleset": "ataxx/classic" }));
    let known = lobby.until("ruleset");
    let options = known["options"].as_array().expect("options");
    let key = options[0]["key"].as_str().expect("a key");
    assert!(!known["rules"].as_array().expect("rules").is_empty());
    for (offer, what) in [
        (json!({ "ruleset": "ataxx/smal" }), "there is no ruleset `ataxx/smal`"),
        (json!({ "ruleset": "/etc/passwd.toml" }), "there is no ruleset"),
        (json!({ "ruleset": "ataxx/small", "options": { "plugin": "x" } }), "no option `plugin`"),
        (json!({ "ruleset": "ataxx/classic", "options": { key: "\u{1b}" } }), "expected"),
        (json!({ "ruleset": "ataxx/small", "clock": "soon" }), "soon"),
        (json!({ "ruleset": "ataxx/small", "seats": [null, 99] }), "seat 2: expected a level"),
        (json!({ "ruleset": "ataxx/small", "seats": [1, 1] }), "at least one seat"),
        (json!({ "ruleset": "ataxx/small", "seats": [null, null, null] }), "has 2 seats, not 3"),
    ] {
        let mut message = offer.clone();
        message["type"] = json!("create");
        message["id"] = json!("c1");
        lobby.send(&message);
        let error = lobby.until("error");
        let text = error["message"].as_str().expect("a text");
        assert!(text.contains(what), "{offer}: {text}");
        assert_eq!((&error["code"], &error["id"]), (&json!("offer"), &json!("c1")));
    }
    for line in [
        "{",
        "[]",
        r#"{"type":"dance"}"#,
        r#"{"type":"create"}"#,
        r#"{"type":"withdraw","session":"1"}"#,
        r#"{"type":"search","player":7}"#,
        r#"{"type":"search","before":1e99}"#,
        r#"{"type":"ratings","family":[]}"#,
        r#"{"type":"moderate","action":"dance","target":"Ann"}"#,
        r#"{"type":"moderate","action":"ban","days":-1,"target":"Ann"}"#,
        r#"{"type":"visitors"}"#,
    ] {
        lobby.socket.send(Message::text(line)).expect("it is connected");
        let code = lobby.until("error")["code"].clone();
        assert!(
            ["bad-message", "unknown-type"].contains(&code.as_str().expect("a code")),
            "{line}"
        );
    }
    // Options and computers.
    lobby.send(&json!({
        "type": "create", "id": "c2", "ruleset": "ataxx/small", "seats": [1], "clock": "none",
    }));
    assert_eq!(lobby.until("created")["id"], "c2");
    let listed = loop {
        let games = lobby.until("games");
        if let Some(game) = games["games"].get(0) {
            break game.clone();
        }
    };
    assert_eq!(listed["seats"][0]["kind"], "computer");
    created(&served, json!({ "ruleset": "ataxx/small" }));
    lobby.send(&json!({ "type": "create", "id": "c3", "ruleset": "ataxx/small" }));
    assert_eq!(lobby.until("error")["code"], "too-many");
}

#[test]
fn bad_frames_disturb_no_other_player() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let room = created(&served, json!({ "ruleset": "ataxx/small" }));
    let (mut ann, _) = served.enter(&room, "Ann", None);
    ann.until("state");
    let path = format!("/rooms/{room}/socket");
    let connect = || served.try_connect(&path, None).expect("a room");
    // Not JSON, not text, too long, far too long.
    let mut noisy = connect();
    noisy.socket.send(Message::text("GET / HTTP/1.1")).expect("it is connected");
    assert_eq!(noisy.until("error")["code"], "bad-message");
    noisy.socket.send(Message::binary(vec![0xff, 0xfe])).expect("it is connected");
    assert_eq!(noisy.until("error")["code"], "bad-message");
    noisy.socket.send(Message::text("x".repeat(40_000))).expect("it is connected");
    assert_eq!(noisy.until("error")["code"], "bad-message");
    let _ = noisy.socket.send(Message::text("x".repeat(1 << 20)));
    assert_eq!(noisy.next(), None, "it is cut off");
    // Before a greeting, nothing is told.
    let mut rude = connect();
    rude.send(&json!({ "type": "join" }));
    assert_eq!(rude.until("error")["code"], "hello-first");
    rude.send(&json!({ "type": "board", "id": 1 }));
    assert_eq!(rude.until("error")["code"], "hello-first");
    // A flood is refused, and cut off where it goes on.
    let mut flood = connect();
    let stand = || Message::text("{\"type\":\"stand\"}");
    (0..150).for_each(|_| flood.socket.send(stand()).expect("it is connected"));
    while flood.until("error")["code"] != "too-fast" {}
    let began = Instant::now();
    while flood.socket.send(stand()).is_ok() {
        assert!(began.elapsed() < Duration::from_secs(60), "it is never cut off");
    }
    // Broken WebSocket frames.
    let mut broken = connect();
    if let tungstenite::stream::MaybeTlsStream::Plain(stream) = broken.socket.get_mut() {
        stream.write_all(&[0xff; 64]).expect("it is connected");
    }
    assert_eq!(broken.next(), None);
    // Rooms that there are not.
    for path in ["/rooms/aaaaaaaaaa/socket", "/rooms/..%2f..%2flock/socket"] {
        let mut nowhere = served.try_connect(path, None).expect("a WebSocket");
        assert_eq!(nowhere.until("error")["code"], "no-room");
        assert_eq!(nowhere.next(), None);
    }
    ann.sit(1);
}

#[test]
fn pages_of_others_and_other_names_are_refused() {
    let dir = TestDir::new();
    let origin = "https://games.example.org";
    let served = Served::start(&dir, &["--origin", origin]);
    for allowed in [origin, &format!("http://{}", served.address)] {
        served.try_connect("/lobby/socket", Some(allowed)).expect("an own page").until("games");
    }
    let refused = |origin: &str| match served.try_connect("/lobby/socket", Some(origin)) {
        Err(tungstenite::Error::Http(answer)) => {
            let body = answer.body().clone().unwrap_or_default();
            (answer.status().as_u16(), String::from_utf8_lossy(&body).into_owned())
        }
        _ => panic!("{origin} was let in"),
    };
    let (status, body) = refused("https://evil.example");
    assert_eq!(status, 403);
    assert!(body.contains("https://evil.example"), "{body}");
    refused("null");
    // A name that was made to point at this machine.
    let answer = send(&served, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
    let answer = send(&served, "GET / HTTP/1.1\r\nHost: games.example.org\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("content-security-policy: default-src 'none'"), "{answer}");
    for path in ["/../lock", "/games/..%2f..%2flock", "/games/aaaaaaaaaa-1.loom", "/.git"] {
        assert!(get(&served, path).starts_with("HTTP/1.1 404"), "{path}");
    }
    dir.run(&["serve", "--origin", "games.example.org"]).fails(2, "https://games.example.org");
    dir.run(&["serve", "--listen", "nowhere"]).fails(2, "nowhere");
}

#[test]
fn connections_are_counted() {
    let dir = TestDir::new();
    let limits = ["--connections", "4", "--connections-by-address", "3", "--behind-proxy"];
    let served = Served::start(&dir, &limits);
    let connect = |address: &str| {
        use tungstenite::client::IntoClientRequest;
        let url = format!("ws://{}/lobby/socket", served.address);
        let mut request = url.into_client_request().expect("a request");
        let value = format!("1.2.3.4, {address}").parse().expect("a header");
        request.headers_mut().insert("x-forwarded-for", value);
        tungstenite::connect(request)
    };
    let status = |result: tungstenite::Result<_>| match result {
        Err(tungstenite::Error::Http(answer)) => answer.status().as_u16(),
        Err(other) => panic!("{other}"),
        Ok::<(_, tungstenite::handshake::client::Response), _>((_, _)) => 101,
    };
    let mut open: Vec<_> = (0..3).map(|_| connect("10.0.0.1").expect("the first").0).collect();
    assert_eq!(status(connect("10.0.0.1").map(|(socket, answer)| (drop(socket), answer))), 429);
    open.push(connect("10.0.0.2").expect("another address").0);
    assert_eq!(status(connect("10.0.0.3").map(|(socket, answer)| (drop(socket), answer))), 503);
    // A closed connection makes room.
    drop(open.pop());
    let began = Instant::now();
    while connect("10.0.0.3").is_err() {
        assert!(began.elapsed() < Duration::from_secs(60), "its place stays taken");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn silent_connections_delay_no_other() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let mut silent: Vec<TcpStream> =
        (0..600).map(|_| TcpStream::connect(&served.address).expect("it listens")).collect();
    // Those beyond the limit of an address are told so and closed.
    let mut answer = String::new();
    let last = silent.last_mut().expect("a stream");
    last.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
    last.read_to_string(&mut answer).expect("an answer");
    assert!(answer.contains("503") && answer.contains("too many connections"), "{answer}");
    // The others are closed after a while, and make room.
    let first = &mut silent[0];
    first.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
    let mut rest = Vec::new();
    first.read_to_end(&mut rest).expect("the server closes it");
    let began = Instant::now();
    while !get(&served, "/").contains("Boardloom") {
        assert!(began.elapsed() < Duration::from_secs(60), "no client gets in");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_damaged_room_is_told_and_others_go_on() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let room = created(&served, json!({ "ruleset": "ataxx/small" }));
    served.kill();
    let record = only_file(&dir.path().join("server/rooms"), "loom");
    std::fs::write(&record, "[Boardloom \"1\"]\n").expect("a file");
    let served = Served::start(&dir, &[]);
    let path = format!("/rooms/{room}/socket");
    let mut guest = served.try_connect(&path, None).expect("a WebSocket");
    assert_eq!(guest.until("error")["code"], "damaged");
    let other = created(&served, json!({ "ruleset": "ataxx/small" }));
    served.enter(&other, "Ann", None).0.until("state");
    assert!(record.exists(), "nothing is lost");
}

#[test]
fn a_room_whose_plugin_hangs_holds_up_no_other() {
    let dir = TestDir::new();
    let parts = std::fs::read_to_string(guest::folder().join("endless-loop.wat")).expect("a text");
    dir.write(
        "rulesets/bad/endless.toml",
        "format = 1\nname = \"Endless\"\nplugin = \"endless\"\n",
    );
    let plugin = dir.write("plugins/endless.wasm", "");
    std::fs::write(plugin, guest::with_parts(&parts)).expect("a file");
    let served = Served::start(&dir, &["--rulesets", "rulesets", "--plugins", "plugins"]);
    let seated = |ruleset: &str| {
        let room = created(&served, json!({ "ruleset": ruleset }));
        let (mut first, _) = served.enter(&room, "Ann", None);
        let seats = first.until("state")["state"]["seats"].as_array().map_or(0, Vec::len) as u8;
        first.sit(1);
        let more = (2..=seats).map(|seat| {
            let (mut wire, _) = served.enter(&room, "Bob", None);
            wire.until("state");
            wire.sit(seat);
            wire
        });
        let more: Vec<Wire> = more.collect();
        (first, more)
    };
    let (mut good, mut others) = seated("ataxx/small");
    let (mut bad, _others) = seated("bad/endless");
    // It takes two seconds until the sandbox ends such a move.
    bad.play("b1", 0, "a");
    good.play("g1", 0, "d1");
    good.until_event("played");
    others[0].play("g2", 1, "d5");
    good.until_event("played");
    assert_eq!(bad.until("error")["code"], "plugin");
    bad.send(&json!({ "type": "chat", "id": "c", "to": "all", "text": "well" }));
    assert_eq!(bad.until("chat")["text"], "well");
}

/// A game between two programs that survives its server.
struct LongGame {
    room: String,
    tokens: [Option<String>; 2],
    /// The moves that a player was told.
    acknowledged: Vec<String>,
    sent: u64,
}

impl LongGame {
    /// Connects both players, tells that they are there, and plays until the server is gone. Tells
    /// whether the game is over; `None` if the server was gone before.
    fn go_on(&mut self, served: &Served, began: &Sender<()>) -> Option<bool> {
        let mut wires = Vec::new();
        let mut state = Value::Null;
        for (seat, token) in (1..).zip(&mut self.tokens) {
            let path = format!("/rooms/{}/socket", self.room);
            let mut wire = served.try_connect(&path, None).ok()?;
            let hello = json!({ "type": "hello", "versions": [1], "name": "Ann", "token": token });
            let welcome = wire.ask(&hello, "welcome")?;
            *token = welcome["token"].as_str().map(str::to_owned);
            state = wire.ask(&json!({ "type": "join" }), "state")?["state"].clone();
            if state["seats"][seat - 1]["kind"] == "open" {
                wire.ask(&json!({ "type": "sit", "seat": seat }), "event")?;
            }
            wires.push(wire);
        }
        let played = state["played"].as_array().expect("a list").iter();
        let played: Vec<String> =
            played.map(|it| it["move"].as_str().expect("a move").to_owned()).collect();
        assert!(played.starts_with(&self.acknowledged), "{played:?}: {:?}", self.acknowledged);
        // The last move may have been accepted while no client was told any more.
        assert!(played.len() <= self.acknowledged.len() + 1, "{played:?}");
        self.acknowledged = played;
        let mut over = !state["end"].is_null();
        let mut acting = state["acting"][0].as_u64();
        let _ = began.send(());
        while let Some(seat) = acting.filter(|_| !over) {
            let ply = self.acknowledged.len();
            let (own, other) = (seat as usize - 1, 2 - seat as usize);
            let mut path = Vec::new();
            let mv = loop {
                let board = wires[own].ask(
                    &json!({
                        "type": "board", "id": 1, "game": 1, "ply": ply, "path": path,
                        "width": 200, "height": 200,
                    }),
                    "board",
                )?;
                let choices = &board["choices"];
                if let Some(mv) = choices["options"][0]["move"].as_str() {
                    break mv.to_owned();
                }
                let targets = choices["targets"].as_array().expect("a list");
                path.push(targets[(ply * 5) % targets.len()][0].clone());
            };
            self.sent += 1;
            let id = format!("m{}", self.sent);
            let message = json!({ "type": "move", "id": id, "game": 1, "ply": ply, "move": mv });
            wires[own].socket.send(Message::text(message.to_string())).ok()?;
            let event = next_played(&mut wires[other])?;
            self.acknowledged.push(mv);
            next_played(&mut wires[own])?;
            over = !event["end"].is_null();
            acting = event["acting"][0].as_u64();
        }
        Some(over)
    }
}

/// Returns the next move that was played; `None` once the connection is lost.
fn next_played(wire: &mut Wire) -> Option<Value> {
    loop {
        let message = wire.next()?;
        assert_ne!(message["type"], "error", "{message}");
        if message["event"] == "played" {
            return Some(message);
        }
    }
}

#[test]
fn a_server_that_is_killed_at_any_moment_loses_no_move() {
    let kills = if std::env::var_os("BOARDLOOM_HEAVY").is_some() { 200 } else { 6 };
    let dir = TestDir::new();
    let mut games: Vec<LongGame> = Vec::new();
    let (mut whole, mut moves) = (0, 0);
    for kill in 0..kills {
        let served = Served::start(&dir, &[]);
        while games.len() < 4 {
            let room = created(&served, json!({ "ruleset": "ataxx/small" }));
            games.push(LongGame {
                room,
                tokens: [None, None],
                acknowledged: Vec::new(),
                sent: 1000 * kill,
            });
        }
        let (began, begins) = channel();
        let over: Vec<bool> = std::thread::scope(|scope| {
            let served = &served;
            let play = |game| {
                let began = began.clone();
                scope.spawn(move || LongGame::go_on(game, served, &began))
            };
            let threads: Vec<_> = games.iter_mut().map(play).collect();
            begins.recv_timeout(Duration::from_secs(60)).expect("a game goes on");
            // Other moments in each round, and the same ones in each run.
            std::thread::sleep(Duration::from_millis(50 + (kill * 7919) % 500));
            served.kill();
            let ends = threads.into_iter().map(|thread| thread.join().expect("they agree"));
            ends.map(|over| over == Some(true)).collect()
        });
        let mut over = over.iter();
        games.retain(|game| {
            let ends = *over.next().expect("one a game");
            (whole, moves) =
                (whole + usize::from(ends), moves + if ends { game.acknowledged.len() } else { 0 });
            !ends
        });
    }
    moves += games.iter().map(|game| game.acknowledged.len()).sum::<usize>();
    assert!(moves > 0, "nothing was played");
    println!("{kills} kills, {whole} whole games, {moves} moves");
}
