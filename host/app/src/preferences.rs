//! The settings: TOML in the platform's folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::texts::{game, language, settings as t};
use boardloom_board_view::scene::{BoardLook, BoardTheme, PieceSet};
use boardloom_match::PlayerKind;
use boardloom_ruleset::file::{TEXT_LIMIT, read_text};
use serde::{Deserialize, Deserializer, Serialize};
use toml::de::DeTable;

use crate::keys::Command;
use crate::services::Services;

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
            options: BTreeMap::new(),
            clocks: BTreeMap::new(),
            learned: BTreeMap::new(),
            keys: BTreeMap::new(),
            folders: Vec::new(),
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

/// Copies a file with errors, and adds where the copy is.
fn keep_copy(file: &Path, mut errors: Vec<String>) -> Vec<String> {
    let copy = file.with_extension("damaged.toml");
    if !errors.is_empty() && std::fs::copy(file, &copy).is_ok() {
        errors.push(t::copied(&copy.display()));
    }
    errors
}

/// The most broken lines before a file counts as no settings at all.
const MAX_BROKEN: usize = 20;

/// Returns the line of a byte, from 1.
fn line_number(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// Reads the settings one by one. Returns an error with its line for each that cannot be read.
fn read_settings(text: &str, file: &Path) -> (Preferences, Vec<String>) {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut errors = Vec::new();
    // A broken line is left out, and the rest is read.
    let (whole, at) = loop {
        let text = lines.join("\n");
        let read = DeTable::parse(&text).map(|document| {
            let keys = document.get_ref().iter();
            let at: BTreeMap<String, usize> = keys
                .map(|(key, _)| (key.get_ref().to_string(), line_number(&text, key.span().start)))
                .collect();
            (toml::Table::deserialize(toml::de::Deserializer::from(document)), at)
        });
        match read {
            Ok((Ok(whole), at)) => break (whole, at),
            Ok((Err(why), _)) | Err(why) => {
                let at = line_number(&text, why.span().map_or(0, |span| span.start));
                errors.push(t::unread_line(&file.display(), at, &why.message()));
                let broken = lines.get_mut(at - 1).filter(|line| !line.is_empty());
                match broken {
                    Some(line) if errors.len() < MAX_BROKEN => *line = "",
                    _ => return (Preferences::default(), errors),
                }
            }
        }
    };
    let mut sound = toml::Table::new();
    for (key, value) in whole {
        let at = at.get(&key).copied().unwrap_or(1);
        let mut report = |key: &str, why: &str| {
            errors.push(t::unread_setting(&file.display(), at, key, &plain(why)));
        };
        match value {
            // One wrong entry costs no other.
            toml::Value::Table(entries) => {
                let mut kept = toml::Table::new();
                for (name, entry) in entries {
                    let single = toml::Table::from_iter([(name.clone(), entry.clone())]);
                    match accepts(&key, toml::Value::Table(single)) {
                        Ok(()) => drop(kept.insert(name, entry)),
                        Err(why) => report(&format!("{key}.{name}"), &why),
                    }
                }
                sound.insert(key, toml::Value::Table(kept));
            }
            value => match accepts(&key, value.clone()) {
                Ok(()) => drop(sound.insert(key, value)),
                Err(why) => report(&key, &why),
            },
        }
    }
    (sound.try_into().unwrap_or_default(), errors)
}

/// Tells why a setting cannot have a value.
fn accepts(key: &str, value: toml::Value) -> Result<(), String> {
    let alone = toml::Table::from_iter([(key.to_owned(), value)]);
    alone.try_into::<Preferences>().map(drop).map_err(|error| error.message().to_owned())
}

/// Says in plain words what a deserialiser expected.
fn plain(why: &str) -> String {
    let why = why.trim();
    let why =
        why.strip_prefix("invalid type: ").or(why.strip_prefix("invalid value: ")).unwrap_or(why);
    let why = match why.strip_prefix("unknown variant ") {
        Some(rest) => rest,
        None => why,
    };
    match why.split_once(", expected ") {
        Some((found, expected)) => {
            format!("expected {}, found {}", plain_type(expected), plain_value(found))
        }
        None => why.to_owned(),
    }
}

fn plain_type(expected: &str) -> &str {
    match expected {
        "a sequence" => "a list",
        "a map" => "a table",
        "a string" => "a text",
        "a boolean" => "`true` or `false`",
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        other => other,
    }
}

/// Leaves the type out where the value shows it.
fn plain_value(found: &str) -> &str {
    match found {
        "sequence" => "a list",
        "map" => "a table",
        _ => ["integer ", "floating point ", "string ", "boolean "]
            .iter()
            .find_map(|kind| found.strip_prefix(kind))
            .unwrap_or(found),
    }
}

fn read_seat(value: &toml::Value) -> Result<PlayerKind, String> {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned).parse()
}

