//! Messages: greeting, joining, errors, chat.

use std::time::Duration;

use boardloom_room::{
    ChatTo, ClientMessage, ErrorCode, LIMITS, RoomEvent, RoomInput, ServerMessage,
};

use crate::world::{World, settings};

fn codes(messages: &[ServerMessage]) -> Vec<ErrorCode> {
    let errors = messages.iter().filter_map(|message| match message {
        ServerMessage::Error(error) => Some(error.code),
        _ => None,
    });
    errors.collect()
}

fn chat(world: &World, client: usize) -> Vec<String> {
    let lines = world.clients[client].received.iter().filter_map(|message| match message {
        ServerMessage::Chat { name, text, .. } => Some(format!("{name}: {text}")),
        _ => None,
    });
    lines.collect()
}

#[test]
fn hello_comes_first_and_is_checked() {
    let mut world = World::new("", settings("none"), 1);
    world.connect(0);
    world.clients[0].up.clear();
    assert_eq!(codes(&world.raw(0, r#"{"type":"stand"}"#)), [ErrorCode::HelloFirst]);
    for (hello, code) in [
        (r#"{"type":"hello","versions":[7],"name":"Ann"}"#, ErrorCode::Version),
        (r#"{"type":"hello","versions":[1],"name":"A\u001b[2J"}"#, ErrorCode::Name),
        (r#"{"type":"hello","versions":[1],"name":"  "}"#, ErrorCode::Name),
    ] {
        world.connect(0);
        world.clients[0].up.clear();
        assert_eq!(codes(&world.raw(0, hello)), [code], "{hello}");
        // The connection is closed: nothing is answered any more.
        assert_eq!(world.raw(0, hello), []);
    }
    // Unknown keys are ignored, and the best common version is spoken.
    world.connect(0);
    world.clients[0].up.clear();
    let hello = r#"{"type":"hello","versions":[1,9],"name":"Ann","colour":"red"}"#;
    let answer = world.raw(0, hello);
    let [ServerMessage::Welcome { version: 1, limits, client: 1, name, .. }, ..] = &answer[..]
    else {
        panic!("{answer:?}")
    };
    assert_eq!((name.as_str(), limits.line_bytes), ("Ann", LIMITS.line_bytes));
}

#[test]
fn an_invitation_has_a_code() {
    let mut invited = settings("none");
    invited.code = Some("K7QX".to_owned());
    let mut world = World::new("", invited, 1);
    world.connect(0);
    world.clients[0].up.clear();
    let hello = r#"{"type":"hello","versions":[1],"name":"Ann","code":"guess"}"#;
    assert_eq!(codes(&world.raw(0, hello)), [ErrorCode::Code]);
    world.connect(0);
    world.settle();
    assert_eq!(world.clients[0].replica.client(), Some(1));
}

#[test]
fn bad_messages_get_an_error_and_change_nothing() {
    let mut world = World::seated("", settings("none"), 2);
    let before = world.state().clone();
    let long = format!(r#"{{"type":"stand","x":"{}"}}"#, "x".repeat(LIMITS.line_bytes));
    for (line, code) in [
        ("", ErrorCode::BadMessage),
        ("[]", ErrorCode::BadMessage),
        (r#"{"type":"move"}"#, ErrorCode::BadMessage),
        (r#"{"type":"sit","seat":-1}"#, ErrorCode::BadMessage),
        (long.as_str(), ErrorCode::BadMessage),
        (r#"{"type":"castle","seat":1}"#, ErrorCode::UnknownType),
        (r#"{"type":"sit","seat":9}"#, ErrorCode::SeatTaken),
        (r#"{"type":"sit","seat":2}"#, ErrorCode::SeatTaken),
        (r#"{"type":"move","id":"x","game":1,"ply":0,"move":"zz"}"#, ErrorCode::Illegal),
        (r#"{"type":"move","id":"x","game":1,"ply":5,"move":"a"}"#, ErrorCode::Stale),
        (r#"{"type":"move","id":"x","game":2,"ply":0,"move":"a"}"#, ErrorCode::Stale),
        (r#"{"type":"move","id":"","game":1,"ply":0,"move":"a"}"#, ErrorCode::BadMessage),
        (r#"{"type":"resume","game":1}"#, ErrorCode::Refused),
        (r#"{"type":"accept","game":1,"ply":0,"proposal":"draw"}"#, ErrorCode::Refused),
        (r#"{"type":"offer","game":1,"ply":0,"proposal":"rematch"}"#, ErrorCode::Refused),
        (r#"{"type":"offer","game":1,"ply":0,"proposal":"take-back"}"#, ErrorCode::Refused),
        (r#"{"type":"buy","game":1,"ply":0}"#, ErrorCode::Refused),
        (r#"{"type":"claim","game":1,"seat":2}"#, ErrorCode::Refused),
        (r#"{"type":"chat","id":"x","to":"all","text":"a\u001bb"}"#, ErrorCode::Chat),
    ] {
        assert_eq!(codes(&world.raw(0, line)), [code], "{line}");
    }
    let other = r#"{"type":"move","id":"y","game":1,"ply":0,"move":"a"}"#;
    assert_eq!(codes(&world.raw(1, other)), [ErrorCode::NotYourTurn]);
    assert_eq!(world.state(), &before);
}

#[test]
fn a_move_that_is_sent_twice_is_played_once() {
    let mut world = World::seated("", settings("none"), 2);
    let line = r#"{"type":"move","id":"m1","game":1,"ply":0,"move":"a"}"#;
    let first = world.raw(0, line);
    let [ServerMessage::Event { version, event, .. }] = &first[..] else { panic!("{first:?}") };
    let RoomEvent::Played { id, played, turn } = &**event else { panic!("{event:?}") };
    assert_eq!((id.as_deref(), played.len(), turn.ply), (Some("m1"), 1, 1));
    assert_eq!(*version, world.state().version);
    let accepted = ServerMessage::Accepted { id: "m1".to_owned() };
    assert_eq!(world.raw(0, line), std::slice::from_ref(&accepted));
    // Also after the server was started again.
    world.restart();
    world.connect(0);
    world.settle();
    assert_eq!(world.raw(0, line), [accepted]);
    // The id belongs to its client.
    world.connect(1);
    world.settle();
    assert_eq!(codes(&world.raw(1, line)), [ErrorCode::Stale]);
    assert_eq!(world.state().turn.ply, 1);
}

#[test]
fn joining_gets_the_events_since_or_the_state() {
    let mut world = World::seated("", settings("none"), 2);
    let from = world.state().version;
    world.play(0, "a");
    world.play(1, "b");
    let join = |epoch: u32, from: u64| {
        format!(r#"{{"type":"join","game":1,"epoch":{epoch},"from":{from}}}"#)
    };
    let answer = world.raw(1, &join(1, from));
    let versions: Vec<u64> = answer
        .iter()
        .map(|message| match message {
            ServerMessage::Event { version, .. } | ServerMessage::Current { version, .. } => {
                *version
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(versions, [from + 1, from + 2, from + 2]);
    // Of the future, of another start of the server, or without anything: the state.
    for line in [join(1, 900), join(7, from), r#"{"type":"join"}"#.to_owned()] {
        let answer = world.raw(1, &line);
        let [ServerMessage::State { state, .. }] = &answer[..] else { panic!("{answer:?}") };
        assert_eq!(&**state, world.state());
    }
}

#[test]
fn a_lost_event_is_noticed() {
    let mut world = World::seated("", settings("none"), 2);
    let message = world.clients[0].replica.play("a").expect("a move");
    world.queue(0, message);
    world.deliver_up(0);
    world.clients[1].down.clear();
    world.settle();
    assert_ne!(world.clients[1].replica.state(), Some(world.state()));
    let message = world.clients[0].replica.join();
    world.say(0, message);
    let message = world.clients[1].replica.join();
    world.say(1, message);
    world.play(1, "b");
    world.assert_agreement();
}

/// Would break if a client that lost the last event of a turn waited for ever.
#[test]
fn a_ping_tells_of_whatever_was_lost() {
    let mut world = World::new("length = 9", settings("none"), 3);
    let ping = |world: &mut World| {
        world.wait(Duration::from_secs(6));
        world.input(RoomInput::Tick);
        world.settle();
    };
    // The welcome, and then the join that answers it.
    world.connect(0);
    world.deliver_up(0);
    world.clients[0].down.clear();
    ping(&mut world);
    world.connect(1);
    world.deliver_up(1);
    while world.deliver_down(1) {}
    world.clients[1].up.clear();
    ping(&mut world);
    // The state of a watcher.
    world.connect(2);
    while world.deliver_up(2) || world.deliver_down(2) {
        let is_state = |line: &String| line.contains(r#""type":"state""#);
        if world.clients[2].down.iter().any(is_state) {
            world.clients[2].down.retain(|line| !is_state(line));
            break;
        }
    }
    ping(&mut world);
    world.assert_agreement();
    for client in 0..2 {
        world.say(client, ClientMessage::Sit { seat: client as u8 + 1 });
    }
    // An event.
    let message = world.clients[0].replica.play("a").expect("a move");
    world.queue(0, message);
    world.deliver_up(0);
    world.clients.iter_mut().for_each(|client| client.down.clear());
    ping(&mut world);
    world.assert_agreement();
    assert_eq!(world.clients[0].replica.pending(), None);
    // A move.
    let message = world.clients[1].replica.play("b").expect("a move");
    world.queue(1, message);
    world.clients[1].up.clear();
    assert_eq!(world.state().turn.ply, 1);
    ping(&mut world);
    assert_eq!(world.state().turn.ply, 2, "it was sent again");
    world.assert_agreement();
}

#[test]
fn the_seed_of_chance_stays_on_the_server() {
    let world = World::seated("chance = true", settings("none"), 2);
    assert!(world.state().played.iter().any(|played| played.seat == 0), "chance has drawn");
    let text = serde_json::to_string(world.state()).expect("JSON");
    assert!(!text.contains("seed"), "{text}");
    assert!(!text.contains("secret"), "nor are tokens shown: {text}");
}

#[test]
fn chat_reaches_those_that_it_is_for() {
    let mut world = World::seated("seats = 3", settings("none"), 4);
    let mut say = |client: usize, number: usize, to: ChatTo, text: &str| {
        for client in &mut world.clients {
            client.received.clear();
        }
        let (id, text) = (format!("chat {number}"), text.to_owned());
        world.say(client, ClientMessage::Chat { id, to, text });
        let heard: Vec<usize> = (0..4).filter(|client| !chat(&world, *client).is_empty()).collect();
        (heard, world.error(client).map(|error| error.code))
    };
    assert_eq!(say(0, 1, ChatTo::All, "good luck"), (vec![0, 1, 2, 3], None));
    assert_eq!(say(0, 2, ChatTo::Seat(2), "a pact?"), (vec![0, 1], None));
    assert_eq!(say(3, 3, ChatTo::Watchers, "seat 1 schemes"), (vec![3], None));
    assert_eq!(say(1, 4, ChatTo::Watchers, "hello"), (vec![], Some(ErrorCode::Chat)));
    assert_eq!(say(3, 5, ChatTo::Seat(1), "psst"), (vec![], Some(ErrorCode::Chat)));
    assert_eq!(say(3, 3, ChatTo::Watchers, "seat 1 schemes"), (vec![], None), "sent twice");
    for number in 10..19 {
        say(2, number, ChatTo::All, "spam");
    }
    assert_eq!(say(2, 20, ChatTo::All, "spam").1, None);
    assert_eq!(say(2, 21, ChatTo::All, "spam"), (vec![], Some(ErrorCode::TooFast)));
    // A player who comes back reads what was missed, and no more than that.
    world.wait(Duration::from_secs(60));
    world.input(RoomInput::Tick);
    world.cut(1);
    let (id, text) = ("late".to_owned(), "are you there?".to_owned());
    world.say(0, ClientMessage::Chat { id, to: ChatTo::Seat(2), text });
    world.clients[1].received.clear();
    world.connect(1);
    world.settle();
    assert_eq!(chat(&world, 1), ["Client 1: are you there?"]);
}
