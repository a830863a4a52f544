//! Targets of a selected piece: those that it moves to, and those where it stays and a new piece
//! appears.

use std::sync::Arc;

use boardloom_board_view::board::BoardGeometry;
use boardloom_board_view::controller::{BoardController, Input, MatchMoves};
use boardloom_board_view::{Camera, Pos, Rect};
use boardloom_match::{GameSource, Match, MatchSetup};

use crate::support::{plugins, ruleset};

/// Picks up a piece, and returns the names of its targets: those where it would stay, and those
/// where it would not.
fn targets(id: &str, pick: &str) -> [Vec<String>; 2] {
    let ruleset = ruleset(id);
    let rules = Arc::clone(&plugins()[ruleset.plugin.as_str()].native);
    let source = GameSource::new(rules, Arc::new(ruleset));
    let mut game = Match::new(source, MatchSetup::default()).expect("a good ruleset");
    let mut board = BoardGeometry::new(0);
    game.ask(|cursor| board.update(cursor)).expect("no plugin error");
    let all = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(400.0, 400.0) };
    let camera = Camera::fitting(board.bounds().expect("a board"), all);
    let over = board.site_named(pick);
    let mut moves = MatchMoves { game: &mut game, board: &board, camera: &camera };
    let mut controller = BoardController::new(&mut moves);
    controller.handle(Input::PointerDown { at: Pos::default(), over }, &mut moves);
    let name = |site| board.place_of(site).expect("a target is on the board").label.clone();
    [true, false].map(|clones| {
        let targets = controller.choices().targets.iter().map(|target| target.site);
        let mut names: Vec<_> =
            targets.filter(|site| controller.is_clone(*site) == clones).map(name).collect();
        names.sort();
        names
    })
}

#[test]
fn targets_of_clones_and_of_jumps_are_told_apart() {
    let [clones, jumps] = targets("ataxx/classic", "g1");
    assert_eq!(clones, ["f1", "f2", "g2"]);
    assert_eq!(jumps, ["e1", "e2", "e3", "f3", "g3"]);
}

#[test]
fn a_piece_that_only_moves_never_stays() {
    let [clones, walks] = targets("tafl/brandubh", "d7");
    assert_eq!(clones, Vec::<String>::new());
    assert!(walks.len() > 2, "{walks:?}");
}
