//! `boardloom query`: requests and their answers, as documented in `host/QUERY.md`.

use std::cell::RefCell;

use serde_json::{Value, json};

use crate::program::{PipedProgram, TestDir};

/// Sends requests, one a line, and returns the answers.
fn ask(requests: &[Value]) -> Vec<Value> {
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    ask_text(input.as_bytes())
}

fn ask_text(input: &[u8]) -> Vec<Value> {
    let out = TestDir::new().run_with_input(&["query"], input).success();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

thread_local! {
    /// A program for the single questions of a test: each test has its thread.
    static PROGRAM: RefCell<PipedProgram> = RefCell::new(PipedProgram::start(&["query"]));
}

/// Returns one answer's value.
fn one(mut request: Value, name: &str) -> Value {
    request["ask"] = json!([name]);
    let lines = PROGRAM.with_borrow_mut(|program| {
        program.send(&request.to_string());
        program.until("{")
    });
    let answer: Value = serde_json::from_str(&lines[0]).unwrap();
    answer.get(name).cloned().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn every_answer_has_its_form() {
    let request = json!({ "ruleset": "ataxx/tournament", "moves": ["g2"] });
    for (name, expected) in [
        ("position", json!("x5o/7/7/7/7/6x/o5x o 0 1")),
        ("turn", json!(2)),
        ("acting", json!([2])),
        ("count", json!(16)),
        ("scores", json!([3, 2])),
        ("outcome", Value::Null),
        ("changes", json!([{ "site": "g2", "before": null, "after": "x" }])),
        ("perft:0", json!(1)),
        ("perft:1", json!(16)),
        ("played", json!([{ "seat": 1, "move": "g2" }])),
        ("ply", json!(1)),
        ("note", Value::Null),
        ("form:position", json!("x5o/7/7/7/7/6x/o5x o 0 1")),
        ("legal:1", json!([])),
        ("count:1", json!(0)),
        ("cautions", json!([])),
    ] {
        assert_eq!(one(request.clone(), name), expected, "{name}");
    }
    let legal = one(request.clone(), "legal");
    let legal: Vec<&str> =
        legal.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(legal.len(), 16);
    assert!(legal.is_sorted());
    let divided = one(request.clone(), "divide:2");
    let sum: u64 = divided.as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(json!(sum), one(request.clone(), "perft:2"));
    assert_eq!(one(request.clone(), "evaluate").as_array().unwrap().len(), 2);
    assert_eq!(one(request.clone(), "pieces").as_array().unwrap().len(), 5);
    assert_eq!(one(request.clone(), "key").as_str().unwrap().len(), 16);
    assert!(one(request.clone(), "diagram").as_str().unwrap().contains("a b c d e f g"));
    assert_eq!(one(request.clone(), "marks")[0]["sites"], json!(["g2"]));
    assert!(!one(request.clone(), "rules").as_array().unwrap().is_empty());
    assert_eq!(one(request, "ruleset")["id"], "ataxx/tournament");
}

#[test]
fn moves_are_read_in_the_notation_of_the_family() {
    let request = json!({
        "ruleset": "tafl/copenhagen-2012",
        "position": "11/11/11/11/11/5K5/6t4/11/11/4tt5/3tTT5 a",
        "moves": ["g5-g1xe1xf1", "Kf6-f9"],
    });
    assert_eq!(one(request.clone(), "played")[0]["move"], "g5-g1");
    assert_eq!(one(request, "position"), "11/11/5K5/11/11/11/11/11/11/4tt5/3t2t4 a");
    // Each step of a turn of several captures is a move, and so is its end.
    let steps = |moves: &[&str], name: &str| {
        let request = json!({
            "ruleset": "tafl/berserk", "set": { "rules.berserk": "may" }, "moves": moves,
            "position": "11/11/11/3Tt6/11/11/3Tt6/11/8K2/11/2t8 a",
        });
        one(request, name)
    };
    assert_eq!(steps(&["c1-c5xd5"], "legal"), json!(["c5-c8", "end"]));
    assert_eq!(steps(&["c1-c5"], "turn"), 1);
    assert_eq!(steps(&["c1-c5", "end"], "turn"), 2);
    assert_eq!(steps(&["c1-c5"], "position"), "11/11/11/3Tt6/11/11/2t1t6/11/8K2/11/11 a c5");
}

/// A text of moves is what `--moves` of other commands is.
#[test]
fn moves_are_a_list_or_a_text() {
    let ask = |moves: Value| {
        one(json!({ "ruleset": "ataxx/tournament", "moves": moves }), "form:history")
    };
    assert_eq!(ask(json!("1. g2 f6 2. a6")), ask(json!(["g2", "f6", "a6"])));
    assert_eq!(ask(json!("")), ask(json!([])));
    let wrong = json!({ "ruleset": "ataxx/tournament", "moves": "1. g2 zz", "ask": ["turn"] });
    assert_eq!(self::ask(&[wrong])[0]["error"]["at"], "/moves/1");
}

#[test]
fn keys_and_histories_know_repetitions() {
    let ask = |request: Value, name: &str| one(request, name);
    let cases = [
        ("tafl/brandubh-htp", ["c4-c1", "a4-a2", "c1-c4", "a2-a4"], 23),
        ("tafl/brandubh", ["a4-a2", "c4-c1", "a2-a4", "c1-c4"], 40),
    ];
    for (id, moves, legal) in cases {
        let words = ["moves:", &moves.join(" ")].join(" ");
        let start = json!({ "ruleset": id });
        let played = json!({ "ruleset": id, "moves": moves });
        assert_eq!(ask(played.clone(), "position"), ask(start.clone(), "position"), "{id}");
        assert_eq!(ask(played.clone(), "board_key"), ask(start.clone(), "key"), "{id}");
        assert_ne!(ask(played.clone(), "key"), ask(start.clone(), "key"), "{id}");
        assert_eq!(ask(played.clone(), "count"), legal, "{id}");
        let history = ask(played.clone(), "form:history");
        assert_eq!(history, words.as_str(), "{id}");
        let read = json!({ "ruleset": id, "position": history });
        for name in ["key", "board_key", "legal", "position"] {
            assert_eq!(ask(read.clone(), name), ask(played.clone(), name), "{id}: {name}");
        }
        let text = ask(start, "position");
        let from_text = json!({ "ruleset": id, "position": text, "moves": moves });
        let history = ask(from_text.clone(), "form:history");
        assert!(history.as_str().is_some_and(|it| it.ends_with(&words)), "{id}: {history}");
        let read = json!({ "ruleset": id, "position": history });
        assert_eq!(ask(read, "key"), ask(from_text, "key"), "{id}");
    }
}

/// Nothing is counted below a repetition that ends the game, at any depth.
#[test]
fn counts_end_at_repetitions() {
    let shuffle = ["a4-a3", "c4-c3", "a3-a4", "c3-c4", "a4-a3", "c4-c3", "a3-a4"];
    let moves = json!({ "ruleset": "tafl/brandubh-throneless", "moves": shuffle });
    let divided = one(moves.clone(), "divide:2");
    assert_eq!(divided["c3-c4"], 0, "{divided}");
    let sum = |divided: &Value| {
        divided.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(one(moves.clone(), "perft:2"), sum(&divided));
    let before = json!({ "ruleset": "tafl/brandubh-throneless", "moves": shuffle[..6] });
    let below = |request: &Value, depth: usize| one(request.clone(), &format!("perft:{depth}"));
    let deeper = one(before.clone(), "divide:3");
    assert_eq!(deeper["a3-a4"], below(&moves, 2), "{deeper}");
    assert_eq!(below(&before, 3), sum(&deeper));
}

#[test]
fn a_game_that_ended_by_repetition_has_a_key_of_its_own() {
    let id = "tafl/copenhagen-2012";
    let cycle = ["k4-k3", "h6-h7", "k3-k4", "h7-h6"];
    let start = one(json!({ "ruleset": id }), "key");
    let moves: Vec<&str> = cycle.iter().chain(&cycle).copied().collect();
    let ended = json!({ "ruleset": id, "moves": moves });
    assert_eq!(one(ended.clone(), "outcome")["reason_id"], "over.repetition");
    assert_ne!(one(ended.clone(), "key"), start);
    assert_eq!(one(ended.clone(), "board_key"), start);
    let read = json!({ "ruleset": id, "position": one(ended.clone(), "form:history") });
    assert_eq!(one(read.clone(), "key"), one(ended, "key"));
    assert_eq!(one(read, "outcome")["reason_id"], "over.repetition");
}

#[test]
fn captures_and_jumps_are_changes() {
    let position = json!({
        "ruleset": "ataxx/tournament", "position": "7/7/7/2x1o2/7/7/7 x 0 1", "moves": ["c4e5"],
    });
    let changes = one(position, "changes");
    assert_eq!(
        changes,
        json!([
            { "site": "e5", "before": null, "after": "x" },
            { "site": "c4", "before": "x", "after": null },
            { "site": "e4", "before": "o", "after": "x" },
        ])
    );
}

#[test]
fn a_finished_game_has_an_outcome_and_no_turn() {
    let request = json!({
        "ruleset": "ataxx/tournament", "position": "x6/7/7/7/7/7/7 o 0 1",
        "ask": ["outcome", "turn", "legal", "perft:1", "acting", "divide:1"],
    });
    let answer = ask(&[request]).remove(0);
    assert_eq!(answer["outcome"]["winner"], 1);
    assert_eq!(answer["outcome"]["scores"], json!([1, 0]));
    assert_eq!(answer["outcome"]["places"], json!([1, 2]));
    assert!(answer["outcome"]["reason"].is_string());
    assert_eq!((&answer["turn"], &answer["legal"]), (&Value::Null, &json!([])));
    assert_eq!((&answer["perft:1"], &answer["acting"]), (&json!(0), &json!([])));
    assert_eq!(answer["divide:1"], json!({}));
}

#[test]
fn a_forced_pass_is_a_move_like_any_other() {
    let request =
        json!({ "ruleset": "ataxx/tournament", "position": "oxxx3/xxxx3/xxxx3/xxxx3/7/7/7 o 0 1" });
    let mut asked = request.clone();
    asked["ask"] = json!(["legal", "turn"]);
    let answer = ask(&[asked.clone()]).remove(0);
    assert_eq!((&answer["legal"], &answer["turn"]), (&json!(["0000"]), &json!(2)));
    // Its other spelling is understood.
    for spelled in ["0000", "pass"] {
        asked["moves"] = json!([spelled]);
        asked["ask"] = json!(["turn", "played", "changes"]);
        let answer = ask(&[asked.clone()]).remove(0);
        assert_eq!(answer["turn"], 1);
        assert_eq!(answer["played"], json!([{ "seat": 2, "move": "0000" }]));
        assert_eq!(answer["changes"], json!([]));
    }
}

#[test]
fn chance_is_drawn_from_the_seed_or_listed() {
    let set = json!({ "setup.random_walls.max": 6 });
    let request = |more: Value| {
        let mut request = json!({
            "ruleset": "ataxx/classic", "set": set, "ask": ["position", "turn", "played", "legal"],
        });
        for (key, value) in more.as_object().unwrap() {
            request[key] = value.clone();
        }
        request
    };
    let answers = ask(&[
        request(json!({})),
        request(json!({ "seed": 4 })),
        request(json!({ "seed": 4, "moves": ["g2"] })),
        request(json!({ "moves": ["g2"] })),
        request(json!({ "moves": ["wall-d5", "wall-none", "g2"] })),
        request(json!({ "seed": 4, "moves": ["wall-d5"] })),
    ]);
    assert_eq!(answers[0]["turn"], 0);
    assert!(answers[0]["legal"].as_array().unwrap().contains(&json!("wall-none")));
    assert_eq!(answers[1]["turn"], 1);
    let drawn = answers[1]["played"].as_array().unwrap();
    assert!(drawn.iter().all(|event| event["seat"] == 0));
    let played = answers[2]["played"].as_array().unwrap();
    assert_eq!(played[..drawn.len()], drawn[..]);
    assert_eq!(played.last().unwrap(), &json!({ "seat": 1, "move": "g2" }));
    assert_eq!(
        (&answers[3]["error"]["kind"], &answers[3]["error"]["at"]),
        (&json!("chance"), &json!("/moves/0"))
    );
    assert_eq!(answers[4]["played"].as_array().unwrap().len(), 3);
    assert_eq!(answers[4]["turn"], 2);
    assert_eq!(answers[5]["played"][0], json!({ "seat": 0, "move": "wall-d5" }));
    assert_eq!(answers[5]["turn"], 1);
}

#[test]
fn sites_have_neighbours_with_classes() {
    let toml =
        "format = 1\nname = \"Ring\"\nextends = \"ataxx/classic\"\n[board]\nglue = \"torus\"\n";
    let sites = one(json!({ "ruleset_toml": toml }), "sites");
    let corner = &sites[0];
    assert_eq!((&corner["site"], &corner["at"]), (&json!("a7"), &json!([0.5, 0.5])));
    let neighbours = corner["neighbours"].as_array().unwrap();
    assert_eq!(neighbours.len(), 8);
    for pair in [json!(["b7", 0]), json!(["g7", 1]), json!(["a1", 2]), json!(["g1", 3])] {
        assert!(neighbours.contains(&pair), "{pair} in {neighbours:?}");
    }
}

#[test]
fn errors_have_a_kind_and_a_location() {
    let base = json!({ "ruleset": "ataxx/tournament" });
    let with = |key: &str, value: Value| {
        let mut request = base.clone();
        request[key] = value;
        request
    };
    let cases = [
        (json!({}), "request", json!(""), "`ruleset`"),
        (json!([1]), "request", json!(""), "a list"),
        (with("ask", json!("turn")), "request", json!("/ask"), "expected a list"),
        (with("ask", json!(["turn", "legl"])), "request", json!("/ask/1"), "did you mean `legal`?"),
        (with("ask", json!(["form:x"])), "request", json!("/ask/0"), "position"),
        (with("ask", json!(["legal:9"])), "request", json!("/ask/0"), "from 1 to 2"),
        (with("moves", json!(["g2", "g2"])), "illegal-move", json!("/moves/1"), "g2"),
        (with("moves", json!([7])), "request", json!("/moves/0"), "the number 7"),
        (
            with("moves", json!([{ "seat": 2, "move": "g2" }])),
            "not-to-act",
            json!("/moves/0"),
            "acting: 1",
        ),
        (with("moves", json!([{ "retire": 9 }])), "illegal-move", json!("/moves/0"), "seat 9"),
        (with("mvoes", json!([])), "request", json!("/mvoes"), "did you mean `moves`?"),
        (with("seed", json!(-1)), "request", json!("/seed"), "2^64"),
        (with("position", json!("7/7")), "position", json!("/position"), "rows"),
        (with("position", json!(7)), "request", json!("/position"), "expected a text"),
        (with("set", json!([])), "request", json!("/set"), "expected an object"),
        (with("set", json!({ "rules.clone": 0 })), "ruleset", json!("/set/rules.clone"), "clone"),
        (with("ruleset_toml", json!("")), "request", json!("/ruleset_toml"), "found both"),
        (
            json!({ "ruleset": "ataxx/nothing" }),
            "no-such-ruleset",
            json!("/ruleset"),
            "ataxx/nothing",
        ),
        (json!({ "ruleset": "../../etc/passwd" }), "no-such-ruleset", json!("/ruleset"), "passwd"),
        (json!({ "ruleset_toml": "format = " }), "ruleset", json!("/ruleset_toml"), ""),
        (
            json!({ "ruleset_toml": "format = 1\nname = \"x\"\nplugin = \"none\"\n" }),
            "ruleset",
            json!("/ruleset_toml"),
            "none",
        ),
    ];
    let mut requests: Vec<Value> = cases.iter().map(|(request, ..)| request.clone()).collect();
    // The line after all of them is answered.
    requests.push(with("ask", json!(["turn"])));
    let answers = ask(&requests);
    assert_eq!(answers.len(), requests.len());
    for ((request, kind, at, text), answer) in cases.iter().zip(&answers) {
        let error = &answer["error"];
        assert_eq!(
            (error["kind"].as_str(), &error["at"]),
            (Some(*kind), at),
            "{request}: {answer}"
        );
        assert!(error["message"].as_str().unwrap().contains(text), "{request}: {answer}");
    }
    assert_eq!(answers.last().unwrap(), &json!({ "turn": 1 }));
    let report = &answers[answers.len() - 2]["error"]["report"];
    assert_eq!(report["findings"][0]["line"], 3);
}

#[test]
fn counting_has_a_limit() {
    let dir = TestDir::new();
    let request = r#"{"ruleset": "ataxx/classic", "ask": ["perft:99"]}"#;
    let input = format!("{request}\n{{\"ruleset\": \"ataxx/classic\", \"ask\": [\"turn\"]}}");
    let out = dir.run_with_input(&["query", "--timeout", "0.2"], input.as_bytes()).success();
    let (counted, next) = out.split_once('\n').expect("two answers");
    assert!(counted.contains("plugin-timed-out"), "{counted}");
    assert_eq!(next.trim(), r#"{"turn":1}"#);
}

#[test]
fn arbitrary_bytes_get_an_answer() {
    let good = br#"{"id": {"a": 1}, "ruleset": "ataxx/small", "ask": ["turn"]}"#;
    let mut input = b"\xff\xfe\n{\n\n  \t \n\"\n{\"ruleset\": \"\\u0000\"}\n".to_vec();
    input.extend(std::iter::repeat_n(b' ', (16 << 20) + 1));
    input.push(b'\n');
    input.extend(std::iter::repeat_n(b'[', 100_000));
    input.push(b'\n');
    // The last line has no end.
    input.extend(good);
    let answers = ask_text(&input);
    let kinds: Vec<&str> =
        answers.iter().map(|a| a["error"]["kind"].as_str().unwrap_or("none")).collect();
    assert_eq!(kinds, ["json", "json", "json", "no-such-ruleset", "json", "json", "none"]);
    assert_eq!(answers[6], json!({ "id": { "a": 1 }, "turn": 1 }));
}

#[test]
fn a_request_is_answered_before_the_next_arrives() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let dir = TestDir::new();
    let mut command = dir.command(&["query"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(input, "{}", json!({ "ruleset": "ataxx/small", "ask": ["turn"] })).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "{\"turn\":1}\n");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_changed_file_is_reloaded() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let dir = TestDir::new();
    let text = |width: u32| {
        format!("format = 1\nname = \"A\"\nextends = \"ataxx/classic\"\n[board]\nwidth = {width}\n")
    };
    let path = dir.write("rulesets/ataxx/mine.toml", &text(7));
    let mut command = dir.command(&["query"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (width, expected) in [(7, "x5o"), (7, "x5o"), (9, "x7o")] {
        std::fs::write(&path, text(width)).unwrap();
        let changed =
            std::time::SystemTime::now() + std::time::Duration::from_secs(u64::from(width));
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(changed).unwrap();
        writeln!(input, "{}", json!({ "ruleset": "ataxx/mine", "ask": ["position"] })).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(&format!("\"{expected}/")), "{line}");
    }
    drop(input);
    child.wait().unwrap();
}

#[test]
fn the_guide_shows_real_answers() {
    let dir = TestDir::new();
    let guide = dir.run(&["query", "--guide"]).success();
    let lines: Vec<&str> = guide.lines().collect();
    let mut examples = 0;
    for pair in lines.windows(2).filter(|pair| pair[0].starts_with("{\"ruleset")) {
        let answer = dir.run_with_input(&["query"], pair[0].as_bytes()).success();
        assert_eq!(answer.trim_end(), pair[1], "{}", pair[0]);
        examples += 1;
    }
    assert_eq!(examples, 6);
}

#[test]
fn a_plugin_error_affects_one_answer() {
    let dir = TestDir::new();
    for name in ["polite", "last-words", "endless-loop", "memory-bomb", "unsorted-page"] {
        crate::cli::install(&dir, name);
    }
    let request = |name: &str, moves: &[&str], ask: &[&str]| {
        json!({ "ruleset": format!("wild/{name}"), "moves": moves, "ask": ask }).to_string()
    };
    let lines = [
        request("last-words", &["a"], &[]),
        request("endless-loop", &["a"], &[]),
        request("memory-bomb", &["a"], &[]),
        request("unsorted-page", &[], &["legal"]),
        request("polite", &[], &["perft:1"]),
        request("last-words", &[], &["turn"]),
        request("polite", &["a"], &["turn", "ply"]),
    ];
    let out = dir.run_with_input(&["query"], lines.join("\n").as_bytes()).success();
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> =
        answers.iter().map(|a| a["error"]["kind"].as_str().unwrap_or("none")).collect();
    assert_eq!(
        kinds,
        [
            "plugin-trapped",
            "plugin-timed-out",
            "plugin-out-of-memory",
            "plugin-broke-contract",
            "none",
            "none",
            "none"
        ],
        "{out}"
    );
    assert_eq!(answers[3]["error"]["at"], "/ask/0");
    assert_eq!(answers[4]["perft:1"], 1);
    assert_eq!(answers[6]["ply"], 1);
}

/// Who gave up is the reason, as in all other programs, not how many players are left.
#[test]
fn a_resignation_is_the_reason_of_a_result() {
    let request = json!({ "ruleset": "ataxx/classic", "moves": [{ "retire": 2 }] });
    let outcome = one(request, "outcome");
    assert_eq!((&outcome["winner"], &outcome["reason"]), (&json!(1), &json!("Blue resigned")));
    assert_eq!(outcome["reason_id"], "over.resigned");
}

/// A text of a position has no past: captures begin at 0 in it, and `form:history` keeps them.
#[test]
fn captures_belong_to_the_history_of_a_game() {
    let id = "tafl/brandubh";
    let moves = ["b4-b5", "d3-a3", "f4-f5", "a3-a2", "b5-c5", "a2-a3", "f5-e5"];
    let played = json!({ "ruleset": id, "moves": moves });
    assert_eq!(one(played.clone(), "scores"), json!([1, 0]));
    for (form, scores) in [("position", json!([0, 0])), ("form:history", json!([1, 0]))] {
        let again = json!({ "ruleset": id, "position": one(played.clone(), form) });
        assert_eq!(one(again.clone(), "scores"), scores, "{form}");
        for same in ["board_key", "legal"] {
            assert_eq!(one(again.clone(), same), one(played.clone(), same), "{form}: {same}");
        }
    }
}
