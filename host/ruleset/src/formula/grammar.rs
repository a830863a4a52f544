//! ```text
//! sum     = product { ("+" | "-") product }
//! product = power { ("*" | "/") power }
//! power   = "-" power | value ["^" power]
//! value   = NUMBER | NAME | "(" sum ")" | FUNCTION "(" sum { "," sum } ")"
//! ```

use std::ops::{Add, Mul};

use winnow::ascii::multispace0;
use winnow::combinator::{Infix, Prefix, cut_err, expression, opt, preceded, terminated};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{one_of, take_while};

use super::{FormulaError, Magnitude};

#[derive(Debug, Clone)]
pub(super) enum Expression {
    Number(Magnitude),
    Name(String),
    Negation(Box<Expression>),
    Operation(Operator, Box<[Expression; 2]>),
    Choose(Box<[Expression; 2]>),
    Factorial(Box<Expression>),
    Summation(Box<Summation>),
}

/// Returns the reason where there is no value.
pub(super) type Operator = fn(Magnitude, Magnitude) -> Result<Magnitude, &'static str>;

#[derive(Debug, Clone)]
pub(super) struct Summation {
    /// The value of an empty series.
    pub start: Magnitude,
    pub combine: fn(Magnitude, Magnitude) -> Magnitude,
    pub variable: String,
    pub from: Expression,
    pub to: Expression,
    pub term: Expression,
}

type Input<'a> = LocatingSlice<&'a str>;
type Parsed<T> = Result<T, ErrMode<FormulaError>>;

pub(super) fn parse(text: &str) -> Result<Expression, FormulaError> {
    let mut input = Input::new(text);
    let formula = preceded(multispace0, sum).parse_next(&mut input);
    let formula = formula.and_then(|it| match input.is_empty() {
        true => Ok(it),
        false => Err(unexpected("an operator", &input)),
    });
    formula.map_err(|error| error.into_inner().expect("the text is complete"))
}

fn sum(input: &mut Input<'_>) -> Parsed<Expression> {
    let minus = ('-', multispace0);
    let operator = terminated(one_of(['+', '-', '*', '/', '^']), multispace0);
    let parser = expression(value)
        .prefix(minus.map(|_| Prefix(30, |_, it| Ok(Expression::Negation(Box::new(it))))))
        .infix(operator.map(|sign| match sign {
            '+' => Infix::Left(10, |_, a, b| operation(|a, b| Ok(a + b), a, b)),
            '-' => Infix::Left(10, |_, a, b| operation(|a, b| Ok(a + -b), a, b)),
            '*' => Infix::Left(20, |_, a, b| operation(|a, b| Ok(a * b), a, b)),
            '/' => Infix::Left(20, |_, a, b| operation(Magnitude::divided_by, a, b)),
            _ => Infix::Right(30, |_, a, b| operation(Magnitude::power, a, b)),
        }));
    cut_err(parser).parse_next(input)
}

fn operation(operator: Operator, left: Expression, right: Expression) -> Parsed<Expression> {
    Ok(Expression::Operation(operator, Box::new([left, right])))
}

fn value(input: &mut Input<'_>) -> Parsed<Expression> {
    if let Some(open) = opt(open).parse_next(input)? {
        let value = sum(input)?;
        return close(open, input).map(|()| value);
    }
    let number = take_while(1.., ('0'..='9', '.')).parse_to().map(|it: f64| it.into());
    if let Some(number) = opt(terminated(number, multispace0)).parse_next(input)? {
        return Ok(Expression::Number(number));
    }
    let name = name(input)?;
    match opt(open).parse_next(input)? {
        None => Ok(Expression::Name(name)),
        Some(open) => {
            let value = function(&name, input)?;
            close(open, input).map(|()| value)
        }
    }
}

