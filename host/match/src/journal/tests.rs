use std::time::Duration;

use super::*;
use crate::fake::source;
use crate::game_tree::Cause;
use crate::match_::{Match, MatchSetup};

fn begin(folder: &Path) -> Match {
    let mut game = Match::new(source(""), MatchSetup { seed: 3, ..MatchSetup::default() }).unwrap();
    game.keep_journal(Journal::create(folder, "fake/row").unwrap());
    game
}

fn play(game: &mut Match) {
    let a = game.play_as(0, "a", Some(Duration::from_millis(1500))).unwrap().node;
    game.play("b").unwrap();
    game.comment(a, "a \"good\" start\n#00000000");
    game.go_to(a).unwrap();
    let c = game.play("c").unwrap().node;
    game.play("d").unwrap();
    game.remove_player(1, Cause::Left).unwrap();
    game.go_to(c).unwrap();
}

#[test]
fn a_killed_process_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin(folder.path());
    play(&mut game);
    let path = game.journal().unwrap().path().to_owned();
    let (record, dropped) = read(&path).unwrap();
    assert_eq!(dropped, 0);
    assert_eq!(record.here, game.here());
    let (again, _) = record.resume(source("")).unwrap();
    let (mut one, mut two) = (Record::of(&game), Record::of(&again));
    assert_eq!(two.to_text(), one.to_text());
    // While its process holds the lock, the match is not offered.
    assert!(unfinished_matches(folder.path()).is_empty());
    assert!(matches!(Journal::reopen(&path), Err(JournalError::Locked { .. })));
    drop(game);
    let found = unfinished_matches(folder.path());
    assert_eq!(found.len(), 1);
    let (record, journal) = found[0].reopen().unwrap();
    let (mut game, _) = record.resume(source("")).unwrap();
    game.keep_journal(journal);
    game.play("e").unwrap();
    one = Record::of(&game);
    two = read(&path).unwrap().0.resume(source("")).map(|(game, _)| Record::of(&game)).unwrap();
    assert_eq!(two.to_text(), one.to_text());
}

#[test]
fn a_journal_cut_anywhere_gives_what_came_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin(folder.path());
    let path = game.journal().unwrap().path().to_owned();
    let head = std::fs::read(&path).unwrap().len();
    play(&mut game);
    let whole = std::fs::read(&path).unwrap();
    let full = lines::parse(&whole).unwrap().0.tree.len();
    let mut least = 1;
    for end in 0..=whole.len() {
        match lines::parse(&whole[..end]) {
            Err(_) => assert!(end < head, "only a cut head cannot be read, not byte {end}"),
            Ok((record, dropped)) => {
                assert!(end >= head);
                assert!(record.tree.len() >= least, "nothing is lost at byte {end}");
                least = record.tree.len();
                assert!(dropped == 0 || whole[end - 1] != b'\n', "only half a line is dropped");
            }
        }
    }
    assert_eq!(least, full);
    // A line that was damaged ends the reading, and nothing panics.
    for at in head..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        assert!(lines::parse(&damaged).unwrap().0.tree.len() <= full);
    }
}

#[test]
fn the_journal_goes_on_after_a_save() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin(folder.path());
    play(&mut game);
    let path = game.journal().unwrap().path().to_owned();
    let saved = folder.path().join("game.loom");
    Record::of(&game).save(&saved).unwrap();
    game.play("e").unwrap();
    let text = std::fs::read_to_string(&saved).unwrap();
    assert_ne!(text, Record::of(&game).to_text(), "one move was played since");
    let (again, _) = read(&path).unwrap().0.resume(source("")).unwrap();
    assert_eq!(Record::of(&again).to_text(), Record::of(&game).to_text());
    game.take_journal().unwrap().discard();
    assert_eq!(unfinished_matches(folder.path()).len(), 0);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "only the record is left");
}

#[test]
fn restored_lines_are_in_the_journal_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin(folder.path());
    let path = game.journal().unwrap().path().to_owned();
    let a = game.play("a").unwrap().node;
    game.play("b").unwrap();
    game.delete(a).unwrap();
    game.play("c").unwrap();
    game.restore().unwrap();
    game.go_to(a).unwrap();
    game.play("d").unwrap();
    let (again, _) = read(&path).unwrap().0.resume(source("")).unwrap();
    assert_eq!(Record::of(&again).to_text(), Record::of(&game).to_text());
}

#[test]
fn two_journals_of_one_name_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (begin(folder.path()), begin(folder.path()));
    assert_ne!(one.journal().unwrap().path(), two.journal().unwrap().path());
}

#[test]
fn lists_and_names_leave_no_lock_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin(folder.path());
    play(&mut game);
    game.take_journal().unwrap().leave();
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files(), 1);
    assert_eq!(unfinished_matches(folder.path()).len(), 1);
    assert_eq!(files(), 1);
    // The name is taken: the next journal gets another.
    Journal::create(folder.path(), "fake/row").unwrap().discard();
    assert_eq!(files(), 1);
}

#[test]
fn without_a_folder_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(matches!(Journal::create(&file.join("x"), "x"), Err(JournalError::Disk { .. })));
    // A folder that vanishes is noticed when the journal is rewritten.
    let inner = folder.path().join("inner");
    let mut game = begin(&inner);
    std::fs::remove_dir_all(&inner).unwrap();
    let a = game.play("a").unwrap().node;
    game.play("b").unwrap();
    game.delete(a).unwrap();
    assert!(game.journal().unwrap().trouble().unwrap().contains("not being saved"));
    game.play("c").unwrap();
}

#[test]
fn what_is_no_journal_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.journal");
    for (text, expected) in [
        ("", "expected `Boardloom journal 1` in the first line"),
        ("Boardloom journal 1\nx\n", "expected a length in the second line"),
        ("Boardloom journal 1\n99\n", "it ends before its record does"),
        ("Boardloom journal 1\n1\nx", "line 1, column 1: expected [Boardloom \"1\"]"),
    ] {
        std::fs::write(&path, text).unwrap();
        let fault = read(&path).unwrap_err().to_string();
        assert!(fault.contains(expected), "{fault}");
        let found = unfinished_matches(folder.path());
        assert!(found[0].record.is_err(), "it is offered for deleting");
    }
}
