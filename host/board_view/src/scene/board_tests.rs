//! Drawings of the board itself: seams, ghosts, vertices, names.

use boardloom_contract::{BoardLine, Frame, LineStyle, Mark, Patch, Piece, Place, Point};

use super::*;
use crate::board::{BoardGeometry, Camera, Pos, Rect};
use crate::controller::{BoardController, Input, MatchMoves};
use crate::fake::{drawing, source};
use boardloom_match::{Match, MatchSetup};

const SIZE: [f32; 2] = [640.0, 480.0];
const ROLES: [&str; 9] =
    ["cell", "blocked", "throne", "seam", "seam-flipped", "side-1", "side-2", "level-0", "level-1"];

/// A board with what its picture needs, and a game whose pieces stand on it.
struct Drawn {
    board: BoardGeometry,
    camera: Camera,
    style: Style,
    pieces: Pieces,
    game: Match,
}

/// A board without frame and grain.
const PLAIN: BoardLook =
    BoardLook { theme: Theme::Light, board: Some(BoardTheme::Paper), pieces: PieceSet::Flat };

fn drawn(patch: Patch) -> Drawn {
    let game = Match::new(source("length = 5"), MatchSetup::default()).unwrap();
    let board = BoardGeometry::of_patch(patch);
    let viewport = Rect { min: Pos::new(20.0, 20.0), max: Pos::new(620.0, 460.0) };
    let camera = Camera::fitting(board.bounds().unwrap(), viewport);
    let mut about = game.about().clone();
    about.roles = ROLES.map(str::to_owned).to_vec();
    let style = Style::of(&game.source().ruleset, &about, PLAIN);
    Drawn { board, camera, style, pieces: Pieces::default(), game }
}

impl Drawn {
    fn picture(&self) -> Picture<'_> {
        Picture::new(&self.board, &self.camera, &self.style, &self.pieces, SIZE)
    }

    fn board_surface(&self) -> Vec<Shape> {
        self.picture().board_surface().shapes
    }
}

fn line(points: Vec<Point>, role: u16, group: u16) -> BoardLine {
    BoardLine { frame: None, role, points, closed: false, style: LineStyle::Stroke, group }
}

/// The fake game's row of squares with its two ends joined.
fn ring() -> Patch {
    let mut patch = drawing(5);
    patch.captions.clear();
    let ghost = |x: f64, site: u32| Place {
        copy: true,
        at: (x, 0.0, 0.0),
        label: format!("{site}'"),
        ..patch.places[site as usize].clone()
    };
    let ghosts = [ghost(-1.0, 4), ghost(5.0, 0)];
    patch.places.extend(ghosts);
    patch.lines.push(line(vec![(-0.5, -0.5, 0.0), (-0.5, 0.5, 0.0)], 4, 2));
    patch.lines.push(line(vec![(4.5, 0.5, 0.0), (4.5, -0.5, 0.0)], 4, 2));
    patch
}

/// The directions of a colour's chevrons, as tip minus base.
fn heads(shapes: &[Shape], color: Color) -> Vec<ScreenPos> {
    let heads = shapes.iter().filter_map(|shape| match shape {
        Shape::Line { points, pen } if pen.color == color && points.len() == 3 => {
            let base = [(points[0][0] + points[2][0]) / 2.0, (points[0][1] + points[2][1]) / 2.0];
            Some([points[1][0] - base[0], points[1][1] - base[1]])
        }
        _ => None,
    });
    heads.collect()
}

#[test]
fn arrow_heads_say_which_edges_meet_and_which_way() {
    let seen = drawn(ring());
    let heads = heads(&seen.board_surface(), BoardLook::from(Theme::Light).colors().seam(2));
    assert_eq!(heads.len(), 4, "two on each side of the second pair");
    assert!(
        heads[..2].iter().all(|direction| direction[1] > 1.0 && direction[0].abs() < 0.01),
        "down: {heads:?}"
    );
    assert!(heads[2..].iter().all(|direction| direction[1] < -1.0), "flipped, so up: {heads:?}");
    // Between the cells of both sides, where no piece lies.
    let edges = [-0.5, 4.5].map(|x| seen.camera.to_screen(Pos::new(x, 0.0)).x as f32);
    for shape in seen.board_surface() {
        if let Shape::Line { points, .. } = shape
            && points.len() == 3
        {
            assert!(edges.iter().any(|x| (points[1][0] - x).abs() < 0.01), "{points:?}");
        }
    }
}

