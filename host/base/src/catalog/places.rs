//! The folders that hold rulesets and plugins.

use std::path::{Path, PathBuf};

use boardloom_app::texts::start as t;
use boardloom_ruleset::file::read_text;

use super::plugins::wasm_files;
use crate::games::GameStore;

/// A file to look into for a ruleset is no larger, in bytes.
const LARGEST_RULESET: usize = 1 << 20;

/// The folders that hold rulesets and plugins, in order of precedence; the built-in ones come last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    pub given_rulesets: Vec<PathBuf>,
    pub given_plugins: Vec<PathBuf>,
    /// Plugins that the player opened while the program runs, the latest first.
    pub opened_plugins: Vec<PathBuf>,
    /// Folders of rulesets' files with plugins beside them, the latest first.
    pub beside: Vec<PathBuf>,
    /// The plugins of the newest versions of installed games, each with `rulesets/` beside it.
    pub installed: Vec<PathBuf>,
    /// The user's folder, with `rulesets/` and `plugins/` in it.
    pub user: Option<PathBuf>,
    /// Checkouts: folders with `rulesets/`, and plugins as `NAME.wasm` or in `plugins/`.
    pub checkouts: Vec<PathBuf>,
    /// Uses built-in rulesets and plugins only; records are kept all the same.
    pub safe: bool,
}

impl Places {
    /// Returns places without rulesets and plugins beyond the built-in ones.
    pub fn safe() -> Self {
        Places { safe: true, ..Places::usual() }
    }

    pub fn usual() -> Self {
        let dirs = directories::ProjectDirs::from("", "", "boardloom");
        let here = std::env::current_dir().ok();
        let user = dirs.map(|dirs| dirs.data_dir().to_owned());
        let games = user.as_deref().map(|user| GameStore::new(user).newest());
        Places {
            installed: games.into_iter().flatten().map(|game| game.plugin).collect(),
            user,
            checkouts: here.and_then(|here| checkout_of(&here)).into_iter().collect(),
            ..Places::default()
        }
    }

    pub fn add_checkout_of(&mut self, path: &Path) {
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Some(found) = checkout_of(&whole)
            && !self.checkouts.contains(&found)
        {
            self.checkouts.insert(0, found);
        }
    }

    /// Adds what belongs to a ruleset's file: the checkout around it, and the plugins beside it.
    pub fn add_ruleset(&mut self, file: &Path) {
        self.add_checkout_of(file);
        let whole = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        if let Some(folder) = whole.parent().map(Path::to_owned)
            && !self.own_plugins().contains(&folder)
            && !wasm_files(&folder).is_empty()
        {
            self.beside.insert(0, folder);
        }
    }

    /// Adds a plugin's file, the checkout around it and the rulesets beside it.
    pub fn add_plugin(&mut self, file: &Path) {
        self.add_checkout_of(file);
        self.opened_plugins.retain(|known| known != file);
        self.opened_plugins.insert(0, file.to_owned());
        let beside = file.parent().map(|folder| folder.join("rulesets"));
        if let Some(beside) = beside.filter(|it| it.is_dir() && !self.rulesets().contains(it)) {
            self.given_rulesets.push(beside);
        }
    }

    /// Returns the folders of rulesets in order of precedence.
    pub fn rulesets(&self) -> Vec<PathBuf> {
        if self.safe {
            return Vec::new();
        }
        let user = self.user.iter().map(|user| user.join("rulesets"));
        let installed = self.installed.iter().map(|plugin| plugin.with_file_name("rulesets"));
        let checkouts = self.checkouts.iter().map(|folder| folder.join("rulesets"));
        self.given_rulesets.iter().cloned().chain(user).chain(installed).chain(checkouts).collect()
    }

    /// Returns the folders of plugins in order of precedence.
    pub fn plugins(&self) -> Vec<PathBuf> {
        if self.safe { Vec::new() } else { self.own_plugins() }
    }

    /// Returns the folders of plugins that safe mode ignores.
    pub fn left_out(&self) -> Vec<PathBuf> {
        if self.safe { self.own_plugins() } else { Vec::new() }
    }

