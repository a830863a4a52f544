//! The interfaces of the contract as traits, implemented by the host's sandbox
//! for wasm plugins and by the SDK for games that are linked natively.
//!
//! Every call can meet a [`Fault`]; natively none ever does. What each call
//! means stands in `sdk/wit/0.1.0/`.

use crate::{
    About, Answer, Choices, Diagnostic, Effect, Extent, Mark, Message, Patch, Piece, Progress,
    Seat, Site, Standing, Tally, Variation,
};

/// Which optional interfaces a plugin has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offers {
    /// Perft and playouts.
    pub count: bool,
    /// A computer player.
    pub search: bool,
}

/// A plugin that was loaded: the rules of a family.
pub trait Rules: Send + Sync {
    /// Returns the plugin's name, as rulesets give it.
    fn name(&self) -> &str;

    /// Returns which optional interfaces there are.
    fn offers(&self) -> Offers;

    /// Returns the JSON Schema of the plugin's part of a ruleset.
    fn schema(&self) -> Answer<String>;

    /// Opens the plugin's part of a ruleset, in an instance of its own: what
    /// comes of it can go to another thread.
    fn open(&self, ruleset: &str) -> Answer<Result<Box<dyn Game>, Vec<Diagnostic>>>;
}

/// A ruleset that was opened.
pub trait Game: Send {
    /// Returns what is doubtful and yet playable.
    fn cautions(&self) -> Answer<Vec<Diagnostic>>;
    /// Returns what does not change.
    fn about(&self) -> Answer<About>;
    /// Returns the rules in force in plain words.
    fn explain(&self) -> Answer<Vec<Message>>;
    /// Returns the position before the first move.
    fn start(&self) -> Answer<Box<dyn Cursor>>;
    /// Returns what [`Cursor::save`] gave bytes of.
    fn load(&self, position: &[u8]) -> Answer<Result<Box<dyn Cursor>, Message>>;
    /// Reads the first of the text forms.
    fn read(&self, text: &str) -> Answer<Result<Box<dyn Cursor>, Message>>;
}

/// A position, and the way to it.
pub trait Cursor: Send {
    /// Returns how the game stands.
    fn standing(&mut self) -> Answer<Standing>;
    /// Returns the pieces on `limit` sites from `first` on.
    fn pieces(&mut self, first: Site, limit: u32) -> Answer<Vec<(Site, Piece)>>;
    /// Returns the pieces on just these sites.
    fn pieces_at(&mut self, sites: &[Site]) -> Answer<Vec<(Site, Piece)>>;
    /// Returns what can follow a path.
    fn choices(&mut self, by: Seat, path: &[Site]) -> Answer<Choices>;
    /// Returns the paths that are this move.
    fn paths(&mut self, by: Seat, mv: &str) -> Answer<Vec<Vec<Site>>>;
    /// Returns how many legal moves there are.
    fn legal_count(&mut self, by: Seat) -> Answer<u64>;
    /// Returns a page of the legal moves.
    fn legal(&mut self, by: Seat, after: Option<&str>, limit: u32) -> Answer<Vec<String>>;
    /// Tells whether a notation is legal.
    fn is_legal(&mut self, by: Seat, mv: &str) -> Answer<bool>;
    /// Returns the move that a person's text means.
    fn parse(&mut self, by: Seat, text: &str) -> Answer<Result<String, Message>>;
    /// Plays a legal move.
    fn play(&mut self, by: Seat, mv: &str) -> Answer<Result<Vec<Effect>, Message>>;
    /// Returns what `play` would do.
    fn preview(&mut self, by: Seat, mv: &str) -> Answer<Result<(Standing, Vec<Effect>), Message>>;
    /// Takes a seat out.
    fn retire(&mut self, who: Seat) -> Answer<Result<Vec<Effect>, Message>>;
    /// Returns the outcomes of a chance move with weights.
    fn odds(&mut self, limit: u32) -> Answer<Option<Vec<(String, u32)>>>;
    /// Returns the chance move that a number stands for.
    fn draw(&mut self, random: u64) -> Answer<String>;
    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> Answer<bool>;
    /// Returns a copy that goes its own way.
    fn fork(&mut self) -> Answer<Box<dyn Cursor>>;
    /// Returns bytes for [`Game::load`].
    fn save(&mut self) -> Answer<Vec<u8>>;
    /// Writes one of the text forms.
    fn write(&mut self, form: &str) -> Answer<Result<String, Message>>;

    /// Returns how much there is to draw.
    fn extent(&mut self, view: u16) -> Answer<Extent>;
    /// Returns the drawing beyond an extent.
    fn drawn(&mut self, view: u16, beyond: Extent, limit: u32) -> Answer<Patch>;
    /// Returns the sites that could follow a path and do not stand yet.
    fn proposed(&mut self, view: u16, path: &[Site]) -> Answer<Patch>;
    /// Returns what should be pointed out.
    fn marks(&mut self) -> Answer<Vec<Mark>>;

    /// Counts move sequences. [`Fault::Absent`](crate::Fault) without `count`.
    fn perft(&mut self, depth: u32, listed: bool) -> Answer<u64>;
    /// Plays games at random. [`Fault::Absent`](crate::Fault) without `count`.
    fn playouts(&mut self, games: u32, seed: u64, cut: u32, listed: bool) -> Answer<Tally>;

    /// Returns the value by seat. [`Fault::Absent`](crate::Fault) without `search`.
    fn evaluate(&mut self) -> Answer<Vec<i32>>;
    /// Begins a search from here. [`Fault::Absent`](crate::Fault) without `search`.
    fn search(
        &mut self,
        settings: &str,
        seed: u64,
        memory: u64,
    ) -> Answer<Result<Box<dyn Searcher>, Message>>;
}

/// A search that keeps what it learned.
pub trait Searcher: Send {
    /// Searches about so many nodes more.
    fn step(&mut self, nodes: u32) -> Answer<Progress>;
    /// Returns the best lines, best first.
    fn report(&mut self, lines: u16) -> Answer<Vec<Variation>>;
    /// Makes a move at the root; false where nothing was known of it.
    fn advance(&mut self, by: Seat, mv: &str) -> Answer<bool>;
    /// Returns statistics of the root.
    fn give(&mut self) -> Answer<Vec<u8>>;
    /// Adds what another instance gave.
    fn take(&mut self, statistics: &[u8]) -> Answer<()>;
}
