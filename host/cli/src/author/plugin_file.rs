//! Finds a plugin by its file, its crate's folder or its name.

use std::path::{Path, PathBuf};

use crate::catalog::{Catalog, CatalogError, Places};
use crate::catalog_args;
use crate::cli::CatalogArgs;
use crate::failure::{Failure, Result};

pub struct PluginFile {
    pub name: String,
    /// The WebAssembly component.
    pub bytes: Vec<u8>,
    /// Finds the plugin's rulesets, and this file before other plugins of its name.
    pub catalog: Catalog,
}

pub fn manifest_of(folder: &Path) -> Result<PathBuf> {
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

pub fn package_name(manifest: &Path) -> Result<String> {
    let text = std::fs::read_to_string(manifest).map_err(Failure::read(manifest))?;
    let error = |what: String| Failure::Invalid(format!("{}: {what}", manifest.display()));
    let document: toml::Table = text.parse().map_err(|why| error(format!("{why}")))?;
    let name = document.get("package").and_then(|package| package.get("name"));
    let name = name.and_then(toml::Value::as_str);
    name.map(str::to_owned).ok_or_else(|| error("expected a [package] with a name".to_owned()))
}

/// Finds a plugin. A crate's folder must be built already.
pub fn find(args: &CatalogArgs, what: &str) -> Result<PluginFile> {
    let path = Path::new(what);
    if path.is_dir() {
        let name = package_name(&manifest_of(path)?)?;
        return read_file(args, &path.join(format!("{name}.wasm")), &name);
    }
    if path.is_file() || what.ends_with(".wasm") {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        return read_file(args, path, &name.unwrap_or_default());
    }
    let catalog = catalog_args::open(args, None);
    match catalog.plugins().bytes(what) {
        Ok(bytes) => Ok(PluginFile { name: what.to_owned(), bytes: bytes.into_owned(), catalog }),
        Err(missing @ CatalogError::NoPlugin { .. }) => {
            let names = catalog.plugins().names().join(", ");
            Err(Failure::Usage(format!("{missing} (there are {names}; a file name ends in .wasm)")))
        }
        Err(other) => Err(other.into()),
    }
}

fn read_file(args: &CatalogArgs, path: &Path, name: &str) -> Result<PluginFile> {
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
    Ok(PluginFile { name: name.to_owned(), bytes, catalog: Catalog::new(places) })
}
