//! Every board in 3D: sites are picked where they are seen, and meshes are valid.

use boardloom_board_view::Camera;
use boardloom_board_view::Pos;
use boardloom_board_view::Rect;
use boardloom_board_view::board::BoardGeometry;
use boardloom_board_view::scene::{Picture, Pieces, Style, Theme};
use boardloom_board_view::scene3d::{Camera3d, HeightMap, Mesh3d, ModelBuilder, Pose};
use boardloom_contract::Cursor;

use crate::support::{library, plugins, ruleset};

const VIEWPORT: Rect = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(900.0, 700.0) };

/// A board at the start of a ruleset, or some moves later.
struct BoardState {
    name: String,
    board: BoardGeometry,
    pieces: Pieces,
    style: Style,
    height_map: HeightMap,
}

/// Returns the flat views of a ruleset at its start and some moves later.
fn board_states(id: &str) -> Vec<BoardState> {
    let ruleset = ruleset(id);
    let rules = &plugins()[ruleset.plugin.as_str()].native;
    let game =
        rules.open(&ruleset.plugin_json()).expect("no plugin error").expect("a good ruleset");
    let about = game.about().expect("no plugin error");
    let style = Style::of(&ruleset, &about, Theme::Dark);
    let mut all = Vec::new();
    for moves in [0, 7] {
        let mut cursor = game.start().expect("no plugin error");
        play(&mut *cursor, &ruleset.plugin, moves);
        for view in 0..about.views.len().max(1) as u16 {
            let mut board = BoardGeometry::new(view);
            board.update(&mut *cursor).expect("no plugin error");
            if board.is_solid() {
                continue;
            }
            let sites = cursor.status().expect("no plugin error").sites;
            let pieces = Pieces::read(&mut *cursor, sites).expect("no plugin error");
            let height_map = HeightMap::of(&board, &style);
            let name = format!("{id}, view {view}, {moves} moves");
            all.push(BoardState { name, board, pieces, style: style.clone(), height_map });
        }
    }
    all
}

fn play(cursor: &mut dyn Cursor, plugin: &str, moves: u32) {
    boardloom_match::draw_first(cursor, plugin, 1).expect("no plugin error");
    for _ in 0..moves {
        let Some(by) = cursor.status().expect("no plugin error").mover() else { return };
        let legal = cursor.legal_moves(by, None, 64).expect("no plugin error");
        let Some(mv) = legal.last() else { return };
        cursor.play(by, mv).expect("no plugin error").expect("it is legal");
    }
}

impl BoardState {
    fn camera(&self, pose: Pose) -> Camera {
        let mut camera = Camera::fitting(VIEWPORT, VIEWPORT);
        Camera3d::fit(&mut camera, pose, &self.height_map.rim, self.height_map.span(&self.board));
        camera
    }

    /// Asserts that from a pose the middle of every visible site is picked as that site.
    fn assert_picked(&self, pose: Pose, pieces: &Pieces) {
        let eye = Camera3d::new(&self.camera(pose), pose);
        for spot in self.board.places().iter().filter(|spot| !spot.copy) {
            // If cells lie in each other, or on one another, the one in front counts.
            let flat = self.board.hit(spot.at, 0.0).map(|hit| hit.site);
            if flat != Some(spot.site) {
                continue;
            }
            let point = self.height_map.point(&self.board, &self.style, spot);
            let at = eye.project(point).expect("it is in front");
            assert!(VIEWPORT.contains(at), "{}: {} is at {at:?}", self.name, spot.label);
            let hit = eye.hit(&self.board, &self.style, &self.height_map, pieces, at, 0.0);
            let hit = hit.map(|hit| hit.site);
            assert_eq!(hit, flat, "{}, {pose:?}: {} at {at:?}", self.name, spot.label);
        }
    }
}

#[test]
fn every_site_of_every_board_is_picked_where_it_is_seen() {
    for id in library().ids() {
        for state in board_states(&id) {
            for (turn, tilt) in [(0.0, 38.0), (67.0, 20.0), (180.0, 50.0), (0.0, 0.0)] {
                state.assert_picked(Pose { turn, tilt }, &Pieces::default());
            }
            // In the first view of the board, no piece hides another.
            state.assert_picked(Pose::default(), &state.pieces);
        }
    }
}

fn assert_valid(name: &str, facets: &Mesh3d) {
    let count = facets.corners.len() as u32;
    assert!(facets.indices.iter().all(|index| *index < count), "{name}");
    for corner in &facets.corners {
        assert!(corner.at.iter().all(|n| n.is_finite()), "{name}: {corner:?}");
        let long = corner.normal().iter().map(|n| n * n).sum::<f32>().sqrt();
        assert!((0.95..1.05).contains(&long), "{name}: {corner:?}");
    }
}

#[test]
fn meshes_are_valid_and_of_limited_size() {
    for id in library().ids() {
        for state in board_states(&id) {
            let pose = Pose::default();
            let camera = state.camera(pose);
            let eye = Camera3d::new(&camera, pose);
            let BoardState { name, board, pieces, style, height_map } = &state;
            let picture = Picture::new(board, &camera, style, pieces, [900.0, 700.0]);
            let scenery = ModelBuilder::new(&picture, &eye, height_map, eye.scale);
            let blocks = 0..board.place_blocks().len();
            let cells = blocks.clone().map(|block| scenery.cells(block));
            let figures = blocks.map(|block| scenery.pieces(block));
            let lines = (0..board.stroke_blocks().len()).map(|block| scenery.lines(block));
            let mut corners = 0;
            for solid in cells.chain(figures).chain(lines).chain([scenery.slab()]) {
                assert_valid(name, &solid.body);
                assert_valid(name, &solid.shade);
                corners += solid.body.corners.len();
            }
            let outlines = board.places().iter().map(|spot| spot.outline.len()).sum::<usize>();
            let most = 2000 + 12 * (outlines + height_map.rim.len()) + 2500 * pieces.len();
            assert!((1..=most).contains(&corners), "{name}: {corners} corners");
        }
    }
}
