//! Accounts of `serve`: sign-up and sign-in, sessions, seats that belong to accounts.

use serde_json::{Value, json};

use crate::program::TestDir;
use crate::served::{PASSWORD, Served, Wire};

fn fields(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

fn created(served: &Served, offer: Value) -> String {
    served.create(&offer)["room"].as_str().expect("a room").to_owned()
}

/// Returns the account's sessions, as its lobby shows them.
fn sessions(served: &Served, cookie: &str) -> Vec<Value> {
    let mut lobby = served.connect_as("/lobby/socket", cookie);
    lobby.send(&json!({ "type": "account" }));
    lobby.until("account")["sessions"].as_array().expect("a list").clone()
}

/// Waits until the server has closed a connection.
fn wait_for_end(mut wire: Wire) {
    while wire.next().is_some() {}
}

#[test]
fn an_account_signs_in_with_its_password_alone() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    served.sign_up("Ann");
    for (name, password, status, code) in [
        ("Ann", "another horse", 401, "wrong"),
        ("Bob", PASSWORD, 401, "wrong"),
        ("Ann\u{0}", PASSWORD, 401, "wrong"),
    ] {
        let (found, cookie, body) = served.account("sign-in", &fields(name, password), "");
        assert_eq!((found, &body["code"]), (status, &json!(code)), "{name:?}: {body}");
        assert_eq!(cookie, "");
    }
    // Names do not differ by the case of their letters.
    let (status, cookie, body) = served.account("sign-in", &fields("ANN", PASSWORD), "");
    assert_eq!((status, &body["name"]), (200, &json!("Ann")), "{body}");
    let me = served.request(&format!("GET /account/me HTTP/1.1\r\nCookie: {cookie}"), "");
    assert!(me.contains(r#""name":"Ann""#), "{me}");
    let nobody = served.request("GET /account/me HTTP/1.1\r\nCookie: boardloom=00ff", "");
    assert!(nobody.contains(r#""name":null"#), "{nobody}");
    for (name, password, status, code) in [
        ("ann", PASSWORD, 409, "taken"),
        ("\u{202e}Ann", PASSWORD, 400, "name"),
        ("Bob\u{7}", PASSWORD, 400, "name"),
        ("Bob", "short", 400, "password"),
    ] {
        let (found, _, body) = served.account("sign-up", &fields(name, password), "");
        assert_eq!((found, &body["code"]), (status, &json!(code)), "{name:?}: {body}");
    }
}

#[test]
fn passwords_are_not_guessed() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    served.sign_up("Ann");
    let guess = |number| {
        let (status, ..) =
            served.account("sign-in", &fields("Ann", &format!("guess {number}")), "");
        status
    };
    let refused = (0..20).map(guess).take_while(|status| *status == 401).count();
    assert_eq!(refused, 10, "then no guess is looked at");
    let (status, _, body) = served.account("sign-in", &fields("Ann", PASSWORD), "");
    assert_eq!((status, &body["code"]), (429, &json!("too-many")));
}

#[test]
fn other_pages_and_forms_do_not_sign_in() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    served.sign_up("Ann");
    let body = fields("Ann", PASSWORD).to_string();
    let post = "POST /account/sign-in HTTP/1.1\r\n";
    for (head, status) in [
        ("Content-Type: application/json\r\nOrigin: http://evil.example", "403"),
        ("Content-Type: text/plain", "415"),
        ("Content-Type: application/json", "200"),
    ] {
        let answer = served.request(&format!("{post}{head}"), &body);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{head}: {answer}");
        if status == "200" {
            for flag in ["HttpOnly", "SameSite=Strict"] {
                assert!(answer.contains(flag), "{answer}");
            }
        }
    }
    let long = fields("Ann", &"x".repeat(5000)).to_string();
    let answer = served.request(&format!("{post}Content-Type: application/json"), &long);
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[test]
fn sessions_are_withdrawn_one_by_one_and_all_at_once() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let first = served.sign_up("Ann");
    let sign_in = || served.account("sign-in", &fields("Ann", PASSWORD), "").1;
    let (second, third) = (sign_in(), sign_in());
    assert_ne!(second, third);
    let bob = served.sign_up("Bob");
    let known = sessions(&served, &first);
    assert_eq!(known.len(), 3);
    let other = known.iter().find(|it| it["own"] == false).expect("another")["session"].clone();
    // A session of another account is not ended.
    let mut lobby = served.connect_as("/lobby/socket", &bob);
    lobby.send(&json!({ "type": "withdraw", "session": other }));
    assert_eq!(lobby.until("error")["code"], "no-session");
    assert_eq!(sessions(&served, &first).len(), 3);
    // Its connections end with a session.
    let (open, still) =
        (served.connect_as("/lobby/socket", &third), served.connect_as("/lobby/socket", &first));
    let mut lobby = served.connect_as("/lobby/socket", &second);
    let own = sessions(&served, &third);
    let own = own.iter().find(|it| it["own"] == true).expect("its own")["session"].clone();
    lobby.send(&json!({ "type": "withdraw", "session": own }));
    assert_eq!(lobby.until("account")["sessions"].as_array().map(Vec::len), Some(2));
    wait_for_end(open);
    let mut gone = served.connect_as("/lobby/socket", &third);
    gone.send(&json!({ "type": "account" }));
    assert_eq!(gone.until("error")["code"], "sign-in");
    // All others at once.
    lobby.send(&json!({ "type": "withdraw" }));
    assert_eq!(lobby.until("account")["sessions"].as_array().map(Vec::len), Some(1));
    wait_for_end(still);
    // Signing out ends the last.
    let (status, cookie, _) = served.account("sign-out", &json!({}), &second);
    assert_eq!((status, &*cookie), (200, "boardloom="));
    wait_for_end(lobby);
}

#[test]
fn a_new_password_ends_the_other_sessions() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let first = served.sign_up("Ann");
    let (_, second, _) = served.account("sign-in", &fields("Ann", PASSWORD), "");
    let change = |old: &str, new: &str| {
        served.account("password", &json!({ "password": old, "new": new }), &second).0
    };
    assert_eq!(change("a guess", "battery staple"), 401);
    assert_eq!(change(PASSWORD, "short"), 400);
    assert_eq!(change(PASSWORD, "battery staple"), 200);
    assert_eq!(sessions(&served, &second).len(), 1);
    let mut gone = served.connect_as("/lobby/socket", &first);
    gone.send(&json!({ "type": "account" }));
    gone.until("error");
    assert_eq!(served.account("sign-in", &fields("Ann", PASSWORD), "").0, 401);
    assert_eq!(served.account("sign-in", &fields("Ann", "battery staple"), "").0, 200);
}

#[test]
fn a_seat_of_an_account_opens_to_nobody_else() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let (ann, bob) = (served.sign_up("Ann"), served.sign_up("Bob"));
    let room = created(&served, json!({ "ruleset": "ataxx/small" }));
    // The token of Ann's seat, as her own page gets it.
    let path = format!("/rooms/{room}/socket");
    let hello = |token: Option<&str>| json!({ "type": "hello", "versions": [1], "name": "Eve", "token": token });
    let mut own = served.connect_as(&path, &ann);
    own.send(&hello(None));
    let welcome = own.until("welcome");
    assert_eq!(welcome["name"], "Ann", "an account plays under its name");
    let token = welcome["token"].as_str().expect("a token").to_owned();
    own.send(&json!({ "type": "join" }));
    own.until("state");
    own.sit(1);
    let (mut guest, _) = served.enter(&room, "Guest", None);
    guest.until("state");
    guest.sit(2);
    // With the token, neither a guest nor another account is Ann.
    let mut thieves = [
        served.connect_as(&path, &bob),
        served.try_connect(&path, None).expect("a room"),
        served.connect_as(&path, "boardloom=0123456789abcdef"),
    ];
    for (number, thief) in thieves.iter_mut().enumerate() {
        thief.send(&hello(Some(&token)));
        assert_ne!(thief.until("welcome")["client"], welcome["client"]);
        if number > 0 {
            assert_eq!(thief.until("error")["code"], "token", "guests are told");
        }
        thief.play("m", 0, "d1");
        assert_eq!(thief.until("error")["code"], "not-seated");
    }
    // From another browser, without the token, the account is enough.
    let mut again = served.enter_as(&room, &ann);
    let seats = again.until("state")["state"]["seats"].clone();
    assert!(seats[0]["account"].is_number() && seats[1]["account"].is_null(), "{seats}");
    again.play("m", 0, "d1");
    own.until_event("played");
    // After a restart too.
    drop((own, again, guest, thieves));
    served.kill();
    let served = Served::start(&dir, &[]);
    let mut again = served.enter_as(&room, &ann);
    assert_eq!(again.until("state")["state"]["seats"][0]["present"], true);
    again.play("m", 0, "d1");
    assert_eq!(again.until("accepted")["id"], "m");
}

