//! Lessons and puzzles: the shipped ones can be played through, bad ones are refused.

use std::sync::Arc;

use boardloom_match::{GameSource, Match, check_exercises};
use boardloom_ruleset::Ruleset;

use crate::program::TestDir;
#[cfg(unix)]
use crate::pty::Terminal;
use crate::support::{library, plugins, ruleset};

fn source(ruleset: Ruleset) -> GameSource {
    let rules = Arc::clone(&plugins()[ruleset.plugin.as_str()].sandboxed);
    GameSource::new(rules, Arc::new(ruleset))
}

#[test]
fn every_shipped_lesson_and_puzzle_is_played_through() {
    let mut taught = std::collections::BTreeSet::new();
    for id in library().ids() {
        let ruleset = ruleset(&id);
        if ruleset.lessons.is_empty() && ruleset.puzzles.is_empty() {
            continue;
        }
        if !ruleset.lessons.is_empty() {
            assert!((6..=10).contains(&ruleset.lessons.len()), "{id}: six to ten steps");
            taught.insert(ruleset.plugin.clone());
        }
        for exercise in ruleset.lessons.iter() {
            let german = exercise.translations.get("de").cloned().unwrap_or_default();
            assert!(!german.text.is_empty(), "{id}: `{}` has no German", exercise.texts.text);
            let said =
                [(&exercise.texts.right, &german.right), (&exercise.texts.wrong, &german.wrong)];
            assert!(said.iter().all(|(own, de)| own.is_empty() == de.is_empty()), "{id}");
        }
        let found = check_exercises(&source(ruleset.clone())).expect("the game opens");
        assert!(found.is_empty(), "{}", ruleset.locate(&found).render(false));
    }
    let puzzles: std::collections::BTreeMap<_, _> = library()
        .ids()
        .iter()
        .map(|id| (id.split('/').next().unwrap_or_default().to_owned(), ruleset(id).puzzles.len()))
        .filter(|(_, puzzles)| *puzzles >= 20)
        .collect();
    assert_eq!(puzzles.len(), plugins().len(), "{puzzles:?}: a family has too few puzzles");
    assert_eq!(taught.len(), plugins().len(), "{taught:?}: a family has no lessons");
}

#[test]
fn exercises_change_neither_hash_nor_the_parameters_of_a_plugin() {
    let with = ruleset("ataxx/classic");
    assert!(!with.lessons.is_empty());
    assert!(!with.resolved_toml().contains("lesson") && !with.plugin_json().contains("lesson"));
    let child = ruleset("ataxx/small");
    assert!(child.lessons.is_empty(), "lessons are not inherited");
}

#[test]
fn answers_are_read_in_the_notation_of_the_game() {
    let source = source(ruleset("ataxx/classic"));
    let exercise = &source.ruleset.lessons[0];
    let mut game = Match::of_exercise(source.clone(), exercise).expect("the lesson opens");
    let lines = game.answer_lines(exercise).expect("its answers are legal");
    assert_eq!(lines.len(), exercise.answers.len());
    assert_eq!(game.tree().len(), 1, "reading them plays nothing");
    assert!(game.read_line("a6 q9").is_err());
}

/// Checks a small board with these exercises, and returns what the program prints.
#[track_caller]
fn check(exercises: &str, parts: &[&str]) {
    let dir = TestDir::new();
    let text = format!(
        "format = 1\nplugin = \"ataxx\"\nname = \"Five\"\n\n[board]\ntopology = \"grid\"\n\
         width = 5\nheight = 5\n\n[setup]\npieces = {{ x = [\"a1\"], o = [\"e5\"] }}\n\n{exercises}"
    );
    dir.write("ataxx/five.toml", &text);
    let path = dir.path().join("ataxx/five.toml").to_string_lossy().into_owned();
    let output = dir.run(&["check", &path]);
    let whole = output.out + &output.err;
    assert_eq!(output.code, i32::from(!parts.is_empty()), "{whole}");
    for part in parts {
        assert!(whole.contains(part), "expected `{part}` in:\n{whole}");
    }
}

#[test]
fn sound_exercises_are_let_through() {
    check("[[lesson]]\ntext = \"Grow.\"\nanswers = [\"a2\", \"b1\"]\n", &[]);
    check("[[puzzle]]\nmoves = \"a2 e4\"\nanswers = [\"a3 e3 a4\"]\ndifficulty = 3\n", &[]);
}

#[test]
fn an_illegal_answer_is_reported_at_its_place() {
    let lesson = "[[lesson]]\ntext = \"Grow.\"\nanswers = [\"a2\", \"b2 e4 e5\"]\n";
    check(lesson, &["move 3 of the answer cannot be played", "five.toml:15:25", "^^"]);
    let lesson = "[[lesson]]\ntext = \"Grow.\"\nanswers = [\"a4\"]\n";
    check(lesson, &["the answer cannot be played", "five.toml:15:13", "help: "]);
}

#[test]
fn an_unreadable_position_is_reported_at_its_place() {
    let lesson = "[[lesson]]\ntext = \"Grow.\"\nposition = \"x4/5/5 x 0 1\"\ngoal = \"any\"\n";
    check(lesson, &["the position cannot be read", "five.toml:15:12"]);
    let moves = "[[lesson]]\ntext = \"Grow.\"\nmoves = \"a2 a2\"\ngoal = \"any\"\n";
    check(moves, &["move 2 cannot be played", "five.toml:15:13"]);
}

