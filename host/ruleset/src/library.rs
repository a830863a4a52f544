//! The rulesets in folders and inside the program.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde_json::Value as Json;

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::file::read_text;
use crate::inheritance::{RulesetText, rulesets_in_folder};
use crate::languages::is_language;
use crate::network;
use crate::overrides::Overrides;
use crate::parser::{LIMIT, parse};
use crate::printable::printable_line;
use crate::ruleset::Ruleset;
use crate::schema::PluginSchemas;
use crate::source::SourceFile;
use crate::suggestion::{did_you_mean, shorten};
use crate::value::Value;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LibrarySource {
    /// A missing folder counts as empty.
    Folder(PathBuf),
    /// Paths as `family/classic.toml`, and texts.
    Bundled(&'static [(&'static str, &'static str)]),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RulesetOrigin {
    File(PathBuf),
    #[default]
    Bundled,
    /// A text with this name.
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

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LibraryEntry {
    /// As `family/classic`.
    pub id: String,
    /// The last word of the id if the file cannot be read.
    pub name: String,
    /// One line, or empty.
    pub summary: String,
    /// Other names of the game.
    pub aliases: Vec<String>,
    /// Whether it stands for its family. An earlier source's choice hides those of later ones.
    pub main: bool,
    /// The name of its family, of which only that of the main ruleset counts; or empty.
    pub family: String,
    /// Possibly inherited; empty if the file cannot be read.
    pub plugin: String,
    /// The engine protocols that play it by default.
    pub engine: Vec<String>,
    /// The number of lessons' steps, and of puzzles.
    pub lessons: usize,
    pub puzzles: usize,
    pub origin: RulesetOrigin,
    /// Rulesets with the same id in later sources, which are not used.
    pub shadows: Vec<RulesetOrigin>,
    /// Whether it has the text of a built-in one that it hides, as in a checkout.
    pub is_copy: bool,
    /// The number of rulesets that extend it, directly or not.
    pub descendants: usize,
    /// By language.
    pub translations: BTreeMap<String, EntryTexts>,
    /// The ruleset that it extends, and so on up to one that extends none.
    ancestors: Vec<String>,
}

/// Texts of an entry in another language, as far as they are translated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryTexts {
    pub name: Option<String>,
    pub summary: Option<String>,
    pub family: Option<String>,
}

impl LibraryEntry {
    /// Returns it with its texts in a language; searches still find its English name.
    #[must_use]
    pub fn in_language(mut self, language: &str) -> Self {
        let Some(EntryTexts { name, summary, family }) = self.translations.remove(language) else {
            return self;
        };
        if let Some(name) = name {
            self.aliases.push(std::mem::replace(&mut self.name, name));
        }
        self.summary = summary.unwrap_or(self.summary);
        self.family = family.unwrap_or(self.family);
        self
    }

    /// Tells whether each word of a search occurs in the id, a name or the summary.
    pub fn matches(&self, search: &str) -> bool {
        contains_words(&self.search_text(), search)
    }

    pub fn search_text(&self) -> String {
        let LibraryEntry { id, name, plugin, summary, aliases, .. } = self;
        format!("{id} {name} {plugin} {summary} {}", aliases.join(" "))
    }
}

/// Returns a name as it is typed on the command line: `viking-chess`.
fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// Tells whether a text contains each word of a search, in any case.
pub fn contains_words(text: &str, search: &str) -> bool {
    let (text, search) = (text.to_lowercase(), search.to_lowercase());
    search.split_whitespace().all(|word| text.contains(word))
}

/// Keeps the families in which a text has words that begin with those of a search, if there are
/// any: letters of a short name occur within other names too. `of` returns the family and the
/// text of an entry.
pub fn keep_named<T>(found: &mut Vec<T>, search: &str, of: impl Fn(&T) -> (String, String)) {
    let search = search.to_lowercase();
    let begins = |text: &str| {
        let text = text.to_lowercase();
        let words = || text.split(|c: char| !c.is_alphanumeric());
        let known = |word: &str| words().any(|it| it.starts_with(word));
        let parts = search.split(|c: char| !c.is_alphanumeric());
        parts.filter(|word| !word.is_empty()).all(known)
    };
    let named = found.iter().map(&of).filter(|(_, text)| begins(text));
    let first: BTreeSet<String> = named.map(|(family, _)| family).collect();
    found.retain(|entry| first.is_empty() || first.contains(&of(entry).0));
}

/// Returns the id that has all words of a name in whatever order, and the fewest others: a family
/// may be spelled as its main game.
fn with_all_words<'a>(ids: &'a [String], name: &str) -> Option<&'a String> {
    let words = |text: &str| -> BTreeSet<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        parts.map(str::to_lowercase).collect()
    };
    let wanted = words(name);
    let known = ids.iter().map(|id| (id, words(id)));
    let whole = known.filter(|(_, known)| !wanted.is_empty() && wanted.is_subset(known));
    whole.min_by_key(|(_, known)| known.len()).map(|(id, _)| id)
}

