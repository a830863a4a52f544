use boardloom_match::MatchSetup;

use super::*;

fn write(folder: &Path, file: &str, ruleset: &str, opponent: &str, over: bool) {
    let record = Record {
        ruleset: ruleset.to_owned(),
        ruleset_toml: format!("name = \"The {ruleset}\"\n"),
        setup: MatchSetup {
            players: vec![Player::human("Ann"), Player::computer(opponent, 3)],
            date: "2026-11-23".to_owned(),
            ..MatchSetup::default()
        },
        result: over.then(|| (vec![1, 2], "a row".to_owned())),
        ..Record::default()
    };
    record.save(&folder.join(file)).unwrap();
}

#[test]
fn games_are_listed_found_and_sorted() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.loom", "row/one", "Bob", true);
    write(folder.path(), "b.loom", "row/two", "Cid", false);
    std::fs::write(folder.path().join("c.loom"), "no record").unwrap();
    std::fs::write(folder.path().join("d.txt"), "something else").unwrap();
    let all = list(folder.path());
    assert_eq!(all.len(), 3);
    let query = |text: &str, filter, sort| {
        let query = GameQuery { text: text.to_owned(), filter, sort };
        let texts: Vec<String> = all.iter().map(GameEntry::search_text).collect();
        query.select(&all, &texts).into_iter().map(|at| all[at].file.clone()).collect::<Vec<_>>()
    };
    use GameFilter as F;
    use GameSort as S;
    assert_eq!(query("", F::Finished, S::Newest), ["a.loom"]);
    assert_eq!(query("", F::Unfinished, S::Newest), ["b.loom"]);
    assert_eq!(query("", F::Unreadable, S::Newest), ["c.loom"]);
    assert_eq!(query("ann CID", F::All, S::Newest), ["b.loom"]);
    assert_eq!(query("row", F::All, S::Opponent), ["a.loom", "b.loom"]);
    assert_eq!(query("cid 2026-11", F::All, S::Newest), ["b.loom"]);
    assert_eq!(query("level 3 won", F::All, S::Newest), ["a.loom"]);
    assert_eq!(query("level 2", F::All, S::Newest), Vec::<String>::new());
    assert_eq!(query("", F::Won, S::Newest), ["a.loom"]);
    assert_eq!(query("", F::Lost, S::Newest), Vec::<String>::new());
    assert_eq!(query("", F::Drawn, S::Newest), Vec::<String>::new());
    let won = all.iter().find(|game| game.file == "a.loom").unwrap();
    assert_eq!((won.label(), won.outcome().as_str()), ("The row/one", "Ann won: a row"));
}

#[test]
fn a_winner_whose_name_others_share_is_named_by_seat() {
    let level = || ("Level 1".to_owned(), Some(1));
    let won = GameEntry {
        players: vec![level(), level()],
        result: Some((vec![2, 1], "a row".to_owned())),
        ..GameEntry::default()
    };
    assert_eq!(won.outcome(), "Player 2 won: a row");
    let names = RulesetNames::of("name = \"Row\"\nplayers = [{name = \"Red\"}, {name = \"Blue\"}]");
    assert_eq!(names.title, "Row");
    assert_eq!(GameEntry { sides: names.sides, ..won }.outcome(), "Blue won: a row");
}

/// Would break if draws of chance counted as moves.
#[test]
fn what_chance_draws_is_no_move() {
    let text = "[Boardloom \"1\"]\n[Ruleset \"row/one\"]\n\n~d3 1. a ~d5 2. b ~d1\n";
    let record = Record::parse(text).unwrap();
    assert_eq!(count_moves(&record.tree, &record.tree.main_line()), 2);
}

/// The record has the reason in the language of its game, the list in the current one.
#[test]
fn who_left_a_game_is_told_in_the_language_of_the_list() {
    let level = |name: &str| (name.to_owned(), None);
    let entry = GameEntry {
        players: vec![level("Ann"), level("Bob")],
        result: Some((vec![2, 1], "Blaue Kultur hat aufgegeben".to_owned())),
        removed: Some((0, Cause::Resigned)),
        ..GameEntry::default()
    };
    assert_eq!(entry.outcome(), "Bob won: Ann resigned");
    let (rules, ruleset) = boardloom_testing::row("");
    let source = boardloom_match::GameSource::new(rules, ruleset);
    let mut game = Match::new(source, MatchSetup::default()).unwrap();
    assert_eq!(removed_last(game.tree(), &[2, 1]), None);
    game.remove_player(0, Cause::Time, None).unwrap();
    assert_eq!(removed_last(game.tree(), &[]), Some((0, Cause::Time)));
    let read = Record::parse(&Record::of(&game).to_text()).unwrap();
    let (places, _) = read.result.expect("a result");
    assert_eq!(removed_last(&read.tree, &places), Some((0, Cause::Time)));
}

