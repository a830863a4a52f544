use boardloom_contract::Frame;

use super::*;
use crate::fake::{drawing, source};

fn board(patch: Patch) -> BoardGeometry {
    BoardGeometry::of_patch(patch)
}

fn hit(board: &BoardGeometry, x: f64, y: f64) -> Option<Site> {
    board.hit(Pos::new(x, y), 0.1).map(|spot| spot.site)
}

#[test]
fn a_point_hits_the_cell_that_holds_it() {
    let board = board(drawing(5));
    assert_eq!(hit(&board, 0.4, 0.4), Some(0));
    assert_eq!(hit(&board, 0.6, -0.4), Some(1));
    assert_eq!(hit(&board, 4.49, 0.0), Some(4));
    assert_eq!(hit(&board, 4.6, 0.0), None);
    assert_eq!(hit(&board, 2.0, 0.6), None);
    assert_eq!(board.places()[0].radius, 0.5);
    assert_eq!(board.unit(), 0.5);
}

#[test]
fn bounds_hold_captions_too() {
    let bounds = board(drawing(5)).bounds().unwrap();
    assert_eq!(bounds.min, Pos::new(-0.5, -0.5));
    assert_eq!(bounds.max.x, 4.5);
    // The caption stands in a narrow frame, and ends half a line below its middle.
    let frame = boardloom_theme::shape::CAPTION_FRAME * 5.0;
    assert!((0.5 + 0.5 * frame..=0.5 + frame).contains(&bounds.max.y), "{bounds:?}");
    assert_eq!(BoardGeometry::new(0).bounds(), None);
}

#[test]
fn ghosts_are_their_sites_and_come_after_them() {
    let mut patch = drawing(3);
    let ghost = |x: f64, label: &str| Place {
        copy: true,
        at: (x, 0.0, 0.0),
        label: label.to_owned(),
        ..patch.places[0].clone()
    };
    let ghosts = [ghost(3.0, "a'"), ghost(1.25, "A")];
    patch.places.extend(ghosts);
    let board = board(patch);
    assert_eq!(hit(&board, 3.2, 0.0), Some(0));
    assert_eq!(hit(&board, 1.2, 0.0), Some(1), "the site itself lies above a ghost");
    assert_eq!(board.place_of(0).unwrap().at, Pos::new(0.0, 0.0));
    assert_eq!(board.places_of(0).count(), 3);
    assert_eq!(board.site_named("A"), Some(0));
    assert_eq!(board.site_named("a'"), None);
}

#[test]
fn vertices_are_hit_from_near() {
    let mut patch = Patch::default();
    for site in 0..9 {
        let at = (f64::from(site % 3), f64::from(site / 3), 0.0);
        let label = site.to_string();
        patch.places.push(Place {
            site,
            copy: false,
            frame: None,
            at,
            shape: None,
            label,
            role: 0,
        });
    }
    let board = board(patch);
    assert_eq!(board.places()[4].radius, 0.5);
    assert_eq!(hit(&board, 1.3, 1.2), Some(4));
    assert_eq!(hit(&board, 1.6, 1.2), Some(5));
    assert_eq!(hit(&board, -0.49, 0.0), Some(0));
    assert_eq!(hit(&board, -0.6, 0.0), None);
}

/// A vertex without an outline.
fn vertex(site: Site, x: f64) -> Place {
    let label = site.to_string();
    Place { site, copy: false, frame: None, at: (x, 0.0, 0.0), shape: None, label, role: 0 }
}

/// An upright line, with a group.
fn stripe(x: f64, group: u16) -> BoardLine {
    let points = vec![(x, -0.5, 0.0), (x, 0.5, 0.0)];
    BoardLine { frame: None, role: 0, points, closed: false, style: LineStyle::Stroke, group }
}

