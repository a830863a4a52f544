//! Words that a player reads: the usual ones, and nothing internal, in games of every family.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use boardloom_gui::{App, CommandLineSetup, Options, Refusal, RulesetEntry, Services};
use boardloom_match::{GameSource, PlayerKind};
use boardloom_ruleset::Overrides;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use regex::Regex;

use crate::program::TestDir;
#[cfg(unix)]
use crate::pty::Terminal;
use crate::support::{BundledSchemas, library, plugins, project};

/// Texts that unusual words made hard to understand, with their successors in the catalogues.
const REPLACED: [&str; 40] = [
    "A level up",
    "As the ruleset says",
    "At most so many",
    "Attackers is out",
    "Chances are drawn",
    "Dots on legal",
    "Equaliser",
    "Export a picture",
    "Give this game up",
    "In force",
    "In Kraft",
    "Loupe",
    "Moves one by one",
    "Moving pieces",
    "Noch einmal spielen",
    "Pause, go on",
    "Play again",
    "Play on from a copied",
    "Read ruleset and plugin",
    "Repetition: nothing",
    "Same again",
    "Spielraum",
    "The game, moving",
    "Three dimensions",
    "Threats and chances",
    "Untersuch",
    "Usual values",
    "a picture a position",
    "as shapes",
    "computer looks at",
    "computer thinks for",
    "from lower",
    "has no advice",
    "is out of time",
    "is the turn of",
    "no legal move begins there",
    "nothing can be moved",
    "only one side is left",
    "picture or a film",
    "seat 1 retired",
];

/// Returns the files whose texts a player may read.
fn texts_for_players() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["host/app/languages", "host/match/languages"] {
        files.extend(files_in(&project().join(folder), "toml"));
    }
    for folder in ["plugins", "rulesets", "host"] {
        let within = std::fs::read_dir(project().join(folder)).expect("a folder of the project");
        for folder in within.map(|entry| entry.expect("an entry").path()) {
            files.extend(files_in(&folder.join("languages"), "toml"));
            files.extend(files_in(&folder.join("src"), "rs"));
            files.extend(files_in(&folder, "toml"));
        }
    }
    files.extend(["host/PLAYING.md", "rulesets/README.md"].map(|file| project().join(file)));
    files
}

/// Returns the files of a folder and the folders in it.
fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let own = files.into_iter().filter(|file| file.extension().is_some_and(|it| it == extension));
    own.chain(folders.iter().flat_map(|folder| files_in(folder, extension))).collect()
}

/// Leaves what no player reads out of a line: comments and all code but its texts.
fn text_of_line(line: &str, is_code: bool) -> String {
    if !is_code {
        return line.to_owned();
    }
    if line.trim_start().starts_with("//") {
        return String::new();
    }
    line.split('"').skip(1).step_by(2).collect::<Vec<_>>().join("\n")
}

#[test]
fn old_words_never_come_back() {
    let files = texts_for_players();
    assert!(files.len() > 300, "{}", files.len());
    let mut found = Vec::new();
    for file in files {
        let is_code = file.extension().is_some_and(|it| it == "rs");
        let text = std::fs::read_to_string(&file).expect("a text");
        for (number, line) in (1..).zip(text.lines()) {
            let shown = text_of_line(line, is_code);
            let old = REPLACED.iter().find(|old| shown.contains(*old));
            found.extend(old.map(|old| format!("{}:{number}: `{old}`", file.display())));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What only the program, a plugin or a file should contain.
static INTERNAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x) 0000 | choose- | (^|[\s(])(/\d+)+\b | \d+:\d+,\d | \bseat\s\d | =\d+\ is\ not
        | \b(ataxx|connection|fractal|tafl)/[a-z] | \{[a-z_]+\} | (^|[^\d.])-0([.,]0+)?\b([^.,\d]|$)
        | \bNaN\b | \bNone\b | Some\( | computer:\d | \bretired\b | \bplies\ since\b",
    )
    .expect("a pattern")
});

fn internal<'a>(texts: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    // The name of a choice: no equaliser.
    let lines = texts.into_iter().flat_map(str::lines).filter(|line| line.trim() != "None");
    let found = lines.filter_map(|line| {
        let part = INTERNAL.find(line)?;
        Some(format!("`{}` in `{}`", part.as_str().trim(), line.trim()))
    });
    found.collect()
}

