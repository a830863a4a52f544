//! From a text to a formula.

use super::{DEEPEST, FormulaError, Operator, Term};

pub(super) fn formula(text: &str) -> Result<Term, FormulaError> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let term = reader.sum()?;
    match reader.peek() {
        None => Ok(term),
        Some(_) => Err(reader.unexpected("an operator")),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

impl Reader<'_> {
    /// Returns the next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let there = self.peek() == Some(wanted);
        if there {
            self.at += wanted.len_utf8();
        }
        there
    }

    fn expect(&mut self, wanted: char, name: &'static str) -> Result<(), FormulaError> {
        if self.eat(wanted) { Ok(()) } else { Err(self.unexpected(name)) }
    }

    fn unexpected(&mut self, expected: &'static str) -> FormulaError {
        let found = self.peek().map_or("the end".to_owned(), |found| format!("`{found}`"));
        FormulaError::Unexpected { expected, found, at: self.at }
    }

    /// Takes the characters that fit.
    fn word(&mut self, fits: impl Fn(char) -> bool) -> &str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn within<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, FormulaError>,
    ) -> Result<T, FormulaError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(FormulaError::TooDeep);
        }
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    fn sum(&mut self) -> Result<Term, FormulaError> {
        let signs = [('+', Operator::Add), ('-', Operator::Subtract)];
        self.within(|this| this.chain(signs, |this| this.product()))
    }

    fn product(&mut self) -> Result<Term, FormulaError> {
        self.chain([('*', Operator::Multiply), ('/', Operator::Divide)], |this| this.power())
    }

    /// Reads parts with one of two signs between them.
    fn chain(
        &mut self,
        signs: [(char, Operator); 2],
        part: impl Fn(&mut Self) -> Result<Term, FormulaError>,
    ) -> Result<Term, FormulaError> {
        let mut left = part(self)?;
        while let Some((_, operator)) = signs.iter().find(|(sign, _)| self.eat(*sign)) {
            let right = part(self)?;
            left = Term::Pair(*operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn power(&mut self) -> Result<Term, FormulaError> {
        self.within(|this| {
            if this.eat('-') {
                return Ok(Term::Minus(Box::new(this.power()?)));
            }
            let base = this.value()?;
            match this.eat('^') {
                true => Ok(Term::Pair(Operator::Power, Box::new(base), Box::new(this.power()?))),
                false => Ok(base),
            }
        })
    }

    fn value(&mut self) -> Result<Term, FormulaError> {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let inner = self.sum()?;
                self.expect(')', "`)`")?;
                Ok(inner)
            }
            Some(digit) if digit.is_ascii_digit() => {
                let at = self.at;
                let number = self.word(|c| c.is_ascii_digit() || c == '.').parse();
                number.map(Term::Number).map_err(|_| {
                    self.at = at;
                    self.unexpected("a number")
                })
            }
            Some(letter) if letter.is_ascii_alphabetic() => {
                let name = self.name()?;
                if self.eat('(') { self.function(name) } else { Ok(Term::Name(name)) }
            }
            _ => Err(self.unexpected("a value")),
        }
    }

    fn name(&mut self) -> Result<String, FormulaError> {
        match self.peek() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                Ok(self.word(|c| c.is_ascii_alphanumeric() || c == '_').to_owned())
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// Reads what follows a function's name and parenthesis.
    fn function(&mut self, name: String) -> Result<Term, FormulaError> {
        if name == "sum" || name == "product" {
            let over = self.name()?;
            self.expect(',', "`,`")?;
            let [from, to, what] = self.arguments(&name, 1)?;
            return Ok(Term::Range(name == "product", over, Box::new([from, to, what])));
        }
        match name.as_str() {
            "choose" => {
                let [of, many] = self.arguments(&name, 0)?;
                Ok(Term::Choose(Box::new(of), Box::new(many)))
            }
            "factorial" => {
                let [of] = self.arguments(&name, 0)?;
                Ok(Term::Factorial(Box::new(of)))
            }
            _ => Err(FormulaError::Unknown {
                name,
                known: "choose, factorial, product, sum".to_owned(),
            }),
        }
    }

    /// Reads the rest of the arguments, after so many of them.
    fn arguments<const N: usize>(
        &mut self,
        name: &str,
        before: usize,
    ) -> Result<[Term; N], FormulaError> {
        let mut all = vec![self.sum()?];
        while self.eat(',') {
            all.push(self.sum()?);
        }
        self.expect(')', "`)`")?;
        <[Term; N]>::try_from(all).map_err(|all| FormulaError::Arguments {
            name: name.to_owned(),
            takes: N + before,
            found: all.len() + before,
        })
    }
}
