//! `boardloom new plugin`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{lock, name};
use crate::cli::NewPlugin;
use crate::console::Console;
use crate::failure::Failure;

/// The files of the crate: where each goes, and where it lies in the SDK. Paths
/// and texts have `{{name}}`, `{{title}}` and `{{module}}` to be filled in.
const FILES: [(&str, &str); 5] = [
    ("Cargo.toml", "sdk/template/Cargo.toml.txt"),
    ("src/lib.rs", "sdk/template/lib.rs.txt"),
    ("rulesets/{{name}}/{{name}}.toml", "sdk/template/ruleset.toml.txt"),
    ("README.md", "sdk/template/README.md.txt"),
    (".gitignore", "sdk/template/gitignore.txt"),
];

/// What of the SDK does not go along: the crate was made from it.
const LEFT_OUT: &str = "sdk/template/";

/// Where the SDK's source goes, within the crate: it can be moved and shared as
/// one folder then, and no other crate's SDK is in the way.
const SDK: &str = "boardloom-sdk";

/// What the crate depends on.
const DEPENDENCIES: [&str; 3] = ["boardloom-sdk", "schemars", "serde"];

/// Writes a plugin's crate with a small game that works, and a ruleset.
pub fn run(args: &NewPlugin, console: &mut Console<'_>) -> Result<(), Failure> {
    name::check_crate(&args.name)?;
    let folder = args.dir.clone().unwrap_or_else(|| PathBuf::from(&args.name));
    let occupied = folder.is_dir()
        && folder.read_dir().map_err(Failure::read(&folder))?.next().is_some()
        || folder.is_file();
    if occupied {
        return Err(Failure::Usage(format!(
            "{} is there already and not empty; name another folder with `--dir`",
            folder.display()
        )));
    }
    let filled = |text: &str| {
        text.replace("{{name}}", &args.name)
            .replace("{{title}}", &name::title(&args.name))
            .replace("{{module}}", &args.name.replace('-', "_"))
    };
    for (path, from) in FILES {
        write(&folder.join(filled(path)), filled(&source(from)).as_bytes())?;
    }
    let sdk = boardloom_bundle::sdk_source().iter();
    for (path, bytes) in sdk.filter(|(path, _)| !path.starts_with(LEFT_OUT)) {
        write(&folder.join(SDK).join(path), bytes)?;
        if *path == "Cargo.lock" {
            let text = String::from_utf8_lossy(bytes);
            let whole = lock::with_crate(&text, &args.name, &DEPENDENCIES);
            write(&folder.join("Cargo.lock"), whole.as_bytes())?;
        }
    }
    writeln!(console.out, "{}", folder.display())?;
    console.flush()?;
    let name = &args.name;
    console.say(format!(
        "wrote a game that works; next:\n  cd {}\n  boardloom plugin build\n  boardloom play \
         {name}/{name} --text\nsrc/lib.rs holds the rules, README.md says more",
        folder.display()
    ));
    Ok(())
}

/// Returns a text of the SDK's source.
fn source(name: &str) -> String {
    let found = boardloom_bundle::sdk_source().iter().find(|(path, _)| *path == name);
    let (_, bytes) = found.expect("the SDK's source is whole, as a test holds");
    String::from_utf8_lossy(bytes).into_owned()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(Failure::write(folder))?;
    }
    std::fs::write(path, bytes).map_err(Failure::write(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_goes_along() {
        for (_, from) in FILES {
            assert!(!source(from).is_empty(), "{from}");
        }
    }
}
