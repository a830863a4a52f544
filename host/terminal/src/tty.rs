//! Takes the terminal over, and restores it however the program ends.

use std::io::{self, IsTerminal, Write, stdout};
use std::panic::PanicHookInfo;
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{cursor, execute};

use crate::TerminalError;

/// The most bytes of log messages that are kept while the screen is taken.
const MOST_HELD: usize = 64 * 1024;

/// The owner of the screen, and log messages held until it is restored.
#[derive(Debug, Default)]
struct ScreenOwner {
    taken_by: Option<ThreadId>,
    held: Vec<u8>,
}

static SCREEN: Mutex<ScreenOwner> = Mutex::new(ScreenOwner { taken_by: None, held: Vec::new() });

fn screen() -> std::sync::MutexGuard<'static, ScreenOwner> {
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A terminal in raw mode, on its alternate screen. Dropping restores it.
#[derive(Debug)]
pub struct Tty(());

impl Tty {
    pub fn take(title: &str) -> Result<Self, TerminalError> {
        if !io::stdin().is_terminal() || !stdout().is_terminal() {
            return Err(TerminalError::None);
        }
        if std::env::var("TERM").is_ok_and(|name| name == "dumb") {
            return Err(TerminalError::Dumb);
        }
        restore_on_panic();
        let taken = Tty(());
        enter(title)?;
        Ok(taken)
    }

    /// Takes it over again after the process was stopped.
    pub fn retake(&self, title: &str) -> io::Result<()> {
        // crossterm remembers modes that others may have changed.
        disable_raw_mode()?;
        enter(title)
    }
}

fn enter(title: &str) -> io::Result<()> {
    enable_raw_mode()?;
    screen().taken_by = Some(std::thread::current().id());
    execute!(
        stdout(),
        EnterAlternateScreen,
        // ratatui's clear asks for the cursor, and not every terminal answers.
        Clear(ClearType::All),
        SetTitle(title),
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide
    )?;
    if tells_all_keys(|name| std::env::var(name).ok()) {
        execute!(stdout(), PushKeyboardEnhancementFlags(ALL_KEYS))?;
    }
    Ok(())
}

/// Tells Ctrl+Enter, Ctrl+Shift+Z and the like from other keys.
const ALL_KEYS: KeyboardEnhancementFlags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES;

/// Tells whether the terminal is known to distinguish all keys. It is not asked, because
/// many never answer.
fn tells_all_keys(variable: impl Fn(&str) -> Option<String>) -> bool {
    const KNOWN: [&str; 7] = ["kitty", "ghostty", "foot", "alacritty", "wezterm", "rio", "contour"];
    let names = ["TERM", "TERM_PROGRAM"].map(|name| variable(name).unwrap_or_default());
    let names = names.map(|name| name.to_lowercase());
    // Inside a multiplexer, the multiplexer decides.
    let within = variable("TMUX").is_some() || names[0].starts_with("screen");
    !within && KNOWN.iter().any(|known| names.iter().any(|name| name.contains(known)))
}

impl Drop for Tty {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal and writes the log messages.
pub fn restore() {
    let held = {
        let mut screen = screen();
        if screen.taken_by.take().is_none() {
            return;
        }
        std::mem::take(&mut screen.held)
    };
    // Errors have no remedy here, and every part is worth a try.
    if tells_all_keys(|name| std::env::var(name).ok()) {
        let _ = execute!(stdout(), PopKeyboardEnhancementFlags);
    }
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture);
    let _ = execute!(stdout(), LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
    let _ = io::stderr().write_all(&held);
}

/// Restores the terminal before a panic is reported. A panic of another thread is
/// reported at the end, since the game continues.
fn restore_on_panic() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| report_panic(info, &usual)));
    });
}

fn report_panic(info: &PanicHookInfo<'_>, usual: &dyn Fn(&PanicHookInfo<'_>)) {
    let taken_by = screen().taken_by;
    if taken_by.is_some_and(|thread| thread != std::thread::current().id()) {
        let _ = writeln!(LogSink, "{info}");
        return;
    }
    restore();
    usual(info);
}

/// Standard error for log messages, held back while the screen is taken.
#[derive(Debug, Clone, Copy, Default)]
pub struct LogSink;

impl Write for LogSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut screen = screen();
        if screen.taken_by.is_none() {
            drop(screen);
            return io::stderr().write(bytes);
        }
        let room = MOST_HELD.saturating_sub(screen.held.len());
        screen.held.extend_from_slice(&bytes[..bytes.len().min(room)]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_terminals_that_know_how_are_asked_for_all_keys() {
        let check = |set: &[(&str, &str)], asked: bool| {
            let of = |name: &str| set.iter().find(|(n, _)| *n == name).map(|it| it.1.to_owned());
            assert_eq!(tells_all_keys(of), asked, "{set:?}");
        };
        check(&[("TERM", "xterm-kitty")], true);
        check(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")], true);
        check(&[("TERM", "xterm-256color")], false);
        check(&[("TERM", "linux")], false);
        check(&[("TERM", "screen-256color"), ("TERM_PROGRAM", "ghostty")], false);
        check(&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/x")], false);
    }
}
