//! Connection games in the window: loops over joined edges, ghosts, and the views of a
//! board.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::probe::Probe;
use crate::program::TestDir;
use crate::screen::{Program, Screen};
use crate::support::data;

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![
    the_example_of_the_article_is_won_by_its_loop_in_every_view,
    a_globe_is_turned_and_played_on,
    a_game_on_the_klein_bottle_is_played_to_a_win,
];

const TWO_HUMANS: [&str; 4] = ["--seat1", "human", "--seat2", "human"];

/// Starts a ruleset for two human players without an equaliser.
fn start<'a>(screen: &'a Screen, dir: &TestDir, ruleset: &str) -> Program<'a> {
    let mut args = vec!["play", ruleset, "--set", "rules.equaliser=none"];
    args.extend(TWO_HUMANS);
    let mut program = Program::start(screen, dir, &args);
    program.wait_for_turn();
    program
}

/// Returns the sites of the winning chains.
fn winning_sites(seen: &Probe) -> Vec<String> {
    let marks: Vec<_> = seen.marks.iter().filter(|mark| mark.role == "win").collect();
    assert_eq!(marks.len(), 1, "{seen}");
    marks[0].sites.clone()
}

fn set(sites: &[String]) -> BTreeSet<&str> {
    sites.iter().map(String::as_str).collect()
}

/// The example of the article that the game was published in.
fn the_example_of_the_article_is_won_by_its_loop_in_every_view() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let text = std::fs::read_to_string(data().join("conformance/projhex.json")).unwrap();
    let example = serde_json::from_str::<Value>(&text).unwrap()["seed_example"].clone();
    let list = |key: &str| -> Vec<String> {
        serde_json::from_value(example[key].clone()).expect("labels")
    };
    let (moves, closed) = (list("a_legal_order"), list("loop"));
    let mut program = start(&screen, &dir, "connection/projective-hex");
    let mut seen = program.wait_for_turn();
    for (ply, site) in (1..).zip(&moves) {
        // Every third stone is placed by pointing at a ghost of its cell.
        let ghost = seen.ghosts.iter().find(|it| it.label == site.to_ascii_lowercase());
        let at = ghost.filter(|_| ply % 3 == 0).map_or(seen.site(site), |it| (it.x, it.y));
        program.click(at);
        seen = program.wait(&format!("stone {ply} on {site}"), |seen| seen.ply >= ply);
    }
    assert_eq!(seen.moves, moves);
    let result = "White won: a loop across the joined edges";
    program.wait("the result", |seen| seen.status.contains(result));
    let expected = set(&closed);
    for view in ["flat", "unrolled", "sphere", "flat"] {
        let drawn = |seen: &Probe| seen.sites.len() == 27 && seen.ghosts.len() >= 21;
        let seen = program.wait(view, |seen| seen.view == view && drawn(seen));
        assert_eq!(set(&winning_sites(&seen)), expected);
        program.keys(&["v"]);
    }
    program.quit();
}

fn a_globe_is_turned_and_played_on() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut program = start(&screen, &dir, "connection/projective-hex");
    program.keys(&["v", "v"]);
    let before = program.wait("the globe", |seen| seen.view == "sphere" && seen.is_ready());
    let middle = before.site("O");
    // With the middle button held, the front of the globe follows the pointer.
    program.drag_middle(middle, (middle.0 + 90.0, middle.1));
    let turned = |seen: &Probe| (seen.site("O").0 - middle.0).abs() > 30.0;
    program.wait("another side", turned);
    // So does a plain drag; it places no stone.
    let before = program.wait_for_place("the turned globe", |seen| Some(seen.site("O")));
    program.drag(middle, (middle.0, middle.1 + 90.0));
    program.wait("a third side", |seen| (seen.site("O").1 - before.1).abs() > 20.0);
    assert_eq!(
        program.wait_for_place("the globe", |seen| Some((seen.ply.into(), 0.0))),
        (0.0, 0.0)
    );
    // A click plays what is under the pointer: a cell or its copy opposite.
    program.click((middle.0, middle.1));
    let seen = program.wait("a stone", |seen| seen.ply == 1);
    let near = |it: &crate::probe::Place| (it.x - middle.0).hypot(it.y - middle.1);
    let all = seen.sites.iter().chain(&seen.ghosts);
    let played = all.filter(|it| it.label.to_ascii_uppercase() == seen.moves[0]);
    let away = played.map(near).fold(f64::INFINITY, f64::min);
    // A cell is about a quarter of the globe's radius wide, in any window.
    let all = seen.sites.iter().chain(&seen.ghosts);
    let radius = all.map(near).fold(0.0, f64::max);
    assert!(away < radius * 0.25, "{away} of {radius} pixels: {seen}");
    program.quit();
}

fn a_game_on_the_klein_bottle_is_played_to_a_win() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut program = start(&screen, &dir, "connection/klein-hex");
    // The first player goes straight around, the second beside.
    let mut seen = program.wait_for_turn();
    let sites = (1..=9).flat_map(|row| [format!("e{row}"), format!("a{row}")]);
    for (ply, site) in (1..).zip(sites) {
        program.click(seen.site(&site));
        seen = program.wait(&site, |seen| seen.ply >= ply);
        if !seen.outcome.is_empty() {
            break;
        }
    }
    assert!(seen.outcome.starts_with("a loop across"), "{seen}");
    assert!(seen.status.starts_with("Black won"), "{seen}");
    assert_eq!(set(&winning_sites(&seen)).len(), 9, "{seen}");
    program.quit();
}
