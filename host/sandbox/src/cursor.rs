//! [`Cursor`] of a plugin.

use std::sync::Arc;

use boardloom_contract::{
    Choices, Cursor, CursorSearch, Effect, Extent, GameStatus, Mark, Message, PAGE, PartialMove,
    Patch, Piece, PlayoutStats, PluginResult, Searcher, Seat, Site, TouchedSites,
};
use wasmtime::Store;
use wasmtime::component::ResourceAny;

use crate::bindings::exports::boardloom::rules::{
    board, count, rules::GuestCursor, search, shortcuts,
};
use crate::conversion::IntoContract;
use crate::drawing::{DrawingTotal, PatchContext, check_progress};
use crate::game_instance::GameInstance;
use crate::instance::{Call, Exports};
use crate::move_list::MoveList;
use crate::parts::PartsTotal;
use crate::plain_board::last_marks;
use crate::searcher::SandboxSearcher;
use crate::store_data::StoreData;
use crate::validation::{AnswerValidator, PROPOSED, Validation, at_most};

/// Marks of one position.
const MARKS: usize = 4096;

pub struct SandboxCursor {
    session: Arc<GameInstance>,
    handle: ResourceAny,
    /// A lower bound of the number of sites: moves only add sites, undoing removes
    /// them.
    sites: Site,
    /// What was read of the drawing, of the list of moves and of the pieces.
    drawn: DrawingTotal,
    listed: PartsTotal,
    placed: PartsTotal,
    /// The legal moves, if the plugin does not page them.
    pub moves: Option<MoveList>,
    /// The sites of each step, if the plugin does not mark the last one.
    touched: Vec<TouchedSites>,
}

impl SandboxCursor {
    pub fn new(session: Arc<GameInstance>, handle: ResourceAny) -> Self {
        SandboxCursor {
            session,
            handle,
            sites: 0,
            drawn: DrawingTotal::default(),
            listed: PartsTotal::default(),
            placed: PartsTotal::default(),
            moves: None,
            touched: Vec::new(),
        }
    }

    pub fn session(&self) -> &Arc<GameInstance> {
        &self.session
    }

    pub fn handle(&self) -> ResourceAny {
        self.handle
    }

    pub fn validator(&self) -> &AnswerValidator {
        &self.session.validator
    }

