//! Marks what is being loaded, so that a restart after a crash skips it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const PREFIX: &str = "loading-";

/// A locked file with the names of the things being loaded.
#[derive(Debug, Default)]
pub struct LoadMarker {
    file: Option<(File, PathBuf)>,
    /// The number of loads in progress, by name.
    loading: Mutex<BTreeMap<String, usize>>,
}

impl LoadMarker {
    /// Creates the file. Without a folder, or if writing fails, nothing is marked.
    pub fn new(folder: Option<&Path>) -> Self {
        let file = folder.and_then(|folder| {
            let path = folder.join(format!("{PREFIX}{}", std::process::id()));
            let options = OpenOptions::new().create(true).truncate(true).write(true).open(&path);
            let file = options.ok()?;
            file.try_lock().ok()?;
            Some((file, path))
        });
        LoadMarker { file, loading: Mutex::default() }
    }

    /// Returns and forgets the names that dead processes were loading.
    pub fn take_crashed(folder: &Path) -> Vec<String> {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let marked = files.filter(|file| file.file_name().to_string_lossy().starts_with(PREFIX));
        let mut names = Vec::new();
        for path in marked.map(|file| file.path()) {
            let Ok(mut file) = OpenOptions::new().read(true).write(true).open(&path) else {
                continue;
            };
            // A living process holds the lock.
            if file.try_lock().is_ok() {
                let mut text = String::new();
                let _ = file.read_to_string(&mut text);
                names.extend(text.lines().map(str::to_owned));
                let _ = std::fs::remove_file(&path);
            }
        }
        names.sort();
        names.dedup();
        names
    }

    /// An empty name marks nothing.
    pub fn begin(&self, name: &str) {
        self.change(name, |count| *count += 1);
    }

    pub fn end(&self, name: &str) {
        self.change(name, |count| *count = count.saturating_sub(1));
    }

    fn change(&self, name: &str, change: impl FnOnce(&mut usize)) {
        if name.is_empty() {
            return;
        }
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        change(loading.entry(name.to_owned()).or_default());
        loading.retain(|_, count| *count > 0);
        let Some((file, _)) = &self.file else { return };
        let mut file = file;
        let text: String = loading.keys().map(|name| format!("{name}\n")).collect();
        // A marker that cannot be written marks nothing.
        let _ = file
            .rewind()
            .and_then(|()| file.set_len(0))
            .and_then(|()| file.write_all(text.as_bytes()));
    }
}

impl Drop for LoadMarker {
    fn drop(&mut self) {
        if let Some((_, path)) = &self.file {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_of_a_dead_process_are_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let marker = LoadMarker::new(Some(folder.path()));
        marker.begin("row/one");
        marker.begin("row/two");
        marker.begin("row/two");
        marker.end("row/one");
        marker.end("row/two");
        let path = folder.path().join(format!("{PREFIX}{}", std::process::id()));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "row/two\n");
        // This process lives; another one died.
        std::fs::write(folder.path().join("loading-0"), "row/three\nrow/four\n").unwrap();
        assert_eq!(LoadMarker::take_crashed(folder.path()), ["row/four", "row/three"]);
        assert!(LoadMarker::take_crashed(folder.path()).is_empty());
        drop(marker);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
