//! From a core module to a component.

use thiserror::Error;
use wasmparser::{Parser, Payload};
use wit_component::ComponentEncoder;

/// Why no component could be made of a module.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The module is damaged, or holds nothing of the contract.
    #[error("expected a module that was built with the SDK's `export!`, found: {0}")]
    Module(String),
    /// What the module exports does not fit what it says of itself.
    #[error("cannot make a component of the module: {0}")]
    Component(String),
}

/// Makes a component of a module that holds, in a custom section, the text of
/// the contract that it was built with.
///
/// Functions keep their names, so that a fault can say where it was; what only a
/// debugger reads is left out.
///
/// # Errors
/// Where the module is damaged or does not hold to that text.
pub fn encode(module: &[u8]) -> Result<Vec<u8>, EncodeError> {
    let module =
        without_debugging(module).map_err(|error| EncodeError::Module(error.to_string()))?;
    let mut encoder = ComponentEncoder::default();
    let encoder = encoder
        .validate(true)
        .module(&module)
        .map_err(|error| EncodeError::Module(format!("{error:#}")))?;
    encoder.encode().map_err(|error| EncodeError::Component(format!("{error:#}")))
}

/// Returns a module without its `.debug_` sections. The standard library brings
/// some along that are larger than most plugins.
fn without_debugging(module: &[u8]) -> wasmparser::Result<Vec<u8>> {
    // Sections of a module lie one behind the other after magic and version, so
    // what lies between two kept ends is a section with its header.
    let mut kept = Vec::with_capacity(module.len());
    let mut end = 0;
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        let after = match &payload {
            Payload::Version { range, .. } => range.end,
            // These lie inside a section that was met before.
            Payload::CodeSectionEntry(_) => continue,
            other => match other.as_section() {
                Some((_, range)) => range.end,
                None => continue,
            },
        };
        let debugging = matches!(
            &payload,
            Payload::CustomSection(section) if section.name().starts_with(".debug_")
        );
        if !debugging {
            kept.extend_from_slice(&module[end..after]);
        }
        end = after;
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_debugging_is_left_out() {
        let text = |debugging: &str| {
            format!(
                r#"(module {debugging} (func $first (export "f") (nop)) {debugging}
                    (func $second) (memory 1) (data (i32.const 0) "x")
                    {debugging} (@custom "producers" "\00") {debugging})"#
            )
        };
        let plain = wat::parse_str(text("")).unwrap();
        let full = wat::parse_str(text(r#"(@custom ".debug_info" "much")"#)).unwrap();
        assert!(full.len() > plain.len());
        assert_eq!(without_debugging(&full).unwrap(), plain);
        assert_eq!(without_debugging(&plain).unwrap(), plain);
    }

    #[test]
    fn what_is_no_module_is_said() {
        let error = encode(b"hello").unwrap_err().to_string();
        assert!(error.starts_with("expected a module"), "{error}");
    }
}
