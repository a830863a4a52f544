//! [`LoadedPlugin`] from a component.

use std::sync::{Arc, Mutex, OnceLock};

use boardloom_contract::{Capabilities, Diagnostic, LoadedPlugin, OpenGame, PluginResult};

use crate::compiled_plugin::CompiledPlugin;
use crate::conversion::IntoContract;
use crate::engine::lock;
use crate::game::SandboxGame;
use crate::game_instance::GameInstance;
use crate::instance::{Call, Instance};
use crate::plain_board::PlainBoard;
use crate::validation::AnswerValidator;

pub struct SandboxPlugin {
    pub plugin: Arc<CompiledPlugin>,
    /// The instance from the check while loading. The first call of `schema` uses it.
    pub first: Mutex<Option<Instance>>,
    pub schema: OnceLock<String>,
}

impl LoadedPlugin for SandboxPlugin {
    fn name(&self) -> &str {
        &self.plugin.name
    }

    fn capabilities(&self) -> Capabilities {
        let indices = &self.plugin.indices;
        // Without the plugin's own search there is the host's.
        Capabilities { count: indices.count.is_some(), search: true }
    }

    fn catalogue(&self, language: &str) -> Option<&str> {
        self.plugin.catalogues.get(language).map(String::as_str)
    }

    fn schema(&self) -> PluginResult<String> {
        const CALL: Call = Call::short("schema");
        if let Some(schema) = self.schema.get() {
            return Ok(schema.clone());
        }
        let first = lock(&self.first).take();
        let mut instance = match first {
            Some(instance) => instance,
            None => Instance::new(&self.plugin)?,
        };
        let schema = instance.call(CALL, |exports, store| exports.rules.call_schema(store))?;
        let validator = AnswerValidator::new(self.plugin.limits);
        self.plugin.validate(CALL, validator.text("a schema", &schema))?;
        Ok(self.schema.get_or_init(|| schema).clone())
    }

    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        const OPEN: Call = Call::open("open-game.open");
        const ABOUT: Call = Call::short("open-game.about");
        let plugin = &self.plugin;
        let mut validator = AnswerValidator::new(plugin.limits);
        let mut instance = Instance::new(plugin)?;
        let opened = instance
            .call(OPEN, |exports, store| exports.rules.open_game().call_open(store, ruleset))?;
        let game = match opened {
            Ok(game) => game,
            Err(found) => {
                let found = found.into_contract();
                plugin.validate(OPEN, validator.diagnostics(&found, true))?;
                return Ok(Err(found));
            }
        };
        let about = instance
            .call(ABOUT, |exports, store| exports.rules.open_game().call_about(store, game))?;
        let mut about = about.into_contract();
        let plain_board = match plugin.indices.board {
            Some(_) => None,
            None => {
                let named = PlainBoard::new(&mut about);
                if let Err(why) = &named {
                    plugin.validate(ABOUT, Err(why.clone()))?;
                }
                named.ok()
            }
        };
        plugin.validate(ABOUT, validator.validate_about(&about))?;
        let session = GameInstance {
            plugin: Arc::clone(plugin),
            validator,
            about,
            game,
            plain_board,
            instance: Mutex::new(instance),
        };
        Ok(Ok(Box::new(SandboxGame::new(Arc::new(session)))))
    }
}