    pub fn ask<R: IntoContract>(
        &self,
        call: Call,
        run: impl FnOnce(GuestCursor<'_>, &mut Store<StoreData>, ResourceAny) -> wasmtime::Result<R>,
    ) -> PluginResult<R::Contract> {
        self.session.ask(call, |exports, store| run(exports.rules.cursor(), store, self.handle))
    }

    /// Calls an interface that takes the cursor as an argument.
    fn ask_at<R: IntoContract>(
        &self,
        call: Call,
        run: impl FnOnce(&Exports, &mut Store<StoreData>, ResourceAny) -> wasmtime::Result<R>,
    ) -> PluginResult<R::Contract> {
        self.session.ask(call, |exports, store| run(exports, store, self.handle))
    }

    pub fn validate(&self, call: Call, checked: Validation) -> PluginResult<()> {
        self.session.validate(call, checked)
    }

    /// Checks that sites are on the board or among `more` proposed ones after it. Asks for
    /// the number of sites only if needed.
    fn check_sites(
        &mut self,
        sites: impl IntoIterator<Item = Site>,
        more: u32,
    ) -> PluginResult<Validation> {
        let Some(last) = sites.into_iter().max() else { return Ok(Ok(())) };
        if last < self.sites {
            return Ok(Ok(()));
        }
        let end = self.status()?.sites.saturating_add(more);
        Ok(match last < end {
            true => Ok(()),
            false => Err(format!("expected sites below {end}, found {last}")),
        })
    }

    fn validate_sites(
        &mut self,
        call: Call,
        sites: impl IntoIterator<Item = Site>,
        more: u32,
    ) -> PluginResult<()> {
        let checked = self.check_sites(sites, more)?;
        self.validate(call, checked)
    }

    fn validate_refusal<T>(&self, call: Call, answer: &Result<T, Message>) -> PluginResult<()> {
        match answer {
            Ok(_) => Ok(()),
            Err(message) => self.validate(call, self.validator().message(message)),
        }
    }

    /// Validates the effects of a move; an error fails the instance.
    fn validate_effects(
        &mut self,
        call: Call,
        answer: Result<Vec<Effect>, Message>,
    ) -> PluginResult<Result<Vec<Effect>, Message>> {
        let checked = match &answer {
            Err(message) => self.validator().message(message),
            Ok(effects) => match self.validator().effects(effects) {
                Ok(()) => self.check_sites(sites_of(effects), 0)?,
                wrong => wrong,
            },
        };
        self.session.validate_change(call, checked)?;
        Ok(answer)
    }

    /// Adds up the bytes of the list of moves that is being read.
    pub fn count_listed(
        &mut self,
        call: Call,
        page: &[String],
        is_first: bool,
        is_full: bool,
    ) -> PluginResult<()> {
        let bytes = page.iter().map(|mv| mv.len() + size_of::<String>()).sum();
        self.listed.add(is_first, bytes, is_full);
        let most = self.validator().limits.listing;
        self.validate(call, self.listed.check("moves", most))
    }

    /// Notes a step that was played.
    fn note_step(&mut self, effects: &[Effect]) {
        self.moves = None;
        if self.session.plain_board.is_some() {
            let mut touched = TouchedSites::default();
            touched.add(effects);
            self.touched.push(touched);
        }
    }

    fn has_shortcuts(&self) -> bool {
        self.session.plugin.indices.shortcuts.is_some()
    }

    fn board(exports: &Exports) -> &board::Guest {
        exports.board.as_ref().expect("the caller asked for it")
    }

    fn shortcuts(exports: &Exports) -> &shortcuts::Guest {
        exports.shortcuts.as_ref().expect("the caller asked for it")
    }

    fn count(exports: &Exports) -> &count::Guest {
        exports.count.as_ref().expect("the caller asked for it")
    }

    fn search(exports: &Exports) -> &search::Guest {
        exports.search.as_ref().expect("the caller asked for it")
    }

    fn searches(&self) -> bool {
        self.session.plugin.indices.search.is_some()
    }
}

fn sites_of(effects: &[Effect]) -> impl Iterator<Item = Site> {
    effects.iter().flat_map(|effect| effect.site.into_iter().chain(effect.onto))
}

impl Drop for SandboxCursor {
    fn drop(&mut self) {
        self.session.release(Call::short("cursor.drop"), self.handle);
    }
}

impl Cursor for SandboxCursor {
    fn status(&mut self) -> PluginResult<GameStatus> {
        const CALL: Call = Call::short("cursor.status");
        let status = self.ask(CALL, |c, store, cursor| c.call_status(store, cursor))?;
        self.validate(CALL, self.validator().status(&status))?;
        self.sites = status.sites;
        Ok(status)
    }

    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>> {
        const CALL: Call = Call::short("cursor.pieces");
        let pieces =
            self.ask(CALL, |c, store, cursor| c.call_pieces(store, cursor, first, limit))?;
        self.validate(CALL, self.validator().pieces(&pieces, first, limit))?;
        // Sites are read in steps, so parts of a board are short where it is empty.
        self.placed.add(first == 0, size_of_val(&pieces[..]), true);
        self.validate(CALL, self.placed.check("the pieces", self.validator().limits.drawing))?;
        self.validate_sites(CALL, pieces.last().map(|(site, _)| *site), 0)?;
        Ok(pieces)
    }

    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        const CALL: Call = Call::short("pieces-at");
        if !self.has_shortcuts() {
            return self.pieces_of_sites(sites);
        }
        let pieces = self.ask_at(CALL, |e, store, cursor| {
            Self::shortcuts(e).call_pieces_at(store, cursor, sites)
        })?;
        self.validate(CALL, self.validator().pieces_at(&pieces, sites))?;
        Ok(pieces)
    }

    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices> {
        const CALL: Call = Call::short("cursor.choices");
        let choices = self.ask(CALL, |c, store, cursor| c.call_choices(store, cursor, by, path))?;
        self.validate(CALL, self.validator().choices(&choices))?;
        let more = if choices.proposed { PROPOSED } else { 0 };
        self.validate_sites(CALL, choices.targets.iter().map(|target| target.site), more)?;
        Ok(choices)
    }