fn read_seats<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<PlayerKind>, D::Error> {
    let seats = Vec::<toml::Value>::deserialize(from)?;
    Ok(seats.iter().map(|seat| read_seat(seat).unwrap_or_default()).collect())
}

/// One error for each seat that [`read_seats`] replaces, with its line.
fn seat_errors(text: &str, file: &Path) -> Vec<String> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Seats {
        seats: Vec<toml::Spanned<toml::Value>>,
    }
    let seats = toml::from_str::<Seats>(text).unwrap_or_default().seats.into_iter();
    let error = |seat: toml::Spanned<toml::Value>| {
        let why = read_seat(seat.get_ref()).err()?;
        let line = line_number(text, seat.span().start);
        Some(t::unread_seat(&file.display(), line, &why))
    };
    seats.filter_map(error).collect()
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
    fn an_unreadable_setting_is_reported_and_all_others_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let text = "theme = \"pink\"\nscale = 1.25\nwidth = -3\nboard = \"wood\"\n\
                    names = [\"Ann\"]\n[keys]\nundo = \"Ctrl+U\"\nredo = [\"Ctrl+R\"]\n\
                    [learned]\n\"a/b\" = [\"one\"]\n";
        std::fs::write(&file, text).unwrap();
        let (settings, errors) = Preferences::load(&file);
        assert_eq!((settings.scale, settings.board), (1.25, BoardChoice::Wood));
        assert_eq!((settings.theme, settings.width), (ThemeChoice::default(), 1100));
        assert_eq!(settings.names, ["Ann"]);
        assert_eq!(settings.keys.keys().collect::<Vec<_>>(), ["redo"]);
        assert_eq!(settings.learned.len(), 1);
        let expected = [
            "line 1: `theme` is not used: expected one of `dark`, `light`, `high-contrast`, found \
             `pink`",
            "line 3: `width` is not used: expected a whole number that is not negative, found `-3`",
            "line 6: `keys.undo` is not used: expected a list, found \"Ctrl+U\"",
        ];
        assert_eq!(errors.len(), expected.len() + 1, "{errors:?}");
        for (error, expected) in errors.iter().zip(expected) {
            assert!(error.contains(expected), "{error}");
        }
        let copy = folder.path().join("settings.damaged.toml");
        assert!(errors[3].contains(&copy.display().to_string()), "{}", errors[3]);
        assert_eq!(std::fs::read_to_string(copy).unwrap(), text);
    }

    #[test]
    fn a_broken_line_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        std::fs::write(&file, "scale = 1.25\nthis is nothing\nvolume = 20\n").unwrap();
        let (settings, errors) = Preferences::load(&file);
        assert_eq!((settings.scale, settings.volume), (1.25, 20));
        assert!(errors[0].contains("line 2"), "{errors:?}");
    }

    #[test]
    fn an_unreadable_seat_is_reported_with_its_line_and_the_rest_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        let text = "scale = 1.25\nseats = [\n  \"computer 3\",\n  \"computer x\",\n  3,\n]\n";
        std::fs::write(&file, text).unwrap();
        let (settings, errors) = Preferences::load(&file);
        let level_3 = PlayerKind::Computer { level: 3 };
        assert_eq!(settings.seats, [level_3, PlayerKind::Human, PlayerKind::Human]);
        assert_eq!(settings.scale, 1.25);
        assert!(errors[0].contains("line 4") && errors[0].contains("`x`"), "{errors:?}");
        assert!(errors[1].contains("line 5") && errors[1].contains("`3`"), "{errors:?}");
        assert_eq!(errors.len(), 3, "and where the copy is: {errors:?}");
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
