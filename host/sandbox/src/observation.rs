//! What seats see of a position, of plugins with the interface `observation`.

use std::sync::Arc;

use boardloom_contract::{Cursor, PluginResult, Seat};
use wasmtime::component::ResourceAny;

use crate::bindings::exports::boardloom::rules::observation;
use crate::cursor::SandboxCursor;
use crate::instance::{Call, Exports};

fn observation(exports: &Exports) -> &observation::Guest {
    exports.observation.as_ref().expect("the caller asked for it")
}

impl SandboxCursor {
    fn has_observation(&self) -> bool {
        self.session().plugin.indices.observation.is_some()
    }

    fn other(&self, handle: Option<ResourceAny>) -> Option<Box<dyn Cursor>> {
        let handle = handle?;
        Some(Box::new(SandboxCursor::new(Arc::clone(self.session()), handle)))
    }

    pub fn observation(&self, observer: Option<Seat>) -> PluginResult<Option<Box<dyn Cursor>>> {
        const CALL: Call = Call::open("observe");
        if !self.has_observation() {
            return Ok(None);
        }
        let handle = self.session().call(CALL, |exports, store| {
            observation(exports).call_observe(store, self.handle(), observer)
        })?;
        Ok(self.other(handle))
    }

    pub fn as_observed(&self, observer: Option<Seat>, by: Seat, mv: &str) -> PluginResult<String> {
        const CALL: Call = Call::short("observed-move");
        if !self.has_observation() {
            return Ok(mv.to_owned());
        }
        let observed = self.session().ask(CALL, |exports, store| {
            observation(exports).call_observed_move(store, self.handle(), observer, by, mv)
        })?;
        self.validate(CALL, self.validator().parsed_move(&observed))?;
        Ok(observed)
    }

    pub fn whole_position(&self, random: u64) -> PluginResult<Option<Box<dyn Cursor>>> {
        const CALL: Call = Call::short("resample");
        if !self.has_observation() {
            return Ok(None);
        }
        let handle = self.session().call(CALL, |exports, store| {
            observation(exports).call_resample(store, self.handle(), random)
        })?;
        Ok(self.other(handle))
    }
}
