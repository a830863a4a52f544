use std::collections::BTreeSet;

use ::gif::{ColorOutput, DecodeOptions};

use super::*;
use crate::fake::source;
use boardloom_board_view::scene::{BoardLook, BoardTheme, PieceSet, Theme};
use boardloom_match::MatchSetup;

/// A board without frame and grain.
const PLAIN: BoardLook =
    BoardLook { theme: Theme::Dark, board: Some(BoardTheme::Paper), pieces: PieceSet::Flat };

/// A frame as a viewer shows it: dots of three bytes, and how long.
struct Shown {
    dots: Vec<[u8; 3]>,
    hundredths: u16,
    /// The share of the picture that was written.
    written: f64,
}

const SIZE: (u32, u32) = (160, 60);

fn game(moves: &str) -> Match {
    let mut game = Match::new(source("length = 5"), MatchSetup::default()).unwrap();
    for mv in moves.split_whitespace() {
        game.play_text(mv).unwrap();
    }
    game
}

fn film(game: &Match) -> Animation {
    let look = ImageSettings { size: SIZE, look: PLAIN, ..ImageSettings::of_view(0) };
    Animation { line: game.tree().main_line(), pace: Duration::from_millis(500), look }
}

fn played(mut bytes: &[u8]) -> Vec<Shown> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut reader = options.read_info(&mut bytes).unwrap();
    let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
    let mut dots = vec![[0; 3]; width * height];
    let mut shown = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        let across = usize::from(frame.width);
        for (at, dot) in frame.buffer.chunks(4).enumerate().filter(|(_, dot)| dot[3] > 0) {
            let row = usize::from(frame.top) + at / across;
            let column = usize::from(frame.left) + at % across;
            dots[row * width + column] = [dot[0], dot[1], dot[2]];
        }
        let written = (across * usize::from(frame.height)) as f64 / (width * height) as f64;
        shown.push(Shown { dots: dots.clone(), hundredths: frame.delay, written });
    }
    shown
}

fn whole(film: &Animation, game: &mut Match) -> Vec<Shown> {
    let mut bytes = Vec::new();
    let filmed = film.gif(game, &mut bytes, &mut |_| true).unwrap();
    assert_eq!((filmed.frames, filmed.cut), (film.line.len(), None));
    played(&bytes)
}

/// Returns the colour in the middle of a site of the row.
fn hue(shown: &Shown, site: usize) -> [u8; 3] {
    // The row of five squares and its frame fill the picture's width but for its rim.
    let (rim, frame) = (f64::from(SIZE.1) * 0.04, 0.55);
    let cell = (f64::from(SIZE.0) - 2.0 * rim) / (5.0 + 2.0 * frame);
    let x = (rim + (site as f64 + 0.5 + frame) * cell) as usize;
    shown.dots[(SIZE.1 / 2) as usize * SIZE.0 as usize + x]
}

#[test]
fn every_position_is_a_frame_and_looks_like_its_picture() {
    let mut game = game("b d a");
    let film = film(&game);
    let frames = whole(&film, &mut game);
    assert_eq!(frames.len(), 4);
    for (shown, node) in frames.iter().zip(&film.line) {
        game.go_to(*node).unwrap();
        let scene = film.look.scene(&mut game).unwrap();
        let mut pixels = raster::blank(SIZE.0, SIZE.1, scene.background).unwrap();
        scene.shapes().for_each(|shape| raster::draw(&mut pixels, shape, 1.0));
        let near = |(a, b): (&[u8; 3], &tiny_skia::PremultipliedColorU8)| {
            let b = [b.red(), b.green(), b.blue()];
            a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 10)
        };
        assert!(shown.dots.iter().zip(pixels.pixels()).all(near));
    }
    let empty = hue(&frames[0], 0);
    let occupied = |shown: &Shown| {
        (0..5).filter(|site| hue(shown, *site) != empty).collect::<BTreeSet<usize>>()
    };
    assert_eq!(occupied(&frames[0]), BTreeSet::new());
    assert_eq!(occupied(&frames[1]), BTreeSet::from([1]));
    assert_eq!(occupied(&frames[3]), BTreeSet::from([0, 1, 3]));
    assert_ne!(hue(&frames[3], 1), hue(&frames[3], 3));
}

