//! `boardloom plugin pack` and `boardloom plugin key`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use boardloom_component::with_section;
use boardloom_ruleset::file::read_text;
use boardloom_ruleset::sha256_hex;
use boardloom_sandbox::inspect;

use super::build::compile;
use super::plugin_file::{manifest_of, read_manifest};
use crate::cli::{Build, Pack};
use crate::games::{
    DESCRIPTION, ENDINGS, GameFile, GameKey, PACKED_FILE, SIGNATURE, SignatureError,
    public_key_line,
};
use crate::perft::group_digits;
use crate::{Console, Failure, Result};

/// A summary is no longer, in bytes.
const LONGEST_SUMMARY: usize = 300;
/// A key's file is no larger, in bytes.
const LARGEST_KEY: usize = 4096;
/// Folders of rulesets are no deeper.
const DEEPEST: usize = 3;

pub fn run(args: &Pack, console: &mut Console<'_>) -> Result<()> {
    let manifest = manifest_of(&args.dir)?;
    let invalid = |what: String| Failure::Invalid(format!("{}: {what}", manifest.display()));
    let document = read_manifest(&manifest)?;
    let mut game = described(&document, args.id.as_deref()).map_err(invalid)?;
    let signing = args.key.as_deref().map(secret_key).transpose()?;
    if let Some(key) = &signing {
        game.key = key.public_line();
    } else if let Some(key) = &args.public_key {
        game.key = public_key(key)?;
    }
    game.files = files_of(&args.dir)?;
    if !game.files.keys().any(|path| path.starts_with("rulesets/")) {
        let folder = args.dir.join("rulesets");
        let what = format!("{} has no rulesets; a game needs at least one", folder.display());
        return Err(Failure::Invalid(what));
    }
    if let Some(summary) = summary_of(&game) {
        game.summary = summary;
    }
    game.check().map_err(Failure::Invalid)?;
    let component = match &args.component {
        Some(path) => std::fs::read(path).map_err(Failure::read(path))?,
        None => compile(&Build {
            dir: args.dir.clone(),
            output: None,
            component_only: None,
            profile: "release".to_owned(),
            locked: args.locked,
        })?,
    };
    inspect(game.name(), &component)?;
    let mut packed = with_section(component, DESCRIPTION, game.description().as_bytes());
    for (path, data) in &game.files {
        packed = with_section(packed, &[PACKED_FILE, path].concat(), data);
    }
    if let Some(key) = &signing {
        let comment = format!("{} {}", game.id, game.version);
        let signature = key.sign(&packed, &comment);
        packed = with_section(packed, SIGNATURE, signature.as_bytes());
    }
    // What cannot be read again is not written.
    GameFile::read(&packed).map_err(Failure::Invalid)?;
    let default = args.dir.join(format!("{}.loomgame", game.name()));
    let path = args.output.as_deref().unwrap_or(&default);
    boardloom_match::write_atomically(path, &packed).map_err(Failure::write(path))?;
    writeln!(console.out, "{}", path.display())?;
    console.flush()?;
    console.say(format!(
        "{} {}, {} files, {} bytes, SHA-256 {}",
        game.id,
        game.version,
        game.files.len(),
        group_digits(packed.len() as f64),
        sha256_hex(&packed)
    ));
    match (&signing, game.key.is_empty()) {
        (Some(_), _) => console.say(format!("signed with the key {}", game.key)),
        (None, true) => console.say("not signed; `--key FILE` signs it"),
        (None, false) => console.say(format!(
            "to be signed with the key {}: minisign -Sm {}",
            game.key,
            path.display()
        )),
    }
    Ok(())
}

/// Returns the summary of a game's main ruleset, or else of the one that is named as the game.
fn summary_of(game: &GameFile) -> Option<String> {
    let rulesets = game.files.iter().filter(|(path, _)| path.ends_with(".toml"));
    let read = |(path, data): (&String, &Vec<u8>)| {
        let ruleset: toml::Table = std::str::from_utf8(data).ok()?.parse().ok()?;
        let summary = ruleset.get("summary")?.as_str()?.to_owned();
        let is_main = ruleset.get("main").and_then(toml::Value::as_bool) == Some(true);
        let is_named = path.ends_with(&format!("/{}.toml", game.name()));
        let fits = summary.len() <= LONGEST_SUMMARY && !summary.contains(char::is_control);
        fits.then_some((!is_main, !is_named, summary))
    };
    rulesets.filter_map(read).min().map(|(_, _, summary)| summary)
}

