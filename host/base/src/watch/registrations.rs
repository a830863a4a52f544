//! Registrations with the system's file watchers: notification, and polling where there is none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::Duration;

use notify::{Config, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::{Message, handler};

const POLL_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Notification,
    Polling,
    /// Neither works: F5 still reloads.
    None,
}

pub(super) struct Registrations {
    sender: Sender<Message>,
    notifier: Option<RecommendedWatcher>,
    poller: Option<PollWatcher>,
    folders: BTreeMap<PathBuf, Method>,
}

impl Registrations {
    pub(super) fn new(sender: Sender<Message>) -> Self {
        let notifier = RecommendedWatcher::new(handler(&sender), Config::default());
        let notifier =
            notifier.inspect_err(|error| tracing::warn!(%error, "files are polled instead"));
        Registrations { sender, notifier: notifier.ok(), poller: None, folders: BTreeMap::new() }
    }

    /// Watches exactly these folders, each without its subfolders.
    pub(super) fn watch_only(&mut self, wanted: BTreeSet<PathBuf>) {
        self.leave(|folder| !wanted.contains(folder));
        for folder in wanted {
            if !self.folders.contains_key(&folder) {
                let method = self.begin(&folder);
                self.folders.insert(folder, method);
            }
        }
    }

    /// Forgets a removed folder and everything below it: folders of the same names that come
    /// later need new registrations.
    pub(super) fn forget(&mut self, path: &Path) {
        self.leave(|folder| folder.starts_with(path));
    }

    fn begin(&mut self, folder: &Path) -> Method {
        let flat = RecursiveMode::NonRecursive;
        if let Some(notifier) = &mut self.notifier {
            match notifier.watch(folder, flat) {
                Ok(()) => return Method::Notification,
                Err(error) => tracing::info!(%error, folder = %folder.display(), "is polled"),
            }
        }
        if self.poller.is_none() {
            let config = Config::default().with_poll_interval(POLL_INTERVAL);
            self.poller = PollWatcher::new(handler(&self.sender), config).ok();
        }
        match self.poller.as_mut().map(|poller| poller.watch(folder, flat)) {
            Some(Ok(())) => Method::Polling,
            _ => {
                tracing::warn!(folder = %folder.display(), "cannot be watched");
                Method::None
            }
        }
    }

    fn leave(&mut self, is_gone: impl Fn(&Path) -> bool) {
        for (folder, method) in self.folders.extract_if(.., |folder, _| is_gone(folder)) {
            // A removed folder ends its own registration.
            let _ = match method {
                Method::Notification => self.notifier.as_mut().map(|it| it.unwatch(&folder)),
                Method::Polling => self.poller.as_mut().map(|it| it.unwatch(&folder)),
                Method::None => None,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lay_in_a_folder_is_lost_with_it() {
        let room = tempfile::tempdir().unwrap();
        let [mine, deep, beside] = ["mine", "mine/deep", "mine2"].map(|it| room.path().join(it));
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::create_dir_all(&beside).unwrap();
        let mut registrations = Registrations::new(std::sync::mpsc::channel().0);
        let all = BTreeSet::from([mine.clone(), deep.clone(), beside.clone()]);
        registrations.watch_only(all.clone());
        registrations.forget(&mine);
        assert!(registrations.folders.keys().eq([&beside]), "{:?}", registrations.folders);
        // Folders that appear there later are registered again.
        registrations.watch_only(all);
        assert_eq!(registrations.folders.len(), 3);
    }
}
