//! What a review found about a move, as text: `7000/3000 7000 2000 "c" "b-d"`.

use crate::scanner::{Scanner, TextError, quote};

/// The most moves of a better line.
pub const MAX_BETTER: usize = 32;
/// The most seats with a probability.
const MAX_SEATS: usize = 16;
/// The highest probability.
const CERTAIN: u16 = 10_000;

/// What a review found about a move. Probabilities are in ten-thousandths.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// The win probability of each seat before the move.
    pub before: Vec<u16>,
    /// The mover's, with the best move and with the one played.
    pub expected: u16,
    pub played: u16,
    /// The better line in notation; empty if the move was good.
    pub better: Vec<String>,
}

/// Appends a verdict, after a space.
pub(crate) fn write(text: &mut String, verdict: &Verdict) {
    let Verdict { before, expected, played, better } = verdict;
    let before: Vec<String> = before.iter().map(u16::to_string).collect();
    text.push_str(&format!(" {} {expected} {played}", before.join("/")));
    for mv in better {
        text.push(' ');
        quote(text, mv);
    }
}

/// Reads a verdict up to a closing bracket or the end.
pub(crate) fn read(scanner: &mut Scanner<'_>) -> Result<Verdict, TextError> {
    let mut before = vec![chance(scanner)?];
    while before.len() < MAX_SEATS && scanner.eat('/') {
        before.push(chance(scanner)?);
    }
    let (expected, played) = (chance(scanner)?, chance(scanner)?);
    let mut better = Vec::new();
    loop {
        scanner.take_while(|c| c == ' ');
        if matches!(scanner.peek(), None | Some(']')) {
            return Ok(Verdict { before, expected, played, better });
        }
        if better.len() >= MAX_BETTER {
            return Err(scanner.error(format!("expected at most {MAX_BETTER} moves")));
        }
        better.push(scanner.quoted()?);
    }
}

fn chance(scanner: &mut Scanner<'_>) -> Result<u16, TextError> {
    scanner.take_while(|c| c == ' ');
    let here = scanner.clone();
    let digits = scanner.take_while(|c| c.is_ascii_digit());
    digits.parse().ok().filter(|chance| *chance <= CERTAIN).ok_or_else(|| {
        let found = if digits.is_empty() { here.found() } else { format!("`{digits}`") };
        here.error(format!("expected a whole number up to {CERTAIN}, found {found}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_as_they_are_written() {
        let line = |moves: &[&str]| moves.iter().map(|mv| (*mv).to_owned()).collect();
        for verdict in [
            Verdict { before: vec![7000, 3000], expected: 7000, played: 200, better: line(&["c"]) },
            Verdict { before: vec![0], expected: 0, played: 10_000, better: line(&[]) },
            Verdict {
                better: line(&["a b", "}]\"\\\n"]),
                before: vec![1; 16],
                ..Verdict::default()
            },
        ] {
            let mut text = String::new();
            write(&mut text, &verdict);
            assert_eq!(read(&mut Scanner::new(&text)).unwrap(), verdict, "{text}");
        }
    }

    #[test]
    fn what_is_no_verdict_is_an_error() {
        let many = format!("1 1 1{}", " \"a\"".repeat(MAX_BETTER + 1));
        for (text, expected) in [
            ("", "line 1, column 1: expected a whole number up to 10000, found the end"),
            ("1/ 2", "line 1, column 5: expected a whole number up to 10000, found the end"),
            ("1 10001", "line 1, column 3: expected a whole number up to 10000, found `10001`"),
            ("1 1 1 a", "line 1, column 7: expected a text in quotes, found `a`"),
            (&many, "line 1, column 135: expected at most 32 moves"),
        ] {
            let error = read(&mut Scanner::new(text)).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
