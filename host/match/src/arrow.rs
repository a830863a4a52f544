//! Arrows and rings that players draw, as text: `d4 a1>b2`.

use crate::scanner::{Scanner, TextError, quote};

/// The most arrows and rings at one node.
pub const MAX_ARROWS: usize = 100;
/// The longest name of a site, in characters.
const LONGEST_NAME: usize = 256;

/// An arrow between two sites, by their labels; a ring where both are the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Arrow {
    pub from: String,
    pub to: String,
}

/// Appends arrows and rings, each after a space.
pub(crate) fn write(text: &mut String, arrows: &[Arrow]) {
    for Arrow { from, to } in arrows {
        text.push(' ');
        name(text, from);
        if to != from {
            text.push('>');
            name(text, to);
        }
    }
}

/// Appends a name, in quotes where it could be mistaken for something else.
fn name(text: &mut String, name: &str) {
    match !name.is_empty() && name.chars().all(is_plain) {
        true => text.push_str(name),
        false => quote(text, name),
    }
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || "/_.:,+*'-".contains(c)
}

/// Reads arrows and rings up to a closing bracket or the end.
pub(crate) fn read(scanner: &mut Scanner<'_>) -> Result<Vec<Arrow>, TextError> {
    let mut arrows = Vec::new();
    loop {
        scanner.take_while(|c| c == ' ');
        let here = scanner.clone();
        if matches!(scanner.peek(), None | Some(']')) {
            return Ok(arrows);
        }
        let from = read_name(scanner)?;
        let to = if scanner.eat('>') { read_name(scanner)? } else { from.clone() };
        let arrow = Arrow { from, to };
        if arrows.len() >= MAX_ARROWS {
            return Err(here.error(format!("expected at most {MAX_ARROWS} arrows and rings")));
        }
        if !arrows.contains(&arrow) {
            arrows.push(arrow);
        }
    }
}

fn read_name(scanner: &mut Scanner<'_>) -> Result<String, TextError> {
    let here = scanner.clone();
    let name = match scanner.peek() {
        Some('"') => scanner.quoted()?,
        _ => scanner.take_while(is_plain).to_owned(),
    };
    match name.chars().count() {
        0 => {
            let what = format!("expected a site, as `d4` or `a1>b2`, found {}", here.found());
            Err(here.error(what))
        }
        1..=LONGEST_NAME => Ok(name),
        long => {
            let what = format!(
                "expected the name of a site, at most {LONGEST_NAME} characters, found {long}"
            );
            Err(here.error(what))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_names_are_read_as_they_are_written() {
        let arrow = |from: &str, to: &str| Arrow { from: from.to_owned(), to: to.to_owned() };
        let arrows = [
            arrow("d4", "d4"),
            arrow("a1", "b2"),
            arrow("/0/3", "1:2,-1"),
            arrow("a b", "}]>\"\\\n"),
            arrow("ä-1", "ä-1"),
        ];
        let mut text = String::new();
        write(&mut text, &arrows);
        assert_eq!(text, " d4 a1>b2 /0/3>1:2,-1 \"a b\">\"}]>\\\"\\\\\\n\" ä-1");
        assert_eq!(read(&mut Scanner::new(&text)).unwrap(), arrows);
    }

    #[test]
    fn what_is_no_site_is_an_error() {
        let long = "a".repeat(LONGEST_NAME + 1);
        let many: String = (0..=MAX_ARROWS).map(|n| format!("a{n} ")).collect();
        for (text, expected) in [
            ("a1>", "line 1, column 4: expected a site, as `d4` or `a1>b2`, found the end"),
            ("a1 >b2", "line 1, column 4: expected a site, as `d4` or `a1>b2`, found `>`"),
            ("\"\"", "line 1, column 1: expected a site"),
            (&long, "line 1, column 1: expected the name of a site, at most 256 characters"),
            (&many, "line 1, column 391: expected at most 100 arrows and rings"),
        ] {
            let error = read(&mut Scanner::new(text)).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