#[test]
fn a_vertex_has_the_room_that_its_neighbours_leave() {
    let mut board = board(Patch {
        places: (0..3).map(|site| vertex(site, f64::from(site))).collect(),
        ..Patch::default()
    });
    let radii = |board: &BoardGeometry| board.places().iter().map(|s| s.radius).collect::<Vec<_>>();
    assert_eq!(radii(&board), [0.5, 0.5, 0.5]);
    let version = board.place_blocks()[0].version;
    // The edge from 0 to 1 is divided, as on a board that grows.
    board.extend(Patch { places: vec![vertex(3, 0.5)], ..Patch::default() });
    board.settle();
    assert_eq!(radii(&board), [0.25, 0.25, 0.5, 0.25]);
    assert_ne!(board.place_blocks()[0].version, version);
    // And is one again when that is undone.
    board.truncate(Extent { places: 3, ..Extent::default() });
    assert_eq!(radii(&board), [0.5, 0.5, 0.5]);
}

#[test]
fn smaller_cells_divide_a_larger_one_until_they_are_undone() {
    let mut patch = drawing(1);
    patch.frames.push(Frame { parent: None, affine: (0.3, 0.0, 0.0, 0.3, 0.0, 0.0), level: 1 });
    let part = |site: Site, x: f64, y: f64| Place {
        site,
        frame: Some(0),
        at: (x, y, 0.0),
        ..patch.places[0].clone()
    };
    let parts =
        vec![part(1, -1.0, 0.0), part(2, 1.0, 0.0), Place { copy: true, ..part(3, 0.0, 0.0) }];
    let mut board = board(patch);
    assert!(!board.places()[0].is_divided());
    let version = board.place_blocks()[0].version;
    board.extend(Patch { places: parts, ..Patch::default() });
    board.settle();
    let parts: Vec<u32> = board.places().iter().map(|spot| spot.parts).collect();
    assert_eq!(parts, [2, 0, 0, 0], "a ghost divides nothing");
    let parts: Vec<Site> = board.parts_of(&board.places()[0]).iter().map(|s| s.site).collect();
    assert_eq!(parts, [1, 2]);
    assert_ne!(board.place_blocks()[0].version, version, "it is drawn again");
    board.truncate(Extent { places: 2, frames: 1, shapes: 1, ..Extent::default() });
    assert!(board.places()[0].is_divided());
    board.truncate(Extent { places: 1, frames: 1, shapes: 1, ..Extent::default() });
    assert!(!board.places()[0].is_divided());
}

#[test]
fn frames_are_composed_and_the_deepest_cell_is_hit() {
    let mut patch = drawing(1);
    for level in 1..=40u16 {
        let parent = (level > 1).then(|| u32::from(level) - 2);
        // Each frame is the top left quarter of the one before.
        let affine = (0.5, 0.0, 0.0, 0.5, -0.25, -0.25);
        patch.frames.push(Frame { parent, affine, level });
        let frame = Some(u32::from(level) - 1);
        let place = Place { site: u32::from(level), frame, ..patch.places[0].clone() };
        patch.places.push(place);
    }
    let board = board(patch);
    assert_eq!(hit(&board, 0.4, 0.4), Some(0));
    assert_eq!(hit(&board, -0.1, -0.1), Some(1));
    let corner = -0.5 + f64::exp2(-40.0) * 0.5;
    assert_eq!(hit(&board, corner, corner), Some(40));
    assert_eq!(board.places()[40].level, 40);
    assert_eq!(board.places()[40].radius, f64::exp2(-41.0));
}

#[test]
fn updates_read_what_is_new_and_drop_what_is_gone() {
    let source = source("length = 9000");
    let game = source.open().unwrap();
    let mut cursor = game.start().unwrap();
    let mut board = BoardGeometry::new(0);
    assert!(board.update(&mut *cursor).unwrap());
    assert_eq!(board.places().len(), 9000, "read in pages");
    let revision = board.revision();
    assert!(!board.update(&mut *cursor).unwrap());
    assert_eq!(board.revision(), revision);
    // The same board with fewer sites: what was undone is gone.
    let shorter = crate::fake::source("length = 100").open().unwrap();
    board.update(&mut *shorter.start().unwrap()).unwrap();
    assert_eq!(board.places().len(), 100);
    assert_eq!(hit(&board, 99.0, 0.0), Some(99));
    assert_eq!(hit(&board, 100.0, 0.0), None);
    assert_eq!(board.place_of(100), None);
    board.update(&mut *cursor).unwrap();
    assert_eq!(hit(&board, 8999.0, 0.0), Some(8999));
}

