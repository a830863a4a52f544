//! Components from core modules.

use thiserror::Error;
use wasm_encoder::{ComponentSection, CustomSection, NameMap, NameSection, Section as _};
use wasmparser::{KnownCustom, Name, NameSectionReader, Naming, Parser, Payload};
use wit_component::ComponentEncoder;

use crate::contract::{ContractError, with_contract};

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// Damaged, or without the contract.
    #[error(
        "expected a module that was built with the SDK's `export!` or the kit for C, found: {0}"
    )]
    Module(String),
    #[error("expected a core module, found a component: nothing has to be made of it")]
    IsComponent,
    #[error(transparent)]
    Contract(#[from] ContractError),
    /// The exports do not fit the contract in the module.
    #[error("cannot make a component of the module: {0}")]
    Component(String),
}

/// Encodes a module as a component. A custom section of the module has the
/// contract that it was built with; without it the exports tell.
///
/// The plugin's own functions keep their names for backtraces; names of library
/// functions and debug sections are removed.
pub fn encode(module: &[u8]) -> Result<Vec<u8>, EncodeError> {
    if Parser::is_component(module) {
        return Err(EncodeError::IsComponent);
    }
    let mut module = trimmed(module).map_err(|error| EncodeError::Module(error.to_string()))?;
    with_contract(&mut module)?;
    let mut encoder = ComponentEncoder::default()
        .validate(true)
        .module(&module)
        .map_err(|error| EncodeError::Module(format!("{error:#}")))?;
    let component =
        encoder.encode().map_err(|error| EncodeError::Component(format!("{error:#}")))?;
    without_item_names(&component).map_err(|error| EncodeError::Component(error.to_string()))
}

/// Removes the names of the component's own items, several thousand bytes. Backtraces name the
/// functions of modules, which have a section of their own.
fn without_item_names(component: &[u8]) -> wasmparser::Result<Vec<u8>> {
    // The bytes between the ends of two sections are one section with its header.
    let mut kept = Vec::with_capacity(component.len());
    let (mut end, mut depth) = (0, 0u32);
    for payload in Parser::new(0).parse_all(component) {
        let payload = payload?;
        let is_own = depth == 0;
        match payload {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        let after = match &payload {
            Payload::Version { range, .. } => range.end,
            other => match other.as_section() {
                Some((_, range)) => range.end,
                None => continue,
            },
        };
        if !is_own {
            continue;
        }
        let section = &component[std::mem::replace(&mut end, after)..after];
        match payload {
            Payload::CustomSection(custom) if custom.name() == "component-name" => {}
            _ => kept.extend_from_slice(section),
        }
    }
    Ok(kept)
}

/// Writes a plugin's version into its component, as the custom section `version`
/// that the component model's registries read.
pub fn with_version(mut component: Vec<u8>, version: &str) -> Vec<u8> {
    let section = CustomSection { name: "version".into(), data: version.as_bytes().into() };
    // A component is a sequence of sections in any order.
    ComponentSection::append_to_component(&section, &mut component);
    component
}

/// The name of a section with a plugin's texts in a language, without its code.
const CATALOGUE: &str = "boardloom:language/";

/// Writes a plugin's texts in a language into its component, as a custom section.
pub fn with_catalogue(component: Vec<u8>, language: &str, toml: &str) -> Vec<u8> {
    with_section(component, &[CATALOGUE, language].concat(), toml.as_bytes())
}

/// Appends a custom section to a component.
pub fn with_section(mut component: Vec<u8>, name: &str, data: &[u8]) -> Vec<u8> {
    let section = CustomSection { name: name.into(), data: data.into() };
    ComponentSection::append_to_component(&section, &mut component);
    component
}

/// Removes everything that a host does not need: the `.debug_` sections, with which the standard
/// library makes modules larger than most plugins, and the names of library functions. Other
/// names are demangled, which is shorter.
fn trimmed(module: &[u8]) -> wasmparser::Result<Vec<u8>> {
    // The bytes between the ends of two sections are one section with its header.
    let mut kept = Vec::with_capacity(module.len());
    let mut end = 0;
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        let after = match &payload {
            Payload::Version { range, .. } => range.end,
            // Part of a section that was already copied.
            Payload::CodeSectionEntry(_) => continue,
            other => match other.as_section() {
                Some((_, range)) => range.end,
                None => continue,
            },
        };
        let section = &module[std::mem::replace(&mut end, after)..after];
        let Payload::CustomSection(custom) = &payload else {
            kept.extend_from_slice(section);
            continue;
        };
        match custom.as_known() {
            KnownCustom::Name(names) => readable(names)?.append_to(&mut kept),
            _ if custom.name().starts_with(".debug_") => {}
            _ => kept.extend_from_slice(section),
        }
    }
    Ok(kept)
}

