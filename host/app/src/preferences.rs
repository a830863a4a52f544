//! The settings: TOML in the platform's folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::texts::{game, language, settings as t};
use boardloom_board_view::scene::{BoardLook, BoardTheme, PieceSet};
use boardloom_match::PlayerKind;
use boardloom_ruleset::file::{TEXT_LIMIT, read_text};
use serde::{Deserialize, Serialize};

use crate::keys::Command;
use crate::services::Services;

mod settings_file;

use settings_file::{keep_copy, read_seats, read_settings, seat_errors};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeChoice {
    #[default]
    Dark,
    Light,
    HighContrast,
}

impl ThemeChoice {
    pub const ALL: [ThemeChoice; 3] =
        [ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::HighContrast];

    pub fn label(self) -> &'static str {
        match self {
            ThemeChoice::Dark => game::dark(),
            ThemeChoice::Light => game::light(),
            ThemeChoice::HighContrast => game::contrast(),
        }
    }

    pub fn board(self) -> boardloom_board_view::scene::Theme {
        use boardloom_board_view::scene::Theme;
        match self {
            ThemeChoice::Dark => Theme::Dark,
            ThemeChoice::Light => Theme::Light,
            ThemeChoice::HighContrast => Theme::HighContrast,
        }
    }
}

/// The material of boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardChoice {
    /// What goes with the theme.
    #[default]
    Automatic,
    Wood,
    Slate,
    Paper,
}

impl BoardChoice {
    pub const ALL: [BoardChoice; 4] =
        [BoardChoice::Automatic, BoardChoice::Wood, BoardChoice::Slate, BoardChoice::Paper];

