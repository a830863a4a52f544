//! Uses the window at random: clicks, drags, keys, texts, sizes, edits of the ruleset and of the
//! plugin, ends of the process. It looks for panics, other ends, and a window that does not answer.
//!
//! `BOARDLOOM_MONKEY` is the processor time of the program in seconds (a normal run takes a few),
//! `BOARDLOOM_MONKEY_SEED` the seed. All actions are written to a file, which
//! `BOARDLOOM_MONKEY_REPLAY` takes to do the same again.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use boardloom_sdk::random::Random;
use serde::{Deserialize, Serialize};

use crate::probe::Probe;
use crate::program::{TestDir, install_own};
use crate::screen::{Program, SIZE, Screen};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] =
    crate::tests![random_use_does_no_harm, an_error_of_the_x_server_does_not_end_the_program];

/// Processor time of the program in a normal run.
const SHORT: Duration = Duration::from_secs(6);
/// Actions between two questions whether the window still answers.
const ROUND: usize = 60;

/// The files of the user that change under the program.
const RULESET: &str = "data/boardloom/rulesets/own/one.toml";
const PLUGIN: &str = "data/boardloom/plugins/own.wasm";

/// Arguments of a start.
const STARTS: [&[&str]; 12] = [
    &[],
    &["play", "own/one"],
    &["play", "own/one", "--seat1", "human", "--seat2", "human"],
    &["play", "--continue"],
    &["play", "ataxx/boogers", "--seat1", "human", "--seat2", "computer"],
    &["play", "tafl/copenhagen", "--seat1", "human", "--seat2", "human"],
    &["play", "tafl/brandubh"],
    &["play", "fractal/square", "--seat1", "human", "--seat2", "human"],
    &["play", "connection/hex"],
    &["play", "connection/half-polyhedron-21"],
    &["play", "ataxx/klein"],
    &["--safe-mode"],
];

const KEYS: [&str; 62] = [
    "Return",
    "Escape",
    "Tab",
    "shift+Tab",
    "space",
    "BackSpace",
    "Delete",
    "Left",
    "Right",
    "Up",
    "Down",
    "Home",
    "End",
    "Page_Up",
    "Page_Down",
    "F1",
    "F2",
    "F3",
    "F5",
    "F6",
    "F10",
    "F11",
    "F12",
    "plus",
    "minus",
    "0",
    "1",
    "2",
    "3",
    "a",
    "c",
    "d",
    "f",
    "g",
    "h",
    "m",
    "n",
    "p",
    "r",
    "s",
    "t",
    "v",
    "x",
    "z",
    "question",
    "slash",
    "ctrl+a",
    "ctrl+c",
    "ctrl+v",
    "ctrl+x",
    "ctrl+z",
    "ctrl+shift+z",
    "ctrl+y",
    "ctrl+n",
    "ctrl+o",
    "ctrl+s",
    "ctrl+l",
    "ctrl+f",
    "ctrl+comma",
    "ctrl+r",
    "ctrl+e",
    "ctrl+w",
];

const TEXTS: [&str; 12] = [
    "g2",
    "a7b6",
    "own/one",
    "12",
    " -1",
    "99999999999999999999",
    "ä ß 三",
    "../../etc",
    "1. g2 f6 {x} (1. f6)",
    "format = 1",
    "%s{0}\\",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

/// One action, as it is logged and done again.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    /// Starts the program, with the arguments of that number.
    Start(usize),
    /// Events of mouse and keyboard, in the words of xdotool.
    Input(Vec<String>),
    Resize(u32, u32),
    /// Writes a version of the ruleset's file.
    Ruleset(usize),
    /// Writes a version of the plugin's file.
    Plugin(usize),
    /// Waits for so many milliseconds.
    Wait(u64),
    /// Ends the process without a warning.
    Kill,
    /// Asks the window to close.
    Close,
}

fn random_use_does_no_harm() {
    let number = |name: &str| -> Option<u64> {
        let text = std::env::var(name).ok()?;
        Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    if let Some(file) = std::env::var_os("BOARDLOOM_MONKEY_REPLAY") {
        return replay(Path::new(&file));
    }
    let screen = Screen::new();
    let time = number("BOARDLOOM_MONKEY").map_or(SHORT, Duration::from_secs);
    let seed = number("BOARDLOOM_MONKEY_SEED").unwrap_or(1);
    let mut monkey = Monkey::new(&screen, &format!("monkey-{seed}"));
    let mut random = Random::new(seed);
    while monkey.used() < time {
        for _ in 0..ROUND {
            let action = monkey.choose(&mut random);
            monkey.act(action);
        }
        // A window that answers takes on a new size.
        let size = (600 + random.below(680) as u32, 400 + random.below(400) as u32);
        monkey.act(Action::Resize(size.0, size.1));
        monkey.wait_for_size(size);
    }
    println!(
        "seed {seed}: {} actions, {} starts, {:.0?} of processor time",
        monkey.count,
        monkey.starts,
        monkey.used()
    );
}

/// Would break if Xlib's own handler were left: it ends the process at the first request about a
/// window that is gone.
fn an_error_of_the_x_server_does_not_end_the_program() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut program = Program::start(&screen, &dir, &["play", "ataxx/small"]);
    program.wait("the board", |seen| seen.screen == "game" && !seen.loading);
    screen.destroy_window();
    // Frames go on, and each of them draws on the window.
    program.keys(&["n", "Escape", "plus"]);
    std::thread::sleep(Duration::from_secs(3));
    assert!(!program.stderr().contains("X Error"), "{}", program.stderr());
    if !program.is_running() {
        assert_eq!(program.end(), 0, "{}", program.stderr());
    }
}

