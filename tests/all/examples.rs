//! Example games of rulesets: those of the papers, opened by name, and checked.

use std::sync::Arc;

use boardloom_match::{GameSource, Match, check_examples};
use boardloom_ruleset::{ExampleGame, Ruleset};

use crate::program::TestDir;
use crate::support::{library, plugins, ruleset, ruleset_with};

fn source(ruleset: Ruleset) -> GameSource {
    let rules = Arc::clone(&plugins()[ruleset.plugin.as_str()].sandboxed);
    GameSource::new(rules, Arc::new(ruleset))
}

#[test]
fn every_shipped_example_is_played_through_and_is_whole_in_german() {
    for id in library().ids() {
        let ruleset = ruleset(&id);
        for example in &ruleset.examples {
            let german = &example.translations["de"];
            assert!(!german.title.is_empty(), "{id}: {}", example.texts.title);
            assert_eq!(example.texts.text.is_empty(), german.text.is_empty(), "{id}");
        }
        let open = |example: &ExampleGame| Ok(source(ruleset_with(&id, &example.overrides())));
        let found = check_examples(&source(ruleset.clone()), open).expect("the game opens");
        assert!(found.is_empty(), "{}", ruleset.locate(&found).render(false));
    }
}

/// The results that the sources give.
#[test]
fn the_games_of_the_papers_end_as_they_say() {
    let scores = |at: usize| {
        let source = source(ruleset("fractal/square"));
        let example = source.ruleset.examples[at].clone();
        let (mut game, _) = Match::of_example(source, &example, "de").expect("it opens");
        assert!(!game.node().comment.is_empty(), "the start says where it comes from");
        game.go_to(*game.tree().main_line().last().unwrap()).expect("it is legal");
        let seats = &game.status().seats;
        (seats[0].score, seats[1].score, game.status().outcome.as_ref().unwrap().winner())
    };
    assert_eq!((scores(0), scores(1)), ((18.0, 18.0, None), (25.0, 27.0, Some(1))));
    let id = "connection/projective-hex";
    let example = ruleset(id).examples[0].clone();
    let source = source(ruleset_with(id, &example.overrides()));
    let (mut game, _) = Match::of_example(source, &example, "").expect("it opens");
    game.go_to(*game.tree().main_line().last().unwrap()).expect("it is legal");
    let position = game.position_text().unwrap().expect("a text form");
    // As the article draws it.
    assert!(position.starts_with(".XO/..XO/..OO./.XOX../XOX../XO.."), "{position}");
    assert_eq!(game.status().outcome.as_ref().unwrap().winner(), Some(1));
}

#[test]
fn an_example_is_listed_opened_and_printed_by_name() {
    let dir = TestDir::new();
    let rules = dir.run(&["rules", "fractal/square"]).success();
    assert!(rules.contains("1. The paper's first game: a tie"), "{rules}");
    let printed = dir.run(&["replay", "fractal/square", "--example", "1", "--last"]).success();
    assert!(printed.contains("draw") || printed.contains("Draw"), "{printed}");
    let named = ["replay", "connection/projective-hex", "--example", "bill taylor's finished game"];
    assert!(dir.run(&named).success().contains("White"), "by its title");
    let play = ["play", "fractal/square", "--text", "--example", "2"];
    let output = dir.run_with_input(&play, b"redo\nmoves\nquit\n").success();
    assert!(output.contains("on to: 1. Black"), "{output}");
    let records = dir.data().join("records");
    let kept = std::fs::read_dir(records).into_iter().flatten().count();
    assert_eq!(kept, 0, "a game that is only looked at leaves nothing");
    dir.run(&["replay", "fractal/square", "--example", "9"]).fails(2, "there is no example `9`");
    dir.run(&["replay", "ataxx/small", "--example", "1"]).fails(2, "has no example games");
}

#[test]
fn check_reports_an_example_that_cannot_be_played() {
    let dir = TestDir::new();
    let file = dir.write(
        "ataxx/five.toml",
        "format = 1\nplugin = \"ataxx\"\nname = \"Five\"\nextends = \"ataxx/small\"\n\n\
         [[example]]\ntitle = \"Wrong\"\nmoves = \"1. b5 a1\"\n\n\
         [[example]]\ntitle = \"Lost\"\nmoves = \"b5\"\noptions = { \"rules.nothing\" = 1 }\n",
    );
    let output = dir.run(&["check", &file.to_string_lossy()]);
    let whole = output.out + &output.err;
    for part in ["five.toml:8:", "move 2 `a1` cannot be played", "five.toml:13:"] {
        assert!(whole.contains(part), "{part}: {whole}");
    }
}
