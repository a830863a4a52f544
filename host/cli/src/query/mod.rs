//! The door for programs: JSON lines in, one answer a line out.
//!
//! `host/QUERY.md` documents requests and answers; `boardloom query --guide`
//! prints it.

mod answer;
mod ask;
mod board;
mod error;
mod games;
mod play;
mod request;

use std::io::{self, Write};

use serde_json::{Map, Value as Json};

pub use error::QueryError;

use crate::catalog::Catalog;
use crate::console::Console;
use crate::lines::{InputLine, LineReader};
use games::Games;

/// What requests and answers are, for whoever writes a program.
pub const GUIDE: &str = include_str!("../../../QUERY.md");

/// Answers requests until the input ends.
///
/// # Errors
/// When the input cannot be read or the output not be written.
pub fn serve(catalog: &Catalog, console: &mut Console<'_>) -> io::Result<()> {
    let mut games = Games::new(catalog);
    let mut lines = LineReader::default();
    while let Some(line) = lines.next(&mut console.input)? {
        let answer = match line {
            InputLine::Blank => continue,
            InputLine::Text(text) => answer(text, &mut games),
            InputLine::Invalid(why) => QueryError::nowhere("json", why).answer(None),
        };
        serde_json::to_writer(&mut console.out, &answer)?;
        console.out.write_all(b"\n")?;
        // Whoever waits for an answer gets it; whoever sent more lines gets
        // theirs together.
        if !console.input.buffer().contains(&b'\n') {
            console.out.flush()?;
        }
    }
    console.out.flush()
}

/// Answers one request.
fn answer(text: &str, games: &mut Games<'_>) -> Json {
    let (id, result) = match request::parse(text) {
        Err(error) => (None, Err(error)),
        Ok(json) => (json.get("id").cloned(), request::read(&json).and_then(|it| it.answer(games))),
    };
    match result {
        Err(error) => error.answer(id),
        Ok(answered) => {
            let mut object = Map::new();
            object.extend(id.map(|id| ("id".to_owned(), id)));
            object.extend(answered);
            Json::Object(object)
        }
    }
}
