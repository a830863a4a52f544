//! The invariants of ARCHITECTURE.md that no compiler checks.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use boardloom_sandbox::inspect;
use toml_edit::{DocumentMut, Item, TableLike};

use crate::layers::LAYERS;
use crate::support::project;

/// Files of code that are longer than [`LONGEST`], each with its reason.
const LONG: [(&str, &str); 0] = [];
/// Lines of a file of code.
const LONGEST: usize = 600;

/// Names of public types that occur in more than one crate, each with its reason.
const SHARED_NAMES: [(&str, &str); 0] = [];

/// Crates outside the workspace, like third-party plugins.
const OUTSIDE: [&str; 3] = ["sdk/examples/", "tests/fuzz/", "tests/zoo/bare/"];

/// Returns the files below a folder with these endings, as paths within the project, without
/// build output.
pub fn files(folder: &str, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![project().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && name != ".git" {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let within = path.strip_prefix(project()).expect("below the project");
                found.push(within.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

fn read(path: &str) -> String {
    let path = project().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn toml(path: &str) -> DocumentMut {
    read(path).parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the names of the folders in a folder.
fn folders(folder: &str) -> BTreeSet<String> {
    let entries = project().join(folder).read_dir().expect("a folder");
    let folders = entries.map(|entry| entry.expect("an entry")).filter(|it| it.path().is_dir());
    folders.map(|it| it.file_name().to_string_lossy().into_owned()).collect()
}

/// Returns the dependencies of a manifest, of every kind, with the names of their tables.
fn dependencies(manifest: &DocumentMut) -> Vec<(String, String)> {
    let mut tables: Vec<&dyn TableLike> = vec![manifest.as_table()];
    let targets = manifest.get("target").and_then(Item::as_table_like);
    tables.extend(
        targets.into_iter().flat_map(TableLike::iter).filter_map(|it| it.1.as_table_like()),
    );
    let mut found = Vec::new();
    for table in tables {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(list) = table.get(kind).and_then(Item::as_table_like) else { continue };
            found.extend(list.iter().map(|(name, _)| (kind.to_owned(), name.to_owned())));
        }
    }
    found
}

/// Returns the places of a word, in any case, that is not part of another.
fn places(text: &str, word: &str) -> Vec<usize> {
    let (text, word) = (text.to_lowercase(), word.to_lowercase());
    let joins = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let at = text.match_indices(&word).map(|(at, _)| at).filter(|at| {
        let before = at.checked_sub(1).and_then(|at| text.as_bytes().get(at));
        !joins(before) && !joins(text.as_bytes().get(at + word.len()))
    });
    at.map(|at| text[..at].lines().count().max(1)).collect()
}

/// Names of games that have another meaning in the host.
const WORDS: [(&str, &str); 3] =
    [("connection", "that to the display"), ("hex", "how colours are written"), ("y", "downwards")];

/// Returns the names of games: of plugins, examples and rulesets.
fn names_of_games() -> BTreeSet<String> {
    let mut names = folders("plugins");
    names.extend(folders("sdk/examples"));
    for file in files("rulesets", &[".toml"]) {
        let id = file.trim_start_matches("rulesets/").trim_end_matches(".toml");
        let stem = id.rsplit('/').next().expect("a stem");
        names.insert(id.to_owned());
        // `classic` and `large` are everyday words.
        if stem.contains('-') {
            names.insert(stem.to_owned());
        }
        let manifest = toml(&file);
        let name = manifest.get("name").and_then(Item::as_str).expect("a ruleset has a name");
        names.insert(name.to_owned());
        names.extend(name.split(',').next().map(str::to_owned));
    }
    names.retain(|name| WORDS.iter().all(|(word, _)| !name.eq_ignore_ascii_case(word)));
    names
}

#[test]
fn the_host_names_no_game() {
    let names = names_of_games();
    assert!(names.len() > 5, "{names:?}");
    let mut found = Vec::new();
    for file in files("host", &[".rs", ".toml", ".json", ".txt", ".wit"]) {
        let text = read(&file);
        for name in &names {
            let lines = places(&text, name);
            found.extend(lines.iter().map(|line| format!("{file}:{line} names {name}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The compiler refuses a library that a manifest does not name. cargo-deny could check the
/// manifests too, but has to be installed first.
#[test]
fn libraries_stay_in_their_crates() {
    let crates: [(&str, &[&str]); 5] = [
        ("host/window/", &["macroquad", "miniquad"]),
        ("host/terminal/", &["ratatui", "crossterm"]),
        ("host/sandbox/", &["wasmtime", "wasmtime-environ"]),
        ("host/server/", &["tokio", "axum", "rusqlite"]),
        ("host/base/", &["ureq", "minisign-verify"]),
    ];
    for (folder, libraries) in crates {
        for manifest in files(".", &["Cargo.toml"]) {
            if manifest.starts_with(folder) || manifest == "Cargo.toml" {
                continue;
            }
            for (kind, name) in dependencies(&toml(&manifest)) {
                assert!(!libraries.contains(&name.as_str()), "{manifest}: {kind}: {name}");
            }
        }
    }
}

#[test]
fn crates_depend_downwards_only() {
    let layers: BTreeMap<&str, &[&str]> = LAYERS.into_iter().collect();
    for manifest in files("host", &["Cargo.toml"]).into_iter().chain(files("sdk", &["Cargo.toml"]))
    {
        if OUTSIDE.iter().any(|folder| manifest.starts_with(folder)) {
            continue;
        }
        let folder = manifest.trim_end_matches("/Cargo.toml");
        let allowed = layers.get(folder).unwrap_or_else(|| {
            panic!("{folder} is no layer; say in LAYERS and in ARCHITECTURE.md what it stands on")
        });
        for (kind, name) in dependencies(&toml(&manifest)) {
            let own = match name.strip_prefix("boardloom") {
                Some("") => "cli",
                Some(own) => own.trim_start_matches('-'),
                None => continue,
            };
            assert!(
                allowed.contains(&own),
                "{manifest}: {kind}: {folder} must not stand on {name}"
            );
        }
    }
}

/// Modules use each other in no circle, so a module can be read after those that it uses. Names
/// at a crate's root are not followed.
#[test]
fn modules_use_each_other_in_no_circle() {
    let word = |text: &str| {
        text.split(|c: char| c != '_' && !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
    };
    let mut crates = folders("host");
    crates.retain(|name| name != "build" && name != "ruleset");
    for name in crates {
        let folder = format!("host/{name}/src/");
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for file in files(&folder, &["rs"]).iter().filter(|file| !file.ends_with("/tests.rs")) {
            let module = word(&file[folder.len()..]);
            let text = read(file);
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let used = code.flat_map(|line| line.split("crate::").skip(1)).map(word);
            uses.entry(module.clone()).or_default().extend(used.filter(|used| *used != module));
        }
        uses.remove("lib");
        while let Some(free) = uses
            .iter()
            .find(|(_, used)| !used.iter().any(|used| uses.contains_key(used)))
            .map(|(module, _)| module.clone())
        {
            uses.remove(&free);
        }
        assert!(uses.is_empty(), "{folder}: a circle among {:?}", uses.keys());
    }
}

#[test]
fn plugins_depend_on_the_sdk_alone() {
    for manifest in files("plugins", &["Cargo.toml"]) {
        for (kind, name) in dependencies(&toml(&manifest)) {
            // Tests may depend on crates that are not part of a component.
            let tests = kind == "dev-dependencies";
            let allowed = ["boardloom-sdk", "serde", "schemars"].contains(&name.as_str())
                || tests && ["proptest", "serde_json"].contains(&name.as_str());
            assert!(allowed, "{manifest}: {kind}: {name}");
        }
    }
}

#[test]
fn plugins_import_only_a_log_line() {
    let allowed = ["boardloom:rules/trace@1.0.0", "boardloom:rules/types@1.0.0"];
    let bundled = boardloom_bundle::plugins();
    let names: BTreeSet<String> = bundled.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names, folders("plugins"), "bundled plugins (left) and folders (right)");
    for (name, component) in bundled {
        let found = inspect(name, component).expect("a plugin");
        let other: Vec<&String> =
            found.imports.iter().filter(|import| !allowed.contains(&import.as_str())).collect();
        assert!(other.is_empty(), "{name} imports {other:?}");
        assert!(found.counts && found.searches && found.named, "{name} lacks something: {found:?}");
    }
}

#[test]
fn plugins_ban_functions_that_differ_between_machines() {
    let (sdk, plugins) = (read("sdk/clippy.toml"), read("plugins/clippy.toml"));
    assert!(sdk == plugins, "sdk/clippy.toml and plugins/clippy.toml ban the same");
    let own: DocumentMut = sdk.parse().expect("TOML");
    let list = |key: &str| {
        let list = own[key].as_array().expect("a list").iter();
        list.map(|item| item.as_inline_table().expect("a table")["path"].as_str().expect("a path"))
            .collect::<BTreeSet<_>>()
    };
    assert!(list("disallowed-types").contains("std::collections::HashMap"));
    for method in ["ln", "sin", "cos", "exp", "powf", "powi"] {
        for float in ["f32", "f64"] {
            assert!(list("disallowed-methods").contains(format!("{float}::{method}").as_str()));
        }
    }
    // clippy reads only the nearest file, so that file repeats the lines of the root's.
    for line in read("clippy.toml").lines() {
        assert!(sdk.contains(line), "sdk/clippy.toml lacks `{line}`");
    }
}

/// Functions that RUSTSEC-2025-0035 is about.
#[test]
fn the_window_bans_unsound_functions_of_macroquad() {
    let bans = read("host/window/clippy.toml");
    for path in ["texture::Image::get_image_data", "ui::root_ui", "collections::storage::get"] {
        assert!(bans.contains(path), "{path}");
    }
    for line in read("clippy.toml").lines() {
        assert!(bans.contains(line), "host/window/clippy.toml lacks `{line}`");
    }
}

#[test]
fn every_crate_inherits_the_workspace_lints() {
    let lints = toml("Cargo.toml");
    let unwraps = lints["workspace"]["lints"]["clippy"]["unwrap_used"].as_str();
    assert_eq!(unwraps, Some("warn"), "what CI denies is warned of");
    for manifest in files(".", &["Cargo.toml"]) {
        if manifest == "Cargo.toml" || OUTSIDE.iter().any(|it| manifest.starts_with(it)) {
            continue;
        }
        let own = toml(&manifest);
        let inherited = own.get("lints").and_then(|lints| lints.get("workspace"));
        assert_eq!(inherited.and_then(Item::as_bool), Some(true), "{manifest}: [lints]");
        let license = own["package"].get("license").and_then(|it| it.get("workspace"));
        assert_eq!(license.and_then(Item::as_bool), Some(true), "{manifest}: license");
    }
    let allowance = concat!("allow(clippy::", "unwrap_used");
    for file in files(".", &[".rs"]).into_iter().filter(|file| file.contains("/src/")) {
        assert!(!read(&file).contains(allowance), "{file} lets unwrap be");
    }
}

/// In the host, name and type often suffice; authors read the documentation of the SDK.
#[test]
fn every_public_item_of_the_sdk_is_documented() {
    for library in ["sdk/src/lib.rs", "sdk/contract/src/lib.rs"] {
        assert!(read(library).contains("#![deny(missing_docs)]"), "{library}");
    }
}

#[test]
fn only_heavy_tests_are_ignored() {
    // Put together, so that this file does not hold them.
    let marks = [concat!("#[", "ignore"), concat!("```", "ignore"), concat!("rust,", "ignore")];
    let heavy =
        [marks[0], " = \"takes minutes: see the heavy checks in CONTRIBUTING.md\"]"].concat();
    for file in files(".", &[".rs", ".md"]) {
        let text = read(&file).replace(&heavy, "");
        for mark in marks {
            assert!(!text.contains(mark), "{file} has {mark}");
        }
    }
}

/// Tells whether a text contains a name, or the end of a path, as a whole.
fn has_name(text: &str, name: &str) -> bool {
    let part =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    text.match_indices(name).any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|at| text.as_bytes().get(at));
        let inside = !name.starts_with(':') && part(before);
        !inside && !part(text.as_bytes().get(at + name.len()))
    })
}

/// An unused text would be translated for nothing.
#[test]
fn no_text_is_left_over() {
    let files = files("host", &["rs"]);
    let code: String = files.iter().map(|path| read(path)).collect();
    let mut group = String::new();
    // The rest of the group's own file, after its list of texts.
    let mut own = String::new();
    let mut left_over = Vec::new();
    for line in boardloom_app::texts::language::template().lines() {
        if let Some(name) = line.strip_prefix('[') {
            group = name.trim_end_matches(']').to_owned();
            let file = format!("host/app/src/texts/{group}.rs");
            let text = if files.contains(&file) { read(&file) } else { String::new() };
            own = text.split_once("\n}\n").map_or(String::new(), |(_, rest)| rest.to_owned());
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| !group.is_empty()) {
            let name = name.trim_end_matches("-one");
            if !has_name(&code, &format!("::{name}")) && !has_name(&own, name) {
                left_over.push(format!("{group}.{name}"));
            }
        }
    }
    assert!(left_over.is_empty(), "unused texts: {left_over:?}");
}

/// Returns the crate of a file of the host or the SDK.
fn crate_of(file: &str) -> String {
    let depth = if file.starts_with("host/build/") { 3 } else { 2 };
    let parts: Vec<&str> = file.split('/').take(depth).collect();
    if parts[1] == "src" { parts[0].to_owned() } else { parts.join("/") }
}

#[test]
fn public_type_names_have_one_meaning() {
    let mut crates: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let sources = ["host", "sdk"].into_iter().flat_map(|folder| files(folder, &[".rs"]));
    let skipped = ["/tests/", "/examples/", "/benches/", "/target/"];
    for file in sources.filter(|file| !skipped.iter().any(|part| file.contains(part))) {
        for line in read(&file).lines() {
            let Some(rest) = line.trim_start().strip_prefix("pub ") else { continue };
            let Some((kind, rest)) = rest.split_once(' ') else { continue };
            if ["struct", "enum", "trait", "type"].contains(&kind) {
                let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                crates.entry(name.to_owned()).or_default().insert(crate_of(&file));
            }
        }
    }
    crates.retain(|_, crates| crates.len() > 1);
    let listed: BTreeSet<&str> = SHARED_NAMES.iter().map(|(name, _)| *name).collect();
    for (name, crates) in &crates {
        assert!(listed.contains(name.as_str()), "{name} stands in {crates:?}: rename one");
    }
    for (name, reason) in SHARED_NAMES {
        assert!(crates.contains_key(name), "{name} is unique now ({reason}): remove it");
    }
}

#[test]
fn files_stay_small() {
    let mut long = Vec::new();
    for file in files(".", &[".rs"]) {
        let lines = read(&file).lines().count();
        if lines > LONGEST && !LONG.iter().any(|(known, _)| *known == file) {
            long.push(format!("{file} has {lines} lines"));
        }
    }
    assert!(long.is_empty(), "split them, or list them with a reason:\n{}", long.join("\n"));
    for (file, reason) in LONG {
        assert!(read(file).lines().count() > LONGEST, "{file} is short now ({reason})");
    }
}

#[test]
fn the_root_has_only_files_and_the_named_folders() {
    let named = ["host", "plugins", "rulesets", "sdk", "target", "tests"].map(str::to_owned);
    let mut found = folders(".");
    // Folders of editors and of git do not count.
    found.retain(|name| !name.starts_with('.'));
    let other: Vec<_> = found.difference(&BTreeSet::from(named)).cloned().collect();
    assert!(other.is_empty(), "{other:?}");
}

#[test]
fn rulesets_carry_a_licence() {
    for file in files("rulesets", &[".toml"]) {
        let license = toml(&file).get("license").and_then(Item::as_str).map(str::to_owned);
        assert_eq!(license.as_deref(), Some("MIT OR Apache-2.0"), "{file}");
    }
}

/// The documents for readers.
const DOCUMENTS: [&str; 15] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "host/MAIL.md",
    "host/PLAYING.md",
    "host/PROGRAMS.md",
    "host/QUERY.md",
    "host/ROOMS.md",
    "host/SERVER.md",
    "rulesets/README.md",
    "rulesets/fractal/FAIRNESS.md",
    "sdk/README.md",
    "sdk/wit/README.md",
];

/// Returns the anchors of a document's headings, as GitHub forms them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn links_in_documents_lead_somewhere() {
    let mut broken = Vec::new();
    for document in DOCUMENTS {
        let text = read(document);
        let folder = Path::new(document).parent().expect("a folder");
        for (at, _) in text.match_indices("](") {
            let link = text[at + 2..].split(')').next().unwrap_or_default();
            // A web page, or an item that rustdoc looks up.
            if link.contains("://") || link.contains("::") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = if path.is_empty() { PathBuf::from(document) } else { folder.join(path) };
            let target = project().join(path);
            let found = target.exists()
                && (anchor.is_empty()
                    || std::fs::read_to_string(target)
                        .is_ok_and(|text| anchors(&text).contains(anchor)));
            if !found {
                broken.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_readmes_test_command_is_what_ci_runs() {
    let command = "cargo test --workspace";
    assert!(read("README.md").contains(command));
    assert!(read(".ci/run").contains(command));
    assert!(read("README.md").lines().count() < 80, "the README is one screen");
    assert!(read("ARCHITECTURE.md").lines().count() < 200);
}

#[test]
fn every_dependency_has_a_reason_in_the_architecture() {
    let architecture = read("ARCHITECTURE.md");
    let root = toml("Cargo.toml");
    let all = root["workspace"]["dependencies"].as_table_like().expect("a table");
    let mut used = BTreeSet::new();
    for manifest in files(".", &["Cargo.toml"]) {
        used.extend(dependencies(&toml(&manifest)).into_iter().map(|(_, name)| name));
    }
    for (name, item) in all.iter() {
        assert!(used.contains(name), "no crate uses {name}");
        let own = item.get("path").is_some();
        assert!(own || architecture.contains(&format!("`{name}`")), "{name} has no reason");
    }
}
