//! A plugin without a sandbox: the same interface in a native program. For tests, benchmarks and
//! tools.

use boardloom_contract::{Capabilities, Diagnostic, LoadedPlugin, OpenGame, PluginResult};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::diagnostic;
use crate::game::Plugin;
use crate::origin::Origin;

/// Returns the JSON Schema of a plugin's part of a ruleset, made from its types.
pub fn schema<P: Plugin>() -> String {
    let schema = schemars::schema_for!(P::Ruleset);
    serde_json::to_string(&schema).expect("a schema can be written")
}

/// Opens a plugin's part of a ruleset, given as JSON.
///
/// # Errors
/// All errors of the ruleset.
pub fn open<P: Plugin>(ruleset: &str) -> Result<Box<dyn OpenGame>, Vec<Diagnostic>> {
    // The host has checked the structure already, with locations. This is for tools without the
    // host.
    let structure =
        |error: serde_json::Error| vec![diagnostic::at([], "ruleset.structure", error.to_string())];
    let table: Map<String, Value> = serde_json::from_str(ruleset).map_err(structure)?;
    let origin = Origin::new(ruleset, &table, open::<P>);
    let read = P::Ruleset::deserialize(Value::Object(table)).map_err(structure)?;
    P::open(read).map(|opened| opened.with_origin(origin))
}

/// A plugin in a native program.
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
        Ok(schema::<P>())
    }

    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        Ok(open::<P>(ruleset))
    }
}
