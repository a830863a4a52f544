//! Notes of players, which all read once the game is over.

use boardloom_room::{
    ChatTo, ClientMessage, ErrorCode, Proposal, RoomSettings, ServerMessage, WatchDelay,
};

use crate::world::{World, settings};

fn note(world: &mut World, client: usize, text: &str) -> Option<ErrorCode> {
    world.clients.iter_mut().for_each(|client| client.received.clear());
    let id = format!("{client} {}", &text[..text.len().min(20)]);
    let text = text.to_owned();
    world.say(client, ClientMessage::Chat { id, to: ChatTo::Notes, text });
    world.error(client).map(|error| error.code)
}

/// Returns the notes that a client was told last, as `ply name: text`.
fn known(world: &World, client: usize) -> Vec<String> {
    let told = world.clients[client].received.iter().rev().find_map(|message| match message {
        ServerMessage::Notes { notes, .. } => Some(notes),
        _ => None,
    });
    let notes = told.into_iter().flatten();
    notes.map(|note| format!("{} {}: {}", note.ply, note.name, note.text)).collect()
}

#[test]
fn notes_are_secret_until_the_game_is_over() {
    let mut world = World::seated("length = 9", settings("none"), 3);
    assert_eq!(note(&mut world, 0, "a would do"), None);
    assert_eq!(known(&world, 0), ["0 Client 1: a would do"]);
    assert_eq!((known(&world, 1), known(&world, 2)), (vec![], vec![]));
    world.play(0, "a");
    assert_eq!(note(&mut world, 1, "b, then c"), None);
    assert_eq!(known(&world, 1), ["1 Client 2: b, then c"]);
    // What comes twice is kept once.
    note(&mut world, 1, "b, then c");
    world.play(1, "b");
    let public = world.room.public_record().to_text();
    assert!(!public.contains("b, then c"), "{public}");
    // A restart keeps them, and who comes back has the own ones.
    world.restart();
    (0..3).for_each(|client| world.connect(client));
    world.settle();
    assert_eq!(known(&world, 1), ["1 Client 2: b, then c"]);
    assert_eq!(known(&world, 2), Vec::<String>::new());
    world.say(0, ClientMessage::Resign { game: 1 });
    let all = ["0 Client 1: a would do", "1 Client 2: b, then c"];
    for client in 0..3 {
        assert_eq!(known(&world, client), all, "client {client}");
    }
    assert_eq!(note(&mut world, 0, "too late"), Some(ErrorCode::Chat));
    // They stand at their moves, once, also after another restart.
    let expected = "{Client 1: a would do} 1. a {Client 2: b, then c} b";
    for _ in 0..2 {
        let record = world.room.public_record().to_text().replace('\n', " ");
        assert!(record.contains(expected), "{record}");
        world.restart();
    }
    (0..3).for_each(|client| world.connect(client));
    world.settle();
    assert_eq!(known(&world, 2), all, "who comes later reads them too");
}

#[test]
fn the_next_game_has_notes_of_its_own() {
    let mut world = World::seated("length = 9", settings("none"), 2);
    note(&mut world, 0, "first");
    world.play(0, "a");
    world.say(0, ClientMessage::Resign { game: 1 });
    assert_eq!(known(&world, 1), ["0 Client 1: first"]);
    let (game, ply, proposal) = (1, world.state().turn.ply, Proposal::Rematch);
    world.say(0, ClientMessage::Offer { game, ply, proposal });
    world.say(1, ClientMessage::Accept { game, ply, proposal });
    assert_eq!(world.state().game, 2);
    note(&mut world, 1, "second");
    assert_eq!((known(&world, 0), known(&world, 1).len()), (vec![], 1));
    world.say(1, ClientMessage::Resign { game: 2 });
    assert_eq!(known(&world, 0), ["0 Client 2: second"]);
}

#[test]
fn who_watches_late_reads_them_with_the_end() {
    let delay = Some(WatchDelay::Moves(2));
    let settings = RoomSettings { delay, ..settings("none") };
    let mut world = World::seated("length = 9", settings, 3);
    world.play(0, "a");
    note(&mut world, 1, "quiet");
    world.clients[2].received.clear();
    world.say(0, ClientMessage::Resign { game: 1 });
    let told = &world.clients[2].received;
    let end = told.iter().position(|it| matches!(it, ServerMessage::Event { event, .. } if format!("{event:?}").contains("Over")));
    let notes = told.iter().position(|it| matches!(it, ServerMessage::Notes { .. }));
    assert!(end.is_some() && end < notes, "{told:?}");
}

#[test]
fn notes_have_limits() {
    let mut world = World::seated("length = 9", settings("none"), 3);
    assert_eq!(note(&mut world, 2, "I watch"), Some(ErrorCode::Chat));
    assert_eq!(note(&mut world, 0, "  "), Some(ErrorCode::Chat));
    assert_eq!(note(&mut world, 0, &"x".repeat(501)), Some(ErrorCode::Chat));
    let mut written = 0;
    let refused = loop {
        world.wait(std::time::Duration::from_secs(60));
        match note(&mut world, 0, &format!("{written} {}", "x".repeat(490))) {
            None => written += 1,
            Some(code) => break code,
        }
    };
    assert_eq!((written, refused), (33, ErrorCode::Chat));
    assert_eq!(note(&mut world, 1, "mine"), None, "another player has room");
}

#[test]
fn a_seat_that_is_left_leaves_no_notes() {
    let mut world = World::seated("length = 9", settings("none"), 3);
    note(&mut world, 0, "private");
    world.say(0, ClientMessage::Stand {});
    world.say(2, ClientMessage::Sit { seat: 1 });
    note(&mut world, 2, "mine");
    assert_eq!(known(&world, 2), ["0 Client 3: mine"]);
}
