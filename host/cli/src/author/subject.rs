//! The plugin that a command is about: a file, a crate's folder, or a name.

use std::path::{Path, PathBuf};

use crate::catalog::{Catalog, OpenError, Places};
use crate::cli::CatalogArgs;
use crate::failure::Failure;
use crate::run;

/// A plugin's component, and the shelf on which its rulesets stand.
pub struct Subject {
    /// Its name, as rulesets give it.
    pub name: String,
    /// The component.
    pub bytes: Vec<u8>,
    /// Where its rulesets are found, and itself before any other of its name.
    pub catalog: Catalog,
}

/// Returns the manifest of a crate's folder.
pub fn manifest_of(folder: &Path) -> Result<PathBuf, Failure> {
    let manifest = folder.join("Cargo.toml");
    match manifest.is_file() {
        true => Ok(manifest),
        false => Err(Failure::Usage(format!(
            "there is no Cargo.toml in {}; name the folder of a plugin's crate, or write one with \
             `boardloom new plugin NAME`",
            folder.display()
        ))),
    }
}

/// Returns the name of a crate.
pub fn package_name(manifest: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(manifest).map_err(Failure::read(manifest))?;
    let fault = |what: String| Failure::Faults(format!("{}: {what}", manifest.display()));
    let document: toml::Table = text.parse().map_err(|error| fault(format!("{error}")))?;
    let name = document.get("package").and_then(|package| package.get("name"));
    let name = name.and_then(toml::Value::as_str);
    name.map(str::to_owned).ok_or_else(|| fault("expected a [package] with a name".to_owned()))
}

/// Finds the plugin that a person names; a crate's folder counts as built.
pub fn find(args: &CatalogArgs, what: &str) -> Result<Subject, Failure> {
    let path = Path::new(what);
    if path.is_dir() {
        let name = package_name(&manifest_of(path)?)?;
        return of_file(args, &path.join(format!("{name}.wasm")), &name);
    }
    if path.is_file() || what.ends_with(".wasm") {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        return of_file(args, path, &name.unwrap_or_default());
    }
    let catalog = run::catalog(args, None);
    match catalog.plugins().bytes(what) {
        Ok(bytes) => Ok(Subject { name: what.to_owned(), bytes: bytes.into_owned(), catalog }),
        Err(missing @ OpenError::NoPlugin { .. }) => {
            let names = catalog.plugins().names().join(", ");
            Err(Failure::Usage(format!(
                "{missing} (there are {names}; a file is named with .wasm)"
            )))
        }
        Err(other) => Err(other.into()),
    }
}

/// Returns the plugin in a file.
fn of_file(args: &CatalogArgs, path: &Path, name: &str) -> Result<Subject, Failure> {
    let bytes = std::fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::Usage(format!(
            "there is no {}; build it with `boardloom plugin build`",
            path.display()
        )),
        _ => Failure::read(path)(error),
    })?;
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut places = if args.safe_mode { Places::safe() } else { Places::usual() };
    places.safe = false;
    places.given_rulesets.clone_from(&args.rulesets);
    places.given_plugins = vec![folder.clone()];
    places.given_plugins.extend(args.plugins.iter().cloned());
    places.add_checkout_of(&folder);
    Ok(Subject { name: name.to_owned(), bytes, catalog: Catalog::new(places) })
}
