//! All texts of the front ends: a function for each.
//!
//! English stands here, beside the names. Other languages are data files
//! (`host/app/languages`, and those in the settings' folder) with the same names, see
//! [`language`]; missing texts are English. Numbers follow the language; texts of games
//! stay as they are.

/// Says one text: see [`texts!`].
macro_rules! text {
    ($group:literal $name:ident $english:literal) => {
        #[doc = concat!("Says: ", $english)]
        pub fn $name() -> &'static str {
            $crate::texts::language::say(concat!($group, ".", stringify!($name)), $english)
        }
    };
    ($group:literal $name:ident ($($arg:ident: $kind:ty),+) $english:literal) => {
        #[doc = concat!("Says: ", $english)]
        pub fn $name($($arg: $kind),+) -> String {
            let pattern =
                $crate::texts::language::say(concat!($group, ".", stringify!($name)), $english);
            $crate::texts::language::fill(pattern, &[$((stringify!($arg), &$arg)),+])
        }
    };
    ($group:literal $name:ident ($count:ident: $kind:ty) $english:literal $one:literal) => {
        #[doc = concat!("Says: ", $english)]
        pub fn $name($count: $kind) -> String {
            use $crate::texts::language::{fill, say};
            let pattern = match $count {
                1 => say(concat!($group, ".", stringify!($name), "-one"), $one),
                _ => say(concat!($group, ".", stringify!($name)), $english),
            };
            fill(pattern, &[(stringify!($count), &$count)])
        }
    };
}

/// Makes a function of every line: `name = "Text";` is a text, `name(of: &str) = "Text
/// {of}";` has placeholders, and `or one "Text";` is for the number 1. Keys are
/// `group.name` and `group.name-one`.
macro_rules! texts {
    ($group:literal; $(
        $name:ident $(($($arg:ident: $kind:ty),+))? = $english:literal $(or one $one:literal)?;
    )*) => {
        $(text!($group $name $(($($arg: $kind),+))? $english $($one)?);)*

        pub(super) const ALL: &[(&str, &str)] = &[$(
            (concat!($group, ".", stringify!($name)), $english),
            $((concat!($group, ".", stringify!($name), "-one"), $one),)?
        )*];
    };
}

pub mod dialogs;
pub mod files;
pub mod game;
pub mod keys;
pub mod language;
pub mod library;
pub mod live;
pub mod new_game;
pub mod safe;
pub mod settings;
pub mod sounds;
pub mod start;
pub mod terminal;

mod groups {
    texts! { "groups";
        game = "Games";
        moves = "Moves";
        view = "View";
        board = "On the board";
        help = "Help";
    }
}

const ALL: [&[(&str, &str)]; 13] = [
    keys::ALL,
    groups::ALL,
    start::ALL,
    library::ALL,
    new_game::ALL,
    game::ALL,
    dialogs::ALL,
    files::ALL,
    live::ALL,
    safe::ALL,
    settings::ALL,
    sounds::ALL,
    terminal::ALL,
];

pub fn group(group: crate::keys::Group) -> &'static str {
    use crate::keys::Group;
    match group {
        Group::Game => groups::game(),
        Group::Move => groups::moves(),
        Group::View => groups::view(),
        Group::Board => groups::board(),
        Group::Help => groups::help(),
    }
}
