//! Lines that were pasted from elsewhere with what stood around them, and the line as it was meant.

use crate::line::{assignment, bare, is_name};
use crate::parser::parse_value;

/// What begins the lines that a merge leaves.
const MERGE: [&str; 3] = ["<<<<<<<", "=======", ">>>>>>>"];
/// Signs of web pages, and what they stand for.
const ENTITIES: [(&str, &str); 5] =
    [("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")];

/// Returns what a pasted line is, and how to mend it.
pub(crate) fn pasted(line: &str, column: usize) -> Option<(&'static str, String)> {
    let trimmed = line.trim();
    let leave_out = "leave the line out".to_owned();
    if MERGE.iter().any(|mark| trimmed.starts_with(mark)) {
        let help = "keep one of the two versions, and leave the three lines with marks out";
        return Some(("this line is left from a merge", help.to_owned()));
    }
    if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
        return Some(("this is a mark of the text around the ruleset", leave_out));
    }
    if trimmed.starts_with("boardloom ") || trimmed.starts_with("$ ") {
        return Some(("this is a command, and no line of a ruleset", leave_out));
    }
    if let Some(meant) = without_number(trimmed) {
        return Some(("this line has its number before it", format!("write `{meant}`")));
    }
    if ENTITIES.iter().any(|(entity, _)| line.contains(entity)) {
        let plain =
            ENTITIES.iter().fold(trimmed.to_owned(), |text, (it, sign)| text.replace(it, sign));
        return Some((
            "these signs are those of the source of a web page",
            format!("write `{plain}`"),
        ));
    }
    let rest: String = line.chars().skip(column - 1).collect();
    if rest.starts_with("...") || rest.starts_with('\u{2026}') {
        let help = "write what belongs there, or leave it out".to_owned();
        return Some(("`...` stands for what an example leaves out", help));
    }
    let (key, value) = assignment(line)?;
    let name = value.strip_prefix('<')?.strip_suffix('>')?;
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || " -_".contains(c));
    is_plain.then(|| {
        let help = format!("write your own without `<` and `>`: `{key} = \"...\"`");
        ("this stands for a value of your own", help)
    })
}

/// Returns a line that stands behind its number, as in messages: `7 | width = 7`.
fn without_number(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let meant = rest.trim_start().strip_prefix(['|', ':'])?.trim();
    let (key, value) = assignment(meant).unwrap_or((meant, ""));
    let is_key = is_name(key) && parse_value(value).is_some();
    let is_header = bare(meant).starts_with('[') && bare(meant).ends_with(']');
    (rest.len() < line.len() && (is_key || is_header)).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_lines_are_recognised() {
        let check = |line: &str, column, expected: Option<&str>| {
            assert_eq!(pasted(line, column).map(|it| it.1).as_deref(), expected, "{line}");
        };
        check("7 | width = 7", 3, Some("write `width = 7`"));
        check("12: [rules]", 3, Some("write `[rules]`"));
        check("12: 30", 3, None);
        check("```toml", 1, Some("leave the line out"));
        check("name = &quot;A&quot;", 8, Some("write `name = \"A\"`"));
        check("rows = [\"x5o\", ...]", 16, Some("write what belongs there, or leave it out"));
        check("name = <name>", 8, Some("write your own without `<` and `>`: `name = \"...\"`"));
        check("name = \"A\" B", 12, None);
    }
}
