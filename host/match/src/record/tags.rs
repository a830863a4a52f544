//! Tags: one line each, `[Name "value" ...]`.

use crate::scanner::quote;

pub(super) fn write(text: &mut String, name: &str, values: &[&str]) {
    text.push('[');
    text.push_str(name);
    for value in values {
        text.push(' ');
        quote(text, value);
    }
    text.push_str("]\n");
}
