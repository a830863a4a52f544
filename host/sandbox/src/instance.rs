//! An instance of a plugin in its store. All calls of plugins go through
//! [`Instance::call`].

use std::sync::Arc;
use std::time::Duration;

use boardloom_contract::{PluginError, PluginResult};
use wasmtime::{Store, UpdateDeadline};

use crate::bindings::exports::boardloom::rules::{board, count, rules, search};
use crate::diagnosis::diagnose;
use crate::sandbox::CompiledPlugin;
use crate::store_data::StoreData;
use crate::ticker::Deadline;

pub struct Exports {
    pub rules: rules::Guest,
    pub board: board::Guest,
    pub count: Option<count::Guest>,
    pub search: Option<search::Guest>,
}

/// A function of the contract and its time limit.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    pub name: &'static str,
    pub limit: TimeLimit,
}

#[derive(Debug, Clone, Copy)]
pub enum TimeLimit {
    Short,
    Open,
    Count,
}

impl Call {
    pub const fn short(name: &'static str) -> Self {
        Call { name, limit: TimeLimit::Short }
    }

    pub const fn open(name: &'static str) -> Self {
        Call { name, limit: TimeLimit::Open }
    }

    pub const fn count(name: &'static str) -> Self {
        Call { name, limit: TimeLimit::Count }
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
        let _running = plugin.begin(&mut store, CALL.limit);
        let made = plugin.instantiate(&mut store);
        match made {
            Ok(exports) => {
                let plugin = Arc::clone(plugin);
                Ok(Instance::Live(Box::new(LiveInstance { store, exports, plugin })))
            }
            Err(error) => Err(plugin.no_instance(CALL.name, &error, store.data())),
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
        let running = plugin.begin(store, call.limit);
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
    fn begin(
        &self,
        store: &mut Store<StoreData>,
        patience: TimeLimit,
    ) -> crate::ticker::Running<'_> {
        let limit = self.limit(patience);
        store.data_mut().begin(Deadline::new(limit));
        // The first tick reads the processor time.
        store.set_epoch_deadline(1);
        self.core.ticker.enter()
    }

    fn limit(&self, patience: TimeLimit) -> Duration {
        match patience {
            TimeLimit::Short => self.limits.call,
            TimeLimit::Open => self.limits.open,
            TimeLimit::Count => self.limits.count,
        }
    }

    fn store(&self) -> Store<StoreData> {
        let state = StoreData::new(Arc::clone(&self.name), self.limits);
        let mut store = Store::new(&self.core.engine, state);
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
        Ok(Exports {
            rules: self.indices.rules.load(&mut *store, &instance)?,
            board: self.indices.board.load(&mut *store, &instance)?,
            count: match &self.indices.count {
                Some(count) => Some(count.load(&mut *store, &instance)?),
                None => None,
            },
            search: match &self.indices.search {
                Some(search) => Some(search.load(&mut *store, &instance)?),
                None => None,
            },
        })
    }

    /// Explains why an instantiation failed: the plugin's code failed, or its exports
    /// do not fit the contract.
    fn no_instance(&self, call: &str, error: &wasmtime::Error, state: &StoreData) -> PluginError {
        if error.is::<wasmtime::Trap>() || state.out_of_memory {
            return diagnose(&self.name, call, error, state, &self.limits);
        }
        PluginError::Incompatible { plugin: self.name.to_string(), why: format!("{error:#}") }
    }
}
