//! Sounds that the window is asked to play.

use crate::common::TestApp;
use boardloom_gui::{Sound, WindowRequest};
use egui::{Key, Modifiers, Vec2};

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;

fn start(hears: bool, folder: Option<std::path::PathBuf>) -> TestApp {
    let mut app = TestApp::two_humans(folder, SIZE);
    if hears {
        app.harness.state_mut().set_sound(true);
    }
    app.harness.state_mut().take_requests();
    app
}

/// Returns the sounds since the last call, with their volume.
fn heard(app: &mut TestApp) -> Vec<(Sound, u8)> {
    let requests = app.harness.state_mut().take_requests().into_iter();
    let sounds = requests.filter_map(|request| match request {
        WindowRequest::Sound(sound, volume) => Some((sound, volume)),
        _ => None,
    });
    sounds.collect()
}

#[test]
fn moves_and_refusals_sound_once() {
    let mut app = start(true, None);
    app.click("a2");
    assert_eq!(heard(&mut app), [(Sound::Place, 60)]);
    app.harness.run_steps(5);
    assert_eq!(heard(&mut app), []);
    app.click("c3");
    assert_eq!(heard(&mut app), [(Sound::Wrong, 60)], "{}", app.probe().status);
    // Stepping back is silent, stepping forward is not.
    app.key(NONE, Key::Home);
    assert_eq!(heard(&mut app), []);
    app.key(NONE, Key::End);
    assert_eq!(heard(&mut app), [(Sound::Place, 60)]);
}

#[test]
fn the_end_sounds_once() {
    let mut app = start(true, None);
    app.key(NONE, Key::P);
    assert_eq!(heard(&mut app), [], "a pass changes nothing");
    app.key(NONE, Key::P);
    let probe = app.probe();
    assert!(!probe.outcome.is_empty(), "{probe:?}");
    assert_eq!(heard(&mut app), [(Sound::Draw, 60)], "{}", probe.outcome);
    app.key(NONE, Key::Home);
    app.key(NONE, Key::End);
    assert_eq!(heard(&mut app), [], "looking at it is silent");
}

#[test]
fn m_mutes_and_the_setting_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = start(true, Some(folder.path().to_owned()));
    app.key(NONE, Key::M);
    assert!(app.probe().status.contains("off"), "{}", app.probe().status);
    app.click("a2");
    assert_eq!(heard(&mut app), []);
    let kept = std::fs::read_to_string(folder.path().join("settings.toml")).unwrap();
    assert!(kept.contains("sound = false") && kept.contains("volume = 60"), "{kept}");
    app.key(NONE, Key::M);
    assert_eq!(heard(&mut app), [(Sound::Place, 60)], "what it is like");
}

#[test]
fn a_build_without_sound_says_so_and_asks_for_none() {
    let mut app = start(false, None);
    app.click("a2");
    app.key(NONE, Key::M);
    assert!(app.probe().status.contains("no sound"), "{}", app.probe().status);
    assert_eq!(heard(&mut app), []);
}