    pub fn label(self) -> &'static str {
        match self {
            BoardChoice::Automatic => game::board_automatic(),
            BoardChoice::Wood => game::board_wood(),
            BoardChoice::Slate => game::board_slate(),
            BoardChoice::Paper => game::board_paper(),
        }
    }

    fn theme(self) -> Option<BoardTheme> {
        match self {
            BoardChoice::Automatic => None,
            BoardChoice::Wood => Some(BoardTheme::Wood),
            BoardChoice::Slate => Some(BoardTheme::Slate),
            BoardChoice::Paper => Some(BoardTheme::Paper),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceChoice {
    #[default]
    Turned,
    Flat,
    HighContrast,
}

impl PieceChoice {
    pub const ALL: [PieceChoice; 3] =
        [PieceChoice::Turned, PieceChoice::Flat, PieceChoice::HighContrast];

    pub fn label(self) -> &'static str {
        match self {
            PieceChoice::Turned => game::pieces_turned(),
            PieceChoice::Flat => game::pieces_flat(),
            PieceChoice::HighContrast => game::contrast(),
        }
    }

    fn set(self) -> PieceSet {
        match self {
            PieceChoice::Turned => PieceSet::Turned,
            PieceChoice::Flat => PieceSet::Flat,
            PieceChoice::HighContrast => PieceSet::HighContrast,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Preferences {
    pub theme: ThemeChoice,
    pub board: BoardChoice,
    pub pieces: PieceChoice,
    /// A code such as `de`.
    pub language: String,
    pub scale: f32,
    /// In physical pixels.
    pub width: u32,
    pub height: u32,
    pub three_d: bool,
    pub coordinates: bool,
    pub dots: bool,
    /// Shows the effect of the move under the pointer.
    pub preview: bool,
    /// Shows the points that the move under the pointer would score.
    pub score_hints: bool,
    /// Shows the game's marks, such as threats.
    pub marks: bool,
    pub arrows: bool,
    /// Shows the numbers of moves on the pieces.
    pub numbers: bool,
    pub motion: bool,
    /// Takes moves that are entered while the computer thinks.
    pub premoves: bool,
    /// Asks the other humans before a move is taken back.
    pub ask_take_back: bool,
    pub sound: bool,
    /// In hundredths.
    pub volume: u8,
    /// Seconds per move of autoplay.
    pub pace: f32,
    pub ruleset: String,
    #[serde(deserialize_with = "read_seats")]
    pub seats: Vec<PlayerKind>,
    /// Names of humans, by seat; empty ones are named after their side.
    pub names: Vec<String>,
    /// To the room that was joined last.
    pub invitation: String,
    /// By ruleset, then by key.
    pub options: BTreeMap<String, BTreeMap<String, serde_json::Value>>,
    /// By ruleset, as `300+5`.
    pub clocks: BTreeMap<String, String>,
    /// Lessons and puzzles that are done, by ruleset.
    pub learned: BTreeMap<String, BTreeSet<String>>,
    /// Strokes by command.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Folders of opened and written files, last one first.
    pub folders: Vec<std::path::PathBuf>,
    /// Addresses and folders of the indexes of games.
    pub indexes: Vec<String>,
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            theme: ThemeChoice::default(),
            board: BoardChoice::default(),
            pieces: PieceChoice::default(),
            language: language::ENGLISH.to_owned(),
            scale: 1.0,
            width: 1100,
            height: 760,
            three_d: false,
            coordinates: true,
            dots: true,
            preview: true,
            score_hints: true,
            marks: true,
            arrows: true,
            numbers: false,
            motion: true,
            premoves: true,
            ask_take_back: true,
            sound: true,
            volume: 60,
            pace: 1.0,
            ruleset: String::new(),
            seats: Vec::new(),
            names: Vec::new(),
            invitation: String::new(),
            options: BTreeMap::new(),
            clocks: BTreeMap::new(),
            learned: BTreeMap::new(),
            keys: BTreeMap::new(),
            folders: Vec::new(),
            indexes: Vec::new(),
        }
    }
}

const FOLDERS: usize = 6;

impl Preferences {
    /// How boards and pieces are drawn.
    pub fn board_look(&self) -> BoardLook {
        BoardLook {
            theme: self.theme.board(),
            board: self.board.theme(),
            pieces: self.pieces.set(),
        }
    }

    pub fn remember_folder_of(&mut self, file: &Path) {
        let Some(folder) = file.parent().filter(|it| !it.as_os_str().is_empty()) else { return };
        self.folders.retain(|known| known != folder);
        self.folders.insert(0, folder.to_owned());
        self.folders.truncate(FOLDERS);
    }

    /// Tells whether anything is shown of a move before it is played.
    pub fn looks_ahead(&self) -> bool {
        self.preview || self.score_hints
    }

    /// The commands that switch a setting.
    pub const SWITCHES: [Command; 11] = [
        Command::ThreeD,
        Command::Coordinates,
        Command::Dots,
        Command::Preview,
        Command::ScoreHints,
        Command::Marks,
        Command::Arrows,
        Command::Numbers,
        Command::Motion,
        Command::Premoves,
        Command::AskTakeBack,
    ];

    /// Whether the setting of a command is on; `None` if it has none.
    pub fn is_on(&self, command: Command) -> Option<bool> {
        Some(match command {
            Command::ThreeD => self.three_d,
            Command::Coordinates => self.coordinates,
            Command::Dots => self.dots,
            Command::Preview => self.preview,
            Command::ScoreHints => self.score_hints,
            Command::Marks => self.marks,
            Command::Arrows => self.arrows,
            Command::Numbers => self.numbers,
            Command::Motion => self.motion,
            Command::Premoves => self.premoves,
            Command::AskTakeBack => self.ask_take_back,
            _ => return None,
        })
    }

    /// Toggles the setting of a command. False if it has none.
    pub fn toggle(&mut self, command: Command) -> bool {
        let switch = match command {
            Command::ThreeD => &mut self.three_d,
            Command::Coordinates => &mut self.coordinates,
            Command::Dots => &mut self.dots,
            Command::Preview => &mut self.preview,
            Command::ScoreHints => &mut self.score_hints,
            Command::Marks => &mut self.marks,
            Command::Arrows => &mut self.arrows,
            Command::Numbers => &mut self.numbers,
            Command::Motion => &mut self.motion,
            Command::Premoves => &mut self.premoves,
            Command::AskTakeBack => &mut self.ask_take_back,
            _ => return false,
        };
        *switch = !*switch;
        true
    }
}

pub const SMALLEST: f32 = 0.5;
pub const LARGEST: f32 = 3.0;

impl Preferences {
    /// Missing settings have their defaults, and so have those that cannot be read: each gives an
    /// error. Since the next change overwrites the file, a copy of one with errors is kept.
    pub fn load(file: &Path) -> (Self, Vec<String>) {
        let text = match read_text(file, TEXT_LIMIT) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Default::default();
            }
            Err(why) => {
                let why = t::unread(&file.display(), &why);
                return (Preferences::default(), keep_copy(file, vec![why]));
            }
            Ok(text) => text,
        };
        let (settings, mut errors) = read_settings(&text, file);
        errors.extend(seat_errors(&text, file));
        (settings.sane(), keep_copy(file, errors))
    }

    /// Adds the languages in the folder `languages` beside the settings, switches to
    /// the chosen one, and returns the errors.
    pub fn apply_language(&self, file: Option<&Path>) -> Vec<String> {
        let folder = file.and_then(Path::parent).map(|folder| folder.join("languages"));
        let found = folder.map(|folder| language::add_folder(&folder)).unwrap_or_default();
        let unknown = language::set_language(&self.language).err();
        // In the language that was just chosen.
        let mut wrong = found.told(&self.language);
        wrong.extend(unknown);
        wrong
    }

    pub fn save(&self, file: &Path) -> std::io::Result<()> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let text = toml::to_string_pretty(self).map_err(std::io::Error::other)?;
        boardloom_match::write_atomically(file, text.as_bytes())
    }

    /// Saves the settings; errors go to the log.
    pub fn keep(&self, services: &dyn Services) {
        let Some(file) = services.settings_file() else { return };
        if let Err(error) = self.save(&file) {
            tracing::warn!(%error, file = %file.display(), "the settings could not be written");
        }
    }

    fn sane(mut self) -> Self {
        if !self.scale.is_finite() {
            self.scale = 1.0;
        }
        if !self.pace.is_finite() {
            self.pace = 1.0;
        }
        self.pace = self.pace.clamp(0.1, 60.0);
        self.volume = self.volume.min(100);
        self.scale = self.scale.clamp(SMALLEST, LARGEST);
        self.width = self.width.clamp(320, 16_384);
        self.height = self.height.clamp(240, 16_384);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        let mut settings = Preferences { scale: 1.25, ..Preferences::default() };
        settings.theme = ThemeChoice::HighContrast;
        (settings.board, settings.pieces) = (BoardChoice::Slate, PieceChoice::Flat);
        settings.seats = vec![PlayerKind::Human, PlayerKind::Computer { level: 3 }];
        settings
            .options
            .entry("a/b".to_owned())
            .or_default()
            .insert("rules.limit".to_owned(), serde_json::json!(40));
        let text = toml::to_string_pretty(&settings).unwrap();
        assert!(text.contains("\"person\"") && text.contains("\"computer 3\""), "{text}");
        assert_eq!(toml::from_str::<Preferences>(&text).unwrap(), settings);
    }

    #[test]
    fn folders_are_remembered_once_the_last_one_first() {
        let mut settings = Preferences::default();
        for file in ["/a/x", "/b/x", "/a/y", "x"] {
            settings.remember_folder_of(Path::new(file));
        }
        assert_eq!(settings.folders, [Path::new("/a"), Path::new("/b")]);
        (0..20).for_each(|n| settings.remember_folder_of(Path::new(&format!("/{n}/x"))));
        assert_eq!(settings.folders.len(), FOLDERS);
    }

    #[test]
    fn nonsense_is_brought_within_bounds() {
        let text = "scale = 90.0\nwidth = 1\nfuture-key = 3";
        let settings = toml::from_str::<Preferences>(text).unwrap().sane();
        assert_eq!((settings.scale, settings.width), (LARGEST, 320));
    }
}