#[test]
fn what_can_be_seen_is_found_without_the_rest() {
    let board = board(drawing(10_000));
    let part = Rect { min: Pos::new(10.2, -5.0), max: Pos::new(12.8, 5.0) };
    let sites: Vec<Site> = board.within(part).iter().map(|s| s.site).collect();
    assert_eq!(sites, [10, 11, 12, 13]);
    let all = board.within(board.bounds().unwrap());
    assert_eq!(all.len(), 10_000);
}

#[test]
fn only_the_block_that_changed_is_new() {
    let source = source("length = 3000");
    let game = source.open().unwrap();
    let mut board = BoardGeometry::new(0);
    board.update(&mut *game.start().unwrap()).unwrap();
    let versions = |board: &BoardGeometry| -> Vec<u64> {
        board.place_blocks().iter().map(|block| block.version).collect()
    };
    let before = versions(&board);
    assert_eq!(before.len(), 3);
    assert_eq!(board.place_blocks()[1].sites, [1]);
    let bounds = board.place_blocks()[1].bounds;
    assert_eq!((bounds.min.x, bounds.max.x), (1023.5, 2047.5));
    // The same board, grown: the blocks that are full stay what they are.
    let grown = crate::fake::source("length = 3500").open().unwrap();
    board.update(&mut *grown.start().unwrap()).unwrap();
    let after = versions(&board);
    assert_eq!(after[..2], before[..2]);
    assert_ne!(after[2], before[2]);
    assert_eq!(after.len(), 4);
    board.update(&mut *game.start().unwrap()).unwrap();
    let back = versions(&board);
    assert_eq!(back[..2], before[..2]);
    assert!(back[2] != before[2] && back[2] != after[2] && back.len() == 3);
}

#[test]
fn a_board_that_grows_and_shrinks_is_measured_as_one_read_at_once() {
    let part = |sites: std::ops::Range<usize>| Patch {
        places: sites.clone().map(|site| vertex(site as Site, site as f64)).collect(),
        lines: sites.map(|at| stripe(at as f64, at as u16 % 2)).collect(),
        ..Patch::default()
    };
    let measured = |board: &BoardGeometry| {
        (board.bounds(), board.unit(), board.grouped().cloned().collect::<Vec<_>>())
    };
    let (small, large) = (board(part(0..1500)), board(part(0..3000)));
    let mut growing = small.clone();
    growing.extend(part(1500..3000));
    growing.settle();
    assert_eq!(measured(&growing), measured(&large));
    growing.truncate(Extent { places: 1500, lines: 1500, ..Extent::default() });
    growing.settle();
    assert_eq!(measured(&growing), measured(&small));
}

#[test]
fn places_of_a_site_are_found_after_others_are_gone() {
    let mut patch = drawing(3);
    let ghost = |x: f64| Place { copy: true, at: (x, 0.0, 0.0), ..patch.places[1].clone() };
    let ghosts = [ghost(5.0), ghost(6.0)];
    patch.places.extend(ghosts);
    let mut board = board(patch);
    assert_eq!(board.places_of(1).map(|spot| spot.at.x).collect::<Vec<_>>(), [1.0, 5.0, 6.0]);
    board.truncate(Extent { places: 4, shapes: 1, ..Extent::default() });
    assert_eq!(board.places_of(1).map(|spot| spot.at.x).collect::<Vec<_>>(), [1.0, 5.0]);
    board.truncate(Extent { places: 1, shapes: 1, ..Extent::default() });
    assert_eq!(board.places_of(1).count(), 0);
    assert_eq!(board.places_of(0).count(), 1);
}

