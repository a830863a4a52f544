//! Long texts on a terminal, page by page.

use std::io::Write;
use std::process::{Command, Stdio};

use boardloom_app::ascii::{locale_has_unicode, to_ascii};

use crate::{Console, Result};

/// Options of `less` without `LESS`: keep colours, leave if all fits, leave the text on screen.
const LESS: &str = "FRX";

/// Prints a text; in a terminal with fewer rows by `PAGER`, else `less`. An empty `PAGER` prints
/// it at once.
pub fn print(text: &str, console: &mut Console<'_>) -> Result<()> {
    let text = if locale_has_unicode() { text.into() } else { to_ascii(text) };
    let rows = if console.asks { boardloom_terminal::size().map(|(_, rows)| rows) } else { None };
    if rows.is_some_and(|rows| text.lines().count() >= usize::from(rows)) {
        console.flush()?;
        if paged(&text) {
            return Ok(());
        }
    }
    Ok(console.out.write_all(text.as_bytes())?)
}

/// Whether a pager showed the text.
fn paged(text: &str) -> bool {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else { return false };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // A pager may be left before the end of the text.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}