#[test]
fn guests_only_watch_where_accounts_are_required() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &["--accounts", "required"]);
    let mut lobby = served.lobby();
    lobby.send(&json!({ "type": "create", "id": "1", "ruleset": "ataxx/small" }));
    assert_eq!(lobby.until("error")["code"], "sign-in");
    let ann = served.sign_up("Ann");
    let mut lobby = served.connect_as("/lobby/socket", &ann);
    lobby.send(&json!({ "type": "create", "id": "1", "ruleset": "ataxx/small" }));
    let room = lobby.until("created")["room"].as_str().expect("a room").to_owned();
    let (mut guest, _) = served.enter(&room, "Guest", None);
    guest.until("state");
    guest.send(&json!({ "type": "sit", "seat": 1 }));
    assert_eq!(guest.until("error")["code"], "sign-in");
    guest.send(&json!({ "type": "chat", "id": "c", "to": "all", "text": "hello" }));
    assert_eq!(guest.until("error")["code"], "sign-in");
    let mut own = served.enter_as(&room, &ann);
    own.until("state");
    own.sit(1);
    guest.until_event("seat");
}

#[test]
fn a_newer_or_foreign_database_is_refused_and_an_account_survives_a_restart() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let ann = served.sign_up("Ann");
    drop(served);
    let served = Served::start(&dir, &[]);
    assert_eq!(sessions(&served, &ann).len(), 1);
    drop(served);
    // It was killed; the last process to close the database leaves one file.
    dir.run(&["serve", "admin", "moderator", "Ann", "--data", "server"]).success();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", "server"];
    let file = dir.path().join("server/server.db");
    // The version of the tables, in the head of the file.
    let mut bytes = std::fs::read(&file).expect("a database");
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    std::fs::write(&file, &bytes).expect("a file");
    let wal = dir.path().join("server/server.db-wal");
    assert!(!wal.exists());
    dir.run(&serve).fails(2, "newer version of the program (tables of version 99");
    assert_eq!(std::fs::read(&file).expect("a database"), bytes, "it stays as it is");
    std::fs::write(&file, "no database".repeat(1000)).expect("a file");
    dir.run(&serve).fails(2, "not a database of this program");
}

