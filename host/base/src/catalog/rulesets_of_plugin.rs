//! A plugin's file stands for its rulesets.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use boardloom_app::texts::files as t;
use boardloom_ruleset::{LibraryEntry, Overrides, RulesetOrigin};

use super::{Catalog, CatalogError, file_of, plugin_of};

impl Catalog {
    /// Returns the id or the file of the ruleset that a name denotes: for a plugin's file
    /// (`.wasm`) the first one of [`Catalog::rulesets_of`].
    ///
    /// # Errors
    /// If the plugin has no ruleset, or safe mode leaves it out.
    pub fn ruleset_named<'a>(&self, name: &'a str) -> Result<Cow<'a, str>, CatalogError> {
        let path = Path::new(name);
        let Some(plugin) = plugin_of(path) else { return Ok(Cow::Borrowed(name)) };
        if self.places.safe {
            let why = t::safe_mode().to_owned();
            return Err(CatalogError::Unread { path: path.to_owned(), why });
        }
        self.rulesets_of(path).into_iter().next().map(Cow::Owned).ok_or_else(|| {
            let folder = path.with_file_name("rulesets").join(&plugin);
            let expected = folder.join(format!("{plugin}.toml"));
            CatalogError::NoRulesetOf { plugin, expected }
        })
    }

    /// Returns the ids or files of the rulesets of a plugin's file, the main one first: those that
    /// lie beside it or in folders there, or else all that name a plugin like this.
    pub fn rulesets_of(&self, file: &Path) -> Vec<String> {
        let Some(plugin) = plugin_of(file) else { return Vec::new() };
        let folder = absolute(file).parent().map(Path::to_owned).unwrap_or_default();
        let mut listed = self.list();
        listed.retain(|entry| entry.plugin == plugin);
        let is_near = |entry: &LibraryEntry| match &entry.origin {
            RulesetOrigin::File(path) => absolute(path).starts_with(&folder),
            RulesetOrigin::Bundled | RulesetOrigin::Text(_) => false,
        };
        listed.sort_by_key(|it| (!it.main, Reverse(it.descendants), it.id.len(), it.id.clone()));
        let (near, far): (Vec<_>, Vec<_>) = listed.into_iter().partition(is_near);
        let mut names: Vec<String> = near.into_iter().map(|entry| entry.id).collect();
        if names.is_empty() {
            names = self.rulesets_beside(&folder, &plugin);
        }
        match names.is_empty() {
            true => far.into_iter().map(|entry| entry.id).collect(),
            false => names,
        }
    }

    /// Returns the rulesets' files in a folder that name this plugin.
    fn rulesets_beside(&self, folder: &Path, plugin: &str) -> Vec<String> {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        let files = entries.map(|entry| entry.path());
        let mut files: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|it| it == "toml")).collect();
        files.sort();
        let names_it = |path: &PathBuf| {
            let read = self.library.load_path(path, &Overrides::new(), self);
            read.is_ok_and(|ruleset| ruleset.plugin == plugin)
        };
        files.retain(names_it);
        files.into_iter().map(|path| path.display().to_string()).collect()
    }

    /// Returns a catalog that has the neighbours of a file, for names of files outside this
    /// catalog's folders.
    pub(super) fn extend_for(&self, name: &str) -> Result<Option<Catalog>, CatalogError> {
        let file = file_of(name).or_else(|| plugin_of(Path::new(name)).map(|_| Path::new(name)));
        match file {
            Some(file) if !self.places.safe => self.extend_with(file),
            _ => Ok(None),
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
