//! Any order of events, with loss, doubles, delays and restarts.

use std::time::Duration;

use boardloom_room::{ChatTo, ClientMessage, Proposal, RoomInput};
use proptest::prelude::*;

use crate::world::{World, settings};

#[derive(Debug, Clone)]
enum Step {
    Play {
        client: usize,
        choice: usize,
    },
    Up(usize),
    Down(usize),
    LoseUp(usize),
    LoseDown(usize),
    DoubleUp(usize),
    DoubleDown(usize),
    /// A line is overtaken by the next one.
    DelayUp(usize),
    DelayDown(usize),
    Cut(usize),
    Connect(usize),
    Join(usize),
    Wait(u64),
    Restart,
    Offer {
        client: usize,
        proposal: Proposal,
    },
    Accept {
        client: usize,
        proposal: Proposal,
    },
    Decline {
        client: usize,
        proposal: Proposal,
    },
    Resume(usize),
    Resign(usize),
    Other {
        client: usize,
        seat: u8,
        kind: usize,
    },
}

fn steps(clients: usize, proposals: &'static [Proposal]) -> impl Strategy<Value = Vec<Step>> {
    let client = move || 0..clients;
    let proposal = move || prop::sample::select(proposals);
    let step = prop_oneof![
        8 => (client(), 0..6_usize).prop_map(|(client, choice)| Step::Play { client, choice }),
        12 => client().prop_map(Step::Up),
        12 => client().prop_map(Step::Down),
        1 => client().prop_map(Step::LoseUp),
        1 => client().prop_map(Step::LoseDown),
        1 => client().prop_map(Step::DoubleUp),
        1 => client().prop_map(Step::DoubleDown),
        1 => client().prop_map(Step::DelayUp),
        1 => client().prop_map(Step::DelayDown),
        1 => client().prop_map(Step::Cut),
        2 => client().prop_map(Step::Connect),
        1 => client().prop_map(Step::Join),
        3 => (0..9_000_u64).prop_map(Step::Wait),
        1 => Just(Step::Restart),
        2 => (client(), proposal()).prop_map(|(client, proposal)| Step::Offer { client, proposal }),
        2 => (client(), proposal()).prop_map(|(client, proposal)| Step::Accept { client, proposal }),
        1 => (client(), proposal()).prop_map(|(client, proposal)| Step::Decline { client, proposal }),
        1 => client().prop_map(Step::Resume),
        1 => (0..20_usize).prop_filter_map("rare", |n| (n < 2).then_some(Step::Resign(n))),
        2 => (client(), 1..=4_u8, 0..6_usize)
            .prop_map(|(client, seat, kind)| Step::Other { client, seat, kind }),
    ];
    prop::collection::vec(step, 1..160)
}

const ROW: &str = "length = 9";
const MAIN: Duration = Duration::from_secs(60);

fn run(world: &mut World, step: &Step) {
    let at = |world: &World, client: usize| {
        let state = world.clients[client].replica.state();
        state.map_or((0, 0), |state| (state.game, state.turn.ply))
    };
    match step {
        Step::Play { client, choice } => {
            // Some of these are illegal, out of turn, or stale.
            let mv = ["a", "b", "c", "d", "e", "zz"][*choice];
            if let Some(message) = world.clients[*client].replica.play(mv) {
                world.queue(*client, message);
            }
        }
        Step::Up(client) => drop(world.deliver_up(*client)),
        Step::Down(client) => drop(world.deliver_down(*client)),
        Step::LoseUp(client) => drop(world.clients[*client].up.pop_front()),
        Step::LoseDown(client) => drop(world.clients[*client].down.pop_front()),
        Step::DoubleUp(client) => {
            let line = world.clients[*client].up.front().cloned();
            world.clients[*client].up.extend(line);
        }
        Step::DoubleDown(client) => {
            let line = world.clients[*client].down.front().cloned();
            world.clients[*client].down.extend(line);
        }
        Step::DelayUp(client) => {
            let line = world.clients[*client].up.pop_front();
            world.clients[*client].up.extend(line);
        }
        Step::DelayDown(client) => {
            let line = world.clients[*client].down.pop_front();
            world.clients[*client].down.extend(line);
        }
        Step::Cut(client) => world.cut(*client),
        Step::Connect(client) => world.connect(*client),
        Step::Join(client) => {
            let message = world.clients[*client].replica.join();
            world.queue(*client, message);
        }
        Step::Wait(ms) => {
            // In small steps, as a server's timer runs.
            for _ in 0..4 {
                world.wait(Duration::from_millis(ms / 4));
                world.input(RoomInput::Tick);
            }
        }
        Step::Restart => world.restart(),
        Step::Offer { client, proposal } => {
            let ((game, ply), proposal) = (at(world, *client), *proposal);
            world.queue(*client, ClientMessage::Offer { game, ply, proposal });
        }
        Step::Accept { client, proposal } => {
            let ((game, ply), proposal) = (at(world, *client), *proposal);
            world.queue(*client, ClientMessage::Accept { game, ply, proposal });
        }
        Step::Decline { client, proposal } => {
            let ((game, ply), proposal) = (at(world, *client), *proposal);
            world.queue(*client, ClientMessage::Decline { game, ply, proposal });
        }
        Step::Resume(client) => {
            let (game, _) = at(world, *client);
            world.queue(*client, ClientMessage::Resume { game });
        }
        Step::Resign(client) => {
            let (game, _) = at(world, *client);
            world.queue(*client, ClientMessage::Resign { game });
        }
        Step::Other { client, seat, kind } => {
            let (game, ply) = at(world, *client);
            let id = world.clients[*client].replica.next_id();
            let message = match kind {
                0 => ClientMessage::Stand {},
                1 => ClientMessage::Sit { seat: *seat },
                2 => {
                    ClientMessage::Claim { game, seat: *seat, adjourn: id.len().is_multiple_of(2) }
                }
                3 => ClientMessage::Buy { game, ply },
                4 => {
                    ClientMessage::Chat { id, to: ChatTo::Seat(*seat), text: "a pact?".to_owned() }
                }
                // Rare: it ends the game.
                _ if *seat == 1 => ClientMessage::Abort { game },
                _ => ClientMessage::Chat { id, to: ChatTo::All, text: "hello".to_owned() },
            };
            world.queue(*client, message);
        }
    }
}

