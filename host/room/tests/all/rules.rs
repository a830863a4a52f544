//! Games in a room: seats, clocks, consent, the end, restarts.

use std::time::Duration;

use boardloom_match::Record;
use boardloom_room::{
    ClientMessage, EndKind, ErrorCode, Proposal, Room, RoomEffect, RoomInput, SeatKind,
};

use crate::world::{World, settings, source};

const fn secs(secs: u64) -> Duration {
    Duration::from_secs(secs)
}

fn offer(world: &mut World, client: usize, proposal: Proposal) {
    let (game, ply) = (world.state().game, world.state().turn.ply);
    world.say(client, ClientMessage::Offer { game, ply, proposal });
}

fn accept(world: &mut World, client: usize, proposal: Proposal) {
    let (game, ply) = (world.state().game, world.state().turn.ply);
    world.say(client, ClientMessage::Accept { game, ply, proposal });
}

fn left(world: &World) -> Vec<u64> {
    let clock = world.state().turn.clock.as_ref().expect("a clock");
    clock.left_ms.iter().map(|ms| ms / 1000).collect()
}

fn running(world: &World) -> Option<u8> {
    world.state().turn.clock.as_ref().expect("a clock").running
}

fn code(world: &World, client: usize) -> Option<ErrorCode> {
    world.error(client).map(|error| error.code)
}

fn tick(world: &mut World, time: Duration) {
    world.wait(time);
    world.input(RoomInput::Tick);
    world.settle();
}

#[test]
fn a_game_is_played_to_its_end_and_again_with_seats_changed() {
    let mut world = World::new("length = 3", settings("none"), 2);
    world.connect(0);
    world.connect(1);
    world.settle();
    world.say(0, ClientMessage::Sit { seat: 1 });
    world.play(0, "a");
    assert_eq!(code(&world, 0), Some(ErrorCode::NotStarted));
    world.say(0, ClientMessage::Stand {});
    world.say(0, ClientMessage::Sit { seat: 1 });
    world.say(1, ClientMessage::Sit { seat: 2 });
    for (client, mv) in [(0, "a"), (1, "b"), (0, "c")] {
        world.play(client, mv);
    }
    let end = world.state().turn.end.clone().expect("the row is full");
    assert_eq!((end.kind, end.reason.as_str()), (EndKind::Over, "the row is full"));
    world.assert_agreement();
    offer(&mut world, 0, Proposal::Rematch);
    assert_eq!(world.state().game, 1);
    accept(&mut world, 1, Proposal::Rematch);
    let state = world.state();
    assert_eq!((state.game, state.turn.ply, state.is_over()), (2, 0, false));
    let names: Vec<&str> = state.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Client 2", "Client 1"]);
    world.play(1, "a");
    assert_eq!(world.state().turn.ply, 1);
    world.assert_agreement();
}

#[test]
fn a_clock_starts_with_the_first_move_of_its_side() {
    let mut world = World::seated("length = 9", settings("60"), 2);
    tick(&mut world, secs(500));
    assert_eq!((left(&world), running(&world)), (vec![60, 60], None));
    world.play(0, "a");
    tick(&mut world, secs(500));
    world.play(1, "b");
    assert_eq!((left(&world), running(&world)), (vec![60, 60], Some(1)));
    tick(&mut world, secs(10));
    world.play(0, "c");
    assert_eq!((left(&world), running(&world)), (vec![50, 60], Some(2)));
    tick(&mut world, secs(59));
    assert!(!world.state().is_over());
    tick(&mut world, secs(1));
    let end = world.state().turn.end.clone().expect("the time is up");
    assert_eq!(end.places, [1, 2]);
    assert_eq!(world.state().played.last().map(|it| it.mv.as_str()), Some("!time"));
    assert_eq!(left(&world), [50, 0]);
    // A move that comes later is refused.
    world.play(1, "d");
    assert_eq!(code(&world, 1), Some(ErrorCode::Over));
    world.assert_agreement();
}

#[test]
fn lag_is_measured_by_pings_and_forgiven_up_to_a_limit() {
    let mut world = World::seated("length = 9", settings("60"), 2);
    world.play(0, "a");
    world.play(1, "b");
    // The first client answers pings after 200 ms.
    world.wait(secs(6));
    world.input(RoomInput::Tick);
    world.deliver_down(0);
    world.wait(Duration::from_millis(200));
    world.settle();
    world.wait(Duration::from_millis(3800));
    world.play(0, "c");
    let left = world.state().turn.clock.as_ref().expect("a clock").left_ms.clone();
    assert_eq!(left, [60_000 - 10_000 + 200, 60_000]);
}

