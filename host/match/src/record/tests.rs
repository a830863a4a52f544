use std::time::Duration;

use expect_test::expect;

use super::*;
use crate::arrow::{Arrow, MAX_ARROWS};
use crate::assessment::Assessment;
use crate::clock::TimeControl;
use crate::fake::source;
use crate::game_tree::{Cause, GameEvent, Legality, ROOT};
use crate::player::Player;

fn game() -> Match {
    let players = vec![Player::human("Ann \"the\" first"), Player::computer("Level 3", 3)];
    let control = TimeControl::Fischer {
        main: Duration::from_secs(300),
        increment: Duration::from_millis(2500),
    };
    let date = "2026-11-21".to_owned();
    let setup = MatchSetup { players, seed: 123, control, date, ..MatchSetup::default() };
    let mut game = Match::new(source(""), setup).unwrap();
    let a = game.play_as(0, "a", Some(Duration::from_millis(12_500))).unwrap().node;
    let b = game.play_as(1, "b", Some(Duration::from_secs(1))).unwrap().node;
    game.play("c").unwrap();
    game.go_to(a).unwrap();
    game.play("e").unwrap();
    let d = game.play("d").unwrap().node;
    game.go_to(ROOT).unwrap();
    game.play("c").unwrap();
    game.remove_player(0, Cause::Resigned, None).unwrap();
    game.comment(b, "closes {the} row\\ \nat once");
    game.comment(d, "[took nothing]");
    game.assess(b, Some(Assessment::Blunder));
    for (from, to) in [("a", "a"), ("a", "c"), ("d }]", "e")] {
        assert!(game.toggle_arrow(b, Arrow { from: from.to_owned(), to: to.to_owned() }));
    }
    game.go_to(d).unwrap();
    game
}

fn moves(text: &str) -> &str {
    text.split("\n\n").nth(1).unwrap()
}