    fn own_plugins(&self) -> Vec<PathBuf> {
        let user = self.user.iter().map(|user| user.join("plugins"));
        let checkouts =
            self.checkouts.iter().flat_map(|folder| [folder.clone(), folder.join("plugins")]);
        let named = self.given_plugins.iter().chain(&self.beside).cloned();
        let installed = self.installed.iter().filter_map(|plugin| plugin.parent());
        named.chain(user).chain(installed.map(Path::to_owned)).chain(checkouts).collect()
    }

    /// Returns the folder of records and unfinished games.
    pub fn records(&self) -> Option<PathBuf> {
        self.user.as_ref().map(|user| user.join("records"))
    }

    /// Returns a file's path for a list, after the kind of its folder: `yours: ...`.
    pub fn name_of(&self, path: &Path) -> String {
        let whole = path;
        let within = |folder: &PathBuf| whole.starts_with(folder);
        let path = whole.display();
        if self.given_rulesets.iter().chain(&self.given_plugins).any(within) {
            t::origin_given(&path.to_string())
        } else if self.user.as_ref().is_some_and(within) {
            t::origin_own(&path.to_string())
        } else if self.checkouts.iter().any(within) {
            t::origin_folder(&path.to_string())
        } else {
            path.to_string()
        }
    }
}

/// Returns the nearest folder, from this path upwards, with Boardloom's rulesets.
pub fn checkout_of(path: &Path) -> Option<PathBuf> {
    path.ancestors().find(|folder| holds_rulesets(&folder.join("rulesets"))).map(Path::to_owned)
}

/// Tells whether a folder holds a ruleset: other programs use the folder name too.
fn holds_rulesets(folder: &Path) -> bool {
    let files = |folder: &Path| {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).take(1000).collect::<Vec<_>>()
    };
    let families = files(folder).into_iter().filter(|path| path.is_dir());
    families.flat_map(|family| files(&family)).any(|file| {
        file.extension().is_some_and(|it| it == "toml")
            && read_text(&file, LARGEST_RULESET).is_ok_and(|text| {
                text.lines().any(|line| {
                    let key = line.split('=').next().unwrap_or_default().trim();
                    matches!(key, "plugin" | "extends")
                })
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkout_is_found_from_below_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("game");
        let family = root.join("rulesets/mine");
        std::fs::create_dir_all(&family).unwrap();
        std::fs::create_dir_all(root.join("src/deep")).unwrap();
        assert_eq!(checkout_of(&root), None);
        std::fs::write(family.join("other.toml"), "name = 'x'\n").unwrap();
        assert_eq!(checkout_of(&root), None);
        std::fs::write(family.join("one.toml"), "format = 1\nplugin = 'mine'\n").unwrap();
        assert_eq!(checkout_of(&root.join("src/deep")), Some(root.clone()));
        let mut places = Places::default();
        places.add_checkout_of(&family.join("one.toml"));
        assert_eq!(places.checkouts.len(), 1);
        assert!(places.rulesets()[0].ends_with("game/rulesets"));
        assert!(places.plugins()[1].ends_with("game/plugins"));
    }

    #[test]
    fn what_was_given_comes_before_what_is_yours() {
        let places = Places {
            given_rulesets: vec!["/a".into()],
            given_plugins: vec!["/b".into()],
            opened_plugins: Vec::new(),
            beside: vec!["/d".into()],
            installed: vec!["/g/1/own.wasm".into()],
            user: Some("/u".into()),
            checkouts: vec!["/c".into()],
            safe: false,
        };
        let shown = |paths: Vec<PathBuf>| {
            paths.iter().map(|path| path.to_string_lossy().replace('\\', "/")).collect::<Vec<_>>()
        };
        assert_eq!(shown(places.rulesets()), ["/a", "/u/rulesets", "/g/1/rulesets", "/c/rulesets"]);
        assert_eq!(shown(places.plugins()), ["/b", "/d", "/u/plugins", "/g/1", "/c", "/c/plugins"]);
        assert!(places.name_of(Path::new("/u/rulesets/x.toml")).starts_with("yours: "));
    }
}
