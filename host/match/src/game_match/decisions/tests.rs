use std::time::Duration;

use super::*;
use crate::clock::TimeControl;
use crate::fake::source;
use crate::game_match::MatchSetup;
use crate::game_tree::{Cause, NodeId, ROOT};
use crate::journal::{self, Journal};
use crate::player::Player;
use crate::record::Record;

fn game(row: &str, setup: MatchSetup) -> Match {
    Match::new(source(&format!("together = true\n{row}")), setup).unwrap()
}

/// Everything of a match that a front end shows, or that leaves it.
fn shown(game: &mut Match) -> String {
    let pieces = game.ask(|cursor| cursor.pieces(0, u32::MAX)).unwrap();
    let choices = game.choices(1, &[]).unwrap();
    let (status, record) = (game.status().clone(), Record::of(game).to_text());
    let (path, text) = (game.move_path(), game.position_text().unwrap());
    format!("{status:?} {pieces:?} {choices:?} {record} {path:?} {text:?} {:?}", game.tree())
}

#[test]
fn nothing_that_is_shown_depends_on_a_decision_until_all_have_decided() {
    let mut seen = Vec::new();
    for mv in ["a", "c"] {
        let mut game = game("", MatchSetup::default());
        let played = game.play_as(0, mv, None).unwrap();
        assert_eq!((played.node, game.here(), game.tree().len()), (ROOT, ROOT, 1));
        assert_eq!(game.status().acting, [1]);
        assert!(game.status().facts.is_empty(), "the game would tell");
        assert!(matches!(game.play_as(0, "b", None), Err(MatchError::NotYourTurn { seat: 0 })));
        seen.push(shown(&mut game));
        game.play_as(1, "b", None).unwrap();
        let text = Record::of(&game).to_text();
        assert!(text.contains(&format!("1. {mv} b\n")), "{text}");
        assert_eq!(game.status().acting, [0, 1], "the next round");
    }
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn the_order_of_decisions_leaves_no_trace() {
    let records = [[0, 1, 2], [2, 0, 1]].map(|order| {
        let mut game = game("seats = 3", MatchSetup::default());
        for seat in order {
            game.play_as(seat, ["a", "b", "c"][usize::from(seat)], None).unwrap();
        }
        let setup = Record::of(&game).to_text();
        setup.lines().filter(|line| !line.starts_with("[Seed")).collect::<Vec<_>>().join("\n")
    });
    assert_eq!(records[0], records[1]);
    assert!(records[0].contains("a b c"), "{}", records[0]);
}

#[test]
fn an_illegal_decision_is_refused_at_once() {
    let mut game = game("", MatchSetup::default());
    assert!(matches!(game.play_as(1, "z", None), Err(MatchError::Illegal { .. })));
    assert!(game.decisions().is_empty());
    assert_eq!(game.status().acting, [0, 1]);
}

#[test]
fn a_killed_process_loses_no_decision() {
    let folder = tempfile::tempdir().unwrap();
    let control = TimeControl::Simple { main: Duration::from_secs(60) };
    let mut first = game("", MatchSetup { control, ..MatchSetup::default() });
    first.keep_journal(Journal::create(folder.path(), "row").unwrap());
    first.play_as(0, "a", Some(Duration::from_secs(5))).unwrap();
    first.note_spent(Duration::from_secs(2));
    let (record, damage) = journal::read(first.journal().unwrap().path()).unwrap();
    assert!(damage.is_none());
    let (mut again, _) = record.resume(first.source().clone()).unwrap();
    assert_eq!(again.decisions(), first.decisions());
    assert_eq!((again.status().acting.as_slice(), again.turn()), (&[1][..], first.turn()));
    assert_eq!(again.live_clock(), first.live_clock());
    assert_eq!(again.live_clock().times()[0].main, Duration::from_secs(55));
    again.play_as(1, "b", Some(Duration::from_secs(3))).unwrap();
    first.play_as(1, "b", Some(Duration::from_secs(3))).unwrap();
    assert_eq!(Record::of(&again).to_text(), Record::of(&first).to_text());
    let (record, _) = journal::read(first.journal().unwrap().path()).unwrap();
    assert!(record.decisions.is_empty(), "they were played");
}

#[test]
fn a_decision_is_taken_back_alone_and_a_round_as_a_whole() {
    let mut game = game("", MatchSetup::default());
    game.play_as(0, "a", None).unwrap();
    assert!(game.can_undo_turn() && game.undo_turn().unwrap());
    assert_eq!((game.decisions().len(), game.status().acting.as_slice()), (0, &[0, 1][..]));
    assert!(!game.can_undo_turn());
    game.play_as(1, "b", None).unwrap();
    game.play_as(0, "a", None).unwrap();
    assert_eq!(game.here(), NodeId(2));
    assert!(game.undo_turn().unwrap());
    assert_eq!(game.here(), ROOT, "not between two decisions of a round");
    // Walking away forgets it.
    game.play_as(0, "c", None).unwrap();
    game.go_to(NodeId(2)).unwrap();
    assert!(game.decisions().is_empty());
    assert_eq!(game.status().acting, [0, 1]);
}

#[test]
fn others_keep_their_decisions_when_a_player_leaves() {
    let mut game = game("seats = 3", MatchSetup::default());
    game.play_as(0, "a", None).unwrap();
    game.remove_player(2, Cause::Resigned, None).unwrap();
    assert_eq!((game.status().acting.as_slice(), game.has_decided(0)), (&[1][..], true));
    game.play_as(1, "b", None).unwrap();
    let text = Record::of(&game).to_text();
    assert!(text.contains("a b") || text.contains("@1:a @2:b"), "{text}");
}

#[test]
fn the_computer_searches_before_any_decision() {
    let players = vec![Player::human("Ann"), Player::computer("Level 1", 1)];
    let mut game = game("", MatchSetup { players, ..MatchSetup::default() });
    let before = game.move_path();
    game.play_as(0, "a", None).unwrap();
    assert_eq!((game.computer_to_move(), game.move_path()), (Some((1, 1)), before));
}
