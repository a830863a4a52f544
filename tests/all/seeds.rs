//! The computer's moves depend only on match, ply and level: every program mode gives the same
//! answers.

use serde_json::Value;

use crate::program::TestDir;

const RULESET: &str = r#"
format = 1
name = "Seeds"
extends = "ataxx/classic"

[[ai.levels]]
name = "Alone"
nodes = 60
noise = 0.3
"#;

/// Returns the moves of a record.
fn moves(dir: &TestDir, record: &str) -> Vec<String> {
    let plies = dir.run(&["replay", record, "--json"]).success();
    let plies = plies.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    plies.filter_map(|ply| Some(ply["move"].as_str()?.to_owned())).collect()
}

/// Returns the seed of a record.
fn seed(dir: &TestDir, record: &str) -> String {
    let text = std::fs::read_to_string(dir.path().join(record)).unwrap();
    let line = text.lines().find(|line| line.starts_with("[Seed ")).unwrap();
    line.split('"').nth(1).unwrap().to_owned()
}

#[test]
fn arena_and_text_mode_play_the_same_game() {
    let dir = TestDir::new();
    dir.write("mine.toml", RULESET);
    let arena = ["arena", "mine.toml", "--a", "level=1", "--b", "level=1", "-n", "3"];
    let records = ["--opening-plies", "0", "--seed", "5", "--records", "arena"];
    dir.run(&[&arena[..], &records].concat()).success();
    let mut games = Vec::new();
    for number in 1..=3 {
        let record = format!("arena/{number:06}.loom");
        let own = format!("text-{number}.loom");
        let seats = ["--seat1", "computer:1", "--seat2", "computer:1"];
        let play = [
            "play",
            "mine.toml",
            "--text",
            "--humans",
            "--seed",
            &seed(&dir, &record),
            "--record",
            &own,
        ];
        dir.run(&[&play[..], &seats].concat()).success();
        let played = moves(&dir, &record);
        assert!(played.len() > 10, "{played:?}");
        assert_eq!(moves(&dir, &own), played, "game {number}");
        games.push(played);
    }
    assert!(games[0] != games[1] && games[1] != games[2], "all seeds play alike: {games:?}");
}

#[test]
fn engine_and_text_mode_answer_alike() {
    let dir = TestDir::new();
    dir.write("mine.toml", RULESET);
    let mut answers = Vec::new();
    for seed in 5..11 {
        let record = format!("{seed}.loom");
        let play = [
            "play",
            "mine.toml",
            "--text",
            "--humans",
            "--seed",
            &seed.to_string(),
            "--record",
            &record,
        ];
        let seats = ["--seat1", "human", "--seat2", "computer:1"];
        let played = dir.run_with_input(&[&play[..], &seats].concat(), b"a7a5\n");
        assert_eq!(played.code, 0, "{}", played.err);
        let options = format!("setoption name Level value 1\nsetoption name Seed value {seed}\n");
        let go = "uainewgame\nposition startpos moves a7a5\ngo\n";
        let engine = ["engine", "uai", "mine.toml"];
        let answer = dir.run_with_input(&engine, [&options, go].concat().as_bytes()).success();
        let best = answer.lines().find_map(|line| line.strip_prefix("bestmove ")).unwrap();
        assert_eq!(moves(&dir, &record)[1], best, "seed {seed}");
        answers.push(best.to_owned());
    }
    assert!(answers.iter().any(|best| *best != answers[0]), "all seeds answer alike: {answers:?}");
}
