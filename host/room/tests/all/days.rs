//! Clocks of days a move: rooms that sleep, servers that are down, vacations.

use std::time::Duration;

use boardloom_room::{
    ClientMessage, ConnectionId, ErrorCode, Room, RoomAccount, RoomInput, RoomSettings, ServerTime,
};
use proptest::prelude::*;

use crate::world::{World, settings, source};

const ROW: &str = "length = 9";

const fn hours(hours: u64) -> Duration {
    Duration::from_secs(hours * 3600)
}

/// Returns the hours that each seat has, and the seat whose clock runs.
fn clock(world: &World) -> (Vec<u64>, Option<u8>) {
    let clock = world.state().turn.clock.as_ref().expect("a clock");
    (clock.left_ms.iter().map(|ms| ms / 3_600_000).collect(), clock.running)
}

fn tick(world: &mut World, time: Duration) {
    world.wait(time);
    world.input(RoomInput::Tick);
    world.settle();
}

fn reconnect(world: &mut World) {
    world.connect(0);
    world.connect(1);
    world.settle();
}

#[test]
fn each_move_has_its_own_days_from_the_start_of_the_game() {
    let mut world = World::seated(ROW, settings("2 days"), 2);
    assert_eq!(clock(&world), (vec![48, 48], Some(1)), "it runs before the first move");
    tick(&mut world, hours(40));
    world.play(0, "a");
    assert_eq!(clock(&world), (vec![48, 48], Some(2)));
    // No player has to be there.
    world.cut(1);
    tick(&mut world, hours(30));
    world.say(0, ClientMessage::Claim { game: 1, seat: 2, adjourn: false });
    assert_eq!(world.error(0).map(|error| error.code), Some(ErrorCode::Refused));
    tick(&mut world, hours(18));
    let end = world.state().turn.end.clone().expect("the time is up");
    assert_eq!(end.places, [1, 2]);
    let text = world.room.public_record().to_text();
    assert!(text.contains("[Clock \"byo-yomi\" \"0\" \"1\" \"172800\"]"), "{text}");
}

#[test]
fn the_clock_runs_while_the_room_sleeps_and_stands_while_the_server_is_down() {
    let mut world = World::seated(ROW, settings("2 days"), 2);
    world.play(0, "a");
    tick(&mut world, hours(10));
    world.sleep(hours(20));
    assert_eq!(clock(&world), (vec![48, 18], Some(2)));
    world.shut_down(hours(1000));
    assert_eq!(clock(&world), (vec![48, 18], Some(2)));
    world.sleep(hours(17));
    reconnect(&mut world);
    world.play(1, "b");
    assert_eq!(clock(&world), (vec![48, 48], Some(1)));
    world.sleep(hours(48));
    assert_eq!(world.state().played.last().map(|it| it.mv.as_str()), Some("!time"));
    // The time asleep at another server is not known.
    let mut world = World::seated(ROW, settings("2 days"), 2);
    tick(&mut world, hours(10));
    reconnect(&mut world);
    let elsewhere = ServerTime { clock: "other".to_owned(), time_ms: 1_000_000_000 };
    let settings = RoomSettings { opened_at: Some(elsewhere), ..settings("none") };
    let mut moved = Room::restore(source(ROW), settings, &world.disk).expect("a room");
    moved.handle(RoomInput::Tick, Duration::ZERO);
    let left = &moved.state().turn.clock.as_ref().expect("a clock").left_ms;
    assert_eq!(left[0], 38 * 3_600_000, "the time before its last record is");
}

