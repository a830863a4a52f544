//! The icons: glyphs of the vendored subset of Phosphor.

use crate::keys::Command;
use crate::preferences::ThemeChoice;

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
    RAISE "\u{e13c}",
    PASTE "\u{e198}",
    RELOAD "\u{e094}",
    SAVE_AS "\u{eaf4}",
    BRANCH "\u{e278}",
    TEN_BACK "\u{e128}",
    TEN_ON "\u{e12a}",
    COINS "\u{e78e}",
    AGREE "\u{e582}",
    REVIEW "\u{ebe0}",
    RESTORE "\u{e08a}",
    ERASER "\u{e21e}",
    GRID "\u{e2a2}",
    TARGET "\u{e47c}",
    EYE "\u{e220}",
    NUMBERS "\u{e2f6}",
    MOTION "\u{e39c}",
    TIMER "\u{e492}",
    ZOOM_IN "\u{e310}",
    ZOOM_OUT "\u{e30e}",
    WHOLE "\u{e1d0}",
    AIM "\u{e1d6}",
    LETTERS "\u{e6ee}",
    SUN "\u{e472}",
    MOON "\u{e330}",
    CONTRAST "\u{e18c}",
    PALETTE "\u{e6c8}",
}

/// The icon of a theme.
pub fn of_theme(theme: ThemeChoice) -> Icon {
    match theme {
        ThemeChoice::Light => SUN,
        ThemeChoice::Dark => MOON,
        ThemeChoice::HighContrast => CONTRAST,
    }
}

/// The icon of a command, in menus and in the command palette.
pub fn of(command: Command) -> Icon {
    use Command as C;
    match command {
        C::NewGame | C::ScaleUp => ADD,
        C::JoinGame | C::Chat => PERSON,
        C::SameAgain => SWAP,
        C::Library => LIBRARY,
        C::MyGames => GAMES,
        C::Learn | C::FirstGame => LEARN,
        C::Puzzles => PLUGIN,
        C::Open => OPEN,
        C::Save => SAVE,
        C::SaveAs => SAVE_AS,
        C::Export | C::ExportMail => EXPORT,
        C::CopyPosition | C::CopyRecord => COPY,
        C::PastePosition | C::ImportMail => PASTE,
        C::Reload => RELOAD,
        C::Settings => SETTINGS,
        C::Quit => QUIT,
        C::Undo | C::TurnBack => UNDO,
        C::Redo | C::Turn => REDO,
        C::OfferDraw | C::AskTakeBack => AGREE,
        C::TypeMove | C::KeySheet => KEYBOARD,
        C::Hint => HINT,
        C::MoveNow => MOVE_NOW,
        C::Analyse | C::Arrows => CHART,
        C::Review => REVIEW,
        C::Pause => PAUSE,
        C::BuyTime => COINS,
        C::First => FIRST,
        C::TenBack => TEN_BACK,
        C::Previous | C::PreviousStep | C::PanLeft | C::CursorLeft => PREVIOUS,
        C::Next | C::NextStep | C::PanRight | C::CursorRight | C::Pass => NEXT,
        C::TenOn => TEN_ON,
        C::Last => LAST,
        C::VariationUp | C::PanUp | C::CursorUp | C::TiltUp => RAISE,
        C::VariationDown | C::PanDown | C::CursorDown | C::TiltDown => DOWN,
        C::Autoplay => PLAY,
        C::Comment => RENAME,
        C::Promote | C::ConditionalMoves => BRANCH,
        C::DeleteLine => DELETE,
        C::RestoreLine => RESTORE,
        C::ClearDrawings => ERASER,
        C::Flip => FLIP,
        C::ThreeD => CUBE,
        C::Coordinates => GRID,
        C::Dots => TARGET,
        C::Preview | C::NextView => EYE,
        C::ScoreHints | C::Numbers => NUMBERS,
        C::Marks => WARNING,
        C::Motion => MOTION,
        C::Premoves => TIMER,
        C::Mute => SOUND,
        C::Magnifier | C::Palette => SEARCH,
        C::ZoomIn => ZOOM_IN,
        C::ZoomOut => ZOOM_OUT,
        C::ZoomFit => WHOLE,
        C::ZoomCell => AIM,
        C::LevelUp => UP,
        C::FullScreen => FULL_SCREEN,
        C::BoardOnly => BOARD,
        C::ScaleDown => REMOVE,
        C::ScaleReset => LETTERS,
        C::Rules => RULES,
        C::Menu => MENU,
        C::Confirm => CHECK,
        C::Cancel => CLOSE,
    }
}
