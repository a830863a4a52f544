//! The build of a plugin's crate.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use thiserror::Error;

use crate::encode::{EncodeError, encode, with_catalogue, with_version};
use crate::environment::isolate;
use crate::target::{TARGET, TargetError, ensure_target};

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error("expected to run cargo, but `{cargo}` does not run: {error}")]
    NoCargo { cargo: String, error: std::io::Error },
    #[error("the plugin in {} does not build:\n{output}", manifest.display())]
    Compile { manifest: PathBuf, output: String },
    #[error(
        "expected a library of the kind `cdylib` in {}, found none; write \
         `crate-type = [\"cdylib\", \"rlib\"]` under `[lib]`",
        manifest.display()
    )]
    NoModule { manifest: PathBuf },
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("the plugin in {} compiles, but is not a plugin: {error}", manifest.display())]
    Encode { manifest: PathBuf, error: EncodeError },
}

#[derive(Debug, Clone)]
pub struct BuildSettings {
    pub manifest: PathBuf,
    /// `None` is the crate's own target folder.
    pub target_dir: Option<PathBuf>,
    /// `release` or a profile of the manifest.
    pub profile: String,
    /// Whether the lock file must be up to date.
    pub locked: bool,
    /// Folders and the names that replace them in the plugin, so that the same source
    /// gives the same bytes on any machine.
    pub hidden: Vec<(PathBuf, String)>,
    /// Whether cargo's own progress goes to standard error.
    pub watched: bool,
}

#[derive(Debug, Clone)]
pub struct BuiltPlugin {
    pub name: String,
    /// The version of the package, which is in the component too.
    pub version: String,
    pub component: Vec<u8>,
}

impl BuildSettings {
    /// Builds the release profile.
    pub fn new(manifest: impl Into<PathBuf>) -> Self {
        BuildSettings {
            manifest: manifest.into(),
            target_dir: None,
            profile: "release".to_owned(),
            locked: false,
            hidden: Vec::new(),
            watched: false,
        }
    }

    pub fn run(&self) -> Result<BuiltPlugin, BuildError> {
        ensure_target()?;
        let (name, version, path) = self.compile()?;
        let module = std::fs::read(&path).map_err(|error| BuildError::Read { path, error })?;
        let component = encode(&module)
            .map_err(|error| BuildError::Encode { manifest: self.manifest.clone(), error })?;
        let component = with_version(component, &version);
        let component = with_catalogues(component, &self.manifest.with_file_name("languages"))?;
        Ok(BuiltPlugin { name, version, component })
    }

    /// Returns name and version of the package, and the path of the module.
    fn compile(&self) -> Result<(String, String, PathBuf), BuildError> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(&cargo);
        isolate(&mut command, &self.flags());
        command
            .args(["build", "--lib", "--target", TARGET, "--profile", &self.profile])
            .args(["--message-format", "json-render-diagnostics", "--color", "never"])
            .arg("--manifest-path")
            .arg(&self.manifest)
            .stdin(Stdio::null());
        if let Some(folder) = &self.target_dir {
            command.arg("--target-dir").arg(folder);
        }
        if self.locked {
            command.arg("--locked");
        }
        if self.watched {
            command.stderr(Stdio::inherit());
        }
        let output = command.output().map_err(|error| BuildError::NoCargo {
            cargo: cargo.to_string_lossy().into_owned(),
            error,
        })?;
        if !output.status.success() {
            let output = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
            return Err(BuildError::Compile { manifest: self.manifest.clone(), output });
        }
        module_of(&output.stdout, &self.manifest)
            .ok_or_else(|| BuildError::NoModule { manifest: self.manifest.clone() })
    }

    /// Returns the compiler's flags, which hide cargo's folder too.
    fn flags(&self) -> Vec<String> {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        // cargo itself uses `std::env::home_dir`.
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
        let home = home.map(|home| (home, "cargo".to_owned()));
        let shown = |(folder, name): &(PathBuf, String)| {
            format!("--remap-path-prefix={}={name}", folder.display())
        };
        home.iter().chain(&self.hidden).map(shown).collect()
    }
}

/// Writes a plugin's texts in other languages into its component: the files `*.toml` of a folder,
/// which may be missing. The file's name is the language.
pub fn with_catalogues(component: Vec<u8>, folder: &Path) -> Result<Vec<u8>, BuildError> {
    let files = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files.into_iter().try_fold(component, |component, path| {
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|error| BuildError::Read { path: path.clone(), error })?;
        let language = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(with_catalogue(component, &language, &text.replace("\r\n", "\n")))
    })
}

/// Returns name, version and module of the package with this manifest, from
/// cargo's output, one JSON object a line.
fn module_of(output: &[u8], manifest: &Path) -> Option<(String, String, PathBuf)> {
    let manifest = manifest.canonicalize().ok()?;
    let text = String::from_utf8_lossy(output);
    let artifacts = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact");
    let own = artifacts.filter(|message| {
        let path = message["manifest_path"].as_str().map(Path::new);
        path.and_then(|path| path.canonicalize().ok()).is_some_and(|path| path == manifest)
    });
    let mut modules = own.filter_map(|message| {
        let files = message["filenames"].as_array()?;
        let wasm = files.iter().filter_map(Value::as_str).find(|file| file.ends_with(".wasm"))?;
        let (name, version) = package(message["package_id"].as_str()?);
        Some((name, version, PathBuf::from(wasm)))
    });
    modules.next_back()
}

/// Returns name and version of a package id: `path+file:///x/nine#0.1.0` or
/// `path+file:///x/folder#nine@0.1.0`.
fn package(id: &str) -> (String, String) {
    let (source, version) = id.rsplit_once('#').unwrap_or((id, ""));
    match version.split_once('@') {
        Some((name, version)) => (name.to_owned(), version.to_owned()),
        None => (source.rsplit('/').next().unwrap_or(source).to_owned(), version.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_has_a_name_and_a_version() {
        let of = |id| {
            let (name, version) = package(id);
            format!("{name} {version}")
        };
        assert_eq!(of("path+file:///x/plugins/nine#0.1.0"), "nine 0.1.0");
        assert_eq!(of("path+file:///x/folder#my-game@0.2.1"), "my-game 0.2.1");
    }

    #[test]
    fn the_error_of_a_crate_without_a_module_names_the_crate_type() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        let text = "[package]\nname = \"plain\"\nedition = \"2024\"\n[workspace]\n";
        std::fs::write(&manifest, text).unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        std::fs::write(folder.path().join("src/lib.rs"), "").unwrap();
        let error = BuildSettings::new(&manifest).run().unwrap_err().to_string();
        assert!(error.contains("crate-type = [\"cdylib\", \"rlib\"]"), "{error}");

        std::fs::write(folder.path().join("src/lib.rs"), "fn f() -> u8 { \"\" }").unwrap();
        let error = BuildSettings::new(&manifest).run().unwrap_err().to_string();
        assert!(error.contains("mismatched types"), "{error}");
    }

    #[test]
    fn a_module_without_the_contract_is_not_a_plugin() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        let text = "[package]\nname = \"bare\"\nedition = \"2024\"\n\
                    [lib]\ncrate-type = [\"cdylib\"]\n[workspace]\n";
        std::fs::write(&manifest, text).unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        std::fs::write(folder.path().join("src/lib.rs"), "").unwrap();
        let built = BuildSettings::new(&manifest).run();
        // wit-component makes an empty component of an empty module; the sandbox
        // then names the missing interfaces.
        if let Err(error) = built {
            assert!(error.to_string().contains("is not a plugin"), "{error}");
        }
    }
}
