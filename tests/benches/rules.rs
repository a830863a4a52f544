//! Speed of perft, playouts and search of the bundled games, native and sandboxed.
//!
//! Times are the thread's processor time, if the system reports it, so that a busy
//! machine changes little. After criterion's report comes a table of the best rates and
//! of the sandboxed rate as a share of the native one. Native code targets the compiler's
//! default processor, like any distributed binary.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use boardloom_contract::{Cursor, LoadedPlugin};
use boardloom_ruleset::{Library, LibrarySource, Overrides, PluginSchemas};
use boardloom_sandbox::{CacheFolder, Sandbox, SandboxConfig};
use boardloom_sdk::native::Native;
use criterion::Criterion;

/// A ruleset and its measurements.
struct Subject {
    ruleset: &'static str,
    /// Chosen options.
    set: Option<(&'static str, &'static str)>,
    /// Depths of perft, with the last ply listed and counted.
    perft: [u32; 2],
    /// Random games a run.
    playouts: u32,
    /// Whether alpha-beta is measured too.
    searched: bool,
}

impl Subject {
    const fn new(ruleset: &'static str, perft: [u32; 2], playouts: u32) -> Self {
        Subject { ruleset, set: None, perft, playouts, searched: false }
    }

    const fn with(mut self, key: &'static str, value: &'static str) -> Self {
        self.set = Some((key, value));
        self
    }

    const fn searched(mut self) -> Self {
        self.searched = true;
        self
    }
}

const SUBJECTS: [Subject; 8] = [
    Subject::new("ataxx/tournament", [5, 6], 1000).searched(),
    Subject::new("ataxx/hexxagon", [4, 5], 1000).searched(),
    Subject::new("ataxx/boogers", [4, 5], 300).with("setup.seats", "4").searched(),
    Subject::new("tafl/copenhagen", [3, 3], 200).searched(),
    Subject::new("tafl/brandubh", [3, 4], 1000).searched(),
    Subject::new("connection/hex", [2, 3], 5000).with("board.shape.rhombus", "11"),
    Subject::new("connection/projective-hex", [2, 3], 5000).with("board.n", "6"),
    Subject::new("fractal/square", [3, 4], 200).searched(),
];

/// Plies after which a random game is cut; few get there.
const CUT: u32 = 2000;
/// Nodes of an alpha-beta search from the start, in slices as the host's.
const NODES: u32 = 200_000;
const SLICE: u32 = 10_000;

/// Returns the processor time that this thread has used.
#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a thread has used no less than nothing")
}

/// Returns the time since the first call.
#[cfg(not(unix))]
fn now() -> Duration {
    static FIRST: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    FIRST.elapsed()
}

/// The best rates in order of measurement: the subject, and its native and sandboxed
/// rate a second.
#[derive(Default)]
struct BestRates(RefCell<Vec<(String, BTreeMap<&'static str, f64>)>>);

impl BestRates {
    /// Runs a benchmark `times` times and returns the time. Each run counts `units`.
    fn time(
        &self,
        what: &str,
        form: &'static str,
        times: u64,
        run: &mut dyn FnMut() -> u64,
    ) -> Duration {
        let mut whole = Duration::ZERO;
        for _ in 0..times {
            let began = now();
            let count = run();
            let took = now().saturating_sub(began);
            whole += took;
            self.note(what, form, count as f64 / took.as_secs_f64().max(1e-9));
        }
        whole
    }

    fn note(&self, what: &str, form: &'static str, rate: f64) {
        let mut best = self.0.borrow_mut();
        if best.last().is_none_or(|(last, _)| last != what) {
            best.push((what.to_owned(), BTreeMap::new()));
        }
        let (_, rates) = best.last_mut().expect("one was pushed");
        let known = rates.entry(form).or_insert(rate);
        *known = rate.max(*known);
    }
}

struct OwnSchema<'a>(&'a dyn LoadedPlugin);

impl PluginSchemas for OwnSchema<'_> {
    fn schema(&self, _: &str) -> Result<Arc<serde_json::Value>, String> {
        let schema = self.0.schema().map_err(|error| error.to_string())?;
        serde_json::from_str(&schema).map(Arc::new).map_err(|error| error.to_string())
    }
}

/// A bundled plugin, linked natively and in the sandbox.
struct Plugin {
    native: Box<dyn LoadedPlugin>,
    sandboxed: Arc<dyn LoadedPlugin>,
}

