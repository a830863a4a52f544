//! The plugin's side of the contract: adapts the SDK's cursors to the bindings of wit-bindgen. For
//! wasm only, because the export names do not link natively.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Once;

use boardloom_contract as contract;

use crate::game::Plugin;
use crate::{Seat, Site, native};

/// The generated bindings.
#[allow(missing_docs, clippy::all, unused_qualifications)]
pub mod bindings {
    wit_bindgen::generate!({
        path: "wit/1.0.0",
        world: "game",
        pub_export_macro: true,
        export_macro_name: "export_component",
        with: { "boardloom:rules/types@1.0.0": boardloom_contract },
    });
}

use bindings::boardloom::rules::trace;
use bindings::exports::boardloom::rules::{
    board, count, observation, rules, search, shortcuts, steps,
};

/// The most diagnostics in one answer.
const MOST_DIAGNOSTICS: usize = 1000;

/// The exports of a plugin, for `export!`.
pub struct Component<P>(PhantomData<fn() -> P>);

/// The resource of an open ruleset.
pub struct OpenGameHandle<P> {
    game: Box<dyn contract::OpenGame>,
    plugin: PhantomData<fn() -> P>,
}

/// The resource of a cursor.
pub struct CursorHandle(RefCell<Box<dyn contract::Cursor>>);

/// The resource of a search.
pub struct SearcherHandle(RefCell<Box<dyn contract::Searcher>>);

/// Logs a panic's message before the trap.
fn report_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| trace::say(0, &info.to_string())));
    });
}

/// Unwraps an answer: calls within a plugin return no plugin errors.
fn expect_answer<T>(answer: contract::PluginResult<T>) -> T {
    answer.expect("a game answers its own SDK without errors")
}

impl<P: Plugin> rules::Guest for Component<P> {
    type OpenGame = OpenGameHandle<P>;
    type Cursor = CursorHandle;

    fn schema() -> String {
        report_panics();
        native::schema::<P>()
    }
}

fn new_cursor(of: Box<dyn contract::Cursor>) -> rules::Cursor {
    rules::Cursor::new(CursorHandle(RefCell::new(of)))
}

impl<P: Plugin> rules::GuestOpenGame for OpenGameHandle<P> {
    fn open(ruleset: String) -> Result<rules::OpenGame, Vec<contract::Diagnostic>> {
        report_panics();
        match native::open::<P>(&ruleset) {
            Ok(game) => Ok(rules::OpenGame::new(OpenGameHandle::<P> { game, plugin: PhantomData })),
            Err(mut errors) => {
                // The host accepts no more.
                errors.truncate(MOST_DIAGNOSTICS);
                Err(errors)
            }
        }
    }

    fn warnings(&self) -> Vec<contract::Diagnostic> {
        expect_answer(self.game.warnings())
    }

    fn about(&self) -> contract::About {
        expect_answer(self.game.about())
    }

    fn explain(&self) -> Vec<contract::Message> {
        expect_answer(self.game.explain())
    }

    fn start(&self) -> rules::Cursor {
        new_cursor(expect_answer(self.game.start()))
    }

    fn load(&self, position: Vec<u8>) -> Result<rules::Cursor, contract::Message> {
        expect_answer(self.game.load(&position)).map(new_cursor)
    }

    fn read(&self, text: String) -> Result<rules::Cursor, contract::Message> {
        expect_answer(self.game.read(&text)).map(new_cursor)
    }
}

impl rules::GuestCursor for CursorHandle {
    fn status(&self) -> contract::GameStatus {
        expect_answer(self.0.borrow_mut().status())
    }

    fn pieces(&self, first: Site, limit: u32) -> Vec<(Site, contract::Piece)> {
        expect_answer(self.0.borrow_mut().pieces(first, limit))
    }

    fn choices(&self, by: Seat, path: Vec<Site>) -> contract::Choices {
        expect_answer(self.0.borrow_mut().choices(by, &path))
    }

    fn paths(&self, by: Seat, mv: String) -> Vec<Vec<Site>> {
        expect_answer(self.0.borrow_mut().paths(by, &mv))
    }

    fn legal_moves(&self, by: Seat, after: Option<String>, limit: u32) -> Vec<String> {
        expect_answer(self.0.borrow_mut().legal_moves(by, after.as_deref(), limit))
    }

    fn play(&self, by: Seat, mv: String) -> Result<Vec<contract::Effect>, contract::Message> {
        expect_answer(self.0.borrow_mut().play(by, &mv))
    }

    fn remove_player(&self, who: Seat) -> Result<Vec<contract::Effect>, contract::Message> {
        expect_answer(self.0.borrow_mut().remove_player(who))
    }

    fn chance_outcomes(&self, limit: u32) -> Option<Vec<(String, u32)>> {
        expect_answer(self.0.borrow_mut().chance_outcomes(limit))
    }

    fn sample_outcome(&self, random: u64) -> String {
        expect_answer(self.0.borrow_mut().sample_outcome(random))
    }