/// Would break if a restart gave the compensation for lag anew.
#[test]
fn compensation_for_lag_is_not_given_again_by_a_restart() {
    let mut world = World::seated("length = 26", settings("600"), 2);
    let mut letters = ('a'..='z').map(String::from);
    let mut next = || letters.next().expect("a letter");
    world.play(0, &next());
    world.play(1, &next());
    let mut charged = Duration::ZERO;
    for round in 0..12 {
        // The first client answers pings after a second, and takes two for a move.
        world.wait(secs(6));
        world.input(RoomInput::Tick);
        world.deliver_down(0);
        world.wait(secs(1));
        world.settle();
        let before = world.state().turn.clock.clone().expect("a clock").left_ms[0];
        world.play(0, &next());
        let after = world.state().turn.clock.clone().expect("a clock").left_ms[0];
        charged += Duration::from_millis(before - after);
        if round < 11 {
            world.play(1, &next());
        }
        if round % 4 == 3 {
            world.restart();
            world.connect(0);
            world.connect(1);
            world.settle();
        }
    }
    let forgiven = secs(12 * 7).saturating_sub(charged);
    assert_eq!(forgiven, secs(5), "five seconds a game");
}

#[test]
fn a_pause_needs_consent_and_stops_the_clock() {
    let mut world = World::seated("length = 9", settings("60"), 2);
    world.play(0, "a");
    world.play(1, "b");
    tick(&mut world, secs(5));
    offer(&mut world, 1, Proposal::Pause);
    assert!(!world.state().turn.paused);
    accept(&mut world, 0, Proposal::Pause);
    assert_eq!((world.state().turn.paused, running(&world)), (true, None));
    tick(&mut world, secs(1000));
    world.play(0, "c");
    assert_eq!(code(&world, 0), Some(ErrorCode::Paused));
    world.say(1, ClientMessage::Resume { game: 1 });
    assert_eq!((left(&world), running(&world)), (vec![55, 60], Some(1)));
    world.assert_agreement();
    // Declined, and gone with the next move.
    offer(&mut world, 1, Proposal::Draw);
    let (game, ply, proposal) = (1, 2, Proposal::Draw);
    world.say(0, ClientMessage::Decline { game, ply, proposal });
    assert!(world.state().offers.is_empty());
    offer(&mut world, 1, Proposal::Draw);
    world.play(0, "c");
    assert!(world.state().offers.is_empty());
    accept(&mut world, 0, Proposal::Draw);
    assert_eq!(code(&world, 0), Some(ErrorCode::Refused));
}

#[test]
fn time_is_bought_with_coins_in_the_own_turn() {
    let mut world = World::seated("length = 9", settings("arcade:60+2x20"), 2);
    let buy = |world: &mut World, client: usize| {
        world.clients[client].received.clear();
        let (game, ply) = (1, world.state().turn.ply);
        world.say(client, ClientMessage::Buy { game, ply });
        code(world, client)
    };
    let coins = |world: &World| world.state().turn.clock.clone().expect("a clock").coins;
    world.play(0, "a");
    world.play(1, "b");
    tick(&mut world, secs(50));
    assert_eq!(buy(&mut world, 1), Some(ErrorCode::Refused), "it is not its turn");
    assert_eq!(buy(&mut world, 0), None);
    assert_eq!(coins(&world), [1, 2]);
    // Beyond the first minute.
    tick(&mut world, secs(20));
    world.play(0, "c");
    assert_eq!(left(&world), [10, 60]);
    world.play(1, "d");
    // A restart gives no coin back.
    world.restart();
    world.connect(0);
    world.connect(1);
    world.settle();
    assert_eq!((coins(&world), left(&world)), (vec![1, 2], vec![10, 60]));
    assert_eq!(buy(&mut world, 0), None);
    assert_eq!(buy(&mut world, 0), Some(ErrorCode::Refused), "no coin is left");
    tick(&mut world, secs(31));
    let end = world.state().turn.end.clone().expect("the time is over");
    assert_eq!(end.places, [2, 1]);
}

