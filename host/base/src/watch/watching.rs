//! Registrations with the system's file watchers: notification, and polling where there is
//! none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{Config, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::Ear;

/// Interval of polling.
const LOOK: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Told,
    Looking,
    /// Neither works: F5 still reloads.
    Not,
}

pub(super) struct Watching {
    ear: Ear,
    told: Option<RecommendedWatcher>,
    looking: Option<PollWatcher>,
    folders: BTreeMap<PathBuf, How>,
}

impl Watching {
    pub(super) fn new(ear: Ear) -> Self {
        let told = RecommendedWatcher::new(ear.clone(), Config::default());
        let told = told.inspect_err(|error| tracing::warn!(%error, "files are looked at instead"));
        Watching { ear, told: told.ok(), looking: None, folders: BTreeMap::new() }
    }

    /// Watches exactly these folders, each without its subfolders.
    pub(super) fn hold(&mut self, wanted: BTreeSet<PathBuf>) {
        let old: Vec<PathBuf> =
            self.folders.keys().filter(|folder| !wanted.contains(*folder)).cloned().collect();
        old.iter().for_each(|folder| self.leave(folder));
        for folder in wanted {
            if !self.folders.contains_key(&folder) {
                let how = self.begin(&folder);
                self.folders.insert(folder, how);
            }
        }
    }

    /// Forgets a removed folder and everything below it: folders of the same names that come
    /// later need new registrations.
    pub(super) fn lost(&mut self, path: &Path) {
        let gone = self.folders.keys().filter(|folder| folder.starts_with(path));
        let gone: Vec<PathBuf> = gone.cloned().collect();
        gone.iter().for_each(|folder| self.leave(folder));
    }

    fn begin(&mut self, folder: &Path) -> How {
        let flat = RecursiveMode::NonRecursive;
        if let Some(told) = &mut self.told {
            match told.watch(folder, flat) {
                Ok(()) => return How::Told,
                Err(error) => tracing::info!(%error, folder = %folder.display(), "is looked at"),
            }
        }
        if self.looking.is_none() {
            let config = Config::default().with_poll_interval(LOOK);
            self.looking = PollWatcher::new(self.ear.clone(), config).ok();
        }
        match self.looking.as_mut().map(|looking| looking.watch(folder, flat)) {
            Some(Ok(())) => How::Looking,
            _ => {
                tracing::warn!(folder = %folder.display(), "cannot be watched");
                How::Not
            }
        }
    }

    fn leave(&mut self, folder: &Path) {
        // A removed folder ends its own registration.
        let _ = match self.folders.remove(folder) {
            Some(How::Told) => self.told.as_mut().map(|told| told.unwatch(folder)),
            Some(How::Looking) => self.looking.as_mut().map(|looking| looking.unwatch(folder)),
            Some(How::Not) | None => None,
        };
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
        let mut watching = Watching::new(Ear(std::sync::mpsc::channel().0));
        let all = BTreeSet::from([mine.clone(), deep.clone(), beside.clone()]);
        watching.hold(all.clone());
        watching.lost(&mine);
        assert!(watching.folders.keys().eq([&beside]), "{:?}", watching.folders);
        // What comes there later is registered again.
        watching.hold(all);
        assert_eq!(watching.folders.len(), 3);
    }
}
