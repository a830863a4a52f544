//! Who a connection belongs to, and what keeps a place in the room.

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
        self.connections += 1;
        let connection = ConnectionId(self.connections);
        let token = format!("secret {}", self.connections);
        let account = account.map(|id| RoomAccount {
            id,
            name: format!("Account {id}"),
            rating: None,
            on_vacation: false,
        });
        self.input(RoomInput::Opened { connection, token, account });
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