#[test]
fn neighbouring_pairs_differ_in_colour_and_in_arrow_heads() {
    for theme in [Theme::Light, Theme::Dark, Theme::HighContrast] {
        let board = BoardLook::from(theme).colors();
        let colors = [1, 2, 3].map(|group| board.seam(group));
        for (n, color) in colors.iter().enumerate() {
            assert!(colors[..n].iter().all(|other| other != color));
            let cell = board.cell;
            assert!(color.contrast(cell) >= 3.0, "{theme:?} {n}: {}", color.contrast(cell));
        }
    }
    let mut patch = ring();
    patch.lines.iter_mut().for_each(|line| line.group = 3);
    assert_eq!(
        heads(&drawn(patch).board_surface(), BoardLook::from(Theme::Light).colors().seam(3)).len(),
        6
    );
}

#[test]
fn both_sides_of_a_seam_light_up() {
    let seen = drawn(ring());
    let lit = seen.board.group_near(Pos::new(4.3, 0.1), 0.3);
    assert_eq!(lit, Some((4, 2)));
    let under = |lit| {
        let layers = Picture { lit, ..seen.picture() }.upper_layers();
        layers.into_iter().find(|layer| layer.kind == LayerKind::Under).unwrap().shapes
    };
    let halo = |shape: &&Shape| matches!(shape, Shape::Line { pen, .. } if pen.color.a < 255);
    let lines = under(lit).iter().filter(halo).count();
    assert_eq!(lines, 2, "the one under the pointer and its partner");
    assert!(under(None).is_empty());
}

#[test]
fn ghosts_are_faded_and_named() {
    let seen = drawn(ring());
    let fills: Vec<_> = seen
        .board_surface()
        .into_iter()
        .filter_map(|shape| match shape {
            Shape::Polygon { points, fill, .. } if points.len() == 4 => fill,
            _ => None,
        })
        .collect();
    assert_eq!(fills.len(), 7);
    let background = seen.style.background;
    assert!(fills[5].contrast(background) < fills[0].contrast(background));
    let names: Vec<_> = seen
        .picture()
        .labels()
        .shapes
        .into_iter()
        .filter_map(|shape| match shape {
            Shape::Text { text, color, .. } => Some((text, color.contrast(background))),
            _ => None,
        })
        .collect();
    assert_eq!(names.len(), 5, "no captions tell the names; ghosts repeat them under the pointer");
    assert!(names.iter().all(|(_, contrast)| *contrast > 1.5), "{names:?}");
}

#[test]
fn a_site_and_its_ghosts_light_up_together() {
    let mut seen = drawn(ring());
    let mut controller = BoardController::default();
    let Drawn { board, camera, game, .. } = &mut seen;
    let at = camera.to_screen(Pos::new(5.0, 0.0));
    let over = board.hit(camera.to_board(at), 0.0).map(|spot| spot.site);
    assert_eq!(over, Some(0), "pointing at the ghost is pointing at the site");
    controller.handle(Input::PointerMoved { at, over }, &mut MatchMoves { game, board, camera });
    let layers = Picture { controller: Some(&controller), ..seen.picture() }.upper_layers();
    let under = layers.into_iter().find(|layer| layer.kind == LayerKind::Under).unwrap();
    let outlines = under.shapes.iter().filter(|s| matches!(s, Shape::Polygon { .. }));
    assert_eq!(outlines.count(), 2, "the site and its ghost");
    let dots = under.shapes.iter().filter(|s| matches!(s, Shape::Circle { .. }));
    assert!(dots.count() > 10, "dots join them");
    let picture = Picture { controller: Some(&controller), ..seen.picture() };
    let names = picture.labels().shapes;
    let is_named = |wanted: &str| {
        names.iter().any(|shape| matches!(shape, Shape::Text { text, .. } if text == wanted))
    };
    assert!(is_named("0'") && !is_named("4'"), "the pointed one has its name");
}

