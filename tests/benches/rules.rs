//! How fast tournament Ataxx is counted, played at random and searched: linked
//! natively, and in the sandbox beside it.
//!
//! Times are the thread's own processor time, where the system tells it, so that
//! a busy machine changes little. After criterion's own report comes a table of
//! the best rates, and of what is left of the native rate in the sandbox. Native
//! code is made for the compiler's default processor, as for any binary that is
//! given to others.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use ataxx::Family;
use boardloom_contract::{Cursor, Rules};
use boardloom_plugin::{CacheFolder, Sandbox, SandboxConfig};
use boardloom_ruleset::{Library, Schemas, Settings, Source};
use boardloom_sdk::native::Native;
use criterion::Criterion;

const RULESET: &str = "ataxx/tournament";
/// Move sequences of the start, by length.
const LEAVES: [(u32, u64); 2] = [(5, 4_752_668), (6, 141_865_520)];
const GAMES: u32 = 1000;
/// Plies after which a game at random is cut; none of these gets there.
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

/// The shortest time of a run, by what was run and its form.
#[derive(Default)]
struct Best(RefCell<BTreeMap<(String, &'static str), Duration>>);

impl Best {
    /// Runs something so many times, and returns how long it took.
    fn time(&self, what: &str, form: &'static str, times: u64, run: &mut dyn FnMut()) -> Duration {
        let mut whole = Duration::ZERO;
        for _ in 0..times {
            let began = now();
            run();
            let took = now().saturating_sub(began);
            whole += took;
            let mut best = self.0.borrow_mut();
            let known = best.entry((what.to_owned(), form)).or_insert(took);
            *known = took.min(*known);
        }
        whole
    }
}

struct Own<'a>(&'a dyn Rules);

impl Schemas for Own<'_> {
    fn schema(&self, _: &str) -> Result<Arc<serde_json::Value>, String> {
        let schema = self.0.schema().map_err(|fault| fault.to_string())?;
        serde_json::from_str(&schema).map(Arc::new).map_err(|error| error.to_string())
    }
}

fn start(rules: &dyn Rules) -> Box<dyn Cursor> {
    let library = Library::new(vec![Source::Bundled(boardloom_bundle::rulesets())]);
    let ruleset = library.load(RULESET, &Settings::default(), &Own(rules)).expect("a ruleset");
    let game = rules.open(&ruleset.plugin_json()).expect("no fault").expect("a good ruleset");
    game.start().expect("no fault")
}

fn forms() -> [(&'static str, Box<dyn Cursor>); 2] {
    let (name, component) = boardloom_bundle::plugins()
        .iter()
        .find(|(name, _)| RULESET.starts_with(name))
        .expect("the plugin is bundled");
    let sandbox =
        Sandbox::new(SandboxConfig { cache: CacheFolder::Off, ..SandboxConfig::default() });
    let sandboxed = sandbox.expect("a sandbox").load(name, component).expect("it loads");
    let native = Native::<Family>::new("ataxx");
    [("native", start(&native)), ("sandboxed", start(&*sandboxed))]
}

fn main() {
    let best = Best::default();
    let mut criterion = Criterion::default().configure_from_args();
    let mut forms = forms();
    for (depth, leaves) in LEAVES {
        for (way, listed) in [("listed", true), ("counted", false)] {
            // Six plies, each listed, take seconds: five say as much.
            if listed && depth > 5 {
                continue;
            }
            let what = format!("perft {depth} {way}");
            let mut group = criterion.benchmark_group(&what);
            group.sample_size(10);
            for (form, cursor) in &mut forms {
                group.bench_function(*form, |bencher| {
                    bencher.iter_custom(|times| {
                        best.time(&what, form, times, &mut || {
                            assert_eq!(cursor.perft(black_box(depth), listed), Ok(leaves));
                        })
                    });
                });
            }
            group.finish();
        }
    }
    for (way, listed) in [("listed", true), ("counted", false)] {
        let what = format!("{GAMES} playouts {way}");
        let mut group = criterion.benchmark_group(&what);
        group.sample_size(10);
        for (form, cursor) in &mut forms {
            group.bench_function(*form, |bencher| {
                bencher.iter_custom(|times| {
                    best.time(&what, form, times, &mut || {
                        let tally = cursor.playouts(black_box(GAMES), 1, CUT, listed);
                        assert_eq!(tally.expect("no fault").cut, 0);
                    })
                });
            });
        }
        group.finish();
    }
    let what = "alpha-beta nodes";
    let mut group = criterion.benchmark_group(what);
    group.sample_size(10);
    for (form, cursor) in &mut forms {
        group.bench_function(*form, |bencher| {
            bencher.iter_custom(|times| {
                best.time(what, form, times, &mut || {
                    let search = cursor.search(r#"{"kind": "alpha-beta"}"#, 1, 64 << 20);
                    let mut search = search.expect("no fault").expect("good settings");
                    for _ in 0..NODES / SLICE {
                        search.step(black_box(SLICE)).expect("no fault");
                    }
                })
            });
        });
    }
    group.finish();
    criterion.final_summary();
    table(&best);
}

/// Prints rates, and what is left of them in the sandbox.
fn table(best: &Best) {
    let best = best.0.borrow();
    let mut names: Vec<&String> = best.keys().map(|(what, _)| what).collect();
    names.dedup();
    println!("{:<24} {:>16} {:>16} {:>8}", "a second", "native", "sandboxed", "ratio");
    for name in names {
        let of = match LEAVES.iter().find(|(depth, _)| name.starts_with(&format!("perft {depth}")))
        {
            Some((_, leaves)) => *leaves as f64,
            None if name.starts_with("alpha") => f64::from(NODES),
            None => f64::from(GAMES),
        };
        let rate = |form| Some(of / best.get(&(name.clone(), form))?.as_secs_f64());
        let (Some(native), Some(sandboxed)) = (rate("native"), rate("sandboxed")) else { continue };
        println!("{name:<24} {native:>16.0} {sandboxed:>16.0} {:>8.2}", sandboxed / native);
    }
}
