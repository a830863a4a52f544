//! Builds the plugins of this tree, and writes the tables of files that the binary contains.

mod plugins;
mod rulesets;
mod sdk;
mod table;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

pub struct Folders {
    /// The workspace.
    pub root: PathBuf,
    /// For tables and components.
    pub out: PathBuf,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // cargo shows standard error of a build script that failed.
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let own = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let root = own.ancestors().nth(3).ok_or("the crate is not in its workspace")?;
    let folders = Folders { root: root.to_path_buf(), out: PathBuf::from(variable("OUT_DIR")?) };
    rulesets::embed(&folders)?;
    sdk::embed(&folders)?;
    plugins::embed(&folders)?;
    println!("cargo::rerun-if-changed=build");
    Ok(())
}

fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|_| format!("expected cargo to set {name}"))
}
