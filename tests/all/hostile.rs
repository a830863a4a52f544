//! Plugins that break the contract: each gets its own named error, while another match
//! goes on.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use boardloom_board_view::BoardGeometry;
use boardloom_contract::{Cursor, Extent, LoadedPlugin, OpenGame, PluginError, PluginResult};
use boardloom_sandbox::{
    CacheFolder, CompileLimits, Compiler, Limits, Sandbox, SandboxConfig, inspect,
};

use crate::guest;

/// Limits that are reached quickly.
fn limits() -> Limits {
    Limits {
        memory: 64 << 20,
        call: Duration::from_millis(200),
        open: Duration::from_millis(400),
        count: Duration::from_millis(300),
        answer: 16 << 20,
        ..Limits::default()
    }
}

fn sandbox() -> Sandbox {
    let cache = CacheFolder::At(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    Sandbox::new(SandboxConfig { cache, limits: limits(), compiler: None }).unwrap()
}

fn open(rules: &dyn LoadedPlugin) -> PluginResult<Box<dyn OpenGame>> {
    Ok(rules.open("{}")?.unwrap_or_else(|found| panic!("refused: {found:?}")))
}

/// A match that goes on in another instance.
struct BackgroundMatch {
    moves: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
    thread: JoinHandle<PluginResult<()>>,
}

impl BackgroundMatch {
    fn begin(sandbox: &Sandbox) -> Self {
        let rules = sandbox.load("polite", &guest::polite()).unwrap();
        let (moves, over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (counter, end) = (Arc::clone(&moves), Arc::clone(&over));
        let thread = thread::spawn(move || {
            let mut cursor = open(&*rules)?.start()?;
            while !end.load(Ordering::Relaxed) {
                cursor.play(0, "a")?.expect("a is legal");
                let ply = counter.fetch_add(1, Ordering::Relaxed) + 1;
                assert_eq!(u64::from(cursor.status()?.ply), ply);
            }
            Ok(())
        });
        BackgroundMatch { moves, over, thread }
    }

    /// Waits until the match has continued from here.
    fn wait_for_progress(&self) {
        let before = self.moves.load(Ordering::Relaxed);
        while self.moves.load(Ordering::Relaxed) < before + 10 {
            assert!(!self.thread.is_finished(), "the other match ended");
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn end(self) {
        self.wait_for_progress();
        self.over.store(true, Ordering::Relaxed);
        self.thread.join().unwrap().unwrap();
    }
}

/// Calls every function until one fails.
fn use_all(sandbox: &Sandbox, name: &str, component: &[u8]) -> PluginResult<()> {
    let rules = sandbox.load(name, component)?;
    rules.schema()?;
    let game = open(&*rules)?;
    game.about()?;
    game.warnings()?;
    game.explain()?;
    drop(game.load(b"x")?);
    drop(game.read("x")?);
    let mut cursor = game.start()?;
    use_cursor(&mut *cursor)?;
    drop(cursor);
    // The next call reports an error of a drop.
    game.warnings()?;
    Ok(())
}

fn use_cursor(cursor: &mut dyn Cursor) -> PluginResult<()> {
    cursor.status()?;
    cursor.pieces(0, 100)?;
    cursor.pieces_at(&[0, 1])?;
    cursor.choices(0, &[])?;
    cursor.paths(0, "a")?;
    cursor.count_moves(0)?;
    cursor.legal_moves(0, None, 4096)?;
    cursor.is_legal(0, "a")?;
    cursor.parse(0, "a")?.unwrap();
    cursor.describe_move(0, "a")?;
    cursor.preview(0, "a")?.unwrap();
    cursor.chance_outcomes(10)?;
    cursor.sample_outcome(7)?;
    cursor.fork()?.save()?;
    cursor.write("text")?.unwrap();
    cursor.extent(0)?;
    cursor.drawing_beyond(0, Extent::default(), 1000)?;
    cursor.proposed_sites(0, &[])?;
    cursor.marks()?;
    cursor.play(0, "a")?.unwrap();
    cursor.undo()?;
    cursor.remove_player(1)?.unwrap();
    Ok(())
}

#[test]
fn each_plugin_error_is_named_while_another_match_goes_on() {
    let sandbox = sandbox();
    let other = BackgroundMatch::begin(&sandbox);
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut files: Vec<_> =
        guest::folder().read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let expected = text.lines().find_map(|line| line.strip_prefix(";; error: "));
        if name == "polite" {
            continue;
        }
        let expected = expected.unwrap_or_else(|| panic!("{name} expects no error"));
        let found = match use_all(&sandbox, &name, &guest::with_parts(&text)) {
            Ok(()) => "nothing".to_owned(),
            Err(error) => error.to_string(),
        };
        if found != expected {
            wrong.push(format!("{name}\n  expected: {expected}\n  found:    {found}"));
        }
        other.wait_for_progress();
        count += 1;
    }
    other.end();
    assert!(count >= 20, "only {count} texts were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_well_behaved_plugin_passes() {
    let sandbox = sandbox();
    use_all(&sandbox, "polite", &guest::polite()).unwrap();
    let rules = sandbox.load("polite", &guest::polite()).unwrap();
    assert_eq!(rules.name(), "polite");
    // The host's own search stands in for the plugin's.
    assert!(!rules.capabilities().count && rules.capabilities().search);
    let mut cursor = open(&*rules).unwrap().start().unwrap();
    assert_eq!(cursor.perft(1, false).unwrap(), 1);
    assert!(cursor.evaluate().unwrap().is_empty());
    let absent = cursor.playouts(1, 1, 9, false).unwrap_err().to_string();
    assert_eq!(absent, "the plugin polite does not offer `count`");
    // Asking for an absent interface is harmless.
    assert_eq!(cursor.legal_moves(0, None, 10).unwrap(), ["a"]);
}

/// Would break if only single answers were limited: a plugin could give drawings and lists
/// of moves without end in small parts.
#[test]
fn totals_are_limited() {
    let sandbox = sandbox();
    let small = Limits { drawing: 10, listing: 10, ..limits() };
    // A drawing of one caption.
    let parts = "\n;; -- extent\n\
        (func (export \"boardloom:rules/board@1.0.0#extent\") (param i32 i32) (result i32)\n\
          (i32.store (i32.const 8020) (i32.const 1)) (i32.const 8000))\n\
        \n;; -- drawing-beyond\n\
        (func (export \"boardloom:rules/board@1.0.0#drawing-beyond\")\n\
          (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)\n\
          (i32.store (i32.const 8132) (i32.const 8200))\n\
          (i32.store (i32.const 8136) (i32.const 1)) (i32.const 8100))\n";
    let rules = sandbox.with_limits(small).load("drawing", &guest::with_parts(parts)).unwrap();
    let mut cursor = open(&*rules).unwrap().start().unwrap();
    let error = cursor.drawing_beyond(0, Extent::default(), 1000).unwrap_err().to_string();
    assert!(error.contains("expected at most 10 bytes of a drawing, found "), "{error}");
    let error = cursor.legal_moves(0, None, 10).unwrap_err().to_string();
    assert!(error.contains("expected at most 10 bytes of moves, found "), "{error}");
}

/// Would break if only bytes were counted: a plugin that gives a drawing or a list of moves in
/// single elements would take minutes within their limit.
#[test]
fn lists_in_single_elements_end() {
    let parts = "\n;; -- extent\n\
        (func (export \"boardloom:rules/board@1.0.0#extent\") (param i32 i32) (result i32)\n\
          (i32.store (i32.const 8020) (i32.const 16000000)) (i32.const 8000))\n\
        \n;; -- drawing-beyond\n\
        (data (i32.const 8232) \"\\10\\04\\00\\00\\04\\00\\00\\00\")\n\
        (func (export \"boardloom:rules/board@1.0.0#drawing-beyond\")\n\
          (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)\n\
          (i32.store (i32.const 8132) (i32.const 8200))\n\
          (i32.store (i32.const 8136) (i32.const 1)) (i32.const 8100))\n\
        \n;; -- legal-moves\n\
        (global $move (mut i32) (i32.const 1000000))\n\
        (func (export \"boardloom:rules/rules@1.0.0#[method]cursor.legal-moves\")\n\
          (param i32 i32 i32 i32 i32 i32) (result i32) (local $rest i32) (local $at i32)\n\
          (global.set $move (i32.add (global.get $move) (i32.const 1)))\n\
          (local.set $rest (global.get $move)) (local.set $at (i32.const 8307))\n\
          (loop $digit\n\
            (i32.store8 (local.get $at)\n\
              (i32.add (i32.const 48) (i32.rem_u (local.get $rest) (i32.const 10))))\n\
            (local.set $rest (i32.div_u (local.get $rest) (i32.const 10)))\n\
            (local.set $at (i32.sub (local.get $at) (i32.const 1)))\n\
            (br_if $digit (i32.ge_u (local.get $at) (i32.const 8301))))\n\
          (i32.store (i32.const 8320) (i32.const 8301)) (i32.store (i32.const 8324) (i32.const 7))\n\
          (i32.store (i32.const 8328) (i32.const 8320)) (i32.store (i32.const 8332) (i32.const 1))\n\
          (i32.const 8328))\n";
    let rules = sandbox().load("drip", &guest::with_parts(parts)).unwrap();
    let mut cursor = open(&*rules).unwrap().start().unwrap();
    let mut after: Option<String> = None;
    let error = loop {
        match cursor.legal_moves(0, after.as_deref(), 4096) {
            Ok(page) => after = page.last().cloned(),
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.contains("at most 1000 parts of moves that could be longer"), "{error}");

    let mut cursor = open(&*rules).unwrap().start().unwrap();
    let error = BoardGeometry::new(0).update(&mut *cursor).unwrap_err().to_string();
    assert!(error.contains("at most 1000 parts of a drawing that could be longer"), "{error}");
}

/// Returns parts of a plugin whose drawing is one line, filled or not, in each of `lines` places.
fn filled_lines(lines: usize, points: usize, fill: bool) -> String {
    format!(
        "\n;; -- memory\n(memory (export \"memory\") 100)\n\
        \n;; -- extent\n\
        (func (export \"boardloom:rules/board@1.0.0#extent\") (param i32 i32) (result i32)\n\
          (i32.store (i32.const 8016) (i32.const {lines})) (i32.const 8000))\n\
        \n;; -- about\n\
        (data (i32.const 9100) \"\\20\\04\\00\\00\\01\\00\\00\\00\")\n\
        (func (export \"boardloom:rules/rules@1.0.0#[method]open-game.about\") (param i32) (result i32)\n\
          (memory.copy (i32.const 9000) (i32.const 2048) (i32.const 76))\n\
          (i32.store (i32.const 9012) (i32.const 9100)) (i32.store (i32.const 9016) (i32.const 1))\n\
          (i32.const 9000))\n\
        \n;; -- drawing-beyond\n\
        (func (export \"boardloom:rules/board@1.0.0#drawing-beyond\")\n\
          (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32) (local $at i32)\n\
          (local.set $at (i32.const 200000))\n\
          (loop $line\n\
            (i32.store (i32.add (local.get $at) (i32.const 12)) (i32.const 2000000))\n\
            (i32.store (i32.add (local.get $at) (i32.const 16)) (i32.const {points}))\n\
            (i32.store8 (i32.add (local.get $at) (i32.const 21)) (i32.const {fill}))\n\
            (local.set $at (i32.add (local.get $at) (i32.const 24)))\n\
            (br_if $line (i32.lt_u (local.get $at) (i32.const {end}))))\n\
          (i32.store (i32.const 8124) (i32.const 200000))\n\
          (i32.store (i32.const 8128) (i32.const {lines})) (i32.const 8100))\n",
        fill = u8::from(fill),
        end = 200_000 + 24 * lines,
    )
}

/// Would break if only single outlines were limited: hundreds of the largest ones take minutes to
/// fill.
#[test]
fn outlines_have_a_total() {
    let drawn = |lines, points, fill| {
        let parts = filled_lines(lines, points, fill);
        let rules = sandbox().load("fills", &guest::with_parts(&parts)).unwrap();
        let mut cursor = open(&*rules).unwrap().start().unwrap();
        cursor.drawing_beyond(0, Extent::default(), 4096).map(drop).map_err(|it| it.to_string())
    };
    assert_eq!(drawn(20, 4096, true), Ok(()));
    let error = drawn(40, 4096, true).unwrap_err();
    assert!(error.contains("pairs of points in the outlines of a drawing"), "{error}");
    let error = drawn(1, 5000, true).unwrap_err();
    assert!(error.contains("expected 2 to 4096 points"), "{error}");
    assert_eq!(drawn(1, 5000, false), Ok(()));
}

/// Would break if the host kept what it gets: it stores the effects of every move.
#[test]
fn effects_have_a_limit() {
    let played = |effects: usize| {
        let parts = format!(
            "\n;; -- memory\n(memory (export \"memory\") 40)\n\
            \n;; -- play\n\
            (func (export \"boardloom:rules/rules@1.0.0#[method]cursor.play\")\n\
              (param i32 i32 i32 i32) (result i32)\n\
              (i32.store (i32.const 8004) (i32.const 200000))\n\
              (i32.store (i32.const 8008) (i32.const {effects})) (i32.const 8000))\n"
        );
        let rules = sandbox().load("effects", &guest::with_parts(&parts)).unwrap();
        let mut cursor = open(&*rules).unwrap().start().unwrap();
        cursor.play(0, "a").map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(played(16_384), Ok(()));
    let error = played(16_385).unwrap_err();
    assert!(error.contains("expected at most 16384 effects"), "{error}");
}

/// Would break if the schema had the time of an opening: `check` would say nothing for so long.
#[test]
fn a_schema_has_the_time_of_an_ordinary_call() {
    let parts = "\n;; -- schema\n\
        (func (export \"boardloom:rules/rules@1.0.0#schema\") (result i32)\n\
          (loop $on (br $on)) (unreachable))\n";
    let rules = sandbox().load("mute", &guest::with_parts(parts)).unwrap();
    let error = rules.schema().unwrap_err().to_string();
    assert_eq!(error, "the plugin mute took more than 200 ms for `schema`");
}

/// Would break if the child used other settings than the parent: its entries of the cache
/// would never be found, or its limits too small for any plugin.
#[test]
fn plugins_compile_in_a_child_process() {
    let folder = tempfile::tempdir().unwrap();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_boardloom-under-test"));
    let compiler = Arc::new(Compiler::new(program, "compile-plugin", CompileLimits::default()));
    let cache = || CacheFolder::At(folder.path().join("cache"));
    let new = |compiler| {
        Sandbox::new(SandboxConfig { cache: cache(), limits: limits(), compiler }).unwrap()
    };
    let entries = || folder.path().join("cache").read_dir().unwrap().count();
    let rules = new(Some(compiler)).load("polite", &guest::polite()).unwrap();
    open(&*rules).unwrap().start().unwrap().play(0, "a").unwrap().unwrap();
    assert_eq!(entries(), 2, "the key and the code");
    // Compiled code needs neither a compiler nor another entry.
    let broken = PathBuf::from("false");
    let broken = Arc::new(Compiler::new(broken, "compile-plugin", CompileLimits::default()));
    for compiler in [None, Some(broken)] {
        new(compiler).load("polite", &guest::polite()).unwrap();
        assert_eq!(entries(), 2);
    }
}

#[test]
fn every_call_of_the_contract_can_trap() {
    let sandbox = sandbox();
    let other = BackgroundMatch::begin(&sandbox);
    let rules = sandbox.load("trapping", &guest::trapping_plugin()).unwrap();
    assert!(rules.capabilities().count && rules.capabilities().search);
    for error in [rules.schema().unwrap_err(), rules.open("{}").err().unwrap()] {
        assert!(matches!(error, PluginError::Trapped { .. }), "{error}");
    }
    other.end();
}

#[test]
fn a_dead_instance_names_its_error_and_a_new_one_plays_on() {
    let sandbox = sandbox();
    let text = std::fs::read_to_string(guest::folder().join("recursion.wat")).unwrap();
    let rules = sandbox.load("recursion", &guest::with_parts(&text)).unwrap();
    let game = open(&*rules).unwrap();
    let mut cursor = game.start().unwrap();
    let mut fork = cursor.fork().unwrap();
    let error = cursor.count_moves(0).unwrap_err();
    assert_eq!(cursor.status().unwrap_err(), error);
    assert_eq!(fork.play(0, "a").unwrap_err(), error);
    assert_eq!(game.start().err().unwrap(), error);
    let mut fresh = open(&*rules).unwrap().start().unwrap();
    fresh.play(0, "a").unwrap().unwrap();
    assert_eq!(fresh.status().unwrap().ply, 1);
}

#[test]
fn a_wrong_answer_does_not_end_the_game() {
    let sandbox = sandbox();
    let text = std::fs::read_to_string(guest::folder().join("long-page.wat")).unwrap();
    let rules = sandbox.load("long-page", &guest::with_parts(&text)).unwrap();
    let mut cursor = open(&*rules).unwrap().start().unwrap();
    assert!(matches!(cursor.legal_moves(0, None, 4096), Err(PluginError::BrokeContract { .. })));
    cursor.play(0, "a").unwrap().unwrap();
}

/// Asserts the reason for refusing a file, when it is inspected and when it is loaded.
fn refused(sandbox: &Sandbox, file: &[u8], why: &str) {
    let expected = format!("the plugin p is incompatible: {why}");
    assert_eq!(inspect("p", file).unwrap_err().to_string(), expected);
    assert_eq!(sandbox.load("p", file).err().unwrap().to_string(), expected);
}

#[test]
fn a_file_that_is_no_plugin_is_refused_before_it_runs() {
    let sandbox = sandbox();
    let other = BackgroundMatch::begin(&sandbox);
    const EXPECTED: &str = "expected a WebAssembly component, found";
    refused(&sandbox, b"", &format!("{EXPECTED} an empty file; build the plugin again"));
    refused(&sandbox, b"Dear host", &format!("{EXPECTED} a text file"));
    refused(&sandbox, b"\x7fELF\xff\xff", &format!("{EXPECTED} a file of another kind"));
    refused(&sandbox, b"\0asm", &format!("{EXPECTED} the first 4 bytes of one"));
    let form = format!("{EXPECTED} WebAssembly's text form; make the binary form of it");
    refused(&sandbox, b"(component)", &form);
    let core = wat::parse_str("(module)").unwrap();
    let made = "a core module; `boardloom plugin build` makes a component of it";
    refused(&sandbox, &core, &format!("{EXPECTED} {made}"));
    let none = "expected it to export `boardloom:rules/rules@1.0.0`, found no exports at all";
    refused(&sandbox, &wat::parse_str("(component)").unwrap(), none);
    let polite = guest::polite();
    let error = sandbox.load("p", &polite[..polite.len() / 2]).err().unwrap().to_string();
    assert!(error.contains("found one that is damaged: "), "{error}");
    other.end();
}

#[test]
fn another_version_is_refused_before_it_runs() {
    let sandbox = sandbox();
    refused(
        &sandbox,
        &guest::of_version("@2.0.0"),
        "expected version 1.0.0 of the contract `boardloom:rules`, found 2.0.0; \
         use a newer Boardloom, or build the plugin with an older SDK",
    );
    refused(
        &sandbox,
        &guest::of_version("@0.0.9"),
        "expected version 1.0.0 of the contract `boardloom:rules`, found 0.0.9; \
         build the plugin with a newer SDK",
    );
}

#[test]
fn further_imports_are_refused() {
    let sandbox = sandbox();
    let wasi = guest::with_import(
        "package wasi:cli@0.2.0 { interface exit { leave: func(); } }",
        "wasi:cli/exit@0.2.0",
        "leave",
    );
    refused(
        &sandbox,
        &wasi,
        "a plugin may import nothing but `boardloom:rules/trace@1.0.0`, \
         found `wasi:cli/exit@0.2.0`; build it for wasm32-unknown-unknown, not for a WASI target",
    );
    let clock = guest::with_import(
        "package my:host@1.0.0 { interface clock { tick: func(); } }",
        "my:host/clock@1.0.0",
        "tick",
    );
    refused(
        &sandbox,
        &clock,
        "a plugin may import nothing but `boardloom:rules/trace@1.0.0`, found `my:host/clock@1.0.0`",
    );
}

#[test]
fn a_plugin_can_be_inspected() {
    let found = inspect("polite", &guest::polite()).unwrap();
    assert_eq!(found.contract, "1.0.0");
    assert!(found.named && !found.counts && !found.searches);
    assert!(found.imports.contains(&"boardloom:rules/trace@1.0.0".to_owned()), "{found:?}");
    let exports = ["rules", "board", "shortcuts"].map(|it| format!("boardloom:rules/{it}@1.0.0"));
    assert_eq!(found.exports, exports);
    assert_eq!(found.size, guest::polite().len());
}