#[test]
fn a_chain_leads_over_joined_edges() {
    let seen = drawn(ring());
    let mark = |sites: &[u32]| Mark {
        role: "win".into(),
        sites: sites.to_vec(),
        joined: true,
        seat: None,
        text: None,
    };
    let lines = |sites: &[u32]| {
        let marks = [mark(sites)];
        let picture = Picture { marks: &marks, ..seen.picture() };
        let scene = picture.scene();
        let under = scene.layers.iter().find(|layer| layer.kind == LayerKind::Under).unwrap();
        let line = |shape: &Shape| match shape {
            Shape::Line { points, .. } => Some(points.len()),
            _ => None,
        };
        under.shapes.iter().filter_map(line).collect::<Vec<_>>()
    };
    // Each line twice, for its rim.
    assert_eq!(lines(&[0, 1, 2]), [3, 3]);
    assert_eq!(lines(&[3, 4, 0, 1, 2]), [3, 4, 3, 4], "to the ghost of 0, from that of 4");
    assert_eq!(lines(&[0, 1, 2, 3, 4, 0]), [6, 2, 6, 2], "all the way round");
}

/// Would break if a path hid the places that it leads over.
#[test]
fn a_path_that_is_no_win_is_a_thin_line() {
    let seen = drawn(drawing(3));
    let shapes = |role: &str| {
        let sites = vec![0, 1, 2];
        let marks = [Mark { role: role.into(), sites, joined: true, seat: None, text: None }];
        let scene = Picture { marks: &marks, ..seen.picture() }.scene();
        let under = scene.layers.into_iter().find(|layer| layer.kind == LayerKind::Under);
        under.expect("a layer below the pieces").shapes
    };
    let discs = |role: &str| {
        let all = shapes(role);
        all.iter().filter(|it| matches!(it, Shape::Circle { fill: Some(_), .. })).count()
    };
    let widest = |role: &str| {
        let widths = shapes(role).into_iter().filter_map(|shape| match shape {
            Shape::Line { pen, .. } => Some(pen.width),
            _ => None,
        });
        widths.fold(0.0, f32::max)
    };
    assert_eq!((discs("win"), discs("way")), (3, 0));
    assert!(widest("way") > 0.0 && 2.0 * widest("way") < widest("win"));
}

#[test]
fn a_chain_has_the_colour_of_its_pieces() {
    let mut seen = drawn(drawing(3));
    // The pie rule gives the first seat the second colour.
    seen.pieces = [0, 1, 2].map(|site| (site, Piece::new(0, 1))).into_iter().collect();
    let (role, sites) = ("win".to_owned(), vec![0, 1, 2]);
    let marks = [Mark { role, sites, joined: true, seat: Some(0), text: None }];
    let scene = Picture { marks: &marks, ..seen.picture() }.scene();
    let under = scene.layers.iter().find(|layer| layer.kind == LayerKind::Under).unwrap();
    let discs: Vec<_> = under
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Circle { fill: Some(fill), .. } => Some(*fill),
            _ => None,
        })
        .collect();
    assert_ne!(seen.style.player(0).color, seen.style.player(1).color);
    assert_eq!(discs, [seen.style.player(1).color; 3]);
}

#[test]
fn captions_never_lie_on_each_other() {
    let mut patch = drawing(3000);
    let captions = patch.captions.len();
    let caption = patch.captions.pop().unwrap();
    patch.captions = (0..3000)
        .map(|n| boardloom_contract::Caption {
            at: (f64::from(n), 0.9, 0.0),
            text: n.to_string(),
            ..caption.clone()
        })
        .collect();
    assert!(captions > 0);
    let seen = drawn(patch);
    let texts: Vec<_> = seen
        .picture()
        .labels()
        .shapes
        .into_iter()
        .filter_map(|shape| match shape {
            Shape::Text { at, text, size, .. } => Some((at[0], text.len() as f32 * size * 0.62)),
            _ => None,
        })
        .collect();
    assert!((10..100).contains(&texts.len()), "{}", texts.len());
    assert!(texts.windows(2).all(|two| two[1].0 - two[0].0 >= (two[0].1 + two[1].1) / 2.0));
}

