//! Bodies, the camera, and picking.

use boardloom_match::{Match, MatchSetup};
use boardloom_ruleset::PIECE_SHAPES;

use super::mesh::{Material, Model};
use super::piece_models::{Detail, PieceModel, PieceShape, shadow};
use super::prism::Prism;
use super::revolution::Revolution;
use super::*;
use crate::board::{BoardGeometry, Camera, Pos, Rect};
use crate::fake::{drawing, source};
use crate::scene::{
    BoardLook, BoardTheme, Color, Elevation, Ornament, Picture, PieceIcon, PieceSet, Pieces,
    RoleStyle, Shape, Style, Theme,
};

const VIEWPORT: Rect = Rect { min: Pos::new(20.0, 30.0), max: Pos::new(660.0, 510.0) };

fn poses() -> impl Iterator<Item = (Camera, Pose)> {
    let part = Rect { min: Pos::new(-0.5, -0.5), max: Pos::new(4.5, 3.5) };
    let turns = [0.0, 33.0, 90.0, 200.0].into_iter();
    turns.flat_map(move |turn| {
        [0.0, 38.0, 72.0].into_iter().flat_map(move |tilt| {
            [false, true].map(|mirrored| {
                let pose = Pose { turn, tilt };
                let mut camera = Camera { mirrored, ..Camera::fitting(part, VIEWPORT) };
                camera.turn = 180.0;
                Camera3d::fit(&mut camera, pose, &part.corners(), (-0.4, 0.5));
                (camera, pose)
            })
        })
    })
}

#[test]
fn what_is_projected_is_found_again() {
    for (camera, pose) in poses() {
        let eye = Camera3d::new(&camera, pose);
        for height in [-0.3, 0.0, 1.2] {
            for at in [Pos::new(0.0, 0.0), Pos::new(4.4, 3.3), Pos::new(1.7, -0.4)] {
                let seen = eye.project([at.x, at.y, height]).expect("in front");
                let back = eye.at_height(seen, height).expect("below the horizon");
                assert!(back.distance(at) < 1e-9, "{pose:?}: {at:?} {back:?}");
            }
        }
    }
}

#[test]
fn a_board_fits_and_fills_the_viewport_from_everywhere() {
    for (camera, pose) in poses() {
        let eye = Camera3d::new(&camera, pose);
        let part = Rect { min: Pos::new(-0.5, -0.5), max: Pos::new(4.5, 3.5) };
        let corners = part.corners().into_iter();
        let all = corners.flat_map(|p| [-0.4, 0.5].map(|z| eye.project([p.x, p.y, z]).unwrap()));
        let seen = Rect::around(all).unwrap();
        assert!(VIEWPORT.grown(1.0).holds(&seen), "{pose:?}: {seen:?}");
        let filled = (seen.width() / VIEWPORT.width()).max(seen.height() / VIEWPORT.height());
        assert!(filled > 0.9, "{pose:?}: {filled}");
    }
}

/// Would break if a board filled only the width of its room.
#[test]
fn a_wide_board_is_seen_from_higher_above() {
    let height = |width: f64| {
        let part = Rect { min: Pos::default(), max: Pos::new(width, 4.0) };
        let mut camera = Camera::fitting(part, VIEWPORT);
        let pose = Pose::filling(&camera, &part.corners(), (-0.4, 0.5));
        Camera3d::fit(&mut camera, pose, &part.corners(), (-0.4, 0.5));
        let eye = Camera3d::new(&camera, pose);
        let all = part.corners().into_iter();
        let all = all.flat_map(|p| [-0.4, 0.5].map(|z| eye.project([p.x, p.y, z]).unwrap()));
        let seen = Rect::around(all).unwrap();
        assert!(seen.middle().distance(VIEWPORT.middle()) < 2.0, "{seen:?}");
        (pose.tilt, seen.height() / VIEWPORT.height())
    };
    let (usual, high) = height(3.0);
    assert!(usual == Pose::default().tilt && high > 0.9, "{usual} {high}");
    let (raised, high) = height(4.8);
    assert!(raised < usual && high > 0.85, "{raised} {high}");
    let (flattest, _) = height(12.0);
    assert!(flattest <= raised && flattest > 20.0, "{flattest}");
}

