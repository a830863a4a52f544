//! Drawn set-ups: `[start]`, from which a new match takes one by its seed.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::placeholder;

/// The key of the table. Plugins do not get it; records keep the position that was drawn.
pub(crate) const START_KEY: &str = "start";

/// The most set-ups that a check reads one by one.
const MOST_LISTED: usize = 200;

/// Positions of which a new match draws one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct DrawnStart {
    /// In the game's own notation, with `{name}` for parts. Without any, the ruleset's start.
    pub positions: Vec<String>,
    /// What can stand for each `{name}`. The same is drawn for all its places, and backwards for
    /// `{name~}`.
    pub parts: BTreeMap<String, Vec<String>>,
    /// The random moves that follow, before the first one of the players.
    pub moves: u16,
}

impl DrawnStart {
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty() && self.moves == 0
    }

    /// Draws a position; `below` returns a random number below another one.
    pub fn draw(&self, mut below: impl FnMut(usize) -> usize) -> Option<String> {
        if self.positions.is_empty() {
            return None;
        }
        let position = &self.positions[below(self.positions.len())];
        let chosen = self.parts.iter().filter(|(_, values)| !values.is_empty());
        let chosen: BTreeMap<&str, &str> = chosen
            .map(|(name, values)| (name.as_str(), values[below(values.len())].as_str()))
            .collect();
        Some(filled(position, &chosen))
    }

    /// Returns positions that can be drawn, with the index of each in the list: all of them, or
    /// those in which each part has each of its values once.
    pub fn samples(&self) -> Vec<(u32, String)> {
        let parts: Vec<(&str, &[String])> = self
            .parts
            .iter()
            .filter(|(_, values)| !values.is_empty())
            .map(|(name, values)| (name.as_str(), values.as_slice()))
            .collect();
        let all = parts.iter().fold(1usize, |all, (_, values)| all.saturating_mul(values.len()));
        let longest = parts.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
        let count = if all <= MOST_LISTED { all } else { longest };
        let mut samples = Vec::new();
        for (index, position) in (0..).zip(&self.positions) {
            for number in 0..count {
                let mut rest = number;
                let chosen = parts.iter().map(|(name, values)| {
                    let at = rest % values.len();
                    if count == all {
                        rest /= values.len();
                    }
                    (*name, values[at].as_str())
                });
                samples.push((index, filled(position, &chosen.collect())));
            }
        }
        samples.dedup();
        samples
    }

    /// Returns the index of each position with a `{` that is not closed, and the place of that in
    /// bytes.
    pub fn unclosed_parts(&self) -> Vec<(u32, usize)> {
        let places = (0..).zip(&self.positions);
        places.filter_map(|(index, text)| Some((index, placeholder::unclosed(text)?))).collect()
    }

    /// Returns a position with one part's value, and the first values of all others.
    pub fn sample_with(&self, index: u32, part: &str, value: usize) -> Option<String> {
        let position = self.positions.get(index as usize)?;
        let chosen = self.parts.iter().filter_map(|(name, values)| {
            let own = if name == part { value } else { 0 };
            Some((name.as_str(), values.get(own)?.as_str()))
        });
        Some(filled(position, &chosen.collect()))
    }

    /// Returns the index of each position with a `{name}` that is no part, with the name.
    pub fn unknown_parts(&self) -> Vec<(u32, String)> {
        let known = |name: &str| self.parts.contains_key(name.trim_end_matches('~'));
        let names = (0..).zip(&self.positions).flat_map(|(index, position)| {
            placeholder::names(position).into_iter().map(move |name| (index, name))
        });
        names.filter(|(_, name)| !known(name)).map(|(at, name)| (at, name.to_owned())).collect()
    }
}

fn filled(position: &str, chosen: &BTreeMap<&str, &str>) -> String {
    placeholder::fill(position, |name| match name.strip_suffix('~') {
        Some(name) => chosen.get(name).map(|part| backwards(part)),
        None => chosen.get(name).map(|part| (*part).to_owned()),
    })
}

/// Turns a row around; numbers stay as they are.
fn backwards(row: &str) -> String {
    let mut pieces: Vec<String> = Vec::new();
    let mut was_digit = false;
    for letter in row.chars() {
        match pieces.last_mut().filter(|_| was_digit && letter.is_ascii_digit()) {
            Some(number) => number.push(letter),
            None => pieces.push(letter.to_string()),
        }
        was_digit = letter.is_ascii_digit();
    }
    pieces.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> DrawnStart {
        let parts = [("a", vec!["12x", "3"]), ("b", vec!["o"])];
        let owned = |list: Vec<&str>| list.into_iter().map(str::to_owned).collect();
        DrawnStart {
            positions: vec!["{a}/{b}/{a~}".to_owned(), "plain".to_owned()],
            parts: parts.into_iter().map(|(name, list)| (name.to_owned(), owned(list))).collect(),
            moves: 0,
        }
    }

    #[test]
    fn parts_are_drawn_once_and_mirrored() {
        assert_eq!(start().draw(|_| 0).as_deref(), Some("12x/o/x12"));
        assert_eq!(start().draw(|below| below - 1).as_deref(), Some("plain"));
        assert_eq!(DrawnStart::default().draw(|_| 0), None);
    }

    #[test]
    fn samples_have_each_value() {
        let texts: Vec<String> = start().samples().into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["12x/o/x12", "3/o/3", "plain"]);
        assert!(start().unknown_parts().is_empty());
        let unknown = DrawnStart { parts: BTreeMap::new(), ..start() };
        assert_eq!(unknown.unknown_parts()[0], (0, "a".to_owned()));
    }
}
