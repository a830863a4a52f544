//! Who a connection belongs to, and what keeps a place in the room.

use std::net::IpAddr;
use std::time::Duration;

use boardloom_room::{
    ClientMessage, ConnectionId, ErrorCode, Room, RoomAccount, RoomEffect, RoomInput, RoomSettings,
    SeatKind, ServerMessage,
};

use crate::world::{World, settings, source};

/// A room, and connections that are made by hand.
struct Hall {
    room: Room,
    now: Duration,
    connections: u64,
}

impl Hall {
    fn new(settings: RoomSettings) -> Self {
        let room = Room::new(source("length = 9"), settings).expect("a room");
        Hall { room, now: Duration::ZERO, connections: 0 }
    }

    fn input(&mut self, input: RoomInput) -> Vec<RoomEffect> {
        self.room.handle(input, self.now)
    }

    fn open(&mut self, account: Option<i64>) -> ConnectionId {
        self.open_from(account, None)
    }

    fn open_from(&mut self, account: Option<i64>, network: Option<IpAddr>) -> ConnectionId {
        self.connections += 1;
        let connection = ConnectionId(self.connections);
        let token = format!("secret {}", self.connections);
        let account = account.map(|id| RoomAccount {
            id,
            name: format!("Account {id}"),
            rating: None,
            on_vacation: false,
        });
        self.input(RoomInput::Opened { connection, token, account, network });
        connection
    }

    fn say(&mut self, connection: ConnectionId, line: &str) -> Vec<ServerMessage> {
        let effects = self.input(RoomInput::Line { connection, line: line.to_owned() });
        let sent = effects.into_iter().filter_map(|effect| match effect {
            RoomEffect::Send { connection: to, message } if to == connection => Some(message),
            _ => None,
        });
        sent.collect()
    }