#[test]
fn the_index_is_rebuilt_and_follows_every_change() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.loom", "row/one", "Bob", false);
    let first = list(folder.path());
    assert!(folder.path().join(INDEX).exists());
    std::fs::write(folder.path().join(INDEX), "broken").unwrap();
    assert_eq!(list(folder.path()), first);
    std::fs::remove_file(folder.path().join(INDEX)).unwrap();
    assert_eq!(list(folder.path()), first);
    write(folder.path(), "a.loom", "row/one", "Bob", true);
    assert!(list(folder.path())[0].is_finished());
    std::fs::remove_file(folder.path().join("a.loom")).unwrap();
    assert!(list(folder.path()).is_empty());
}

#[test]
fn tens_of_thousands_of_games_are_not_read_again() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.loom", "row/one", "Bob", false);
    let first = list(folder.path());
    // Other content of the same size and time: only reading the file would show it.
    let path = folder.path().join("a.loom");
    let text = std::fs::read_to_string(&path).unwrap();
    let written = std::fs::metadata(&path).unwrap().modified().unwrap();
    std::fs::write(&path, text.replace("Bob", "Cid")).unwrap();
    let file = std::fs::File::options().append(true).open(&path).unwrap();
    file.set_modified(written).unwrap();
    assert_eq!(list(folder.path()), first);
}

#[test]
fn games_are_renamed_deleted_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.loom", "row/one", "Bob", true);
    write(folder.path(), "b.loom", "row/two", "Cid", false);
    rename(&folder.path().join("a.loom"), " The long one ").unwrap();
    let all = list(folder.path());
    assert_eq!(all.iter().find(|game| game.file == "a.loom").unwrap().label(), "The long one");
    rename(&folder.path().join("a.loom"), "").unwrap();
    let both = ["a.loom".to_owned(), "b.loom".to_owned()];
    let (deleted, errors) = delete(folder.path(), &both);
    assert_eq!((deleted.len(), errors), (2, Vec::new()));
    assert!(list(folder.path()).is_empty());
    restore(deleted).unwrap();
    assert_eq!(list(folder.path()).len(), 2);
}

#[test]
fn an_export_replaces_the_named_file_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let to = tempfile::tempdir().unwrap();
    write(folder.path(), "a.loom", "row/one", "Bob", true);
    write(folder.path(), "b.loom", "row/two", "Cid", false);
    for file in ["mine.loom", "mine-2.loom"] {
        write(to.path(), file, "row/old", "Dan", false);
    }
    let path = to.path().join("mine.loom");
    let games = ["a.loom", "b.loom"].map(str::to_owned);
    assert_eq!(export(folder.path(), &games[..1], &path), Ok(vec![path.clone()]));
    let ruleset = |file: &str| read(&to.path().join(file)).unwrap().ruleset;
    assert_eq!(
        (ruleset("mine.loom"), ruleset("mine-2.loom")),
        ("row/one".into(), "row/old".into())
    );
    let beside = to.path().join("mine-3.loom");
    assert_eq!(export(folder.path(), &games, &path), Ok(vec![path, beside]));
    assert_eq!(
        (ruleset("mine-2.loom"), ruleset("mine-3.loom")),
        ("row/old".into(), "row/two".into())
    );
}

#[test]
fn an_old_game_can_be_restored_after_another_deletion() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "old.loom", "row/one", "Bob", true);
    write(folder.path(), "new.loom", "row/two", "Cid", true);
    let old = folder.path().join("old.loom");
    let file = std::fs::File::options().append(true).open(&old).unwrap();
    file.set_modified(UNIX_EPOCH).unwrap();
    let (deleted, _) = delete(folder.path(), &["old.loom".to_owned()]);
    let (_, errors) = delete(folder.path(), &["new.loom".to_owned()]);
    assert!(errors.is_empty() && !old.exists());
    restore(deleted).unwrap();
    assert!(old.exists());
    // Long after, it is gone.
    delete(folder.path(), &["old.loom".to_owned()]);
    let bin = folder.path().join(DELETED);
    empty_bin(&bin, seconds_now() + KEPT.as_secs() + 10);
    assert_eq!(std::fs::read_dir(bin).unwrap().count(), 0);
}
