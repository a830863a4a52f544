//! Two programs play one game.

use std::path::PathBuf;

use boardloom_gui::Options;
use boardloom_online::{AnnouncedRoom, Invitation, RoomAddress};
use egui::{Event, Key, Modifiers, Role, Vec2};
use egui_kittest::kittest::Queryable;

use crate::common::TestApp;
use crate::common::demo::Demo;

const SIZE: Vec2 = Vec2::new(1280.0, 800.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

fn type_text(app: &mut TestApp, text: &str) {
    app.harness.event(Event::Text(text.to_owned()));
    app.harness.run_steps(3);
}

/// Hosts a game, in which the second seat is for an invited player. Returns the invitation.
fn host(ruleset: &str, clock: &str, folder: Option<PathBuf>) -> (TestApp, String) {
    host_with(Demo::new(folder), ruleset, clock)
}

fn host_with(services: Demo, ruleset: &str, clock: &str) -> (TestApp, String) {
    let mut app = TestApp::with_services(services, Options::default(), SIZE);
    app.until(|probe| probe.rulesets > 0 && !probe.loading);
    app.set_up(ruleset);
    app.choose("Red: Human");
    app.choose("Blue: Invited");
    app.choose("This computer");
    app.choose(clock);
    app.button("Start");
    app.wait_for_board();
    let online = app.harness.state().online().expect("it hosts");
    assert!(online.is_host());
    let invitation = online.invitation().to_string();
    assert!(invitation.starts_with("127.0.0.1:"), "{invitation}");
    (app, invitation)
}

fn join(invitation: &str, name: &str, folder: Option<PathBuf>) -> TestApp {
    let mut app = TestApp::new(Options::default(), folder, SIZE);
    app.until(|probe| !probe.loading);
    enter(&mut app, invitation, name);
    app.wait_for_board();
    app
}

/// Enters an invitation.
fn enter(app: &mut TestApp, invitation: &str, name: &str) {
    app.key(CTRL, Key::J);
    app.key(CTRL, Key::A);
    type_text(app, invitation);
    app.harness.get_by_role_and_label(Role::TextInput, "Your name").focus();
    app.harness.run_steps(3);
    app.key(CTRL, Key::A);
    type_text(app, name);
    app.button("Join");
}

/// Draws frames of both until a condition holds.
#[track_caller]
fn wait_both(
    apps: [&mut TestApp; 2],
    what: &str,
    is_so: impl Fn(&mut TestApp, &mut TestApp) -> bool,
) {
    let [one, other] = apps;
    one.wait(what, |one| {
        other.harness.step();
        is_so(one, other)
    });
}

fn moves(app: &TestApp) -> usize {
    app.probe().moves.len()
}

fn asks(app: &TestApp) -> bool {
    app.harness.query_by_role_and_label(Role::Button, "Accept").is_some()
}

#[test]
fn two_programs_play_chat_and_agree() {
    let (mut host, invitation) = host("Wide leap", "Clock: None", None);
    host.wait_for_text("Waiting for players");
    let mut guest = join(&invitation, "Eve", None);
    seats(&mut host, &mut guest);
    wait_both([&mut host, &mut guest], "the name", |host, _| {
        host.harness.query_all_by_label_contains("Eve").next().is_some()
    });
    assert!(host.harness.query_by_label_contains("Waiting for players").is_none());
    // The board has more room now.
    host.harness.run_steps(3);
    // The guest has to wait.
    assert!(host.probe().human && !guest.probe().human);
    host.click("a2");
    wait_both([&mut host, &mut guest], "the first move", |host, guest| {
        moves(host) == 1 && moves(guest) == 1
    });
    assert!(!host.probe().human && guest.probe().human);
    // The computer gives no advice, and no line is tried out.
    guest.key(Modifiers::SHIFT, Key::H);
    assert!(guest.probe().status.contains("Not during a game with others"));
    guest.key(NONE, Key::Home);
    guest.key(NONE, Key::End);
    // Taking a move back needs the other player.
    host.key(CTRL, Key::Z);
    wait_both([&mut host, &mut guest], "the question", |_, guest| asks(guest));
    guest.button("Accept");
    wait_both([&mut host, &mut guest], "the move is taken back", |host, guest| {
        host.probe().human && guest.probe().ply == 0
    });
    host.click("a2");
    wait_both([&mut host, &mut guest], "the move again", |host, guest| {
        moves(host) == 1 && moves(guest) == 1
    });
    // Chat, seen by the other.
    guest.tab("Chat");
    guest.harness.get_by_role_and_label(Role::TextInput, "Message").focus();
    guest.harness.run_steps(3);
    type_text(&mut guest, "Good luck");
    guest.button("Send");
    wait_both([&mut host, &mut guest], "the message", |host, _| {
        host.probe().status.contains("Eve: Good luck")
    });
    host.tab("Chat (1)");
    host.wait_for_text("Good luck");
    // The end, and a rematch with seats changed.
    guest.resign();
    wait_both([&mut host, &mut guest], "the end", |host, guest| {
        !host.probe().outcome.is_empty() && !guest.probe().outcome.is_empty()
    });
    host.key(CTRL | Modifiers::SHIFT, Key::N);
    wait_both([&mut host, &mut guest], "the offer", |_, guest| asks(guest));
    guest.button("Accept");
    wait_both([&mut host, &mut guest], "the rematch", |host, guest| {
        let ready = |app: &TestApp| !app.probe().loading && app.probe().moves.is_empty();
        seat(host) == Some(2) && seat(guest) == Some(1) && ready(host) && ready(guest)
    });
    wait_both([&mut host, &mut guest], "the guest's turn", |host, guest| {
        guest.probe().human && !host.probe().human
    });
}

#[test]
fn all_may_ask_the_computer_where_the_host_allows_it() {
    let mut app = TestApp::new(Options::default(), None, SIZE);
    app.until(|probe| probe.rulesets > 0 && !probe.loading);
    app.set_up("Wide leap");
    app.choose("Red: Human");
    app.choose("Blue: Invited");
    app.choose("This computer");
    app.harness.get_by_label("Analysis allowed").click();
    app.harness.run_steps(3);
    app.button("Start");
    app.wait_for_board();
    let invitation = app.harness.state().online().expect("it hosts").invitation().to_string();
    let mut guest = join(&invitation, "Eve", None);
    seats(&mut app, &mut guest);
    for own in [&mut app, &mut guest] {
        assert!(own.harness.query_by_label("Analysis").is_some());
        own.key(Modifiers::SHIFT, Key::H);
        assert!(!own.probe().status.contains("Not during a game with others"));
    }
}

/// A line is played on the own board alone; then the room plays the answer by itself.
#[test]
fn conditional_moves_are_made_on_the_board() {
    let (mut host, invitation) = host("Wide leap", "Clock: None", None);
    let mut guest = join(&invitation, "Eve", None);
    seats(&mut host, &mut guest);
    host.key(Modifiers::SHIFT, Key::Y);
    assert!(host.probe().status.contains("during another player's turn"));
    guest.key(Modifiers::SHIFT, Key::Y);
    guest.click("a2");
    // One that ends with the other's move is no line.
    guest.key(Modifiers::SHIFT, Key::Y);
    assert!(guest.probe().status.contains("ends with your own move"));
    guest.click("i2");
    guest.click("a3");
    guest.key(CTRL, Key::Z);
    assert_eq!((guest.probe().ply, moves(&host)), (2, 0));
    guest.tab("Chat");
    guest.button("Keep line");
    wait_both([&mut host, &mut guest], "the line", |_, guest| {
        guest.harness.query_by_label_contains("If a2, then i2").is_some()
    });
    assert_eq!((guest.probe().ply, guest.probe().human), (0, false), "the game's position");
    host.tab("Chat");
    assert!(host.harness.query_by_label_contains("If a2, then i2").is_none());
    host.click("a2");
    wait_both([&mut host, &mut guest], "move and answer", |host, guest| {
        moves(host) == 2 && moves(guest) == 2 && host.probe().human
    });
    assert!(guest.harness.query_by_label_contains("If a2, then i2").is_none());
    // One that is removed, one that is dropped, and one that the game goes past.
    guest.key(Modifiers::SHIFT, Key::Y);
    guest.click("a3");
    guest.click("i3");
    guest.key(Modifiers::SHIFT, Key::Y);
    wait_both([&mut host, &mut guest], "the next line", |_, guest| {
        guest.harness.query_by_label_contains("If a3, then i3").is_some()
    });
    guest.button("Remove");
    wait_both([&mut host, &mut guest], "no line", |_, guest| {
        guest.harness.query_by_label_contains("If a3, then i3").is_none()
    });
    guest.key(Modifiers::SHIFT, Key::Y);
    guest.click("b2");
    guest.key(NONE, Key::Escape);
    assert_eq!((guest.probe().ply, moves(&guest)), (2, 2));
    guest.key(Modifiers::SHIFT, Key::Y);
    guest.click("b2");
    host.click("a3");
    wait_both([&mut host, &mut guest], "the move", |host, guest| {
        moves(host) == 3 && moves(guest) == 3 && guest.probe().human
    });
    guest.click("i3");
    wait_both([&mut host, &mut guest], "the answer", |host, guest| {
        moves(host) == 4 && moves(guest) == 4
    });
}

/// A note is read by its player alone until the game is over; then it is a comment, too.
#[test]
fn notes_are_read_after_the_game() {
    let (mut host, invitation) = host("Wide leap", "Clock: None", None);
    let mut guest = join(&invitation, "Eve", None);
    seats(&mut host, &mut guest);
    host.click("a2");
    wait_both([&mut host, &mut guest], "the move", |_, guest| moves(guest) == 1);
    guest.tab("Chat");
    guest.harness.get_by_role(Role::ComboBox).click();
    guest.harness.run_steps(3);
    guest.harness.get_by_role_and_label(Role::Button, "Note").click();
    guest.harness.run_steps(3);
    let field = "Others read it after the game";
    guest.harness.get_by_role_and_label(Role::TextInput, field).focus();
    guest.harness.run_steps(3);
    type_text(&mut guest, "this will fall");
    guest.button("Send");
    let note = "after move 1: this will fall";
    let reads = |app: &TestApp| app.harness.query_by_label_contains(note).is_some();
    wait_both([&mut host, &mut guest], "the note", |_, guest| reads(guest));
    host.tab("Chat");
    assert!(!reads(&host));
    host.resign();
    // The result stands before the chat.
    let has = |app: &TestApp| {
        let online = app.harness.state().online().expect("a room");
        online.chat.iter().any(|line| line.text == note)
    };
    wait_both([&mut host, &mut guest], "the note of the other", |host, _| has(host));
    let session = host.harness.state().session().expect("a game");
    let tree = session.game.tree();
    let comments: Vec<&str> =
        tree.main_line().into_iter().map(|node| &*tree.node(node).comment).collect();
    assert_eq!(comments[1], "Eve: this will fall", "{comments:?}");
}

#[test]
fn an_invitation_that_cannot_be_read_or_is_wrong_says_so() {
    let mut app = TestApp::new(Options::default(), None, SIZE);
    app.until(|probe| !probe.loading);
    app.key(CTRL, Key::J);
    type_text(&mut app, "K7QX3M");
    app.button("Join");
    app.wait_for_text("is no address with a port");
    let (mut host, invitation) = host("Wide leap", "Clock: None", None);
    let [address, _, fingerprint] = invitation.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{invitation}");
    };
    app.key(NONE, Key::Escape);
    app.key(CTRL, Key::J);
    app.key(CTRL, Key::A);
    type_text(&mut app, &format!("{address} WRONG {fingerprint}"));
    app.button("Join");
    wait_both([&mut host, &mut app], "the refusal", |_, app| {
        app.harness.query_by_label_contains("code is missing or wrong").is_some()
    });
}