#[test]
fn internal_texts_are_recognised() {
    for text in [
        "Blue: 0000",
        "choose-O",
        "White plays /2/1=3:3,4",
        "/0/3/0/3/1",
        "seat 1 retired",
        "a6=99 is not legal here",
        "tafl/copenhagen-2012 (Attackers - Beginner)",
        "{name} to move",
        "+1 -0.0",
        "-0",
    ] {
        assert_eq!(internal([text]).len(), 1, "{text}");
    }
    for text in ["1:40, 3 coins", "-0.5", "10,000", "1/2", "a1-b2", "7 x 7, 0-0-1", "3/4 won"] {
        assert!(internal([text]).is_empty(), "{text}");
    }
}

/// A ruleset of each family and kind of move: passes, questions, walls, divisions, captures.
const PLAYED: [&str; 9] = [
    "ataxx/arithmetic",
    "ataxx/boogers",
    "ataxx/classic",
    "connection/hex",
    "connection/projective-hex",
    "fractal/square",
    "fractal/triangle-quadrisection",
    "tafl/berserk",
    "tafl/brandubh",
];

/// Plays each game with the computer's help, and enters wrong moves and commands.
fn text_mode(language: &str) -> String {
    let dir = TestDir::new();
    // The sources of the rules have English titles.
    let rules = if language == "en" { "rules\n" } else { "" };
    let mut input = rules.to_owned() + "help\nzz9\na6=99\npass\nhint\ntime\n";
    input += &"go\n".repeat(5);
    input += "undo\nredo\nwhat is on a1\nresign\nmoves\nquit\n";
    let mut all = String::new();
    for ruleset in PLAYED {
        let play = ["play", ruleset, "--text", "--seed", "3", "--seat2", "computer:beginner"];
        let args = [&play[..], &["--language", language]].concat();
        let output = dir.run_with_input(&args, input.as_bytes());
        assert_eq!(output.code, 0, "{ruleset}: {}", output.err);
        // The last line names the file of the game, the first the player's own input.
        all += &output.out;
        all += &output.err.replace("a6=99", "");
    }
    all
}

#[test]
fn text_mode_shows_nothing_internal() {
    let shown = text_mode("en");
    assert!(shown.contains("to move") && shown.contains("Game over"), "{shown}");
    let found = internal([&*shown]);
    assert!(found.is_empty(), "{found:#?}");
}

