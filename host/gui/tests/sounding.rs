//! What is heard, without a loudspeaker: what the window is asked to play.

mod common;
#[path = "common/sat.rs"]
mod sat;

use boardloom_gui::{Sound, WindowRequest};
use egui::{Key, Modifiers, Vec2};
use sat::Sat;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;

fn sit(hears: bool, folder: Option<std::path::PathBuf>) -> Sat {
    let mut sat = Sat::game_of(&["person", "person"], folder, SIZE);
    if hears {
        sat.harness.state_mut().play_sounds();
    }
    sat.harness.state_mut().take_requests();
    sat
}

/// Returns what was heard since the last call, and how loud.
fn heard(sat: &mut Sat) -> Vec<(Sound, u8)> {
    let requests = sat.harness.state_mut().take_requests().into_iter();
    let sounds = requests.filter_map(|request| match request {
        WindowRequest::Sound(sound, volume) => Some((sound, volume)),
        _ => None,
    });
    sounds.collect()
}

#[test]
fn moves_and_what_is_none_are_heard_once() {
    let mut sat = sit(true, None);
    sat.click("a2");
    assert_eq!(heard(&mut sat), [(Sound::Place, 60)]);
    sat.harness.run_steps(5);
    assert_eq!(heard(&mut sat), []);
    sat.click("c3");
    assert_eq!(heard(&mut sat), [(Sound::Wrong, 60)], "{}", sat.probe().status);
    // Back is silent, and on is heard again.
    sat.key(NONE, Key::Home);
    assert_eq!(heard(&mut sat), []);
    sat.key(NONE, Key::End);
    assert_eq!(heard(&mut sat), [(Sound::Place, 60)]);
}

#[test]
fn the_end_is_heard_when_it_comes() {
    let mut sat = sit(true, None);
    sat.key(NONE, Key::P);
    assert_eq!(heard(&mut sat), [], "a pass changes nothing");
    sat.key(NONE, Key::P);
    let probe = sat.probe();
    assert!(!probe.outcome.is_empty(), "{probe:?}");
    assert_eq!(heard(&mut sat), [(Sound::Draw, 60)], "{}", probe.outcome);
    sat.key(NONE, Key::Home);
    sat.key(NONE, Key::End);
    assert_eq!(heard(&mut sat), [], "looking at it is silent");
}

#[test]
fn m_mutes_and_that_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut sat = sit(true, Some(folder.path().to_owned()));
    sat.key(NONE, Key::M);
    assert!(sat.probe().status.contains("off"), "{}", sat.probe().status);
    sat.click("a2");
    assert_eq!(heard(&mut sat), []);
    let kept = std::fs::read_to_string(folder.path().join("settings.toml")).unwrap();
    assert!(kept.contains("sound = false") && kept.contains("volume = 60"), "{kept}");
    sat.key(NONE, Key::M);
    assert_eq!(heard(&mut sat), [(Sound::Place, 60)], "what it is like");
}

#[test]
fn a_build_without_sound_says_so_and_asks_for_none() {
    let mut sat = sit(false, None);
    sat.click("a2");
    sat.key(NONE, Key::M);
    assert!(sat.probe().status.contains("no sound"), "{}", sat.probe().status);
    assert_eq!(heard(&mut sat), []);
}
