//! Clocks in the program behind the window: bought, paused, and carried into the
//! next game.

mod common;
#[path = "common/sat.rs"]
mod sat;

use std::time::Duration;

use boardloom_gui::{CommandLineSetup, Options};
use boardloom_match::PlayerKind;
use boardloom_match::TimeControl;
use egui::{Key, Modifiers, Vec2};
use sat::Sat;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

const HOURS: TimeControl = TimeControl::Arcade {
    main: Duration::from_secs(7200),
    coin: Duration::from_secs(36_000),
    coins: 2,
    carry: true,
};

fn sit(control: TimeControl, folder: Option<std::path::PathBuf>) -> Sat {
    let options = Options {
        ruleset: Some("meadow/five".to_owned()),
        asked: CommandLineSetup {
            seats: vec![Some(PlayerKind::Human); 2],
            clock: Some(control),
            seed: Some(7),
            ..CommandLineSetup::default()
        },
        ..Options::default()
    };
    let mut sat = Sat::new(options, folder, SIZE);
    sat.until(|probe| probe.screen == "game" && !probe.sites.is_empty() && !probe.loading);
    sat.harness.run_steps(3);
    sat
}

/// Returns coins and hours of each seat's clock, in the turn that runs.
fn left(sat: &Sat) -> Vec<(u32, u64)> {
    let session = sat.harness.state().session().expect("a game is played");
    let times = (0..2).map(|seat| session.time_of(seat).expect("there is a clock").0);
    times.map(|time| (time.coins, time.main.as_secs().div_ceil(3600))).collect()
}

#[test]
fn time_is_bought_in_the_own_turn_and_played_on_in_the_next_game() {
    let mut sat = sit(HOURS, None);
    assert_eq!(left(&sat), [(2, 2), (2, 2)]);
    sat.key(NONE, Key::B);
    assert_eq!(left(&sat), [(1, 12), (2, 2)]);
    sat.click("a2");
    sat.key(NONE, Key::B);
    sat.key(NONE, Key::B);
    sat.key(NONE, Key::B);
    assert_eq!(left(&sat), [(1, 12), (0, 22)]);
    assert!(sat.probe().status.contains("No time can be bought"), "{}", sat.probe().status);
    // Looking back changes nothing about the clocks of the game.
    sat.key(NONE, Key::Home);
    assert_eq!((sat.probe().ply, left(&sat)), (0, vec![(1, 12), (0, 22)]));
    // Everybody one seat on, with what is left.
    sat.key(CTRL | Modifiers::SHIFT, Key::N);
    sat.until(|probe| probe.screen == "game" && !probe.loading && probe.moves.is_empty());
    assert_eq!(left(&sat), [(0, 22), (1, 12)]);
}

#[test]
fn nothing_is_played_and_no_time_runs_in_a_pause() {
    let mut sat = sit(HOURS, None);
    let at = sat.at("a2");
    sat.key(CTRL, Key::P);
    assert!(sat.probe().paused);
    let elapsed = |sat: &Sat| sat.harness.state().session().map(|session| session.elapsed());
    let before = elapsed(&sat);
    sat.press(at, true);
    sat.press(at, false);
    sat.key(NONE, Key::B);
    sat.key(NONE, Key::Space);
    assert_eq!((sat.probe().ply, left(&sat)[0], elapsed(&sat)), (0, (2, 2), before));
    sat.button("Resume");
    assert!(!sat.probe().paused);
    sat.click("a2");
    assert_eq!(sat.probe().ply, 1);
}

#[test]
fn a_game_with_a_clock_waits_for_whoever_takes_it_up_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut sat = sit(HOURS, Some(folder.path().to_owned()));
    sat.key(NONE, Key::B);
    sat.click("a2");
    sat.key(NONE, Key::B);
    sat.harness.state_mut().finish();
    drop(sat);
    let options = Options { go_on: true, ..Options::default() };
    let mut sat = Sat::new(options, Some(folder.path().to_owned()), SIZE);
    let probe = sat.until(|probe| probe.screen == "game" && !probe.clocks.is_empty());
    assert!(probe.paused);
    assert_eq!(left(&sat), [(1, 12), (1, 12)], "what was bought in the turn that ran is there");
}

/// Whoever opens a record looks at it first, wherever it comes from: its clock must
/// not run meanwhile. A position is the beginning of a game, and runs.
#[test]
fn a_copied_record_waits_and_a_copied_position_does_not() {
    let mut sat = sit(HOURS, None);
    sat.click("a2");
    let session = sat.harness.state().session().expect("a game is played");
    let record = boardloom_match::Record::of(&session.game).to_text();
    let paste = |sat: &mut Sat, text: &str| {
        sat.harness.event(egui::Event::Paste(text.to_owned()));
        sat.harness.run_steps(2);
    };
    paste(&mut sat, "r...b...................r b");
    let probe = sat.until(|probe| probe.acting == [2] && probe.moves.is_empty() && !probe.loading);
    assert!(!probe.paused);
    paste(&mut sat, &record);
    let probe = sat.until(|probe| probe.moves == ["a2"] && !probe.loading);
    assert!(probe.paused);
    let clocks = probe.clocks;
    sat.click("e2");
    let probe = sat.probe();
    assert_eq!((probe.ply, probe.clocks), (1, clocks), "nothing is played, no time runs");
    sat.button("Resume");
    assert!(!sat.probe().paused);
}
