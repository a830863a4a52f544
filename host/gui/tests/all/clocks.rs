//! Clocks on the screen: bought time, pauses, time carried into the next game.

use std::time::Duration;

use crate::common::{HUMAN, TestApp, game_options};
use boardloom_gui::Options;
use boardloom_match::TimeControl;
use egui::{Key, Modifiers, Vec2};

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

const HOURS: TimeControl = TimeControl::Arcade {
    main: Duration::from_secs(7200),
    coin: Duration::from_secs(36_000),
    coins: 2,
    carry: true,
};

fn game_with_clock(control: TimeControl, folder: Option<std::path::PathBuf>) -> TestApp {
    let mut options = game_options([HUMAN; 2]);
    options.setup.clock = Some(control);
    let mut app = TestApp::new(options, folder, SIZE);
    app.wait_for_board();
    app
}

/// Returns coins and hours of each seat's clock, including the current turn.
fn left(app: &TestApp) -> Vec<(u32, u64)> {
    let session = app.harness.state().session().expect("a game is played");
    let times = (0..2).map(|seat| session.time_of(seat).expect("there is a clock").0);
    times.map(|time| (time.coins, time.main.as_secs().div_ceil(3600))).collect()
}

#[test]
fn time_is_bought_in_the_own_turn_and_played_on_in_the_next_game() {
    let mut app = game_with_clock(HOURS, None);
    assert_eq!(left(&app), [(2, 2), (2, 2)]);
    app.key(NONE, Key::B);
    assert_eq!(left(&app), [(1, 12), (2, 2)]);
    app.click("a2");
    app.key(NONE, Key::B);
    app.key(NONE, Key::B);
    app.key(NONE, Key::B);
    assert_eq!(left(&app), [(1, 12), (0, 22)]);
    assert!(app.probe().status.contains("No time can be bought"), "{}", app.probe().status);
    // Looking back does not change the clocks.
    app.key(NONE, Key::Home);
    assert_eq!((app.probe().ply, left(&app)), (0, vec![(1, 12), (0, 22)]));
    // The seats move on by one and keep their time.
    app.key(CTRL | Modifiers::SHIFT, Key::N);
    app.until(|probe| probe.screen == "game" && !probe.loading && probe.moves.is_empty());
    assert_eq!(left(&app), [(0, 22), (1, 12)]);
}

/// Clocks run by the time of the frames.
#[test]
fn a_player_without_time_left_loses() {
    let mut app = game_with_clock("60".parse().expect("a clock"), None);
    let step_at = |app: &mut TestApp, time: f64| {
        app.harness.input_mut().time = Some(time);
        app.harness.step();
        app.harness.state().session().expect("a game is played").elapsed()
    };
    let now = app.harness.ctx.input(|input| input.time);
    let elapsed = step_at(&mut app, now);
    let later = step_at(&mut app, now + 50.0);
    assert!(later.abs_diff(elapsed + Duration::from_secs(50)) < Duration::from_millis(2));
    assert_eq!(app.probe().outcome, "");
    step_at(&mut app, now + 61.0);
    assert!(app.probe().status.contains("ran out of time"), "{}", app.probe().status);
}

#[test]
fn a_pause_stops_moves_and_clocks() {
    let mut app = game_with_clock(HOURS, None);
    let at = app.at("a2");
    app.key(CTRL, Key::P);
    assert!(app.probe().paused);
    let elapsed = |app: &TestApp| app.harness.state().session().map(|session| session.elapsed());
    let before = elapsed(&app);
    app.press(at, true);
    app.press(at, false);
    app.key(NONE, Key::B);
    app.key(NONE, Key::Space);
    assert_eq!((app.probe().ply, left(&app)[0], elapsed(&app)), (0, (2, 2), before));
    app.button("Resume");
    assert!(!app.probe().paused);
    app.click("a2");
    assert_eq!(app.probe().ply, 1);
}

#[test]
fn a_resumed_game_with_a_clock_starts_paused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game_with_clock(HOURS, Some(folder.path().to_owned()));
    app.key(NONE, Key::B);
    app.click("a2");
    app.key(NONE, Key::B);
    app.harness.state_mut().controller.finish();
    drop(app);
    let options = Options { go_on: true, ..Options::default() };
    let mut app = TestApp::new(options, Some(folder.path().to_owned()), SIZE);
    let probe = app.until(|probe| probe.screen == "game" && !probe.clocks.is_empty());
    assert!(probe.paused);
    assert_eq!(left(&app), [(1, 12), (1, 12)], "what was bought in the turn that ran is there");
}

/// A player who opens a record looks at it first: its clock must not run meanwhile. A
/// position starts a game, so that its clock runs.
#[test]
fn a_pasted_record_starts_paused_and_a_pasted_position_does_not() {
    let mut app = game_with_clock(HOURS, None);
    app.click("a2");
    let session = app.harness.state().session().expect("a game is played");
    let record = boardloom_match::Record::of(&session.game).to_text();
    let paste = |app: &mut TestApp, text: &str| {
        app.harness.event(egui::Event::Paste(text.to_owned()));
        app.harness.run_steps(2);
    };
    paste(&mut app, "r...b...................r b");
    let probe = app.until(|probe| probe.acting == [2] && probe.moves.is_empty() && !probe.loading);
    assert!(!probe.paused);
    paste(&mut app, &record);
    let probe = app.until(|probe| probe.moves == ["a2"] && !probe.loading);
    assert!(probe.paused);
    let clocks = probe.clocks;
    app.click("e2");
    let probe = app.probe();
    assert_eq!((probe.ply, probe.clocks), (1, clocks), "nothing is played, no time runs");
    app.button("Resume");
    assert!(!app.probe().paused);
}