fn plugin(name: &str) -> Plugin {
    let native: Box<dyn LoadedPlugin> = match name {
        "ataxx" => Box::new(Native::<ataxx::Family>::new("ataxx")),
        "connection" => Box::new(Native::<connection::Family>::new("connection")),
        "fractal" => Box::new(Native::<fractal::Family>::new("fractal")),
        "tafl" => Box::new(Native::<tafl::Family>::new("tafl")),
        _ => panic!("no subject names the plugin `{name}`"),
    };
    let mut bundled = boardloom_bundle::plugins().iter();
    let (_, component) = bundled.find(|(known, _)| *known == name).expect("it is bundled");
    let sandbox =
        Sandbox::new(SandboxConfig { cache: CacheFolder::Off, ..SandboxConfig::default() });
    let sandboxed = sandbox.expect("a sandbox").load(name, component).expect("it loads");
    Plugin { native, sandboxed }
}

/// Opens a subject in both forms, at its start.
fn forms(subject: &Subject, plugin: &Plugin) -> [(&'static str, Box<dyn Cursor>); 2] {
    static LIBRARY: LazyLock<Library> =
        LazyLock::new(|| Library::new(vec![LibrarySource::Bundled(boardloom_bundle::rulesets())]));
    let mut settings = Overrides::default();
    if let Some((key, value)) = subject.set {
        settings.set_text(key, value);
    }
    let start = |rules: &dyn LoadedPlugin| {
        let ruleset =
            LIBRARY.load(subject.ruleset, &settings, &OwnSchema(rules)).expect("a ruleset");
        let game =
            rules.open(&ruleset.plugin_json()).expect("no plugin error").expect("a good ruleset");
        game.start().expect("no plugin error")
    };
    [("native", start(&*plugin.native)), ("sandboxed", start(&*plugin.sandboxed))]
}

fn main() {
    let best = BestRates::default();
    let mut criterion = Criterion::default().configure_from_args();
    let mut plugins: BTreeMap<&str, Plugin> = BTreeMap::new();
    for subject in &SUBJECTS {
        let (name, _) = subject.ruleset.split_once('/').expect("`plugin/ruleset`");
        let plugin = plugins.entry(name).or_insert_with(|| plugin(name));
        let mut forms = forms(subject, plugin);
        let mut measure = |what: &str, run: &mut dyn FnMut(&mut dyn Cursor) -> u64| {
            let what = format!("{} {what}", subject.ruleset);
            let mut group = criterion.benchmark_group(&what);
            group.sample_size(10);
            for (form, cursor) in &mut forms {
                group.bench_function(*form, |bencher| {
                    bencher.iter_custom(|times| {
                        best.time(&what, form, times, &mut || run(&mut **cursor))
                    });
                });
            }
            group.finish();
        };
        let ways = [("listed", true), ("counted", false)];
        for (depth, (way, listed)) in subject.perft.into_iter().zip(ways) {
            let mut leaves = None;
            measure(&format!("perft {depth} {way}"), &mut |cursor| {
                let found = cursor.perft(black_box(depth), listed).expect("no plugin error");
                assert_eq!(*leaves.get_or_insert(found), found, "both forms count the same");
                found
            });
        }
        for (way, listed) in ways {
            measure(&format!("playouts {way}"), &mut |cursor| {
                let tally = cursor.playouts(black_box(subject.playouts), 1, CUT, listed);
                tally.expect("no plugin error");
                u64::from(subject.playouts)
            });
        }
        if subject.searched {
            measure("alpha-beta nodes", &mut |cursor| {
                let search = cursor.search(r#"{"kind": "alpha-beta"}"#, 1, 64 << 20);
                let mut search = search.expect("no plugin error").expect("good settings");
                (0..NODES / SLICE)
                    .fold(0, |_, _| search.step(black_box(SLICE)).expect("no plugin error").nodes)
            });
        }
    }
    criterion.final_summary();
    table(&best);
}

/// Prints rates, and the sandboxed ones as a share of the native ones.
fn table(best: &BestRates) {
    println!("{:<44} {:>14} {:>14} {:>6}", "a second", "native", "sandboxed", "ratio");
    for (name, rates) in best.0.borrow().iter() {
        let [native, sandboxed] = ["native", "sandboxed"].map(|form| rates.get(form));
        let (Some(native), Some(sandboxed)) = (native, sandboxed) else { continue };
        println!("{name:<44} {native:>14.0} {sandboxed:>14.0} {:>6.2}", sandboxed / native);
    }
}
