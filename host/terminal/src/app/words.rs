//! What the terminal alone says, and the keys that it alone needs.

use boardloom_shell::keys::{Command, KeyMap, Stroke};
use ratatui::Frame;
use ratatui::text::Text;

/// Columns and rows below which nothing can be shown.
pub const LEAST: (u16, u16) = (24, 8);

pub const TOO_SMALL: &str = "Too small: 24x8 at least";
pub const LEAVE: &str = "Leave this game?";
pub const LEAVE_KEPT: &str = "Every move is kept: Continue on the start screen goes on with it.";
pub const LEAVE_LOST: &str = "It is not kept anywhere and would be lost.";
pub const LEAVE_YES: &str = "Leave";
pub const QUIT: &str = "Quit?";
pub const ALL_KEPT: &str = "Every move is kept.";
pub const PASTE: &str =
    "Paste with the terminal's own keys: often Ctrl+Shift+V, or the middle button.";
pub const COPIED: &str = "Copied, where the terminal lets programs copy (OSC 52). Ctrl+Q quits.";
pub const START_HELP: &str = "↑↓ choose  Enter open  ? keys  Ctrl+Q quit";
pub const LIBRARY_HELP: &str = "type to find  ↑↓ choose  Enter play  F1 rules  Esc back";
pub const FORM_HELP: &str = "↑↓ choose  ←→ change  Enter start  F1 rules  Esc back";
pub const TEXT_HELP: &str = "↑↓ scroll  Esc close";
pub const LIST_HELP: &str = "↑↓ choose  Enter  Esc close";
pub const SURE_HELP: &str = "←→ choose  Enter  Esc no";
pub const TYPE_HELP: &str = "Tab completes  Enter plays  Esc drops";
pub const ANSWER_HELP: &str = "Enter answers  Esc drops";
pub const EMPTY: &str = "empty";
pub const RESIGN: &str = "Resign";
pub const OTHER_MOVES: &str = "Moves that need no pointing…";
pub const MORE: &str = "…";
pub const NO_PLACE: &str = "There is nothing to be seen here.";

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
    frame.render_widget(Text::raw(TOO_SMALL), area);
}
