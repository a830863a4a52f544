//! The icons: glyphs of the vendored subset of Phosphor.

use crate::keys::Command;

/// An icon of the font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Icon(&'static str);

impl Icon {
    /// The glyph, to stand in a text.
    pub fn glyph(self) -> &'static str {
        self.0
    }

    /// The icon before a text.
    pub fn before(self, text: &str) -> String {
        format!("{}  {text}", self.0)
    }
}

macro_rules! icons {
    ($($name:ident $glyph:literal,)+) => {
        $(pub const $name: Icon = Icon($glyph);)+

        pub const ALL: &[Icon] = &[$($name),+];
    };
}

icons! {
    BACK "\u{e058}",
    UP "\u{e08e}",
    DOWN "\u{e136}",
    CHECK "\u{e182}",
    CLOSE "\u{e4f6}",
    ADD "\u{e3d4}",
    REMOVE "\u{e32a}",
    DELETE "\u{e4a6}",
    RENAME "\u{e3b4}",
    SEARCH "\u{e30c}",
    SETTINGS "\u{e270}",
    FOLDER "\u{e24a}",
    OPEN "\u{e256}",
    FILE "\u{e230}",
    RECORD "\u{e26e}",
    RULESET "\u{e434}",
    PLUGIN "\u{e596}",
    EXPORT "\u{eaf0}",
    RULES "\u{e0e6}",
    LIBRARY "\u{e464}",
    GAMES "\u{e19a}",
    QUIT "\u{e42a}",
    PLAY "\u{e3d0}",
    PAUSE "\u{e39e}",
    STOP "\u{e46c}",
    FIRST "\u{e5a4}",
    LAST "\u{e5a6}",
    PREVIOUS "\u{e138}",
    NEXT "\u{e13a}",
    UNDO "\u{e038}",
    REDO "\u{e036}",
    FLIP "\u{e098}",
    HINT "\u{e2dc}",
    MOVE_NOW "\u{e6a6}",
    WARNING "\u{e4e0}",
    INFO "\u{e2ce}",
    MENU "\u{e2f0}",
    MORE "\u{e1fe}",
    CUBE "\u{e1da}",
    CHART "\u{e156}",
    RESIGN "\u{e244}",
    COPY "\u{e1ca}",
    SAVE "\u{e248}",
    LEARN "\u{e62c}",
    KEYBOARD "\u{e2d8}",
    SOUND "\u{e44a}",
    MUTED "\u{e45a}",
    FULL_SCREEN "\u{e0a2}",
    HOME "\u{e2c2}",
    PERSON "\u{e4c2}",
    COMPUTER "\u{e762}",
    SWAP "\u{e83c}",
    BOARD "\u{e2ae}",
}

/// The icon of a command, in menus and in the command palette.
pub fn of(command: Command) -> Option<Icon> {
    use Command as C;
    Some(match command {
        C::NewGame => ADD,
        C::SameAgain => SWAP,
        C::Library => LIBRARY,
        C::MyGames => GAMES,
        C::Learn => LEARN,
        C::Puzzles => PLUGIN,
        C::Open => OPEN,
        C::Save => SAVE,
        C::Export => EXPORT,
        C::CopyPosition | C::CopyRecord => COPY,
        C::Settings => SETTINGS,
        C::Quit => QUIT,
        C::Undo => UNDO,
        C::Redo => REDO,
        C::TypeMove => KEYBOARD,
        C::Hint => HINT,
        C::MoveNow => MOVE_NOW,
        C::Pause => PAUSE,
        C::First => FIRST,
        C::Previous => PREVIOUS,
        C::Next => NEXT,
        C::Last => LAST,
        C::Autoplay => PLAY,
        C::Comment => RENAME,
        C::DeleteLine => DELETE,
        C::Flip => FLIP,
        C::ZoomIn => ADD,
        C::ZoomOut => REMOVE,
        C::Magnifier => SEARCH,
        C::FullScreen => FULL_SCREEN,
        C::BoardOnly => BOARD,
        C::Rules => RULES,
        C::KeySheet => KEYBOARD,
        _ => return None,
    })
}
