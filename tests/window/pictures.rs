//! Pictures of the board in the window, flat and in 3D, compared with stored ones within
//! a tolerance. Each is the board's part of the window, scaled down: a stray pixel at an
//! edge counts little, a piece counts.
//!
//! `UPDATE_EXPECT=1 cargo test -p boardloom-tests --test window -- pictures` rewrites them.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::probe::Probe;
use crate::program::TestDir;
use crate::screen::{Program, SIZE, Screen};
use crate::support::project;

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![
    ataxx_looks_like_its_stored_pictures,
    tafl_looks_like_its_stored_pictures,
    connection_looks_like_its_stored_pictures,
    fractal_looks_like_its_stored_pictures,
];

/// Width and height of the compared pictures.
const SMALL: usize = 64;

/// The greatest mean difference of two pictures of the same position, of 255.
const MAX_MEAN_DIFFERENCE: f64 = 1.5;

/// The least difference in a channel that makes a pixel another one.
const MIN_CHANNEL_DIFFERENCE: u8 = 24;

/// The greatest number of other pixels, of a thousand.
const MAX_OTHER_PIXELS: f64 = 4.0;

type Pixels = Vec<[u8; 3]>;

/// Returns the part of the screen with the board: around all its sites.
fn area(seen: &Probe) -> ([i16; 2], [u16; 2]) {
    let range = |places: Vec<f64>, end: u16| {
        let low = places.iter().copied().fold(f64::INFINITY, f64::min);
        let high = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Half a cell of the boards below, or nearly.
        let more = (high - low) * 0.04;
        let low = (low - more).max(0.0).floor();
        (low as i16, ((high + more).min(f64::from(end)) - low) as u16)
    };
    let (x, width) = range(seen.sites.iter().map(|site| site.x).collect(), SIZE.0);
    let (y, height) = range(seen.sites.iter().map(|site| site.y).collect(), SIZE.1);
    ([x, y], [width, height])
}

/// Scales a picture down: each pixel is the mean of those that it replaces.
fn scale_down(dots: &[[u8; 3]], [width, height]: [u16; 2]) -> Pixels {
    let (width, height) = (usize::from(width), usize::from(height));
    let mean = |at: usize| {
        let (row, column) = (at / SMALL, at % SMALL);
        let rows = row * height / SMALL..((row + 1) * height / SMALL);
        let columns = column * width / SMALL..((column + 1) * width / SMALL);
        let count = (rows.len() * columns.len()) as u32;
        let mut sum = [0; 3];
        for dot in rows.flat_map(|row| &dots[row * width..][columns.clone()]) {
            for (sum, channel) in sum.iter_mut().zip(dot) {
                *sum += u32::from(*channel);
            }
        }
        sum.map(|sum| (sum / count) as u8)
    };
    (0..SMALL * SMALL).map(mean).collect()
}

/// Takes the board's picture once it no longer moves.
fn capture(screen: &Screen, program: &mut Program<'_>) -> Pixels {
    program.point((2.0, 2.0));
    program.wait_for_turn();
    let (at, size) = area(&program.wait_for_idle());
    scale_down(&screen.picture(at, size), size)
}

/// Returns the difference of two pictures: the mean of all channels, and the number of other
/// pixels, of a thousand.
fn difference(a: &Pixels, b: &Pixels) -> (f64, f64) {
    let pairs = || a.iter().zip(b).map(|(a, b)| [0, 1, 2].map(|it| a[it].abs_diff(b[it])));
    let sum: u32 = pairs().flatten().map(u32::from).sum();
    let others =
        pairs().filter(|dot| dot.iter().any(|channel| *channel > MIN_CHANNEL_DIFFERENCE)).count();
    let count = a.len() as f64;
    (f64::from(sum) / (count * 3.0), others as f64 * 1000.0 / count)
}

fn are_alike((mean, others): (f64, f64)) -> bool {
    mean <= MAX_MEAN_DIFFERENCE && others <= MAX_OTHER_PIXELS
}