/// Library crates, whose names would be a tenth of a plugin and tell nothing in a backtrace.
const LIBRARIES: &str = "alloc compiler_builtins core dlmalloc equivalent foldhash hashbrown \
    indexmap itoa memchr schemars serde serde_core serde_json std zmij";

/// Keeps the functions of the plugin and the SDK, and those that panic.
fn is_kept(name: &str) -> bool {
    if name.contains("panic") {
        return true;
    }
    // `<alloc::vec::Vec<T> as core::clone::Clone>::clone` is of the type's crate.
    let mut path = name.trim_start_matches(|c: char| !c.is_alphabetic() && c != '_');
    path =
        ["mut ", "const ", "dyn "].iter().find_map(|word| path.strip_prefix(word)).unwrap_or(path);
    let word = path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    let is_library = LIBRARIES.split(' ').any(|library| library == &path[..word]);
    !(path[word..].starts_with("::") && is_library)
}

fn readable(names: NameSectionReader<'_>) -> wasmparser::Result<NameSection> {
    let mut functions = NameMap::new();
    for name in names {
        if let Name::Function(map) = name? {
            for naming in map {
                let Naming { index, name } = naming?;
                let name = format!("{:#}", rustc_demangle::demangle(name));
                if is_kept(&name) {
                    functions.append(index, &short(&name));
                }
            }
        }
    }
    let mut section = NameSection::new();
    section.functions(&functions);
    Ok(section)
}

