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
use crate::validation::Validation;

pub struct SandboxSearcher {
    session: Arc<GameInstance>,
    handle: ResourceAny,
    idle: IdleSteps,
}

/// Counts the steps of a search that brought nothing.
#[derive(Debug, Default)]
struct IdleSteps {
    nodes: u64,
    count: u32,
}

impl IdleSteps {
    /// Refuses a search without an end.
    fn check(&mut self, progress: SearchProgress, most: u32) -> Validation {
        let moved = progress.finished || progress.nodes != self.nodes;
        self.count = if moved { 0 } else { self.count + 1 };
        self.nodes = progress.nodes;
        match self.count <= most {
            true => Ok(()),
            false => Err(format!("expected a new node or an end within {most} steps, found none")),
        }
    }
}

impl SandboxSearcher {
    pub fn new(session: Arc<GameInstance>, handle: ResourceAny) -> Self {
        SandboxSearcher { session, handle, idle: IdleSteps::default() }
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
        if nodes > 0 {
            let most = self.session.validator.limits.idle_steps;
            self.session.validate(CALL, self.idle.check(progress, most))?;
        }
        Ok(progress)
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        const CALL: Call = Call::short("searcher.report");
        let found = self.ask(CALL, |s, store, handle| s.call_report(store, handle, lines))?;
        self.session.validate(CALL, self.session.validator.variations(&found, lines))?;
        Ok(found)
    }

    fn advance_root(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        self.ask(Call::short("searcher.advance-root"), |s, store, handle| {
            s.call_advance_root(store, handle, by, mv)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_progress_is_refused() {
        let step = |nodes, finished| SearchProgress { nodes, memory: 0, finished };
        let mut idle = IdleSteps::default();
        for nodes in [1, 1, 1, 2, 2, 2] {
            assert_eq!(idle.check(step(nodes, false), 2), Ok(()));
        }
        assert!(idle.check(step(2, false), 2).unwrap_err().contains("within 2 steps"));
        assert_eq!(idle.check(step(2, true), 2), Ok(()));
    }
}
