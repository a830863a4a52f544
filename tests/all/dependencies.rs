//! The libraries in `Cargo.lock`: their licences, versions that stand twice, and the advisories of
//! the RustSec database that concern them. What is allowed is listed in `deny.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toml_edit::{DocumentMut, Item};

use crate::support::{data, project};

/// A dated copy of the advisories about the crates in the lock file.
#[derive(Deserialize, Serialize)]
struct Database {
    /// The day of the database's last change.
    date: String,
    #[serde(rename = "advisory")]
    advisories: Vec<Advisory>,
}

#[derive(Deserialize, Serialize)]
struct Advisory {
    id: String,
    package: String,
    title: String,
    /// `unsound`, `unmaintained`, `notice`; none is a vulnerability.
    #[serde(skip_serializing_if = "Option::is_none")]
    informational: Option<String>,
    patched: Vec<String>,
    unaffected: Vec<String>,
}

impl Advisory {
    fn concerns(&self, version: &Version) -> bool {
        let mut safe = self.patched.iter().chain(&self.unaffected);
        !safe.any(|range| {
            let range = VersionReq::parse(range);
            range.unwrap_or_else(|error| panic!("{}: {error}", self.id)).matches(version)
        })
    }
}

fn config() -> DocumentMut {
    let text = std::fs::read_to_string(project().join("deny.toml")).unwrap();
    text.parse().unwrap()
}

/// Returns the strings of a list of strings or of tables with this key.
fn listed(list: &Item, key: &str) -> BTreeSet<String> {
    let all = list.as_array().expect("a list").iter();
    let text = |value: &toml_edit::Value| {
        let own = value.as_inline_table().and_then(|table| table.get(key)).unwrap_or(value);
        own.as_str().expect("a string").to_owned()
    };
    all.map(text).collect()
}

fn locked() -> Vec<(String, Version)> {
    let text = std::fs::read_to_string(project().join("Cargo.lock")).unwrap();
    let lock: DocumentMut = text.parse().unwrap();
    let packages = lock["package"].as_array_of_tables().unwrap().iter();
    packages
        .map(|package| {
            let text = |key: &str| package[key].as_str().unwrap().to_owned();
            (text("name"), text("version").parse().unwrap())
        })
        .collect()
}

/// After a change of the lock file, or once a month, refresh the copy from a clone of the database:
/// `ADVISORY_DB=FOLDER cargo test -p boardloom-tests dependencies`.
#[test]
fn no_advisory_concerns_a_dependency() {
    let file = data().join("advisories.toml");
    if let Some(folder) = std::env::var_os("ADVISORY_DB") {
        let database = read_database(Path::new(&folder));
        std::fs::write(&file, toml_edit::ser::to_string_pretty(&database).unwrap()).unwrap();
    }
    let database: Database =
        toml_edit::de::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let ignored = listed(&config()["advisories"]["ignore"], "id");
    let locked = locked();
    let concerns: BTreeMap<&str, String> = database
        .advisories
        .iter()
        .flat_map(|advisory| locked.iter().map(move |(name, version)| (advisory, name, version)))
        .filter(|(advisory, name, version)| {
            **name == advisory.package && advisory.concerns(version)
        })
        .map(|(advisory, name, version)| {
            (&*advisory.id, format!("{}: {name} {version}: {}", advisory.id, advisory.title))
        })
        .collect();
    let found: BTreeSet<String> = concerns.keys().map(|id| (*id).to_owned()).collect();
    assert_eq!(found, ignored, "of {}: {concerns:#?}", database.date);
    assert!(database.advisories.len() > 50, "the database was read");
}

