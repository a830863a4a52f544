//! Plugins made of WebAssembly text, for tests of what the host does with them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use boardloom_component::encode;
use wit_component::{StringEncoding, dummy_module, embed_component_metadata};
use wit_parser::{ManglingAndAbi, Resolve, WorldId};

use crate::support::{data, project};

/// The contract's version that the texts are written in.
const VERSION: &str = "@1.0.0";

/// Returns the folder of the texts.
pub fn folder() -> PathBuf {
    data().join("hostile")
}

/// The interfaces of the well-behaved plugin.
const WORLD: &str = "world polite {
    import trace;
    export rules;
    export board;
    export shortcuts;
}";

/// Returns a plugin that keeps the contract.
pub fn polite() -> Vec<u8> {
    with_parts("")
}

/// Returns the well-behaved plugin with these parts replaced.
pub fn with_parts(parts: &str) -> Vec<u8> {
    component(&module(parts), "polite", "")
}

/// Returns the well-behaved plugin for another version of the contract.
pub fn of_version(version: &str) -> Vec<u8> {
    let text = module("").replace(VERSION, version);
    let (mut resolve, world) = contract("polite", "", version);
    encode_with(&text, &mut resolve, world)
}

/// Returns the well-behaved plugin with one more import, from a package in WIT.
pub fn with_import(package: &str, interface: &str, function: &str) -> Vec<u8> {
    let import = format!("(import \"{interface}\" \"{function}\" (func))");
    let parts = format!("\n;; -- more imports\n{import}\n");
    let world = format!(
        "package test:importing;\n\
         world importing {{ import {interface}; include boardloom:rules/polite{VERSION}; }}\n\
         {package}"
    );
    component(&module(&parts), "importing", &world)
}

/// Returns a plugin with every interface in which every function traps.
pub fn trapping_plugin() -> Vec<u8> {
    let (resolve, world) = contract("game", "", VERSION);
    let mut module =
        dummy_module(&resolve, world, ManglingAndAbi::Legacy(wit_parser::LiftLowerAbi::Sync));
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).unwrap();
    encode(&module).unwrap()
}

/// Returns the text of a module: the well-behaved plugin's parts, replaced or followed
/// by these.
fn module(parts: &str) -> String {
    let polite = std::fs::read_to_string(folder().join("polite.wat")).unwrap();
    let mut all = split(&polite);
    for (name, part) in split(parts) {
        all.insert(name, part);
    }
    // Imports stand first in a module.
    let (imports, rest): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(name, _)| name.contains("imports"));
    let parts: Vec<String> = imports.into_iter().chain(rest).map(|(_, part)| part).collect();
    format!("(module\n{}\n)", parts.join("\n"))
}

/// Splits a text at the lines that begin with `;; -- ` and a name.
fn split(text: &str) -> BTreeMap<String, String> {
    let parts = text.split("\n;; -- ").skip(1);
    parts
        .map(|part| {
            let (name, body) = part.split_once('\n').unwrap_or((part, ""));
            (name.to_owned(), body.to_owned())
        })
        .collect()
}

fn component(text: &str, world: &str, package: &str) -> Vec<u8> {
    let (mut resolve, world) = contract(world, package, VERSION);
    encode_with(text, &mut resolve, world)
}

fn encode_with(text: &str, resolve: &mut Resolve, world: WorldId) -> Vec<u8> {
    let mut module = wat::parse_str(text).unwrap_or_else(|error| panic!("{error}"));
    embed_component_metadata(&mut module, resolve, world, StringEncoding::UTF8).unwrap();
    encode(&module).unwrap()
}

/// Returns the contract with a world added to it or to another package.
fn contract(world: &str, package: &str, version: &str) -> (Resolve, WorldId) {
    let folder = project().join("sdk/wit/1.0.0");
    let mut text = String::new();
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let part = std::fs::read_to_string(file).unwrap();
        text.push_str(&part.replace(&format!("package boardloom:rules{VERSION};"), ""));
    }
    let mut resolve = Resolve::default();
    let text = format!("package boardloom:rules{version};\n{text}\n{WORLD}");
    let mut main = resolve.push_str("contract.wit", &text).unwrap();
    if !package.is_empty() {
        main = resolve.push_str("test.wit", package).unwrap();
    }
    let world = resolve.select_world(&[main], Some(world)).unwrap();
    (resolve, world)
}