fn path(name: &str) -> PathBuf {
    project().join("tests/data/window").join(format!("{name}.png"))
}

/// Writes a picture as a file.
fn write(dots: &Pixels, path: &PathBuf) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let file = std::fs::File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, SMALL as u32, SMALL as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("the head of a PNG");
    writer.write_image_data(dots.as_flattened()).expect("a PNG");
}

fn read(path: &PathBuf) -> Pixels {
    let file = std::fs::File::open(path);
    let file = file.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("it fits")];
    reader.next_frame(&mut bytes).expect("a picture");
    bytes.as_chunks().0.to_vec()
}

/// The longest time from a frame's probe until the frame is on the screen.
const MAX_FRAME_DELAY: Duration = Duration::from_secs(20);

/// The longest time that the last move is animated, on a busy machine.
const MAX_ANIMATION: Duration = Duration::from_secs(5);

/// Compares the window's picture with the stored one, and that of one move before too: it must
/// differ.
fn compare(name: &str, before: &Pixels, mut shown: impl FnMut() -> Pixels) {
    let path = path(name);
    let mut now = shown();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        // The move is seen to its end first.
        std::thread::sleep(MAX_ANIMATION);
        now = shown();
        write(&now, &path);
    }
    let stored = read(&path);
    let began = Instant::now();
    while !are_alike(difference(&now, &stored)) && began.elapsed() < MAX_FRAME_DELAY {
        now = shown();
    }
    let (off, earlier) = (difference(&now, &stored), difference(before, &stored));
    println!("{name}: {off:.2?} apart, one move before {earlier:.2?}");
    if !are_alike(off) {
        let shown = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        write(&now, &shown);
        panic!("{name}: {off:.2?} apart from {}: see {}", path.display(), shown.display());
    }
    assert!(!are_alike(earlier), "{name}: a move less looks the same: {earlier:.2?}");
}

/// Plays moves by clicks, and compares the board before and after the last move: flat, and in
/// three dimensions.
fn check(name: &str, ruleset: &str, more: &[&str], moves: &[&[&str]]) {
    let screen = Screen::new();
    let dir = TestDir::new();
    dir.write("config/boardloom/settings.toml", "theme = \"dark\"\n");
    let mut args = vec!["play", ruleset, "--seed", "1", "--seat1", "human", "--seat2", "human"];
    args.extend(more);
    let mut program = Program::start(&screen, &dir, &args);
    program.wait_for_turn();
    let (last, first) = moves.split_last().expect("a move");
    for (ply, path) in (1..).zip(first) {
        program.click_path(path, ply);
    }
    let flat = capture(&screen, &mut program);
    program.keys(&["3"]);
    program.wait("three dimensions", |seen| seen.three_d && seen.is_ready());
    let solid = capture(&screen, &mut program);
    program.click_path(last, moves.len() as u32);
    compare(&format!("{name}-solid"), &solid, || capture(&screen, &mut program));
    program.keys(&["3"]);
    program.wait("flat again", |seen| !seen.three_d && seen.is_ready());
    compare(&format!("{name}-flat"), &flat, || capture(&screen, &mut program));
    program.quit();
}

fn ataxx_looks_like_its_stored_pictures() {
    check("ataxx", "ataxx/classic", &[], &[&["a7", "b6"], &["g7", "e5"], &["b6", "c5"]]);
}

fn tafl_looks_like_its_stored_pictures() {
    check("tafl", "tafl/copenhagen", &[], &[&["d1", "d2"], &["e5", "e4"]]);
}

fn connection_looks_like_its_stored_pictures() {
    let more = ["--set", "rules.equaliser=none"];
    check("connection", "connection/projective-hex", &more, &[&["H"], &["O"], &["T"]]);
}

fn fractal_looks_like_its_stored_pictures() {
    check("fractal", "fractal/square", &[], &[&["a3"], &["b2"]]);
}
