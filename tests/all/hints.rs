//! Hints of `check` are right: an author who follows one does not see the same error again.

use std::path::Path;

use serde_json::Value;

use crate::program::{TestDir, run_command};

/// Returns the diagnostics of files, all checked by one run of the program.
fn diagnostics(dir: &TestDir, folder: &Path, names: &[String]) -> Vec<Vec<Value>> {
    let args: Vec<&str> =
        ["check", "--json"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut command = dir.command(&args);
    command.current_dir(folder);
    let output = run_command(command, b"");
    let found = |line: &str| -> Vec<Value> {
        let report: Value = serde_json::from_str(line).expect("JSON");
        report["findings"].as_array().cloned().unwrap_or_default()
    };
    let found: Vec<Vec<Value>> = output.out.lines().map(found).collect();
    assert_eq!(found.len(), names.len(), "{}", output.err);
    found
}

/// Returns the parts of a text between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Returns the text with the hint followed; `None` if that takes more than changing its line.
fn followed(text: &str, diagnostic: &Value) -> Option<String> {
    let help = diagnostic["help"].as_str()?;
    let number = |key: &str| diagnostic[key].as_u64().map(|number| number as usize);
    let (line, column) = (number("line")?, number("column")?);
    let (last, end) = (number("end_line")?, number("end_column")?);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let old = lines.get(line - 1)?.clone();
    let whole = quoted(help);
    let [first, ..] = whole[..] else { return None };
    let assigns = first.contains(" = ");
    let new = if help.starts_with("did you mean") || help.starts_with("keys have small letters") {
        if last != line {
            return None;
        }
        let letters: Vec<char> = old.chars().collect();
        let span: String = letters[column - 1..end - 1].iter().collect();
        let word = match span.starts_with('"') && !first.starts_with('"') {
            true => format!("\"{first}\""),
            false => first.to_owned(),
        };
        let before: String = letters[..column - 1].iter().collect();
        let after: String = letters[end - 1..].iter().collect();
        before + &word + &after
    } else if help.starts_with("leave the `;` out") {
        old.trim_end_matches(';').to_owned()
    } else if help.starts_with("write") || help.starts_with("put it in") {
        match (assigns, old.split_once('=')) {
            (true, _) => first.to_owned(),
            (false, Some((key, _))) if !first.starts_with('[') || old.contains('[') => {
                format!("{key}= {first}")
            }
            _ => return None,
        }
    } else {
        return None;
    };
    lines[line - 1] = new;
    Some(lines.join("\n") + "\n")
}

/// A ruleset whose hint was followed.
struct Try {
    /// The file with the error.
    name: String,
    diagnostic: Value,
    mended: String,
}

#[test]
fn who_follows_a_hint_does_not_see_the_error_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/rulesets/author");
    let dir = TestDir::new();
    let entries = folder.read_dir().expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let mut names: Vec<String> = names.collect::<Result<_, _>>().expect("names");
    names.retain(|name| name.ends_with(".toml"));
    names.sort();
    let mut tries = Vec::new();
    for (name, found) in names.iter().zip(diagnostics(&dir, &folder, &names)) {
        let text = std::fs::read_to_string(folder.join(name)).expect("text");
        for diagnostic in found {
            // In files that this one extends, another line changes.
            if diagnostic["file"].as_str() != Some(name) {
                continue;
            }
            if let Some(mended) = followed(&text, &diagnostic) {
                tries.push(Try { name: name.clone(), diagnostic, mended });
            }
        }
    }
    // Each in a separate folder, beside copies of the files that it extends.
    let paths: Vec<String> =
        tries.iter().enumerate().map(|(at, it)| format!("{at}/{}", it.name)).collect();
    for (at, (path, tried)) in paths.iter().zip(&tries).enumerate() {
        dir.write(path, &tried.mended);
        for parent in folder.join("parents").read_dir().expect("a folder") {
            let parent = parent.expect("an entry");
            let text = std::fs::read_to_string(parent.path()).expect("text");
            dir.write(&format!("{at}/parents/{}", parent.file_name().to_string_lossy()), &text);
        }
    }
    let again = diagnostics(&dir, dir.path(), &paths);
    let mut wrong = Vec::new();
    for ((path, tried), again) in paths.iter().zip(&tries).zip(&again) {
        let Try { name, diagnostic, .. } = tried;
        let key = |it: &Value| {
            let message = it["message"].as_str().unwrap_or_default();
            (message.replace(path, name), it["line"].clone())
        };
        if again.iter().any(|it| key(it) == key(diagnostic)) {
            wrong.push(format!("{name}: {} ({})", diagnostic["help"], diagnostic["message"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tries.len() >= 40, "{} hints were followed", tries.len());
}
