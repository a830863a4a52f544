//! A component that was compiled and fits the contract.

use std::collections::BTreeMap;
use std::sync::Arc;

use wasmtime::component::InstancePre;

use crate::bindings::exports::boardloom::rules::{board, count, rules, search, steps};
use crate::config::Limits;
use crate::inspect::Inspection;
use crate::store_data::StoreData;
use crate::ticker::Ticker;

pub struct CompiledPlugin {
    pub name: Arc<str>,
    pub limits: Limits,
    pub ticker: Arc<Ticker>,
    pub component: InstancePre<StoreData>,
    pub indices: ExportIndices,
    /// The texts for players in other languages, as TOML by the code of the language.
    pub catalogues: BTreeMap<String, String>,
}

pub struct ExportIndices {
    pub rules: rules::GuestIndices,
    pub board: board::GuestIndices,
    pub count: Option<count::GuestIndices>,
    pub search: Option<search::GuestIndices>,
    pub steps: Option<steps::GuestIndices>,
}

impl ExportIndices {
    pub fn new(
        component: &InstancePre<StoreData>,
        inspection: &Inspection,
    ) -> wasmtime::Result<Self> {
        let count = inspection.counts.then(|| count::GuestIndices::new(component));
        let search = inspection.searches.then(|| search::GuestIndices::new(component));
        let steps = inspection.steps.then(|| steps::GuestIndices::new(component));
        Ok(ExportIndices {
            rules: rules::GuestIndices::new(component)?,
            board: board::GuestIndices::new(component)?,
            count: count.transpose()?,
            search: search.transpose()?,
            steps: steps.transpose()?,
        })
    }
}
