use std::time::Duration;

use super::*;
use crate::fake::source;
use crate::{Cause, OpenError};

fn new(row: &str, players: Vec<Player>) -> Match {
    let setup = MatchSetup { players, seed: 7, ..MatchSetup::default() };
    Match::new(source(row), setup).unwrap()
}

fn humans(row: &str) -> Match {
    new(row, Vec::new())
}

fn line(game: &Match) -> String {
    let texts = game.tree().line(game.here()).into_iter().skip(1);
    let texts: Vec<String> =
        texts.map(|id| game.tree().node(id).event().unwrap().text().to_owned()).collect();
    texts.join(" ")
}

fn position(game: &mut Match) -> String {
    game.position_text().unwrap().unwrap()
}

#[test]
fn players_are_named_by_the_ruleset() {
    let game = humans("");
    assert_eq!(game.players(), [Player::human("Ann"), Player::human("Bob")]);
    assert_eq!(game.human_to_move(), Some(0));
}

#[test]
fn undo_and_redo_walk_the_line() {
    let mut game = humans("");
    for mv in ["a", "b", "c"] {
        game.play(mv).unwrap();
    }
    assert_eq!(position(&mut game), "121..");
    assert!(game.undo().unwrap());
    assert!(game.undo().unwrap());
    assert_eq!(position(&mut game), "1....");
    assert!(game.redo().unwrap());
    assert_eq!(line(&game), "a b");
    game.go_to(ROOT).unwrap();
    assert!(!game.undo().unwrap());
    assert_eq!(position(&mut game), ".....");
}

#[test]
fn another_move_makes_a_variation_and_destroys_nothing() {
    let mut game = humans("");
    let a = game.play("a").unwrap().node;
    game.play("b").unwrap();
    game.go_to(a).unwrap();
    let d = game.play("d").unwrap().node;
    assert_eq!(game.tree().node(a).children().len(), 2);
    assert_eq!(position(&mut game), "1..2.");
    // The same move again is followed, not added.
    game.undo().unwrap();
    assert_eq!(game.play("d").unwrap().node, d);
    assert_eq!(game.tree().len(), 4);
    assert!(game.promote(d));
    assert_eq!(game.tree().node(a).children()[0], d);
}

#[test]
fn a_deleted_line_comes_back() {
    let mut game = humans("");
    let a = game.play("a").unwrap().node;
    game.play("b").unwrap();
    assert!(game.delete(a).unwrap());
    assert_eq!(game.here(), ROOT);
    assert_eq!(position(&mut game), ".....");
    assert_eq!(game.restore(), Some(a));
    assert!(game.redo().unwrap() && game.redo().unwrap());
    assert_eq!(line(&game), "a b");
}

#[test]
fn refusals_change_nothing() {
    let mut game = humans("");
    game.play("a").unwrap();
    assert!(matches!(game.play("a"), Err(MatchError::Illegal { .. })));
    assert!(matches!(game.play_as(0, "b", None), Err(MatchError::NotYourTurn { seat: 0 })));
    assert!(matches!(game.play_text("nonsense"), Err(MatchError::Unread { .. })));
    let nowhere = game.go_to(NodeId(99));
    assert!(matches!(nowhere, Err(MatchError::Unreachable { .. })));
    assert_eq!(line(&game), "a");
    assert_eq!(game.play_text(" B ").unwrap().drawn, []);
}

#[test]
fn chance_is_drawn_from_the_seed_and_recorded() {
    let mut game = humans("chance = true");
    assert_eq!(game.node().ply(), 1, "the first draw comes by itself");
    let played = game.play("a").unwrap();
    assert_eq!(played.drawn.len(), 1);
    let before = line(&game);
    game.go_to(ROOT).unwrap();
    assert!(game.status().chance);
    assert!(matches!(game.play("a"), Err(MatchError::ChanceToMove)));
    game.draw_chance().unwrap();
    game.play("a").unwrap();
    assert_eq!(line(&game), before, "the same line draws the same");
    assert_eq!(game.tree().len(), 4);
}