#[test]
fn a_draw_is_agreed_and_stands_in_the_record() {
    let mut world = World::seated("length = 9", settings("none"), 2);
    world.play(0, "a");
    offer(&mut world, 0, Proposal::Draw);
    accept(&mut world, 1, Proposal::Draw);
    let end = world.state().turn.end.clone().expect("a draw");
    assert_eq!((end.kind, end.places), (EndKind::Agreed, vec![1, 1]));
    let text = world.room.public_record().to_text();
    assert!(text.contains("[Result \"1 1\" \"by agreement\"]"), "{text}");
    assert!(!text.contains("secret"), "{text}");
    world.restart();
    assert!(world.state().is_over());
}

#[test]
fn a_move_is_taken_back_by_consent() {
    let mut world = World::seated("length = 9", settings("60"), 2);
    for (client, mv) in [(0, "a"), (1, "b"), (0, "c"), (1, "d")] {
        world.play(client, mv);
        tick(&mut world, secs(2));
    }
    assert_eq!(left(&world), [58, 58]);
    // The asker gets to move again, whichever side is to move now.
    offer(&mut world, 1, Proposal::TakeBack);
    accept(&mut world, 0, Proposal::TakeBack);
    let moves = |world: &World| -> Vec<String> {
        world.state().played.iter().map(|it| it.mv.clone()).collect()
    };
    assert_eq!(
        (moves(&world), world.state().turn.acting.clone()),
        (strings(&["a", "b", "c"]), vec![2])
    );
    assert_eq!(left(&world), [58, 60]);
    offer(&mut world, 1, Proposal::TakeBack);
    accept(&mut world, 0, Proposal::TakeBack);
    assert_eq!(moves(&world), ["a"]);
    world.play(1, "e");
    assert_eq!(moves(&world), ["a", "e"]);
    world.assert_agreement();
    world.restart();
    assert_eq!(moves(&world), ["a", "e"]);
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn a_game_is_aborted_before_all_have_moved() {
    let mut world = World::seated("", settings("none"), 2);
    world.play(0, "a");
    world.say(0, ClientMessage::Abort { game: 1 });
    let end = world.state().turn.end.clone().expect("aborted");
    assert_eq!((end.kind, end.places), (EndKind::Aborted, vec![]));
    let mut world = World::seated("", settings("none"), 2);
    world.play(0, "a");
    world.play(1, "b");
    world.say(0, ClientMessage::Abort { game: 1 });
    assert_eq!(code(&world, 0), Some(ErrorCode::Refused));
    world.say(0, ClientMessage::Stand {});
    assert_eq!(code(&world, 0), Some(ErrorCode::Refused));
    assert!(!world.state().is_over());
}

#[test]
fn one_of_three_resigns_out_of_turn_and_the_clock_goes_on() {
    let mut world = World::seated("seats = 3\nlength = 9", settings("60"), 3);
    for (client, mv) in [(0, "a"), (1, "b"), (2, "c")] {
        world.play(client, mv);
    }
    tick(&mut world, secs(7));
    world.say(2, ClientMessage::Resign { game: 1 });
    tick(&mut world, secs(3));
    assert!(!world.state().is_over());
    world.play(0, "d");
    assert_eq!(left(&world), [50, 60, 60]);
    world.say(2, ClientMessage::Resign { game: 1 });
    assert_eq!(code(&world, 2), Some(ErrorCode::Refused), "once is enough");
    world.play(1, "e");
    assert_eq!(world.state().turn.acting, [1]);
    world.assert_agreement();
}

#[test]
fn a_win_can_be_claimed_when_a_player_is_gone() {
    let mut world = World::seated("length = 9", settings("none"), 2);
    world.play(0, "a");
    world.play(1, "b");
    world.cut(1);
    world.settle();
    assert!(!world.state().seats[1].present);
    let claim = |adjourn: bool| ClientMessage::Claim { game: 1, seat: 2, adjourn };
    tick(&mut world, secs(29));
    world.say(0, claim(false));
    assert_eq!(code(&world, 0), Some(ErrorCode::Refused));
    tick(&mut world, secs(1));
    world.say(0, claim(true));
    assert!(world.state().turn.paused);
    world.say(0, ClientMessage::Resume { game: 1 });
    world.say(0, claim(false));
    assert_eq!(world.state().turn.end.as_ref().map(|end| end.places.clone()), Some(vec![1, 2]));
    // The other one comes back, to its seat.
    world.connect(1);
    world.settle();
    assert!(world.state().seats[1].present);
    world.assert_agreement();
}

#[test]
fn the_computer_takes_a_seat() {
    let mut settings = settings("60");
    settings.computers = vec![None, Some(3)];
    let mut world = World::seated("length = 4", settings, 1);
    assert_eq!(world.state().seats[1].kind, SeatKind::Computer);
    world.play(0, "a");
    let [RoomEffect::Think { search: 1, seat: 2, level: 3 }] = world.thoughts[..] else {
        panic!("{:?}", world.thoughts)
    };
    let answer = |search: u64, mv: &str| RoomInput::Computer { search, mv: mv.to_owned() };
    world.input(answer(0, "b"));
    assert_eq!(world.state().turn.ply, 1, "of another search");
    world.input(answer(1, "b"));
    world.input(answer(1, "c"));
    world.settle();
    assert_eq!(world.state().turn.ply, 2);
    offer(&mut world, 0, Proposal::Draw);
    assert_eq!(code(&world, 0), Some(ErrorCode::Refused));
    offer(&mut world, 0, Proposal::TakeBack);
    assert_eq!(world.state().turn.ply, 0, "the computer agrees");
    // It looks for a move again, and what it found before does not count.
    world.play(0, "b");
    let thoughts = world.thoughts.len();
    assert!(matches!(world.thoughts[thoughts - 1], RoomEffect::Think { search: 2, .. }));
    world.input(answer(1, "c"));
    assert_eq!(world.state().turn.ply, 1, "of the position that was taken back");
    offer(&mut world, 0, Proposal::TakeBack);
    world.play(0, "a");
    world.input(answer(2, "c"));
    assert_eq!(world.state().turn.ply, 1, "taken back while it looked");
    // A search that fails is tried again, but not without end.
    for search in 3..9 {
        world.input(RoomInput::NoMove { search });
    }
    assert!(matches!(world.thoughts.last(), Some(RoomEffect::Think { search: 5, .. })));
    world.input(answer(5, "c"));
    world.settle();
    assert_eq!(world.state().turn.ply, 2);
    world.assert_agreement();
}

#[test]
fn a_restart_gives_clients_seats_and_time_back() {
    let mut world = World::seated("length = 9", settings("60"), 2);
    for (client, mv) in [(0, "a"), (1, "b"), (0, "c")] {
        world.play(client, mv);
    }
    tick(&mut world, secs(20));
    let before = world.state().clone();
    world.wait(secs(3600));
    world.restart();
    let state = world.state();
    assert_eq!((state.epoch, &state.played, state.game), (before.epoch + 1, &before.played, 1));
    assert!(state.seats.iter().all(|seat| !seat.present));
    // The clock waits for the player to move.
    tick(&mut world, secs(30));
    assert_eq!((left(&world), running(&world)), (vec![60, 60], None));
    world.connect(0);
    world.connect(1);
    world.settle();
    assert_eq!(running(&world), Some(2));
    tick(&mut world, secs(10));
    world.play(1, "d");
    assert_eq!(left(&world), [60, 50]);
    world.assert_agreement();
    // Not for ever, though.
    world.restart();
    tick(&mut world, secs(61));
    assert_eq!(running(&world), Some(1));
}

#[test]
fn a_plugin_error_is_reported_and_ends_nothing() {
    let mut world = World::seated("fails = \"b\"", settings("none"), 2);
    world.play(0, "a");
    world.play(1, "b");
    assert_eq!(code(&world, 1), Some(ErrorCode::Plugin));
    world.play(1, "c");
    assert_eq!(world.state().turn.ply, 2);
    world.assert_agreement();
}

#[test]
fn a_plugin_that_cannot_end_a_turn_ends_the_game() {
    let mut world = World::seated("length = 9\nfails = \"remove-player\"", settings("60"), 2);
    world.play(0, "a");
    world.play(1, "b");
    tick(&mut world, secs(60));
    let end = world.state().turn.end.clone().expect("it cannot go on");
    assert_eq!(end.kind, EndKind::Aborted);
    assert!(end.reason.contains("remove-player"), "{}", end.reason);
    tick(&mut world, secs(1));
    world.assert_agreement();
}

#[test]
fn records_of_other_matches_are_refused() {
    let world = World::new("", settings("none"), 1);
    let text = Record::of(world.room.game()).to_text();
    for bad in ["", "[Boardloom", text.as_str()] {
        assert!(Room::restore(source(""), settings("none"), bad).is_err(), "{bad}");
    }
    let moved = world.disk.replace("[Here", "1. zz\n[Here");
    assert!(Room::restore(source(""), settings("none"), &moved).is_err(), "{moved}");
}