#[test]
fn the_owner_adds_moderators_and_sets_passwords_beside_the_server() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let admin = |args: &[&str], input: &str| {
        let all = [&["serve", "admin"], args, &["--data", "server"]].concat();
        dir.run_with_input(&all, input.as_bytes())
    };
    let added = admin(&["add", "Olga"], "correct horse\n").success();
    assert!(added.contains("Olga is a moderator now"), "{added}");
    admin(&["add", "OLGA"], "correct horse\n").fails(2, "is taken");
    admin(&["add", "Bob"], "short\n").fails(2, "at least 8 characters");
    admin(&["password", "Nobody"], "correct horse\n").fails(2, "no account `Nobody`");
    let (status, olga, _) = served.account("sign-in", &fields("Olga", PASSWORD), "");
    assert_eq!(status, 200);
    let me =
        |cookie: &str| served.request(&format!("GET /account/me HTTP/1.1\r\nCookie: {cookie}"), "");
    assert!(me(&olga).contains(r#""moderator":true"#), "{}", me(&olga));
    admin(&["moderator", "olga", "--remove"], "").success();
    assert!(me(&olga).contains(r#""moderator":false"#), "{}", me(&olga));
    let open = served.connect_as("/lobby/socket", &olga);
    admin(&["password", "Olga"], "battery staple\n").success();
    wait_for_end(open);
    assert!(me(&olga).contains(r#""name":null"#), "her session has ended: {}", me(&olga));
    assert_eq!(served.account("sign-in", &fields("Olga", "battery staple"), "").0, 200);
}