#[test]
fn undo_against_the_computer_takes_back_both_plies() {
    let players = vec![Player::human("Ann"), Player::computer("Level 1", 1)];
    let mut game = new("", players);
    assert!(!game.can_undo_turn());
    game.play("a").unwrap();
    assert_eq!(game.computer_to_move(), Some((1, 1)));
    assert_eq!(game.human_to_move(), None);
    game.play("b").unwrap();
    assert!(game.undo_turn().unwrap());
    assert_eq!(game.here(), ROOT);
    assert_eq!(game.computer_to_move(), None);
    game.play("a").unwrap();
    assert_eq!(game.computer_to_move(), None, "a line goes on from here");
    assert_eq!(game.computer_to_answer(), Some((1, 1)), "and the move asks for an answer");
    assert!(game.undo().unwrap());
    assert!(game.redo_turn().unwrap());
    assert_eq!(line(&game), "a b");
}

#[test]
fn undo_with_chance_goes_back_to_a_human_decision() {
    let players = vec![Player::human("Ann"), Player::computer("Level 1", 1)];
    let mut game = new("chance = true", players);
    let start = game.here();
    game.play("a").unwrap();
    game.play("b").unwrap();
    assert_eq!(game.node().ply(), 5);
    assert!(game.undo_turn().unwrap());
    assert_eq!(game.here(), start, "the draw before the decision stays");
    assert!(!game.can_undo_turn(), "a computer that began is not asked again");
    assert!(game.redo_turn().unwrap());
    assert_eq!(game.node().ply(), 5);
}

#[test]
fn a_pass_is_forced_where_nothing_else_is_legal() {
    let mut game = humans("walk = true\nlength = 2");
    assert_eq!(game.forced_move().unwrap(), Some((0, "--".to_owned())));
    game.play("--").unwrap();
    assert_eq!(game.node().note.as_ref().unwrap().text, "passed");
    assert_eq!((game.node().event().unwrap().text(), game.node().text()), ("--", "pass"));
    let mut game = humans("walk = true\nlength = 3");
    assert_eq!(game.forced_move().unwrap(), Some((0, "--".to_owned())));
    game.play("--").unwrap();
    assert_eq!(game.forced_move().unwrap(), None, "b-c is legal");
    let mut game = humans("asks = true");
    assert_eq!(game.forced_move().unwrap(), None, "there are stones to place");
}

#[test]
fn a_seat_that_retires_is_an_event_that_can_be_taken_back() {
    let mut game = humans("");
    game.play("a").unwrap();
    game.remove_player(0, Cause::Resigned, None).unwrap();
    assert_eq!(game.status().outcome.as_ref().unwrap().ranks, [1, 0]);
    let reason = |game: &Match| game.status().outcome.as_ref().unwrap().reason.text.clone();
    assert_eq!((game.node().text(), reason(&game).as_str()), ("resigned", "Ann resigned"));
    game.undo().unwrap();
    game.redo().unwrap();
    assert_eq!(reason(&game), "Ann resigned");
    assert!(matches!(game.play("b"), Err(MatchError::Over)));
    game.undo().unwrap();
    game.play("b").unwrap();
    assert_eq!(line(&game), "a b");
}

#[test]
fn a_plugin_error_keeps_the_record_and_the_match_goes_on() {
    let mut game = humans("fails = \"c\"");
    game.play("a").unwrap();
    let error = game.play("c").unwrap_err();
    assert!(matches!(error, MatchError::PluginError(_)), "{error}");
    assert!(game.plugin_error().is_some());
    assert!(matches!(game.play("b"), Err(MatchError::PluginError(_))));
    assert_eq!(line(&game), "a");
    game.rebuild().unwrap();
    game.play("b").unwrap();
    assert_eq!(position(&mut game), "12...");
}

#[test]
fn other_rules_keep_what_no_longer_fits() {
    let mut game = humans("length = 5");
    for mv in ["a", "e", "b"] {
        game.play(mv).unwrap();
    }
    let report = game.change_rules(source("length = 4")).unwrap();
    assert_eq!((report.legal, report.illegal), (1, 2));
    assert_eq!(report.first.unwrap().1, "e");
    assert_eq!(line(&game), "a");
    let illegal = game.redo();
    assert!(matches!(illegal, Err(MatchError::Unreachable { .. })));
    assert_eq!(position(&mut game), "1...");
    // Under the old rules all moves are legal again.
    let report = game.change_rules(source("length = 5")).unwrap();
    assert_eq!((report.legal, report.illegal), (3, 0));
    while game.redo().unwrap() {}
    assert_eq!(position(&mut game), "11..2");
}

