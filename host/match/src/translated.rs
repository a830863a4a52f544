//! A plugin whose texts for players are in another language. Notations, forms and ids stay as
//! they are, so that the rest of the program does not notice.

use std::sync::Arc;

use boardloom_contract::{
    About, Capabilities, Choices, Cursor, Diagnostic, Effect, Extent, GameStatus, LoadedPlugin,
    Mark, Message, OpenGame, PartialMove, Patch, Piece, PlayoutStats, PluginResult, Searcher, Seat,
    Site,
};
use boardloom_ruleset::Translation;

/// The texts that any game can have, such as the SDK's own messages.
const COMMON: [(&str, &str); 1] = [("de", include_str!("../languages/de.toml"))];

/// Returns the texts in a language that any game can have.
pub fn common_texts(language: &str) -> Translation {
    let common = COMMON.iter().find(|(code, _)| *code == language);
    common.map(|(_, toml)| Translation::read(toml).0).unwrap_or_default()
}

/// Returns the texts of a plugin in a language, with those of any game. Wrong ones are left out:
/// the build of the plugin and `check` report them.
pub fn texts_of(plugin: &dyn LoadedPlugin, language: &str) -> Translation {
    let mut texts = common_texts(language);
    if let Some(catalogue) = plugin.catalogue(language) {
        let (own, errors) = Translation::read(catalogue);
        for error in errors {
            tracing::warn!("{}, language {language}: {error}", plugin.name());
        }
        texts.extend(&own);
    }
    texts
}

pub struct TranslatedPlugin {
    pub plugin: Arc<dyn LoadedPlugin>,
    pub texts: Arc<Translation>,
}

struct TranslatedGame {
    game: Box<dyn OpenGame>,
    texts: Arc<Translation>,
}

struct TranslatedCursor {
    cursor: Box<dyn Cursor>,
    texts: Arc<Translation>,
}

fn all(texts: &Translation, messages: Vec<Message>) -> Vec<Message> {
    messages.into_iter().map(|message| texts.message(message)).collect()
}

fn status(texts: &Translation, mut status: GameStatus) -> GameStatus {
    status.note = status.note.map(|note| texts.message(note));
    status.prompt = status.prompt.map(|prompt| texts.message(prompt));
    status.facts = all(texts, status.facts);
    if let Some(outcome) = &mut status.outcome {
        outcome.reason = texts.message(std::mem::take(&mut outcome.reason));
    }
    status
}

impl LoadedPlugin for TranslatedPlugin {
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
        let texts = Arc::clone(&self.texts);
        let opened = self.plugin.open(ruleset)?;
        Ok(opened.map(|game| Box::new(TranslatedGame { game, texts }) as Box<dyn OpenGame>))
    }
}

impl TranslatedGame {
    fn cursor(&self, cursor: Result<Box<dyn Cursor>, Message>) -> Result<Box<dyn Cursor>, Message> {
        let texts = Arc::clone(&self.texts);
        match cursor {
            Ok(cursor) => Ok(Box::new(TranslatedCursor { cursor, texts })),
            Err(why) => Err(texts.message(why)),
        }
    }
}

impl OpenGame for TranslatedGame {
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>> {
        self.game.warnings()
    }

    fn about(&self) -> PluginResult<About> {
        let mut about = self.game.about()?;
        for kind in &mut about.kinds {
            kind.name = self.texts.message(std::mem::take(&mut kind.name));
        }
        for view in &mut about.views {
            view.name = self.texts.message(std::mem::take(&mut view.name));
        }
        about.unit = self.texts.message(about.unit);
        Ok(about)
    }

    fn explain(&self) -> PluginResult<Vec<Message>> {
        Ok(all(&self.texts, self.game.explain()?))
    }

    fn start(&self) -> PluginResult<Box<dyn Cursor>> {
        let (cursor, texts) = (self.game.start()?, Arc::clone(&self.texts));
        Ok(Box::new(TranslatedCursor { cursor, texts }))
    }

    fn load(&self, position: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        Ok(self.cursor(self.game.load(position)?))
    }

    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        Ok(self.cursor(self.game.read(text)?))
    }
}

impl TranslatedCursor {
    fn translate(&self, cursor: Box<dyn Cursor>) -> Box<dyn Cursor> {
        Box::new(TranslatedCursor { cursor, texts: Arc::clone(&self.texts) })
    }

    fn result<T>(&self, result: Result<T, Message>) -> Result<T, Message> {
        result.map_err(|why| self.texts.message(why))
    }
}

