//! Matches between settings of the computer, and measures of games.

use serde_json::Value;

use crate::program::TestDir;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Would break if games depended on the number of threads, on time, or on the games before them.
#[test]
fn matches_by_nodes_are_the_same_every_time() {
    let dir = TestDir::new();
    let play = |jobs: &str| {
        let sides = ["--a", "nodes=60,name=deep", "--b", "nodes=10"];
        let args = ["arena", "ataxx/small", "-n", "6", "--seed", "5", "--json", "-j", jobs];
        let mut report = json(&dir.run(&[&args[..], &sides].concat()).success());
        for side in ["a", "b"] {
            assert!(report[side]["ms_per_move"].take().as_f64().unwrap() > 0.0);
        }
        report
    };
    let report = play("1");
    assert_eq!(report, play("3"));
    assert_eq!((&report["a"]["name"], &report["b"]["name"]), (&"deep".into(), &"nodes=10".into()));
    let number = |key: &str| report["score"][key].as_u64().unwrap();
    assert_eq!(number("games"), 6);
    assert_eq!(number("won") + number("drawn") + number("lost"), 6);
    let share = (number("won") as f64 + number("drawn") as f64 / 2.0) / 6.0;
    assert_eq!(report["score"]["share"], share);
    let bound = |key: &str| report[key].as_f64().unwrap();
    assert!(bound("share_low") <= share && share <= bound("share_high"));
    let games = report["games"].as_array().unwrap();
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game["game"], number + 1);
        assert_eq!(game["opening"], number / 2 + 1);
        let seats: [&str; 2] = if number % 2 == 0 { ["a", "b"] } else { ["b", "a"] };
        assert_eq!(game["seats"], Value::from(seats.to_vec()));
    }
    let by_seat = report["by_seat"].as_array().unwrap();
    assert_eq!(by_seat.iter().map(|it| it["games"].as_u64().unwrap()).collect::<Vec<_>>(), [3, 3]);
}

/// The arena's purpose: a search must beat random play.
#[test]
fn a_search_beats_blind_moves() {
    let dir = TestDir::new();
    let args = ["arena", "ataxx/small", "--a", "nodes=60", "--b", "random", "-n", "10"];
    let text = dir.run(&args).success();
    let row = text.lines().find(|line| line.starts_with("A  ") && line.ends_with('%')).unwrap();
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(words[1], "10", "{text}");
    assert!(words[2].parse::<u32>().unwrap() >= 9, "{text}");
    assert!(text.contains("with 95 % confidence") && text.contains("Elo "), "{text}");
    assert!(text.contains("B took ") && text.contains(" 0 nodes a move"), "{text}");
}

#[test]
fn a_sides_settings_reach_its_plugin_alone() {
    let dir = TestDir::new();
    // A side that values pieces of the enemy plays another game than one that
    // does not, and loses.
    let args = [
        "arena",
        "ataxx/small",
        "--a",
        "nodes=40",
        "--b",
        "nodes=40",
        "--set-b",
        "ai.weights.piece=-100",
        "-n",
        "6",
        "--json",
    ];
    let report = json(&dir.run(&args).success());
    assert!(report["score"]["share"].as_f64().unwrap() > 0.7, "{report}");
    // The same matchup in a ruleset that defines the level: the level's nodes end the search.
    dir.write(
        "weak.toml",
        "format = 1\nname = \"Weak\"\nextends = \"ataxx/classic\"\n\
         [[ai.levels]]\nname = \"Sleepy\"\nnodes = 7\n",
    );
    let other =
        ["arena", "ataxx/small", "--a", "ruleset=weak.toml", "--b", "nodes=7", "-n", "2", "--json"];
    let report = json(&dir.run(&other).success());
    assert_eq!((&report["a"]["nodes"], &report["a"]["level"]), (&7.into(), &1.into()));
    assert_eq!(report["a"]["time_ms"], Value::Null);
    let refused = |args: &[&str], why: &str| {
        dir.run(&[&["arena", "ataxx/small"], args].concat()).fails(2, why);
    };
    refused(&["--set-a", "rules.clone=2"], "expected a key of `[ai]`");
    refused(&["--set-a", "ai"], "side A: expected `table.key=value`");
    refused(&["--a", "levle=2"], "did you mean `level`?");
    refused(
        &["--b", "level=99"],
        "side B: there is no level 99; there are 1 (Beginner), 2 (Easy), 3 (Casual), 4 (Steady)",
    );
    refused(
        &["--a", "ruleset=weak.toml,level=2"],
        "side A: there is no level 2; there are 1 (Sleepy); as `--a level=1`",
    );
    refused(&["--a", "ruleset=connection/hex"], "is played by `connection`");
    let output = dir.run(&["arena", "ataxx/small", "--a", "ai.weihgts.piece=1"]);
    assert_eq!(output.code, 2, "{}", output.err);
    assert!(output.err.contains("weights"), "{}", output.err);
}

