//! Limits and checks of what clients send.

/// Bytes of a line.
pub const MAX_LINE: usize = 16 * 1024;
/// Characters of a name.
pub const MAX_NAME: usize = 40;
/// Characters of a chat message.
pub const MAX_CHAT: usize = 500;
/// Bytes of a command's id.
pub const MAX_ID: usize = 64;
/// Bytes of a move.
pub const MAX_MOVE: usize = 1024;

/// Tells whether a text is safe to show: no control characters, which terminals obey, and
/// none that reorder what follows.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    })
}

/// Returns a name or another text without blanks around it, or why it is refused.
pub fn trimmed(text: &str, what: &str, most: usize) -> Result<String, String> {
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
            assert!(trimmed(bad, "name", MAX_NAME).is_err(), "{bad:?}");
        }
        assert_eq!(trimmed(" Zoë 王 ", "name", MAX_NAME).as_deref(), Ok("Zoë 王"));
        assert!(trimmed(&"x".repeat(MAX_CHAT + 1), "text", MAX_CHAT).is_err());
        assert_eq!(trimmed("good game!", "text", MAX_CHAT).as_deref(), Ok("good game!"));
    }
}
