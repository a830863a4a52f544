//! Files in the window, by its dialogs: opened, saved elsewhere, exported.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boardloom_match::Record;

use crate::probe::Probe;
use crate::program::TestDir;
use crate::screen::{Program, Screen};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![a_record_is_opened_saved_elsewhere_and_exported,];

/// Replaces the text of the file field by a path, and confirms it.
#[track_caller]
fn name(program: &mut Program<'_>, path: &Path) {
    let field = |seen: &Probe| seen.widgets.iter().any(|it| it.label == "File" && it.focused);
    program.wait("the field for a file", field);
    // Frames in 3D are slow: one that is left would put the cursor back at the end.
    program.wait_for_idle();
    program.keys(&["ctrl+a"]);
    let text = path.display().to_string();
    program.write(&text);
    program.wait(&text, |seen| seen.widgets.iter().any(|it| it.value == text));
    program.keys(&["Return"]);
}

#[track_caller]
fn wait_for(path: &Path) -> Vec<u8> {
    let began = Instant::now();
    loop {
        match std::fs::read(path) {
            Ok(bytes) if !bytes.is_empty() => return bytes,
            _ => {
                assert!(began.elapsed() < Duration::from_secs(120), "{} never came", path.display())
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn moves(bytes: &[u8]) -> usize {
    let text = std::str::from_utf8(bytes).expect("text");
    Record::parse(text).expect("a record").tree.len() - 1
}

fn a_record_is_opened_saved_elsewhere_and_exported() {
    let screen = Screen::new();
    let dir = TestDir::new();
    dir.write("mine/notes.txt", "nothing to open");
    let played = b"g2\na2\nquit\n";
    dir.run_with_input(
        &["play", "ataxx/classic", "--text", "--humans", "--record", "mine/x.loom"],
        played,
    )
    .success();
    let path = |name: &str| -> PathBuf { dir.path().join("mine").join(name) };
    let mut program = Program::start(&screen, &dir, &[]);
    program.wait("the start", |seen| seen.screen == "start" && !seen.loading);
    program.keys(&["ctrl+o"]);
    name(&mut program, &path("x.loom"));
    program.wait("the record", |seen| seen.moves == ["g2", "a2"] && !seen.loading);

    program.keys(&["ctrl+shift+s"]);
    name(&mut program, &path("y"));
    assert_eq!(moves(&wait_for(&path("y.loom"))), 2);

    program.keys(&["ctrl+shift+e"]);
    program.press("Animated GIF");
    // The dialog grows, and its buttons move.
    program.wait_for_idle();
    program.press("480");
    program.wait_for_idle();
    program.press("Export…");
    name(&mut program, &path("z.gif"));
    let film = wait_for(&path("z.gif"));
    let mut reader = gif::DecodeOptions::new().read_info(&*film).expect("a GIF");
    assert_eq!((reader.width(), reader.height()), (480, 480));
    let mut frames = 0;
    while reader.read_next_frame().expect("a frame").is_some() {
        frames += 1;
    }
    assert_eq!(frames, 3);

    // In three dimensions, the picture is the board's part of the window.
    program.keys(&["3"]);
    program.wait("three dimensions", |seen| seen.three_d);
    program.keys(&["ctrl+shift+e"]);
    program.wait("the dialog", |seen| seen.has_widget("Export…"));
    // Frames in 3D can take longer than `wait_for_place` waits: no frame may be left.
    program.wait_for_idle();
    program.press("Export…");
    program.wait("the file picker", |seen| seen.has_widget("File"));
    name(&mut program, &path("solid.png"));
    let file = wait_for(&path("solid.png"));
    let reader = png::Decoder::new(std::io::Cursor::new(file)).read_info();
    let mut reader = reader.expect("a PNG");
    let mut dots = vec![0; reader.output_buffer_size().expect("it fits")];
    let about = reader.next_frame(&mut dots).expect("a picture");
    let step = about.color_type.samples();
    let colors: std::collections::BTreeSet<&[u8]> = dots.chunks(step).collect();
    assert!(colors.len() > 100, "light and shade, {} colours", colors.len());
    program.quit();
}
