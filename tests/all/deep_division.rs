//! Boards divided again and again in one corner. The cells there can still be drawn,
//! picked and played, although 64-bit coordinates would not distinguish them.

use boardloom_board_view::Camera;
use boardloom_board_view::Pos;
use boardloom_board_view::Rect;
use boardloom_board_view::board::BoardGeometry;
use boardloom_board_view::scene::{Picture, Pieces, Shape, Style};
use boardloom_contract::{Cursor, Site};
use serde_json::json;

use crate::support::{open, plugins, ruleset};

/// The number of divisions of one corner.
const DEPTH: usize = 40;
const SIZE: f64 = 800.0;

fn window() -> Rect {
    Rect { min: Pos::new(0.0, 0.0), max: Pos::new(SIZE, SIZE) }
}

/// Divides the children along a path one after another, the deepest last.
fn divide(cursor: &mut dyn Cursor, path: &[usize]) {
    for depth in 1..=path.len() {
        let path: String = path[..depth].iter().map(|child| format!("/{child}")).collect();
        let by = cursor.status().unwrap().mover().expect("the game goes on");
        let mv = cursor.legal_moves(by, Some(&format!("{path}=")), 1).unwrap().remove(0);
        assert!(mv.starts_with(&format!("{path}=")), "{mv} divides {path}");
        cursor.play(by, &mv).unwrap().expect("it is legal");
    }
}

/// Reads a vertex's label: numerators, and their level.
fn numerators(label: &str) -> (u32, [i128; 2]) {
    let (level, rest) = label.split_once(':').expect("a vertex");
    let (x, y) = rest.split_once(',').expect("two numbers");
    let number = |text: &str| text.parse().expect("a number");
    (level.parse().expect("a level"), [number(x), number(y)])
}

/// Returns the exact distance of two vertices, in parts of the scale to a level's power.
fn distance(label: &str, from: &str, scale: i128, level: u32) -> [f64; 2] {
    let at = |text: &str| {
        let (own, both) = numerators(text);
        both.map(|n| n * scale.pow(level - own))
    };
    let (to, from) = (at(label), at(from));
    [0, 1].map(|n| (to[n] - from[n]) as f64)
}

/// Divides along one path, and zooms in to the deepest cell.
fn check_zoom(fractal: &str, scale: i128, paths: [usize; 2]) {
    let json = json!({
        "board": {"topology": "subdivision", "fractal": fractal, "depth": 1},
        "rules": {"subdivide": {"who": "always", "max_depth": DEPTH + 2}},
    });
    let mut cursor = open(&*plugins()["fractal"].native, &json.to_string(), None);
    let path: Vec<usize> = (0..DEPTH).map(|depth| paths[depth % 2]).collect();
    divide(&mut *cursor, &path);
    let mut board = BoardGeometry::new(0);
    board.update(&mut *cursor).unwrap();
    let mut camera = Camera::fitting(board.bounds().unwrap(), window());
    assert!(!board.refocus(&mut camera, &mut *cursor).unwrap(), "all of it is near enough");

    // Level by level, to the cell that was divided last.
    for depth in 1..=DEPTH {
        let path: String = path[..depth].iter().map(|child| format!("/{child}")).collect();
        let cell = board.site_named(&path).expect("a cell that was divided");
        let part = board.place_of(cell).unwrap().bounds;
        let chain = board.cells_at(part.middle().toward(part.min, 0.01));
        assert!(chain.len() > depth, "{path} lies in all above it: {}", chain.len());
        camera.fit(part.grown(0.1 * part.width()));
        let before = camera.to_screen(part.min);
        let moved = board.refocus(&mut camera, &mut *cursor).unwrap();
        let part = board.place_of(cell).unwrap().bounds;
        let after = camera.to_screen(part.min);
        assert!(before.distance(after) < 0.01, "{path}: {before:?} {after:?} {moved}");
    }
    assert!(board.base().is_some(), "the board is laid out around what is seen");

    // Its corners are at the places that their numbers give, to a hundredth of a pixel.
    let deepest: String = path.iter().map(|child| format!("/{child}")).collect();
    let part = board.place_of(board.site_named(&deepest).unwrap()).unwrap().bounds;
    let level = DEPTH as u32 + 1;
    let corners: Vec<(Site, Pos, String)> = part
        .corners()
        .into_iter()
        .map(|at| {
            let spot = board.vertex_at(at, 1e-6 * part.width()).expect("a vertex at each corner");
            (spot.site, camera.to_screen(spot.at), spot.label.clone())
        })
        .collect();
    let pixels = part.width() * camera.scale / scale as f64;
    for (site, at, label) in &corners {
        let hit = board.hit(camera.to_board(*at), 0.0).expect("it is hit");
        assert_eq!((hit.site, &hit.label), (*site, label));
        let [x, y] = distance(label, &corners[0].2, scale, level);
        let there = Pos::new(corners[0].1.x + x * pixels, corners[0].1.y + y * pixels);
        assert!(at.distance(there) < 0.01, "{label}: {at:?} and not {there:?}");
    }
    assert!(corners[0].1.distance(corners[2].1) > SIZE / 2.0);

    // Single precision still distinguishes the points of the drawing.
    let id =
        format!("fractal/{}", if fractal == "square" { "square" } else { "sierpinski-carpet" });
    let about = open_about();
    let style = Style::of(&ruleset(&id), &about, boardloom_board_view::scene::Theme::Dark);
    let sites = cursor.status().unwrap().sites;
    let pieces = Pieces::read(&mut *cursor, sites).unwrap();
    let size = [SIZE as f32; 2];
    let picture = Picture::new(&board, &camera, &style, &pieces, size);
    let mut middles: Vec<[u32; 2]> = Vec::new();
    for shape in picture.board_surface().shapes {
        let Shape::Polygon { points, .. } = shape else { continue };
        assert!(points.iter().flatten().all(|n| n.is_finite() && n.abs() < 1e5), "{points:?}");
        let wide =
            points.iter().map(|p| p[0]).fold(0.0_f32, |a, b| a.max((b - points[0][0]).abs()));
        if (20.0..SIZE as f32 * 0.6).contains(&wide) {
            middles.push(points[0].map(f32::to_bits));
        }
    }
    middles.sort_unstable();
    middles.dedup();
    assert!(middles.len() as i128 >= scale * scale - 1, "{} parts are seen", middles.len());

    // A piece can be put on one of them.
    let empty = corners.iter().find(|(site, ..)| pieces.on(*site).is_empty());
    let child = board.cells_at(part.middle().toward(part.min, 0.5)).last().unwrap().site;
    let by = cursor.status().unwrap().mover().expect("the game goes on");
    let path = empty.map_or(child, |(site, ..)| *site);
    let choices = cursor.choices(by, &[path]).unwrap();
    assert!(!choices.options.is_empty() || !choices.targets.is_empty(), "{path}");

    // Back to the whole board.
    camera.fit(board.bounds().unwrap());
    assert!(board.refocus(&mut camera, &mut *cursor).unwrap());
    assert_eq!(board.base(), None);
    let whole = board.bounds().unwrap();
    assert!((whole.width() * camera.scale - SIZE).abs() < 1.0, "{whole:?} {camera:?}");
}

