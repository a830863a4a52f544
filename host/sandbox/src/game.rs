//! [`OpenGame`] of a plugin.

use std::sync::Arc;

use boardloom_contract::{About, Cursor, Diagnostic, Message, OpenGame, PluginResult};
use wasmtime::component::ResourceAny;

use crate::bindings::boardloom::rules::types as wit;
use crate::conversion::IntoContract;
use crate::cursor::SandboxCursor;
use crate::game_instance::GameInstance;
use crate::instance::Call;

pub struct SandboxGame {
    session: Arc<GameInstance>,
}

impl SandboxGame {
    pub fn new(session: Arc<GameInstance>) -> Self {
        SandboxGame { session }
    }

    fn position(&self, handle: ResourceAny) -> Box<dyn Cursor> {
        Box::new(SandboxCursor::new(Arc::clone(&self.session), handle))
    }

    fn position_or(
        &self,
        call: Call,
        answer: Result<ResourceAny, wit::Message>,
    ) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        match answer {
            Ok(handle) => Ok(Ok(self.position(handle))),
            Err(message) => {
                let message = message.into_contract();
                self.session.validate(call, self.session.validator.message(&message))?;
                Ok(Err(message))
            }
        }
    }
}

impl OpenGame for SandboxGame {
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>> {
        const CALL: Call = Call::short("open-game.warnings");
        let GameInstance { game, validator, .. } = &*self.session;
        let found = self
            .session
            .ask(CALL, |exports, store| exports.rules.open_game().call_warnings(store, *game))?;
        self.session.validate(CALL, validator.diagnostics(&found, false))?;
        Ok(found)
    }

    fn about(&self) -> PluginResult<About> {
        Ok(self.session.about.clone())
    }

    fn explain(&self) -> PluginResult<Vec<Message>> {
        const CALL: Call = Call::short("open-game.explain");
        let GameInstance { game, validator, .. } = &*self.session;
        let paragraphs = self
            .session
            .ask(CALL, |exports, store| exports.rules.open_game().call_explain(store, *game))?;
        self.session.validate(CALL, validator.messages(&paragraphs))?;
        Ok(paragraphs)
    }

    fn start(&self) -> PluginResult<Box<dyn Cursor>> {
        const CALL: Call = Call::open("open-game.start");
        let game = self.session.game;
        let handle = self
            .session
            .call(CALL, |exports, store| exports.rules.open_game().call_start(store, game))?;
        Ok(self.position(handle))
    }

    fn load(&self, position: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        const CALL: Call = Call::open("open-game.load");
        let game = self.session.game;
        let answer = self.session.call(CALL, |exports, store| {
            exports.rules.open_game().call_load(store, game, position)
        })?;
        self.position_or(CALL, answer)
    }

    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        const CALL: Call = Call::open("open-game.read");
        if let Err(why) = self.session.validator.readable(text) {
            return Ok(Err(why));
        }
        let game = self.session.game;
        let answer = self
            .session
            .call(CALL, |exports, store| exports.rules.open_game().call_read(store, game, text))?;
        self.position_or(CALL, answer)
    }
}
