//! Escapes untrusted texts for a terminal.

use std::borrow::Cow;

/// Tells whether a character displays as itself and changes nothing around it. Line breaks and
/// tabs are not among them, nor are characters that reorder a line (Unicode Annex 9).
pub fn is_printable(character: char) -> bool {
    let reorders = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    !reorders && !character.is_control()
}

/// Escapes unprintable characters, as `\u{1b}`; line breaks and tabs stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |character| matches!(character, '\n' | '\t') || is_printable(character))
}

/// Escapes unprintable characters, line breaks and tabs too.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_printable)
}

fn escaped(text: &str, is_plain: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&is_plain) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match is_plain(character) {
            true => out.push(character),
            false => out.extend(character.escape_default()),
        }
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        let check = |text: &str, expected: &str, line: &str| {
            assert_eq!((&*printable(text), &*printable_line(text)), (expected, line));
        };
        check("Hra, Žižka", "Hra, Žižka", "Hra, Žižka");
        check("a\tb\nc", "a\tb\nc", "a\\tb\\nc");
        check("\u{1b}[2J\u{7}", "\\u{1b}[2J\\u{7}", "\\u{1b}[2J\\u{7}");
        check("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}", "a\\u{202e}b\\u{2066}");
        check("\u{9b}31m\r", "\\u{9b}31m\\r", "\\u{9b}31m\\r");
    }
}
