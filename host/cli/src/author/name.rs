//! Validates names of plugins and rulesets.

use crate::failure::{Failure, Result};

/// Names that a plugin's crate cannot have: Rust's keywords, and the names of crates in scope.
const RESERVED: &str = "\
    abstract alloc as async await become box break const continue core crate do dyn else \
    enum extern false final fn for gen if impl in let loop macro match mod move mut override \
    priv proc-macro pub ref return schema self static std struct super test trait true try \
    type typeof unsafe unsized use virtual where while yield boardloom-sdk";

/// Checks a name that becomes part of an id and of a file name.
pub fn check(name: &str) -> Result<()> {
    let error = |why: &str| {
        Err(Failure::Usage(format!(
            "`{name}` is not a valid name: {why}; take lower-case letters, digits and hyphens, \
             a letter first, such as `my-game`"
        )))
    };
    if name.is_empty() || name.len() > 64 {
        return error("expected 1 to 64 characters");
    }
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return error("it does not start with a lower-case letter");
    }
    if let Some(other) =
        name.chars().find(|c| !c.is_ascii_lowercase() && !c.is_ascii_digit() && *c != '-')
    {
        return error(&format!("it contains `{}`", other.escape_default()));
    }
    if name.ends_with('-') || name.contains("--") {
        return error("hyphens must be between letters or digits");
    }
    Ok(())
}

pub fn check_crate(name: &str) -> Result<()> {
    check(name)?;
    match RESERVED.split(' ').any(|reserved| reserved == name) {
        true => Err(Failure::Usage(format!("`{name}` is reserved in Rust; take another name"))),
        false => Ok(()),
    }
}

/// Converts a name to a title: `my-game` to `My game`.
pub fn title(name: &str) -> String {
    let text = name.replace('-', " ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_crate_names() {
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