#[test]
fn graphics_cards_see_what_the_eye_sees() {
    let size = [800.0, 600.0];
    for (camera, pose) in poses() {
        let eye = Camera3d::new(&camera, pose);
        let origin = Pos::new(2.0, 1.5);
        let matrix = eye.matrix(origin, size);
        let mut depths = Vec::new();
        for at in [[0.0, 0.0, 0.0], [4.0, 3.0, 0.4], [1.0, 3.0, -0.2]] {
            let local = [at[0] - origin.x, at[1] - origin.y, at[2], 1.0];
            let clip = [0, 1, 2, 3]
                .map(|row| (0..4).map(|n| f64::from(matrix[n][row]) * local[n]).sum::<f64>());
            let x = (clip[0] / clip[3] + 1.0) / 2.0 * size[0];
            let y = (1.0 - clip[1] / clip[3]) / 2.0 * size[1];
            let seen = eye.project(at).unwrap();
            assert!(seen.distance(Pos::new(x, y)) < 0.01, "{pose:?}: {seen:?} {x} {y}");
            let depth = clip[2] / clip[3];
            assert!((-1.0..=1.0).contains(&depth), "{depth}");
            depths.push((eye.nearness(at), depth));
        }
        depths.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(depths.windows(2).all(|pair| pair[0].1 >= pair[1].1 - 1e-6), "{depths:?}");
    }
}

#[test]
fn a_board_never_turns_over_and_zooming_keeps_the_place_under_the_pointer() {
    let mut pose = Pose::default();
    pose.turn_by(30.0, 500.0);
    assert!(pose.tilt < 80.0 && pose.turn == 30.0, "{pose:?}");
    pose.turn_by(-60.0, -900.0);
    assert_eq!(pose, Pose { turn: 330.0, tilt: 0.0 });
    for (mut camera, pose) in poses() {
        let at = Pos::new(300.0, 350.0);
        let before = Camera3d::new(&camera, pose).at_height(at, 0.0).unwrap();
        Camera3d::zoom(&mut camera, pose, at, 1.5);
        let after = Camera3d::new(&camera, pose).at_height(at, 0.0).unwrap();
        assert!(before.distance(after) < 0.01, "{pose:?}: {before:?} {after:?}");
        let to = Pos::new(330.0, 300.0);
        Camera3d::shift(&mut camera, pose, at, to);
        let moved = Camera3d::new(&camera, pose).at_height(to, 0.0).unwrap();
        assert!(moved.distance(after) < 0.25, "{pose:?}: {moved:?} {after:?}");
    }
}

/// Checks that triangles are sound: finite numbers, valid indices, and normals that agree with
/// their triangle.
fn sound(facets: &Mesh3d) {
    assert_eq!(facets.indices.len() % 3, 0);
    for triangle in facets.indices.chunks(3) {
        let corners = [0, 1, 2].map(|n| facets.corners[triangle[n] as usize]);
        assert!(corners.iter().all(|it| it.at.iter().all(|n| n.is_finite())), "{corners:?}");
        let [a, b, c] = corners.map(|it| it.at.map(f64::from));
        let (u, v) = ([0, 1, 2].map(|n| b[n] - a[n]), [0, 1, 2].map(|n| c[n] - a[n]));
        let cross =
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let long = mesh::length(cross);
        for corner in corners.iter().filter(|_| long > 1e-6) {
            let normal = corner.normal().map(f64::from);
            let size = mesh::length(normal);
            assert!((0.95..1.05).contains(&size), "{normal:?}");
            let along: f64 = normal.iter().zip(cross).map(|(a, b)| a * b / long).sum();
            assert!(along.abs() > 0.3, "{normal:?} on {a:?} {b:?} {c:?}");
        }
    }
}

/// Tells whether all sides of a body look away from a point within.
fn look_out(facets: &Mesh3d, inside: Vec3) -> bool {
    facets.corners.iter().all(|corner| {
        let out: f64 = (0..3)
            .map(|n| (f64::from(corner.at[n]) - inside[n]) * f64::from(corner.normal()[n]))
            .sum();
        out > -1e-3
    })
}

const PAINT: Material = Material { color: Color::WHITE, gloss: 0.5 };

