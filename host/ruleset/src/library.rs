//! Where rulesets are found.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::inheritance::{RulesetText, kin};
use crate::overrides::Overrides;
use crate::parser::{LIMIT, parse};
use crate::ruleset::Ruleset;
use crate::schema::PluginSchemas;
use crate::source::SourceFile;
use crate::suggestion::nearest;
use crate::value::Value;

/// A place that holds rulesets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LibrarySource {
    /// A folder; one that does not exist holds nothing.
    Folder(PathBuf),
    /// Texts inside the program, by their path as `family/classic.toml`.
    Bundled(&'static [(&'static str, &'static str)]),
}

/// Where a ruleset came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesetOrigin {
    /// A file on disk.
    File(PathBuf),
    /// Inside the program.
    Bundled,
    /// A text that was given, under its name.
    Text(String),
}

impl fmt::Display for RulesetOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesetOrigin::File(path) => path.display().fmt(f),
            RulesetOrigin::Bundled => f.write_str("built in"),
            RulesetOrigin::Text(name) => f.write_str(name),
        }
    }
}

/// A ruleset as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryEntry {
    /// How it is named, as `family/classic`.
    pub id: String,
    /// Its own name; the last word of the id where the file cannot be read.
    pub name: String,
    /// One line about it, or empty.
    pub summary: String,
    /// Its plugin, its own or that of what it extends; empty where the file
    /// cannot be read.
    pub plugin: String,
    /// The engine protocols that play it where no ruleset is named.
    pub engine: Vec<String>,
    /// Where it comes from.
    pub origin: RulesetOrigin,
    /// What stands behind it under the same id and is not used.
    pub shadows: Vec<RulesetOrigin>,
    /// How many of the rulesets extend it, by way of others too.
    pub descendants: usize,
    /// What it extends, and so on up to one that extends nothing.
    ancestors: Vec<String>,
}

/// All rulesets that can be found. An earlier source shadows a later one.
#[derive(Debug, Clone, Default)]
pub struct Library {
    sources: Vec<LibrarySource>,
}

impl Library {
    /// Returns the library of these sources, the first one foremost.
    pub fn new(sources: Vec<LibrarySource>) -> Self {
        Library { sources }
    }

    /// Returns the sources, the first one foremost.
    pub fn sources(&self) -> &[LibrarySource] {
        &self.sources
    }

    /// Returns all rulesets in order of their ids.
    pub fn list(&self) -> Vec<LibraryEntry> {
        let mut entries: Vec<LibraryEntry> = Vec::new();
        for (source, id) in self.every_id() {
            let origin = self.origin(source, &id);
            match entries.iter_mut().find(|entry| entry.id == id) {
                Some(entry) => entry.shadows.push(origin),
                None => entries.push(self.entry(id, source, origin)),
            }
        }
        entries.sort_by(|a, b| a.id.cmp(&b.id));
        for span in 0..entries.len() {
            let id = &entries[span].id;
            let descendants = entries.iter().filter(|entry| entry.ancestors.contains(id)).count();
            entries[span].descendants = descendants;
        }
        entries
    }

