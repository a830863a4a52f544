//! Every plugin and every ruleset has a golden playthrough, and the harness
//! holds each of them to the contract.
//!
//! `UPDATE_EXPECT=1 cargo test -p boardloom-tests golden` rewrites them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use boardloom_contract::harness::check;
use boardloom_contract::{CHANCE, LoadedPlugin};
use boardloom_sdk::random::Random;
use expect_test::expect_file;

use crate::support::{data, legal, library, open, plan, plugins, ruleset};

/// Plies after which a playthrough is cut.
const CUT: u32 = 300;

/// Plays a random game and writes down every position.
pub fn playthrough(rules: &dyn LoadedPlugin, json: &str) -> String {
    let mut cursor = open(rules, json, None);
    let mut random = Random::new(1);
    let mut text = String::new();
    let line = |text: &mut String, what: &str| writeln!(text, "{what}").expect("a string");
    for _ in 0..CUT {
        let status = cursor.status().expect("no plugin error");
        let position = cursor.write("position").expect("no plugin error").expect("the first form");
        line(&mut text, &format!("{:>3} {position}", status.ply));
        if let Some(outcome) = status.outcome {
            let scores: Vec<f64> = status.seats.iter().map(|seat| seat.score).collect();
            line(&mut text, &format!("{:?} {scores:?} {}", outcome.ranks, outcome.reason));
            return text;
        }
        let by = status.mover().expect("the game goes on");
        let mv = if by == CHANCE {
            cursor.sample_outcome(random.draw()).expect("no plugin error")
        } else {
            let moves = legal(cursor.as_mut());
            moves[random.below(moves.len() as u64) as usize].clone()
        };
        let described = cursor.describe_move(by, &mv).expect("no plugin error").text;
        let effects = cursor.play(by, &mv).expect("no plugin error").expect("a legal move");
        let read = if described == mv { String::new() } else { format!(" ({described})") };
        line(&mut text, &format!("    {mv}{read}: {} effects", effects.len()));
    }
    line(&mut text, "cut");
    text
}

fn file(id: &str) -> PathBuf {
    data().join("golden").join(format!("{id}.txt"))
}

#[test]
fn every_ruleset_plays_its_golden_game() {
    for id in library().ids() {
        let ruleset = ruleset(&id);
        let both = &plugins()[ruleset.plugin.as_str()];
        let sandboxed = playthrough(&*both.sandboxed, &ruleset.plugin_json());
        expect_file![file(&id)].assert_eq(&sandboxed);
        let native = playthrough(&*both.native, &ruleset.plugin_json());
        assert!(native == sandboxed, "{id}: natively the game goes otherwise");
    }
}

#[test]
fn no_golden_game_is_missing_or_left_over() {
    let rulesets: BTreeSet<String> = library().ids().into_iter().collect();
    let mut golden = BTreeSet::new();
    for folder in std::fs::read_dir(data().join("golden")).expect("golden games") {
        let folder = folder.expect("a folder").path();
        for file in std::fs::read_dir(&folder).expect("a folder a plugin") {
            golden.insert(id(&file.expect("a file").path()));
        }
    }
    assert_eq!(golden, rulesets, "golden games (left) and rulesets (right)");
    let played: BTreeSet<String> = rulesets.iter().map(|id| ruleset(id).plugin).collect();
    let bundled: BTreeSet<String> = plugins().keys().map(|name| (*name).to_owned()).collect();
    assert_eq!(played, bundled, "plugins that a ruleset plays (left) and bundled ones (right)");
}

fn id(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).expect("a folder");
    let stem = path.file_stem().expect("a name");
    format!("{}/{}", folder.to_string_lossy(), stem.to_string_lossy())
}

#[test]
fn every_ruleset_keeps_the_contract() {
    for id in library().ids() {
        let ruleset = ruleset(&id);
        let plan = plan();
        for (form, rules) in plugins()[ruleset.plugin.as_str()].each() {
            let report = check(&**rules, &ruleset.plugin_json(), &plan);
            assert!(report.passed(), "{id} {form}: {report}");
        }
    }
}
