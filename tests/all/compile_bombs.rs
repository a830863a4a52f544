//! Small components that take minutes or gigabytes to compile.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use boardloom_contract::PluginError;
use boardloom_sandbox::{CacheFolder, CompileLimits, Compiler, Limits, Sandbox, SandboxConfig};

use crate::guest;
use crate::program::TestDir;
use crate::pty::Terminal;
use crate::support::heavy;
use crate::terminal::QUIT;

/// Each bomb exceeds them many times.
const FEW: CompileLimits = CompileLimits { seconds: 2, memory: 1 << 30 };

/// Returns a plugin that keeps the contract, with a function that has this many locals besides
/// its parameter.
fn plugin(locals: usize, body: &str) -> Vec<u8> {
    let eight = "i64 ".repeat(8);
    guest::with_parts(&format!(
        "\n;; -- bomb\n(func $eight (param {eight}) (result i64)\n\
         (i64.add (local.get 0) (local.get 7)))\n\
         (func (export \"bomb\") (param i64) (result i64) (local {})\n{body}\nlocal.get 0)\n",
        "i64 ".repeat(locals)
    ))
}

/// Repeats code in nested loops, so that each loop hands on every local that the code changes.
fn nested(depth: usize, body: &str) -> String {
    let again = "local.get 1\ni32.wrap_i64\nbr_if 0\nend\n".repeat(depth);
    format!("{}{body}{again}", "loop\n".repeat(depth))
}

/// Calls that keep the results of all earlier ones alive.
fn calls() -> Vec<u8> {
    const CALLS: usize = 3000;
    let mut body = String::new();
    for call in 0..CALLS {
        for at in 0..8 {
            writeln!(body, "local.get {}", (call * 7 + at * 331) % (call + 1)).unwrap();
        }
        writeln!(body, "call $eight\nlocal.set {}", call + 1).unwrap();
    }
    plugin(CALLS, &(nested(1000, &body) + &sum(CALLS)))
}

/// Adds all locals to the first.
fn sum(locals: usize) -> String {
    (1..=locals).map(|at| format!("local.get 0\nlocal.get {at}\ni64.xor\nlocal.set 0\n")).collect()
}

/// Changes every local by its neighbour.
fn change(locals: usize) -> String {
    (1..=locals)
        .map(|at| format!("local.get {at}\nlocal.get {}\ni64.add\nlocal.set {at}\n", at - 1))
        .collect()
}

/// Nested loops around changes of every local.
fn loops() -> Vec<u8> {
    const DEPTH: usize = 2000;
    const LOCALS: usize = 2000;
    plugin(LOCALS, &(nested(DEPTH, &change(LOCALS)) + &sum(LOCALS)))
}

/// Values that live from one end of a function to the other, in many blocks.
fn live_values() -> Vec<u8> {
    const LOCALS: usize = 3000;
    const BLOCKS: usize = 3000;
    let mut body = change(LOCALS);
    for block in 0..BLOCKS {
        let (one, other) = (block % LOCALS + 1, (block * 17) % LOCALS + 1);
        writeln!(
            body,
            "local.get {one}\ni32.wrap_i64\nif\nlocal.get {one}\nlocal.get {other}\ni64.mul\n\
             local.set {one}\nelse\nlocal.get {other}\nlocal.set {one}\nend"
        )
        .unwrap();
    }
    plugin(LOCALS, &(nested(500, &body) + &sum(LOCALS)))
}

/// Tables of branches out of nested blocks, each of which changes locals.
fn branch_tables() -> Vec<u8> {
    const DEPTH: usize = 300;
    const TABLES: usize = 150;
    let mut body = format!("loop\n{}", "block\n".repeat(DEPTH));
    let targets: String = (0..=DEPTH).map(|target| format!("{target} ")).collect();
    for table in 0..TABLES {
        let local = table % DEPTH + 1;
        writeln!(
            body,
            "local.get {local}\ni32.wrap_i64\nif\nlocal.get 0\ni32.wrap_i64\nbr_table {targets}\nend"
        )
        .unwrap();
    }
    for block in 1..=DEPTH {
        writeln!(body, "end\nlocal.get {block}\ni64.eqz\ni64.extend_i32_u\nlocal.set {block}")
            .unwrap();
    }
    plugin(DEPTH, &format!("{body}\nend\n{}", sum(DEPTH)))
}

fn bombs() -> [(&'static str, Vec<u8>); 4] {
    [
        ("calls", calls()),
        ("loops", loops()),
        ("live-values", live_values()),
        ("branch-tables", branch_tables()),
    ]
}

#[test]
fn a_bomb_ends_at_its_limit_and_harms_no_other_plugin() {
    let limits = if heavy() { CompileLimits::default() } else { FEW };
    let folder = tempfile::tempdir().unwrap();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_boardloom-under-test"));
    let compiler = Some(Arc::new(Compiler::new(program, "compile-plugin", limits)));
    let cache = CacheFolder::At(folder.path().join("cache"));
    let with = compiler.clone();
    let config = SandboxConfig { cache, limits: Limits::default(), compiler: with };
    let sandbox = Sandbox::new(config).unwrap();
    let mut wrong = Vec::new();
    for (name, component) in bombs() {
        let loaded = std::thread::scope(|scope| {
            let bomb = scope.spawn(|| sandbox.load(name, &component).map(drop));
            // A plugin of the program waits for no other.
            sandbox.load_built_in("polite", &guest::polite()).unwrap();
            bomb.join().unwrap().map_err(|error| error.to_string())
        });
        let why = format!("the plugin {name} is not compiled: it takes more than ");
        // Processor time or memory; on a busy machine, real time.
        let ended = loaded.as_ref().is_err_and(|found| found.starts_with(&why));
        if !ended || component.len() > 200_000 {
            wrong.push(format!("{name}, {} bytes: {loaded:?}", component.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Nor without a place for compiled code.
    let config = SandboxConfig { cache: CacheFolder::Off, limits: Limits::default(), compiler };
    let sandbox = Sandbox::new(config).unwrap();
    let error = sandbox.load("calls", &calls()).map(drop).unwrap_err();
    assert!(matches!(error, PluginError::NotCompiled { .. }), "{error}");
    sandbox.load("polite", &guest::polite()).unwrap();
    // The key, and the code of the polite plugin.
    assert_eq!(folder.path().join("cache").read_dir().unwrap().count(), 2);
}

#[test]
fn the_terminal_names_a_plugin_that_compiles_and_skips_it() {
    let dir = TestDir::new();
    let file = dir.write("data/boardloom/plugins/slow.wasm", "");
    std::fs::write(file, loops()).unwrap();
    let ruleset = "format = 1\nplugin = \"slow\"\nname = \"Slow\"\nsummary = \"Waits\"\n";
    dir.write("data/boardloom/rulesets/slow/one.toml", ruleset);
    let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 80, 24);
    terminal.wait("the list", |shown| {
        shown.contains("New game") && !shown.contains("Looking for games")
    });
    terminal.keys("\u{c}");
    terminal.wait("the library", |shown| shown.contains("Find:"));
    terminal.keys("slow/one\r");
    terminal.wait("the plugin's name", |shown| {
        shown.contains("The plugin slow is being prepared") && shown.contains("Delete: skip it")
    });
    terminal.keys("\u{1b}[3~");
    terminal.wait("the reason", |shown| shown.contains("it was skipped"));
    terminal.keys(QUIT);
    terminal.wait("the question", |shown| shown.contains("Quit?"));
    terminal.keys("\r");
    assert_eq!(terminal.end().code, Some(0));
}
