//! A search that runs in the sandbox.

use std::sync::Arc;

use boardloom_contract::{PluginResult, SearchProgress, Searcher, Seat, Variation};
use wasmtime::Store;
use wasmtime::component::ResourceAny;

use crate::bindings::exports::boardloom::rules::search::GuestSearcher;
use crate::convert::Own;
use crate::instance::Call;
use crate::session::Session;
use crate::state::State;

/// A search that keeps what it learned.
pub struct Search {
    session: Arc<Session>,
    handle: ResourceAny,
}

impl Search {
    /// Returns the search of a handle.
    pub fn new(session: Arc<Session>, handle: ResourceAny) -> Self {
        Search { session, handle }
    }

    fn ask<R: Own>(
        &self,
        call: Call,
        run: impl FnOnce(GuestSearcher<'_>, &mut Store<State>, ResourceAny) -> wasmtime::Result<R>,
    ) -> PluginResult<R::To> {
        self.session.ask(call, |exports, store| {
            let search = exports.search.as_ref().expect("a searcher came from this interface");
            run(search.searcher(), store, self.handle)
        })
    }
}

impl Searcher for Search {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        self.ask(Call::short("searcher.step"), |s, store, own| s.call_step(store, own, nodes))
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        const CALL: Call = Call::short("searcher.report");
        let found = self.ask(CALL, |s, store, own| s.call_report(store, own, lines))?;
        self.session.hold(CALL, self.session.bounds.variations(&found, lines))?;
        Ok(found)
    }

    fn advance(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        self.ask(Call::short("searcher.advance"), |s, store, own| {
            s.call_advance(store, own, by, mv)
        })
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        self.ask(Call::short("searcher.export-stats"), |s, store, own| {
            s.call_export_stats(store, own)
        })
    }

    fn import_stats(&mut self, statistics: &[u8]) -> PluginResult<()> {
        self.ask(Call::short("searcher.import-stats"), |s, store, own| {
            s.call_import_stats(store, own, statistics)
        })
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.session.release(Call::short("searcher.drop"), self.handle);
    }
}
