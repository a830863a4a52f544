//! A typed move, with completion.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveInput {
    pub text: String,
    /// All legal moves as players read them.
    pub legal: Vec<String>,
}

impl MoveInput {
    pub fn completions(&self) -> impl Iterator<Item = &String> {
        let typed = self.text.trim().to_lowercase();
        self.legal.iter().filter(move |mv| mv.to_lowercase().starts_with(&typed))
    }

    /// Tab: adds the longest common prefix of the matching moves.
    pub fn extend(&mut self) {
        let mut fits = self.completions();
        let Some(first) = fits.next() else { return };
        let common = fits.fold(first.as_str(), |common, mv| {
            let both = common.char_indices().zip(mv.chars());
            let end = both.take_while(|((_, a), b)| a == b).last();
            end.map_or("", |((at, c), _)| &common[..at + c.len_utf8()])
        });
        if common.chars().count() >= self.text.trim().chars().count() {
            self.text = common.to_owned();
        }
    }

    /// The text, or the only legal move that begins with it.
    pub fn resolve(&self) -> String {
        let typed = self.text.trim();
        if self.legal.iter().any(|mv| mv == typed) {
            return typed.to_owned();
        }
        let mut fits = self.completions();
        match (fits.next(), fits.next()) {
            (Some(only), None) if !typed.is_empty() => only.clone(),
            _ => typed.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_completed_where_it_can_mean_one_move_only() {
        let check = |text: &str, expected: &str| {
            let legal = ["a1", "a1-a3", "b2-b4"].map(str::to_owned).to_vec();
            let typed = MoveInput { text: text.to_owned(), legal };
            assert_eq!(typed.resolve(), expected, "{text}");
        };
        check("B2", "b2-b4");
        check("a1", "a1");
        check("a", "a");
        check("", "");
        check("c", "c");
    }

    #[test]
    fn tab_adds_what_all_moves_have_in_common() {
        let check = |text: &str, expected: &str| {
            let legal = ["b2-b4", "b2-c3", "pass", "päckchen"].map(str::to_owned).to_vec();
            let mut typed = MoveInput { text: text.to_owned(), legal };
            typed.extend();
            assert_eq!(typed.text, expected, "{text}");
        };
        check("B", "b2-");
        check("b2-c", "b2-c3");
        check("B2-C3", "b2-c3");
        check("p", "p");
        check("pä", "päckchen");
        check("x", "x");
        check("", "");
    }
}
