//! Reads what a component is, without running or compiling it.

use std::collections::BTreeMap;

use boardloom_contract::{PluginError, VERSION};
use wasmparser::{
    ComponentExternalKind, Encoding, KnownCustom, Parser, Payload, ProducersSectionReader,
};

/// The package that the contract is.
const PACKAGE: &str = "boardloom:rules/";
/// The interfaces that every plugin has.
const REQUIRED: [&str; 2] = ["rules", "board"];
/// The interfaces that a plugin may import: one function, and names of types.
const IMPORTS: [&str; 2] = ["trace", "types"];

/// What a component says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// The plugin's name.
    pub name: String,
    /// Bytes of the component.
    pub size: usize,
    /// The plugin's own version, where the component says one.
    pub version: Option<String>,
    /// The version of the contract that it was made for.
    pub contract: String,
    /// Full names of what it imports.
    pub imports: Vec<String>,
    /// Full names of what it exports.
    pub exports: Vec<String>,
    /// Whether it counts: perft and playouts.
    pub counts: bool,
    /// Whether it brings a computer player.
    pub searches: bool,
    /// Whether its functions have names, so that a fault can say where it was.
    pub named: bool,
    /// What made it, as field (`language`, `processed-by`) and what is in it,
    /// `Rust` or `rustc 1.95.0`.
    pub producers: Vec<(String, String)>,
}

/// Reads what a component is, without running or compiling it.
///
/// # Errors
/// [`PluginError::Incompatible`] where it is no component, exports nothing of the
/// contract or another version of it, lacks a required interface, or wants more
/// than the one import that a plugin may have.
pub fn inspect(name: &str, bytes: &[u8]) -> Result<Inspection, PluginError> {
    let refuse = |why: String| PluginError::Incompatible { plugin: name.to_owned(), why };
    check_beginning(bytes).map_err(refuse)?;
    let found = read(bytes).map_err(|error| {
        refuse(format!(
            "expected a WebAssembly component, found one that is damaged: {} at byte {}",
            error.message(),
            error.offset()
        ))
    })?;
    found.check().map_err(refuse)?;
    let capabilities = |interface: &str| {
        found.exports.iter().any(|export| *export == format!("{PACKAGE}{interface}@{VERSION}"))
    };
    Ok(Inspection {
        name: name.to_owned(),
        size: bytes.len(),
        version: found.version,
        contract: VERSION.to_owned(),
        counts: capabilities("count"),
        searches: capabilities("search"),
        imports: found.imports,
        exports: found.exports,
        named: found.named,
        producers: found.producers.into_keys().collect(),
    })
}

/// Tells what the file is where it is no component.
fn check_beginning(bytes: &[u8]) -> Result<(), String> {
    const EXPECTED: &str = "expected a WebAssembly component, found";
    if bytes.is_empty() {
        return Err(format!("{EXPECTED} an empty file; build the plugin again"));
    }
    let header = bytes.first_chunk::<8>();
    if !bytes.starts_with(b"\0asm") {
        let text = std::str::from_utf8(&bytes[..bytes.len().min(64)]).is_ok();
        return Err(match bytes {
            [b'(', ..] => format!("{EXPECTED} WebAssembly's text form; make the binary form of it"),
            _ if text => format!("{EXPECTED} a text file"),
            _ => format!("{EXPECTED} a file of another kind"),
        });
    }
    match header {
        None => Err(format!("{EXPECTED} the first {} bytes of one", bytes.len())),
        Some([_, _, _, _, 1, 0, 0, 0]) => Err(format!(
            "{EXPECTED} a core module; `boardloom plugin build` makes a component of it"
        )),
        Some(_) => Ok(()),
    }
}

/// What stands in the component's own sections.
#[derive(Default)]
struct Found {
    imports: Vec<String>,
    exports: Vec<String>,
    version: Option<String>,
    named: bool,
    /// Ordered, each once.
    producers: BTreeMap<(String, String), ()>,
}

fn read(bytes: &[u8]) -> wasmparser::Result<Found> {
    let mut found = Found::default();
    // Sections of the modules and components inside come between theirs.
    let mut depth = 0_usize;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload? {
            Payload::Version { encoding, .. } => {
                debug_assert!(depth > 0 || encoding == Encoding::Component);
                depth += 1;
            }
            Payload::End(_) => depth -= 1,
            Payload::ComponentImportSection(section) if depth == 1 => {
                for import in section {
                    found.imports.push(import?.name.name.to_owned());
                }
            }
            Payload::ComponentExportSection(section) if depth == 1 => {
                for export in section {
                    let export = export?;
                    if export.kind == ComponentExternalKind::Instance {
                        found.exports.push(export.name.name.to_owned());
                    }
                }
            }
            // What registries of components call a version.
            Payload::CustomSection(section) if depth == 1 && section.name() == "version" => {
                let text = std::str::from_utf8(section.data()).ok();
                found.version = text.filter(|text| text.len() <= 64).map(str::to_owned);
            }
            Payload::CustomSection(section) => match section.as_known() {
                KnownCustom::Name(_) => found.named = true,
                KnownCustom::Producers(section) => found.add_producers(section),
                _ => {}
            },
            _ => {}
        }
    }
    Ok(found)
}

impl Found {
    /// Adds what can be read; a plugin whose producers are damaged runs as well.
    fn add_producers(&mut self, section: ProducersSectionReader<'_>) {
        for field in section.into_iter().flatten() {
            for value in field.values.into_iter().flatten() {
                let what = format!("{} {}", value.name, value.version);
                self.producers.insert((field.name.to_owned(), what.trim_end().to_owned()), ());
            }
        }
    }

    fn check(&self) -> Result<(), String> {
        self.check_version()?;
        for interface in REQUIRED {
            let wanted = format!("{PACKAGE}{interface}@{VERSION}");
            if !self.exports.contains(&wanted) {
                return Err(format!("expected it to export `{wanted}`, found {}", self.exported()));
            }
        }
        let allowed = IMPORTS.map(|interface| format!("{PACKAGE}{interface}@{VERSION}"));
        let foreign: Vec<&String> =
            self.imports.iter().filter(|import| !allowed.contains(import)).collect();
        let Some(first) = foreign.first() else { return Ok(()) };
        let more = match foreign.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let mend = if foreign.iter().any(|import| import.starts_with("wasi:")) {
            "; build it for wasm32-unknown-unknown, not for a WASI target"
        } else {
            ""
        };
        Err(format!(
            "a plugin may import nothing but `{}`, found `{first}`{more}{mend}",
            allowed[0]
        ))
    }

    /// Checks that what it exports of the contract is of this version.
    fn check_version(&self) -> Result<(), String> {
        let versions = self.exports.iter().filter_map(|export| {
            export.strip_prefix(PACKAGE)?.split_once('@').map(|(_, version)| version)
        });
        let mut others: Vec<&str> = versions.filter(|version| *version != VERSION).collect();
        others.sort_unstable();
        others.dedup();
        let Some(other) = others.first() else { return Ok(()) };
        let mend = match number(other) > number(VERSION) {
            true => "use a newer Boardloom, or build the plugin with an older SDK",
            false => "build the plugin with a newer SDK",
        };
        Err(format!(
            "expected version {VERSION} of the contract `boardloom:rules`, found {}; {mend}",
            others.join(" and ")
        ))
    }

    fn exported(&self) -> String {
        match &self.exports[..] {
            [] => "no exports at all".to_owned(),
            exports => format!("`{}`", exports.join("`, `")),
        }
    }
}

/// Returns a version's numbers, for comparing.
fn number(version: &str) -> Vec<u64> {
    version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect()
}
