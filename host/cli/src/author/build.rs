//! `boardloom plugin build`.

use std::io::Write;
use std::path::{Path, PathBuf};

use boardloom_component::{BuildError, BuildSettings, MOST_BYTES, encode, with_catalogues};
use boardloom_ruleset::Translation;
use boardloom_sandbox::{Inspection, Sandbox, SandboxConfig, inspect};

use super::clang;
use super::plugin_file::{C_MANIFEST, manifest_of, package_name};
use crate::catalog::{CatalogError, schema_of};
use crate::cli::Build;
use crate::perft::group_digits;
use crate::{Console, Failure, Result};

pub fn run(args: &Build, console: &mut Console<'_>) -> Result<()> {
    if args.dir.is_file() {
        return run(&of_module(args)?, console);
    }
    let (name, component) = match &args.component_only {
        Some(path) => {
            let module = std::fs::read(path).map_err(Failure::read(path))?;
            let fail = |error| Failure::Invalid(format!("{}: {error}", path.display()));
            let component = encode(&module).map_err(fail)?;
            let languages = in_folder(&args.dir, "languages");
            let component = with_catalogues(component, &languages)
                .map_err(|error| Failure::Invalid(error.to_string()))?;
            (plugin_name(args, path)?, component)
        }
        None => {
            let name = package_name(&manifest_of(&args.dir)?)?;
            (name, compile(args)?)
        }
    };
    // Find an invalid component now, not at the start of a game.
    let inspection = inspect(&name, &component)?;
    for error in catalogue_errors(&inspection) {
        console.say(error);
    }
    let default = in_folder(&args.dir, &format!("{name}.wasm"));
    let path = args.output.as_deref().unwrap_or(&default);
    if let Some(module) = &args.component_only
        && path.canonicalize().is_ok_and(|path| module.canonicalize().is_ok_and(|it| it == path))
    {
        let what = format!(
            "{} would replace the module; name another file with `--output`",
            path.display()
        );
        return Err(Failure::Usage(what));
    }
    boardloom_match::write_atomically(path, &component).map_err(Failure::write(path))?;
    writeln!(console.out, "{}", path.display())?;
    console.flush()?;
    console.say(format!("{} bytes", group_digits(component.len() as f64)));
    if component.len() > MOST_BYTES {
        console.say(format!(
            "this is large for a plugin: with `lto = true` and `panic = \"abort\"` in \
             [profile.release] it should stay under {}",
            group_digits(MOST_BYTES as f64)
        ));
    }
    if let Some(schema) = write_schema(&name, &component, &args.dir)? {
        console.say(format!("wrote {} for text editors", schema.display()));
    }
    Ok(())
}

/// Returns the arguments for a module that is named in the place of a folder.
fn of_module(args: &Build) -> Result<Build> {
    if args.component_only.is_some() {
        let what = "name one module, in the place of the folder or with `--component-only`";
        return Err(Failure::Usage(what.to_owned()));
    }
    let folder = args.dir.parent().filter(|folder| !folder.as_os_str().is_empty());
    Ok(Build {
        dir: folder.unwrap_or(Path::new(".")).to_owned(),
        output: args.output.clone(),
        component_only: Some(args.dir.clone()),
        profile: args.profile.clone(),
        locked: args.locked,
    })
}

/// Returns the errors in a plugin's texts in other languages, which are left out.
fn catalogue_errors(inspection: &Inspection) -> Vec<String> {
    let mut errors = inspection.catalogue_errors.clone();
    for (language, toml) in &inspection.catalogues {
        let wrong = Translation::read(toml).1.into_iter();
        errors.extend(wrong.map(|error| format!("languages/{language}.toml, {error}")));
    }
    errors
}

pub(super) fn compile(args: &Build) -> Result<Vec<u8>> {
    let manifest = manifest_of(&args.dir)?;
    if manifest.file_name().is_some_and(|name| name == C_MANIFEST) {
        return clang::compile(&manifest);
    }
    let build = BuildSettings {
        profile: args.profile.clone(),
        locked: args.locked,
        hidden: args.dir.canonicalize().into_iter().map(|it| (it, "/plugin".into())).collect(),
        target_dir: std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from),
        watched: true,
        ..BuildSettings::new(&manifest)
    };
    let built = build.run().map_err(|error| match error {
        // cargo has printed its errors already.
        BuildError::Compile { .. } => {
            Failure::Invalid(format!("the plugin in {} does not build", args.dir.display()))
        }
        other => Failure::Invalid(other.to_string()),
    })?;
    Ok(built.component)
}

/// Returns the crate's name if the module belongs to the crate, else the module's file stem.
fn plugin_name(args: &Build, module: &Path) -> Result<String> {
    let stem = module.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_default();
    match manifest_of(&args.dir).and_then(|manifest| package_name(&manifest)) {
        Ok(name) if name.replace('-', "_") == stem || name == stem => Ok(name),
        _ => Ok(stem),
    }
}

/// Writes the schema for text editors if the crate has rulesets.
fn write_schema(name: &str, component: &[u8], folder: &Path) -> Result<Option<PathBuf>> {
    let rulesets = in_folder(folder, "rulesets");
    let sandbox = Sandbox::new(SandboxConfig::default())
        .map_err(|error| CatalogError::Sandbox(error.to_string()))?;
    let rules = sandbox.load(name, component)?;
    let schema = schema_of(&*rules)?;
    if !rulesets.is_dir() {
        return Ok(None);
    }
    let path = super::schema_file(&rulesets, name);
    super::write_schema(&path, name, &schema)?;
    Ok(Some(path))
}

/// Joins the paths, without a leading `./`.
fn in_folder(folder: &Path, name: &str) -> PathBuf {
    if folder == Path::new(".") { name.into() } else { folder.join(name) }
}
