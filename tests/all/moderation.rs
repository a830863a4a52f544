//! What one moderator does on a server: mutes, bans, closed games and accounts.

use serde_json::{Value, json};

use crate::program::{ProgramOutput, TestDir};
use crate::served::{PASSWORD, Served, Wire};

fn admin(dir: &TestDir, args: &[&str]) -> ProgramOutput {
    let input = format!("{PASSWORD}\n");
    dir.run_with_input(
        &[&["serve", "admin"], args, &["--data", "server"]].concat(),
        input.as_bytes(),
    )
}

/// Returns a server with a moderator, who is signed in.
fn moderated(dir: &TestDir) -> (Served, String) {
    admin(dir, &["add", "Olga"]).success();
    let served = Served::start(dir, &[]);
    let fields = json!({ "name": "Olga", "password": PASSWORD });
    let (status, cookie, _) = served.account("sign-in", &fields, "");
    assert_eq!(status, 200);
    (served, cookie)
}

fn order(lobby: &mut Wire, action: &str, target: &str, days: Option<u32>) -> Value {
    lobby.send(&json!({
        "type": "moderate", "action": action, "target": target, "days": days, "reason": "spam",
    }));
    lobby.until("moderation")
}

fn chat(wire: &mut Wire, text: &str) {
    wire.send(&json!({ "type": "chat", "id": text, "to": "all", "text": text }));
}

fn wait_for_end(mut wire: Wire) {
    while wire.next().is_some() {}
}

#[test]
fn a_muted_account_plays_on_and_does_not_chat() {
    let dir = TestDir::new();
    let (served, olga) = moderated(&dir);
    let ann = served.sign_up("Ann");
    let room = served.create(&json!({ "ruleset": "ataxx/small" }));
    let room = room["room"].as_str().expect("a room").to_owned();
    let mut own = served.enter_as(&room, &ann);
    own.until("state");
    chat(&mut own, "before");
    own.until("chat");
    let mut lobby = served.connect_as("/lobby/socket", &olga);
    // Who is in the room, for the addresses of guests.
    lobby.send(&json!({ "type": "visitors", "room": room }));
    let visitors = lobby.until("visitors")["visitors"].clone();
    assert_eq!(visitors, json!([{ "account": "Ann", "address": "127.0.0.1" }]));
    let known = order(&mut lobby, "mute", "ann", Some(3));
    assert_eq!(known["sanctions"][0]["target"], "Ann", "{known}");
    assert_eq!(known["log"][0]["moderator"], "Olga");
    chat(&mut own, "muted");
    let refused = own.until("error");
    assert_eq!((&refused["code"], &refused["id"]), (&json!("muted"), &json!("muted")));
    assert!(refused["message"].as_str().expect("a text").contains("spam"), "{refused}");
    own.sit(1);
    order(&mut lobby, "unmute", "Ann", None);
    chat(&mut own, "after");
    assert_eq!(own.until("chat")["text"], "after");
    // A guest by the address.
    let (mut guest, _) = served.enter(&room, "Guest", None);
    guest.until("state");
    order(&mut lobby, "mute", "127.0.0.1", Some(1));
    chat(&mut guest, "hello");
    assert_eq!(guest.until("error")["code"], "muted");
}

