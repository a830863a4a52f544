//! Captures log events of plugins and host for the window's log.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use boardloom_app::log::{Entry, LogLevel};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

const CAPACITY: usize = 500;

static ENTRIES: Mutex<VecDeque<Entry>> = Mutex::new(VecDeque::new());

/// Returns the entries since the last call.
pub fn take() -> Vec<Entry> {
    ENTRIES.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect()
}

pub struct LogCapture {
    start: Instant,
}

impl LogCapture {
    pub fn new() -> Self {
        LogCapture { start: Instant::now() }
    }
}

impl<S: Subscriber> Layer<S> for LogCapture {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        if !metadata.target().starts_with("boardloom") {
            return;
        }
        let level = match *metadata.level() {
            Level::ERROR => LogLevel::Error,
            Level::WARN => LogLevel::Warning,
            _ => LogLevel::Info,
        };
        let mut fields = EventFields::default();
        event.record(&mut fields);
        let at = self.start.elapsed().as_secs();
        let text = fields.message + &fields.others;
        let mut entries = ENTRIES.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() == CAPACITY {
            entries.pop_front();
        }
        entries.push_back(Entry { at, from: fields.plugin, text, level });
    }
}

#[derive(Default)]
struct EventFields {
    plugin: String,
    message: String,
    /// All other fields, formatted.
    others: String,
}

impl Visit for EventFields {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "plugin" => value.clone_into(&mut self.plugin),
            "message" => value.clone_into(&mut self.message),
            name => self.others += &format!(" {name}: {value}"),
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
    fn entries_name_their_plugin() {
        let subscriber = tracing_subscriber::registry().with(LogCapture::new());
        tracing::subscriber::with_default(subscriber, || {
            tracing::warn!(plugin = "leap", "{}", "the grass is wet");
            tracing::info!(target: "elsewhere", "not ours");
            tracing::error!(why = %"no room", "not saved");
        });
        let entries: Vec<_> = take().into_iter().map(|it| (it.from, it.text, it.level)).collect();
        let entry = |from: &str, text: &str, level| (from.to_owned(), text.to_owned(), level);
        assert!(
            entries.contains(&entry("leap", "the grass is wet", LogLevel::Warning)),
            "{entries:?}"
        );
        assert!(
            entries.contains(&entry("", "not saved why: no room", LogLevel::Error)),
            "{entries:?}"
        );
        assert!(!entries.iter().any(|(_, text, _)| text == "not ours"));
    }
}
