//! Tags, and texts in quotes.

/// Appends a tag as a line.
pub(super) fn write(text: &mut String, name: &str, values: &[&str]) {
    text.push('[');
    text.push_str(name);
    for value in values {
        text.push(' ');
        quote(text, value);
    }
    text.push_str("]\n");
}

/// Appends a text in quotes.
pub(crate) fn quote(into: &mut String, text: &str) {
    into.push('"');
    for c in text.chars() {
        match c {
            '"' => into.push_str("\\\""),
            '\\' => into.push_str("\\\\"),
            '\n' => into.push_str("\\n"),
            '\r' => into.push_str("\\r"),
            '\t' => into.push_str("\\t"),
            c if c.is_control() => {
                into.push_str("\\u{");
                into.push_str(&format!("{:x}", u32::from(c)));
                into.push('}');
            }
            c => into.push(c),
        }
    }
    into.push('"');
}
