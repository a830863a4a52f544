//! Facts of a component, read without compiling it.

use std::collections::{BTreeMap, BTreeSet};

use boardloom_contract::{PluginError, VERSION};
use wasmparser::{
    ComponentExternalKind, Encoding, KnownCustom, Parser, Payload, ProducersSectionReader,
};

const PACKAGE: &str = "boardloom:rules/";
const REQUIRED: &str = "rules";
/// The name of a section with texts in a language, without its code.
const CATALOGUE: &str = "boardloom:language/";
/// The most bytes of the texts in one language, and the most languages.
const CATALOGUE_LIMIT: usize = 512 * 1024;
const LANGUAGES: usize = 100;
/// The interfaces that a plugin may import: one function, and types.
const IMPORTS: [&str; 2] = ["trace", "types"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    pub name: String,
    /// In bytes.
    pub size: usize,
    pub version: Option<String>,
    /// The version of the contract.
    pub contract: String,
    /// Full names.
    pub imports: Vec<String>,
    /// Full names.
    pub exports: Vec<String>,
    /// Whether it has perft and playouts.
    pub counts: bool,
    /// Whether it has a computer player.
    pub searches: bool,
    /// Whether it draws its board itself.
    pub draws: bool,
    /// Whether it has the interface `shortcuts`.
    pub shortcuts: bool,
    /// Whether it shows moves of several steps while they are made.
    pub steps: bool,
    /// Whether seats may see different things.
    pub observation: bool,
    /// Whether it has the names of functions, for backtraces.
    pub named: bool,
    /// Tools that made it, as field (`language`, `processed-by`) and value (`Rust`,
    /// `rustc 1.95.0`).
    pub producers: Vec<(String, String)>,
    /// The texts for players in other languages, as TOML by the code of the language.
    pub catalogues: BTreeMap<String, String>,
    /// The errors in the texts, which are left out.
    pub catalogue_errors: Vec<String>,
}

/// Reads the facts of a component without compiling it.
///
/// # Errors
/// [`PluginError::Incompatible`] if it is not a component, has another version of
/// the contract, lacks the required interface, or has other imports than the
/// contract's.
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
        draws: capabilities("board"),
        shortcuts: capabilities("shortcuts"),
        steps: capabilities("steps"),
        observation: capabilities("observation"),
        imports: found.imports,
        exports: found.exports,
        named: found.named,
        producers: found.producers.into_iter().collect(),
        catalogues: found.catalogues,
        catalogue_errors: found.catalogue_errors,
    })
}

/// Checks that the file is a component, or tells what it is.
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

#[derive(Default)]
struct ComponentSections {
    imports: Vec<String>,
    exports: Vec<String>,
    version: Option<String>,
    named: bool,
    producers: BTreeSet<(String, String)>,
    catalogues: BTreeMap<String, String>,
    catalogue_errors: Vec<String>,
}

fn read(bytes: &[u8]) -> wasmparser::Result<ComponentSections> {
    let mut found = ComponentSections::default();
    // Sections of inner modules and components are nested.
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
            // The section that component registries read.
            Payload::CustomSection(section) if depth == 1 && section.name() == "version" => {
                let text = std::str::from_utf8(section.data()).ok();
                found.version = text.filter(|text| text.len() <= 64).map(str::to_owned);
            }
            Payload::CustomSection(section)
                if depth == 1 && section.name().starts_with(CATALOGUE) =>
            {
                found.add_catalogue(&section.name()[CATALOGUE.len()..], section.data());
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

impl ComponentSections {
    /// Ignores damaged producers, which no plugin needs to run.
    fn add_producers(&mut self, section: ProducersSectionReader<'_>) {
        for field in section.into_iter().flatten() {
            for value in field.values.into_iter().flatten() {
                let what = format!("{} {}", value.name, value.version);
                self.producers.insert((field.name.to_owned(), what.trim_end().to_owned()));
            }
        }
    }

    fn add_catalogue(&mut self, language: &str, data: &[u8]) {
        let is_code = (2..=16).contains(&language.len())
            && language.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
        let text = std::str::from_utf8(data).ok();
        let error = match text {
            _ if !is_code => "expected the code of a language, as `de`".to_owned(),
            _ if self.catalogues.len() >= LANGUAGES => {
                format!("expected at most {LANGUAGES} languages")
            }
            _ if data.len() > CATALOGUE_LIMIT => {
                format!("expected at most {CATALOGUE_LIMIT} bytes, found {}", data.len())
            }
            None => "expected text in UTF-8".to_owned(),
            Some(text) => {
                self.catalogues.insert(language.to_owned(), text.to_owned());
                return;
            }
        };
        if self.catalogue_errors.len() < LANGUAGES {
            let language: String = language.chars().take(16).collect();
            self.catalogue_errors
                .push(format!("the texts in `{}`: {error}", language.escape_debug()));
        }
    }

    fn check(&self) -> Result<(), String> {
        self.check_version()?;
        let wanted = format!("{PACKAGE}{REQUIRED}@{VERSION}");
        if !self.exports.contains(&wanted) {
            return Err(format!("expected it to export `{wanted}`, found {}", self.exported()));
        }
        let allowed = IMPORTS.map(|interface| format!("{PACKAGE}{interface}@{VERSION}"));
        let foreign: Vec<&String> =
            self.imports.iter().filter(|import| !allowed.contains(import)).collect();
        let Some(first) = foreign.first() else { return Ok(()) };
        let more = match foreign.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let help = if foreign.iter().any(|import| import.starts_with("wasi:")) {
            "; build it for wasm32-unknown-unknown, not for a WASI target"
        } else {
            ""
        };
        Err(format!(
            "a plugin may import nothing but `{}`, found `{first}`{more}{help}",
            allowed[0]
        ))
    }

    fn check_version(&self) -> Result<(), String> {
        let versions = self.exports.iter().filter_map(|export| {
            export.strip_prefix(PACKAGE)?.split_once('@').map(|(_, version)| version)
        });
        let mut others: Vec<&str> = versions.filter(|version| *version != VERSION).collect();
        others.sort_unstable();
        others.dedup();
        let Some(other) = others.first() else { return Ok(()) };
        let help = match number(other) > number(VERSION) {
            true => "use a newer Boardloom, or build the plugin with an older SDK",
            false => "build the plugin with a newer SDK",
        };
        Err(format!(
            "expected version {VERSION} of the contract `boardloom:rules`, found {}; {help}",
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

fn number(version: &str) -> Vec<u64> {
    version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect()
}