fn seat(app: &TestApp) -> Option<u8> {
    app.harness.state().online().and_then(|online| online.seat())
}

/// Waits until both players have their seats.
#[track_caller]
fn seats(host: &mut TestApp, guest: &mut TestApp) {
    wait_both([host, guest], "both seats", |host, guest| {
        (seat(host), seat(guest)) == (Some(1), Some(2))
    });
    host.harness.run_steps(3);
}

#[test]
fn chance_draws_in_the_room_alone() {
    let (mut host, invitation) = host("Strewn leap", "Clock: None", None);
    let mut guest = join(&invitation, "Eve", None);
    seats(&mut host, &mut guest);
    assert_eq!(host.probe().moves.len(), 4, "the stones of chance");
    assert_eq!(guest.probe().moves, host.probe().moves);
    assert_eq!(guest.probe().scores, host.probe().scores);
}

/// A side's clock starts with its first move; a guest that was killed comes back to its seat, to
/// the moves and to the clock that ran meanwhile.
#[test]
fn a_guest_comes_back_to_the_game_and_its_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = || Some(folder.path().join("games"));
    let (mut host, invitation) = host("Wide leap", "Clock: 5 + 3", None);
    let mut guest = join(&invitation, "Eve", kept());
    seats(&mut host, &mut guest);
    for (ply, site) in ["a2", "i2", "a3"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut host } else { &mut guest };
        mover.click(site);
        wait_both([&mut host, &mut guest], site, |host, guest| {
            moves(host) == ply + 1 && moves(guest) == ply + 1
        });
    }
    let time = |app: &TestApp| {
        let session = app.harness.state().session().expect("a game");
        session.time_of(1).expect("a clock")
    };
    assert!(time(&host).1 && time(&guest).1, "the guest's clock runs");
    // An offer says nothing of the clock, which runs on.
    let spent = |app: &TestApp| app.harness.state().session().expect("a game").elapsed();
    host.harness.run_steps(30);
    let before = spent(&host);
    assert!(before > std::time::Duration::ZERO);
    host.key(CTRL, Key::Z);
    wait_both([&mut host, &mut guest], "the question", |_, guest| asks(guest));
    assert!(spent(&host) >= before, "{:?} after {before:?}", spent(&host));
    guest.button("Decline");
    wait_both([&mut host, &mut guest], "the answer", |host, _| {
        host.probe().status.contains("declined")
    });
    drop(guest);
    host.wait("the guest is away", |host| {
        host.harness.query_all_by_label_contains("away").next().is_some()
    });
    std::thread::sleep(std::time::Duration::from_millis(300));
    let mut guest = join(&invitation, "Eve", kept());
    wait_both([&mut host, &mut guest], "the seat again", |_, guest| seat(guest) == Some(2));
    assert_eq!(guest.probe().moves, host.probe().moves);
    assert!(guest.probe().human && time(&guest).1, "it goes on where it was");
    let (left, known) = (time(&guest).0.main, time(&host).0.main);
    let apart = left.abs_diff(known);
    // The frames of both are drawn in turns, on a busy machine some seconds apart.
    assert!(apart < std::time::Duration::from_secs(15), "{left:?} and {known:?}");
    assert!(left < std::time::Duration::from_secs(303), "it ran meanwhile: {left:?}");
}