/// Reads a clone, which may have no files besides its history.
fn read_database(folder: &Path) -> Database {
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(folder).args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let locked: BTreeSet<String> = locked().into_iter().map(|(name, _)| name).collect();
    let mut advisories = Vec::new();
    for path in git(&["ls-tree", "-r", "--name-only", "HEAD", "crates"]).lines() {
        let package = path.split('/').nth(1).unwrap();
        if !locked.contains(package) || !path.ends_with(".md") {
            continue;
        }
        let text = git(&["show", &format!("HEAD:{path}")]);
        let (head, body) = text.strip_prefix("```toml").unwrap().split_once("```").unwrap();
        let head: DocumentMut = head.parse().unwrap();
        let about = &head["advisory"];
        if about.get("withdrawn").is_some() {
            continue;
        }
        let ranges = |key: &str| match head["versions"].get(key) {
            Some(list) => listed(list, "").into_iter().collect(),
            None => Vec::new(),
        };
        let title = body.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        advisories.push(Advisory {
            id: about["id"].as_str().unwrap().to_owned(),
            package: package.to_owned(),
            title: title.to_owned(),
            informational: about.get("informational").and_then(Item::as_str).map(str::to_owned),
            patched: ranges("patched"),
            unaffected: ranges("unaffected"),
        });
    }
    let date = git(&["log", "-1", "--format=%cs"]).trim().to_owned();
    Database { date, advisories }
}

/// The packages that a build for this machine can use.
fn packages() -> Vec<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &target])
        .current_dir(project())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let nodes = all["resolve"]["nodes"].as_array().unwrap();
    let used: BTreeSet<&str> = nodes.iter().map(|node| node["id"].as_str().unwrap()).collect();
    let packages = all["packages"].as_array().unwrap().iter();
    packages.filter(|it| used.contains(it["id"].as_str().unwrap())).cloned().collect()
}

#[test]
fn every_licence_is_allowed_and_no_crate_stands_twice_without_a_reason() {
    let (config, packages) = (config(), packages());
    let allowed = listed(&config["licenses"]["allow"], "");
    let skipped = listed(&config["bans"]["skip"], "crate");
    let (mut refused, mut versions) = (Vec::new(), BTreeMap::<&str, Vec<&str>>::new());
    for package in &packages {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        if !permitted(text("license"), &allowed) {
            refused.push(format!("{}: {:?}", text("name"), text("license")));
        }
        versions.entry(text("name")).or_default().push(text("version"));
    }
    assert_eq!(refused, Vec::<String>::new(), "licences");
    let mut twice = BTreeSet::new();
    for (name, mut versions) in versions {
        versions.sort_unstable_by_key(|version| Version::parse(version).unwrap());
        // The newest one is the one to keep.
        versions.pop();
        twice.extend(versions.into_iter().map(|version| format!("{name}@{version}")));
    }
    assert_eq!(twice, skipped, "the second list is in deny.toml");
}

/// Tells whether each part of a licence expression has an allowed alternative.
fn permitted(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    plain.split(" AND ").all(|part| part.split(" OR ").any(|one| allowed.contains(one.trim())))
}

#[test]
fn an_advisory_names_the_versions_that_it_concerns() {
    let advisory = |patched: &[&str], unaffected: &[&str]| Advisory {
        id: "RUSTSEC-0000-0000".to_owned(),
        package: "x".to_owned(),
        title: String::new(),
        informational: None,
        patched: patched.iter().map(|text| (*text).to_owned()).collect(),
        unaffected: unaffected.iter().map(|text| (*text).to_owned()).collect(),
    };
    let version = |text: &str| Version::parse(text).unwrap();
    let one = advisory(&[">= 1.0.3, < 2.0.0", ">= 2.1.0"], &["< 0.9.0"]);
    for (text, expected) in
        [("1.0.2", true), ("1.0.3", false), ("2.0.9", true), ("2.1.0", false), ("0.8.0", false)]
    {
        assert_eq!(one.concerns(&version(text)), expected, "{text}");
    }
    assert!(advisory(&[], &[]).concerns(&version("9.9.9")));
    let allowed = ["MIT", "ISC"].map(str::to_owned).into();
    assert!(permitted("(GPL-3.0 OR MIT) AND ISC", &allowed));
    assert!(!permitted("MIT AND GPL-3.0", &allowed) && !permitted("", &allowed));
}
