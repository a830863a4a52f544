//! Formulas of `[[help.estimates]]`: figures computed from the size of a board.
//!
//! Functions: `choose(n, k)`, `factorial(n)`, and over whole numbers
//! `sum(NAME, from, to, term)` and `product(NAME, from, to, term)`.

mod grammar;
mod magnitude;

use std::collections::BTreeMap;
use std::str::FromStr;

use thiserror::Error;

use grammar::{Expression, Summation};
pub use magnitude::Magnitude;

#[derive(Debug, Clone)]
pub struct Formula(Expression);

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
    #[error("a power is written `^`, not `**`")]
    Stars,
    #[error("expected at most {MAX_LENGTH} characters, found {0}")]
    TooLong(usize),
    #[error("expected at most {MAX_DEPTH} of `(`, `^` and `-`, found {0}")]
    TooDeep(usize),
    #[error("the formula takes more than {MAX_STEPS} steps")]
    TooManySteps,
}

const MAX_LENGTH: usize = 1000;
/// Of the characters whose operands the parser reads recursively.
const MAX_DEPTH: usize = 64;
const MAX_STEPS: u64 = 10_000_000;

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        let length = text.chars().count();
        let depth = text.matches(['(', '^', '-']).count();
        match () {
            () if length > MAX_LENGTH => Err(FormulaError::TooLong(length)),
            () if depth > MAX_DEPTH => Err(FormulaError::TooDeep(depth)),
            () if text.contains("**") => Err(FormulaError::Stars),
            () => grammar::parse(text).map(Formula),
        }
    }
}

impl Formula {
    pub fn value(&self, names: &BTreeMap<String, f64>) -> Result<Magnitude, FormulaError> {
        let names = names.iter().map(|(name, number)| (name.clone(), (*number).into())).collect();
        Evaluator { names, steps: 0 }.value(&self.0)
    }
}

struct Evaluator {
    names: BTreeMap<String, Magnitude>,
    steps: u64,
}

impl Evaluator {
    fn value(&mut self, expression: &Expression) -> Result<Magnitude, FormulaError> {
        self.count(1)?;
        match expression {
            Expression::Number(number) => Ok(*number),
            Expression::Name(name) => self.names.get(name).copied().ok_or_else(|| {
                let known: Vec<&str> = self.names.keys().map(String::as_str).collect();
                FormulaError::UnknownName { name: name.clone(), known: known.join(", ") }
            }),
            Expression::Negation(operand) => Ok(-self.value(operand)?),
            Expression::Operation(operator, operands) => {
                let (left, right) = (self.value(&operands[0])?, self.value(&operands[1])?);
                operator(left, right).map_err(FormulaError::NoValue)
            }
            Expression::Choose(arguments) => {
                let (of, many) = (self.whole(&arguments[0])?, self.whole(&arguments[1])?);
                let few = many.min(of.saturating_sub(many));
                self.count(few)?;
                let factor = |k: u64| Magnitude::ratio(of - few + k, k);
                Ok(if many > of { Magnitude::ZERO } else { (1..=few).map(factor).product() })
            }
            Expression::Factorial(argument) => {
                let of = self.whole(argument)?;
                self.count(of)?;
                Ok((1..=of).map(|k| Magnitude::ratio(k, 1)).product())
            }
            Expression::Summation(series) => self.series(series),
        }
    }

    fn series(&mut self, series: &Summation) -> Result<Magnitude, FormulaError> {
        let (from, to) = (self.whole(&series.from)?, self.whole(&series.to)?);
        let outer = self.names.get(&series.variable).copied();
        let mut total = series.start;
        for number in from..=to {
            self.names.insert(series.variable.clone(), (number as f64).into());
            total = (series.combine)(total, self.value(&series.term)?);
        }
        match outer {
            Some(value) => self.names.insert(series.variable.clone(), value),
            None => self.names.remove(&series.variable),
        };
        Ok(total)
    }

    /// Evaluates a whole number of at least 0.
    fn whole(&mut self, expression: &Expression) -> Result<u64, FormulaError> {
        let number = self.value(expression)?.to_f64();
        match number.fract() == 0.0 && (0.0..1e15).contains(&number) {
            true => Ok(number as u64),
            false => Err(FormulaError::NoValue("a fraction or a negative number here")),
        }
    }

    fn count(&mut self, steps: u64) -> Result<(), FormulaError> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS { Err(FormulaError::TooManySteps) } else { Ok(()) }
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
        refused("1.2.3", "expected a value at column 1, found `1.2.3`");
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
        for (part, expected) in
            [("(", "of `(`"), ("-", "of `(`"), ("2^", "of `(`"), ("1+", "value")]
        {
            let short = value(&part.repeat(500)).expect_err(part);
            assert!(short.contains(expected), "{part}: {short}");
            let long = value(&part.repeat(200_000)).expect_err(part);
            assert!(long.contains("expected at most 1000 characters"), "{part}: {long}");
        }
    }
}
