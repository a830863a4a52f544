//! What differs between two versions of a game.

use super::file::GameFile;

/// A file that lists an author's changes.
const CHANGELOG: &str = "CHANGELOG.md";
/// The most lines of it that are told.
const MOST_LINES: usize = 30;

/// Tells what changed, a line each.
pub fn changes(old: &GameFile, new: &GameFile) -> Vec<String> {
    let mut told = Vec::new();
    let texts = [
        ("author", &old.author, &new.author),
        ("licence", &old.license, &new.license),
        ("key", &old.key, &new.key),
    ];
    let or_none = |text: &str| if text.is_empty() { "none".to_owned() } else { text.to_owned() };
    for (what, before, after) in texts {
        if before != after {
            told.push(format!("{what}: {} -> {}", or_none(before), or_none(after)));
        }
    }
    for (path, data) in &new.files {
        match old.files.get(path) {
            None => told.push(format!("new: {path}")),
            Some(before) if before != data => told.push(format!("changed: {path}")),
            Some(_) => {}
        }
    }
    let gone = old.files.keys().filter(|path| !new.files.contains_key(*path));
    told.extend(gone.map(|path| format!("gone: {path}")));
    told.extend(changelog(old, new));
    told
}

/// Returns the lines of the author's list of changes that were not in it before.
fn changelog(old: &GameFile, new: &GameFile) -> Vec<String> {
    let text = |game: &GameFile| {
        let bytes = game.files.get(CHANGELOG).cloned().unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let (before, after) = (text(old), text(new));
    let known: Vec<&str> = before.lines().collect();
    let is_new = |line: &&str| !line.trim().is_empty() && !known.contains(line);
    let lines: Vec<&str> = after.lines().filter(is_new).collect();
    let mut told: Vec<String> =
        lines.iter().take(MOST_LINES).map(|line| format!("| {line}")).collect();
    if lines.len() > MOST_LINES {
        told.push(format!("| ({} lines more in {CHANGELOG})", lines.len() - MOST_LINES));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(license: &str, files: &[(&str, &str)]) -> GameFile {
        let file = |(path, text): &(&str, &str)| ((*path).to_owned(), text.as_bytes().to_vec());
        let files = files.iter().map(file).collect();
        GameFile { license: license.to_owned(), files, ..GameFile::default() }
    }

    #[test]
    fn differences_are_told() {
        let old = game("MIT", &[("a.toml", "1"), ("b.toml", "1"), (CHANGELOG, "## 1\n- first\n")]);
        let new = game(
            "",
            &[("b.toml", "2"), ("c.toml", "1"), (CHANGELOG, "## 2\n- more\n\n## 1\n- first\n")],
        );
        assert_eq!(changes(&old, &old), Vec::<String>::new());
        assert_eq!(
            changes(&old, &new),
            [
                "licence: MIT -> none",
                "changed: CHANGELOG.md",
                "changed: b.toml",
                "new: c.toml",
                "gone: a.toml",
                "| ## 2",
                "| - more",
            ]
        );
    }
}
