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

/// Returns a name without blanks around it, or why it is refused.
pub fn name(text: &str) -> Result<String, String> {
    let name = text.trim();
    match name.chars().count() {
        0 => Err("expected a name".to_owned()),
        count if count > MAX_NAME => {
            Err(format!("expected a name of at most {MAX_NAME} characters, found {count}"))
        }
        _ if !is_plain(name) => Err("expected a name without control characters".to_owned()),
        _ => Ok(name.to_owned()),
    }
}

/// Returns a chat message without blanks around it, or why it is refused.
pub fn chat(text: &str) -> Result<String, String> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err("expected a text".to_owned()),
        count if count > MAX_CHAT => {
            Err(format!("expected at most {MAX_CHAT} characters, found {count}"))
        }
        _ if !is_plain(text) => Err("expected a text without control characters".to_owned()),
        _ => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_chat_cannot_control_a_terminal() {
        for bad in ["", "  ", "a\u{1b}[2J", "a\nb", "a\u{7}", "abc\u{202e}fdp", "\u{9b}31m"] {
            assert!(name(bad).is_err(), "{bad:?}");
            assert!(chat(bad).is_err(), "{bad:?}");
        }
        assert_eq!(name(" Zoë 王 ").as_deref(), Ok("Zoë 王"));
        assert!(name(&"x".repeat(MAX_NAME + 1)).is_err());
        assert!(chat(&"x".repeat(MAX_CHAT + 1)).is_err());
        assert_eq!(chat("good game!").as_deref(), Ok("good game!"));
    }
}