#[test]
fn a_banned_account_is_thrown_out_and_stays_out() {
    let dir = TestDir::new();
    let (served, olga) = moderated(&dir);
    let ann = served.sign_up("Ann");
    let open = served.connect_as("/lobby/socket", &ann);
    let mut lobby = served.connect_as("/lobby/socket", &olga);
    order(&mut lobby, "ban", "Ann", Some(30));
    wait_for_end(open);
    let fields = json!({ "name": "Ann", "password": PASSWORD });
    let (status, _, body) = served.account("sign-in", &fields, "");
    assert_eq!((status, &body["code"]), (403, &json!("banned")), "{body}");
    assert!(body["message"].as_str().expect("a text").contains("spam"), "{body}");
    // After a restart too.
    served.kill();
    let served = Served::start(&dir, &[]);
    assert_eq!(served.account("sign-in", &fields, "").0, 403);
    let mut lobby = served.connect_as("/lobby/socket", &olga);
    order(&mut lobby, "unban", "Ann", None);
    assert_eq!(served.account("sign-in", &fields, "").0, 200);
    // An address: connections end, and new ones are told why.
    let guest = served.lobby();
    admin(&dir, &["ban", "127.0.0.1", "--days", "2"]).success();
    wait_for_end(guest);
    assert_eq!(served.lobby().until("error")["code"], "banned");
    assert_eq!(
        served.account("sign-up", &json!({ "name": "New", "password": PASSWORD }), "").0,
        403
    );
    admin(&dir, &["unban", "127.0.0.1"]).success();
    let began = std::time::Instant::now();
    while served.lobby().next().is_none_or(|first| first["type"] == "error") {
        assert!(began.elapsed().as_secs() < 30, "the ban ends");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[test]
fn games_and_accounts_are_closed() {
    let dir = TestDir::new();
    let (served, olga) = moderated(&dir);
    let ann = served.sign_up("Ann");
    let create = || {
        let created = served.create(&json!({ "ruleset": "ataxx/small" }));
        created["room"].as_str().expect("a room").to_owned()
    };
    let (one, two) = (create(), create());
    let mut lobby = served.connect_as("/lobby/socket", &olga);
    let inside = [&one, &two].map(|room| served.enter_as(room, &ann));
    order(&mut lobby, "close-room", &one, None);
    admin(&dir, &["close-room", &two, "--reason", "spam"]).success();
    for wire in inside {
        wait_for_end(wire);
    }
    for room in [&one, &two] {
        let mut wire = served.connect_as(&format!("/rooms/{room}/socket"), &ann);
        let error = wire.until("error");
        assert_eq!(error["code"], "closed", "{error}");
        assert!(error["message"].as_str().expect("a text").contains("spam"), "{error}");
        assert!(!dir.path().join(format!("server/rooms/{room}.loom")).exists());
    }
    let open = served.connect_as("/lobby/socket", &ann);
    order(&mut lobby, "close-account", "Ann", None);
    wait_for_end(open);
    let fields = json!({ "name": "Ann", "password": PASSWORD });
    let (status, _, body) = served.account("sign-in", &fields, "");
    assert_eq!((status, &body["code"]), (403, &json!("closed")), "{body}");
    assert_eq!(served.account("sign-up", &fields, "").0, 409, "the name stays taken");
    // The log has all of it, on the command line too.
    let log = admin(&dir, &["log"]).success();
    for line in [
        "Olga: close-account Ann (spam)".to_owned(),
        format!("command line: close-room {two} (spam)"),
        format!("Olga: close-room {one} (spam)"),
    ] {
        assert!(log.contains(&line), "{line} in {log}");
    }
}

#[test]
fn a_room_that_was_closed_while_the_server_was_down_does_not_come_back() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let created = served.create(&json!({ "ruleset": "ataxx/small" }));
    let room = created["room"].as_str().expect("a room").to_owned();
    served.kill();
    admin(&dir, &["close-room", &room]).success();
    let served = Served::start(&dir, &[]);
    let mut wire = served.try_connect(&format!("/rooms/{room}/socket"), None).expect("it listens");
    assert_eq!(wire.until("error")["code"], "closed");
    assert_eq!(served.lobby().until("games")["games"], json!([]));
}

#[test]
fn only_moderators_moderate() {
    let dir = TestDir::new();
    let (served, olga) = moderated(&dir);
    let ann = served.sign_up("Ann");
    let messages = [
        json!({ "type": "moderate", "action": "ban", "target": "Olga" }),
        json!({ "type": "visitors", "room": "aaaaaaaaaa" }),
        json!({ "type": "moderation" }),
    ];
    for cookie in [&*ann, ""] {
        for message in &messages {
            let mut lobby = served.connect_as("/lobby/socket", cookie);
            lobby.send(message);
            assert_eq!(lobby.until("error")["code"], "refused", "{message}");
        }
    }
    // A moderator is not banned by another, and what has no target is refused.
    let mut lobby = served.connect_as("/lobby/socket", &olga);
    for (target, why) in [("Olga", "is a moderator"), ("Nobody", "no account")] {
        lobby.send(&json!({ "type": "moderate", "action": "ban", "target": target }));
        let error = lobby.until("error");
        assert!(error["message"].as_str().expect("a text").contains(why), "{error}");
    }
    // The right ends at once, in open connections too.
    admin(&dir, &["moderator", "Olga", "--remove"]).success();
    lobby.send(&messages[2]);
    assert_eq!(lobby.until("error")["code"], "refused");
}
