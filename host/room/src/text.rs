//! Checks of the texts that clients send.

/// Tells whether a text is safe to show: no control characters, which terminals obey, and
/// none that reorder what follows.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    })
}

/// Returns a name or another text without blanks around it, or why it is refused.
pub fn trim_text(text: &str, what: &str, most: usize) -> Result<String, String> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(format!("expected a {what}")),
        count if count > most => {
            Err(format!("expected a {what} of at most {most} characters, found {count}"))
        }
        _ if !is_plain(text) => Err(format!("expected a {what} without control characters")),
        _ => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_chat_cannot_control_a_terminal() {
        for bad in ["", "  ", "a\u{1b}[2J", "a\nb", "a\u{7}", "abc\u{202e}fdp", "\u{9b}31m"] {
            assert!(trim_text(bad, "name", 40).is_err(), "{bad:?}");
        }
        assert_eq!(trim_text(" Zoë 王 ", "name", 40).as_deref(), Ok("Zoë 王"));
        assert!(trim_text(&"x".repeat(501), "text", 500).is_err());
        assert_eq!(trim_text("good game!", "text", 500).as_deref(), Ok("good game!"));
    }
}
