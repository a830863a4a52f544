//! Plugins loaded from the bytes of a component.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use boardloom_contract::{LoadedPlugin, PluginError, PluginResult};
use thiserror::Error;
use wasmtime::Engine;
use wasmtime::component::{Component, HasSelf, Linker};

use crate::bindings;
use crate::cache::Cache;
use crate::compiled_plugin::{CompiledPlugin, ExportIndices};
use crate::compiler::Compiler;
use crate::config::{CacheFolder, Limits};
use crate::engine::engine_config;
use crate::inspect::inspect;
use crate::instance::Instance;
use crate::rules::SandboxPlugin;
use crate::store_data::StoreData;
use crate::ticker::Ticker;

#[derive(Debug, Clone, Default)]
pub struct SandboxConfig {
    pub cache: CacheFolder,
    pub limits: Limits,
    /// `None` compiles in this process.
    pub compiler: Option<Arc<Compiler>>,
}

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SandboxError {
    #[error("expected a machine that can run WebAssembly, found: {0}")]
    Engine(String),
    #[error("cannot start the clock that keeps plugins within their time: {0}")]
    Clock(#[from] std::io::Error),
}

/// Loads plugins and keeps them within limits. Clones are cheap and share the
/// engine.
#[derive(Clone)]
pub struct Sandbox {
    core: Arc<SandboxInner>,
    limits: Limits,
    compiler: Option<Arc<Compiler>>,
}

struct SandboxInner {
    engine: Engine,
    ticker: Arc<Ticker>,
    linker: Linker<StoreData>,
    cache: Option<Cache>,
}

impl Sandbox {
    /// # Errors
    /// wasmtime does not run on this machine, or no thread can be started. A cache
    /// that cannot be used is not an error.
    pub fn new(config: SandboxConfig) -> Result<Self, SandboxError> {
        let engine = Engine::new(&engine_config()).map_err(engine_error)?;
        let mut linker = Linker::new(&engine);
        bindings::boardloom::rules::trace::add_to_linker::<_, HasSelf<StoreData>>(
            &mut linker,
            |state| state,
        )
        .map_err(engine_error)?;
        let ticker = Arc::new(Ticker::start(&engine)?);
        let cache = Cache::open(&config.cache);
        let core = Arc::new(SandboxInner { engine, ticker, linker, cache });
        Ok(Sandbox { core, limits: config.limits, compiler: config.compiler })
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn cache(&self) -> Option<&Path> {
        self.core.cache.as_ref().map(|cache| &*cache.folder)
    }

    /// Returns the same sandbox with other limits for plugins that it will load.
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Sandbox { limits, ..self.clone() }
    }

    /// Loads a plugin: reads its version and imports, compiles it or takes it from
    /// the cache, and instantiates it to see that it fits the contract.
    ///
    /// # Errors
    /// [`PluginError::Incompatible`] if it does not fit, another error if the
    /// instantiation failed.
    pub fn load(&self, name: &str, component: &[u8]) -> PluginResult<Arc<dyn LoadedPlugin>> {
        self.load_by(self.compiler.as_deref(), name, component)
    }

    /// Loads a plugin that is part of the program, and so is compiled in this process.
    pub fn load_built_in(
        &self,
        name: &str,
        component: &[u8],
    ) -> PluginResult<Arc<dyn LoadedPlugin>> {
        self.load_by(None, name, component)
    }

    fn load_by(
        &self,
        compiler: Option<&Compiler>,
        name: &str,
        component: &[u8],
    ) -> PluginResult<Arc<dyn LoadedPlugin>> {
        let plugin = Arc::new(self.compile(compiler, name, component)?);
        let first = Instance::new(&plugin)?;
        Ok(Arc::new(SandboxPlugin {
            plugin,
            first: Mutex::new(Some(first)),
            schema: OnceLock::new(),
        }))
    }

    fn compile(
        &self,
        compiler: Option<&Compiler>,
        name: &str,
        bytes: &[u8],
    ) -> PluginResult<CompiledPlugin> {
        let refuse = |why: String| PluginError::Incompatible { plugin: name.to_owned(), why };
        if bytes.len() > self.limits.component {
            return Err(refuse(format!(
                "expected at most {} bytes, found {}",
                self.limits.component,
                bytes.len()
            )));
        }
        let inspection = inspect(name, bytes)?;
        for error in &inspection.catalogue_errors {
            tracing::warn!("{name}: {error}");
        }
        let (engine, cache) = (&self.core.engine, self.core.cache.as_ref());
        let cached = || cache?.load(engine, bytes);
        let mut component = cached();
        if component.is_none() {
            component = match (cache, compiler) {
                (Some(cache), Some(compiler)) => {
                    compiler.run(name, bytes, &cache.folder)?;
                    cached()
                }
                // If that fails, compiling below says why.
                (Some(cache), None) => cache.compile(engine, bytes).ok().and_then(|()| cached()),
                (None, Some(compiler)) => compile_apart(engine, compiler, name, bytes)?,
                (None, None) => None,
            };
        }
        let component = component.map_or_else(|| Component::from_binary(engine, bytes), Ok);
        let component = component.map_err(|error| {
            refuse(format!(
                "expected a WebAssembly component that can be compiled, found: {error:#}"
            ))
        })?;
        let component = self.core.linker.instantiate_pre(&component).map_err(|error| {
            refuse(format!("it imports more than the contract allows: {error:#}"))
        })?;
        let indices = ExportIndices::new(&component, &inspection).map_err(|error| {
            refuse(format!("it does not export all of the contract: {error:#}"))
        })?;
        Ok(CompiledPlugin {
            name: Arc::from(name),
            limits: self.limits,
            ticker: Arc::clone(&self.core.ticker),
            component,
            indices,
            catalogues: inspection.catalogues,
        })
    }
}

/// Compiles within limits though no code is kept. `None` if there is no place for it.
fn compile_apart(
    engine: &Engine,
    compiler: &Compiler,
    name: &str,
    bytes: &[u8],
) -> PluginResult<Option<Component>> {
    let Some(cache) = Cache::temporary() else { return Ok(None) };
    let compiled = compiler.run(name, bytes, &cache.folder);
    let component = compiled.map(|()| cache.load(engine, bytes));
    cache.remove();
    component
}

fn engine_error(error: wasmtime::Error) -> SandboxError {
    SandboxError::Engine(format!("{error:#}"))
}
