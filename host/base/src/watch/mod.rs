//! Files that are in use: watched on a thread of their own, so that an edit is
//! seen at once and nothing is looked at while nothing happens.

mod folders;
mod watching;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use boardloom_app::{Wake, Watch};
use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{Event, EventHandler};

use folders::Folders;
use watching::Watching;

/// How long nothing may happen before a change is told: editors write in several
/// steps.
const QUIET: Duration = Duration::from_millis(50);
/// After so long a change is told even if more happen: a file that is written
/// for ever hides no other.
const LONGEST: Duration = Duration::from_millis(500);

/// What the thread hears.
enum Heard {
    /// Something happened to a file.
    Event(notify::Result<Event>),
    /// These files are in use now.
    Follow(Vec<PathBuf>),
    /// Nobody listens any more.
    Quit,
}

/// Passes on what the system tells.
#[derive(Clone)]
struct Ear(Sender<Heard>);

impl EventHandler for Ear {
    fn handle_event(&mut self, event: notify::Result<Event>) {
        // Nobody listens at the end.
        let _ = self.0.send(Heard::Event(event));
    }
}

/// Watches the folders of rulesets and plugins, and those of files in use.
pub struct Watcher {
    heard: Sender<Heard>,
    changed: Arc<AtomicBool>,
}

impl Watcher {
    /// Starts the thread on these folders of rulesets, with what lies in them,
    /// and of plugins. None where no thread can be started.
    pub fn start(rulesets: Vec<PathBuf>, plugins: Vec<PathBuf>, wake: Wake) -> Option<Self> {
        let (heard, hears) = channel();
        let changed = Arc::new(AtomicBool::new(false));
        let thread = Thread {
            hears,
            folders: Folders::new(rulesets, plugins),
            watching: Watching::new(Ear(heard.clone())),
            changed: Arc::clone(&changed),
            wake,
        };
        let started = std::thread::Builder::new().name("watcher".to_owned()).spawn(|| thread.run());
        match started {
            Ok(_) => Some(Watcher { heard, changed }),
            Err(error) => {
                tracing::warn!(%error, "files are not watched: the thread could not be started");
                None
            }
        }
    }
}

impl Watch for Watcher {
    fn follow(&mut self, files: Vec<PathBuf>) {
        // A thread that is gone watches nothing; F5 still reads all.
        let _ = self.heard.send(Heard::Follow(files));
    }

    fn has_changed(&mut self) -> bool {
        self.changed.swap(false, Ordering::Acquire)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.heard.send(Heard::Quit);
    }
}

/// The thread's own.
struct Thread {
    hears: Receiver<Heard>,
    folders: Folders,
    watching: Watching,
    changed: Arc<AtomicBool>,
    wake: Wake,
}

/// A change that is not told yet.
struct Pending {
    first: Instant,
    last: Instant,
}

impl Pending {
    /// Takes in that something happened.
    fn after(before: Option<&Self>, now: Instant) -> Self {
        Pending { first: before.map_or(now, |pending| pending.first), last: now }
    }

    fn due(&self) -> Instant {
        (self.last + QUIET).min(self.first + LONGEST)
    }
}

impl Thread {
    fn run(mut self) {
        self.watching.hold(self.folders.wanted());
        let mut pending: Option<Pending> = None;
        loop {
            let heard = match &pending {
                None => self.hears.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(pending) => {
                    let wait = pending.due().saturating_duration_since(Instant::now());
                    self.hears.recv_timeout(wait)
                }
            };
            match heard {
                Ok(Heard::Event(event)) => {
                    if self.matters(event) {
                        pending = Some(Pending::after(pending.as_ref(), Instant::now()));
                    }
                }
                Ok(Heard::Follow(files)) => {
                    self.folders.follow(files);
                    self.watching.hold(self.folders.wanted());
                }
                Ok(Heard::Quit) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    pending = None;
                    self.watching.hold(self.folders.wanted());
                    self.changed.store(true, Ordering::Release);
                    (self.wake)();
                }
            }
        }
    }

    /// Tells whether a ruleset, a plugin or a folder of them may be another now.
    fn matters(&mut self, event: notify::Result<Event>) -> bool {
        let event = match event {
            Ok(event) => event,
            Err(error) => {
                tracing::warn!(%error, "watching files");
                return true;
            }
        };
        let gone = match event.kind {
            // Reading changes nothing.
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
            EventKind::Access(_) => return false,
            EventKind::Remove(_) | EventKind::Modify(notify::event::ModifyKind::Name(_)) => true,
            _ => false,
        };
        if gone {
            event.paths.iter().for_each(|path| self.watching.lost(path));
        }
        event.need_rescan() || event.paths.iter().any(|path| self.is_ours(path, gone))
    }

    fn is_ours(&self, path: &Path, gone: bool) -> bool {
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        match path.extension() {
            _ if hidden => false,
            Some(extension) if extension == "toml" || extension == "wasm" => true,
            // What is gone cannot be asked whether it was a folder.
            _ => self.folders.may_hold(path) && (path.is_dir() || gone && !path.exists()),
        }
    }
}

#[cfg(test)]
mod tests;