/// Reads the arguments after a function's parenthesis.
fn function(name: &str, input: &mut Input<'_>) -> Parsed<Expression> {
    match name {
        "choose" => {
            let (n, _, k) = (sum, comma, sum).parse_next(input)?;
            Ok(Expression::Choose(Box::new([n, k])))
        }
        "factorial" => Ok(Expression::Factorial(Box::new(sum(input)?))),
        "sum" => series(Magnitude::ZERO, Magnitude::add, input),
        "product" => series(Magnitude::ONE, Magnitude::mul, input),
        _ => Err(ErrMode::Cut(FormulaError::UnknownName {
            name: name.to_owned(),
            known: match name {
                "sqrt" | "root" => "choose, factorial, product, sum; a root is `x ^ (1 / 2)`",
                _ => "choose, factorial, product, sum",
            }
            .to_owned(),
        })),
    }
}

fn series(
    start: Magnitude,
    combine: fn(Magnitude, Magnitude) -> Magnitude,
    input: &mut Input<'_>,
) -> Parsed<Expression> {
    let variable = name(input).map_err(|_| unexpected("a name", input))?;
    let (_, from, _, to, _, term) = (comma, sum, comma, sum, comma, sum).parse_next(input)?;
    Ok(Expression::Summation(Box::new(Summation { start, combine, variable, from, to, term })))
}

fn name(input: &mut Input<'_>) -> Parsed<String> {
    let first = one_of(|it: char| it.is_ascii_alphabetic());
    let rest = take_while(0.., |it: char| it.is_ascii_alphanumeric() || it == '_');
    let name = (first, rest).take().map(str::to_owned);
    terminated(name, multispace0).parse_next(input)
}

fn comma(input: &mut Input<'_>) -> Parsed<()> {
    let comma = (',', multispace0).void().parse_next(input);
    comma.map_err(|_: ErrMode<FormulaError>| unexpected("`,`", input))
}

/// Returns the column of the parenthesis.
fn open(input: &mut Input<'_>) -> Parsed<usize> {
    let column = column(input);
    ('(', multispace0).value(column).parse_next(input)
}

/// Expects the parenthesis that matches the one at a column.
fn close(open: usize, input: &mut Input<'_>) -> Parsed<()> {
    let closed = (')', multispace0).void().parse_next(input);
    closed.map_err(|_: ErrMode<FormulaError>| {
        ErrMode::Cut(FormulaError::Unclosed { column: column(input), open })
    })
}

/// Only ASCII stands before an error, so bytes count characters.
fn column(input: &Input<'_>) -> usize {
    input.current_token_start() + 1
}

fn unexpected(expected: &'static str, input: &Input<'_>) -> ErrMode<FormulaError> {
    let word = |it: char| it.is_ascii_alphanumeric() || it == '.' || it == '_';
    let length = input.find(|it| !word(it)).unwrap_or(input.len());
    let mut found = match input.chars().next() {
        None => "the end".to_owned(),
        Some(first) => format!("`{}`", &input[..length.max(first.len_utf8())]),
    };
    let next = input.chars().next().filter(|_| expected == "an operator");
    if let Some(meant) = next.and_then(meant_operator) {
        found = format!("{found}: {meant}");
    }
    ErrMode::Cut(FormulaError::Unexpected { expected, found, column: column(input) })
}

/// Returns how to write what stands in place of an operator.
fn meant_operator(found: char) -> Option<&'static str> {
    Some(match found {
        '!' => "n! is `factorial(n)`",
        '\u{d7}' | '\u{b7}' | '\u{22c5}' => "write `*`",
        '\u{f7}' | ':' => "write `/`",
        '\u{b2}' => "write `^ 2`",
        '\u{b3}' => "write `^ 3`",
        '(' | 'a'..='z' | 'A'..='Z' => "between factors there is `*`",
        _ => return None,
    })
}

impl ParserError<Input<'_>> for FormulaError {
    type Inner = Self;

    fn from_input(input: &Input<'_>) -> Self {
        unexpected("a value", input).into_inner().expect("cut")
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}
