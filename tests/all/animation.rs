//! Animations of games of every family.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use boardloom_match::GameSource;
use boardloom_match::Match;
use boardloom_match::MatchSetup;
use boardloom_match::Record;
use gif::{ColorOutput, DecodeOptions};

use crate::program::TestDir;
use crate::support::{legal, library, plugins, ruleset};

/// Width, height, and dots of three bytes.
type Pixels = (u32, u32, Vec<[u8; 3]>);

/// Plays some moves of human players, and writes the record.
fn record(id: &str, moves: usize, path: &Path) -> usize {
    let ruleset = ruleset(id);
    let rules = Arc::clone(&plugins()[ruleset.plugin.as_str()].native);
    let setup = MatchSetup { seed: 3, ..MatchSetup::default() };
    let mut game = Match::new(GameSource::new(rules, Arc::new(ruleset)), setup).expect("it begins");
    for number in 0..moves {
        if game.status().is_over() {
            break;
        }
        let all = game.ask(|cursor| Ok(legal(cursor))).expect("no plugin error");
        let mv = all[(number * 7 + 3) % all.len()].clone();
        game.play_text(&mv).expect("it is legal");
    }
    Record::of(&game).save(path).expect("it is written");
    game.tree().line(game.here()).len()
}

/// Returns the frames as a viewer composes them.
fn composed_frames(path: &Path) -> Vec<Pixels> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let file = BufReader::new(std::fs::File::open(path).expect("the film"));
    let mut reader = options.read_info(file).expect("a GIF");
    let (width, height) = (u32::from(reader.width()), u32::from(reader.height()));
    let mut dots = vec![[0; 3]; (width * height) as usize];
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().expect("a frame") {
        let across = usize::from(frame.width);
        for (at, dot) in frame.buffer.chunks(4).enumerate().filter(|(_, dot)| dot[3] > 0) {
            let row = usize::from(frame.top) + at / across;
            let column = usize::from(frame.left) + at % across;
            dots[row * width as usize + column] = [dot[0], dot[1], dot[2]];
        }
        frames.push((width, height, dots.clone()));
    }
    frames
}

