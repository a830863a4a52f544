//! Games as one observer sees them: where rules hide something, no more than that is shown.
//!
//! [`observed_cursor`] plays whole moves and answers as the observer sees the position.
//! [`ObservedPlugin`] is for a program that is told observed moves alone.

use std::sync::Arc;

use boardloom_contract::{
    About, Capabilities, Choices, Cursor, Diagnostic, Effect, Extent, GameStatus, LoadedPlugin,
    Mark, Message, OpenGame, PartialMove, Patch, Piece, PlayoutStats, PluginResult, Searcher, Seat,
    Site,
};

/// Who looks at a game in which not all see everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Observer {
    Seat(Seat),
    Spectator,
}

impl Observer {
    /// Returns the seat as the contract names it.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Observer::Seat(seat) => Some(seat),
            Observer::Spectator => None,
        }
    }
}

/// A position and its observation. It plays moves of the position; pieces, drawing, effects and
/// texts are those of the observation.
struct ObservedCursor {
    whole: Box<dyn Cursor>,
    seen: Box<dyn Cursor>,
    observer: Observer,
}

impl ObservedCursor {
    fn observed(&mut self, by: Seat, mv: &str) -> PluginResult<String> {
        match self.whole.is_legal(by, mv)? {
            true => self.whole.observed_move(self.observer.seat(), by, mv),
            false => Ok(mv.to_owned()),
        }
    }
}

/// Returns a cursor that plays whole moves, and answers as an observer sees the position. It is the
/// position itself if nothing is hidden in it.
pub fn observed_cursor(
    mut whole: Box<dyn Cursor>,
    observer: Observer,
) -> PluginResult<Box<dyn Cursor>> {
    Ok(match whole.observe(observer.seat())? {
        Some(seen) => Box::new(ObservedCursor { whole, seen, observer }),
        None => whole,
    })
}

/// Returns the status of a position with texts and key of its observation.
fn combine(whole: GameStatus, seen: GameStatus) -> GameStatus {
    let GameStatus { note, prompt, facts, key, .. } = seen;
    GameStatus { note, prompt, facts, key, ..whole }
}

