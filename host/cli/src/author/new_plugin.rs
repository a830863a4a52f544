//! `boardloom new plugin`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{lock_file, name, write_file};
use crate::cli::{NewPlugin, PluginLanguage};
use crate::{Console, Failure, Result};

/// Files of a new plugin and their templates in the SDK. Paths and texts contain the
/// placeholders `{{name}}`, `{{title}}` and `{{module}}`.
type Templates = [(&'static str, &'static str); 5];

const RUST_TEMPLATES: Templates = [
    ("Cargo.toml", "sdk/template/Cargo.toml.txt"),
    ("src/lib.rs", "sdk/template/lib.rs.txt"),
    ("rulesets/{{name}}/{{name}}.toml", "sdk/template/ruleset.toml.txt"),
    ("README.md", "sdk/template/README.md.txt"),
    (".gitignore", "sdk/template/gitignore.txt"),
];

const C_TEMPLATES: Templates = [
    ("plugin.toml", "sdk/c/template/plugin.toml.txt"),
    ("game.c", "sdk/c/template/game.c.txt"),
    ("rulesets/{{name}}/{{name}}.toml", "sdk/c/template/ruleset.toml.txt"),
    ("README.md", "sdk/c/template/README.md.txt"),
    (".gitignore", "sdk/template/gitignore.txt"),
];

/// The copies of the SDK leave these out.
const TEMPLATE_FOLDER: &str = "sdk/template/";
const C_FOLDER: &str = "sdk/c/";
/// What a plugin in C needs of the SDK.
const C_PARTS: [&str; 3] = ["sdk/c/include/", "sdk/c/src/", "sdk/c/README.md"];

/// The plugin contains its copy of the SDK: authors can move and share it as one folder,
/// and plugins with different SDK versions do not conflict.
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
    let templates = match args.language {
        PluginLanguage::Rust => RUST_TEMPLATES,
        PluginLanguage::C => C_TEMPLATES,
    };
    for (path, template) in templates {
        write_file(&folder.join(fill(path)), fill(&sdk_text(template)))?;
    }
    let source = match args.language {
        PluginLanguage::Rust => {
            copy_sdk(&args.name, &folder)?;
            "src/lib.rs"
        }
        PluginLanguage::C => {
            copy_c_kit(&folder)?;
            "game.c"
        }
    };
    writeln!(console.out, "{}", folder.display())?;
    console.flush()?;
    let name = &args.name;
    console.say(format!(
        "wrote a small working game; next:\n  cd {}\n  boardloom plugin build\n  boardloom play \
         {name}/{name} --text\n{source} contains the rules, README.md explains the next steps",
        folder.display()
    ));
    Ok(())
}

/// Copies the SDK into a new crate, and writes its lock file.
fn copy_sdk(name: &str, folder: &Path) -> Result<()> {
    let is_left_out =
        |path: &str| [TEMPLATE_FOLDER, C_FOLDER].iter().any(|it| path.starts_with(it));
    let sdk = boardloom_bundle::sdk_source().iter();
    for (path, bytes) in sdk.filter(|(path, _)| !is_left_out(path)) {
        write_file(&folder.join(SDK_FOLDER).join(path), bytes)?;
        if *path == "Cargo.lock" {
            let text = String::from_utf8_lossy(bytes);
            let whole = lock_file::with_crate(&text, name, &DEPENDENCIES);
            write_file(&folder.join("Cargo.lock"), whole)?;
        }
    }
    Ok(())
}

fn copy_c_kit(folder: &Path) -> Result<()> {
    for (path, bytes) in boardloom_bundle::sdk_source() {
        if C_PARTS.iter().any(|part| path.starts_with(part)) {
            write_file(&folder.join(SDK_FOLDER).join(&path[C_FOLDER.len()..]), bytes)?;
        }
    }
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
        for (_, template) in RUST_TEMPLATES.into_iter().chain(C_TEMPLATES) {
            assert!(!sdk_text(template).is_empty(), "{template}");
        }
    }
}
