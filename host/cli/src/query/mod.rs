//! `boardloom query`: answers JSON requests, one per line.
//!
//! `host/QUERY.md` documents requests and answers; `boardloom query --guide` prints it.

mod answer;
mod board;
mod error;
mod game_cache;
mod position;
mod question;
mod request;

use std::io::{self, Write};

use serde_json::{Map, Value as Json};

pub use error::QueryError;
use error::Result;

use crate::catalog_args::example_ruleset;
use crate::cli::RULESET;
use crate::lines::LineReader;
use crate::{Catalog, Console};
use game_cache::GameCache;

pub const GUIDE: &str = include_str!("../../../QUERY.md");

/// Answers requests until the end of the input.
pub fn serve(catalog: &Catalog, console: &mut Console<'_>) -> io::Result<()> {
    let mut games = GameCache::new(catalog);
    let mut lines = LineReader::default();
    if console.asks {
        let greeting = "boardloom query answers one JSON request per line; Ctrl-D ends it. Try:\n  \
             {\"ruleset\": \"FAMILY/NAME\", \"ask\": [\"diagram\", \"legal\"]}\n\
             `boardloom list` names the rulesets, `boardloom query --guide` documents requests.";
        console.say(greeting.replace(RULESET, &example_ruleset()));
    }
    while let Some(line) = lines.next(&mut console.input)? {
        let answer = match line {
            Ok(text) => answer(text, &mut games),
            Err(why) => QueryError::without_place("json", why).to_json(None),
        };
        serde_json::to_writer(&mut console.out, &answer)?;
        console.out.write_all(b"\n")?;
        // Flush only after the last buffered request: batches are faster, and a
        // client that waits for its answer still gets it.
        if !console.input.buffer().contains(&b'\n') {
            console.out.flush()?;
        }
    }
    console.out.flush()
}

fn answer(text: &str, games: &mut GameCache<'_>) -> Json {
    let (id, result) = match request::parse_json(text) {
        Err(error) => (None, Err(error)),
        Ok(json) => (json.get("id").cloned(), request::read(&json).and_then(|it| it.answer(games))),
    };
    match result {
        Err(error) => error.to_json(id),
        Ok(answers) => {
            let mut object = Map::new();
            object.extend(id.map(|id| ("id".to_owned(), id)));
            object.extend(answers);
            Json::Object(object)
        }
    }
}
