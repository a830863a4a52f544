//! The contract's text, for modules that were compiled without it.

use thiserror::Error;
use wasmparser::{Parser, Payload};
use wit_component::{StringEncoding, embed_component_metadata};
use wit_parser::{Resolve, SourceMap};

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ContractError {
    #[error("expected a WebAssembly module, found: {0}")]
    Module(#[from] wasmparser::BinaryReaderError),
    #[error(
        "expected exports of {PACKAGE}@{VERSION}, found `{0}`; build it with the kit that came with \
         this program"
    )]
    Version(String),
    #[error("cannot add the contract to the module: {0}")]
    Embed(String),
}

/// Names the files of the contract. The only place in this crate with its version.
macro_rules! contract {
    ($version:literal: $($interface:literal),*) => {
        const VERSION: &str = $version;
        /// The interfaces, and the file of each.
        const INTERFACES: &[(&str, &str)] = &[$((
            $interface,
            include_str!(concat!("../../../../sdk/wit/", $version, "/", $interface, ".wit")),
        )),*];
    };
}

contract!(
    "1.0.0": "types", "rules", "board", "shortcuts", "steps", "observation", "count", "search", "trace"
);

const PACKAGE: &str = "boardloom:rules";
/// The section in which a module has its contract. `wit-bindgen` adds a name to it.
const SECTION: &str = "component-type";

/// Adds the contract to a module that has none, for the interfaces that it exports. Compilers of
/// other languages than Rust know nothing of it.
pub fn with_contract(module: &mut Vec<u8>) -> Result<(), ContractError> {
    let Some(interfaces) = interfaces_without_contract(module)? else { return Ok(()) };
    let fail = ContractError::Embed;
    let exports: String = interfaces.iter().map(|name| format!("  export {name};\n")).collect();
    let world =
        format!("package {PACKAGE}@{VERSION};\nworld plugin {{\n  import trace;\n{exports}}}\n");
    let mut sources = SourceMap::default();
    for (name, text) in INTERFACES {
        sources.push_str(&format!("{name}.wit"), *text);
    }
    sources.push_str("world.wit", world);
    let group = sources.parse().map_err(|(_, error)| fail(error.to_string()))?;
    let mut resolve = Resolve::default();
    let package = resolve.push_group(group).map_err(|error| fail(error.to_string()))?;
    let world = resolve
        .select_world(&[package], Some("plugin"))
        .map_err(|error| fail(format!("{error:#}")))?;
    embed_component_metadata(module, &resolve, world, StringEncoding::UTF8)
        .map_err(|error| fail(format!("{error:#}")))
}

/// Returns the names of the interfaces that a module exports, in order; `None` if it has a contract
/// already.
fn interfaces_without_contract(module: &[u8]) -> Result<Option<Vec<&'static str>>, ContractError> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::CustomSection(custom) if custom.name().starts_with(SECTION) => {
                return Ok(None);
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    names.push(export?.name);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for name in names {
        let Some(interface) = interface_of(name)? else { continue };
        if !found.contains(&interface) {
            found.push(interface);
        }
    }
    match found.is_empty() {
        true => Ok(None),
        false => Ok(Some(found)),
    }
}

/// Returns the interface of an export, such as `boardloom:rules/board@1.0.0#marks`.
fn interface_of(export: &str) -> Result<Option<&'static str>, ContractError> {
    let name = export.strip_prefix(PACKAGE).and_then(|name| name.strip_prefix('/'));
    let Some((interface, rest)) = name.and_then(|name| name.split_once('@')) else {
        return Ok(None);
    };
    let version = rest.split('#').next().unwrap_or(rest);
    let known = INTERFACES.iter().find(|(name, _)| *name == interface);
    match known {
        Some((name, _)) if version == VERSION => Ok(Some(name)),
        _ => Err(ContractError::Version(export.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn all_files_of_the_contract_are_known() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../sdk/wit").join(VERSION);
        let files = folder.read_dir().unwrap().map(|file| file.unwrap().path());
        let names = files.map(|file| file.file_stem().unwrap().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name != "world").collect();
        let mut known: Vec<&str> = INTERFACES.iter().map(|(name, _)| *name).collect();
        names.sort();
        known.sort_unstable();
        assert_eq!(names, known);
    }

    #[test]
    fn a_module_of_another_version_is_refused() {
        let module = |version: &str| {
            wat::parse_str(format!(
                r#"(module (func (export "boardloom:rules/board@{version}#marks")))"#
            ))
            .unwrap()
        };
        let error = with_contract(&mut module("99.0.0")).unwrap_err().to_string();
        assert!(error.contains("boardloom:rules/board@99.0.0#marks"), "{error}");
        let mut own = module(VERSION);
        let before = own.len();
        with_contract(&mut own).unwrap();
        assert!(own.len() > before);
        // Once is enough.
        let whole = own.clone();
        with_contract(&mut own).unwrap();
        assert_eq!(own, whole);
    }
}