/// The host was closed: the room is opened again, and both have their seats, moves and chat partner.
#[test]
fn a_room_is_hosted_again() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let kept = |at: usize| Some(folders[at].path().join("games"));
    let (mut host, invitation) = host("Wide leap", "Clock: None", kept(0));
    let mut guest = join(&invitation, "Eve", kept(1));
    seats(&mut host, &mut guest);
    host.click("a2");
    wait_both([&mut host, &mut guest], "the move", |host, guest| {
        moves(host) == 1 && moves(guest) == 1
    });
    drop(host);
    guest.wait_for_text("Connection lost");
    let mut host = TestApp::new(Options::default(), kept(0), SIZE);
    host.until(|probe| probe.rulesets > 0 && !probe.loading);
    host.key(CTRL, Key::J);
    host.button("Host again: Wide leap, after 1 move");
    host.wait_for_board();
    let again = host.harness.state().online().expect("it hosts").invitation().to_string();
    assert_eq!(again, invitation, "it stays on this computer, and at its address");
    // The guest comes back by itself, and a new program by the same invitation.
    seats(&mut host, &mut guest);
    assert!(guest.probe().human && moves(&guest) == 1 && moves(&host) == 1);
    // A game that is over is kept at once, at each player's.
    let files = |at: usize| {
        let files = std::fs::read_dir(kept(at).unwrap()).into_iter().flatten().flatten();
        files.filter(|file| boardloom_match::journal::is_journal(&file.path())).count()
    };
    assert_eq!([files(0), files(1)], [0, 0]);
    wait_both([&mut host, &mut guest], "the connection", |_, guest| {
        guest.harness.state().online().is_some_and(|online| online.is_connected())
    });
    guest.resign();
    wait_both([&mut host, &mut guest], "the end", |host, guest| {
        !host.probe().outcome.is_empty() && !guest.probe().outcome.is_empty()
    });
    wait_both([&mut host, &mut guest], "the files", |_, _| files(0) > 0 && files(1) > 0);
}

