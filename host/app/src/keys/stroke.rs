//! Keys and strokes, as the settings write them.

use std::fmt;

use crate::texts::keys as texts;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    /// A letter (upper case), a digit, a sign, or the space bar.
    Char(char),
    /// From 1.
    F(u8),
    Enter,
    Escape,
    Tab,
    Backspace,
    Insert,
    Delete,
    Home,
    End,
    PageUp,
    PageDown,
    Left,
    Right,
    Up,
    Down,
}

/// Names of keys; the first one is written.
const NAMES: &[(Key, &[&str])] = &[
    (Key::Char(' '), &["Space"]),
    (Key::Char(':'), &[":", "Colon"]),
    (Key::Char(','), &[",", "Comma"]),
    (Key::Char('-'), &["-", "Minus", "−"]),
    (Key::Char('.'), &[".", "Period"]),
    (Key::Char('+'), &["+", "Plus"]),
    (Key::Char('='), &["=", "Equals", "Equal"]),
    (Key::Char(';'), &[";", "Semicolon"]),
    (Key::Char('\\'), &["\\", "Backslash"]),
    (Key::Char('/'), &["/", "Slash"]),
    (Key::Char('|'), &["|", "Pipe"]),
    (Key::Char('?'), &["?", "Questionmark"]),
    (Key::Char('!'), &["!", "Exclamationmark"]),
    (Key::Char('['), &["[", "OpenBracket"]),
    (Key::Char(']'), &["]", "CloseBracket"]),
    (Key::Char('{'), &["{", "OpenCurlyBracket"]),
    (Key::Char('}'), &["}", "CloseCurlyBracket"]),
    (Key::Char('`'), &["`", "Backtick"]),
    (Key::Char('\''), &["'", "Quote"]),
    (Key::Enter, &["Enter", "Return"]),
    (Key::Escape, &["Esc", "Escape"]),
    (Key::Tab, &["Tab"]),
    (Key::Backspace, &["Backspace"]),
    (Key::Insert, &["Insert"]),
    (Key::Delete, &["Delete"]),
    (Key::Home, &["Home"]),
    (Key::End, &["End"]),
    (Key::PageUp, &["PgUp", "PageUp"]),
    (Key::PageDown, &["PgDn", "PageDown"]),
    (Key::Left, &["←", "Left", "ArrowLeft"]),
    (Key::Right, &["→", "Right", "ArrowRight"]),
    (Key::Up, &["↑", "Up", "ArrowUp"]),
    (Key::Down, &["↓", "Down", "ArrowDown"]),
];

impl Key {
    /// Letters in either case.
    pub fn named(name: &str) -> Option<Self> {
        if let Some((key, _)) = NAMES.iter().find(|(_, names)| names.contains(&name)) {
            return Some(*key);
        }
        let mut chars = name.chars();
        match (chars.next()?, chars.as_str()) {
            (c, "") if c.is_ascii_alphanumeric() => Some(Key::Char(c.to_ascii_uppercase())),
            ('F', number) => number.parse().ok().filter(|n| (1..=35).contains(n)).map(Key::F),
            _ => None,
        }
    }

    /// Tells whether the key is a sign that keyboards reach with different modifiers.
    fn is_sign(self) -> bool {
        matches!(self, Key::Char('+' | '?' | '='))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (NAMES.iter().find(|(key, _)| key == self), self) {
            (Some((_, names)), _) => f.write_str(names[0]),
            (None, Key::F(number)) => write!(f, "F{number}"),
            (None, Key::Char(c)) => write!(f, "{c}"),
            (None, other) => unreachable!("{other:?} has a name"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Modifiers {
    /// Ctrl, or the command key on macOS.
    pub ctrl: bool,
    pub alt: bool,
    pub shift: bool,
}

impl Modifiers {
    pub const NONE: Modifiers = Modifiers { ctrl: false, alt: false, shift: false };
    pub const CTRL: Modifiers = Modifiers { ctrl: true, ..Modifiers::NONE };
    pub const SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::NONE };
    pub const CTRL_SHIFT: Modifiers = Modifiers { ctrl: true, shift: true, ..Modifiers::NONE };

    /// The number of modifiers.
    pub(super) fn weight(self) -> u8 {
        u8::from(self.shift) + u8::from(self.ctrl) + u8::from(self.alt)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyStroke {
    pub modifiers: Modifiers,
    pub key: Key,
}

impl KeyStroke {
    pub const fn new(modifiers: Modifiers, key: Key) -> Self {
        KeyStroke { modifiers, key }
    }

    /// Tells whether a pressed stroke is this one.
    pub(super) fn is_meant_by(&self, pressed: &KeyStroke) -> bool {
        let (held, own) = (pressed.modifiers, self.modifiers);
        let shift = self.key.is_sign() || held.shift == own.shift;
        let rest = held.alt == own.alt && held.ctrl == own.ctrl;
        pressed.key == self.key && shift && rest
    }

    /// The stroke as players read it, in the language in force.
    pub fn shown(&self) -> String {
        let named = |text: String, name: &str, own: &str| match self.modifiers {
            Modifiers::NONE => text,
            _ => text.replace(&format!("{name}+"), &format!("{own}+")),
        };
        named(named(self.to_string(), "Ctrl", texts::ctrl()), "Shift", texts::shift())
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut modifiers = Modifiers::NONE;
        let mut rest = text.trim();
        while let Some((first, after)) = rest.split_once('+').filter(|(_, after)| !after.is_empty())
        {
            match first.to_ascii_lowercase().as_str() {
                "ctrl" | "cmd" | "strg" => modifiers.ctrl = true,
                "alt" => modifiers.alt = true,
                "shift" | "umschalt" => modifiers.shift = true,
                _ => return None,
            }
            rest = after;
        }
        Some(KeyStroke { modifiers, key: Key::named(rest)? })
    }
}

impl fmt::Display for KeyStroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ctrl = if cfg!(target_os = "macos") { "Cmd+" } else { "Ctrl+" };
        let held = self.modifiers;
        let names = [(held.ctrl, ctrl), (held.alt, "Alt+"), (held.shift, "Shift+")];
        for (_, name) in names.iter().filter(|(held, _)| *held) {
            f.write_str(name)?;
        }
        self.key.fmt(f)
    }
}