    /// Returns the ids of all rulesets, sorted.
    pub fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.every_id().into_iter().map(|(_, id)| id).collect();
        ids.sort();
        ids.dedup();
        ids
    }

    /// Loads a ruleset by its id.
    ///
    /// # Errors
    /// Returns all that is wrong with it, or that there is none.
    pub fn load(
        &self,
        id: &str,
        settings: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> Result<Ruleset, Diagnostics> {
        match self.find(id, 0)? {
            Some(start) => {
                let origin = self.origin(start.source.unwrap_or_default(), id);
                Ruleset::load(self, start, origin, settings, schemas)
            }
            None => Err(self.unknown(id).into()),
        }
    }

    /// Loads a ruleset from a file, wherever it is. A file of one of the
    /// library's folders keeps its id; another one is named as its file.
    ///
    /// # Errors
    /// Returns all that is wrong with it, or why it cannot be read.
    pub fn load_path(
        &self,
        path: &Path,
        settings: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> Result<Ruleset, Diagnostics> {
        let shown = path.display().to_string();
        let file = Arc::new(read(path, shown)?);
        let (source, id) = self.place_of(path);
        let start = RulesetText { id, source, file };
        Ruleset::load(self, start, RulesetOrigin::File(path.to_owned()), settings, schemas)
    }

    /// Loads a ruleset from text; faults show it under the name.
    ///
    /// # Errors
    /// Returns all that is wrong with it.
    pub fn load_text(
        &self,
        name: &str,
        text: &str,
        settings: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> Result<Ruleset, Diagnostics> {
        let file = Arc::new(SourceFile::new(name, None, text));
        let start = RulesetText { id: name.to_owned(), source: None, file };
        Ruleset::load(self, start, RulesetOrigin::Text(name.to_owned()), settings, schemas)
    }

    /// Finds a ruleset among the sources from a number on.
    pub(crate) fn find(
        &self,
        id: &str,
        from: usize,
    ) -> Result<Option<RulesetText>, Box<SourceDiagnostic>> {
        if !is_id(id) {
            return Ok(None);
        }
        for (number, source) in self.sources.iter().enumerate().skip(from) {
            let file = match source {
                LibrarySource::Bundled(texts) => texts
                    .iter()
                    .find(|(name, _)| id_of(name).is_some_and(|it| it == id))
                    .map(|(name, text)| SourceFile::new(format!("<built in>/{name}"), None, *text)),
                LibrarySource::Folder(folder) => {
                    let path = folder.join(format!("{id}.toml"));
                    match path.is_file() {
                        true => Some(read(&path, path.display().to_string())?),
                        false => None,
                    }
                }
            };
            if let Some(file) = file {
                return Ok(Some(RulesetText {
                    id: id.to_owned(),
                    source: Some(number),
                    file: Arc::new(file),
                }));
            }
        }
        Ok(None)
    }

    fn unknown(&self, id: &str) -> SourceDiagnostic {
        let ids = self.ids();
        let same_end = ids.iter().find(|known| known.rsplit('/').next() == Some(id));
        let help =
            match same_end.map(String::as_str).or(nearest(id, ids.iter().map(String::as_str))) {
                Some(name) => Some(format!("did you mean `{name}`?")),
                None => kin(id, &ids),
            };
        SourceDiagnostic::error(format!("there is no ruleset `{id}`"), None).maybe_help(help)
    }

    fn entry(&self, id: String, source: usize, origin: RulesetOrigin) -> LibraryEntry {
        let name = id.rsplit('/').next().unwrap_or(&id).to_owned();
        let mut entry = LibraryEntry {
            name,
            summary: String::new(),
            plugin: String::new(),
            engine: Vec::new(),
            origin,
            shadows: Vec::new(),
            descendants: 0,
            ancestors: Vec::new(),
            id,
        };
        let mut next = self.find(&entry.id, source).ok().flatten();
        for depth in 0..32 {
            let Some(start) = next.take() else { break };
            let Ok(root) = parse(&start.file) else { break };
            let text = |key: &str| root.get(key).and_then(Value::text).map(str::to_owned);
            if depth == 0 {
                entry.name = text("name").unwrap_or(entry.name);
                entry.summary = text("summary").unwrap_or_default();
                let engine = root.get("engine").and_then(Value::array).unwrap_or_default();
                entry.engine = engine.iter().filter_map(Value::text).map(str::to_owned).collect();
            }
            if entry.plugin.is_empty() {
                entry.plugin = text("plugin").unwrap_or_default();
            }
            if let Some(parent) = text("extends") {
                // Of its own name it extends another one that it hides.
                if parent != entry.id && !entry.ancestors.contains(&parent) {
                    entry.ancestors.push(parent.clone());
                }
                let from = match start.source {
                    Some(source) if parent == start.id => source + 1,
                    _ => 0,
                };
                next = self.find(&parent, from).ok().flatten();
            }
        }
        entry
    }

    fn origin(&self, source: usize, id: &str) -> RulesetOrigin {
        match self.sources.get(source) {
            Some(LibrarySource::Folder(folder)) => {
                RulesetOrigin::File(folder.join(format!("{id}.toml")))
            }
            _ => RulesetOrigin::Bundled,
        }
    }

    /// Returns source and id of every file, source by source.
    fn every_id(&self) -> Vec<(usize, String)> {
        let mut all = Vec::new();
        for (number, source) in self.sources.iter().enumerate() {
            match source {
                LibrarySource::Bundled(texts) => {
                    all.extend(texts.iter().filter_map(|(name, _)| Some((number, id_of(name)?))));
                }
                LibrarySource::Folder(folder) => {
                    let mut ids = Vec::new();
                    gather(folder, "", 0, &mut ids);
                    ids.sort();
                    all.extend(ids.into_iter().map(|id| (number, id)));
                }
            }
        }
        all
    }

    /// Returns source and id of a file that may lie in one of the folders.
    fn place_of(&self, path: &Path) -> (Option<usize>, String) {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        for (number, source) in self.sources.iter().enumerate() {
            let LibrarySource::Folder(folder) = source else { continue };
            let Ok(folder) = folder.canonicalize() else { continue };
            let inside = whole.strip_prefix(&folder).ok().and_then(|rest| {
                let parts: Vec<String> =
                    rest.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                id_of(&parts.join("/"))
            });
            if let Some(id) = inside {
                return (Some(number), id);
            }
        }
        (None, stem.unwrap_or_default())
    }
}

/// Returns the id of a file's path under its source.
fn id_of(path: &str) -> Option<String> {
    path.strip_suffix(".toml").filter(|id| is_id(id)).map(str::to_owned)
}

/// Tells whether a text names a file below a folder and nothing outside it.
fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id.split('/').all(|part| {
            !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0'])
        })
}

/// Gathers the ids of a folder, folders within it included.
fn gather(folder: &Path, prefix: &str, depth: usize, ids: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            if depth < 4 {
                gather(&path, &format!("{prefix}{name}/"), depth + 1, ids);
            }
        } else {
            ids.extend(id_of(&format!("{prefix}{name}")));
        }
    }
}

fn read(path: &Path, shown: String) -> Result<SourceFile, Box<SourceDiagnostic>> {
    let diagnostic = |why: String| {
        Box::new(SourceDiagnostic::error(format!("cannot read {shown}: {why}"), None))
    };
    let file = std::fs::File::open(path).map_err(|error| diagnostic(error.to_string()))?;
    let mut bytes = Vec::new();
    file.take(LIMIT as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| diagnostic(error.to_string()))?;
    if bytes.len() > LIMIT {
        return Err(diagnostic(format!("it is larger than {} MiB", LIMIT >> 20)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        diagnostic(format!("line {line} is not UTF-8 text"))
    })?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok(SourceFile::new(shown, Some(path.to_owned()), text))
}
