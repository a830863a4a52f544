//! The SDK's source, as a complete small workspace.
//!
//! The manifests in `sdk/` inherit versions and lints from the workspace, so the
//! table has a root manifest with just those. It also has the SDK's part of the lock
//! file, so that plugins outside of this tree use the same libraries.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use toml_edit::{Array, DocumentMut, Item, Table};

use crate::Folders;
use crate::table::{self, Row};

/// The SDK's crates, as folders.
const CRATES: [&str; 2] = ["sdk", "sdk/contract"];
const DEPENDENCIES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

pub fn embed(folders: &Folders) -> Result<(), Box<dyn Error>> {
    let sdk = folders.root.join("sdk");
    table::watch(&sdk)?;
    for file in ["Cargo.toml", "Cargo.lock", "rustfmt.toml"] {
        table::watch(&folders.root.join(file))?;
    }
    let root = folders.out.join("sdk-root.toml");
    std::fs::write(&root, root_manifest(folders)?.to_string())?;
    let mut rows: Vec<Row> = vec![("Cargo.toml".to_owned(), root)];
    let lock = folders.root.join("Cargo.lock");
    if lock.is_file() {
        let part = folders.out.join("sdk-lock.toml");
        std::fs::write(&part, lock_part(&lock)?.to_string())?;
        rows.push(("Cargo.lock".to_owned(), part));
    }
    for file in table::files(&sdk)? {
        rows.push((table::name_within(&file, &folders.root)?, file));
    }
    table::write(&folders.out.join("sdk.rs"), "[u8]", "include_bytes", &rows)
}

/// Returns a root manifest with the keys that the SDK's crates inherit.
fn root_manifest(folders: &Folders) -> Result<DocumentMut, Box<dyn Error>> {
    let whole = read(&folders.root.join("Cargo.toml"))?;
    let wanted = inherited(folders)?;
    let mut workspace = Table::new();
    workspace.insert("resolver", whole["workspace"]["resolver"].clone());
    let members: Array = CRATES.iter().copied().collect();
    workspace.insert("members", members.into());
    if let Some(exclude) = whole["workspace"].get("exclude") {
        workspace.insert("exclude", exclude.clone());
    }
    for table in ["package", "lints"] {
        workspace.insert(table, whole["workspace"][table].clone());
    }
    let mut dependencies = Table::new();
    let all = whole["workspace"]["dependencies"].as_table_like();
    for (name, item) in all.ok_or("expected [workspace.dependencies]")?.iter() {
        if wanted.contains(name) {
            dependencies.insert(name, item.clone());
        }
    }
    workspace.insert("dependencies", Item::Table(dependencies));
    let mut manifest = DocumentMut::new();
    manifest.insert("workspace", Item::Table(workspace));
    manifest.decor_mut().set_prefix("# The workspace of Boardloom's SDK.\n");
    Ok(manifest)
}

/// Returns the names of the dependencies that the SDK's manifests inherit.
fn inherited(folders: &Folders) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut names = BTreeSet::new();
    for folder in CRATES {
        let manifest = read(&folders.root.join(folder).join("Cargo.toml"))?;
        let mut tables = vec![manifest.as_table() as &dyn toml_edit::TableLike];
        if let Some(targets) = manifest.get("target").and_then(Item::as_table_like) {
            tables.extend(targets.iter().filter_map(|(_, item)| item.as_table_like()));
        }
        for table in tables {
            for kind in DEPENDENCIES {
                let list = table.get(kind).and_then(Item::as_table_like);
                names.extend(
                    list.into_iter().flat_map(|list| list.iter()).map(|(name, _)| name.to_owned()),
                );
            }
        }
    }
    Ok(names)
}

/// Returns the part of a lock file that the SDK's crates need.
fn lock_part(lock: &Path) -> Result<DocumentMut, Box<dyn Error>> {
    let mut lock = read(lock)?;
    let packages =
        lock["package"].as_array_of_tables().ok_or("expected [[package]] in the lock")?;
    let named = |reference: &str| {
        // `name`, `name version`, or `name version (source)`.
        let mut parts = reference.split(' ');
        let (name, version) = (parts.next(), parts.next());
        packages.iter().position(|package| {
            package["name"].as_str() == name
                && version.is_none_or(|version| package["version"].as_str() == Some(version))
        })
    };
    let mut wanted = BTreeSet::new();
    let mut open: Vec<usize> =
        ["boardloom-sdk", "boardloom-contract"].iter().filter_map(|name| named(name)).collect();
    while let Some(number) = open.pop() {
        let Some(package) = packages.get(number).filter(|_| wanted.insert(number)) else {
            continue;
        };
        let list = package.get("dependencies").and_then(Item::as_array);
        let references = list.into_iter().flatten().filter_map(|value| value.as_str());
        open.extend(references.filter_map(named));
    }
    let kept = packages.iter().enumerate().filter(|(number, _)| wanted.contains(number));
    let kept = kept.map(|(_, package)| package.clone()).collect();
    lock.insert("package", Item::ArrayOfTables(kept));
    Ok(lock)
}

fn read(path: &Path) -> Result<DocumentMut, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(text.parse().map_err(|error| format!("{}: {error}", path.display()))?)
}
