//! A plugin without a sandbox: the same interface, linked natively. For tests,
//! benchmarks and tools.

use boardloom_contract::{Capabilities, Diagnostic, LoadedPlugin, OpenGame, PluginResult};

use crate::game::Plugin;
use crate::origin::Origin;
use crate::{Message, Severity, fields};

/// Makes the JSON Schema of a plugin's part of a ruleset from its types.
pub fn schema<P: Plugin>() -> String {
    let schema = schemars::schema_for!(P::Ruleset);
    serde_json::to_string(&schema).expect("a schema can be written")
}

/// Opens a plugin's part of a ruleset, given as JSON.
///
/// # Errors
/// All that is wrong with it.
pub fn open<P: Plugin>(ruleset: &str) -> Result<Box<dyn OpenGame>, Vec<Diagnostic>> {
    // By way of a value, so that a plugin holds one way to read its types and not
    // two.
    let read = fields::parsed(ruleset).and_then(|table| {
        let origin = Origin::new(ruleset, &table, open::<P>);
        Ok((P::read(table)?, origin))
    });
    match read {
        Ok((read, origin)) => P::open(read).map(|opened| opened.from(origin)),
        // The host has checked the structure before, with places: this is for tools
        // that open a plugin without it.
        Err(error) => Err(vec![Diagnostic {
            severity: Severity::Error,
            path: Vec::new(),
            on_key: false,
            inside: None,
            what: Message::new("ruleset.structure", error),
            hint: None,
        }]),
    }
}

/// A plugin linked natively.
pub struct Native<P> {
    name: &'static str,
    plugin: std::marker::PhantomData<fn() -> P>,
}

impl<P: Plugin> Native<P> {
    /// Returns the plugin under a name.
    pub fn new(name: &'static str) -> Self {
        Native { name, plugin: std::marker::PhantomData }
    }
}

impl<P: Plugin> LoadedPlugin for Native<P> {
    fn name(&self) -> &str {
        self.name
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { count: true, search: true }
    }

    fn schema(&self) -> PluginResult<String> {
        Ok(P::schema())
    }

    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        Ok(open::<P>(ruleset))
    }
}