/// Does the actions of a file again.
fn replay(file: &Path) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{error}"));
    let screen = Screen::new();
    let mut monkey = Monkey::new(&screen, "monkey-again");
    for line in text.lines() {
        monkey.act(serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")));
    }
}

struct Monkey<'a> {
    program: Option<Program<'a>>,
    screen: &'a Screen,
    dir: TestDir,
    log: PathBuf,
    /// The last actions, for the message of a failure.
    last: Vec<Action>,
    count: usize,
    starts: usize,
    /// Processor time of the programs that have ended, and of the one that runs.
    before: Duration,
    now: Duration,
}

impl<'a> Monkey<'a> {
    fn new(screen: &'a Screen, name: &str) -> Self {
        let dir = TestDir::new();
        install_own(&dir);
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.jsonl"));
        std::fs::write(&log, "").expect("a file");
        println!("actions: {}", log.display());
        let (before, now) = (Duration::ZERO, Duration::ZERO);
        Monkey {
            program: None,
            screen,
            dir,
            log,
            last: Vec::new(),
            count: 0,
            starts: 0,
            before,
            now,
        }
    }

    fn used(&self) -> Duration {
        self.before + self.now
    }

    /// Returns what to do next.
    fn choose(&self, random: &mut Random) -> Action {
        if self.program.is_none() {
            return Action::Start(random.below(STARTS.len() as u64) as usize);
        }
        let seen = self.program.as_ref().and_then(Program::last_probe);
        match random.below(1000) {
            0..2 => Action::Kill,
            2..4 => Action::Close,
            4..16 => Action::Ruleset(random.below(rulesets().len() as u64) as usize),
            16..22 => Action::Plugin(random.below(6) as usize),
            22..42 => Action::Resize(60 + random.below(1300) as u32, 40 + random.below(900) as u32),
            42..70 => Action::Wait(random.below(700)),
            _ => Action::Input(input(seen.as_ref(), random)),
        }
    }

    fn act(&mut self, action: Action) {
        self.count += 1;
        let mut file = std::fs::File::options().append(true).open(&self.log).expect("a file");
        let line = serde_json::to_string(&action).expect("an action is JSON");
        writeln!(file, "{line}").expect("a file");
        if self.last.len() >= 40 {
            self.last.remove(0);
        }
        self.last.push(action.clone());
        match action {
            Action::Start(number) => {
                self.program = None;
                self.before += std::mem::take(&mut self.now);
                self.starts += 1;
                let home = [("HOME", self.dir.path())];
                let args = STARTS[number % STARTS.len()];
                let program = Program::start_with(self.screen, &self.dir, args, &home);
                let program = self.program.insert(program);
                program.wait("a frame", |seen| seen.frame > 0);
            }
            Action::Input(words) => {
                self.screen.act(&words.iter().map(String::as_str).collect::<Vec<_>>());
            }
            Action::Resize(width, height) if self.screen.has_window() => {
                self.screen.resize(width, height);
            }
            Action::Ruleset(number) => match &rulesets()[number] {
                Some(text) => drop(self.dir.write(RULESET, text)),
                None => drop(std::fs::remove_file(self.dir.path().join(RULESET))),
            },
            Action::Plugin(number) => self.change_plugin(number),
            Action::Wait(milliseconds) => {
                std::thread::sleep(Duration::from_millis(milliseconds));
            }
            Action::Kill => {
                if let Some(program) = self.program.take() {
                    program.crash();
                }
            }
            Action::Close if self.screen.has_window() => self.screen.ask_to_close(),
            // The program has just ended.
            Action::Resize(..) | Action::Close => {}
        }
        self.look();
    }

    fn change_plugin(&self, number: usize) {
        let file = self.dir.path().join(PLUGIN);
        let bundled = boardloom_bundle::plugins();
        let (_, sound) = bundled.iter().find(|(name, _)| *name == "ataxx").expect("it is bundled");
        let other = || [sound, &[0, 6, 5, b'b', b'u', b'i', b'l', b'd'][..]].concat();
        match number {
            0 => std::fs::write(file, sound).expect("a file"),
            1 => std::fs::write(file, other()).expect("a file"),
            2 => std::fs::write(file, b"\0asm broken").expect("a file"),
            3 => std::fs::write(file, &sound[..sound.len() / 2]).expect("a file"),
            4 => std::fs::write(file, b"").expect("a file"),
            _ => drop(std::fs::remove_file(file)),
        }
    }