/// The network works again: everyone connects, and everything arrives.
fn heal(world: &mut World) {
    for client in 0..world.clients.len() {
        world.connect(client);
    }
    world.settle();
}

fn check_clocks(world: &World) {
    let Some(clock) = &world.state().turn.clock else { return };
    for (seat, left) in clock.left_ms.iter().enumerate() {
        let charged = MAIN - Duration::from_millis(*left);
        // Times in events are rounded down to milliseconds.
        let ran = world.ran[seat] + Duration::from_millis(1);
        assert!(charged <= ran, "seat {} paid {charged:?} of {ran:?}", seat + 1);
    }
}

fn check_acknowledged(world: &World) {
    let state = world.state();
    for client in &world.clients {
        for (game, ply, mv) in &client.acknowledged {
            assert_eq!(*game, state.game);
            let played = state.played.get(*ply as usize).map(|played| played.mv.as_str());
            assert_eq!(played, Some(mv.as_str()), "ply {ply} was acknowledged");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    /// Would break if an accepted move were lost, played twice, or played elsewhere.
    #[test]
    fn no_acknowledged_move_is_lost_and_all_agree(steps in steps(2, &[Proposal::Draw, Proposal::Pause])) {
        let mut world = World::seated(ROW, settings("60"), 2);
        for step in &steps {
            run(&mut world, step);
            check_clocks(&world);
            check_acknowledged(&world);
        }
        heal(&mut world);
        check_acknowledged(&world);
        check_clocks(&world);
        world.assert_agreement();
        for client in &world.clients {
            prop_assert_eq!(client.replica.pending(), None);
        }
    }

    /// Would break if an event depended on more than the state before it.
    #[test]
    fn all_agree_with_take_backs_and_rematches(
        steps in steps(2, &[Proposal::TakeBack, Proposal::Rematch, Proposal::Draw, Proposal::Pause]),
        control in prop::sample::select(&["60", "arcade:60+3x20"][..]),
    ) {
        let mut world = World::seated("length = 4", settings(control), 2);
        for step in &steps {
            run(&mut world, step);
        }
        heal(&mut world);
        world.assert_agreement();
    }

    /// Would break if a player who leaves, is removed or comes too late took another's turn, seat
    /// or time.
    #[test]
    fn three_or_four_players_and_a_watcher_agree(
        steps in steps(5, &[Proposal::Draw, Proposal::Pause]),
        seats in 3..=4_usize,
    ) {
        let row = format!("length = 9\nseats = {seats}");
        let mut world = World::seated(&row, settings("60"), 5);
        for step in &steps {
            run(&mut world, step);
            check_clocks(&world);
            check_acknowledged(&world);
        }
        heal(&mut world);
        check_acknowledged(&world);
        check_clocks(&world);
        world.assert_agreement();
        for client in &world.clients {
            prop_assert_eq!(client.replica.pending(), None);
        }
    }

    /// Would break if any line could stop a room or reach another client's seat.
    #[test]
    fn arbitrary_lines_do_no_harm(lines in prop::collection::vec(any::<String>(), 1..20)) {
        let mut world = World::seated(ROW, settings("none"), 2);
        let before = world.state().clone();
        for line in &lines {
            world.raw(1, line);
        }
        prop_assert_eq!(world.state(), &before);
        world.play(0, "a");
        prop_assert_eq!(world.state().turn.ply, 1);
    }
}
