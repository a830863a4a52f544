//! Watches files in use on a thread, so that edits show at once and idling costs nothing.

mod folders;
mod registrations;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use boardloom_app::{FileWatch, Wake};
use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{Event, EventHandler};

use folders::Folders;
use registrations::Registrations;

/// Quiet time before a change is reported: editors write in several steps.
const QUIET: Duration = Duration::from_millis(50);
/// A change is reported after this time at the latest, so that a file that is written all
/// the time hides no other.
const LONGEST: Duration = Duration::from_millis(500);

enum Message {
    Event(notify::Result<Event>),
    /// The files in use changed to these.
    Follow(Vec<PathBuf>),
    /// The receiver is gone.
    Quit,
}

fn handler(sender: &Sender<Message>) -> impl EventHandler + use<> {
    let sender = sender.clone();
    // The receiver may be gone at the end.
    move |event| drop(sender.send(Message::Event(event)))
}

/// Watches the folders of rulesets and plugins, and those of files in use.
pub struct Watcher {
    sender: Sender<Message>,
    changed: Arc<AtomicBool>,
}

impl Watcher {
    /// Starts the thread on folders of rulesets, with their subfolders, and of plugins. `None`
    /// if no thread can be started.
    pub fn start(rulesets: Vec<PathBuf>, plugins: Vec<PathBuf>, wake: Wake) -> Option<Self> {
        let (sender, messages) = channel();
        let changed = Arc::new(AtomicBool::new(false));
        let thread = Thread {
            messages,
            folders: Folders::new(rulesets, plugins),
            registrations: Registrations::new(sender.clone()),
            changed: Arc::clone(&changed),
            wake,
        };
        let started = std::thread::Builder::new().name("watcher".to_owned()).spawn(|| thread.run());
        match started {
            Ok(_) => Some(Watcher { sender, changed }),
            Err(error) => {
                tracing::warn!(%error, "files are not watched: the thread could not be started");
                None
            }
        }
    }
}

impl FileWatch for Watcher {
    fn follow(&mut self, files: Vec<PathBuf>) {
        // A dead thread watches nothing; F5 still reloads everything.
        let _ = self.sender.send(Message::Follow(files));
    }

    fn has_changed(&mut self) -> bool {
        self.changed.swap(false, Ordering::Acquire)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.sender.send(Message::Quit);
    }
}

struct Thread {
    messages: Receiver<Message>,
    folders: Folders,
    registrations: Registrations,
    changed: Arc<AtomicBool>,
    wake: Wake,
}

struct Pending {
    first: Instant,
    last: Instant,
}

impl Pending {
    fn after(before: Option<&Self>, now: Instant) -> Self {
        Pending { first: before.map_or(now, |pending| pending.first), last: now }
    }

    fn due(&self) -> Instant {
        (self.last + QUIET).min(self.first + LONGEST)
    }
}

impl Thread {
    fn run(mut self) {
        self.registrations.watch_only(self.folders.folders_to_watch());
        let mut pending: Option<Pending> = None;
        loop {
            let message = match &pending {
                None => self.messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(pending) => {
                    let wait = pending.due().saturating_duration_since(Instant::now());
                    self.messages.recv_timeout(wait)
                }
            };
            match message {
                Ok(Message::Event(event)) => {
                    if self.matters(event) {
                        pending = Some(Pending::after(pending.as_ref(), Instant::now()));
                    }
                }
                Ok(Message::Follow(files)) => {
                    self.folders.follow(files);
                    self.registrations.watch_only(self.folders.folders_to_watch());
                }
                Ok(Message::Quit) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    pending = None;
                    self.registrations.watch_only(self.folders.folders_to_watch());
                    self.changed.store(true, Ordering::Release);
                    (self.wake)();
                }
            }
        }
    }

    /// Tells whether a ruleset, a plugin or a folder of them may have changed.
    fn matters(&mut self, event: notify::Result<Event>) -> bool {
        let event = match event {
            Ok(event) => event,
            Err(error) => {
                tracing::warn!(%error, "watching files");
                return true;
            }
        };
        let gone = match event.kind {
            // Reading is not a change.
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
            EventKind::Access(_) => return false,
            EventKind::Remove(_) | EventKind::Modify(notify::event::ModifyKind::Name(_)) => true,
            _ => false,
        };
        if gone {
            event.paths.iter().for_each(|path| self.registrations.forget(path));
        }
        event.need_rescan() || event.paths.iter().any(|path| self.is_ours(path, gone))
    }

    fn is_ours(&self, path: &Path, gone: bool) -> bool {
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        match path.extension() {
            _ if hidden => false,
            Some(extension) if extension == "toml" || extension == "wasm" => true,
            // A removed path cannot tell whether it was a folder.
            _ => self.folders.may_hold(path) && (path.is_dir() || gone && !path.exists()),
        }
    }
}

#[cfg(test)]
mod tests;
