//! The set of folders to watch.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Depth of subfolders, as for finding rulesets.
const DEEPEST: usize = 4;
/// More folders than any collection of rulesets has. Keeps a home folder that is given by
/// mistake from being watched whole.
const MOST: usize = 2000;

/// The folders of rulesets and plugins, and the files in use beside them.
pub(super) struct Folders {
    rulesets: Vec<PathBuf>,
    plugins: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Folders {
    pub(super) fn new(rulesets: Vec<PathBuf>, plugins: Vec<PathBuf>) -> Self {
        Folders { rulesets, plugins, files: Vec::new() }
    }

    pub(super) fn follow(&mut self, files: Vec<PathBuf>) {
        self.files = files;
    }

    /// Returns the folders to watch, without duplicates: for a missing folder, the one that
    /// would contain it.
    pub(super) fn folders_to_watch(&self) -> BTreeSet<PathBuf> {
        let mut wanted = BTreeSet::new();
        for folder in &self.rulesets {
            add_or_above(folder, &mut wanted);
            within(folder, 0, &mut wanted);
        }
        for folder in &self.plugins {
            add_or_above(folder, &mut wanted);
        }
        for file in &self.files {
            wanted.extend(file.parent().and_then(whole));
            // The target of a link may be edited too.
            wanted.extend(whole(file).and_then(|file| whole(file.parent()?)));
        }
        wanted
    }

    /// Tells whether a folder of rulesets or plugins may appear at a path.
    pub(super) fn may_hold(&self, path: &Path) -> bool {
        let all = || self.rulesets.iter().chain(&self.plugins);
        let inside = |folder: &PathBuf| {
            whole(folder).is_some_and(|folder| path.starts_with(folder)) || path.starts_with(folder)
        };
        self.rulesets.iter().any(inside) || all().any(|folder| is_same(folder, path))
    }
}

/// Tells whether a folder, existing or not, has this path.
fn is_same(folder: &Path, path: &Path) -> bool {
    folder == path
        || folder.file_name() == path.file_name()
            && folder.parent().and_then(whole).as_deref() == path.parent()
}

/// Adds a folder, or its parent if the folder is missing.
fn add_or_above(folder: &Path, wanted: &mut BTreeSet<PathBuf>) {
    wanted.extend(whole(folder).or_else(|| whole(folder.parent()?)));
}

fn within(folder: &Path, depth: usize, wanted: &mut BTreeSet<PathBuf>) {
    if depth >= DEEPEST {
        return;
    }
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if hidden || !path.is_dir() || wanted.len() >= MOST {
            continue;
        }
        // A link that leads back up is included already.
        if whole(&path).is_some_and(|path| wanted.insert(path)) {
            within(&path, depth + 1, wanted);
        }
    }
}

/// Returns a folder's canonical path, if it exists.
fn whole(path: &Path) -> Option<PathBuf> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    path.canonicalize().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_come_later_are_waited_for_in_the_one_above() {
        let room = tempfile::tempdir().unwrap();
        let root = room.path().canonicalize().unwrap();
        let rulesets = root.join("rulesets");
        let mut folders = Folders::new(vec![rulesets.clone()], vec![root.join("a/b/plugins")]);
        assert_eq!(folders.folders_to_watch(), BTreeSet::from([root.clone()]));
        assert!(folders.may_hold(&rulesets) && !folders.may_hold(&root.join("other")));
        std::fs::create_dir_all(rulesets.join("mine/old")).unwrap();
        std::fs::create_dir_all(rulesets.join(".git/objects")).unwrap();
        let inner = BTreeSet::from([rulesets.join("mine/old"), rulesets.join("mine"), rulesets]);
        assert_eq!(folders.folders_to_watch(), inner);
        folders.follow(vec![root.join("alone.toml")]);
        assert!(folders.folders_to_watch().contains(&root));
    }

    #[test]
    #[cfg(unix)]
    fn links_are_followed_and_circles_end() {
        let room = tempfile::tempdir().unwrap();
        let root = room.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("rulesets/mine")).unwrap();
        std::fs::create_dir(root.join("elsewhere")).unwrap();
        std::fs::write(root.join("elsewhere/one.toml"), "").unwrap();
        let link = |to: PathBuf, at: &str| std::os::unix::fs::symlink(to, root.join(at)).unwrap();
        link(root.join("rulesets"), "rulesets/mine/back");
        link(root.join("elsewhere/one.toml"), "rulesets/mine/one.toml");
        let mut folders = Folders::new(vec![root.join("rulesets")], Vec::new());
        let watched = BTreeSet::from([root.join("rulesets"), root.join("rulesets/mine")]);
        assert_eq!(folders.folders_to_watch(), watched);
        folders.follow(vec![root.join("rulesets/mine/one.toml")]);
        assert!(folders.folders_to_watch().contains(&root.join("elsewhere")));
    }
}
