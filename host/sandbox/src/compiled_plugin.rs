//! A component that was compiled and fits the contract.

use std::collections::BTreeMap;
use std::sync::Arc;

use wasmtime::component::InstancePre;

use crate::bindings::exports::boardloom::rules::{
    board, count, observation, rules, search, shortcuts, steps,
};
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
    pub board: Option<board::GuestIndices>,
    pub shortcuts: Option<shortcuts::GuestIndices>,
    pub steps: Option<steps::GuestIndices>,
    pub observation: Option<observation::GuestIndices>,
    pub count: Option<count::GuestIndices>,
    pub search: Option<search::GuestIndices>,
}

impl ExportIndices {
    pub fn new(
        component: &InstancePre<StoreData>,
        inspection: &Inspection,
    ) -> wasmtime::Result<Self> {
        macro_rules! indices {
            ($has:ident, $interface:ident) => {
                inspection.$has.then(|| $interface::GuestIndices::new(component)).transpose()?
            };
        }
        Ok(ExportIndices {
            rules: rules::GuestIndices::new(component)?,
            board: indices!(draws, board),
            shortcuts: indices!(shortcuts, shortcuts),
            steps: indices!(steps, steps),
            observation: indices!(observation, observation),
            count: indices!(counts, count),
            search: indices!(searches, search),
        })
    }
}
