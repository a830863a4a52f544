//! The plugins of this tree, built here or before.

use std::error::Error;
use std::path::{Path, PathBuf};

use boardloom_component::BuildSettings;

use crate::Folders;
use crate::table::{self, Row};

/// A folder with built components, relative to the workspace, or `off` for none.
const VARIABLE: &str = "BOARDLOOM_PLUGINS";

pub fn embed(folders: &Folders) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let rows = match std::env::var_os(VARIABLE) {
        Some(value) if value == "off" || value == "none" => Vec::new(),
        Some(folder) if !folder.is_empty() => ready(&folders.root.join(folder))?,
        _ => build(folders)?,
    };
    table::write(&folders.out.join("plugins.rs"), "[u8]", "include_bytes", &rows)
}

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

fn build(folders: &Folders) -> Result<Vec<Row>, Box<dyn Error>> {
    let folder = folders.root.join("plugins");
    for path in ["plugins", "sdk/Cargo.toml", "sdk/src", "sdk/wit", "sdk/contract"] {
        table::watch(&folders.root.join(path))?;
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        table::watch(&folders.root.join(file))?;
    }
    let mut rows = Vec::new();
    let mut crates: Vec<PathBuf> =
        folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    crates.retain(|path| path.join("Cargo.toml").is_file());
    crates.sort();
    for path in crates {
        let mut build = BuildSettings::new(path.join("Cargo.toml"));
        build.profile = "plugin".to_owned();
        build.target_dir = Some(target_folder(folders));
        build.locked = folders.root.join("Cargo.lock").is_file();
        build.hidden = vec![(folders.root.clone(), ".".to_owned())];
        let built = build.run()?;
        let file = folders.out.join(format!("{}.wasm", built.name));
        std::fs::write(&file, &built.component)?;
        rows.push((built.name, file));
    }
    Ok(rows)
}

/// Returns a target folder that stays the same for all builds: beside the profiles
/// of the outer build, where the outer cargo does not lock it.
fn target_folder(folders: &Folders) -> PathBuf {
    let outer = folders.out.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    outer.unwrap_or(&folders.out).join("plugins")
}
