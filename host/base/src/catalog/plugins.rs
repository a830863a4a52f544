//! Plugins, found by name and loaded on first use.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use boardloom_contract::{LoadedPlugin, PluginError};
use boardloom_match::PluginBuild;
use boardloom_ruleset::file::read_file;
use boardloom_ruleset::sha256_hex;
use boardloom_sandbox::inspect;
use serde_json::Value as Json;

use super::{Catalog, CatalogError};

/// More than any sandbox takes, in bytes.
pub const LARGEST_PLUGIN: usize = 64 << 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginEntry {
    pub name: String,
    /// The file; `None` for a built-in plugin.
    pub path: Option<PathBuf>,
    /// Plugins of the same name that this one shadows.
    pub shadows: Vec<Option<PathBuf>>,
}

pub struct Plugins {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    /// Folders that safe mode ignores, for messages.
    left_out: Vec<PathBuf>,
    /// Each has its own lock, so that a long compilation blocks no other plugin.
    loaded: Mutex<HashMap<String, Slot>>,
}

type Slot = Arc<Mutex<Option<CachedPlugin>>>;

/// A loaded plugin. A failed load is tried again on the next use: the author may have
/// rebuilt the file.
#[derive(Clone)]
pub(super) struct CachedPlugin {
    pub rules: Arc<dyn LoadedPlugin>,
    pub build: PluginBuild,
    schema: Option<Arc<Json>>,
    stamp: Option<Stamp>,
}

/// A file's state when it was read; `None` for a built-in plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stamp {
    path: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
}

impl Plugins {
    /// Combines these plugins, those of the folders in order of precedence, and the built-in
    /// ones. Messages name those in `left_out`, the folders that safe mode ignores.
    pub fn new(files: Vec<PathBuf>, folders: Vec<PathBuf>, left_out: Vec<PathBuf>) -> Self {
        Plugins { files, folders, left_out, loaded: Mutex::default() }
    }

