//! The interfaces of the contract as traits, implemented by the host's sandbox
//! for wasm plugins and by the SDK for games that are linked natively.
//!
//! Every call can fail with a [`PluginError`](crate::PluginError); natively none does. The WIT files in
//! `sdk/wit/0.1.0/` say more of each call.

use crate::{
    About, Choices, Diagnostic, Effect, Extent, GameStatus, Mark, Message, Patch, Piece,
    PlayoutStats, PluginResult, SearchProgress, Seat, Site, Variation,
};

/// Which optional interfaces a plugin has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// Perft and playouts.
    pub count: bool,
    /// A computer player.
    pub search: bool,
}

/// A plugin that was loaded: the rules of a family.
pub trait LoadedPlugin: Send + Sync {
    /// Returns the plugin's name, as rulesets give it.
    fn name(&self) -> &str;

    /// Returns which optional interfaces there are.
    fn capabilities(&self) -> Capabilities;

    /// Returns the JSON Schema of the plugin's part of a ruleset.
    fn schema(&self) -> PluginResult<String>;

    /// Opens the plugin's part of a ruleset, in a new instance, which can go to another
    /// thread.
    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>>;
}

/// A ruleset that was opened.
pub trait OpenGame: Send {
    /// Returns non-fatal warnings about the ruleset.
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>>;
    /// Returns what does not change while the ruleset is open.
    fn about(&self) -> PluginResult<About>;
    /// Returns the rules in force in plain words.
    fn explain(&self) -> PluginResult<Vec<Message>>;
    /// Returns the position before the first move.
    fn start(&self) -> PluginResult<Box<dyn Cursor>>;
    /// Returns what [`Cursor::save`] gave bytes of.
    fn load(&self, position: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>>;
    /// Reads the first of the text forms.
    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>>;
}

/// A position and the moves that led to it.
pub trait Cursor: Send {
    /// Returns the status of the game.
    fn status(&mut self) -> PluginResult<GameStatus>;
    /// Returns the pieces on `limit` sites from `first` on.
    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>>;
    /// Returns the pieces on just these sites.
    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>>;
    /// Returns what can follow a path.
    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices>;
    /// Returns the paths that are this move.
    fn paths(&mut self, by: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>>;
    /// Returns how many legal moves there are.
    fn count_moves(&mut self, by: Seat) -> PluginResult<u64>;
    /// Returns a page of the legal moves.
    fn legal_moves(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>>;
    /// Tells whether a notation is legal.
    fn is_legal(&mut self, by: Seat, mv: &str) -> PluginResult<bool>;
    /// Returns the move that a text means.
    fn parse(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>>;
    /// Returns a legal move as players read it. The default is its notation.
    fn describe_move(&mut self, by: Seat, mv: &str) -> PluginResult<Message> {
        let _ = by;
        Ok(Message::new("move", mv))
    }
    /// Plays a legal move.
    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>>;
    /// Returns what `play` would do.
    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>>;
    /// Removes a player, who resigned, left or ran out of time.
    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>>;
    /// Returns the outcomes of a chance move with weights.
    fn chance_outcomes(&mut self, limit: u32) -> PluginResult<Option<Vec<(String, u32)>>>;
    /// Returns the chance move that a number stands for.
    fn sample_outcome(&mut self, random: u64) -> PluginResult<String>;
    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> PluginResult<bool>;
    /// Returns an independent copy.
    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>>;
    /// Returns bytes for [`OpenGame::load`].
    fn save(&mut self) -> PluginResult<Vec<u8>>;
    /// Writes one of the text forms.
    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>>;

    /// Returns how much there is to draw.
    fn extent(&mut self, view: u16) -> PluginResult<Extent>;
    /// Returns the drawing beyond an extent.
    fn drawing_beyond(&mut self, view: u16, beyond: Extent, limit: u32) -> PluginResult<Patch>;
    /// Returns the sites that could follow a path and do not exist yet.
    fn proposed_sites(&mut self, view: u16, path: &[Site]) -> PluginResult<Patch>;
    /// Returns the marks of the position.
    fn marks(&mut self) -> PluginResult<Vec<Mark>>;

    /// Counts move sequences. [`PluginError::Absent`](crate::PluginError::Absent) without `count`.
    fn perft(&mut self, depth: u32, listed: bool) -> PluginResult<u64>;
    /// Plays games at random. [`PluginError::Absent`](crate::PluginError::Absent) without `count`.
    fn playouts(
        &mut self,
        games: u32,
        seed: u64,
        cut: u32,
        listed: bool,
    ) -> PluginResult<PlayoutStats>;

    /// Returns the value by seat. [`PluginError::Absent`](crate::PluginError::Absent) without `search`.
    fn evaluate(&mut self) -> PluginResult<Vec<i32>>;
    /// Begins a search from here. [`PluginError::Absent`](crate::PluginError::Absent) without `search`.
    fn search(
        &mut self,
        settings: &str,
        seed: u64,
        memory: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>>;
}

/// A search that keeps what it learned.
pub trait Searcher: Send {
    /// Searches about so many nodes more.
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress>;
    /// Returns the best lines, best first.
    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>>;
    /// Makes a move at the root; false where nothing was known of it.
    fn advance_root(&mut self, by: Seat, mv: &str) -> PluginResult<bool>;
    /// Returns statistics of the root.
    fn export_stats(&mut self) -> PluginResult<Vec<u8>>;
    /// Adds what another instance gave.
    fn import_stats(&mut self, statistics: &[u8]) -> PluginResult<()>;
}