#[test]
fn vertices_are_dots_over_the_lines() {
    let mut patch = Patch::default();
    for site in 0..3 {
        patch.places.push(Place {
            site,
            copy: false,
            frame: None,
            at: (f64::from(site), 0.0, 0.0),
            shape: None,
            label: site.to_string(),
            role: if site == 2 { 1 } else { 0 },
        });
    }
    patch.lines.push(line(vec![(0.0, 0.0, 0.0), (2.0, 0.0, 0.0)], 0, 0));
    let mut seen = drawn(patch);
    let shapes = seen.board_surface();
    assert!(matches!(shapes[0], Shape::Line { .. }), "lines lie below");
    let radii: Vec<f32> = shapes[1..]
        .iter()
        .map(|shape| match shape {
            Shape::Circle { radius, .. } => *radius,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(radii[0] == radii[1] && radii[2] > 2.0 * radii[0], "a blocked one is larger");
    // Their names are read on the frame, which shows between them.
    let (about, ruleset) = (seen.game.about().clone(), seen.game.source().ruleset.clone());
    let look = BoardLook { board: Some(BoardTheme::Wood), ..PLAIN };
    seen.style = Style::of(&ruleset, &about, look);
    let frame = seen.style.colors.frame.expect("a wooden board has a frame");
    let names = seen.picture().labels().shapes;
    let contrast = |shape: &Shape| match shape {
        Shape::Text { color, .. } => Some(color.contrast(frame)),
        _ => None,
    };
    let contrasts: Vec<f32> = names.iter().filter_map(contrast).collect();
    assert!(contrasts.len() == 3 && contrasts.iter().all(|it| *it > 3.0), "{contrasts:?}");
}

#[test]
fn roles_differ_without_hue() {
    let mut patch = drawing(3);
    patch.places[1].role = 1;
    patch.places[2].role = 2;
    let seen = drawn(patch);
    let ground = seen.board_surface();
    let fill = |number: usize| match &ground[number] {
        Shape::Polygon { fill: Some(fill), .. } => *fill,
        other => panic!("{other:?}"),
    };
    assert!(fill(0).contrast(fill(1)) >= 2.0 && fill(0).contrast(fill(2)) >= 1.5);
    let crosses =
        ground.iter().filter(|s| matches!(s, Shape::Line { points, .. } if points.len() == 2));
    assert_eq!(crosses.count(), 2, "the throne's diagonals");
}

#[test]
fn pieces_know_which_blocks_of_them_changed() {
    let mut pieces: Pieces =
        [(5, Piece::new(0, 0)), (3000, Piece::new(0, 1))].into_iter().collect();
    let (first, third) = (pieces.version(&[0]), pieces.version(&[2]));
    assert_eq!(pieces.version(&[1]), 0, "nothing ever stood there");
    assert_eq!(pieces.version(&[0, 1, 2]), third);
    pieces.put(5, Piece::new(0, 1));
    assert!(pieces.version(&[0]) > first);
    assert_eq!(pieces.version(&[2]), third);
}

#[test]
fn a_cell_that_goes_far_beyond_the_picture_is_cut() {
    let mut seen = drawn(drawing(5));
    seen.camera.center = Pos::new(2.2, 0.1);
    seen.camera.scale = 1e12;
    let ground = seen.board_surface();
    let [Shape::Polygon { points, .. }] = &ground[..] else { panic!("{ground:?}") };
    assert!(points.len() >= 4);
    assert!(points.iter().flatten().all(|v| v.abs() < 10_000.0), "{points:?}");
}

/// A row of squares between two bands, one along a zigzag whose ends lie at different heights, as
/// along a row of hexagons, and one across it.
fn banded() -> Drawn {
    let mut patch = drawing(5);
    let zigzag = (0..=9).map(|n| (f64::from(n) * 0.5 - 0.5, f64::from(n % 2) * 0.2 + 0.5, 0.0));
    patch.lines.push(line(zigzag.collect(), 5, 0));
    patch.lines.push(line(vec![(4.0, 0.7, 0.0), (4.5, -0.5, 0.0)], 6, 0));
    drawn(patch)
}

#[test]
fn a_side_that_is_drawn_edge_by_edge_has_one_band() {
    let mut patch = drawing(5);
    let point = |n: i32| (f64::from(n) * 0.5 - 0.5, f64::from(n % 2) * 0.2 + 0.5, 0.0);
    // Some edges run backwards.
    patch.lines.extend((0..9).map(|n| match n % 3 {
        1 => line(vec![point(n + 1), point(n)], 5, 0),
        _ => line(vec![point(n), point(n + 1)], 5, 0),
    }));
    let seen = drawn(patch);
    let color = seen.style.player(0).color;
    let bands = seen
        .board_surface()
        .into_iter()
        .filter(|shape| matches!(shape, Shape::Polygon { fill: Some(fill), .. } if *fill == color));
    let bands: Vec<Shape> = bands.collect();
    let [Shape::Polygon { points, .. }] = &bands[..] else { panic!("one band: {bands:?}") };
    assert_eq!(points.len(), 12, "ten points of the side, and two outer corners");
}

#[test]
fn the_band_along_a_zigzag_is_straight_outside_and_meets_its_neighbour() {
    let seen = banded();
    let bands: Vec<Vec<ScreenPos>> = seen
        .board_surface()
        .into_iter()
        .filter_map(|shape| match shape {
            Shape::Polygon { points, fill: Some(fill), .. }
                if (0..2).any(|side| seen.style.player(side).color == fill) =>
            {
                Some(points)
            }
            _ => None,
        })
        .collect();
    let [along, across] = &bands[..] else { panic!("two bands: {bands:?}") };
    let [.., [_, right], [_, left]] = along[..] else { panic!("{along:?}") };
    assert!((right - left).abs() < 0.5, "its outer edge is level: {left} {right}");
    let marks = seen.board_surface().into_iter().filter_map(|shape| match shape {
        Shape::Circle { center, radius, .. } if center[1] > left - 60.0 => {
            Some((center[0], radius))
        }
        _ => None,
    });
    let ends = [-0.5, 4.0].map(|x| seen.camera.to_screen(Pos::new(x, 0.5)).x as f32);
    let mut count = 0;
    for (x, radius) in marks {
        assert!(x - radius > ends[0] && x + radius < ends[1], "a mark at {x} between {ends:?}");
        count += 1;
    }
    assert!(count > 0, "no marks");
    let shared = along.iter().filter(|at| {
        across.iter().any(|[x, y]| (at[0] - x).abs() < 0.5 && (at[1] - y).abs() < 0.5)
    });
    assert_eq!(shared.count(), 2, "they share their inner and outer corner");
    let frame = frame_outline(&seen.board, &seen.style);
    let within = Rect::around(frame).expect("an outline");
    for [x, y] in bands.concat() {
        let at = seen.camera.to_board(Pos::new(f64::from(x), f64::from(y)));
        assert!(within.contains(at), "{at:?} lies outside of the frame");
    }
}

#[test]
fn pieces_on_corners_lie_within_the_frame() {
    let mut seen = drawn(divided());
    seen.board.has_vertices = true;
    let outline = crate::board::rim(&seen.board, &[]);
    let corner = seen.board.places().iter().find(|spot| spot.outline.is_empty()).expect("a corner");
    let radius = seen.board.drawn_radius(corner);
    let next = outline.iter().cycle().skip(1);
    let nearest = outline.iter().zip(next).map(|(a, b)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        ((a.y - corner.at.y) * dx - (a.x - corner.at.x) * dy).abs() / dx.hypot(dy)
    });
    let nearest = nearest.fold(f64::INFINITY, f64::min);
    assert!(nearest > 1.15 * radius, "{nearest} from a piece of {radius}");
}

/// A square with corners of which three smaller squares divide the upper row.
fn divided() -> Patch {
    let mut patch = drawing(1);
    patch.captions.clear();
    patch.places[0].role = 7;
    let third = 1.0 / 3.0;
    let affine = (third, 0.0, 0.0, third, 0.0, -third);
    patch.frames.push(Frame { parent: None, affine, level: 1 });
    for site in 1..4 {
        let at = (f64::from(site) - 2.0, 0.0, 0.0);
        let part = Place { site, frame: Some(0), at, role: 8, ..patch.places[0].clone() };
        patch.places.push(part);
    }
    let corner = Place { site: 4, at: (-0.5, -0.5, 0.0), shape: None, ..patch.places[0].clone() };
    patch.places.push(corner);
    patch
}

#[test]
fn what_parts_leave_of_a_divided_cell_is_a_hole_in_their_shadow() {
    let filled = |shapes: &[Shape], color: Color| {
        let has = |shape: &&Shape| matches!(shape, Shape::Polygon { fill: Some(fill), .. } if *fill == color);
        shapes.iter().filter(has).count()
    };
    let whole = {
        let mut patch = divided();
        patch.places.drain(1..4);
        drawn(patch)
    };
    let colors = whole.style.colors;
    let shapes = whole.board_surface();
    assert_eq!(filled(&shapes, colors.levels[0]), 1);
    assert_eq!(filled(&shapes, colors.hole), 0);
    let divided = drawn(divided());
    let shapes = divided.board_surface();
    assert_eq!(filled(&shapes, colors.levels[0]), 0);
    assert_eq!((filled(&shapes, colors.hole), filled(&shapes, colors.levels[1])), (1, 3));
    // Behind the parts, so that it is seen below them only.
    let fill = |shape: &Shape| match shape {
        Shape::Polygon { fill, .. } => *fill,
        _ => None,
    };
    let order: Vec<Color> = shapes.iter().filter_map(fill).collect();
    let hole = order.iter().position(|color| *color == colors.hole).unwrap();
    let first_part = order.iter().position(|color| *color == colors.levels[1]).unwrap();
    assert_eq!(first_part - hole, 4, "three shadows lie between them: {order:?}");
    assert!(order[hole + 1..first_part].iter().all(|shade| shade.contrast(colors.hole) > 1.1));
}

#[test]
fn cells_of_a_side_have_a_tile_with_its_mark_unless_others_divide_them() {
    let mut divided = drawn(divided());
    divided.board.has_vertices = true;
    let shapes = |sites: Vec<u32>| {
        let marks =
            [Mark { role: "owned".into(), sites, joined: false, seat: Some(1), text: None }];
        Picture { marks: &marks, ..divided.picture() }.under()
    };
    let fills = |shapes: Vec<Shape>| {
        let fill = |shape: Shape| match shape {
            Shape::Polygon { fill, .. } => fill,
            _ => None,
        };
        shapes.into_iter().filter_map(fill).collect::<Vec<Color>>()
    };
    let owner = divided.style.player(1).color;
    let tiles = shapes(vec![1, 2]);
    // The tone of a cell tells its level; the mark tells sides apart without their colours.
    assert!(tiles.len() > 2, "{tiles:?}");
    assert_eq!(fills(tiles), [owner; 2]);
    // One of its corners holds a vertex: an arc stands for the tile, which its parts would hide.
    assert_eq!(fills(shapes(vec![0])), [owner]);
    assert_eq!(shapes(vec![0]).len(), 1);
}

#[test]
fn marks_on_vertices_show_on_a_frame_of_their_tone() {
    let mut seen = drawn(divided());
    seen.board.has_vertices = true;
    let marks = [4].map(|site| Mark {
        role: "last-to".into(),
        sites: vec![site],
        joined: false,
        seat: None,
        text: None,
    });
    let shown = |seen: &Drawn| {
        let frame = seen.style.colors.frame.expect("both boards have one");
        let shapes = Picture { marks: &marks, ..seen.picture() }.under();
        let is_ring = |shape: &Shape| matches!(shape, Shape::Circle { fill: None, .. });
        assert!(shapes.iter().all(is_ring), "rings alone: {shapes:?}");
        let rings = shapes.iter().filter_map(|shape| match shape {
            Shape::Circle { pen, .. } => pen.map(|pen| pen.color.contrast(frame)),
            _ => None,
        });
        rings.fold(0.0, f32::max)
    };
    let about = seen.game.about().clone();
    let ruleset = seen.game.source().ruleset.clone();
    for (board, theme) in [(BoardTheme::Wood, Theme::Light), (BoardTheme::Slate, Theme::Dark)] {
        seen.style = Style::of(&ruleset, &about, BoardLook { theme, board: Some(board), ..PLAIN });
        assert!(shown(&seen) >= 3.0, "{board:?}: {}", shown(&seen));
    }
}

#[test]
fn values_stand_at_the_ends_of_their_arrows() {
    let seen = drawn(drawing(5));
    let hint = |path: &[u32], text: &str| Hint { path: path.to_vec(), text: text.into(), rank: 0 };
    let hints = [hint(&[0, 2], "61 %"), hint(&[4], "5 %"), hint(&[1], "loses in 12")];
    let shapes = Picture { hints: &hints, ..seen.picture() }.over();
    let radius = seen.board.unit() * seen.camera.scale;
    let off = |site: usize, text: &str| {
        let at = shapes.iter().find_map(|shape| match shape {
            Shape::Text { at, text: own, .. } if own == text => Some(*at),
            _ => None,
        });
        let [x, y] = at.expect("each value is shown");
        let middle = seen.camera.to_screen(seen.board.places()[site].at);
        [f64::from(x) - middle.x, f64::from(y) - middle.y].map(|it| it.abs() / radius)
    };
    let [across, down] = off(2, "61 %");
    assert!(across < 0.01 && (0.3..0.7).contains(&down), "below the tip: {across} {down}");
    assert_eq!(off(4, "5 %").map(|it| it < 0.01), [true; 2], "in its ring");
    let [across, down] = off(1, "loses in 12");
    assert!(across.max(down) > 0.5, "beside its ring: {across} {down}");
    assert!(down > 0.4, "not on the arrow: {down}");
}
