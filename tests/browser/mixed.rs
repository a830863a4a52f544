//! A game of four on a server: two windows, a terminal and a browser.

use boardloom_contract::LoadedPlugin;
use boardloom_ruleset::Overrides;
use serde_json::{Value, json};

use crate::chromium::{Browser, DESKTOP};
use crate::program::TestDir;
use crate::pty::Terminal;
use crate::screen::{Program, Screen};
use crate::served::{Served, Wire};
use crate::support;
use crate::{NamedTest, tests};

pub const TESTS: &[NamedTest] = tests![four_seats_of_boogers_in_four_programs];

const DOWN: &str = "\u{1b}[B";

/// Joins a game by its link.
fn window<'a>(screen: &'a Screen, dir: &TestDir, link: &str, name: &str) -> Program<'a> {
    let mut program = Program::start(screen, dir, &[]);
    program.wait("the start screen", |seen| seen.screen == "start" && !seen.loading);
    program.keys(&["ctrl+j"]);
    program.wait("the form", |seen| seen.has_widget("Your name"));
    program.keys(&["ctrl+a"]);
    program.write(link);
    program.press("Your name");
    program.keys(&["ctrl+a"]);
    program.write(name);
    program.press("Join");
    program.wait("the board", |seen| seen.screen == "game" && !seen.loading);
    program
}

fn terminal(dir: &TestDir, link: &str, name: &str) -> Terminal {
    let mut terminal = Terminal::start(dir, &["play", "--terminal"], 120, 40);
    terminal.wait("the start screen", |shown| shown.contains("New game"));
    terminal.keys(DOWN);
    terminal.wait("the entry", |shown| shown.contains("> Join a game"));
    terminal.keys("\r");
    terminal.wait("the form", |shown| shown.contains("Your name"));
    terminal.keys(&format!("\u{15}{link}\t\u{15}{name}\r"));
    terminal.wait("the board", |shown| shown.contains("Moves"));
    terminal
}

/// Returns the next state of the game that a watcher sees.
fn follow(watcher: &mut Wire, ply: u64) -> Value {
    loop {
        let played = watcher.until_event("played");
        if played["ply"].as_u64().is_some_and(|now| now > ply) {
            return played;
        }
    }
}

/// A legal move that adds a piece if there is one, so that the board fills.
fn choose(rules: &dyn LoadedPlugin, ruleset: &str, position: &str) -> String {
    let mut cursor = support::open(rules, ruleset, Some(position));
    let legal = support::legal(&mut *cursor);
    let grows = legal.iter().filter(|mv| mv.len() == 2 && *mv != "--");
    let moves: Vec<&String> = match grows.clone().next() {
        Some(_) => grows.collect(),
        None => legal.iter().collect(),
    };
    moves[position.len() % moves.len()].clone()
}

fn four_seats_of_boogers_in_four_programs() {
    let folder = TestDir::new();
    let served = Served::start(&folder, &[]);
    let options = json!({ "setup.seats": 4 });
    let offer = json!({ "ruleset": "ataxx/boogers", "clock": "1800", "options": options });
    let room = served.create(&offer)["room"].as_str().unwrap().to_owned();
    let link = format!("{}rooms/{room}", served.page());
    let [left, right] = Screen::pair();
    let [first, second, third] = [TestDir::new(), TestDir::new(), TestDir::new()];
    let mut ann = window(&left, &first, &link, "Ann");
    let mut bob = window(&right, &second, &link, "Bob");
    let mut eve = terminal(&third, &link, "Eve");
    let mut web = Browser::open(&link, DESKTOP, false, false);
    web.wait_for("document.querySelectorAll('#board .hit').length > 0");
    web.click("button", "Join");
    let (mut watcher, _) = served.enter(&room, "Watcher", None);
    let mut state = watcher.until("state")["state"].clone();
    while state["seats"].as_array().unwrap().iter().any(|seat| seat["kind"] == "open") {
        watcher.send(&json!({ "type": "join" }));
        state = watcher.until("state")["state"].clone();
    }
    let names: Vec<String> = (0..4)
        .map(|seat| state["seats"][seat]["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    let plugins = support::plugins();
    let mut settings = Overrides::new();
    settings.set("setup.seats", 4);
    let ruleset = support::ruleset_with("ataxx/boogers", &settings).plugin_json();
    let rules = &*plugins["ataxx"].native;
    let mut turn = state;
    let mut plies = 0;
    while turn["end"].is_null() {
        let (ply, seat) = (turn["ply"].as_u64().unwrap(), turn["acting"][0].as_u64().unwrap());
        let mv = choose(rules, &ruleset, turn["position"].as_str().unwrap());
        match &*names[seat as usize - 1] {
            name @ ("Ann" | "Bob") => {
                let program = if name == "Ann" { &mut ann } else { &mut bob };
                program.wait("the turn", |seen| u64::from(seen.ply) == ply && seen.is_ready());
                program.keys(&["slash"]);
                program.wait("the field", |seen| seen.texts.iter().any(|text| text == "Move"));
                program.write(&mv);
                program.keys(&["Return"]);
            }
            "Eve" => {
                eve.wait("the turn", |shown| shown.contains("Eve to move."));
                eve.keys(&format!("/{mv}\r"));
            }
            _ => {
                web.wait_for_text("#status", "Your turn");
                web.value("document.querySelector('#typed').focus()");
                web.type_text(&mv);
                web.press("Enter");
            }
        }
        turn = follow(&mut watcher, ply);
        plies += 1;
        if plies == 30 {
            web.picture("boogers-browser");
            println!("{}", eve.shown());
        }
    }
    println!("{plies} moves: {}", turn["end"]);
    let reason = turn["end"]["reason"].as_str().unwrap();
    web.wait_for("/won:|^Draw/.test(document.querySelector('#status').innerText)");
    for program in [&mut ann, &mut bob] {
        program.wait("the end", |seen| !seen.outcome.is_empty());
    }
    eve.wait("the end", |shown| shown.contains(reason));
    assert_eq!(web.errors, Vec::<String>::new());
}