#[test]
fn sides_look_outwards() {
    let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| Pos::new(x, y));
    for backwards in [false, true] {
        let mut outline = square.to_vec();
        if backwards {
            outline.reverse();
        }
        let (middle, bevel) = (Pos::new(0.5, 0.5), (0.1, 0.05));
        let prism = Prism { outline: &outline, middle, bottom: 0.0, top: 0.5, bevel };
        let mut facets = Mesh3d::default();
        prism.sides(PAINT, &mut facets);
        sound(&facets);
        assert!(look_out(&facets, [0.5, 0.5, 0.2]), "{facets:?}");
    }
    let profile = [[0.6, 0.0], [1.0, 0.2], [1.0, 0.4], [0.6, 0.6], [0.0, 0.65]];
    let mut facets = Mesh3d::default();
    Revolution { profile: &profile, at: [0.0; 3], size: (1.0, 1.0), sides: 16 }
        .add(PAINT, &mut facets);
    sound(&facets);
    assert!(look_out(&facets, [0.0, 0.0, 0.3]));
    let mut facets = Mesh3d::default();
    shadow([1.0, 2.0, 0.1], 0.5, [0.8, 1.2], 0.4, &mut facets);
    sound(&facets);
}

#[test]
fn level_surfaces_keep_their_colours_and_sides_are_shaded() {
    for (camera, pose) in poses() {
        let light = Light::of(&Camera3d::new(&camera, pose));
        for gloss in [0.0, 0.48, 1.0] {
            let (own, white) = light.on([0.0, 0.0, 1.0], gloss);
            assert!(own.iter().all(|part| (part - 1.0).abs() < 1e-3), "{pose:?}: {own:?}");
            assert!(white.abs() < 1e-3, "{pose:?}: {white}");
        }
        // Sides are lit as the viewer sees them, however the board is turned.
        let side = |x: f32, y: f32| {
            let [[a, b], [c, d]] = light.turn;
            light.on([a * x + b * y, c * x + d * y, 0.0], 0.0).0[1]
        };
        assert!(side(-1.0, 0.0) > side(1.0, 0.0) + 0.1, "the lamp is at the left");
        assert!((0.25..0.95).contains(&side(0.0, 1.0)), "{}", side(0.0, 1.0));
    }
}

#[test]
fn ivory_shines_between_wood_and_stone() {
    use boardloom_theme::scene3d::{IVORY, STONE, WOOD};
    let part = (IVORY.strength - WOOD.strength) / (STONE.strength - WOOD.strength);
    let exponent = WOOD.exponent + (STONE.exponent - WOOD.exponent) * part;
    assert!((exponent - IVORY.exponent).abs() < 1.0, "the shader would give it {exponent}");
}

#[test]
fn shadows_fall_away_from_the_lamp_however_the_board_is_turned() {
    for (camera, pose) in poses() {
        let eye = Camera3d::new(&camera, pose);
        let [x, y] = light::shadow_direction(&eye);
        let [from, to] =
            [[2.0, 1.5, 0.0], [2.0 + x, 1.5 + y, 0.0]].map(|at| eye.project(at).unwrap());
        assert!(to.x > from.x && to.y > from.y - 1.0, "{pose:?}: {from:?} {to:?}");
    }
}

#[test]
fn every_kind_of_piece_is_a_body_of_its_own() {
    let mut seen: Vec<(u64, usize)> = Vec::new();
    for shape in PIECE_SHAPES {
        for (upright, tall) in [([[1.0, 0.0], [0.0, 1.0]], 1.0), ([[0.0, 1.0], [1.0, 0.0]], 0.5)] {
            let glyph = PieceIcon {
                at: [0.0; 2],
                radius: 1.0,
                shape: shape.to_owned(),
                color: Color::WHITE,
                mark: "ring".to_owned(),
                ink: None,
                set: PieceSet::Flat,
                rim: Color::BLACK,
                count: 0,
                opacity: 1.0,
            };
            let mut solid = Model::default();
            let (at, finish) = ([3.0, 4.0, 0.1], Detail::Fine(32));
            PieceModel { glyph: &glyph, at, radius: 0.4, tall, upright, finish }.add(&mut solid);
            sound(&solid.body);
            assert!(solid.body.corners.len() < 4000, "{shape}: {}", solid.body.corners.len());
            // A king is known by its crown.
            assert_eq!(solid.ink.is_empty(), shape == "king", "{shape} has a mark");
            let top = solid.body.corners.iter().map(|corner| f64::from(corner.at[2]));
            let top = top.fold(0.0, f64::max);
            let height = 0.1 + PieceShape::of(shape).height * 0.4 * tall;
            assert!((top - height).abs() < 0.06, "{shape}: {top}, but {height}");
            if tall == 1.0 {
                seen.push(((height * 1e6) as u64, solid.body.corners.len()));
            }
        }
    }
    let count = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), count, "two kinds look alike");
}

