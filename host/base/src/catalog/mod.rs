//! The catalog of plugins and rulesets.

mod games;
mod places;
mod plugins;
mod rulesets_of_plugin;
mod translations;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use boardloom_app::texts::{files as t, start};
use boardloom_contract::{LoadedPlugin, PluginError, Severity};
use boardloom_match::{
    BLOCKED, GameSource, OptionFault, check_blocked_choices, check_examples, check_exercises,
    check_starts, write_atomically,
};
use boardloom_ruleset::file::read_file;
use boardloom_ruleset::{
    Diagnostics, ExampleGame, Library, LibraryEntry, LibrarySource, OPTIONS_NAME, Overrides,
    PluginSchemas, Ruleset, RulesetOrigin, SourceDiagnostic,
};
use boardloom_sandbox::{Sandbox, SandboxConfig, inspect};
use thiserror::Error;

use crate::compiler::compiler;
use crate::games::{DownloadError, IndexError, StoreError};
pub use games::{GameUpdate, UpdateResult};
pub use places::Places;
pub use plugins::{LARGEST_PLUGIN, Plugins, schema_of};

#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// No such ruleset; the diagnostics name the nearest.
    #[error("{}", .0.render(false).trim_end())]
    NoRuleset(Box<Diagnostics>),
    #[error("{}", .0.render(false).trim_end())]
    Ruleset(Box<Diagnostics>),
    #[error("there is no plugin `{name}`; {advice}")]
    NoPlugin { name: String, advice: String },
    #[error("no ruleset names the plugin `{plugin}`; write one as {}", expected.display())]
    NoRulesetOf { plugin: String, expected: PathBuf },
    #[error(transparent)]
    Game(#[from] StoreError),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Download(#[from] DownloadError),
    #[error("cannot read the plugin {}: {why}", path.display())]
    Unread { path: PathBuf, why: String },
    #[error("cannot keep the plugin `{name}`: {why}")]
    NotKept { name: String, why: String },
    #[error(transparent)]
    PluginError(#[from] PluginError),
    /// Plugins cannot run on this machine.
    #[error("{0}")]
    Sandbox(String),
}

impl From<boardloom_match::OpenError> for CatalogError {
    fn from(error: boardloom_match::OpenError) -> Self {
        match error {
            boardloom_match::OpenError::Ruleset(report) => CatalogError::Ruleset(report),
            boardloom_match::OpenError::PluginError(error) => CatalogError::PluginError(error),
            other => CatalogError::Sandbox(other.to_string()),
        }
    }
}

/// All rulesets and plugins. Files are read on first use.
pub struct Catalog {
    places: Places,
    library: Library,
    plugins: Plugins,
    sandbox: OnceLock<Result<Sandbox, String>>,
    config: SandboxConfig,
}

impl Catalog {
    pub fn new(places: Places) -> Self {
        let folders = places.rulesets().into_iter().map(LibrarySource::Folder);
        let library = Library::new(
            folders.chain([LibrarySource::Bundled(boardloom_bundle::rulesets())]).collect(),
        );
        let library = library.with_networks(boardloom_bundle::networks());
        Catalog {
            plugins: Plugins::new(
                places.opened_plugins.clone(),
                places.plugins(),
                places.left_out(),
            ),
            library,
            places,
            sandbox: OnceLock::new(),
            config: SandboxConfig::default(),
        }
    }

    /// Configures the sandbox; no effect once a plugin is loaded.
    #[must_use]
    pub fn with_config(self, config: SandboxConfig) -> Self {
        Catalog { config, ..self }
    }

    /// Returns a catalog extended by a plugin's or ruleset's file and its neighbours: the
    /// checkout around it and, for a plugin, the folder `rulesets` beside it, for a ruleset the
    /// plugins beside it. `None` if this catalog has all of it already.
    pub fn extend_with(&self, file: &Path) -> Result<Option<Catalog>, CatalogError> {
        let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        if self.places.safe {
            let why = t::safe_mode().to_owned();
            return Err(CatalogError::Unread { path: whole, why });
        }
        let mut places = self.places.clone();
        if let Some(name) = plugin_of(&whole) {
            let read = read_file(&whole, LARGEST_PLUGIN);
            let bytes = read.map_err(|error| CatalogError::Unread {
                path: whole.clone(),
                why: error.to_string(),
            })?;
            inspect(&name, &bytes)?;
            places.add_plugin(&whole);
        } else {
            places.add_ruleset(&whole);
        }
        if places == self.places {
            return Ok(None);
        }
        Ok(Some(Catalog::new(places).with_config(self.config.clone())))
    }

    /// Keeps a plugin's file in the user's folder, where all games find it. Returns its path.
    ///
    /// # Errors
    /// If the bytes are no plugin for this version, if there is a plugin of this name or the name
    /// is none, in safe mode, or if the file cannot be written.
    pub fn keep_plugin(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, CatalogError> {
        let refused = |why: String| CatalogError::NotKept { name: name.to_owned(), why };
        if self.places.safe {
            return Err(refused(t::safe_mode().to_owned()));
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(refused("expected a name of letters, digits and hyphens".to_owned()));
        }
        if self.plugins.has(name) {
            return Err(refused("there is a plugin of this name already".to_owned()));
        }
        inspect(name, bytes)?;
        let user = self.places.user.as_deref();
        let user = user.ok_or_else(|| refused("this user has no folder for data".to_owned()))?;
        let file = user.join("plugins").join(name).with_extension("wasm");
        let folder = std::fs::create_dir_all(user.join("plugins"));
        let written = folder.and_then(|()| write_atomically(&file, bytes));
        written.map_err(|error| refused(format!("{}: {error}", file.display())))?;
        Ok(file)
    }

    pub fn places(&self) -> &Places {
        &self.places
    }

    pub fn library(&self) -> &Library {
        &self.library
    }

    pub fn plugins(&self) -> &Plugins {
        &self.plugins
    }

    /// In order of ids.
    pub fn list(&self) -> Vec<LibraryEntry> {
        self.library.list()
    }

    pub fn origin_of(&self, origin: &RulesetOrigin) -> String {
        match origin {
            RulesetOrigin::File(path) => self.places.name_of(path),
            RulesetOrigin::Bundled => start::origin_built_in().to_owned(),
            RulesetOrigin::Text(name) => name.clone(),
        }
    }

    /// Returns the sandbox, created on first use.
    pub fn sandbox(&self) -> Result<&Sandbox, CatalogError> {
        let made = self.sandbox.get_or_init(|| {
            let config = self.config.clone();
            let compiler = config.compiler.clone().or_else(compiler);
            Sandbox::new(SandboxConfig { compiler, ..config }).map_err(|error| error.to_string())
        });
        made.as_ref().map_err(|why| CatalogError::Sandbox(why.clone()))
    }

    /// Loads a plugin, once.
    pub fn rules(&self, plugin: &str) -> Result<Arc<dyn LoadedPlugin>, CatalogError> {
        self.plugins.load(plugin, self).map(|known| known.rules)
    }

    /// Loads the built-in plugins with their schemas, so that their first games open at once.
    pub fn load_built_in_plugins(&self) {
        for plugin in self.plugins.list().into_iter().filter(|plugin| plugin.path.is_none()) {
            if let Err(error) = self.plugins.schema(&plugin.name, self) {
                tracing::warn!(plugin = plugin.name, %error, "a built-in plugin does not load");
            }
        }
    }

    /// Forgets plugins whose files changed; they are loaded again on the next use.
    pub fn refresh(&self) {
        self.plugins.refresh();
    }

    /// Loads a ruleset with its plugin: by its id, from a file if the name ends in `.toml`, or
    /// the first one of a plugin's file. Files may be outside the catalog's folders.
    pub fn source(&self, name: &str, overrides: &Overrides) -> Result<GameSource, CatalogError> {
        if let Some(wider) = self.extend_for(name)? {
            return wider.source(name, overrides);
        }
        let name = &*self.ruleset_named(name)?;
        let ruleset = match file_of(name) {
            Some(path) => self.library.load_path(path, overrides, self),
            None => self.library.load(name, overrides, self),
        };
        let ruleset = ruleset.map_err(|report| match self.knows(name) {
            true => CatalogError::Ruleset(Box::new(report)),
            false if self.places.safe => CatalogError::NoRuleset(Box::new(report.with_note(
                "safe mode leaves out rulesets that are not built in: start without \
                 `--safe-mode` to use them",
            ))),
            false => CatalogError::NoRuleset(Box::new(report)),
        })?;
        self.seat(ruleset)
    }

    /// Returns all diagnostics of a ruleset: those of its files, and the plugin's on the part
    /// that can be read. Warns of texts that are missing in these languages and in those that
    /// the ruleset's own file begins.
    pub fn check(&self, name: &str, languages: &[String]) -> Result<Diagnostics, CatalogError> {
        let mut report = self.check_alone(name, languages)?;
        // A file that this one extends may be wrong alone.
        report.restore_inherited(|path| {
            self.check_alone(&path.display().to_string(), &[]).unwrap_or_default()
        });
        Ok(report)
    }

    fn check_alone(&self, name: &str, languages: &[String]) -> Result<Diagnostics, CatalogError> {
        let (ruleset, mut report) = self.library.inspect(name, &Overrides::new(), self);
        let Some(ruleset) = ruleset else { return Ok(report) };
        let known = report.clone();
        let opened = self.seat(ruleset).and_then(|source| {
            let game = source.open()?;
            let mut found = game.warnings()?;
            game.start()?;
            let starts = check_starts(&source)?;
            if starts.is_empty() {
                let open = |value: &_| self.source_with(name, BLOCKED, value);
                found.extend(check_blocked_choices(&source, open)?);
            }
            found.extend(starts);
            found.extend(check_exercises(&source)?);
            found.extend(check_examples(&source, |example| {
                self.source_of_example(name, example, &known)
            })?);
            let mut found = source.ruleset.locate(&found);
            found.append(source.ruleset.check_against(&game.about()?));
            // Texts of a part that was left out would be missing.
            if !known.has_errors() {
                // Nor are texts that stand at a wrong key told twice.
                let is_told = |code: &str| known.iter().any(|it| it.key == code);
                let begun = source.ruleset.own_languages();
                let languages = begun.chain(languages.iter().map(String::as_str));
                found.extend(translations::missing(&source, languages, is_told)?);
            }
            Ok(found)
        });
        match opened {
            Ok(warnings) => report.append(warnings),
            Err(CatalogError::Ruleset(found)) => report.append_causes(*found),
            // The cause may be a key that was left out.
            Err(_) if report.has_errors() => {}
            Err(other) => return Err(other),
        }
        Ok(report)
    }

    /// Opens a ruleset with a value of an option.
    fn source_with(&self, name: &str, key: &str, value: &serde_json::Value) -> Option<GameSource> {
        let overrides = [(key, value.clone())].into_iter().collect();
        self.seat(self.library.inspect(name, &overrides, self).0?).ok()
    }

    /// Opens a ruleset with the options of an example, or tells why they do not fit. `known` has
    /// the errors that it has without them.
    fn source_of_example(
        &self,
        name: &str,
        example: &ExampleGame,
        known: &Diagnostics,
    ) -> Result<GameSource, Vec<OptionFault>> {
        let (ruleset, report) = self.library.inspect(name, &example.overrides(), self);
        let opened = ruleset.filter(|_| report.errors() <= known.errors()).map(|ruleset| {
            let source = self.seat(ruleset)?;
            source.open()?.start()?;
            Ok(source)
        });
        let wrong = match opened {
            Some(Ok(source)) => return Ok(source),
            Some(Err(CatalogError::Ruleset(report))) => *report,
            Some(Err(_)) => Diagnostics::default(),
            None => report,
        };
        let is_new = |it: &&SourceDiagnostic| {
            it.severity == Severity::Error && !known.iter().any(|other| other.is_shared_with(it))
        };
        Err(wrong.iter().filter(is_new).map(option_fault).collect())
    }

    /// Returns the errors of a ruleset's text: those of the text, and the plugin's.
    pub fn check_text(&self, name: &str, toml: &str) -> Diagnostics {
        let ruleset = match self.library.load_text(name, toml, &Overrides::new(), self) {
            Ok(ruleset) => ruleset,
            Err(report) => return report,
        };
        let opened = self.seat(ruleset).and_then(|source| {
            source.open()?.start()?;
            Ok(source.ruleset.locate(&check_starts(&source)?))
        });
        match opened {
            Ok(report) => report,
            Err(CatalogError::Ruleset(report)) => *report,
            Err(_) => Diagnostics::default(),
        }
    }

    /// Loads a ruleset from text, with its plugin; diagnostics show it under `name`.
    pub fn source_of_text(
        &self,
        name: &str,
        toml: &str,
        overrides: &Overrides,
    ) -> Result<GameSource, CatalogError> {
        let ruleset = self.library.load_text(name, toml, overrides, self);
        self.seat(ruleset.map_err(|report| CatalogError::Ruleset(Box::new(report)))?)
    }

    fn seat(&self, ruleset: Ruleset) -> Result<GameSource, CatalogError> {
        let known = self.plugins.load(&ruleset.plugin, self)?;
        Ok(GameSource { rules: known.rules, ruleset: Arc::new(ruleset), build: known.build })
    }

    /// Tells whether a ruleset of that name, or its file, exists. Aliases are no names.
    pub fn knows(&self, name: &str) -> bool {
        match file_of(name) {
            Some(path) => path.is_file(),
            None => self.library.ids().iter().any(|id| id == name),
        }
    }
}

/// Tells an error of chosen options as one of the example that chooses them.
fn option_fault(error: &SourceDiagnostic) -> OptionFault {
    let chosen = error.span.as_ref().filter(|span| span.file.name() == OPTIONS_NAME);
    let key = chosen.map(|_| error.key.clone());
    let on_key = chosen.is_some_and(|span| span.text() == error.key);
    let label = error.label.as_deref().filter(|_| key.is_some());
    let what = [Some(&*error.what), label].into_iter().flatten().collect::<Vec<_>>().join(": ");
    // A key with a dot would be one of a table within the options.
    let quoted = |(index, part): (usize, &str)| match index % 2 == 1 && part.contains('.') {
        true => format!("\"{part}\""),
        false => part.to_owned(),
    };
    let hint = error.help.as_ref().map(|help| match on_key {
        true => help.split('`').enumerate().map(quoted).collect::<Vec<_>>().join("`"),
        false => help.clone(),
    });
    OptionFault { key, on_key, what, hint }
}

/// Returns the file that a ruleset's name denotes.
pub fn file_of(name: &str) -> Option<&Path> {
    name.ends_with(".toml").then(|| Path::new(name))
}

/// Returns the plugin name of a file, by its extension.
pub fn plugin_of(file: &Path) -> Option<String> {
    let ends = file.extension().is_some_and(|it| it.eq_ignore_ascii_case("wasm"));
    if ends { plugins::name_of(file) } else { None }
}

fn shown(folders: &[PathBuf]) -> String {
    let folders: Vec<String> = folders.iter().map(|it| it.display().to_string()).collect();
    folders.join(" or ")
}

impl PluginSchemas for Catalog {
    fn schema(&self, plugin: &str) -> Result<Arc<serde_json::Value>, String> {
        let schema = self.plugins.schema(plugin, self);
        schema.map_err(|error| match error {
            CatalogError::PluginError(error @ PluginError::Incompatible { .. }) => {
                format!("{error}; build it for this version, or remove its file")
            }
            other => other.to_string(),
        })
    }

    fn version(&self, plugin: &str) -> Option<String> {
        self.plugins.version(plugin)
    }

    fn plugins(&self) -> Vec<String> {
        self.plugins.names()
    }
}
