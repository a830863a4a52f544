//! `boardloom bench`.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::{Duration, Instant};

use boardloom_contract::{Cursor, PlayoutStats};
use boardloom_match::{GameSource, draw_first};
use boardloom_sandbox::{CacheFolder, Sandbox, SandboxConfig};
use serde::Serialize;
use serde_json::json;

use crate::args::Bench;
use crate::perft::group_digits;
use boardloom_base::catalog::CatalogError;
use boardloom_base::{Catalog, Console, Failure, Result};

/// Plies after which a random game is cut.
const CUT: u32 = 2000;

#[derive(Serialize)]
struct BenchResult {
    ruleset: String,
    plugin_bytes: usize,
    load_cold_ms: f64,
    load_warm_ms: Option<f64>,
    open_ms: f64,
    perft_depth: u32,
    perft_leaves: u64,
    leaves_per_second: f64,
    playouts_listed: Option<PlayoutRates>,
    playouts_counted: Option<PlayoutRates>,
}

#[derive(Serialize)]
struct PlayoutRates {
    games: u64,
    games_per_second: f64,
    moves_per_second: f64,
    plies_per_game: f64,
    moves_per_position: f64,
    cut: u64,
}

/// Measures how fast plugins load, count and play at random, in the sandbox.
pub fn run(catalog: &Catalog, args: &Bench, console: &mut Console<'_>) -> Result<()> {
    if !(0.001..=3600.0).contains(&args.seconds) {
        return Err(Failure::Usage("expected 0.001 to 3600 seconds".to_owned()));
    }
    let rulesets = match &args.ruleset {
        Some(ruleset) => vec![ruleset.clone()],
        None => one_of_each(catalog),
    };
    for ruleset in rulesets {
        if console.color_err {
            console.say(format!("measuring {ruleset}"));
        }
        let source = catalog.source(&ruleset, &args.overrides.parse()?)?;
        let result = measure(catalog, &ruleset, &source, args.seconds)?;
        show(&result, args.json, console)?;
        console.flush()?;
    }
    Ok(())
}

/// Returns one ruleset of each plugin, the first in order.
fn one_of_each(catalog: &Catalog) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let first = catalog.list().into_iter().filter(|entry| seen.insert(entry.plugin.clone()));
    first.map(|entry| entry.id).collect()
}

fn measure(
    catalog: &Catalog,
    ruleset: &str,
    source: &GameSource,
    seconds: f64,
) -> Result<BenchResult> {
    let plugin = &source.ruleset.plugin;
    let component = catalog.plugins().bytes(plugin)?;
    let cold = Sandbox::new(SandboxConfig { cache: CacheFolder::Off, ..SandboxConfig::default() });
    let cold = cold.map_err(|error| CatalogError::Sandbox(error.to_string()))?;
    let (loaded, load_cold_ms) = time_of(|| cold.load(plugin, &component));
    loaded?;
    let warm = catalog.sandbox()?;
    // The catalog has loaded it already, so the cache has it.
    let (again, warm_ms) = time_of(|| warm.load(plugin, &component));
    again?;
    let (game, open_ms) = time_of(|| source.open());
    let game = game?;
    let mut cursor = game.start()?;
    draw_first(&mut *cursor, plugin, 1)?;
    let budget = Duration::from_secs_f64(seconds);
    let (perft_depth, perft_leaves, took) = match source.rules.capabilities().count {
        true => deepest(&mut *cursor, budget)?,
        false => (0, 0, 0.0),
    };
    let mut rate = |listed| {
        let counts = source.rules.capabilities().count;
        counts.then(|| playouts(&mut *cursor, budget, listed)).transpose()
    };
    let (playouts_listed, playouts_counted) = (rate(true)?, rate(false)?);
    Ok(BenchResult {
        ruleset: ruleset.to_owned(),
        plugin_bytes: component.len(),
        load_cold_ms,
        load_warm_ms: warm.cache().map(|_| warm_ms),
        open_ms,
        perft_depth,
        perft_leaves,
        leaves_per_second: if took > 0.0 { (perft_leaves as f64 / took).round() } else { 0.0 },
        playouts_listed,
        playouts_counted,
    })
}

/// Counts deeper until a count takes its share of the time; returns the last depth, its count
/// and its seconds.
fn deepest(cursor: &mut dyn Cursor, budget: Duration) -> Result<(u32, u64, f64)> {
    let mut last = (0, 1, 0.0);
    for depth in 1..=60 {
        let (nodes, ms) = time_of(|| cursor.perft(depth, false));
        let (nodes, took) = (nodes?, ms / 1000.0);
        let growth = nodes as f64 / last.1.max(1) as f64;
        last = (depth, nodes, took);
        if nodes == 0 || took * growth > budget.as_secs_f64() * 4.0 {
            break;
        }
    }
    Ok(last)
}

fn playouts(cursor: &mut dyn Cursor, budget: Duration, listed: bool) -> Result<PlayoutRates> {
    let mut all = PlayoutStats::default();
    let began = Instant::now();
    let mut games = 1;
    let mut seed = 1;
    while began.elapsed() < budget {
        let (tally, ms) = time_of(|| cursor.playouts(games, seed, CUT, listed));
        let tally = tally?;
        all.games += tally.games;
        all.plies += tally.plies;
        all.choices += tally.choices;
        all.cut += tally.cut;
        seed += 1;
        // Parts of about 100 ms: enough to measure, short enough to stop.
        games = (f64::from(games) * (100.0 / ms.max(0.01)).clamp(0.25, 8.0)).max(1.0) as u32;
    }
    let (seconds, plies) = (began.elapsed().as_secs_f64(), all.plies as f64);
    Ok(PlayoutRates {
        games: all.games,
        games_per_second: (all.games as f64 / seconds).round(),
        moves_per_second: (plies / seconds).round(),
        plies_per_game: plies / all.games.max(1) as f64,
        moves_per_position: all.choices as f64 / plies.max(1.0),
        cut: all.cut,
    })
}

fn time_of<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let began = Instant::now();
    let value = run();
    (value, began.elapsed().as_secs_f64() * 1000.0)
}

fn show(result: &BenchResult, as_json: bool, console: &mut Console<'_>) -> Result<()> {
    if as_json {
        return Ok(writeln!(console.out, "{}", json!(result))?);
    }
    let BenchResult { ruleset, plugin_bytes, load_cold_ms: cold, load_warm_ms, open_ms, .. } =
        result;
    let out = &mut console.out;
    let warm = load_warm_ms.map_or("no cache".to_owned(), |ms| format!("{ms:.2} ms cached"));
    let bytes = group_digits(*plugin_bytes as f64);
    writeln!(out, "{ruleset}")?;
    writeln!(out, "  load   {cold:.1} ms compiled, {warm} ({bytes} bytes)")?;
    writeln!(out, "  open   {open_ms:.2} ms")?;
    let (rate, leaves) = (group_digits(result.leaves_per_second), result.perft_leaves);
    match result.perft_depth {
        0 => writeln!(out, "  perft  the plugin does not count")?,
        depth => writeln!(out, "  perft  {rate} leaves/s (depth {depth}: {leaves})")?,
    }
    for (name, playouts) in
        [("listed", &result.playouts_listed), ("counted", &result.playouts_counted)]
    {
        let Some(playouts) = playouts else { continue };
        let PlayoutRates { plies_per_game: plies, moves_per_position: moves, .. } = playouts;
        let games = group_digits(playouts.games_per_second);
        writeln!(
            out,
            "  random {games} games/s {name} ({plies:.1} plies, {moves:.1} moves a position)"
        )?;
    }
    Ok(())
}
