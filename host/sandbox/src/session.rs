//! A ruleset that is open in an instance: what its game, its cursors and its
//! searchers share.

use std::sync::{Arc, Mutex};

use boardloom_contract::{About, PluginError, PluginResult};
use wasmtime::Store;
use wasmtime::component::ResourceAny;

use crate::check::{Bounds, Checked};
use crate::convert::Own;
use crate::instance::{Call, Exports, Instance};
use crate::sandbox::{Plugin, lock};
use crate::state::State;

/// A ruleset that is open in an instance.
pub struct Session {
    pub plugin: Arc<Plugin>,
    pub bounds: Bounds,
    pub about: About,
    pub game: ResourceAny,
    pub instance: Mutex<Instance>,
}

impl Session {
    /// Asks the plugin, and makes the contract's records of the answer.
    pub fn ask<R: Own>(
        &self,
        call: Call,
        run: impl FnOnce(&Exports, &mut Store<State>) -> wasmtime::Result<R>,
    ) -> PluginResult<R::To> {
        self.call(call, run).map(Own::own)
    }

    /// Asks the plugin for what has no counterpart in the contract's crate.
    pub fn call<R>(
        &self,
        call: Call,
        run: impl FnOnce(&Exports, &mut Store<State>) -> wasmtime::Result<R>,
    ) -> PluginResult<R> {
        lock(&self.instance).call(call, run)
    }

    /// Makes a fault of what is wrong with an answer.
    pub fn hold(&self, call: Call, checked: Checked) -> PluginResult<()> {
        self.plugin.hold(call, checked)
    }

    /// Makes a fault of what is wrong with the answer of a call that changed
    /// something; the instance is over then, since nobody knows what it did.
    pub fn hold_change(&self, call: Call, checked: Checked) -> PluginResult<()> {
        self.hold(call, checked).inspect_err(|fault| lock(&self.instance).kill(fault.clone()))
    }

    /// Drops what the instance holds for a handle.
    pub fn release(self: &Arc<Self>, call: Call, handle: ResourceAny) {
        // The last one to leave takes the whole instance along.
        if Arc::strong_count(self) > 1 {
            // A fault ends the instance, and whoever calls it next is told.
            let _ = self.call(call, |_, store| handle.resource_drop(store));
        }
    }
}

impl Plugin {
    /// Makes a fault of what is wrong with an answer.
    pub fn hold(&self, call: Call, checked: Checked) -> PluginResult<()> {
        checked.map_err(|why| PluginError::BrokeContract {
            plugin: self.name.to_string(),
            call: call.name.to_owned(),
            why,
        })
    }

    /// Returns the fault of a plugin that lacks an interface.
    pub fn lacks(&self, interface: &str) -> PluginError {
        PluginError::Absent { plugin: self.name.to_string(), interface: interface.to_owned() }
    }
}
