//! Changing keys: which command is asked for new ones, and what they clash with.

use super::{Command, Held, Key, KeyMap, Stroke};

/// What leaves the keys as they are.
const CANCEL: Stroke = Stroke::new(Held::NONE, Key::Escape);

/// What is asked of the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyChange {
    /// Give a command a stroke, in place of its own or beside them.
    Bind(Command, Stroke, bool),
    /// Give a command its usual strokes.
    Reset(Command),
    /// Give all commands their usual strokes.
    ResetAll,
}

impl KeyMap {
    /// Does what is asked.
    pub fn change_as(&mut self, wish: KeyChange) {
        match wish {
            KeyChange::Bind(command, stroke, beside) => self.bind(command, stroke, beside),
            KeyChange::Reset(command) => self.reset(command),
            KeyChange::ResetAll => *self = KeyMap::default(),
        }
    }
}

/// A command whose keys are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct KeyPrompt {
    command: Command,
    /// Whether they come beside those that it has.
    beside: bool,
}

impl KeyPrompt {
    fn wish(self, stroke: Stroke) -> KeyChange {
        KeyChange::Bind(self.command, stroke, self.beside)
    }
}

/// How far changing a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeyCapture {
    asking: Option<KeyPrompt>,
    clash: Option<(KeyPrompt, Stroke, Command)>,
}

impl KeyCapture {
    /// Asks for the keys of a command, in place of its own or `beside` them.
    pub fn ask(&mut self, command: Command, beside: bool) {
        *self = KeyCapture { asking: Some(KeyPrompt { command, beside }), clash: None };
    }

    /// Returns the command whose keys are asked for: what is pressed next is for it.
    pub fn asked(&self) -> Option<Command> {
        self.asking.map(|asking| asking.command)
    }

    /// Takes the keys in that were asked for. Where something else has them already,
    /// that is asked about first.
    pub fn pressed(&mut self, stroke: Stroke, keys: &KeyMap) -> Option<KeyChange> {
        let asking = self.asking.take()?;
        if stroke == CANCEL {
            return None;
        }
        if let Some(other) = keys.clash(asking.command, &stroke) {
            self.clash = Some((asking, stroke, other));
            return None;
        }
        Some(asking.wish(stroke))
    }

    /// Returns the stroke that was pressed and the command that has it already.
    pub fn clash(&self) -> Option<(Stroke, Command)> {
        self.clash.map(|(_, stroke, other)| (stroke, other))
    }

    /// Takes the stroke from whatever has it.
    pub fn take_over(&mut self) -> Option<KeyChange> {
        self.clash.take().map(|(asking, stroke, _)| asking.wish(stroke))
    }

    /// Leaves the stroke to whatever has it.
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
        let flip = Stroke::parse("F").unwrap();
        let mut changing = KeyCapture::default();
        assert_eq!(changing.pressed(flip, &keys), None, "nothing was asked for");
        changing.ask(Command::Hint, true);
        assert_eq!(changing.asked(), Some(Command::Hint));
        assert_eq!(changing.pressed(flip, &keys), None);
        assert_eq!(changing.clash(), Some((flip, Command::Flip)));
        assert_eq!(changing.take_over(), Some(KeyChange::Bind(Command::Hint, flip, true)));
        assert_eq!(changing, KeyCapture::default());
        changing.ask(Command::Hint, false);
        assert_eq!(changing.pressed(CANCEL, &keys), None);
        assert_eq!(changing, KeyCapture::default());
        changing.ask(Command::Hint, false);
        let free = Stroke::parse("Ctrl+Alt+F").unwrap();
        let wish = changing.pressed(free, &keys);
        assert_eq!(wish, Some(KeyChange::Bind(Command::Hint, free, false)));
    }
}
