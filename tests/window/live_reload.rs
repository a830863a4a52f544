//! Rulesets and plugins that are edited while the window is open, with real
//! files and a real window.

use crate::probe::Probe;
use crate::program::TestDir;
use crate::screen::{Program, Screen};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![
    an_edit_shows_on_the_open_board_and_a_faulty_one_above_it,
    a_rebuilt_plugin_is_loaded_and_a_broken_one_is_not,
    a_ruleset_added_to_a_folder_is_listed,
];

/// A ruleset to edit.
fn ruleset(width: &str) -> String {
    format!(
        "format = 1\nname = \"Mine\"\nextends = \"ataxx/classic\"\nwithout = [\"options\"]\n\n\
         [board]\n{width}\n"
    )
}

const FILE: &str = "rulesets/ataxx/mine.toml";
const PLAY: [&str; 6] = ["play", "ataxx/mine", "--seat1", "human", "--seat2", "human"];

fn an_edit_shows_on_the_open_board_and_a_faulty_one_above_it() {
    let screen = Screen::new();
    let dir = TestDir::new();
    dir.write(FILE, &ruleset("width = 7"));
    let mut program = Program::start(&screen, &dir, &PLAY);
    program.click_path(&["a7", "b6"], 1);
    program.click_path(&["g7", "f6"], 2);

    dir.write(FILE, &ruleset("width = 8"));
    let told = "1 of 2 moves fit the new rules.";
    let seen = program.wait("a wider board", |seen| seen.sites.len() == 56 && seen.status == told);
    assert_eq!(seen.moves, ["b6"], "g7 is empty now");

    dir.write(FILE, &ruleset("widht = 8"));
    let seen = program.wait("the error", |seen| !seen.banner.is_empty());
    assert!(seen.banner.contains("mine.toml:7:1"), "{}", seen.banner);
    for expected in ["widht = 8", "^^^^^", "did you mean `width`?"] {
        assert!(seen.banner.contains(expected), "{}", seen.banner);
        program.wait(expected, |seen| seen.written().contains(expected));
    }
    // The game continues with the next move, on the whole new board.
    let seen = program.click_path(&["h7", "h6"], 2);
    assert!(seen.sites.iter().all(|site| site.y > 0.0 && site.y < 800.0));

    dir.write(FILE, &ruleset("width = 7"));
    let mended = |seen: &Probe| seen.sites.len() == 49 && seen.banner.is_empty();
    assert_eq!(program.wait("the board as it was", mended).moves, ["b6"]);
    let seen = program.click_path(&["g7", "f6"], 2);
    assert_eq!(seen.moves, ["b6", "f6"]);
    program.crash();

    // Moves under the former rules are kept, and the whole game loads again.
    let mut program = Program::start(&screen, &dir, &["play", "--continue"]);
    let again = program.wait("the game", |seen| seen.ply == 2);
    assert_eq!((again.moves, again.sites.len()), (seen.moves, 49));
    program.quit();
}

fn a_rebuilt_plugin_is_loaded_and_a_broken_one_is_not() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let bundled = boardloom_bundle::plugins().iter();
    let (_, component) = bundled.clone().find(|(name, _)| *name == "ataxx").expect("it is bundled");
    let plugin = dir.write("plugins/ataxx.wasm", "");
    std::fs::write(&plugin, component).expect("a file");
    let folder = plugin.parent().expect("a folder").to_string_lossy().into_owned();
    let mut args = vec!["--plugins", &folder, "play", "ataxx/classic"];
    args.extend(&PLAY[2..]);
    let mut program = Program::start(&screen, &dir, &args);
    program.click_path(&["a7", "b6"], 1);

    std::fs::write(&plugin, b"\0asm broken").expect("a file");
    let seen = program.wait("the error", |seen| !seen.banner.is_empty());
    assert!(seen.banner.contains("ataxx"), "{}", seen.banner);
    program.click_path(&["g7", "f6"], 2);

    // Another build of the same rules: with one more section, put in place by a rename.
    let mut other = component.to_vec();
    other.extend([0, 6, 5, b'b', b'u', b'i', b'l', b'd']);
    let aside = dir.path().join("plugins/ataxx.wasm.new");
    std::fs::write(&aside, &other).expect("a file");
    std::fs::rename(&aside, &plugin).expect("the same folder");
    let reloaded =
        |seen: &Probe| seen.status.contains("fit the new rules") && seen.banner.is_empty();
    assert_eq!(program.wait("the new build", reloaded).ply, 2);
    program.click_path(&["b6", "c5"], 3);
    program.quit();
}

fn a_ruleset_added_to_a_folder_is_listed() {
    let screen = Screen::new();
    let dir = TestDir::new();
    dir.write(FILE, &ruleset("width = 7"));
    let mut program = Program::start(&screen, &dir, &[]);
    program.wait("the start screen", |seen| seen.screen == "start" && !seen.loading);
    program.keys(&["ctrl+l"]);
    let has = |seen: &Probe, name: &str| seen.written().contains(name) || seen.has_widget(name);
    program.wait("the library", |seen| seen.screen == "library" && has(seen, "Mine"));
    dir.write("rulesets/ataxx/dropped.toml", &ruleset("width = 6").replace("Mine", "Dropped"));
    program.wait("the new one", |seen| has(seen, "Dropped"));
    program.quit();
}
