//! Watchers who see the game late.

use std::time::Duration;

use boardloom_room::{
    BoardRequest, ChatTo, ClientMessage, RoomInput, RoomSettings, ServerMessage, WatchDelay,
};
use proptest::prelude::*;

use crate::world::{World, settings};

const WATCHER: usize = 2;

fn late(control: &str, delay: WatchDelay) -> World {
    let settings = RoomSettings { delay: Some(delay), draws_boards: true, ..settings(control) };
    World::seated("length = 9", settings, 3)
}

/// Returns the number of moves that a client knows.
fn seen(world: &World, client: usize) -> usize {
    let state = world.clients[client].replica.state().expect("a state");
    assert_eq!(state.turn.ply as usize, state.played.len());
    state.played.len()
}

fn play(world: &mut World, moves: &[&str]) {
    for mv in moves {
        let mover = usize::from(world.state().turn.acting[0]) - 1;
        world.play(mover, mv);
    }
}

fn chat(world: &World, client: usize) -> Vec<String> {
    let texts = world.clients[client].received.iter().filter_map(|message| match message {
        ServerMessage::Chat { text, .. } => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

fn say(world: &mut World, client: usize, to: ChatTo, text: &str) {
    let (id, text) = (text.to_owned(), text.to_owned());
    world.say(client, ClientMessage::Chat { id, to, text });
}

#[test]
fn watchers_see_the_game_some_moves_late() {
    let mut world = late("none", WatchDelay::Moves(2));
    assert_eq!(world.clients[WATCHER].replica.state(), Some(world.state()), "before the game");
    play(&mut world, &["a"]);
    assert_eq!((seen(&world, 1), seen(&world, WATCHER)), (1, 0));
    play(&mut world, &["b", "c"]);
    assert_eq!((seen(&world, 1), seen(&world, WATCHER)), (3, 1));
    // A watcher who comes now gets no more.
    world.connect(WATCHER);
    world.settle();
    world.raw(WATCHER, r#"{"type":"join"}"#);
    assert_eq!(seen(&world, WATCHER), 1);
    let known = format!("{:?}", world.clients[WATCHER].received);
    assert!(!known.contains("\"c\""), "{known}");
    // A restart of the server tells no more, either.
    world.restart();
    (0..3).for_each(|client| world.connect(client));
    world.settle();
    assert_eq!((seen(&world, 0), seen(&world, WATCHER)), (3, 1));
    play(&mut world, &["d"]);
    assert_eq!((seen(&world, 0), seen(&world, WATCHER)), (4, 2));
    world.say(0, ClientMessage::Resign { game: 1 });
    assert_eq!(seen(&world, WATCHER), 5, "what is over may be known");
    world.assert_agreement();
}

#[test]
fn watchers_see_the_game_some_minutes_late() {
    let mut world = late("600", WatchDelay::Minutes(2));
    play(&mut world, &["a"]);
    world.wait(Duration::from_secs(60));
    play(&mut world, &["b"]);
    assert_eq!(seen(&world, WATCHER), 0);
    for (wait, expected) in [(59, 0), (1, 1), (59, 1)] {
        world.wait(Duration::from_secs(wait));
        world.input(RoomInput::Tick);
        world.settle();
        assert_eq!(seen(&world, WATCHER), expected);
    }
    world.restart();
    world.connect(WATCHER);
    world.settle();
    assert_eq!(seen(&world, WATCHER), 1);
    world.wait(Duration::from_secs(1));
    world.input(RoomInput::Tick);
    world.settle();
    assert_eq!(seen(&world, WATCHER), 2);
}

#[test]
fn boards_are_late_too() {
    let mut world = late("none", WatchDelay::Moves(1));
    play(&mut world, &["a", "b", "c"]);
    let mut ask = |client, at, ply| {
        let request = BoardRequest { game: 1, ply, at, ..BoardRequest::default() };
        world.drawn.clear();
        world.say(client, ClientMessage::Board(request));
        let (seat, request) = world.drawn.pop().expect("a drawing");
        (seat, request.ply, request.at, world.drawn_ply)
    };
    assert_eq!(ask(1, None, 3), (Some(2), 3, None, 3));
    for (at, ply) in [(None, 2), (None, 3), (Some(2), 3), (Some(3), 3), (Some(9), 9)] {
        assert_eq!(ask(WATCHER, at, ply), (None, 2, None, 2));
    }
    assert_eq!(ask(WATCHER, Some(1), 2), (None, 2, Some(1), 2));
}

#[test]
fn what_players_write_comes_late_and_what_watchers_write_at_once() {
    let mut world = late("none", WatchDelay::Moves(1));
    play(&mut world, &["a"]);
    say(&mut world, 0, ChatTo::All, "a was good");
    say(&mut world, 0, ChatTo::Seat(2), "between us");
    say(&mut world, WATCHER, ChatTo::All, "hello");
    assert_eq!(chat(&world, 1), ["a was good", "between us", "hello"]);
    assert_eq!(chat(&world, WATCHER), ["hello"]);
    world.clients[WATCHER].received.clear();
    world.raw(WATCHER, r#"{"type":"join"}"#);
    assert_eq!(chat(&world, WATCHER), Vec::<String>::new());
    play(&mut world, &["b"]);
    assert_eq!(chat(&world, WATCHER), ["a was good"]);
    // No client reads it twice, also after the end.
    play(&mut world, &["c"]);
    say(&mut world, 0, ChatTo::All, "resigning");
    world.say(0, ClientMessage::Resign { game: 1 });
    for client in 0..3 {
        let lines = world.raw(client, r#"{"type":"join"}"#);
        let written = lines.iter().filter(|it| matches!(it, ServerMessage::Chat { .. })).count();
        assert_eq!(written, [4, 4, 3][client], "client {client}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    /// Would break if a watcher learned of a move too early, or saw another game than the players.
    #[test]
    fn watchers_see_what_players_saw(
        delay in 1..5_u32,
        steps in prop::collection::vec(0..8_usize, 1..30),
    ) {
        let mut world = late("60", WatchDelay::Moves(delay));
        let mut free = ["i", "h", "g", "f", "e", "d", "c", "b", "a"].to_vec();
        let mut states = vec![world.state().turn.clone()];
        for step in steps {
            match step {
                0 => {
                    world.restart();
                    (0..3).for_each(|client| world.connect(client));
                }
                1 => world.connect(WATCHER),
                2 => drop(world.raw(WATCHER, r#"{"type":"join"}"#)),
                _ if world.state().is_over() => break,
                _ => {
                    let mv = free.pop().expect("a free site");
                    play(&mut world, &[mv]);
                    states.push(world.state().turn.clone());
                }
            }
            world.settle();
            let state = world.clients[WATCHER].replica.state().expect("a state");
            let (now, seen) = (world.state().turn.ply, state.turn.ply);
            prop_assert_eq!(&state.played[..], &world.state().played[..seen as usize]);
            prop_assert_eq!(&state.turn.position, &states[seen as usize].position);
            if !world.state().is_over() {
                prop_assert_eq!(seen, now.saturating_sub(delay));
            }
        }
        if !world.state().is_over() {
            world.say(0, ClientMessage::Resign { game: 1 });
        }
        world.assert_agreement();
    }
}
