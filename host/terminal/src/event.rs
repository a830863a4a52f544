//! Events of the terminal: keys, mouse, results of other threads, signals.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use boardloom_app::Wake;
use boardloom_app::keys::{Key, KeyStroke, Modifiers};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, read};

#[derive(Debug, Clone, PartialEq)]
pub enum TerminalEvent {
    Key(Press),
    Mouse(MouseEvent),
    Paste(String),
    Resized,
    /// Another thread has results.
    Woken,
    /// SIGTSTP.
    Stop,
    /// Resumed after SIGCONT: assume nothing about the terminal's state.
    GoesOn,
    /// A signal ends the program, or the terminal is gone.
    End(Option<i32>),
}

/// A key that was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// As key bindings have it.
    pub stroke: KeyStroke,
    /// The character that it types.
    pub typed: Option<char>,
}

impl Press {
    /// A key without modifiers that types nothing.
    pub fn of(key: Key) -> Self {
        Press { stroke: KeyStroke::new(Modifiers::NONE, key), typed: None }
    }
}

#[derive(Debug)]
pub struct TerminalEvents {
    sender: Sender<TerminalEvent>,
    pub incoming: Receiver<TerminalEvent>,
}

impl Default for TerminalEvents {
    fn default() -> Self {
        let (sender, incoming) = channel();
        TerminalEvents { sender, incoming }
    }
}

impl TerminalEvents {
    pub fn wake(&self) -> Wake {
        let sender = self.sender.clone();
        Arc::new(move || drop(sender.send(TerminalEvent::Woken)))
    }

    /// Starts to read the terminal and to wait for signals.
    pub fn listen(&self) -> std::io::Result<()> {
        let sender = self.sender.clone();
        let read = move || {
            loop {
                let event = match read() {
                    Ok(event) => terminal_event(event),
                    Err(_) => Some(TerminalEvent::End(None)),
                };
                let ends = event == Some(TerminalEvent::End(None));
                if event.is_some_and(|event| sender.send(event).is_err()) || ends {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("keys".to_owned()).spawn(read)?;
        self.await_signals()
    }

    #[cfg(unix)]
    fn await_signals(&self) -> std::io::Result<()> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
        let sender = self.sender.clone();
        let all = [SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGCONT];
        let mut signals = signal_hook::iterator::Signals::new(all)?;
        let wait = move || {
            for signal in &mut signals {
                let event = match signal {
                    SIGTSTP => TerminalEvent::Stop,
                    SIGCONT => TerminalEvent::GoesOn,
                    signal => TerminalEvent::End(Some(signal)),
                };
                if sender.send(event).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
        Ok(())
    }

    #[cfg(not(unix))]
    fn await_signals(&self) -> std::io::Result<()> {
        Ok(())
    }
}

fn terminal_event(event: Event) -> Option<TerminalEvent> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release => None,
        Event::Key(key) => press(key).map(TerminalEvent::Key),
        Event::Mouse(mouse) => Some(TerminalEvent::Mouse(mouse)),
        Event::Paste(text) => Some(TerminalEvent::Paste(text)),
        Event::Resize(..) => Some(TerminalEvent::Resized),
        Event::FocusGained | Event::FocusLost => None,
    }
}

fn press(event: KeyEvent) -> Option<Press> {
    let held = |modifier| event.modifiers.contains(modifier);
    let (ctrl, alt) = (held(KeyModifiers::CONTROL), held(KeyModifiers::ALT));
    let mut shift = held(KeyModifiers::SHIFT);
    let mut typed = None;
    let key = match event.code {
        KeyCode::Char(c) => {
            typed = (!ctrl && !alt).then_some(c);
            shift |= c.is_uppercase();
            // Terminals report the character, not the keys behind it.
            shift &= c.is_alphabetic();
            Key::Char(c.to_ascii_uppercase())
        }
        KeyCode::F(number) => Key::F(number),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Insert => Key::Insert,
        KeyCode::Delete => Key::Delete,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        _ => return None,
    };
    Some(Press { stroke: KeyStroke::new(Modifiers { ctrl, alt, shift }, key), typed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_understood_as_the_table_writes_them() {
        let check = |code, modifiers, stroke: &str, typed: Option<char>| {
            let press = press(KeyEvent::new(code, modifiers)).expect("it is known");
            assert_eq!((press.stroke.to_string().as_str(), press.typed), (stroke, typed));
        };
        let none = KeyModifiers::NONE;
        check(KeyCode::Char('h'), none, "H", Some('h'));
        check(KeyCode::Char('H'), KeyModifiers::SHIFT, "Shift+H", Some('H'));
        check(KeyCode::Char('?'), none, "?", Some('?'));
        check(KeyCode::Char('/'), KeyModifiers::SHIFT, "/", Some('/'));
        if !cfg!(target_os = "macos") {
            check(KeyCode::Char('z'), KeyModifiers::CONTROL, "Ctrl+Z", None);
        }
        check(KeyCode::F(10), none, "F10", None);
        check(KeyCode::Left, none, "←", None);
    }
}
