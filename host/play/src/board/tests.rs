use boardloom_contract::Frame;

use super::*;
use crate::fake::{drawing, table};

fn board(patch: Patch) -> Board {
    Board::of_patch(patch)
}

fn hit(board: &Board, x: f64, y: f64) -> Option<Site> {
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
    assert_eq!(board.spots()[0].radius, 0.5);
    assert_eq!(board.unit(), 0.5);
}

#[test]
fn bounds_hold_captions_too() {
    let bounds = board(drawing(5)).bounds().unwrap();
    assert_eq!(bounds.min, Pos::new(-0.5, -0.5));
    // A caption ends half a line below its middle.
    assert_eq!(bounds.max, Pos::new(4.5, 1.0 + 0.16));
    assert_eq!(Board::new(0).bounds(), None);
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
    assert_eq!(board.spot_of(0).unwrap().at, Pos::new(0.0, 0.0));
    assert_eq!(board.spots_of(0).count(), 3);
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
    assert_eq!(board.spots()[4].radius, 0.5);
    assert_eq!(hit(&board, 1.3, 1.2), Some(4));
    assert_eq!(hit(&board, 1.6, 1.2), Some(5));
    assert_eq!(hit(&board, -0.49, 0.0), Some(0));
    assert_eq!(hit(&board, -0.6, 0.0), None);
}

#[test]
fn frames_are_composed_and_the_deepest_cell_is_hit() {
    let mut patch = drawing(1);
    for level in 1..=40u16 {
        let parent = (level > 1).then(|| u32::from(level) - 2);
        // Each frame is the top left quarter of the one before.
        let affine = [0.5, 0.0, 0.0, 0.5, -0.25, -0.25];
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
    assert_eq!(board.spots()[40].level, 40);
    assert_eq!(board.spots()[40].radius, f64::exp2(-41.0));
}

#[test]
fn updates_read_what_is_new_and_drop_what_is_gone() {
    let table = table("length = 9000");
    let game = table.open().unwrap();
    let mut cursor = game.start().unwrap();
    let mut board = Board::new(0);
    assert!(board.update(&mut *cursor).unwrap());
    assert_eq!(board.spots().len(), 9000, "read in pages");
    let revision = board.revision();
    assert!(!board.update(&mut *cursor).unwrap());
    assert_eq!(board.revision(), revision);
    // The same board with fewer sites: what was undone is gone.
    let shorter = crate::fake::table("length = 100").open().unwrap();
    board.update(&mut *shorter.start().unwrap()).unwrap();
    assert_eq!(board.spots().len(), 100);
    assert_eq!(hit(&board, 99.0, 0.0), Some(99));
    assert_eq!(hit(&board, 100.0, 0.0), None);
    assert_eq!(board.spot_of(100), None);
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
fn lines_of_a_pair_are_found_from_near() {
    let mut patch = drawing(3);
    let line = |y: f64, group: u16| Line {
        frame: None,
        role: 0,
        points: vec![(-0.5, y, 0.0), (2.5, y, 0.0)],
        closed: false,
        paint: Paint::Stroke,
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
