use std::time::Duration;

use super::*;
use crate::clock::TimeControl;
use crate::fake::source;
use crate::record::Record;
use crate::{MatchSetup, Player, ROOT};

fn played(row: &str, moves: &[&str]) -> Match {
    let mut game =
        Match::new(source(row), MatchSetup { seed: 7, ..MatchSetup::default() }).unwrap();
    for mv in moves {
        game.play(mv).unwrap();
    }
    game
}

fn change(game: &mut Match, row: &str) -> ReplayReport {
    game.change_rules(source(row)).unwrap()
}

/// Tries the lines of a match by other rules, as another thread does meanwhile.
fn replayed(game: &Match, row: &str) -> Match {
    let source = source(row);
    let opened = source.open().unwrap();
    game.snapshot().replay(source, opened).unwrap()
}

fn line(game: &Match) -> String {
    let texts = game.tree().line(game.here()).into_iter().skip(1);
    let texts: Vec<_> = texts.map(|id| game.tree().node(id).event().unwrap().text()).collect();
    texts.join(" ")
}

#[test]
fn rules_that_come_back_bring_the_match_back_to_where_it_stood() {
    let mut game = played("length = 5", &["a", "e", "b"]);
    let report = change(&mut game, "length = 4");
    assert_eq!((report.legal, report.total(), line(&game).as_str()), (1, 3, "a"));
    assert!(game.at_end() && !game.node().children().is_empty(), "the next move is illegal");
    let report = change(&mut game, "length = 3");
    assert_eq!((report.legal, line(&game).as_str()), (1, "a"));
    change(&mut game, "length = 6");
    assert_eq!(line(&game), "a e b");
    assert!(game.node().children().is_empty());
    // After going elsewhere the match stays there.
    change(&mut game, "length = 4");
    game.undo().unwrap();
    change(&mut game, "length = 5");
    assert_eq!(line(&game), "");
}

#[test]
fn a_line_that_goes_on_from_a_cut_is_the_main_one() {
    let mut game = played("length = 5", &["a", "e", "b"]);
    change(&mut game, "length = 3");
    game.play("b").unwrap();
    game.play("c").unwrap();
    assert_eq!(line(&game), "a b c");
    let record = Record::of(&game);
    assert!(record.to_text().contains("1. a b (1... e b) 2. c"), "{}", record.to_text());
    assert!(record.result.is_some(), "the row of three is full");
    // In the old rules both lines are legal, and nothing was lost.
    let report = change(&mut game, "length = 5");
    assert_eq!((report.legal, report.illegal, line(&game).as_str()), (5, 0, "a b c"));
}

#[test]
fn variations_are_tried_as_well() {
    let mut game = played("length = 5", &["a", "e"]);
    game.undo().unwrap();
    game.play("b").unwrap();
    game.play("e").unwrap();
    game.undo().unwrap();
    let report = change(&mut game, "length = 4");
    assert_eq!((report.legal, report.illegal), (2, 2), "a b fit, both moves to e do not");
    assert_eq!((line(&game).as_str(), report.first), ("a b", None));
}

#[test]
fn draws_stay_while_legal_and_are_drawn_again_at_the_end() {
    let mut game = played("chance = true", &["a", "b"]);
    let before = line(&game);
    let report = change(&mut game, "chance = true\nlength = 6");
    assert_eq!((line(&game), report.illegal), (before.clone(), 0));
    // Another die of as many sides or more takes all that the first one threw.
    change(&mut game, "chance = true\nsides = 60");
    assert_eq!(line(&game), before);
    let mut game = played("chance = true\nsides = 60", &[]);
    assert_eq!(game.tree().line(game.here()).len(), 2, "one draw begins");
    let report = change(&mut game, "chance = true\nsides = 1");
    assert_eq!((line(&game).as_str(), report.total(), report.first), ("d1", 0, None));
    assert!(!game.status().chance, "a player is to move");
    assert_eq!(Record::of(&game).tree.in_order().len(), 2, "a draw alone leaves nothing behind");
}