#[test]
fn what_goes_far_beyond_a_part_is_cut() {
    let part = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(4.0, 4.0) };
    let all = [Pos::new(-9.0, -9.0), Pos::new(9.0, -9.0), Pos::new(9.0, 9.0), Pos::new(-9.0, 9.0)];
    assert_eq!(Rect::around(part.clip(&all)), Some(part));
    let beside = all.map(|p| Pos::new(p.x + 20.0, p.y));
    assert!(part.clip(&beside).is_empty());
    let inner = [Pos::new(1.0, 1.0), Pos::new(3.0, 1.0), Pos::new(2.0, 3.0)];
    assert_eq!(part.clip(&inner), inner);
    let edge = part.clip_edge(Pos::new(-2.0, 2.0), Pos::new(6.0, 2.0));
    assert_eq!(edge, Some((Pos::new(0.0, 2.0), Pos::new(4.0, 2.0))));
    assert_eq!(part.clip_edge(Pos::new(-2.0, 5.0), Pos::new(6.0, 5.0)), None);
    assert_eq!(part.clip_edge(Pos::new(-3.0, 2.0), Pos::new(2.0, 7.0)), None);
}

#[test]
fn lines_of_a_pair_are_found_from_near() {
    let mut patch = drawing(3);
    let line = |y: f64, group: u16| BoardLine {
        frame: None,
        role: 0,
        points: vec![(-0.5, y, 0.0), (2.5, y, 0.0)],
        closed: false,
        style: LineStyle::Stroke,
        group,
    };
    patch.lines.extend([line(-0.5, 1), line(0.5, 2), line(0.4, 0)]);
    let board = board(patch);
    assert_eq!(board.group_near(Pos::new(1.0, -0.6), 0.2), Some((0, 1)));
    assert_eq!(board.group_near(Pos::new(1.0, 0.35), 0.2), Some((0, 2)), "0 is no number");
    assert_eq!(board.group_near(Pos::new(1.0, 0.0), 0.2), None);
    assert_eq!(board.group_near(Pos::new(3.0, 0.5), 0.2), None, "beyond its end");
    assert_eq!(board.grouped().count(), 2);
}

#[test]
fn directions_lead_to_the_next_place() {
    let mut patch = Patch::default();
    // Hexagons in rows shifted by half.
    for site in 0..9 {
        let (row, column) = (site / 3, site % 3);
        let at = (f64::from(column) + f64::from(row) * 0.5, f64::from(row) * 0.866, 0.0);
        let label = site.to_string();
        patch.places.push(Place {
            site,
            copy: false,
            frame: None,
            at,
            shape: None,
            label,
            role: 0,
        });
    }
    let board = board(patch);
    assert_eq!(board.toward(4, 1.0, 0.0), Some(5));
    assert_eq!(board.toward(4, -1.0, 0.0), Some(3));
    assert!(matches!(board.toward(4, 0.0, -1.0), Some(1 | 2)));
    assert!(matches!(board.toward(4, 0.0, 1.0), Some(6 | 7)));
    assert_eq!(board.toward(0, -1.0, 0.0), None);
    assert_eq!(board.toward(99, 1.0, 0.0), None);
    assert_eq!(board.middle(), Some(4));
}

#[test]
fn a_point_in_the_middle_comes_before_the_cell_around_it() {
    let mut patch = drawing(5);
    assert_eq!(board(patch.clone()).middle(), Some(2));
    patch.places.push(vertex(5, 2.0));
    assert_eq!(board(patch).middle(), Some(5));
}