#[test]
fn an_unreachable_goal_is_reported_at_its_place() {
    let lesson = "[[lesson]]\ntext = \"Turn.\"\ngoal = \"capture\"\n";
    check(lesson, &["no legal move reaches the goal", "five.toml:15:8"]);
    let over = "[[lesson]]\ntext = \"Win.\"\nposition = \"xxxxx/5/5/5/5 o 0 1\"\ngoal = \"win\"\n";
    check(over, &["five.toml:15"]);
}

#[test]
fn contradictions_are_reported_at_their_places() {
    let both = "[[lesson]]\ntext = \"Grow.\"\nanswers = [\"a2\"]\ngoal = \"any\"\n";
    check(both, &["`answers` or a `goal`, not both", "five.toml:16:8", "remove one of them"]);
    let text = "[[lesson]]\ntext = \"Read.\"\nright = \"Yes.\"\n";
    check(text, &["`right` is never said", "five.toml:15:9"]);
    let twice = "[[puzzle]]\nanswers = [\"a2\", \"a2\"]\n";
    check(twice, &["this answer is given already", "five.toml:14:18"]);
    check("[[puzzle]]\ntext = \"Find.\"\n", &["missing key `answers`"]);
    check("[[lesson]]\ntext = \"Grow.\"\nanswer = [\"a2\"]\n", &["answer", "answers"]);
}

#[test]
fn lessons_are_learnt_as_text() {
    let dir = TestDir::new();
    let input = b"hint\na7a5\na6\na5\nnext\nback\nquit\n";
    let output = dir.run_with_input(&["play", "ataxx/classic", "--text", "--learn"], input);
    assert_eq!(output.code, 0, "{}", output.err);
    let told = [
        "Lesson 1 of 7",
        "a6",
        "That was a jump of two squares.",
        "You have one piece more now.",
        "no move is asked for",
        "Lesson 2 of 7",
        "Jump: take a piece",
        "Lesson 1 of 7",
    ];
    let mut rest = output.out.as_str();
    for part in told {
        let at = rest.find(part).unwrap_or_else(|| panic!("expected `{part}` in:\n{rest}"));
        rest = &rest[at + part.len()..];
    }
}

/// Types a move once the field for it is there.
#[cfg(unix)]
fn type_move(terminal: &mut Terminal, mv: &str) {
    terminal.press_until(&["/"], "the field", |shown| shown.contains("Tab completes"));
    terminal.keys(&format!("{mv}\r"));
    terminal.wait("the board", |shown| !shown.contains("Tab completes"));
}

/// The lessons to the end, then the first game with hints; solved puzzles are remembered.
#[cfg(unix)]
#[test]
fn lessons_and_puzzles_are_done_in_the_terminal() {
    let dir = TestDir::new();
    let learn = ["play", "--terminal", "ataxx/classic", "--learn"];
    let mut terminal = Terminal::start(&dir, &learn, 80, 24);
    terminal.wait("the first lesson", |shown| shown.contains("Lesson 1 of 7"));
    type_move(&mut terminal, "a7a5");
    terminal.wait("the reason", |shown| shown.contains("That was a jump"));
    terminal.wait("the board before it", |shown| shown.contains("7 │{●}"));
    type_move(&mut terminal, "a6");
    terminal.wait("the answer", |shown| shown.contains("You have one"));
    for number in 2..=7 {
        terminal.press_until(&["s"], "the next lesson", |shown| {
            shown.contains(&format!("Lesson {number} of 7"))
        });
    }
    terminal.wait("the offer of a game", |shown| shown.contains("first game"));
    terminal.keys("G");
    terminal.wait("a game with hints", |shown| {
        shown.contains("Orange to move") && !shown.contains("Lesson") && shown.contains("Hint: ")
    });
    drop(terminal);
    let puzzles = ["play", "--terminal", "ataxx/classic", "--puzzles"];
    let ruleset = ruleset("ataxx/classic");
    let easiest = ruleset.puzzles.iter().min_by_key(|puzzle| puzzle.difficulty);
    let answer = &easiest.expect("there are puzzles").answers[0];
    let first = answer.split(' ').next().expect("a move");
    for solved in 0..2 {
        let mut terminal = Terminal::start(&dir, &puzzles, 80, 24);
        let count = format!("{solved} of {} solved", ruleset.puzzles.len());
        terminal.wait(&count, |shown| shown.contains(&count));
        if solved == 0 {
            type_move(&mut terminal, first);
            terminal.wait("the praise", |shown| shown.contains("Right!"));
        }
    }
}

#[test]
fn found_puzzles_have_one_winning_move_and_are_found_again() {
    let dir = TestDir::new();
    let args = ["lab", "puzzles", "connection/projective-hex", "-n", "6", "--nodes", "2000"];
    let output = dir.run(&args);
    assert_eq!(output.code, 0, "{}", output.err);
    assert!(output.out.contains("[[puzzle]]"), "no puzzle in six games: {}", output.err);
    assert_eq!(dir.run(&args).out, output.out, "searches by nodes do not depend on time");
    let text = format!(
        "format = 1\nname = \"Found\"\nextends = \"connection/projective-hex\"\nlicense = \"MIT\"\n\n{}",
        output.out
    );
    dir.write("found.toml", &text);
    let path = dir.path().join("found.toml").to_string_lossy().into_owned();
    let checked = dir.run(&["check", &path]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
}