/// In German the games are German, and the program's own texts too.
#[test]
fn text_mode_follows_the_language() {
    let shown = text_mode("de");
    let found = internal([&*shown]);
    assert!(found.is_empty(), "{found:#?}");
    for german in ["am Zug", "Partie beendet", "Computer: Anfänger", "Angreifer", "(`legal` nennt"]
    {
        assert!(shown.contains(german), "{german}:\n{shown}");
    }
    let english =
        Regex::new(r"\b(the|of|is|are|your|to move|moves?|wins?|piece|won|wall|corner)\b");
    let english = english.expect("a pattern");
    let commands =
        Regex::new(r"`[^`]*`|\((oder|https?):[^)]*\)|(what|who|who) [^,]*").expect("one");
    let wrong: BTreeSet<&str> = shown
        .lines()
        .filter(|line| !line.starts_with("  ") && english.is_match(&commands.replace_all(line, "")))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Scripts read English whatever the settings say; an unknown language is an error.
#[test]
fn scripts_read_english() {
    let dir = TestDir::new();
    dir.write("config/boardloom/settings.toml", "language = \"de\"\n");
    let play = ["play", "ataxx/small", "--text", "--humans", "--clock", "none"];
    let out = dir.run_with_input(&play, b"quit\n").success();
    assert!(out.contains("Orange: to move"), "{out}");
    let german = dir.run(&["list", "--language", "de", "brandubh"]).success();
    assert!(german.contains("König"), "{german}");
    let english = dir.run(&["list", "brandubh"]).success();
    assert!(!english.contains("König"), "{english}");
    let wrong = dir.run(&[&play[..], &["--language", "xx"]].concat());
    assert_eq!(wrong.code, 2, "{}", wrong.err);
    assert!(wrong.err.contains("`xx`") && wrong.err.contains("`de`"), "{}", wrong.err);
}

/// The record of a ruleset that is in no folder of rulesets keeps its translations: it is opened
/// where the file is not.
#[test]
fn a_record_keeps_the_translations_of_its_own_ruleset() {
    let dir = TestDir::new();
    let own = "format = 1\nname = \"My square\"\nextends = \"fractal/square\"\n\n[de]\n\
               name = \"Mein Quadrat\"\n";
    dir.write("mine.toml", own);
    let german = ["--text", "--humans", "--language", "de"];
    let play = |what: &str, input: &str| {
        let args = [&["play", what][..], &german].concat();
        dir.run_with_input(&args, input.as_bytes()).success()
    };
    let out = play("mine.toml", "b2\nsave game.loom\nquit\n");
    assert!(out.contains("Mein Quadrat") && out.contains("Schwarz - Weiß"), "{out}");
    std::fs::remove_file(dir.path().join("mine.toml")).unwrap();
    let out = play("game.loom", "quit\n");
    assert!(out.contains("Mein Quadrat") && out.contains("Schwarz - Weiß"), "{out}");
    dir.run(&["replay", "game.loom"]).success();
    // The copy's hash is that of what the rules say, without translations.
    let record = std::fs::read_to_string(dir.path().join("game.loom")).unwrap();
    assert!(record.contains("[de.texts]\n"), "{record}");
}

/// The language of the command line is that of what is wrong with the settings, too.
#[test]
fn faults_of_the_settings_are_told_in_the_language_of_the_command_line() {
    let dir = TestDir::new();
    dir.write("config/boardloom/settings.toml", "theme = \"dakr\"\n");
    let play = ["play", "ataxx/small", "--text", "--clock", "none", "--language", "de"];
    let told = dir.run_with_input(&play, b"quit\n").err;
    assert!(told.contains("`dakr`") && told.contains("dark"), "{told}");
    for english in ["expected", "A copy", "there is"] {
        assert!(!told.contains(english), "{english}: {told}");
    }
}

#[cfg(unix)]
#[test]
fn the_terminal_shows_nothing_internal() {
    let dir = TestDir::new();
    let mut all = BTreeSet::new();
    for ruleset in
        ["ataxx/arithmetic", "connection/projective-hex", "fractal/square", "tafl/berserk"]
    {
        let seats = ["--seat1", "human", "--seat2", "computer:beginner", "--seed", "3"];
        let args = [&["play", "--terminal", ruleset], &seats[..]].concat();
        let mut terminal = Terminal::start(&dir, &args, 120, 40);
        let mut screens = vec![terminal.wait("the turn", |shown| shown.contains(" to move"))];
        terminal.keys("H");
        screens.push(terminal.wait("a hint", |shown| shown.contains("Hint: ")));
        terminal.keys("L");
        screens.push(terminal.wait("the analysis", |shown| shown.contains(" %")));
        terminal.keys("L");
        screens.push(terminal.wait("no analysis", |shown| !shown.contains("Analysis")));
        terminal.keys("\u{1b}OP");
        screens.push(terminal.wait("the rules", |shown| shown.contains("Esc close")));
        terminal.keys("q");
        screens.push(terminal.wait("the board", |shown| !shown.contains("Esc close")));
        terminal.keys("/");
        screens.push(terminal.wait("the field", |shown| shown.contains("Tab completes")));
        terminal.keys("zz9\r");
        screens.push(terminal.wait("a refusal", |shown| shown.contains("zz9")));
        all.extend(internal(screens.iter().map(String::as_str)));
    }
    assert!(all.is_empty(), "{all:#?}");
}

/// The bundled games, as the program has them.
struct Bundled;

fn source(id: &str, settings: &Overrides) -> Result<GameSource, Refusal> {
    let ruleset = library().load(id, settings, &BundledSchemas);
    let ruleset = ruleset.map_err(|report| Refusal::Diagnostics(Box::new(report)))?;
    let rules = Arc::clone(&plugins()[ruleset.plugin.as_str()].sandboxed);
    Ok(GameSource::new(rules, Arc::new(ruleset)))
}

impl Services for Bundled {
    fn rulesets(&self) -> Vec<RulesetEntry> {
        let entry = |entry: boardloom_ruleset::LibraryEntry| RulesetEntry {
            id: entry.id,
            name: entry.name,
            summary: entry.summary,
            aliases: entry.aliases,
            main: entry.main,
            lessons: entry.lessons,
            puzzles: entry.puzzles,
            family: entry.plugin,
            family_name: entry.family,
            origin: entry.origin.to_string(),
            shadows: Vec::new(),
            has_errors: false,
            descendants: entry.descendants,
        };
        library().list().into_iter().map(entry).collect()
    }

    fn open(&self, id: &str, settings: &Overrides) -> Result<GameSource, Refusal> {
        source(id, settings)
    }

    fn open_text(&self, id: &str, _: &str, settings: &Overrides) -> Result<GameSource, Refusal> {
        source(id, settings)
    }

    fn records(&self) -> Option<PathBuf> {
        None
    }

    fn settings_file(&self) -> Option<PathBuf> {
        None
    }
}

/// The window without a screen, with all texts that it has shown.
struct Window {
    harness: Harness<'static, App>,
    texts: BTreeSet<String>,
}

impl Window {
    fn open(options: Options) -> Self {
        let app = App::new(Arc::new(Bundled), options, Arc::new(|| {}));
        let harness = Harness::builder()
            .with_size(Vec2::new(1100.0, 760.0))
            .with_step_dt(1.0 / 20.0)
            .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
        Window { harness, texts: BTreeSet::new() }
    }

    fn step(&mut self) {
        self.harness.step();
        for clipped in &self.harness.output().shapes {
            add_texts(&clipped.shape, &mut self.texts);
        }
    }

    #[track_caller]
    fn until(&mut self, what: &str, is_so: impl Fn(&App) -> bool) {
        let began = Instant::now();
        loop {
            self.step();
            if is_so(self.harness.state()) {
                return;
            }
            let late = began.elapsed() > Duration::from_secs(120);
            assert!(!late, "{what} never came: {:?}", self.harness.state().probe());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Presses a key, and draws what comes of it.
    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        (0..12).for_each(|_| self.step());
    }
}

fn add_texts(shape: &egui::Shape, texts: &mut BTreeSet<String>) {
    match shape {
        egui::Shape::Text(text) => _ = texts.insert(text.galley.text().to_owned()),
        egui::Shape::Vec(all) => all.iter().for_each(|shape| add_texts(shape, texts)),
        _ => {}
    }
}

/// Plays games of every family in the window, with analysis, rules, settings and dialogs.
#[test]
fn the_window_shows_nothing_internal() {
    let mut all = BTreeSet::new();
    for ruleset in PLAYED {
        let level = Some(PlayerKind::Computer { level: 1 });
        let seats = source(ruleset, &Overrides::new()).expect("it opens").open().expect("it opens");
        let seats = usize::from(seats.about().expect("no error").seats);
        let setup = CommandLineSetup {
            seats: vec![level; seats],
            seed: Some(3),
            ..CommandLineSetup::default()
        };
        let options = Options { ruleset: Some(ruleset.to_owned()), setup, ..Options::default() };
        let mut window = Window::open(options);
        window.until("some moves", |app| {
            let probe = app.probe();
            probe.ply >= 14 || !probe.outcome.is_empty()
        });
        for (modifiers, key) in [
            (Modifiers::SHIFT, Key::L),
            (Modifiers::NONE, Key::F1),
            (Modifiers::NONE, Key::Escape),
            (Modifiers::COMMAND, Key::Comma),
            (Modifiers::NONE, Key::Escape),
            (Modifiers::COMMAND, Key::N),
        ] {
            window.key(modifiers, key);
        }
        assert!(window.texts.len() > 50, "{ruleset}: {:?}", window.texts);
        let found = internal(window.texts.iter().map(String::as_str));
        all.extend(found.into_iter().map(|found| format!("{ruleset}: {found}")));
    }
    assert!(all.is_empty(), "{all:#?}");
}
