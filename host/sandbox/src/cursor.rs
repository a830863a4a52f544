//! A position in the sandbox.

use std::sync::Arc;

use boardloom_contract::{
    Choices, Cursor, Effect, Extent, GameStatus, Mark, Message, Patch, Piece, PlayoutStats,
    PluginResult, Searcher, Seat, Site,
};
use wasmtime::Store;
use wasmtime::component::ResourceAny;

use crate::bindings::exports::boardloom::rules::{count, rules::GuestCursor, search};
use crate::check::{Bounds, Checked, PROPOSED, at_most};
use crate::convert::Own;
use crate::drawing::{Reach, check_progress};
use crate::instance::{Call, Exports};
use crate::searcher::Search;
use crate::session::Session;
use crate::state::State;

/// Marks that one position may have.
const MARKS: usize = 4096;

/// A position, and the way to it.
pub struct Position {
    session: Arc<Session>,
    handle: ResourceAny,
    /// At least so many sites stand on the board: playing adds to them, and only
    /// undoing takes away.
    sites: Site,
}

impl Position {
    /// Returns the position of a handle.
    pub fn new(session: Arc<Session>, handle: ResourceAny) -> Self {
        Position { session, handle, sites: 0 }
    }

    fn bounds(&self) -> &Bounds {
        &self.session.bounds
    }

