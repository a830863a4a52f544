//! Sounds of the window, through a device of ALSA that writes to a file.

use std::time::Duration;

use crate::program::TestDir;
use crate::screen::{Program, Screen, wait_until};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] =
    crate::tests![a_move_is_heard_on_the_default_device, without_a_device_the_window_is_silent];

/// Returns a message if ALSA's library, which the program opens, is not installed.
pub fn missing() -> Option<String> {
    let roots = ["/usr/lib", "/usr/lib64", "/lib"].map(std::path::Path::new);
    let inner = roots.into_iter().filter_map(|root| root.read_dir().ok()).flatten();
    let folders = inner.filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders = folders.chain(roots.map(std::path::PathBuf::from));
    let there = folders.any(|folder| folder.join("libasound.so.2").is_file());
    (!there).then(|| "not installed: libasound.so.2; apt-get install libasound2".to_owned())
}

/// Starts a game of two humans with this text as ALSA's settings.
fn start<'a>(screen: &'a Screen, dir: &TestDir, settings: &str) -> Program<'a> {
    let file = dir.path().join("asound.conf");
    std::fs::write(&file, settings).expect("a file");
    let args = ["play", "ataxx/classic", "--seat1", "human", "--seat2", "human"];
    Program::start_with(screen, dir, &args, &[("ALSA_CONFIG_PATH", &file)])
}

/// The samples written so far.
fn samples(dir: &TestDir) -> Vec<i16> {
    let bytes = std::fs::read(dir.path().join("heard.raw")).unwrap_or_default();
    bytes.chunks_exact(2).map(|sample| i16::from_le_bytes([sample[0], sample[1]])).collect()
}

fn a_move_is_heard_on_the_default_device() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let heard = dir.path().join("heard.raw");
    let settings = format!(
        "pcm.!default {{ type plug slave.pcm {{ type file slave.pcm {{ type null }} \
         file \"{}\" format \"raw\" }} }}\n",
        heard.display()
    );
    let mut program = start(&screen, &dir, &settings);
    // A click in the first frame of the board is lost.
    program.wait_for_idle();
    assert!(samples(&dir).is_empty(), "nothing moved yet");
    program.click_path(&["g1", "f2"], 1);
    wait_until("a sound", || samples(&dir).iter().any(|sample| sample.unsigned_abs() > 5_000));
    // `M` switches sounds off: no more are written.
    program.keys(&["m"]);
    program.wait("what it says", |seen| seen.texts.iter().any(|text| text == "Sounds are off."));
    std::thread::sleep(Duration::from_millis(500));
    let before = samples(&dir).len();
    program.click_path(&["a1", "b2"], 2);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(samples(&dir).len(), before);
    program.quit();
}

fn without_a_device_the_window_is_silent() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut program = start(&screen, &dir, "# no device\n");
    // A click in the first frame of the board is lost.
    program.wait_for_idle();
    program.click_path(&["g1", "f2"], 1);
    program.keys(&["m"]);
    program.wait("what it says", |seen| {
        seen.texts.iter().any(|text| text.starts_with("There is no sound device."))
    });
    assert_eq!(program.stderr(), "", "ALSA's own messages are dropped");
    program.quit();
}