/// A game of the local network needs the code alone; another one in its place is told by the key.
#[test]
fn a_game_of_the_local_network_is_joined_by_its_code() {
    let (mut host, invitation) = host("Wide leap", "Clock: None", None);
    let known: Invitation = invitation.parse().expect("an invitation");
    let RoomAddress::Program(address) = &known.address else { panic!("{invitation}") };
    let room = |game: &str, fingerprint| AnnouncedRoom {
        game: game.to_owned(),
        host: "Ann".to_owned(),
        address: address.parse().expect("an address"),
        fingerprint,
    };
    let forged = "ABCDEFGHJKLMNPQRSTUV".parse().ok();
    let nearby = vec![room("Wide leap", known.fingerprint.clone()), room("Trap", forged)];
    let services = Demo::in_network(nearby);
    let mut guest = TestApp::with_services(services, Options::default(), SIZE);
    guest.until(|probe| !probe.loading);
    guest.key(CTRL, Key::J);
    guest.button(&format!("Trap by Ann ({address})"));
    guest.wait_for_text("the invitation ends with ABCDEFGHJKLMNPQRSTUV");
    guest.button("Join");
    guest.wait_for_text("nother program answers there");
    guest.button(&format!("Wide leap by Ann ({address})"));
    guest.harness.get_by_role_and_label(Role::TextInput, "Code").focus();
    guest.harness.run_steps(3);
    type_text(&mut guest, known.code.as_deref().expect("a code"));
    guest.button("Join");
    guest.wait_for_board();
    seats(&mut host, &mut guest);
}

