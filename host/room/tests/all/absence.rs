//! Players who leave before the game has begun.

use std::time::Duration;

use boardloom_room::{
    ClientMessage, EndKind, ErrorCode, Proposal, RoomEffect, RoomInput, SeatKind,
};

use crate::world::{World, settings};

fn tick(world: &mut World, secs: u64) {
    world.wait(Duration::from_secs(secs));
    world.input(RoomInput::Tick);
    world.settle();
}

fn claim(seat: u8) -> ClientMessage {
    ClientMessage::Claim { game: 1, seat, adjourn: false }
}

fn code(world: &World, client: usize) -> Option<ErrorCode> {
    world.error(client).map(|error| error.code)
}

fn kinds(world: &World) -> Vec<SeatKind> {
    world.state().seats.iter().map(|seat| seat.kind).collect()
}

/// Would break if a seat that a client has left kept others out of a game.
#[test]
fn an_absent_seat_opens_before_the_first_move_while_others_are_open() {
    use SeatKind::{Human, Open};
    let mut world = World::new("seats = 4\nlength = 9", settings("60"), 3);
    for client in 0..3 {
        world.connect(client);
    }
    world.settle();
    world.say(0, ClientMessage::Sit { seat: 1 });
    world.say(1, ClientMessage::Sit { seat: 3 });
    world.cut(1);
    tick(&mut world, 29);
    world.say(0, claim(3));
    assert_eq!(code(&world, 0), Some(ErrorCode::Refused), "not yet");
    world.say(2, ClientMessage::Sit { seat: 3 });
    assert_eq!(code(&world, 2), Some(ErrorCode::SeatTaken));
    // The room is woken for it, whatever else waits.
    let effects = world.room.handle(RoomInput::Tick, world.now);
    let wake = effects.iter().find_map(|effect| match effect {
        RoomEffect::WakeAt { time } => Some(*time),
        _ => None,
    });
    assert!(wake.is_some_and(|time| time <= Duration::from_secs(30)), "{wake:?}");
    tick(&mut world, 1);
    assert_eq!(kinds(&world), [Human, Open, Open, Open]);
    world.clients[0].received.clear();
    world.say(0, claim(3));
    assert_eq!(code(&world, 0), None, "it is open already");
    world.say(2, ClientMessage::Sit { seat: 3 });
    assert_eq!(kinds(&world), [Human, Open, Human, Open]);
    // The one who was gone takes another seat.
    world.connect(1);
    world.settle();
    world.say(1, ClientMessage::Sit { seat: 2 });
    assert_eq!(kinds(&world), [Human, Human, Human, Open]);
    world.assert_agreement();
}

#[test]
fn a_seat_is_kept_for_a_player_who_is_back_in_time_and_after_the_first_move() {
    let mut world = World::seated("length = 9", settings("60"), 2);
    world.cut(1);
    tick(&mut world, 29);
    world.connect(1);
    world.settle();
    tick(&mut world, 60);
    assert_eq!(world.state().seats[1].name, "Client 2");
    world.play(0, "a");
    world.cut(1);
    tick(&mut world, 600);
    assert_eq!(world.state().seats[1].kind, SeatKind::Human);
    world.restart();
    tick(&mut world, 600);
    assert_eq!(world.state().seats[1].kind, SeatKind::Human);
}

#[test]
fn seats_of_games_without_a_move_open_after_a_restart_too() {
    let mut world = World::seated("length = 9", settings("60"), 2);
    world.restart();
    world.connect(0);
    world.settle();
    tick(&mut world, 30);
    assert_eq!(kinds(&world), [SeatKind::Human, SeatKind::Open]);
}

#[test]
fn with_days_a_move_seats_are_kept() {
    let mut world = World::seated("length = 9", settings("3 days"), 2);
    world.cut(1);
    tick(&mut world, 3600);
    assert_eq!(world.state().seats[1].kind, SeatKind::Human);
}

/// Would break if a game in which an opponent never moved could be won by a claim.
#[test]
fn no_win_is_claimed_before_both_have_moved() {
    let mut world = World::seated("length = 9", settings("none"), 2);
    world.play(0, "a");
    world.cut(1);
    tick(&mut world, 100);
    world.say(0, claim(2));
    let error = world.error(0).expect("it is refused");
    assert_eq!(error.message, "not all have moved: abort the game");
    assert!(!world.state().is_over());
    world.say(0, ClientMessage::Abort { game: 1 });
    assert_eq!(world.state().turn.end.as_ref().map(|end| end.kind), Some(EndKind::Aborted));
}

#[test]
fn of_three_players_one_who_never_moved_can_be_removed() {
    let mut world = World::seated("seats = 3\nlength = 9", settings("none"), 3);
    world.play(0, "a");
    world.play(1, "b");
    world.cut(2);
    tick(&mut world, 30);
    world.say(0, claim(3));
    assert_eq!(world.state().played.last().map(|it| it.mv.as_str()), Some("!left"));
    assert!(!world.state().is_over());
}

/// Would break if a newcomer inherited what an earlier player of the seat had in hand.
#[test]
fn a_seat_that_opens_leaves_nothing_behind() {
    let mut world = World::seated("length = 9", settings("none"), 3);
    let lines = vec![vec!["a".to_owned(), "b".to_owned()]];
    world.say(1, ClientMessage::Conditional { game: 1, ply: 0, lines });
    world.say(1, ClientMessage::Offer { game: 1, ply: 0, proposal: Proposal::Draw });
    assert_eq!(world.state().offers.len(), 1);
    world.cut(1);
    tick(&mut world, 30);
    world.say(2, ClientMessage::Sit { seat: 2 });
    assert!(world.state().offers.is_empty());
    world.play(0, "a");
    assert_eq!(world.state().turn.ply, 1, "no conditional move of the first player");
    assert!(!world.state().is_over());
    world.clients.remove(1);
    world.assert_agreement();
}