impl Cursor for ObservedCursor {
    fn status(&mut self) -> PluginResult<GameStatus> {
        Ok(combine(self.whole.status()?, self.seen.status()?))
    }

    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>> {
        self.seen.pieces(first, limit)
    }

    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        self.seen.pieces_at(sites)
    }

    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices> {
        // What others can choose is not all known.
        match self.observer == Observer::Seat(by) {
            true => self.seen.choices(by, path),
            false => Ok(Choices::default()),
        }
    }

    fn paths(&mut self, by: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>> {
        let observed = self.observed(by, mv)?;
        self.seen.paths(by, &observed)
    }

    fn count_moves(&mut self, by: Seat) -> PluginResult<u64> {
        self.seen.count_moves(by)
    }

    fn legal_moves(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>> {
        self.seen.legal_moves(by, after, limit)
    }

    fn is_legal(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        self.whole.is_legal(by, mv)
    }

    fn parse(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>> {
        self.whole.parse(by, text)
    }

    fn describe_move(&mut self, by: Seat, mv: &str) -> PluginResult<Message> {
        let observed = self.observed(by, mv)?;
        self.seen.describe_move(by, &observed)
    }

    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>> {
        let observed = self.observed(by, mv)?;
        match self.whole.play(by, mv)? {
            Ok(_) => self.seen.play(by, &observed),
            Err(why) => Ok(Err(why)),
        }
    }

    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        let observed = self.observed(by, mv)?;
        self.seen.preview(by, &observed)
    }

    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>> {
        match self.whole.remove_player(who)? {
            Ok(_) => self.seen.remove_player(who),
            Err(why) => Ok(Err(why)),
        }
    }

    fn chance_outcomes(&mut self, limit: u32) -> PluginResult<Option<Vec<(String, u32)>>> {
        self.whole.chance_outcomes(limit)
    }

    fn sample_outcome(&mut self, random: u64) -> PluginResult<String> {
        self.whole.sample_outcome(random)
    }

    fn undo(&mut self) -> PluginResult<bool> {
        Ok(self.whole.undo()? && self.seen.undo()?)
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        let (whole, seen) = (self.whole.fork()?, self.seen.fork()?);
        Ok(Box::new(ObservedCursor { whole, seen, observer: self.observer }))
    }

    fn save(&mut self) -> PluginResult<Vec<u8>> {
        self.whole.save()
    }

    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>> {
        self.seen.write(form)
    }

    fn extent(&mut self, view: u16) -> PluginResult<Extent> {
        self.seen.extent(view)
    }

    fn drawing_beyond(&mut self, view: u16, beyond: Extent, limit: u32) -> PluginResult<Patch> {
        self.seen.drawing_beyond(view, beyond, limit)
    }

    fn proposed_sites(&mut self, view: u16, path: &[Site]) -> PluginResult<Patch> {
        self.seen.proposed_sites(view, path)
    }

    fn partway(&mut self, by: Seat, path: &[Site]) -> PluginResult<Option<PartialMove>> {
        self.seen.partway(by, path)
    }

    fn marks(&mut self) -> PluginResult<Vec<Mark>> {
        self.seen.marks()
    }

    fn observe(&mut self, observer: Option<Seat>) -> PluginResult<Option<Box<dyn Cursor>>> {
        self.whole.observe(observer)
    }

    fn observed_move(
        &mut self,
        observer: Option<Seat>,
        by: Seat,
        mv: &str,
    ) -> PluginResult<String> {
        self.whole.observed_move(observer, by, mv)
    }

    fn resample(&mut self, random: u64) -> PluginResult<Option<Box<dyn Cursor>>> {
        self.seen.resample(random)
    }

    fn perft(&mut self, depth: u32, listed: bool) -> PluginResult<u64> {
        self.seen.perft(depth, listed)
    }

    fn playouts(
        &mut self,
        games: u32,
        seed: u64,
        cut: u32,
        listed: bool,
    ) -> PluginResult<PlayoutStats> {
        self.seen.playouts(games, seed, cut, listed)
    }

    fn evaluate(&mut self) -> PluginResult<Vec<i32>> {
        self.seen.evaluate()
    }

    fn search(
        &mut self,
        settings: &str,
        seed: u64,
        memory: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
        self.seen.search(settings, seed, memory)
    }
}

/// A plugin whose games begin with the observation of their start.
pub(crate) struct ObservedPlugin {
    pub plugin: Arc<dyn LoadedPlugin>,
    pub observer: Observer,
}

struct ObservedGame {
    game: Box<dyn OpenGame>,
    observer: Observer,
}

impl LoadedPlugin for ObservedPlugin {
    fn name(&self) -> &str {
        self.plugin.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.plugin.capabilities()
    }

    fn schema(&self) -> PluginResult<String> {
        self.plugin.schema()
    }

    fn catalogue(&self, language: &str) -> Option<&str> {
        self.plugin.catalogue(language)
    }

    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        let observer = self.observer;
        let opened = self.plugin.open(ruleset)?;
        Ok(opened.map(|game| Box::new(ObservedGame { game, observer }) as Box<dyn OpenGame>))
    }
}

impl ObservedGame {
    fn observe(&self, mut cursor: Box<dyn Cursor>) -> PluginResult<Box<dyn Cursor>> {
        Ok(cursor.observe(self.observer.seat())?.unwrap_or(cursor))
    }

    fn observe_if(
        &self,
        cursor: Result<Box<dyn Cursor>, Message>,
    ) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        match cursor {
            Ok(cursor) => self.observe(cursor).map(Ok),
            Err(why) => Ok(Err(why)),
        }
    }
}

impl OpenGame for ObservedGame {
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>> {
        self.game.warnings()
    }

    fn about(&self) -> PluginResult<About> {
        self.game.about()
    }

    fn explain(&self) -> PluginResult<Vec<Message>> {
        self.game.explain()
    }

    fn start(&self) -> PluginResult<Box<dyn Cursor>> {
        self.observe(self.game.start()?)
    }

    fn load(&self, position: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        self.observe_if(self.game.load(position)?)
    }

    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        self.observe_if(self.game.read(text)?)
    }
}
