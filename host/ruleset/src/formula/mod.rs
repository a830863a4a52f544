//! Formulas of figures that are worked out from a board, as `[help]` gives them.
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = power { ("*" | "/") power }
//! power   = ["-"] value ["^" power]
//! value   = NUMBER | NAME | "(" sum ")" | FUNCTION "(" sum { "," sum } ")"
//! ```
//!
//! Functions: `choose(n, k)`, `factorial(n)`, and over whole numbers
//! `sum(NAME, from, to, what)` and `product(NAME, from, to, what)`.

mod magnitude;
mod read;

use std::collections::BTreeMap;
use std::str::FromStr;

use thiserror::Error;

pub use magnitude::Magnitude;

/// A formula that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula(Term);

/// Why a text is no formula, or a formula has no value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// Something else should stand there.
    #[error("expected {expected} at byte {at}, found {found}")]
    Unexpected {
        /// What should.
        expected: &'static str,
        /// What does.
        found: String,
        /// From 0.
        at: usize,
    },
    /// A function with another number of arguments.
    #[error("`{name}` takes {takes} arguments, found {found}")]
    Arguments {
        /// Which.
        name: String,
        /// How many it takes.
        takes: usize,
        /// How many there are.
        found: usize,
    },
    /// A formula within formulas within formulas.
    #[error("expected at most {DEEPEST} formulas within each other")]
    TooDeep,
    /// A name that stands for nothing.
    #[error("unknown name `{name}`, expected one of {known}")]
    Unknown {
        /// Which.
        name: String,
        /// What there is.
        known: String,
    },
    /// A step that has no result.
    #[error("{0} has no value here")]
    NoValue(&'static str),
    /// More work than any figure is worth.
    #[error("the formula takes more than {MOST_STEPS} steps")]
    TooLong,
}

/// The most formulas within each other.
const DEEPEST: u32 = 64;
/// The most steps of a calculation.
const MOST_STEPS: u64 = 10_000_000;

#[derive(Debug, Clone, PartialEq)]
enum Term {
    Number(f64),
    Name(String),
    Minus(Box<Term>),
    Pair(Operator, Box<Term>, Box<Term>),
    Choose(Box<Term>, Box<Term>),
    Factorial(Box<Term>),
    /// Over a name from a number to another one; a product where `true`.
    Range(bool, String, Box<[Term; 3]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        read::formula(text).map(Formula)
    }
}

impl Formula {
    /// Works the formula out, given what names stand for.
    ///
    /// # Errors
    /// Where a name is not known, a step has no result (a division by nought),
    /// or it takes too long.
    pub fn value(&self, names: &BTreeMap<String, f64>) -> Result<Magnitude, FormulaError> {
        let names = names.iter().map(|(name, number)| (name.clone(), (*number).into())).collect();
        Calculation { names, steps: 0 }.value(&self.0)
    }
}

struct Calculation {
    names: BTreeMap<String, Magnitude>,
    steps: u64,
}

