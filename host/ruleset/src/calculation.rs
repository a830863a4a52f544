//! Calculations that authors write in place of a number, and their results.

use std::iter::Peekable;
use std::str::CharIndices;

use crate::line::{assignment, bare, offset};

/// The most parentheses and signs within one another.
const DEPTH: u32 = 32;
/// Angles beyond a full turn in radians are degrees.
const TURN: f64 = 6.3;

/// Returns the result of a calculation at a column of a line, or of its whole value.
pub(crate) fn calculation(line: &str, column: usize) -> Option<String> {
    let whole = assignment(line).map(|(_, value)| value);
    let entry = || entry_at(bare(line), offset(line, column)?);
    whole.and_then(result).or_else(|| result(entry()?))
}

/// Returns the result of a calculation, with at most six decimals. A number alone is none.
pub(crate) fn result(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('=').trim_start();
    if text.parse::<f64>().is_ok() || text.starts_with('+') {
        return None;
    }
    let mut reader = Reader { text, rest: text.char_indices().peekable(), depth: 0 };
    let number = reader.sum()?;
    let is_whole = reader.rest.peek().is_none() && number.is_finite() && number.abs() < 1e12;
    let written = format!("{number:.6}");
    let written = written.trim_end_matches('0').trim_end_matches('.');
    is_whole.then(|| if written == "-0" { "0".to_owned() } else { written.to_owned() })
}

/// Returns what stands around a place between the commas and brackets of a list.
fn entry_at(line: &str, at: usize) -> Option<&str> {
    let is_edge = |c: char| matches!(c, '[' | ']' | '{' | '}' | ',' | '=');
    let start = line.get(..at)?.rfind(is_edge).map_or(0, |edge| edge + 1);
    let end = line[at..].find(is_edge).map_or(line.len(), |edge| at + edge);
    line.get(start..end)
}

struct Reader<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
    depth: u32,
}

impl Reader<'_> {
    fn skip_spaces(&mut self) {
        while self.rest.next_if(|(_, c)| *c == ' ').is_some() {}
    }

    /// Reads one of several signs, with spaces before and behind it.
    fn sign(&mut self, signs: &str) -> Option<char> {
        self.skip_spaces();
        let (_, sign) = self.rest.next_if(|(_, c)| signs.contains(*c))?;
        self.skip_spaces();
        Some(sign)
    }

    fn sum(&mut self) -> Option<f64> {
        let mut sum = self.product()?;
        loop {
            // `0-40` is a range.
            let at = self.rest.peek().map_or(self.text.len(), |(at, _)| *at);
            let spaced = self.text[..at].ends_with(' ');
            match self.sign(if spaced || self.depth > 0 { "+-\u{2212}" } else { "+" }) {
                Some('+') => sum += self.product()?,
                Some(_) => sum -= self.product()?,
                None => return Some(sum),
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut product = self.power()?;
        loop {
            match self.sign("*/\u{d7}\u{f7}\u{b7}") {
                Some('/' | '\u{f7}') => product /= self.power()?,
                Some(_) => product *= self.power()?,
                None => return Some(product),
            }
        }
    }

    fn power(&mut self) -> Option<f64> {
        let base = self.value()?;
        match self.sign("^") {
            Some(_) => Some(base.powf(self.value()?)),
            None => Some(base),
        }
    }

    fn value(&mut self) -> Option<f64> {
        self.depth += 1;
        let value = if self.depth < DEPTH { self.value_within() } else { None };
        self.depth -= 1;
        value
    }

    fn value_within(&mut self) -> Option<f64> {
        self.skip_spaces();
        let (start, first) = *self.rest.peek()?;
        match first {
            '-' | '\u{221a}' => {
                self.rest.next();
                let value = self.value()?;
                Some(if first == '-' { -value } else { value.sqrt() })
            }
            '(' => self.in_parentheses(),
            _ => {
                let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_');
                let mut end = start;
                while let Some((at, c)) = self.rest.next_if(|(_, c)| is_part(*c)) {
                    end = at + c.len_utf8();
                }
                self.named(&self.text[start..end].to_lowercase())
            }
        }
    }

    fn in_parentheses(&mut self) -> Option<f64> {
        self.rest.next_if(|(_, c)| *c == '(')?;
        let value = self.sum()?;
        self.sign(")").map(|_| value)
    }

    /// Returns a number, or the value of a constant or function.
    fn named(&mut self, word: &str) -> Option<f64> {
        if let Ok(number) = word.parse() {
            return word.starts_with(|c: char| c.is_ascii_digit() || c == '.').then_some(number);
        }
        let name = word.trim_start_matches("math.").trim_start_matches("np.");
        match name {
            "pi" | "\u{3c0}" => return Some(std::f64::consts::PI),
            _ => {}
        }
        let argument = self.in_parentheses()?;
        let angle = if argument.abs() > TURN { argument.to_radians() } else { argument };
        Some(match name {
            "sqrt" => argument.sqrt(),
            "sin" => angle.sin(),
            "cos" => angle.cos(),
            "tan" => angle.tan(),
            "abs" => argument.abs(),
            "floor" => argument.floor(),
            "ceil" => argument.ceil(),
            "round" => argument.round(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calculations_have_results() {
        let check = |line: &str, column: usize, expected: Option<&str>| {
            assert_eq!(calculation(line, column).as_deref(), expected, "{line}");
        };
        check("width = 3 + 4", 9, Some("7"));
        check("width = 3*4 # cells", 9, Some("12"));
        check("scale = 3 / 2", 9, Some("1.5"));
        check("width = 7 - 3", 9, Some("4"));
        check("width = +4", 9, None);
        check("width = 4 / 0", 9, None);
        check("range = 0-40", 9, None);
        check("basis = [[1, 0], [0.5, sqrt(3)/2]]", 24, Some("0.866025"));
        check("corners = [[1, 0], [cos(60), sin(60)]]", 21, Some("0.5"));
        check("corners = [[1, 0], [0.5, -\u{221a}3]]", 26, Some("-1.732051"));
        check("outline = [[0, 2*pi]]", 16, Some("6.283185"));
        check("size = (3 + 4) * 2", 8, Some("14"));
        check("size = seven + 1", 8, None);
        check("size = half", 8, None);
        assert_eq!(result(&"(".repeat(100)), None);
        assert_eq!(result("1"), None);
    }
}
