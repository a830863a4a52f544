//! `boardloom engine`: the computer player for other programs, which run matches
//! between engines over standard input and output.
//!
//! This thread reads; the conversation is held on another one, so that a line is
//! obeyed while the computer, on a third, searches.

mod conversation;
mod info;
mod options;
mod protocol;
mod time;

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use crate::catalog::Catalog;
use crate::cli::Engine;
use crate::console::Console;
use crate::failure::Failure;
use crate::lines::{InputLine, LineReader};
use conversation::Conversation;
use options::Options;
pub use protocol::Protocol;

/// What a conversation goes on with.
pub enum Event {
    /// The runner said something.
    Line(String),
    /// What the runner said is no line of text: why not.
    Garbage(String),
    /// The computer has news.
    News,
    /// The runner says nothing more.
    End,
}

/// Talks with a match runner until it ends the conversation.
pub fn run(catalog: &Catalog, args: &Engine, console: &mut Console<'_>) -> Result<(), Failure> {
    let ruleset = match &args.ruleset {
        Some(ruleset) => ruleset.clone(),
        None => usual(catalog, args.protocol)?,
    };
    let options = Options::new(args.chosen.settings()?);
    let (tell, events) = channel();
    let wake = {
        let tell = tell.clone();
        // A conversation that is over needs no news.
        Arc::new(move || drop(tell.send(Event::News)))
    };
    let Console { input, out, err, .. } = console;
    let what = (args.protocol, catalog, ruleset);
    let mut conversation = Conversation::new(what, options, (out, err), wake)?;
    std::thread::scope(|scope| {
        let held = scope.spawn(move || conversation.hold(&events));
        listen(input, &tell);
        held.join().expect("a conversation does not panic")
    })
}

/// Hands the runner's lines on, up to the last one.
fn listen(input: &mut impl BufRead, tell: &Sender<Event>) {
    let mut lines = LineReader::default();
    loop {
        let event = match lines.next(input) {
            Ok(Some(InputLine::Blank)) => continue,
            Ok(Some(InputLine::Text(line))) => Event::Line(line.to_owned()),
            Ok(Some(InputLine::Invalid(why))) => Event::Garbage(why),
            Ok(None) | Err(_) => Event::End,
        };
        // Nobody must have to close the input behind its last line.
        let last = match &event {
            Event::End => true,
            Event::Line(line) => line.split_whitespace().next() == Some("quit"),
            _ => false,
        };
        if tell.send(event).is_err() || last {
            return;
        }
    }
}

/// Returns the ruleset that says that it is meant for a protocol.
fn usual(catalog: &Catalog, protocol: Protocol) -> Result<String, Failure> {
    let name = protocol.name();
    let mut meant: Vec<String> = catalog
        .list()
        .into_iter()
        .filter(|entry| entry.engine.iter().any(|it| it == name))
        .map(|entry| entry.id)
        .collect();
    match meant.len() {
        0 => Err(Failure::Usage(format!(
            "expected a ruleset: none says `engine = [\"{name}\"]`, so none is played without being named"
        ))),
        1 => Ok(meant.remove(0)),
        _ => Err(Failure::Usage(format!(
            "expected one of the rulesets that are meant for `{name}`: {}",
            meant.join(", ")
        ))),
    }
}
