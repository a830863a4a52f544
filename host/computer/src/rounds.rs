//! Searches where several seats decide at the same time.

use boardloom_contract::{Cursor, CursorSearch, Message, PluginResult, Searcher, Seat};

/// Begins a search for a seat. Where several seats decide together, the seats in it choose
/// independently: the search of a plugin would let the last one see what the others decide.
pub fn begin_search(
    cursor: &mut dyn Cursor,
    by: Seat,
    settings: &str,
    seed: u64,
    memory: u64,
) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
    if !is_round(cursor)? {
        return cursor.search(settings, seed, memory);
    }
    Ok(Ok(Box::new(CursorSearch::new(cursor, by, seed, memory)?)))
}

pub fn is_round(cursor: &mut dyn Cursor) -> PluginResult<bool> {
    Ok(cursor.status()?.acting.len() > 1)
}
