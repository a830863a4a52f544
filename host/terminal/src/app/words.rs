//! The keys that the terminal alone needs, and its smallest size.

use boardloom_shell::keys::{Command, KeyMap, Stroke};
use boardloom_shell::texts::terminal as says;
use ratatui::Frame;
use ratatui::text::Text;

/// Columns and rows below which nothing can be shown.
pub const LEAST: (u16, u16) = (24, 8);

pub const MORE: &str = "…";

/// Strokes beside those of the table: terminals cannot tell some of these from
/// others, or keep them for themselves.
const STROKES: [(Command, &str); 12] = [
    (Command::Cancel, "Q"),
    (Command::Menu, "M"),
    (Command::Rules, "I"),
    (Command::KeySheet, "?"),
    (Command::Undo, "U"),
    (Command::Redo, "Shift+U"),
    (Command::MoveNow, "O"),
    (Command::NewGame, "N"),
    (Command::SameAgain, "Shift+N"),
    (Command::CopyPosition, "Y"),
    (Command::CopyRecord, "Shift+Y"),
    (Command::Export, "E"),
];

/// Adds the strokes that only a terminal needs; none that means something already.
pub fn add_strokes(keys: &mut KeyMap) {
    for (command, stroke) in STROKES {
        keys.add(command, Stroke::parse(stroke).expect("it is a stroke"));
    }
}

/// Tells whether a command is for the window alone: what it is about is the
/// terminal's own, or is not shown in characters.
pub fn is_elsewhere(command: Command) -> bool {
    use Command as C;
    matches!(
        command,
        C::FullScreen
            | C::ScaleUp
            | C::ScaleDown
            | C::ScaleReset
            | C::Motion
            | C::Settings
            | C::Loupe
            | C::Analyse
            | C::Arrows
            | C::Autoplay
            | C::Comment
            | C::ThreeD
            | C::TiltUp
            | C::TiltDown
    )
}

/// Says that there is no room.
pub fn too_small(frame: &mut Frame<'_>) {
    let area = frame.area();
    frame.render_widget(Text::raw(says::too_small()), area);
}