    fn undo(&self) -> bool {
        expect_answer(self.0.borrow_mut().undo())
    }

    fn fork(&self) -> rules::Cursor {
        new_cursor(expect_answer(self.0.borrow_mut().fork()))
    }

    fn save(&self) -> Vec<u8> {
        expect_answer(self.0.borrow_mut().save())
    }

    fn write(&self, form: String) -> Result<String, contract::Message> {
        expect_answer(self.0.borrow_mut().write(&form))
    }
}

impl<P: Plugin> board::Guest for Component<P> {
    fn extent(at: board::CursorBorrow<'_>, view: u16) -> contract::Extent {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().extent(view))
    }

    fn drawing_beyond(
        at: board::CursorBorrow<'_>,
        view: u16,
        beyond: contract::Extent,
        limit: u32,
    ) -> contract::Patch {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().drawing_beyond(view, beyond, limit))
    }

    fn proposed_sites(at: board::CursorBorrow<'_>, view: u16, path: Vec<Site>) -> contract::Patch {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().proposed_sites(view, &path))
    }

    fn marks(at: board::CursorBorrow<'_>) -> Vec<contract::Mark> {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().marks())
    }
}

impl<P: Plugin> shortcuts::Guest for Component<P> {
    fn pieces_at(
        at: shortcuts::CursorBorrow<'_>,
        sites: Vec<Site>,
    ) -> Vec<(Site, contract::Piece)> {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().pieces_at(&sites))
    }

    fn count_moves(at: shortcuts::CursorBorrow<'_>, by: Seat) -> u64 {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().count_moves(by))
    }

    fn is_legal(at: shortcuts::CursorBorrow<'_>, by: Seat, mv: String) -> bool {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().is_legal(by, &mv))
    }

    fn parse(
        at: shortcuts::CursorBorrow<'_>,
        by: Seat,
        text: String,
    ) -> Result<String, contract::Message> {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().parse(by, &text))
    }

    fn describe_move(at: shortcuts::CursorBorrow<'_>, by: Seat, mv: String) -> contract::Message {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().describe_move(by, &mv))
    }

    fn preview(
        at: shortcuts::CursorBorrow<'_>,
        by: Seat,
        mv: String,
    ) -> Result<(contract::GameStatus, Vec<contract::Effect>), contract::Message> {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().preview(by, &mv))
    }
}

impl<P: Plugin> count::Guest for Component<P> {
    fn perft(at: count::CursorBorrow<'_>, depth: u32, listed: bool) -> u64 {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().perft(depth, listed))
    }

    fn playouts(
        at: count::CursorBorrow<'_>,
        games: u32,
        seed: u64,
        cut: u32,
        listed: bool,
    ) -> contract::PlayoutStats {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().playouts(games, seed, cut, listed))
    }
}

impl<P: Plugin> steps::Guest for Component<P> {
    fn partway(
        at: steps::CursorBorrow<'_>,
        by: Seat,
        path: Vec<Site>,
    ) -> Option<contract::PartialMove> {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().partway(by, &path))
    }
}

impl<P: Plugin> observation::Guest for Component<P> {
    fn observe(at: observation::CursorBorrow<'_>, observer: Option<Seat>) -> Option<rules::Cursor> {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().observe(observer)).map(new_cursor)
    }

    fn observed_move(
        at: observation::CursorBorrow<'_>,
        observer: Option<Seat>,
        by: Seat,
        mv: String,
    ) -> String {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().observed_move(observer, by, &mv))
    }

    fn resample(at: observation::CursorBorrow<'_>, random: u64) -> Option<rules::Cursor> {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().resample(random)).map(new_cursor)
    }
}

impl<P: Plugin> search::Guest for Component<P> {
    type Searcher = SearcherHandle;

    fn evaluate(at: search::CursorBorrow<'_>) -> Vec<i32> {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().evaluate())
    }
}

impl search::GuestSearcher for SearcherHandle {
    fn create(
        at: search::CursorBorrow<'_>,
        settings: String,
        seed: u64,
        memory: u64,
    ) -> Result<search::Searcher, contract::Message> {
        expect_answer(at.get::<CursorHandle>().0.borrow_mut().search(&settings, seed, memory))
            .map(|searcher| search::Searcher::new(SearcherHandle(RefCell::new(searcher))))
    }

    fn step(&self, nodes: u32) -> contract::SearchProgress {
        expect_answer(self.0.borrow_mut().step(nodes))
    }

    fn report(&self, lines: u16) -> Vec<contract::Variation> {
        expect_answer(self.0.borrow_mut().report(lines))
    }

    fn advance_root(&self, by: Seat, mv: String) -> bool {
        expect_answer(self.0.borrow_mut().advance_root(by, &mv))
    }

    fn export_stats(&self) -> Vec<u8> {
        expect_answer(self.0.borrow_mut().export_stats())
    }

    fn import_stats(&self, statistics: Vec<u8>) {
        expect_answer(self.0.borrow_mut().import_stats(&statistics));
    }
}
