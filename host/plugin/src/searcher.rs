//! A search that runs in the sandbox.

use std::sync::Arc;

use boardloom_contract::{Answer, Progress, Searcher, Seat, Variation};
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
    ) -> Answer<R::To> {
        self.session.ask(call, |exports, store| {
            let search = exports.search.as_ref().expect("a searcher came from this interface");
            run(search.searcher(), store, self.handle)
        })
    }
}

impl Searcher for Search {
    fn step(&mut self, nodes: u32) -> Answer<Progress> {
        self.ask(Call::short("searcher.step"), |s, store, own| s.call_step(store, own, nodes))
    }

    fn report(&mut self, lines: u16) -> Answer<Vec<Variation>> {
        const CALL: Call = Call::short("searcher.report");
        let found = self.ask(CALL, |s, store, own| s.call_report(store, own, lines))?;
        self.session.hold(CALL, self.session.bounds.variations(&found, lines))?;
        Ok(found)
    }

    fn advance(&mut self, by: Seat, mv: &str) -> Answer<bool> {
        self.ask(Call::short("searcher.advance"), |s, store, own| {
            s.call_advance(store, own, by, mv)
        })
    }

    fn give(&mut self) -> Answer<Vec<u8>> {
        self.ask(Call::short("searcher.give"), |s, store, own| s.call_give(store, own))
    }

    fn take(&mut self, statistics: &[u8]) -> Answer<()> {
        self.ask(Call::short("searcher.take"), |s, store, own| s.call_take(store, own, statistics))
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.session.release(Call::short("searcher.drop"), self.handle);
    }
}
