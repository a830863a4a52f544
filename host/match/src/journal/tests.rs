use std::time::Duration;

use super::*;
use crate::arrow::Arrow;
use crate::assessment::Assessment;
use crate::atomic_file::failing;
use crate::fake::source;
use crate::game_match::{Match, MatchSetup};
use crate::game_tree::Cause;
use crate::verdict::Verdict;

fn begin(folder: &Path) -> Match {
    let mut game = Match::new(source(""), MatchSetup { seed: 3, ..MatchSetup::default() }).unwrap();
    game.keep_journal(Journal::create(folder, "fake/row").unwrap());
    game
}

fn play(game: &mut Match) {
    let a = game.play_as(0, "a", Some(Duration::from_millis(1500))).unwrap().node;
    game.play("b").unwrap();
    game.comment(a, "a \"good\" start\n#00000000");
    game.assess(a, Some(Assessment::Inaccuracy));
    let better = vec!["c".to_owned(), "a \"}\" b".to_owned()];
    game.review(a, Verdict { before: vec![7000, 3000], expected: 7000, played: 20, better });
    game.assess(ROOT, Some(Assessment::Brilliant));
    game.assess(ROOT, None);
    for to in ["b", "c d", "b"] {
        game.toggle_arrow(a, Arrow { from: "a".to_owned(), to: to.to_owned() });
    }
    game.go_to(a).unwrap();
    let c = game.play("c").unwrap().node;
    game.play("d").unwrap();
    game.remove_player(1, Cause::Left, None).unwrap();
    game.go_to(c).unwrap();
}

#[test]
fn a_killed_process_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin(folder.path());
    play(&mut game);
    let path = game.journal().unwrap().path().to_owned();
    let (record, damage) = read(&path).unwrap();
    assert!(damage.is_none());
    assert_eq!(record.here, game.here());
    let (again, _) = record.resume(source("")).unwrap();
    let (mut one, mut two) = (Record::of(&game), Record::of(&again));
    assert_eq!(two.to_text(), one.to_text());
    // While its process holds the lock, the match is not offered.
    assert!(unfinished_matches(folder.path()).is_empty());
    assert!(matches!(Journal::reopen(&path), Err(JournalError::Locked { .. })));
    assert_eq!(newest_if_locked(folder.path()), Some(path.clone()));
    drop(game);
    assert_eq!(newest_if_locked(folder.path()), None);
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
    let full = lines::parse(Path::new("row"), &whole).unwrap().0.tree.len();
    let mut least = 1;
    for end in 0..=whole.len() {
        match lines::parse(Path::new("row"), &whole[..end]) {
            Err(_) => assert!(end < head, "only a cut head cannot be read, not byte {end}"),
            Ok((record, damage)) => {
                assert!(end >= head);
                assert!(record.tree.len() >= least, "nothing is lost at byte {end}");
                least = record.tree.len();
                assert!(damage.is_none(), "half a line is no damage");
            }
        }
    }
    assert_eq!(least, full);
}

/// The moves of a record that were read, in order of their nodes.
fn moves(record: &Record) -> Vec<String> {
    let nodes = (1..record.tree.len()).map(|number| record.tree.node(NodeId(number as u32)));
    let events = nodes.filter_map(|node| node.event().map(|event| event.text().to_owned()));
    events.filter(|mv| mv != "?").collect()
}

#[test]
fn a_killed_process_leaves_the_result_of_a_finished_match() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin(folder.path());
    let first = game.play("a").unwrap().node;
    assert_eq!(read(game.journal().unwrap().path()).unwrap().0.result, None);
    game.remove_player(1, Cause::Resigned, None).unwrap();
    assert!(game.status().is_over());
    let result = Record::of(&game).result;
    assert!(result.is_some());
    // Looking back changes nothing.
    game.go_to(first).unwrap();
    let (record, damage) = read(game.journal().unwrap().path()).unwrap();
    assert_eq!((record.result, record.here), (result, first));
    assert!(damage.is_none());
}

#[test]
fn one_wrong_byte_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin(folder.path());
    let path = game.journal().unwrap().path().to_owned();
    let head = std::fs::read(&path).unwrap().len();
    play(&mut game);
    let whole = std::fs::read(&path).unwrap();
    let full = lines::parse(Path::new("row"), &whole).unwrap().0;
    for at in head..whole.len() {
        for bit in [1, 0x20, 0x80] {
            let mut damaged = whole.clone();
            damaged[at] ^= bit;
            let (record, damage) = lines::parse(Path::new("row"), &damaged).unwrap();
            if whole[at] == b'\n' || damaged[at] == b'\n' {
                assert!(moves(&record).len() + 2 >= moves(&full).len(), "byte {at}, bit {bit}");
            } else {
                assert_eq!(damage.lost, 0, "byte {at}, bit {bit}");
                assert_eq!(record.to_text(), full.to_text(), "byte {at}, bit {bit}");
            }
        }
    }
    // Nor does one in the two lines of the head.
    let digits = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for at in digits..digits + 12 {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        let record = lines::parse(Path::new("row"), &damaged).unwrap().0;
        assert_eq!(record.to_text(), full.to_text(), "byte {at}");
    }
}

/// Overwrites the words of the first line that begins so.
fn smear(bytes: &mut [u8], line: &str) {
    let at = bytes.windows(line.len()).position(|part| part == line.as_bytes()).unwrap();
    let end = at + bytes[at..].iter().position(|byte| *byte == b'\n').unwrap();
    bytes[at + 5..end].fill(0);
}