#[test]
fn what_the_search_found_is_told() {
    let services = Demo::in_network(Vec::new());
    let mut app = TestApp::with_services(services, Options::default(), SIZE);
    app.until(|probe| !probe.loading);
    app.key(CTRL, Key::J);
    app.wait_for_text("Games in the local network");
    app.wait_for_text("None found yet.");
}

/// Would break if a room's plugin ran here without the player's consent, or if another file could
/// take its place.
#[test]
fn a_plugin_that_is_missing_is_taken_from_the_room_with_consent() {
    let file: Vec<u8> = (0..100_000).map(|at| (at % 251) as u8).collect();
    let (mut host, invitation) = host_with(Demo::with_plugin(&file), "Wide leap", "Clock: None");
    let (services, shelf) = Demo::without_plugin();
    let mut guest = TestApp::with_services(services, Options::default(), SIZE);
    guest.until(|probe| !probe.loading);
    enter(&mut guest, &invitation, "Eve");
    let asks = |guest: &TestApp| {
        guest.harness.query_by_label_contains("This game needs the plugin leap").is_some()
    };
    wait_both([&mut host, &mut guest], "the question", |_, guest| asks(guest));
    guest.button("Leave the room");
    assert!(!asks(&guest) && guest.harness.state().online().is_none());
    assert!(shelf.file.lock().expect("no panic").is_none(), "nothing was taken");
    enter(&mut guest, &invitation, "Eve");
    wait_both([&mut host, &mut guest], "the question again", |_, guest| asks(guest));
    guest.button("Take the plugin");
    guest.wait_for_board();
    assert!(shelf.file.lock().expect("no panic").as_ref() == Some(&file));
    seats(&mut host, &mut guest);
    host.click("a2");
    wait_both([&mut host, &mut guest], "a move", |host, guest| {
        moves(host) == 1 && moves(guest) == 1
    });
}