#[test]
fn rules_with_errors_leave_the_old_ones_running() {
    let mut game = humans("length = 5");
    game.play("a").unwrap();
    let open = game.change_rules(source("length = 0"));
    assert!(matches!(open, Err(MatchError::Open(OpenError::Ruleset(_)))), "{open:?}");
    game.play("b").unwrap();
    assert_eq!(position(&mut game), "12...");
}

#[test]
fn the_start_can_be_a_position() {
    let setup = MatchSetup { start: Some("1.2..".to_owned()), ..MatchSetup::default() };
    let mut game = Match::new(source(""), setup).unwrap();
    game.play("b").unwrap();
    assert_eq!(position(&mut game), "112..");
    let setup = MatchSetup { start: Some("1".to_owned()), ..MatchSetup::default() };
    assert!(matches!(Match::new(source(""), setup), Err(MatchError::Start { .. })));
}

#[test]
fn clocks_follow_the_line() {
    let main = Duration::from_secs(10);
    let setup = MatchSetup { control: TimeControl::Simple { main }, ..MatchSetup::default() };
    let mut game = Match::new(source(""), setup).unwrap();
    let left = |game: &Match, seat| game.clock().time(seat, Duration::ZERO).unwrap().main;
    game.play_as(0, "a", Some(Duration::from_secs(4))).unwrap();
    game.play_as(1, "b", Some(Duration::from_secs(1))).unwrap();
    assert_eq!(left(&game, 0), Duration::from_secs(6));
    game.go_to(ROOT).unwrap();
    assert_eq!(left(&game, 0), main);
    game.redo().unwrap();
    assert_eq!(left(&game, 0), Duration::from_secs(6));
    assert_eq!(left(&game, 1), main);
}

#[test]
fn a_way_leads_to_the_same_position() {
    let mut game = humans("chance = true");
    game.play("a").unwrap();
    game.play("c").unwrap();
    let (_game, mut cursor) = game.move_path().walk(game.source()).unwrap();
    assert_eq!(cursor.write("row").unwrap().unwrap(), "1.2..");
    assert_eq!(cursor.status().unwrap(), *game.status());
}

#[test]
fn a_list_of_moves_is_played() {
    let list =
        |text: &str| Match::begin(source(""), source("").open()?, MatchSetup::default(), text);
    assert_eq!(line(&list("1. a b\n2. c").unwrap()), "a b c");
    assert_eq!(line(&list(" ").unwrap()), "", "no moves: the start");
    let Err(MatchError::Listed { number, place }) = list("1. a b\n2. c a") else {
        panic!("a site that is taken")
    };
    assert_eq!((number, place.line, place.column), (4, 2, 6), "{}", place.what);
    assert!(matches!(list("a {b"), Err(MatchError::Listed { number: 2, .. })));
}

#[test]
fn draws_that_a_list_names_are_kept_and_others_come_from_the_seed() {
    let setup = |seed| MatchSetup { seed, ..MatchSetup::default() };
    let mut game = Match::new(source("chance = true"), setup(7)).unwrap();
    game.play("a").unwrap();
    game.play("c").unwrap();
    let drawn = line(&game);
    let listed = |setup, list: &str| {
        let source = source("chance = true");
        Match::begin(source.clone(), source.open()?, setup, list)
    };
    let again = listed(setup(7), "a c").unwrap();
    assert_eq!(line(&again), drawn);
    let named = listed(setup(8), &drawn).unwrap();
    assert_eq!(line(&named), drawn, "whatever the seed");
}

#[test]
fn a_copied_text_is_a_position_or_a_list() {
    let read = |text: &str| Match::from_text(source(""), MatchSetup::default(), text);
    assert_eq!(position(&mut read(" 1.2..\n").unwrap()), "1.2..");
    assert_eq!(position(&mut read("b d").unwrap()), ".1.2.");
    let Err(error @ MatchError::NeitherPositionNorMoves { .. }) = read("nothing") else {
        panic!("neither position nor moves")
    };
    assert!(error.to_string().contains("line 1, column 1"), "{error}");
    assert!(matches!(read("1. b d 2. b"), Err(MatchError::Listed { number: 3, .. })));
}
