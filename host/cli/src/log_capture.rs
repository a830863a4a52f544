//! What plugins and the host said, kept for the window's log.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use boardloom_app::log::{Entry, Severity};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

/// As much waits to be read; the oldest goes first.
const KEPT: usize = 500;

static SAID: Mutex<VecDeque<Entry>> = Mutex::new(VecDeque::new());

/// Returns what was said since the last call.
pub fn take() -> Vec<Entry> {
    SAID.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect()
}

/// Keeps what Boardloom's own crates say, and their plugins.
pub struct Listener {
    began: Instant,
}

impl Listener {
    /// Begins now.
    pub fn new() -> Self {
        Listener { began: Instant::now() }
    }
}

impl<S: Subscriber> Layer<S> for Listener {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let about = event.metadata();
        if !about.target().starts_with("boardloom") {
            return;
        }
        let severity = match *about.level() {
            Level::ERROR => Severity::Bad,
            Level::WARN => Severity::Warning,
            _ => Severity::Plain,
        };
        let mut line = Line::default();
        event.record(&mut line);
        let at = self.began.elapsed().as_secs();
        let text = line.text + &line.fields;
        let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
        if said.len() == KEPT {
            said.pop_front();
        }
        said.push_back(Entry { at, from: line.plugin, text, severity });
    }
}

/// An event as a person reads it.
#[derive(Default)]
struct Line {
    plugin: String,
    text: String,
    fields: String,
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "plugin" => value.clone_into(&mut self.plugin),
            "message" => value.clone_into(&mut self.text),
            name => self.fields += &format!(" {name}: {value}"),
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing_subscriber::layer::SubscriberExt;

    #[test]
    fn what_a_plugin_says_names_it() {
        let listener = tracing_subscriber::registry().with(Listener::new());
        tracing::subscriber::with_default(listener, || {
            tracing::warn!(plugin = "meadow", "{}", "the grass is wet");
            tracing::info!(target: "elsewhere", "not ours");
            tracing::error!(why = %"no room", "not saved");
        });
        let said: Vec<_> = take().into_iter().map(|it| (it.from, it.text, it.severity)).collect();
        let told = |from: &str, text: &str, severity| (from.to_owned(), text.to_owned(), severity);
        assert!(said.contains(&told("meadow", "the grass is wet", Severity::Warning)), "{said:?}");
        assert!(said.contains(&told("", "not saved why: no room", Severity::Bad)), "{said:?}");
        assert!(!said.iter().any(|(_, text, _)| text == "not ours"));
    }
}
