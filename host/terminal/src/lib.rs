//! The game in a terminal: every board in characters, played by keys and mouse.
//!
//! Game, keys and settings are those of the window. The board is drawn from its sites,
//! lines and pieces alone.
#![forbid(unsafe_code)]

mod app;
mod board;
mod event;
mod ink;
mod tty;

use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;

use boardloom_app::{Options, Services};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use app::TerminalApp;
pub use board::TextBoard;
use event::{TerminalEvent, TerminalEvents};
use ink::Ink;
pub use tty::LogSink;
use tty::Tty;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TerminalError {
    #[error("standard input and output are no terminal")]
    None,
    #[error("this terminal (TERM=dumb) can only write line after line")]
    Dumb,
    #[error("the terminal: {0}")]
    Io(#[from] std::io::Error),
}

/// Columns and rows of the terminal; `None` without one.
pub fn size() -> Option<(u16, u16)> {
    crossterm::terminal::size().ok()
}

/// Plays in the terminal, and restores it however that ends.
pub fn run(services: Arc<dyn Services>, options: Options) -> Result<(), TerminalError> {
    let events = TerminalEvents::default();
    let tty = Tty::take(&services.title())?;
    let mut terminal = Terminal::new(CrosstermBackend::new(std::io::stdout()))?;
    events.listen()?;
    let mut app = TerminalApp::new(services, options, events.wake(), Ink::of_environment());
    let ended = play(&mut app, &mut terminal, &events, &tty);
    app.controller.finish();
    drop(tty);
    #[cfg(unix)]
    if let Ok(Some(signal)) = ended {
        // The sender sees the usual effect of the signal.
        signal_hook::low_level::emulate_default_handler(signal)?;
    }
    ended.map(|_| ())
}

type TerminalScreen = Terminal<CrosstermBackend<std::io::Stdout>>;

/// Returns the signal that ended the program, if one did.
fn play(
    app: &mut TerminalApp,
    screen: &mut TerminalScreen,
    events: &TerminalEvents,
    tty: &Tty,
) -> Result<Option<i32>, TerminalError> {
    loop {
        let wait = app.update();
        screen.draw(|frame| app.draw(frame))?;
        if let Some(text) = app.controller.copied.take() {
            crossterm::execute!(
                std::io::stdout(),
                crossterm::clipboard::CopyToClipboard::to_clipboard_from(text)
            )?;
        }
        if app.controller.closing {
            return Ok(None);
        }
        let first = match wait {
            Some(wait) => events.incoming.recv_timeout(wait),
            None => events.incoming.recv().map_err(RecvTimeoutError::from),
        };
        let mut next = first.ok();
        // All events are handled before drawing: a held key must not run on after it
        // was released.
        while let Some(event) = next {
            match event {
                TerminalEvent::End(signal) => return Ok(signal),
                TerminalEvent::Resized => screen.autoresize()?,
                TerminalEvent::Stop => stop()?,
                TerminalEvent::GoesOn => {
                    tty.retake(&app.controller.services.title())?;
                    // The screen was cleared: draw everything.
                    *screen = Terminal::new(CrosstermBackend::new(std::io::stdout()))?;
                }
                other => app.handle(other),
            }
            if app.take_suspension() {
                stop()?;
            }
            next = events.incoming.try_recv().ok();
        }
    }
}

/// Restores the terminal and stops the process.
fn stop() -> std::io::Result<()> {
    tty::restore();
    #[cfg(unix)]
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    Ok(())
}