fn open_about() -> boardloom_contract::About {
    let json = ruleset("fractal/square").plugin_json();
    plugins()["fractal"].native.open(&json).unwrap().expect("it opens").about().unwrap()
}

#[test]
fn a_corner_divided_forty_times_is_seen_and_hit() {
    // To a point inside, which is no corner of a large cell.
    check_zoom("square", 2, [3, 0]);
    check_zoom("carpet", 3, [7, 0]);
}

#[test]
fn another_division_of_the_same_cell_is_read_again() {
    let json = ruleset("fractal/square").plugin_json().replace("\"behind\"", "\"always\"");
    let mut cursor = open(&*plugins()["fractal"].native, &json, None);
    let mut board = BoardGeometry::new(0);
    board.update(&mut *cursor).unwrap();
    let play = |cursor: &mut dyn Cursor, cell: &str| {
        let by = cursor.status().unwrap().mover().unwrap();
        let mv = cursor.legal_moves(by, Some(&format!("{cell}=")), 1).unwrap().remove(0);
        cursor.play(by, &mv).unwrap().expect("it is legal");
    };
    play(&mut *cursor, "/0");
    board.update(&mut *cursor).unwrap();
    assert!(board.site_named("/0/1").is_some());
    // After an undo the drawing is cut back, and the rest is not read again.
    assert!(cursor.undo().unwrap());
    assert!(board.update(&mut *cursor).unwrap());
    assert_eq!((board.site_named("/0/1"), board.places().len()), (None, 14));
    play(&mut *cursor, "/0");
    board.update(&mut *cursor).unwrap();
    // As many sites as before, at other places.
    assert!(cursor.undo().unwrap());
    play(&mut *cursor, "/3");
    board.forget();
    assert!(board.update(&mut *cursor).unwrap());
    assert!(board.site_named("/0/1").is_none() && board.site_named("/3/1").is_some());
}

#[test]
fn cells_below_a_pixel_are_not_drawn() {
    let json = json!({
        "board": {"topology": "subdivision", "fractal": "square", "depth": 7},
        "rules": {"subdivide": {"who": "never"}},
    });
    let mut cursor = open(&*plugins()["fractal"].native, &json.to_string(), None);
    let mut board = BoardGeometry::new(0);
    board.update(&mut *cursor).unwrap();
    let style = Style::of(
        &ruleset("fractal/square"),
        &open_about(),
        boardloom_board_view::scene::Theme::Dark,
    );
    let pieces = Pieces::default();
    let shapes = |pixels: f64| {
        let zero = Pos::new(0.0, 0.0);
        let viewport = Rect { min: zero, max: Pos::new(pixels, pixels) };
        let camera = Camera::fitting(board.bounds().unwrap(), viewport);
        let picture =
            Picture::new(&board, &camera, &style, &pieces, [pixels as f32, pixels as f32]);
        picture.board_surface().shapes.len()
    };
    // Cells of a fifth of a pixel, of half a pixel, and larger ones.
    let counts = [30.0, 90.0, 800.0].map(shapes);
    assert!(counts[0] < 4000 && counts[1] < 10_000 && counts[2] > 20_000, "{counts:?}");
}