/// All rulesets that can be found. An earlier source shadows a later one.
#[derive(Debug, Clone, Default)]
pub struct Library {
    sources: Vec<LibrarySource>,
    bundled_networks: &'static [(&'static str, &'static str)],
}

impl Library {
    pub fn new(sources: Vec<LibrarySource>) -> Self {
        Library { sources, ..Library::default() }
    }

    /// Adds networks inside the program: paths as `family/tournament.net`, and texts.
    #[must_use]
    pub fn with_networks(self, networks: &'static [(&'static str, &'static str)]) -> Self {
        Library { bundled_networks: networks, ..self }
    }

    /// Returns the texts of the networks with this path, from the first source on.
    pub(crate) fn networks<'a>(&'a self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        let folders = self.sources.iter().filter_map(move |source| match source {
            LibrarySource::Folder(folder) if is_id(name) => Some(folder.join(name)),
            _ => None,
        });
        let files = folders.filter_map(|path| read_text(&path, network::LARGEST).ok());
        let bundled = self.bundled_networks.iter().filter(move |(known, _)| *known == name);
        files.chain(bundled.map(|(_, text)| (*text).to_owned()))
    }

    /// Returns the path of a network within its source; of another file the name alone.
    pub(crate) fn name_of_network(&self, path: &Path) -> String {
        let inside = self.sources.iter().find_map(|source| match source {
            LibrarySource::Folder(folder) => path.strip_prefix(folder).ok(),
            LibrarySource::Bundled(_) => None,
        });
        let inside = inside.or(path.file_name().map(Path::new)).unwrap_or(path);
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    }

    /// Returns the id of the main ruleset of a plugin, whose name may have capital letters.
    pub(crate) fn main_of(&self, family: &str) -> Option<String> {
        let plugin = family.trim().trim_end_matches('/').to_lowercase();
        if plugin.contains('/') {
            return None;
        }
        let entries = self.list();
        let main = entries.iter().find(|entry| entry.main && entry.plugin == plugin);
        main.map(|entry| entry.id.clone())
    }

    pub fn sources(&self) -> &[LibrarySource] {
        &self.sources
    }

    pub fn list(&self) -> Vec<LibraryEntry> {
        let mut entries: Vec<LibraryEntry> = Vec::new();
        // The source of each family's main ruleset.
        let mut mains: HashMap<String, usize> = HashMap::new();
        for (source, id) in self.all_ids() {
            let origin = self.origin(source, &id);
            match entries.iter_mut().find(|entry| entry.id == id) {
                Some(entry) => {
                    if origin == RulesetOrigin::Bundled {
                        let text = |from| Some(self.find(&id, from).ok()??.file.text().to_owned());
                        entry.is_copy = text(0) == text(source);
                    }
                    entry.shadows.push(origin);
                }
                None => {
                    let mut entry = self.entry(id, source, origin);
                    entry.main = entry.main
                        && *mains.entry(entry.plugin.clone()).or_insert(source) == source;
                    entries.push(entry);
                }
            }
        }
        entries.sort_by(|a, b| a.id.cmp(&b.id));
        for index in 0..entries.len() {
            let id = &entries[index].id;
            let descendants = entries.iter().filter(|entry| entry.ancestors.contains(id)).count();
            entries[index].descendants = descendants;
        }
        entries
    }

    pub fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.all_ids().into_iter().map(|(_, id)| id).collect();
        ids.sort();
        ids.dedup();
        ids
    }

    pub fn load(
        &self,
        id: &str,
        overrides: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> Result<Ruleset, Diagnostics> {
        let start = match self.find(id, 0)? {
            Some(start) => Some(start),
            None => self.find_alias(id),
        };
        match start {
            Some(start) => Ruleset::load(self, start, overrides, schemas),
            None => Err(self.not_found(id).into()),
        }
    }

    /// Loads a ruleset for a check by its id or its file. Returns all diagnostics, and the
    /// ruleset without its faulty parts, as far as that is a ruleset.
    pub fn inspect(
        &self,
        name: &str,
        overrides: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> (Option<Ruleset>, Diagnostics) {
        let start = match name.ends_with(".toml") {
            true => self.start_of_path(Path::new(name)).map(Some),
            false => self.find(name, 0),
        };
        match start {
            Ok(Some(start)) => {
                let second = self.second_main(&start);
                let (ruleset, mut report) = Ruleset::read(self, start, overrides, schemas);
                report.extend(second);
                (ruleset, report)
            }
            Ok(None) => (None, self.not_found(name).into()),
            Err(diagnostic) => (None, diagnostic.into()),
        }
    }

    /// Returns a warning if another ruleset of the same source stands for the family too.
    fn second_main(&self, start: &RulesetText) -> Option<SourceDiagnostic> {
        let source = start.source?;
        let root = parse(&start.file).root?;
        let main = root.get("main")?;
        let own = self.entry(start.id.clone(), source, RulesetOrigin::default());
        if !own.main {
            return None;
        }
        let ids = self.all_ids().into_iter().filter(|(other, _)| *other == source);
        let mut others = ids.map(|(_, id)| self.entry(id, source, RulesetOrigin::default()));
        let other = others.find(|it| it.main && it.plugin == own.plugin && it.id != own.id)?;
        let what = format!("`{}` is the main ruleset of `{}` too", other.id, own.plugin);
        let warning = SourceDiagnostic::warning(what, Some(main.span.clone())).key("main");
        Some(warning.help("remove `main` from one of them"))
    }

    /// Loads any file. A file in a folder of the library keeps its id; for another
    /// one, the name of the file is the id.
    pub fn load_path(
        &self,
        path: &Path,
        overrides: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> Result<Ruleset, Diagnostics> {
        Ruleset::load(self, self.start_of_path(path)?, overrides, schemas)
    }

    pub(crate) fn start_of_path(&self, path: &Path) -> Result<RulesetText, Box<SourceDiagnostic>> {
        let file = Arc::new(read(path, path.display().to_string())?);
        let (source, id) = self.id_of_path(path);
        Ok(RulesetText { id, source, file })
    }

    /// Loads a text; diagnostics show it under this name.
    pub fn load_text(
        &self,
        name: &str,
        text: &str,
        overrides: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> Result<Ruleset, Diagnostics> {
        let file = Arc::new(SourceFile::new(name, None, text));
        let start = RulesetText { id: name.to_owned(), source: None, file };
        Ruleset::load(self, start, overrides, schemas)
    }

    /// Finds a ruleset in the sources from an index on.
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

    /// Finds the ruleset that `extends` names: a path beside the file, a ruleset of the library,
    /// or a file beside this one or beside its folder.
    pub(crate) fn parent_of(
        &self,
        child: &RulesetText,
        name: &str,
    ) -> Result<Option<RulesetText>, Box<SourceDiagnostic>> {
        let folder = child.file.path().and_then(Path::parent);
        if is_path(name) {
            let path = folder.map(|folder| without_dots(&folder.join(with_extension(name))));
            return match path.filter(|path| path.is_file()) {
                Some(path) => self.start_of_path(&path).map(Some),
                None => Ok(None),
            };
        }
        let found = self.find(name, child.first_source(name))?;
        let (None, Some(folder), true) = (&found, folder, is_id(name)) else { return Ok(found) };
        let above = folder.parent().filter(|_| name.contains('/'));
        let mut paths =
            std::iter::once(folder).chain(above).map(|it| it.join(with_extension(name)));
        paths.find(|path| path.is_file()).map(|path| self.start_of_path(&path)).transpose()
    }

    fn find_alias(&self, alias: &str) -> Option<RulesetText> {
        let has_alias = |start: &RulesetText| {
            let root = parse(&start.file).root;
            let aliases = root.as_ref().and_then(|root| root.get("aliases")?.array());
            let names = aliases.into_iter().flatten().filter_map(Value::text);
            names.map(slug).any(|known| known == slug(alias))
        };
        let mut starts = self.ids().into_iter().filter_map(|id| self.find(&id, 0).ok().flatten());
        starts.find(has_alias)
    }

    fn not_found(&self, id: &str) -> SourceDiagnostic {
        let ids = self.ids();
        let same_end = ids.iter().find(|known| known.rsplit('/').next() == Some(id));
        let help = same_end
            .or_else(|| with_all_words(&ids, id))
            .map(|name| format!("did you mean `{name}`?"))
            .or_else(|| did_you_mean(id, ids.iter().map(String::as_str)))
            .or_else(|| rulesets_in_folder(id, &ids));
        SourceDiagnostic::error(format!("there is no ruleset `{}`", shorten(id)), None)
            .maybe_help(help)
    }

    fn entry(&self, id: String, source: usize, origin: RulesetOrigin) -> LibraryEntry {
        let name = id.rsplit('/').next().unwrap_or(&id).to_owned();
        let mut entry = LibraryEntry { id, name, origin, ..LibraryEntry::default() };
        let mut next = self.find(&entry.id, source).ok().flatten();
        for depth in 0..32 {
            let Some(start) = next.take() else { break };
            let Some(root) = parse(&start.file).root else { break };
            let text = |key: &str| {
                root.get(key).and_then(Value::text).map(|text| printable_line(text).into_owned())
            };
            if depth == 0 {
                entry.name = text("name").unwrap_or(entry.name);
                entry.summary = text("summary").unwrap_or_default();
                entry.family = text("family").unwrap_or_default();
                let texts = |key: &str| {
                    let list = root.get(key).and_then(Value::array).unwrap_or_default();
                    list.iter().filter_map(Value::text).map(str::to_owned).collect()
                };
                (entry.aliases, entry.engine) = (texts("aliases"), texts("engine"));
                entry.main = root.get("main").is_some_and(|it| it.to_json() == Json::Bool(true));
                let count = |key: &str| root.get(key).and_then(Value::array).map_or(0, <[_]>::len);
                (entry.lessons, entry.puzzles) = (count("lesson"), count("puzzle"));
                entry.translations = translations(&root);
            }
            if entry.plugin.is_empty() {
                entry.plugin = text("plugin").unwrap_or_default();
            }
            if let Some(parent) = text("extends") {
                if parent != entry.id && !entry.ancestors.contains(&parent) {
                    entry.ancestors.push(parent.clone());
                }
                next = self.parent_of(&start, &parent).ok().flatten();
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

    /// Returns index of the source and id of every ruleset.
    fn all_ids(&self) -> Vec<(usize, String)> {
        let mut all = Vec::new();
        for (number, source) in self.sources.iter().enumerate() {
            match source {
                LibrarySource::Bundled(texts) => {
                    all.extend(texts.iter().filter_map(|(name, _)| Some((number, id_of(name)?))));
                }
                LibrarySource::Folder(folder) => {
                    let mut ids = Vec::new();
                    collect_ids(folder, "", 0, &mut ids);
                    ids.sort();
                    all.extend(ids.into_iter().map(|id| (number, id)));
                }
            }
        }
        all
    }

    /// Returns index of the source and id of a file on disk.
    fn id_of_path(&self, path: &Path) -> (Option<usize>, String) {
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

/// Returns the texts of a ruleset for lists in each of its languages.
fn translations(root: &Value) -> BTreeMap<String, EntryTexts> {
    let entries = root.table().into_iter().flat_map(|table| &table.entries);
    let languages = entries.filter(|entry| is_language(&entry.key));
    let text = |table: &Value, key: &str| {
        table.get(key).and_then(Value::text).map(|text| printable_line(text).into_owned())
    };
    let texts = |table: &Value| EntryTexts {
        name: text(table, "name"),
        summary: text(table, "summary"),
        family: text(table, "family"),
    };
    languages.map(|it| (it.key.clone(), texts(&it.value))).collect()
}

/// Tells whether `extends` names a file instead of a ruleset of the library.
pub(crate) fn is_path(name: &str) -> bool {
    name.ends_with(".toml") || name.starts_with("./") || name.starts_with("../")
}

/// Drops the parts of a path that lead nowhere: `./parents/./a.toml` is `parents/a.toml`.
fn without_dots(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

fn with_extension(name: &str) -> String {
    if name.ends_with(".toml") { name.to_owned() } else { format!("{name}.toml") }
}

fn id_of(path: &str) -> Option<String> {
    path.strip_suffix(".toml").filter(|id| is_id(id)).map(str::to_owned)
}

/// Refuses paths that lead out of the folder.
fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id.split('/').all(|part| {
            !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0'])
        })
}

/// Collects the ids in a folder and the folders within it.
fn collect_ids(folder: &Path, prefix: &str, depth: usize, ids: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            if depth < 4 {
                collect_ids(&path, &format!("{prefix}{name}/"), depth + 1, ids);
            }
        } else {
            ids.extend(id_of(&format!("{prefix}{name}")));
        }
    }
}

fn read(path: &Path, shown: String) -> Result<SourceFile, Box<SourceDiagnostic>> {
    match read_text(path, LIMIT) {
        // Faults are told by lines and columns: the same ones for both ends of lines.
        Ok(text) => Ok(SourceFile::new(shown, Some(path.to_owned()), text.replace("\r\n", "\n"))),
        Err(why) => {
            Err(Box::new(SourceDiagnostic::error(format!("cannot read {shown}: {why}"), None)))
        }
    }
}
