//! Rebinding: captures the next stroke for a command, and asks about conflicts.

use super::{Command, Key, KeyMap, KeyStroke, Modifiers};

const CANCEL: KeyStroke = KeyStroke::new(Modifiers::NONE, Key::Escape);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyChange {
    /// The stroke is added `beside` the others if true.
    Bind(Command, KeyStroke, bool),
    Reset(Command),
    ResetAll,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeyCapture {
    /// The command, and whether the stroke is added to those that it has.
    asking: Option<(Command, bool)>,
    /// The change, its stroke, and the command that has the stroke.
    clash: Option<(KeyChange, KeyStroke, Command)>,
}

impl KeyCapture {
    pub fn ask(&mut self, command: Command, beside: bool) {
        *self = KeyCapture { asking: Some((command, beside)), clash: None };
    }

    /// The command that the next stroke is for.
    pub fn command(&self) -> Option<Command> {
        self.asking.map(|(command, _)| command)
    }

    /// Takes the next stroke. A conflict is asked about first.
    pub fn press(&mut self, stroke: KeyStroke, keys: &KeyMap) -> Option<KeyChange> {
        let (command, beside) = self.asking.take().filter(|_| stroke != CANCEL)?;
        let change = KeyChange::Bind(command, stroke, beside);
        self.clash = keys.clash(command, &stroke).map(|other| (change, stroke, other));
        self.clash.is_none().then_some(change)
    }

    /// The pressed stroke, and the command that has it.
    pub fn clash(&self) -> Option<(KeyStroke, Command)> {
        self.clash.map(|(_, stroke, other)| (stroke, other))
    }

    /// Takes the stroke from the other command.
    pub fn take_over(&mut self) -> Option<KeyChange> {
        self.clash.take().map(|(change, ..)| change)
    }

    pub fn leave(&mut self) {
        *self = KeyCapture::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_that_something_else_has_is_asked_about() {
        let keys = KeyMap::default();
        let flip = KeyStroke::parse("F").unwrap();
        let mut changing = KeyCapture::default();
        assert_eq!(changing.press(flip, &keys), None, "nothing was asked for");
        changing.ask(Command::Hint, true);
        assert_eq!(changing.command(), Some(Command::Hint));
        assert_eq!(changing.press(flip, &keys), None);
        assert_eq!(changing.clash(), Some((flip, Command::Flip)));
        assert_eq!(changing.take_over(), Some(KeyChange::Bind(Command::Hint, flip, true)));
        assert_eq!(changing, KeyCapture::default());
        changing.ask(Command::Hint, false);
        assert_eq!(changing.press(CANCEL, &keys), None);
        assert_eq!(changing, KeyCapture::default());
        changing.ask(Command::Hint, false);
        let free = KeyStroke::parse("Ctrl+Alt+F").unwrap();
        let change = changing.press(free, &keys);
        assert_eq!(change, Some(KeyChange::Bind(Command::Hint, free, false)));
    }
}
