//! What is too deep or too long to be parsed.

use crate::line::{Lexeme, is_key_sign, lexemes};

/// The most dots in a key: deeper tables could exhaust the stack.
const MAX_DOTS: usize = 32;

/// The most tables and lists around a value.
pub(crate) const MAX_DEPTH: usize = 64;

/// The most letters of a word without quotes. Messages repeat it, and it is compared with others.
const MAX_WORD: usize = 10_000;

/// A place that the parser must not reach.
pub(crate) struct Excess {
    /// The offset in the text.
    pub(crate) at: usize,
    pub(crate) what: &'static str,
    /// What was expected.
    pub(crate) most: String,
}

/// Returns the first key with too many dots, bracket within too many others of its line, or word
/// that is too long. The TOML parser itself recurses, and slips are looked for in each pair of
/// brackets, so this comes before both.
pub(crate) fn excess(text: &str) -> Option<Excess> {
    let (mut dots, mut brackets, mut letters) = (0, 0usize, 0);
    for (range, kind) in lexemes(text) {
        dots = match kind {
            Lexeme::Sign('.') => dots + 1,
            Lexeme::Sign('=' | ',' | '[' | '{' | '\n') => 0,
            _ => dots,
        };
        brackets = match kind {
            Lexeme::Sign('[' | '{') => brackets + 1,
            Lexeme::Sign(']' | '}') => brackets.saturating_sub(1),
            Lexeme::Sign('\n') => 0,
            _ => brackets,
        };
        letters = match kind {
            Lexeme::Sign(c) if is_key_sign(c) => letters + 1,
            _ => 0,
        };
        let (what, most) = if dots > MAX_DOTS {
            ("the keys are nested too deeply", format!("at most {MAX_DOTS} dots in one key"))
        } else if brackets > MAX_DEPTH {
            ("the value is nested too deeply", format!("at most {MAX_DEPTH} brackets around it"))
        } else if letters > MAX_WORD {
            ("the word is too long", format!("at most {MAX_WORD} letters"))
        } else {
            continue;
        };
        return Some(Excess { at: range.start, what, most: format!("expected {most}") });
    }
    None
}