#[test]
fn a_cut_before_a_draw_draws_again_and_the_old_line_comes_back() {
    let mut game = played("chance = true\nsides = 60", &["a", "b"]);
    let before = line(&game);
    let report = change(&mut game, "chance = true\nsides = 1");
    assert_eq!((report.legal, line(&game).as_str()), (0, "d1"));
    change(&mut game, "chance = true\nsides = 2");
    change(&mut game, "chance = true\nsides = 60");
    assert_eq!(line(&game), before);
}

#[test]
fn rules_that_fail_while_they_are_tried_change_nothing() {
    let control = TimeControl::Simple { main: Duration::from_secs(100) };
    let setup = MatchSetup { control, ..MatchSetup::default() };
    let mut game = Match::new(source("length = 5"), setup).unwrap();
    game.play_as(0, "a", Some(Duration::from_secs(9))).unwrap();
    game.play_as(1, "c", Some(Duration::from_secs(8))).unwrap();
    let before = Record::of(&game).to_text();
    let error = game.change_rules(source("length = 7\nseats = 3\nfails = \"c\"")).unwrap_err();
    assert!(matches!(error, MatchError::PluginError(_)), "{error}");
    assert!(game.plugin_error().is_none());
    assert_eq!(Record::of(&game).to_text(), before);
    assert_eq!(game.clock().time(0, Duration::ZERO).unwrap().main, Duration::from_secs(91));
    game.play("b").unwrap();
    assert_eq!(game.position_text().unwrap().unwrap(), "112..");
}

#[test]
fn rules_without_the_error_mend_a_match_that_stopped() {
    let mut game = played("fails = \"c\"", &["a"]);
    game.play("c").unwrap_err();
    assert!(game.plugin_error().is_some());
    change(&mut game, "");
    game.play("c").unwrap();
    assert_eq!(line(&game), "a c");
}

#[test]
fn seats_come_and_go_with_their_clocks_and_players() {
    let control = TimeControl::Simple { main: Duration::from_secs(100) };
    let players = vec![Player::human("Ann"), Player::computer("Level 3", 3)];
    let setup = MatchSetup { control, players, ..MatchSetup::default() };
    let mut game = Match::new(source(""), setup).unwrap();
    game.play_as(0, "a", Some(Duration::from_secs(9))).unwrap();
    change(&mut game, "seats = 3");
    assert_eq!(game.players().len(), 3);
    game.set_player(2, Player::computer("Level 1", 1));
    let left =
        |game: &Match, seat| game.clock().time(seat, Duration::ZERO).map(|t| t.main.as_secs());
    assert_eq!([0, 1, 2].map(|seat| left(&game, seat)), [Some(91), Some(100), Some(100)]);
    change(&mut game, "");
    assert_eq!((game.players().len(), left(&game, 2)), (2, None));
    assert_eq!(Record::of(&game).setup.players.len(), 2);
    change(&mut game, "seats = 3");
    assert_eq!(game.players()[2], Player::computer("Level 1", 1), "it comes back");
}

#[test]
fn time_bought_in_the_turn_that_runs_stays_bought() {
    let second = Duration::from_secs(1);
    let control =
        TimeControl::Arcade { main: 10 * second, coin: 5 * second, coins: 2, carry: true };
    let mut game = Match::new(source(""), MatchSetup { control, ..MatchSetup::default() }).unwrap();
    assert!(game.buy_time(second));
    change(&mut game, "length = 6");
    let time = game.clock().time(0, Duration::ZERO).unwrap();
    assert_eq!((time.main, time.coins, game.turn().spent), (15 * second, 1, second));
}

