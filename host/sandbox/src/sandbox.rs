//! The engine, and the way from a component's bytes to a plugin.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use boardloom_contract::{LoadedPlugin, PluginError, PluginResult};
use thiserror::Error;
use wasmtime::component::{Component, HasSelf, InstancePre, Linker};
use wasmtime::{Cache, CacheConfig, Config, Engine, OptLevel};

use crate::bindings;
use crate::bindings::exports::boardloom::rules::{board, count, rules, search};
use crate::config::{CacheFolder, Limits, SandboxConfig};
use crate::inspect::{Inspection, inspect};
use crate::instance::Instance;
use crate::rules::Loaded;
use crate::state::State;
use crate::ticker::Ticker;

/// Why there is no sandbox.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// wasmtime does not run on this machine.
    #[error("expected a machine that can run WebAssembly, found: {0}")]
    Engine(String),
    /// The system gave no thread for the clock.
    #[error("cannot start the clock that keeps plugins within their time: {0}")]
    Clock(#[from] std::io::Error),
}

/// Loads plugins and keeps them within limits. Cheap to clone; the clones share
/// everything.
#[derive(Clone)]
pub struct Sandbox {
    core: Arc<Core>,
    limits: Limits,
}

/// What all plugins of a sandbox share.
pub struct Core {
    pub engine: Engine,
    pub ticker: Ticker,
    linker: Linker<State>,
    cache: Option<PathBuf>,
}

/// A component that was compiled and checked.
pub struct Plugin {
    pub name: Arc<str>,
    pub limits: Limits,
    pub core: Arc<Core>,
    pub component: InstancePre<State>,
    pub indices: Indices,
}

/// Where the interfaces stand among a component's exports.
pub struct Indices {
    pub rules: rules::GuestIndices,
    pub board: board::GuestIndices,
    pub count: Option<count::GuestIndices>,
    pub search: Option<search::GuestIndices>,
}

impl Sandbox {
    /// Sets a sandbox up.
    ///
    /// # Errors
    /// Where wasmtime does not run on this machine, or the system gives no
    /// thread. A cache that cannot be used is no error.
    pub fn new(config: SandboxConfig) -> Result<Self, SandboxError> {
        let cache = open_cache(&config.cache);
        let folder = cache.as_ref().map(|cache| cache.directory().clone());
        let engine = Engine::new(&engine_config(cache)).map_err(engine_error)?;
        let mut linker = Linker::new(&engine);
        bindings::boardloom::rules::trace::add_to_linker::<_, HasSelf<State>>(
            &mut linker,
            |state| state,
        )
        .map_err(engine_error)?;
        let ticker = Ticker::start(&engine)?;
        let core = Arc::new(Core { engine, ticker, linker, cache: folder });
        Ok(Sandbox { core, limits: config.limits })
    }

    /// Returns what a plugin may use up.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the folder in which compiled code is kept, where there is one.
    pub fn cache(&self) -> Option<&Path> {
        self.core.cache.as_deref()
    }

    /// Returns the same sandbox with other limits for what is loaded from now on.
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Sandbox { core: Arc::clone(&self.core), limits }
    }

    /// Loads a plugin: reads its version and imports, compiles it or finds it
    /// compiled, and makes an instance to see that it fits the contract.
    ///
    /// # Errors
    /// [`PluginError::Incompatible`] where it does not fit; another fault where making
    /// an instance went wrong.
    pub fn load(&self, name: &str, component: &[u8]) -> PluginResult<Arc<dyn LoadedPlugin>> {
        let plugin = Arc::new(self.compile(name, component)?);
        let first = Instance::new(&plugin)?;
        Ok(Arc::new(Loaded { plugin, first: Mutex::new(Some(first)), schema: OnceLock::new() }))
    }

    fn compile(&self, name: &str, bytes: &[u8]) -> PluginResult<Plugin> {
        let refuse = |why: String| PluginError::Incompatible { plugin: name.to_owned(), why };
        if bytes.len() > self.limits.component {
            return Err(refuse(format!(
                "expected at most {} bytes, found {}",
                self.limits.component,
                bytes.len()
            )));
        }
        let inspection = inspect(name, bytes)?;
        let component = Component::from_binary(&self.core.engine, bytes).map_err(|error| {
            refuse(format!(
                "expected a WebAssembly component that can be compiled, found: {error:#}"
            ))
        })?;
        let component =
            self.core.linker.instantiate_pre(&component).map_err(|error| {
                refuse(format!("it asks for more than it may import: {error:#}"))
            })?;
        let indices = Indices::of(&component, &inspection).map_err(|error| {
            refuse(format!("it exports less than the contract says: {error:#}"))
        })?;
        Ok(Plugin {
            name: Arc::from(name),
            limits: self.limits,
            core: Arc::clone(&self.core),
            component,
            indices,
        })
    }
}

impl Indices {
    fn of(component: &InstancePre<State>, inspection: &Inspection) -> wasmtime::Result<Self> {
        Ok(Indices {
            rules: rules::GuestIndices::new(component)?,
            board: board::GuestIndices::new(component)?,
            count: match inspection.counts {
                true => Some(count::GuestIndices::new(component)?),
                false => None,
            },
            search: match inspection.searches {
                true => Some(search::GuestIndices::new(component)?),
                false => None,
            },
        })
    }
}

/// Returns the engine's settings: what is not deterministic is off, and what no
/// plugin needs.
fn engine_config(cache: Option<Cache>) -> Config {
    let mut config = Config::new();
    config
        .cache(cache)
        .cranelift_opt_level(OptLevel::Speed)
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        .wasm_memory64(false)
        .concurrency_support(false)
        // Names of functions are enough to find a fault; places within them would
        // make up a sixth of what is read from the cache.
        .generate_address_map(false)
        // A plugin that does not come back is interrupted at a loop or a call.
        .epoch_interruption(true);
    config
}

/// Opens the compile cache; none where its folder cannot be written to.
fn open_cache(folder: &CacheFolder) -> Option<Cache> {
    let folder = match folder {
        CacheFolder::Off => return None,
        CacheFolder::At(folder) => folder.clone(),
        CacheFolder::Platform => directories::ProjectDirs::from("", "", "boardloom")
            .map(|dirs| dirs.cache_dir().join("compiled"))?,
    };
    let folder = writable(&folder)
        .inspect_err(|error| {
            tracing::info!(folder = %folder.display(), %error, "compiled plugins are not kept");
        })
        .ok()?;
    let mut config = CacheConfig::new();
    config.with_directory(folder);
    Cache::new(config)
        .inspect_err(|error| tracing::info!(%error, "compiled plugins are not kept"))
        .ok()
}

/// Makes a folder and returns its full name, where files can be made in it.
fn writable(folder: &Path) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let folder = folder.canonicalize()?;
    // Two sandboxes can be made at once, in one process or in two.
    static TRIALS: AtomicU32 = AtomicU32::new(0);
    let number = TRIALS.fetch_add(1, Ordering::Relaxed);
    let trial = folder.join(format!(".trial-{}-{number}", std::process::id()));
    std::fs::write(&trial, b"")?;
    std::fs::remove_file(&trial)?;
    Ok(folder)
}

fn engine_error(error: wasmtime::Error) -> SandboxError {
    SandboxError::Engine(format!("{error:#}"))
}

/// Locks even after a panic of another thread: what the lock guards is an
/// instance, which is whole between calls.
pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
