//! The interfaces of the contract as traits. The host's sandbox implements them for wasm plugins,
//! the SDK for games that are linked natively.
//!
//! Every call can fail with a [`PluginError`](crate::PluginError); native games never do. The WIT
//! files in `sdk/wit/1.0.0/` explain each call at length.

use crate::{
    About, Choices, Diagnostic, Effect, Extent, GameStatus, Mark, Message, PartialMove, Patch,
    Piece, PlayoutStats, PluginResult, SearchProgress, Seat, Site, Variation,
};

/// The optional interfaces of a plugin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// Playouts in one call, and perft at the plugin's own speed.
    pub count: bool,
    /// A computer player: the plugin's own, or in the sandbox the host's.
    pub search: bool,
}

/// A loaded plugin: the rules of a family of games.
pub trait LoadedPlugin: Send + Sync {
    /// Returns the plugin's name, which rulesets refer to.
    fn name(&self) -> &str;

    /// Returns its optional interfaces.
    fn capabilities(&self) -> Capabilities;

    /// Returns the JSON Schema of the plugin's part of a ruleset.
    fn schema(&self) -> PluginResult<String>;

    /// Returns the plugin's texts in a language (`de`) as TOML: English texts and their
    /// translations. The default has none.
    fn catalogue(&self, language: &str) -> Option<&str> {
        let _ = language;
        None
    }

    /// Opens the plugin's part of a ruleset in a new instance, which can be sent to another
    /// thread.
    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>>;
}

/// An open ruleset.
pub trait OpenGame: Send {
    /// Returns non-fatal warnings about the ruleset.
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>>;
    /// Returns the facts of the ruleset, which do not change while it is open.
    fn about(&self) -> PluginResult<About>;
    /// Returns the rules of this ruleset in plain words, one message for each paragraph.
    fn explain(&self) -> PluginResult<Vec<Message>>;
    /// Returns the position before the first move.
    fn start(&self) -> PluginResult<Box<dyn Cursor>>;
    /// Restores a position from the bytes of [`Cursor::save`].
    fn load(&self, position: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>>;
    /// Reads a position in the first of the text forms.
    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>>;
}

/// A position and the moves that led to it.
pub trait Cursor: Send {
    /// Returns the status of the game.
    fn status(&mut self) -> PluginResult<GameStatus>;
    /// Returns the pieces on `limit` sites from `first` on, in order of sites.
    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>>;
    /// Returns the pieces on these sites, in their order.
    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>>;
    /// Returns the continuations of a path.
    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices>;
    /// Returns the paths that enter this move, the plainest first.
    fn paths(&mut self, by: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>>;
    /// Returns the number of legal moves.
    fn count_moves(&mut self, by: Seat) -> PluginResult<u64>;
    /// Returns a page of the legal moves in order of notation: at most `limit` after `after`.
    fn legal_moves(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>>;
    /// Tells whether a notation is legal.
    fn is_legal(&mut self, by: Seat, mv: &str) -> PluginResult<bool>;
    /// Returns the notation of the move that a text means.
    fn parse(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>>;
    /// Returns the text of a legal move for players. The default is its notation.
    fn describe_move(&mut self, by: Seat, mv: &str) -> PluginResult<Message> {
        let _ = by;
        Ok(Message::new("move", mv))
    }
    /// Plays a legal move.
    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>>;
    /// Returns the result of `play` and changes nothing.
    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>>;
    /// Removes a player who resigned, left or ran out of time.
    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>>;
    /// Returns the outcomes of a chance move with weights; `None` if there are more than `limit`.
    fn chance_outcomes(&mut self, limit: u32) -> PluginResult<Option<Vec<(String, u32)>>>;
    /// Returns the chance move for a random number.
    fn sample_outcome(&mut self, random: u64) -> PluginResult<String>;
    /// Takes the last move back. Returns false at the start.
    fn undo(&mut self) -> PluginResult<bool>;
    /// Returns an independent copy.
    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>>;
    /// Returns bytes for [`OpenGame::load`].
    fn save(&mut self) -> PluginResult<Vec<u8>>;
    /// Writes the position in one of the text forms.
    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>>;

    /// Returns the size of the drawing.
    fn extent(&mut self, view: u16) -> PluginResult<Extent>;
    /// Returns the drawing beyond an extent.
    fn drawing_beyond(&mut self, view: u16, beyond: Extent, limit: u32) -> PluginResult<Patch>;
    /// Returns the sites that could follow a path but do not exist yet.
    fn proposed_sites(&mut self, view: u16, path: &[Site]) -> PluginResult<Patch>;
    /// Returns the change that the steps of a path have made, while the move goes on. The default
    /// shows none.
    fn partway(&mut self, by: Seat, path: &[Site]) -> PluginResult<Option<PartialMove>> {
        let _ = (by, path);
        Ok(None)
    }
    /// Returns the marks of the position.
    fn marks(&mut self) -> PluginResult<Vec<Mark>>;

    /// Returns the position as a seat sees it, or a spectator without a seat: a cursor that takes
    /// observed moves. `None` if nothing is hidden.
    fn observe(&mut self, observer: Option<Seat>) -> PluginResult<Option<Box<dyn Cursor>>> {
        let _ = observer;
        Ok(None)
    }
    /// Returns a legal move as an observer sees it: a legal move of the observation. The default is
    /// the move itself.
    fn observed_move(
        &mut self,
        observer: Option<Seat>,
        by: Seat,
        mv: &str,
    ) -> PluginResult<String> {
        let _ = (observer, by);
        Ok(mv.to_owned())
    }
    /// Returns a whole position that may be behind this observation, with all that is unknown drawn
    /// at random. `None` if nothing is unknown.
    fn resample(&mut self, random: u64) -> PluginResult<Option<Box<dyn Cursor>>> {
        let _ = random;
        Ok(None)
    }

    /// Counts move sequences. Without `count` the sandbox counts by [`perft`](crate::perft).
    fn perft(&mut self, depth: u32, listed: bool) -> PluginResult<u64>;
    /// Plays games at random. [`PluginError::Absent`](crate::PluginError::Absent) without `count`.
    fn playouts(
        &mut self,
        games: u32,
        seed: u64,
        cut: u32,
        listed: bool,
    ) -> PluginResult<PlayoutStats>;

    /// Returns the evaluation by seat, in hundredths of [`About::unit`]; nothing if there is none.
    fn evaluate(&mut self) -> PluginResult<Vec<i32>>;
    /// Begins a search from this position. Without the plugin's interface `search` the sandbox
    /// searches by [`CursorSearch`](crate::CursorSearch), which has no settings.
    fn search(
        &mut self,
        settings: &str,
        seed: u64,
        memory: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>>;
}

/// A search that keeps its tree between steps.
pub trait Searcher: Send {
    /// Searches about `nodes` more nodes.
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress>;
    /// Returns the best lines, best first, at most `lines`.
    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>>;
    /// Plays a move at the root and keeps the tree below it. Returns false if that part of the
    /// tree is empty or the move is not legal.
    fn advance_root(&mut self, by: Seat, mv: &str) -> PluginResult<bool>;
    /// Returns statistics of the root.
    fn export_stats(&mut self) -> PluginResult<Vec<u8>>;
    /// Adds the statistics of another instance.
    fn import_stats(&mut self, statistics: &[u8]) -> PluginResult<()>;
}