#[test]
fn one_side_plays_each_seat_in_turn_against_the_others() {
    let dir = TestDir::new();
    let args =
        ["arena", "ataxx/hexxagon-three", "--a", "random", "--b", "random", "-n", "6", "--json"];
    let report = json(&dir.run(&args).success());
    let seats: Vec<String> = report["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| {
            let seats = game["seats"].as_array().unwrap();
            seats.iter().map(|it| it.as_str().unwrap()).collect()
        })
        .collect();
    assert_eq!(seats, ["abb", "bab", "bba", "abb", "bab", "bba"]);
    assert_eq!(report["elo"], Value::Null);
    assert!((report["share_if_equal"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn games_are_cut_and_records_kept() {
    let dir = TestDir::new();
    let args = [
        "arena",
        "ataxx/classic",
        "--a",
        "random",
        "--b",
        "random",
        "-n",
        "3",
        "--max-plies",
        "9",
        "--records",
        "kept",
        "--json",
    ];
    let report = json(&dir.run(&args).success());
    assert_eq!((&report["cut"], &report["plies"]), (&3.into(), &9.0.into()));
    assert_eq!(report["score"]["drawn"], 3);
    let lines = std::fs::read_to_string(dir.path().join("kept/games.jsonl")).unwrap();
    let lines: Vec<Value> = lines.lines().map(json).collect();
    assert_eq!(report["games"], Value::from(lines));
    for game in 1..=3 {
        let record = format!("kept/{game:06}.loom");
        let moves = dir.run(&["replay", &record, "--json"]).success();
        assert_eq!(moves.lines().count(), 10, "{moves}");
    }
    // A second match leaves existing records as they are.
    let kept = std::fs::read(dir.path().join("kept/000001.loom")).unwrap();
    let again = [&args[..], &["--seed", "9"]].concat();
    dir.run(&again).fails(2, "expected an empty folder, but kept has something in it");
    assert_eq!(std::fs::read(dir.path().join("kept/000001.loom")).unwrap(), kept);
}

/// Returns a match of two identical sides, with records.
fn alike(dir: &TestDir, folder: &str) -> Value {
    let sides = ["--a", "random", "--b", "random,name=also", "-n", "30", "--seed", "3"];
    let args = ["arena", "fractal/square", "--records", folder, "--json"];
    json(&dir.run(&[&args[..], &sides].concat()).success())
}

/// Would break if games of identical sides were played twice, or if the figures of the
/// report differed from those of the records.
#[test]
fn identical_sides_measure_the_game() {
    let dir = TestDir::new();
    let report = alike(&dir, "kept");
    assert_eq!(report["alike"], true);
    assert_eq!(
        (&report["plugin"]["name"], &report["plugin"]["version"]),
        (&"fractal".into(), &"0.1.0".into())
    );
    assert_eq!(report["plugin"]["hash"].as_str().unwrap().len(), 64);
    let found = &report["findings"];
    assert_eq!((&found["games"], &found["different"]), (&30.into(), &30.into()));
    let games = report["games"].as_array().unwrap();
    assert_eq!(games[29]["opening"], 30);
    let won = |seat: usize| games.iter().filter(|game| game["winner"] == seat + 1).count();
    for seat in [0, 1] {
        assert_eq!(found["seats"][seat]["games"], won(seat));
        assert!(found["seats"][seat]["low"].as_f64() < found["seats"][seat]["share"].as_f64());
    }
    assert_eq!(found["drawn"]["games"], 30 - won(0) - won(1));
    // The same figures, computed from the output of `replay` for each record.
    let (mut leads, mut back, mut divided) = (0.0, 0, [0; 2]);
    for (number, game) in (1..).zip(games) {
        let lines = dir.run(&["replay", &format!("kept/{number:06}.loom"), "--json"]).success();
        let lines: Vec<Value> = lines.lines().map(json).collect();
        let score = |line: &Value, seat: usize| line["scores"][seat].as_f64().unwrap();
        let (half, end) = (&lines[(lines.len() - 1) / 2], lines.last().unwrap());
        assert_eq!((&game["half"], &game["scores"]), (&half["scores"], &end["scores"]));
        leads += score(end, 0) - score(end, 1);
        let before = score(half, 0) - score(half, 1);
        let winner = end["outcome"]["winner"].as_u64();
        back += u32::from(winner == Some(1) && before < 0.0 || winner == Some(2) && before > 0.0);
        for line in &lines {
            if line["move"].as_str().is_some_and(|mv| mv.starts_with('/')) {
                divided[line["seat"].as_u64().unwrap() as usize - 1] += 1;
            }
        }
    }
    assert!((found["lead"]["mean"].as_f64().unwrap() - leads / 30.0).abs() < 1e-9);
    assert_eq!(found["comebacks"]["behind"], back);
    for (seat, count) in divided.into_iter().enumerate() {
        let mean = found["effects"]["split"][seat].as_f64().unwrap();
        assert!(count > 0 && (mean - f64::from(count) / 30.0).abs() < 1e-9, "{seat}: {mean}");
    }
    // The facts of the last positions: points by level, the first level in every game.
    let fact = &found["facts"][0];
    assert_eq!((&fact["of"]["level"], &fact["games"]), (&"1".into(), &30.into()));
    assert!(
        fact["means"]["first"].as_f64().unwrap() + fact["means"]["second"].as_f64().unwrap() == 4.0
    );
    let same = alike(&dir, "again");
    assert_eq!(same["findings"], *found);
}

#[test]
fn reports_are_drawn_and_compared() {
    let dir = TestDir::new();
    let random = ["--a", "random", "--b", "random", "-n", "12", "--plots", "plots"];
    let text = dir.run(&[&["arena", "fractal/square"][..], &random].concat()).success();
    for part in [
        "A and B  ",
        "by seat ",
        "Black ",
        "White ",
        "lead of Black over White: ",
        "comebacks: ",
        "effects ",
        "  split ",
        "level=2",
        "length: ",
        "12 games, 12 of them different",
    ] {
        assert!(text.contains(part), "expected `{part}` in: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let svg = |path: &str| std::fs::read_to_string(dir.path().join(path)).unwrap();
    for (name, words) in [
        ("wins", "share of games, with 95 % confidence"),
        ("differences", "Score differences at the end: Black minus White"),
        ("course", "share of the game"),
        ("lengths", "plies"),
    ] {
        let text = svg(&format!("plots/{name}.svg"));
        assert!(text.starts_with("<svg ") && text.contains(words), "{name}: {text}");
        assert!(text.contains("fractal/square") && !text.contains("NaN"), "{name}: {text}");
    }
    for (file, ruleset) in [("first.json", "fractal/square"), ("other.json", "connection/hex")] {
        let args = ["arena", ruleset, "--a", "random", "--b", "random", "-n", "3", "--json"];
        dir.write(file, &dir.run(&args).success());
    }
    let table = dir.run(&["compare", "first.json", "other.json", "--plots", "both"]).success();
    for part in ["| first ", "| other ", "| run ", "split", "facts.level level 1"] {
        assert!(table.contains(part), "expected `{part}` in: {table}");
    }
    assert!(svg("both/wins.svg").contains(">other<"));
    // The seats have the colours of the game.
    for seat in 0..2 {
        let own = crate::support::ruleset("fractal/square").player(seat).color.to_string();
        for name in ["wins", "differences"] {
            assert!(svg(&format!("plots/{name}.svg")).contains(&own), "{name}: {own}");
        }
    }
    // Games without points have no leads to draw.
    assert!(svg("both/course.svg").contains(">first<"));
    assert!(!svg("both/course.svg").contains(">other<"));
    dir.write("none.json", "{}");
    dir.run(&["compare", "none.json"]).fails(1, "none.json: expected a report with at least");
    dir.run(&["compare", "nowhere.json"]).fails(5, "cannot read nowhere.json");
    dir.run(&["compare"]).fails(2, "<REPORT>");
}

/// Ctrl-C is no failure: the report covers the games played so far.
#[cfg(unix)]
#[test]
fn an_interrupted_match_reports_its_games() {
    use std::io::Read;
    let dir = TestDir::new();
    let args = [
        "arena",
        "ataxx/small",
        "--a",
        "random",
        "--b",
        "random",
        "-n",
        "1000000",
        "--records",
        "kept",
        "--json",
    ];
    let mut command = dir.command(&args);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let first = dir.path().join("kept/000001.loom");
    while !first.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was stopped");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{err}");
    let report = json(&out);
    let played = report["games"].as_array().unwrap().len();
    assert!((1..1_000_000).contains(&played));
    assert!(err.contains(&format!("ended early: {played} of 1000000 games")), "{err}");
}

#[test]
fn games_are_measured_and_formulas_evaluated() {
    let dir = TestDir::new();
    let args = ["stats", "ataxx/classic", "-n", "4", "--by-ply", "--json"];
    let report = json(&dir.run(&args).success());
    assert_eq!(report, json(&dir.run(&[&args[..], &["-j", "3"]].concat()).success()));
    assert_eq!(report["games"], 4);
    // The first move of a game on the usual board is one of sixteen.
    assert_eq!(report["by_ply"][0], serde_json::json!({"games": 4, "moves": 16.0}));
    let mean = |key: &str, what: &str| report[key][what].as_f64().unwrap();
    assert!(mean("moves_per_position", "geometric_mean") < mean("moves_per_position", "mean"));
    let counted = report["won"][0].as_u64().unwrap() + report["won"][1].as_u64().unwrap();
    let counted = counted + report["drawn"].as_u64().unwrap() + report["cut"].as_u64().unwrap();
    assert_eq!(counted, 4);
    let values = |report: &Value| -> Vec<String> {
        let all = report["estimates"].as_array().unwrap();
        all.iter().map(|it| it["value"].as_str().unwrap().to_owned()).collect()
    };
    // By the article's formula, from the numbers behind its printed figures.
    assert_eq!(values(&report), ["2.39e23", "5.23e838", "5.98e22", "1.37e811"]);
    // Three in a row on four by four squares, by hand: walls are not squares, and three colours
    // have other mixtures.
    let small = ["stats", "ataxx/classic", "-n", "1", "--json", "--set", "board.width=4"];
    let small =
        [&small[..], &["--set", "board.height=4", "--set", "board.blocked=[\"b2\", \"c3\"]"]]
            .concat();
    let report = json(&dir.run(&small).success());
    assert_eq!(
        report["board"],
        serde_json::json!({"open": 14, "pieces": 4, "seats": 2, "sites": 16})
    );
    let choose = |n: u64, k: u64| (1..=k).fold(1, |all, i| all * (n - k + i) / i);
    let positions: u64 = (4..14).map(|r| choose(14, r) * (2u64.pow(r as u32) - 2)).sum();
    let log10 = report["estimates"][0]["log10"].as_f64().unwrap();
    assert!((log10 - (positions as f64).log10()).abs() < 1e-9, "{positions}");
}

#[test]
fn games_of_the_computer_are_measured_too() {
    let dir = TestDir::new();
    let args = ["stats", "ataxx/small", "--computer", "2", "--nodes", "30", "-n", "2"];
    let text = dir.run(&args).success();
    assert!(
        text.starts_with("ataxx/small: 2 games of the computer at level 2, seed 1\n"),
        "{text}"
    );
    for part in ["geometric mean", "plies a game", "won by Orange", "game tree", "open = 25"] {
        assert!(text.contains(part), "expected `{part}` in: {text}");
    }
    dir.run(&["stats", "ataxx/small", "--computer", "99"])
        .fails(2, "there is no level 99; there are 1 (Beginner),");
    dir.run(&["stats", "ataxx/small", "--nodes", "9"]).fails(2, "--computer");
    dir.write(
        "odd.toml",
        "format = 1\nname = \"Odd\"\nextends = \"ataxx/small\"\n\
         [[help.estimates]]\nlabel = \"one\"\nformula = \"1 +\"\n",
    );
    let output = dir.run(&["check", "odd.toml"]);
    assert_eq!(output.code, 1);
    assert!(
        output.out.contains("odd.toml:6:11") && output.out.contains("expected a value"),
        "{}",
        output.out
    );
}

/// A plugin error is a win for neither side, and the exit code alone reports it.
#[test]
fn games_with_a_plugin_error_are_counted_apart() {
    let dir = TestDir::new();
    crate::cli::install(&dir, "last-words");
    let arena = ["arena", "wild/last-words", "--a", "random", "--b", "random"];
    // The host's own search meets the error in its first random game.
    for searching in [
        &["arena", "wild/last-words", "--a", "random", "-n", "1"][..],
        &["stats", "wild/last-words", "--computer", "1", "-n", "1"],
    ] {
        let output = dir.run(searching);
        assert_eq!(output.code, 4, "{}", output.err);
        assert!(output.err.contains("broke down in `cursor.play`"), "{}", output.err);
    }
    for plies in ["0", "3"] {
        let args = [&arena[..], &["-n", "2", "--json", "--opening-plies", plies]].concat();
        let output = dir.run(&args);
        assert_eq!(output.code, 4, "{}", output.err);
        assert!(
            output.err.contains("in game 1: ") && output.err.contains("broke down"),
            "{}",
            output.err
        );
        let report = json(&output.out);
        assert_eq!((&report["faults"], &report["score"]["games"]), (&2.into(), &0.into()));
        assert_eq!(report["score"]["share"], Value::Null);
        assert_eq!(report["games"][1]["result"], "fault");
    }
    let text = dir.run(&[&arena[..], &["-n", "1"]].concat()).out;
    assert!(text.contains("no game was counted"), "{text}");
    assert!(text.contains("plugin failures: 0 of A, 0 of B, 1 of neither"), "{text}");
    let output = dir.run(&["stats", "wild/last-words", "-n", "1"]);
    assert_eq!((output.code, output.out.as_str()), (4, ""), "{}", output.err);
}
