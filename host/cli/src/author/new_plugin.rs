//! `boardloom new plugin`.

use std::io::Write;
use std::path::PathBuf;

use super::{lock_file, name, write_file};
use crate::cli::NewPlugin;
use crate::{Console, Failure, Result};

/// The crate's files and their templates in the SDK. Paths and texts contain the
/// placeholders `{{name}}`, `{{title}}` and `{{module}}`.
const TEMPLATES: [(&str, &str); 5] = [
    ("Cargo.toml", "sdk/template/Cargo.toml.txt"),
    ("src/lib.rs", "sdk/template/lib.rs.txt"),
    ("rulesets/{{name}}/{{name}}.toml", "sdk/template/ruleset.toml.txt"),
    ("README.md", "sdk/template/README.md.txt"),
    (".gitignore", "sdk/template/gitignore.txt"),
];

/// The copy of the SDK leaves the templates out.
const TEMPLATE_FOLDER: &str = "sdk/template/";

/// The crate contains its copy of the SDK: authors can move and share it as one folder,
/// and crates with different SDK versions do not conflict.
const SDK_FOLDER: &str = "boardloom-sdk";

const DEPENDENCIES: [&str; 3] = ["boardloom-sdk", "schemars", "serde"];

pub fn run(args: &NewPlugin, console: &mut Console<'_>) -> Result<()> {
    name::check_crate(&args.name)?;
    if boardloom_bundle::plugins().iter().any(|(name, _)| *name == args.name) {
        return Err(Failure::Usage(format!(
            "`{}` is a built-in plugin, which yours would replace; take another name",
            args.name
        )));
    }
    let folder = args.dir.clone().unwrap_or_else(|| PathBuf::from(&args.name));
    let occupied = folder.is_dir()
        && folder.read_dir().map_err(Failure::read(&folder))?.next().is_some()
        || folder.is_file();
    if occupied {
        return Err(Failure::Usage(format!(
            "{} already exists and is not empty; name another folder with `--dir`",
            folder.display()
        )));
    }
    let fill = |text: &str| {
        text.replace("{{name}}", &args.name)
            .replace("{{title}}", &name::title(&args.name))
            .replace("{{module}}", &args.name.replace('-', "_"))
    };
    for (path, template) in TEMPLATES {
        write_file(&folder.join(fill(path)), fill(&sdk_text(template)))?;
    }
    let sdk = boardloom_bundle::sdk_source().iter();
    for (path, bytes) in sdk.filter(|(path, _)| !path.starts_with(TEMPLATE_FOLDER)) {
        write_file(&folder.join(SDK_FOLDER).join(path), bytes)?;
        if *path == "Cargo.lock" {
            let text = String::from_utf8_lossy(bytes);
            let whole = lock_file::with_crate(&text, &args.name, &DEPENDENCIES);
            write_file(&folder.join("Cargo.lock"), whole)?;
        }
    }
    writeln!(console.out, "{}", folder.display())?;
    console.flush()?;
    let name = &args.name;
    console.say(format!(
        "wrote a small working game; next:\n  cd {}\n  boardloom plugin build\n  boardloom play \
         {name}/{name} --text\nsrc/lib.rs contains the rules, README.md explains the next steps",
        folder.display()
    ));
    Ok(())
}

fn sdk_text(name: &str) -> String {
    let found = boardloom_bundle::sdk_source().iter().find(|(path, _)| *path == name);
    let (_, bytes) = found.expect("the SDK source contains every template: a test checks it");
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sdk_contains_every_template() {
        for (_, template) in TEMPLATES {
            assert!(!sdk_text(template).is_empty(), "{template}");
        }
    }
}
