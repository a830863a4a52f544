//! [`Searcher`] of a plugin.

use std::sync::Arc;

use boardloom_contract::{PluginResult, SearchProgress, Searcher, Seat, Variation};
use wasmtime::Store;
use wasmtime::component::ResourceAny;

use crate::bindings::exports::boardloom::rules::search::GuestSearcher;
use crate::conversion::IntoContract;
use crate::game_instance::GameInstance;
use crate::instance::Call;
use crate::store_data::StoreData;

pub struct SandboxSearcher {
    session: Arc<GameInstance>,
    handle: ResourceAny,
    /// Nodes of the last step, and the steps since the number grew.
    nodes: u64,
    idle: u32,
}

impl SandboxSearcher {
    pub fn new(session: Arc<GameInstance>, handle: ResourceAny) -> Self {
        SandboxSearcher { session, handle, nodes: 0, idle: 0 }
    }

    fn ask<R: IntoContract>(
        &self,
        call: Call,
        run: impl FnOnce(GuestSearcher<'_>, &mut Store<StoreData>, ResourceAny) -> wasmtime::Result<R>,
    ) -> PluginResult<R::Contract> {
        self.session.ask(call, |exports, store| {
            let search = exports.search.as_ref().expect("a searcher came from this interface");
            run(search.searcher(), store, self.handle)
        })
    }
}

impl Searcher for SandboxSearcher {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        const CALL: Call = Call::short("searcher.step");
        let progress = self.ask(CALL, |s, store, handle| s.call_step(store, handle, nodes))?;
        let moved = progress.finished || progress.nodes != self.nodes;
        self.idle = if moved || nodes == 0 { 0 } else { self.idle + 1 };
        self.nodes = progress.nodes;
        let most = self.session.validator.limits.idle_steps;
        let checked = match self.idle <= most {
            true => Ok(()),
            false => Err(format!("expected a new node or an end within {most} steps, found none")),
        };
        self.session.validate(CALL, checked)?;
        Ok(progress)
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        const CALL: Call = Call::short("searcher.report");
        let found = self.ask(CALL, |s, store, handle| s.call_report(store, handle, lines))?;
        self.session.validate(CALL, self.session.validator.variations(&found, lines))?;
        Ok(found)
    }

    fn advance(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        self.ask(Call::short("searcher.advance"), |s, store, handle| {
            s.call_advance(store, handle, by, mv)
        })
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        self.ask(Call::short("searcher.export-stats"), |s, store, handle| {
            s.call_export_stats(store, handle)
        })
    }

    fn import_stats(&mut self, statistics: &[u8]) -> PluginResult<()> {
        self.ask(Call::short("searcher.import-stats"), |s, store, handle| {
            s.call_import_stats(store, handle, statistics)
        })
    }
}

impl Drop for SandboxSearcher {
    fn drop(&mut self) {
        self.session.release(Call::short("searcher.drop"), self.handle);
    }
}
