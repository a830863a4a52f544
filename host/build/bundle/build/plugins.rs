//! The plugins of this tree, built or brought along.

use std::error::Error;
use std::path::{Path, PathBuf};

use boardloom_component::Build;

use crate::Places;
use crate::table::{self, Row};

/// Points to a folder with components that are ready, from the workspace's root
/// on, or switches the build of plugins off.
const VARIABLE: &str = "BOARDLOOM_PLUGINS";

/// Writes the components and their table.
pub fn embed(places: &Places) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let rows = match std::env::var_os(VARIABLE) {
        Some(value) if value == "off" || value == "none" => Vec::new(),
        Some(folder) if !folder.is_empty() => ready(&places.root.join(folder))?,
        _ => build(places)?,
    };
    table::write(&places.out.join("plugins.rs"), "[u8]", "include_bytes", &rows)
}

/// Returns the components in a folder.
fn ready(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let expected = |found: String| {
        format!(
            "expected {VARIABLE} to be `off` or a folder with plugins as `*.wasm`, found {found}"
        )
    };
    let folder = folder
        .canonicalize()
        .map_err(|error| expected(format!("{}: {error}", folder.display())))?;
    let mut rows = Vec::new();
    for file in table::files(&folder)? {
        let name = file.file_stem().and_then(|name| name.to_str()).map(str::to_owned);
        if let Some(name) = name.filter(|_| file.extension().is_some_and(|kind| kind == "wasm")) {
            rows.push((name, file));
        }
    }
    if rows.is_empty() {
        return Err(expected(format!("no plugin in {}", folder.display())).into());
    }
    Ok(rows)
}

/// Builds every crate in `plugins/`.
fn build(places: &Places) -> Result<Vec<Row>, Box<dyn Error>> {
    let folder = places.root.join("plugins");
    for path in ["plugins", "sdk/Cargo.toml", "sdk/src", "sdk/wit", "sdk/contract"] {
        table::watch(&places.root.join(path))?;
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        table::watch(&places.root.join(file))?;
    }
    let mut rows = Vec::new();
    let mut crates: Vec<PathBuf> =
        folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    crates.retain(|path| path.join("Cargo.toml").is_file());
    crates.sort();
    for path in crates {
        let mut build = Build::new(path.join("Cargo.toml"));
        build.profile = "plugin".to_owned();
        build.target_dir = Some(target_folder(places));
        build.locked = places.root.join("Cargo.lock").is_file();
        build.hidden = hidden(places);
        let built = build.run()?;
        let file = places.out.join(format!("{}.wasm", built.name));
        std::fs::write(&file, &built.component)?;
        rows.push((built.name, file));
    }
    Ok(rows)
}

/// Returns a folder of the plugins' own that stays the same from build to build:
/// beside the outer build's profiles, which the outer cargo does not lock.
fn target_folder(places: &Places) -> PathBuf {
    let outer = places.out.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    outer.unwrap_or(&places.out).join("plugins")
}

/// Returns the folders whose names stay out of the plugins.
fn hidden(places: &Places) -> Vec<(PathBuf, String)> {
    let mut hidden = vec![(places.root.clone(), ".".to_owned())];
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    // `std::env::home_dir` is what cargo itself goes by.
    if let Some(home) = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))) {
        hidden.push((home, "cargo".to_owned()));
    }
    hidden
}