/// Eight places on a cube's corners, two of them one site and its ghost.
fn cube() -> BoardGeometry {
    let mut patch = Patch::default();
    for site in 0..8u32 {
        let side = |bit: u32| if site >> bit & 1 == 0 { -1.0 } else { 1.0 };
        patch.places.push(Place {
            site: if site == 7 { 0 } else { site },
            copy: site == 7,
            frame: None,
            at: (side(0), side(1), side(2)),
            shape: None,
            label: site.to_string(),
            role: 0,
        });
    }
    let mut board = BoardGeometry::new(0);
    let mut solid = Globe { patch, ..Globe::default() };
    solid.measure();
    board.solid = Some(solid);
    board.lay_solid();
    board
}

#[test]
fn of_a_board_in_space_the_near_half_is_pointed_at() {
    let mut board = cube();
    assert!(board.is_solid());
    assert_eq!(board.places()[0].radius, 1.0, "half an edge, however it is turned");
    assert_eq!(hit(&board, -1.0, 1.0), Some(6), "z grows towards the viewer");
    assert_eq!(hit(&board, 1.0, 1.0), Some(0), "the ghost is in front");
    assert_eq!(board.place_of(0).unwrap().at, Pos::new(1.0, 1.0));
    let half_around = std::f64::consts::PI * 3.0_f64.sqrt();
    board.spin(half_around, 0.0);
    assert_eq!(hit(&board, 1.0, -1.0), Some(0), "turned to the other side");
    assert!(board.places().iter().take(4).all(|spot| spot.far), "the far half comes first");
    let bounds = board.bounds().unwrap();
    board.spin(0.3, 0.7);
    assert_eq!(board.bounds(), Some(bounds), "turning does not make it larger");
    board.face_front();
    assert_eq!(board.place_of(0).unwrap().at, Pos::new(1.0, 1.0));
}

#[test]
fn pulling_the_front_to_the_right_moves_it_there() {
    let mut board = cube();
    let before = board.place_of(6).unwrap().at;
    board.spin(0.2, 0.0);
    let after = board.place_of(6).unwrap().at;
    assert!(after.x > before.x && (after.y - before.y).abs() < 1e-9, "{after:?}");
    board.spin(0.0, 0.2);
    assert!(board.place_of(6).unwrap().at.y > after.y);
}

#[test]
fn a_site_on_the_far_side_is_brought_to_the_front() {
    let mut board = cube();
    assert!(board.place_of(2).unwrap().far);
    assert!(board.bring_forward(2));
    let spot = board.place_of(2).unwrap();
    assert!(spot.at.distance(Pos::default()) < 1e-9 && spot.depth > 1.7, "{spot:?}");
    assert!(!board.bring_forward(2), "it is there");
    assert!(!BoardGeometry::of_patch(drawing(3)).bring_forward(1), "a flat board stays");
}

#[test]
fn of_a_solid_with_cells_the_lines_behind_are_left_out() {
    let mut patch = drawing(1);
    patch.places[0].at.2 = 1.0;
    let line = |z: f64| BoardLine { points: vec![(-1.0, 0.0, z), (1.0, 0.0, z)], ..stripe(0.0, 1) };
    patch.lines = vec![line(-1.0), line(1.0)];
    let mut solid = Globe { patch, ..Globe::default() };
    solid.measure();
    let mut board = BoardGeometry { solid: Some(solid), ..BoardGeometry::default() };
    board.lay_solid();
    assert_eq!(board.strokes.len(), 1);
    assert_eq!(board.grouped().count(), 1, "the one that is left");
    assert!(!board.strokes[0].far);
}

#[test]
fn captions_of_a_divided_board_stay_in_its_frame_however_many_places_it_has() {
    let mut patch = drawing(5);
    for number in 0..600u32 {
        let at = (f64::from(number % 30) * 0.1, f64::from(number / 30) * 0.04 - 0.4, 0.0);
        let vertex = Place { site: 5 + number, at, shape: None, ..patch.places[0].clone() };
        patch.places.push(vertex);
    }
    let board = board(patch);
    let frame = Rect::around(rim(&board, &[])).unwrap();
    for label in board.labels() {
        assert!(frame.contains(label.at), "{label:?} outside of {frame:?}");
    }
    assert!(board.caption_scale() < 1.0);
}
