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
        let fits = |index: &usize| {
            let text = texts.get(*index).map_or("", String::as_str);
            self.filter.takes(&all[*index]) && words.iter().all(|word| text.contains(word))
        };
        let mut found: Vec<usize> = (0..all.len()).filter(fits).collect();
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

/// Returns the words of a search in lower case. A number stays with the word before it, so that
/// `level 3` finds no game of the third of a month.
fn search_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace().map(str::to_lowercase) {
        let number = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        match words.last_mut().filter(|last| number && !last.contains(' ')) {
            // It ends there: level 1 is not level 12.
            Some(last) => last.extend([" ", &word, " "]),
            None => words.push(word),
        }
    }
    words
}
