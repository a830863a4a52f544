//! A ruleset that was opened in the sandbox.

use std::sync::Arc;

use boardloom_contract::{About, Answer, Cursor, Diagnostic, Game, Message};
use wasmtime::component::ResourceAny;

use crate::bindings::boardloom::rules::types as wit;
use crate::convert::Own;
use crate::cursor::Position;
use crate::instance::Call;
use crate::session::Session;

/// A ruleset that was opened.
pub struct Opened {
    session: Arc<Session>,
}

impl Opened {
    /// Returns the game of a session.
    pub fn new(session: Arc<Session>) -> Self {
        Opened { session }
    }

    fn position(&self, handle: ResourceAny) -> Box<dyn Cursor> {
        Box::new(Position::new(Arc::clone(&self.session), handle))
    }

    fn position_or(
        &self,
        call: Call,
        answer: Result<ResourceAny, wit::Message>,
    ) -> Answer<Result<Box<dyn Cursor>, Message>> {
        match answer {
            Ok(handle) => Ok(Ok(self.position(handle))),
            Err(message) => {
                let message = message.own();
                self.session.hold(call, self.session.bounds.message(&message))?;
                Ok(Err(message))
            }
        }
    }
}

impl Game for Opened {
    fn cautions(&self) -> Answer<Vec<Diagnostic>> {
        const CALL: Call = Call::short("game.cautions");
        let Session { game, bounds, .. } = &*self.session;
        let found = self
            .session
            .ask(CALL, |exports, store| exports.rules.game().call_cautions(store, *game))?;
        self.session.hold(CALL, bounds.diagnostics(&found, false))?;
        Ok(found)
    }

    fn about(&self) -> Answer<About> {
        Ok(self.session.about.clone())
    }

    fn explain(&self) -> Answer<Vec<Message>> {
        const CALL: Call = Call::short("game.explain");
        let Session { game, bounds, .. } = &*self.session;
        let paragraphs = self
            .session
            .ask(CALL, |exports, store| exports.rules.game().call_explain(store, *game))?;
        self.session.hold(CALL, bounds.messages(&paragraphs))?;
        Ok(paragraphs)
    }

    fn start(&self) -> Answer<Box<dyn Cursor>> {
        const CALL: Call = Call::open("game.start");
        let game = self.session.game;
        let handle = self
            .session
            .call(CALL, |exports, store| exports.rules.game().call_start(store, game))?;
        Ok(self.position(handle))
    }

    fn load(&self, position: &[u8]) -> Answer<Result<Box<dyn Cursor>, Message>> {
        const CALL: Call = Call::open("game.load");
        let game = self.session.game;
        let answer = self
            .session
            .call(CALL, |exports, store| exports.rules.game().call_load(store, game, position))?;
        self.position_or(CALL, answer)
    }

    fn read(&self, text: &str) -> Answer<Result<Box<dyn Cursor>, Message>> {
        const CALL: Call = Call::open("game.read");
        if let Err(why) = self.session.bounds.readable(text) {
            return Ok(Err(why));
        }
        let game = self.session.game;
        let answer = self
            .session
            .call(CALL, |exports, store| exports.rules.game().call_read(store, game, text))?;
        self.position_or(CALL, answer)
    }
}
