//! Names of plugins and rulesets.

use crate::failure::Failure;

/// Words that a crate cannot be called: Rust's own, and crates that every crate
/// sees.
const TAKEN: [&str; 58] = [
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "ref",
    "return",
    "schema",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "boardloom-sdk",
];

/// Checks a name that becomes a crate's, a file's and an id's part.
pub fn check(name: &str) -> Result<(), Failure> {
    let fault = |why: &str| {
        Err(Failure::Usage(format!(
            "`{name}` cannot be a name: {why}; take small letters, digits and hyphens, a letter \
             first, as `my-game`"
        )))
    };
    if name.is_empty() || name.len() > 64 {
        return fault("expected 1 to 64 characters");
    }
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return fault("it does not begin with a small letter");
    }
    if let Some(other) =
        name.chars().find(|c| !c.is_ascii_lowercase() && !c.is_ascii_digit() && *c != '-')
    {
        return fault(&format!("it holds `{}`", other.escape_default()));
    }
    if name.ends_with('-') || name.contains("--") {
        return fault("a hyphen has to stand between letters or digits");
    }
    Ok(())
}

/// Checks a name that becomes a crate's.
pub fn check_crate(name: &str) -> Result<(), Failure> {
    check(name)?;
    match TAKEN.contains(&name) {
        true => Err(Failure::Usage(format!("`{name}` means something else to Rust; take another"))),
        false => Ok(()),
    }
}

/// Returns a name as a title: `my-game` is `My game`.
pub fn title(name: &str) -> String {
    let text = name.replace('-', " ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_crates() {
        for good in ["go", "my-game", "a1", "x-2-y"] {
            assert!(check_crate(good).is_ok(), "{good}");
        }
        for bad in ["", "1up", "My", "a_b", "a b", "-a", "a-", "a--b", "../x", "a/b", "fn", "ünder"]
        {
            assert!(check_crate(bad).is_err(), "{bad}");
        }
        assert!(check_crate(&"a".repeat(65)).is_err());
        assert_eq!(title("my-game"), "My game");
    }
}
