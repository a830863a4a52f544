//! Search, filters and orders of my games.

use std::cmp::Reverse;

use super::GameEntry;
use crate::texts::my_games as t;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GameFilter {
    #[default]
    All,
    Unfinished,
    Finished,
    /// By the only human.
    Won,
    Lost,
    Drawn,
    Unreadable,
}

impl GameFilter {
    pub const ALL: [GameFilter; 7] = [
        GameFilter::All,
        GameFilter::Unfinished,
        GameFilter::Finished,
        GameFilter::Won,
        GameFilter::Lost,
        GameFilter::Drawn,
        GameFilter::Unreadable,
    ];

    pub fn label(self) -> &'static str {
        match self {
            GameFilter::All => t::all(),
            GameFilter::Unfinished => t::unfinished(),
            GameFilter::Finished => t::finished(),
            GameFilter::Won => t::won(),
            GameFilter::Lost => t::lost(),
            GameFilter::Drawn => t::drawn(),
            GameFilter::Unreadable => t::unreadable(),
        }
    }

    fn takes(self, entry: &GameEntry) -> bool {
        let sound = entry.unreadable.is_none();
        match self {
            GameFilter::All => true,
            GameFilter::Unfinished => sound && !entry.is_finished(),
            GameFilter::Finished => sound && entry.is_finished(),
            GameFilter::Won => entry.own_place() == Some((1, false)),
            GameFilter::Lost => entry.own_place().is_some_and(|(place, _)| place > 1),
            GameFilter::Drawn => entry.own_place() == Some((1, true)),
            GameFilter::Unreadable => !sound,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GameSort {
    #[default]
    Newest,
    Oldest,
    Name,
    Opponent,
    Longest,
}

impl GameSort {
    pub const ALL: [GameSort; 5] =
        [GameSort::Newest, GameSort::Oldest, GameSort::Name, GameSort::Opponent, GameSort::Longest];

    pub fn label(self) -> &'static str {
        match self {
            GameSort::Newest => t::newest(),
            GameSort::Oldest => t::oldest(),
            GameSort::Name => t::by_name(),
            GameSort::Opponent => t::by_opponent(),
            GameSort::Longest => t::longest(),
        }
    }
}

/// A filter and an order of the games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameQuery {
    /// Words of names, rulesets, players, levels, results and dates.
    pub text: String,
    pub filter: GameFilter,
    pub sort: GameSort,
}

impl GameQuery {
    /// Returns the indices of the games that fit, in order; `all` is newest first, and `texts` are
    /// their [`GameEntry::search_text`]s.
    pub fn select(&self, all: &[GameEntry], texts: &[String]) -> Vec<usize> {
        let words = search_words(&self.text);
        let find = |end: NumberEnd| -> Vec<usize> {
            let fits = |index: &usize| {
                let text = texts.get(*index).map_or("", String::as_str);
                self.filter.takes(&all[*index]) && words.iter().all(|word| word.is_in(text, end))
            };
            (0..all.len()).filter(fits).collect()
        };
        let mut found = find(NumberEnd::Here);
        if found.is_empty() && words.iter().any(|word| word.numbered) {
            found = find(NumberEnd::Open);
        }
        match self.sort {
            GameSort::Newest => {}
            GameSort::Oldest => found.reverse(),
            GameSort::Name => found.sort_by_cached_key(|index| all[*index].label().to_lowercase()),
            GameSort::Opponent => {
                found.sort_by_cached_key(|index| all[*index].opponents().to_lowercase());
            }
            GameSort::Longest => found.sort_by_key(|index| Reverse(all[*index].moves)),
        }
        found
    }
}

/// A word of a search, in lower case. A number stays with the word before it, so that `level 3`
/// finds no game of the third of a month.
#[derive(Debug, PartialEq)]
struct SearchWord {
    text: String,
    numbered: bool,
}

/// Where a number after a word ends.
#[derive(Debug, Clone, Copy, PartialEq)]
enum NumberEnd {
    /// Level 1 is not level 12.
    Here,
    /// It is still typed, if nothing else fits.
    Open,
}

impl SearchWord {
    fn is_in(&self, text: &str, end: NumberEnd) -> bool {
        let open = !self.numbered || end == NumberEnd::Open;
        let goes_on = |at: usize| text[at..].starts_with(|c: char| c.is_ascii_digit());
        text.match_indices(&self.text).any(|(at, found)| open || !goes_on(at + found.len()))
    }
}

fn search_words(text: &str) -> Vec<SearchWord> {
    let mut words: Vec<SearchWord> = Vec::new();
    for word in without_commas(text).split_whitespace().map(str::to_lowercase) {
        let number = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        match words.last_mut().filter(|last| number && !last.numbered) {
            Some(last) => {
                last.text.extend([" ", &word]);
                last.numbered = true;
            }
            None => words.push(SearchWord { text: word, numbered: false }),
        }
    }
    words
}

/// `weave 15` finds `Weave, 15x15`.
pub(super) fn without_commas(text: &str) -> String {
    text.replace(',', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_belongs_to_the_word_before_it() {
        let finds = |search: &str, text: &str, end| {
            let text = without_commas(text).to_lowercase();
            search_words(search).iter().all(|word| word.is_in(&text, end))
        };
        for (search, text, here, open) in [
            ("level 1", "Ann – Computer level 12", false, true),
            ("level 1", "Ann – Computer level 1, 2026-11-12", true, true),
            ("level 3", "Ann – Bob 2026-03-12", false, false),
            ("weave 15", "Weave, 15x15", true, true),
            ("Klaus 9", "Klaus 9174 – Ann", false, true),
            ("klaus 9174", "Klaus 9174 – Ann", true, true),
        ] {
            assert_eq!(finds(search, text, NumberEnd::Here), here, "{search} in {text}");
            assert_eq!(finds(search, text, NumberEnd::Open), open, "{search} in {text}");
        }
    }
}
