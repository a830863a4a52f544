//! From a core module to a component.

use thiserror::Error;
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
/// # Errors
/// Where the module is damaged or does not hold to that text.
pub fn encode(module: &[u8]) -> Result<Vec<u8>, EncodeError> {
    let mut encoder = ComponentEncoder::default();
    let encoder = encoder
        .validate(true)
        .module(module)
        .map_err(|error| EncodeError::Module(format!("{error:#}")))?;
    encoder.encode().map_err(|error| EncodeError::Component(format!("{error:#}")))
}