fn picture(path: &Path) -> Pixels {
    let file = BufReader::new(std::fs::File::open(path).expect("a picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("it fits")];
    let about = reader.next_frame(&mut bytes).expect("a picture");
    let channels = about.color_type.samples();
    let dots = bytes.chunks(channels).map(|dot| [dot[0], dot[1], dot[2]]).collect();
    (about.width, about.height, dots)
}

/// Returns the share of visibly different pixels.
fn difference(a: &Pixels, b: &Pixels) -> f64 {
    assert_eq!((a.0, a.1), (b.0, b.1));
    let differ =
        |(a, b): &(&[u8; 3], &[u8; 3])| a.iter().zip(b.iter()).any(|(a, b)| a.abs_diff(*b) > 24);
    a.2.iter().zip(&b.2).filter(differ).count() as f64 / a.2.len() as f64
}

#[test]
fn every_family_is_animated_as_it_is_drawn() {
    let families: BTreeMap<String, String> = library()
        .list()
        .into_iter()
        .map(|entry| (ruleset(&entry.id).plugin, entry.id))
        .rev()
        .collect();
    assert_eq!(families.len(), plugins().len());
    for id in families.values() {
        let dir = TestDir::new();
        let positions = record(id, 9, &dir.path().join("x.loom"));
        let common = ["--size", "300x260", "--theme", "dark"];
        let run = |to: &[&str]| {
            dir.run(&[&["render", "x.loom", "-o"], to, &common].concat()).success();
        };
        run(&["x.gif", "--pace", "0.4"]);
        run(&["shots/"]);
        let frames = composed_frames(&dir.path().join("x.gif"));
        assert_eq!(frames.len(), positions, "{id}");
        for (number, frame) in frames.iter().enumerate() {
            let shot = picture(&dir.path().join(format!("shots/frame-{number:04}.png")));
            let share = difference(frame, &shot);
            assert!(share == 0.0, "{id}, position {number}: {share} of the dots differ");
        }
        // The last image is the last position, which differs from the first.
        run(&["last.png", "--ply", &(positions - 1).to_string()]);
        let last = picture(&dir.path().join("last.png"));
        assert_eq!(difference(&frames[positions - 1], &last), 0.0, "{id}");
        assert!(difference(&frames[0], &last) > 0.005, "{id}");
    }
}

#[test]
fn a_range_of_moves_is_animated() {
    let dir = TestDir::new();
    let moves = b"g2\na2\nundo\ng6\nquit\n";
    let play = ["play", "ataxx/classic", "--text", "--humans", "--record", "x.loom"];
    dir.run_with_input(&play, moves).success();
    let film = |more: &[&str], frames: usize| {
        let args = [&["render", "x.loom", "-o", "x.gif", "--size", "90x90"], more].concat();
        dir.run(&args).success();
        assert_eq!(composed_frames(&dir.path().join("x.gif")).len(), frames, "{more:?}");
        std::fs::read(dir.path().join("x.gif")).expect("the film")
    };
    let whole = film(&[], 3);
    film(&["--ply", "1"], 2);
    film(&["--from", "1"], 2);
    let other = film(&["--line", "2"], 3);
    assert_ne!(whole, other);
    assert_ne!(whole, film(&["--no-labels"], 3));
    assert_ne!(whole, film(&["--numbers"], 3));
    let record = std::fs::read_to_string(dir.path().join("x.loom")).expect("the record");
    dir.write("x.loom", &record.replace("1. g2", "1. g2 {[draw a1>g7 d4]}"));
    assert_ne!(whole, film(&[], 3));
    dir.write("y.loom", &record.replace("1. g2", "1. g2 {[draw a1>z9]}"));
    let unknown = "the board has no site z9, which `[draw ...]` after move 1 names";
    dir.run(&["render", "y.loom", "-o", "y.gif"]).fails(1, unknown);
    dir.run(&["render", "y.loom", "-o", "y.png", "--ply", "1"]).fails(1, unknown);
    dir.run(&["render", "y.loom", "-o", "y.png", "--ply", "2"]).success();
    assert_ne!(whole, film(&["--pace", "2"], 3));
    // A ruleset with moves is animated too.
    let args = ["render", "ataxx/classic", "-o", "y-%02d.png", "--moves", "g2", "a2"];
    dir.run(&args).success();
    assert!(dir.path().join("y-02.png").is_file() && !dir.path().join("y-03.png").exists());
    let refused = |more: &[&str], text: &str| {
        let args = [&["render", "x.loom", "-o", "z.gif"], more].concat();
        dir.run(&args).fails(2, text);
    };
    refused(&["--line", "3"], "--line: expected 1 to 2, found 3");
    refused(&["--from", "7"], "--from: expected 0 to 2");
    refused(&["--ply", "7"], "has 2 moves");
    refused(&["--pace", "0"], "expected seconds, 0.02 to 600");
    dir.run(&["render", "x.loom", "-o", "-", "--format", "frames"]).fails(2, "name a folder");
    dir.run(&["render", "x.loom", "-o", "no/z.gif"]).fails(5, "cannot write no/z.gif");
    assert!(!dir.path().join("z.gif").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_animation_is_a_valid_file() {
    let dir = TestDir::new();
    let positions = record("ataxx/classic", 60, &dir.path().join("x.loom"));
    // Large, so that the whole would take many times longer than one frame.
    let args = ["render", "x.loom", "-o", "x.gif", "--size", "1500x1500"];
    let mut command = dir.command(&args);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let part = dir.path().join(".x.gif.part");
    while part.metadata().map_or(0, |about| about.len()) == 0 {
        assert!(child.try_wait().expect("it is ours").is_none(), "it ended before");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{err}");
    let file = BufReader::new(std::fs::File::open(dir.path().join("x.gif")).expect("the film"));
    let mut reader = DecodeOptions::new().read_info(file).expect("a GIF");
    let mut frames = 0;
    while reader.read_next_frame().expect("whole frames, and an end").is_some() {
        frames += 1;
    }
    assert!((1..positions).contains(&frames));
    assert!(err.contains(&format!("ended early: {frames} of {positions} positions")), "{err}");
    assert!(!part.exists());
}
