//! Conditional moves: answers to moves that the other side may play.

use std::time::Duration;

use boardloom_room::{ClientMessage, ErrorCode, Proposal, RoomInput, ServerMessage};
use proptest::prelude::*;

use crate::world::{World, settings};

fn lines(texts: &[&str]) -> Vec<Vec<String>> {
    texts.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

fn set(world: &mut World, client: usize, texts: &[&str]) {
    let (game, ply) = (world.state().game, world.state().turn.ply);
    world.say(client, ClientMessage::Conditional { game, ply, lines: lines(texts) });
}

/// Returns the lines that a client was told last.
fn known(world: &World, client: usize) -> Option<Vec<Vec<String>>> {
    world.clients[client].received.iter().rev().find_map(|message| match message {
        ServerMessage::Conditional { lines, .. } => Some(lines.clone()),
        _ => None,
    })
}

fn moves(world: &World) -> String {
    let played: Vec<&str> = world.state().played.iter().map(|it| it.mv.as_str()).collect();
    played.join(" ")
}

fn code(world: &World, client: usize) -> Option<ErrorCode> {
    world.error(client).map(|error| error.code)
}

fn game() -> World {
    World::seated("length = 9", settings("3 days"), 3)
}

#[test]
fn answers_are_played_at_once_when_their_moves_come() {
    let mut world = game();
    set(&mut world, 1, &["a b c d", "a b e f", "c d"]);
    assert_eq!(known(&world, 1), Some(lines(&["a b c d", "a b e f", "c d"])));
    world.wait(Duration::from_secs(3600));
    world.play(0, "a");
    assert_eq!(moves(&world), "a b");
    assert_eq!(known(&world, 1), Some(lines(&["c d", "e f"])));
    world.restart();
    world.connect(0);
    world.connect(1);
    world.connect(2);
    world.settle();
    assert_eq!(known(&world, 1), Some(lines(&["c d", "e f"])), "the room's file has them");
    world.play(0, "e");
    assert_eq!(moves(&world), "a b e f");
    assert_eq!(known(&world, 1), Some(vec![]));
    assert_eq!(world.state().played[1].took_ms, Some(0));
    world.assert_agreement();
}

#[test]
fn another_move_drops_them() {
    let mut world = game();
    set(&mut world, 1, &["a b", "c d"]);
    world.play(0, "e");
    assert_eq!((moves(&world).as_str(), known(&world, 1)), ("e", Some(vec![])));
    world.play(1, "a");
    assert_eq!(moves(&world), "e a");
    // So does a move that is taken back, and the end.
    set(&mut world, 1, &["b c"]);
    let (game, ply, proposal) = (1, 2, Proposal::TakeBack);
    world.say(1, ClientMessage::Offer { game, ply, proposal });
    world.say(0, ClientMessage::Accept { game, ply, proposal });
    assert_eq!(known(&world, 1), Some(vec![]));
    set(&mut world, 0, &["a b"]);
    world.say(1, ClientMessage::Resign { game: 1 });
    assert_eq!(known(&world, 0), Some(vec![]));
    assert!(world.state().is_over());
}

#[test]
fn both_sides_can_have_some_and_nobody_else_learns_of_them() {
    let mut world = game();
    set(&mut world, 1, &["a b c d e f"]);
    world.play(0, "a");
    assert_eq!(moves(&world), "a b");
    // What both left is played to its end.
    let mut world = game();
    world.play(0, "a");
    set(&mut world, 0, &["b c d e"]);
    assert_eq!(known(&world, 0), Some(lines(&["b c d e"])));
    world.play(1, "b");
    set(&mut world, 0, &["d e f g"]);
    assert_eq!(moves(&world), "a b c");
    let public = world.room.public_record().to_text();
    assert!(!public.contains("[If ") && world.disk.contains("[If \"1\" \"d\" \"e\" \"f\" \"g\"]"));
    for other in [1, 2] {
        assert_eq!(known(&world, other), None);
        world.cut(other);
        world.connect(other);
        world.settle();
        assert_eq!(known(&world, other), None, "client {other}");
    }
    // A watcher has none.
    set(&mut world, 2, &["d e"]);
    assert_eq!(code(&world, 2), Some(ErrorCode::NotSeated));
}

#[test]
fn they_are_checked_by_the_rules_when_they_are_given() {
    let mut world = game();
    world.play(0, "a");
    for (client, given, expected) in [
        (1, &["b c"][..], ErrorCode::Refused),
        (0, &["a b"], ErrorCode::Illegal),
        (0, &["b b"], ErrorCode::Illegal),
        (0, &["b zz"], ErrorCode::Illegal),
        (0, &["b"], ErrorCode::Refused),
        (0, &["b c d"], ErrorCode::Refused),
        (0, &["b c", "b d"], ErrorCode::Refused),
        (0, &["b c d e", "b c d f"], ErrorCode::Refused),
        (0, &["b c d e f g h i b c"], ErrorCode::Illegal),
        (0, &["b c"; 31], ErrorCode::BadMessage),
    ] {
        world.clients[client].received.clear();
        set(&mut world, client, given);
        assert_eq!(code(&world, client), Some(expected), "{given:?}");
        assert!(!world.disk.contains("[If "), "{given:?}");
    }
    // A line that another goes on with is a part of it.
    set(&mut world, 0, &["b c", "b c d e", "c b"]);
    assert_eq!(known(&world, 0), Some(lines(&["b c d e", "c b"])));
    set(&mut world, 0, &[]);
    assert_eq!(known(&world, 0), Some(vec![]));
}

#[test]
fn other_clocks_chance_and_secret_decisions_allow_none() {
    let mut world = World::seated("length = 9", settings("600+5"), 2);
    set(&mut world, 1, &["a b"]);
    assert_eq!(code(&world, 1), Some(ErrorCode::Refused));
    // Neither a draw of chance nor what others decide at the same time is told before.
    for rules in ["chance = true\nlength = 9", "together = true"] {
        let mut world = World::seated(rules, settings("none"), 2);
        let other = usize::from(world.state().turn.acting == [1]);
        set(&mut world, other, &["a b", "b a", "a c"]);
        assert_eq!(code(&world, other), Some(ErrorCode::Refused), "{rules}");
        // The first has decided, and waits.
        world.play(0, "a");
        set(&mut world, 0, &["b c"]);
        assert_eq!(code(&world, 0), Some(ErrorCode::Refused), "{rules}");
        assert!(!world.disk.contains("[If "), "{rules}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Would break if conditional moves played anything else than their player by hand would,
    /// or were lost when the room sleeps.
    #[test]
    fn they_play_as_their_player_would(
        order in Just(["a", "b", "c", "d", "e", "f", "g", "h"]).prop_shuffle(),
        given in prop::collection::vec(1..4_usize, 4),
        sleeps in any::<bool>(),
    ) {
        let (mut by_hand, mut set_before) = (game(), game());
        for mv in order {
            let mover = usize::from(by_hand.state().turn.acting[0]) - 1;
            by_hand.play(mover, mv);
        }
        let mut at = 0;
        for pairs in given {
            if at >= order.len() {
                break;
            }
            let end = (at + 2 * pairs).min(order.len());
            set(&mut set_before, 1, &[&order[at..end].join(" ")]);
            if sleeps {
                set_before.sleep(Duration::from_secs(3600));
                (0..3).for_each(|client| set_before.connect(client));
                set_before.settle();
            }
            for mv in order[at..end].iter().step_by(2) {
                set_before.play(0, mv);
            }
            at = end;
        }
        let whole = moves(&by_hand);
        prop_assert!(whole.starts_with(&moves(&set_before)));
        prop_assert_eq!(set_before.state().turn.ply as usize, at);
        set_before.assert_agreement();
        set_before.input(RoomInput::Tick);
        prop_assert!(!set_before.disk.contains("[If "));
    }
}