    /// Says hello with an earlier token. Returns the client's number and token.
    fn hello(&mut self, connection: ConnectionId, token: &str) -> Result<(u32, String), ErrorCode> {
        let line = format!(r#"{{"type":"hello","versions":[1],"name":"Guest","token":"{token}"}}"#);
        match self.say(connection, &line).first() {
            Some(ServerMessage::Welcome { client, token, .. }) => Ok((*client, token.clone())),
            Some(ServerMessage::Error(error)) => Err(error.code),
            other => panic!("{other:?}"),
        }
    }

    fn enter(&mut self, account: Option<i64>, token: &str) -> (ConnectionId, u32, String) {
        let connection = self.open(account);
        let (client, token) = self.hello(connection, token).expect("a place");
        (connection, client, token)
    }

    fn close(&mut self, connection: ConnectionId) {
        self.input(RoomInput::Closed { connection });
    }
}

#[test]
fn a_guest_who_signs_in_keeps_a_seat_and_nothing_else() {
    let mut hall = Hall::new(settings("none"));
    let (watching, watcher, token) = hall.enter(None, "");
    hall.close(watching);
    let (_, signed_in, _) = hall.enter(Some(5), &token);
    assert_ne!(signed_in, watcher, "an account is a client of its own");
    let (playing, player, token) = hall.enter(None, "");
    hall.say(playing, r#"{"type":"sit","seat":1}"#);
    hall.close(playing);
    let (_, signed_in, _) = hall.enter(Some(6), &token);
    assert_eq!(signed_in, player, "the game goes on");
    let mut hall = Hall::new(RoomSettings { accounts_only: true, ..settings("none") });
    let (watching, watcher, token) = hall.enter(None, "");
    hall.close(watching);
    let (own, signed_in, _) = hall.enter(Some(5), &token);
    assert_ne!(signed_in, watcher);
    hall.say(own, r#"{"type":"sit","seat":1}"#);
    assert_eq!(hall.room.state().seats[0].name, "Account 5");
}

#[test]
fn those_who_are_gone_without_a_seat_make_place() {
    let mut hall = Hall::new(RoomSettings { max_clients: 3, ..settings("none") });
    let (playing, player, player_token) = hall.enter(None, "");
    hall.say(playing, r#"{"type":"sit","seat":1}"#);
    hall.close(playing);
    let (first, gone, gone_token) = hall.enter(None, "");
    hall.close(first);
    let (_, here, _) = hall.enter(None, "");
    let (_, new, _) = hall.enter(None, "");
    assert_eq!(new, gone, "not the seat's, nor that of one who is here");
    let connection = hall.open(None);
    assert_eq!(hall.hello(connection, &gone_token), Err(ErrorCode::Full), "{here}");
    let (_, back, _) = hall.enter(None, &player_token);
    assert_eq!(back, player);
    assert_eq!(hall.room.state().seats[0].kind, SeatKind::Human);
}

#[test]
fn connections_that_say_nothing_are_closed() {
    let mut hall = Hall::new(settings("none"));
    let silent = hall.open(None);
    let (speaking, ..) = hall.enter(None, "");
    hall.now = Duration::from_secs(9);
    let effects = hall.input(RoomInput::Tick);
    let wake = effects.iter().find_map(|effect| match effect {
        RoomEffect::WakeAt { time } => Some(*time),
        _ => None,
    });
    assert!(wake <= Some(Duration::from_secs(10)), "{effects:?}");
    hall.now = Duration::from_secs(10);
    let effects = hall.input(RoomInput::Tick);
    assert!(effects.contains(&RoomEffect::Close { connection: silent }), "{effects:?}");
    assert!(!effects.contains(&RoomEffect::Close { connection: speaking }));
    assert!(hall.say(silent, r#"{"type":"hello","versions":[1],"name":"Late"}"#).is_empty());
}

/// More events than a slow client's connection holds come as one state.
#[test]
fn who_was_away_for_long_gets_the_state() {
    let mut hall = Hall::new(settings("none"));
    let (one, ..) = hall.enter(None, "");
    let version = hall.room.state().version;
    for _ in 0..50 {
        hall.say(one, r#"{"type":"sit","seat":1}"#);
        hall.say(one, r#"{"type":"stand","seat":1}"#);
    }
    assert!(hall.room.state().version >= version + 100);
    let (game, epoch) = (hall.room.state().game, hall.room.state().epoch);
    let join =
        |from: u64| format!(r#"{{"type":"join","game":{game},"epoch":{epoch},"from":{from}}}"#);
    let sent = hall.say(one, &join(version));
    assert!(matches!(sent[..], [ServerMessage::State { .. }]), "{} messages", sent.len());
    let last = hall.room.state().version;
    let sent = hall.say(one, &join(last - 10));
    assert_eq!(sent.len(), 11, "ten events, and that they are all");
}

#[test]
fn chat_after_a_restart_is_not_taken_for_earlier_chat() {
    let mut world = World::seated("length = 9", settings("none"), 2);
    let say = |world: &mut World, id: &str| {
        let chat = ClientMessage::Chat {
            id: id.to_owned(),
            to: boardloom_room::ChatTo::All,
            text: format!("words {id}"),
        };
        world.say(0, chat);
    };
    say(&mut world, "1");
    say(&mut world, "2");
    world.restart();
    world.connect(0);
    world.connect(1);
    world.settle();
    say(&mut world, "3");
    world.settle();
    let heard = world.clients[1].received.iter().filter_map(|message| match message {
        ServerMessage::Chat { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(heard.collect::<Vec<_>>().last(), Some(&"words 3"));
    world.assert_agreement();
}

/// Would break if a client took another client's place, or believed that it had its own again.
#[test]
fn a_secret_that_is_not_known_makes_a_new_client_and_is_told() {
    let mut hall = Hall::new(settings("none"));
    let (own, player, token) = hall.enter(None, "");
    hall.say(own, r#"{"type":"sit","seat":1}"#);
    let hello = |token: &str| {
        format!(r#"{{"type":"hello","versions":[1],"name":"Eve","token":"{token}"}}"#)
    };
    let other = hall.open(None);
    let answers = hall.say(other, &hello("a guess"));
    let [ServerMessage::Welcome { client, .. }, ServerMessage::Error(error), ..] = &answers[..]
    else {
        panic!("{answers:?}")
    };
    assert_eq!(error.code, ErrorCode::Token);
    assert_ne!(*client, player);
    // The right one, and none at all, are no error.
    for token in [&*token, ""] {
        let connection = hall.open(None);
        let answers = hall.say(connection, &hello(token));
        assert!(!answers.iter().any(|it| matches!(it, ServerMessage::Error(_))), "{answers:?}");
    }
}

/// Would break if a program could try codes until one fits.
#[test]
fn codes_are_not_guessed() {
    let code = Some("K7QX3M".to_owned());
    let mut hall = Hall::new(RoomSettings { code, ..settings("none") });
    let network = |last: u8| Some(IpAddr::from([10, 0, 0, last]));
    let mut try_code = |last: u8, code: &str, after: u64| {
        hall.now += Duration::from_secs(after);
        let connection = hall.open_from(None, network(last));
        let line = format!(r#"{{"type":"hello","versions":[1],"name":"Eve","code":"{code}"}}"#);
        match hall.say(connection, &line).first() {
            Some(ServerMessage::Welcome { .. }) => None,
            Some(ServerMessage::Error(error)) => Some(error.code),
            other => panic!("{other:?}"),
        }
    };
    for _ in 0..10 {
        assert_eq!(try_code(1, "AAAAAA", 1), Some(ErrorCode::Code));
    }
    assert_eq!(try_code(1, "AAAAAA", 1), Some(ErrorCode::TooFast));
    assert_eq!(try_code(1, "K7QX3M", 0), Some(ErrorCode::TooFast), "it would tell what is right");
    assert_eq!(try_code(2, "K7QX3M", 0), None, "others are not kept out");
    assert_eq!(try_code(1, "K7QX3M", 60), None);
}

/// Would break if watchers could keep a player out who has lost the connection.
#[test]
fn watchers_leave_places_for_players() {
    let mut hall = Hall::new(RoomSettings { max_watchers: 2, ..settings("none") });
    let (one, _, token) = hall.enter(None, "");
    hall.say(one, r#"{"type":"sit","seat":1}"#);
    // Two watchers, and one who could take the open seat.
    let watchers: Vec<_> = (0..3).map(|_| hall.enter(None, "")).collect();
    let connection = hall.open(None);
    assert_eq!(hall.hello(connection, ""), Err(ErrorCode::Full));
    let connection = hall.open(None);
    assert_eq!(hall.hello(connection, &watchers[0].2), Err(ErrorCode::Full), "a second place");
    let seated = hall.say(watchers[2].0, r#"{"type":"sit","seat":2}"#);
    assert!(!seated.iter().any(|it| matches!(it, ServerMessage::Error(_))), "{seated:?}");
    let connection = hall.open(None);
    assert_eq!(hall.hello(connection, ""), Err(ErrorCode::Full));
    hall.close(one);
    let (_, back, _) = hall.enter(None, &token);
    assert_eq!(back, 1, "a player comes back");
    hall.close(watchers[0].0);
    hall.enter(None, "");
}