fn read_key(path: &Path) -> Result<String> {
    read_text(path, LARGEST_KEY).map_err(Failure::read(path))
}

fn secret_key(path: &Path) -> Result<GameKey> {
    GameKey::read(&read_key(path)?).map_err(|why| invalid_key(path, &why))
}

/// Reads a public key, or its file.
fn public_key(key: &str) -> Result<String> {
    let path = Path::new(key);
    let text = if path.is_file() { read_key(path)? } else { key.to_owned() };
    public_key_line(&text).map_err(|why| match path.is_file() {
        true => invalid_key(path, &why),
        false => Failure::Usage(why.to_string()),
    })
}

fn invalid_key(path: &Path, why: &SignatureError) -> Failure {
    Failure::Invalid(format!("{}: {why}", path.display()))
}

/// Makes a key that signs games.
pub fn key(path: &Path, console: &mut Console<'_>) -> Result<()> {
    let mut public = path.as_os_str().to_owned();
    public.push(".pub");
    let public = PathBuf::from(public);
    if let Some(known) = [path, &public].into_iter().find(|path| path.exists()) {
        let known = known.display();
        return Err(Failure::Usage(format!("{known} is there already; a key is never replaced")));
    }
    let key = GameKey::generate().map_err(|why| Failure::Invalid(why.to_string()))?;
    boardloom_match::write_privately(path, key.secret_file().as_bytes())
        .map_err(Failure::write(path))?;
    boardloom_match::write_atomically(&public, key.public_file().as_bytes())
        .map_err(Failure::write(&public))?;
    writeln!(console.out, "{}", key.public_line())?;
    console.flush()?;
    console.say(format!(
        "{} is secret: who has it can sign games as you. Keep a copy: without it, players are \
         warned of your next version. {} is for everybody",
        path.display(),
        public.display()
    ));
    Ok(())
}

/// Reads what describes the game from its manifest.
fn described(document: &toml::Table, id: Option<&str>) -> std::result::Result<GameFile, String> {
    let package = document.get("package").and_then(toml::Value::as_table);
    let package = package.ok_or("expected a [package]")?;
    let text = |key: &str| package.get(key).and_then(toml::Value::as_str).unwrap_or_default();
    let metadata = package.get("metadata").and_then(|it| it.get("boardloom"));
    let own = |key: &str| metadata.and_then(|it| it.get(key)).and_then(toml::Value::as_str);
    let id = id.or(own("id")).ok_or_else(|| {
        format!(
            "expected the game's id: `--id YOU/{0}`, or in the manifest\n\
             \x20 [package.metadata.boardloom]\n\x20 id = \"YOU/{0}\"",
            text("name")
        )
    })?;
    if id.rsplit('/').next() != Some(text("name")) {
        return Err(format!("expected an id that ends in `/{}`, found `{id}`", text("name")));
    }
    let authors = package.get("authors").and_then(toml::Value::as_array);
    let authors = authors.into_iter().flatten().filter_map(toml::Value::as_str);
    Ok(GameFile {
        id: id.to_owned(),
        version: text("version").to_owned(),
        author: authors.collect::<Vec<_>>().join(", "),
        license: text("license").to_owned(),
        summary: text("description").to_owned(),
        key: own("public-key").unwrap_or_default().to_owned(),
        files: BTreeMap::new(),
    })
}

/// Reads the files that belong to a game, in order of their paths.
fn files_of(dir: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut add = |name: String, path: &Path| -> Result<()> {
        files.insert(name, std::fs::read(path).map_err(Failure::read(path))?);
        Ok(())
    };
    for name in ["README.md", "CHANGELOG.md", "LICENSE"] {
        let path = dir.join(name);
        if path.is_file() {
            add(name.to_owned(), &path)?;
        }
    }
    let mut folders = vec![("rulesets".to_owned(), dir.join("rulesets"), 0)];
    while let Some((name, folder, depth)) = folders.pop() {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        for path in paths {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("{name}/{file}");
            // Schemas are for text editors, and written again from the plugin.
            if path.is_dir() && file != "schema" && depth < DEEPEST {
                folders.push((name, path, depth + 1));
            } else if path.extension().is_some_and(|end| ENDINGS.iter().any(|it| end == *it)) {
                add(name, &path)?;
            }
        }
    }
    Ok(files)
}