/// Removes modules from a function's name, which would be larger than a small game:
/// `<sdk::session::Session<G> as a::b::Cursor>::play` becomes
/// `<Session<G> as Cursor>::play`. A free function keeps the last two parts.
fn short(name: &str) -> String {
    let (mut short, mut path, mut depth) = (String::new(), Vec::new(), 0u32);
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if word > 0 {
            path.push(&rest[..word]);
            rest = &rest[word..];
            let after = rest.strip_prefix("::");
            match after.filter(|after| after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
            {
                Some(after) => rest = after,
                None => {
                    let kept = if depth == 0 { 2 } else { 1 };
                    short += &path[path.len().saturating_sub(kept)..].join("::");
                    path.clear();
                }
            }
            continue;
        }
        match first {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        short.push(first);
        rest = &rest[first.len_utf8()..];
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of functions and of sections.
    fn inside(module: &[u8]) -> (Vec<String>, Vec<String>) {
        let (mut names, mut sections) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(module) {
            let Payload::CustomSection(section) = payload.unwrap() else { continue };
            sections.push(section.name().to_owned());
            let KnownCustom::Name(map) = section.as_known() else { continue };
            for name in map {
                let Name::Function(map) = name.unwrap() else { panic!("names of other things") };
                names.extend(map.into_iter().map(|naming| naming.unwrap().name.to_owned()));
            }
        }
        (names, sections)
    }

    #[test]
    fn names_lose_their_modules() {
        for (long, expected) in [
            ("core::fmt::write", "fmt::write"),
            (
                "<boardloom_sdk::session::Session<G> as a::traits::Cursor>::play",
                "<Session<G> as Cursor>::play",
            ),
            (
                "boardloom:rules/rules@1.0.0#[method]cursor.play",
                "boardloom:rules/rules@1.0.0#[method]cursor.play",
            ),
            ("alloc::vec::Vec<T,A>::push", "vec::Vec<T,A>::push"),
            ("a::b::{{closure}}", "a::b::{{closure}}"),
            ("\u{fc}::", "\u{fc}::"),
        ] {
            assert_eq!(short(long), expected);
        }
    }

    #[test]
    fn names_of_library_functions_are_removed() {
        for (name, expected) in [
            ("core::fmt::write", false),
            ("core::panicking::panic_fmt", true),
            ("<alloc::vec::Vec<T,A> as core::ops::drop::Drop>::drop", false),
            ("core::ptr::drop_in_place<connection::game::Connection>", false),
            ("<&mut serde_json::de::Deserializer<R> as serde_core::de::Deserializer>::read", false),
            ("connection::chain::arms", true),
            ("<connection::game::Connection as core::clone::Clone>::clone", true),
            ("core_game::turn", true),
            ("alloc", true),
            ("memcpy", true),
            ("boardloom:rules/rules@1.0.0#[method]cursor.play", true),
            ("\u{fc}::", true),
            ("", true),
        ] {
            assert_eq!(is_kept(name), expected, "{name}");
        }
    }

    #[test]
    fn names_are_kept_and_debug_sections_removed() {
        let module = wat::parse_str(
            r#"(module (@custom ".debug_info" "much")
                (func $_ZN4core3fmt5write17h0123456789abcdefE (export "g") (nop))
                (func $_ZN4ludo3die4roll17h0123456789abcdefE (export "f") (local $x i32) (nop))
                (@custom ".debug_str" "more") (memory 1) (data (i32.const 0) "x")
                (@custom "producers" "\00") (@custom ".debug_line" "most"))"#,
        )
        .unwrap();
        let trimmed = trimmed(&module).unwrap();
        assert!(trimmed.len() < module.len());
        let (names, mut sections) = inside(&trimmed);
        sections.sort();
        assert_eq!(names, ["die::roll"]);
        assert_eq!(sections, ["name", "producers"]);
    }

    #[test]
    fn names_of_a_component_are_removed_and_those_of_its_modules_kept() {
        let component = wat::parse_str(
            r#"(component $c (core module $m (func $play) (@custom "inside" "x"))
                (core instance $i (instantiate $m)) (component $d (core module $n))
                (@custom "version" "1"))"#,
        )
        .unwrap();
        let sections = |bytes: &[u8]| -> Vec<String> { inside_names(bytes) };
        let (before, short) = (sections(&component), without_item_names(&component).unwrap());
        let after = sections(&short);
        let own = before.iter().filter(|name| *name == "component-name").count();
        assert!(own > 0 && short.len() < component.len());
        let left: Vec<&String> = before.iter().filter(|name| *name != "component-name").collect();
        let without: Vec<&String> = after.iter().filter(|name| *name != "component-name").collect();
        assert_eq!(left, without);
        assert!(
            left.iter().any(|name| *name == "name") && left.iter().any(|name| *name == "version")
        );
        wasmparser::Validator::new_with_features(wasmparser::WasmFeatures::all())
            .validate_all(&short)
            .unwrap();
    }

    /// The names of all custom sections, those of modules within too.
    fn inside_names(component: &[u8]) -> Vec<String> {
        let payloads = Parser::new(0).parse_all(component).map(Result::unwrap);
        let name = |payload| match payload {
            Payload::CustomSection(section) => Some(section.name().to_owned()),
            _ => None,
        };
        payloads.filter_map(name).collect()
    }

    #[test]
    fn bytes_that_are_no_module_are_named_in_the_error() {
        let error = encode(b"hello").unwrap_err().to_string();
        assert!(error.starts_with("expected a module"), "{error}");
    }
}
