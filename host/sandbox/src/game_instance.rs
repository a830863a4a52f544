//! An open ruleset in an instance, shared by its game, cursors and searchers.

use std::sync::{Arc, Mutex};

use boardloom_contract::{About, PluginError, PluginResult};
use wasmtime::Store;
use wasmtime::component::ResourceAny;

use crate::compiled_plugin::CompiledPlugin;
use crate::conversion::IntoContract;
use crate::engine::lock;
use crate::instance::{Call, Exports, Instance};
use crate::plain_board::PlainBoard;
use crate::store_data::StoreData;
use crate::validation::{AnswerValidator, Validation};

pub struct GameInstance {
    pub plugin: Arc<CompiledPlugin>,
    pub validator: AnswerValidator,
    pub about: About,
    pub game: ResourceAny,
    /// The board, if the plugin does not draw it.
    pub plain_board: Option<PlainBoard>,
    pub instance: Mutex<Instance>,
}

impl GameInstance {
    /// Calls the plugin, and converts the answer to the contract's types.
    pub fn ask<R: IntoContract>(
        &self,
        call: Call,
        run: impl FnOnce(&Exports, &mut Store<StoreData>) -> wasmtime::Result<R>,
    ) -> PluginResult<R::Contract> {
        self.call(call, run).map(IntoContract::into_contract)
    }

    pub fn call<R>(
        &self,
        call: Call,
        run: impl FnOnce(&Exports, &mut Store<StoreData>) -> wasmtime::Result<R>,
    ) -> PluginResult<R> {
        lock(&self.instance).call(call, run)
    }

    pub fn validate(&self, call: Call, checked: Validation) -> PluginResult<()> {
        self.plugin.validate(call, checked)
    }

    /// Like [`GameInstance::validate`] for a call that changed the position: an
    /// error fails the instance, because its position is unknown.
    pub fn validate_change(&self, call: Call, checked: Validation) -> PluginResult<()> {
        self.validate(call, checked)
            .inspect_err(|failure| lock(&self.instance).fail(failure.clone()))
    }

    pub fn release(self: &Arc<Self>, call: Call, handle: ResourceAny) {
        // The last handle drops the whole instance.
        if Arc::strong_count(self) > 1 {
            // An error fails the instance, and the next call returns it.
            let _ = self.call(call, |_, store| handle.resource_drop(store));
        }
    }
}

impl CompiledPlugin {
    pub fn validate(&self, call: Call, checked: Validation) -> PluginResult<()> {
        checked.map_err(|why| PluginError::BrokeContract {
            plugin: self.name.to_string(),
            call: call.name.to_owned(),
            why,
        })
    }

    pub fn absent(&self, interface: &str) -> PluginError {
        PluginError::Absent { plugin: self.name.to_string(), interface: interface.to_owned() }
    }
}