#[test]
fn the_record_holds_every_ruleset_that_something_was_played_by() {
    let mut game = played("length = 5", &["a", "e"]);
    let first = game.source().ruleset.hash().to_owned();
    // Nothing is played by the second one, and the third is the first again.
    change(&mut game, "length = 7");
    assert_eq!(game.changes().len(), 1);
    change(&mut game, "length = 8");
    assert_eq!(game.changes().len(), 1);
    change(&mut game, "length = 5");
    assert_eq!(game.changes(), []);
    change(&mut game, "length = 4");
    game.play("d").unwrap();
    let second = game.source().ruleset.hash().to_owned();
    change(&mut game, "length = 6\n");
    let hashes: Vec<_> = game.changes().iter().map(|change| &change.ruleset_hash).collect();
    assert_eq!(hashes, [&first, &second]);

    let text = Record::of(&game).to_text();
    assert!(text.contains(&format!("[Changed \"3\" \"{first}\" \"0.1.0\"]\n")), "{text}");
    assert!(text.contains(&format!("\n--- ruleset {second} ---\n> format = 1\n")), "{text}");
    let record = Record::parse(&text).unwrap();
    assert_eq!(record.changes.len(), 2);
    assert!(record.changes[0].ruleset_toml.contains("length = 5"));
    assert_eq!(record.changes[1].ruleset_toml, game.changes()[1].ruleset_toml);
    let (again, report) = record.resume(source("length = 6\n")).unwrap();
    assert_eq!((report.legal, report.illegal), (3, 0));
    assert_eq!(Record::of(&again).to_text(), text, "text for text");
}

#[test]
fn draws_by_new_rules_are_not_played_by_them() {
    let mut game = played("chance = true\nsides = 60", &[]);
    change(&mut game, "chance = true\nsides = 50");
    assert_eq!(game.changes(), [], "no move was played by the first rules");
    game.play("a").unwrap();
    game.play("b").unwrap();
    // Each of these draws again at the end of the line.
    change(&mut game, "chance = true\nsides = 1");
    let first = game.changes().to_vec();
    assert_eq!(first.len(), 1);
    for sides in ["2", "1", "3"] {
        change(&mut game, &format!("chance = true\nsides = {sides}\nlength = 9"));
        assert_eq!(game.changes(), first, "{sides}");
    }
}

#[test]
fn a_record_tells_rules_by_which_nothing_was_played() {
    let record = |game: &Match| Record::parse(&Record::of(game).to_text()).unwrap();
    let mut game = played("length = 5", &["a", "e"]);
    change(&mut game, "length = 6");
    let (mut again, _) = record(&game).resume(source("length = 6")).unwrap();
    change(&mut again, "length = 7");
    assert_eq!(again.changes(), game.changes(), "no move was played by the second rules");
    // A match resumed from a record still knows the rules of its moves.
    again.play("b").unwrap();
    let (mut third, _) = record(&again).resume(source("length = 7")).unwrap();
    change(&mut third, "length = 8");
    assert_eq!(third.changes().len(), 2);
    let (mut plain, _) =
        record(&played("length = 5", &["a"])).resume(source("length = 5")).unwrap();
    change(&mut plain, "length = 6");
    assert_eq!(plain.changes().len(), 1);
}

#[test]
fn a_journal_goes_on_after_rules_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = played("length = 5", &["a", "e", "b"]);
    game.keep_journal(crate::journal::Journal::create(folder.path(), "row").unwrap());
    change(&mut game, "length = 4");
    game.play("d").unwrap();
    game.play("c").unwrap();
    let text = Record::of(&game).to_text();
    let path = game.journal().unwrap().path().to_owned();
    let (record, damage) = crate::journal::read(&path).unwrap();
    assert!(damage.is_none());
    let (again, report) = record.resume(source("length = 4")).unwrap();
    assert_eq!((line(&again).as_str(), report.illegal), ("a d c", 2));
    assert_eq!(Record::of(&again).to_text(), text);
}

#[test]
fn players_named_by_the_ruleset_are_renamed_with_it() {
    let mut game = played("", &[]);
    game.set_player(1, Player::human("Zoe"));
    let mut other = source("");
    let ruleset = std::sync::Arc::make_mut(&mut other.ruleset);
    ruleset.players[0].name = "Anna".to_owned();
    ruleset.players[1].name = "Bert".to_owned();
    game.change_rules(other).unwrap();
    assert_eq!(game.players(), [Player::human("Anna"), Player::human("Zoe")]);
}

