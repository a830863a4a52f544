//! Tables of names and contents, as Rust source.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The name in the table, and the file with the content.
pub type Row = (String, PathBuf);

/// Writes a table that includes files with `macro_name`.
pub fn write(
    file: &Path,
    kind: &str,
    macro_name: &str,
    rows: &[Row],
) -> Result<(), Box<dyn Error>> {
    let mut text = String::from("&[\n");
    for (name, path) in rows {
        let path = path.to_str().ok_or_else(|| {
            format!("expected folders with names in UTF-8, found {}", path.display())
        })?;
        writeln!(text, "    ({name:?}, {macro_name}!({path:?}) as &{kind}),")?;
    }
    text.push_str("]\n");
    std::fs::write(file, text)?;
    Ok(())
}

/// Returns all files below a folder, sorted, without folders named `target`.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let entries = folder
            .read_dir()
            .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if !path.is_dir() {
                found.push(path);
            } else if path.file_name().is_none_or(|name| name != "target") {
                open.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the path of a file within a folder, with `/` on every system.
pub fn name_within(file: &Path, folder: &Path) -> Result<String, Box<dyn Error>> {
    let parts = file.strip_prefix(folder)?.components();
    let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
    Ok(parts.join("/"))
}

/// Makes cargo run the build script again if a file or folder changes.
///
/// A `target` folder changes with every build, so a folder that contains one is
/// listed by its parts.
pub fn watch(path: &Path) -> Result<(), Box<dyn Error>> {
    if !path.is_dir() || !contains_target(path)? {
        println!("cargo::rerun-if-changed={}", path.display());
        return Ok(());
    }
    for entry in path.read_dir()? {
        let entry = entry?;
        if entry.file_name() != "target" {
            watch(&entry.path())?;
        }
    }
    Ok(())
}

fn contains_target(folder: &Path) -> Result<bool, Box<dyn Error>> {
    for entry in folder.read_dir()? {
        let entry = entry?;
        if entry.file_type()?.is_dir()
            && (entry.file_name() == "target" || contains_target(&entry.path())?)
        {
            return Ok(true);
        }
    }
    Ok(false)
}
