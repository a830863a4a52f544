//! An instance of a plugin in its store. All calls of plugins go through
//! [`Instance::call`].

use std::sync::Arc;
use std::time::Duration;

use boardloom_contract::{PluginError, PluginResult};
use wasmtime::{Store, UpdateDeadline};

use crate::bindings::exports::boardloom::rules::{
    board, count, observation, rules, search, shortcuts, steps,
};
use crate::compiled_plugin::CompiledPlugin;
use crate::config::Limits;
use crate::diagnosis::diagnose;
use crate::store_data::StoreData;
use crate::ticker::{ClockGuard, Deadline};

pub struct Exports {
    pub rules: rules::Guest,
    pub board: Option<board::Guest>,
    pub shortcuts: Option<shortcuts::Guest>,
    pub steps: Option<steps::Guest>,
    pub observation: Option<observation::Guest>,
    pub count: Option<count::Guest>,
    pub search: Option<search::Guest>,
}

/// A function of the contract and its time limit.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    pub name: &'static str,
    limit: fn(&Limits) -> Duration,
}

impl Call {
    pub const fn short(name: &'static str) -> Self {
        Call { name, limit: |limits| limits.call }
    }

    pub const fn open(name: &'static str) -> Self {
        Call { name, limit: |limits| limits.open }
    }

    pub const fn count(name: &'static str) -> Self {
        Call { name, limit: |limits| limits.count }
    }
}

/// A failed instance holds its error and no memory.
pub enum Instance {
    Live(Box<LiveInstance>),
    Failed(PluginError),
}

pub struct LiveInstance {
    pub store: Store<StoreData>,
    pub exports: Exports,
    plugin: Arc<CompiledPlugin>,
}

impl Instance {
    pub fn new(plugin: &Arc<CompiledPlugin>) -> PluginResult<Self> {
        const CALL: Call = Call::open("instantiate");
        let mut store = plugin.store();
        let _running = plugin.begin(&mut store, CALL);
        let made = plugin.instantiate(&mut store);
        match made {
            Ok(exports) => {
                let plugin = Arc::clone(plugin);
                Ok(Instance::Live(Box::new(LiveInstance { store, exports, plugin })))
            }
            Err(error) => Err(plugin.instantiation_error(CALL.name, &error, store.data())),
        }
    }

    /// Calls the plugin. An error fails the instance: every later call returns the
    /// same error.
    pub fn call<R>(
        &mut self,
        call: Call,
        run: impl FnOnce(&Exports, &mut Store<StoreData>) -> wasmtime::Result<R>,
    ) -> PluginResult<R> {
        let alive = match self {
            Instance::Live(alive) => alive,
            Instance::Failed(failure) => return Err(failure.clone()),
        };
        let LiveInstance { store, exports, plugin } = &mut **alive;
        let running = plugin.begin(store, call);
        let answer = run(exports, store);
        drop(running);
        let error = match answer {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        };
        let failure = diagnose(&plugin.name, call.name, &error, store.data(), &plugin.limits);
        self.fail(failure.clone());
        Err(failure)
    }

    /// Drops the store and keeps the error.
    pub fn fail(&mut self, failure: PluginError) {
        tracing::warn!(%failure, "a plugin's instance ended");
        *self = Instance::Failed(failure);
    }
}

impl CompiledPlugin {
    /// Starts the time limit of a call; the clock runs until the result is dropped.
    fn begin(&self, store: &mut Store<StoreData>, call: Call) -> ClockGuard<'_> {
        store.data_mut().begin(Deadline::new((call.limit)(&self.limits)));
        // The first tick reads the processor time.
        store.set_epoch_deadline(1);
        self.ticker.enter()
    }

    fn store(&self) -> Store<StoreData> {
        let state = StoreData::new(Arc::clone(&self.name), self.limits);
        let mut store = Store::new(self.component.engine(), state);
        store.limiter(|state| state);
        store.set_hostcall_fuel(self.limits.answer);
        store.epoch_deadline_callback(|mut store| {
            Ok(match store.data_mut().deadline.check() {
                Some(ticks) => UpdateDeadline::Continue(ticks),
                None => UpdateDeadline::Interrupt,
            })
        });
        store
    }

    fn instantiate(&self, store: &mut Store<StoreData>) -> wasmtime::Result<Exports> {
        let instance = self.component.instantiate(&mut *store)?;
        let indices = &self.indices;
        macro_rules! load {
            ($interface:ident) => {
                match &indices.$interface {
                    Some(indices) => Some(indices.load(&mut *store, &instance)?),
                    None => None,
                }
            };
        }
        Ok(Exports {
            rules: indices.rules.load(&mut *store, &instance)?,
            board: load!(board),
            shortcuts: load!(shortcuts),
            steps: load!(steps),
            observation: load!(observation),
            count: load!(count),
            search: load!(search),
        })
    }

    /// Explains why an instantiation failed: the plugin's code failed, or its exports
    /// do not fit the contract.
    fn instantiation_error(
        &self,
        call: &str,
        error: &wasmtime::Error,
        state: &StoreData,
    ) -> PluginError {
        if error.is::<wasmtime::Trap>() || state.out_of_memory {
            return diagnose(&self.name, call, error, state, &self.limits);
        }
        PluginError::Incompatible { plugin: self.name.to_string(), why: format!("{error:#}") }
    }
}
