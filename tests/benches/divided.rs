//! A board of a million vertices, and a game of ten thousand moves: Fractal
//! Territory linked natively, and in the sandbox beside it.

use std::hint::black_box;

use boardloom_contract::{Cursor, LoadedPlugin};
use boardloom_sandbox::{CacheFolder, Sandbox, SandboxConfig};
use boardloom_sdk::native::Native;
use boardloom_sdk::random::Random;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fractal::Family;

/// Squares, ten times divided: 1025 times 1025 vertices, a million cells that can be
/// divided again.
const MILLION: &str = r#"{"board": {"topology": "quadtree", "depth": 10},
    "rules": {"subdivide": {"who": "always", "max_depth": 60}}}"#;
/// Nine vertices, without a limit to divisions.
const GROWING_LIMIT: &str = r#"{"board": {"topology": "quadtree"},
    "rules": {"subdivide": {"who": "always", "max_depth": 60}}}"#;
const PLIES: u32 = 10_000;

fn start(rules: &dyn LoadedPlugin, ruleset: &str) -> Box<dyn Cursor> {
    let opened = rules.open(ruleset).expect("no plugin error");
    let Ok(game) = opened else { panic!("the ruleset makes sense") };
    game.start().expect("no plugin error")
}

/// Returns a game in which every second move divides a cell; moves are chosen by pointing at a
/// site, as a player does.
fn growing(rules: &dyn LoadedPlugin) -> Vec<String> {
    let mut cursor = start(rules, GROWING_LIMIT);
    let mut random = Random::new(1);
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < PLIES as usize {
        let status = cursor.status().expect("no plugin error");
        let by = status.mover().expect("the game goes on");
        let site = random.below(u64::from(status.sites)) as u32;
        let mut path = vec![site];
        let mut choices = cursor.choices(by, &path).expect("no plugin error");
        if let Some(target) = choices.targets.first() {
            if moves.len() % 2 == 1 {
                continue;
            }
            path.push(target.site);
            choices = cursor.choices(by, &path).expect("no plugin error");
        }
        let Some(ending) = choices.options.first() else { continue };
        cursor.play(by, &ending.move_).expect("no plugin error").expect("it is legal");
        moves.push(ending.move_.clone());
    }
    moves
}

fn form(criterion: &mut Criterion, form: &str, rules: &dyn LoadedPlugin, moves: &[String]) {
    let mut group = criterion.benchmark_group(form);
    group.sample_size(10);
    group.bench_function("open a million vertices", |bencher| {
        bencher.iter(|| black_box(start(rules, MILLION)));
    });
    let mut cursor = start(rules, MILLION);
    let divide = divided(&mut *cursor);
    for (what, mv) in [("place", "10:511,513"), ("divide", &*divide)] {
        group.bench_function(format!("{what} and back"), |bencher| {
            bencher.iter(|| {
                cursor.play(0, black_box(mv)).expect("no plugin error").expect("it is legal");
                cursor.undo().expect("no plugin error")
            });
        });
        group.bench_function(format!("preview of {what}"), |bencher| {
            bencher.iter(|| {
                cursor.preview(0, black_box(mv)).expect("no plugin error").expect("legal")
            });
        });
    }
    group.bench_function("status", |bencher| {
        bencher.iter(|| cursor.status().expect("no plugin error"));
    });
    group.bench_function("count moves", |bencher| {
        bencher.iter(|| cursor.count_moves(0).expect("no plugin error"));
    });
    group.bench_function("choices", |bencher| {
        bencher.iter(|| cursor.choices(0, black_box(&[])).expect("no plugin error"));
    });
    drop(cursor);
    group.bench_function("ten thousand moves", |bencher| {
        bencher.iter_batched(
            || start(rules, GROWING_LIMIT),
            |mut cursor| {
                for (ply, mv) in (0u8..=1).cycle().zip(moves) {
                    cursor.play(ply, mv).expect("no plugin error").expect("it is legal");
                    black_box(cursor.status().expect("no plugin error"));
                }
                cursor
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// Returns a division of a cell that is not divided yet.
fn divided(cursor: &mut dyn Cursor) -> String {
    let mut site = cursor.status().expect("no plugin error").sites - 1000;
    loop {
        let choices = cursor.choices(0, &[site]).expect("no plugin error");
        if let Some(target) = choices.targets.first() {
            let options = cursor.choices(0, &[site, target.site]).expect("no plugin error").options;
            return options[0].move_.clone();
        }
        site -= 1;
    }
}

fn boards(criterion: &mut Criterion) {
    let native = Native::<Family>::new("fractal");
    let moves = growing(&native);
    form(criterion, "native", &native, &moves);
    let config = SandboxConfig { cache: CacheFolder::Off, ..SandboxConfig::default() };
    let sandbox = Sandbox::new(config).expect("a sandbox");
    let bundled = boardloom_bundle::plugins().iter().find(|(name, _)| *name == "fractal");
    let (name, component) = bundled.expect("the plugin is bundled");
    let sandboxed = sandbox.load(name, component).expect("it loads");
    form(criterion, "sandboxed", &*sandboxed, &moves);
}

criterion_group!(benches, boards);
criterion_main!(benches);
