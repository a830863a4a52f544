//! `boardloom plugin build`.

use std::io::Write;
use std::path::Path;

use boardloom_component::{BuildError, PluginBuild, encode};
use boardloom_ruleset::editor_schema;
use boardloom_sandbox::{Sandbox, SandboxConfig, inspect};

use super::subject::{manifest_of, package_name};
use crate::cli::Build;
use crate::console::Console;
use crate::failure::Failure;
use crate::perft::grouped;

/// A plugin larger than this carries something that it does not need.
const LARGE: usize = 800_000;

/// Compiles a plugin's crate and writes the component.
pub fn run(args: &Build, console: &mut Console<'_>) -> Result<(), Failure> {
    let (name, component) = match &args.component_only {
        Some(module) => (name_for(args, module)?, of_module(module)?),
        None => {
            let name = package_name(&manifest_of(&args.dir)?)?;
            (name, compile(args, true)?)
        }
    };
    // Whatever does not fit is found here, not when somebody wants to play.
    inspect(&name, &component)?;
    let usual = in_folder(&args.dir, &format!("{name}.wasm"));
    let path = args.output.as_deref().unwrap_or(&usual);
    boardloom_match::write_atomically(path, &component).map_err(Failure::write(path))?;
    writeln!(console.out, "{}", path.display())?;
    console.flush()?;
    console.say(format!("{} bytes", grouped(component.len() as f64)));
    if component.len() > LARGE {
        console.say(format!(
            "that is much for a plugin: with `lto = true` and `panic = \"abort\"` in \
             [profile.release] it should stay under {}",
            grouped(LARGE as f64)
        ));
    }
    let schema = schema(&name, &component, &args.dir)?;
    if let Some(schema) = schema {
        console.say(format!("wrote {} for editors", schema.display()));
    }
    Ok(())
}

/// Compiles a crate; cargo's own progress is shown.
pub fn compile(args: &Build, watched: bool) -> Result<Vec<u8>, Failure> {
    let manifest = manifest_of(&args.dir)?;
    let build = PluginBuild {
        profile: args.profile.clone(),
        locked: args.locked,
        hidden: hidden(&args.dir),
        watched,
        ..PluginBuild::new(&manifest)
    };
    let built = build.run().map_err(|error| match error {
        // cargo has said why.
        BuildError::Compile { .. } if watched => {
            Failure::Faults(format!("the plugin in {} does not build", args.dir.display()))
        }
        other => Failure::Faults(other.to_string()),
    })?;
    Ok(built.component)
}

/// Returns the folders whose names must not get into the plugin.
fn hidden(folder: &Path) -> Vec<(std::path::PathBuf, String)> {
    let mut hidden = Vec::new();
    let home = std::env::var_os("CARGO_HOME").map(std::path::PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    hidden.extend(home.map(|home| (home, "/cargo".to_owned())));
    if let Ok(folder) = folder.canonicalize() {
        hidden.push((folder, "/plugin".to_owned()));
    }
    hidden
}

/// Makes the component of a module that cargo built.
fn of_module(path: &Path) -> Result<Vec<u8>, Failure> {
    let module = std::fs::read(path).map_err(Failure::read(path))?;
    encode(&module).map_err(|error| Failure::Faults(format!("{}: {error}", path.display())))
}

/// Returns the plugin's name: its crate's, where the module is of a crate.
fn name_for(args: &Build, module: &Path) -> Result<String, Failure> {
    let stem = module.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_default();
    match manifest_of(&args.dir).and_then(|manifest| package_name(&manifest)) {
        Ok(name) if name.replace('-', "_") == stem || name == stem => Ok(name),
        _ => Ok(stem),
    }
}

/// Writes the schema that editors complete and check rulesets from, where the
/// crate has rulesets.
fn schema(
    name: &str,
    component: &[u8],
    folder: &Path,
) -> Result<Option<std::path::PathBuf>, Failure> {
    let rulesets = in_folder(folder, "rulesets");
    let sandbox = Sandbox::new(SandboxConfig::default())
        .map_err(|error| Failure::Machine(error.to_string()))?;
    let rules = sandbox.load(name, component)?;
    let text = rules.schema()?;
    let schema = serde_json::from_str(&text).map_err(|error| {
        Failure::Plugin(boardloom_contract::PluginError::BrokeContract {
            plugin: name.to_owned(),
            call: "schema".to_owned(),
            why: format!("expected a JSON Schema, found: {error}"),
        })
    })?;
    if !rulesets.is_dir() {
        return Ok(None);
    }
    let folder = rulesets.join("schema");
    std::fs::create_dir_all(&folder).map_err(Failure::write(&folder))?;
    let path = folder.join(format!("{name}.json"));
    let whole = format!("{:#}\n", editor_schema(name, &schema));
    std::fs::write(&path, whole).map_err(Failure::write(&path))?;
    Ok(Some(path))
}

/// Returns a file in a folder, without the dot that stands for this one.
fn in_folder(folder: &Path, name: &str) -> std::path::PathBuf {
    if folder == Path::new(".") { name.into() } else { folder.join(name) }
}