#[test]
fn a_vacation_stops_the_clocks_of_days_alone() {
    for (control, stops) in [("2 days", true), ("200000", false)] {
        let mut room = Room::new(source(ROW), settings(control)).expect("a room");
        let mut now = Duration::ZERO;
        for (id, name) in [(1, "Ann"), (2, "Bob")] {
            let connection = ConnectionId(id);
            let (name, on_vacation) = (name.to_owned(), false);
            let account = RoomAccount { id: id as i64, name, rating: None, on_vacation };
            let token = format!("t{id}");
            room.handle(
                RoomInput::Opened { connection, token, account: Some(account), network: None },
                now,
            );
            for line in [
                r#"{"type":"hello","versions":[1],"name":""}"#.to_owned(),
                format!(r#"{{"type":"sit","seat":{id}}}"#),
            ] {
                room.handle(RoomInput::Line { connection, line }, now);
            }
        }
        for (id, ply, mv) in [(1, 0, "a"), (2, 1, "b")] {
            let line = format!(r#"{{"type":"move","id":"m","game":1,"ply":{ply},"move":"{mv}"}}"#);
            room.handle(RoomInput::Line { connection: ConnectionId(id), line }, now);
        }
        let running = |room: &Room| room.state().turn.clock.as_ref().and_then(|it| it.running);
        now += hours(10);
        room.handle(RoomInput::Vacations { accounts: vec![(1, true), (7, true)] }, now);
        assert!(room.state().seats[0].on_vacation && !room.state().seats[1].on_vacation);
        assert_eq!(running(&room), (!stops).then_some(1), "{control}");
        assert_eq!(room.clock_ends().is_none(), stops);
        now += hours(30);
        room.handle(RoomInput::Vacations { accounts: vec![(1, false)] }, now);
        assert_eq!(running(&room), Some(1));
        let left = room.clock_ends().map(|ends| ends - now);
        let expected = if stops { hours(38) } else { Duration::from_secs(200_000) - hours(40) };
        let expected = Some(expected);
        assert_eq!(left, expected, "{control}");
        // A vacation is in the record, and known when the room wakes.
        room.handle(RoomInput::Vacations { accounts: vec![(1, true)] }, now);
        let record = room.record().to_text();
        let again = Room::restore(source(ROW), settings(control), &record).expect("a room");
        assert!(again.state().seats[0].on_vacation);
    }
}

#[derive(Debug, Clone)]
struct Turn {
    /// What happens before the move.
    waits: Vec<(u64, bool)>,
    mv: &'static str,
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let waits = prop::collection::vec((0..30_u64, any::<bool>()), 0..3);
    let mv = prop::sample::select(&["a", "b", "c", "d", "e", "f"][..]);
    prop::collection::vec((waits, mv).prop_map(|(waits, mv)| Turn { waits, mv }), 1..9)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Would break if a room that sleeps, or a server that is down, charged another time than a
    /// room that stays awake.
    #[test]
    fn asleep_or_awake_is_the_same(turns in turns(), down in 0..500_u64) {
        let mut awake = World::seated(ROW, settings("2 days"), 2);
        let mut asleep = World::seated(ROW, settings("2 days"), 2);
        for Turn { waits, mv } in turns {
            for (time, sleeps) in waits {
                tick(&mut awake, hours(time));
                if sleeps {
                    asleep.sleep(hours(time));
                } else {
                    tick(&mut asleep, hours(time));
                }
                asleep.shut_down(hours(down));
                reconnect(&mut asleep);
            }
            for world in [&mut awake, &mut asleep] {
                let mover = world.state().turn.acting.first().map(|seat| usize::from(*seat) - 1);
                if let Some(message) = mover.and_then(|it| world.clients[it].replica.play(mv)) {
                    world.say(mover.unwrap_or_default(), message);
                }
            }
            let (one, two) = (awake.state(), asleep.state());
            prop_assert_eq!(&one.played, &two.played);
            prop_assert_eq!(&one.turn.end, &two.turn.end);
            prop_assert_eq!(awake.room.clock_ends().map(|it| it + down_time(&asleep, &awake)),
                asleep.room.clock_ends().map(|it| it + asleep.opened()));
        }
    }
}

fn down_time(asleep: &World, awake: &World) -> Duration {
    asleep.now - awake.now
}