#[test]
fn rules_that_are_not_taken_rename_and_add_no_player() {
    let mut game = played("", &["a"]);
    game.set_player(0, Player::human("Anna"));
    let before = game.setup.players.clone();
    let mut other = source("length = 7\nseats = 3\nfails = \"a\"");
    // The name that the human has already: taken back, it is not the ruleset's name.
    std::sync::Arc::make_mut(&mut other.ruleset).players[0].name = "Anna".to_owned();
    game.change_rules(other).unwrap_err();
    assert_eq!(game.setup.players, before);
}

#[test]
fn what_is_done_while_lines_are_tried_is_not_lost() {
    let mut game = played("length = 5", &["a", "e"]);
    let tried = replayed(&game, "length = 4");
    game.play("b").unwrap();
    let first = game.tree().node(ROOT).children()[0];
    game.comment(first, "as ever");
    game.go_to(first).unwrap();
    game.play("d").unwrap();
    game.play("c").unwrap();
    let report = game.apply_rules(tried).unwrap();
    assert_eq!(line(&game), "a d c");
    assert_eq!(
        (report.legal, report.illegal, report.first),
        (3, 2, None),
        "e does not, nor b after it"
    );
    assert_eq!(game.tree().node(first).comment, "as ever");
    game.play("b").unwrap();
    assert!(game.status().is_over(), "the row of four is full");
    // The other way round: what came last does not fit.
    let mut game = played("length = 5", &["a", "b"]);
    let shorter = replayed(&game, "length = 4");
    game.play("e").unwrap();
    let report = game.apply_rules(shorter).unwrap();
    assert_eq!((line(&game).as_str(), report.legal, report.illegal), ("a b", 2, 1));
    assert_eq!(report.first.unwrap().1, "e");
    change(&mut game, "length = 5");
    assert_eq!(line(&game), "a b e", "it comes back");
}

/// The moment at which lines are checked must not change the result: this compares every
/// order of moves, draws, deletions and the change.
#[test]
fn lines_checked_early_give_the_same_result() {
    type Action = fn(&mut Match);
    let actions: [Action; 6] = [
        |game| drop(game.play("b").unwrap()),
        |game| assert!(game.undo_turn().unwrap()),
        |game| drop(game.play("e").unwrap()),
        |game| {
            game.delete(game.here()).unwrap();
            game.draw_chance().unwrap();
        },
        |game| drop(game.play("d").unwrap()),
        |game| assert!(game.restore().is_some()),
    ];
    for (old, new) in [
        ("length = 5", "length = 4"),
        ("length = 4\nseats = 3", "length = 5"),
        ("length = 6\nchance = true\nsides = 60", "length = 5\nchance = true\nsides = 60"),
        ("length = 6\nchance = true\nsides = 60", "length = 3\nchance = true\nsides = 2"),
        ("length = 6", "length = 4\nchance = true"),
    ] {
        let new = new.to_owned();
        let come = |early: usize| {
            let mut game = played(old, &["a"]);
            let mut lines = None;
            for (number, action) in actions.iter().enumerate() {
                if number == early {
                    lines = Some(replayed(&game, &new));
                }
                if number != 2 || !old.starts_with("length = 4") {
                    action(&mut game);
                }
            }
            let lines = lines.unwrap_or_else(|| replayed(&game, &new));
            let report = game.apply_rules(lines).unwrap();
            (Record::of(&game).to_text(), report, line(&game), game.position_text().unwrap())
        };
        let late = come(actions.len());
        for early in 0..actions.len() {
            assert_eq!(come(early), late, "{old} to {new}, asked for before {early}");
        }
    }
}

#[test]
fn rules_that_fail_on_what_came_meanwhile_change_nothing() {
    let mut game = played("length = 5", &["a"]);
    let tried = replayed(&game, "length = 7\nfails = \"c\"");
    game.play("c").unwrap();
    let before = Record::of(&game).to_text();
    let error = game.apply_rules(tried).unwrap_err();
    assert!(matches!(error, MatchError::PluginError(_)), "{error}");
    assert!(game.plugin_error().is_none());
    assert_eq!(Record::of(&game).to_text(), before);
    game.play("b").unwrap();
}