#[test]
fn later_lines_survive_an_unreadable_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin(folder.path());
    let path = game.journal().unwrap().path().to_owned();
    for mv in ["a", "b", "c", "d", "e"] {
        game.play(mv).unwrap();
    }
    drop(game);
    let mut bytes = std::fs::read(&path).unwrap();
    smear(&mut bytes, "play 3 ");
    std::fs::write(&path, &bytes).unwrap();
    let (record, journal) = Journal::reopen(&path).unwrap();
    assert_eq!(moves(&record), ["a", "b", "d", "e"]);
    let recovery = journal.recovery().unwrap().clone();
    assert_eq!(recovery.damage, Damage { lost: 1, ..Damage::default() });
    assert_eq!(std::fs::read(&recovery.copy).unwrap(), bytes, "the damaged file is kept");
    let (mut game, report) = record.resume(source("")).unwrap();
    assert_eq!((report.legal, report.illegal), (2, 3), "what comes after it is kept in grey");
    game.keep_journal(journal);
    game.play("c").unwrap();
    let text = Record::of(&game).to_text();
    drop(game);
    // From now on the journal is sound, and what was read of the damaged one is in it.
    let (record, journal) = Journal::reopen(&path).unwrap();
    assert!(journal.recovery().is_none());
    let mut all = moves(&record);
    all.sort();
    assert_eq!(all, ["a", "b", "c", "d", "e"]);
    assert_eq!(Record::of(&record.resume(source("")).unwrap().0).to_text(), text);
}

#[test]
fn journals_of_the_first_format_are_read() {
    let record = Record::of(&Match::new(source(""), MatchSetup::default()).unwrap()).to_text();
    let mut whole = format!("Boardloom journal 1\n{}\n{record}", record.len());
    for line in ["play 0 1.5 0 a", "play 1 - 0/2 b", "go 1", "play 1 - 0 c", "play 3 - 0 d"] {
        whole.push_str(&lines::seal(line));
    }
    let (read, damage) = lines::parse(Path::new("row"), whole.as_bytes()).unwrap();
    assert!(damage.is_none());
    assert_eq!(moves(&read), ["a", "b", "c", "d"]);
    let mut damaged = whole.clone().into_bytes();
    smear(&mut damaged, "play 1 - 0 c");
    let (read, damage) = lines::parse(Path::new("row"), &damaged).unwrap();
    assert_eq!((damage.lost, moves(&read)), (1, vec!["a".into(), "b".into(), "d".into()]));
}

#[test]
fn a_disk_that_fails_at_any_step_costs_nothing_once_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let whole_game = |name: &str| {
        let mut game =
            Match::new(source(""), MatchSetup { seed: 3, ..MatchSetup::default() }).unwrap();
        game.keep_journal(Journal::create(&folder.path().join(name), "row").unwrap());
        play(&mut game);
        let a = game.tree().main_line()[1];
        game.delete(a).unwrap();
        game.restore().unwrap();
        game
    };
    failing::fail(0..0);
    drop(whole_game("sound"));
    let steps = failing::steps();
    assert!(steps > 10, "{steps}");
    for first in 0..steps {
        // One step fails; or the disk is full from there on, until there is room.
        for last in [first + 1, usize::MAX] {
            failing::fail(first..last);
            let mut game = whole_game(&format!("{first}-{last}"));
            let path = game.journal().unwrap().path().to_owned();
            if last == usize::MAX {
                assert!(game.journal().unwrap().trouble().is_some(), "step {first}");
                failing::fail(0..0);
            }
            game.play("e").unwrap();
            assert_eq!(game.journal().unwrap().trouble(), None, "step {first}");
            let (record, damage) = read(&path).unwrap();
            assert!(damage.is_none(), "step {first}");
            let read = record.resume(source("")).unwrap().0;
            assert_eq!(Record::of(&read).to_text(), Record::of(&game).to_text(), "step {first}");
            game.take_journal().unwrap().leave().unwrap();
        }
    }
    // A journal that lacks something does not say that it was left whole.
    let mut game = whole_game("last");
    failing::fail(0..usize::MAX);
    game.play("e").unwrap();
    let path = game.journal().unwrap().path().to_owned();
    assert!(game.take_journal().unwrap().leave().unwrap_err().contains("cannot be written"));
    failing::fail(0..0);
    // The older file is still on the disk.
    assert!(read(&path).unwrap().1.is_none());
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
    game.take_journal().unwrap().leave().unwrap();
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
    assert!(game.journal().unwrap().trouble().unwrap().contains("cannot be written"));
    game.play("c").unwrap();
}

#[test]
fn what_is_no_journal_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.journal");
    for (text, expected) in [
        ("", "expected `Boardloom journal 2` in the first line"),
        ("Boardloom journal 1\nx\n", "expected a length in the second line"),
        ("Boardloom journal 1\n99\n", "it ends before its record does"),
        ("Boardloom journal 1\n1\nx", "line 1, column 1: this is no Boardloom game"),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        let found = unfinished_matches(folder.path());
        assert!(found[0].record.is_err(), "it is offered for deleting");
    }
}

#[test]
fn a_record_file_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.loom");
    let first = RecordLock::take(&path).unwrap();
    let second = RecordLock::take(&path).unwrap_err().to_string();
    assert!(second.ends_with("game.loom is open in another Boardloom"), "{second}");
    drop(first);
    drop(RecordLock::take(&path).unwrap());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no lock is left over");
}