    /// Asks the cursor.
    fn ask<R: Own>(
        &self,
        call: Call,
        run: impl FnOnce(GuestCursor<'_>, &mut Store<State>, ResourceAny) -> wasmtime::Result<R>,
    ) -> PluginResult<R::To> {
        self.session.ask(call, |exports, store| run(exports.rules.cursor(), store, self.handle))
    }

    /// Asks an interface that takes the cursor as an argument.
    fn ask_at<R: Own>(
        &self,
        call: Call,
        run: impl FnOnce(&Exports, &mut Store<State>, ResourceAny) -> wasmtime::Result<R>,
    ) -> PluginResult<R::To> {
        self.session.ask(call, |exports, store| run(exports, store, self.handle))
    }

    fn hold(&self, call: Call, checked: Checked) -> PluginResult<()> {
        self.session.hold(call, checked)
    }

    /// Checks that sites stand on the board, or, with `more`, are among so many
    /// that follow. Asks how many there are only where it has to.
    fn reach(&mut self, sites: impl IntoIterator<Item = Site>, more: u32) -> PluginResult<Checked> {
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

    /// Checks that sites stand on the board.
    fn hold_sites(
        &mut self,
        call: Call,
        sites: impl IntoIterator<Item = Site>,
    ) -> PluginResult<()> {
        let checked = self.reach(sites, 0)?;
        self.hold(call, checked)
    }

    /// Checks a message where there is one.
    fn hold_refusal<T>(&self, call: Call, answer: &Result<T, Message>) -> PluginResult<()> {
        match answer {
            Ok(_) => Ok(()),
            Err(message) => self.hold(call, self.bounds().message(message)),
        }
    }

    /// Checks what a move gave; the instance is over where it is wrong.
    fn changed(
        &mut self,
        call: Call,
        answer: Result<Vec<Effect>, Message>,
    ) -> PluginResult<Result<Vec<Effect>, Message>> {
        let checked = match &answer {
            Err(message) => self.bounds().message(message),
            Ok(effects) => match self.bounds().effects(effects) {
                Ok(()) => self.reach(sites_of(effects), 0)?,
                wrong => wrong,
            },
        };
        self.session.hold_change(call, checked)?;
        Ok(answer)
    }

    fn count(exports: &Exports) -> &count::Guest {
        exports.count.as_ref().expect("asked for only where it is offered")
    }

    fn search(exports: &Exports) -> &search::Guest {
        exports.search.as_ref().expect("asked for only where it is offered")
    }

    fn needs(&self, interface: &str) -> PluginResult<()> {
        let indices = &self.session.plugin.indices;
        let offered = match interface {
            "count" => indices.count.is_some(),
            _ => indices.search.is_some(),
        };
        if offered { Ok(()) } else { Err(self.session.plugin.lacks(interface)) }
    }
}

fn sites_of(effects: &[Effect]) -> impl Iterator<Item = Site> {
    effects.iter().flat_map(|effect| effect.site.into_iter().chain(effect.onto))
}

impl Drop for Position {
    fn drop(&mut self) {
        self.session.release(Call::short("cursor.drop"), self.handle);
    }
}

impl Cursor for Position {
    fn status(&mut self) -> PluginResult<GameStatus> {
        const CALL: Call = Call::short("cursor.status");
        let status = self.ask(CALL, |c, store, own| c.call_status(store, own))?;
        self.hold(CALL, self.bounds().status(&status))?;
        self.sites = status.sites;
        Ok(status)
    }

    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>> {
        const CALL: Call = Call::short("cursor.pieces");
        let pieces = self.ask(CALL, |c, store, own| c.call_pieces(store, own, first, limit))?;
        self.hold(CALL, self.bounds().pieces(&pieces, first, limit))?;
        self.hold_sites(CALL, pieces.last().map(|(site, _)| *site))?;
        Ok(pieces)
    }

    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        const CALL: Call = Call::short("cursor.pieces-at");
        let pieces = self.ask(CALL, |c, store, own| c.call_pieces_at(store, own, sites))?;
        self.hold(CALL, self.bounds().pieces_at(&pieces, sites))?;
        Ok(pieces)
    }

    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices> {
        const CALL: Call = Call::short("cursor.choices");
        let choices = self.ask(CALL, |c, store, own| c.call_choices(store, own, by, path))?;
        self.hold(CALL, self.bounds().choices(&choices))?;
        let more = if choices.proposed { PROPOSED } else { 0 };
        let checked = self.reach(choices.targets.iter().map(|target| target.site), more)?;
        self.hold(CALL, checked)?;
        Ok(choices)
    }

    fn paths(&mut self, by: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>> {
        const CALL: Call = Call::short("cursor.paths");
        let paths = self.ask(CALL, |c, store, own| c.call_paths(store, own, by, mv))?;
        self.hold(CALL, self.bounds().paths(&paths))?;
        let checked = self.reach(paths.iter().flatten().copied(), PROPOSED)?;
        self.hold(CALL, checked)?;
        Ok(paths)
    }

    fn count_moves(&mut self, by: Seat) -> PluginResult<u64> {
        self.ask(Call::short("cursor.count-moves"), |c, store, own| {
            c.call_count_moves(store, own, by)
        })
    }

    fn legal_moves(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>> {
        const CALL: Call = Call::short("cursor.legal-moves");
        let page =
            self.ask(CALL, |c, store, own| c.call_legal_moves(store, own, by, after, limit))?;
        self.hold(CALL, self.bounds().page(&page, after, limit))?;
        Ok(page)
    }

    fn is_legal(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        if self.bounds().readable(mv).is_err() {
            return Ok(false);
        }
        self.ask(Call::short("cursor.is-legal"), |c, store, own| {
            c.call_is_legal(store, own, by, mv)
        })
    }

    fn parse(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>> {
        const CALL: Call = Call::short("cursor.parse");
        if let Err(why) = self.bounds().readable(text) {
            return Ok(Err(why));
        }
        let answer = self.ask(CALL, |c, store, own| c.call_parse(store, own, by, text))?;
        self.hold_refusal(CALL, &answer)?;
        if let Ok(mv) = &answer {
            self.hold(CALL, self.bounds().notation(mv))?;
        }
        Ok(answer)
    }

    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>> {
        const CALL: Call = Call::short("cursor.play");
        if let Err(why) = self.bounds().readable(mv) {
            return Ok(Err(why));
        }
        let answer = self.ask(CALL, |c, store, own| c.call_play(store, own, by, mv))?;
        self.changed(CALL, answer)
    }

    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        const CALL: Call = Call::short("cursor.preview");
        if let Err(why) = self.bounds().readable(mv) {
            return Ok(Err(why));
        }
        let answer = self.ask(CALL, |c, store, own| c.call_preview(store, own, by, mv))?;
        self.hold_refusal(CALL, &answer)?;
        if let Ok((status, effects)) = &answer {
            self.hold(CALL, self.bounds().status(status))?;
            self.hold(CALL, self.bounds().effects(effects))?;
            let there = status.sites;
            self.hold_sites(CALL, sites_of(effects).filter(|site| *site >= there))?;
        }
        Ok(answer)
    }

    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>> {
        const CALL: Call = Call::short("cursor.remove-player");
        let answer = self.ask(CALL, |c, store, own| c.call_remove_player(store, own, who))?;
        self.changed(CALL, answer)
    }

    fn chance_outcomes(&mut self, limit: u32) -> PluginResult<Option<Vec<(String, u32)>>> {
        const CALL: Call = Call::short("cursor.chance-outcomes");
        let odds = self.ask(CALL, |c, store, own| c.call_chance_outcomes(store, own, limit))?;
        if let Some(odds) = &odds {
            self.hold(CALL, self.bounds().odds(odds, limit))?;
        }
        Ok(odds)
    }

    fn sample_outcome(&mut self, random: u64) -> PluginResult<String> {
        const CALL: Call = Call::short("cursor.sample-outcome");
        let mv = self.ask(CALL, |c, store, own| c.call_sample_outcome(store, own, random))?;
        self.hold(CALL, self.bounds().notation(&mv))?;
        Ok(mv)
    }

    fn undo(&mut self) -> PluginResult<bool> {
        self.sites = 0;
        self.ask(Call::short("cursor.undo"), |c, store, own| c.call_undo(store, own))
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        let handle = self.session.call(Call::short("cursor.fork"), |exports, store| {
            exports.rules.cursor().call_fork(store, self.handle)
        })?;
        let session = Arc::clone(&self.session);
        Ok(Box::new(Position { session, handle, sites: self.sites }))
    }

    fn save(&mut self) -> PluginResult<Vec<u8>> {
        self.ask(Call::short("cursor.save"), |c, store, own| c.call_save(store, own))
    }

    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>> {
        const CALL: Call = Call::short("cursor.write");
        let answer = self.ask(CALL, |c, store, own| c.call_write(store, own, form))?;
        self.hold_refusal(CALL, &answer)?;
        if let Ok(text) = &answer {
            self.hold(CALL, self.bounds().text("a text form", text))?;
        }
        Ok(answer)
    }

    fn extent(&mut self, view: u16) -> PluginResult<Extent> {
        const CALL: Call = Call::short("extent");
        let extent = self.ask_at(CALL, |e, store, own| e.board.call_extent(store, own, view))?;
        self.hold(CALL, self.bounds().extent(&extent))?;
        Ok(extent)
    }

    fn drawing_beyond(&mut self, view: u16, beyond: Extent, limit: u32) -> PluginResult<Patch> {
        const CALL: Call = Call::short("drawing-beyond");
        let patch = self.ask_at(CALL, |e, store, own| {
            e.board.call_drawing_beyond(store, own, view, beyond.into(), limit)
        })?;
        let whole = self.extent(view)?;
        let reach = Reach { beyond, frames: whole.frames, shapes: whole.shapes };
        self.hold(CALL, self.bounds().patch(&patch, reach, limit as usize))?;
        self.hold(CALL, check_progress(&patch, beyond, whole))?;
        self.hold_sites(CALL, patch.places.iter().map(|place| place.site))?;
        Ok(patch)
    }

    fn proposed_sites(&mut self, view: u16, path: &[Site]) -> PluginResult<Patch> {
        const CALL: Call = Call::short("proposed-sites");
        let patch =
            self.ask_at(CALL, |e, store, own| e.board.call_proposed_sites(store, own, view, path))?;
        let beyond = self.extent(view)?;
        let reach = Reach {
            beyond,
            frames: beyond.frames.saturating_add(patch.frames.len() as u32),
            shapes: beyond.shapes.saturating_add(patch.shapes.len() as u32),
        };
        self.hold(CALL, self.bounds().patch(&patch, reach, PROPOSED as usize))?;
        let checked = self.reach(patch.places.iter().map(|place| place.site), PROPOSED)?;
        self.hold(CALL, checked)?;
        Ok(patch)
    }

    fn marks(&mut self) -> PluginResult<Vec<Mark>> {
        const CALL: Call = Call::short("marks");
        let marks = self.ask_at(CALL, |e, store, own| e.board.call_marks(store, own))?;
        self.hold(CALL, at_most("marks", marks.len(), MARKS))?;
        for mark in &marks {
            self.hold(CALL, self.bounds().name("a mark's role", &mark.role))?;
            self.hold(CALL, self.bounds().seat_mark(mark.seat))?;
            self.hold(CALL, self.bounds().messages(&mark.text))?;
        }
        self.hold_sites(CALL, marks.iter().flat_map(|mark| mark.sites.iter().copied()))?;
        Ok(marks)
    }

    fn perft(&mut self, depth: u32, listed: bool) -> PluginResult<u64> {
        self.needs("count")?;
        self.ask_at(Call::count("perft"), |e, store, own| {
            Self::count(e).call_perft(store, own, depth, listed)
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
        self.needs("count")?;
        let tally = self.ask_at(CALL, |e, store, own| {
            Self::count(e).call_playouts(store, own, games, seed, cut, listed)
        })?;
        self.hold(CALL, self.bounds().tally(&tally, games))?;
        Ok(tally)
    }

    fn evaluate(&mut self) -> PluginResult<Vec<i32>> {
        const CALL: Call = Call::short("evaluate");
        self.needs("search")?;
        let values =
            self.ask_at(CALL, |e, store, own| Self::search(e).call_evaluate(store, own))?;
        self.hold(CALL, self.bounds().values(&values))?;
        Ok(values)
    }

    fn search(
        &mut self,
        settings: &str,
        seed: u64,
        memory: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
        const CALL: Call = Call::short("searcher.create");
        self.needs("search")?;
        let answer = self.session.call(CALL, |exports, store| {
            let searcher = Self::search(exports).searcher();
            searcher.call_create(store, self.handle, settings, seed, memory)
        })?;
        let session = Arc::clone(&self.session);
        match answer {
            Ok(handle) => Ok(Ok(Box::new(Search::new(session, handle)))),
            Err(message) => {
                let message = message.own();
                self.hold(CALL, self.bounds().message(&message))?;
                Ok(Err(message))
            }
        }
    }
}