#[test]
fn a_record_reads_well() {
    let text = Record::of(&game()).to_text();
    let tags = text.split("\n\n").next().unwrap();
    let hash = Record::of(&game()).ruleset_hash;
    expect![[r#"
        [Boardloom "1"]
        [Ruleset "fake/row" "HASH"]
        [Plugin "fake" "0.1.0"]
        [Date "2026-11-21"]
        [Seed "123"]
        [Seat "1" "Ann \"the\" first" "person"]
        [Seat "2" "Level 3" "computer 3"]
        [Clock "fischer" "300" "2.5"]
        [Here "6"]"#]]
    .assert_eq(&tags.replace(&hash, "HASH"));
    expect![[r#"
        1. a {[took 12.5][left 290]} (1. c @1:!resign) b
        {[took 1][sign ??][draw a a>c "d }]">e][left 301.5] closes {the\} row\\ 
        at once} (1... e 2. d {\[took nothing]}) 2. c"#]]
    .assert_eq(moves(&text));
    assert!(text.contains("\n--- ruleset ---\nformat = 1\n"));
}

#[test]
fn a_record_survives_reading_and_resuming() {
    let before = Record::of(&game()).to_text();
    let record = Record::parse(&before).unwrap();
    // Round numbers and the time left are for people and need the rules; all else is there.
    let numbers = |text: &str| -> Vec<String> {
        let mut parts = text.split("[left ");
        let mut bare = parts.next().unwrap_or_default().to_owned();
        parts.for_each(|part| bare.push_str(part.split_once(']').unwrap().1));
        let words = bare.split_whitespace().map(|w| w.trim_start_matches('(').to_owned());
        words.filter(|w| !w.ends_with('.')).collect()
    };
    assert_eq!(numbers(&record.to_text()), numbers(&before), "as text");
    let (mut game, report) = record.resume(source("")).unwrap();
    assert_eq!((report.legal, report.illegal), (7, 0));
    assert_eq!(Record::of(&game).to_text(), before, "as a match");
    assert_eq!(game.position_text().unwrap().unwrap(), "1..12");
}

#[test]
fn an_arrow_drawn_again_is_removed_and_their_number_is_bounded() {
    let mut game = game();
    let ring = |n: usize| Arrow { from: n.to_string(), to: n.to_string() };
    (0..MAX_ARROWS).for_each(|n| assert!(game.toggle_arrow(ROOT, ring(n))));
    assert!(!game.toggle_arrow(ROOT, ring(MAX_ARROWS)));
    assert!(game.toggle_arrow(ROOT, ring(7)));
    let arrows = &game.tree().node(ROOT).arrows;
    assert_eq!((arrows.len(), arrows.contains(&ring(7))), (MAX_ARROWS - 1, false));
    // They are taken back, deleted and restored with their moves.
    let text = Record::of(&game).to_text();
    assert!(text.contains("[draw a a>c"), "{text}");
    let (first, here) = (game.tree().node(ROOT).children()[0], game.here());
    game.delete(first).unwrap();
    assert!(!Record::of(&game).to_text().contains("[draw a a>c"));
    game.restore();
    game.go_to(here).unwrap();
    assert_eq!(Record::of(&game).to_text(), text);
}

#[test]
fn every_sign_is_kept() {
    for assessment in Assessment::ALL.map(Some).into_iter().chain([None]) {
        let mut game = game();
        let first = game.tree().node(ROOT).children()[0];
        game.assess(first, assessment);
        let again = Record::parse(&Record::of(&game).to_text()).unwrap();
        assert_eq!(again.tree.node(again.tree.node(ROOT).children()[0]).assessment, assessment);
    }
}

#[test]
fn odd_notations_are_quoted() {
    for mv in
        ["12.", "(a)", "a b", "\"", "@2:x", "~d1", "!resign", "--- ruleset ---", "ü\u{7}", "*"]
    {
        let mut tree = GameTree::default();
        tree.add(ROOT, GameEvent::Move { seat: None, mv: mv.to_owned() });
        let text = Record { tree, ..Record::default() }.to_text();
        let back = Record::parse(&text).unwrap();
        let first = back.tree.node(ROOT).children()[0];
        assert_eq!(back.tree.node(first).event().unwrap().text(), mv, "{text}");
    }
}

#[test]
fn draws_and_seats_out_of_turn_are_written() {
    let setup = MatchSetup { seed: 1, ..MatchSetup::default() };
    let mut game = Match::new(source("chance = true"), setup).unwrap();
    game.play("a").unwrap();
    game.remove_player(0, Cause::Time, None).unwrap();
    let text = Record::of(&game).to_text();
    assert!(moves(&text).starts_with("~d"), "{text}");
    assert!(moves(&text).ends_with("@1:!time"), "{text}");
    let (again, _) = Record::parse(&text).unwrap().resume(source("chance = true")).unwrap();
    assert_eq!(Record::of(&again).to_text(), text);
    assert_eq!(again.status(), game.status());
}

#[test]
fn unknown_tags_and_their_order_stay() {
    let text =
        "[Boardloom \"1\"]\n[Event \"A \\\\ cup\"]\n[Seed \"5\"]\n[Opening \"x\" \"y\"]\n\na b\n";
    let record = Record::parse(text).unwrap();
    assert_eq!(record.tags[0], ("Event".to_owned(), vec!["A \\ cup".to_owned()]));
    let (game, _) = record.resume(source("")).unwrap();
    let text = Record::of(&game).to_text();
    assert!(text.contains("[Event \"A \\\\ cup\"]\n[Opening \"x\" \"y\"]\n"), "{text}");
}

#[test]
fn what_is_not_legal_is_kept() {
    let text = "[Boardloom \"1\"]\n\n1. a z 2. b (c d)\n";
    let (game, report) = Record::parse(text).unwrap().resume(source("")).unwrap();
    assert_eq!((report.legal, report.illegal), (1, 4));
    assert!(
        Record::of(&game).to_text().contains("1. a z b (1... c d)"),
        "{}",
        Record::of(&game).to_text()
    );
    let end = game.tree().end(ROOT);
    assert!(matches!(game.tree().node(end).legality, Legality::Illegal(_)));
}

#[test]
fn the_result_is_that_of_the_main_line() {
    let mut game = Match::new(source("length = 1"), MatchSetup::default()).unwrap();
    game.play("a").unwrap();
    let text = Record::of(&game).to_text();
    assert!(text.contains("[Result \"1 1\" \"the row is full\"]"), "{text}");
    game.undo().unwrap();
    assert_eq!(Record::parse(&text).unwrap().result, Some((vec![1, 1], "the row is full".into())));
}

#[test]
fn errors_have_their_place() {
    let cases = [
        (
            "",
            "line 1, column 1: this is no Boardloom game: its record begins with [Boardloom \"1\"]",
        ),
        ("[Boardloom \"2\"]", "line 1, column 1: this record has format 2"),
        (
            "[Boardloom \"1\"]\n[Seed \"x\"]",
            "line 2, column 1: expected a whole number as the seed",
        ),
        ("[Boardloom \"1\"]\n[Seed \"1\"", "line 2, column 1: this tag lacks its closing `]`"),
        ("[Boardloom \"1\"]\n[Seat \"2\" \"x\" \"person\"]", "line 2, column 1: expected seat 1"),
        ("[Boardloom \"1\"]\n\na (b", "line 3, column 3: the variation that opens here"),
        ("[Boardloom \"1\"]\n\n(b)", "line 3, column 1: expected a move before the variation"),
        ("[Boardloom \"1\"]\n\na )", "line 3, column 3: found `)` without"),
        ("[Boardloom \"1\"]\n\na {b", "line 3, column 3: the comment that opens here"),
        ("[Boardloom \"1\"]\n\nä \"b", "line 3, column 3: the quote that opens here"),
        (
            "[Boardloom \"1\"]\n\na !what",
            "line 3, column 3: expected !resign, !time, !left or !draw",
        ),
        ("[Boardloom \"1\"]\n\n@0:a", "line 3, column 1: expected a seat"),
        ("[Boardloom \"1\"]\n\na ]", "line 3, column 3: expected a move, found `]`"),
        ("[Boardloom \"1\"]\n[Clock \"sand\"]", "line 2, column 1: expected a clock"),
        ("[Boardloom \"1\"]\n\na {[took x]}", "line 3, column 4: expected seconds"),
        (
            "[Boardloom \"1\"]\n[Clock \"fischer\" \"18446744073709551615\" \"5\"]",
            "line 2, column 1: expected at most 3153600000 seconds, found `18446744073709551615`",
        ),
        (
            "[Boardloom \"1\"]\n[Clock \"byo-yomi\" \"5\" \"4294967295\" \"5\"]",
            "line 2, column 1: expected a whole number up to 10000, found `4294967295`",
        ),
        (
            "[Boardloom \"1\"]\n[Clock \"arcade\" \"5\" \"5\" \"4294967295\"]",
            "line 2, column 1: expected a whole number up to 10000",
        ),
        (
            "[Boardloom \"1\"]\n[Carried \"1\" \"18446744073709551615\" \"1\"]",
            "line 2, column 1: expected at most",
        ),
        (
            "[Boardloom \"1\"]\n\na {[took 18446744073709551615]}",
            "line 3, column 4: expected at most",
        ),
        (
            "[Boardloom \"1\"]\n\na {[coins 4294967295]}",
            "line 3, column 4: expected a whole number",
        ),
        ("[Boardloom \"1\"]\n\na {[draw d4 >]}", "line 3, column 13: expected a site, as `d4`"),
    ];
    for (text, expected) in cases {
        let error = Record::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
}

#[test]
fn the_largest_clocks_overflow_nothing() {
    let most = crate::clock::MAX_TIME.as_secs();
    for clock in [
        format!("\"fischer\" \"{most}\" \"{most}\""),
        format!("\"byo-yomi\" \"{most}\" \"10000\" \"{most}\""),
        format!("\"arcade\" \"{most}\" \"{most}\" \"10000\" \"carry\""),
    ] {
        let text = format!(
            "[Boardloom \"1\"]\n[Clock {clock}]\n[Carried \"1\" \"{most}\" \"10000\"]\n\n\
             1. a {{[took {most}][coins 10000]}} b {{[took {most}][paused {most}]}}\n"
        );
        let (mut game, _) = Record::parse(&text).unwrap().resume(source("")).unwrap();
        game.note_spent(Duration::MAX);
        game.note_pause(Duration::MAX);
        game.note_pause(Duration::MAX);
        game.buy_time(Duration::MAX);
        let (_, _) = (game.time_budget(Duration::ZERO), game.should_buy_time(Duration::MAX));
        let _ = game.play_as(0, "c", Some(Duration::MAX));
        let written = Record::of(&game).to_text();
        let (again, _) = Record::parse(&written).unwrap().resume(source("")).unwrap();
        assert_eq!(Record::of(&again).to_text(), written);
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    let whole = Record::of(&game()).to_text();
    for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
        let _ = Record::parse(&whole[..end]);
    }
    // Single bytes exchanged, at places drawn from a fixed seed.
    let odd = ["(", ")", "{", "}", "[", "]", "\"", "\\", "@", "~", "!", ".", "\n", "ü", "0"];
    for n in 0..5000u32 {
        let number = crate::chance_number(1, n);
        let at = (number >> 8) as usize % whole.len();
        let Some(at) = (at..whole.len()).find(|at| whole.is_char_boundary(*at)) else { continue };
        let mut text = whole.clone();
        text.insert_str(at, odd[number as usize % odd.len()]);
        if let Ok(record) = Record::parse(&text) {
            let again = record.to_text();
            assert_eq!(Record::parse(&again).unwrap().to_text(), again, "{text}");
        }
    }
}

/// Would break if a name could print further lines, such as a result.
#[test]
fn names_are_one_line() {
    let text = r#"[Boardloom "1"]
[Ruleset "a\nb" ""]
[Plugin "p\nq" "1\n2" ""]
[Date "2026\n-01-01"]
[Seat "1" "Eve\n2. Bob" "person"]
[Result "1 2" "won\nGame over"]

"#;
    let record = Record::parse(text).unwrap();
    let (_, reason) = record.result.clone().unwrap();
    let name = &record.setup.players[0].name;
    for line in
        [&record.ruleset, &record.plugin, &record.plugin_version, &record.setup.date, name, &reason]
    {
        assert!(line.contains(r"\n") && !line.contains('\n'), "{line}");
    }
    let written = record.to_text();
    assert_eq!(Record::parse(&written).unwrap().to_text(), written);
}

#[test]
fn deep_variations_need_no_deep_stack() {
    let deep = 100_000;
    let text = format!("[Boardloom \"1\"]\n\n{}a{}", "a (b ".repeat(deep), ")".repeat(deep));
    let record = Record::parse(&text).unwrap();
    assert_eq!(record.to_text(), Record::parse(&record.to_text()).unwrap().to_text());
}
