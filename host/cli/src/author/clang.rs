//! Plugins in C: `plugin.toml` and the sources that it names.

use std::path::{Path, PathBuf};

use boardloom_component::{ClangBuild, encode, module_path, with_catalogues, with_version};
use toml::{Table, Value};

use super::plugin_file::{package_name, read_manifest};
use crate::{Failure, Result};

/// The keys of `[build]`.
const KEYS: [&str; 4] = ["compiler", "sources", "include", "flags"];

/// Compiles a plugin and returns the component.
pub(super) fn compile(manifest: &Path) -> Result<Vec<u8>> {
    let invalid = |what: String| Failure::Invalid(format!("{}: {what}", manifest.display()));
    let document = read_manifest(manifest)?;
    let folder = manifest.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let module = module_path(folder, &package_name(manifest)?);
    let build = settings(&document, folder, module).map_err(invalid)?;
    let module = build.run().map_err(|error| invalid(error.to_string()))?;
    let component = encode(&module).map_err(|error| invalid(error.to_string()))?;
    let version = document.get("package").and_then(|package| package.get("version"));
    let component = match version.and_then(Value::as_str) {
        Some(version) => with_version(component, version),
        None => return Err(invalid("expected a [package] with a version".to_owned())),
    };
    with_catalogues(component, &folder.join("languages"))
        .map_err(|error| invalid(error.to_string()))
}

fn settings(
    document: &Table,
    folder: &Path,
    module: PathBuf,
) -> std::result::Result<ClangBuild, String> {
    let build = document.get("build").and_then(Value::as_table);
    let build = build.ok_or("expected a [build] with `sources = [\"game.c\", ...]`")?;
    if let Some(unknown) = build.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("[build] has no key `{unknown}`; it has {}", KEYS.join(", ")));
    }
    let texts = |key: &str| -> std::result::Result<Vec<String>, String> {
        let list = match build.get(key) {
            None => return Ok(Vec::new()),
            Some(value) => value.as_array().ok_or(format!("expected a list of texts: `{key}`"))?,
        };
        let texts = list.iter().map(|text| text.as_str().map(str::to_owned));
        texts.collect::<Option<_>>().ok_or(format!("expected a list of texts: `{key}`"))
    };
    let sources = texts("sources")?;
    if sources.is_empty() {
        return Err("expected `sources = [\"game.c\", ...]` in [build]".to_owned());
    }
    let compiler = build.get("compiler").map_or(Some("clang"), Value::as_str);
    Ok(ClangBuild {
        folder: folder.to_owned(),
        compiler: compiler.ok_or("expected a text: `compiler`")?.to_owned(),
        sources,
        include: texts("include")?,
        flags: texts("flags")?,
        module,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> std::result::Result<ClangBuild, String> {
        settings(&text.parse().unwrap(), Path::new("mine"), PathBuf::from("module.wasm"))
    }

    #[test]
    fn manifests_name_sources_headers_and_flags() {
        let build = read("[build]\nsources = [\"a.c\"]\ninclude = [\"kit\"]\nflags = [\"-g\"]");
        let build = build.unwrap();
        assert_eq!((build.compiler.as_str(), &build.sources[..]), ("clang", &["a.c".into()][..]));
        assert_eq!(
            (&build.include[..], &build.flags[..]),
            (&["kit".into()][..], &["-g".into()][..])
        );
        for (text, error) in [
            ("", "expected a [build]"),
            ("[build]", "expected `sources"),
            ("[build]\nsources = \"a.c\"", "expected a list of texts: `sources`"),
            ("[build]\nsources = [1]", "expected a list of texts: `sources`"),
            ("[build]\nsources = [\"a.c\"]\ncompiler = 1", "expected a text: `compiler`"),
            ("[build]\nsource = [\"a.c\"]", "[build] has no key `source`"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
