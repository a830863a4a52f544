//! All texts of the front ends: a function for each.
//!
//! The texts are data files (`host/app/languages`, and those in the settings' folder),
//! see [`language`]; texts that a language lacks are English. Numbers follow the
//! language; texts of games stay as they are.

macro_rules! key {
    ($group:literal $name:ident $($suffix:literal)?) => {
        concat!($group, ".", stringify!($name) $(, $suffix)?)
    };
}

/// A text with placeholders; with `one` it has another text for the number 1.
macro_rules! pattern {
    ($group:literal $name:ident ($($arg:ident: $kind:ty),+)) => {
        pub fn $name($($arg: $kind),+) -> String {
            let pattern = $crate::texts::language::say(key!($group $name));
            $crate::texts::language::fill(pattern, &[$((stringify!($arg), &$arg)),+])
        }
    };
    ($group:literal $name:ident ($count:ident: $kind:ty) one) => {
        pub fn $name($count: $kind) -> String {
            let key = if $count == 1 { key!($group $name "-one") } else { key!($group $name) };
            let pattern = $crate::texts::language::say(key);
            $crate::texts::language::fill(pattern, &[(stringify!($count), &$count)])
        }
    };
}

/// Makes a function of every name: plain texts, then those with placeholders. Keys are
/// `group.name` and, after `or one`, `group.name-one`.
macro_rules! texts {
    ($group:literal; $($text:ident)*; $(
        $name:ident ($($arg:ident: $kind:ty),+) $(or $one:ident)?;
    )*) => {
        $(
            pub fn $text() -> &'static str {
                $crate::texts::language::say(key!($group $text))
            }
        )*
        $(pattern!($group $name ($($arg: $kind),+) $($one)?);)*

        #[cfg(test)]
        pub(super) const KEYS: &[&str] = &[
            $(key!($group $text),)*
            $(key!($group $name), $(concat!(key!($group $name), "-", stringify!($one)),)?)*
        ];
    };
}

pub mod dialogs;
pub mod errors;
pub mod files;
pub mod game;
pub mod keys;
pub mod language;
pub mod learn;
pub mod library;
pub mod live;
pub mod mail;
pub mod my_games;
pub mod new_game;
pub mod online;
pub mod safe;
pub mod settings;
pub mod sounds;
pub mod start;
pub mod terminal;
pub mod text_mode;

pub mod groups {
    texts! { "groups";
        game moves view board help;
    }
}

#[cfg(test)]
const KEYS: [&[&str]; 18] = [
    keys::KEYS,
    learn::KEYS,
    groups::KEYS,
    start::KEYS,
    library::KEYS,
    new_game::KEYS,
    game::KEYS,
    my_games::KEYS,
    dialogs::KEYS,
    files::KEYS,
    online::KEYS,
    live::KEYS,
    mail::KEYS,
    safe::KEYS,
    settings::KEYS,
    sounds::KEYS,
    terminal::KEYS,
    text_mode::KEYS,
];

/// Joins the moves of a line, by semicolons if there are commas in them.
pub fn join_moves(moves: &[String]) -> String {
    moves.join(if moves.iter().any(|mv| mv.contains(", ")) { "; " } else { ", " })
}

/// Starts a text with a capital and ends it with a full stop.
pub fn sentence(text: &str) -> String {
    let mut whole = capital(text);
    if whole.chars().next_back().is_some_and(|end| end.is_alphanumeric() || end == ')') {
        whole.push('.');
    }
    whole
}

/// Starts a text with a capital; the name of a site, as `d4`, stays as it is.
pub fn capital(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.chars().any(char::is_numeric) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
