//! Additional keys of the terminal, and its smallest size.

use boardloom_app::keys::{Command, Key, KeyMap, KeyStroke, Modifiers};
use boardloom_app::texts::terminal as says;
use ratatui::Frame;
use ratatui::widgets::{Paragraph, Wrap};

/// The fewest columns and rows.
pub const LEAST: (u16, u16) = (24, 8);

pub const MORE: &str = "…";

/// Additional strokes, because terminals cannot tell some keys apart or keep them for
/// themselves.
const STROKES: [(Command, &str); 15] = [
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
    (Command::SaveAs, "W"),
    (Command::Export, "E"),
    (Command::Settings, ","),
    (Command::Autoplay, "."),
];

/// Suspends the program, as in shells and editors. In the window it takes a move back.
pub const SUSPEND: KeyStroke = KeyStroke::new(Modifiers::CTRL, Key::Char('Z'));

/// Returns the bindings with the additional strokes that are free. Commands that only the
/// window has lose theirs.
pub fn keys_of(own: &KeyMap) -> KeyMap {
    let mut keys = own.clone();
    for binding in own.bindings().iter().filter(|binding| is_elsewhere(binding.command)) {
        keys.free(binding.command);
    }
    if cfg!(unix) {
        keys.release(SUSPEND);
    }
    // Terminals send the same for Enter.
    keys.release(KeyStroke::new(Modifiers::CTRL, Key::Char('J')));
    for (command, stroke) in STROKES {
        keys.add(command, KeyStroke::parse(stroke).expect("it is a stroke"));
    }
    keys
}

/// Tells whether only the window has a command.
pub fn is_elsewhere(command: Command) -> bool {
    use Command as C;
    matches!(
        command,
        C::FullScreen
            | C::ScaleUp
            | C::ScaleDown
            | C::ScaleReset
            | C::Motion
            | C::Magnifier
            | C::ThreeD
            | C::Mute
            | C::TiltUp
            | C::Palette
            | C::TiltDown
    )
}

pub fn too_small(frame: &mut Frame<'_>) {
    let area = frame.area();
    let text = Paragraph::new(says::too_small()).wrap(Wrap { trim: true });
    frame.render_widget(text, area);
}