#[test]
fn a_board_that_grows_fits_in_the_end_and_stays_where_it_is() {
    let mut game = Match::new(source("length = 5\ngrows = true"), MatchSetup::default()).unwrap();
    for mv in ["b", "d", "a", "e"] {
        game.play_text(mv).unwrap();
    }
    let film = film(&game);
    let frames = whole(&film, &mut game);
    let ground = Theme::Dark.background();
    let drawn = |shown: &Shown| {
        let is_drawn = |site: &usize| hue(shown, *site) != [ground.r, ground.g, ground.b];
        (0..5).filter(is_drawn).count()
    };
    assert_eq!(frames.iter().map(drawn).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    // A site that stays empty looks the same from the first frame on.
    assert_eq!(hue(&frames[2], 2), hue(&frames[4], 2));
}

#[test]
fn a_frame_holds_what_changed_and_the_last_one_stands_longer() {
    let mut game = game("b d a");
    let frames = whole(&film(&game), &mut game);
    assert_eq!(frames[0].written, 1.0);
    assert!(frames[1..].iter().all(|shown| shown.written < 0.9));
    let stand: Vec<u16> = frames.iter().map(|shown| shown.hundredths).collect();
    assert_eq!(stand, [50, 50, 50, 200]);
}

#[test]
fn positions_that_look_alike_are_frames_too() {
    let mut game = game("b d a");
    let mut film = film(&game);
    // The same position again: a match that goes nowhere between two frames.
    film.line = vec![film.line[3], film.line[3]];
    film.look.marks = false;
    let frames = whole(&film, &mut game);
    assert_eq!(frames.len(), 2);
    assert!(frames[1].written < 0.001);
}

#[test]
fn ended_early_it_is_valid_as_far_as_it_goes() {
    let mut game = game("b d a");
    let film = film(&game);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.gif");
    let mut watch = |progress: AnimationProgress| progress.drawn < 2;
    let filmed = film.gif_file(&mut game, &path, &mut watch).unwrap();
    assert_eq!(filmed.frames, 2);
    assert_eq!(played(&fs::read(&path).unwrap()).len(), 2);
    // Before anything was drawn there is nothing to keep, and nothing is left about.
    let none = film.gif_file(&mut game, &folder.path().join("none.gif"), &mut |_| false);
    assert!(matches!(none, Err(AnimationError::Early)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn frames_are_files_in_order() {
    let mut game = game("b d a");
    let film = film(&game);
    let folder = tempfile::tempdir().unwrap();
    let pattern = FramePattern::read(&folder.path().join("deep/down/game-%02d.png")).unwrap();
    let filmed = film.frames(&mut game, &pattern, &mut |_| true).unwrap();
    assert_eq!(filmed.frames, 4);
    let file = |number| fs::read(pattern.file(number)).unwrap();
    game.go_to(film.line[3]).unwrap();
    let last = super::super::png(&film.look.scene(&mut game).unwrap(), 1.0).unwrap();
    assert_eq!(file(3), last);
    assert_ne!(file(0), last);
    assert!(!pattern.file(4).exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let mut game = game("b");
    let film = film(&game);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a-file");
    fs::write(&file, "").unwrap();
    let told = film.gif_file(&mut game, &file.join("game.gif"), &mut |_| true).unwrap_err();
    assert!(told.to_string().starts_with(&format!("cannot write {}", file.display())), "{told}");
    let pattern = FramePattern::in_folder(&file.join("frames"));
    let told = film.frames(&mut game, &pattern, &mut |_| true).unwrap_err();
    assert!(told.to_string().contains("a-file"), "{told}");
}

#[test]
fn a_line_ends_where_the_rules_do_not_reach() {
    let game = game("b d a");
    let record = boardloom_match::Record::of(&game);
    // The row is shorter now: there is no fourth site.
    let (mut shorter, _) = record.resume(source("length = 3")).unwrap();
    let film = film(&game);
    let mut bytes = Vec::new();
    let filmed = film.gif(&mut shorter, &mut bytes, &mut |_| true).unwrap();
    assert_eq!(filmed.frames, 2);
    assert_eq!(filmed.cut.unwrap().0, film.line[2]);
    assert_eq!(played(&bytes).len(), 2);
}

#[test]
fn lines_are_counted_as_records_write_them() {
    let mut game = game("b d");
    game.undo().unwrap();
    game.play_text("e").unwrap();
    let ends = game.tree().ends();
    let moves = |end: NodeId| {
        let line = game.tree().line(end);
        let text = |id: &NodeId| game.tree().node(*id).event().map(|it| it.text().to_owned());
        line.iter().filter_map(text).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ends.iter().map(|end| moves(*end)).collect::<Vec<_>>(), ["b d", "b e"]);
}
