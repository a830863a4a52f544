//! The compiler's wasm target.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use thiserror::Error;

use crate::environment::isolate;

pub const TARGET: &str = "wasm32-unknown-unknown";

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TargetError {
    #[error("expected a Rust compiler, but `{compiler}` does not run: {why}")]
    NoCompiler { compiler: String, why: String },
    #[error(
        "the Rust compiler has no library for {TARGET}, and it could not be added: {why}\n\
         run this and build again:\n\n    {command}\n\n\
         without rustup, install your system's package for it (on Debian \
         `libstd-rust-dev-wasm32`, on Fedora `rust-std-static-wasm32-unknown-unknown`)"
    )]
    Missing { why: String, command: String },
}

/// Adds the wasm target with rustup if it is missing.
pub fn ensure_target() -> Result<(), TargetError> {
    if is_installed()? {
        return Ok(());
    }
    let toolchain = std::env::var("RUSTUP_TOOLCHAIN").ok();
    let mut arguments = vec!["target".to_owned(), "add".to_owned(), TARGET.to_owned()];
    if let Some(toolchain) = toolchain {
        arguments.extend(["--toolchain".to_owned(), toolchain]);
    }
    let command = format!("rustup {}", arguments.join(" "));
    let why = match Command::new("rustup").args(&arguments).stdin(Stdio::null()).output() {
        Err(error) => format!("rustup does not run: {error}"),
        Ok(output) if !output.status.success() => last_line(&output.stderr),
        Ok(_) if is_installed()? => return Ok(()),
        Ok(_) => "rustup added it for another compiler than the one in use".to_owned(),
    };
    Err(TargetError::Missing { why, command })
}

fn is_installed() -> Result<bool, TargetError> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(&compiler);
    isolate(&mut command, &[]);
    let fail = |why: String| TargetError::NoCompiler {
        compiler: compiler.to_string_lossy().into_owned(),
        why,
    };
    let output = command
        .args(["--print", "target-libdir", "--target", TARGET])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| fail(error.to_string()))?;
    if !output.status.success() {
        return Err(fail(last_line(&output.stderr)));
    }
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let Ok(entries) = folder.read_dir() else { return Ok(false) };
    Ok(entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-")))
}

fn last_line(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing").to_owned()
}
