//! Searches where seats decide at the same time, or do not see everything.

use boardloom_contract::{
    Cursor, CursorSearch, Message, PluginResult, ResampledSearch, Searcher, Seat,
};
use boardloom_match::Observer;

/// The effort and the start of a search.
pub struct SearchSettings<'a> {
    /// JSON, as [`Cursor::search`] takes it.
    pub text: &'a str,
    pub seed: u64,
    /// In bytes.
    pub memory: u64,
}

/// Begins a search for a seat, with what an observer knows of the position; without one everything
/// is known.
///
/// Where several seats decide together, the seats in it choose independently: the search of a
/// plugin would let the last one see what the others decide.
pub fn begin_search(
    cursor: &mut dyn Cursor,
    by: Seat,
    observer: Option<Observer>,
    settings: &SearchSettings<'_>,
) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
    let round = is_round(cursor)?;
    let begin = |cursor: &mut dyn Cursor, seed, memory| -> PluginResult<_> {
        match round {
            true => Ok(Ok(Box::new(CursorSearch::new(cursor, by, seed, memory)?) as _)),
            false => cursor.search(settings.text, seed, memory),
        }
    };
    let &SearchSettings { seed, memory, .. } = settings;
    let observation = observer.map(|observer| cursor.observe(observer.seat())).transpose()?;
    let (Some(observer), Some(mut observation)) = (observer, observation.flatten()) else {
        return begin(cursor, seed, memory);
    };
    let mut begin_sample =
        |cursor: &mut dyn Cursor, seed| begin(cursor, seed, memory / ResampledSearch::POSITIONS);
    let sampled =
        ResampledSearch::new(&mut *observation, observer.seat(), by, seed, &mut begin_sample)?;
    match sampled {
        Ok(Some(search)) => Ok(Ok(Box::new(search))),
        Ok(None) => begin(&mut *observation, seed, memory),
        Err(why) => Ok(Err(why)),
    }
}

pub fn is_round(cursor: &mut dyn Cursor) -> PluginResult<bool> {
    Ok(cursor.status()?.acting.len() > 1)
}

/// Tells whether seats see different things.
pub fn hides(cursor: &mut dyn Cursor) -> PluginResult<bool> {
    Ok(cursor.observe(None)?.is_some())
}
