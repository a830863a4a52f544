//! Plugins and rulesets as the tests use them: each rule runs twice, linked
//! natively and as a component in the sandbox.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use boardloom_contract::harness::HarnessOptions;
use boardloom_contract::{Cursor, LoadedPlugin};
use boardloom_ruleset::{
    Library, LibrarySource, OptionCondition, Overrides, PluginSchemas, Ruleset, RulesetOption,
};
use boardloom_sandbox::{CacheFolder, Sandbox, SandboxConfig};
use boardloom_sdk::native::Native;
use serde_json::Value;

/// The folder of the tests' data.
pub fn data() -> PathBuf {
    tests().join("data")
}

/// The folder `tests`, in which the fuzzer's crate lies too.
fn tests() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.find(|folder| folder.join("data/hostile").is_dir()).expect("the tests have data")
}

/// Returns the folder of the whole project.
pub fn project() -> PathBuf {
    tests().parent().expect("the tests stand in the project").into()
}

/// Tells whether the long form of the tests is wanted: `BOARDLOOM_HEAVY=1`.
pub fn heavy() -> bool {
    std::env::var_os("BOARDLOOM_HEAVY").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Returns the harness's plan for each ruleset.
pub fn plan() -> HarnessOptions {
    if heavy() {
        HarnessOptions { games: 10, cut: 2000, thorough: 1, ..HarnessOptions::default() }
    } else {
        HarnessOptions { games: 2, ..HarnessOptions::default() }
    }
}

/// The folder of compiled plugins that all tests share, below the target folder.
pub fn cache() -> CacheFolder {
    let folder = option_env!("CARGO_TARGET_TMPDIR").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| std::env::temp_dir().join("boardloom-tests"));
    CacheFolder::At(folder.join("compiled"))
}

/// The sandbox that all tests share.
pub fn sandbox() -> &'static Sandbox {
    static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| {
        let config = SandboxConfig { cache: cache(), ..SandboxConfig::default() };
        Sandbox::new(config).expect("a sandbox")
    });
    &SANDBOX
}

/// A plugin in both of its forms.
#[derive(Clone)]
pub struct PluginPair {
    pub native: Arc<dyn LoadedPlugin>,
    pub sandboxed: Arc<dyn LoadedPlugin>,
}

impl PluginPair {
    /// The forms with a name for messages.
    pub fn each(&self) -> [(&'static str, &Arc<dyn LoadedPlugin>); 2] {
        [("native", &self.native), ("sandboxed", &self.sandboxed)]
    }
}

/// All bundled plugins. Linking them natively into one binary shows that their
/// exports do not clash.
pub fn plugins() -> &'static BTreeMap<&'static str, PluginPair> {
    static PLUGINS: LazyLock<BTreeMap<&'static str, PluginPair>> = LazyLock::new(|| {
        let native = |name| -> Arc<dyn LoadedPlugin> {
            match name {
                "connection" => Arc::new(Native::<connection::Family>::new("connection")),
                "ataxx" => Arc::new(Native::<ataxx::Family>::new("ataxx")),
                "fractal" => Arc::new(Native::<fractal::Family>::new("fractal")),
                "tafl" => Arc::new(Native::<tafl::Family>::new("tafl")),
                _ => panic!("the plugin `{name}` is bundled and not linked into the tests"),
            }
        };
        let both = |(name, bytes): &(&'static str, &'static [u8])| {
            let sandboxed = sandbox().load(name, bytes).expect("a bundled plugin loads");
            (*name, PluginPair { native: native(name), sandboxed })
        };
        boardloom_bundle::plugins().iter().map(both).collect()
    });
    &PLUGINS
}

/// The schemas of the bundled plugins, read once for all tests.
pub struct BundledSchemas;

impl PluginSchemas for BundledSchemas {
    fn schema(&self, plugin: &str) -> Result<Arc<Value>, String> {
        static SCHEMAS: LazyLock<BTreeMap<&str, Arc<Value>>> = LazyLock::new(|| {
            let schema = |(name, both): (&&'static str, &PluginPair)| {
                let text = both.sandboxed.schema().expect("no plugin error");
                (*name, Arc::new(serde_json::from_str(&text).expect("a schema is JSON")))
            };
            plugins().iter().map(schema).collect()
        });
        let schema = SCHEMAS.get(plugin).ok_or_else(|| format!("there is no plugin {plugin}"))?;
        Ok(Arc::clone(schema))
    }
}

/// The bundled rulesets.
pub fn library() -> Library {
    Library::new(vec![LibrarySource::Bundled(boardloom_bundle::rulesets())])
        .with_networks(boardloom_bundle::networks())
}

/// Loads a bundled ruleset, once for all tests.
pub fn ruleset(id: &str) -> Ruleset {
    static LOADED: LazyLock<Mutex<BTreeMap<String, Ruleset>>> = LazyLock::new(Mutex::default);
    let loaded = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = loaded().get(id).cloned();
    known.unwrap_or_else(|| {
        let ruleset = ruleset_with(id, &Overrides::default());
        loaded().insert(id.to_owned(), ruleset.clone());
        ruleset
    })
}

/// Returns the options that players can choose.
pub fn offered_options(ruleset: &Ruleset) -> impl Iterator<Item = &RulesetOption> {
    let holds = |when: &OptionCondition| when.holds(ruleset.value(&when.key).as_ref());
    ruleset.options.iter().filter(move |option| option.when.as_ref().is_none_or(holds))
}

/// Loads a bundled ruleset with options chosen.
pub fn ruleset_with(id: &str, settings: &Overrides) -> Ruleset {
    library()
        .load(id, settings, &BundledSchemas)
        .unwrap_or_else(|report| panic!("{id}:\n{}", report.render(false)))
}

/// Opens a ruleset's start or a position of it.
pub fn open(rules: &dyn LoadedPlugin, ruleset: &str, position: Option<&str>) -> Box<dyn Cursor> {
    let game = rules.open(ruleset).expect("no plugin error");
    let game = game.unwrap_or_else(|errors| panic!("{ruleset}: {errors:?}"));
    match position {
        None => game.start().expect("no plugin error"),
        Some(text) => {
            game.read(text).expect("no plugin error").unwrap_or_else(|no| panic!("{text}: {no}"))
        }
    }
}

/// Lists all legal moves of the mover, in order.
pub fn legal(cursor: &mut dyn Cursor) -> Vec<String> {
    let Some(by) = cursor.status().expect("no plugin error").mover() else { return Vec::new() };
    let mut all: Vec<String> = Vec::new();
    loop {
        let page =
            cursor.legal_moves(by, all.last().map(String::as_str), 4096).expect("no plugin error");
        if page.is_empty() {
            return all;
        }
        all.extend(page);
    }
}