    /// Returns all plugins, sorted by name.
    pub fn list(&self) -> Vec<PluginEntry> {
        let mut all: Vec<PluginEntry> = Vec::new();
        let in_folders = self.folders.iter().flat_map(|folder| wasm_files(folder));
        let on_disk = self.files.iter().cloned().chain(in_folders);
        let on_disk = on_disk.filter_map(|path| Some((name_of(&path)?, Some(path))));
        let built_in =
            boardloom_bundle::plugins().iter().map(|(name, _)| ((*name).to_owned(), None));
        for (name, path) in on_disk.chain(built_in) {
            match all.iter_mut().find(|found| found.name == name) {
                Some(found) => found.shadows.push(path),
                None => all.push(PluginEntry { name, path, shadows: Vec::new() }),
            }
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    pub fn names(&self) -> Vec<String> {
        self.list().into_iter().map(|found| found.name).collect()
    }

    /// Tells whether there is a plugin of this name.
    pub fn has(&self, name: &str) -> bool {
        self.names().iter().any(|known| known == name)
    }

    pub fn bytes(&self, name: &str) -> Result<Cow<'static, [u8]>, CatalogError> {
        if let Some(path) = self.file(name) {
            let read = read_file(&path, LARGEST_PLUGIN);
            return read
                .map(Cow::Owned)
                .map_err(|error| CatalogError::Unread { path, why: error.to_string() });
        }
        let built_in = boardloom_bundle::plugins().iter().find(|(known, _)| *known == name);
        let (_, bytes) = built_in.ok_or_else(|| self.missing(name))?;
        Ok(Cow::Borrowed(bytes))
    }

    /// Loads a plugin once.
    pub(super) fn load(&self, name: &str, catalog: &Catalog) -> Result<CachedPlugin, CatalogError> {
        let slot = self.slot(name);
        let mut loaded = lock(&slot);
        if let Some(known) = &*loaded {
            return Ok(known.clone());
        }
        // The stamp comes first: a write during the read then counts as newer.
        let stamp = self.stamp(name);
        let bytes = self.bytes(name)?;
        let rules = match &stamp {
            Some(_) => catalog.sandbox()?.load(name, &bytes)?,
            None => catalog.sandbox()?.load_built_in(name, &bytes)?,
        };
        let version = inspect(name, &bytes)?.version.unwrap_or_default();
        let build = PluginBuild { version, hash: sha256_hex(&bytes) };
        Ok(loaded.insert(CachedPlugin { rules, build, schema: None, stamp }).clone())
    }

    fn slot(&self, name: &str) -> Slot {
        Arc::clone(lock(&self.loaded).entry(name.to_owned()).or_default())
    }

    /// Forgets plugins whose files changed. Games that use one keep it.
    pub fn refresh(&self) {
        lock(&self.loaded).retain(|name, slot| match slot.try_lock() {
            Ok(loaded) => loaded.as_ref().is_some_and(|known| known.stamp == self.stamp(name)),
            // It is being loaded.
            Err(_) => true,
        });
    }

    fn stamp(&self, name: &str) -> Option<Stamp> {
        let path = self.file(name)?;
        let data = path.metadata().ok()?;
        Some(Stamp { length: data.len(), modified: data.modified().ok(), path })
    }

    pub(super) fn version(&self, name: &str) -> Option<String> {
        let slot = self.slot(name);
        let version = lock(&slot).as_ref()?.build.version.clone();
        (!version.is_empty()).then_some(version)
    }

    /// Returns a plugin's schema, read once.
    pub(super) fn schema(&self, name: &str, catalog: &Catalog) -> Result<Arc<Json>, CatalogError> {
        let known = self.load(name, catalog)?;
        if let Some(schema) = known.schema {
            return Ok(schema);
        }
        let schema = Arc::new(schema_of(&*known.rules)?);
        if let Some(known) = &mut *lock(&self.slot(name)) {
            known.schema = Some(Arc::clone(&schema));
        }
        Ok(schema)
    }

    /// Returns the file that is used for a plugin; `None` for a built-in one.
    pub(super) fn file(&self, name: &str) -> Option<PathBuf> {
        let opened =
            self.files.iter().find(|path| name_of(path).as_deref() == Some(name) && path.is_file());
        opened.cloned().or_else(|| file_in(&self.folders, name))
    }

    fn missing(&self, name: &str) -> CatalogError {
        if let Some(path) = file_in(&self.left_out, name) {
            let path = path.display();
            let advice = format!(
                "safe mode leaves out the one in {path}: start without `--safe-mode` to use it"
            );
            return CatalogError::NoPlugin { name: name.to_owned(), advice };
        }
        let mut sources = self.folders.iter().filter(|folder| {
            let is_crate = folder.join("Cargo.toml").is_file() && folder.join("src").is_dir();
            is_crate || folder.join("plugin.toml").is_file()
        });
        let advice = match sources.next() {
            Some(folder) => format!(
                "if it is the one in {}, build it first with `boardloom plugin build`",
                folder.display()
            ),
            None if !self.left_out.is_empty() => {
                "safe mode uses only built-in plugins, start without `--safe-mode` for others"
                    .to_owned()
            }
            None if self.folders.is_empty() => "only built-in plugins are used now".to_owned(),
            None => format!(
                "put {}.wasm into {}, or name its folder with `--plugins`",
                name.trim_end_matches(".wasm"),
                super::shown(&self.folders)
            ),
        };
        CatalogError::NoPlugin { name: name.to_owned(), advice }
    }
}

pub fn schema_of(rules: &dyn LoadedPlugin) -> Result<Json, PluginError> {
    serde_json::from_str(&rules.schema()?).map_err(|error| PluginError::BrokeContract {
        plugin: rules.name().to_owned(),
        call: "schema".to_owned(),
        why: format!("expected a JSON Schema, found: {error}"),
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a plugin's file from the first folder that has it.
fn file_in(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    // A ruleset's plugin name must not lead out of the folders.
    if name.is_empty() || name.contains(['/', '\\', ':']) || name.starts_with('.') {
        return None;
    }
    let files = folders.iter().map(|folder| folder.join(format!("{name}.wasm")));
    files.into_iter().find(|path| path.is_file())
}

pub fn name_of(path: &Path) -> Option<String> {
    path.file_stem()?.to_str().map(str::to_owned)
}

pub(super) fn wasm_files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|it| it == "wasm") && path.is_file())
        .collect();
    files.sort();
    files
}
