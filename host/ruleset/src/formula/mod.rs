//! Formulas of `[[help.estimates]]`: figures computed from the size of a board.
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = power { ("*" | "/") power }
//! power   = "-" power | value ["^" power]
//! value   = NUMBER | NAME | "(" sum ")" | FUNCTION "(" sum { "," sum } ")"
//! ```
//!
//! Functions: `choose(n, k)`, `factorial(n)`, and over whole numbers
//! `sum(NAME, from, to, term)` and `product(NAME, from, to, term)`.
//!
//! A formula is a list of tokens that is evaluated as it is read, so a long one
//! needs no deep tree.

mod magnitude;

use std::collections::BTreeMap;
use std::str::FromStr;

use thiserror::Error;

pub use magnitude::Magnitude;

#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// With the column of each token.
    tokens: Vec<(Token, usize)>,
    /// The column after the last character.
    end: usize,
}

/// Columns count characters of the formula from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormulaError {
    #[error("expected {expected} at column {column}, found {found}")]
    Unexpected { expected: &'static str, found: String, column: usize },
    #[error("expected `)` at column {column}, to match `(` at column {open}")]
    Unclosed { column: usize, open: usize },
    #[error("unknown name `{name}`, expected one of {known}")]
    UnknownName { name: String, known: String },
    #[error("{0} has no value")]
    NoValue(&'static str),
    #[error("expected at most {MAX_LENGTH} characters, found {0}")]
    TooLong(usize),
    #[error("expected at most {MAX_DEPTH} formulas within each other")]
    TooDeep,
    #[error("the formula takes more than {MAX_STEPS} steps")]
    TooManySteps,
}

const MAX_LENGTH: usize = 4096;
const MAX_DEPTH: u32 = 64;
const MAX_STEPS: u64 = 10_000_000;

/// Precedence of `^`, which binds from the right and stronger than a minus sign.
const POWER: u8 = 3;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(f64),
    Name(String),
    Sign(char),
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        let formula = Formula { tokens: tokens(text)?, end: text.chars().count() + 1 };
        formula.evaluate(None)?;
        Ok(formula)
    }
}

impl Formula {
    pub fn value(&self, names: &BTreeMap<String, f64>) -> Result<Magnitude, FormulaError> {
        self.evaluate(Some(names))
    }

