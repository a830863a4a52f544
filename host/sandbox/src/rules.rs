//! A plugin as the rules of a family.

use std::sync::{Arc, Mutex, OnceLock};

use boardloom_contract::{Capabilities, Diagnostic, LoadedPlugin, OpenGame, PluginResult};

use crate::check::Bounds;
use crate::convert::Own;
use crate::game::Opened;
use crate::instance::{Call, Instance};
use crate::sandbox::{Plugin, lock};
use crate::session::Session;

/// A plugin that was loaded.
pub struct Loaded {
    pub plugin: Arc<Plugin>,
    /// The instance that loading made to see that the plugin fits; asking for
    /// the schema uses it up.
    pub first: Mutex<Option<Instance>>,
    pub schema: OnceLock<String>,
}

impl LoadedPlugin for Loaded {
    fn name(&self) -> &str {
        &self.plugin.name
    }

    fn capabilities(&self) -> Capabilities {
        let indices = &self.plugin.indices;
        Capabilities { count: indices.count.is_some(), search: indices.search.is_some() }
    }

    fn schema(&self) -> PluginResult<String> {
        const CALL: Call = Call::open("schema");
        if let Some(schema) = self.schema.get() {
            return Ok(schema.clone());
        }
        let first = lock(&self.first).take();
        let mut instance = match first {
            Some(instance) => instance,
            None => Instance::new(&self.plugin)?,
        };
        let schema = instance.call(CALL, |exports, store| exports.rules.call_schema(store))?;
        let bounds = Bounds::new(self.plugin.limits);
        self.plugin.hold(CALL, bounds.text("a schema", &schema))?;
        Ok(self.schema.get_or_init(|| schema).clone())
    }

    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        const OPEN: Call = Call::open("open-game.open");
        const ABOUT: Call = Call::short("open-game.about");
        let plugin = &self.plugin;
        let mut bounds = Bounds::new(plugin.limits);
        let mut instance = Instance::new(plugin)?;
        let opened = instance
            .call(OPEN, |exports, store| exports.rules.open_game().call_open(store, ruleset))?;
        let game = match opened {
            Ok(game) => game,
            Err(found) => {
                let found = found.own();
                plugin.hold(OPEN, bounds.diagnostics(&found, true))?;
                return Ok(Err(found));
            }
        };
        let about = instance
            .call(ABOUT, |exports, store| exports.rules.open_game().call_about(store, game))?;
        let about = about.own();
        plugin.hold(ABOUT, bounds.learn(&about))?;
        let session = Session {
            plugin: Arc::clone(plugin),
            bounds,
            about,
            game,
            instance: Mutex::new(instance),
        };
        Ok(Ok(Box::new(Opened::new(Arc::new(session)))))
    }
}
