//! Finds a plugin by its file, its folder or its name.

use std::path::{Path, PathBuf};

use crate::catalog::{Catalog, CatalogError, Places};
use crate::catalog_args;
use crate::cli::CatalogArgs;
use crate::failure::{Failure, Result};

pub struct PluginFile {
    pub name: String,
    /// The folder of its file; `None` if it was found by its name.
    pub folder: Option<PathBuf>,
    /// The WebAssembly component.
    pub bytes: Vec<u8>,
    /// Finds the plugin's rulesets, and this file before other plugins of its name.
    pub catalog: Catalog,
}

/// The manifest of a plugin in C, with the keys of `[package]` that Cargo.toml has.
pub const C_MANIFEST: &str = "plugin.toml";

/// Returns the manifest of a plugin's folder: that of a crate, or that of sources in C.
pub fn manifest_of(folder: &Path) -> Result<PathBuf> {
    let manifests = ["Cargo.toml", C_MANIFEST].map(|name| folder.join(name));
    manifests.into_iter().find(|manifest| manifest.is_file()).ok_or_else(|| {
        Failure::Usage(format!(
            "there is no Cargo.toml and no {C_MANIFEST} in {}; name the folder of a plugin, or \
             write one with `boardloom new plugin NAME`",
            folder.display()
        ))
    })
}

/// Reads a manifest.
pub fn read_manifest(manifest: &Path) -> Result<toml::Table> {
    let text = std::fs::read_to_string(manifest).map_err(Failure::read(manifest))?;
    let error = |why| Failure::Invalid(format!("{}: {why}", manifest.display()));
    text.parse().map_err(error)
}

pub fn package_name(manifest: &Path) -> Result<String> {
    let document = read_manifest(manifest)?;
    let name = document.get("package").and_then(|package| package.get("name"));
    let name = name.and_then(toml::Value::as_str);
    name.map(str::to_owned).ok_or_else(|| {
        Failure::Invalid(format!("{}: expected a [package] with a name", manifest.display()))
    })
}

/// Finds a plugin. A folder must be built already.
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
        Ok(bytes) => {
            let (name, bytes) = (what.to_owned(), bytes.into_owned());
            Ok(PluginFile { name, folder: None, bytes, catalog })
        }
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
    let (name, catalog) = (name.to_owned(), Catalog::new(places));
    Ok(PluginFile { name, folder: Some(folder), bytes, catalog })
}
