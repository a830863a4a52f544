//! A board of 100,000 sites: opening it in the sandbox, reading its drawing, listing the
//! first choices, and playing a move.

use std::hint::black_box;
use std::sync::Arc;

use boardloom_board_view::board::BoardGeometry;
use boardloom_contract::LoadedPlugin;
use boardloom_match::GameSource;
use boardloom_ruleset::{Library, LibrarySource, Overrides, PluginSchemas, Ruleset};
use boardloom_sandbox::{CacheFolder, Sandbox, SandboxConfig};
use criterion::{Criterion, criterion_group, criterion_main};

/// 316 times 316 is 99,856.
const BOARDS: [(&str, &str, &str); 3] = [
    (
        "squares",
        "ataxx",
        r#"
            format = 1
            name = "Squares"
            extends = "ataxx/classic"
            without = ["options"]
            [board]
            width = 316
            height = 316
        "#,
    ),
    (
        "squares on a torus",
        "ataxx",
        r#"
            format = 1
            name = "Squares on a torus"
            extends = "ataxx/torus"
            without = ["options"]
            [board]
            width = 316
            height = 316
        "#,
    ),
    (
        "hexagons",
        "connection",
        r#"
            format = 1
            name = "Hexagons"
            extends = "connection/hex"
            without = ["options"]
            [board]
            shape = { rhombus = 316 }
        "#,
    ),
];

struct OwnSchema(Arc<dyn LoadedPlugin>);

impl PluginSchemas for OwnSchema {
    fn schema(&self, _: &str) -> Result<Arc<serde_json::Value>, String> {
        let schema = self.0.schema().map_err(|error| error.to_string())?;
        serde_json::from_str(&schema).map(Arc::new).map_err(|error| error.to_string())
    }
}

fn source(sandbox: &Sandbox, plugin: &str, toml: &str) -> GameSource {
    let bundled = boardloom_bundle::plugins().iter().find(|(name, _)| *name == plugin);
    let (name, component) = bundled.expect("the plugin is bundled");
    let rules: Arc<dyn LoadedPlugin> = sandbox.load(name, component).expect("it loads");
    let library = Library::new(vec![LibrarySource::Bundled(boardloom_bundle::rulesets())]);
    let own = OwnSchema(Arc::clone(&rules));
    let ruleset = library.load_text("vast", toml, &Overrides::default(), &own);
    let ruleset: Ruleset = ruleset.unwrap_or_else(|report| panic!("{}", report.render(false)));
    GameSource::new(rules, Arc::new(ruleset))
}

fn vast(criterion: &mut Criterion) {
    let config = SandboxConfig { cache: CacheFolder::Off, ..SandboxConfig::default() };
    let sandbox = Sandbox::new(config).expect("a sandbox");
    for (name, plugin, toml) in BOARDS {
        let source = source(&sandbox, plugin, toml);
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        group.bench_function("open", |bencher| {
            bencher.iter(|| drop(black_box(source.open().expect("it opens"))));
        });
        let game = source.open().expect("it opens");
        let mut cursor = game.start().expect("no plugin error");
        group.bench_function("drawing", |bencher| {
            bencher.iter(|| {
                let mut board = BoardGeometry::new(0);
                board.update(&mut *cursor).expect("no plugin error");
                board
            });
        });
        group.bench_function("first choices", |bencher| {
            bencher.iter(|| cursor.choices(0, black_box(&[])).expect("no plugin error"));
        });
        let mv = cursor.legal_moves(0, None, 1).expect("no plugin error").remove(0);
        group.bench_function("a move and back", |bencher| {
            bencher.iter(|| {
                cursor.play(0, black_box(&mv)).expect("no plugin error").expect("it is legal");
                cursor.undo().expect("no plugin error")
            });
        });
        group.finish();
    }
}

criterion_group!(benches, vast);
criterion_main!(benches);
