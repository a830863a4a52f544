//! One instance of a plugin in a store of its own, and the one door through
//! which it is called.

use std::sync::Arc;
use std::time::Duration;

use boardloom_contract::{PluginError, PluginResult};
use wasmtime::{Store, UpdateDeadline};

use crate::bindings::exports::boardloom::rules::{board, count, rules, search};
use crate::fault::diagnose;
use crate::sandbox::Plugin;
use crate::state::State;
use crate::ticker::Deadline;

/// The interfaces that an instance exports.
pub struct Exports {
    pub rules: rules::Guest,
    pub board: board::Guest,
    pub count: Option<count::Guest>,
    pub search: Option<search::Guest>,
}

/// A function of the contract, and how long it may take.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    pub name: &'static str,
    pub limit: Patience,
}

/// Which of the limits counts for a call.
#[derive(Debug, Clone, Copy)]
pub enum Patience {
    /// An ordinary call.
    Short,
    /// One that builds something.
    Open,
    /// One that somebody asked for who may have asked for much.
    Count,
}

impl Call {
    /// Returns an ordinary call.
    pub const fn short(name: &'static str) -> Self {
        Call { name, limit: Patience::Short }
    }

    /// Returns a call that builds something.
    pub const fn open(name: &'static str) -> Self {
        Call { name, limit: Patience::Open }
    }

    /// Returns a call that counts.
    pub const fn count(name: &'static str) -> Self {
        Call { name, limit: Patience::Count }
    }
}

/// An instance: alive, or what it died of. A dead one holds no memory.
pub enum Instance {
    Alive(Box<Alive>),
    Dead(PluginError),
}

/// A store with an instance in it.
pub struct Alive {
    pub store: Store<State>,
    pub exports: Exports,
    plugin: Arc<Plugin>,
}

impl Instance {
    /// Makes a fresh instance.
    pub fn new(plugin: &Arc<Plugin>) -> PluginResult<Self> {
        const CALL: Call = Call::open("instantiate");
        let mut store = plugin.store();
        let _running = plugin.begin(&mut store, CALL.limit);
        let made = plugin.instantiate(&mut store);
        match made {
            Ok(exports) => {
                let plugin = Arc::clone(plugin);
                Ok(Instance::Alive(Box::new(Alive { store, exports, plugin })))
            }
            Err(error) => Err(plugin.no_instance(CALL.name, &error, store.data())),
        }
    }

    /// Calls the plugin. After a fault the instance is dead, and every later
    /// call answers the same fault.
    pub fn call<R>(
        &mut self,
        call: Call,
        run: impl FnOnce(&Exports, &mut Store<State>) -> wasmtime::Result<R>,
    ) -> PluginResult<R> {
        let alive = match self {
            Instance::Alive(alive) => alive,
            Instance::Dead(fault) => return Err(fault.clone()),
        };
        let Alive { store, exports, plugin } = &mut **alive;
        let running = plugin.begin(store, call.limit);
        let answer = run(exports, store);
        drop(running);
        let error = match answer {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        };
        let fault = diagnose(&plugin.name, call.name, &error, store.data(), &plugin.limits);
        self.kill(fault.clone());
        Err(fault)
    }

    /// Ends the instance and gives its memory back.
    pub fn kill(&mut self, fault: PluginError) {
        tracing::warn!(%fault, "a plugin's instance ended");
        *self = Instance::Dead(fault);
    }
}

impl Plugin {
    /// Says that a call begins: the clock runs until what this returns is
    /// dropped.
    fn begin(&self, store: &mut Store<State>, patience: Patience) -> crate::ticker::Running<'_> {
        let limit = self.limit(patience);
        store.data_mut().begin(Deadline::new(limit));
        // The first tick asks what the thread has used so far.
        store.set_epoch_deadline(1);
        self.core.ticker.enter()
    }

    fn limit(&self, patience: Patience) -> Duration {
        match patience {
            Patience::Short => self.limits.call,
            Patience::Open => self.limits.open,
            Patience::Count => self.limits.count,
        }
    }

    fn store(&self) -> Store<State> {
        let state = State::new(Arc::clone(&self.name), self.limits);
        let mut store = Store::new(&self.core.engine, state);
        store.limiter(|state| state);
        store.set_hostcall_fuel(self.limits.answer);
        store.epoch_deadline_callback(|mut store| {
            Ok(match store.data_mut().deadline.ask() {
                Some(ticks) => UpdateDeadline::Continue(ticks),
                None => UpdateDeadline::Interrupt,
            })
        });
        store
    }

    fn instantiate(&self, store: &mut Store<State>) -> wasmtime::Result<Exports> {
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

    /// Why no instance could be made: the plugin's own code failed, or what it
    /// exports is not what the contract says.
    fn no_instance(&self, call: &str, error: &wasmtime::Error, state: &State) -> PluginError {
        if error.is::<wasmtime::Trap>() || state.starved {
            return diagnose(&self.name, call, error, state, &self.limits);
        }
        PluginError::Incompatible { plugin: self.name.to_string(), why: format!("{error:#}") }
    }
}