    /// Fails if the program ended otherwise than by itself, or wrote about a panic.
    fn look(&mut self) {
        let Some(program) = &mut self.program else { return };
        self.now = self.now.max(program.processor_time());
        let errors = program.stderr();
        if program.is_running() && !errors.contains("panicked") {
            return;
        }
        if errors.contains("panicked") {
            // The rest of the message follows.
            program.comes_to(|_| false);
            let errors = program.stderr();
            self.fail(&format!("it panicked: {errors}"));
        }
        let code = program.end();
        if code != 0 {
            self.fail(&format!("it ended with {code}: {errors}"));
        }
        self.program = None;
        self.before += std::mem::take(&mut self.now);
    }

    /// Waits until the window has its size; a program that has ended has none.
    fn wait_for_size(&mut self, (width, height): (u32, u32)) {
        let Some(program) = &mut self.program else { return };
        let has = |seen: &Probe| seen.window == [width, height];
        if !program.comes_to(has) {
            self.look();
            if self.program.is_some() {
                self.fail("the window does not answer");
            }
        }
    }

    fn fail(&self, why: &str) -> ! {
        let mut text = String::new();
        for action in &self.last {
            writeln!(text, "{action:?}").expect("a string takes all");
        }
        panic!("{why}\nafter {} actions ({}):\n{text}", self.count, self.log.display());
    }
}

/// Versions of the ruleset: sound ones, faulty ones, none.
fn rulesets() -> Vec<Option<String>> {
    let bundled = boardloom_bundle::rulesets().iter();
    let (_, classic) =
        bundled.clone().find(|(name, _)| *name == "ataxx/classic.toml").expect("it is bundled");
    let own = classic.replace("plugin = \"ataxx\"", "plugin = \"own\"");
    let base = "format = 1\nname = \"One\"\nextends = \"ataxx/classic\"\n";
    vec![
        Some(own.clone()),
        Some(own.replace("[board]", "[board]\ndepth = 3")),
        Some(format!("{base}plugin = \"own\"\nwithout = [\"options\"]\n[board]\nwidth = 5\n")),
        Some(format!("{base}without = [\"options\"]\n[board]\nwidth = 12\nheight = 3\n")),
        Some(format!("{base}[board]\nwidht = 8\n")),
        Some(own[..own.len() / 2].to_owned()),
        Some(String::new()),
        Some("\u{0}\u{1b}[2J = \u{202e}".to_owned()),
        Some("format = 1\nname = \"One\"\nextends = \"own/one\"\n".to_owned()),
        None,
    ]
}

/// Returns events at a widget, a site, or any place.
fn input(seen: Option<&Probe>, random: &mut Random) -> Vec<String> {
    let mut words = Vec::new();
    let mut put = |more: &[&str]| words.extend(more.iter().map(|word| (*word).to_owned()));
    let button = ["1", "1", "1", "2", "3"][random.below(5) as usize];
    let ([x, y], [to_x, to_y]) = (place(seen, random), place(seen, random));
    match random.below(20) {
        0..9 => put(&["mousemove", &x, &y, "click", button]),
        9 => put(&["mousemove", &x, &y, "click", "--repeat", "2", "--delay", "40", button]),
        10 | 11 => {
            put(&["mousemove", &x, &y, "mousedown", button]);
            let [half_x, half_y] = place(None, random);
            put(&["mousemove", &half_x, &half_y, "mousemove", &to_x, &to_y, "mouseup", button]);
        }
        12 => {
            let key = ["shift", "ctrl", "alt"][random.below(3) as usize];
            put(&["keydown", key, "mousemove", &x, &y, "mousedown", button]);
            put(&["mousemove", &to_x, &to_y, "mouseup", button, "keyup", key]);
        }
        13 => {
            let wheel = ["4", "5"][random.below(2) as usize];
            let notches = (1 + random.below(9)).to_string();
            put(&["mousemove", &x, &y, "click", "--repeat", &notches, wheel]);
        }
        14 => put(&["type", TEXTS[random.below(TEXTS.len() as u64) as usize]]),
        15 => put(&["mousemove", &x, &y]),
        _ => {
            for _ in 0..=random.below(3) {
                put(&["key", KEYS[random.below(KEYS.len() as u64) as usize]]);
            }
        }
    }
    words
}

fn place(seen: Option<&Probe>, random: &mut Random) -> [String; 2] {
    let mut at = (random.below(SIZE.0.into()) as f64, random.below(SIZE.1.into()) as f64);
    if let Some(seen) = seen {
        let (widgets, sites) = (seen.widgets.len() as u64, seen.sites.len() as u64);
        match random.below(10) {
            0..5 if widgets > 0 => {
                let widget = &seen.widgets[random.below(widgets) as usize];
                at = (widget.x, widget.y);
            }
            5..8 if sites > 0 => {
                let site = &seen.sites[random.below(sites) as usize];
                at = (site.x, site.y);
            }
            _ => {}
        }
    }
    [at.0, at.1].map(|it| format!("{:.0}", it.clamp(0.0, 4000.0)))
}