    fn paths(&mut self, by: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>> {
        const CALL: Call = Call::short("cursor.paths");
        let paths = self.ask(CALL, |c, store, cursor| c.call_paths(store, cursor, by, mv))?;
        self.validate(CALL, self.validator().paths(&paths))?;
        self.validate_sites(CALL, paths.iter().flatten().copied(), PROPOSED)?;
        Ok(paths)
    }

    fn count_moves(&mut self, by: Seat) -> PluginResult<u64> {
        if !self.has_shortcuts() {
            return self.count_list(by);
        }
        self.ask_at(Call::short("count-moves"), |e, store, cursor| {
            Self::shortcuts(e).call_count_moves(store, cursor, by)
        })
    }

    fn legal_moves(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>> {
        const CALL: Call = Call::short("cursor.legal-moves");
        if !self.has_shortcuts() {
            return self.page_of_list(by, after, limit);
        }
        let page =
            self.ask(CALL, |c, store, cursor| c.call_legal_moves(store, cursor, by, after, limit))?;
        self.validate(CALL, self.validator().page(&page, after, limit))?;
        self.count_listed(CALL, &page, after.is_none(), page.len() >= limit.min(PAGE) as usize)?;
        Ok(page)
    }

    fn is_legal(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        if self.validator().readable(mv).is_err() {
            return Ok(false);
        }
        if !self.has_shortcuts() {
            return self.is_in_list(by, mv);
        }
        self.ask_at(Call::short("is-legal"), |e, store, cursor| {
            Self::shortcuts(e).call_is_legal(store, cursor, by, mv)
        })
    }

    fn parse(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>> {
        const CALL: Call = Call::short("parse");
        if let Err(why) = self.validator().readable(text) {
            return Ok(Err(why));
        }
        if !self.has_shortcuts() {
            return self.parse_by_list(by, text);
        }
        let answer = self.ask_at(CALL, |e, store, cursor| {
            Self::shortcuts(e).call_parse(store, cursor, by, text)
        })?;
        self.validate_refusal(CALL, &answer)?;
        if let Ok(mv) = &answer {
            self.validate(CALL, self.validator().parsed_move(mv))?;
        }
        Ok(answer)
    }

    fn describe_move(&mut self, by: Seat, mv: &str) -> PluginResult<Message> {
        const CALL: Call = Call::short("describe-move");
        if !self.has_shortcuts() || self.validator().parsed_move(mv).is_err() {
            return Ok(Message::new("move", mv));
        }
        let text = self.ask_at(CALL, |e, store, cursor| {
            Self::shortcuts(e).call_describe_move(store, cursor, by, mv)
        })?;
        self.validate(CALL, self.validator().move_text(&text))?;
        Ok(text)
    }

    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>> {
        const CALL: Call = Call::short("cursor.play");
        if let Err(why) = self.validator().readable(mv) {
            return Ok(Err(why));
        }
        let answer = self.ask(CALL, |c, store, cursor| c.call_play(store, cursor, by, mv))?;
        self.moves = None;
        let answer = self.validate_effects(CALL, answer)?;
        if let Ok(effects) = &answer {
            self.note_step(effects);
        }
        Ok(answer)
    }

    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        const CALL: Call = Call::short("preview");
        if let Err(why) = self.validator().readable(mv) {
            return Ok(Err(why));
        }
        if !self.has_shortcuts() {
            return self.preview_on_a_copy(by, mv);
        }
        let answer = self.ask_at(CALL, |e, store, cursor| {
            Self::shortcuts(e).call_preview(store, cursor, by, mv)
        })?;
        self.validate_refusal(CALL, &answer)?;
        if let Ok((status, effects)) = &answer {
            self.validate(CALL, self.validator().status(status))?;
            self.validate(CALL, self.validator().effects(effects))?;
            let there = status.sites;
            self.validate_sites(CALL, sites_of(effects).filter(|site| *site >= there), 0)?;
        }
        Ok(answer)
    }

    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>> {
        const CALL: Call = Call::short("cursor.remove-player");
        let answer = self.ask(CALL, |c, store, cursor| c.call_remove_player(store, cursor, who))?;
        self.moves = None;
        let answer = self.validate_effects(CALL, answer)?;
        if let Ok(effects) = &answer {
            self.note_step(effects);
        }
        Ok(answer)
    }

    fn chance_outcomes(&mut self, limit: u32) -> PluginResult<Option<Vec<(String, u32)>>> {
        const CALL: Call = Call::short("cursor.chance-outcomes");
        let odds =
            self.ask(CALL, |c, store, cursor| c.call_chance_outcomes(store, cursor, limit))?;
        if let Some(odds) = &odds {
            self.validate(CALL, self.validator().chance_outcomes(odds, limit))?;
        }
        Ok(odds)
    }

    fn sample_outcome(&mut self, random: u64) -> PluginResult<String> {
        const CALL: Call = Call::short("cursor.sample-outcome");
        let mv = self.ask(CALL, |c, store, cursor| c.call_sample_outcome(store, cursor, random))?;
        self.validate(CALL, self.validator().notation(&mv))?;
        Ok(mv)
    }

    fn undo(&mut self) -> PluginResult<bool> {
        self.sites = 0;
        self.moves = None;
        self.touched.pop();
        self.ask(Call::short("cursor.undo"), |c, store, cursor| c.call_undo(store, cursor))
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        let handle = self.session.call(Call::short("cursor.fork"), |exports, store| {
            exports.rules.cursor().call_fork(store, self.handle)
        })?;
        let mut fork = SandboxCursor::new(Arc::clone(&self.session), handle);
        fork.sites = self.sites;
        fork.touched.clone_from(&self.touched);
        Ok(Box::new(fork))
    }

    fn save(&mut self) -> PluginResult<Vec<u8>> {
        self.ask(Call::short("cursor.save"), |c, store, cursor| c.call_save(store, cursor))
    }

    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>> {
        const CALL: Call = Call::short("cursor.write");
        let answer = self.ask(CALL, |c, store, cursor| c.call_write(store, cursor, form))?;
        self.validate_refusal(CALL, &answer)?;
        if let Ok(text) = &answer {
            self.validate(CALL, self.validator().text("a text form", text))?;
        }
        Ok(answer)
    }

    fn extent(&mut self, view: u16) -> PluginResult<Extent> {
        const CALL: Call = Call::short("extent");
        if let Some(board) = &self.session.plain_board {
            return Ok(board.extent());
        }
        let extent =
            self.ask_at(CALL, |e, store, cursor| Self::board(e).call_extent(store, cursor, view))?;
        self.validate(CALL, self.validator().extent(&extent))?;
        Ok(extent)
    }

    fn drawing_beyond(&mut self, view: u16, beyond: Extent, limit: u32) -> PluginResult<Patch> {
        const CALL: Call = Call::short("drawing-beyond");
        let session = Arc::clone(&self.session);
        if let Some(board) = &session.plain_board {
            self.validate_sites(Call::short("open-game.about"), board.sites().checked_sub(1), 0)?;
            return Ok(board.beyond(beyond, limit));
        }
        let patch = self.ask_at(CALL, |e, store, cursor| {
            Self::board(e).call_drawing_beyond(store, cursor, view, beyond.into(), limit)
        })?;
        let whole = self.extent(view)?;
        let context = PatchContext { beyond, frames: whole.frames, shapes: whole.shapes };
        self.validate(CALL, self.validator().patch(&patch, context, limit as usize))?;
        self.validate(CALL, check_progress(&patch, beyond, whole))?;
        let most = self.validator().limits.drawing;
        let total = self.drawn.add(&patch, beyond, limit, most);
        self.validate(CALL, total)?;
        self.validate_sites(CALL, patch.places.iter().map(|place| place.site), 0)?;
        Ok(patch)
    }

    fn proposed_sites(&mut self, view: u16, path: &[Site]) -> PluginResult<Patch> {
        const CALL: Call = Call::short("proposed-sites");
        if self.session.plain_board.is_some() {
            return Ok(Patch::default());
        }
        let patch = self.ask_at(CALL, |e, store, cursor| {
            Self::board(e).call_proposed_sites(store, cursor, view, path)
        })?;
        let beyond = self.extent(view)?;
        let context = PatchContext {
            beyond,
            frames: beyond.frames.saturating_add(patch.frames.len() as u32),
            shapes: beyond.shapes.saturating_add(patch.shapes.len() as u32),
        };
        self.validate(CALL, self.validator().patch(&patch, context, PROPOSED as usize))?;
        self.validate_sites(CALL, patch.places.iter().map(|place| place.site), PROPOSED)?;
        Ok(patch)
    }

    fn partway(&mut self, by: Seat, path: &[Site]) -> PluginResult<Option<PartialMove>> {
        const CALL: Call = Call::short("partway");
        if self.session.plugin.indices.steps.is_none() {
            return Ok(None);
        }
        let partial = self.ask_at(CALL, |e, store, cursor| {
            let steps = e.steps.as_ref().expect("the plugin exports it");
            steps.call_partway(store, cursor, by, path)
        })?;
        if let Some(partial) = &partial {
            self.validate(CALL, self.validator().partial_move(partial))?;
            self.validate_sites(CALL, partial.sites.last().copied(), 0)?;
        }
        Ok(partial)
    }

    fn marks(&mut self) -> PluginResult<Vec<Mark>> {
        const CALL: Call = Call::short("marks");
        if self.session.plain_board.is_some() {
            return Ok(self.touched.last().map(last_marks).unwrap_or_default());
        }
        let marks =
            self.ask_at(CALL, |e, store, cursor| Self::board(e).call_marks(store, cursor))?;
        self.validate(CALL, at_most("marks", marks.len(), MARKS))?;
        for mark in &marks {
            self.validate(CALL, self.validator().name("a mark's role", &mark.role))?;
            self.validate(CALL, self.validator().seat_mark(mark.seat))?;
            self.validate(CALL, self.validator().messages(&mark.text))?;
        }
        self.validate_sites(CALL, marks.iter().flat_map(|mark| mark.sites.iter().copied()), 0)?;
        Ok(marks)
    }

    fn observe(&mut self, observer: Option<Seat>) -> PluginResult<Option<Box<dyn Cursor>>> {
        self.observation(observer)
    }

    fn observed_move(
        &mut self,
        observer: Option<Seat>,
        by: Seat,
        mv: &str,
    ) -> PluginResult<String> {
        self.as_observed(observer, by, mv)
    }

    fn resample(&mut self, random: u64) -> PluginResult<Option<Box<dyn Cursor>>> {
        self.whole_position(random)
    }

    fn perft(&mut self, depth: u32, listed: bool) -> PluginResult<u64> {
        if self.session.plugin.indices.count.is_none() {
            return self.count_by_moves(depth, listed);
        }
        self.ask_at(Call::count("perft"), |e, store, cursor| {
            Self::count(e).call_perft(store, cursor, depth, listed)
        })
    }

    fn playouts(
        &mut self,
        games: u32,
        seed: u64,
        cut: u32,
        listed: bool,
    ) -> PluginResult<PlayoutStats> {
        const CALL: Call = Call::count("playouts");
        if self.session.plugin.indices.count.is_none() {
            return Err(self.session.plugin.absent("count"));
        }
        let tally = self.ask_at(CALL, |e, store, cursor| {
            Self::count(e).call_playouts(store, cursor, games, seed, cut, listed)
        })?;
        self.validate(CALL, self.validator().playout_stats(&tally, games))?;
        Ok(tally)
    }

    fn evaluate(&mut self) -> PluginResult<Vec<i32>> {
        const CALL: Call = Call::short("evaluate");
        if !self.searches() {
            return Ok(Vec::new());
        }
        let values =
            self.ask_at(CALL, |e, store, cursor| Self::search(e).call_evaluate(store, cursor))?;
        self.validate(CALL, self.validator().values(&values))?;
        Ok(values)
    }

    fn search(
        &mut self,
        settings: &str,
        seed: u64,
        memory: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
        const CALL: Call = Call::short("searcher.create");
        if !self.searches() {
            let by = self.status()?.acting.first().copied().unwrap_or(0);
            let search = CursorSearch::new(self, by, seed, memory)?;
            return Ok(Ok(Box::new(search)));
        }
        let answer = self.session.call(CALL, |exports, store| {
            let searcher = Self::search(exports).searcher();
            searcher.call_create(store, self.handle, settings, seed, memory)
        })?;
        let session = Arc::clone(&self.session);
        match answer {
            Ok(handle) => Ok(Ok(Box::new(SandboxSearcher::new(session, handle)))),
            Err(message) => {
                let message = message.into_contract();
                self.validate(CALL, self.validator().message(&message))?;
                Ok(Err(message))
            }
        }
    }
}
