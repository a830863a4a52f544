//! `serve` where its limits are reached.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::Message;

use crate::program::TestDir;
use crate::served::{Served, Wire};

/// Opens a room and seats two players.
fn seated(served: &Served) -> (String, Wire, Wire) {
    let created = served.create(&json!({ "ruleset": "ataxx/small" }));
    let room = created["room"].as_str().expect("a room").to_owned();
    let (mut ann, _) = served.enter(&room, "Ann", None);
    let (mut bob, _) = served.enter(&room, "Bob", None);
    for (seat, wire) in [(1, &mut ann), (2, &mut bob)] {
        wire.until("state");
        wire.sit(seat);
    }
    (room, ann, bob)
}

/// Would break if connections took the file handles that records are written with.
#[cfg(unix)]
#[test]
fn games_go_on_when_connections_use_up_the_file_handles() {
    let dir = TestDir::new();
    let args = "--connections-by-address 5000";
    let served = Served::start_after(&dir, "ulimit -n 256", args);
    served.until_logged("limit of file handles is too low");
    let (room, mut ann, mut bob) = seated(&served);
    let silent: Vec<TcpStream> =
        (0..400).filter_map(|_| TcpStream::connect(&served.address).ok()).collect();
    // Silent WebSockets too, until the server takes no more.
    let path = format!("/rooms/{room}/socket");
    let sockets: Vec<Wire> = (0..200)
        .map_while(|number| {
            let path = if number < 40 { &*path } else { "/lobby/socket" };
            served.try_connect(path, None).ok()
        })
        .collect();
    ann.play("a1", 0, "d1");
    bob.until_event("played");
    bob.play("b1", 1, "d5");
    assert_eq!(ann.until_event("played")["id"], "a1");
    assert_eq!(ann.until_event("played")["id"], "b1");
    if let Some(open) = served.open_files() {
        assert!((40..256 - 60).contains(&open), "{open} files");
    }
    drop((silent, sockets));
    // Those who left make room.
    while served.try_connect(&path, None).is_err() {
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn what_clients_do_wrong_is_in_the_log() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &["--connections-by-address", "2"]);
    let fields = json!({ "name": "Ann", "password": "a guess" });
    assert_eq!(served.account("sign-in", &fields, "").0, 401);
    let line = "a wrong name or password address=127.0.0.1";
    assert!(served.until_logged(line).contains("WARN"));
    let _open: Vec<Wire> = (0..2).map(|_| served.lobby()).collect();
    assert!((0..30).all(|_| served.try_connect("/lobby/socket", None).is_err()));
    let log = served.until_logged("a client was refused address=127.0.0.1");
    let lines = log.matches("a client was refused").count();
    assert!(lines < 10, "{lines} lines");
}

/// Would break if who attacks a server left no trace.
#[test]
fn messages_of_bad_will_are_in_the_log() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let created = served.create(&json!({ "ruleset": "ataxx/small", "private": true }));
    let path = format!("/rooms/{}/socket", created["room"].as_str().expect("a room"));
    let hello = |code: &Value, token: Option<&str>| json!({ "type": "hello", "versions": [1], "name": "Eve", "code": code, "token": token });
    // A line of a kind is logged once a second.
    let pause = || std::thread::sleep(Duration::from_millis(1100));
    let mut guess = served.try_connect(&path, None).expect("a room");
    guess.send(&hello(&json!("a guess"), None));
    assert_eq!(guess.until("error")["code"], "code");
    let log = served.until_logged("code=Code");
    assert!(log.contains("WARN") && log.contains("network=127.0.0.1"), "{log}");
    pause();
    let mut thief = served.try_connect(&path, None).expect("a room");
    thief.send(&hello(&created["code"], Some("another client's")));
    assert_eq!(thief.until("error")["code"], "token");
    served.until_logged("code=Token");
    pause();
    thief.socket.send(Message::text("{")).expect("it is connected");
    assert_eq!(thief.until("error")["code"], "bad-message");
    served.until_logged("code=BadMessage");
    for _ in 0..500 {
        if thief.socket.send(Message::text("{}")).is_err() {
            break;
        }
    }
    served.until_logged("sends too many messages");
    pause();
    let mut long = served.lobby();
    let _ = long.socket.send(Message::text("x".repeat(100_000)));
    served.until_logged("its frame is too long");
}
