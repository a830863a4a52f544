//! Checks of the texts that clients send.

/// Tells whether a text is safe to show: no control characters, which terminals obey, none that
/// reorder what follows, and none that cannot be seen.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| {
        c.is_control()
            || matches!(
                c,
                '\u{61c}'
                    | '\u{200b}'..='\u{200f}'
                    | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'
                    | '\u{2066}'..='\u{2069}'
                    | '\u{feff}'
                    | '\u{e0000}'..='\u{e007f}'
            )
    })
}

/// Tells whether a character leaves nothing to see, although it is no blank.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{2061}'..='\u{2065}'
                | '\u{206a}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{ffa0}'
                | '\u{e0100}'..='\u{e01ef}'
        )
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
        _ if text.chars().all(is_invisible) => Err(format!("expected a {what} that can be seen")),
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
        for hidden in [
            '\u{61c}',
            '\u{200b}',
            '\u{200d}',
            '\u{200f}',
            '\u{2060}',
            '\u{feff}',
            '\u{e0000}',
            '\u{e0041}',
            '\u{e007f}',
        ] {
            assert!(trim_text(&format!("An{hidden}n"), "name", 40).is_err(), "{hidden:?}");
        }
        for unseen in ["\u{ad}", "\u{3164}\u{3164}", "\u{2800} \u{fe0f}", "\u{115f}"] {
            assert!(trim_text(unseen, "name", 40).is_err(), "{unseen:?}");
        }
        assert_eq!(trim_text("☀\u{fe0f}", "name", 40).as_deref(), Ok("☀\u{fe0f}"));
        assert_eq!(trim_text(" Zoë 王 ", "name", 40).as_deref(), Ok("Zoë 王"));
        assert!(trim_text(&"x".repeat(501), "text", 500).is_err());
        assert_eq!(trim_text("good game!", "text", 500).as_deref(), Ok("good game!"));
    }
}