impl Cursor for TranslatedCursor {
    fn status(&mut self) -> PluginResult<GameStatus> {
        Ok(status(&self.texts, self.cursor.status()?))
    }

    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>> {
        self.cursor.pieces(first, limit)
    }

    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        self.cursor.pieces_at(sites)
    }

    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices> {
        let mut choices = self.cursor.choices(by, path)?;
        for option in &mut choices.options {
            option.label = self.texts.message(std::mem::take(&mut option.label));
        }
        Ok(choices)
    }

    fn paths(&mut self, by: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>> {
        self.cursor.paths(by, mv)
    }

    fn count_moves(&mut self, by: Seat) -> PluginResult<u64> {
        self.cursor.count_moves(by)
    }

    fn legal_moves(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>> {
        self.cursor.legal_moves(by, after, limit)
    }

    fn is_legal(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        self.cursor.is_legal(by, mv)
    }

    fn parse(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>> {
        let parsed = self.cursor.parse(by, text)?;
        Ok(self.result(parsed))
    }

    fn describe_move(&mut self, by: Seat, mv: &str) -> PluginResult<Message> {
        Ok(self.texts.message(self.cursor.describe_move(by, mv)?))
    }

    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>> {
        let played = self.cursor.play(by, mv)?;
        Ok(self.result(played))
    }

    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        let preview = self.cursor.preview(by, mv)?;
        let preview = preview.map(|(after, effects)| (status(&self.texts, after), effects));
        Ok(self.result(preview))
    }

    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>> {
        let removed = self.cursor.remove_player(who)?;
        Ok(self.result(removed))
    }

    fn chance_outcomes(&mut self, limit: u32) -> PluginResult<Option<Vec<(String, u32)>>> {
        self.cursor.chance_outcomes(limit)
    }

    fn sample_outcome(&mut self, random: u64) -> PluginResult<String> {
        self.cursor.sample_outcome(random)
    }

    fn undo(&mut self) -> PluginResult<bool> {
        self.cursor.undo()
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        let cursor = self.cursor.fork()?;
        Ok(self.translate(cursor))
    }

    fn save(&mut self) -> PluginResult<Vec<u8>> {
        self.cursor.save()
    }

    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>> {
        let written = self.cursor.write(form)?;
        Ok(self.result(written))
    }

    fn extent(&mut self, view: u16) -> PluginResult<Extent> {
        self.cursor.extent(view)
    }

    fn drawing_beyond(&mut self, view: u16, beyond: Extent, limit: u32) -> PluginResult<Patch> {
        self.cursor.drawing_beyond(view, beyond, limit)
    }

    fn proposed_sites(&mut self, view: u16, path: &[Site]) -> PluginResult<Patch> {
        self.cursor.proposed_sites(view, path)
    }

    fn partway(&mut self, by: Seat, path: &[Site]) -> PluginResult<Option<PartialMove>> {
        let mut partial = self.cursor.partway(by, path)?;
        if let Some(partial) = &mut partial {
            partial.prompt = partial.prompt.take().map(|prompt| self.texts.message(prompt));
        }
        Ok(partial)
    }

    fn marks(&mut self) -> PluginResult<Vec<Mark>> {
        let mut marks = self.cursor.marks()?;
        for mark in &mut marks {
            mark.text = mark.text.take().map(|text| self.texts.message(text));
        }
        Ok(marks)
    }

    fn observe(&mut self, observer: Option<Seat>) -> PluginResult<Option<Box<dyn Cursor>>> {
        Ok(self.cursor.observe(observer)?.map(|cursor| self.translate(cursor)))
    }

    fn observed_move(
        &mut self,
        observer: Option<Seat>,
        by: Seat,
        mv: &str,
    ) -> PluginResult<String> {
        self.cursor.observed_move(observer, by, mv)
    }

    fn resample(&mut self, random: u64) -> PluginResult<Option<Box<dyn Cursor>>> {
        Ok(self.cursor.resample(random)?.map(|cursor| self.translate(cursor)))
    }

    fn perft(&mut self, depth: u32, listed: bool) -> PluginResult<u64> {
        self.cursor.perft(depth, listed)
    }

    fn playouts(
        &mut self,
        games: u32,
        seed: u64,
        cut: u32,
        listed: bool,
    ) -> PluginResult<PlayoutStats> {
        self.cursor.playouts(games, seed, cut, listed)
    }

    fn evaluate(&mut self) -> PluginResult<Vec<i32>> {
        self.cursor.evaluate()
    }

    fn search(
        &mut self,
        settings: &str,
        seed: u64,
        memory: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
        let search = self.cursor.search(settings, seed, memory)?;
        Ok(self.result(search))
    }
}