    /// Without names, only checks the syntax.
    fn evaluate(&self, names: Option<&BTreeMap<String, f64>>) -> Result<Magnitude, FormulaError> {
        let values = names.into_iter().flatten();
        let mut evaluator = Evaluator {
            formula: self,
            at: 0,
            names: values.map(|(name, number)| (name.clone(), (*number).into())).collect(),
            check: names.is_none(),
            depth: 0,
            steps: 0,
        };
        let value = evaluator.sum()?;
        match evaluator.token().is_some() {
            true => Err(evaluator.unexpected("an operator")),
            false => Ok(value),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<(Token, usize)>, FormulaError> {
    let length = text.chars().count();
    if length > MAX_LENGTH {
        return Err(FormulaError::TooLong(length));
    }
    let mut tokens = Vec::new();
    let mut characters = text.chars().zip(1..).peekable();
    while let Some((first, column)) = characters.next() {
        let mut word = String::from(first);
        let mut extend = |fits: fn(char) -> bool| {
            while let Some((next, _)) = characters.next_if(|(next, _)| fits(*next)) {
                word.push(next);
            }
        };
        let token = match first {
            ' ' | '\t' | '\r' | '\n' => continue,
            '0'..='9' => {
                extend(|next| next.is_ascii_digit() || next == '.');
                let number = word.parse().map_err(|_| FormulaError::Unexpected {
                    expected: "a number",
                    found: format!("`{word}`"),
                    column,
                })?;
                Token::Number(number)
            }
            'a'..='z' | 'A'..='Z' => {
                extend(|next| next.is_ascii_alphanumeric() || next == '_');
                Token::Name(word)
            }
            sign => Token::Sign(sign),
        };
        tokens.push((token, column));
    }
    Ok(tokens)
}

struct Evaluator<'a> {
    formula: &'a Formula,
    /// Index of the next token.
    at: usize,
    names: BTreeMap<String, Magnitude>,
    /// Only the syntax is checked: values mean nothing.
    check: bool,
    depth: u32,
    steps: u64,
}

type Evaluated = Result<Magnitude, FormulaError>;

impl<'a> Evaluator<'a> {
    fn token(&self) -> Option<&'a Token> {
        self.formula.tokens.get(self.at).map(|(token, _)| token)
    }

    fn column(&self, token: usize) -> usize {
        self.formula.tokens.get(token).map_or(self.formula.end, |(_, column)| *column)
    }

    fn sum(&mut self) -> Evaluated {
        self.operators(1)
    }

    /// Evaluates operators of at least this precedence.
    fn operators(&mut self, least: u8) -> Evaluated {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(FormulaError::TooDeep);
        }
        let mut left = match self.eat('-') {
            true => self.operators(POWER)?.negated(),
            false => self.value()?,
        };
        while let Some((sign, precedence)) = self.operator().filter(|(_, it)| *it >= least) {
            self.at += 1;
            let right = self.operators(if sign == '^' { POWER } else { precedence + 1 })?;
            left = self.apply(sign, left, right)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operator(&self) -> Option<(char, u8)> {
        let Some(Token::Sign(sign)) = self.token() else { return None };
        match sign {
            '+' | '-' => Some((*sign, 1)),
            '*' | '/' => Some((*sign, 2)),
            '^' => Some((*sign, POWER)),
            _ => None,
        }
    }

    fn apply(&mut self, sign: char, left: Magnitude, right: Magnitude) -> Evaluated {
        self.count(1)?;
        let value = match sign {
            _ if self.check => Some(left),
            '+' => Some(left + right),
            '-' => Some(left + right.negated()),
            '*' => Some(left * right),
            '/' => left.divided_by(right),
            _ => left.power(right),
        };
        let what = if sign == '/' { "a division by zero" } else { "this power" };
        value.ok_or(FormulaError::NoValue(what))
    }

    fn value(&mut self) -> Evaluated {
        self.count(1)?;
        match self.token() {
            Some(Token::Number(number)) => {
                self.at += 1;
                Ok((*number).into())
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                let open = self.at;
                if self.eat('(') { self.function(name, open) } else { self.name(name) }
            }
            Some(Token::Sign('(')) => {
                let open = self.at;
                self.at += 1;
                let value = self.sum()?;
                self.close(open)?;
                Ok(value)
            }
            _ => Err(self.unexpected("a value")),
        }
    }

    fn name(&self, name: &str) -> Evaluated {
        match self.names.get(name) {
            Some(value) => Ok(*value),
            None if self.check => Ok(Magnitude::ONE),
            None => {
                let known: Vec<&str> = self.names.keys().map(String::as_str).collect();
                Err(FormulaError::UnknownName { name: name.to_owned(), known: known.join(", ") })
            }
        }
    }

    /// Evaluates the arguments after a function's parenthesis.
    fn function(&mut self, name: &str, open: usize) -> Evaluated {
        match name {
            "choose" => {
                let of = self.whole()?;
                self.comma()?;
                let many = self.whole()?;
                self.close(open)?;
                let few = many.min(of.saturating_sub(many));
                self.count(few)?;
                let factor = |k: u64| Magnitude::ratio(of - few + k, k);
                Ok(if many > of { Magnitude::ZERO } else { (1..=few).map(factor).product() })
            }
            "factorial" => {
                let of = self.whole()?;
                self.close(open)?;
                self.count(of)?;
                Ok((1..=of).map(|k| Magnitude::ratio(k, 1)).product())
            }
            "sum" | "product" => self.series(name, open),
            _ => Err(FormulaError::UnknownName {
                name: name.to_owned(),
                known: "choose, factorial, product, sum".to_owned(),
            }),
        }
    }

    /// Evaluates `NAME, from, to, term)`: the term once for every number.
    fn series(&mut self, function: &str, open: usize) -> Evaluated {
        let Some(Token::Name(variable)) = self.token() else {
            return Err(self.unexpected("a name"));
        };
        self.at += 1;
        self.comma()?;
        let from = self.whole()?;
        self.comma()?;
        let to = self.whole()?;
        self.comma()?;
        let (start, outer) = (self.at, self.names.get(variable).copied());
        let mut total = if function == "sum" { Magnitude::ZERO } else { Magnitude::ONE };
        let mut numbers = from..=to;
        // The term of an empty series is read all the same, to find its end.
        let empty = numbers.is_empty();
        let mut number = numbers.next().unwrap_or(from);
        loop {
            self.at = start;
            self.names.insert(variable.clone(), (number as f64).into());
            let check = self.check;
            self.check |= empty;
            let term = self.sum();
            self.check = check;
            let term = term?;
            if !empty {
                total = if function == "sum" { total + term } else { total * term };
            }
            match numbers.next().filter(|_| !self.check) {
                Some(next) => number = next,
                None => break,
            }
        }
        match outer {
            Some(value) => self.names.insert(variable.clone(), value),
            None => self.names.remove(variable),
        };
        self.close(open)?;
        Ok(total)
    }

    /// Evaluates a whole number of at least 0.
    fn whole(&mut self) -> Result<u64, FormulaError> {
        let number = self.sum()?.to_f64();
        match number.fract() == 0.0 && (0.0..1e15).contains(&number) {
            _ if self.check => Ok(1),
            true => Ok(number as u64),
            false => Err(FormulaError::NoValue("a fraction or a negative number here")),
        }
    }

    fn count(&mut self, steps: u64) -> Result<(), FormulaError> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS { Err(FormulaError::TooManySteps) } else { Ok(()) }
    }

    fn eat(&mut self, sign: char) -> bool {
        let found = self.token() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    fn comma(&mut self) -> Result<(), FormulaError> {
        if self.eat(',') { Ok(()) } else { Err(self.unexpected("`,`")) }
    }

    /// Expects the parenthesis that matches the one at a token.
    fn close(&mut self, open: usize) -> Result<(), FormulaError> {
        match self.eat(')') {
            true => Ok(()),
            false => Err(FormulaError::Unclosed {
                column: self.column(self.at),
                open: self.column(open),
            }),
        }
    }

    fn unexpected(&self, expected: &'static str) -> FormulaError {
        let found = match self.token() {
            None => "the end".to_owned(),
            Some(Token::Number(number)) => format!("`{number}`"),
            Some(Token::Name(name)) => format!("`{name}`"),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
        };
        FormulaError::Unexpected { expected, found, column: self.column(self.at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<String, String> {
        let names = BTreeMap::from([("n".to_owned(), 49.0), ("seats".to_owned(), 2.0)]);
        let formula: Formula = text.parse().map_err(|e: FormulaError| e.to_string())?;
        formula.value(&names).map(|it| it.to_string()).map_err(|error| error.to_string())
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(value(text).as_deref(), Ok(expected), "{text}");
    }

    #[test]
    fn operators_have_the_usual_precedence() {
        check("1 + 2 * 3", "7");
        check("(1 + 2) * 3", "9");
        check("2 ^ 3 ^ 2", "512");
        check("2 ^ -1", "0.50");
        check("-2 ^ 2", "-4");
        check("2 * -3 + 1", "-5");
        check("7 - 4 - 3", "0");
        check("3 / 4", "0.75");
        check("10 - 12", "-2");
        check("(0 - 2) ^ 3", "-8");
        check("0 ^ 0", "1");
        check("factorial(10)", "3.63e6");
        check("choose(n, 4)", "211876");
        check("choose(3, 4)", "0");
        check("sum(k, 1, 100, k)", "5050");
        check("sum(k, 5, 4, k)", "0");
        check("product(k, 1, 3, sum(n, 1, k, n))", "18");
    }

    /// The figures that an article gives for a board of 49 squares.
    #[test]
    fn figures_beyond_f64_are_right() {
        check("sum(r, 4, n - 1, choose(n, r) * (seats^r - seats))", "2.39e23");
        check("product(r, 4, n, choose(n, r) * (seats^r - seats))", "5.23e838");
        check("sum(r, 4, n - 1, choose(n, r) * 2^(r - 2))", "5.98e22");
        check("product(r, 4, n, choose(n, r) * 2^(r - 2))", "1.37e811");
    }

    #[test]
    fn errors_name_the_column() {
        let refused = |text: &str, why: &str| {
            let found = value(text).expect_err(text);
            assert!(found.contains(why), "{text}: {found}");
        };
        refused("", "expected a value at column 1, found the end");
        refused("1 +", "expected a value at column 4, found the end");
        refused("(1", "expected `)` at column 3, to match `(` at column 1");
        refused("1 + choose(n, 2 + (3)", "expected `)` at column 22, to match `(` at column 11");
        refused("(1 2)", "expected `)` at column 4, to match `(` at column 1");
        refused("1 2", "expected an operator at column 3, found `2`");
        refused("1.2.3", "expected a number at column 1, found `1.2.3`");
        refused("$", "found `$`");
        refused("choose(1)", "expected `,` at column 9, found `)`");
        refused("factorial(1, 2)", "expected `)` at column 12, to match `(` at column 10");
        refused("sum(1, 2, 3, 4)", "expected a name at column 5");
        refused("pick(1)", "unknown name `pick`");
        refused("m", "unknown name `m`, expected one of n, seats");
        refused("1 / (2 - 2)", "a division by zero has no value");
        refused("factorial(1 / 2)", "a fraction");
        refused("sum(a, 1, n^8, a)", "steps");
        refused("(0 - 8) ^ (1 / 3)", "this power has no value");
    }

    #[test]
    fn long_and_deep_formulas_are_refused() {
        for (part, expected) in [("(", "other"), ("-", "other"), ("2^", "other"), ("1+", "value")] {
            let short = value(&part.repeat(1000)).expect_err(part);
            assert!(short.contains(expected), "{part}: {short}");
            let long = value(&part.repeat(200_000)).expect_err(part);
            assert!(long.contains("expected at most 4096 characters"), "{part}: {long}");
        }
    }
}