impl Calculation {
    fn count(&mut self, steps: u64) -> Result<(), FormulaError> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MOST_STEPS { Err(FormulaError::TooLong) } else { Ok(()) }
    }

    fn value(&mut self, term: &Term) -> Result<Magnitude, FormulaError> {
        self.count(1)?;
        match term {
            Term::Number(number) => Ok((*number).into()),
            Term::Name(name) => self.names.get(name).copied().ok_or_else(|| {
                let known: Vec<&str> = self.names.keys().map(String::as_str).collect();
                FormulaError::Unknown { name: name.clone(), known: known.join(", ") }
            }),
            Term::Minus(inner) => Ok(self.value(inner)?.minus()),
            Term::Pair(operator, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                pair(*operator, left, right)
            }
            Term::Choose(of, many) => {
                let (of, many) = (self.whole(of)?, self.whole(many)?);
                if many > of {
                    return Ok(Magnitude::ZERO);
                }
                let few = many.min(of - many);
                self.count(few)?;
                let step = |ways: Magnitude, k: u64| {
                    let more = ways.times(((of - few + k) as f64).into());
                    more.through((k as f64).into()).expect("k is 1 or more")
                };
                Ok((1..=few).fold(Magnitude::ONE, step))
            }
            Term::Factorial(of) => {
                let of = self.whole(of)?;
                self.count(of)?;
                Ok((1..=of).fold(Magnitude::ONE, |all, k| all.times((k as f64).into())))
            }
            Term::Range(multiply, name, parts) => self.range(*multiply, name, parts),
        }
    }

    fn range(
        &mut self,
        multiply: bool,
        name: &str,
        [from, to, what]: &[Term; 3],
    ) -> Result<Magnitude, FormulaError> {
        let (from, to) = (self.whole(from)?, self.whole(to)?);
        let hidden = self.names.get(name).copied();
        let mut all = if multiply { Magnitude::ONE } else { Magnitude::ZERO };
        for number in from..=to {
            self.names.insert(name.to_owned(), (number as f64).into());
            let part = self.value(what)?;
            all = if multiply { all.times(part) } else { all.plus(part) };
        }
        match hidden {
            Some(value) => self.names.insert(name.to_owned(), value),
            None => self.names.remove(name),
        };
        Ok(all)
    }

    /// Returns a whole number from 0.
    fn whole(&mut self, term: &Term) -> Result<u64, FormulaError> {
        let number = self.value(term)?.to_f64();
        let fits = number.fract() == 0.0 && (0.0..1e15).contains(&number);
        if fits { Ok(number as u64) } else { Err(FormulaError::NoValue("what is no whole number")) }
    }
}

fn pair(operator: Operator, left: Magnitude, right: Magnitude) -> Result<Magnitude, FormulaError> {
    match operator {
        Operator::Add => Ok(left.plus(right)),
        Operator::Subtract => Ok(left.plus(right.minus())),
        Operator::Multiply => Ok(left.times(right)),
        Operator::Divide => {
            left.through(right).ok_or(FormulaError::NoValue("a division by nought"))
        }
        Operator::Power => left.power(right).ok_or(FormulaError::NoValue("this power")),
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
    fn numbers_are_worked_out_in_the_usual_order() {
        check("1 + 2 * 3", "7");
        check("(1 + 2) * 3", "9");
        check("2 ^ 3 ^ 2", "512");
        check("-2 ^ 2", "-4");
        check("7 - 4 - 3", "0");
        check("3 / 4", "0.75");
        check("10 - 12", "-2");
        check("factorial(10)", "3.63e6");
        check("choose(n, 4)", "211876");
        check("choose(3, 4)", "0");
        check("sum(k, 1, 100, k)", "5050");
        check("sum(k, 5, 4, k)", "0");
        check("product(k, 1, 3, sum(n, 1, k, n))", "18");
    }

    /// Figures that an article gives for a board of 49 squares, and what its
    /// printed ones come from.
    #[test]
    fn figures_beyond_every_machine_number_are_right() {
        check("sum(r, 4, n - 1, choose(n, r) * (seats^r - seats))", "2.39e23");
        check("product(r, 4, n, choose(n, r) * (seats^r - seats))", "5.23e838");
        check("sum(r, 4, n - 1, choose(n, r) * 2^(r - 2))", "5.98e22");
        check("product(r, 4, n, choose(n, r) * 2^(r - 2))", "1.37e811");
    }

    #[test]
    fn what_is_no_formula_is_refused_with_its_place() {
        let refused = |text: &str, why: &str| {
            let found = value(text).expect_err(text);
            assert!(found.contains(why), "{text}: {found}");
        };
        refused("", "expected a value at byte 0, found the end");
        refused("1 +", "expected a value at byte 3, found the end");
        refused("(1", "expected `)` at byte 2");
        refused("1 2", "expected an operator at byte 2, found `2`");
        refused("$", "found `$`");
        refused("choose(1)", "`choose` takes 2 arguments, found 1");
        refused("sum(1, 2, 3, 4)", "expected a name");
        refused("pick(1)", "unknown name `pick`");
        refused("m", "unknown name `m`, expected one of n, seats");
        refused("1 / (2 - 2)", "a division by nought has no value");
        refused("factorial(1 / 2)", "no whole number");
        refused("sum(a, 1, n^8, a)", "steps");
        refused("(0 - 8) ^ (1 / 3)", "this power has no value");
        refused(&"(".repeat(10_000), "within each other");
        refused(&"-".repeat(10_000), "within each other");
        refused(&"2^".repeat(10_000), "within each other");
    }
}