#[test]
fn a_piece_is_picked_where_it_is_seen() {
    let board = BoardGeometry::of_patch(drawing(5));
    let game = Match::new(source("length = 5"), MatchSetup::default());
    let game = game.expect("it begins");
    let ruleset = &game.source().ruleset;
    let style = Style::of(ruleset, game.about(), Theme::Light);
    let height_map = HeightMap::of(&board, &style);
    let pieces = [(1, boardloom_contract::Piece::new(0, 0))].into_iter().collect();
    let mut camera = Camera::fitting(board.bounds().unwrap(), VIEWPORT);
    let pose = Pose { turn: 0.0, tilt: 60.0 };
    Camera3d::fit(&mut camera, pose, &height_map.rim, height_map.span(&board));
    let eye = Camera3d::new(&camera, pose);
    let shape = style.shapes.first().map_or("disc", String::as_str);
    let top = PieceShape::of(shape).height * 0.4;
    let head = eye.project([1.0, -0.3, top * 0.9]).unwrap();
    let site = |pieces: &Pieces, at: Pos| {
        eye.hit(&board, &style, &height_map, pieces, at, 0.0).map(|spot| spot.site)
    };
    assert_eq!(site(&pieces, head), Some(1));
    assert_eq!(site(&pieces, eye.project([2.0, 0.0, 0.0]).unwrap()), Some(2));
    assert_eq!(site(&pieces, eye.project([9.0, 0.0, 0.0]).unwrap()), None);
    assert_eq!(site(&Default::default(), eye.project([1.0, 0.0, 0.0]).unwrap()), Some(1));
}

#[test]
fn bodies_with_drawn_edges_share_them_and_contrast_hatches_holes() {
    let game = Match::new(source("length = 5"), MatchSetup::default()).unwrap();
    let mut patch = drawing(5);
    patch.places[1].role = 1;
    let board = BoardGeometry::of_patch(patch);
    let camera = Camera::fitting(board.bounds().unwrap(), VIEWPORT);
    let mut about = game.about().clone();
    about.roles = vec!["cell".to_owned(), "blocked".to_owned()];
    let eye = Camera3d::new(&camera, Pose { turn: 0.0, tilt: 40.0 });
    let (pieces, size) = (Pieces::default(), [640.0, 480.0]);
    let cells = |theme| {
        let look = BoardLook { theme, board: Some(BoardTheme::Paper), pieces: PieceSet::Flat };
        let mut style = Style::of(&game.source().ruleset, &about, look);
        let (fill, ornament) = (Some(style.colors.hole), Ornament::Hole);
        style.roles[1] = RoleStyle { fill, ornament, elevation: Elevation::Pit, ..style.roles[1] };
        let heights = HeightMap::of(&board, &style);
        let picture = Picture::new(&board, &camera, &style, &pieces, size);
        ModelBuilder::new(&picture, &eye, &heights, 60.0).cells(0)
    };
    let narrowest = |model: &Model| {
        let shapes = model.faces.iter().flat_map(|decal| &decal.shapes);
        let widths = shapes.filter_map(|shape| match shape {
            Shape::Polygon { points, .. } => {
                let across = points.iter().map(|at| at[0]);
                Some(across.clone().fold(f32::MIN, f32::max) - across.fold(f32::MAX, f32::min))
            }
            _ => None,
        });
        widths.fold(f32::MAX, f32::min)
    };
    let lines = |model: &Model| {
        let shapes = model.ink.iter().flat_map(|decal| &decal.shapes);
        shapes.filter(|shape| matches!(shape, Shape::Line { .. })).count()
    };
    let (light, contrasting) = (cells(Theme::Light), cells(Theme::HighContrast));
    assert!(narrowest(&contrasting) > narrowest(&light) + 1.0, "without a bevel");
    assert!(lines(&contrasting) > lines(&light), "hatched");
}
