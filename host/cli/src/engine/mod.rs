//! `boardloom engine`: the computer player as an engine for match runners, with UAI
//! or UGI on standard input and output.
//!
//! Three threads: this one reads the input, one runs the session, one searches or counts. So
//! the session can execute a command during a search.

mod count;
mod info;
mod options;
mod protocol;
mod session;
mod time;

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use boardloom_ruleset::Overrides;

use crate::cli::Engine;
pub use crate::cli::Protocol;
use crate::lines::LineReader;
use crate::{Catalog, Console, Failure, Result};
use count::CountEvent;
use options::EngineOptions;
use session::EngineSession;

enum EngineEvent {
    /// A line, or the reason for which it cannot be read.
    Line(Result<String, String>),
    SearchEvents,
    Count(CountEvent),
    EndOfInput,
}

/// Serves a match runner until it quits or closes the input.
pub fn run(catalog: &Catalog, args: &Engine, console: &mut Console<'_>) -> Result<()> {
    let ruleset = match &args.ruleset {
        Some(ruleset) => ruleset.clone(),
        None => default_ruleset(catalog, args.protocol)?,
    };
    serve(catalog, args.protocol, ruleset, args.overrides.parse()?, console)
}

/// Serves a match runner with a ruleset until it quits or closes the input.
pub fn serve(
    catalog: &Catalog,
    protocol: Protocol,
    ruleset: String,
    overrides: Overrides,
    console: &mut Console<'_>,
) -> Result<()> {
    let options = EngineOptions::new(overrides);
    let (sender, events) = channel();
    let wake = {
        let sender = sender.clone();
        // Fails only after the end of the session.
        Arc::new(move || drop(sender.send(EngineEvent::SearchEvents)))
    };
    let Console { input, out, err, .. } = console;
    let setup = (protocol, catalog, ruleset);
    let mut session = EngineSession::new(setup, options, (out, err), wake, sender.clone())?;
    std::thread::scope(|scope| {
        let thread = scope.spawn(move || session.run(&events));
        forward_lines(input, &sender);
        thread.join().expect("the session does not panic")
    })
}

/// Sends the runner's lines to the session, up to `quit`.
fn forward_lines(input: &mut impl BufRead, events: &Sender<EngineEvent>) {
    let mut lines = LineReader::default();
    loop {
        let event = match lines.next(input) {
            Ok(Some(line)) => EngineEvent::Line(line.map(str::to_owned)),
            Ok(None) | Err(_) => EngineEvent::EndOfInput,
        };
        // `quit` ends the session even if the runner leaves the input open.
        let last = match &event {
            EngineEvent::EndOfInput => true,
            EngineEvent::Line(Ok(line)) => line.split_whitespace().next() == Some("quit"),
            _ => false,
        };
        if events.send(event).is_err() || last {
            return;
        }
    }
}

/// Returns the only ruleset that declares the protocol in its `engine` list.
fn default_ruleset(catalog: &Catalog, protocol: Protocol) -> Result<String> {
    let name = protocol.name();
    let mut candidates: Vec<String> = catalog
        .list()
        .into_iter()
        .filter(|entry| entry.engine.iter().any(|it| it == name))
        .map(|entry| entry.id)
        .collect();
    match candidates.len() {
        0 => Err(Failure::Usage(format!(
            "expected a ruleset: no ruleset has `engine = [\"{name}\"]`, so there is no default"
        ))),
        1 => Ok(candidates.remove(0)),
        _ => Err(Failure::Usage(format!(
            "expected one of the rulesets for `{name}`: {}",
            candidates.join(", ")
        ))),
    }
}
