//! Targets of a selected piece: those that it moves to, and those where it stays and a new piece
//! appears.

use std::sync::Arc;

use boardloom_board_view::board::BoardGeometry;
use boardloom_board_view::controller::{BoardController, Input, MatchMoves, PremoveSource};
use boardloom_board_view::{Camera, Pos, Rect};
use boardloom_contract::TargetKind;
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

/// A premove's targets look as those of a move: what only some replies let it take is not promised.
#[test]
fn targets_of_premoves_are_told_apart() {
    let ruleset = ruleset("ataxx/classic");
    let rules = Arc::clone(&plugins()[ruleset.plugin.as_str()].native);
    let source = GameSource::new(rules, Arc::new(ruleset));
    let mut game = Match::new(source, MatchSetup::default()).expect("a good ruleset");
    game.play("f2").expect("a legal move");
    let mut board = BoardGeometry::new(0);
    game.ask(|cursor| board.update(cursor)).expect("no plugin error");
    let all = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(400.0, 400.0) };
    let camera = Camera::fitting(board.bounds().expect("a board"), all);
    let over = board.site_named("g1");
    let mut turns = game.next_turns(0, 100).expect("no plugin error");
    let mut paths = std::collections::BTreeMap::new();
    let mut moves = PremoveSource {
        game: &mut game,
        seat: 0,
        turns: &mut turns,
        board: &board,
        camera: &camera,
        paths: &mut paths,
    };
    let mut controller = BoardController::new(&mut moves);
    controller.handle(Input::PointerDown { at: Pos::default(), over }, &mut moves);
    let site = |name| board.site_named(name).expect("a site");
    assert!(controller.is_clone(site("g2")) && !controller.is_clone(site("e1")));
    let quiet = |target: &&boardloom_contract::Target| target.kind == TargetKind::Quiet;
    assert!(controller.choices().targets.iter().all(|target| quiet(&target)));
}
